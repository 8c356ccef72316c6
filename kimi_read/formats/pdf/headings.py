"""Which blocks are headings, and of which level."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.pdf.look import HeadStyle, Look
    from kimi_read.formats.pdf.pieces import Piece

_CAPTION = re.compile(
    r"(table|tab\.|figure|fig\.|chart|box|exhibit|plate|scheme|algorithm|listing|source"
    r"|sources|note|notes|abbildung|abb\.|tabelle|tableau|figura|tabla|рис\.|таблица)"
    r"\s*(\d|[ivx]+\b|[:.–—-]|[a-z]\.?\d)",  # noqa: RUF001
    re.IGNORECASE,
)
_DATE = re.compile(
    r"\W*(\d{1,2}\s+)?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
    r"(\s+\d{1,2},?)?\s+\d{4}\W*$|\W*\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\W*$",
    re.IGNORECASE,
)
_MAIL = re.compile(r"\S+@\S+\.\w+|https?://|www\.")
#: An entry of a list of contents.
_ENTRY = re.compile(r"(\.\s?){3,}|\s\.\s*\d+$|…\s*\d*$")
_NUMBERING = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,4})[.)]?\s*[-–]?\s*(?=[^\W\d])")  # noqa: RUF001
MAX_CHARS = 180
MAX_LINES = 5


def caption(text: str) -> bool:
    """Whether a text begins like the caption of a table or figure."""
    return _CAPTION.match(text) is not None


#: Titles that need no other sign than to stand alone.
_KNOWN = frozenset((
    "abstract", "contents", "table of contents", "references", "bibliography",
    "acknowledgements", "acknowledgments", "appendix", "index", "glossary", "preface",
    "foreword", "inhalt", "inhaltsverzeichnis", "literatur", "résumé", "sommaire",
    "table des matières", "índice", "referencias", "содержание", "目录", "参考文献",
))  # fmt: skip


def mark(pieces: list[Piece], look: Look, height: float = 0.0) -> None:
    """Make headings of the text blocks that look like one.

    ``height`` is that of a page that stands alone: what is set apart at its edges
    is furniture then, though nothing proves it.
    """
    for at, piece in enumerate(pieces):
        if piece.kind != "text":
            continue
        if len(piece.lines) == 1 and piece.plain().lower().strip(" .:") in _KNOWN:
            piece.kind, piece.depth = "heading", 0
            continue
        style = look.heading_style(piece.lines[0])
        after = pieces[at + 1] if at + 1 < len(pieces) else None
        if style is None or not _worthy(piece, style, look, after):
            continue
        if height and style[0] < 1.5 * look.size and _at_edge(piece, after, height):
            continue
        small = style[0] < 0.88 * look.size
        weak = small or not (_larger(style, look) or style[1])
        if weak and not _alone(piece, after, look, aligned=small):
            continue
        piece.kind, piece.depth = "heading", 0


def _at_edge(piece: Piece, after: Piece | None, height: float) -> bool:
    """Whether a block stands at the upper or lower edge, apart from the text."""
    size = piece.lines[0].size
    if piece.y0 > 0.92 * height:
        return True
    return piece.y1 < 0.09 * height and (
        after is None or after.y0 - piece.y1 > 1.6 * size or after.y1 < piece.y0
    )


def _larger(style: HeadStyle, look: Look) -> bool:
    return style[0] >= look.size * 1.1 + 0.2


def _alone(piece: Piece, after: Piece | None, look: Look, *, aligned: bool) -> bool:
    """Whether a weak line is the title of the text below it."""
    if len(piece.lines) > 2 or after is None:
        return False
    if not after.lines or after.kind not in ("text", "item"):
        return after.kind in ("table", "code") and not aligned
    line = after.lines[0]
    style = look.heading_style(line)
    same = style == look.heading_style(piece.lines[0])
    if aligned and (
        abs(line.left - piece.lines[0].left) > 2 * look.size
        or (line.size < 0.9 * look.size and not same)
    ):
        return False
    gap = after.y0 - piece.y1
    return 0 <= gap + 2 < 3.5 * look.size and (style is None or len(after.lines) < 3)


def _worthy(piece: Piece, style: HeadStyle, look: Look, after: Piece | None) -> bool:
    """Whether nothing speaks against a block that stands out by its style."""
    text = piece.plain()
    larger, bold = _larger(style, look), style[1]
    ratio = style[0] / look.size
    if len(text) > MAX_CHARS or len(piece.lines) > MAX_LINES:
        return False
    letters = sum(1 for char in text if char.isalpha())
    if text.isdigit() and len(text) < 3 and ratio > 2:
        return True  # the number of a chapter
    if letters < 2 or letters < 0.5 * len(text.replace(" ", "")):
        return False
    if caption(text) or _DATE.match(text) or _MAIL.search(text):
        return False
    if text[-1] in ",;-–" or (text[0] in "([{" and text[-1] in ")]}"):  # noqa: RUF001
        return False
    words = text.split()
    if text[0].islower() and (not larger or (len(words) > 3 and ratio < 1.6)):
        return False
    if text[-1] == ":" and not _over(piece, after, bold=bold):
        return False
    if _ENTRY.search(text) or (piece.lines[0].boxed and not bold and ratio < 1.4):
        return False
    most = 12 if bold and ratio > 1.12 and not _prose(words) else 4
    if text[-1] == "." and ratio < 1.8 and len(words) > most:
        return False
    if _prose(words) and ((ratio < 1.4 and not bold) or len(words) > 24):
        return False
    if not larger and (len(piece.lines) > 3 or len(text) > 120):
        return False
    if not larger and not bold and (len(words) > 10 or text[-1] in ".!?"):
        return False
    return not ("\\" in text and "{" in text)


def _over(piece: Piece, after: Piece | None, *, bold: bool) -> bool:
    """Whether a line with a colon is set larger than what follows it."""
    if after is None or not after.lines or len(piece.plain().split()) > 8:
        return False
    ratio = piece.lines[0].size / after.lines[0].size
    return ratio > (1.08 if bold else 1.3)


def _prose(words: list[str]) -> bool:
    """Whether words read like a sentence: many, and few with a capital."""
    if len(words) < 9:
        return False
    big = sum(1 for word in words if word[0].isupper() or not word[0].isalpha())
    return big < 0.5 * len(words)


def depth(text: str) -> int:
    """Return the depth of a section number at the head of a title, 0 without."""
    match = _NUMBERING.match(text)
    return match[1].count(".") + 1 if match else 0


def numbered_levels(titles: list[tuple[str, int]]) -> dict[int, int]:
    """Return one level for each depth of section numbers, from titles with levels.

    What most titles of a depth have counts, and a deeper one is never higher.
    """
    votes: dict[int, dict[int, int]] = {}
    for text, level in titles:
        deep = depth(text)
        if deep:
            table = votes.setdefault(deep, {})
            table[level] = table.get(level, 0) + 1
    out: dict[int, int] = {}
    least = 1
    for deep in sorted(votes):
        table = votes[deep]
        least = out[deep] = max(least, max(table, key=lambda n: (table[n], -n)))
    return out

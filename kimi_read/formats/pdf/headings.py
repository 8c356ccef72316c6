"""Which blocks are headings, and of which level."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.pdf.look import HeadStyle, Look
    from kimi_read.formats.pdf.marks import Piece

_CAPTION = re.compile(
    r"(table|tab\.|figure|fig\.|chart|box|exhibit|plate|scheme|algorithm|listing|source"
    r"|sources|note|notes|abbildung|abb\.|tabelle|tableau|figura|tabla|рис\.|таблица)"
    r"\s*(\d|[ivx]+\b|[:.–—-]|[a-z]\.?\d)",
    re.IGNORECASE,
)
_NUMBERING = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+\S")
_DATE = re.compile(
    r"\W*(\d{1,2}\s+)?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
    r"(\s+\d{1,2},?)?\s+\d{4}\W*$|\W*\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\W*$",
    re.IGNORECASE,
)
_MAIL = re.compile(r"\S+@\S+\.\w+|https?://|www\.")
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

    ``height`` is that of the page; what stands at its very edges is none.
    """
    for at, piece in enumerate(pieces):
        if piece.kind != "text":
            continue
        if len(piece.lines) == 1 and piece.plain().lower().strip(" .:") in _KNOWN:
            piece.kind, piece.depth = "heading", 0
            continue
        style = look.heading_style(piece.lines[0])
        if style is None or not _worthy(piece, style, look):
            continue
        if (
            height
            and style[0] < 1.5 * look.size
            and (
                piece.y1 < 0.07 * height or piece.y0 > 0.935 * height
            )
        ):
            continue
        small = style[0] < 0.88 * look.size
        weak = small or not (_larger(style, look) or style[1])
        if weak and not _alone(pieces, at, look, aligned=small):
            continue
        piece.kind, piece.depth = "heading", 0


def _larger(style: HeadStyle, look: Look) -> bool:
    return style[0] >= look.size * 1.1 + 0.2


def _alone(pieces: list[Piece], at: int, look: Look, *, aligned: bool) -> bool:
    """Whether a weak line is the title of the text below it."""
    piece = pieces[at]
    if len(piece.lines) > 2 or at + 1 >= len(pieces):
        return False
    after = pieces[at + 1]
    if not after.lines or after.kind not in ("text", "item"):
        return after.kind in ("table", "code") and not aligned
    line = after.lines[0]
    if aligned and (
        abs(line.left - piece.lines[0].left) > 2 * look.size
        or line.size < 0.9 * look.size
    ):
        return False
    gap = after.y0 - piece.y1
    style = look.heading_style(line)
    return 0 <= gap + 2 < 3.5 * look.size and (style is None or len(after.lines) < 3)


def _worthy(piece: Piece, style: HeadStyle, look: Look) -> bool:
    """Whether nothing speaks against a block that stands out by its style."""
    text = piece.plain()
    larger, bold = _larger(style, look), style[1]
    ratio = style[0] / look.size
    if len(text) > MAX_CHARS or len(piece.lines) > MAX_LINES:
        return False
    letters = sum(1 for char in text if char.isalpha())
    if text.isdigit() and len(text) < 3 and ratio > 1.5:
        return True  # the number of a chapter
    if letters < 2 or letters < 0.5 * len(text.replace(" ", "")):
        return False
    if caption(text) or _DATE.match(text) or _MAIL.search(text):
        return False
    if text[-1] in ",;-–" or (text[0] in "([{" and text[-1] in ")]}"):
        return False
    words = text.split()
    if text[0].islower() and (not larger or (len(words) > 3 and ratio < 1.6)):
        return False
    if text[-1] == ":" and (len(words) > 5 or not larger):
        return False
    if (
        text[-1] == "."
        and ratio < 1.8
        and len(words)
        > (
            12 if bold and ratio > 1.12 and not _prose(words) else 4
        )
    ):
        return False
    if _prose(words) and ((ratio < 1.4 and not bold) or len(words) > 24):
        return False
    if not larger and (len(piece.lines) > 3 or len(text) > 120):
        return False
    if not larger and not bold and (len(words) > 10 or text[-1] in ".!?"):
        return False
    return not ("\\" in text and "{" in text)


def _prose(words: list[str]) -> bool:
    """Whether words read like a sentence: many, and few with a capital."""
    if len(words) < 9:
        return False
    big = sum(1 for word in words if word[0].isupper() or not word[0].isalpha())
    return big < 0.5 * len(words)


def numbering(text: str) -> int:
    """Return the depth of a section number at the head of a title, 0 without."""
    match = _NUMBERING.match(text)
    return match[1].count(".") + 1 if match else 0

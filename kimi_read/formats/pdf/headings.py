"""Which blocks are headings, and of which level."""

from __future__ import annotations

import re
from itertools import pairwise

from kimi_read.formats.pdf.labels import numbered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.pdf.look import HeadStyle, Look
    from kimi_read.formats.pdf.pieces import Piece

_CAPTION = re.compile(
    r"(table|tab\.|figure|fig\.|chart|diagram|graph|box|exhibit|plate|scheme|algorithm"
    r"|listing|source|sources|note|notes|photo|image|abbildung|abb\.|tabelle|tableau|figura|tabla|рис\.|таблица)"
    r"\s*(\d|[ivx]+\b|[:.–—-]|[a-z]\.?\d)",  # noqa: RUF001
    re.IGNORECASE,
)
_DATE = re.compile(
    r"\W*(\d{1,2}\s+)?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
    r"(\s+\d{1,2},?)?\s+\d{4}\W*$|\W*\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\W*$",
    re.IGNORECASE,
)
#: A span of years, as beside a post that was held.
_YEARS = re.compile(
    r"\W*([^\W\d]+\.?\s+|\d{1,2}[./])?\d{4}\s*[-–—/]\s*"  # noqa: RUF001
    r"(([^\W\d]+\.?\s+|\d{1,2}[./])?\d{2,4}|[^\W\d]+)?\W*$"
)
_MAIL = re.compile(r"\S+@\S+\.\w+|https?://|www\.")
#: An entry of a list of contents.
_ENTRY = re.compile(r"(\.\s?){3,}|\s\.\s*\d+$|…\s*\d*$")
_NUMBERING = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,4})[.)]?\s*[-–]?\s*(?=[^\W\d])")  # noqa: RUF001
#: How a function or a method is called, its arguments named.
_CALL = re.compile(r"[^\W\d][\w.]*\([^()\"']*\)(\s*(->|:)\s*\w[\w.\[\], ]*)?$")
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
        if piece.kind == "code" and _named(piece, pieces[at + 1 : at + 2], look):
            piece.kind, piece.depth = "heading", 0
    calls = [piece for at, piece in enumerate(pieces) if _called(pieces, at, look)]
    if len(calls) > 1:
        for piece in calls:
            piece.kind, piece.depth = "heading", 0
    many = sum(1 for piece in pieces if _only_number(piece, look)) > 1
    for at, piece in enumerate(pieces):
        if piece.kind != "text" or (many and _only_number(piece, look)):
            continue
        if any(word.field for line in piece.lines for word in line.units):
            continue
        if len(piece.lines) == 1 and piece.plain().lower().strip(" .:") in _KNOWN:
            piece.kind, piece.depth = "heading", 0
            continue
        style = look.heading_style(piece.lines[0])
        after = pieces[at + 1] if at + 1 < len(pieces) else None
        before = pieces[at - 1] if at else None
        if style is None:
            continue
        if not _worthy(piece, style, look, (before, after), lone=height > 0):
            continue
        if height and _at_edge(piece, after, height, style[0] / look.size):
            continue
        small = style[0] < 0.88 * look.size
        weak = small or not (_larger(style, look) or style[1])
        if weak and not _alone(piece, after, look, aligned=small):
            continue
        piece.kind, piece.depth = "heading", 0
    _rejoin(pieces, look)


def _rejoin(pieces: list[Piece], look: Look) -> None:
    """Join a heading that begins small to the one above, of which it is the rest.

    Their lines may be too far apart for one block.
    """
    for at in range(len(pieces) - 1, 0, -1):
        piece, above = pieces[at], pieces[at - 1]
        if not piece.kind == above.kind == "heading":
            continue
        line, last = piece.lines[0], above.lines[-1]
        if (
            line.text[0].islower()
            and abs(line.left - last.left) < 0.5 * line.size
            and 0 < line.base - last.base < 3 * line.size
            and look.heading_style(line) == look.heading_style(last)
            and len(piece.lines) + len(above.lines) <= MAX_LINES
        ):
            above.lines += piece.lines
            above.y1 = max(above.y1, piece.y1)
            del pieces[at]


def unnamed(pieces: list[Piece], look: Look) -> None:
    """Take back headings that only weight or slant tell, where an outline has none."""
    for piece in pieces:
        if piece.kind != "heading" or piece.level or piece.outline:
            continue
        style = look.heading_style(piece.lines[0])
        if (
            style is not None
            and not _larger(style, look)
            and style not in look.styled
            and piece.plain().lower().strip(" .:") not in _KNOWN
        ):
            piece.kind = "text"


def _named(piece: Piece, after: list[Piece], look: Look) -> bool:
    """Whether a line of code is the title of what follows: alone, bold and short."""
    line = piece.lines[0]
    if len(piece.lines) > 1 or not line.bold or look.bold or not after:
        return False
    below = after[0]
    return (
        line.size > 0.6 * look.size  # code is set smaller
        and len(line.text) < 50
        and any(char.isalpha() for char in line.text)
        and bool(below.lines)
        and not below.lines[0].bold
        and below.kind in ("text", "item", "code")
        and 0 < below.y0 - piece.y1 < 3.5 * look.size
    )


def _called(pieces: list[Piece], at: int, look: Look) -> bool:
    """Whether a line of code is how something is called, set over its description.

    It has clearly more room above it than below, as a title and no example has;
    no text announces it.
    """
    piece = pieces[at]
    if piece.kind != "code" or len(piece.lines) > 1 or not 0 < at < len(pieces) - 1:
        return False
    above, below = pieces[at - 1], pieces[at + 1]
    if below.kind != "text" or not _CALL.match(piece.plain()):
        return False
    if above.kind in ("heading", "text", "item") and above.plain()[-1:] in ":,;":
        return False
    room = below.y0 - piece.y1
    return (
        piece.lines[0].size > 0.8 * look.size
        and below.lines[0].text[0].isupper()
        and 0 < room < 2 * look.size
        and piece.y0 - above.y1 > 1.5 * room
    )


def _only_number(piece: Piece, look: Look) -> bool:
    """Whether a block is a large number alone; several are those of a list."""
    text = piece.plain()
    large = bool(piece.lines) and piece.lines[0].size > 1.5 * look.size
    return piece.kind == "text" and large and text.isdigit() and len(text) < 3


def _at_edge(piece: Piece, after: Piece | None, height: float, ratio: float) -> bool:
    """Whether a block stands at the upper or lower edge, apart from the text.

    A title may stand at the upper edge, but none has the lower edge to itself. What
    has parts at both margins needs less room below it to be furniture.
    """
    size = piece.lines[0].size
    if piece.y0 > 0.92 * height and (ratio < 1.5 or piece.plain()[-1].isdigit()):
        return True
    words = piece.lines[0].words
    parted = any(b.x0 - a.x1 > 2 * size for a, b in pairwise(words))
    room = 1.2 if parted and not piece.lines[0].bold else 1.6
    return (
        ratio < 1.5
        and piece.y1 < 0.09 * height
        and (after is None or after.y0 - piece.y1 > room * size or after.y1 < piece.y0)
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
    own = look.heading_style(piece.lines[0])
    same = (
        style is not None
        and own is not None
        and style[1] == own[1]
        and abs(style[0] - own[0]) < 0.1 * own[0]
    )
    if aligned and (
        abs(line.left - piece.lines[0].left) > 2 * look.size
        or (line.size < 0.9 * look.size and not same)
    ):
        return False
    gap = after.y0 - piece.y1
    return 0 <= gap + 2 < 3.5 * look.size and (style is None or len(after.lines) < 3)


def _worthy(
    piece: Piece,
    style: HeadStyle,
    look: Look,
    near: tuple[Piece | None, Piece | None],
    *,
    lone: bool,
) -> bool:
    """Whether nothing speaks against a block that stands out by its style.

    ``near`` are the blocks before and after it; ``lone`` says that the page is the
    whole document, where a bold label may be all the title that a list has.
    """
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
    if caption(text) or _dated(text) or _MAIL.search(text):
        return False
    if text[-1] in ",;-–" or (text[0] in "([{" and text[-1] in ")]}"):  # noqa: RUF001
        return False
    words = text.split()
    if text[0].islower() and (not larger or (len(words) > 3 and ratio < 1.6)):
        return False
    if text.count(")") > text.count("(") and not numbered(text.split()[0]):
        return False  # the end of something longer
    if text[-1] == ":" and not (
        (_over(piece, near[1], bold=bold) and (bold or ratio > 1.3))
        or (lone and bold and not style[2] and _over_list(piece, near))
    ):
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


def _dated(text: str) -> bool:
    """Whether a text is a date or a span of years."""
    return bool(_DATE.match(text) or _YEARS.match(text))


def _over(piece: Piece, after: Piece | None, *, bold: bool) -> bool:
    """Whether a line with a colon is set larger than what follows it."""
    if after is None or not after.lines or len(piece.plain().split()) > 8:
        return False
    ratio = piece.lines[0].size / after.lines[0].size
    return ratio > (1.08 if bold else 1.3)


def _over_list(piece: Piece, near: tuple[Piece | None, Piece | None]) -> bool:
    """Whether a bold line with a colon stands by itself over a list.

    There is no less room above it than below, or a heading above.
    """
    before, after = near
    if after is None or not after.lines or len(piece.lines) > 1:
        return False
    if after.kind != "item" and not numbered(after.lines[0].head):
        return False
    below = after.y0 - piece.y1
    size = piece.lines[0].size
    if len(piece.plain().split()) > 8 or not -0.5 * size < below < 2 * size:
        return False
    if before is None or before.kind == "heading":
        return True
    above = piece.y0 - before.y1
    return above > max(0.9 * below, 0.6 * size) or above < -size


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

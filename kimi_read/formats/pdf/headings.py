"""Which blocks are headings, and of which level."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.pdf.look import Look
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


def mark(pieces: list[Piece], look: Look) -> None:
    """Make headings of the text blocks that look like one."""
    for piece in pieces:
        if piece.kind != "text":
            continue
        style = look.heading_style(piece.lines[0])
        if style is not None and _worthy(piece, style, look):
            piece.kind = "heading"


def _worthy(piece: Piece, style: tuple[float, bool], look: Look) -> bool:
    """Whether nothing speaks against a block that stands out by its style."""
    text = piece.plain()
    larger = style[0] >= look.size * 1.1 + 0.2
    if len(text) > MAX_CHARS or len(piece.lines) > MAX_LINES:
        return False
    letters = sum(1 for char in text if char.isalpha())
    if letters < 2 or letters < 0.5 * len(text.replace(" ", "")):  # noqa: PLR2004
        return False
    if caption(text) or _DATE.match(text) or _MAIL.search(text):
        return False
    if text[-1] in ",;-" or text[0] in "([{" and text[-1] in ")]}":
        return False
    if text[0].islower() and not larger:
        return False
    if not larger and (len(piece.lines) > 3 or len(text) > 120):  # noqa: PLR2004
        return False
    if text[-1] == "." and (len(text) > 60 or not larger) and text.count(" ") > 5:  # noqa: PLR2004
        return False
    return not ("\\" in text and "{" in text)


def numbering(text: str) -> int:
    """Return the depth of a section number at the head of a title, 0 without."""
    match = _NUMBERING.match(text)
    return match[1].count(".") + 1 if match else 0

"""Bold lines that are no headings: the terms of a glossary, the questions of a talk.

They are as large as the text, and many. A term has one paragraph that hangs below
it, further in; a question is answered by a text that says so.
"""

from __future__ import annotations

import re
from itertools import groupby, pairwise

from kimi_read.formats.pdf.labels import numbered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kimi_read.formats.pdf.look import HeadStyle, Look
    from kimi_read.formats.pdf.pieces import Piece

#: So many terms are a list of them; fewer are where they are sorted.
_MANY = 4
_SORTED = 3
#: So many headings in a row, with nothing between them, are none.
_ROW = 5
#: The most words that a term has.
_WORDS = 8
_QUESTION = re.compile(r"(q|f|question|frage)\s?\d{0,3}\s?[.:)]\s", re.IGNORECASE)
_ANSWER = re.compile(
    r"(a|r|answer|antwort|réponse|respuesta)\s?\d{0,3}\s?[.:)]\s", re.IGNORECASE
)


def learn(pages: Iterable[list[Piece]], look: Look) -> set[HeadStyle]:
    """Return the styles in which the headings of some pages are but terms."""
    heads: dict[HeadStyle, int] = {}
    hung: dict[HeadStyle, list[str]] = {}
    for pieces in pages:
        for at, piece in enumerate(pieces):
            style = _style(piece, look)
            if style is None:
                continue
            heads[style] = heads.get(style, 0) + 1
            if _hangs(pieces, at, look):
                hung.setdefault(style, []).append(piece.plain().lower())
    return {
        style for style, texts in hung.items()
        if len(texts) >= 0.9 * heads[style]
        and (len(texts) >= _MANY
             or (len(texts) >= _SORTED and all(a < b for a, b in pairwise(texts))))
    }  # fmt: skip


def take_back(pieces: list[Piece], styles: set[HeadStyle], look: Look) -> None:
    """Make text of the headings of a page that are terms or answered questions."""
    for at, piece in enumerate(pieces):
        style = _style(piece, look)
        if style is None:
            continue
        if style in styles or _answered(piece, pieces[at + 1 : at + 2]):
            piece.kind = "text"
    _bare(pieces, look)


def _bare(pieces: list[Piece], look: Look) -> None:
    """Make text of many headings in a row that are but a little larger.

    Nothing stands below any of them: they are lines of a list.
    """

    def slight(piece: Piece) -> HeadStyle | None:
        if piece.kind != "heading" or piece.level or piece.outline or not piece.lines:
            return None
        style = look.heading_style(piece.lines[0])
        if style is None or style[1] or style[3] or style[0] >= 1.5 * look.size:
            return None
        return style

    for style, group in groupby(pieces, slight):
        run = list(group)
        if style is not None and len(run) >= _ROW:
            for piece in run:
                piece.kind = "text"


def _style(piece: Piece, look: Look) -> HeadStyle | None:
    """Return the style of a heading that nothing but its weight or slant tells."""
    if piece.kind != "heading" or piece.level or piece.outline or not piece.lines:
        return None
    style = look.heading_style(piece.lines[0])
    if style is None or style[3] or style[0] >= 1.05 * look.size + 0.2:
        return None
    return style


def _hangs(pieces: list[Piece], at: int, look: Look) -> bool:
    """Whether a single paragraph hangs below a short line, and further in."""
    piece = pieces[at]
    after = pieces[at + 1] if at + 1 < len(pieces) else None
    if after is None or len(piece.lines) > 1 or after.kind != "text":
        return False
    text, line = piece.plain(), piece.lines[0]
    if len(text.split()) > _WORDS or numbered(line.head):
        return False
    least = line.left + 0.9 * look.size
    if any(n.left < least for n in after.lines) or after.y0 - piece.y1 > look.size:
        return False
    beyond = pieces[at + 2] if at + 2 < len(pieces) else None
    return beyond is None or beyond.kind == "heading" or beyond.y1 < after.y0


def _answered(piece: Piece, after: list[Piece]) -> bool:
    if not after or after[0].kind not in ("text", "item") or not after[0].lines:
        return False
    first = after[0].lines[0]
    return bool(_QUESTION.match(piece.plain()) and _ANSWER.match(first.head + " "))

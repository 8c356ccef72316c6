"""Footnotes: those at the foot of a page whose marks stand in its text."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.pdf.look import Look
    from kimi_read.formats.pdf.marks import Word
    from kimi_read.formats.pdf.pieces import Piece

#: How many blocks from the end of a page may be notes whose mark is not raised.
_LAST = 12
_MARK = re.compile(r"[\[(]?(\d{1,3}|[*†‡§¶]{1,3}|[a-z])[\])]?[.)]?$")


def find(pieces: list[Piece], look: Look, page: int, taken: set[str]) -> None:
    """Make notes of the last blocks of a page that its marks ask for.

    A mark is a raised number or sign; the block begins with the same one and is
    set smaller than the text, or is tagged as a note. ``taken`` are the labels that
    earlier pages have used.
    """
    marks: dict[str, list[Word]] = {}
    for piece in pieces:
        words = [w for line in piece.lines for w in line.units]
        if piece.grid is not None:
            words = piece.grid.words()
        for at, word in enumerate(words):
            match = _MARK.match(word.text) if word.rise > 0 else None
            if match and (at or piece.kind not in ("text", "item", "note")):
                marks.setdefault(match[1], []).append(word)
    if not marks:
        return
    for at, piece in enumerate(reversed(pieces)):
        tagged = piece.kind == "note"
        if not tagged and (piece.kind not in ("text", "item") or not piece.lines):
            continue
        first = piece.lines[0].units[0] if piece.lines else None
        raised = first is not None and first.rise > 0
        if not (tagged or raised) and piece.lines[0].size > 0.96 * look.size:
            continue
        name = _name(piece)
        if name not in marks or not (tagged or raised or at < _LAST):
            continue
        label = name if name.isalnum() else f"{page}-{len(name)}"
        if label in taken:
            label = f"{page}-{label}"
        taken.add(label)
        _strip(piece)
        piece.kind, piece.label, piece.depth = "note", label, 0
        piece.number = None
        for word in marks.pop(name):
            word.text, word.raw, word.rise = f"[^{label}]", True, 0
            word.parts = []


def _name(piece: Piece) -> str:
    """Return the mark that a block begins with; empty if there is none."""
    line = piece.lines[0]
    if piece.label:
        match = _MARK.match(piece.label)
        return match[1] if match else ""
    match = _MARK.match(line.head)
    return match[1] if match and not line.single else ""


def _strip(piece: Piece) -> None:
    """Take the mark off the text of a note."""
    line = piece.lines[0]
    if not piece.label:
        line.words = line.words[1:]
        line.measure()

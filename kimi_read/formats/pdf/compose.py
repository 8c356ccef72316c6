"""Blocks of the page to blocks of the document."""

from __future__ import annotations

import itertools

from kimi_read import blocks as b
from kimi_read import inline
from kimi_read.formats.pdf import lines as rows_of
from kimi_read.formats.pdf import texts
from kimi_read.formats.pdf.labels import labelled
from kimi_read.formats.pdf.marks import Line, Word
from kimi_read.formats.pdf.pieces import Piece
from kimi_read.formats.pdf.words import join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.formats.pdf.grids import Grid
    from kimi_read.formats.pdf.look import Look


def block(piece: Piece, look: Look, notes: set[str]) -> b.Block | None:
    """Return the block of one piece; tables are made by ``rows``."""
    kind = piece.kind
    if kind == "code":
        return b.Code(code(piece.lines), depth=piece.depth)
    if kind == "heading":
        text = texts.text(piece.lines, look, heading=True)
        return b.Heading(text, max(1, min(piece.level, 6))) if text else None
    text = piece.text or texts.text(piece.lines, look, notes=notes)
    if not text and kind == "item" and piece.number is not None:
        return b.Item("", piece.depth, piece.number)
    if not text:
        return None
    if kind == "item":
        if piece.number is None and piece.label and piece.label[-1] in ".)":
            text = f"{inline.escape(piece.label)} {text}"
        return b.Item(text, piece.depth, piece.number)
    if kind == "quote":
        return b.Quote(text, piece.depth)
    if kind == "note":
        return b.Note(piece.label, text)
    return b.Paragraph(text, piece.depth)


def code(lines: list[Line]) -> str:
    """Return lines of code with their indentation and empty lines.

    Columns are told by the width of a letter.
    """
    wide: dict[float, int] = {}
    for line in lines:
        for word in line.words:
            if len(word.text) > 2:
                width = round((word.x1 - word.x0) / len(word.text), 2)
                wide[width] = wide.get(width, 0) + len(word.text)
    size = lines[0].size
    em = max(wide, key=wide.__getitem__) if wide else 0.6 * size
    left = min(line.x0 for line in lines)
    steps = sorted(b.base - a.base for a, b in itertools.pairwise(lines))
    positive = [step for step in steps if step > 0.5 * size]
    pitch = positive[len(positive) // 3] if positive else 1.2 * size
    out: list[str] = []
    last: Line | None = None
    for line in lines:
        if last is not None:
            gap = line.base - last.base
            out += [""] * max(0, min(3, round(gap / pitch) - 1))
        out.append(_spaced(line, left, em))
        last = line
    return "\n".join(out)


def _spaced(line: Line, left: float, em: float) -> str:
    out = ""
    for word in line.words:
        column = round((word.x0 - left) / em)
        if word.gap and out:
            column = max(column, len(out) + 1)
        out = out.ljust(min(column, len(out) + 200)) if word.gap or not out else out
        out += word.text
    return out


def rows(grid: Grid, look: Look, notes: set[str]) -> Iterator[list[str]]:
    """Yield the rows of a table as cells of inline Markdown."""
    for row in grid.table():
        yield [cell(words, look, notes) for words in row]


def cell(words: list[Word], look: Look, notes: set[str]) -> str:
    """Return the text of a cell; the items of a list in it are lines of their own."""
    if not words:
        return ""
    lines = [Line(join(row)) for row in rows_of.rows(words)]
    return "\n".join(
        label + texts.text(part, look, notes=notes) for label, part in labelled(lines)
    )

"""Columns of a table with rules that no rule parts: the cells are aligned."""

from __future__ import annotations

import itertools

from kimi_read.formats.pdf.grids import Cell
from kimi_read.formats.pdf.lines import rows as rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.pdf.grids import Grid
    from kimi_read.formats.pdf.marks import Word

#: The least room between such columns, in sizes of their letters.
_ROOM = 2.0
#: How many rows must have text on both sides of it.
_ROWS = 3


def part(grid: Grid) -> None:
    """Part each column of cells of one line at strips that all of them leave free."""
    for column in range(grid.columns - 1, -1, -1):
        own = [c for c in grid.cells if c.column == column and c.wide == 1]
        lines = [(c, rows_of(c.words)) for c in own if c.words]
        if len(lines) < _ROWS or any(len(rows) > 1 for _, rows in lines):
            continue
        cuts = _cuts([rows[0] for _, rows in lines])
        if cuts:
            _split(grid, column, cuts)


def _cuts(rows: list[list[Word]]) -> list[float]:
    """Return the middles of the strips, from left to right."""
    words = sorted((w for row in rows for w in row), key=lambda w: w.x0)
    out: list[float] = []
    reach = words[0].x1
    for word in words[1:]:
        if word.x0 - reach > _ROOM * word.size:
            x = (word.x0 + reach) / 2
            both = sum(
                1 for row in rows
                if any(w.x1 < x for w in row) and any(w.x0 > x for w in row)
            )  # fmt: skip
            if both >= _ROWS:
                out.append(x)
        reach = max(reach, word.x1)
    return out


def _split(grid: Grid, column: int, cuts: list[float]) -> None:
    more: list[Cell] = []
    for cell in grid.cells:
        if cell.column > column:
            cell.column += len(cuts)
        elif cell.column + cell.wide > column and cell.wide > 1:
            cell.wide += len(cuts)
        elif cell.column == column:
            words = cell.words
            edges = [float("-inf"), *cuts, float("inf")]
            for at, (low, high) in enumerate(itertools.pairwise(edges)):
                part_of = [w for w in words if low < (w.x0 + w.x1) / 2 <= high]
                if at:
                    more.append(Cell(cell.row, column + at, cell.high, 1))
                    more[-1].words = part_of
                else:
                    cell.words = part_of
    grid.cells = sorted([*grid.cells, *more], key=lambda c: (c.row, c.column))
    grid.columns += len(cuts)

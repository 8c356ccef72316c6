"""A table on a page: cells in a grid, each with the words that lie in it."""

from __future__ import annotations

import itertools

from kimi_read.formats.pdf.lines import rows as rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from kimi_read.formats.pdf.marks import Area, Line, Word

    Box = tuple[float, float, float, float]
    Item: TypeAlias = "Line | Grid | Panel"

#: A gap of this many sizes of letters parts columns; a cell has few rows with one.
_APART = 3.0
_FEW = 4


class Cell:
    """A cell: its first row and column, how many it spans, and its words."""

    __slots__ = ("column", "high", "row", "wide", "words")

    def __init__(self, row: int, column: int, high: int = 1, wide: int = 1) -> None:
        self.row, self.column, self.high, self.wide = row, column, high, wide
        self.words: list[Word] = []


class Grid:
    """A table found on a page. ``heads`` is how many first rows are its head.

    ``rest`` says that its first row is the end of one on the page before.
    """

    __slots__ = ("cells", "columns", "heads", "rest", "rows", "ruled", "tagged",
                 "tracks", "x0", "x1", "y0", "y1")  # fmt: skip

    def __init__(self, box: Box, cells: list[Cell], *, ruled: bool = False) -> None:
        self.x0, self.y0, self.x1, self.y1 = box
        self.cells = cells
        self.ruled = ruled
        self.tagged = self.rest = False
        self.heads = 1
        #: Left edges of the columns, to know the same table on the next page.
        self.tracks: tuple[float, ...] = ()
        self._measure()

    def _measure(self) -> None:
        self.rows = max((c.row + c.high for c in self.cells), default=0)
        self.columns = max((c.column + c.wide for c in self.cells), default=0)

    def count(self) -> int:
        """Return how many cells hold text."""
        return sum(1 for cell in self.cells if cell.words)

    def words(self) -> list[Word]:
        """Return all words of the table."""
        return [word for cell in self.cells for word in cell.words]

    def touches(self, other: Grid) -> bool:
        """Whether two tables overlap."""
        return (
            self.x0 < other.x1 - 1 and other.x0 < self.x1 - 1
            and self.y0 < other.y1 - 1 and other.y0 < self.y1 - 1
        )  # fmt: skip

    def compact(self) -> None:
        """Drop rows and columns in which no cell with text begins.

        Double rules and gaps between boxes make empty ones.
        """
        rows = sorted({c.row for c in self.cells if c.words})
        columns = sorted({c.column for c in self.cells if c.words})
        if len(rows) == self.rows and len(columns) == self.columns:
            return
        filled = [c for c in self.cells if c.words]
        # a row or column stays if a cell with text begins or an empty one of
        # ordinary size lies there; only those nobody stands in are dropped
        for cell in filled:
            cell.high = sum(1 for r in rows if cell.row <= r < cell.row + cell.high)
            cell.wide = sum(
                1 for c in columns if cell.column <= c < cell.column + cell.wide
            )
            cell.row = rows.index(cell.row)
            cell.column = columns.index(cell.column)
        self.cells = sorted(filled, key=lambda c: (c.row, c.column))
        self.rows, self.columns = len(rows), len(columns)

    def mirror(self) -> None:
        """Let the first column be the one at the right, as in Arabic and Hebrew."""
        for cell in self.cells:
            cell.column = self.columns - cell.column - cell.wide
        self.cells.sort(key=lambda c: (c.row, c.column))

    def table(self) -> list[list[list[Word]]]:
        """Return the words of each place; a span gives its words once."""
        out: list[list[list[Word]]] = [
            [[] for _ in range(self.columns)] for _ in range(self.rows)
        ]
        for cell in self.cells:
            out[cell.row][cell.column] += cell.words
        return out


class Panel:
    """A box with a ground of its own, whose contents are read together."""

    __slots__ = ("items", "x0", "x1", "y0", "y1")

    def __init__(self, area: Area, inside: list[Item]) -> None:
        self.x0, self.y0, self.x1, self.y1 = area.x0, area.y0, area.x1, area.y1
        self.items = inside


def form_row(grid: Grid) -> bool:
    """Whether two cells side by side are stacks of lines that belong together.

    Then the rules are those of a form, and the rows have none.
    """
    rows: dict[int, list[set[int]]] = {}
    for cell in grid.cells:
        if cell.words and stack(cell):
            bases = {round(row[0].base / 2) for row in rows_of(cell.words)}
            rows.setdefault(cell.row, []).append(bases)
    return any(
        len(one & other) > 0.6 * min(len(one), len(other))
        for cells in rows.values()
        for one, other in itertools.pairwise(cells)
    )


def framed(grid: Grid) -> bool:
    """Whether rules are a frame around parts of a page that have columns of their own.

    Then most rows of text in one of its cells are parted by wide gaps.
    """
    for cell in grid.cells:
        rows = [sorted(row, key=lambda w: w.x0) for row in rows_of(cell.words)]
        parted = sum(
            1 for row in rows
            if any(b.x0 - a.x1 > _APART * a.size for a, b in itertools.pairwise(row))
        )  # fmt: skip
        if parted >= _FEW and parted > 0.6 * len(rows):
            return True
    return False


def stack(cell: Cell) -> bool:
    """Whether a cell is a box of many short lines: a form, not a value."""
    lines = [sorted(row, key=lambda w: w.x0) for row in rows_of(cell.words)]
    if len(lines) < 5:
        return False
    right = max(word.x1 for word in cell.words)
    ended = sum(
        1
        for line, after in itertools.pairwise(lines)
        if right - line[-1].x1 > after[0].x1 - after[0].x0 + 0.4 * line[-1].size
    )
    return ended > 0.6 * (len(lines) - 1)

"""Tables as pdfplumber finds them, for ``--tables pdfplumber``.

It is another opinion on where the cells are, and slow; the words stay our own.
"""

from __future__ import annotations

import io

from kimi_read.errors import MissingExtra
from kimi_read.formats.pdf.grids import Cell, Grid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kimi_read.formats.pdf.marks import Word


def prepare() -> None:
    """Import the package and what it loads late.

    Raises:
        MissingExtra: it is not installed.
    """
    try:
        import encodings.utf_16_be  # noqa: F401

        import pdfplumber  # noqa: F401
    except ImportError:
        raise MissingExtra(
            "--tables pdfplumber needs the package pdfplumber, which is not installed",
            hint="pip install pdfplumber, or leave the option out",
        ) from None


class Plumber:
    """A document opened a second time."""

    def __init__(self, data: bytes, password: str) -> None:
        import pdfplumber

        self._pdf = pdfplumber.open(io.BytesIO(data), password=password or None)

    def tables(self, index: int, words: list[Word]) -> list[Grid]:
        """Return the tables of a page, with these words in their cells."""
        page = self._pdf.pages[index]
        out: list[Grid] = []
        left = list(words)
        for table in page.find_tables():
            grid, left = _grid(table, left)
            if grid is not None:
                out.append(grid)
        page.close()
        return out


def _grid(table: Any, words: list[Word]) -> tuple[Grid | None, list[Word]]:
    """Return one table and the words that are not in it."""
    edges = sorted({round(cell[0]) for row in table.rows for cell in row.cells if cell})
    cells: list[Cell] = []
    taken: set[int] = set()
    for number, row in enumerate(table.rows):
        for box in row.cells:
            if not box:
                continue
            first = edges.index(round(box[0]))
            wide = sum(1 for x in edges[first:] if x < box[2] - 1)
            cell = Cell(number, first, 1, max(1, wide))
            for word in words:
                x, y = (word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2
                inside = box[0] <= x <= box[2] and box[1] <= y <= box[3]
                if inside and id(word) not in taken:
                    cell.words.append(word)
                    taken.add(id(word))
            cells.append(cell)
    if len(edges) < 2 or len(table.rows) < 2 or not taken:
        return None, words
    grid = Grid(tuple(table.bbox), cells, ruled=True)
    return grid, [word for word in words if id(word) not in taken]

"""A page's words and shapes to blocks in reading order, without tags."""

from __future__ import annotations

from kimi_read.formats.pdf import columns, lattice, tables
from kimi_read.formats.pdf.grids import Grid
from kimi_read.formats.pdf.labels import attach
from kimi_read.formats.pdf.lines import beside, segments
from kimi_read.formats.pdf.marks import Line, Piece, Word
from kimi_read.formats.pdf.paragraphs import group

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.pdf.evidence import Evidence
    from kimi_read.formats.pdf.look import Look
    from kimi_read.formats.pdf.marks import Shapes

    Item = Line | Grid
    Region = list[Item]


def visible(seen: Evidence) -> list[Word]:
    """Return the words of the page's main direction that can be seen."""
    return [word for word in seen.words if not word.hidden]


def items(
    seen: Evidence, words: list[Word], *, tagged: bool = False
) -> list[Item]:
    """Return the segments and the tables with rules of a page, in no order.

    The tables of a ``tagged`` page are not looked for: its tags tell them.
    """
    if tagged:
        return [*segments(words)]
    grids = lattice.tables(seen.shapes, words)
    taken = {id(word) for grid in grids for word in grid.words()}
    rest = [word for word in words if id(word) not in taken]
    lines = attach(segments(rest), seen.shapes.marks) if rest else []
    if len(seen.shapes.across) > 1:
        more = tables.bounded(seen.shapes, lines)
        more = [grid for grid in more if not any(grid.touches(g) for g in grids)]
        taken = {id(word) for grid in more for word in grid.words()}
        lines = [n for n in lines if id(n.words[0]) not in taken]
        grids += more
    return [*lines, *grids]


def regions(found: list[Item], seen: Evidence, size: float) -> list[Region]:
    """Return the regions of a page in reading order, each from top to bottom."""
    return [
        _by_rows(region, seen.shapes, size) for region in columns.order(found, size)
    ]


def _by_rows(region: Region, shapes: Shapes, size: float) -> Region:
    """Sort a region by rows, find tables, and join what stands side by side."""
    out: Region = []
    rows: list[list[Line]] = []
    for item in sorted(region, key=lambda i: (_base(i), i.x0)):
        if isinstance(item, Grid):
            out += tables.loose(rows, shapes, size)
            out.append(item)
            rows = []
        elif rows and beside(rows[-1], item):
            rows[-1].append(item)
        else:
            rows.append([item])
    return out + tables.loose(rows, shapes, size)


def _base(item: Line | Grid) -> float:
    return item.base if isinstance(item, Line) else item.y0


def pieces(region: Region, look: Look) -> list[Piece]:
    """Return the blocks of one region."""
    out: list[Piece] = []
    lines: list[Line] = []
    for item in region:
        if isinstance(item, Line):
            lines.append(item)
            continue
        out += group(lines, look)
        lines = []
        piece = Piece("table")
        piece.grid, piece.y0, piece.y1 = item, item.y0, item.y1
        out.append(piece)
    return out + group(lines, look)

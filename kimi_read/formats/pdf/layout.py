"""A page's words and shapes to blocks in reading order, without tags."""

from __future__ import annotations

from kimi_read.formats.pdf import columns, lattice
from kimi_read.formats.pdf.grids import Grid
from kimi_read.formats.pdf.labels import attach
from kimi_read.formats.pdf.lines import merged, segments
from kimi_read.formats.pdf.marks import Line, Piece, Word
from kimi_read.formats.pdf.paragraphs import group

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.pdf.evidence import Evidence
    from kimi_read.formats.pdf.look import Look

    Item = Line | Grid
    Region = list[Item]


def visible(seen: Evidence) -> list[Word]:
    """Return the words of the page's main direction that can be seen."""
    return [word for word in seen.words if not word.hidden]


def items(seen: Evidence, words: list[Word]) -> list[Item]:
    """Return the segments and ruled tables of a page, in no order."""
    grids = lattice.tables(seen.shapes, words)
    taken = {id(word) for grid in grids for word in grid.words()}
    rest = [word for word in words if id(word) not in taken]
    lines = attach(segments(rest), seen.shapes.marks) if rest else []
    return [*lines, *grids]


def regions(found: list[Item], size: float) -> list[Region]:
    """Return the regions of a page in reading order, each from top to bottom."""
    return [_by_rows(region) for region in columns.order(found, size)]


def _by_rows(region: Region) -> Region:
    """Sort a region by rows and join what stands side by side."""
    out: Region = []
    row: list[Line] = []
    for item in sorted(region, key=lambda i: (_base(i), i.x0)):
        if isinstance(item, Grid):
            out += _joined(row)
            out.append(item)
            row = []
        elif row and item.base - row[0].base > 0.22 * item.size:
            out += _joined(row)
            row = [item]
        else:
            row.append(item)
    return out + _joined(row)


def _base(item: Line | Grid) -> float:
    return item.base if isinstance(item, Line) else item.y0


def _joined(row: list[Line]) -> list[Line]:
    return [merged(row)] if row else []


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

"""A page's words and shapes to blocks in reading order, without tags."""

from __future__ import annotations

from kimi_read.formats.pdf import bounded, columns, lattice, tables
from kimi_read.formats.pdf.findings import Evidence
from kimi_read.formats.pdf.grids import Grid, Panel
from kimi_read.formats.pdf.labels import attach, bulleted
from kimi_read.formats.pdf.lines import beside, merged, segments
from kimi_read.formats.pdf.marks import Line, Word
from kimi_read.formats.pdf.paragraphs import group
from kimi_read.formats.pdf.pieces import Piece
from kimi_read.formats.pdf.shapes import light
from kimi_read.formats.pdf.words import leftward

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.pdf.grids import Item
    from kimi_read.formats.pdf.look import Look
    from kimi_read.formats.pdf.marks import Shapes

    Region = list[Line | Grid]


def visible(seen: Evidence) -> list[Word]:
    """Return the words of the page's main direction that can be seen."""
    return [word for word in seen.words if not word.hidden]


def items(
    seen: Evidence,
    words: list[Word],
    *,
    tagged: bool = False,
    grids: list[Grid] | None = None,
) -> list[Item]:
    """Return the segments and the tables with rules of a page, in no order.

    The tables of a ``tagged`` page are not looked for: its tags tell them. With
    ``grids`` those are the tables.
    """
    if tagged:
        return [*segments(words)]
    given = grids is not None
    found = lattice.tables(seen.shapes, words) if grids is None else grids
    taken = {id(word) for grid in found for word in grid.words()}
    if found and seen.shapes.marks:
        bulleted(found, seen.shapes.marks)
    rest = [word for word in words if id(word) not in taken]
    lines = attach(segments(rest), seen.shapes.marks) if rest else []
    if len(seen.shapes.across) > 1 and not given:
        more = bounded.tables(seen.shapes, lines)
        more = [grid for grid in more if not any(grid.touches(g) for g in found)]
        taken = {id(word) for grid in more for word in grid.words()}
        lines = [n for n in lines if id(n.words[0]) not in taken]
        found += more
    return [*lines, *found]


#: A page of more segments than this is read by rows.
MAX_ITEMS = 2_500


def regions(found: list[Item], seen: Evidence, size: float) -> list[Region]:
    """Return the regions of a page in reading order, each from top to bottom."""
    if len(found) > MAX_ITEMS:
        return [_plain_rows([i for i in found if not isinstance(i, Panel)])]
    out: list[Region] = []
    for region in columns.order(_panels(found, seen), size):
        rest: Region = []
        for item in sorted(region, key=lambda i: (round(_base(i)), i.x0)):
            if isinstance(item, Panel):
                for inner in item.items:
                    if isinstance(inner, Line):
                        inner.boxed = True
                out += [_by_rows(rest, seen.shapes, size)] if rest else []
                out += regions(item.items, Evidence.bare(seen), size)
                rest = []
            else:
                rest.append(item)
        out += [_by_rows(rest, seen.shapes, size)] if rest else []
    return out


def _plain_rows(found: Region) -> Region:
    """Return what is too much to be laid out, sorted by rows and no more."""
    out: Region = []
    row: list[Line] = []
    for item in sorted(found, key=lambda i: (_base(i), i.x0)):
        if isinstance(item, Grid):
            out.append(item)
        elif row and item.base - row[0].base <= 0.22 * item.size:
            row.append(item)
        else:
            out += [merged(row)] if row else []
            row = [item]
    return out + ([merged(row)] if row else [])


def _panels(found: list[Item], seen: Evidence) -> list[Item]:
    """Put what lies on a shaded box, with something beside it, into a panel."""
    out: list[Item] = list(found)
    boxes = [
        area for area in seen.shapes.fills
        if area.x1 - area.x0 > 60 and area.y1 - area.y0 > 30
        and not light(area.colour)
        and (area.x1 - area.x0) * (area.y1 - area.y0) < 0.6 * seen.width * seen.height
    ]  # fmt: skip
    for area in sorted(boxes, key=lambda a: (a.x1 - a.x0) * (a.y1 - a.y0))[:60]:
        inside, crossing, beside_it = [], False, False
        for item in out:
            within = area.y0 - 1 <= (item.y0 + item.y1) / 2 <= area.y1 + 1
            if not within:
                continue
            if item.x0 >= area.x0 - 2 and item.x1 <= area.x1 + 2:
                inside.append(item)
            elif item.x1 < area.x0 or item.x0 > area.x1:
                beside_it = True
            else:
                crossing = True
        if len(inside) > 1 and beside_it and not crossing:
            gone = {id(item) for item in inside}
            out = [item for item in out if id(item) not in gone]
            out.append(Panel(area, inside))
    return out


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


def _base(item: Line | Grid | Panel) -> float:
    return item.base if isinstance(item, Line) else item.y0


def pieces(region: Region, look: Look) -> list[Piece]:
    """Return the blocks of one region."""
    out: list[Piece] = []
    lines: list[Line] = []
    for item in region:
        if isinstance(item, Line):
            lines.append(item)
            continue
        out += group(_facing(lines), look)
        lines = []
        if leftward(item.words()):
            item.mirror()
        piece = Piece("table")
        piece.grid, piece.y0, piece.y1 = item, item.y0, item.y1
        out.append(piece)
    return out + group(_facing(lines), look)


def _facing(lines: list[Line]) -> list[Line]:
    """Reflect lines that run from right to left: indents and room are told by x."""
    if not lines or not lines[0].units[0].backward:
        return lines
    words = [word for line in lines for word in line.all_words()]
    if not leftward(words):
        return lines
    both = min(word.x0 for word in words) + max(word.x1 for word in words)
    for word in words:
        word.x0, word.x1 = both - word.x1, both - word.x0
    for line in lines:
        if line.label:
            line.label_x = line.sign.x0 if line.sign else both - line.label_x
        line.measure()
    return lines

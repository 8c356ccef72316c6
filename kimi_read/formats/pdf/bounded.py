"""Tables between rules of one width: three rules, one a row, or one under the head."""

from __future__ import annotations

import itertools

from kimi_read.formats.pdf.headings import caption
from kimi_read.formats.pdf.lattice import clusters, collinear
from kimi_read.formats.pdf.lines import beside
from kimi_read.formats.pdf.tables import gridded, holds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.pdf.grids import Grid
    from kimi_read.formats.pdf.marks import Line, Rule, Shapes

    Row = list[Line]

_SHORTEST = 45.0


def tables(shapes: Shapes, lines: list[Line]) -> list[Grid]:
    """Return tables between rules of one width (three rules, or one a row).

    The edges of shaded rows count beside a rule. The head may stand on the first
    rule, and last rows below the last one.
    """
    rules = collinear(r for r in shapes.across if not r.soft)
    walls = clusters((r.at for r in shapes.down if not r.soft), 2.0)
    out: list[Grid] = []
    for group in _groups(rules, collinear(r for r in shapes.across if r.soft)):
        left, right = group[0].start, group[0].stop
        for first, last in _stretches(group, lines):
            inside = _inside(lines, left, right, first, last)
            inside = _adopted(inside, lines, (left, first, right, last))
            upper = min((n.y0 for n in inside), default=first)
            lower = max((n.y1 for n in inside), default=last)
            floors = [r.at for r in group if upper - 9 <= r.at <= lower + 9]
            inner = [
                r for r in rules
                if upper < r.at < last and r.start >= left - 2 and r.stop <= right + 2
                and r.stop - r.start < 0.9 * (right - left)
            ]  # fmt: skip
            grid = gridded(inside, floors, inner, walls)
            if grid is not None and holds(grid):
                grid.x0, grid.x1 = min(grid.x0, left), max(grid.x1, right)
                out.append(grid)
    out.sort(key=lambda g: -(g.y1 - g.y0))
    kept: list[Grid] = []
    for grid in out:
        if not any(grid.touches(other) for other in kept):
            kept.append(grid)
    return kept


def _groups(rules: list[Rule], shades: list[Rule]) -> list[list[Rule]]:
    """Group rules of the same extent, and put the edges of shades to them."""
    groups: list[list[Rule]] = []
    for rule in rules:
        if rule.stop - rule.start < _SHORTEST:
            continue
        for group in groups:
            if _alike(group[0], rule):
                group.append(rule)
                break
        else:
            groups.append([rule])
    for rule in shades:
        for group in groups:
            if _alike(group[0], rule):
                group.append(rule)
                break
    return groups


def _alike(one: Rule, two: Rule) -> bool:
    return abs(one.start - two.start) < 6 and abs(one.stop - two.stop) < 6


def _rows(lines: list[Line]) -> list[Row]:
    """Group lines by row, from top to bottom."""
    out: list[Row] = []
    for line in sorted(lines, key=lambda n: (n.base, n.x0)):
        if out and beside(out[-1], line):
            out[-1].append(line)
        else:
            out.append([line])
    return out


def _adopted(
    inside: list[Line], lines: list[Line], box: tuple[float, float, float, float]
) -> list[Line]:
    """Add rows of cells that stand on the first rule or under the last one.

    They must be close, short, and in line with the columns between the rules.
    """
    left, upper, right, lower = box
    if len(inside) < 3:
        return inside
    marks = [x for n in inside for x in (n.left, n.x1, (n.left + n.x1) / 2)]
    taken = {id(line) for line in inside}
    near = [
        n for n in lines
        if n.left < right and n.x1 > left and id(n) not in taken
    ]  # fmt: skip
    above = [n for n in near if upper - 60 < n.y0 and n.y1 < upper + 2]
    below = [n for n in near if lower - 2 < n.y0 and n.y1 < lower + 200]
    out = list(inside)

    def strange(row: Row) -> bool:
        return any(n.left < left - 6 or n.x1 > right + 6 for n in row)

    edge = upper
    for row in reversed(_rows(above)):
        room = edge - max(n.y1 for n in row)
        most = (1.0 if edge == upper else 0.45) * max(n.size for n in row)
        if room > most or strange(row) or not _cells(row, marks, right - left):
            break
        out += row
        edge = min(n.y0 for n in row)
    edge = lower
    for row in _rows(below):
        room = min(n.y0 for n in row) - edge
        if room > max(n.size for n in row) or strange(row):
            break
        if not _cells(row, marks, right - left) and not (
            edge > lower and _more(row, out, room)
        ):
            break
        out += row
        edge = max(n.y1 for n in row)
    return out


def _cells(row: Row, marks: list[float], width: float) -> bool:
    """Whether the parts of a row are short and stand over or under others."""
    long = any(len(n.text) > 40 and n.x1 - n.left > 0.4 * width for n in row)
    if len(row) < 2 or long:
        return False
    ours = [(n.left, n.x1, (n.left + n.x1) / 2) for n in row]
    near = 2 if len(row) < 4 else 5.5  # a head may have less room around it
    hit = sum(1 for xs in ours if any(abs(m - x) < near for m in marks for x in xs))
    return hit > 1 and hit >= len(row) - 1


def _more(row: Row, inside: list[Line], room: float) -> bool:
    """Whether lines are more of the cells right above them."""
    return room < 0.5 * max(n.size for n in row) and all(
        any(abs(n.left - m.left) < 2 for m in inside) and not n.label for n in row
    )


def _inside(
    lines: list[Line], left: float, right: float, upper: float, lower: float
) -> list[Line]:
    return [
        line
        for line in lines
        if upper - 1 < (line.y0 + line.y1) / 2 < lower + 1
        and line.left >= left - 6
        and line.x1 <= right + 6
    ]


def _stretches(group: list[Rule], lines: list[Line]) -> list[tuple[float, float]]:
    """Return where a table may lie: neighbouring rules with no prose between."""
    ys = clusters((rule.at for rule in group), 2.0)
    left, right = group[0].start, group[0].stop
    out: list[tuple[float, float]] = []
    first = None
    if len(ys) < 2:
        return out
    bands = []
    for upper, lower in itertools.pairwise(ys):
        band = [
            line for line in lines
            if upper < (line.y0 + line.y1) / 2 < lower
            and line.left < right and line.x1 > left
        ]  # fmt: skip
        bands.append((upper, band))
    usual = _usual([(upper, _rows(band)) for upper, band in bands])
    for upper, band in bands:
        strange = [n for n in band if n.left < left - 6 or n.x1 > right + 6]
        if not band or strange or _prose(band, right - left):
            if first is not None and upper > first:
                out.append((first, upper))
            first = None
            continue
        stop = _stop(upper, _rows(band), usual, (left, right))
        if first is None:
            first = upper
        if stop is not None:
            if stop > first:
                out.append((first, stop))
            first = None
    if first is not None:
        out.append((first, ys[-1]))
    return [(a, b) for a, b in out if b - a > 12]


def _usual(bands: list[tuple[float, list[Row]]]) -> tuple[float, float]:
    """Return the usual room above a row of several cells, and its font size."""
    rooms, sizes = [], []
    for upper, rows in bands:
        edge = upper
        for row in rows:
            if len(row) > 1:
                rooms.append(min(n.y0 for n in row) - edge)
                sizes.append(max(n.size for n in row))
            edge = max(n.y1 for n in row)
    if not rooms:
        return 0.0, 0.0
    return sorted(rooms)[len(rooms) // 2], sorted(sizes)[len(sizes) // 2]


def _stop(
    upper: float,
    rows: list[Row],
    usual: tuple[float, float],
    sides: tuple[float, float],
) -> float | None:
    """Return where a table ends though the next rule lies further down.

    A line alone that is set larger than the cells, or apart from them, is a title
    or a text after the table. It begins at the left or stands in the middle. One set
    apart over rows of the same columns is a title inside.
    """
    room, size = usual
    if not size:
        return None
    edge = upper
    left, right = sides
    for at, row in enumerate(rows):
        line = row[0]
        placed = line.left < left + 2 * size or (
            abs(line.left + line.x1 - left - right) < 2 * size
        )
        if len(row) == 1 and placed:
            apart = line.y0 - edge
            if line.size > 1.12 * size:
                return edge
            if apart > max(room, 0.0) + 0.8 * size and not _goes_on(rows, at):
                return edge
        edge = max(n.y1 for n in row)
    return None


def _goes_on(rows: list[Row], at: int) -> bool:
    """Whether rows below a line alone have the columns of those above it.

    The head of the next table may do so: two rows or more must, with figures.
    """
    above = [row for row in rows[:at] if len(row) > 1][-3:]
    below = [row for row in rows[at:] if len(row) > 1][:2]
    if not above or len(below) < 2:
        return False
    edges = [(n.left, n.x1) for row in above for n in row]
    for row in below:
        hit = sum(
            1 for n in row
            if any(abs(n.left - a) < 3 or abs(n.x1 - b) < 3 for a, b in edges)
        )  # fmt: skip
        figures = sum(1 for n in row if any(char.isdigit() for char in n.text))
        if hit < max(2, 0.7 * len(row)) or not figures:
            return False
    return True


def _prose(band: list[Line], width: float) -> bool:
    """Whether the lines between two rules are running text, or a caption."""
    wide = sum(1 for n in band if n.x1 - n.left > 0.7 * width and len(n.text) > 45)
    if wide > 0.4 * len(band) or caption(band[0].text):
        return True
    return any(caption(n.text) and n.x1 - n.left > 0.3 * width for n in band)

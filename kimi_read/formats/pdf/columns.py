"""Reading order: columns, and what stands across them.

A gutter lies left of a place where several lines begin, with nothing across it
for some rows. What does cross it parts the page into bands, read one after the
other; in a band the left side is read before the right one, or after it where the
page is read from right to left. A gutter of a table is none: its rows belong
together.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left

from kimi_read.formats.pdf.beside import (
    FAR,
    FEW,
    NEAR,
    by_base,
    far_right,
    headed,
    left_of,
    size_of,
    titled,
    top_of,
)
from kimi_read.formats.pdf.grids import Panel
from kimi_read.formats.pdf.labels import numbered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.pdf.grids import Item
    from kimi_read.formats.pdf.marks import Line

#: The least width of a gutter, in units of the font size.
GUTTER = 0.85
#: The same where many lines begin right behind it.
NARROW = 0.5
_MANY = 6
MAX_DEPTH = 12
_NUMERIC = re.compile(r"[\s\d.,%$€£¥()+\-–—−/:*†]+$|n/?a$|[-–—.]+$", re.IGNORECASE)  # noqa: RUF001


def order(items: list[Item], size: float, depth: int = 0) -> list[list[Item]]:
    """Return the regions of a page in reading order; each is read by rows.

    ``size`` is that of the body text.
    """
    if len(items) < 4 or depth > MAX_DEPTH:
        return [items] if items else []
    aside = _aside(items, size)
    if aside is not None:
        panel, last = aside
        before = [i for i in items if i is not panel and top_of(i) <= last]
        after = [i for i in items if i is not panel and top_of(i) > last]
        return [
            *order(before, size, depth + 1), [panel], *order(after, size, depth + 1)
        ]  # fmt: skip
    rows = by_base(items)
    best: tuple[float, list[tuple[int, int]], float] | None = None
    for x in _candidates(items, rows, size):
        runs = _runs(rows, x, size)
        value = sum(_weight(rows[a:b]) for a, b in runs)
        if runs and (best is None or value > best[0] * 1.05):
            best = (value, runs, x)
    if best is None:
        return [items]
    _, runs, x = best
    out: list[list[Item]] = []
    at = 0
    for start, stop in runs:
        out += order(_flat(rows[at:start]), size, depth + 1)
        band = _flat(rows[start:stop])
        left = [item for item in band if (item.x0 + item.x1) / 2 < x]
        right = [item for item in band if (item.x0 + item.x1) / 2 >= x]
        for side in (right, left) if _backward(band) else (left, right):
            out += order(side, size, depth + 1)
        at = stop
    return out + order(_flat(rows[at:]), size, depth + 1)


def _aside(items: list[Item], size: float) -> tuple[Panel, float] | None:
    """Return a box that has text to its left alone, and where that text ends.

    The text may go on below it as long as it leaves its column free; one that flows
    around the box comes after it.
    """
    for panel in items:
        if not isinstance(panel, Panel):
            continue
        level = [
            i for i in items
            if i is not panel and panel.y0 - 1 <= (i.y0 + i.y1) / 2 <= panel.y1 + 1
        ]  # fmt: skip
        if len(level) < _MANY or any(
            i.x1 > panel.x0 + 2 or isinstance(i, Panel) for i in level
        ):
            continue
        floats = any(
            i.x0 < panel.x0 < i.x1 and -1 < i.y0 - panel.y1 < 3 * size for i in items
        )
        if floats or _backward(level):
            continue
        wide = 0.5 * (panel.x0 - min(i.x0 for i in level))
        last = max(map(top_of, level))
        below = (i for i in items if i.y0 > panel.y1)
        for item in sorted(below, key=top_of):
            if item.x1 > panel.x0:
                break
            if item.x1 - item.x0 > wide:
                last = top_of(item)
        return panel, last
    return None


def _backward(items: list[Item]) -> bool:
    """Whether columns are on a page that is read from right to left."""
    return any(line.units[0].backward for line in _lines(items)[:1])


def _flat(rows: list[list[Item]]) -> list[Item]:
    return [item for row in rows for item in row]


def _lines(items: list[Item]) -> list[Line]:
    """Return those that are lines."""
    return [item for item in items if hasattr(item, "base")]  # type: ignore[misc]


def _weight(rows: list[list[Item]]) -> float:
    return float(sum(len(row) for row in rows))


def _candidates(items: list[Item], rows: list[list[Item]], size: float) -> list[float]:
    """Return the places, from left to right, where a column may begin."""
    starts = sorted(left_of(item) for item in items)
    first = starts[0]
    out: list[float] = []
    group: list[float] = []
    for x in [*starts, float("inf")]:
        if group and x - group[-1] > NEAR:
            if len(group) > 1 and group[0] > first + 3 * size:
                out.append(group[0])
                # what stands over a list begins a little further to the left
                over = bisect_left(starts, group[0] - 3.5 * size)
                if first + 3 * size < starts[over] < group[0] - NEAR:
                    out.append(starts[over])
            group = []
        group.append(x)
    out += _gaps(items, size) + far_right(rows, size)
    return sorted(set(out))[:40]


def _gaps(items: list[Item], size: float) -> list[float]:
    """Return where something begins right of a strip that is empty all the way."""
    out, reach = [], float("-inf")
    for item in sorted(items, key=lambda i: i.x0):
        left = left_of(item)
        if left - reach > GUTTER * size and reach > float("-inf"):
            out.append(left)
        reach = max(reach, item.x1)
    return out


def _runs(rows: list[list[Item]], x: float, size: float) -> list[tuple[int, int]]:
    """Return the bands (first row, row after the last) that a gutter at x parts."""
    out = []
    start = -1
    begun = sum(1 for row in rows for i in row if abs(left_of(i) - x) < 1.5)
    gutter = (GUTTER if begun < _MANY else NARROW) * size
    for at in range(len(rows) + 1):
        crossed = at == len(rows) or any(
            left_of(i) < x - 2 and i.x1 > x - gutter for i in rows[at]
        )
        crossed = crossed or _divides(rows, at, x, size) or _cards(rows, at)
        if not crossed:
            if start < 0:
                start = at
            continue
        if start >= 0:
            band = _trimmed(rows, start, at, x)
            if band is not None and _columns(rows[band[0] : band[1]], x):
                out.append(band)
            elif band is not None:
                out += _lists(rows, *band, x)
        start = -1
    return out


def _cards(rows: list[list[Item]], at: int) -> bool:
    """Whether a row is boxes side by side, with such a row right above or below.

    They are read one row after the other.
    """

    def boxes(row: list[Item]) -> list[float]:
        return [i.x0 for i in row] if all(isinstance(i, Panel) for i in row) else []

    here = boxes(rows[at]) if at < len(rows) and len(rows[at]) > 1 else []
    return bool(here) and any(
        len(other) == len(here)
        and all(abs(a - b) < NEAR for a, b in zip(here, other, strict=True))
        for other in map(boxes, (*rows[max(0, at - 1) : at], *rows[at + 1 : at + 2]))
    )


def _divides(rows: list[list[Item]], at: int, x: float, size: float) -> bool:
    """Whether a row is a short title over all columns: all of them stop at it."""
    if len(rows[at]) != 1:
        return False
    title = rows[at][0]
    if size_of(title) < 1.25 * size or title.x1 > x:
        return False
    above = [i.y1 for row in rows[max(0, at - 8) : at] for i in row if i.x0 >= x - 2]
    below = [i.y0 for row in rows[at + 1 : at + 9] for i in row if i.x0 >= x - 2]
    if not above or not below:
        return False
    upper, lower = max(above), min(below)
    return (
        upper < title.y0 + 1
        and lower > title.y1 - 1
        and lower - upper < title.y1 - title.y0 + 4 * size
    )


def _trimmed(
    rows: list[list[Item]], start: int, stop: int, x: float
) -> tuple[int, int] | None:
    """Cut a band to where both sides are; a side may end before the other."""
    sides = [
        (any(i.x1 < x for i in row), any(i.x0 >= x - 2 for i in row))
        for row in rows[start:stop]
    ]
    both = (
        [n for n, side in enumerate(sides) if side[0]],
        [n for n, side in enumerate(sides) if side[1]],
    )
    if len(both[0]) == 1 and len(both[1]) > 1:
        only = [i for i in rows[start + both[0][0]] if i.x1 < x]
        if not headed(only, rows[start:stop]):
            return None
    elif len(both[0]) < 2 or len(both[1]) < 2:
        return None
    low = max(both[0][0], both[1][0])
    high = min(both[0][-1], both[1][-1])
    if high < low:
        return None
    first = start + min(both[0][0], both[1][0])
    last = start + high + 1
    # the longer side goes on until a gap that is wider than its lines are apart
    reach = max(i.y1 for row in rows[first:last] for i in row)
    while last < stop:
        below = rows[last]
        if min(i.y0 for i in below) - reach > 1.1 * size_of(below[0]):
            break
        reach = max(reach, *(i.y1 for i in below))
        last += 1
    while first < start + low:
        above, below = rows[first], rows[first + 1]
        room = min(i.y0 for i in below) - max(i.y1 for i in above)
        if room <= 1.1 * size_of(below[0]):
            break
        first += 1
    return first, last


def _columns(rows: list[list[Item]], x: float) -> bool:
    """Whether both sides of a gutter are text of their own, not cells of a table."""
    left = [i for row in rows for i in row if (i.x0 + i.x1) / 2 < x]
    right = [i for row in rows for i in row if (i.x0 + i.x1) / 2 >= x]
    lines_left = _lines(left)
    lines_right = _lines(right)
    if len(lines_left) < len(left) or len(lines_right) < len(right):
        return True  # a ruled table is on one side: the other is no part of it
    both = sum(
        1
        for row in rows
        if any((i.x0 + i.x1) / 2 < x for i in row)
        and any((i.x0 + i.x1) / 2 >= x for i in row)
    )
    rows_left = sum(1 for row in rows if any((i.x0 + i.x1) / 2 < x for i in row))
    rows_right = sum(1 for row in rows if any((i.x0 + i.x1) / 2 >= x for i in row))
    if not rows_left or not rows_right:
        return True  # nothing stands beside it
    if rows_left == 1 and headed(left, rows):
        return True
    if _listed(lines_left) and _listed(lines_right):
        return True
    if _sorted(lines_left, lines_right):
        return True
    aligned = both / min(rows_left, rows_right)
    near = _near(lines_left, lines_right)
    if near > 0.85:
        aligned = max(aligned, near)
    prose_left, prose_right = _prose(lines_left), _prose(lines_right)
    for side in (lines_left, lines_right):
        figures = sum(1 for line in side if _NUMERIC.match(line.text))
        if figures > 0.4 * len(side):
            return False
    if all(line.mono for line in (*lines_left, *lines_right)) and aligned > 0.3:
        return False
    if prose_left > 0.5 and prose_right > 0.5:
        return True
    if (prose_right > 0.5 and titled(lines_left, lines_right)) or (
        prose_left > 0.5 and titled(lines_right, lines_left)
    ):
        return True
    if aligned < 0.5:
        room = min(left_of(i) for i in right) - max(i.x1 for i in left)
        if room > FAR * size_of(right[0]) and min(rows_left, rows_right) > 1:
            return True
        return max(prose_left, prose_right) > 0.4 or min(rows_left, rows_right) > 3
    return False


def _lists(
    rows: list[list[Item]], start: int, stop: int, x: float
) -> list[tuple[int, int]]:
    """Return the parts of a band, between gaps, that are lists side by side."""
    out = []
    first = start
    reach = max(i.y1 for i in rows[start])
    for at in range(start + 1, stop + 1):
        if at < stop:
            room = min(i.y0 for i in rows[at]) - reach
            reach = max(reach, *(i.y1 for i in rows[at]))
            if room < 1.5 * size_of(rows[at][0]):
                continue
        part = _lines(_flat(rows[first:at]))
        left = [i for i in part if (i.x0 + i.x1) / 2 < x]
        right = [i for i in part if (i.x0 + i.x1) / 2 >= x]
        if (first, at) != (start, stop) and _listed(left) and _listed(right):
            out.append((first, at))
        first = at
    return out


def _listed(lines: list[Line]) -> bool:
    """Whether lines are a list with what stands around it: labels one below another."""
    labels = [line.left for line in lines if line.label or numbered(line.head)]
    if len(labels) < 2 or len(labels) < 0.25 * len(lines):
        return False
    first = min(labels)
    return sum(1 for x in labels if x - first < NEAR) > 0.5 * len(labels)


def _sorted(left: list[Line], right: list[Line]) -> bool:
    """Whether the left side begins with words in order, and the right goes on so.

    An index or a list of names is set so; rows of a table are in order on one side.
    """
    if min(len(left), len(right)) < _MANY:
        return False
    keys = []
    for side in (left, right):
        edge = min(line.left for line in side)
        size = side[0].size
        starts = [n for n in side if n.left < edge + 0.5 * size and n.text[0].isalpha()]
        if len(starts) < 0.5 * len(side):
            return False
        keys.append([n.text.casefold() for n in sorted(starts, key=top_of)])
        if len({key[:3] for key in keys[-1]}) < FEW:
            return False  # the same again and again is in order as well
    good = sum(
        1 for key in keys for one, two in itertools.pairwise(key) if one[:3] <= two[:3]
    )
    return good >= 0.9 * (len(keys[0]) + len(keys[1]) - 2) and keys[0][-1] <= keys[1][0]


def _near(left: list[Line], right: list[Line]) -> float:
    """Return the share of lines of the shorter side with one beside them."""
    few, many = sorted((_level(left, right), _level(right, left)), key=len)
    if len(few) < FEW:
        few, many = sorted((left, right), key=len)
    bases = sorted(line.base for line in many)
    good = 0
    for line in few:
        at = bisect_left(bases, line.base - 0.3 * line.size)
        good += at < len(bases) and bases[at] <= line.base + 0.3 * line.size
    return good / len(few)


def _level(lines: list[Line], others: list[Line]) -> list[Line]:
    """Return the lines that are not above or below all the others."""
    low = min(line.base for line in others) - 0.35 * others[0].size
    high = max(line.base for line in others) + 0.35 * others[0].size
    return [line for line in lines if low <= line.base <= high]


def _prose(lines: list[Line]) -> float:
    """Return the share of lines that read like text and fill their column."""
    width = max(line.x1 - line.left for line in lines)
    good = 0
    for line in lines:
        long = len(line.text) >= 18 or _ideographs(line.text)
        if long and line.x1 - line.left > 0.5 * width:
            good += 1
    return good / len(lines)


def _ideographs(text: str) -> bool:
    return sum(1 for char in text if "\u3000" <= char <= "\u9fff") >= 8

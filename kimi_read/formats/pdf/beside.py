"""Blocks beside each other: what stands far to the right, or beside a large word."""

from __future__ import annotations

import itertools

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.pdf.grids import Item
    from kimi_read.formats.pdf.marks import Line

#: A block this far to the right, in units of the font size, stands for itself.
FAR = 8
#: A word this much larger than the lines beside it is no part of their rows.
LARGE = 1.4
#: What lies within so many points is at one place.
NEAR = 3.0
FEW = 4
#: The most large words that are looked at; a page of more has no other.
_MOST = 40


def left_of(item: Item) -> float:
    """Return where an item begins, the label of a line included."""
    return float(getattr(item, "left", item.x0))


def size_of(item: Item) -> float:
    """Return the font size of a line, 10 for anything else."""
    return float(getattr(item, "size", 10.0))


def top_of(item: Item) -> float:
    """Return the baseline of a line, the upper edge of anything else."""
    return float(getattr(item, "base", item.y0))


def by_base(items: list[Item]) -> list[list[Item]]:
    """Group items by baseline, top to bottom."""
    out: list[list[Item]] = []
    for item in sorted(items, key=lambda i: (top_of(i), i.x0)):
        base, size = top_of(item), size_of(item)
        if out and base - top_of(out[-1][0]) <= 0.22 * size:
            out[-1].append(item)
        else:
            out.append([item])
    return out


def far_right(rows: list[list[Item]], size: float) -> list[float]:
    """Return where blocks begin that stand far from what is left of them.

    They may be set to the right: what is leftmost of some rows counts, with lines
    above and below that have nothing beside them.
    """
    out: list[float] = []
    last = 0.0
    for at, row in enumerate(rows):
        if len(row) == 2 and left_of(row[1]) - row[0].x1 > FAR * size:
            y, least = row[1].y0, row[0].x1 + FAR * size
            x = min(
                left_of(row[1]),
                _leftmost(rows[at + 1 : at + FEW], row[1], least),
                _leftmost(rows[max(0, at + 1 - FEW) : at][::-1], row[1], least),
            )
            if out and y - last < 3 * size:
                out[-1] = min(out[-1], x)
            else:
                out.append(x)
            last = row[1].y1
    large = [item for row in rows for item in row if size_of(item) >= LARGE * size]
    if len(large) <= _MOST:
        out += [x for item in large for x in _beside(item, rows, size)]
    return out


def _beside(item: Item, rows: list[list[Item]], size: float) -> list[float]:
    """Return where lines begin that stand far to the right of one large word.

    Two or more of them are beside it, as in the head of a letter or an invoice.
    """
    if not hasattr(item, "base"):
        return []
    low, high = item.y0 - 0.5 * size, item.y1 + 0.5 * size
    near = [
        i for row in rows for i in row
        if i is not item and low < (i.y0 + i.y1) / 2 < high
    ]  # fmt: skip
    if len(near) < 2 or any(
        left_of(i) < item.x1 + FAR * size or size_of(item) < LARGE * size_of(i)
        for i in near
    ):
        return []
    last = max(near, key=lambda i: i.y1)
    below = [row for row in rows if row[0].y0 >= last.y0 and row[0] is not last]
    least = item.x1 + FAR * size
    return [min(*map(left_of, near), _leftmost(below[:FEW], last, least))]


def headed(items: list[Item], rows: list[list[Item]]) -> bool:
    """Whether the first of some items is a large word beside the lines of rows."""
    item = items[0]
    return bool(_beside(item, rows, size_of(item) / LARGE))


def titled(few: list[Line], many: list[Line]) -> bool:
    """Whether a few large lines stand beside text: its title, or what it says."""
    size = max(line.size for line in many)
    if 2 * len(few) > len(many) or any(n.size < LARGE * size for n in few):
        return False
    pairs = itertools.pairwise(sorted(few, key=top_of))
    return all(two.base - one.base < 2.5 * two.size for one, two in pairs)


def _leftmost(rows: list[list[Item]], item: Item, least: float) -> float:
    """Return where lines begin that go on from one, up or down, to one right edge."""
    x = left_of(item)
    for row in rows:
        after = row[0]
        room = max(after.y0 - item.y1, item.y0 - after.y1)
        if len(row) > 1 or left_of(after) < least or room > size_of(item):
            break
        if abs(after.x1 - item.x1) > NEAR:
            break
        item, x = after, min(x, left_of(after))
    return x

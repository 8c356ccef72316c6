"""The order in which a person reads the things on a slide.

Boxes are split where a straight line passes between them: into rows, top down, and
where no horizontal line passes, into a left column and the rest. Z-order, in which
a file lists its shapes, says nothing about reading.
"""

from __future__ import annotations

from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    T = TypeVar("T")

#: Over this many boxes, rows by their top edge must do.
MOST_BOXES = 1000
MOST_CUTS = 60
#: Edges that overlap by this share of the smaller box still count as apart.
_OVERLAP = 0.25
#: Columns at least this far apart may be cards, in EMU (0.08 inch) ...
_APART = 73_152
#: ... of at most so many rows, with flat heads near (0.12 inch) their bodies.
_CARD_ROWS = 3
_NEAR = 109_728
_FLAT = 0.6


@record(frozen=True, slots=True)
class Box:
    """A rectangle in EMU, its origin at the top left of the slide."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.top + self.height


def reading_order(things: Sequence[tuple[Box, T]]) -> list[T]:
    """Return the things in reading order; equal places keep the order given."""
    return [thing for _, thing in _ordered(list(things), 0)]


def compared(placed: list[tuple[Box, list[T]]]) -> list[tuple[Box, list[T]]]:
    """Join each heading of a comparison with what stands below it.

    That layout pairs headings with contents, column by column.
    """
    out: list[tuple[Box, list[T]]] = []
    for box, things in sorted(placed, key=lambda one: one[0].top):
        centre = box.left + box.width / 2
        for place, (above, before) in enumerate(out):
            if abs(above.left + above.width / 2 - centre) < above.width / 4:
                height = box.bottom - above.top
                joined = Box(above.left, above.top, above.width, height)
                out[place] = (joined, before + things)
                break
        else:
            out.append((box, things))
    return out


def _ordered(things: list[tuple[Box, T]], depth: int) -> list[tuple[Box, T]]:
    if len(things) < 2:
        return things
    if len(things) > MOST_BOXES or depth > MOST_CUTS:
        return sorted(things, key=lambda thing: (thing[0].top, thing[0].left))
    rows, between_rows = _cut(things, _vertical)
    columns, between_columns = _cut(things, _horizontal)
    apart = len(columns) > 1 and between_columns >= max(_APART, 3 * between_rows)
    if len(rows) > 1 and not (apart and _cards(rows, between_rows)):
        return [thing for row in rows for thing in _ordered(row, depth + 1)]
    if len(columns) > 1:
        first, *others = columns
        rest = [thing for column in others for thing in column]
        return _ordered(first, depth + 1) + _ordered(rest, depth + 1)
    behind = _background(things)
    if behind is not None:
        rest = [thing for thing in things if thing is not behind]
        return [behind, *_ordered(rest, depth + 1)]
    return _banded(things)


def _cards(rows: list[list[tuple[Box, T]]], gap: float) -> bool:
    """Whether rows so near to each other are the heads and bodies of cards."""
    if len(rows) > _CARD_ROWS or gap > _NEAR:
        return False
    head, body = (max(box.height for box, _ in row) for row in rows[:2])
    return head <= _FLAT * body


def _vertical(box: Box) -> tuple[float, float]:
    return box.top, box.bottom


def _horizontal(box: Box) -> tuple[float, float]:
    return box.left, box.right


def _cut(
    things: list[tuple[Box, T]], edges: Callable[[Box], tuple[float, float]]
) -> tuple[list[list[tuple[Box, T]]], float]:
    """Return the groups that lines pass between, and the narrowest gap cut."""
    groups: list[list[tuple[Box, T]]] = []
    narrowest = float("inf")
    begin = end = 0.0
    for thing in sorted(things, key=lambda thing: edges(thing[0])[0]):
        start, stop = edges(thing[0])
        if groups and start < end - _OVERLAP * min(stop - start, end - begin):
            groups[-1].append(thing)
            end = max(end, stop)
            continue
        if groups:
            narrowest = min(narrowest, start - end)
        groups.append([thing])
        begin, end = start, stop
    return groups, narrowest


def _background(things: list[tuple[Box, T]]) -> tuple[Box, T] | None:
    """Return a thing that most of the others lie on, such as a large picture."""
    largest = max(things, key=lambda thing: thing[0].width * thing[0].height)
    box = largest[0]
    inside = sum(
        box.left <= other.left + other.width / 2 <= box.right
        and box.top <= other.top + other.height / 2 <= box.bottom
        for other, _ in things
    )
    return largest if inside - 1 > (len(things) - 1) / 2 else None


def _banded(things: list[tuple[Box, T]]) -> list[tuple[Box, T]]:
    """Return overlapping things in bands of about one top edge, left to right."""
    things = sorted(things, key=lambda thing: thing[0].top)
    out: list[tuple[Box, T]] = []
    band: list[tuple[Box, T]] = []
    for thing in things:
        if band and thing[0].top > band[0][0].top + band[0][0].height / 2:
            out += sorted(band, key=lambda one: one[0].left)
            band = []
        band.append(thing)
    return out + sorted(band, key=lambda one: one[0].left)

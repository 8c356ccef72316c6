"""Paths and pictures of a page: rulings, shaded areas, bullets, drawings."""

from __future__ import annotations

import itertools

from kimi_read.formats.pdf import drawn
from kimi_read.formats.pdf.marks import Area, Rule, Shapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    Box = tuple[float, float, float, float]
    Point = tuple[float, float]

MAX_PATHS = 8_000
MAX_SEGMENTS = 20_000
MAX_RULES = 4_000
#: A filled bar up to this thick is a ruling, in points.
THIN = 2.6
#: The bounds of a bullet drawn as a shape, in points.
MARK_LEAST, MARK_MOST = 1.2, 8.0
_WHITE = 0xF8
#: How many shades are looked at for what lies on them.
_MOST_SHADES = 60


class Frame:
    """The way from a page's own coordinates to those it is read in.

    ``turn`` is the direction of its text in quarter turns counter-clockwise; after
    the mapping text runs to the right and y grows downwards.
    """

    __slots__ = ("height", "left", "low", "right", "top", "turn", "width")

    def __init__(self, box: Box, turn: int) -> None:
        self.left, self.low, self.right, self.top = box
        self.turn = turn
        width, height = self.right - self.left, self.top - self.low
        self.width, self.height = (height, width) if turn % 2 else (width, height)

    def point(self, x: float, y: float) -> Point:
        """Map a point."""
        if self.turn == 0:
            return x - self.left, self.top - y
        if self.turn == 1:
            return y - self.low, x - self.left
        if self.turn == 2:
            return self.right - x, y - self.low
        return self.top - y, self.right - x

    def box(self, left: float, low: float, right: float, top: float) -> Box:
        """Map a rectangle; the result is left, upper, right, lower."""
        if self.turn == 0:
            return left - self.left, self.top - top, right - self.left, self.top - low
        x0, y0 = self.point(left, low)
        x1, y1 = self.point(right, top)
        return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def light(colour: int) -> bool:
    """Whether a colour is white or nearly so."""
    return colour >= 0 and min(colour >> 16, colour >> 8 & 255, colour & 255) >= _WHITE


def collect(
    items: Iterable[tuple[float, int, int, drawn.Matrix]], frame: Frame
) -> Shapes:
    """Sort what is drawn on a page into kinds; what is too much is left out."""
    shapes = Shapes()
    paths, budget = 0, [MAX_SEGMENTS]
    for order, kind, handle, matrix in items:
        if kind in (drawn.IMAGE, drawn.SHADING):
            box = frame.box(*drawn.bounds(handle, matrix))
            sides = box[2] - box[0], box[3] - box[1]
            small = min(sides) >= MARK_LEAST and max(sides) <= MARK_MOST
            (shapes.marks if small else shapes.images).append(Area(*box, -1, order))
            continue
        if kind != drawn.PATH or paths >= MAX_PATHS:
            continue
        paths += 1
        filled, stroked = drawn.draw_mode(handle)
        if filled or stroked:
            _path(shapes, frame, handle, matrix, order, filled, stroked, budget)
    return shapes


def _path(  # noqa: PLR0913, PLR0917
    shapes: Shapes,
    frame: Frame,
    handle: int,
    matrix: drawn.Matrix,
    order: float,
    filled: int,
    stroked: bool,
    budget: list[int],
) -> None:
    box = frame.box(*drawn.bounds(handle, matrix))
    colour = drawn.fill(handle) if filled else -1
    filled = filled if colour >= 0 else 0
    line = drawn.stroke(handle) if stroked else -1
    stroked = stroked and line >= 0
    faint = light(line) if stroked else light(colour)
    width, height = box[2] - box[0], box[3] - box[1]
    if faint and max(width, height) <= MARK_MOST and _on_dark(shapes, box):
        faint = False
    if width < THIN and height < THIN:
        if not faint and min(width, height) >= MARK_LEAST:
            shapes.marks.append(Area(*box, colour, order))
        return
    if (width < THIN or height < THIN) and not faint:
        count = drawn.segment_count(handle)
        if count <= 8:
            _bar(shapes, box)
            return
    if not faint and width <= MARK_MOST and height <= MARK_MOST:
        shapes.marks.append(Area(*box, colour, order))
        if 0.6 < width / max(height, 0.1) < 1.7:
            return
    count = min(drawn.segment_count(handle), budget[0])
    budget[0] -= count
    points = drawn.segments(handle, matrix, count)
    if filled == drawn.EVEN_ODD and not stroked and _ring(shapes, frame, points, faint):
        return
    _figures(shapes, frame, points, order, colour if filled else -1,
             stroked and not faint)  # fmt: skip


def _on_dark(shapes: Shapes, box: Box) -> bool:
    """Whether something small lies on a shade, where white can be seen."""
    return any(
        not light(area.colour)
        and area.x0 <= box[0] and area.y0 <= box[1]
        and area.x1 >= box[2] and area.y1 >= box[3]
        for area in shapes.fills[-_MOST_SHADES:]
    )  # fmt: skip


def _bar(shapes: Shapes, box: Box) -> None:
    """Keep a thin bar as a ruling along its longer side."""
    x0, y0, x1, y1 = box
    if x1 - x0 >= y1 - y0:
        if len(shapes.across) < MAX_RULES:
            shapes.across.append(Rule((y0 + y1) / 2, x0, x1))
    elif len(shapes.down) < MAX_RULES:
        shapes.down.append(Rule((x0 + x1) / 2, y0, y1))


def _figures(  # noqa: PLR0913, PLR0917
    shapes: Shapes,
    frame: Frame,
    points: list[tuple[int, float, float]],
    order: float,
    colour: int,
    stroked: bool,
) -> None:
    """Take a path apart: rectangles, straight lines, anything else."""
    run: list[Point] = []
    bent = False
    for kind, x, y in [*points, (drawn.MOVE_TO, 0.0, 0.0)]:
        if kind == drawn.MOVE_TO:
            if len(run) > 1:
                _figure(shapes, run, bent, order, colour, stroked)
            run, bent = [], False
        bent = bent or kind == drawn.BEZIER_TO
        run.append(frame.point(x, y))


def _figure(  # noqa: PLR0913, PLR0917
    shapes: Shapes,
    run: list[Point],
    bent: bool,
    order: float,
    colour: int,
    stroked: bool,
) -> None:
    xs, ys = [p[0] for p in run], [p[1] for p in run]
    box = min(xs), min(ys), max(xs), max(ys)
    width, height = box[2] - box[0], box[3] - box[1]
    straight = all(
        abs(a[0] - b[0]) < 0.6 or abs(a[1] - b[1]) < 0.6
        for a, b in itertools.pairwise(run)
    )
    if bent and _rounded(run, box):
        straight = bent = True
    elif bent or not straight:
        if width > THIN or height > THIN:
            shapes.curves.append(Area(*box, colour, order))
        return
    if colour >= 0 and not stroked and min(width, height) < THIN:
        if not light(colour):
            _bar(shapes, box)
        return
    if stroked and not bent:
        closed = [*run, run[0]] if len(run) > 3 else run
        for (ax, ay), (bx, by) in itertools.pairwise(closed):
            edge = min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)
            if max(edge[2] - edge[0], edge[3] - edge[1]) > THIN:
                _bar(shapes, edge)
    elif stroked:
        _edges(shapes, box, soft=False)
    if colour >= 0 and min(width, height) >= THIN:
        shapes.fills.append(Area(*box, colour, order))
        if not stroked and not light(colour):
            _edges(shapes, box, soft=True)


def _ring(
    shapes: Shapes, frame: Frame, points: list[tuple[int, float, float]], faint: bool
) -> bool:
    """Keep what two rectangles, one in the other, leave between them.

    So the borders of a box are filled, of which some have no width.
    """
    starts = [n for n, point in enumerate(points) if point[0] == drawn.MOVE_TO]
    if len(starts) != 2:
        return False
    bent = any(kind == drawn.BEZIER_TO for kind, _, _ in points)
    boxes = []
    for part in (points[: starts[1]], points[starts[1] :]):
        run = [frame.point(x, y) for _, x, y in part]
        xs, ys = {round(x, 1) for x, _ in run}, {round(y, 1) for _, y in run}
        box = min(xs), min(ys), max(xs), max(ys)
        if not (_rounded(run, box) if bent else len(xs) == len(ys) == 2 < len(run)):
            return False
        boxes.append(box)
    outer, inner = sorted(boxes, key=lambda b: (b[0] - b[2]) * (b[3] - b[1]))
    x0, y0, x1, y1 = outer
    a0, b0, a1, b1 = inner
    if a0 < x0 or b0 < y0 or a1 > x1 or b1 > y1:
        return False
    sides = (x0, y0, x1, b0), (x0, b1, x1, y1), (x0, y0, a0, y1), (a1, y0, x1, y1)
    if faint:
        return True
    if bent:
        _edges(shapes, outer, soft=False)
        return True
    for side in sides:
        if 0 < min(side[2] - side[0], side[3] - side[1]) < THIN:
            _bar(shapes, side)
    return True


def _rounded(run: list[Point], box: Box) -> bool:
    """Whether a closed path with curves is a rectangle with round corners."""
    x0, y0, x1, y1 = box
    if x1 - x0 < 4 * THIN or y1 - y0 < 3 * THIN:
        return False
    reach = 0.25 * min(x1 - x0, y1 - y0) + 0.5
    return all(
        min(abs(x - x0), abs(x - x1)) <= reach or min(abs(y - y0), abs(y - y1)) <= 0.5
        for x, y in run
    ) and all(
        min(abs(y - y0), abs(y - y1)) <= reach or min(abs(x - x0), abs(x - x1)) <= 0.5
        for x, y in run
    )


def _edges(shapes: Shapes, box: Box, *, soft: bool) -> None:
    x0, y0, x1, y1 = box
    if len(shapes.across) < MAX_RULES:
        shapes.across += [Rule(y0, x0, x1, soft), Rule(y1, x0, x1, soft)]
    if len(shapes.down) < MAX_RULES:
        shapes.down += [Rule(x0, y0, y1, soft), Rule(x1, y0, y1, soft)]

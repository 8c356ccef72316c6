"""Text that a reader of the page cannot see."""

from __future__ import annotations

from kimi_read.formats.pdf.shapes import light

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.pdf.drawn import Page
    from kimi_read.formats.pdf.findings import Evidence, Run
    from kimi_read.formats.pdf.glyphs import Glyphs
    from kimi_read.formats.pdf.marks import Area

#: Text rendering modes that paint nothing (ISO 32000-2, table 104).
_INVISIBLE, _CLIP_ONLY = 3, 7
_STROKE_ONLY = (1, 5)
_TINY = 1.0
#: Colours closer than this in every channel cannot be told apart.
_CLOSE = 10
#: A page with less visible text than this may carry its text as an invisible layer.
_OCR_VISIBLE = 40

INVISIBLE = "invisible"
SAME_COLOUR = "of the colour of its background"
TINY = "under 1 point"
OFF_PAGE = "off the page"
COVERED = "behind a picture"


def mark(runs: list[Run], glyphs: Glyphs, page: Page, seen: Evidence) -> None:
    """Set ``hidden`` of each run that cannot be seen to the kind of its hiding."""
    left, low, right, top = page.box
    shapes = seen.shapes
    covers = _covers(seen)
    grounds = [area for area in shapes.fills if not light(area.colour)]
    frame = seen.frame
    for run in runs:
        x0, y1 = glyphs.left[run.start], glyphs.top[run.start]
        x1, y0 = glyphs.right[run.stop - 1], glyphs.bottom[run.stop - 1]
        x, y = frame.point((x0 + x1) / 2, (y0 + y1) / 2)
        if (
            max(x0, x1) < left or min(x0, x1) > right
            or max(y0, y1) < low or min(y0, y1) > top
        ):  # fmt: skip
            run.hidden = OFF_PAGE
        elif run.size < _TINY:
            run.hidden = TINY
        elif run.mode in (_INVISIBLE, _CLIP_ONLY):
            run.hidden = INVISIBLE
        elif covers and any(c.order > run.order and c.holds(x, y) for c in covers):
            run.hidden = COVERED
        elif run.mode not in _STROKE_ONLY:
            colour = run.style.colour
            if colour < 0:
                run.hidden = INVISIBLE
            elif light(colour) or any(close(colour, g.colour) for g in grounds):  # noqa: SIM102
                if close(colour, _ground(x, y, run.order, seen)):
                    run.hidden = SAME_COLOUR
    _invisible_layer(runs, seen)


def close(one: int, other: int) -> bool:
    """Whether two colours look the same."""
    return one == other or (
        other >= 0
        and abs((one >> 16) - (other >> 16)) <= _CLOSE
        and abs((one >> 8 & 255) - (other >> 8 & 255)) <= _CLOSE
        and abs((one & 255) - (other & 255)) <= _CLOSE
    )


def _ground(x: float, y: float, order: float, seen: Evidence) -> int:
    """Return the colour under a point at that time of painting; -1 is a picture."""
    colour, at = 0xFFFFFF, -1.0
    for area in seen.shapes.fills:
        if at <= area.order < order and area.holds(x, y):
            colour, at = area.colour, area.order
    for area in (*seen.shapes.images, *seen.shapes.curves):
        if at <= area.order < order and area.holds(x, y):
            colour, at = -1, area.order
    return colour


def _covers(seen: Evidence) -> list[Area]:
    """Return the pictures that may hide text painted before them."""
    return [area for area in seen.shapes.images if area.x1 - area.x0 > 1]


def _invisible_layer(runs: list[Run], seen: Evidence) -> None:
    """Read the invisible text of a scanned page, and count all other hidden text.

    Where a picture fills the page and hardly a letter is visible, the invisible
    text is what a recogniser put there for readers like this one.
    """
    visible = sum(run.stop - run.start for run in runs if not run.hidden)
    page = seen.width * seen.height or 1.0
    pictures = sum(
        max(0.0, min(a.x1, seen.width) - max(a.x0, 0))
        * max(0.0, min(a.y1, seen.height) - max(a.y0, 0))
        for a in seen.shapes.images
    )
    if visible < _OCR_VISIBLE and pictures > 0.3 * page:
        for run in runs:
            if run.hidden in (INVISIBLE, COVERED):
                run.hidden = ""
                seen.ocr = True
    for run in runs:
        if run.hidden:
            count = run.stop - run.start
            seen.hidden[run.hidden] = seen.hidden.get(run.hidden, 0) + count

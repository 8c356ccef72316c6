"""Where shapes lie: their own position or that of their placeholder, groups undone.

Source: ECMA-376 part 1, 20.1.7 (transforms).
"""

from __future__ import annotations

from kimi_read.formats.pptx.deck import placeholder
from kimi_read.formats.pptx.names import A, P, number
from kimi_read.formats.pptx.order import Box

TYPE_CHECKING = False
if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from kimi_read.formats.pptx.deck import Chain

_QUARTER = 5_400_000  # 90 degrees in 60,000ths
_HALF = 2 * _QUARTER


class Transform:
    """From the coordinates of a group's children to those of the slide."""

    def __init__(
        self, scale_x: float = 1, scale_y: float = 1, left: float = 0, top: float = 0
    ) -> None:
        self._scale = (scale_x, scale_y)
        self._shift = (left, top)

    def box(self, box: Box) -> Box:
        """Return a child's box on the slide."""
        (x, y), (left, top) = self._scale, self._shift
        return Box(
            box.left * x + left, box.top * y + top, box.width * x, box.height * y
        )

    def inner(self, frame: Element | None) -> Transform:
        """Return the transform inside a group with the ``a:xfrm`` given."""
        values = [pair(frame, name) for name in ("off", "ext", "chOff", "chExt")]
        if None in values:
            return self
        (left, top), (width, height), (at_x, at_y), (wide, high) = values  # type: ignore[misc]
        scale_x = width / wide if wide else 1
        scale_y = height / high if high else 1
        outer = self.box(Box(left, top, 0, 0))
        own_x, own_y = self._scale[0] * scale_x, self._scale[1] * scale_y
        return Transform(
            own_x, own_y, outer.left - at_x * own_x, outer.top - at_y * own_y
        )


def pair(frame: Element | None, name: str) -> tuple[int, int] | None:
    """Return ``off``, ``ext``, ``chOff`` or ``chExt`` of an ``a:xfrm`` in EMU."""
    found = frame.find(A + name) if frame is not None else None
    if found is None:
        return None
    keys = ("x", "y") if name.endswith("ff") else ("cx", "cy")
    return number(found.get(keys[0])), number(found.get(keys[1]))


def own_frame(shape: Element) -> Element | None:
    """Return the position that a shape states itself."""
    for path in (f"{P}spPr/{A}xfrm", f"{P}xfrm", f"{P}grpSpPr/{A}xfrm"):
        found = shape.find(path)
        if found is not None and pair(found, "off") and pair(found, "ext"):
            return found
    return None


def frame_box(frame: Element) -> Box:
    """Return the box of an ``xfrm`` as it is drawn: a quarter turn swaps its sides."""
    left, top = map(float, pair(frame, "off") or (0, 0))
    width, height = pair(frame, "ext") or (0, 0)
    turned = number(frame.get("rot")) % _HALF
    if abs(turned - _QUARTER) < _QUARTER / 2:
        left, top = left + (width - height) / 2, top + (height - width) / 2
        width, height = height, width
    return Box(left, top, width, height)


def box_of(chain: Chain, shape: Element, transform: Transform) -> Box | None:
    """Return the box of a shape on the slide, None if nothing says where it is."""
    for one in (shape, *chain.shapes(placeholder(shape))):
        frame = own_frame(one)
        if frame is not None:
            return transform.box(frame_box(frame))
    return None

"""Colours of one slide: of its text, and of what lies behind it.

Text may lie on the fill of its own shape, on the shapes below it (those of layout
and master too), on the background. Gradients, pictures, charts and tables whose style
is not in the file may have any colour: text over them counts as seen.
Source: ECMA-376 part 1, 20.1.4.2.10 (fillRef), 19.3.1.1 (bg), 19.3.1.3 (bgRef),
19.3.1.6 (clrMap), 20.1.4.1.13 (fillStyleLst); z-order is document order (19.3.1.45).
"""

from __future__ import annotations

from kimi_read.formats.pptx.deck import placeholder
from kimi_read.formats.pptx.names import A, P, branches, flag, non_visual, number
from kimi_read.formats.pptx.order import Box
from kimi_read.formats.pptx.places import Transform, box_of
from kimi_read.ooxml.colours import UNKNOWN, WHITE, close, drawn, lost, scheme
from kimi_read.ooxml.relations import first
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from kimi_read.formats.pptx.deck import Chain, Deck, Part

    #: A fill: one colour, none at all (``None``), or ``()`` for what cannot be told.
    Fill = tuple[int, ...] | None

_OPAQUE = 0.95
#: On slides with more shapes than this nothing is said of what lies behind text.
MOST_LAYERS = 600
#: Shapes that cover all of their box.
_RECTANGLES = ("rect", "roundRect", "snip1Rect", "round1Rect", "flowChartProcess")
#: Text may stand beyond a box that is lower than this, or does not wrap it.
_LOW = 200_000
_BEYOND = 1_500_000
#: Parts of a box that need not be covered, in EMU.
_SLACK = 12_700
_FILLS = {A + name for name in ("solidFill", "noFill", "gradFill", "blipFill",
                                "pattFill", "grpFill")}  # fmt: skip
_USUAL_MAP = {"bg1": "lt1", "tx1": "dk1", "bg2": "lt2", "tx2": "dk2"}
#: Table styles that fill no cell.
_BARE_TABLES = ("{2D5ABB26-0587-4C30-8999-92F81FD0307C}",
                "{5940675A-B579-460E-94D1-54222C63F5DA}")  # fmt: skip


@record(frozen=True, slots=True)
class Layer:
    """Something on the slide that may cover what is below it."""

    shape: Element
    box: Box | None
    fill: Fill
    whole: bool


class Paint:
    """The colours of one slide, found when they are asked for."""

    def __init__(self, deck: Deck, slide: Part, chain: Chain) -> None:
        self.deck = deck
        self._slide = slide
        self._chain = chain
        self._scheme: dict[str, int] | None = None
        self._map: dict[str, str] = _USUAL_MAP
        self._key: tuple[object, ...] | None = None
        self._theme = ""
        self._layers: list[Layer] | None = None
        self._ground: tuple[int, ...] | None = None
        self._below: set[int] | None = None
        self._near: dict[int, bool] = {}

    def resolve(self, name: str) -> int:
        """Return the colour of a name of the theme, as the slide maps it."""
        if self._scheme is None:
            self._read_theme()
        colours = self._scheme or {}
        return colours.get(self._map.get(name, name), UNKNOWN)

    def key(self) -> tuple[object, ...]:
        """Return what tells the colours of this slide from those of others."""
        if self._key is None:
            self.resolve("bg1")
            self._key = (id(self._chain.master), *self._map.items())
        return self._key

    def _read_theme(self) -> None:
        master = self._chain.master
        self._theme = first(master.links, "theme") if master is not None else ""
        found = self.deck.schemes.get(self._theme)
        if found is None:
            root = self.deck.theme(self._theme)
            found = self.deck.schemes[self._theme] = scheme(root)
        self._scheme = found
        for part in (self._slide, self._chain.layout, master):
            if part is None:
                continue
            mapping = part.root.find(f"{P}clrMapOvr/{A}overrideClrMapping")
            if mapping is None:
                mapping = part.root.find(P + "clrMap")
            if mapping is not None:
                self._map = {**_USUAL_MAP, **mapping.attrib}
                return

    def fill(self, properties: Element | None) -> Fill | str:
        """Return the fill that shape or cell properties state, ``""`` if none."""
        for child in properties if properties is not None else ():
            if child.tag not in _FILLS:
                continue
            if child.tag == A + "noFill":
                return None
            if child.tag == A + "solidFill":
                return _opaque(*drawn(child, self.resolve))
            return ()
        return ""

    def _reference(self, reference: Element) -> Fill:
        """Return the fill that a place in the theme's lists gives (20.1.4.2.10)."""
        index = number(reference.get("idx"))
        if index in (0, 1000):
            return None
        colour, opacity = drawn(reference, self.resolve)
        self.resolve("bg1")
        theme = self.deck.theme(self._theme)
        name = "bgFillStyleLst" if index > 1000 else "fillStyleLst"
        fills = theme.find(f".//{A}{name}") if theme is not None else None
        place = index % 1000 - 1
        if fills is None or not 0 <= place < len(fills):
            return ()
        found = fills[place]
        if found.tag != A + "solidFill" or opacity < _OPAQUE:
            return ()
        return _opaque(
            *drawn(found, lambda n: colour if n == "phClr" else self.resolve(n))
        )

    def _shape_fill(self, shape: Element) -> Fill:
        """Return the fill of a shape: its own, its placeholder's, its style's."""
        for one in (shape, *self._chain.shapes(placeholder(shape))):
            found = self.fill(one.find(P + "spPr"))
            if found != "":
                return found  # type: ignore[return-value]
            reference = one.find(f"{P}style/{A}fillRef")
            if reference is not None:
                return self._reference(reference)
        return None

    def background(self) -> tuple[int, ...]:
        """Return the colour of the slide's background, ``()`` if it cannot be told."""
        if self._ground is None:
            self._ground = self._background()
        return self._ground

    def _background(self) -> tuple[int, ...]:
        for part in (self._slide, self._chain.layout, self._chain.master):
            holder = part.root.find(f"{P}cSld/{P}bg") if part is not None else None
            for child in holder if holder is not None else ():
                if child.tag == P + "bgRef":
                    return self._reference(child) or ()
                found = self.fill(child)
                return found if isinstance(found, tuple) else ()
        return (WHITE,)

    def hides(self, shape: Element, ink: int) -> bool:
        """Whether text of a colour cannot be seen in a shape."""
        if not self._fills_anything(ink):
            return False
        fill = self._shape_fill(shape)
        return lost(ink, self.below(shape) if fill is None else fill)

    def cell_hides(
        self, frame: Element, table: Element, cell: Element, ink: int
    ) -> bool:
        """Whether text of a colour cannot be seen in a cell of a table."""
        found = self.fill(cell.find(A + "tcPr"))
        if isinstance(found, str):
            style = table.findtext(f"{A}tblPr/{A}tableStyleId")
            found = None if style is None or style.strip() in _BARE_TABLES else ()
        return lost(ink, self.below(frame) if found is None else found)

    def _fills_anything(self, ink: int) -> bool:
        """Whether anything on the slide has a colour: a quick look without places."""
        if self._below is None:
            parts = [self._slide.root]
            parts += [p.root for p in (self._chain.layout, self._chain.master) if p]
            found = {*self.background()}
            for root in parts:
                found.update(self._fills(root))
            self._below = found
        near = self._near.get(ink)
        if near is None:
            near = any(close(ink, colour) for colour in self._below)
            self._near[ink] = near
        return near

    def _fills(self, root: Element) -> set[int]:
        """Return the colours of all shapes of a part; those of most slides' once."""
        key = (id(root), *self.key())
        found = self.deck.fills.get(key) if root is not self._slide.root else None
        if found is None:
            found = set()
            for properties in root.iter(P + "spPr"):
                found.update(self.fill(properties) or ())  # type: ignore[arg-type]
            for reference in root.iter(A + "fillRef"):
                found.update(self._reference(reference) or ())
            if root is not self._slide.root:
                self.deck.fills[key] = found
        return found

    def below(self, shape: Element) -> tuple[int, ...]:
        """Return the colours that may be seen through a shape without a fill."""
        layers = self.layers()
        at = next((n for n, one in enumerate(layers) if one.shape is shape), -1)
        if at < 0:
            return ()
        box = layers[at].box
        if box is None:
            return ()
        around = _around(box, shape)
        found: list[int] = []
        for layer in reversed(layers[:at]):
            if layer.fill is None:
                continue
            if layer.box is None:
                return ()
            if not _meets(layer.box, around):
                continue
            if not layer.fill:
                return ()
            found += layer.fill
            if layer.whole and _holds(layer.box, around):
                return tuple(found)
        ground = self.background()
        return (*found, *ground) if ground else ()

    def layers(self) -> list[Layer]:
        """Return what is drawn on the slide from the bottom up; none if too much."""
        if self._layers is None:
            self._layers = []
            for layer in self._all():
                self._layers.append(layer)
                if len(self._layers) > MOST_LAYERS:
                    self._layers = []
                    break
        return self._layers

    def _all(self) -> Iterator[Layer]:
        slide, layout, master = self._slide, self._chain.layout, self._chain.master
        if _shows_master(slide):
            if layout is not None and master is not None and _shows_master(layout):
                yield from self._of_part(master, own=False)
            if layout is not None:
                yield from self._of_part(layout, own=False)
        yield from self._of_part(slide, own=True)

    def _of_part(self, part: Part, *, own: bool) -> Iterator[Layer]:
        tree = part.root.find(f"{P}cSld/{P}spTree")
        if tree is not None:
            yield from self._of_group(tree, Transform(), own=own, depth=0)

    def _of_group(
        self, group: Element, transform: Transform, *, own: bool, depth: int
    ) -> Iterator[Layer]:
        for shape in branches(group):
            properties = non_visual(shape)
            hidden = properties is not None and flag(properties.get("hidden"))
            if (hidden or placeholder(shape) is not None) and not own:
                continue
            if shape.tag == P + "grpSp":
                inner = transform.inner(shape.find(f"{P}grpSpPr/{A}xfrm"))
                if depth < 64:
                    yield from self._of_group(shape, inner, own=own, depth=depth + 1)
            elif shape.tag == P + "sp":
                form = shape.find(f"{P}spPr/{A}prstGeom")
                name = form.get("prst") if form is not None else "rect"
                fill = None if hidden or name == "line" else self._shape_fill(shape)
                box = box_of(self._chain, shape, transform)
                yield Layer(shape, box, fill, name in _RECTANGLES)
            elif shape.tag in (P + "pic", P + "graphicFrame"):
                box = box_of(self._chain, shape, transform)
                yield Layer(shape, box, None if hidden else (), whole=False)


def _opaque(colour: int, opacity: float) -> tuple[int, ...]:
    return (colour,) if colour >= 0 and opacity >= _OPAQUE else ()


def _shows_master(part: Part) -> bool:
    value = part.root.get("showMasterSp")
    return value is None or flag(value)


def _around(box: Box, shape: Element) -> Box:
    """Return where the text of a shape may stand: beyond a box that is too small."""
    body = shape.find(f"{P}txBody/{A}bodyPr")
    loose = body is not None and body.get("wrap") == "none"
    if not loose and min(box.width, box.height) >= _LOW:
        return box
    return Box(box.left - _BEYOND, box.top - _BEYOND,
               box.width + 2 * _BEYOND, box.height + 2 * _BEYOND)  # fmt: skip


def _meets(one: Box, other: Box) -> bool:
    return (
        one.left < other.right - _SLACK
        and other.left < one.right - _SLACK
        and one.top < other.bottom - _SLACK
        and other.top < one.bottom - _SLACK
    )


def _holds(outer: Box, inner: Box) -> bool:
    return (
        outer.left <= inner.left + _SLACK
        and outer.top <= inner.top + _SLACK
        and outer.right >= inner.right - _SLACK
        and outer.bottom >= inner.bottom - _SLACK
    )

"""The shapes of a slide: where they lie, in which order they read, what they hold.

Source: ECMA-376 part 1, 19.3.1 (slides), 20.1.7 (transforms of groups).
"""

from __future__ import annotations

from itertools import chain

from kimi_read import inline
from kimi_read.blocks import Heading, Loss, Paragraph
from kimi_read.formats.pptx import text, titles
from kimi_read.formats.pptx.deck import placeholder
from kimi_read.formats.pptx.frames import frame_blocks
from kimi_read.formats.pptx.looks import Painted
from kimi_read.formats.pptx.names import A, P, branches, described, flag, non_visual
from kimi_read.formats.pptx.order import Box, compared, reading_order
from kimi_read.formats.pptx.pictures import background_blocks, picture_blocks, pixels
from kimi_read.formats.pptx.places import Transform, box_of, own_frame, pair
from kimi_read.recover import attempt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from xml.etree.ElementTree import Element

    from kimi_read.blocks import Block
    from kimi_read.formats.pptx.looks import Looks
    from kimi_read.formats.pptx.scene import Scene

#: Groups nested deeper than this are not opened.
MAX_DEPTH = 64
#: The most shapes of one slide.
MAX_SHAPES = 20_000
_LEFT_OUT = {"ftr": "footer", "dt": "date", "sldNum": "number", "hdr": "header"}
_HOLDERS = frozenset(
    P + name for name in ("grpSp", "pic", "graphicFrame", "contentPart")
)
#: Layouts whose title is that of the presentation or of a part of it.
_PART_LAYOUTS = ("title", "secHead")


class Shapes:
    """Turns the shape tree of one slide into blocks in reading order."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._count = 0

    def title(self, tree: Element) -> str:
        """Return the title of the slide as plain text; empty if it has none."""
        shape = self._title(tree)
        body = shape.find(P + "txBody") if shape is not None else None
        return text.raw_line(body, self._scene.links)

    def _title(self, tree: Element) -> Element | None:
        for shape in titles.declared(tree):
            if text.raw_line(shape.find(P + "txBody"), self._scene.links):
                return shape
        return titles.guessed(
            tree, self._scene.deck.height, lambda shape: self._box(shape, Transform())
        )

    def blocks(self, tree: Element) -> Iterator[Block]:
        """Yield the title, then everything else in reading order."""
        first = self._title(tree)
        if first is not None:
            body = first.find(P + "txBody")
            words = text.one_line(body, self._scene.links, self._looks(first))
            part = (
                self._scene.chain.kind in _PART_LAYOUTS
                and placeholder(first) is not None
            )
            heading = Heading(words, 1 if part else 2)
            yield from self._marked(first, [heading], None)
        yield from background_blocks(self._scene)
        others = [shape for shape in branches(tree) if shape is not first]
        yield from self._level(others, Transform(), 0)

    def _level(
        self, shapes: list[Element], transform: Transform, depth: int
    ) -> Iterator[Block]:
        placed: list[tuple[Box, list[tuple[Element, Box | None]]]] = []
        ahead: list[Element] = []
        for shape in shapes:
            if not self._holds(shape):
                continue
            box = self._box(shape, transform)
            if box is None and placed:
                placed[-1][1].append((shape, None))
            elif box is None:
                ahead.append(shape)
            else:
                placed.append((box, [(shape, box)]))
        if self._scene.chain.kind == "twoTxTwoObj" and not depth:
            placed = compared(placed)
        for shape in ahead:
            yield from self._shape(shape, transform, depth, None)
        for group in reading_order(placed):
            for shape, box in group:
                yield from self._shape(shape, transform, depth, box)

    def _holds(self, shape: Element) -> bool:
        """Whether a shape may hold anything to read."""
        if shape.tag == P + "sp":
            body = shape.find(P + "txBody")
            return (
                (body is not None and body.find(f"{A}p/*") is not None)
                or shape.find(f"{P}spPr/{A}blipFill") is not None
                or bool(described(shape))
            )
        if shape.tag == P + "cxnSp":
            return bool(described(shape))
        return shape.tag in _HOLDERS

    def _box(self, shape: Element, transform: Transform) -> Box | None:
        box = box_of(self._scene.chain, shape, transform)
        if box is None or not self._scene.deck.rtl:
            return box
        left = self._scene.deck.width - box.right  # read from the right
        return Box(left, box.top, box.width, box.height)

    def _shape(
        self, shape: Element, transform: Transform, depth: int, box: Box | None
    ) -> Iterator[Block]:
        self._count += 1
        if self._count == MAX_SHAPES + 1:
            yield Loss("too-many-shapes", f"slide {self._scene.number} has over "
                       f"{MAX_SHAPES} shapes; the others are left out",
                       self._scene.where, partial=True)  # fmt: skip
        if self._count > MAX_SHAPES:
            return
        if shape.tag == P + "grpSp":
            yield from self._group(shape, transform, depth, box)
            return
        what = f"slide {self._scene.number}, {_name(shape)}"
        content = attempt(what, lambda: self._content(shape))
        yield from self._marked(shape, content, None if depth else box)

    def _group(
        self, shape: Element, transform: Transform, depth: int, box: Box | None
    ) -> Iterator[Block]:
        if depth >= MAX_DEPTH:
            yield Loss("too-deep", f"groups on slide {self._scene.number} are nested "
                       f"over {MAX_DEPTH} deep; the inner ones are left out",
                       self._scene.where, partial=True)  # fmt: skip
            return
        inner = transform.inner(shape.find(f"{P}grpSpPr/{A}xfrm"))
        inside = list(branches(shape))
        blocks = chain(_alternative(shape), self._level(inside, inner, depth + 1))
        yield from self._marked(shape, blocks, None if depth else box)

    def _content(self, shape: Element) -> Iterator[Block]:
        scene = self._scene
        if shape.tag == P + "graphicFrame":
            yield from frame_blocks(scene, shape)
            return
        if shape.tag == P + "pic":
            yield from picture_blocks(scene, shape, self._size(shape))
            return
        if shape.tag == P + "contentPart":
            yield Loss("ink", f"ink on slide {scene.number} is left out", scene.where)
            return
        holder = placeholder(shape)
        kind = (holder.get("type") or "obj") if holder is not None else ""
        body = shape.find(P + "txBody")
        left_out = _LEFT_OUT.get(kind) or text.is_furniture(body)
        if left_out:
            words = text.one_line(body, scene.links)
            if words:
                scene.report.leave(left_out, words if left_out == "footer" else "")
            return
        if shape.find(f"{P}spPr/{A}blipFill") is not None:
            yield from picture_blocks(scene, shape, self._size(shape))
        elif holder is None and (body is None or not _has_words(body)):
            yield from _alternative(shape)
        link = scene.links.of(non_visual(shape))
        listed = kind in ("body", "obj")
        yield from text.blocks(
            body, self._looks(shape), scene.links, link, listed=listed
        )

    def _looks(self, shape: Element) -> Looks:
        scene = self._scene
        styles = scene.chain.styles(shape, placeholder(shape))
        return Painted(
            scene.report, scene.paint, lambda ink: scene.paint.hides(shape, ink),
            styles, shape,
        )  # fmt: skip

    def _size(self, shape: Element) -> tuple[int, int]:
        """Return the size at which a picture is shown, at 96 pixels an inch."""
        for one in (shape, *self._scene.chain.shapes(placeholder(shape))):
            frame = own_frame(one)
            if frame is not None:
                width, height = pair(frame, "ext") or (0, 0)
                return pixels(width, height)
        return 0, 0

    def _marked(
        self, shape: Element, blocks: Iterable[Block], box: Box | None
    ) -> Iterator[Block]:
        """Yield the blocks of a shape, after a mark if a viewer would not see it."""
        words = self._unseen(shape, box)
        for block in blocks:
            if words:
                yield Loss("hidden-shape", f"{_name(shape)} {words}", self._scene.where)
                words = ""
            yield block

    def _unseen(self, shape: Element, box: Box | None) -> str:
        properties = non_visual(shape)
        if properties is not None and flag(properties.get("hidden")):
            return "is hidden on the slide"
        deck = self._scene.deck
        if box is not None and (
            box.right <= 0
            or box.bottom <= 0
            or box.left >= deck.width
            or box.top >= deck.height
        ):
            return "lies outside of the slide"
        return ""


def _has_words(body: Element) -> bool:
    return any((part.text or "").strip() for part in body.iter() if part.text)


def _alternative(shape: Element) -> Iterator[Block]:
    """Yield the alternative text of a drawing."""
    words = described(shape)
    if words:
        yield Paragraph(inline.escape(f"[drawing: {words}]"))


def _name(shape: Element) -> str:
    properties = non_visual(shape)
    name = (properties.get("name") or "").strip() if properties is not None else ""
    return f"shape '{name}'" if name else "a shape"

"""Pictures, charts, diagrams, text boxes and embedded objects.

Source: ECMA-376 part 1, 20.4 (placement), 20.2 (pictures), 21.2 (charts), 21.4
(diagrams), 17.3.3.19 (objects); part 4, 14 (VML).
"""

from __future__ import annotations

import re

from kimi_read import inline
from kimi_read.blocks import Break, Item, Picture, Table
from kimi_read.formats.docx.alternates import chosen
from kimi_read.formats.docx.grounds import covers, nowhere, of_shape, of_vml
from kimi_read.formats.docx.names import ALTERNATE, TEXT_BOX, R, W, number, on
from kimi_read.ooxml.chart import chart
from kimi_read.ooxml.diagram import nodes
from kimi_read.ooxml.parts import local, root_of
from kimi_read.ooxml.spans import HIDDEN
from kimi_read.record import record, replace
from kimi_read.recover import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from kimi_read.formats.docx.content import Content
    from kimi_read.formats.docx.paint import Ground

_EMU_PER_PIXEL = 9525
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_LENGTH = r"\b(width|height)\s*:\s*(\d{1,6}(?:\.\d{1,6})?)\s*(pt|in|cm|mm|px|pc|)"
_PIXELS = {"pt": 4 / 3, "in": 96, "cm": 37.8, "mm": 3.78, "px": 1, "pc": 16, "": 1}
_TYPES = {
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
    "bmp": "image/bmp", "tif": "image/tiff", "tiff": "image/tiff", "emf": "image/x-emf",
    "wmf": "image/x-wmf", "svg": "image/svg+xml", "webp": "image/webp",
    "jfif": "image/jpeg", "ico": "image/x-icon", "wdp": "image/vnd.ms-photo",
}  # fmt: skip
DEPTH = 40
MEDIA_BYTES = 64 << 20


@record(frozen=True, slots=True)
class _Place:
    """What surrounds a picture says of it: alternative text, pixels, a link.

    ``ground`` is what lies behind text in it, None if that is not known; ``flags``
    say that it is hidden.
    """

    alt: str = ""
    width: int = 0
    height: int = 0
    link: str = ""
    ground: Ground | None = None
    flags: int = 0


def read(content: Content, element: Element, link: str, change: str) -> None:
    """Put what a drawing, a VML picture or an object shows into ``content``."""
    before = len(content.spans.pieces)
    _visit(content, element, _Place(link=link), change, 0)
    if covers(element):
        content.document.cover()
    floating = any(local(child.tag) == "anchor" for child in element)
    if floating and len(content.spans.pieces) > before:
        content.add(" ", 0, "", change)  # it stands beside the text, not in it


def _visit(
    content: Content, parent: Element, place: _Place, change: str, depth: int
) -> None:
    if depth > DEPTH:
        return
    if parent.tag in _FRAMES:
        place = _placed(content, parent, place)
    for child in parent:
        tag = child.tag
        if tag == TEXT_BOX:
            ground = place.ground or nowhere()
            ground.flags |= place.flags
            content.boxes.append((child, ground))
        elif tag == ALTERNATE:
            branch = chosen(child)
            if branch is not None:
                _visit(content, branch, place, change, depth + 1)
        else:
            make = _MAKERS.get(local(tag))
            if make is None or not make(content, child, place, change):
                inner = place
                name = local(tag)
                if name in ("shape", "rect", "roundrect", "oval"):
                    inner = _shape(child, place)
                elif name == "wsp":
                    ground = of_shape(content.document.paint, child)
                    inner = replace(place, ground=ground)
                _visit(content, child, inner, change, depth + 1)


def _placed(content: Content, frame: Element, place: _Place) -> _Place:
    """Return what ``wp:inline``, ``wp:anchor`` or ``pic:pic`` says of a picture."""
    alt, width, height, link = place.alt, place.width, place.height, place.link
    flags = place.flags
    for child in frame:
        name = local(child.tag)
        if name == "extent":
            width = max(0, number(child.get("cx")) // _EMU_PER_PIXEL)
            height = max(0, number(child.get("cy")) // _EMU_PER_PIXEL)
        elif name in ("docPr", "nvPicPr"):
            own = child if name == "docPr" else child.find("./*")
            if own is None:
                continue
            if on(own.get("hidden", "0")):
                flags |= HIDDEN
            alt = alt or own.get("descr") or own.get("title") or ""
            click = own.find(_A + "hlinkClick")
            if click is not None and not link:
                link = content.safe(content.target(click.get(R + "id") or ""))
    return _Place(alt, width, height, link, place.ground, flags)


def _shape(shape: Element, place: _Place) -> _Place:
    """Return what a VML shape says of its picture; lengths are CSS."""
    sizes = {
        found[1]: round(float(found[2]) * _PIXELS[found[3]])
        for found in re.finditer(_LENGTH, shape.get("style") or "")
    }
    alt = place.alt or shape.get("alt") or ""
    unseen = re.search(r"\bvisibility\s*:\s*hidden", shape.get("style") or "")
    return _Place(
        alt, max(0, sizes.get("width", place.width)),
        max(0, sizes.get("height", place.height)), place.link, of_vml(shape),
        place.flags | (HIDDEN if unseen else 0),
    )  # fmt: skip


def _blip(content: Content, element: Element, place: _Place, change: str) -> bool:
    name = element.get(R + "embed") or element.get(R + "link") or ""
    if name:
        _picture(content, name, place, change)
    return bool(name)


def _image_data(content: Content, element: Element, place: _Place, change: str) -> bool:
    name = (
        element.get(R + "id")
        or element.get(R + "pict")
        or element.get(R + "href")
        or ""
    )
    title = element.get("{urn:schemas-microsoft-com:office:office}title") or ""
    if name:
        place = replace(place, alt=place.alt or title)
        _picture(content, name, place, change)
    return True


def _picture(content: Content, name: str, place: _Place, change: str) -> None:
    found = content.relations.get(name)
    document = content.document
    if found is None or not found.target:
        document.lose("broken-relation", f"a picture is missing ({name or 'no name'})",
                      content.part, partial=True)  # fmt: skip
        return
    if found.external:
        text = inline.escape(place.alt or "linked picture")
        url = content.safe(found.target)
        content.raw(inline.link(text, url) if url else text, 0, place.link, change)
        document.lose("linked-picture", "a picture lies outside of the file",
                      content.part, shown=False)  # fmt: skip
        return
    size = f"{place.width}x{place.height}" if place.width and place.height else ""
    shown = found.target.removeprefix("word/")
    image = inline.image(place.alt, shown, size)
    content.raw(image, place.flags, place.link, change)
    if found.target not in document.package:
        document.lose("broken-relation", f"the picture {shown} is not in the file",
                      content.part, partial=True)  # fmt: skip
    elif document.request.media and document.first_use(found.target):
        extension = found.target.rpartition(".")[2].lower()
        data = document.package.read(found.target, MEDIA_BYTES)
        media_type = _TYPES.get(extension, "application/octet-stream")
        content.after.append(
            Picture(media_type, data, place.width, place.height, "media", shown)
        )


def _chart(content: Content, element: Element, place: _Place, change: str) -> bool:
    name = element.get(R + "id") or ""
    found = content.relations.get(name)
    document = content.document
    root = root_of(document.package, found.target) if found else None
    made = value(lambda: chart(root), None) if root is not None else None
    if made is None:
        label = f"chart: {place.alt}" if place.alt else "chart"
        document.lose(
            "chart", f"{label} without stored data", content.part, partial=True
        )
        return True
    label = made.label(place.alt)
    content.after.append(Break(label))
    head = [inline.escape(text) for text in made.header]
    rows = [[inline.escape(text) for text in row] for row in made.rows]
    content.after.append(Table(head, iter(rows)))
    if made.cut:
        document.lose("chart", f"{label} has more points than are shown",
                      content.part, partial=True)  # fmt: skip
    return True


def _diagram(content: Content, element: Element, place: _Place, _change: str) -> bool:
    """Show the texts of a SmartArt diagram as a list, nested as they are."""
    found = content.relations.get(element.get(R + "dm") or "")
    root = root_of(content.document.package, found.target) if found else None
    items = [*nodes(root)] if root is not None else []
    if not items:
        content.document.lose("diagram", "a diagram without text is left out",
                              content.part)  # fmt: skip
        return True
    content.after.append(Break(f"diagram: {place.alt}" if place.alt else "diagram"))
    content.after += [Item(inline.escape(text), depth) for text, depth in items]
    return True


def _object(content: Content, element: Element, _place: _Place, change: str) -> bool:
    """Name an embedded object; its preview picture is shown by its shape."""
    name = element.get(R + "id") or ""
    found = content.relations.get(name)
    kind = element.get("ProgID") or "object"
    where = found.target.removeprefix("word/") if found else ""
    text = f"embedded {kind}" + (f": {where}" if where else "")
    if content.spans.pieces and not content.spans.pieces[-1][0].endswith(" "):
        content.add(" ", 0, "", change)
    content.raw(inline.escape(f"[{text}]"), 0, "", change)
    content.document.lose("embedded-object", f"{text} is named, not read", content.part,
                          shown=False)  # fmt: skip
    return True


def _shape_text(content: Content, element: Element, place: _Place, change: str) -> bool:
    """Take the text of a drawing's own shapes, as locked canvases have them."""
    if element.tag != _A + "p":
        return False
    words = "".join(t.text or "" for t in element.iter(_A + "t")).strip()
    if words:
        content.add(f"{words}\n", 0, place.link, change)
    return True


def _form_control(
    content: Content, element: Element, _place: _Place, _change: str
) -> bool:
    """Name an ActiveX control, whose state is no text (17.3.3.3)."""
    name = element.get(W + "name") or "without a name"
    content.document.lose("control", f"the control {name} is not read", content.part,
                          shown=False)  # fmt: skip
    return True


def _text_path(content: Content, element: Element, place: _Place, change: str) -> bool:
    """Take the words of VML WordArt."""
    if element.get("string"):
        content.add(f"{element.get('string')}\n", 0, place.link, change)
    return True


_FRAMES = frozenset(
    f"{{http://schemas.openxmlformats.org/drawingml/2006/{space}}}{name}"
    for space, name in (
        ("wordprocessingDrawing", "inline"),
        ("wordprocessingDrawing", "anchor"),
        ("picture", "pic"),
    )
)
_MAKERS = {
    "blip": _blip, "svgBlip": _blip, "imagedata": _image_data, "chart": _chart,
    "relIds": _diagram,
    "OLEObject": _object, "objectEmbed": _object, "p": _shape_text,
    "textpath": _text_path, "control": _form_control,
}  # fmt: skip

"""Pictures, charts, diagrams, text boxes and embedded objects.

Source: ECMA-376 part 1, 20.4 (placement), 20.2 (pictures), 21.2 (charts), 21.4
(diagrams), 17.3.3.19 (objects); part 4, 14 (VML).
"""

from __future__ import annotations

import re

from kimi_read import inline
from kimi_read.blocks import Break, Item, Paragraph, Picture, Table
from kimi_read.formats.docx.alternates import chosen
from kimi_read.formats.docx.grounds import covers, nowhere, of_shape, of_vml
from kimi_read.formats.docx.names import ALTERNATE, TEXT_BOX, R, W, number, on
from kimi_read.ooxml.chart import callouts, chart, unstored
from kimi_read.ooxml.diagram import nodes
from kimi_read.ooxml.parts import alternative, local, root_of
from kimi_read.ooxml.relations import relations
from kimi_read.ooxml.spans import HIDDEN
from kimi_read.record import record, replace
from kimi_read.recover import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from xml.etree.ElementTree import Element

    from kimi_read.formats.docx.content import Content
    from kimi_read.formats.docx.paint import Ground
    from kimi_read.ooxml.relations import Relation

_EMU_PER_PIXEL = 9525
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_VIDEO = (
    "{http://schemas.microsoft.com/office/word/2012/wordprocessingDrawing}webVideoPr"
)
#: Where the HTML of a film on the web leads ([MS-DOCX] 2.7.1.9, webVideoPr).
_SOURCE = r"""\bsrc\s*=\s*["\']?([^"\'\s>]+)"""
_LENGTH = r"\b(width|height)\s*:\s*(\d{1,6}(?:\.\d{1,6})?)\s*(pt|in|cm|mm|px|pc|)"
_PIXELS = {"pt": 4 / 3, "in": 96, "cm": 37.8, "mm": 3.78, "px": 1, "pc": 16, "": 1}
_TYPES = {
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
    "bmp": "image/bmp", "tif": "image/tiff", "tiff": "image/tiff", "emf": "image/x-emf",
    "wmf": "image/x-wmf", "svg": "image/svg+xml", "webp": "image/webp",
    "jfif": "image/jpeg", "ico": "image/x-icon", "wdp": "image/vnd.ms-photo",
}  # fmt: skip
_V = "{urn:schemas-microsoft-com:vml}"
_VML_SHAPES = frozenset(
    _V + name
    for name in (
        "shape", "rect", "roundrect", "oval", "line", "polyline", "arc", "curve",
    )
)  # fmt: skip
_VML_GROUP = _V + "group"
#: Groups of shapes, and the canvas around some of them.
_GROUPS = frozenset(("wgp", "grpSp", "wpc"))
#: Says of a VML shape that it is a horizontal rule.
_RULE = "{urn:schemas-microsoft-com:office:office}hr"
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
                if tag in _VML_SHAPES:
                    inner = _described(content, child, _shape(child, place), change)
                elif name == "wsp":
                    ground = of_shape(content.document.paint, child)
                    inner = replace(place, ground=ground)
                    inner = _described(content, child, inner, change)
                elif name in _GROUPS or tag == _VML_GROUP:
                    inner = _described(content, child, place, change, group=True)
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
            alt = alt or alternative(own)
            film = own.find(f".//{_VIDEO}")
            if film is not None and not link:
                found = re.search(_SOURCE, film.get("embeddedHtml") or "")
                link = content.safe(found[1]) if found else ""
            click = own.find(_A + "hlinkClick")
            if click is not None and not link:
                link = content.safe(content.target(click.get(R + "id") or ""))
    return _Place(alt, width, height, link, place.ground, flags)


def _described(
    content: Content,
    shape: Element,
    place: _Place,
    change: str,
    *,
    group: bool = False,
) -> _Place:
    """Give the alternative text of a group, or of a shape that shows no other.

    Pictures have theirs with them. Return the place, less what was said.
    """
    own = next((e for e in shape if local(e.tag) == "cNvPr"), shape)
    alt = place.alt or alternative(own) or shape.get("alt") or ""
    if alt and not shape.get(_RULE) and (group or not any(map(_shows, shape.iter()))):
        _name(content, f"drawing: {' '.join(alt.split())}", place, change)
    return replace(place, alt="" if group else alt)


def _shows(element: Element) -> bool:
    """Whether an element of a shape is words, or a picture with words of its own."""
    name = local(element.tag)
    return name in ("blip", "imagedata", "textpath") or (
        name == "t" and bool((element.text or "").strip())
    )


def _name(content: Content, text: str, place: _Place, change: str) -> None:
    """Say in brackets what stands here; what follows them must not make a link."""
    _apart(content, change)
    content.raw(inline.escape(f"[{text}]"), place.flags, place.link, change)
    content.add(" ", 0, "", change)


def _apart(content: Content, change: str) -> None:
    """Part what follows from the words before it."""
    pieces = content.spans.pieces
    if pieces and not pieces[-1][0][-1:].isspace():
        content.add(" ", 0, "", change)


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


def _blip(
    content: Content,
    element: Element,
    place: _Place,
    change: str,
    links: Mapping[str, Relation] | None = None,
) -> bool:
    """Show a picture, of this part unless there are ``links`` of another."""
    name = element.get(R + "embed") or element.get(R + "link") or ""
    if name:
        known = content.relations if links is None else links
        _picture(content, name, known, place, change)
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
        _picture(content, name, content.relations, place, change)
    return True


def _picture(
    content: Content,
    name: str,
    links: Mapping[str, Relation],
    place: _Place,
    change: str,
) -> None:
    found = links.get(name)
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
    if found is None or root is None or made is None:
        label = unstored(root, place.alt)
        document.lose(
            "chart", f"{label} without stored data", content.part, partial=True
        )
        return True
    label = made.label(place.alt)
    content.after.append(Break(label))
    head = [inline.escape(text) for text in made.header]
    rows = [[inline.escape(text) for text in row] for row in made.rows]
    content.after.append(Table(head, iter(rows)))
    content.after += [
        Paragraph(inline.escape(text))
        for text in callouts(document.package, found.target, root)
    ]
    if made.cut:
        document.lose("chart", f"{label} has more points than are shown",
                      content.part, partial=True)  # fmt: skip
    return True


def _diagram(content: Content, element: Element, place: _Place, change: str) -> bool:
    """Show the texts of a SmartArt diagram as a list, nested as they are."""
    found = content.relations.get(element.get(R + "dm") or "")
    root = root_of(content.document.package, found.target) if found else None
    items = [*nodes(root)] if root is not None else []
    blips = [*root.iter(_A + "blip")] if root is not None else []
    if found is not None and blips:
        links = relations(content.document.package, found.target)
        for blip in blips:
            _blip(content, blip, _Place(), change, links)
    if not items and blips:
        return True
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
    how = "linked" if element.get("Type") == "Link" else "embedded"
    text = f"{how} {kind}" + (f": {where}" if where else "")
    _name(content, text, _Place(), change)
    content.document.lose("embedded-object", f"{text} is named, not read", content.part,
                          shown=False)  # fmt: skip
    return True


def _shape_text(content: Content, element: Element, place: _Place, change: str) -> bool:
    """Take the text of a drawing's own shapes, as locked canvases have them."""
    if element.tag != _A + "p":
        return False
    words = "".join(t.text or "" for t in element.iter(_A + "t")).strip()
    if words:
        _apart(content, change)
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


def _ink(content: Content, _element: Element, _place: _Place, _change: str) -> bool:
    """Tell of ink that no picture stands for ([MS-ODRAWXML] 2.26, contentPart)."""
    content.document.lose("ink", "ink is left out", content.part)
    return True


def _text_path(content: Content, element: Element, place: _Place, change: str) -> bool:
    """Take the words of VML WordArt."""
    if element.get("string"):
        _apart(content, change)
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
    "textpath": _text_path, "control": _form_control, "contentPart": _ink,
}  # fmt: skip

"""What is drawn on the tables of an OpenDocument spreadsheet.

Pictures, charts, text boxes and the controls of forms, each from the events of its
elements. A flat document holds charts and the bytes of pictures in their place.
Source: OpenDocument 1.3 part 3, 10.3 (shapes), 10.4 (frames), 13 (form content).
"""

from __future__ import annotations

import binascii

from kimi_read.blocks import Break, Loss, Paragraph, Picture
from kimi_read.formats.xlsx.ods_chart import charts, charts_of
from kimi_read.formats.xlsx.ooxml_strings import markdown
from kimi_read.inline import escape, image, is_script, link
from kimi_read.ooxml.elements import TreeBuilder
from kimi_read.recover import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from kimi_read.blocks import Block
    from kimi_read.formats.xlsx.ods_chart import LookUp
    from kimi_read.guard.zip import Package

_DRAW = "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
_FORM = "urn:oasis:names:tc:opendocument:xmlns:form:1.0"
_HREF = "http://www.w3.org/1999/xlink href"
_COUNT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0 c"
_WITH_TEXT = frozenset(("p", "title", "desc", "binary-data"))
#: Elements of which each is a thing of its own; ``g`` and ``a`` only hold others.
_SHAPES = frozenset((
    "frame", "custom-shape", "rect", "ellipse", "circle", "line", "connector",
    "polyline", "polygon", "path", "regular-polygon", "caption", "measure", "control",
    "page-thumbnail",
))  # fmt: skip
MAX_SHAPES = 5000
_TEXT_CHARS = 1 << 20
#: Elements of a chart in a flat document.
_MOST_ELEMENTS = 200_000
#: Base64 of the bytes that tell what a picture is; a whole number of bytes.
_HEAD_CHARS = 64
_MEDIA = {b"\x89PNG": ("image/png", "png"), b"\xff\xd8\xff": ("image/jpeg", "jpg"),
          b"GIF8": ("image/gif", "gif"), b"RIFF": ("image/webp", "webp"),
          b"BM": ("image/bmp", "bmp"), b"<?xm": ("image/svg+xml", "svg"),
          b"<svg": ("image/svg+xml", "svg"),
          b"\xd7\xcd\xc6\x9a": ("image/wmf", "wmf"),
          b"\x01\0\0\0": ("image/emf", "emf")}  # fmt: skip


class Shape:
    """One thing on a sheet: what it is called, where it is, and what it holds."""

    def __init__(self, name: str, where: str) -> None:
        self.name = name
        self.where = where
        self.alternative = self.target = ""
        self.text = ""
        self.object = ""
        self.chart: Element | None = None
        self.picture: str | None = None
        self.data = b""


class Drawing:
    """The shapes under one outermost element of a drawing."""

    def __init__(self, where: str, labels: dict[str, str], *, media: bool) -> None:
        self.shapes: list[Shape] = []
        self._where = where
        self._labels = labels
        self._media = media
        self._open: list[Shape] = []
        self._tags: list[str] = []
        self._words: list[str] = []
        #: Links that are open: address, and where their words begin (-1: shapes).
        self._links: list[tuple[str, int]] = []
        self._targets: list[str] = []
        self._into = 0
        self._size = 0
        self._inner: TreeBuilder | None = None
        self._inner_depth = self._elements = 0

    @property
    def ended(self) -> bool:
        """Whether its outermost element is closed."""
        return not self._tags

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Take the start of an element."""
        space, _, tag = name.rpartition(" ")
        self._tags.append(tag)
        if self._inner is not None:
            self._elements += 1
            if self._elements <= _MOST_ELEMENTS:
                braced = {_braced(key): text for key, text in attributes.items()}
                self._inner.start(_braced(name), braced)
            return
        get = attributes.get
        if space == _DRAW and tag in _SHAPES:
            name = get(f"{_DRAW} name", "")
            self._open.append(Shape(name, self._where))
            self._open[-1].target = next((t for t in self._targets[::-1] if t), "")
            if tag == "control":
                label = self._labels.get(get(f"{_DRAW} control", ""), "")
                self._open[-1].text = markdown(label)
        shape = self._open[-1] if self._open else None
        if tag == "a":
            self._begin_link(get(_HREF, ""), shapes=space == _DRAW)
        if shape is None:
            return
        if tag in ("object", "object-ole") and get(_HREF):
            shape.object = get(_HREF, "")
        elif tag == "document" and "object" in self._tags[-2:-1]:
            self._inner, self._elements = TreeBuilder(), 1
            self._inner_depth = len(self._tags)
            self._inner.start(_braced(name), {})
        elif tag == "image" and space == _DRAW and shape.picture is None:
            shape.picture = get(_HREF, "")
        elif tag in _WITH_TEXT:
            self._into += 1
            if self._into == 1:
                self._words = []
        elif self._into:
            self._words.append(blank(tag, attributes))

    def _begin_link(self, target: str, *, shapes: bool) -> None:
        if target.startswith("#") or is_script(target):
            target = ""
        self._links.append((target, -1 if shapes else len(self._words)))
        self._targets.append(target if shapes else "")

    def _end_link(self) -> None:
        target, at = self._links.pop()
        self._targets.pop()
        text = "".join(self._words[at:]) if at >= 0 else ""
        if target and text.strip():
            self._words[at:] = [Marked(link(markdown(text), target))]

    def text(self, data: str) -> None:
        """Take characters."""
        if self._inner is not None:
            if self._elements <= _MOST_ELEMENTS:
                self._inner.data(data)
        elif self._into:
            self._size += len(data)
            whole = self._tags[-1] == "binary-data" and self._media
            if whole or self._size <= _TEXT_CHARS:
                self._words.append(data)

    def end(self, name: str) -> None:
        """Take the end of an element."""
        tag = self._tags.pop()
        if self._inner is not None:
            if self._elements <= _MOST_ELEMENTS:
                self._inner.end(_braced(name))
            if len(self._tags) < self._inner_depth:
                builder, self._inner = self._inner, None
                if self._open:
                    self._open[-1].chart = value(builder.close, None)
            return
        if tag == "a" and self._links:
            self._end_link()
        elif tag in _WITH_TEXT and self._into:
            self._into -= 1
            if self._into == 0 and self._open:
                self._take(tag)
        elif name == f"{_DRAW} {tag}" and tag in _SHAPES and self._open:
            self.shapes.append(self._open.pop())

    def _take(self, tag: str) -> None:
        shape, text = self._open[-1], "".join(self._words)
        if tag == "binary-data":
            start = text if self._media else text[:_HEAD_CHARS]
            shape.data = value(lambda: binascii.a2b_base64(start), b"")
        elif tag == "p":
            text = "".join(lined(self._words))
            shape.text += f"\n{text}" if shape.text else text
        else:
            shape.alternative = shape.alternative or " ".join(text.split())


def blank(tag: str, attributes: dict[str, str]) -> str:
    """Return the blanks that an element of a text stands for."""
    if tag == "s":
        many = attributes.get(_COUNT, "")
        return " " * min(int(many[:9]), 100) if many.isdecimal() else " "
    return {"tab": "\t", "line-break": "\n"}.get(tag, "")


class Marked(str):
    """Text that is inline Markdown already."""

    __slots__ = ()


def lined(words: list[str]) -> Iterator[str]:
    """Yield a paragraph as Markdown, neighbouring plain pieces as one."""
    plain: list[str] = []
    for word in words:
        if isinstance(word, Marked):
            yield markdown("".join(plain))
            plain = []
            yield word
        else:
            plain.append(word)
    yield markdown("".join(plain))


def label_of(name: str, attributes: dict[str, str], labels: dict[str, str]) -> None:
    """Keep what the control of a form says, under its identifiers."""
    if not name.startswith(_FORM):
        return
    get = attributes.get
    text = get(f"{_FORM} label") or get(f"{_FORM} current-value") or (
        get(f"{_FORM} value") or "")  # fmt: skip
    for key in (f"{_FORM} id", "http://www.w3.org/XML/1998/namespace id"):
        if text and get(key) and len(labels) < MAX_SHAPES:
            labels[get(key, "")] = text[:_TEXT_CHARS]


def blocks(
    shape: Shape, package: Package | None, look_up: LookUp, *, media: bool
) -> Iterator[Block]:
    """Yield what a shape shows; nothing for one without content."""
    text = shape.text.strip()
    title = shape.alternative or shape.name
    if shape.object or shape.chart is not None:
        found = (
            charts_of(shape.chart, look_up) if shape.chart is not None
            else charts(package, shape.object, look_up) if package is not None
            else iter(())
        )  # fmt: skip
        shown = list(found)
        yield from shown or _embedded(shape)
    elif shape.picture is not None and not text:
        yield from _picture(shape, title, package, media=media)
    elif text:
        yield Break(_label("text box", shape.name, shape.where))
        yield Paragraph(link(text, shape.target) if shape.target else text)


def _embedded(shape: Shape) -> Iterator[Block]:
    """Name an object that is no chart."""
    part = shape.object.removeprefix("./").rstrip("/")
    name = "embedded object" + (f": {part}" if part else "")
    yield Break(_label("embedded object", shape.alternative, shape.where))
    yield Paragraph(escape(f"[{name}]"))
    yield Loss("embedded-object", f"objects are named, not read: {name}", shown=False)


def _picture(
    shape: Shape, title: str, package: Package | None, *, media: bool
) -> Iterator[Block]:
    part = (shape.picture or "").removeprefix("./")
    data = shape.data
    file = part.rpartition("/")[2]
    if media and package is not None and part in package:
        data = package.read(part)
    what, suffix = next(
        (found for head, found in _MEDIA.items() if data.startswith(head)),
        ("application/octet-stream", "bin"),
    )
    if not file and data:
        file = f"{(title or 'picture').replace('/', '_')}.{suffix}"
    yield Break(_label("picture", title or file, shape.where))
    if file:
        shown = image(title, file)
        yield Paragraph(link(shown, shape.target) if shape.target else shown)
    if data and media:
        yield Picture(what, data, name=file)


def _label(what: str, name: str, where: str) -> str:
    return f"{what}: {name}{where}" if name else f"{what}{where}"


def _braced(name: str) -> str:
    space, _, tag = name.rpartition(" ")
    return f"{{{space}}}{tag}" if space else tag

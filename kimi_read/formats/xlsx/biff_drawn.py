"""The objects on a sheet of a binary workbook: text boxes, buttons, pictures, charts.

Source: [MS-XLS] 2.4.181 (Obj), 2.4.329 (TxO), 2.5.143 (FtCmo); for BIFF5 the objects
keep name and text in the record itself, as OpenOffice reads them (XclImpDrawObjBase).
"""

from __future__ import annotations

import struct
from functools import partial

from kimi_read.blocks import Item, Loss, Paragraph, Picture
from kimi_read.formats.xlsx.a1 import column_name
from kimi_read.formats.xlsx.biff_art import Drawing, Shape
from kimi_read.formats.xlsx.biff_chart import charts
from kimi_read.formats.xlsx.biff_controls import (
    BUTTON,
    CHECK,
    DROP,
    KINDS,
    LIST,
    OPTION,
    Control,
    chosen,
)
from kimi_read.formats.xlsx.ooxml_strings import markdown
from kimi_read.inline import escape, image, link
from kimi_read.recover import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.blocks import Block
    from kimi_read.formats.xlsx.biff_art import Pictures
    from kimi_read.formats.xlsx.biff_model import Workbook

CHART, PICTURE, NOTE = 5, 8, 0x19
#: Objects of BIFF5 that have a frame and a text, and those with a frame only.
_WITH_TEXT, _WITH_FRAME = (6, BUTTON), (2, 3)
MAX_OBJECTS = 50_000
_NAMED = 10
#: How the record of an object begins in BIFF8; some programs write the older one.
_COMMON = 0x15


class _Object:
    """One object; ``chart`` is where its chart begins."""

    def __init__(self, kind: int, shape: Shape) -> None:
        self.kind = kind
        self.shape = shape
        self.text = ""
        self.chart = -1
        self.control: Control | None = None


class Objects:
    """The objects of one sheet, as their records come by."""

    def __init__(self, book: Workbook) -> None:
        self._book = book
        self._drawings = [Drawing()]
        self._objects: list[_Object] = []
        self._by_number: dict[int, _Object] = {}
        self._last: _Object | None = None
        self._due = 0
        self._drawn = False

    def drawing(self, data: bytes) -> None:
        """Take a record of the drawing."""
        self._drawings[-1].take(data)
        self._due, self._drawn = 0, True

    def begin_chart(self, at: int) -> None:
        """Take the start of a chart, which belongs to the object before it."""
        if self._last is None or self._last.kind != CHART or self._last.chart >= 0:
            self._add(_Object(CHART, Shape()))
        if self._last is not None:
            self._last.chart = at
        self._drawings.append(Drawing())

    def end_chart(self) -> None:
        """Take its end."""
        if len(self._drawings) > 1:
            self._drawings.pop()

    def take(self, at: int, size: int) -> None:
        """Take the record of an object."""
        data = self._book.data
        kind, number = struct.unpack_from("<HH", data, at + 4)
        self._due, self._drawn = 0, self._book.version >= 8
        if self._book.version >= 8 and data[at] == _COMMON:
            made = _Object(kind, self._drawings[-1].shape())
            if kind in KINDS or kind == PICTURE:
                raw = data[at : at + size]
                made.control = value(lambda: Control(raw), None)
            self._add(made)
            if len(self._drawings) == 1 and self._last is not None:
                self._by_number.setdefault(number, self._last)
        else:
            self._add(_Object(kind, Shape()))
            value(partial(self._old, kind, at, at + size), None)

    def _add(self, made: _Object) -> None:
        self._last = made
        if len(self._objects) < MAX_OBJECTS:
            self._objects.append(made)

    def _old(self, kind: int, at: int, end: int) -> None:
        """Take place, name and text of an object of BIFF5."""
        book, found = self._book, self._last
        if found is None:
            return
        column, _, row = struct.unpack_from("<HHH", book.data, at + 10)
        found.shape.where = f" at {column_name(column + 1)}{row + 1}"
        macro, _, named = struct.unpack_from("<HHH", book.data, at + 26)
        place = at + 34
        count = 0
        if kind in _WITH_TEXT:
            (count,) = struct.unpack_from("<H", book.data, place + 10)
            place += 30
        elif kind in _WITH_FRAME:
            place += 10
        elif kind == PICTURE:
            place += 26
        if named and place < end:
            name, place = book.short_text(place)
            found.shape.name = name if place <= end else ""
            place += (place - at) & 1
        if count:
            place += macro
            found.text = book.bytes_text(book.data[place : min(place + count, end)])

    def text(self, count: int) -> None:
        """Take the head of a text of ``count`` characters, which follow."""
        self._due, self._drawn = count, False

    def more(self, data: bytes) -> None:
        """Take a record that continues the one before."""
        if self._due and len(data) > 1:
            wide = data[0] & 1
            raw = data[1:][: self._due * 2 if wide else self._due]
            self._due -= len(raw) // 2 if wide else len(raw)
            if self._last is not None:
                codec = "utf-16-le" if wide else "latin-1"
                self._last.text += raw.decode(codec, "replace")
        elif self._drawn:
            self._drawings[-1].take(data)

    def of_note(self, number: int) -> str:
        """Return the text of the note whose object has that number."""
        found = self._by_number.get(number)
        if found is None:
            return ""
        found.kind = NOTE
        return found.text

    def blocks(self, pictures: Pictures, sheet: str) -> Iterator[Block]:
        """Yield charts, pictures and texts in their order; notes stand elsewhere."""
        hidden = 0
        embedded: list[str] = []
        active: list[str] = []
        for found in self._objects:
            control = found.control
            if control is not None and control.active:
                active.append(found.shape.name or control.program)
                continue
            blocks = list(self._blocks(found, pictures, sheet))
            hidden += bool(blocks and found.shape.hidden and found.chart < 0)
            if control is not None and control.program:
                embedded.append(f"embedded {control.program}")
            yield from blocks
        where = f"sheet '{sheet}'"
        if embedded:
            names = ", ".join(embedded[:_NAMED])
            message = f"objects are named, not read: {names}"
            yield Loss("embedded-object", message, where, shown=False)
        if active:
            names = ", ".join(filter(None, active[:_NAMED]))
            more = " ..." if active[_NAMED:] else ""
            message = f"ActiveX controls of {where} are not read"
            message += f": {names}{more}" if names else ""
            yield Loss("control", message, where, shown=False)
        if hidden:
            what = "1 hidden shape" if hidden == 1 else f"{hidden} hidden shapes"
            yield Loss("hidden-shape", f"{what} on {where}, shown and marked", where,
                       shown=False)  # fmt: skip

    def _blocks(
        self, found: _Object, pictures: Pictures, sheet: str
    ) -> Iterator[Block]:
        shape, control = found.shape, found.control
        text = (found.text or shape.text).replace("\r\n", "\n").replace("\r", "\n")
        text = markdown(text.strip())
        if found.chart >= 0:
            yield from charts(self._book, found.chart)
        elif found.kind == NOTE or (control is not None and control.own):
            return
        elif found.kind in KINDS:
            yield from self._control(found, text, sheet)
        elif control is not None and control.program:
            yield shape.mark("embedded object")
            name = f"embedded {control.program}: {control.storage}"
            yield Paragraph(escape(f"[{name}]"))
        elif text:
            yield shape.mark("text box", shape.name)
            yield Paragraph(link(text, shape.target) if shape.target else text)
        elif found.kind == PICTURE or shape.picture:
            yield from self._picture(shape, pictures)
        elif shape.description:
            yield shape.mark("shape", shape.description)

    def _control(self, found: _Object, text: str, sheet: str) -> Iterator[Block]:
        control = found.control
        yield found.shape.mark(KINDS[found.kind])
        if found.kind in (CHECK, OPTION):
            checked = control is not None and control.checked
            yield Item(f"{'[x]' if checked else '[ ]'} {text}".strip())
        elif text:
            yield Paragraph(text)
        if control is not None and control.range and found.kind in (LIST, DROP):
            choice = value(lambda: chosen(self._book, sheet, control), "")
            if choice:
                yield Paragraph(markdown(choice))

    def _picture(self, shape: Shape, pictures: Pictures) -> Iterator[Block]:
        number = shape.picture
        file = pictures.file(number) if number else ""
        title = shape.description or shape.name
        yield shape.mark("picture", title or file)
        if file:
            shown = image(title, file)
            yield Paragraph(link(shown, shape.target) if shape.target else shown)
        data = pictures.read(number) if self._book.request.media else b""
        if data:
            yield Picture(pictures.media_type(number), data, name=file)

"""Drawings of a binary workbook: names and places of shapes, and the pictures.

Source: [MS-ODRAW] 2.2 (records of drawings), 2.3.7.2 (pib), 2.3.22 (gtextUNICODE),
2.3.4.1 (wzName), 2.2.32 (FBSE), 2.2.23 (blips); [MS-XLS] 2.5.193 (anchors).
"""

from __future__ import annotations

import struct
import zlib
from functools import partial

from kimi_read.blocks import Break
from kimi_read.formats.xlsx.a1 import column_name
from kimi_read.formats.xlsx.biff_link import target_of
from kimi_read.inline import is_script
from kimi_read.recover import value

_SHAPE, _PROPERTIES, _ANCHOR, _STORE_ENTRY = 0xF004, 0xF00B, 0xF010, 0xF007
_CONTAINERS = frozenset((0xF000, 0xF001, 0xF002, 0xF003, 0xF004))
_PICTURE, _WORDS, _NAME, _DESCRIPTION = 0x104, 0xC0, 0x380, 0x381
_LINK, _COMPLEX = 0x382, 0x8000
#: Flags of the group properties, and those that say which of them count.
_GROUP, _HIDDEN, _USES_HIDDEN = 0x3BF, 0x2, 0x20000
#: By the type of a stored picture: media type and suffix.
_KINDS = {2: ("image/emf", "emf"), 3: ("image/wmf", "wmf"), 4: ("image/pict", "pict"),
          5: ("image/jpeg", "jpeg"), 6: ("image/png", "png"), 7: ("image/bmp", "bmp"),
          0x11: ("image/tiff", "tiff"), 0x12: ("image/jpeg", "jpeg")}  # fmt: skip
_METAFILES = (0xF01A, 0xF01B, 0xF01C)
_DIB = 0xF01F
#: Instances of blips that have a second identifier before their bytes.
_TWO = frozenset((0x3D5, 0x217, 0x543, 0x46B, 0x6E3, 0x6E1, 0x7A9, 0x6E5))
_METAFILE_BYTES = 64 << 20
_MOST_PICTURES = 10_000


class Shape:
    """What the drawing tells of one object."""

    def __init__(self) -> None:
        self.name = self.description = self.text = self.where = self.target = ""
        self.picture = 0
        self.hidden = False

    def mark(self, what: str, words: str = "") -> Break:
        """Return the mark that stands before it."""
        label = f"{what}: {words}" if words else what
        return Break(f"{label}{self.where}{' (hidden)' if self.hidden else ''}")


class Drawing:
    """The drawing records of one sheet, which objects stand between."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._at = 0
        self._shape = Shape()

    def take(self, data: bytes) -> None:
        """Take the bytes of a record."""
        self._data += data

    def shape(self) -> Shape:
        """Return the shape that the last bytes describe; an object follows it."""
        value(self._walk, None)
        shape, self._shape = self._shape, Shape()
        return shape

    def _walk(self) -> None:
        data = self._data
        while self._at + 8 <= len(data):
            _, kind, size = struct.unpack_from("<HHL", data, self._at)
            start = self._at + 8
            self._at = start if kind in _CONTAINERS else start + size
            if kind == _SHAPE:
                self._shape = Shape()
            elif kind == _ANCHOR and size >= 18:
                column, _, row = struct.unpack_from("<HHH", data, start + 2)
                self._shape.where = f" at {column_name(column + 1)}{row + 1}"
            elif kind == _PROPERTIES:
                _properties(self._shape, bytes(data[start : start + size]))


def _properties(shape: Shape, data: bytes) -> None:
    """Take name, description and picture from a table of properties."""
    entries: list[tuple[int, int]] = []
    at, more = 0, 0
    while at + 6 + more <= len(data):
        kind, operand = struct.unpack_from("<HL", data, at)
        at += 6
        entries.append((kind, operand))
        more += operand if kind & _COMPLEX else 0
        if at + more >= len(data):
            break
    for kind, operand in entries:
        text, raw = "", b""
        if kind & _COMPLEX:
            raw = data[at : at + operand]
            text = raw.decode("utf-16-le", "replace")
            at += operand
        text = text.partition("\0")[0]
        what = kind & 0x3FFF
        if what == _GROUP and operand & _USES_HIDDEN:
            shape.hidden = bool(operand & _HIDDEN)
        elif what == _PICTURE and not kind & _COMPLEX:
            shape.picture = operand
        elif what == _LINK and raw:
            target = value(partial(target_of, raw), "")
            shape.target = "" if is_script(target) else target
        elif what == _NAME:
            shape.name = text
        elif what == _DESCRIPTION:
            shape.description = text
        elif what == _WORDS:
            shape.text = text


class Pictures:
    """The pictures of a workbook by their number, from 1; ``data`` is their store."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._entries: list[tuple[int, int]] = []
        value(self._walk, None)

    def _walk(self) -> None:
        at = 0
        while at + 8 <= len(self._data) and len(self._entries) < _MOST_PICTURES:
            _, kind, size = struct.unpack_from("<HHL", self._data, at)
            at += 8
            if kind in _CONTAINERS:
                continue
            if kind == _STORE_ENTRY:
                self._entries.append((at, size))
            at += size

    def file(self, number: int) -> str:
        """Return a name for a picture, ``image2.png``."""
        return f"image{number}.{self._kind(number)[1]}"

    def media_type(self, number: int) -> str:
        """Return its media type."""
        return self._kind(number)[0]

    def _kind(self, number: int) -> tuple[str, str]:
        if not 0 < number <= len(self._entries):
            return "application/octet-stream", "bin"
        kind = self._data[self._entries[number - 1][0]]
        return _KINDS.get(kind, ("application/octet-stream", "bin"))

    def read(self, number: int) -> bytes:
        """Return the bytes of a picture; none if they are not in the file."""
        if not 0 < number <= len(self._entries):
            return b""
        at, size = self._entries[number - 1]
        return value(lambda: _blip(self._data[at : at + size]), b"")


def _blip(entry: bytes) -> bytes:
    at = 36 + entry[33]  # the name of the picture
    head, kind, size = struct.unpack_from("<HHL", entry, at)
    raw = entry[at + 8 : at + 8 + size]
    skip = 32 if head >> 4 in _TWO else 16
    if kind in _METAFILES:
        body = raw[skip + 34 :]
        packed = raw[skip + 32] == 0
        return (
            zlib.decompressobj().decompress(body, _METAFILE_BYTES) if packed else body
        )
    body = raw[skip + 1 :]
    return _bitmap(body) if kind == _DIB else body


def _bitmap(body: bytes) -> bytes:
    """Return a bitmap with the file header that stands before it in a file."""
    head, _, _, _, depth, packing, *_, used = struct.unpack_from("<LllHHLLllL", body)
    colours = used or (1 << depth if depth <= 8 else 0)
    start = 14 + head + 4 * colours + (12 if packing == 3 and head == 40 else 0)
    return b"BM" + struct.pack("<LHHL", 14 + len(body), 0, 0, start) + body

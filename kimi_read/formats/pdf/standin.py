"""A font made here that stands in for East Asian fonts a document does not hold.

PDFium takes a character without a glyph for nothing and leaves it out of the text,
though code, width and Unicode are known from the document. So it is given a font in
which every character is the same square: the text is complete, and the same on each
machine, whatever fonts that has.

Source: OpenType 1.9 (required tables, cmap format 13); fpdf_sysfontinfo.h.
"""

from __future__ import annotations

import ctypes as C  # noqa: N812 - the usual short name for a page of C types
import struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_EM = 1000
#: The square reaches over the em as ideographs do.
_LOW, _HIGH = -120, 880
_UNICODE = 0x10FFFF

_P, _I, _U = C.c_void_p, C.c_int, C.c_ulong
#: What PDFium asks of whoever serves fonts: which font fits a name, and its bytes.
_MapFont = C.CFUNCTYPE(_P, _P, _I, _I, _I, _I, _P, _P)
_FontData = C.CFUNCTYPE(_U, _P, _P, C.c_uint, _P, _U)
#: The character sets whose fonts the stand-in replaces (fpdf_sysfontinfo.h):
#: Japanese, Korean, simplified and traditional Chinese.
_EAST_ASIAN = frozenset((128, 129, 134, 136))


class _Fonts(C.Structure):
    """The interface of version 2; what is not set is not asked."""

    _fields_ = (
        ("version", _I),
        ("release", _P),
        ("enumerate", _P),
        ("map_font", _MapFont),
        ("get_font", _P),
        ("font_data", _FontData),
        ("face_name", _P),
        ("charset", _P),
        ("delete_font", _P),
    )


_kept: list[object] = []


def interface() -> object:
    """Return a reference to the font interface that PDFium is to ask (version 2)."""
    fonts = _Fonts(2)
    fonts.map_font, fonts.font_data = _MapFont(_map_font), _FontData(_font_data)
    _kept.append(fonts)  # PDFium keeps a bare pointer
    return C.byref(fonts)


def _map_font(*asked: Any) -> int:
    """Return the handle of the stand-in for an East Asian font, else none."""
    return 1 if asked[3] in _EAST_ASIAN else 0


def _font_data(_this: int, _font: int, table: int, room: int, size: int) -> int:
    """Copy the stand-in; its size is the answer. Single tables are not served."""
    if table:
        return 0
    data = font()
    if room and size >= len(data):
        C.memmove(room, data, len(data))
    return len(data)


def font() -> bytes:
    """Return a TrueType font that draws all of Unicode as one square."""
    glyph = struct.pack(">hhhhh", 1, 0, _LOW, _EM, _HIGH)  # one contour, its box
    glyph += struct.pack(">HH4B", 3, 0, 1, 1, 1, 1)  # four points on the curve
    glyph += struct.pack(">4h4h", 0, 0, _EM, 0, _LOW, _EM, 0, -_EM)
    group = struct.pack(">HHIIIIII", 13, 0, 28, 0, 1, 0x20, _UNICODE, 1)
    tables = {
        b"OS/2": _os2(),
        b"cmap": struct.pack(">HHHHI", 0, 1, 3, 10, 12) + group,
        b"glyf": glyph,
        b"head": _head(),
        b"hhea": struct.pack(
            ">IhhhHhhhhhhhhhhhH", 0x10000, _HIGH, _LOW, 0, _EM, 0, 0, _EM,
            1, 0, 0, 0, 0, 0, 0, 0, 1,
        ),
        b"hmtx": struct.pack(">Hhh", _EM, 0, 0),
        b"loca": struct.pack(">III", 0, 0, len(glyph)),
        b"maxp": struct.pack(">IHHHHHHHHHHHHHH", 0x10000, 2, 4, 1, *[0] * 11),
        b"name": struct.pack(">HHH", 0, 0, 6),
        b"post": struct.pack(">IIhhIIIII", 0x30000, 0, 0, 0, 1, 0, 0, 0, 0),
    }  # fmt: skip
    return _file(tables)


def _head() -> bytes:
    return struct.pack(
        ">IIIIHHQQhhhhHHhhh", 0x10000, 0x10000, 0, 0x5F0F3CF5, 0, _EM, 0, 0,
        0, _LOW, _EM, _HIGH, 0, 8, 2, 1, 0,
    )  # fmt: skip


def _os2() -> bytes:
    out = struct.pack(">HhHHH", 0, _EM, 400, 5, 0) + bytes(2 * 11)
    out += bytes(10) + bytes(16) + b"    "
    return out + struct.pack(">HHHhhhHH", 0x40, 0x20, 0xFFFF, _HIGH, _LOW, 0, _HIGH,
                             -_LOW)  # fmt: skip


def _file(tables: dict[bytes, bytes]) -> bytes:
    """Return the tables behind a directory, each at a multiple of four bytes."""
    count = len(tables)
    power = 1 << (count.bit_length() - 1)
    head = struct.pack(
        ">IHHHH", 0x10000, count, 16 * power, power.bit_length() - 1,
        16 * (count - power),
    )  # fmt: skip
    at = len(head) + 16 * count
    body = b""
    for tag, data in tables.items():
        head += tag + struct.pack(">III", _sum(data), at + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    return head + body


def _sum(data: bytes) -> int:
    data += bytes(-len(data) % 4)
    numbers: tuple[int, ...] = struct.unpack(f">{len(data) // 4}I", data)
    return sum(numbers) & 0xFFFFFFFF

"""A font made here that stands in for East Asian fonts a document does not hold.

PDFium takes a character without a glyph for nothing and leaves it out of the text,
though code, width and Unicode are known from the document. So it is given a font in
which every character is the same square: the text is complete, and the same on each
machine, whatever fonts that has.

Source: OpenType 1.9 (required tables, cmap format 13); fpdf_sysfontinfo.h.
"""

from __future__ import annotations

import struct

_EM = 1000
#: The square reaches over the em as ideographs do.
_LOW, _HIGH = -120, 880
_UNICODE = 0x10FFFF


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

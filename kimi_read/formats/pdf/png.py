"""Pixels to a PNG file.

Source: ISO/IEC 15948 (PNG), 5 (chunks), 9 (filters; only "none" is written).
"""

from __future__ import annotations

import struct
import zlib

_GREY, _COLOUR, _COLOUR_ALPHA = 0, 2, 6


def png(width: int, height: int, row: int, deep: int, data: bytes) -> bytes:
    """Return a PNG of pixels with ``deep`` bytes each, ``row`` bytes a row.

    One byte is grey; three are blue, green and red; a fourth is opacity. What is
    opaque or grey throughout is written so.
    """
    if row != width * deep:
        data = b"".join(
            data[at : at + width * deep] for at in range(0, row * height, row)
        )
    planes = [data[n::deep] for n in range(deep)]
    if deep == 1:
        return _file(width, height, _GREY, 1, data)
    blue, green, red = planes[:3]
    alpha = planes[3] if deep == 4 else b""
    if alpha.count(255) != len(alpha):
        return _file(width, height, _COLOUR_ALPHA, 4, _mixed(red, green, blue, alpha))
    if red == green == blue:
        return _file(width, height, _GREY, 1, red)
    return _file(width, height, _COLOUR, 3, _mixed(red, green, blue))


def _mixed(*planes: bytes) -> bytes:
    out = bytearray(len(planes) * len(planes[0]))
    for n, plane in enumerate(planes):
        out[n :: len(planes)] = plane
    return bytes(out)


def _file(width: int, height: int, kind: int, deep: int, data: bytes) -> bytes:
    step = width * deep
    rows = b"".join(
        b"\0" + data[at : at + step] for at in range(0, step * height, step)
    )
    head = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", head)
        + _chunk(b"IDAT", zlib.compress(rows, 4))
        + _chunk(b"IEND", b"")
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

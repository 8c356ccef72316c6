"""Pictures for iTerm2 and WezTerm: a PNG file in one sequence.

Sources: iTerm2's documentation, "Inline Images Protocol"; PNG (W3C 2003), 5 and 11.2.
"""

from __future__ import annotations

import base64
import struct
import zlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.writers.pictures.screen import Screen

_RGBA = 6


def encoded(pixels: bytes, width: int, height: int, _screen: Screen) -> Iterator[bytes]:
    """Yield the sequence that shows RGBA ``pixels`` at the cursor, and a line feed."""
    data = png(pixels, width, height)
    keys = f"inline=1;size={len(data)};width={width}px;height={height}px"
    yield b"\x1b]1337;File=" + keys.encode() + b":"
    yield base64.standard_b64encode(data) + b"\x07\n"


def png(pixels: bytes, width: int, height: int) -> bytes:
    """Return RGBA ``pixels`` as a PNG file."""
    row = width * 4
    lines = b"".join(
        b"\0" + pixels[at : at + row] for at in range(0, row * height, row)
    )
    header = struct.pack(">IIBBBBB", width, height, 8, _RGBA, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", header)
        + _chunk(b"IDAT", zlib.compress(lines, 3))
        + _chunk(b"IEND", b"")
    )


def _chunk(name: bytes, data: bytes) -> bytes:
    body = name + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

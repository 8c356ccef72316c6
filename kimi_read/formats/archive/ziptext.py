"""Names, extra fields and methods of ZIP members.

Source: PKWARE APPNOTE 6.3.10, 4.4.4 (flag 11), 4.4.5 (methods), 4.5.2 (extra
fields), 4.5.3 (zip64), appendix D (names).
"""

from __future__ import annotations

import struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

UTF8 = 0x800
METHODS = {
    0: "stored", 1: "shrunk", 2: "reduced", 3: "reduced", 4: "reduced", 5: "reduced",
    6: "imploded", 8: "deflate", 9: "deflate64", 12: "bzip2", 14: "lzma", 93: "zstd",
    95: "xz", 98: "ppmd", 99: "aes",
}  # fmt: skip
_WIDE = 0xFFFFFFFF


def fields_of(extra: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the extra fields of a member; a damaged one ends them."""
    at = 0
    while at + 4 <= len(extra):
        tag, length = struct.unpack_from("<HH", extra, at)
        yield tag, extra[at + 4 : at + 4 + length]
        at += 4 + length


def widened(body: bytes, *values: int) -> tuple[int, ...]:
    """Return size, packed size and offset with those of a zip64 field put in."""
    got = iter(
        int.from_bytes(body[at : at + 8], "little") for at in range(0, len(body) - 7, 8)
    )
    return tuple(next(got, value) if value == _WIDE else value for value in values)


def text_of(raw: bytes, flags: int, encoding: str) -> str:
    """Return a name or comment as text.

    UTF-8 where it is valid (many writers do not set its flag); else what the user
    names, else code page 437 as the format says. Flagged as UTF-8 but not valid:
    the odd bytes stay visible.
    """
    if flags & UTF8:
        return raw.decode("utf-8", "surrogateescape")
    try:
        return raw.decode(encoding or "utf-8")
    except (UnicodeDecodeError, LookupError):
        return raw.decode("cp437")

"""The 512 bytes that stand before each member of a tar archive.

Source: POSIX.1-2017 pax, "ustar Interchange Format"; GNU tar manual, "Basic Tar
Format"; star(5) for the xstar prefix.
"""

from __future__ import annotations

import struct
import zlib

BLOCK = 512
ZERO = bytes(BLOCK)
#: name, mode, uid, gid, size, mtime, checksum, type, link, magic, owner, group,
#: device numbers, prefix, the last bytes
FIELDS = struct.Struct("<100s8s8s8s12s12s8sc100s8s32s32s16s155s12s")
#: the same without what only few members need
FEW = struct.Struct("<100s8s16x11sc12s8sc188xc166x")
_ADLER = 65521


def is_header(block: bytes) -> bool:
    """Whether the checksum of a block is right (and it is not all zeros)."""
    if len(block) < BLOCK:
        return False
    claimed = number(block[148:156])
    if claimed is None or claimed <= 0:
        return False
    return fits(block, claimed) or claimed == _signed(block)


def fits(block: bytes, claimed: int) -> bool:
    """Whether the bytes of a header add up to ``claimed``.

    Adler-32 keeps the sum of the bytes, plus 1, modulo 65521 in its low half: the
    quickest sum of bytes there is. The checksum field itself counts as blanks.
    """
    wanted = claimed - 255 + sum(block[148:156])
    return bool(zlib.adler32(block) & 0xFFFF == wanted % _ADLER)


class Sums(dict[bytes, int]):
    """The checksum field as it stands to the Adler-32 low half of a sound header."""

    def __missing__(self, field: bytes) -> int:
        claimed = number(field)
        wanted = -1 if claimed is None else (claimed - 255 + sum(field)) % _ADLER
        if len(self) < 1 << 16:
            self[field] = wanted
        return wanted


def _signed(block: bytes) -> int:
    """Return the sum as old programs made it, with signed bytes."""
    rest = block[:148] + block[156:]
    return 256 + sum(byte - 256 if byte > 127 else byte for byte in rest)


def number(field: bytes) -> int | None:
    """Return an octal or base-256 number; None if it is neither."""
    if field[:1] and field[0] & 0x80:
        value = int.from_bytes(field, "big", signed=False)
        bits = 8 * len(field)
        if field[0] & 0x40:
            return value - (1 << bits)
        return value - (1 << (bits - 1))
    text = field.partition(b"\0")[0].strip(b" ")
    if not text:
        return 0
    try:
        return int(text, 8) if text.isdigit() else None
    except ValueError:
        return None


def text(raw: bytes, encoding: str = "") -> str:
    """Return a name as text; bytes that are none become surrogates."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        pass
    if encoding:
        try:
            return raw.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            pass
    return raw.decode("utf-8", "surrogateescape")

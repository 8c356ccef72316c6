"""Members of a ZIP file without a directory, by their own headers.

Source: PKWARE APPNOTE 6.3.10, 4.3.7 (local header), 4.3.9 (data descriptor).
"""

from __future__ import annotations

import struct
from itertools import chain

from kimi_read.formats.archive.listing import batched
from kimi_read.formats.archive.rows import NO_MODE, NO_MODE_FOLDER, UNKNOWN, Dates
from kimi_read.formats.archive.zipmember import Member
from kimi_read.formats.archive.ziptext import fields_of, text_of, widened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.formats.archive.notes import Notes
    from kimi_read.formats.archive.rows import Batch, Row
    from kimi_read.request import Request
    from kimi_read.source import Source

LOCAL = struct.Struct("<4s5H3L2H")
_LOOK = 1 << 20
_DESCRIBED = 8
_WIDE = 0xFFFFFFFF


def scan(source: Source, request: Request) -> Iterator[tuple[Row, int]]:
    """Yield each member with the position of its header."""
    dates = Dates(full=request.entries)
    at = following(source, 0)
    while at >= 0:
        head = source.read_at(at, LOCAL.size)
        if len(head) < LOCAL.size:
            return
        (_, _, flags, _, clock, day, _, packed, size, named, extras) = LOCAL.unpack(
            head
        )
        rest = source.read_at(at + LOCAL.size, named + extras)
        name = text_of(rest[:named], flags, request.encoding)
        when = dates.dos(day, clock)
        for tag, body in fields_of(rest[named:]):
            if tag == 1 and _WIDE in (size, packed):
                size, packed = widened(body, size, packed)
            elif tag == 0x5455 and len(body) >= 5 and body[0] & 1:
                when = dates.unix(int.from_bytes(body[1:5], "little", signed=True))
        data = at + LOCAL.size + named + extras
        extra = {"encrypted": True} if flags & 1 else None
        mode = NO_MODE_FOLDER if name.endswith("/") else NO_MODE
        if flags & _DESCRIBED and not packed:
            found = described(source, data)
            sizes: tuple[int | str, int | str] = found[:2]
            next_at = found[2]
        else:
            sizes = size, packed
            next_at = data + packed
        yield (mode, *sizes, when, name, extra), at
        if source.read_at(next_at, 4) == b"PK\3\4":
            at = next_at
        else:
            at = following(source, next_at)


def members(source: Source, request: Request) -> Iterator[Member]:
    """Yield each member so that its bytes can be read (offsets are the file's)."""
    for (mode, size, packed, _, name, _), at in scan(source, request):
        fields = LOCAL.unpack(source.read_at(at, LOCAL.size))
        start = at + LOCAL.size + fields[9] + fields[10]
        member = Member(mode)
        member.name = name
        member.flags, member.method, member.clock = fields[2], fields[3], fields[4]
        member.crc = fields[6]
        member.head = at
        unknown = isinstance(packed, str)
        member.packed = source.size - start if unknown else int(packed)
        member.size = 0 if isinstance(size, str) else size
        yield member


def batches(
    first: tuple[Row, int], others: Iterator[tuple[Row, int]], notes: Notes
) -> Iterator[Batch]:
    """Group the rows of ``scan`` into batches."""
    return batched((row for row, _ in chain([first], others)), notes)


def following(source: Source, at: int, magic: bytes = b"PK\3\4") -> int:
    """Return where the next ``magic`` stands from ``at`` on, or -1."""
    while at < source.size:
        piece = source.read_at(at, _LOOK)
        found = piece.find(magic)
        if found >= 0:
            return at + found
        if len(piece) < _LOOK:
            return -1
        at += len(piece) - 3
    return -1


def described(source: Source, data: int) -> tuple[int | str, int | str, int]:
    """Return size, packed size and the end of a member whose sizes follow it.

    Only a descriptor whose packed size is the distance to it is taken.
    """
    at = data
    while (at := following(source, at, b"PK\7\10")) >= 0:
        _, packed, size = struct.unpack(
            "<3L", source.read_at(at + 4, 12).ljust(12, b"\0")
        )
        if packed == at - data:
            return size, packed, at + 16
        wide = source.read_at(at + 8, 16)
        if len(wide) == 16 and int.from_bytes(wide[:8], "little") == at - data:
            return int.from_bytes(wide[8:], "little"), at - data, at + 24
        at += 4
    return UNKNOWN, UNKNOWN, data

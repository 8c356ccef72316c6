"""Where the central directory of a ZIP file is, and how many members it claims.

Source: PKWARE APPNOTE 6.3.10, 4.3.14 (zip64 end), 4.3.16 (end record), 8 (splitting).
"""

from __future__ import annotations

import struct

from kimi_read.record import record, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.archive.notes import Notes
    from kimi_read.source import Source

_END = struct.Struct("<4s4H2LH")
_END64 = struct.Struct("<4sQ2H2L4Q")
_LOCATOR = struct.Struct("<4sLQL")
_CENTRAL = b"PK\1\2"
_LOCAL = b"PK\3\4"
_WIDE16 = 0xFFFF
_WIDE32 = 0xFFFFFFFF


@record(frozen=True, slots=True)
class Directory:
    """``size`` bytes of central directory from ``start``, for ``count`` members.

    ``shift`` is what has to be added to each member's offset: the length of what
    stands in front of the archive (a program, a picture, the header of a CRX).
    ``split`` tells that members may lie in other volumes.
    """

    start: int
    size: int
    count: int
    shift: int
    comment: bytes
    split: bool = False


def find(source: Source, notes: Notes) -> Directory | None:
    """Return the central directory, or None if there is none that can be used."""
    tail = source.tail(_END.size + _WIDE16)
    base = source.size - len(tail)
    ends = _ends(tail)
    usable = [found for at in ends if (found := _at(source, tail, base, at, notes))]
    if not usable:
        return None
    exact = [at for at in ends if at + _END.size + _comment(tail, at) == len(tail)]
    if len(usable) > 1 and len(exact) > 1:
        notes.say(
            "ambiguous",
            f"it has {len(exact)} end records: other programs may show other members",
        )
    best = usable[0]
    rest = source.size - (base + ends[0] + _END.size + len(best.comment))
    if rest > 0:
        notes.say("trailing-data", f"{rest} bytes follow the end of the archive")
    if best.shift > 0 and not source.head.startswith(b"Cr24"):
        notes.say("leading-data", f"{best.shift} bytes stand in front of the archive")
    return best


def _ends(tail: bytes) -> list[int]:
    """Return where end records stand, the last one first."""
    found: list[int] = []
    at = tail.rfind(b"PK\5\6")
    while at >= 0 and len(found) < 16:
        if len(tail) - at >= _END.size:
            found.append(at)
        at = tail.rfind(b"PK\5\6", 0, at)
    return found


def _comment(tail: bytes, at: int) -> int:
    return int.from_bytes(tail[at + 20 : at + 22], "little")


def _at(
    source: Source, tail: bytes, base: int, at: int, notes: Notes
) -> Directory | None:
    _, disk, first, here, count, size, offset, length = _END.unpack_from(tail, at)
    comment = tail[at + _END.size : at + _END.size + length]
    end = base + at
    split = False
    if _WIDE16 in (disk, first, here, count) or _WIDE32 in (size, offset):
        wide = _end64(source, tail, base, at)
        if wide:
            size, offset, end, count = wide
    elif disk not in (0, _WIDE16) and disk < 0x4000:
        notes.say(
            "split-archive",
            f"it is the last of {disk + 1} volumes: members in the others are listed "
            "but cannot be read",
            partial=True,
        )  # fmt: skip
        if first != disk:
            return None
        split = True
    found = _placed(source, end, (size, offset, count), comment)
    return replace(found, split=split, shift=0) if found and split else found


def _placed(
    source: Source, end: int, claim: tuple[int, int, int], comment: bytes
) -> Directory | None:
    size, offset, count = claim
    start = end - size
    if size == 0 and count == 0:
        return Directory(start, 0, 0, 0, comment)
    for place in (start, offset):
        if 0 <= place < source.size and source.read_at(place, 4) == _CENTRAL:
            length = min(max(size, 0), source.size - place)
            shift = _shift(source, place, place - offset)
            return Directory(place, length, count, shift, comment)
    return None


def _shift(source: Source, place: int, shift: int) -> int:
    """Return by how much offsets are off; 0 where only that of the directory is.

    The first member's own header tells: it stands where its offset points.
    """
    head = int.from_bytes(source.read_at(place + 42, 4), "little")
    there = source.read_at(head + shift, 4) if head + shift >= 0 else b""
    if shift and there != _LOCAL and source.read_at(head, 4) == _LOCAL:
        return 0
    return shift


def _end64(
    source: Source, tail: bytes, base: int, at: int
) -> tuple[int, int, int, int] | None:
    """Return size, offset, the end and the count from a zip64 end record."""
    if at < _LOCATOR.size or tail[at - 20 : at - 16] != b"PK\6\7":
        return None
    _, _, where, _ = _LOCATOR.unpack_from(tail, at - _LOCATOR.size)
    near = base + at - _LOCATOR.size - _END64.size
    for place in (where, near):
        if not 0 <= place < source.size:
            continue
        head = source.read_at(place, _END64.size)
        if len(head) == _END64.size and head[:4] == b"PK\6\6":
            fields = _END64.unpack(head)
            return fields[8], fields[9], place, fields[7]
    return None

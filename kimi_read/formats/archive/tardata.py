"""The bytes of one tar member, holes of sparse files filled with zeros.

Source: GNU tar manual, "Storing Sparse Files"; POSIX.1-2017 pax.
"""

from __future__ import annotations

from kimi_read.errors import Malformed
from kimi_read.formats.archive.paxhead import whole
from kimi_read.formats.archive.tarhead import BLOCK, number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.formats.archive.tarmember import Found

_PIECE = 1 << 18
_MOST_PIECES = 200_000


def chunks(found: Found) -> Iterator[bytes]:
    """Yield the bytes of a member.

    Raises:
        Malformed: it is cut off, or the map of its holes is damaged.
    """
    pieces, real = _map(found)
    if pieces is None:
        yield from _data(found, found.length)
        return
    at = 0
    for start, count in pieces:
        if start < at or start + count > real:
            raise Malformed("the map of its holes is damaged")
        yield from _zeros(start - at)
        yield from _data(found, count)
        at = start + count
    yield from _zeros(real - at)


def _data(found: Found, count: int) -> Iterator[bytes]:
    while count > 0:
        data = found.stream.read(min(_PIECE, count))
        if not data:
            raise Malformed(found.stream.fault or "it is cut off in the archive")
        count -= len(data)
        yield data


def _zeros(count: int) -> Iterator[bytes]:
    while count > 0:
        yield bytes(min(_PIECE, count))
        count -= _PIECE


def _map(found: Found) -> tuple[list[tuple[int, int]] | None, int]:
    """Return where data lies in a sparse file, and its size; None if it is none."""
    pax = found.pax
    real = int(found.row[1]) if isinstance(found.row[1], int) else 0
    if found.kind == b"S":
        return _old_map(found), real
    if b"GNU.sparse.map" in pax:
        return _pairs(
            [whole(part) for part in pax[b"GNU.sparse.map"].split(b",")]
        ), real
    if pax.get(b"GNU.sparse.major") == b"1":
        return _leading_map(found), real
    return None, real


def _old_map(found: Found) -> list[tuple[int, int]]:
    """Return the map in the header (four pieces) and in the blocks behind it."""
    numbers = _fields(found.head[386:482])
    for block in found.maps:
        numbers += _fields(block[:504])
    return _pairs(numbers)


def _fields(area: bytes) -> list[int | None]:
    fields = [area[at : at + 12] for at in range(0, len(area), 12)]
    return [number(field) for field in fields if field[0]]


def _leading_map(found: Found) -> list[tuple[int, int]]:
    """Return the map that stands, as lines of decimals, before the data (1.0)."""
    lines = b""
    wanted = None
    taken = 0
    while wanted is None or lines.count(b"\n") < wanted:
        block = found.stream.read(BLOCK)
        taken += len(block)
        lines += block
        if len(block) < BLOCK or len(lines) > 8 << 20:
            raise Malformed("the map of its holes is damaged")
        if wanted is None and b"\n" in lines:
            count = whole(lines.partition(b"\n")[0]) or 0
            wanted = 1 + 2 * min(max(count, 0), _MOST_PIECES)
    numbers = [whole(line) for line in lines.split(b"\n")[1:wanted]]
    return _pairs(numbers)


def _pairs(numbers: list[int | None]) -> list[tuple[int, int]]:
    if None in numbers or len(numbers) % 2 or len(numbers) > 2 * _MOST_PIECES:
        raise Malformed("the map of its holes is damaged")
    plain = [value or 0 for value in numbers]
    if min(plain, default=0) < 0:
        raise Malformed("the map of its holes is damaged")
    return [*zip(plain[0::2], plain[1::2], strict=True)]

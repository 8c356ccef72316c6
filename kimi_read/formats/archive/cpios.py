"""cpio archives: the binary, octal (odc) and hexadecimal (newc, crc) forms.

Source: cpio(5) of FreeBSD; POSIX.1-2017 pax, "cpio Interchange Format".
"""

from __future__ import annotations

import struct
from functools import partial

from kimi_read.errors import Malformed
from kimi_read.formats.archive.rows import NO_DATE, Dates, UnixModes
from kimi_read.formats.archive.streams import FileStream
from kimi_read.formats.archive.tarhead import text
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.formats.archive.notes import Notes
    from kimi_read.formats.archive.others import Make
    from kimi_read.formats.archive.rows import Row
    from kimi_read.formats.archive.streams import Stream
    from kimi_read.request import Request
    from kimi_read.source import Source

_PIECE = 1 << 18
_NAME_MOST = 65_535
_LINK_MOST = 65_535
_SYMLINK = 0xA000
_TYPES = 0xF000


@record(frozen=True, slots=True)
class Head:
    """One header: its length and what it says; ``align`` is the padding unit."""

    length: int
    mode: int
    owner: int
    group: int
    seconds: int
    name: int
    size: int
    align: int


def members(
    source: Source, request: Request, notes: Notes, facts: dict[str, object]
) -> Iterator[tuple[Row, Make]]:
    """Yield the members up to the trailer."""
    facts["variant"] = _VARIANTS.get(source.head[:6], "binary")
    yield from walk(FileStream(source), request, notes)


def walk(stream: Stream, request: Request, notes: Notes) -> Iterator[tuple[Row, Make]]:
    """Yield the members of the archive in ``stream``.

    The function beside a row reads from the stream and must be used, if at all,
    before the next row is asked for.
    """
    dates, modes = Dates(full=request.entries), UnixModes()
    first = True
    while True:
        head = _head(stream)
        if head is None:
            if first:
                raise Malformed("its first header is damaged")
            if stream.fault:
                notes.say("damaged", stream.fault, partial=True)
            else:
                notes.lost(stream.position)
            return
        first = False
        raw = stream.read(min(head.name, _NAME_MOST + 1))
        missing = stream.skip(
            head.name - len(raw) + -(head.length + head.name) % head.align
        )
        if missing or len(raw) < min(head.name, _NAME_MOST):
            notes.say("cut", "it is cut in the middle of a header", partial=True)
            return
        raw = raw.rstrip(b"\0")
        if raw == b"TRAILER!!!":
            return
        reader = _Reader(stream, head.size)
        extra: dict[str, object] = {}
        if head.mode & _TYPES == _SYMLINK and 0 < head.size <= _LINK_MOST:
            extra["link"] = text(reader.some().rstrip(b"\0"))
        if request.entries:
            extra["owner"], extra["group"] = str(head.owner), str(head.group)
        date = dates.unix(head.seconds) if head.seconds else NO_DATE
        name = text(raw, request.encoding)
        row = (modes[head.mode], head.size, head.size, date, name, extra or None)
        yield row, reader.chunks
        missing = stream.skip(reader.left + -head.size % head.align)
        if missing > -head.size % head.align:
            notes.cut(missing, name)
            return


class _Reader:
    def __init__(self, stream: Stream, size: int) -> None:
        self._stream = stream
        self.left = size

    def some(self) -> bytes:
        """Return all that there is of a short member."""
        data = self._stream.read(self.left)
        self.left -= len(data)
        return data

    def chunks(self) -> Iterator[bytes]:
        """Yield the bytes of the member."""
        while self.left > 0:
            data = self._stream.read(min(_PIECE, self.left))
            if not data:
                raise Malformed("it is cut off in the archive")
            self.left -= len(data)
            yield data


_VARIANTS = {b"070701": "newc", b"070702": "crc", b"070707": "odc"}
_SHORTS = {b"\xc7\x71": struct.Struct("<13H"), b"\x71\xc7": struct.Struct(">13H")}


def _head(stream: Stream) -> Head | None:
    magic = stream.read(6)
    if magic in (b"070701", b"070702"):
        return _hexadecimal(stream.read(104))
    if magic == b"070707":
        return _octal(stream.read(70))
    if magic[:2] in _SHORTS:
        return _binary(_SHORTS[magic[:2]], magic + stream.read(20))
    return None


def _hexadecimal(rest: bytes) -> Head | None:
    try:
        fields = [int(rest[at : at + 8], 16) for at in range(0, 104, 8)]
    except ValueError:
        return None
    return Head(
        110, fields[1], fields[2], fields[3], fields[5], fields[11], fields[6], 4
    )


def _octal(rest: bytes) -> Head | None:
    number = partial(int, base=8)
    try:
        mode, owner, group = (number(rest[at : at + 6]) for at in (12, 18, 24))
        seconds, name = number(rest[42:53]), number(rest[53:59])
        size = number(rest[59:70])
    except ValueError:
        return None
    return Head(76, mode, owner, group, seconds, name, size, 1)


def _binary(shorts: struct.Struct, data: bytes) -> Head | None:
    if len(data) < shorts.size:
        return None
    fields = shorts.unpack(data)
    seconds = fields[8] << 16 | fields[9]
    size = fields[11] << 16 | fields[12]
    return Head(26, fields[3], fields[4], fields[5], seconds, fields[10], size, 2)

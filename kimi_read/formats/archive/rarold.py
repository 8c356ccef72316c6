"""RAR archives before version 5.

Source: the technical note of RAR 3.x (technote.txt) and that of RAR 1.4; the coding
of Unicode names as unrar undoes it.
"""

from __future__ import annotations

import struct
import zlib
from functools import partial

from kimi_read.errors import Encrypted, Malformed, Unsupported
from kimi_read.formats.archive.inflate import unpacked_elsewhere
from kimi_read.formats.archive.rarparts import ELSEWHERE, refused, stored
from kimi_read.formats.archive.rows import NO_MODE, NO_MODE_FOLDER, Dates, UnixModes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.formats.archive.notes import Notes
    from kimi_read.formats.archive.others import Make
    from kimi_read.formats.archive.rows import Row
    from kimi_read.request import Request
    from kimi_read.source import Source

_BLOCK = struct.Struct("<HBHH")
_FILE = struct.Struct("<LLBLLBBHL")
_FIRST = struct.Struct("<LLHHLBBBBB")
MAGIC4 = b"Rar!\x1a\x07\0"
_MAIN, _FILE_KIND, _NEW_SUB, _END = 0x73, 0x74, 0x7A, 0x7B
_VOLUME, _SOLID, _LOCKED, _FIRST_VOLUME = 1, 8, 0x80, 0x100
_BEFORE, _AFTER, _PASSWORD, _LARGE, _UNICODE = 1, 2, 4, 0x100, 0x200
_MAIN_COMMENT, _FILE_COMMENT = 2, 8
_LONG = 0x8000
_FOLDER = 0xE0
_UNIX = 3
_STORED = 0x30
_LINK_MOST = 4096
_NAME_MOST = 65_535


def members(
    source: Source, request: Request, notes: Notes, facts: dict[str, object]
) -> Iterator[tuple[Row, Make]]:
    """Yield the members of a RAR archive of version 1.5 to 4."""
    dates, modes = Dates(full=request.entries), UnixModes()
    at = len(MAGIC4)
    first, count = True, 0
    while at + _BLOCK.size <= source.size:
        crc, kind, flags, size = _BLOCK.unpack(source.read_at(at, _BLOCK.size))
        head = source.read_at(at, size)
        damaged = size < _BLOCK.size or len(head) < size
        if (
            not damaged
            and kind in (_MAIN, _FILE_KIND)
            and not _sound(head, crc, kind, flags)
        ):
            damaged = kind == _MAIN or not _plausible(head)
            notes.count("bad-header", f"at byte {at}")
        if damaged or not 0x70 <= kind <= 0x7F:
            if first:
                raise Malformed("its first header is damaged")
            notes.lost(at)
            return
        first = False
        data = 0
        if flags & _LONG and len(head) >= 11 and kind not in (_MAIN, _FILE_KIND):
            data = int.from_bytes(head[7:11], "little")
        if kind == _MAIN:
            _main(flags, notes, facts)
        elif kind == _FILE_KIND:
            if len(head) < _BLOCK.size + _FILE.size:
                notes.lost(at)
                return
            row, make, data = _file(
                source, head, (at + size, count), request, (dates, modes)
            )
            yield row, make
            count += 1
        elif kind == _NEW_SUB and head[32:35] == b"CMT":
            facts["hasComment"] = True
        elif kind == _END:
            if flags & 1:
                notes.say("split-archive", "it goes on in another volume")
            return
        at += size + data
    if at > source.size:
        notes.cut(at - source.size)


def _sound(head: bytes, crc: int, kind: int, flags: int) -> bool:
    """Whether the checksum is right; a comment inside of a header is not part of it."""
    stop = len(head)
    if kind == _MAIN and flags & _MAIN_COMMENT:
        stop = 13
    elif kind == _FILE_KIND and flags & _FILE_COMMENT and len(head) >= 28:
        stop = 32 + int.from_bytes(head[26:28], "little")
        stop += 8 if flags & _LARGE else 0
    return zlib.crc32(head[2:stop]) & 0xFFFF == crc


def _plausible(head: bytes) -> bool:
    """Whether a file header whose checksum is wrong can be shown all the same."""
    if len(head) < _BLOCK.size + _FILE.size:
        return False
    length = _FILE.unpack_from(head, _BLOCK.size)[7]
    return bool(0 < length <= len(head) - _BLOCK.size - _FILE.size)


def _main(flags: int, notes: Notes, facts: dict[str, object]) -> None:
    if flags & _LOCKED:
        raise Encrypted("its list of files is encrypted",
                        hint="unrar with its password lists it")  # fmt: skip
    if flags & _SOLID:
        facts["solid"] = True
    if flags & _VOLUME:
        facts["volume"] = True
        if not flags & _FIRST_VOLUME:
            notes.say("split-archive", "it is one volume of an archive: what began in "
                      "another is shown only in part")  # fmt: skip


def _file(
    source: Source,
    head: bytes,
    where: tuple[int, int],
    request: Request,
    tables: tuple[Dates, UnixModes],
) -> tuple[Row, Make, int]:
    """Return the member whose data is at the place, and of the number, of ``where``."""
    (place, number), (dates, modes) = where, tables
    flags = int.from_bytes(head[3:5], "little")
    (packed, size, host, _, stamp, _, method, length,
     attributes) = _FILE.unpack_from(head, _BLOCK.size)  # fmt: skip
    at = _BLOCK.size + _FILE.size
    if flags & _LARGE:
        high_packed, high_size = struct.unpack_from(
            "<LL", head.ljust(at + 8, b"\0"), at
        )
        packed |= high_packed << 32
        size |= high_size << 32
        at += 8
    raw = head[at : at + min(length, _NAME_MOST)]
    name = _name(raw, flags, request.encoding).replace("\\", "/")
    extra: dict[str, object] = {}
    if flags & _PASSWORD:
        extra["encrypted"] = True
    split = flags & (_BEFORE | _AFTER)
    if split:
        extra["comment"] = ELSEWHERE
        extra["split"] = True
    if request.entries:
        extra["method"] = (
            "stored" if method == _STORED else f"rar level {method - _STORED}"
        )
    folder = flags & _FOLDER == _FOLDER
    mode = _mode(host, attributes, modes, folder=folder)
    if mode[0] == "d" and not name.endswith("/"):
        name += "/"
    if mode[0] == "l" and method == _STORED and packed <= _LINK_MOST:
        extra["link"] = source.read_at(place, packed).decode("utf-8", "surrogateescape")
    make: Make = None
    if mode[0] == "-":
        if method == _STORED and not split and not flags & _PASSWORD:
            make = partial(stored, source, place, packed)
        elif split or flags & _PASSWORD:
            make = partial(refused, encrypted=bool(flags & _PASSWORD))
        else:
            make = partial(unpacked_elsewhere, source, number, size)
    date = dates.dos(stamp >> 16, stamp & 0xFFFF)
    return (mode, size, packed, date, name, extra or None), make, packed


def _mode(host: int, attributes: int, modes: UnixModes, *, folder: bool) -> str:
    if host == _UNIX:
        mode = modes[attributes & 0xFFFF]
        return "d" + mode[1:] if folder else mode
    return NO_MODE_FOLDER if folder or attributes & 0x10 else NO_MODE


def _name(raw: bytes, flags: int, encoding: str) -> str:
    plain, nul, coded = raw.partition(b"\0")
    if flags & _UNICODE and nul:
        return _unicode(plain, coded)
    if not flags & _UNICODE and encoding:
        try:
            return plain.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            pass
    try:
        return plain.decode()
    except UnicodeDecodeError:
        return plain.decode("cp437")


def _unicode(plain: bytes, coded: bytes) -> str:
    """Undo the coding of a name: what differs from its eight-bit form."""
    out: list[int] = []
    high = coded[0] if coded else 0
    at = 1
    flags = bits = 0
    while at < len(coded):
        if not bits:
            flags, bits = coded[at], 8
            at += 1
            if at >= len(coded):
                break
        bits -= 2
        kind = flags >> bits & 3
        byte = coded[at]
        at += 1
        if kind == 0:
            out.append(byte)
        elif kind == 1:
            out.append(byte | high << 8)
        elif kind == 2:
            out.append(byte | (coded[at] if at < len(coded) else 0) << 8)
            at += 1
        else:
            count = (byte & 0x7F) + 2
            correction = 0
            if byte & 0x80:
                correction = coded[at] if at < len(coded) else 0
                at += 1
            for _ in range(count):
                old = plain[len(out)] if len(out) < len(plain) else 0
                out.append(
                    (old + correction & 0xFF) | high << 8 if byte & 0x80 else old
                )
    raw = b"".join(unit.to_bytes(2, "little") for unit in out)
    return raw.decode("utf-16-le", "surrogatepass")


def _too_old() -> Iterator[bytes]:
    raise Unsupported("the compression of RAR 1.4 is not undone here",
                      hint="unrar x unpacks it")  # fmt: skip


def first(source: Source, request: Request, notes: Notes) -> Iterator[tuple[Row, Make]]:
    """Yield the members of an archive of RAR 1.4."""
    dates = Dates(full=request.entries)
    at = int.from_bytes(source.head[4:6], "little")
    while at + _FIRST.size <= source.size:
        head = source.read_at(at, _FIRST.size)
        packed, size, _, length, stamp, attributes, flags, _, named, method = (
            _FIRST.unpack(head)
        )  # fmt: skip
        if length < _FIRST.size + named:
            notes.lost(at)
            return
        raw = source.read_at(at + _FIRST.size, named)
        name = _name(raw, 0, request.encoding).replace("\\", "/")
        mode = NO_MODE_FOLDER if attributes & 0x10 else NO_MODE
        extra = {"encrypted": True} if flags & 4 else None
        place = at + length
        make: Make = partial(stored, source, place, packed)
        if flags & 4:
            make = partial(refused, encrypted=True)
        elif method:
            make = _too_old
        date = dates.dos(stamp >> 16, stamp & 0xFFFF)
        yield (mode, size, packed, date, name, extra), make
        at = place + packed

"""Microsoft Cabinet files.

Source: [MS-CAB] 2.1 (header, folders), 2.3 (files, data); MSZIP is Deflate in blocks
that share one window. LZX folders are unpacked by libarchive, Quantum ones listed.
"""

from __future__ import annotations

import struct
import zlib
from functools import partial

from kimi_read.errors import Malformed, Unsupported
from kimi_read.formats.archive.inflate import unpacked_elsewhere
from kimi_read.formats.archive.rows import NO_MODE, Dates

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.formats.archive.notes import Notes
    from kimi_read.formats.archive.others import Make
    from kimi_read.formats.archive.rows import Row
    from kimi_read.request import Request
    from kimi_read.source import Source

_HEAD = struct.Struct("<4s4x I4x I4x BBHHHHH".replace(" ", ""))
_FOLDER = struct.Struct("<IHH")
_FILE = struct.Struct("<IIHHHH")
_DATA = struct.Struct("<IHH")
_PREVIOUS, _NEXT, _RESERVE = 1, 2, 4
_UTF8 = 0x80
_LZX = 3
_METHODS = {0: "stored", 1: "MSZIP", 2: "Quantum", 3: "LZX"}
_WINDOW = 32_768
_NAME_MOST = 256
#: Folder numbers of files that go on from, or into, another cabinet.
_ELSEWHERE = frozenset({0xFFFD, 0xFFFE, 0xFFFF})


def members(
    source: Source, request: Request, notes: Notes, facts: dict[str, object]
) -> Iterator[tuple[Row, Make]]:
    """Yield the files in the order of the cabinet.

    Raises:
        Malformed: the header is cut off.
    """
    head = source.read_at(0, _HEAD.size)
    if len(head) < _HEAD.size:
        raise Malformed("it is cut off within its header")
    _, size, files_at, _, _, folders, files, flags, _, number = _HEAD.unpack(head)
    if size > source.size:
        notes.say("cut", f"{size - source.size} bytes are missing at its end",
                  partial=True)  # fmt: skip
    at, reserved = _optional(source, flags, notes, number)
    table = _folders(source, at, folders, reserved[1])
    facts["members"] = files
    facts["compression"] = sorted(
        {_METHODS.get(kind & 15, "?") for _, _, kind in table}
    )
    dates = Dates(full=request.entries)
    at = files_at
    for count in range(files):
        record = source.read_at(at, _FILE.size + _NAME_MOST)
        end = record.find(b"\0", _FILE.size)
        if len(record) < _FILE.size or end < 0:
            notes.say("count-mismatch", f"it claims {files} files and has {count}",
                      partial=True)  # fmt: skip
            return
        length, start, folder, day, clock, attributes = _FILE.unpack_from(record)
        raw = record[_FILE.size : end]
        name = _name(raw, attributes, request.encoding).replace("\\", "/")
        extra = (
            {"comment": "goes on in another cabinet"} if folder in _ELSEWHERE else None
        )
        row = (NO_MODE, length, length, dates.dos(day, clock), name, extra)
        make = None
        if folder < len(table):
            make = partial(_bytes, source, table[folder], reserved[2], start, length)
            if table[folder][2] & 15 == _LZX:
                make = partial(unpacked_elsewhere, source, count, length)
        yield row, make
        at += end + 1


def _optional(
    source: Source, flags: int, notes: Notes, number: int
) -> tuple[int, tuple[int, int, int]]:
    """Return where the folders begin, and the reserved sizes (header, folder, data)."""
    at = _HEAD.size
    reserved = (0, 0, 0)
    if flags & _RESERVE:
        area = source.read_at(at, 4).ljust(4, b"\0")
        reserved = struct.unpack("<HBB", area)
        at += 4 + reserved[0]
    names = 2 * (bool(flags & _PREVIOUS) + bool(flags & _NEXT))
    for _ in range(names):
        at += source.read_at(at, 256).find(b"\0") + 1
    if names:
        notes.say("split-archive", f"it is number {number + 1} of a set of cabinets")
    return at, reserved


def _folders(
    source: Source, at: int, count: int, reserved: int
) -> list[tuple[int, int, int]]:
    step = _FOLDER.size + reserved
    area = source.read_at(at, count * step)
    whole = len(area) // step
    return [_FOLDER.unpack_from(area, place * step) for place in range(whole)]


def _name(raw: bytes, attributes: int, encoding: str) -> str:
    if attributes & _UTF8 or not encoding:
        try:
            return raw.decode()
        except UnicodeDecodeError:
            return raw.decode("cp437")
    try:
        return raw.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return raw.decode("cp437")


def _bytes(
    source: Source, folder: tuple[int, int, int], reserved: int, start: int, length: int
) -> Iterator[bytes]:
    """Yield a file's bytes: so many from ``start`` of its inflated folder."""
    left = length
    for chunk in _inflated(source, folder, reserved):
        if start >= len(chunk):
            start -= len(chunk)
            continue
        piece = chunk[start : start + left]
        start = 0
        left -= len(piece)
        yield piece
        if left <= 0:
            return
    if left:
        raise Malformed("it is cut off in the archive")


def _inflated(
    source: Source, folder: tuple[int, int, int], reserved: int
) -> Iterator[bytes]:
    at, blocks, kind = folder
    method = kind & 15
    if method > 1:
        name = _METHODS.get(method, "unknown")
        raise Unsupported(f"its compression ({name}) cannot be undone here")
    window = b""
    for _ in range(blocks):
        head = source.read_at(at, _DATA.size)
        if len(head) < _DATA.size:
            return
        _, packed, size = _DATA.unpack(head)
        at += _DATA.size + reserved
        data = source.read_at(at, packed)
        at += packed
        if method == 1:
            data = window = _mszip(data, size, window)
        yield data


def _mszip(data: bytes, size: int, window: bytes) -> bytes:
    if data[:2] != b"CK":
        raise Malformed("its compressed bytes are damaged")
    inflate = zlib.decompressobj(-15, zdict=window[-_WINDOW:])
    try:
        return inflate.decompress(data[2:], max(size, 1))
    except zlib.error as error:
        raise Malformed(f"its compressed bytes are damaged: {error}") from None

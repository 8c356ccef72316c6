"""7z archives: listed from the header, which is mostly compressed itself."""

from __future__ import annotations

import zlib
from functools import partial

from kimi_read.errors import Encrypted, KreadError, Malformed
from kimi_read.formats.archive import sevendata, sevenhead
from kimi_read.formats.archive.inflate import unpacked_elsewhere
from kimi_read.formats.archive.listing import Listing, batched
from kimi_read.formats.archive.rows import (
    NO_DATE,
    NO_MODE,
    NO_MODE_FOLDER,
    UNKNOWN,
    Dates,
    UnixModes,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.blocks import Blocks
    from kimi_read.formats.archive.notes import Notes
    from kimi_read.formats.archive.others import Make
    from kimi_read.formats.archive.rows import Row
    from kimi_read.formats.archive.sevenhead import File, Streams
    from kimi_read.request import Request
    from kimi_read.source import Source

_START = 32
_LOST_BYTES = 64 << 10
_LINK_MOST = 65_535
_UNIX = 0x8000
_FOLDER = 0x10


def read(source: Source, request: Request, notes: Notes) -> Blocks:
    """Yield the listing of a 7z archive.

    Raises:
        Encrypted: its names are encrypted, and there is no right password.
        Malformed: its header is damaged.
    """
    listing = Listing(request, notes, packed=True)
    streams, files = archive(source, request.password, notes)
    listing.total = len(files)
    listing.facts["members"] = len(files)
    methods = sorted({
        name for folder in streams.folders for name in sevendata.method_names(folder)
    })  # fmt: skip
    if methods:
        listing.facts["methods"] = methods
    solid = any(count > 1 for count in streams.counts or ())
    if solid:
        listing.facts["solid"] = True
    rows: Iterator[Row] = (row for row, _ in _members(source, streams, files, request))
    if request.verify:
        rows = _verified(source, streams, files, request, notes)
        listing.claimed = False
    yield from listing.blocks(batched(rows, notes))


def members(
    source: Source, request: Request, notes: Notes, _facts: dict[str, object]
) -> Iterator[tuple[Row, Make]]:
    """Yield the members with functions that return their bytes."""
    streams, files = archive(source, request.password, notes)
    yield from _members(source, streams, files, request)


def archive(source: Source, password: str, notes: Notes) -> tuple[Streams, list[File]]:
    """Return what the header says."""
    start = source.read_at(0, _START)
    offset = int.from_bytes(start[12:20], "little")
    size = int.from_bytes(start[20:28], "little")
    crc = int.from_bytes(start[28:32], "little")
    if len(start) < _START:
        raise Malformed("it is cut off within its first header")
    if not size and not offset and not crc and source.size > _START:
        return _lost_header(source, password, notes)
    if not size:
        return sevenhead.Streams(), []
    if zlib.crc32(start[12:32]) != int.from_bytes(start[8:12], "little"):
        notes.say("header-mismatch", "its first header does not match its checksum")
    if _START + offset + size > source.size:
        missing = _START + offset + size - source.size
        hint = ""
        if source.extension == ".001":
            hint = f"it is one volume of several: cat {source.name[:-4]}.* joins them"
        raise Malformed(f"it is cut off, and its list of files with it "
                        f"({missing} bytes are missing)", hint=hint)  # fmt: skip
    raw = source.read_at(_START + offset, sevenhead.bounded(size))
    return _header(source, sevenhead.checked(raw, crc), password)


def _header(source: Source, raw: bytes, password: str) -> tuple[Streams, list[File]]:
    """Read a header, unpacking it as often as it is packed."""
    for _ in range(4):
        bits = sevenhead.Bits(raw)
        kind = bits.number()
        if kind == sevenhead.PLAIN:
            return sevenhead.header(bits)
        if kind != sevenhead.ENCODED:
            raise Malformed("its header is damaged")
        streams = sevenhead.streams_info(bits)
        if not streams.folders:
            return sevenhead.Streams(), []
        folder = streams.folders[0]
        sevenhead.bounded(folder.size)
        locked = sevendata.encrypted(folder)
        if locked and not password:
            raise Encrypted("its list of files is encrypted",
                            hint="give its password with --password-file")  # fmt: skip
        try:
            raw = b"".join(sevendata.chunks(source, streams, 0, password))
            raw = sevenhead.checked(raw, folder.crc)
        except Malformed:
            if locked:
                raise Encrypted("the password is wrong") from None
            raise
    raise Malformed("its header is packed too often")


def _lost_header(
    source: Source, password: str, notes: Notes
) -> tuple[Streams, list[File]]:
    """Look for the header at the end, as a writer that was stopped leaves it."""
    tail = source.tail(min(_LOST_BYTES, source.size - _START))
    for at in range(len(tail) - 1, -1, -1):
        if tail[at] not in (sevenhead.PLAIN, sevenhead.ENCODED):
            continue
        try:
            found = _header(source, tail[at:], password)
        except KreadError:
            continue
        if found[1]:
            notes.say(
                "no-directory",
                "its first header is blank; the list of files was found at the end",
                partial=True,
            )
            return found
    raise Malformed("its first header is blank and no list of files was found")


def _members(
    source: Source, streams: Streams, files: list[File], request: Request
) -> Iterator[tuple[Row, Make]]:
    dates, modes = Dates(full=request.entries), UnixModes()
    packed = _packed(streams)
    begun: set[int] = set()
    for number, file in enumerate(files):
        size: int | str = UNKNOWN
        extra: dict[str, object] = {}
        if file.folder is None:
            size = 0
        elif file.folder not in begun:
            begun.add(file.folder)
            size = packed[file.folder]
        if file.folder is not None:
            folder = streams.folders[file.folder]
            if sevendata.encrypted(folder):
                extra["encrypted"] = True
            if request.entries:
                extra["method"] = "+".join(sevendata.method_names(folder))
        if file.anti:
            extra["comment"] = "to be deleted"
        mode = _mode(file, modes)
        make = None
        if mode[0] == "l" and file.folder is not None and "encrypted" not in extra:
            link = _link(source, streams, file, number)
            if link:
                extra["link"] = link
        if not file.is_folder:
            make = partial(contents, source, streams, file, number, request.password)
        date = dates.filetime(file.modified) if file.modified else NO_DATE
        name = file.name.replace("\\", "/") + ("/" if mode[0] == "d" else "")
        yield (mode, file.size, size, date, name, extra or None), make


def _packed(streams: Streams) -> list[int]:
    """Return the packed size of each folder."""
    found = []
    at = 0
    for folder in streams.folders:
        count = len(folder.packed)
        found.append(sum(streams.packed[at : at + count]))
        at += count
    return found


def _mode(file: File, modes: UnixModes) -> str:
    attributes = file.attributes or 0
    if attributes & _UNIX and attributes >> 16:
        return modes[attributes >> 16]
    if file.is_folder or attributes & _FOLDER:
        return NO_MODE_FOLDER
    return NO_MODE


def _link(source: Source, streams: Streams, file: File, number: int) -> str:
    """Return the target of a symbolic link: its bytes, if they are near."""
    if file.size > _LINK_MOST or file.place > 1 << 20:
        return ""
    try:
        raw = b"".join(contents(source, streams, file, number, ""))
    except KreadError:
        return ""
    return raw.decode("utf-8", "surrogateescape")


def contents(
    source: Source, streams: Streams, file: File, number: int, password: str
) -> Iterator[bytes]:
    """Yield the bytes of one file, the ``number``th of all, and verify their checksum.

    Raises:
        Encrypted, Malformed, MissingExtra, OutOfBounds, Unsupported: see
            ``sevendata.chunks``.
    """
    if file.folder is None:
        return
    folder = streams.folders[file.folder]
    locked = sevendata.encrypted(folder)
    skip, left, crc = file.place, file.size, 0
    if sevendata.foreign(folder) and not locked:
        skip = 0
        data = unpacked_elsewhere(source, number, file.size)
    else:
        data = sevendata.chunks(source, streams, file.folder, password)
    try:
        while left > 0:
            chunk = next(data, b"")
            if not chunk:
                raise Malformed("its compressed bytes end too early")
            piece = chunk[skip : skip + left] if skip < len(chunk) else b""
            skip = max(0, skip - len(chunk))
            left -= len(piece)
            crc = zlib.crc32(piece, crc)
            if piece:
                yield piece
            else:
                yield b""
        if file.crc is not None and crc != file.crc:
            raise Malformed("its bytes do not match their checksum in the archive")
    except Malformed as error:
        if locked:
            raise Encrypted(f"the password is wrong, or {error.reason}") from None
        raise


def _verified(
    source: Source, streams: Streams, files: list[File], request: Request, notes: Notes
) -> Iterator[Row]:
    """Yield the rows while each folder is inflated once and its files are checked."""
    from kimi_read.formats.archive.sevenverify import faults_of

    faults = faults_of(source, streams, files, request.password)
    for (row, _), file in zip(
        _members(source, streams, files, request), files, strict=True
    ):
        code, fault = next(faults) if file.folder is not None else ("", "")
        if fault:
            notes.count(code, f"{row[4]} ({fault})")
        yield row

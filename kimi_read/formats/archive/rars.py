"""RAR 5 archives, and the way to the older ones; what is compressed unpacks libarchive.

Source: RAR 5.0 archive format (technical note of RARLAB).
"""

from __future__ import annotations

from functools import partial

from kimi_read.errors import Encrypted, Malformed
from kimi_read.formats.archive.inflate import unpacked_elsewhere
from kimi_read.formats.archive.listing import Listing, batched
from kimi_read.formats.archive.rarparts import ELSEWHERE, refused, stored
from kimi_read.formats.archive.rows import (
    NO_DATE,
    NO_MODE,
    NO_MODE_FOLDER,
    UNKNOWN,
    Dates,
    UnixModes,
    typed,
)
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.blocks import Blocks
    from kimi_read.formats.archive.notes import Notes
    from kimi_read.formats.archive.others import Make
    from kimi_read.formats.archive.rows import Row
    from kimi_read.request import Request
    from kimi_read.source import Source

MAGIC5 = b"Rar!\x1a\x07\1\0"
MAGIC14 = b"RE~^"
_HEADER_MOST = 2 << 20
_COMMENT_MOST = 256 << 10
_MAIN, _FILE, _SERVICE, _ENCRYPTION, _END = 1, 2, 3, 4, 5
_SPLIT_BEFORE, _SPLIT_AFTER = 8, 16
_FOLDER, _TIME, _CRC, _UNKNOWN_SIZE = 1, 2, 4, 8
_LINKS = {1: "l", 2: "l", 3: "l", 4: "h", 5: "h"}


def read(source: Source, request: Request, notes: Notes) -> Blocks:
    """Yield the listing of a RAR archive.

    Raises:
        Encrypted: its headers are encrypted.
        Malformed: its first header is damaged.
    """
    listing = Listing(request, notes, packed=True)
    found = members(source, request, notes, listing.facts)
    if request.verify:
        notes.say("unverified", "the bytes of RAR archives are not verified")
    yield from listing.blocks(batched((row for row, _ in found), notes))


def members(
    source: Source, request: Request, notes: Notes, facts: dict[str, object]
) -> Iterator[tuple[Row, Make]]:
    """Yield the members, with the bytes of those that are stored."""
    if source.head.startswith(MAGIC5):
        return _five(source, request, notes, facts)
    from kimi_read.formats.archive import rarold

    if source.head.startswith(MAGIC14):
        return rarold.first(source, request, notes)
    return rarold.members(source, request, notes, facts)


@record(frozen=True, slots=True)
class Block:
    """One header: what it is, its own fields, its extra area, where data lies."""

    kind: int
    flags: int
    fields: bytes
    extra: bytes
    data: int
    size: int


def _five(
    source: Source, request: Request, notes: Notes, facts: dict[str, object]
) -> Iterator[tuple[Row, Make]]:
    dates, modes = Dates(full=request.entries), UnixModes()
    at, number = len(MAGIC5), 0
    while at < source.size:
        block = _block(source, at)
        if block is None:
            if at == len(MAGIC5):
                raise Malformed("its first header is damaged")
            notes.lost(at)
            return
        if block.kind == _MAIN:
            _main(block, notes, facts)
        elif block.kind == _ENCRYPTION:
            raise Encrypted("its list of files is encrypted",
                            hint="unrar with its password lists it")  # fmt: skip
        elif block.kind == _FILE:
            yield _file(source, block, number, request, (dates, modes))
            number += 1
        elif block.kind == _SERVICE:
            _service(source, block, facts)
        elif block.kind == _END:
            if _Fields(block.fields).number() & 1:
                facts["goesOn"] = True
                notes.say("split-archive", "it goes on in another volume")
            return
        at = block.data + block.size
    if at > source.size:
        notes.cut(at - source.size)
    else:
        notes.say("no-end", "its last header is missing: members may be, too",
                  partial=True)  # fmt: skip


class _Fields:
    """Reads variable-length numbers; past the end there are zeros."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def number(self) -> int:
        """Return a vint: seven bits a byte, the lowest first."""
        value = shift = 0
        while self.at < len(self.data) and shift < 70:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        return value

    def take(self, count: int) -> bytes:
        """Return the next ``count`` bytes, fewer at the end."""
        data = self.data[self.at : self.at + count]
        self.at += count
        return data

    def word(self, width: int = 4) -> int:
        """Return a fixed little-endian number."""
        return int.from_bytes(self.take(width), "little")


def _block(source: Source, at: int) -> Block | None:
    import zlib

    start = source.read_at(at, 4 + 3 + 16)
    fields = _Fields(start[4:7])
    size = fields.number()
    if not 0 < size <= _HEADER_MOST or fields.at == 0:
        return None
    body = source.read_at(at + 4, fields.at + size)
    if len(body) < fields.at + size:
        return None
    if zlib.crc32(body) != int.from_bytes(start[:4], "little"):
        return None
    inner = _Fields(body[fields.at :])
    kind, flags = inner.number(), inner.number()
    extra = inner.number() if flags & 1 else 0
    data = inner.number() if flags & 2 else 0
    stop = max(inner.at, size - extra)
    where = at + 4 + fields.at + size
    return Block(
        kind, flags, inner.data[inner.at : stop], inner.data[stop:], where, data
    )


def _main(block: Block, notes: Notes, facts: dict[str, object]) -> None:
    fields = _Fields(block.fields)
    flags = fields.number()
    if flags & 4:
        facts["solid"] = True
    if flags & 1:
        number = fields.number() if flags & 2 else 0
        facts["volume"] = number + 1
        if number:
            notes.say("split-archive", f"it is volume {number + 1} of an archive: what "
                      "began in another is shown only in part")  # fmt: skip


def _file(
    source: Source,
    block: Block,
    number: int,
    request: Request,
    tables: tuple[Dates, UnixModes],
) -> tuple[Row, Make]:
    dates, modes = tables
    fields = _Fields(block.fields)
    flags, size, attributes = fields.number(), fields.number(), fields.number()
    seconds = fields.word() if flags & _TIME else None
    if flags & _CRC:
        fields.word()
    method, host = fields.number(), fields.number()
    name = fields.take(fields.number()).decode("utf-8", "surrogateescape")
    extra, found, letter = _extras(block.extra, request)
    if found is not None:
        when = dates.unix(found)
    else:
        when = dates.unix(seconds) if seconds is not None else NO_DATE
    if "version" in extra:
        name += f";{extra['version']}"
    folder = bool(flags & _FOLDER)
    mode = modes[attributes & 0xFFFF] if host == 1 else NO_MODE
    if folder:
        mode = typed(mode, "d") if host == 1 else NO_MODE_FOLDER
        name = name if name.endswith("/") else name + "/"
    elif letter:
        mode = typed(mode, letter)
    compression = method >> 7 & 7
    if request.entries:
        extra["method"] = f"rar5 level {compression}" if compression else "stored"
    split = block.flags & (_SPLIT_BEFORE | _SPLIT_AFTER)
    if split:
        extra["comment"] = ELSEWHERE
        extra["split"] = True
    shown: int | str = UNKNOWN if flags & _UNKNOWN_SIZE else size
    make: Make = None
    if not folder and letter is None:
        if split or extra.get("encrypted"):
            make = partial(refused, encrypted=bool(extra.get("encrypted")))
        elif compression:
            known = None if flags & _UNKNOWN_SIZE else size
            make = partial(unpacked_elsewhere, source, number, known)
        else:
            make = partial(stored, source, block.data, block.size)
    return (mode, shown, block.size, when, name, extra or None), make


def _extras(
    area: bytes, request: Request
) -> tuple[dict[str, object], float | None, str | None]:
    """Return extra values, the time of the last change, the letter of a link."""
    extra: dict[str, object] = {}
    seconds: float | None = None
    letter = None
    at = _Fields(area)
    while at.at < len(area):
        size = at.number()
        fields = _Fields(at.take(size))
        kind = fields.number()
        if kind == 1:
            extra["encrypted"] = True
        elif kind == 3:
            seconds = _time(fields)
        elif kind == 4:
            fields.number()
            extra["version"] = fields.number()  # an older state of the file
        elif kind == 5:
            letter = _LINKS.get(fields.number())
            fields.number()
            target = fields.take(fields.number()).decode("utf-8", "surrogateescape")
            extra["link"] = target.replace("\\", "/")
        elif kind == 6 and request.entries:
            flags = fields.number()
            for bit, key in ((1, "owner"), (2, "group")):
                if flags & bit:
                    raw = fields.take(fields.number())
                    extra[key] = raw.decode("utf-8", "surrogateescape")
        if size == 0:
            break
    return extra, seconds, letter


def _time(fields: _Fields) -> float | None:
    flags = fields.number()
    if not flags & 2:
        return None
    if flags & 1:
        return float(fields.word())
    return fields.word(8) / 10_000_000 - 11_644_473_600


def _service(source: Source, block: Block, facts: dict[str, object]) -> None:
    """Take the comment of the archive, which is stored."""
    fields = _Fields(block.fields)
    flags = fields.number()
    fields.number(), fields.number()
    if flags & _TIME:
        fields.word()
    if flags & _CRC:
        fields.word()
    method = fields.number()
    fields.number()
    name = fields.take(fields.number())
    if name == b"CMT" and not method >> 7 & 7:
        raw = source.read_at(block.data, min(block.size, _COMMENT_MOST))
        facts["comment"] = raw.rstrip(b"\0").decode("utf-8", "replace")

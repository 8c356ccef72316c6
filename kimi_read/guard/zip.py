"""ZIP packages (Office, OpenDocument, EPUB) read part by part, within bounds.

Only bytes that really come out of the decompressor count, never claimed sizes.
A package whose directory is missing or cut is walked by its local headers, so
that a truncated document still gives the parts before the cut.
Source: PKWARE APPNOTE 6.3.10, 4.3 (structure), 4.4 (fields), 4.5.3 (zip64).
"""

from __future__ import annotations

import io
import struct
import zlib

from kimi_read.errors import Encrypted, Malformed, OutOfBounds
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.source import Source

PART_BYTES = 384 << 20
TOTAL_BYTES = 512 << 20
MAX_PARTS = 65_536
DIRECTORY_BYTES = 32 << 20
_CHUNK = 1 << 16
_END = struct.Struct("<4s4H2LH")
_END64 = struct.Struct("<4sQ2H2L4Q")
_CENTRAL = struct.Struct("<4s6H3L5H2L")
_LOCAL = struct.Struct("<4s5H3L2H")


@record(frozen=True, slots=True)
class Part:
    """One member: its name as written, and where its bytes are."""

    name: str
    method: int
    flags: int
    crc: int
    packed: int
    size: int
    header: int

    @property
    def encrypted(self) -> bool:
        """Whether its bytes are encrypted (general purpose bit 0)."""
        return bool(self.flags & 1)


class Package:
    """The parts of one ZIP file, by name.

    ``faults`` says what was wrong with the structure; parts found all the same
    are readable. Names are looked up without regard to case, with ``/`` for ``\\``.

    Raises:
        Malformed: there is no member at all.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.faults: list[str] = []
        self.inflated = 0
        parts = _directory(source, self.faults)
        if parts is None:
            self.faults.append("the directory of the ZIP file is missing or damaged")
            parts = _walk(source)
        self.parts = {_key(part.name): part for part in parts}
        if not self.parts:
            raise Malformed("not a readable ZIP file: it has no members")

    def __contains__(self, name: str) -> bool:
        """Whether there is a part of that name."""
        return _key(name) in self.parts

    def names(self) -> list[str]:
        """Return the names as written, in directory order."""
        return [part.name for part in self.parts.values()]

    def open(self, name: str, limit: int = PART_BYTES) -> PartReader:
        """Return a reader of the inflated bytes of a part.

        Raises:
            KeyError: there is no such part.
            Encrypted: the part is encrypted.
            Malformed: its compression is none that Office writes.
        """
        part = self.parts[_key(name)]
        if part.encrypted:
            raise Encrypted(f"the part {part.name} is encrypted")
        if part.method not in (0, 8):
            raise Malformed(f"{part.name} has compression {part.method}")
        return PartReader(self, part, limit)

    def read(self, name: str, limit: int = PART_BYTES) -> bytes:
        """Return a whole part."""
        return self.open(name, limit).read()


class PartReader:
    """The inflated bytes of one part; ``fault`` says where they broke off."""

    def __init__(self, package: Package, part: Part, limit: int) -> None:
        self.part = part
        self.fault = ""
        self._package = package
        self._limit = limit
        self._left = part.packed
        self._at = _data_start(package.source, part.header)
        self._inflate = zlib.decompressobj(-15) if part.method == 8 else None
        self._crc = 0
        self._size = 0
        self._ended = False

    def read(self, size: int = -1, /) -> bytes:
        """Return up to ``size`` inflated bytes; empty at the end or at a fault.

        Raises:
            OutOfBounds: the part, or all parts together, inflate to too much.
        """
        if size >= 0:
            return self._some(size)
        buffer = io.BytesIO()
        while part := self._some(1 << 20):
            buffer.write(part)
        return buffer.getvalue()

    def _some(self, size: int) -> bytes:
        data = b""
        while not data and not self._ended and size:
            data = self._step(size)
        if not data:
            if size and not self.fault and self.part.crc not in (0, self._crc):
                self.fault = "its checksum differs"
            return b""
        self._size += len(data)
        self._package.inflated += len(data)
        self._crc = zlib.crc32(data, self._crc)
        if self._size > self._limit:
            raise OutOfBounds(
                f"{self.part.name} inflates to more than {self._limit} bytes"
            )
        if self._package.inflated > TOTAL_BYTES:
            raise OutOfBounds(f"its parts inflate to more than {TOTAL_BYTES} bytes")
        return data

    def _step(self, size: int) -> bytes:
        inflate = self._inflate
        if inflate is None:
            data = self._raw(min(size, self._left))
            if not data:
                self._end("" if not self._left else "it is cut off")
            return data
        raw = inflate.unconsumed_tail or self._raw(min(_CHUNK, self._left))
        try:
            data = inflate.decompress(raw, size)
        except zlib.error:
            self._end("its compressed bytes are damaged")
            return b""
        if inflate.eof:
            self._end("")
        elif not raw and not data:
            self._end("it is cut off")
        return data

    def _raw(self, size: int) -> bytes:
        data = self._package.source.read_at(self._at, size)
        self._at += len(data)
        self._left -= len(data)
        return data

    def _end(self, fault: str) -> None:
        self._ended = True
        self.fault = fault


def _data_start(source: Source, header: int) -> int:
    head = source.read_at(header, _LOCAL.size)
    if len(head) < _LOCAL.size or head[:4] != b"PK\3\4":
        return header  # nothing there inflates: the reader says so
    fields = _LOCAL.unpack(head)
    return header + _LOCAL.size + int(fields[9]) + int(fields[10])


def _directory(source: Source, faults: list[str]) -> list[Part] | None:
    """Return the members of the central directory, or None if it cannot be used."""
    tail = source.tail(_END.size + 0xFFFF)
    at = tail.rfind(b"PK\5\6")
    if at < 0 or len(tail) - at < _END.size:
        return None
    _, _, _, _, count, size, offset, _ = _END.unpack_from(tail, at)
    end = source.size - len(tail) + at
    if 0xFFFF in (count,) or 0xFFFFFFFF in (size, offset):
        wide = _end64(source, tail, at)
        if wide:
            count, size, offset, end = wide
    start = end - size  # a file with bytes in front keeps its directory at the end
    shift = start - offset
    raw = source.read_at(start, 4)
    if raw != b"PK\1\2" and count:
        start, shift = offset, 0
    raw = source.read_at(start, min(size, DIRECTORY_BYTES))
    parts = list(_central(raw, shift))
    if not parts and count:
        return None
    if len(parts) != count and count != 0xFFFF:
        faults.append(f"its directory claims {count} members and has {len(parts)}")
    return parts


def _end64(source: Source, tail: bytes, at: int) -> tuple[int, int, int, int] | None:
    locator = tail[max(0, at - 20) : at]
    if locator[:4] != b"PK\6\7":
        return None
    where = int.from_bytes(locator[8:16], "little")
    head = source.read_at(where, _END64.size)
    if len(head) < _END64.size or head[:4] != b"PK\6\6":
        return None
    fields = _END64.unpack(head)
    return int(fields[7]), int(fields[8]), int(fields[9]), where


def _central(raw: bytes, shift: int) -> Iterator[Part]:
    at = 0
    for _ in range(MAX_PARTS):
        if raw[at : at + 4] != b"PK\1\2" or len(raw) - at < _CENTRAL.size:
            return
        fields = _CENTRAL.unpack_from(raw, at)
        flags, method, crc, packed, size = (
            fields[3], fields[4], fields[7], fields[8], fields[9]
        )  # fmt: skip
        names, extras, comments, header = (
            fields[10], fields[11], fields[12], fields[16]
        )  # fmt: skip
        name = raw[at + 46 : at + 46 + names]
        extra = raw[at + 46 + names : at + 46 + names + extras]
        if 0xFFFFFFFF in (packed, size, header):
            size, packed, header = _wide(extra, size, packed, header)
        yield Part(_name(name, flags), method, flags, crc, packed, size, header + shift)
        at += 46 + names + extras + comments


def _wide(extra: bytes, *values: int) -> list[int]:
    """Return size, packed size and header offset, widened by a zip64 extra field."""
    at = 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<HH", extra, at)
        if kind == 1:
            body = extra[at + 4 : at + 4 + length]
            got = iter(
                int.from_bytes(body[k : k + 8], "little") for k in range(0, len(body), 8)
            )
            return [next(got, v) if v == 0xFFFFFFFF else v for v in values]
        at += 4 + length
    return [*values]


def _walk(source: Source) -> Iterator[Part]:
    """Yield members by their local headers, from the start of the file."""
    at = max(0, source.head.find(b"PK\3\4"))
    for _ in range(MAX_PARTS):
        head = source.read_at(at, _LOCAL.size)
        if len(head) < _LOCAL.size or head[:4] != b"PK\3\4":
            return
        fields = _LOCAL.unpack(head)
        flags, method, crc, packed, size = (
            fields[2], fields[3], fields[6], fields[7], fields[8]
        )  # fmt: skip
        names, extras = fields[9], fields[10]
        name = source.read_at(at + _LOCAL.size, names)
        extra = source.read_at(at + _LOCAL.size + names, extras)
        if 0xFFFFFFFF in (packed, size):
            size, packed, _ = _wide(extra, size, packed, 0)
        data = at + _LOCAL.size + names + extras
        if flags & 8 and not packed:  # sizes follow the data
            packed = _deflated_length(source, data) if method == 8 else 0
        packed = min(packed, max(0, source.size - data))
        yield Part(_name(name, flags), method, flags, crc, packed, size, at)
        at = data + packed
        if flags & 8:
            at = _after_descriptor(source, at)


def _deflated_length(source: Source, start: int) -> int:
    inflate = zlib.decompressobj(-15)
    at = start
    out = 0
    while raw := source.read_at(at, _CHUNK):
        try:
            out += len(inflate.decompress(raw, 1 << 24))
            while inflate.unconsumed_tail and out < PART_BYTES:
                out += len(inflate.decompress(inflate.unconsumed_tail, 1 << 24))
        except zlib.error:
            break
        at += len(raw)
        if inflate.eof:
            return at - len(inflate.unused_data) - start
        if out >= PART_BYTES:
            break
    return at - start


def _after_descriptor(source: Source, at: int) -> int:
    following = source.read_at(at, 28)
    found = following.find(b"PK", 4 if following.startswith(b"PK\7\10") else 0)
    return at + found if found >= 0 else at + len(following)


def _name(raw: bytes, flags: int) -> str:
    try:
        return raw.decode("utf-8" if flags & 0x800 or not raw.isascii() else "ascii")
    except UnicodeDecodeError:
        return raw.decode("cp437")


def _key(name: str) -> str:
    return name.replace("\\", "/").lstrip("/").lower()

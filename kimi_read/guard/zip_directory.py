"""The members of a ZIP file: by its directory, or by walking their own headers.

A package whose directory is missing or cut is walked, so that a truncated document
still gives the parts before the cut.
Source: PKWARE APPNOTE 6.3.10, 4.3 (structure), 4.4 (fields), 4.5.3 (zip64).
"""

from __future__ import annotations

import struct
import zlib

from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.source import Source

MAX_PARTS = 65_536
DIRECTORY_BYTES = 32 << 20
#: What all members together may inflate to while their ends are looked for.
WALK_BYTES = 512 << 20
_CHUNK = 1 << 16
_END_MAGIC = b"PK\5\6"
_LOCAL_MAGIC = b"PK\3\4"
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


def data_start(source: Source, header: int) -> int:
    """Return where the bytes of a member begin; -1 if its own header is missing."""
    head = source.read_at(header, _LOCAL.size)
    if len(head) < _LOCAL.size or head[:4] != b"PK\3\4":
        return -1
    fields = _LOCAL.unpack(head)
    return header + _LOCAL.size + int(fields[9]) + int(fields[10])


def directory(source: Source, faults: list[str]) -> list[Part] | None:
    """Return the members of the central directory, or None if it cannot be used."""
    tail = source.tail(_END.size + 0xFFFF)
    at = _end_record(tail)
    if at < 0:
        return None
    _, _, _, _, count, size, offset, _ = _END.unpack_from(tail, at)
    end = source.size - len(tail) + at
    if count == 0xFFFF or 0xFFFFFFFF in (size, offset):
        wide = _end64(source, tail, at)
        if wide:
            count, size, offset, end = wide
    start = end - size  # a file with bytes in front keeps its directory at the end
    shift = start - offset
    if start < 0 or (count and source.read_at(start, 4) != b"PK\1\2"):
        start, shift = offset, 0
    parts = list(_central(source.read_at(start, min(size, DIRECTORY_BYTES)), shift))
    if not parts:
        return None
    if len(parts) != count:
        faults.append(f"its directory claims {count} members and has {len(parts)}")
    return parts


def _end_record(tail: bytes) -> int:
    """Return where the end record starts; one whose comment fits goes first."""
    found = -1
    at = tail.rfind(_END_MAGIC)
    while at >= 0:
        comment = int.from_bytes(tail[at + 20 : at + 22], "little")
        if len(tail) - at == _END.size + comment:
            return at
        if found < 0 and len(tail) - at >= _END.size:
            found = at
        at = tail.rfind(_END_MAGIC, 0, at)
    return found


def _end64(source: Source, tail: bytes, at: int) -> tuple[int, int, int, int] | None:
    """Return count, size, offset and own place of the zip64 end record."""
    locator = tail[max(0, at - 20) : at]
    if locator[:4] != b"PK\6\7":
        return None
    before = source.size - len(tail) + at - len(locator) - _END64.size
    # bytes in front move the record away from where the locator says it is
    for where in (int.from_bytes(locator[8:16], "little"), before):
        head = source.read_at(where, _END64.size) if where >= 0 else b""
        if len(head) == _END64.size and head[:4] == b"PK\6\6":
            fields = _END64.unpack(head)
            return int(fields[7]), int(fields[8]), int(fields[9]), where
    return None


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
                int.from_bytes(body[k : k + 8], "little")
                for k in range(0, len(body), 8)
            )
            return [next(got, v) if v == 0xFFFFFFFF else v for v in values]
        at += 4 + length
    return [*values]


def walk(source: Source) -> Iterator[Part]:
    """Yield members by their local headers, wherever the next one is."""
    at = _find(source, _LOCAL_MAGIC, 0)
    budget = [WALK_BYTES]
    for _ in range(MAX_PARTS):
        head = source.read_at(at, _LOCAL.size) if at >= 0 else b""
        if len(head) < _LOCAL.size:
            return
        fields = _LOCAL.unpack(head)
        flags, method, crc, packed, size = (
            fields[2], fields[3], fields[6], fields[7], fields[8]
        )  # fmt: skip
        names, extras = fields[9], fields[10]
        data = at + _LOCAL.size + names + extras
        name = source.read_at(at + _LOCAL.size, names)
        if len(name) < names:
            return
        if 0xFFFFFFFF in (packed, size):
            extra = source.read_at(data - extras, extras)
            size, packed, _ = _wide(extra, size, packed, 0)
        if flags & 8 and not packed:  # sizes follow the data
            packed = _length(source, data, method, budget)
        yield Part(_name(name, flags), method, flags, crc, packed, size, at)
        at = data + packed
        if at >= source.size:
            return
        if source.read_at(at, 4) != _LOCAL_MAGIC:  # a descriptor, or damage
            at = _find(source, _LOCAL_MAGIC, at if packed else data)


def _length(source: Source, start: int, method: int, budget: list[int]) -> int:
    """Return the packed length of data that its header does not give."""
    if method == 8:
        return _deflated_length(source, start, budget)
    at = start
    while (at := _find(source, b"PK\7\10", at)) >= 0:
        if int.from_bytes(source.read_at(at + 8, 4), "little") == at - start:
            return at - start
        at += 4
    following = _find(source, _LOCAL_MAGIC, start)
    return (following if following >= 0 else source.size) - start


def _deflated_length(source: Source, start: int, budget: list[int]) -> int:
    """Return where a deflated stream ends, as far as ``budget`` lets it inflate."""
    inflate = zlib.decompressobj(-15)
    at = start
    while budget[0] > 0 and (raw := source.read_at(at, _CHUNK)):
        at += len(raw)
        try:
            while budget[0] > 0:
                out = inflate.decompress(raw, _CHUNK << 4)
                budget[0] -= len(out)
                raw = inflate.unconsumed_tail
                if inflate.eof or not (raw or out):
                    break
        except zlib.error:
            break
        if inflate.eof:
            return at - len(inflate.unused_data) - start
    following = _find(source, _LOCAL_MAGIC, start)
    return (following if following >= 0 else source.size) - start


def _find(source: Source, magic: bytes, start: int) -> int:
    """Return the first place of ``magic`` from ``start`` on, or -1."""
    at = max(0, start)
    while data := source.read_at(at, _CHUNK << 4):
        found = data.find(magic)
        if found >= 0:
            return at + found
        if len(data) < len(magic):
            return -1
        at += len(data) - len(magic) + 1
    return -1


def _name(raw: bytes, flags: int) -> str:
    try:
        return raw.decode("utf-8" if flags & 0x800 or not raw.isascii() else "ascii")
    except UnicodeDecodeError:
        return raw.decode("cp437")

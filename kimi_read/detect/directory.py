"""The members of a ZIP file, searched in its central directory as bytes.

The directory is never built: of 100,000 members the first and the last are looked
at. Where there is none to be trusted, one is put together from the local headers,
within bounds, so that truncated and streamed files have members as well.
Source: APPNOTE 6.3.10, 4.3 (structure), 4.4 (fields), 4.5.3 (zip64).
"""

from __future__ import annotations

from kimi_read.detect.fields import u16, u32, u64

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.source import Source

_DIRECTORY_BYTES = 3 << 17
_DIRECTORY_END = 1 << 17
_WALKED_MEMBERS = 2000
_WALKED_BYTES = 4 << 20
_WINDOW = 1 << 16
_PACKED_BYTES = 1 << 18
_PART_BYTES = 1 << 21
_END = 22


class Listing:
    """The central directory as bytes. ``shift`` is the length of what stands before.

    ``cut`` says that there was none, and that it was put together from the local
    headers up to some place; ``at_end`` that it lies right before an end record with
    which the file ends.
    """

    def __init__(
        self,
        source: Source,
        raw: bytes,
        shift: int = 0,
        *,
        cut: bool = False,
        at_end: bool = False,
    ) -> None:
        self.source = source
        self.raw = raw
        self.low = raw.lower().replace(b"\\", b"/")
        self.shift = shift
        self.cut = cut
        self.at_end = at_end

    def find(self, name: bytes) -> int:
        """Return where the record of a member starts, or -1."""
        at = self.low.find(name)
        while at >= 0:
            for lead in (0, 1):
                start = at - 46 - lead
                if start >= 0 and self.low.startswith(b"pk\1\2", start):
                    length = u16(self.raw, start + 28)
                    if length == len(name) + lead and (not lead or self._slash(at)):
                        return start
            at = self.low.find(name, at + 1)
        return -1

    def __contains__(self, name: bytes) -> bool:
        return self.find(name) >= 0

    def ends(self, ending: bytes) -> bool:
        """Whether the name of some member ends so (first hundred hits)."""
        at = -1
        for _ in range(100):
            at = self.low.find(ending, at + 1)
            if at < 0:
                return False
            start = self.low.rfind(b"pk\1\2", max(0, at - _WINDOW), at)
            stop = start + 46 + u16(self.raw, start + 28)
            if start >= 0 and stop == at + len(ending):
                return True
        return False

    def place(self, start: int) -> int:
        """Return where the local header of the member at ``start`` is.

        A place outside the file becomes its end, where nothing can be read.
        """
        place = u32(self.raw, start + 42)
        if place == 0xFFFFFFFF:
            place = self._wide_place(start)
        place += self.shift
        return place if 0 <= place < self.source.size else self.source.size

    def read(self, name: bytes, limit: int = _PART_BYTES) -> bytes:
        """Return the first bytes of a member; nothing if it cannot be read."""
        start = self.find(name)
        if start < 0 or u16(self.raw, start + 8) & 1:
            return b""
        place = self.place(start)
        local = self.source.read_at(place, 30)
        if local[:4] != b"PK\3\4":
            return b""
        data = place + 30 + u16(local, 26) + u16(local, 28)
        size = u32(self.raw, start + 20) or _PACKED_BYTES
        packed = self.source.read_at(data, min(size, _PACKED_BYTES))
        method = u16(self.raw, start + 10)
        if method == 8:
            return _inflated(packed, limit)
        return b"" if method else packed[:limit]

    def _slash(self, at: int) -> bool:
        return self.low[at - 1 : at] == b"/"

    def _wide_place(self, start: int) -> int:
        """Return the 64-bit place from the extra field (APPNOTE 4.5.3)."""
        at = start + 46 + u16(self.raw, start + 28)
        stop = at + u16(self.raw, start + 30)
        while at + 4 <= stop:
            size = u16(self.raw, at + 2)
            if u16(self.raw, at) == 1:
                before = sum(u32(self.raw, start + k) == 0xFFFFFFFF for k in (20, 24))
                return u64(self.raw, at + 4 + 8 * before)
            at += 4 + size
        return 0


def _inflated(packed: bytes, limit: int) -> bytes:
    """Return up to ``limit`` bytes; of damaged data those before the damage."""
    import zlib

    inflate = zlib.decompressobj(-15)
    out = b""
    for at in range(0, len(packed), 4096):
        try:
            out += inflate.decompress(packed[at : at + 4096], limit - len(out))
        except zlib.error:
            break
        if inflate.eof or len(out) >= limit:
            break
    return out


def directory(source: Source) -> Listing | None:
    """Return the central directory, or None where there is none to be trusted."""
    tail = source.tail(_END)
    if not tail.startswith(b"PK\5\6"):
        tail = source.tail(_END + 0xFFFF)
    at = tail.rfind(b"PK\5\6")
    while at >= 0:
        listing = _ended(source, tail, at)
        if listing is not None:
            return listing
        at = tail.rfind(b"PK\5\6", 0, at)
        if at < len(tail) - 4096:
            break
    return None


def _ended(source: Source, tail: bytes, at: int) -> Listing | None:
    if len(tail) - at < _END:
        return None
    end = source.size - len(tail) + at
    count, size, offset = u16(tail, at + 10), u32(tail, at + 12), u32(tail, at + 16)
    if count == 0xFFFF or 0xFFFFFFFF in (size, offset):
        locator = source.read_at(max(0, end - 20), 20)
        if locator.startswith(b"PK\6\7"):
            where = min(u64(locator, 8), source.size)
            wide = source.read_at(where, 56)
            if wide.startswith(b"PK\6\6"):
                count, size, offset = u64(wide, 32), u64(wide, 40), u64(wide, 48)
                end = where
    if not count:
        return Listing(source, b"") if not size else None
    for start, shift in ((end - size, end - size - offset), (offset, 0)):
        if 0 <= start < source.size and source.read_at(start, 4) == b"PK\1\2":
            raw = _ends_of(source, start, min(size, source.size - start))
            ends = len(tail) - at == _END + u16(tail, at + 20)
            exact = ends and start + size == end
            return Listing(source, raw, shift, at_end=exact)
    return None


def _ends_of(source: Source, start: int, size: int) -> bytes:
    """Return a directory, without the middle if it is long.

    [Content_Types].xml and mimetype stand first or last in what programs write.
    """
    raw = source.read_at(start, min(size, _DIRECTORY_BYTES))
    if size > len(raw) == _DIRECTORY_BYTES:
        last = max(start + len(raw), start + size - _DIRECTORY_END)
        end = source.read_at(last, start + size - last)
        raw += end[max(0, end.find(b"PK\1\2")) :]
    return raw


def walked(source: Source) -> Listing | None:
    """Make a directory from the local headers, as far as they can be followed."""
    at = max(0, source.head.find(b"PK\3\4"))
    records: list[bytes] = []
    budget = _WALKED_BYTES
    while at >= 0 and budget > 0 and len(records) < _WALKED_MEMBERS:
        header = source.read_at(at, 30)
        if len(header) < 30 or not header.startswith(b"PK\3\4"):
            break
        names, extras = u16(header, 26), u16(header, 28)
        name = source.read_at(at + 30, names)
        records.append(_record(header, name, at))
        packed = u32(header, 18)
        budget -= 30 + names
        after = at + 30 + names + extras
        if header[6] & 8 and not packed:
            at, used = _next_header(source, after, budget)
            budget -= used
        else:
            at = after + packed
    return Listing(source, b"".join(records), cut=True) if records else None


def _record(header: bytes, name: bytes, at: int) -> bytes:
    """Return a directory record for a local header (APPNOTE 4.3.7, 4.3.12)."""
    return (
        b"PK\1\2\0\0" + header[4:26] + len(name).to_bytes(2, "little") + bytes(12)
        + min(at, 0xFFFFFFFE).to_bytes(4, "little") + name
    )  # fmt: skip


def _next_header(source: Source, start: int, budget: int) -> tuple[int, int]:
    """Return the next local header behind data of unknown length, and bytes read."""
    used = 0
    while used < budget:
        window = source.read_at(start + used, _WINDOW)
        found = window.find(b"PK\3\4")
        if found >= 0:
            return start + used + found, used + found
        if len(window) < _WINDOW:
            break
        used += _WINDOW - 3
    return -1, used

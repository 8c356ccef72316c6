"""OLE compound files (.xls, .doc, .msg, encrypted Office), stream by stream.

Every chain of sectors is bounded by the size of the file, so that a cycle ends; what
comes before a damaged sector is given.
Source: [MS-CFB] 2.2 (header), 2.3 (FAT), 2.4 (mini FAT), 2.6 (directory).
"""

from __future__ import annotations

import struct
from array import array

from kimi_read.errors import Malformed
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.source import Source

MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
STREAM_BYTES = 256 << 20
MAX_ENTRIES = 65_536
_LAST_SECTOR = 0xFFFFFFFA
_NONE = 0xFFFFFFFF
_MINI_BELOW = 4096


@record(frozen=True, slots=True)
class Entry:
    """A stream or storage: its path (``ObjectPool/_1/Workbook``), place and size."""

    path: str
    is_stream: bool
    start: int
    size: int
    class_id: bytes = b""


class Container:
    """The streams of one compound file by path, without regard to case.

    Raises:
        Malformed: it has no directory that could be read.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        head = source.read_at(0, 512)
        if len(head) < 512 or not head.startswith(MAGIC):
            raise Malformed("not an OLE compound file")
        shift, mini_shift = struct.unpack_from("<HH", head, 30)
        self._sector = 1 << shift if shift in (9, 12) else 512
        self._mini_sector = 1 << mini_shift if 4 <= mini_shift <= 9 else 64
        self._cutoff = struct.unpack_from("<L", head, 56)[0] or _MINI_BELOW
        self._most = source.size // self._sector + 2
        self._fat = self._table(self._fat_sectors(head))
        (directory,) = struct.unpack_from("<L", head, 48)
        raw = self._chain(directory, MAX_ENTRIES * 128)
        root, self.entries = _directory(raw)
        if root is None:
            raise Malformed("its directory of streams cannot be read")
        self.root = root
        self._root = root.start, root.size
        (self._mini_start,) = struct.unpack_from("<L", head, 60)
        self._mini: bytes | None = None
        self._mini_fat = array("I")

    def __contains__(self, path: str) -> bool:
        """Whether there is a stream of that path."""
        return path.lower() in self.entries

    def read(self, path: str, limit: int = STREAM_BYTES) -> bytes:
        """Return a whole stream, as far as its sectors can be followed.

        Raises:
            KeyError: there is none of that path.
        """
        entry = self.entries[path.lower()]
        size = min(entry.size, limit)
        if entry.size >= self._cutoff:
            return self._chain(entry.start, size)
        return self._short(entry.start, size)

    def straight(self, path: str, limit: int = STREAM_BYTES) -> bytes:
        """Return a stream as if its sectors followed each other, where it has some."""
        entry = self.entries[path.lower()]
        if entry.size < self._cutoff or entry.start >= _LAST_SECTOR:
            return b""
        place = (entry.start + 1) * self._sector
        return self.source.read_at(place, min(entry.size, limit, self.source.size))

    def _fat_sectors(self, head: bytes) -> Iterator[int]:
        yield from struct.unpack_from("<109L", head, 76)
        (sector,) = struct.unpack_from("<L", head, 68)
        seen: set[int] = set()
        while sector < _LAST_SECTOR and sector not in seen and len(seen) < self._most:
            seen.add(sector)
            raw = self._at(sector)
            if len(raw) < self._sector:
                return
            numbers = struct.unpack(f"<{self._sector // 4}L", raw)
            yield from numbers[:-1]
            sector = numbers[-1]

    def _table(self, sectors: Iterator[int]) -> array[int]:
        table = array("I")
        for sector in sectors:
            if sector >= _LAST_SECTOR or len(table) >= self._most + self._sector:
                continue
            raw = self._at(sector).ljust(self._sector, b"\xff")
            table.extend(struct.unpack(f"<{self._sector // 4}L", raw))
        return table

    def _at(self, sector: int) -> bytes:
        return self.source.read_at((sector + 1) * self._sector, self._sector)

    def _chain(self, sector: int, size: int) -> bytes:
        """Return up to ``size`` bytes of the sectors that start at ``sector``."""
        parts: list[bytes] = []
        got = 0
        fat = self._fat
        size = min(size, self.source.size)
        while sector < _LAST_SECTOR and got < size and len(parts) < self._most:
            run = 1
            while (  # neighbours are read at once
                sector + run - 1 < len(fat)
                and fat[sector + run - 1] == sector + run
                and got + run * self._sector < size
            ):
                run += 1
            data = self.source.read_at((sector + 1) * self._sector, run * self._sector)
            if not data:
                break
            parts.append(data)
            got += len(data)
            last = sector + run - 1
            sector = fat[last] if last < len(fat) else _NONE
        return b"".join(parts)[:size]

    def _short(self, sector: int, size: int) -> bytes:
        """Return a stream that is kept in the mini stream of the root."""
        if self._mini is None:
            self._mini = self._chain(*self._root)
            raw = self._chain(self._mini_start, len(self._mini))
            count = len(raw) // 4
            self._mini_fat = array("I", struct.unpack(f"<{count}L", raw[: count * 4]))
        width = self._mini_sector
        parts: list[bytes] = []
        most = size // width + 1
        while sector < _LAST_SECTOR and len(parts) < most:
            data = self._mini[sector * width : (sector + 1) * width]
            if not data:
                break
            parts.append(data)
            sector = self._mini_fat[sector] if sector < len(self._mini_fat) else _NONE
        return b"".join(parts)[:size]


def _directory(raw: bytes) -> tuple[Entry | None, dict[str, Entry]]:
    """Return the root and all entries by path; strays stand under the root."""
    count = len(raw) // 128
    root: Entry | None = None
    entries: dict[str, Entry] = {}
    links: list[tuple[int, int, int]] = []
    plain: list[Entry | None] = []
    for index in range(count):
        at = index * 128
        entry = _entry(raw, at)
        plain.append(entry)
        links.append(struct.unpack_from("<3L", raw, at + 68))
        if root is None and raw[at + 66] == 5:
            root = entry
    seen: set[int] = set()
    waiting = [(links[0][2], "")] if links else []
    while waiting:
        index, folder = waiting.pop()
        if index >= count or index in seen:
            continue
        seen.add(index)
        left, right, child = links[index]
        waiting += [(left, folder), (right, folder)]
        entry = plain[index]
        if entry is None:
            continue
        path = folder + entry.path
        entries.setdefault(path.lower(), Entry(path, entry.is_stream, entry.start,
                                               entry.size, entry.class_id))  # fmt: skip
        if not entry.is_stream:
            waiting.append((child, path + "/"))
    for index, entry in enumerate(plain):
        if index and index not in seen and entry is not None and entry.is_stream:
            entries.setdefault(entry.path.lower(), entry)
    return root, entries


def _entry(raw: bytes, at: int) -> Entry | None:
    length, kind = struct.unpack_from("<HB", raw, at + 64)
    if kind not in (1, 2, 5) or not 2 <= length <= 64:
        return None
    name = raw[at : at + length - 2].decode("utf-16-le", "replace")
    start, size = struct.unpack_from("<LL", raw, at + 116)
    return Entry(name, kind == 2, start, size, raw[at + 80 : at + 96])

"""ISO 9660 images, with the names of Rock Ridge or Joliet where there are any.

Source: ECMA-119 (8.4 volume descriptors, 9.1 directory records); IEEE P1281 (SUSP)
and P1282 (Rock Ridge: NM, PX, SL, TF, CL); the Joliet specification. UDF alone is
not read.
"""

from __future__ import annotations

from collections import deque
from functools import partial

from kimi_read.errors import Malformed, Unsupported
from kimi_read.formats.archive.isoname import Entry, Susp, stamp
from kimi_read.formats.archive.rows import NO_MODE, NO_MODE_FOLDER, Dates, UnixModes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.formats.archive.notes import Notes
    from kimi_read.formats.archive.others import Make
    from kimi_read.formats.archive.rows import Row
    from kimi_read.request import Request
    from kimi_read.source import Source

SECTOR = 2048
_FIRST = 16
_DESCRIPTORS = 64
_FOLDERS_MOST = 100_000
_FOLDER_BYTES = 32 << 20
_DEPTH = 64
_PIECE = 1 << 18
_MULTI = 0x80
_FOLDER = 2


def members(
    source: Source, request: Request, notes: Notes, facts: dict[str, object]
) -> Iterator[tuple[Row, Make]]:
    """Yield folders and files, folder by folder.

    Raises:
        Malformed: there is no volume descriptor.
        Unsupported: it has only a UDF file system.
    """
    volume = _Volume(source, notes, facts)
    dates, modes = Dates(full=request.entries), UnixModes()
    queue = deque([("", volume.root, volume.root_size, 0)])
    seen: set[int] = {volume.root}
    while queue:
        path, extent, size, depth = queue.popleft()
        for entry in volume.records(extent, size):
            name = f"{path}{entry.name}"
            if entry.child is not None and entry.folder is False:  # moved (CL)
                entry.folder = True
            if entry.folder:
                yield _row(entry, name + "/", dates, modes, request), None
                place = entry.extent if entry.child is None else entry.child
                if place in seen or depth >= _DEPTH or len(seen) > _FOLDERS_MOST:
                    notes.count("bad-header", f"{name} leads to a folder seen before")
                    continue
                seen.add(place)
                length = entry.size if entry.child is None else volume.size_of(place)
                queue.append((name + "/", place, length, depth + 1))
            else:
                make = partial(_bytes, source, entry.pieces)
                yield _row(entry, name, dates, modes, request), make


class _Volume:
    """The file system that is shown: Rock Ridge, else Joliet, else plain."""

    def __init__(self, source: Source, notes: Notes, facts: dict[str, object]) -> None:
        self._source = source
        self._notes = notes
        primary, joliet, udf = self._descriptors()
        if primary is None and joliet is None:
            if udf:
                raise Unsupported(
                    "a UDF image, which is not read", hint="7z l shows its files"
                )
            raise Malformed("its volume descriptor is missing")
        chosen = primary or joliet or b""
        self._susp = Susp(source) if primary and self._rock_ridge(primary) else None
        self._wide = self._susp is None and joliet is not None
        if self._wide and joliet is not None:
            chosen = joliet
        self.root, self.root_size = _root(chosen)
        names = "Rock Ridge" if self._susp else "Joliet" if self._wide else "ISO 9660"
        facts["names"] = names
        facts["volume"] = self._text(chosen[40:72]).strip()
        sectors = int.from_bytes(chosen[80:84], "little")
        if sectors * SECTOR > source.size:
            missing = sectors * SECTOR - source.size
            notes.say("cut", f"{missing} bytes are missing at its end", partial=True)

    def _descriptors(self) -> tuple[bytes | None, bytes | None, bool]:
        primary = joliet = None
        udf = False
        for number in range(_FIRST, _FIRST + _DESCRIPTORS):
            block = self._source.read_at(number * SECTOR, SECTOR)
            if block[1:6] in (b"BEA01", b"NSR02", b"NSR03"):
                udf = True
                continue
            if block[1:6] != b"CD001" or len(block) < SECTOR:
                break
            if block[0] == 1 and primary is None:
                primary = block
            elif block[0] == 2 and block[88:91] in (b"%/@", b"%/C", b"%/E"):
                joliet = block
        return primary, joliet, udf

    def _rock_ridge(self, primary: bytes) -> bool:
        root, _ = _root(primary)
        first = self._source.read_at(root * SECTOR, SECTOR)
        length = first[0] if first else 0
        return b"SP\7\1\xbe\xef" in first[34:length] or b"RR\5\1" in first[:length] or (
            b"PX" in first[34:length]
        )  # fmt: skip

    def size_of(self, extent: int) -> int:
        """Return the size of a folder from its own first record."""
        return int.from_bytes(self._source.read_at(extent * SECTOR + 10, 4), "little")

    def records(self, extent: int, size: int) -> Iterator[Entry]:
        """Yield what is in a folder, without itself and its parent."""
        size = min(size, _FOLDER_BYTES)
        open_entry: Entry | None = None
        for sector in range((size + SECTOR - 1) // SECTOR):
            block = self._source.read_at((extent + sector) * SECTOR, SECTOR)
            if not block:
                self._notes.count("cut-folder", f"in sector {extent + sector}")
                return
            at = 0
            while at + 34 <= len(block) and (length := block[at]):
                record = block[at : at + length]
                at += length
                if length < 34 or len(record) < length:
                    self._notes.count("bad-header", f"in sector {extent + sector}")
                    break
                raw = record[33 : 33 + record[32]]
                if raw in (b"\0", b"\1"):
                    continue
                entry = self._entry(record, raw)
                if open_entry is not None:
                    open_entry.pieces += entry.pieces
                    open_entry.size += entry.size
                    entry, open_entry = open_entry, None
                if record[25] & _MULTI:
                    open_entry = entry
                    continue
                if not entry.hidden:
                    yield entry

    def _entry(self, record: bytes, raw: bytes) -> Entry:
        extent = int.from_bytes(record[2:6], "little") + record[1]
        size = int.from_bytes(record[10:14], "little")
        folder = bool(record[25] & _FOLDER)
        entry = Entry(self._name(raw), extent, size, folder=folder)
        entry.seconds = stamp(record[18:25])
        if self._susp:
            area = record[33 + record[32] + (1 - record[32] % 2) :]
            self._susp.apply(area, entry)
        return entry

    def _name(self, raw: bytes) -> str:
        name = self._text(raw)
        name = name.partition(";")[0]
        return name[:-1] if name.endswith(".") and len(name) > 1 else name

    def _text(self, raw: bytes) -> str:
        if self._wide:
            return raw.decode("utf-16-be", "replace")
        return raw.decode("utf-8", "surrogateescape")


def _root(descriptor: bytes) -> tuple[int, int]:
    record = descriptor[156:190]
    extent = int.from_bytes(record[2:6], "little") + record[1]
    return extent, int.from_bytes(record[10:14], "little")


def _row(
    entry: Entry, name: str, dates: Dates, modes: UnixModes, request: Request
) -> Row:
    mode = modes[entry.mode] if entry.mode else NO_MODE
    if entry.folder:
        mode = "d" + mode[1:] if entry.mode else NO_MODE_FOLDER
    extra: dict[str, object] = {}
    if entry.link:
        extra["link"] = entry.link
    if request.entries and entry.mode:
        extra["owner"], extra["group"] = str(entry.owner), str(entry.group)
    size = 0 if entry.folder else entry.size
    date = " " * 16 if entry.seconds is None else dates.unix(entry.seconds)
    return mode, size, size, date, name, extra or None


def _bytes(source: Source, pieces: list[tuple[int, int]]) -> Iterator[bytes]:
    for sector, size in pieces:
        at, left = sector * SECTOR, size
        while left > 0:
            data = source.read_at(at, min(_PIECE, left))
            if not data:
                raise Malformed("it is cut off in the image")
            yield data
            at += len(data)
            left -= len(data)

"""RPM packages: files and facts from the header, bytes from the payload.

Source: RPM file format (Linux Standard Base 5.0, "Package File Format"; rpm.org
"RPM tags").
"""

from __future__ import annotations

import struct
from functools import partial

from kimi_read.errors import Malformed
from kimi_read.formats.archive import cpios
from kimi_read.formats.archive.inflate import Chunks, codec_of
from kimi_read.formats.archive.notes import Notes
from kimi_read.formats.archive.packed import Unpacked
from kimi_read.formats.archive.rows import Dates, UnixModes
from kimi_read.formats.archive.streams import FileStream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.formats.archive.others import Make
    from kimi_read.formats.archive.rows import Row
    from kimi_read.request import Request
    from kimi_read.source import Source

_LEAD = 96
_MAGIC = b"\x8e\xad\xe8"
_HEADER_MOST = 64 << 20
_COUNT_MOST = 1_000_000
_FORMATS = {2: "B", 3: "H", 4: "I", 5: "Q"}
_FACTS = {
    1000: "name", 1001: "version", 1002: "release", 1004: "summary", 1014: "license",
    1016: "group", 1020: "url", 1022: "architecture", 1125: "compression",
}  # fmt: skip
_SIZES, _MODES, _TIMES, _LINKS = 1028, 1030, 1034, 1036
_OWNERS, _GROUPS, _INDEXES, _BASES, _FOLDERS = 1039, 1040, 1116, 1117, 1118
_LONG_SIZES, _OLD_NAMES = 5008, 1027


def members(
    source: Source, request: Request, notes: Notes, facts: dict[str, object]
) -> Iterator[tuple[Row, Make]]:
    """Yield the files that the header names.

    Raises:
        Malformed: the header is damaged.
    """
    _, end = _header(source, _LEAD)
    tags, payload = _header(source, end + -end % 8)
    facts["package"] = {
        key: str(values[0]) for tag, key in _FACTS.items() if (values := tags.get(tag))
    }
    dates, modes = Dates(full=request.entries), UnixModes()
    names = _names(tags)
    columns = [tags.get(tag, []) for tag in (_MODES, _TIMES, _LINKS, _OWNERS, _GROUPS)]
    sizes = tags.get(_LONG_SIZES) or tags.get(_SIZES, [])
    if not names:
        notes.say("no-files", "the package holds no files")
    for at, name in enumerate(names):
        mode, seconds, link, owner, group = (_at(column, at) for column in columns)
        extra: dict[str, object] = {}
        if link:
            extra["link"] = link
        if request.entries:
            extra["owner"], extra["group"] = owner, group
        size = _number(_at(sizes, at))
        text = modes[_number(mode) & 0xFFFF]
        row = (text, size, size, dates.unix(_number(seconds)), name, extra or None)
        make = partial(_bytes, source, payload, name) if text[0] == "-" else None
        yield row, make


def _bytes(source: Source, payload: int, name: str) -> Iterator[bytes]:
    """Yield the bytes of one file from the cpio archive behind the headers."""
    from kimi_read.request import Request

    codec = codec_of(source.read_at(payload, 16))
    stream = (
        Unpacked(Chunks(source, codec, payload))
        if codec else FileStream(source, payload)
    )  # fmt: skip
    wanted = name.lstrip("/")
    for row, make in cpios.walk(stream, Request(), Notes()):
        if row[4].removeprefix(".").lstrip("/") == wanted and make:
            yield from make()
            return
    raise Malformed("the payload does not hold the file")


def _header(source: Source, at: int) -> tuple[dict[int, list[object]], int]:
    """Return the tags of a header, and where it ends."""
    head = source.read_at(at, 16)
    if len(head) < 16 or head[:3] != _MAGIC:
        raise Malformed("a header of the package is missing")
    count, size = struct.unpack(">2I", head[8:])
    if count > 1 << 16 or size > _HEADER_MOST:
        raise Malformed("a header of the package is damaged")
    index = source.read_at(at + 16, 16 * count)
    store = source.read_at(at + 16 + 16 * count, size)
    if len(index) < 16 * count or len(store) < size:
        raise Malformed("it is cut off within its header")
    tags = {}
    for tag, kind, offset, number in struct.iter_unpack(">4I", index):
        if number <= _COUNT_MOST and offset < size:
            tags[tag] = _values(kind, store, offset, number)
    return tags, at + 16 + 16 * count + size


def _values(kind: int, store: bytes, offset: int, count: int) -> list[object]:
    if kind in _FORMATS:
        width = struct.calcsize(_FORMATS[kind])
        count = min(count, (len(store) - offset) // width)
        return [*struct.unpack_from(f">{count}{_FORMATS[kind]}", store, offset)]
    if kind not in (6, 8, 9):
        return []
    texts: list[object] = []
    for _ in range(count):
        end = store.find(b"\0", offset)
        if end < 0:
            break
        texts.append(store[offset:end].decode("utf-8", "surrogateescape"))
        offset = end + 1
    return texts


def _names(tags: dict[int, list[object]]) -> list[str]:
    if _OLD_NAMES in tags:
        return [str(name) for name in tags[_OLD_NAMES]]
    folders = tags.get(_FOLDERS, [])
    pairs = zip(tags.get(_INDEXES, []), tags.get(_BASES, []), strict=False)
    return [f"{_at(folders, _number(index))}{base}" for index, base in pairs]


def _at(values: list[object], at: int) -> object:
    return values[at] if 0 <= at < len(values) else ""


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0

"""The headers of a 7z archive.

Source: 7zFormat.txt of the LZMA SDK (structure, property ids, NUMBER).
"""

from __future__ import annotations

import zlib

from kimi_read.errors import Malformed, OutOfBounds
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

HEADER_MOST = 64 << 20
FILES_MOST = 2_000_000
_CODERS_MOST = 32
_FOLDERS_MOST = 1_000_000
(_END, _HEADER, _PROPERTIES, _ADDITIONAL, _STREAMS, _FILES, _PACK, _UNPACK, _SUB, _SIZE,
 _CRC, _FOLDER, _UNPACK_SIZES, _COUNTS, _EMPTY_STREAM, _EMPTY_FILE, _ANTI, _NAMES,
 _CREATED, _ACCESSED, _MODIFIED, _ATTRIBUTES, _COMMENT, _ENCODED,
) = range(24)  # fmt: skip


@record(frozen=True, slots=True)
class Coder:
    """One step of decoding: its method, its properties, its streams."""

    method: bytes
    properties: bytes
    inputs: int
    outputs: int


@record(frozen=True, slots=True)
class Folder:
    """A chain of coders over packed streams.

    ``pairs`` bind an input to an output; ``packed`` are inputs that come from the
    file; ``sizes`` are the inflated sizes of all outputs.
    """

    coders: Sequence[Coder]
    pairs: Sequence[tuple[int, int]]
    packed: Sequence[int]
    sizes: Sequence[int] = ()
    crc: int | None = None

    @property
    def size(self) -> int:
        """The size of what comes out at the end."""
        bound = {output for _, output in self.pairs}
        for output in reversed(range(len(self.sizes))):
            if output not in bound:
                return self.sizes[output]
        return 0


class Streams:
    """Where packed streams are, and what comes out of them."""

    def __init__(self) -> None:
        self.place = 0
        self.packed: list[int] = []
        self.folders: list[Folder] = []
        self.counts: list[int] | None = None
        self.sizes: list[int] = []
        self.crcs: list[int | None] = []

    def finish(self) -> None:
        """Fill in what may be left out where every folder holds one file."""
        if self.counts is None:
            self.counts = [1] * len(self.folders)
            self.sizes = [folder.size for folder in self.folders]
            self.crcs = [folder.crc for folder in self.folders]


class File:
    """One entry of the archive."""

    __slots__ = ("anti", "attributes", "crc", "empty", "folder", "is_folder",
                 "modified", "name", "place", "size")  # fmt: skip

    def __init__(self) -> None:
        self.name = ""
        self.size = 0
        self.empty = False
        self.is_folder = False
        self.anti = False
        self.modified = 0
        self.attributes: int | None = None
        self.crc: int | None = None
        self.folder: int | None = None
        self.place = 0


class Bits:
    """Reads the fields of a header one after the other.

    Raises:
        Malformed: it ends too early, or a number is absurd.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def take(self, count: int) -> bytes:
        """Return the next ``count`` bytes."""
        if not 0 <= count <= len(self.data) - self.at:
            raise Malformed("its header is damaged")
        self.at += count
        return self.data[self.at - count : self.at]

    def byte(self) -> int:
        """Return the next byte."""
        return self.take(1)[0]

    def number(self) -> int:
        """Return a NUMBER: one to nine bytes, as the leading ones of the first say."""
        first = self.byte()
        mask = 0x80
        value = 0
        for shift in range(0, 64, 8):
            if not first & mask:
                return value | (first & (mask - 1)) << shift
            value |= self.byte() << shift
            mask >>= 1
        return value

    def small(self, most: int) -> int:
        """Return a NUMBER that is at most ``most``."""
        value = self.number()
        if value > most:
            raise Malformed(f"its header claims {value} things where {most} are most")
        return value

    def flags(self, count: int) -> list[bool]:
        """Return so many bits, the highest of a byte first."""
        raw = self.take((count + 7) // 8)
        return [bool(raw[at >> 3] & 0x80 >> (at & 7)) for at in range(count)]

    def some(self, count: int) -> list[bool]:
        """Return which of ``count`` things are defined; a byte may say all."""
        return [True] * count if self.byte() else self.flags(count)

    def word(self) -> int:
        """Return a little-endian 32-bit number."""
        return int.from_bytes(self.take(4), "little")

    def crcs(self, count: int) -> list[int | None]:
        """Return the checksums of ``count`` things, None where there is none."""
        return [self.word() if one else None for one in self.some(count)]


def streams_info(bits: Bits) -> Streams:
    """Read where the packed streams are and how they are coded."""
    found = Streams()
    while (kind := bits.number()) != _END:
        if kind == _PACK:
            _pack_info(bits, found)
        elif kind == _UNPACK:
            _unpack_info(bits, found)
        elif kind == _SUB:
            _sub_info(bits, found)
        else:
            raise Malformed("its header is damaged")
    found.finish()
    return found


def _pack_info(bits: Bits, found: Streams) -> None:
    found.place = bits.number()
    count = bits.small(_FOLDERS_MOST)
    while (kind := bits.number()) != _END:
        if kind == _SIZE:
            found.packed = [bits.number() for _ in range(count)]
        elif kind == _CRC:
            bits.crcs(count)
        else:
            raise Malformed("its header is damaged")


def _unpack_info(bits: Bits, found: Streams) -> None:
    if bits.number() != _FOLDER:
        raise Malformed("its header is damaged")
    count = bits.small(_FOLDERS_MOST)
    if bits.byte():
        raise Malformed("its header is in another stream")
    folders = [_folder(bits) for _ in range(count)]
    if bits.number() != _UNPACK_SIZES:
        raise Malformed("its header is damaged")
    sizes = [
        [bits.number() for coder in folder.coders for _ in range(coder.outputs)]
        for folder in folders
    ]
    crcs: list[int | None] = [None] * count
    while (kind := bits.number()) != _END:
        if kind != _CRC:
            raise Malformed("its header is damaged")
        crcs = bits.crcs(count)
    found.folders = [
        Folder(folder.coders, folder.pairs, folder.packed, tuple(size), crc)
        for folder, size, crc in zip(folders, sizes, crcs, strict=True)
    ]


def _folder(bits: Bits) -> Folder:
    coders = []
    for _ in range(bits.small(_CODERS_MOST)):
        flags = bits.byte()
        method = bits.take(flags & 15)
        inputs = outputs = 1
        if flags & 0x10:
            inputs, outputs = bits.small(_CODERS_MOST), bits.small(_CODERS_MOST)
        properties = bits.take(bits.number()) if flags & 0x20 else b""
        coders.append(Coder(method, properties, inputs, outputs))
    total_in = sum(coder.inputs for coder in coders)
    total_out = sum(coder.outputs for coder in coders)
    pairs = [(bits.number(), bits.number()) for _ in range(total_out - 1)]
    count = total_in - len(pairs)
    if count == 1:
        bound = {one for one, _ in pairs}
        packed = [one for one in range(total_in) if one not in bound][:1]
    else:
        packed = [bits.number() for _ in range(count)]
    return Folder(tuple(coders), tuple(pairs), tuple(packed))


def _sub_info(bits: Bits, found: Streams) -> None:
    folders = found.folders
    counts = [1] * len(folders)
    kind = bits.number()
    if kind == _COUNTS:
        counts = [bits.small(FILES_MOST) for _ in folders]
        if sum(counts) > FILES_MOST:
            raise Malformed(f"its header claims {sum(counts)} files")
        kind = bits.number()
    sizes: list[int] = []
    for folder, count in zip(folders, counts, strict=True):
        left = folder.size
        for _ in range(count - 1):
            size = bits.number() if kind == _SIZE else 0
            sizes.append(size)
            left -= size
        if count:
            sizes.append(max(0, left))
    if kind == _SIZE:
        kind = bits.number()
    crcs: list[int | None] = []
    known = [
        folder.crc if count == 1 else None
        for folder, count in zip(folders, counts, strict=True)
        for _ in range(count)
    ]
    if kind == _CRC:
        unknown = iter(bits.crcs(known.count(None)))
        crcs = [next(unknown) if crc is None else crc for crc in known]
        kind = bits.number()
    if kind != _END:
        raise Malformed("its header is damaged")
    found.counts, found.sizes, found.crcs = counts, sizes, crcs or known


def files_info(bits: Bits, streams: Streams) -> list[File]:
    """Read the entries and tell each where its bytes are."""
    count = bits.small(min(FILES_MOST, len(bits.data)))
    files = [File() for _ in range(count)]
    empty: list[bool] = [False] * count
    empty_files: list[bool] = []
    anti: list[bool] = []
    while (kind := bits.number()) != _END:
        body = Bits(bits.take(bits.number()))
        if kind == _EMPTY_STREAM:
            empty = body.flags(count)
        elif kind == _EMPTY_FILE:
            empty_files = body.flags(sum(empty))
        elif kind == _ANTI:
            anti = body.flags(sum(empty))
        elif kind == _NAMES and not body.byte():
            _names(body, files)
        elif kind == _MODIFIED:
            for file, known in zip(files, _known(body, count), strict=False):
                if known:
                    file.modified = int.from_bytes(body.take(8), "little")
        elif kind == _ATTRIBUTES:
            for file, known in zip(files, _known(body, count), strict=False):
                if known:
                    file.attributes = body.word()
    _kinds(files, empty, empty_files, anti)
    _places(files, streams)
    return files


def _known(body: Bits, count: int) -> list[bool]:
    known = body.some(count)
    return known if not body.byte() else []


def _names(body: Bits, files: Sequence[File]) -> None:
    raw = body.data[body.at :]
    text = raw.decode("utf-16-le", "surrogatepass")
    names = text.split("\0")
    if len(names) <= len(files) and text:
        raise Malformed(
            f"its header claims {len(files)} files and names {len(names) - 1}"
        )
    for file, name in zip(files, names, strict=False):
        file.name = name


def _kinds(
    files: Sequence[File], empty: list[bool], empty_files: list[bool], anti: list[bool]
) -> None:
    at = 0
    for file, is_empty in zip(files, empty, strict=True):
        file.empty = is_empty
        if is_empty:
            file.is_folder = not (at < len(empty_files) and empty_files[at])
            file.anti = at < len(anti) and anti[at]
            at += 1


def _places(files: Sequence[File], streams: Streams) -> None:
    """Give each file its folder, its place in it, its size and checksum."""
    spots = _spots(streams)
    for file in files:
        if file.empty:
            continue
        spot = next(spots, None)
        if spot is None:
            raise Malformed("its header names more files than it has data for")
        file.folder, file.place, file.size, file.crc = spot


def _spots(streams: Streams) -> Iterator[tuple[int, int, int, int | None]]:
    at = 0
    for number, count in enumerate(streams.counts or []):
        place = 0
        for _ in range(count):
            size = streams.sizes[at]
            crc = streams.crcs[at] if at < len(streams.crcs) else None
            yield number, place, size, crc
            place += size
            at += 1


def header(bits: Bits) -> tuple[Streams, list[File]]:
    """Read a plain header."""
    streams = Streams()
    files: list[File] = []
    while (kind := bits.number()) != _END:
        if kind == _PROPERTIES:
            while bits.number() != _END:
                bits.take(bits.number())
        elif kind == _ADDITIONAL:
            streams_info(bits)
        elif kind == _STREAMS:
            streams = streams_info(bits)
        elif kind == _FILES:
            files = files_info(bits, streams)
        else:
            raise Malformed("its header is damaged")
    return streams, files


def checked(data: bytes, crc: int | None) -> bytes:
    """Return ``data`` if its checksum is right.

    Raises:
        Malformed: it is not.
    """
    if crc is not None and zlib.crc32(data) != crc:
        raise Malformed("its header does not match its checksum")
    return data


def bounded(size: int) -> int:
    """Return a header's size.

    Raises:
        OutOfBounds: it is too large to be read.
    """
    if size > HEADER_MOST:
        raise OutOfBounds(f"its header is said to have {size} bytes")
    return size


ENCODED, PLAIN = _ENCODED, _HEADER

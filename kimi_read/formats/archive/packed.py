"""A compressed file: a tar archive inside it, or its one member.

Source: RFC 1952, 2.3 (gzip header and trailer); the .xz file format 1.2.1, 2.1.2
and 4 (footer, index); RFC 8878, 3.1.1.1 (frame header); LZ4 frame format 1.6.4.
"""

from __future__ import annotations

from kimi_read.errors import Malformed, OutOfBounds
from kimi_read.formats.archive import tars
from kimi_read.formats.archive.inflate import NAMES, Chunks, codec_of
from kimi_read.formats.archive.listing import Listing
from kimi_read.formats.archive.rows import NO_DATE, NO_MODE, UNKNOWN, Batch, Dates
from kimi_read.formats.archive.streams import Inflated
from kimi_read.formats.archive.tarhead import ZERO, is_header, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.blocks import Blocks
    from kimi_read.formats.archive.notes import Notes
    from kimi_read.request import Request
    from kimi_read.source import Source

_SUFFIXES = {
    "gz": (".gz", ".tgz"),
    "bz2": (".bz2", ".tbz2", ".tbz"),
    "xz": (".xz", ".txz"),
    "lzma": (".lzma", ".tlz"),
    "zst": (".zst", ".tzst"),
    "lz4": (".lz4",),
    "compress": (".z", ".taz"),
    "lzip": (".lz", ".tlz"),
}
_STEP = 16 << 20
_ALL_ONES = (1 << 64) - 1


def read(source: Source, request: Request, notes: Notes) -> Blocks:
    """Yield the listing of the tar archive in ``source``, or its one member.

    Raises:
        Malformed: nothing at all can be inflated.
    """
    codec = codec_of(source.head)
    stream = unpacked(source, codec)
    if holds_tar(stream):
        facts: dict[str, object] = {"compression": NAMES[codec]}
        yield from tars.listed(stream, request, notes, facts)
        return
    listing = Listing(request, notes, packed=True)
    listing.facts["compression"] = NAMES[codec]
    listing.claimed = not request.verify
    yield from listing.blocks(_alone(source, codec, stream, request, notes))


class Unpacked(Inflated):
    """The inflated bytes of a compressed file; its fault is that of the chunks."""

    def __init__(self, chunks: Chunks) -> None:
        super().__init__(chunks)
        self.chunks = chunks

    @property
    def fault(self) -> str:
        """What was wrong with the compressed bytes so far."""
        return self.chunks.fault

    @fault.setter
    def fault(self, _value: str) -> None:
        pass


def unpacked(source: Source, codec: str) -> Unpacked:
    """Return a stream of the inflated bytes of ``source``."""
    return Unpacked(Chunks(source, codec))


def holds_tar(stream: Inflated) -> bool:
    """Whether the inflated bytes begin like a tar archive.

    An archive without members is two blocks of zeros, or a record of twenty.
    """
    head = stream.peek()
    if head != ZERO:
        return is_header(head)
    ahead = stream.buffer[: 1 << 14]
    return len(ahead) in (1024, 10_240) and not ahead.strip(b"\0")


def _alone(
    source: Source, codec: str, stream: Unpacked, request: Request, notes: Notes
) -> Iterator[Batch]:
    head = stream.peek()
    fault = stream.fault
    if fault and not head:
        raise Malformed(fault)
    name, seconds, comment = member_name(source, codec)
    dates = Dates(full=request.entries)
    size: int | str = claimed_size(source, codec)
    if request.verify:
        yield from _inflated(stream, notes)
        size = _compared(stream, size, name, notes)
    batch = Batch()
    date = dates.unix(seconds) if seconds else NO_DATE
    extra = {"comment": comment} if comment else None
    batch.add((NO_MODE, size, source.size, date, name, extra))
    if fault and not request.verify:
        notes.say("damaged", fault, partial=True)
    yield batch


def _inflated(stream: Unpacked, notes: Notes) -> Iterator[Batch]:
    """Inflate all of it; its own checksums are verified on the way."""
    try:
        while not stream.skip(_STEP):
            yield Batch()
    except OutOfBounds as stop:
        notes.stop = stop


def _compared(
    stream: Unpacked, claimed: int | str, name: str, notes: Notes
) -> int | str:
    real = stream.chunks.inflated
    if notes.stop:
        return claimed
    if stream.fault:
        notes.say("damaged", stream.fault, partial=True)
    elif stream.chunks.streams == 1 and claimed not in (
        UNKNOWN,
        real,
        real % (1 << 32),
    ):
        notes.count("checksum", f"{name} claims {claimed} bytes and has {real}")
    return real


def member_name(source: Source, codec: str) -> tuple[str, int, str]:
    """Return the name of the one member, its date (0 is none) and its comment."""
    name = source.name
    lower = name.lower()
    for suffix in _SUFFIXES[codec]:
        if lower.endswith(suffix) and len(name) > len(suffix):
            stem = name[: -len(suffix)]
            name = stem + ".tar" if suffix[1] == "t" else stem
            break
    else:
        name = f"{name}.out" if name not in ("", "-") else "data"
    if codec != "gz":
        return name, 0, ""
    stored, seconds, comment = _gzip_header(source.read_at(0, 1 << 16))
    return stored or name, seconds, comment


def _gzip_header(head: bytes) -> tuple[str, int, str]:
    flags = head[3] if len(head) > 10 else 0
    seconds = int.from_bytes(head[4:8], "little")
    at = 10
    if flags & 4:
        at += 2 + int.from_bytes(head[at : at + 2], "little")
    texts = []
    for bit in (8, 16):
        end = head.find(b"\0", at)
        if flags & bit and end >= at:
            raw = head[at:end]
            texts.append(text(raw, "latin-1"))
            at = end + 1
        else:
            texts.append("")
    name = texts[0].replace("\\", "/").rpartition("/")[2]
    return name, seconds, texts[1]


def claimed_size(source: Source, codec: str) -> int | str:
    """Return what the file says of its inflated size, or ``-``."""
    if codec == "gz" and source.size >= 18:
        return int.from_bytes(source.tail(4), "little")
    if codec == "lzma":
        size = int.from_bytes(source.head[5:13], "little")
        return UNKNOWN if size == _ALL_ONES else size
    if codec == "xz":
        return _xz_size(source)
    if codec == "zst":
        return _zstd_size(source.head)
    if codec == "lz4" and source.head[:1] == b"\x04" and source.head[4] & 8:
        return int.from_bytes(source.head[6:14], "little")
    return UNKNOWN


def _xz_size(source: Source) -> int | str:
    """Return the sum of the block sizes in the index of the last stream."""
    end = source.size
    while end > 32 and not source.read_at(end - 4, 4).strip(b"\0"):
        end -= 4
    footer = source.read_at(end - 12, 12)
    if footer[10:] != b"YZ":
        return UNKNOWN
    length = (int.from_bytes(footer[4:8], "little") + 1) * 4
    if length > 1 << 20 or length > end:
        return UNKNOWN
    index = source.read_at(end - 12 - length, length)
    numbers = _varints(index[1:])
    total = 0
    for _ in range(next(numbers, 0)):
        next(numbers, 0)
        size = next(numbers, None)
        if size is None:
            return UNKNOWN
        total += size
    return total


def _varints(data: bytes) -> Iterator[int]:
    value = shift = 0
    for byte in data:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            yield value
            value = shift = 0


def _zstd_size(head: bytes) -> int | str:
    if head[:4] != b"\x28\xb5\x2f\xfd" or len(head) < 18:
        return UNKNOWN
    descriptor = head[4]
    single = descriptor >> 5 & 1
    width = (single, 2, 4, 8)[descriptor >> 6]
    if not width:
        return UNKNOWN
    at = 5 + (0 if single else 1) + (0, 1, 2, 4)[descriptor & 3]
    size = int.from_bytes(head[at : at + width], "little")
    return size + 256 if width == 2 else size

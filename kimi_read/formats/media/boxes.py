"""What FFmpeg does not tell of an MP4: an own walk over its boxes.

Only box headers and small payloads are read; sample tables are passed over.

Sources: ISO 14496-12 4.2 (boxes), 8.2 (movie), 8.3.2 (track header, matrix), 8.5.2
(sample description), 8.12 (protection), 12.1.5 (mdcv, clli); Dolby Vision Streams
Within the ISO Base Media File Format 2.0, 3 (dvcC).
"""

from __future__ import annotations

import math

from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.source import Source

MAX_BOXES = 20_000
MAX_TRACKS = 256
_VIDEO_FIELDS = 78
_HEADER = 8


@record(frozen=True, slots=True)
class Box:
    """A box: its type, where its payload starts, and where it says it ends."""

    name: bytes
    start: int
    end: int


@record(frozen=True, slots=True)
class Track:
    """``rotation`` is clockwise, in degrees, for an upright picture.

    ``scheme`` is the protection scheme (``cenc``, ``cbcs``), ``boxes`` the payloads of
    the extensions of its sample entry (``dvcC``, ``mdcv``, ``clli``, ``pasp``).
    """

    number: int
    rotation: int = 0
    mirrored: bool = False
    scheme: str = ""
    boxes: dict[bytes, bytes] = {}  # noqa: RUF012 - read only


@record(frozen=True, slots=True)
class Walk:
    """``index`` says that there is a ``moov``; ``cut`` names what runs past the end.

    ``seconds`` is the length of the presentation as the movie header has it.
    """

    tracks: tuple[Track, ...]
    index: bool
    fragments: bool
    seconds: float = 0.0
    cut: str = ""
    missing: int = 0


def walk(source: Source) -> Walk:
    """Walk the top level and the movie box of an ISO base media file."""
    left = [MAX_BOXES]
    names = set()
    tracks: list[Track] = []
    cut, missing, seconds = "", 0, 0.0
    for box in _boxes(source, 0, source.size, left):
        names.add(box.name)
        if box.end > source.size:
            cut, missing = box.name.decode("latin-1"), box.end - source.size
        if box.name == b"moov":
            header = _header(source, box, left)
            seconds = _seconds(header)
            tracks += _movie(source, box, header, left)
    return Walk(
        tuple(tracks), b"moov" in names, b"moof" in names, seconds, cut, missing
    )


def _boxes(source: Source, start: int, end: int, left: list[int]) -> Iterator[Box]:
    """Yield the boxes between two places; ``left[0]`` counts down all that are read."""
    while start + _HEADER <= end and left[0] > 0:
        left[0] -= 1
        head = source.read_at(start, 16)
        if len(head) < _HEADER:
            return
        size, name, skip = int.from_bytes(head[:4], "big"), head[4:8], _HEADER
        if size == 1 and len(head) == 16:
            size, skip = int.from_bytes(head[8:16], "big"), 16
        elif size == 0:
            size = end - start
        if size < skip:
            return
        yield Box(name, start + skip, start + size)
        start += size


def _header(source: Source, movie: Box, left: list[int]) -> bytes:
    for box in _inside(source, movie, (b"mvhd",), left):
        return source.read_at(box.start, 112)
    return b""


def _seconds(header: bytes) -> float:
    """Return the duration of a movie header, 0.0 where it tells none (8.2.2)."""
    at, size = (20, 8) if header[:1] == b"\1" else (12, 4)
    if len(header) < at + 4 + size:
        return 0.0
    scale = int.from_bytes(header[at : at + 4], "big")
    units = int.from_bytes(header[at + 4 : at + 4 + size], "big")
    return units / scale if scale and units < (1 << 8 * size) - 1 else 0.0


def _movie(
    source: Source, movie: Box, header: bytes, left: list[int]
) -> Iterator[Track]:
    matrix = _matrix(header, 36, 48) or (1.0, 0.0, 0.0, 1.0)
    count = 0
    for box in _boxes(source, movie.start, min(movie.end, source.size), left):
        if box.name == b"trak" and count < MAX_TRACKS:
            count += 1
            yield _track(source, box, matrix, left)


def _track(
    source: Source, box: Box, movie: tuple[float, ...], left: list[int]
) -> Track:
    number, rotation, mirrored, scheme = 0, 0, False, ""
    extensions: dict[bytes, bytes] = {}
    for child in _boxes(source, box.start, box.end, left):
        if child.name == b"tkhd":
            head = source.read_at(child.start, 104)
            at = 20 if head[:1] == b"\1" else 12
            number = int.from_bytes(head[at : at + 4], "big")
            rotation, mirrored = _turn(_matrix(head, 40, 52), movie)
        elif child.name == b"mdia":
            for entry in _inside(source, child, (b"minf", b"stbl", b"stsd"), left):
                found, scheme = _entry(source, entry, left)
                extensions.update(found)
    return Track(number, rotation, mirrored, scheme, extensions)


def _inside(
    source: Source, box: Box, path: tuple[bytes, ...], left: list[int]
) -> Iterator[Box]:
    for child in _boxes(source, box.start, min(box.end, source.size), left):
        if child.name == path[0]:
            if len(path) == 1:
                yield child
            else:
                yield from _inside(source, child, path[1:], left)
            return


def _entry(
    source: Source, table: Box, left: list[int]
) -> tuple[dict[bytes, bytes], str]:
    """Return the extensions of the first sample entry, and its protection scheme."""
    found: dict[bytes, bytes] = {}
    scheme = ""
    first = next(_boxes(source, table.start + 8, table.end, left), None)
    if first is None:
        return found, scheme
    skip = {b"enca": 28, b"encv": _VIDEO_FIELDS}.get(first.name, _VIDEO_FIELDS)
    for box in _boxes(source, first.start + skip, first.end, left):
        if box.name == b"sinf":
            for kind in _inside(source, box, (b"schm",), left):
                scheme = source.read_at(kind.start + 4, 4).decode("latin-1")
            scheme = scheme or "unknown"
        elif len(found) < 32:
            size = min(box.end - box.start, 64)
            found[box.name] = source.read_at(box.start, max(0, size))
    return found, scheme


def _matrix(head: bytes, short: int, long: int) -> tuple[float, ...] | None:
    """Return a, b, c, d of the matrix of a header of version 0 or 1."""
    at = long if head[:1] == b"\1" else short
    if len(head) < at + 20:
        return None
    cells = (at, at + 4, at + 12, at + 16)
    return tuple(
        int.from_bytes(head[cell : cell + 4], "big", signed=True) / 65536
        for cell in cells
    )


def _turn(
    track: tuple[float, ...] | None, movie: tuple[float, ...]
) -> tuple[int, bool]:
    if track is None:
        return 0, False
    a, b, c, d = track
    e, f, g, h = movie
    a, b, c, d = a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h
    mirrored = a * d - b * c < 0
    if mirrored:
        a, b = -a, -b
    degrees = math.degrees(math.atan2(b, a)) if a or b else 0.0
    return round(degrees / 90) * 90 % 360, mirrored


def dolby_vision(payload: bytes) -> dict[str, int] | None:
    """Return profile, level and compatibility of a ``dvcC`` or ``dvvC`` payload."""
    if len(payload) < 5:
        return None
    bits = int.from_bytes(payload[2:4], "big")
    return {
        "profile": bits >> 9,
        "level": bits >> 3 & 0x3F,
        "compatibility": payload[4] >> 4,
    }

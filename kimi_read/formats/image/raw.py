"""The picture that a camera put into its raw file: the largest JPEG inside.

What the sensor saw is not developed. The JPEG is searched for by its bytes, since
makers hide it in places of their own; a lossless one, which holds the sensor's data,
and whatever lies inside another are passed over by size and coding process.

Sources: ITU T.81, B.1.1.3, B.2.2 (markers, frame header); TIFF 6.0, 2 and 14 (image
file directories, SubIFDs); DNG 1.7 (DefaultCropSize).
"""

from __future__ import annotations

from kimi_read.record import record
from kimi_read.recover import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kimi_read.source import Source

_CHUNK = 1 << 22
#: Bounds of the search: more are not looked at.
MAX_CANDIDATES = 512
MAX_SEGMENTS = 200
MAX_DIRECTORIES = 32
#: The largest preview that is taken along, in bytes.
MAX_PREVIEW = 32 << 20
#: Frame headers of baseline, extended and progressive JPEG; no lossless one.
_FRAMES = (0xC0, 0xC1, 0xC2)
_WIDTH, _HEIGHT, _ORIENTATION, _SUB, _CROP = 0x100, 0x101, 0x112, 0x14A, 0xC620
_SIZES = {1: 1, 3: 2, 4: 4, 5: 8, 9: 4, 13: 4}


@record(frozen=True, slots=True)
class Camera:
    """``preview`` is a JPEG file; ``orientation`` and ``facts`` are of the raw one."""

    preview: bytes
    orientation: int
    facts: Mapping[str, object]


def find(source: Source) -> Camera | None:
    """Return the largest preview of a camera's raw file; None if it has none."""
    best = 0, 0
    for at in _places(source):
        area = _area(source, at)
        if area > best[0]:
            best = area, at
    if not best[0]:
        return None
    preview = source.read_at(best[1], MAX_PREVIEW)
    nothing: dict[str, object] = {}
    found = value(lambda: _directories(source), (1, nothing))
    facts = {**found[1], **value(lambda: _exif(source), nothing)}
    return Camera(preview, found[0], facts)


def _places(source: Source) -> Iterator[int]:
    """Yield where a JPEG may start."""
    count = at = 0
    while at < source.size:
        data = source.read_at(at, _CHUNK + 2)
        found = data.find(b"\xff\xd8\xff")
        while found >= 0:
            yield at + found
            count += 1
            if count >= MAX_CANDIDATES:
                return
            found = data.find(b"\xff\xd8\xff", found + 1)
        at += _CHUNK


def _area(source: Source, at: int) -> int:
    """Return the pixels of the JPEG at ``at``; 0 for what no viewer shows."""
    at += 2
    for _ in range(MAX_SEGMENTS):
        start = source.read_at(at, 10)
        if len(start) < 10 or start[0] != 0xFF:
            return 0
        marker, length = start[1], int.from_bytes(start[2:4], "big")
        if marker in _FRAMES:
            high = int.from_bytes(start[5:7], "big")
            wide = int.from_bytes(start[7:9], "big")
            return wide * high if start[4] == 8 and start[9] in (1, 3) else 0
        if marker == 0xFF:  # a fill byte
            at += 1
            continue
        if not 0xC4 <= marker <= 0xFE or marker in (0xD8, 0xD9, 0xDA) or length < 2:
            return 0
        at += 2 + length
    return 0


def _exif(source: Source) -> dict[str, object]:
    """Return what the camera wrote, where the file is a TIFF by its first bytes."""
    if source.head[:4] not in (b"II*\0", b"MM\0*"):
        return {}
    from PIL import Image

    from kimi_read.formats.image.exif import metadata

    data = Image.Exif()
    data.load_from_fp(source.open())
    return metadata(data)


def _directories(source: Source) -> tuple[int, dict[str, object]]:
    """Return the orientation, and the size of the largest picture, if there is one."""
    if source.head[:2] not in (b"II", b"MM"):
        return 1, {}
    order: Order = "little" if source.head[:2] == b"II" else "big"
    waiting = [_number(source, 4, 4, order)]
    seen: set[int] = set()
    orientation, largest = 0, (0, 0)
    while waiting and len(seen) < MAX_DIRECTORIES:
        at = waiting.pop(0)
        if at in seen or not 8 <= at < source.size:
            continue
        seen.add(at)
        tags, following = _directory(source, at, order)
        waiting += [following, *tags.get(_SUB, ())[:MAX_DIRECTORIES]]
        orientation = orientation or (*tags.get(_ORIENTATION, ()), 1)[0]
        size = tags.get(_CROP) or (*tags.get(_WIDTH, ()), *tags.get(_HEIGHT, ()))
        if len(size) >= 2 and size[0] * size[1] > largest[0] * largest[1]:
            largest = size[0], size[1]
    facts: dict[str, object] = {}
    if all(largest):
        facts["rawWidth"], facts["rawHeight"] = largest
    return (orientation if 1 <= orientation <= 8 else 1), facts


def _directory(
    source: Source, at: int, order: Order
) -> tuple[dict[int, tuple[int, ...]], int]:
    """Return the numbers of one directory's wanted tags, and where the next one is."""
    count = _number(source, at, 2, order)
    entries = source.read_at(at + 2, min(count, 1000) * 12)
    tags: dict[int, tuple[int, ...]] = {}
    for place in range(0, len(entries) - 11, 12):
        entry = entries[place : place + 12]
        tag, kind = (int.from_bytes(entry[i : i + 2], order) for i in (0, 2))
        number = int.from_bytes(entry[4:8], order)
        size = _SIZES.get(kind, 0)
        wanted = tag in (_WIDTH, _HEIGHT, _ORIENTATION, _SUB, _CROP)
        if not wanted or not size or number > MAX_DIRECTORIES:
            continue
        data = entry[8:]
        if size * number > 4:
            data = source.read_at(int.from_bytes(data, order), size * number)
        tags[tag] = tuple(
            _value(data[i : i + size], order) for i in range(0, size * number, size)
        )
    return tags, _number(source, at + 2 + count * 12, 4, order)


def _value(data: bytes, order: Order) -> int:
    """Return a number, of a fraction its whole part."""
    if len(data) < 8:
        return int.from_bytes(data, order)
    return int.from_bytes(data[:4], order) // max(1, int.from_bytes(data[4:], order))


def _number(source: Source, at: int, size: int, order: Order) -> int:
    return int.from_bytes(source.read_at(at, size), order)


if TYPE_CHECKING:
    from typing import Literal

    Order = Literal["little", "big"]

"""A contact sheet: frames from all over a film, each with its time.

The sheet is put together from rows of bytes; the digits are a small font of its own.
"""

from __future__ import annotations

import math

from kimi_read.blocks import Loss, Picture
from kimi_read.errors import Malformed
from kimi_read.formats.media import frames
from kimi_read.formats.media.thumbnail import SEEK_PACKETS, Film, seek, shown_frames
from kimi_read.units import clock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from av.video.frame import VideoFrame

    from kimi_read.blocks import Block

MAX_FRAMES = 64
SHEET_EDGE = 1600
TILE_EDGE = 320
#: The most pixels that are decoded; then each tile is the key frame before its time.
SHEET_PIXELS = 1_000_000_000
_GAP = 4
_SCALE = 2
#: Bytes of a pixel (RGBA), and those of the two inks and of the ground.
_PIXEL = 4
_WHITE, _BLACK, _GROUND = b"\xff\xff\xff\xff", b"\0\0\0\xff", b"\x20\x20\x20\xff"
#: Five columns by seven rows, a number of five bits for each row.
_DIGITS = {
    "0": (14, 17, 19, 21, 25, 17, 14), "1": (4, 12, 4, 4, 4, 4, 14),
    "2": (14, 17, 1, 2, 4, 8, 31), "3": (31, 2, 4, 2, 1, 17, 14),
    "4": (2, 6, 10, 18, 31, 2, 2), "5": (31, 16, 30, 1, 1, 17, 14),
    "6": (6, 8, 16, 30, 17, 17, 14), "7": (31, 1, 2, 4, 8, 8, 8),
    "8": (14, 17, 17, 14, 17, 17, 14), "9": (14, 17, 17, 15, 1, 2, 12),
    ":": (0, 4, 4, 0, 4, 4, 0), ".": (0, 0, 0, 0, 0, 4, 4),
}  # fmt: skip


def contact_sheet(
    show: Film, count: int, screen: tuple[int, int] | None
) -> Iterator[Block]:
    """Yield one picture of ``count`` frames, evenly spread, left to right and down."""
    count = max(1, min(count, MAX_FRAMES))
    context = show.stream.codec_context
    if frames.too_large(context.width, context.height):
        yield Loss("no-thumbnail", "its frames are too large to be decoded",
                   shown=False, partial=True)  # fmt: skip
        return
    context.skip_frame = "DEFAULT"
    tiles = [*_tiles(show, count)]
    if not tiles:
        yield Loss("no-thumbnail", "no frame of it can be decoded", shown=False,
                   partial=True)  # fmt: skip
        return
    if len(tiles) < count:
        yield Loss("fewer-frames", f"only {len(tiles)} of {count} frames could be had",
                   shown=False)  # fmt: skip
    width, height = tiles[0].width, tiles[0].height
    columns = max(
        1, min(len(tiles), round(math.sqrt(len(tiles) * height / width * 1.6)))
    )
    data, size = _joined(tiles, columns)
    yield _encoded(data, size, screen)


def _tiles(show: Film, count: int) -> Iterator[VideoFrame]:
    digits = 1 if show.seconds < 10 * count else 0
    last = None
    reel = _Reel(show)
    for index in range(count):
        at = show.seconds * (index + 0.5) / count
        frame = reel.at(at)
        if frame is None or (frame.pts is not None and frame.pts == last):
            continue
        last = frame.pts
        start = (show.container.start_time or 0) / 1e6
        time = frame.time - start if frame.time is not None else at
        try:
            tile = frames.shown(frame, (TILE_EDGE, TILE_EDGE), show.view, "rgba")
        except Malformed:
            continue
        yield _stamped(tile, clock(time, digits=digits))


class _Reel:
    """Winds a film forward; back to a key frame only where that is nearer."""

    def __init__(self, show: Film) -> None:
        self._show = show
        self._start = (show.container.start_time or 0) / 1e6
        self._frames: Iterator[VideoFrame] = iter(())
        self._held: VideoFrame | None = None
        self._next: VideoFrame | None = None
        self._key: int | None = None
        self._left = SHEET_PIXELS

    def at(self, seconds: float) -> VideoFrame | None:
        """Return the frame that is on the screen at that time."""
        key = self._key_before(seconds)
        if key is None or key != self._key:
            seek(self._show, seconds)
            self._frames = shown_frames(self._show, SEEK_PACKETS)
            self._key, self._held, self._next = key, None, None
        while self._held is None or self._left > 0:
            if self._next is None:
                self._next = next(self._frames, None)
            if self._next is None:
                break
            late = self._next.time is not None
            late = late and self._next.time - self._start > seconds
            if self._held is not None and late:
                break
            self._held, self._next = self._next, None
            self._left -= self._held.width * self._held.height
        return self._held

    def _key_before(self, seconds: float) -> int | None:
        """Return which key frame comes before that time, if an index tells it."""
        stream = self._show.stream
        entries = stream.index_entries
        if not stream.time_base or len(entries) < 2:
            return None
        place = int((self._start + seconds) / float(stream.time_base))
        found = entries.search_timestamp(place, backward=True)
        return found if found >= 0 else None


def _stamped(tile: VideoFrame, words: str) -> VideoFrame:
    """Write a time into the lower right corner."""
    import av

    width, height = tile.width, tile.height
    data = bytearray(frames.packed(tile, _PIXEL))
    across, down = (6 * len(words) + 1) * _SCALE, 9 * _SCALE
    left, top = width - across - 2, height - down - 2
    if left >= 0 and top >= 0:
        for y in range(down):
            row = _row(words, y // _SCALE - 1)
            at = ((top + y) * width + left) * _PIXEL
            data[at : at + across * _PIXEL] = b"".join(
                (_WHITE if lit else _BLACK) * _SCALE for lit in row
            )
    return av.VideoFrame.from_bytes(bytes(data), width, height, "rgba")


def _row(words: str, y: int) -> list[bool]:
    """Return one row of dots of a text, with a dot of margin on the left."""
    row = [False]
    for char in words:
        bits = _DIGITS[char][y] if 0 <= y < len(_DIGITS[char]) else 0
        row += [bool(bits >> shift & 1) for shift in range(4, -1, -1)] + [False]
    return row


def _joined(tiles: list[VideoFrame], columns: int) -> tuple[bytes, tuple[int, int]]:
    """Return the pixels of all tiles in a grid, and their size."""
    width = max(tile.width for tile in tiles)
    height = max(tile.height for tile in tiles)
    full = columns * (width + _GAP) - _GAP
    line = width * _PIXEL
    out = []
    for first in range(0, len(tiles), columns):
        group = tiles[first : first + columns]
        parts = [_padded(tile, width, height) for tile in group]
        parts += [_GROUND * width * height] * (columns - len(parts))
        if first:
            out.append(_GROUND * full * _GAP)
        for y in range(height):
            row = [part[y * line : (y + 1) * line] for part in parts]
            out.append((_GROUND * _GAP).join(row))
    rows = math.ceil(len(tiles) / columns)
    return b"".join(out), (full, rows * (height + _GAP) - _GAP)


def _padded(tile: VideoFrame, width: int, height: int) -> bytes:
    """Return the pixels of a tile on ground of the size of all tiles."""
    data = frames.packed(tile, _PIXEL)
    right, row = _GROUND * (width - tile.width), tile.width * _PIXEL
    lines = [data[at : at + row] + right for at in range(0, len(data), row)]
    return b"".join(lines) + _GROUND * width * (height - tile.height)


def _encoded(
    data: bytes, size: tuple[int, int], screen: tuple[int, int] | None
) -> Picture:
    import av

    sheet = av.VideoFrame.from_bytes(data, *size, "rgba")
    most = screen or (SHEET_EDGE, SHEET_EDGE)
    small = frames.shown(sheet, most, frames.View(), "rgba" if screen else "yuvj420p")
    where = small.width, small.height
    if screen:
        return Picture("image/x-rgba", frames.packed(small, 4), *where, "thumbnail")
    return Picture("image/jpeg", frames.jpeg(small), *where, "thumbnail")

"""Pictures as sixels: six rows of one colour at a time.

Source: DEC STD 070, chapter 9 (sixel graphics): DCS introducer, raster attributes,
colour registers in percent, ``!`` repeat, ``$`` return, ``-`` next band.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.writers.pictures.screen import Screen

COLOURS = 255
_BAND = 6
#: So many pixels tell which colours a picture needs; all of a large one take 0.3 s.
_SAMPLE = 1 << 16
_CLEAR = 255
_RUNS = re.compile(rb"(.)\1{3,}", re.DOTALL)


def encoded(pixels: bytes, width: int, height: int, _screen: Screen) -> Iterator[bytes]:
    """Yield the sequences that show RGBA ``pixels`` at the cursor, and a line feed.

    Transparent pixels are left as they are on the screen.
    """
    palette, indices = _quantized(pixels, width, height)
    yield f'\x1bP0;1q"1;1;{width};{height}'.encode()
    yield b"".join(
        f"#{n};2;{_percent(red)};{_percent(green)};{_percent(blue)}".encode()
        for n, (red, green, blue) in enumerate(palette)
    )
    masks = [
        [bytes(bit if n == colour else 0 for n in range(256))
         for bit in (1, 2, 4, 8, 16, 32)]
        for colour in range(len(palette))
    ]  # fmt: skip
    for top in range(0, height, _BAND):
        rows = [
            indices[y * width : (y + 1) * width]
            for y in range(top, min(top + _BAND, height))
        ]
        if top:
            yield b"-"  # never after the last one: it would leave a line free
        yield _band(rows, masks)
    yield b"\x1b\\\n"


def _band(rows: list[bytes], masks: list[list[bytes]]) -> bytes:
    """Return one band: for each colour in it the six-bit columns, shortened."""
    parts = []
    width = len(rows[0])
    for colour in sorted(set(b"".join(rows)) - {_CLEAR}):
        bits = 0
        for mask, row in zip(masks[colour], rows, strict=False):
            bits |= int.from_bytes(row.translate(mask), "big")
        line = bits.to_bytes(width, "big").translate(_PRINTED).rstrip(b"?")
        parts.append(b"#%d" % colour + _RUNS.sub(_run, line))
    return b"$".join(parts)


def _run(match: re.Match[bytes]) -> bytes:
    return b"!%d%s" % (len(match[0]), match[1])


_PRINTED = bytes(63 + n if n < 64 else 63 for n in range(256))


def _percent(tone: int) -> int:
    return round(tone * 100 / 255)


def _quantized(
    pixels: bytes, width: int, height: int
) -> tuple[list[tuple[int, int, int]], bytes]:
    """Return a palette of at most ``COLOURS``, and its indices; ``_CLEAR`` is none."""
    from PIL import Image

    image = Image.frombytes("RGBA", (width, height), pixels)
    colours = image.convert("RGB")
    sample = colours
    if width * height > _SAMPLE:
        share = (_SAMPLE / (width * height)) ** 0.5
        size = max(1, int(width * share)), max(1, int(height * share))
        sample = colours.resize(size, Image.Resampling.NEAREST)
    flat = sample.quantize(COLOURS)
    flat = colours.quantize(palette=flat, dither=Image.Dither.FLOYDSTEINBERG)
    tones = (flat.getpalette() or [])[: 3 * COLOURS]
    palette = [
        (tones[at], tones[at + 1], tones[at + 2]) for at in range(0, len(tones), 3)
    ]
    alpha = image.getchannel("A")
    if alpha.getextrema() != (255, 255):
        flat.paste(_CLEAR, None, alpha.point(lambda tone: 255 * (tone < 128)))
    return palette, flat.tobytes()

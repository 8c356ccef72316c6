"""Pixels: decoded within bounds, turned upright, cut, scaled, encoded again.

Source: Exif 3.0, 4.6.5 (orientation).
"""

from __future__ import annotations

import io

from kimi_read.errors import Malformed, TooLarge
from kimi_read.formats.image.look import Look, codec_errors, opened
from kimi_read.recover import value, why

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from PIL import Image

    Box = tuple[int, int, int, int]

#: The most pixels of a picture that is decoded.
MAX_PIXELS = 100_000_000
_SIDEWAYS = (5, 6, 7, 8)
_QUALITIES = (90, 80, 70, 55)
#: Modes that have no resampling of their own, and pixels of a band of rows.
_COSTLY = ("1", "P", "PA", "LA", "RGBA")
_BAND_PIXELS = 4_000_000
#: From here on memory counts for more than the last bit of sharpness.
_MANY_PIXELS = 30_000_000


def check(seen: Look) -> None:
    """Refuse to decode more than ``MAX_PIXELS``.

    Raises:
        TooLarge: it has more.
    """
    if seen.width * seen.height > MAX_PIXELS:
        raise TooLarge(
            f"{seen.width}x{seen.height} pixels, over the {MAX_PIXELS // 10**6} "
            "megapixels that are decoded",
            hint="its bytes can still be passed on as they are: --raw",
        )


def load(seen: Look, data: bytes, *, least: tuple[int, int] = (0, 0)) -> tuple[
    Image.Image, str
]:  # fmt: skip
    """Decode the first frame; return it and what was missing ("" if nothing).

    A JPEG that is needed no larger than ``least`` is decoded at a fraction of its
    size. A truncated file gives what can be had.

    Raises:
        TooLarge, Malformed: it is over the bound, or nothing can be decoded.
    """
    from PIL import Image

    check(seen)
    image = seen.image
    try:
        if least != (0, 0) and image.format in ("JPEG", "MPO"):
            image.draft(image.mode, least)
        Image.MAX_IMAGE_PIXELS = MAX_PIXELS // 2  # Pillow refuses twice as many
        image.load()
    except codec_errors() as error:
        damage = why(error)
    else:
        return image, ""
    image = opened(data, seen.kind, tolerant=True)
    try:
        Image.MAX_IMAGE_PIXELS = MAX_PIXELS // 2
        image.load()
    except codec_errors() as error:
        raise Malformed(f"its pixels cannot be decoded: {why(error)}") from None
    return image, damage


def stored_box(region: Box, seen: Look) -> Box:
    """Return ``region`` (X, Y, W, H of the upright picture) as a box of stored pixels.

    The part that lies outside of the picture is cut off.

    Raises:
        Malformed: nothing of it lies inside.
    """
    across, down = seen.upright
    left, top = min(region[0], across), min(region[1], down)
    right, bottom = min(left + region[2], across), min(top + region[3], down)
    if right <= left or bottom <= top:
        raise Malformed(
            f"the region {','.join(map(str, region))} lies outside of its "
            f"{across}x{down} pixels"
        )
    corners = [_stored(x, y, seen) for x, y in ((left, top), (right, bottom))]
    (x1, y1), (x2, y2) = corners
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def _stored(x: int, y: int, seen: Look) -> tuple[int, int]:
    width, height = seen.width, seen.height
    if seen.orientation != seen.turn:  # the decoder turns it: pixels are upright
        return x, y
    return {
        2: (width - x, y),
        3: (width - x, height - y),
        4: (x, height - y),
        5: (y, x),
        6: (y, height - x),
        7: (width - y, height - x),
        8: (width - y, x),
    }.get(seen.turn, (x, y))


def scaled(
    image: Image.Image, box: Box, most: tuple[int, int], turn: int
) -> Image.Image:
    """Return ``box`` of ``image``, upright, no larger than ``most``, never enlarged.

    The mode of what comes back is L, LA, RGB or RGBA, its colours are sRGB.
    """
    from PIL import Image

    width, height = box[2] - box[0], box[3] - box[1]
    if turn in _SIDEWAYS:
        most = most[1], most[0]
    factor = min(1.0, most[0] / width, most[1] / height)
    size = max(1, round(width * factor)), max(1, round(height * factor))
    icc = image.info.get("icc_profile")
    if image.mode in _COSTLY or "transparency" in image.info:
        image = _reduced(
            image,
            box,
            max(1, int(1 / factor / (1.5 if width * height < _MANY_PIXELS else 1))),
        )
        box = (0, 0, *image.size)
    if size != (box[2] - box[0], box[3] - box[1]):
        image = image.resize(size, Image.Resampling.LANCZOS, box, reducing_gap=3.0)
    elif box != (0, 0, *image.size):
        image = image.crop(box)
    return upright(srgb(image, icc), turn)


def _reduced(image: Image.Image, box: Box, divisor: int) -> Image.Image:
    """Return ``box`` in a plain mode, a whole number of times smaller.

    Pillow would hold another whole copy of a picture in these modes: it goes
    through in bands of rows.
    """
    from PIL import Image

    left, top, right, bottom = box
    rows = divisor * max(1, _BAND_PIXELS // (right - left) // divisor)
    done: Image.Image | None = None
    for start in range(top, bottom, rows):
        band = plain(image.crop((left, start, right, min(start + rows, bottom))))
        small = band.reduce(divisor) if divisor > 1 else band
        if done is None:
            height = -(-(bottom - top) // divisor)
            done = Image.new(small.mode, (small.width, height))
        done.paste(small, (0, (start - top) // divisor))
    return done if done is not None else plain(image)


def upright(image: Image.Image, turn: int) -> Image.Image:
    """Apply an Exif orientation."""
    from PIL import Image

    how = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_270,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_90,
    }.get(turn)
    return image if how is None else image.transpose(how)


def plain(image: Image.Image) -> Image.Image:
    """Return ``image`` in one of the modes L, LA, RGB, RGBA, eight bits a channel.

    Numbers of more than eight bits are scaled: sixteen by their range, fractions from
    0 to 1, others from their smallest to their largest value.
    """
    mode = image.mode
    if "transparency" in image.info and mode in ("1", "L", "RGB", "P"):
        return image.convert("RGBA")
    if mode in ("L", "LA", "RGB", "RGBA"):
        return image
    if mode.startswith("I;16"):
        return image.convert("I").point(lambda tone: tone * (1 / 257)).convert("L")
    if mode in ("I", "F"):
        return _ranged(image)
    wanted = {"1": "L", "PA": "RGBA", "La": "LA", "RGBa": "RGBA"}
    if mode == "P" and image.palette is not None and image.palette.mode == "RGBA":
        return image.convert("RGBA")
    return image.convert(wanted.get(mode, "RGB"))


def _ranged(image: Image.Image) -> Image.Image:
    edges: Any = image.getextrema()
    low, high = float(edges[0]), float(edges[1])
    if image.mode == "I" and low >= 0 and high < 65_536:  # a 16-bit PNG or TIFF
        low, high = 0.0, 65_535.0 if high > 255 else 255.0
    if image.mode == "F" and low >= 0 and high <= 1:
        low, high = 0.0, 1.0
    span = high - low
    if not 0 < span < float("inf"):
        return image.point(lambda tone: tone * 0 + 0).convert("L")
    factor, start = 255 / span, -low * 255 / span
    return image.point(lambda tone: tone * factor + start).convert("L")


def srgb(image: Image.Image, icc: object) -> Image.Image:
    """Return ``image`` in sRGB, by its profile where it has a usable other one."""
    if isinstance(icc, bytes) and len(icc) > 132 and b"sRGB" not in icc[:4096]:
        done = value(lambda: _managed(image, icc), None)
        if done is not None:
            return done
    return plain(image)


def _managed(image: Image.Image, icc: bytes) -> Image.Image | None:
    from PIL import ImageCms

    space = icc[16:20]
    if space == b"CMYK" and image.mode == "CMYK":
        source, alpha = image, None
    elif space == b"RGB ":
        source = plain(image)
        if source.mode not in ("RGB", "RGBA"):
            return None
        alpha = source.getchannel("A") if source.mode == "RGBA" else None
        source = source.convert("RGB")
    else:
        return None
    done = ImageCms.profileToProfile(
        source,
        ImageCms.ImageCmsProfile(io.BytesIO(icc)),
        ImageCms.createProfile("sRGB"),
        outputMode="RGB",
    )
    if done is not None and alpha is not None:
        done.putalpha(alpha)
    return done


def encoded(
    image: Image.Image, *, photo: bool, most: int
) -> tuple[str, bytes, Image.Image]:
    """Return media type, bytes and the picture itself, brought under ``most`` bytes.

    Photographs become JPEG, drawings and what has transparency PNG; a drawing that
    does not fit becomes JPEG too. Then quality falls, then size.
    """
    from PIL import Image

    image.info.clear()
    while True:
        if has_alpha(image) or not photo:
            data = _saved(image, "PNG")
            if len(data) <= most:
                return "image/png", data, image
        if not has_alpha(image):
            flat = image.convert("RGB") if image.mode in ("RGBA", "LA") else image
            for quality in _QUALITIES:
                data = _saved(flat, "JPEG", quality)
                if len(data) <= most:
                    return "image/jpeg", data, flat
        shrink = max(0.3, min(0.85, (most / len(data)) ** 0.5 * 0.95))
        size = tuple(max(1, int(side * shrink)) for side in image.size)
        if size == image.size:
            raise TooLarge(f"it cannot be brought under {most} bytes")
        image = image.resize((size[0], size[1]), Image.Resampling.LANCZOS)


def has_alpha(image: Image.Image) -> bool:
    """Whether a pixel of ``image`` is not opaque."""
    if image.mode not in ("RGBA", "LA"):
        return False
    low = image.getchannel("A").getextrema()[0]
    return isinstance(low, (int, float)) and low < 255


class _Store(io.BytesIO):
    """Bytes with an absolute name: Pillow asks for the working directory else."""

    name = "/answer"


def _saved(image: Image.Image, form: str, quality: int = 0) -> bytes:
    store = _Store()
    if hasattr(image, "filename"):  # one that was opened, compared with the store's
        image.filename = "/question"
    if form == "JPEG":
        image.save(store, form, quality=quality, optimize=True, progressive=False)
    else:
        image.save(store, form, compress_level=6)
    return store.getvalue()

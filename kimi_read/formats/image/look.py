"""Open a picture without its pixels, and say what is known of it."""

from __future__ import annotations

import io

from kimi_read.errors import Malformed, OutOfBounds
from kimi_read.formats.image import exif, gif, plain, raw
from kimi_read.formats.image.kinds import PNG, RAW, TIFF, Kind, kind_of
from kimi_read.record import record
from kimi_read.recover import value, why
from kimi_read.units import size_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PIL import Image

    from kimi_read.source import Source

#: The most frames that are counted, and the most bytes of all text chunks.
MAX_FRAMES = 10_000
MAX_TEXTS = 64
#: The most pixels of a WebP canvas, which takes eight bytes for each.
MAX_CANVAS = 50_000_000
#: What decodes with FFmpeg, where ``decoded`` is the reader.
DECODE: list[Callable[[bytes, Kind], Image.Image]] = []
_ORIENTATION = 0x0112
_SIDEWAYS = (5, 6, 7, 8)


@record(frozen=True, slots=True)
class Look:
    """An opened picture. ``width`` and ``height`` are those of the stored pixels.

    ``data`` are the bytes of the picture: the whole file, or what a camera put into
    its raw one. ``turn`` is the Exif orientation that still has to be applied to what
    ``load`` gives (1 where the decoder does it), ``counted`` holds frames, duration
    and loop, ``around`` what the file holds beside the picture.
    """

    image: Image.Image
    data: bytes
    kind: Kind
    width: int
    height: int
    turn: int
    orientation: int
    counted: Mapping[str, object]
    damage: str = ""
    around: Mapping[str, object] = {}

    @property
    def frames(self) -> int:
        """The number of frames, pages or sizes; 1 for a still picture."""
        count = self.counted.get("frames")
        return count if isinstance(count, int) and count > 1 else 1

    @property
    def unit(self) -> str:
        """What ``frames`` counts."""
        return {
            "TIFF": "pages", "PCX": "pages", "HEIC": "pictures", "ICO": "sizes",
            "Apple icon": "sizes",
        }.get(self.kind.label, "frames")  # fmt: skip

    @property
    def upright(self) -> tuple[int, int]:
        """The size as a person sees it."""
        if self.orientation in _SIDEWAYS:
            return self.height, self.width
        return self.width, self.height


def look(source: Source, asked: str = "") -> Look:
    """Read the headers of a picture; ``asked`` is the name of its format.

    A damaged header is read again with Pillow's tolerance for truncated files,
    and ``damage`` then says what was wrong.

    Raises:
        Malformed: no picture is found in these bytes.
    """
    kind = kind_of(source.head, asked)
    if kind is None:
        raise Malformed("its first bytes are of no picture that kread knows")
    camera = raw.find(source) if kind is RAW else None
    data = camera.preview if camera else source.bytes()
    damage = ""
    try:
        if kind is RAW and camera is None:
            image, kind = _thumbnail(source, data)
        else:
            image = opened(data, kind)
    except Malformed as error:
        if kind is RAW:
            raise
        _refuse_canvas(kind, data)
        if kind is not PNG:  # no other plug-in is tolerant of a header
            raise
        image = opened(data, kind, tolerant=True)
        damage = error.reason
    width, height = image.size
    orientation = value(lambda: _orientation(image), 1)
    if camera and orientation == 1:
        orientation = camera.orientation
    turn = orientation
    if image.format == "TIFF":  # Pillow turns it while it loads, and tells that size
        turn = 1
        if orientation in _SIDEWAYS:
            width, height = height, width
    still: dict[str, object] = {}
    counted = value(lambda: _count(image, data), still)
    around = camera.facts if camera else value(lambda: _around(image), still)
    return Look(
        image, data, kind, width, height, turn, orientation, counted, damage, around
    )


def _thumbnail(source: Source, data: bytes) -> tuple[Image.Image, Kind]:
    """Return what Pillow sees in a camera's file without a JPEG: its first picture.

    Raises:
        Malformed: it sees nothing.
    """
    if kind_of(source.head) is TIFF:
        image = value(lambda: opened(data, TIFF), None)
        if image is not None:
            return image, TIFF
    raise Malformed(
        "this camera raw file holds no preview, and its raw data is not developed",
        hint="dcraw, darktable or RawTherapee develop it",
    )


def _refuse_canvas(kind: Kind, data: bytes) -> None:
    """Tell a canvas that does not fit into memory from a damaged header.

    The WebP decoder holds it twice, and says in both cases that it cannot begin.

    Raises:
        OutOfBounds: the header asks for such a canvas.
    """
    width, height = _webp_canvas(data) if kind.label == "WebP" else (0, 0)
    if width * height > MAX_CANVAS:
        raise OutOfBounds(f"a WebP of {width}x{height} pixels takes too much memory")


def _webp_canvas(data: bytes) -> tuple[int, int]:
    """Return width and height of a WebP's header (RFC 9649, 2.5 to 2.7)."""
    if data[12:16] == b"VP8X":
        return (
            int.from_bytes(data[24:27], "little") + 1,
            int.from_bytes(data[27:30], "little") + 1,
        )
    if data[12:16] == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return (
        int.from_bytes(data[26:28], "little") & 0x3FFF,
        int.from_bytes(data[28:30], "little") & 0x3FFF,
    )


def opened(data: bytes, kind: Kind, *, tolerant: bool = False) -> Image.Image:
    """Return Pillow's view of ``data``; its size is checked by the caller.

    Raises:
        Malformed: none of the kind's plug-ins takes it.
    """
    from PIL import Image, ImageFile, UnidentifiedImageError

    if kind.decoder:
        return DECODE[0](data, kind)
    if not kind.plugins:
        return plain.opened(data, kind)
    Image.MAX_IMAGE_PIXELS = None
    ImageFile.LOAD_TRUNCATED_IMAGES = tolerant
    plugins = [name for name in kind.plugins if name in Image.OPEN]
    try:
        return Image.open(io.BytesIO(data), formats=plugins)
    except UnidentifiedImageError:
        reason = (
            f"it begins as {kind.label} does, but its header is damaged or of a sort "
            "that is not decoded"
        )
        raise Malformed(reason) from None
    except NotImplementedError as error:
        words = f"this {kind.label} is of a sort that is not decoded: {why(error)}"
        raise Malformed(words) from None
    except codec_errors() as error:
        raise Malformed(f"its {kind.label} header is damaged: {why(error)}") from None


def codec_errors() -> tuple[type[Exception], ...]:
    """Return what Pillow's plug-ins raise on damaged bytes."""
    import struct
    import zlib

    from PIL import Image

    return (
        OSError, ValueError, SyntaxError, TypeError, LookupError, EOFError,
        ArithmeticError, RuntimeError, AttributeError, struct.error, zlib.error,
        Image.DecompressionBombError,
    )  # fmt: skip


def facts(seen: Look, size: int) -> dict[str, object]:
    """Return what JSON and ``--identify`` show of a picture.

    ``width`` and ``height`` count the stored pixels; where an orientation turns
    them, ``displayWidth`` and ``displayHeight`` are what a person sees.
    """
    image = seen.image
    found: dict[str, object] = {
        "format": seen.kind.label,
        "width": seen.width,
        "height": seen.height,
        "mode": image.mode,
        "bytes": size,
    }
    if seen.upright != (seen.width, seen.height):
        found["displayWidth"], found["displayHeight"] = seen.upright
    if seen.orientation != 1:
        found["orientation"] = seen.orientation
    if seen.frames > 1:
        found.update(seen.counted)
    found.update(seen.around)
    nothing: dict[str, object] = {}
    found.update({**value(lambda: exif.metadata(_exif(image)), nothing), **found})
    found.update(value(lambda: _colour(image), nothing))
    texts = value(lambda: _texts(image), nothing)
    if texts:
        found["text"] = texts
    return found


def line(seen: Look, name: str, size: int, found: dict[str, object]) -> str:
    """Return the caption: ``photo.heic  HEIC 4032x3024, 3.1 MB, 2024-05-01 12:30``."""
    width, height = seen.upright
    parts = [f"{seen.kind.label} {width}x{height}"]
    if seen.frames > 1:
        parts.append(f"{seen.frames} {seen.unit}")
    parts.append(size_words(size))
    date = str(found.get("date", ""))[:16]
    if date:
        parts.append(date)
    return f"{name}  {', '.join(parts)}"


def _around(image: Image.Image) -> dict[str, object]:
    layers = getattr(image, "n_frames", 0) if image.format == "PSD" else 0
    return {"layers": layers} if layers > 1 else {}


def _orientation(image: Image.Image) -> int:
    turn = _exif(image).get(_ORIENTATION, 1)
    return turn if isinstance(turn, int) and 1 <= turn <= 8 else 1


def _exif(image: Image.Image) -> Image.Exif:
    """Return the Exif data of the header; PNG's own method would decode the pixels."""
    from PIL import Image as Pillow

    return Pillow.Image.getexif(image)


def _count(image: Image.Image, data: bytes) -> dict[str, object]:
    """Count frames, pages or icon sizes, no further than ``MAX_FRAMES``."""
    if image.format == "GIF":
        return gif.survey(data)
    if image.format == "MPO":  # a preview or a gain map, not another picture
        return {}
    if image.format in ("ICO", "CUR", "ICNS"):
        return {"frames": len(image.info.get("sizes", ())) or 1}
    if image.format == "PSD":  # these are layers of one picture
        return {}
    if image.format != "TIFF":
        found: dict[str, object] = {"frames": int(getattr(image, "n_frames", 1))}
        loop = image.info.get("loop")
        if found["frames"] != 1 and isinstance(loop, int):
            found["loop"] = loop
        return found
    count = 1
    try:
        while count < MAX_FRAMES:
            image.seek(count)
            count += 1
    except EOFError:
        pass
    finally:
        image.seek(0)
    return {"frames": count}


def _colour(image: Image.Image) -> dict[str, object]:
    info = image.info
    found: dict[str, object] = {}
    icc = info.get("icc_profile")
    if isinstance(icc, bytes) and len(icc) > 132:
        found["iccProfile"] = exif.profile_name(icc)
    dpi = info.get("dpi")
    if isinstance(dpi, tuple) and len(dpi) >= 2:
        across, down = exif.real(dpi[0]), exif.real(dpi[1])
        if across and down and across > 1 and down > 1:  # 1 stands for unknown
            found["dpi"] = [round(across, 2), round(down, 2)]
    if "transparency" in info or image.mode in ("RGBA", "LA", "PA", "La", "RGBa"):
        found["alpha"] = True
    if info.get("progressive"):
        found["progressive"] = True
    compression = info.get("compression")
    if isinstance(compression, str):
        found["compression"] = compression
    return found


def _texts(image: Image.Image) -> dict[str, object]:
    """Return text chunks and comments, at most ``MAX_TEXTS`` of them."""
    pairs: list[tuple[object, object]] = []
    if image.format == "PNG":  # its ``text`` would decode the pixels
        pairs += [pair for pair in image.info.items() if isinstance(pair[1], str)]
    if image.info.get("comment"):
        pairs.append(("comment", image.info["comment"]))
    found: dict[str, object] = {}
    for key, what in pairs[:MAX_TEXTS]:
        name, words = exif.text(key)[:80], exif.text(what)
        if name and words and not name.startswith("XML:com.adobe.xmp"):
            found[name] = words
    return found

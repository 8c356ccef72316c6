"""Pictures that FFmpeg decodes: OpenEXR, Radiance, DPX, JPEG-LS, XWD.

Samples that are linear light, as in OpenEXR and Radiance, become those of a screen;
what is brighter than white is white.

Sources: OpenEXR, "Technical Introduction" (scene-linear values); Radiance's manual,
"Picture file format"; IEC 61966-2-1 (sRGB).
"""

from __future__ import annotations

from kimi_read.errors import Malformed
from kimi_read.formats import image
from kimi_read.formats.image.look import DECODE
from kimi_read.recover import why

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from PIL import Image

    from kimi_read.blocks import Blocks
    from kimi_read.formats.image.kinds import Kind
    from kimi_read.request import Request
    from kimi_read.source import Source

MAX_PIXELS = 100_000_000
#: The curve of sRGB, near enough for eight bits.
_CURVE = "maxval*pow(val/maxval\\,0.4545)"
_LINEAR = ("hdr",)


def prepare() -> None:
    """Import what ``formats.image`` needs, and PyAV."""
    image.prepare()
    import av
    import av.filter.graph

    av.logging.set_level(None)
    av.logging.set_libav_level(av.logging.PANIC)
    DECODE[:] = [opened]


def read(source: Source, request: Request) -> Blocks:
    """Yield what ``formats.image`` does."""
    yield from image.read(source, request)


def opened(data: bytes, kind: Kind) -> Image.Image:
    """Return the decoded picture.

    Raises:
        Malformed: it cannot be decoded, or has more than ``MAX_PIXELS``.
    """
    import av

    options = {"max_pixels": str(MAX_PIXELS)}
    if kind.decoder == "exr":
        options["apply_trc"] = "iec61966_2_1"
    try:
        context: Any = av.CodecContext.create(kind.decoder, "r")
        context.thread_count = 1
        context.options = options
        frames = [*context.decode(av.Packet(data)), *context.decode(None)]
    except (av.FFmpegError, OSError, ValueError) as error:
        words = getattr(error, "strerror", None) or why(error)
        raise Malformed(f"its {kind.label} data cannot be decoded: {words}") from None
    if not frames:
        raise Malformed(f"its {kind.label} data holds no picture")
    return _as_pillow(frames[0], linear=kind.decoder in _LINEAR)


def _as_pillow(frame: Any, *, linear: bool) -> Image.Image:
    from av.filter.graph import Graph
    from PIL import Image

    alpha = any(part.is_alpha for part in frame.format.components)
    steps = [("format", f"pix_fmts={'rgba' if alpha else 'rgb24'}")]
    if linear:
        curves = ":".join(f"{channel}={_CURVE}" for channel in "rgb")
        steps = [("format", "pix_fmts=gbrp16le"), ("lutrgb", curves), *steps]
    graph = Graph()
    last = graph.add_buffer(
        width=frame.width, height=frame.height, format=frame.format,
        time_base=frame.time_base or _any_time(),
    )  # fmt: skip
    for name, words in steps:
        following = graph.add(name, words)
        last.link_to(following)
        last = following
    sink = graph.add("buffersink")
    last.link_to(sink)
    graph.configure()
    graph.push(frame)
    done: Any = graph.pull()
    plane, mode = done.planes[0], "RGBA" if alpha else "RGB"
    size = done.width, done.height
    return Image.frombytes(mode, size, bytes(plane), "raw", mode, plane.line_size, 1)


def _any_time() -> Any:
    from fractions import Fraction

    return Fraction(1, 25)

"""One decoded frame: upright, scaled, in the colours of a screen, as JPEG or pixels.

All of it is FFmpeg's own work: scaling, tone mapping, turning, encoding.
"""

from __future__ import annotations

from kimi_read.errors import Malformed
from kimi_read.formats.media import tone
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from av.video.frame import VideoFrame

#: The most pixels of a frame that is decoded.
MAX_PIXELS = 70_000_000
_TURNS = {90: "transpose=clock", 180: "hflip,vflip", 270: "transpose=cclock"}


def too_large(width: int, height: int) -> bool:
    """Whether frames of this size are never decoded."""
    return width <= 0 or height <= 0 or width * height > MAX_PIXELS


@record(frozen=True, slots=True)
class View:
    """How stored frames become what a person sees.

    ``rotation`` is in degrees clockwise; None asks each frame. ``aspect`` is the
    width of a pixel over its height.
    """

    rotation: int | None = 0
    mirrored: bool = False
    aspect: float = 1.0

    def turn(self, frame: VideoFrame) -> int:
        """Return the degrees for ``frame``, whose own value is counter-clockwise."""
        return -frame.rotation % 360 if self.rotation is None else self.rotation


def fitted(
    frame: VideoFrame, most: tuple[int, int], rotation: int, aspect: float
) -> tuple[int, int]:
    """Return width and height of the picture before it is turned.

    The display size (``aspect`` widens the pixels) within ``most``, never enlarged.
    """
    width, height = max(1.0, frame.width * aspect), float(max(1, frame.height))
    if rotation in (90, 270):
        most = most[1], most[0]
    factor = min(1.0, most[0] / width, most[1] / height)
    return max(1, round(width * factor)), max(1, round(height * factor))


def shown(
    frame: VideoFrame, most: tuple[int, int], view: View, pixels: str = "yuvj420p"
) -> VideoFrame:
    """Return ``frame`` upright in the pixel format ``pixels``, within ``most``.

    A frame in PQ or HLG is tone mapped.

    Raises:
        Malformed: FFmpeg cannot convert it.
    """
    rotation = view.turn(frame)
    width, height = fitted(frame, most, rotation, view.aspect)
    scale = f"scale={width}:{height}:flags=area+accurate_rnd"
    turns = _TURNS[rotation].split(",") if rotation in _TURNS else []
    if view.mirrored:
        turns.append("hflip")
    out = [f"format={pixels}"]
    if pixels == "yuvj420p":
        out.insert(0, "scale=out_color_matrix=bt601:out_range=full")
    for tones in (tone.filters(frame.color_trc), []):
        done = _filtered(frame, [scale, *tones, *turns, *out])
        if done is not None:
            return done
    raise Malformed("a frame cannot be converted")


def _filtered(frame: VideoFrame, chain: list[str]) -> VideoFrame | None:
    import av

    graph = av.filter.Graph()
    graph.threads = 1
    try:
        last = graph.add(
            "buffer", f"video_size={frame.width}x{frame.height}:"
            f"pix_fmt={frame.format.name}:time_base=1/1:pixel_aspect=1/1:"
            f"colorspace={int(frame.colorspace)}:range={int(frame.color_range)}"
        )  # fmt: skip
        for part in chain:
            name, _, options = part.partition("=")
            step = graph.add(name, options or None)
            last.link_to(step)
            last = step
        sink = graph.add("buffersink")
        last.link_to(sink)
        graph.configure()
        graph.push(frame)
        done = graph.pull()
    except (av.FFmpegError, ValueError, OSError):
        return None
    return done  # type: ignore[return-value]


def jpeg(frame: VideoFrame) -> bytes:
    """Return a frame (``yuvj420p``) as a JPEG file.

    Raises:
        Malformed: it cannot be encoded.
    """
    from fractions import Fraction

    import av

    encoder = av.CodecContext.create("mjpeg", "w")
    encoder.width, encoder.height = frame.width, frame.height
    encoder.pix_fmt = "yuvj420p"
    encoder.time_base = Fraction(1, 25)
    encoder.thread_count = 1
    encoder.options = {"qmin": "3", "qmax": "4", "flags": "bitexact"}
    frame.pts = 0
    frame.pict_type = 0
    try:
        packets = [*encoder.encode(frame), *encoder.encode(None)]
    except (av.FFmpegError, ValueError) as error:
        raise Malformed(f"a frame cannot be encoded: {error}") from None
    return b"".join(bytes(packet) for packet in packets)


def packed(frame: VideoFrame, channels: int) -> bytes:
    """Return the rows of a packed frame (``rgb24``, ``rgba``) without their padding."""
    plane = frame.planes[0]
    data, step, row = bytes(plane), plane.line_size, frame.width * channels
    if step == row:
        return data[: row * frame.height]
    return b"".join(data[at : at + row] for at in range(0, step * frame.height, step))


def spread(frame: VideoFrame) -> tuple[float, float]:
    """Return variance and mean of the brightness on a copy of 64 x 36 pixels.

    Both are 0 for a frame that FFmpeg cannot convert.
    """
    import av

    try:
        small = frame.reformat(
            width=64, height=36, format="gray", interpolation="FAST_BILINEAR", threads=1
        )
    except (av.FFmpegError, ValueError, OSError):
        return 0.0, 0.0
    data = packed(small, 1)
    mean = sum(data) / len(data)
    return sum((tone - mean) ** 2 for tone in data) / len(data), mean

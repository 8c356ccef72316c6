"""The frame that shows what a film is about: no black lead-in, no fade.

Key frames at some places of the film are scored by the variance of their brightness
and the first good one wins; only a film with too few key frames is decoded onwards.
"""

from __future__ import annotations

from kimi_read.blocks import Loss, Picture
from kimi_read.errors import Malformed
from kimi_read.formats.media import frames
from kimi_read.formats.media.packets import decoded, go_to, packets, rewind
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from av.container import InputContainer
    from av.video.frame import VideoFrame
    from av.video.stream import VideoStream

    from kimi_read.blocks import Block

EDGE = 640
PLACES = (0.1, 0.3, 0.5, 0.7, 0.02)
#: The most pixels that are decoded onwards where key frames do not do.
FORWARD_PIXELS = 250_000_000
#: The most packets that are read for one key frame.
SEEK_PACKETS = 4000
_GOOD_VARIANCE = 300
_DARK, _BRIGHT = 16, 240


@record(frozen=True, slots=True)
class Film:
    """A stream of pictures and how its frames are to be shown.

    ``foreign_colours``: only a decoder of Dolby Vision would show them right.
    """

    container: InputContainer
    stream: VideoStream
    seconds: float
    view: frames.View
    foreign_colours: bool = False


def film(
    container: InputContainer, facts: Mapping[str, object], *, own_rotation: bool
) -> Film | None:
    """Return the first film of ``container``; else its cover; None without any.

    ``own_rotation`` says that the container's walk did not tell the rotation, so
    that each frame is asked.
    """
    best = None
    for stream in container.streams.video:
        if stream.codec_context is None:
            continue
        attached = bool(stream.disposition & 0x400)
        if best is None or (best.disposition & 0x400 and not attached):
            best = stream
    if best is None:
        return None
    streams = facts.get("streams")
    known: Mapping[str, object] = {}
    for entry in streams if isinstance(streams, list) else []:
        if entry["index"] == best.index:
            known = entry
    rotation = known.get("rotation", 0)
    aspect = best.sample_aspect_ratio or best.codec_context.sample_aspect_ratio
    seconds = facts.get("durationSeconds")
    view = frames.View(
        None if own_rotation or not isinstance(rotation, int) else rotation,
        known.get("mirrored") is True,
        float(aspect) if aspect and aspect > 0 else 1.0,
    )
    length = float(seconds) if isinstance(seconds, (int, float)) else 0.0
    vision = known.get("dolbyVision")
    foreign = isinstance(vision, dict) and vision.get("profile") == 5
    return Film(container, best, length, view, foreign)


def thumbnail(show: Film, screen: tuple[int, int] | None) -> Iterator[Block]:
    """Yield the thumbnail: JPEG of at most ``EDGE`` pixels, or pixels for a screen."""
    frame = pick(show)
    if frame is None:
        yield Loss("no-thumbnail", "no frame of it can be decoded", shown=False,
                   partial=True)  # fmt: skip
        return
    try:
        yield picture(frame, show, screen)
    except Malformed as error:
        yield Loss("no-thumbnail", error.reason, shown=False, partial=True)


def picture(frame: VideoFrame, show: Film, screen: tuple[int, int] | None) -> Picture:
    """Return one frame of ``show`` as a picture."""
    most = screen or (EDGE, EDGE)
    small = frames.shown(frame, most, show.view, "rgba" if screen else "yuvj420p")
    size = small.width, small.height
    if screen:
        data = frames.packed(small, 4)
        return Picture("image/x-rgba", data, *size, "thumbnail")
    return Picture("image/jpeg", frames.jpeg(small), *size, "thumbnail")


def pick(show: Film) -> VideoFrame | None:
    """Return the best frame; None where nothing can be decoded."""
    context = show.stream.codec_context
    if frames.too_large(context.width, context.height):
        return None
    best: tuple[float, VideoFrame] | None = None
    seen = set()
    if show.stream.disposition & 0x400:
        cover = next(shown_frames(show, SEEK_PACKETS), None)
        if cover is None:
            rewind(show.container)  # which queues the cover again
            cover = next(shown_frames(show, SEEK_PACKETS), None)
        return cover
    context.skip_frame = "NONKEY"
    for place in PLACES if show.seconds > 1 else (0.0,):
        seek(show, place * show.seconds)
        frame = next(shown_frames(show, SEEK_PACKETS), None)
        if frame is None or frame.pts in seen:
            continue
        seen.add(frame.pts)
        variance, mean = frames.spread(frame)
        if best is None or variance > best[0]:
            best = variance, frame
        if good(variance, mean):
            return frame
    context.skip_frame = "DEFAULT"
    if len(seen) < len(PLACES) - 1:
        best = _onwards(show, best)
    return best[1] if best else None


def good(variance: float, mean: float) -> bool:
    """Whether a frame of this brightness shows something."""
    return variance > _GOOD_VARIANCE and _DARK < mean < _BRIGHT


def _onwards(
    show: Film, best: tuple[float, VideoFrame] | None
) -> tuple[float, VideoFrame] | None:
    """Decode from the start until a frame is good, within ``FORWARD_PIXELS``."""
    context = show.stream.codec_context
    rewind(show.container)
    most = max(2, FORWARD_PIXELS // max(1, context.width * context.height))
    for number, frame in enumerate(shown_frames(show, 1 << 30)):
        if number % 12 == 0:
            variance, mean = frames.spread(frame)
            if best is None or variance > best[0]:
                best = variance, frame
            if good(variance, mean):
                break
        if number >= most:
            break
    return best


def seek(show: Film, seconds: float) -> None:
    """Go to the key frame before ``seconds``, counted from the start of the film."""
    go_to(show.container, (show.container.start_time or 0) + int(seconds * 1e6))


def shown_frames(show: Film, most: int) -> Iterator[VideoFrame]:
    """Yield frames from here on; damaged packets are passed over.

    At most ``most`` packets of the stream are read without getting a frame.
    """
    left = most
    for packet in packets(show.container, show.stream):
        for frame in decoded(packet):
            if not frames.too_large(frame.width, frame.height):
                left = most
                yield frame
        left -= 1
        if left <= 0:
            return

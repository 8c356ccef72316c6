"""Packets and frames one after the other, as far as damage lets them come."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from av.container import InputContainer


#: Demuxers whose packets have no time.
_TIMELESS = ("h264", "hevc")
#: More than the time of the samples that any encoder is primed with, in microseconds.
_PRIMING = 200_000


def packets(container: InputContainer, *streams: Any) -> Iterator[Any]:
    """Yield the packets of ``streams``, or of all, until the file or its sense ends.

    A stream that only begins in the middle of a file ends it as well: PyAV knows
    those of the beginning.
    """
    import av

    try:
        yield from container.demux(*streams)
    except (av.FFmpegError, OSError, ValueError, IndexError):
        return


def decoded(packet: Any) -> list[Any]:
    """Return what a packet holds; nothing if it is damaged."""
    import av

    try:
        return list(packet.decode())
    except (av.FFmpegError, OSError, ValueError, IndexError):
        return []


def rewind(container: InputContainer) -> None:
    """Go back to the first packet; a container that cannot stays where it is.

    In MP4 that is before time 0: an encoder is primed with samples that are not heard.
    """
    primed = _PRIMING if container.format.name.startswith("mov") else 0
    go_to(container, (container.start_time or 0) - primed)


def go_to(container: InputContainer, place: int) -> bool:
    """Go to the key frame before ``place``, in microseconds; False if it cannot.

    A bare stream, which has no times, goes back to its first byte.
    """
    import av

    timeless = container.format.name in _TIMELESS
    try:
        container.seek(
            0 if timeless else place, backward=True, unsupported_byte_offset=timeless
        )
    except (av.FFmpegError, OSError, OverflowError, ValueError):
        return False
    return True

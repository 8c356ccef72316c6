"""Packets and frames one after the other, as far as damage lets them come."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from av.container import InputContainer


#: Demuxers whose packets have no time.
_TIMELESS = ("h264", "hevc")


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
    """Go back to the first packet; a container that cannot stays where it is."""
    go_to(container, container.start_time or 0)


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

"""Duration and frame rate where the header does not tell them.

A constant rate means that all frames last equally long. MP4, MOV and AVI keep the
time of every frame in an index; elsewhere the first packets are looked at.
"""

from __future__ import annotations

from itertools import pairwise

from kimi_read.formats.media.packets import packets, rewind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from av.container import InputContainer
    from av.stream import Stream

#: How many frames are looked at to tell a constant from a variable rate.
LOOK_FRAMES = 1500
LOOK_PACKETS = 400
LOOK_BYTES = 8 << 20
#: Rates in frames a second beyond which a number is none.
_MOST_FRAMES, _MOST_GUESSED = 10_000, 100
_INDEXED = ("mov", "avi")


def frame_rate(stream: Stream) -> dict[str, object]:
    """Return the average rate in frames a second; the mode where an index tells it."""
    found: dict[str, object] = {}
    average = float(stream.average_rate or 0)
    if not 0 < average < _MOST_FRAMES:
        average = float(stream.guessed_rate or stream.base_rate or 0)
        if average > _MOST_GUESSED:  # the rate of the clock
            average = 0
    if 0 < average < _MOST_FRAMES:
        found["frameRate"] = round(average, 3)
    container = stream.container
    if not container.format.name.startswith(_INDEXED) or not stream.time_base:
        return found
    entries = stream.index_entries
    if len(entries) > 2:
        times = [entry.timestamp for entry in entries[:LOOK_FRAMES]]
        found.update(_mode(times, float(stream.time_base)))
    return found


def look_at_packets(container: InputContainer, stream: Stream) -> dict[str, object]:
    """Return the mode of the frame rate from the first packets; rewind afterwards."""
    times: list[int] = []
    read = 0
    for packet in packets(container):
        read += packet.size
        if packet.stream_index == stream.index and packet.pts is not None:
            times.append(packet.pts)
        if len(times) >= LOOK_PACKETS or read > LOOK_BYTES:
            break
    rewind(container)
    if len(times) < 3 or not stream.time_base:
        return {}
    return _mode(sorted(times)[:-8] if len(times) > 40 else sorted(times),
                 float(stream.time_base))  # fmt: skip


def _mode(times: Sequence[int], base: float) -> dict[str, object]:
    """Tell constant from variable; a tick of rounding is no variation."""
    steps = [b - a for a, b in pairwise(times) if b > a]
    if len(steps) < 2:
        return {}
    steps = steps[:-1] if len(steps) > 4 else steps  # the last frame is often cut
    low, high = min(steps), max(steps)
    middle = sorted(steps)[len(steps) // 2]
    slack = max(2, middle * 0.02)
    odd = sum(abs(step - middle) > slack for step in steps)
    if odd <= len(steps) // 100 + (len(steps) > 20):  # a seam or a lost frame
        return {"frameRateMode": "constant"}
    return {
        "frameRateMode": "variable",
        "frameRateMinimum": round(1 / (high * base), 3),
        "frameRateMaximum": round(1 / (low * base), 3),
    }


def demuxed_seconds(container: InputContainer) -> float:
    """Return the duration by reading every packet; 0.0 where none has a time."""
    first: float | None = None
    last = 0.0
    for packet in packets(container):
        at = packet.pts if packet.pts is not None else packet.dts
        if at is None or packet.time_base is None:
            continue
        base = float(packet.time_base)
        start = at * base
        first = start if first is None else min(first, start)
        last = max(last, start + (packet.duration or 0) * base)
    rewind(container)
    return last - first if first is not None else 0.0

"""How loud a recording is, and its outline in a line of blocks.

Source: EBU R 128 and ITU-R BS.1770-4, measured by FFmpeg's ``ebur128``.
"""

from __future__ import annotations

from kimi_read.formats.media import rates

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Literal

    from av.audio.frame import AudioFrame
    from av.audio.stream import AudioStream
    from av.container import InputContainer

#: A longer recording is measured at places spread over it.
WHOLE_SECONDS = 240
PLACES = 30
PLACE_SECONDS = 6
COLUMNS = 60
_BLOCKS = " ▁▂▃▄▅▆▇█"
_RATE = 4000
_SILENCE = -70.0


def loudness(
    container: InputContainer, stream: AudioStream, seconds: float
) -> dict[str, object]:
    """Return integrated loudness in LUFS, range in LU, true peak in dBFS, outline.

    ``measured`` counts the seconds that were heard where they are not all. Empty
    where the recording cannot be decoded.
    """
    meter = _Meter(stream, seconds)
    spans = [(0.0, WHOLE_SECONDS)]
    if seconds > WHOLE_SECONDS:
        spans = [(seconds * n / PLACES, PLACE_SECONDS) for n in range(PLACES)]
    for start, length in spans:
        for frame in _decoded(container, stream, start, length, seek=len(spans) > 1):
            meter.hear(frame, start)
    return meter.result(whole=len(spans) == 1)


class _Meter:
    """Passes frames through FFmpeg's meter and keeps their peaks for the outline."""

    def __init__(self, stream: AudioStream, seconds: float) -> None:
        self._seconds = seconds
        self._base = stream
        self._graph: object = None
        self._shape: tuple[object, ...] = ()
        self._found: Mapping[str, str] = {}
        self._peaks: list[tuple[float, int]] = []
        self._heard = 0.0
        self._origin: float | None = None

    def hear(self, frame: AudioFrame, start: float) -> None:
        shape = (frame.format.name, frame.layout.name, frame.sample_rate)
        if self._graph is None:
            self._shape = shape
            self._graph = _graph(frame)
        if shape != self._shape or self._graph is None:
            return
        at = frame.time if frame.time is not None else start + self._heard
        if self._origin is None:
            self._origin = at
        self._heard += frame.samples / (frame.sample_rate or 1)
        frame.pts = None
        for out in _passed(self._graph, frame):
            if out.metadata:
                self._found = out.metadata
        self._peaks.append((at - self._origin, _peak(frame)))

    def result(self, *, whole: bool) -> dict[str, object]:
        found: dict[str, object] = {}
        for name, key, digits in (
            ("integratedLufs", "I", 1), ("rangeLu", "LRA", 1),
        ):  # fmt: skip
            amount = _number(self._found.get(f"lavfi.r128.{key}"))
            if amount is not None and amount > _SILENCE:
                found[name] = round(amount, digits)
        peak = _number(self._found.get("lavfi.r128.true_peak"))
        if peak is not None and peak > 0:
            from math import log10

            found["truePeakDbfs"] = round(20 * log10(peak), 1)
        if not whole:
            found["measuredSeconds"] = round(self._heard)
        outline = self._outline()
        if outline:
            found["waveform"] = outline
        return found

    def _outline(self) -> str:
        if not self._peaks:
            return ""
        length = max(self._seconds, self._peaks[-1][0] + 1e-3)
        columns = [0] * COLUMNS
        filled = [False] * COLUMNS
        for at, peak in self._peaks:
            index = min(COLUMNS - 1, max(0, int(at / length * COLUMNS)))
            columns[index] = max(columns[index], peak)
            filled[index] = True
        for index in range(1, COLUMNS):
            if not filled[index]:
                columns[index] = columns[index - 1]
        loudest = max(columns)
        if not loudest:
            return ""
        return "".join(_BLOCKS[min(8, round(8 * peak / loudest))] for peak in columns)


def _graph(frame: AudioFrame) -> object:
    import av

    graph = av.filter.Graph()
    graph.threads = 1
    try:
        source = graph.add_abuffer(
            sample_rate=frame.sample_rate, format=frame.format, layout=frame.layout
        )
        meter = graph.add("ebur128", "metadata=1:peak=true")
        sink = graph.add("abuffersink")
        source.link_to(meter)
        meter.link_to(sink)
        graph.configure()
    except (av.FFmpegError, ValueError, OSError):
        return None
    return graph


def _passed(graph: object, frame: AudioFrame) -> Iterator[AudioFrame]:
    import av

    try:
        graph.push(frame)  # type: ignore[attr-defined]
        while True:
            yield graph.pull()  # type: ignore[attr-defined]
    except (av.FFmpegError, ValueError, OSError):
        return


def _peak(frame: AudioFrame) -> int:
    """Return the largest sample of a frame's first channel, of 32,767."""
    name = frame.format.name.rstrip("p")
    codes: dict[str, Literal["f", "d", "h", "i", "B"]]
    codes = {"flt": "f", "dbl": "d", "s16": "h", "s32": "i", "u8": "B"}
    if name not in codes:
        return 0
    step = 1 if frame.format.is_planar else max(1, len(frame.layout.channels))
    whole = memoryview(bytes(frame.planes[0])).cast(codes[name])
    samples = whole[: frame.samples * step : step].tolist()
    if not samples:
        return 0
    low, high = min(samples), max(samples)
    if name == "u8":
        return int(max(128 - low, high - 128)) * 256
    full = {"flt": 1 / 32767, "dbl": 1 / 32767, "s16": 1, "s32": 65536}[name]
    top = max(-low, high) / full
    return int(top) if 0 <= top < 32767 else 32767 * (top >= 32767)


def _decoded(
    container: InputContainer,
    stream: AudioStream,
    start: float,
    length: float,
    *,
    seek: bool,
) -> Iterator[AudioFrame]:
    import av

    origin = (container.start_time or 0) / 1e6
    if seek:
        try:
            container.seek(int((origin + start) * 1e6))
        except (av.FFmpegError, OSError):
            return
    else:
        rates.rewind(container)
    heard = 0.0
    try:
        for packet in container.demux(stream):
            try:
                got = packet.decode()
            except (av.FFmpegError, ValueError):
                continue
            for frame in got:
                heard += frame.samples / (frame.sample_rate or 1)
                yield frame
            if heard >= length:
                return
    except (av.FFmpegError, OSError):
        return


def _number(words: str | None) -> float | None:
    try:
        amount = float(words or "")
    except ValueError:
        return None
    return amount if abs(amount) < 1e6 else None

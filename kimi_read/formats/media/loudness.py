"""How loud a recording is, and its outline in a line of blocks.

Source: EBU R 128 and ITU-R BS.1770-4, measured by FFmpeg's ``ebur128``.
"""

from __future__ import annotations

from math import log10

from kimi_read.formats.media.packets import decoded, go_to, packets, rewind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from av.audio.frame import AudioFrame
    from av.audio.stream import AudioStream
    from av.container import InputContainer

#: A longer recording is measured at places spread over it.
WHOLE_SECONDS = 240
PLACES = 30
#: A range is that of blocks of three seconds (EBU Tech 3342), of which it takes some.
RANGE_SECONDS = 6
PLACE_SECONDS = 6
COLUMNS = 60
#: ``ebur128`` gives frames of a tenth of a second, and ``astats`` the peak of each.
_CHAIN = (
    ("aformat", "sample_fmts=dbl"),
    ("ebur128", "metadata=1:peak=sample"),
    ("astats", "metadata=1:reset=1:measure_overall=Peak_level:measure_perchannel=none"),
    ("abuffersink", None),
)
_INTEGRATED, _RANGE = "lavfi.r128.I", "lavfi.r128.LRA"
_HIGHEST, _PEAK = "lavfi.r128.sample_peak", "lavfi.astats.Overall.Peak_level"
_BLOCKS = " ▁▂▃▄▅▆▇█"
_SILENCE, _INAUDIBLE = -70.0, 0.0001


def loudness(
    container: InputContainer, stream: AudioStream, seconds: float
) -> tuple[dict[str, object], float]:
    """Return integrated loudness in LUFS, range in LU, peak in dBFS, outline.

    ``measuredSeconds`` counts what was heard where that is not all. Empty where the
    recording cannot be decoded. The second is where the last sound was heard, in
    seconds from the first.
    """
    meter = _Meter(seconds)
    spans = [(0.0, WHOLE_SECONDS)]
    if seconds > WHOLE_SECONDS:
        spans = [(seconds * n / PLACES, PLACE_SECONDS) for n in range(PLACES)]
    for start, length in spans:
        for frame in _decoded(container, stream, start, length, seek=len(spans) > 1):
            meter.hear(frame, start)
    return meter.result(whole=len(spans) == 1), meter.reached


class _Meter:
    """Passes frames through FFmpeg's meters, and keeps peaks for the outline."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._graph: object = None
        self._shape: tuple[object, ...] = ()
        self._found: Mapping[str, str] = {}
        self._peaks: list[tuple[float, float]] = []
        self._heard = self.reached = 0.0
        self._origin: float | None = None
        self._start = self._at = 0.0

    def hear(self, frame: AudioFrame, start: float) -> None:
        """Take one frame of the span that begins at ``start``."""
        shape = (frame.format.name, frame.layout.name, frame.sample_rate)
        if self._graph is None:
            self._shape = shape
            self._graph = _graph(frame)
        if shape != self._shape or self._graph is None:
            return
        length = frame.samples / (frame.sample_rate or 1)
        if frame.time is not None:
            if self._origin is None:
                self._origin = frame.time
            if frame.time - self._origin + length < start:
                return  # the seek went further back
            self.reached = max(self.reached, frame.time - self._origin + length)
        if start != self._start:
            self._start = self._at = start
        self._heard += length
        self.reached = max(self.reached, self._heard)
        frame.pts = None
        for out in _passed(self._graph, frame):
            known = out.metadata
            self._found = known if _INTEGRATED in known else self._found
            if _PEAK in known:
                peak = _number(known[_PEAK])  # none of silence, which is "-inf"
                self._peaks.append(
                    (self._at, 10 ** (peak / 20) if peak is not None else 0.0)
                )
            self._at += out.samples / (out.sample_rate or 1)

    def result(self, *, whole: bool) -> dict[str, object]:
        """Return what was found."""
        found: dict[str, object] = {}
        loud = _number(self._found.get(_INTEGRATED))
        if loud is not None and loud > _SILENCE:
            found["integratedLufs"] = round(loud, 1)
            if self._heard >= RANGE_SECONDS:
                found["rangeLu"] = round(_number(self._found.get(_RANGE)) or 0.0, 1)
        peak = _number(self._found.get(_HIGHEST))
        if peak is not None and peak > 0:
            found["peakDbfs"] = round(20 * log10(peak), 1)
        if not whole:
            found["measuredSeconds"] = round(self._heard)
        outline = self._outline()
        if outline:
            found["waveform"] = outline
        return found

    def _outline(self) -> str:
        """Return the loudest peak of each column; silence between places is none."""
        length = max(self._seconds, *(at for at, _ in self._peaks), 1e-3, 0.0)
        columns: list[float | None] = [None] * COLUMNS
        for at, peak in self._peaks:
            index = min(COLUMNS - 1, int(at / length * COLUMNS))
            columns[index] = max(columns[index] or 0.0, peak)
        last = next((column for column in columns if column is not None), 0.0)
        peaks = []
        for column in columns:
            last = last if column is None else column
            peaks.append(last)
        loudest = max(peaks)
        if loudest <= _INAUDIBLE:
            return ""
        return "".join(_BLOCKS[min(8, round(8 * peak / loudest))] for peak in peaks)


def _graph(frame: AudioFrame) -> object:
    import av

    graph = av.filter.Graph()
    graph.threads = 1
    try:
        last = graph.add_abuffer(
            sample_rate=frame.sample_rate, format=frame.format, layout=frame.layout
        )
        for name, options in _CHAIN:
            step = graph.add(name, options)
            last.link_to(step)
            last = step
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


def _decoded(
    container: InputContainer,
    stream: AudioStream,
    start: float,
    length: float,
    *,
    seek: bool,
) -> Iterator[AudioFrame]:
    if not seek:
        rewind(container)
    elif not go_to(container, (container.start_time or 0) + int(start * 1e6)):
        return
    heard = 0.0
    for packet in packets(container, stream):
        for frame in decoded(packet):
            heard += frame.samples / (frame.sample_rate or 1)
            yield frame
        if heard >= length:
            return


def _number(words: str | None) -> float | None:
    try:
        amount = float(words or "")
    except ValueError:
        return None
    return amount if abs(amount) < 1e6 else None

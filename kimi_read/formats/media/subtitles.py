"""An embedded text track as timed lines: ``00:00:01.000 --> 00:00:02.500  words``.

Source: ASS, "Dialogue" events, fields after the ninth comma; override codes in braces.
"""

from __future__ import annotations

import re

from kimi_read.blocks import Loss, Verbatim
from kimi_read.errors import Unsupported
from kimi_read.formats.media import facts, labels
from kimi_read.formats.media.packets import decoded, packets
from kimi_read.guard.control import visible
from kimi_read.units import timestamp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from av.container import InputContainer
    from av.subtitles.stream import SubtitleStream

    from kimi_read.blocks import Block

TEXT_CODECS = frozenset((
    "subrip", "srt", "ass", "ssa", "mov_text", "webvtt", "text", "eia_608", "microdvd",
    "subviewer", "subviewer1", "sami", "stl", "jacosub", "mpl2", "pjs", "realtext",
    "vplayer", "ttml",
))  # fmt: skip
_CODES = re.compile(r"\{\\[^}]*\}|</?(?:[a-zA-Z][^<>]{0,200})>")
_BREAKS = re.compile(r"\\[Nn]|\r?\n")
_BATCH = 128
_DEFAULT, _FORCED = 0x1, 0x40


def lines(container: InputContainer) -> Iterator[Block]:
    """Yield the lines of the default text track, else of the first.

    Line breaks inside a subtitle become `` / ``, so that each line has its time.

    Raises:
        Unsupported: there is no text track; tracks of pictures are named.
    """
    tracks = [*container.streams.subtitles]
    texts = [track for track in tracks if _codec(track) in TEXT_CODECS]
    if not texts:
        found = ", ".join(labels.codec(_codec(track)) for track in tracks)
        raise Unsupported(
            f"its subtitles are no text: {found}" if tracks
            else "it has no subtitle track"
        )  # fmt: skip
    chosen = next((t for t in texts if t.disposition & _DEFAULT), texts[0])
    if len(texts) > 1:
        others = ", ".join(_name(track) for track in texts if track is not chosen)
        yield Loss(
            "other-subtitles", f"shown is {_name(chosen)}; there are also: {others}",
            shown=False,
        )  # fmt: skip
    yield Verbatim(lambda skip: _batches(container, chosen, skip))


def _codec(track: SubtitleStream) -> str:
    context = track.codec_context
    return context.codec.canonical_name or context.name if context else ""


def _name(track: SubtitleStream) -> str:
    language = facts.text(track.metadata.get("language", ""))
    title = facts.text(track.metadata.get("title", ""))
    words = labels.language(language) if language not in ("", "und") else ""
    return " ".join(filter(None, (f"track {track.index}", words, title)))


def _batches(
    container: InputContainer, track: SubtitleStream, skip: int
) -> Generator[list[bytes], None, int]:
    """Yield lines after ``skip`` in batches; return how many there are in all."""
    batch: list[bytes] = []
    count = 0
    for words in _cues(container, track):
        count += 1
        if count <= skip:
            continue
        batch.append(words.encode("utf-8", "backslashreplace"))
        if len(batch) >= _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch
    return count


def _cues(container: InputContainer, track: SubtitleStream) -> Iterator[str]:
    from av.stream import Discard

    for stream in container.streams:
        if stream.index != track.index:
            stream.discard = Discard.all
    for packet in packets(container, track):
        if not packet.size or packet.pts is None:
            continue
        base = float(packet.time_base or 0)
        start = packet.pts * base
        end = start + (packet.duration or 0) * base
        for subtitle in decoded(packet):
            words = _plain(getattr(subtitle, "ass", b"") or b"")
            if words:
                yield f"{timestamp(start)} --> {timestamp(end)}  {words}"


def _plain(event: bytes) -> str:
    """Return the words of an ASS event without its fields and codes."""
    parts = event.decode("utf-8", "replace").split(",", 8)
    text = _CODES.sub("", parts[-1])
    pieces = (
        " ".join(piece.replace("\\h", " ").split()) for piece in _BREAKS.split(text)
    )
    return visible(" / ".join(filter(None, pieces)))

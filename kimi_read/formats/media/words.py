"""The facts of a film or a recording as Markdown: a line, a list, small tables."""

from __future__ import annotations

from kimi_read.blocks import Item, Paragraph, Table
from kimi_read.formats.media import labels
from kimi_read.inline import escape
from kimi_read.units import clock, number, rate_words, size_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kimi_read.blocks import Block

_KINDS = {
    "video": "Video", "audio": "Audio", "subtitle": "Subtitles", "data": "Data",
    "attachment": "Attachment",
}  # fmt: skip


def caption(name: str, facts: Mapping[str, object]) -> str:
    """Return the one line: ``clip.mov  QuickTime 1080x1920, 1:02, 12 MB``."""
    size = ""
    film = _film(facts)
    if film is not None:
        size = f" {film.get('displayWidth', film.get('width'))}x" + str(
            film.get("displayHeight", film.get("height"))
        )
    parts = [f"{facts['container']}{size}"]
    seconds = facts.get("durationSeconds")
    if isinstance(seconds, (int, float)):
        parts.append(clock(seconds, digits=1 if seconds < 60 else 0))
    parts.append(size_words(_whole(facts.get("bytes"))))
    date = str(facts.get("date", ""))[:16]
    if date:
        parts.append(date)
    return f"{name}  {', '.join(parts)}"


def blocks(name: str, facts: Mapping[str, object]) -> Iterator[Block]:
    """Yield the caption, a list of what is known, chapters and tags."""
    yield Paragraph(escape(caption(name, facts)))
    for line in _lines(facts):
        yield Item(escape(line))
    chapters = facts.get("chapters")
    if isinstance(chapters, list):
        rows = [
            [clock(c["start"], digits=1), clock(c["end"], digits=1), escape(c["title"])]
            for c in chapters
        ]
        yield Table(["start", "end", "chapter"], rows)
    tags = facts.get("tags")
    if isinstance(tags, dict):
        pairs = [[escape(key), escape(words)] for key, words in tags.items()]
        yield Table(["tag", "value"], pairs)


def _lines(facts: Mapping[str, object]) -> Iterator[str]:
    seconds = facts.get("durationSeconds")
    if isinstance(seconds, (int, float)):
        words = f"Duration: {clock(seconds, digits=3)}"
        if facts.get("durationFrom"):
            words += f" ({facts['durationFrom']})"
        yield words
    rate = facts.get("bitRate")
    if isinstance(rate, int):
        yield f"Bit rate: {rate_words(rate)}"
    if facts.get("date"):
        yield f"Date: {facts['date']}"
    place = facts.get("gps")
    if isinstance(place, dict):
        altitude = place.get("altitude")
        above = f", {number(altitude, 1)} m" if altitude is not None else ""
        yield f"Place: {place['latitude']}, {place['longitude']}{above}"
    streams = facts.get("streams")
    for stream in streams if isinstance(streams, list) else []:
        if stream["type"] != "data" or "codec" in stream:  # else a list of chapters
            yield _stream(stream)
    count = facts.get("streamCount")
    if isinstance(count, int) and isinstance(streams, list):
        yield f"{count - len(streams)} more streams"
    loud = facts.get("loudness")
    if isinstance(loud, dict):
        yield from _loudness(loud)


def _stream(stream: Mapping[str, object]) -> str:
    kind = str(stream["type"])
    picture = "attached picture" in _roles(stream)
    head = "Cover" if picture else _KINDS.get(kind, kind)
    parts = [_codec(stream)]
    if kind == "video":
        parts += _video(stream)
    elif kind == "audio":
        parts += _audio(stream)
    elif kind == "attachment":
        parts = [str(stream.get(key, "")) for key in ("fileName", "mimeType")]
    rate = stream.get("bitRate")
    if isinstance(rate, int) and not picture:
        parts.append(rate_words(rate))
    parts.append(labels.language(str(stream.get("language", ""))))
    if stream.get("title"):
        parts.append(f'"{stream["title"]}"')
    parts += [
        role for role in _roles(stream) if role not in ("default", "attached picture")
    ]
    if stream.get("encrypted"):
        parts.append(f"encrypted ({stream['encrypted']})")
    return f"{head} {stream['index']}: {', '.join(filter(None, parts))}"


def _roles(stream: Mapping[str, object]) -> Sequence[str]:
    roles = stream.get("roles")
    return roles if isinstance(roles, list) else ()


def _codec(stream: Mapping[str, object]) -> str:
    words = str(stream.get("codecName") or stream.get("codec") or "unknown codec")
    profile = stream.get("profile")
    if profile and stream["type"] != "subtitle" and "attached" not in str(stream):
        words += f" {profile}"
    level = stream.get("level")
    return f"{words}@{level:.1f}" if isinstance(level, float) else words


def _video(stream: Mapping[str, object]) -> list[str]:
    parts = []
    if stream.get("width") and stream.get("height"):
        parts.append(f"{stream['width']}x{stream['height']}")
    if "displayWidth" in stream:
        shown = f"{stream['displayWidth']}x{stream['displayHeight']}"
        parts.append(f"shown at {shown} ({', '.join(_shape(stream))})")
    else:
        parts += _shape(stream)
    rate = stream.get("frameRate")
    if isinstance(rate, (int, float)):
        words = f"{number(rate, 3)} fps"
        if stream.get("frameRateMode") == "variable":
            low, high = stream["frameRateMinimum"], stream["frameRateMaximum"]
            words += (
                f" on average, variable ({number(_real(low))} to {number(_real(high))})"
            )
        elif stream.get("frameRateMode"):
            words += " constant"
        parts.append(words)
    if stream.get("interlaced"):
        parts.append(f"interlaced, {stream['interlaced']}")
    parts += _colour(stream)
    return parts


def _shape(stream: Mapping[str, object]) -> list[str]:
    parts = []
    if stream.get("rotation"):
        parts.append(f"turned {stream['rotation']} degrees clockwise")
    if stream.get("mirrored"):
        parts.append("mirrored")
    if stream.get("sampleAspectRatio"):
        parts.append(f"pixels {stream['sampleAspectRatio']}")
    return parts


def _colour(stream: Mapping[str, object]) -> list[str]:
    parts = []
    if stream.get("pixelFormat"):
        parts.append(str(stream["pixelFormat"]))
    colour = stream.get("colour")
    if isinstance(colour, dict):
        names: list[str] = []
        for key in ("primaries", "transfer", "matrix"):
            if colour.get(key) and colour[key] not in names:
                names.append(colour[key])
        if colour.get("range"):
            names.append(f"{colour['range']} range")
        parts.append("/".join(names))
    if stream.get("hdr"):
        words = str(stream["hdr"])
        if stream.get("masteringMaximum"):
            words += f" mastered at {number(_real(stream['masteringMaximum']))} cd/m2"
        if stream.get("maxContentLight"):
            words += (f", MaxCLL {stream['maxContentLight']}, "
                      f"MaxFALL {stream['maxFrameAverageLight']}")  # fmt: skip
        parts.append(words)
    vision = stream.get("dolbyVision")
    if isinstance(vision, dict):
        profile = f"{vision['profile']}.{vision['compatibility']}"
        parts.append(f"Dolby Vision profile {profile}")
    elif stream.get("dolbyVisionFrames"):
        parts.append("Dolby Vision")
    return parts


def _audio(stream: Mapping[str, object]) -> list[str]:
    parts = []
    rate = stream.get("sampleRate")
    if isinstance(rate, int) and rate:
        parts.append(f"{number(rate / 1000, 3)} kHz")
    depth = stream.get("bitDepth")
    if depth:
        parts.append(f"{depth} bit")
    layout, channels = stream.get("layout"), stream.get("channels")
    if layout:
        parts.append(str(layout))
    elif channels:
        parts.append(f"{channels} channels")
    return parts


def _loudness(loud: Mapping[str, object]) -> Iterator[str]:
    parts = []
    if "integratedLufs" in loud:
        parts.append(f"{loud['integratedLufs']} LUFS")
    if "rangeLu" in loud:
        parts.append(f"range {loud['rangeLu']} LU")
    if "peakDbfs" in loud:
        parts.append(f"peak {loud['peakDbfs']} dBFS")
    if parts:
        measured = loud.get("measuredSeconds")
        some = f" ({measured} s of it measured)" if measured else ""
        yield f"Loudness: {', '.join(parts)}{some}"
    if loud.get("waveform"):
        yield f"Waveform: {loud['waveform']}"


def _film(facts: Mapping[str, object]) -> Mapping[str, object] | None:
    streams = facts.get("streams")
    for stream in streams if isinstance(streams, list) else []:
        if stream["type"] == "video" and "attached picture" not in _roles(stream):
            return stream if stream.get("width") else None
    return None


def _whole(amount: object) -> int:
    return amount if isinstance(amount, int) else 0


def _real(amount: object) -> float:
    return float(amount) if isinstance(amount, (int, float)) else 0.0

"""What is known of a film or a recording, as plain values.

Source: ISO 6709 (places); FLAC (RFC 9639) 8.2; SMPTE ST 2086 and CTA-861.3 as in
ISO 14496-12 12.1.5 (mastering display, content light level).
"""

from __future__ import annotations

import re

from kimi_read.formats.media import boxes, labels, rates
from kimi_read.guard.control import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from av.container import InputContainer
    from av.stream import Stream

    from kimi_read.formats.media.boxes import Track, Walk
    from kimi_read.formats.media.kinds import Kind

MAX_STREAMS = 64
MAX_CHAPTERS = 500
MAX_TAGS = 64
TEXT_CHARS = 1000
ATTACHED = 0x400
_PLACE = re.compile(r"([+-]\d+(?:\.\d+)?)([+-]\d+(?:\.\d+)?)([+-]\d+(?:\.\d+)?)?")


def container_facts(
    container: InputContainer, kind: Kind, size: int, walk: Walk | None
) -> dict[str, object]:
    """Return container, streams, chapters and tags.

    Seconds are from the start of the film, rates in bits a second, places in
    decimal degrees. A duration that the header lacks is left out (see ``rates``).
    """
    found: dict[str, object] = {"container": kind.label}
    if walk and walk.seconds and not walk.fragments:
        found["durationSeconds"] = round(walk.seconds, 3)
    elif container.duration and container.duration > 0:
        found["durationSeconds"] = round(container.duration / 1e6, 3)
    if container.bit_rate:
        found["bitRate"] = container.bit_rate
    found["bytes"] = size
    tags = dict(container.metadata)
    found.update(_when_and_where(tags))
    tracks = {track.number: track for track in walk.tracks} if walk else {}
    streams = [*container.streams]
    found["streams"] = [
        stream_facts(stream, tracks.get(stream.id)) for stream in streams[:MAX_STREAMS]
    ]
    if len(streams) > MAX_STREAMS:
        found["streamCount"] = len(streams)
    if walk and walk.fragments:
        found["fragmented"] = True
    chapters = _chapters(container)
    if chapters:
        found["chapters"] = chapters
    if kind.label == "Ogg":  # its comments belong to the stream
        for stream in streams:
            tags = {**stream.metadata, **tags}
    shown = tag_values(tags)
    if shown:
        found["tags"] = shown
    return found


def stream_facts(stream: Stream, track: Track | None) -> dict[str, object]:
    """Return what is known of one stream."""
    context: Any = stream.codec_context
    found: dict[str, object] = {"index": stream.index, "type": stream.type}
    if context is not None:
        name = context.codec.canonical_name or context.name
        found["codec"] = name
        found["codecName"] = labels.codec(name)
    elif stream.type in ("video", "audio", "subtitle"):
        found["codec"] = "unknown"
    if stream.profile:
        found["profile"] = stream.profile
    if stream.type == "video":
        found.update(_video(stream, track))
    elif stream.type == "audio":
        found.update(_audio(stream))
    elif stream.type == "attachment":
        found["mimeType"] = text(getattr(stream, "mimetype", "") or "")
        found["fileName"] = text(stream.metadata.get("filename", ""))
    if track and track.scheme:
        found["encrypted"] = track.scheme
    language = stream.metadata.get("language", "")
    if language and language not in ("und", "```"):
        found["language"] = text(language)
    title = stream.metadata.get("title") or ""
    if title:
        found["title"] = text(title)
    roles = [
        word for bit, word in labels.DISPOSITIONS.items() if stream.disposition & bit
    ]
    if roles:
        found["roles"] = roles
    return {key: what for key, what in found.items() if what not in ("", None)}


def _video(stream: Any, track: Track | None) -> dict[str, object]:
    context: Any = stream.codec_context
    if context is None:
        return {}
    width, height = context.width, context.height
    found: dict[str, object] = {"width": width, "height": height}
    aspect = stream.sample_aspect_ratio or context.sample_aspect_ratio
    across, down = width, height
    if aspect and aspect != 1 and aspect > 0:
        found["sampleAspectRatio"] = f"{aspect.numerator}:{aspect.denominator}"
        across = max(1, round(width * float(aspect)))
    if track and track.rotation:
        found["rotation"] = track.rotation
        if track.rotation in (90, 270):
            across, down = down, across
    if track and track.mirrored:
        found["mirrored"] = True
    if (across, down) != (width, height):
        found["displayWidth"], found["displayHeight"] = across, down
    if stream.disposition & ATTACHED:
        return found
    level = context.level
    name = context.codec.canonical_name
    if level > 0 and name in ("h264", "hevc"):
        found["level"] = level / 10 if name == "h264" else level / 30
    found.update(rates.frame_rate(stream))
    if stream.frames:
        found["frames"] = stream.frames
    if stream.bit_rate:
        found["bitRate"] = stream.bit_rate
    found.update(_colour(stream, track))
    return found


def _colour(stream: Any, track: Track | None) -> dict[str, object]:
    context: Any = stream.codec_context
    found: dict[str, object] = {}
    if context.format is not None:
        found["pixelFormat"] = context.format.name
        depths = [part.bits for part in context.format.components]
        if depths:
            found["bitDepth"] = max(depths)
    names = {
        "primaries": labels.PRIMARIES.get(context.color_primaries),
        "transfer": labels.TRANSFERS.get(context.color_trc),
        "matrix": labels.MATRICES.get(context.colorspace),
        "range": labels.RANGES.get(context.color_range),
    }
    colour = {key: word for key, word in names.items() if word}
    if colour:
        found["colour"] = colour
    wide = context.color_primaries == 9
    hdr = {16: "HDR10" if wide else "HDR (PQ)", 18: "HLG"}.get(context.color_trc)
    extras = track.boxes if track else {}
    if hdr:
        found["hdr"] = hdr
        found.update(_light(extras))
    for key in (b"dvcC", b"dvvC", b"dvwC"):
        if key in extras:
            found["dolbyVision"] = boxes.dolby_vision(extras[key])
    if context.field_order in labels.FIELD_ORDERS:
        found["interlaced"] = labels.FIELD_ORDERS[context.field_order]
    return found


def _light(extras: Mapping[bytes, bytes]) -> dict[str, object]:
    """Return the light levels of an HDR track, in candela a square metre."""
    found: dict[str, object] = {}
    mastering, content = extras.get(b"mdcv", b""), extras.get(b"clli", b"")
    if len(mastering) >= 24:
        found["masteringMaximum"] = int.from_bytes(mastering[16:20], "big") / 10_000
        found["masteringMinimum"] = int.from_bytes(mastering[20:24], "big") / 10_000
    if len(content) >= 4:
        found["maxContentLight"] = int.from_bytes(content[:2], "big")
        found["maxFrameAverageLight"] = int.from_bytes(content[2:4], "big")
    return found


def _audio(stream: Any) -> dict[str, object]:
    context: Any = stream.codec_context
    if context is None:
        return {}
    found: dict[str, object] = {
        "sampleRate": context.sample_rate,
        "channels": context.channels,
    }
    layout = context.layout.name
    if layout.endswith(" channels"):
        layout = {1: "mono", 2: "stereo"}.get(context.channels, "")
    found["layout"] = layout.removesuffix("(side)")
    depth = _depth(context.codec.canonical_name, context.extradata or b"")
    if depth:
        found["bitDepth"] = depth
    rate = context.bit_rate
    if rate:
        found["bitRate"] = rate
    return found


def _depth(codec: str, extra: bytes) -> int:
    """Return the bits of a sample; 0 for a codec that has none of its own."""
    if codec == "flac" and len(extra) >= 34:
        return (int.from_bytes(extra[12:14], "big") >> 4 & 0x1F) + 1
    if codec == "alac" and len(extra) >= 18:
        return extra[17]
    return labels.depth_of_pcm(codec)


def _chapters(container: InputContainer) -> list[dict[str, object]]:
    found = []
    for chapter in container.chapters()[:MAX_CHAPTERS]:
        base = float(chapter["time_base"] or 1)
        title = text(chapter["metadata"].get("title", ""))
        found.append({
            "start": round(chapter["start"] * base, 3),
            "end": round(chapter["end"] * base, 3),
            "title": title,
        })  # fmt: skip
    return found


def _when_and_where(tags: Mapping[str, str]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key in ("com.apple.quicktime.creationdate", "creation_time", "date",
                "DATE", "ICRD", "WM/EncodingTime"):  # fmt: skip
        date = text(tags.get(key, ""))
        if len(date) >= 10 and not date.startswith(("1904-01-01", "1970-01-01")):
            found["date"] = _date(date)
            break
    for key in ("com.apple.quicktime.location.ISO6709", "location"):
        match = _PLACE.match(tags.get(key, ""))
        if match:
            place = {"latitude": float(match[1]), "longitude": float(match[2])}
            if match[3]:
                place["altitude"] = float(match[3])
            if abs(place["latitude"]) <= 90 and abs(place["longitude"]) <= 180:
                found["gps"] = place
                break
    return found


def _date(date: str) -> str:
    """Return ``2024-05-01 12:30:00 UTC`` for an ISO 8601 date, else what was given."""
    if re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", date):
        zone = date[19:].lstrip(".0123456789")
        zone = " UTC" if zone == "Z" else zone
        return f"{date[:10]} {date[11:19]}{zone}"
    return date


def tag_values(tags: Mapping[str, str]) -> dict[str, str]:
    """Return the tags that say something, clean and bounded."""
    found: dict[str, str] = {}
    for key, raw in tags.items():
        name, words = text(key), text(raw)
        known = name.lower() in labels.NOISE or "location" in name.lower()
        if words and not known and len(found) < MAX_TAGS:
            found[name[:80]] = words
    return found


def text(raw: str) -> str:
    """Return a tag's text clean and bounded; what is no UTF-8 is read as cp1252."""
    try:
        raw.encode()
    except UnicodeEncodeError:
        raw = raw.encode("utf-8", "surrogateescape").decode("cp1252", "replace")
    return visible(" ".join(raw[:TEXT_CHARS].split()))

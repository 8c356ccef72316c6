"""Films and recordings: what they are, and one picture of them.

``read`` yields ``Facts``; with ``request.pictures`` a ``Picture`` of the role
``thumbnail`` (``request.frames`` makes it a contact sheet of so many frames), JPEG
of at most 640 pixels, or raw RGBA within ``request.screen``; then a line, a list of
what is known, chapters and tags. ``request.subtitles`` asks for the lines of an
embedded text track instead.

A recording without a film is also measured (EBU R 128), and its cover is the picture.
"""

from __future__ import annotations

from kimi_read.blocks import Facts, Loss
from kimi_read.errors import Malformed
from kimi_read.formats.media import (
    boxes,
    damage,
    ebml,
    lean,
    light,
    loudness,
    rates,
    sheet,
    subtitles,
    thumbnail,
    words,
)
from kimi_read.formats.media.demux import open_container
from kimi_read.formats.media.facts import container_facts
from kimi_read.formats.media.kinds import kind_of, tag_size
from kimi_read.guard.control import visible_name
from kimi_read.standin import StandIns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from av.container import InputContainer

    from kimi_read.blocks import Block, Blocks
    from kimi_read.formats.media.boxes import Walk
    from kimi_read.formats.media.kinds import Kind
    from kimi_read.request import Request
    from kimi_read.source import Source

#: What names of stations in a transport stream may be in (ETSI EN 300 468, annex A).
CHARSETS = (
    "ISO6937", *(f"ISO-8859-{n}" for n in (5, 6, 7, 8, 9, 10, 11, 13, 14, 15)),
    "UCS-2BE", "KSC_5601", "GB2312", "BIG5",
)  # fmt: skip
#: Demuxers of streams whose length is only estimated from the bit rate.
_ESTIMATED = (
    "aac", "loas", "amr", "ac3", "eac3", "dts", "truehd", "voc", "mpegvideo", "m4v",
)  # fmt: skip


def prepare() -> None:
    """Import PyAV with what it loads late; nothing of it may speak to stderr."""
    import gc

    gc.disable()  # looking for garbage takes a tenth of the time of these imports
    import encodings.cp1252  # noqa: F401 - of tags that are no UTF-8
    import fractions  # noqa: F401 - outside of the block: it outlives PyAV

    with StandIns(lean.unasked()):
        import av
        import av.filter.graph
        import av.subtitles.codeccontext
        import av.subtitles.stream
        import av.subtitles.subtitle

    gc.freeze()  # else the first look would be at all that was imported
    gc.enable()
    av.logging.set_level(None)
    av.logging.set_libav_level(av.logging.PANIC)


def read(source: Source, request: Request) -> Blocks:
    """Yield facts, a picture if asked for, and the words.

    Raises:
        Malformed: no film or recording is found, or its index is missing.
        Unsupported: subtitles are asked for and there is no text track.
    """
    kind = kind_of(source, request.kind)
    walk = boxes.walk(source) if kind.demuxer == "mov" else None
    if walk and not walk.index and not walk.fragments:
        raise Malformed(
            damage.no_index(walk), hint="tools such as untrunc rebuild it with the "
            "help of an intact recording of the same camera"
        )  # fmt: skip
    if walk and not walk.index:
        raise Malformed(
            "it is a segment of a film whose index stands in another file",
            hint="put that one in front of it: cat init.mp4 segment.m4s > film.mp4",
        )
    container = open_container(source, kind)
    try:
        yield from _read(source, request, container, kind, walk)
    finally:
        container.close()


def _read(
    source: Source,
    request: Request,
    container: InputContainer,
    kind: Kind,
    walk: Walk | None,
) -> Blocks:
    if not container.streams:
        cut = f": its {walk.cut} box is cut off" if walk and walk.cut else ""
        raise Malformed(f"it is {kind.label} with no streams in it{cut}")
    facts = container_facts(container, kind, source.size, walk)
    _complete(source, container, kind, facts)
    secret = _encrypted(source, kind, walk)
    if secret:
        facts["encrypted"] = secret
    if request.identify:
        yield Facts(facts)
        return
    if request.subtitles:
        yield Facts(facts)
        yield from subtitles.lines(container)
        return
    losses = [*damage.losses(source, kind, walk)]
    shown: list[Block] = [*losses]
    if secret:
        shown.append(Loss(
            "encrypted-streams", f"its streams are encrypted ({secret}): what is known "
            "is from its index", shown=False,
        ))  # fmt: skip
    else:
        if request.pictures:  # before the measuring, which reads past a cover
            shown += _picture(source, request, container, facts, walk)
        measured, reached = _loudness(container, facts)
        if measured:
            facts["loudness"] = measured
        if not losses:
            shown += damage.early_end(facts, reached)
    yield Facts(facts)
    yield from shown
    name = "standard input" if source.name == "-" else visible_name(source.name)
    yield from words.blocks(name, facts)


def _complete(
    source: Source, container: InputContainer, kind: Kind, facts: dict[str, object]
) -> None:
    """Add what needs packets: the mode of the frame rate, a missing duration."""
    streams = facts["streams"]
    for entry in streams if isinstance(streams, list) else []:
        if entry["type"] != "video" or "attached picture" in entry.get("roles", ()):
            continue
        stream = container.streams[entry["index"]]
        if "frameRateMode" not in entry:
            entry.update(rates.look_at_packets(container, stream))
        if "hdr" in entry and "masteringMaximum" not in entry:
            entry.update(light.of_first_frame(container, stream))
        vision = None
        if kind.demuxer == "matroska":
            vision = ebml.vision(ebml.head_of(source))
        if vision and "dolbyVision" not in entry:
            entry["dolbyVision"] = vision
        break
    guessed = kind.demuxer in _ESTIMATED or (
        kind.demuxer == "mp3" and not _has_length(source)
    )
    if "durationSeconds" not in facts or guessed:
        seconds = rates.demuxed_seconds(container)
        if seconds > 0:
            facts["durationSeconds"] = round(seconds, 3)
            facts["durationFrom"] = "counted, its header has none"
            if "bitRate" not in facts:
                facts["bitRate"] = round(source.size * 8 / seconds)


def _has_length(source: Source) -> bool:
    """Whether an MP3 has a frame that tells its length (Xing, Info, VBRI)."""
    head = source.head
    start = tag_size(head) if head[:3] == b"ID3" else 0
    first = source.read_at(start, 4096)
    return any(mark in first for mark in (b"Xing", b"Info", b"VBRI"))


def _encrypted(source: Source, kind: Kind, walk: Walk | None) -> str:
    """Return the protection scheme of a film; empty for one in the clear."""
    for track in walk.tracks if walk else ():
        if track.scheme:
            return track.scheme
    if damage.encrypted(source, kind):
        return "AES" if kind.demuxer == "matroska" else "Windows Media DRM"
    return ""


def _loudness(
    container: InputContainer, facts: dict[str, object]
) -> tuple[dict[str, object], float]:
    """Measure a recording that is no film, and tell how far it could be heard."""
    films = [s for s in container.streams.video if not s.disposition & 0x400]
    if films or not container.streams.audio:
        return {}, 0.0
    stream = container.streams.audio[0]
    if stream.codec_context is None:
        return {}, 0.0
    seconds = facts.get("durationSeconds")
    length = float(seconds) if isinstance(seconds, (int, float)) else 0.0
    return loudness.loudness(container, stream, length)


def _picture(
    source: Source,
    request: Request,
    container: InputContainer,
    facts: dict[str, object],
    walk: Walk | None,
) -> Iterator[Block]:

    posed = walk is None and ebml.turned(ebml.head_of(source))
    show = thumbnail.film(container, facts, own_rotation=posed)
    if show is None:
        return
    if show.foreign_colours:
        yield Loss("dolby-vision", "its colours are those of Dolby Vision profile 5, "
                   "which are shown wrong", shown=False)  # fmt: skip
    if request.frames and show.seconds > 0 and not show.stream.disposition & 0x400:
        yield from sheet.contact_sheet(show, request.frames, request.screen)
    else:
        yield from thumbnail.thumbnail(show, request.screen)

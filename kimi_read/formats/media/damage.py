"""Is it whole? What the sizes in the headers say against the size of the file.

Sources: ISO 14496-12 4.2; RIFF; RFC 3533; ASF 3.2 (file properties), 3.10 (encryption).
"""

from __future__ import annotations

from kimi_read.blocks import Loss
from kimi_read.formats.media import ebml
from kimi_read.units import clock, size_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.formats.media.boxes import Walk
    from kimi_read.formats.media.kinds import Kind
    from kimi_read.source import Source

#: The most bytes of a page: its header, the table of 255 laces, and what they hold.
_OGG_PAGE = 27 + 255 + 255 * 255
_ASF_PROPERTIES = bytes.fromhex("a1dcab8c47a9cf118ee400c00c205365")
_ASF_ENCRYPTED = (
    bytes.fromhex("fbb3112223bdd211b4b700a0c955fc6e"),
    bytes.fromhex("14e68a292226174cb935dae07ee9289c"),
)


def no_index(walk: Walk) -> str:
    """Say why an MP4 without a movie box cannot be read."""
    words = "its index (the moov box) is missing"
    if walk.cut:
        return (
            f"{words} and its {walk.cut} box ends {size_words(walk.missing)} after the "
            "file: an incomplete download"
        )
    return f"{words}: an incomplete download, or a recording that was not finished"


def losses(source: Source, kind: Kind, walk: Walk | None) -> Iterator[Loss]:
    """Yield what is cut off."""
    missing = _missing(source, kind, walk)
    if missing > 0:
        yield Loss(
            "truncated",
            f"the file is cut off: {size_words(source.size)} of its "
            f"{size_words(source.size + missing)} are here",
            shown=False, partial=True,
        )  # fmt: skip
    elif kind.demuxer == "ogg" and _page_is_cut(source):
        yield Loss("truncated", "the file is cut off: its last page is not whole",
                   shown=False, partial=True)  # fmt: skip


def early_end(facts: dict[str, object], reached: float) -> Iterator[Loss]:
    """Yield a loss if a recording falls silent long before its header says.

    ``reached`` is how far it could be heard, in seconds; 0 if it could not be.
    """
    seconds = facts.get("durationSeconds")
    counted = "durationFrom" in facts
    if counted or not isinstance(seconds, (int, float)) or not reached:
        return
    if reached < seconds - max(1.0, seconds / 20):
        yield Loss(
            "truncated",
            f"only {clock(reached, digits=1)} of its {clock(seconds, digits=1)} can "
            "be heard: the file is cut off or damaged",
            shown=False, partial=True,
        )  # fmt: skip


def _missing(source: Source, kind: Kind, walk: Walk | None) -> int:
    """Return how many bytes the headers promise beyond the end of the file."""
    head = source.head
    if walk is not None:
        return walk.missing
    if kind.demuxer in ("avi", "wav", "aiff") and head[:4] in (
        b"RIFF",
        b"RIFX",
        b"FORM",
    ):
        order = "little" if head[:4] == b"RIFF" else "big"
        size = int.from_bytes(head[4:8], order)  # type: ignore[arg-type]
        whole = 8 + size if size not in (0, 0xFFFFFFFF, 0x7FFFFFFF) else 0
        return whole - source.size if size < 0xFFFFFF00 else 0
    if kind.demuxer == "matroska":
        return ebml.end_of_segment(head) - source.size
    if kind.demuxer == "asf":
        at = head.find(_ASF_PROPERTIES)
        whole = int.from_bytes(head[at + 40 : at + 48], "little") if at > 0 else 0
        return whole - source.size if whole < 1 << 40 else 0
    return 0


def _page_is_cut(source: Source) -> bool:
    """Whether the last page of an Ogg file goes on beyond its end (RFC 3533, 6)."""
    tail = source.tail(_OGG_PAGE)
    at = tail.rfind(b"OggS\0")
    if at < 0:
        return False
    count = tail[at + 26] if len(tail) > at + 26 else 255
    laces = tail[at + 27 : at + 27 + count]
    return at + 27 + count + sum(laces) > len(tail)


def encrypted(source: Source, kind: Kind) -> bool:
    """Whether a Matroska or Windows Media file is encrypted."""
    if kind.demuxer == "matroska":
        return ebml.encrypted(ebml.head_of(source))
    if kind.demuxer == "asf":
        return any(guid in source.head for guid in _ASF_ENCRYPTED)
    return False

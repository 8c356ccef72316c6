"""Is it whole? What the sizes in the headers say against the size of the file.

Sources: ISO 14496-12 4.2; RIFF; ASF 3.2 (file properties), 3.10 (encryption).
"""

from __future__ import annotations

from kimi_read.blocks import Loss
from kimi_read.formats.media import ebml
from kimi_read.units import size_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.formats.media.boxes import Walk
    from kimi_read.formats.media.kinds import Kind
    from kimi_read.source import Source

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


def encrypted(source: Source, kind: Kind) -> bool:
    """Whether a Matroska or Windows Media file is encrypted."""
    if kind.demuxer == "matroska":
        return ebml.encrypted(ebml.head_of(source))
    if kind.demuxer == "asf":
        return any(guid in source.head for guid in _ASF_ENCRYPTED)
    return False

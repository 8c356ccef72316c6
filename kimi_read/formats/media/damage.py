"""Is it whole? What the sizes in the headers say against the size of the file.

Sources: ISO 14496-12 4.2; RIFF; Matroska (RFC 9559) 5.1, 5.1.4.1.31 (encryption);
ASF 3.2 (file properties), 3.10 (content encryption).
"""

from __future__ import annotations

import re

from kimi_read.blocks import Loss
from kimi_read.units import size_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.formats.media.boxes import Walk
    from kimi_read.formats.media.demux import Kind
    from kimi_read.source import Source

_SEGMENT = b"\x18\x53\x80\x67"
_CLUSTER = b"\x1f\x43\xb6\x75"
#: ContentEncoding, in it ContentEncryption, in it ContentEncAlgo of one byte.
_MATROSKA_ENCRYPTED = re.compile(
    rb"\x62\x40.{1,96}?\x50\x35.{1,8}?\x47\xe1\x81[\1-\5]", re.DOTALL
)
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
        return _segment_end(head) - source.size
    if kind.demuxer == "asf":
        at = head.find(_ASF_PROPERTIES)
        whole = int.from_bytes(head[at + 40 : at + 48], "little") if at > 0 else 0
        return whole - source.size if whole < 1 << 40 else 0
    return 0


def _segment_end(head: bytes) -> int:
    """Return where the segment says it ends; 0 where its size is unknown."""
    at = head.find(_SEGMENT, 0, 256)
    if at < 0 or at + 12 > len(head):
        return 0
    first = head[at + 4]
    length = 9 - first.bit_length()
    if not first or length > 8:
        return 0
    size = int.from_bytes(head[at + 4 : at + 4 + length], "big") ^ 1 << 7 * length
    return 0 if size == (1 << 7 * length) - 1 else at + 4 + length + size


def encrypted(source: Source, kind: Kind) -> bool:
    """Whether a Matroska or Windows Media file is encrypted."""
    if kind.demuxer == "matroska":
        tracks = source.read_at(0, 1 << 16).partition(_CLUSTER)[0]
        return bool(_MATROSKA_ENCRYPTED.search(tracks))
    if kind.demuxer == "asf":
        return any(guid in source.head for guid in _ASF_ENCRYPTED)
    return False

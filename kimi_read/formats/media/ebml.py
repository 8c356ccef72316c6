"""What FFmpeg does not tell of a Matroska file: a look at the bytes of its head.

Only what stands before the first cluster is searched, for elements in the order in
which they are written.

Source: Matroska (RFC 9559) 5.1.4.1.31 (encryption), 5.1.4.1.28.42 (projection),
5.1.4.1.17 (block additions); Dolby Vision Streams within the Matroska Container 1.0.
"""

from __future__ import annotations

import re

from kimi_read.formats.media.boxes import dolby_vision

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.source import Source

HEAD_BYTES = 1 << 16
_SEGMENT = b"\x18\x53\x80\x67"
_CLUSTER = b"\x1f\x43\xb6\x75"
#: ContentEncoding, in it ContentEncryption, in it ContentEncAlgo of one byte.
_ENCRYPTED = re.compile(
    rb"\x62\x40.{1,96}?\x50\x35.{1,8}?\x47\xe1\x81[\1-\5]", re.DOTALL
)
#: BlockAddIDType with the name of the record, and BlockAddIDExtraData.
_VISION = re.compile(
    rb"\x41\xe7\x84dv[cvw]C.{0,40}?\x41\xed[\x85-\x9f](.{5})", re.DOTALL
)
_POSE_ROLL = b"\x76\x75\x84"


def head_of(source: Source) -> bytes:
    """Return the bytes before the first cluster, as far as they are looked at."""
    return source.read_at(0, HEAD_BYTES).partition(_CLUSTER)[0]


def encrypted(head: bytes) -> bool:
    """Whether a track is encrypted."""
    return bool(_ENCRYPTED.search(head))


def turned(head: bytes) -> bool:
    """Whether a track has a roll, which only its frames then tell."""
    return _POSE_ROLL in head


def vision(head: bytes) -> dict[str, int] | None:
    """Return profile, level and compatibility of Dolby Vision, if it is that."""
    match = _VISION.search(head)
    return dolby_vision(match[1]) if match else None


def end_of_segment(head: bytes) -> int:
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

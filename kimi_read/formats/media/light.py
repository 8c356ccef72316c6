"""How bright a film in HDR is: what one decoded frame carries beside its pixels.

Sources: SMPTE ST 2086 (mastering display), CTA-861.3 (content light level), SMPTE
ST 2094-40 (HDR10+), as FFmpeg's AVMasteringDisplayMetadata and AVContentLightMetadata.
"""

from __future__ import annotations

import struct

from kimi_read.formats.media.packets import decoded, packets, rewind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from av.container import InputContainer
    from av.video.stream import VideoStream

_PACKETS = 64
#: Eight rationals of chromaticity, then those of the least and the most light.
_LIGHT = struct.Struct("=64x4i")
_PLUS, _VISION = "DYNAMIC_HDR_PLUS", ("DOVI_METADATA", "DOVI_RPU_BUFFER")


def of_first_frame(container: InputContainer, stream: VideoStream) -> dict[str, object]:
    """Return what the first frame tells, in candela a square metre; rewind."""
    records: dict[str, bytes] = {}
    for number, packet in enumerate(packets(container, stream)):
        frames = decoded(packet)
        if frames:
            side = frames[0].side_data
            parts = [side[n] for n in range(len(side))]  # PyAV 19 iterates over keys
            records = {part.type.name: bytes(part) for part in parts}
        if frames or number > _PACKETS:
            break
    rewind(container)
    return told(records)


def told(records: Mapping[str, bytes]) -> dict[str, object]:
    """Return the facts that these records hold."""
    found: dict[str, object] = {}
    mastering = records.get("MASTERING_DISPLAY_METADATA", b"")
    if len(mastering) >= _LIGHT.size:
        least, under, most, below = _LIGHT.unpack_from(mastering)
        if under > 0 and below > 0 and most > 0:
            found["masteringMaximum"] = round(most / below, 4)
            found["masteringMinimum"] = round(least / under, 4)
    content = records.get("CONTENT_LIGHT_LEVEL", b"")
    if len(content) >= 8:
        brightest, average = struct.unpack_from("=II", content)
        if brightest:
            found["maxContentLight"] = brightest
            found["maxFrameAverageLight"] = average
    if _PLUS in records:
        found["hdr"] = "HDR10+"
    if any(name in records for name in _VISION):
        found["dolbyVisionFrames"] = True
    return found

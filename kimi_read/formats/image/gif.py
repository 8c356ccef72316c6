"""The frames of a GIF, counted from its blocks: no pixel is touched.

Source: GIF89a, 18 (screen descriptor), 20 (image descriptor), 23 (graphic control),
26 (application extension), 15 (data sub-blocks).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_IMAGE, _EXTENSION, _TRAILER = 0x2C, 0x21, 0x3B
_CONTROL, _APPLICATION = 0xF9, 0xFF
_STRAY_BYTES = 1 << 16


def survey(data: bytes) -> dict[str, object]:
    """Return ``frames``, ``durationSeconds`` and ``loop`` (0 is for ever).

    The walk ends quietly where the blocks are damaged or cut off.
    """
    frames = ticks = 0
    loop: int | None = None
    for block, at in _blocks(data):
        if block == _IMAGE:
            frames += 1
        elif block == _CONTROL:
            ticks += int.from_bytes(data[at + 4 : at + 6], "little")
        elif block == _APPLICATION and data[at + 3 : at + 14] == b"NETSCAPE2.0":
            loop = int.from_bytes(data[at + 16 : at + 18], "little")
    found: dict[str, object] = {"frames": frames}
    if frames > 1:
        found["durationSeconds"] = ticks / 100
        if loop is not None:
            found["loop"] = loop
    return found


def _blocks(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield label and start of each image and extension."""
    at, stray = 13 + _table(data[10:11]), 0
    while at + 2 <= len(data):
        start, label = at, data[at]
        if label == _IMAGE:
            at += 11 + _table(data[at + 9 : at + 10])
        elif label == _EXTENSION:
            label = data[at + 1]
            at += 2
        else:  # stray bytes between blocks, which decoders pass over
            at, stray = at + 1, stray + 1
            if label == _TRAILER or stray > _STRAY_BYTES:
                return
            continue
        while at < len(data) and data[at]:
            at += 1 + data[at]
        at += 1
        yield label, start


def _table(packed: bytes) -> int:
    return 3 << (packed[0] & 7) + 1 if packed and packed[0] & 0x80 else 0

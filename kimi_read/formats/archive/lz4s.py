"""LZ4: frames, and the older kind that has only blocks behind a magic number.

Source: LZ4 frame format 1.6.4, "General structure" and "Legacy frame" (blocks of at
most 8 MiB, each behind its packed size; the end of the file or another magic ends it).
"""

from __future__ import annotations

from kimi_read.formats.archive.decoder import OUT, Decoder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

LEGACY = b"\x02\x21\x4c\x18"
_BLOCK = 8 << 20
#: No packed block is larger: so many bytes may hold one that does not shrink.
_PACKED = _BLOCK + _BLOCK // 255 + 16
_MAGICS = (LEGACY, b"\x04\x22\x4d\x18")


class Lz4(Decoder):
    """One frame of either kind; ``frame`` and ``block`` are modules of ``lz4``."""

    def __init__(self, frame: ModuleType, block: ModuleType) -> None:
        super().__init__()
        self._inner = frame.LZ4FrameDecompressor()
        self._block = block
        self._held = b""
        self._old: bool | None = None

    def some(self, raw: bytes) -> bytes:
        """Take ``raw`` and return what comes out; whole blocks of the older kind."""
        if self._old is None:
            self._held += raw
            if len(self._held) < len(LEGACY):
                return b""
            self._old = self.endless = self._held.startswith(LEGACY)
            raw, self._held = self._held, b""
            if self._old:
                raw = raw[len(LEGACY) :]
        return self._blocks(raw) if self._old else self._frame(raw)

    def _frame(self, raw: bytes) -> bytes:
        out: bytes = self._inner.decompress(raw, OUT)
        self.ended = self._inner.eof
        if self.ended:
            self.rest = self._inner.unused_data or b""
        self.hungry = self._inner.needs_input
        return out

    def _blocks(self, raw: bytes) -> bytes:
        self._held += raw
        self.hungry = True
        size = int.from_bytes(self._held[:4], "little")
        if self._held[:4] in _MAGICS:
            self.ended, self.rest = True, self._held
            return b""
        if size > _PACKED:
            raise ValueError(f"a block of {size} bytes")
        if len(self._held) < 4 + size or not size:
            return b""
        packed, self._held = self._held[4 : 4 + size], self._held[4 + size :]
        self.hungry = len(self._held) < 8
        out: bytes = self._block.decompress(packed, uncompressed_size=_BLOCK)
        return out

    def finish(self) -> bytes:
        """Refuse a block that is cut off.

        Raises:
            EOFError: the last block is incomplete.
        """
        if self._held:
            raise EOFError("its last block is cut off")
        return b""

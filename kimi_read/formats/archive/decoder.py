"""What every decompressor of a stream looks like to the one that feeds it."""

from __future__ import annotations

#: The bytes that one step gives, about.
OUT = 1 << 18


class Decoder:
    """One stream: ``some(raw)`` gives some output and may want more input."""

    #: Whether the stream has no end of its own but that of its bytes.
    endless = False

    def __init__(self) -> None:
        self.ended = False
        self.hungry = True
        self.rest = b""

    def some(self, raw: bytes) -> bytes:
        """Take ``raw`` (empty if not hungry) and return up to ``OUT`` bytes."""
        raise NotImplementedError

    def finish(self) -> bytes:
        """Return what is left where the bytes of an endless stream end."""
        return b""

"""One ZIP member whose record needs a closer look, or whose bytes are wanted."""

from __future__ import annotations


class Member:
    """What the directory says of it; ``head`` is the offset of its own header.

    ``aes`` is the strength of WinZip's encryption, 0 for none; ``clock`` and ``day``
    are the MS-DOS time and date.
    """

    def __init__(self, mode: str) -> None:
        self.mode = mode
        self.name = ""
        self.raw_name = b""
        self.comment = b""
        self.flags = self.method = self.clock = self.day = 0
        self.crc = self.packed = self.size = self.head = 0
        self.aes = 0

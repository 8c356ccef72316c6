"""Unix compress (.Z): LZW with codes of 9 to 16 bits.

Source: the format as compress(1) of 4.3BSD writes it: a header of three bytes (magic,
then the most bits and whether codes are cleared), codes packed from the low bit up;
codes come in groups of eight, and a change of width or a clear ends a group early.
"""

from __future__ import annotations

from kimi_read.formats.archive.decoder import OUT, Decoder

_CLEAR = 256
_FIRST_BITS = 9


class Lzw(Decoder):
    """One stream; it ends where its bytes end."""

    endless = True

    def __init__(self) -> None:
        super().__init__()
        self._pending = b""
        self._most = 0
        self._clears = False
        self._table: list[bytes] = []
        self._bits = _FIRST_BITS
        self._before = b""

    def some(self, raw: bytes) -> bytes:
        """Take ``raw`` and return some of what it gives.

        Raises:
            ValueError: a code that cannot be.
        """
        data = self._pending + raw
        if not self._most:
            if len(data) < 3:
                self._pending = data
                return b""
            self._most, self._clears = data[2] & 0x1F, bool(data[2] & 0x80)
            if not _FIRST_BITS <= self._most <= 16:
                raise ValueError(f"codes of {self._most} bits")
            self._restart()
            data = data[3:]
        out: list[bytes] = []
        size = at = 0
        while len(data) - at >= self._bits and size < OUT:
            group = data[at : at + self._bits]
            at += self._bits
            known = len(out)
            self._group(group, out)
            size += sum(map(len, out[known:]))
        self._pending = data[at:]
        self.hungry = len(self._pending) < self._bits
        return b"".join(out)

    def finish(self) -> bytes:
        """Return what the last group gives, which may be short."""
        out: list[bytes] = []
        if self._most:
            self._group(self._pending, out)
        self._pending = b""
        return b"".join(out)

    def _restart(self) -> None:
        self._table = [bytes([byte]) for byte in range(256)]
        if self._clears:
            self._table.append(b"")
        self._bits = _FIRST_BITS
        self._before = b""

    def _group(self, group: bytes, out: list[bytes]) -> None:
        """Decode eight codes, fewer where the width changes or the bytes end."""
        number = int.from_bytes(group, "little")
        bits = self._bits
        mask = (1 << bits) - 1
        table = self._table
        for _ in range(len(group) * 8 // bits):
            code = number & mask
            number >>= bits
            if code == _CLEAR and self._clears:
                self._restart()
                return
            if code < len(table):
                text = table[code]
            elif code == len(table) and self._before:
                text = self._before + self._before[:1]
            else:
                raise ValueError("a code that cannot be")
            out.append(text)
            if self._before and len(table) < 1 << self._most:
                table.append(self._before + text[:1])
            self._before = text
            if len(table) >= 1 << bits and bits < self._most:
                self._bits = bits + 1
                return

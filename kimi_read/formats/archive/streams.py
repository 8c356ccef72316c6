"""Bytes read forward: of a file, or inflated from one, within bounds.

``Stream`` gives blocks and skips; ``FileStream`` skips without reading, and
``Inflated`` by throwing bytes away. ``fault`` says where the bytes broke off.
"""

from __future__ import annotations

from kimi_read.errors import OutOfBounds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.source import Source

BLOCK = 512
_PIECE = 1 << 18
#: Inflating goes on freely up to so many bytes, then while the ratio is plausible.
FREE_BYTES = 256 << 20
RATIO = 100


class Stream:
    """A forward reader.

    ``buffer`` holds what was read last, ``size`` bytes from position ``base`` of the
    stream, and ``at`` is the place in it; a loop over many headers may use them
    itself as long as it stays within the buffer.
    """

    def __init__(self) -> None:
        self.fault = ""
        self.base = 0
        self.buffer = b""
        self.at = 0
        self.size = 0

    @property
    def position(self) -> int:
        """How many bytes have been read or skipped."""
        return self.base + self.at

    def block(self) -> bytes:
        """Return the next 512 bytes; fewer at the end."""
        at = self.at
        stop = at + BLOCK
        if stop <= self.size:
            self.at = stop
            return self.buffer[at:stop]
        return self.read(BLOCK)

    def peek(self) -> bytes:
        """Return the next 512 bytes (fewer at the end) without moving."""
        while self.size - self.at < BLOCK:
            rest, start = self.buffer[self.at :], self.position
            more = self._more()
            self.buffer = rest + self.buffer
            self.base, self.at, self.size = start, 0, len(self.buffer)
            if not more:
                break
        return self.buffer[self.at : self.at + BLOCK]

    def read(self, count: int) -> bytes:
        """Return up to ``count`` bytes; fewer only at the end."""
        parts = []
        while count > 0:
            part = self.buffer[self.at : self.at + count]
            if part:
                parts.append(part)
                self.at += len(part)
                count -= len(part)
            elif not self._more():
                break
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def skip(self, count: int) -> int:
        """Move on by ``count`` bytes; return how many of them were missing."""
        left = self.size - self.at
        if count <= left:
            self.at += count
            return 0
        self.at = self.size
        return self._skip(count - left)

    def _skip(self, count: int) -> int:
        while self._more():
            if count <= self.size:
                self.at = count
                return 0
            count -= self.size
            self.at = self.size
        return count

    def _more(self) -> bool:
        """Put the bytes that follow into the buffer; False at the end."""
        self.base += self.size
        self.buffer = self._next()
        self.at, self.size = 0, len(self.buffer)
        return self.size > 0

    def _next(self) -> bytes:
        raise NotImplementedError


class FileStream(Stream):
    """The bytes of a file from ``start`` to ``end``."""

    def __init__(self, source: Source, start: int = 0, end: int | None = None) -> None:
        super().__init__()
        self._source = source
        self._start = start
        self._length = (source.size if end is None else min(end, source.size)) - start

    def _next(self) -> bytes:
        count = min(_PIECE, self._length - self.base)
        return (
            self._source.read_at(self._start + self.base, count) if count > 0 else b""
        )

    def _skip(self, count: int) -> int:
        self.base += self.size
        self.buffer = b""
        self.at = self.size = 0
        left = max(0, self._length - self.base)
        self.base += min(count, left)
        return max(0, count - left)


class Inflated(Stream):
    """The bytes that come out of a decompressor, as its chunks come."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        super().__init__()
        self._chunks = chunks

    def _next(self) -> bytes:
        return next(self._chunks, b"")


class Bound:
    """Stops what inflates to far more than its bytes can hold."""

    def __init__(self, free: int = FREE_BYTES) -> None:
        self._free = free
        self.inflated = 0

    def add(self, count: int, consumed: int) -> None:
        """Count ``count`` more inflated bytes, of ``consumed`` packed ones in all.

        Raises:
            OutOfBounds: there are too many.
        """
        self.inflated += count
        if self.inflated > self._free and self.inflated > RATIO * consumed:
            raise OutOfBounds(
                f"it inflates to more than {self.inflated >> 20} MiB from {consumed} "
                "bytes, as a bomb does",
                hint="unpack it with another tool if it is to be trusted",
            )

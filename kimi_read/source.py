"""An opened file: its name, its size, and positioned reads on one descriptor."""

from __future__ import annotations

import io
import os

from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _typeshed import WriteableBuffer as Buffer

HEAD_BYTES = 8192
_FAR = 1 << 62
#: The last descriptor of the standard streams.
_STANDARD = 2
#: What may be read past the size, of a file that has grown since it was opened.
_GROWN = 1 << 16


def lifted(descriptor: int) -> int:
    """Return the same file under a number that is none of a standard stream's.

    Where a host has closed one of these, the next file that it opens gets its number;
    a worker puts something harmless there.
    """
    low: list[int] = []
    while descriptor <= _STANDARD:
        low.append(descriptor)
        descriptor = os.dup(descriptor)
    for number in low:
        os.close(number)
    return descriptor


@record(frozen=True, slots=True, kw_only=True)
class Source:
    """A regular file, opened once and never again by its name.

    ``path`` is absolute and may hold surrogate escapes; ``name`` is what the
    extension is taken from (the base name, or the hint given for a stream).
    ``descriptor`` is owned by whoever made the source. All reads are positioned,
    so that any number of readers can share it.
    """

    path: str
    name: str
    descriptor: int
    size: int
    head: bytes

    @property
    def extension(self) -> str:
        """The last suffix in lower case with its dot; empty if there is none."""
        return os.path.splitext(self.name)[1].lower()

    @property
    def stem(self) -> str:
        """The name without its last suffix."""
        return os.path.splitext(self.name)[0]

    def read_at(self, position: int, count: int) -> bytes:
        """Return up to ``count`` bytes from ``position``; fewer only at the end.

        Both may be what a hostile file says: before the start and past all files
        there is nothing, and no more is allocated than there can be.
        """
        if not 0 <= position < _FAR:
            return b""
        count = min(count, max(self.size - position, _GROWN))
        parts = []
        while count > 0:
            part = _pread(self.descriptor, min(count, 1 << 30), position)
            if not part:
                break
            parts.append(part)
            position += len(part)
            count -= len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def part(self, number: int) -> str:  # noqa: ARG002 - for a worker to override
        """Say that part ``number`` (a page, counted from 1) is read next.

        Returns why it has to be left out, or nothing: a worker that died of a part
        is followed by one that goes around it. For parts that are read as a whole
        before any line of them is given.
        """
        return ""

    def tail(self, count: int) -> bytes:
        """Return the last ``count`` bytes, or the whole if it is shorter."""
        start = max(0, self.size - count)
        return self.read_at(start, self.size - start)

    def bytes(self) -> bytes:
        """Return the whole file. Its size was checked against its limit."""
        return self.read_at(0, self.size)

    def open(self) -> io.BufferedReader:
        """Return a seekable binary reader with a position of its own.

        Closing it leaves the descriptor open. It makes no system call but
        positioned reads, so that it works in a locked worker.
        """
        return io.BufferedReader(_Reader(self), 1 << 16)


@record(frozen=True, slots=True, kw_only=True)
class MemorySource(Source):
    """The same over bytes in memory: a decrypted package, an embedded file."""

    data: bytes = b""

    def read_at(self, position: int, count: int) -> bytes:
        """Return up to ``count`` bytes from ``position``; fewer only at the end."""
        inside = position >= 0 and count > 0
        return self.data[position : position + count] if inside else b""


def in_memory(data: bytes, name: str, path: str = "") -> MemorySource:
    """Return a source over ``data`` that is called ``name``."""
    return MemorySource(
        path=path or name, name=name, descriptor=-1, size=len(data),
        head=data[:HEAD_BYTES], data=data,
    )  # fmt: skip


class _Reader(io.RawIOBase):
    def __init__(self, source: Source) -> None:
        self._source = source
        self._at = 0
        self.name = source.name

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = 0) -> int:
        start = (0, self._at, self._source.size)[whence]
        if start + offset < 0:
            raise OSError(22, "seek before the start")
        self._at = start + offset
        return self._at

    def readinto(self, buffer: Buffer) -> int:
        view = memoryview(buffer)
        left = max(0, self._source.size - self._at)
        data = self._source.read_at(self._at, min(len(view), left))
        view[: len(data)] = data
        self._at += len(data)
        return len(data)


if hasattr(os, "pread"):
    _pread = os.pread
else:  # Windows has no positioned read, and no second thread shares our sources

    def _pread(descriptor: int, count: int, position: int) -> bytes:
        os.lseek(descriptor, position, os.SEEK_SET)
        return os.read(descriptor, count)

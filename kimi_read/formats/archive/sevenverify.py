"""``--verify`` for 7z: folders are inflated once, files checked against their sums."""

from __future__ import annotations

import zlib
from itertools import groupby

from kimi_read.errors import KreadError, Malformed
from kimi_read.formats.archive import sevendata
from kimi_read.formats.archive.streams import Bound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.formats.archive.sevenhead import File, Streams
    from kimi_read.source import Source


def faults_of(
    source: Source, streams: Streams, files: list[File], password: str
) -> Iterator[tuple[str, str]]:
    """Yield, for each file with bytes, the code and words of what is wrong with it."""
    bound = Bound()
    stored = [file for file in files if file.folder is not None]
    for number, group in groupby(stored, key=lambda file: file.folder or 0):
        data = sevendata.chunks(source, streams, number, password)
        reader = _Reader(data, bound, source.size)
        failed = ("", "")
        for file in group:
            if not failed[1]:
                try:
                    crc = reader.crc(file.size)
                except Malformed as error:
                    failed = ("checksum", error.reason)
                except KreadError as error:
                    failed = ("unverified", error.reason)
                else:
                    wrong = file.crc is not None and crc != file.crc
                    yield ("checksum", "its checksum differs") if wrong else ("", "")
                    continue
            yield failed


class _Reader:
    def __init__(self, data: Iterator[bytes], bound: Bound, consumed: int) -> None:
        self._data = data
        self._bound = bound
        self._consumed = consumed
        self._rest = b""

    def crc(self, size: int) -> int:
        """Return the checksum of the next ``size`` bytes."""
        crc = 0
        while size > 0:
            if not self._rest:
                self._rest = next(self._data, b"")
                self._bound.add(len(self._rest), self._consumed)
                if not self._rest:
                    raise Malformed("its compressed bytes end too early")
            piece, self._rest = self._rest[:size], self._rest[size:]
            crc = zlib.crc32(piece, crc)
            size -= len(piece)
        return crc

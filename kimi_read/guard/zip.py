"""ZIP packages (Office, OpenDocument, EPUB) read part by part, within bounds.

Only bytes that really come out of the decompressor count, never claimed sizes.
"""

from __future__ import annotations

import io
import zlib

from kimi_read.errors import Encrypted, Malformed, OutOfBounds
from kimi_read.guard.zip_directory import data_start, directory, walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kimi_read.guard.zip_directory import Part
    from kimi_read.source import Source

PART_BYTES = 384 << 20
TOTAL_BYTES = 512 << 20
_CHUNK = 1 << 16
_SALVAGE_BYTES = 1 << 20


class Package:
    r"""The parts of one ZIP file, by name.

    ``faults`` says what was wrong with the structure; parts found all the same
    are readable. Names are looked up without regard to case, with ``/`` for ``\``;
    of two parts with one name the later in the directory counts, as for most
    readers. ``inflated`` counts the bytes of all parts read so far.

    Raises:
        Malformed: there is no member at all.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.faults: list[str] = []
        self.inflated = 0
        self.parts: dict[str, Part] = {}
        parts = directory(source, self.faults)
        if parts is None:
            self.faults.append("the directory of the ZIP file is missing or damaged")
        elif self._misplaced(parts):
            self.faults.append("its members are not where its directory says")
        incomplete = bool(self.faults)
        self._add(parts or ())
        if incomplete:
            self._add_found()
        if not self.parts:
            raise Malformed("not a readable ZIP file: it has no members")

    def _misplaced(self, parts: list[Part]) -> bool:
        """Whether bytes were lost or put in: the first or the last are elsewhere."""
        places = [part.header for part in parts]
        return any(
            data_start(self.source, place) < 0 for place in {min(places), max(places)}
        )

    def _add_found(self) -> None:
        """Add members that the directory does not give, or gives wrongly."""
        for part in walk(self.source):
            known = self.parts.get(_key(part.name))
            if known is None or data_start(self.source, known.header) < 0:
                self.parts[_key(part.name)] = part

    def _add(self, parts: Iterable[Part]) -> None:
        twice = 0
        for part in parts:
            twice += _key(part.name) in self.parts
            self.parts[_key(part.name)] = part
        if twice:
            self.faults.append(f"{twice} of its members have the name of another one")

    def __contains__(self, name: str) -> bool:
        """Whether there is a part of that name."""
        return _key(name) in self.parts

    def names(self) -> list[str]:
        """Return the names as written, in directory order."""
        return [part.name for part in self.parts.values()]

    def open(self, name: str, limit: int = PART_BYTES) -> PartReader:
        """Return a reader of the inflated bytes of a part.

        Raises:
            KeyError: there is no such part.
            Encrypted: the part is encrypted.
            Malformed: its compression is none that Office writes.
        """
        part = self.parts[_key(name)]
        if part.encrypted:
            raise Encrypted(f"the part {part.name} is encrypted")
        if part.method not in (0, 8):
            raise Malformed(f"{part.name} has compression {part.method}")
        return PartReader(self, part, limit)

    def read(self, name: str, limit: int = PART_BYTES) -> bytes:
        """Return a whole part."""
        return self.open(name, limit).read()


class PartReader:
    """The inflated bytes of one part; ``fault`` says where they broke off."""

    def __init__(self, package: Package, part: Part, limit: int) -> None:
        self.part = part
        self.fault = ""
        self._package = package
        self._limit = limit
        self._left = part.packed
        self._at = data_start(package.source, part.header)
        self._inflate = zlib.decompressobj(-15) if part.method == 8 else None
        self._crc = 0
        self._size = 0
        self._ended = False
        if self._at < 0:
            self._end("its own header is missing")

    def read(self, size: int = -1, /) -> bytes:
        """Return up to ``size`` inflated bytes; empty at the end or at a fault.

        Raises:
            OutOfBounds: the part, or all parts together, inflate to too much.
        """
        if size >= 0:
            return self._some(size)
        buffer = io.BytesIO()
        while part := self._some(1 << 20):
            buffer.write(part)
        return buffer.getvalue()

    def _some(self, size: int) -> bytes:
        data = b""
        while not data and not self._ended and size:
            data = self._step(size)
        if not data:
            if size and not self.fault and self.part.crc not in (0, self._crc):
                self.fault = "its checksum differs"
            return b""
        self._size += len(data)
        self._package.inflated += len(data)
        self._crc = zlib.crc32(data, self._crc)
        if self._size > self._limit:
            raise OutOfBounds(
                f"{self.part.name} inflates to more than {self._limit} bytes"
            )
        if self._package.inflated > TOTAL_BYTES:
            raise OutOfBounds(f"its parts inflate to more than {TOTAL_BYTES} bytes")
        return data

    def _step(self, size: int) -> bytes:
        inflate = self._inflate
        if inflate is None:
            data = self._raw(min(size, self._left))
            if not data:
                self._end("" if not self._left else "it is cut off")
            return data
        raw = inflate.unconsumed_tail or self._raw(min(_CHUNK, self._left))
        try:
            data = inflate.decompress(raw, size)
        except zlib.error:
            self._end("its compressed bytes are damaged")
            return self._salvaged(self._at - len(raw), raw)
        if inflate.eof:
            self._end("")
        elif not raw and not data:
            self._end("it is cut off")
        return data

    def _salvaged(self, at: int, damaged: bytes) -> bytes:
        """Return what comes out of ``damaged``, which starts at ``at``.

        zlib drops what it has made of a piece in which it finds a fault; so all
        before is inflated anew, and then one byte after the other.
        """
        inflate = zlib.decompressobj(-15)
        source = self._package.source
        start = data_start(source, self.part.header)
        size = 0
        while start < at:
            raw = source.read_at(start, min(_CHUNK, at - start))
            start += len(raw)
            while raw:
                size += len(inflate.decompress(raw, _CHUNK))
                raw = inflate.unconsumed_tail
        out = bytearray()
        try:
            for k in range(len(damaged)):
                out += inflate.decompress(damaged[k : k + 1], _SALVAGE_BYTES)
                if len(out) > _SALVAGE_BYTES:
                    break
        except zlib.error:
            pass
        return bytes(out[self._size - size :]) if size <= self._size else b""

    def _raw(self, size: int) -> bytes:
        data = self._package.source.read_at(self._at, size)
        self._at += len(data)
        self._left -= len(data)
        return data

    def _end(self, fault: str) -> None:
        self._ended = True
        self.fault = fault


def _key(name: str) -> str:
    return name.replace("\\", "/").lstrip("/").lower()

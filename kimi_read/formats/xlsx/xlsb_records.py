"""Records of the binary parts of a workbook.

Source: [MS-XLSB] 2.1.4 (records), 2.5.168 (XLWideString).
"""

from __future__ import annotations

import struct

from kimi_read.formats.xlsx.veil import with_runs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kimi_read.guard.zip import Package

_CHUNK = 1 << 17
#: No record of a cell, a string or a formula comes near this.
_RECORD_BYTES = 8 << 20


def parts(
    package: Package, part: str, fault: list[str] | None = None
) -> Iterator[tuple[int, bytes]]:
    """Yield the records of a binary part: identifier and bytes."""
    stream = package.open(part)
    buffer = b""
    at = 0
    while True:
        more = stream.read(_CHUNK)
        buffer = buffer[at:] + more
        at = 0
        end = len(buffer)
        while at < end:
            start = at
            kind = buffer[at]
            at += 1
            if kind & 0x80:
                if at >= end:
                    at = start
                    break
                kind = kind & 0x7F | (buffer[at] & 0x7F) << 7
                at += 1
            size = shift = 0
            while at < end and shift < 28:
                byte = buffer[at]
                at += 1
                size |= (byte & 0x7F) << shift
                shift += 7
                if not byte & 0x80:
                    break
            else:
                at = start
                break
            if at + size > end:
                at = start
                if size > _RECORD_BYTES:
                    more = b""
                break
            yield kind, buffer[at : at + size]
            at += size
        if not more:
            if fault is not None and (stream.fault or at < end):
                fault.append(stream.fault or "a record is cut off")
            return


def wide(data: bytes, at: int) -> tuple[str, int]:
    """Return a string with four bytes of length, and where it ends."""
    if at + 4 > len(data):
        return "", len(data)
    (count,) = struct.unpack_from("<L", data, at)
    if count == 0xFFFFFFFF:
        return "", at + 4
    end = at + 4 + 2 * count
    return data[at + 4 : end].decode("utf-16-le", "replace"), end


def rich(data: bytes, at: int, fonts: Mapping[int, str]) -> str:
    """Return a string that may have parts in other fonts (RichStr).

    ``fonts`` gives marks for the parts whose font may not be seen.
    """
    text, end = wide(data, at + 1)
    if not fonts or not data[at] & 1 or end + 4 > len(data):
        return text
    (count,) = struct.unpack_from("<L", data, end)
    found = data[end + 4 : end + 4 + 4 * min(count, len(data))]
    starts = struct.iter_unpack("<HH", found[: len(found) & ~3])
    return with_runs(text, [(start, fonts.get(font, "")) for start, font in starts])


class Strings:
    """Shared strings by number, read as far as they are needed."""

    def __init__(self, package: Package, part: str, fonts: Mapping[int, str]) -> None:
        self._texts: list[str] = []
        self._more = (
            rich(data, 0, fonts) for kind, data in parts(package, part) if kind == 19
        ) if part in package else iter(())  # fmt: skip

    def get(self, index: int) -> str | None:
        """Return the string of that number, None if there is none."""
        while index >= len(self._texts):
            text = next(self._more, None)
            if text is None:
                return None
            self._texts.append(text)
        return self._texts[index]

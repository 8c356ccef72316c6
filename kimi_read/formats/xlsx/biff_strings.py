"""The shared strings of a BIFF8 workbook, which run on over several records.

Source: [MS-XLS] 2.4.265 (SST), 2.5.293 (XLUnicodeRichExtendedString).
"""

from __future__ import annotations

import struct

from kimi_read.formats.xlsx.biff_records import CONTINUE, records
from kimi_read.formats.xlsx.veil import with_runs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


_NO_FONTS: Mapping[int, str] = {}


class SharedStrings:
    """Shared strings by number, parsed as far as they are needed.

    ``fonts`` gives marks for the parts of a text whose font may not be seen.
    """

    def __init__(
        self, data: bytes, at: int, size: int, fonts: Mapping[int, str] = _NO_FONTS
    ) -> None:
        self._fonts = fonts
        self._pieces = [(at + 8, at + size)]
        for kind, place, length in records(data, at + size):
            if kind != CONTINUE:
                break
            self._pieces.append((place, place + length))
        self._data = data
        self._count = struct.unpack_from("<L", data, at + 4)[0] if size >= 8 else 0
        self._texts: list[str] = []
        self._more = self._strings() if size >= 8 else iter(())

    def __getitem__(self, index: int) -> str | None:
        """Return the string of that number, None if there is none."""
        while index >= len(self._texts):
            text = next(self._more, None)
            if text is None:
                return None
            self._texts.append(text)
        return self._texts[index] if index >= 0 else None

    def _strings(self) -> Iterator[str]:
        data, pieces = self._data, iter(self._pieces)
        at, end = next(pieces)
        for _ in range(self._count):
            while at >= end:
                following = next(pieces, None)
                if following is None:
                    return
                at, end = following
            if at + 3 > end:
                return
            count, flags = struct.unpack_from("<HB", data, at)
            at += 3
            runs = extra = 0
            if flags & 8 and at + 2 <= end:
                (runs,) = struct.unpack_from("<H", data, at)
                at += 2
            if flags & 4 and at + 4 <= end:
                (extra,) = struct.unpack_from("<L", data, at)
                at += 4
            parts: list[str] = []
            wide = flags & 1
            while count:
                if at >= end:  # characters go on behind a new byte of flags
                    following = next(pieces, None)
                    if following is None:
                        break
                    at, end = following
                    wide = data[at] & 1 if at < end else 0
                    at += 1
                size = min(count * 2 if wide else count, end - at)
                if wide:
                    size &= ~1
                raw = data[at : at + size]
                parts.append(raw.decode("utf-16-le" if wide else "latin-1", "replace"))
                if not size:
                    at = end
                    continue
                at += size
                count -= size // 2 if wide else size
            text = "".join(parts)
            if runs and self._fonts and at + 4 * runs <= end:
                starts = struct.iter_unpack("<HH", data[at : at + 4 * runs])
                marks = [(start, self._fonts.get(font, "")) for start, font in starts]
                text = with_runs(text, marks)
            yield text
            rest = 4 * runs + extra
            while rest > end - at:
                rest -= max(0, end - at)
                following = next(pieces, None)
                if following is None:
                    return
                at, end = following
            at += rest

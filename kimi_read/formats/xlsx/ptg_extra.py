"""Array constants, whose values stand behind the tokens of a parsed formula.

Source: [MS-XLS] 2.5.198.8 (PtgExtraArray), 2.5.198.10 (PtgExtraMem), 2.5.222 (SerAr);
[MS-XLSB] 2.5.97.24 to 2.5.97.29.
"""

from __future__ import annotations

import struct

from kimi_read.formats.xlsx.biff_records import ERRORS
from kimi_read.formats.xlsx.numfmt import stored

_BIFF8, _BIFF12 = 8, 12
_NOTHING, _NUMBER, _TEXT, _BOOL, _ERROR = 0x00, 0x01, 0x02, 0x04, 0x10
#: The kinds of BIFF12 have other numbers.
_KINDS12 = {0: _NUMBER, 1: _TEXT, 2: _BOOL, 4: _ERROR}
MOST_VALUES = 8192


class Extra:
    """The data behind the tokens, taken in the order of the tokens."""

    def __init__(self, data: bytes, version: int) -> None:
        self._data = data
        self._at = 0
        self._version = version

    def _take(self, form: str) -> int:
        (got,) = struct.unpack_from("<" + form, self._data, self._at)
        self._at += struct.calcsize("<" + form)
        return int(got)

    def constants(self) -> str:
        """Return the next array constant, ``{1,2;"a",TRUE}``.

        Raises:
            struct.error: the data end before it does.
            ValueError: it has more values than are written out.
        """
        if self._version >= _BIFF12:
            rows, columns = self._take("L"), self._take("L")
        else:
            columns, rows = self._take("B"), self._take("H")
            if self._version >= _BIFF8:
                columns, rows = columns + 1, rows + 1
            columns = columns or 256
        if rows * columns > MOST_VALUES:
            raise ValueError(rows)
        lines = (",".join(self._one() for _ in range(columns)) for _ in range(rows))
        return "{" + ";".join(lines) + "}"

    def _one(self) -> str:
        kind = self._take("B")
        if self._version >= _BIFF12:
            kind = _KINDS12.get(kind, _NOTHING)
        if kind == _TEXT:
            return '"' + self._text().replace('"', '""') + '"'
        if kind == _NUMBER:
            (number,) = struct.unpack_from("<d", self._data, self._at)
            self._at += 8
            return stored(number)
        if kind == _BOOL:
            out = "TRUE" if self._take("B") else "FALSE"
            self._at += 0 if self._version >= _BIFF12 else 7
            return out
        out = ERRORS.get(self._data[self._at], "#N/A") if kind == _ERROR else ""
        self._at += 4 if self._version >= _BIFF12 else 8
        return out

    def _text(self) -> str:
        wide, codec = True, "utf-16-le"
        if self._version >= _BIFF12:
            count = self._take("H")
        elif self._version >= _BIFF8:
            count, wide = self._take("H"), bool(self._take("B") & 1)
        else:
            count, wide = self._take("B"), False
        if not wide:
            codec = "latin-1" if self._version >= _BIFF8 else "cp1252"
        raw = self._data[self._at : self._at + (2 * count if wide else count)]
        self._at += len(raw)
        return raw.decode(codec, "replace")

    def pass_areas(self) -> None:
        """Pass over the areas that a union was reckoned to be."""
        size = 16 if self._version >= _BIFF12 else 8 if self._version >= _BIFF8 else 6
        count = self._take("L" if self._version >= _BIFF12 else "H")
        self._at += size * count

"""Parsed formulas of binary workbooks, written out as text.

A formula is stored in reverse Polish order; the text is built on a stack. What cannot
be told gives an empty text rather than a wrong one.
Source: [MS-XLS] 2.5.198 (parsed expressions), 2.2.2 (precedence); [MS-XLSB] 2.5.97.
"""

# ruff: noqa: SLF001 - a table of its own methods
from __future__ import annotations

import struct

from kimi_read.formats.xlsx.a1 import MAX_COLUMN, MAX_ROW, column_name
from kimi_read.formats.xlsx.biff_records import ERRORS
from kimi_read.formats.xlsx.formula import displayed, sheets_prefix
from kimi_read.formats.xlsx.links import THIS_BOOK, OtherBook
from kimi_read.formats.xlsx.numfmt import stored
from kimi_read.formats.xlsx.ptg_extra import Extra
from kimi_read.formats.xlsx.ptg_functions import USER_DEFINED, function
from kimi_read.recover import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Protocol

    from kimi_read.formats.xlsx.model import Sheet

    class Names(Protocol):
        """What formulas need to know of their workbook."""

        version: int
        sheets: list[Sheet]
        externals: list[tuple[int, int, int]]
        books: list[OtherBook]
        defined: list[tuple[str, int, Parsed, bool]]

        def table(self, number: int, flags: int, first: int, last: int) -> str:
            """Return a reference to rows and columns of a table."""


#: A parsed formula: its tokens, and the data behind them that some refer to.
Parsed = tuple[bytes, bytes]
MAX_TOKENS = 8192
_BINARY = {0x03: "+", 0x04: "-", 0x05: "*", 0x06: "/", 0x07: "^", 0x08: "&", 0x09: "<",
           0x0A: "<=", 0x0B: "=", 0x0C: ">=", 0x0D: ">", 0x0E: "<>", 0x0F: " ",
           0x10: ",", 0x11: ":"}  # fmt: skip
_BIFF2, _BIFF4, _BIFF8, _BIFF12 = 2, 4, 8, 12
#: What follows the token of an extension if it is a reference to a table.
_LIST = 0x19


def is_link(tokens: bytes) -> bool:
    """Whether a formula is a call of HYPERLINK."""
    return tokens[-2:] == b"\x67\x01" and tokens[-4:-3] in (b"\x22", b"\x42", b"\x62")


class Formulas:
    """Writes out the formulas of one workbook."""

    def __init__(self, book: Names) -> None:
        self._book = book
        self._wide = book.version >= _BIFF12

    def text(self, parsed: Parsed, row: int = 0, column: int = 0) -> str:
        """Return the formula without its equals sign; "" for what is not understood.

        ``row`` and ``column`` (from 0) are those of its cell, for shared formulas.
        """
        if not parsed[0]:
            return ""
        cell = (row, column)
        return displayed(
            value(lambda: _Walk(self, self._book, parsed, cell).text(), "")
        )

    def prefix(self, index: int) -> str:
        """Return the sheet that an index of the external sheets names, with ``!``."""
        if index >= len(self._book.externals):
            return ""
        number, first, last = self._book.externals[index]
        books, sheets = self._book.books, self._book.sheets
        other = books[number] if number < len(books) else THIS_BOOK
        if other.url:
            inside = other.sheets[first : max(first, last) + 1]
            ends = dict.fromkeys((*inside[:1], *inside[-1:]))
            return other.prefix(":".join(ends))
        if first >= len(sheets):
            return "#REF!" if first in (0xFFFF, 0xFFFFFFFF) else ""
        return sheets_prefix(
            sheets[first].name, sheets[last].name if last < len(sheets) else ""
        )


class _Walk:
    """One pass over the tokens of a formula."""

    def __init__(
        self, formulas: Formulas, book: Names, parsed: Parsed, cell: tuple[int, int]
    ) -> None:
        self._formulas = formulas
        self._book = book
        self._data, extra = parsed
        self._extra = Extra(extra, book.version)
        self._at = 0
        self._cell = cell
        self._stack: list[str] = []
        self._version = book.version

    def text(self) -> str:
        """Return the whole formula."""
        count = 0
        while self._at < len(self._data):
            count += 1
            if count > MAX_TOKENS:
                return ""
            kind = self._take("B")
            if kind >= 0x20:
                kind = kind & 0x1F | 0x20
            step = _STEPS.get(kind)
            if kind in _BINARY:
                right, left = self._stack.pop(), self._stack.pop()
                self._stack.append(f"{left}{_BINARY[kind]}{right}")
            elif step is None:
                return ""
            else:
                step(self)
        return self._stack.pop() if len(self._stack) == 1 else ""

    def _take(self, form: str) -> int:
        (got,) = struct.unpack_from("<" + form, self._data, self._at)
        self._at += struct.calcsize("<" + form)
        return int(got)

    def _skip(self, biff5: int, biff8: int, biff12: int) -> None:
        version = self._version
        self._at += (
            biff12 if version >= _BIFF12 else biff8 if version >= _BIFF8 else biff5
        )

    def _push(self, text: str) -> None:
        self._stack.append(text)

    def _plus(self) -> None:
        self._push("+" + self._stack.pop())

    def _minus(self) -> None:
        self._push("-" + self._stack.pop())

    def _percent(self) -> None:
        self._push(self._stack.pop() + "%")

    def _paren(self) -> None:
        self._push(f"({self._stack.pop()})")

    def _missing(self) -> None:
        self._push("")

    def _string(self) -> None:
        if self._version >= _BIFF12:
            count = self._take("H")
            raw, codec = self._data[self._at : self._at + 2 * count], "utf-16-le"
        elif self._version >= _BIFF8:
            count, wide = self._take("B"), self._take("B") & 1
            raw = self._data[self._at : self._at + (2 * count if wide else count)]
            codec = "utf-16-le" if wide else "latin-1"
        else:
            count = self._take("B")
            raw, codec = self._data[self._at : self._at + count], "cp1252"
        self._at += len(raw)
        text = raw.decode(codec, "replace").replace('"', '""')
        self._push(f'"{text}"')

    def _attribute(self) -> None:
        kind = self._take("B")
        size = "B" if self._version == _BIFF2 else "H"
        data = self._take(size)
        if kind & 0x04:
            self._at += struct.calcsize(size) * (data + 1)
        elif kind & 0x10:
            self._push(f"SUM({self._stack.pop()})")

    def _error(self) -> None:
        self._push(ERRORS.get(self._take("B"), "#N/A"))

    def _bool(self) -> None:
        self._push("TRUE" if self._take("B") else "FALSE")

    def _int(self) -> None:
        self._push(str(self._take("H")))

    def _number(self) -> None:
        (number,) = struct.unpack_from("<d", self._data, self._at)
        self._at += 8
        self._push(stored(number))

    def _array(self) -> None:
        self._skip(6 if self._version == _BIFF2 else 7, 7, 14)
        self._push(value(self._extra.constants, "{…}"))

    def _function(self) -> None:
        name, count = function(self._take("B" if self._version < _BIFF4 else "H"))
        self._call(name, count)

    def _variable(self) -> None:
        count = self._take("B") & 0x7F
        number = self._take("B" if self._version < _BIFF4 else "H")
        if number & 0x8000:
            self._call(f"COMMAND{number & 0x7FFF}", count)
        elif number == USER_DEFINED and count:
            arguments = self._stack[len(self._stack) - count + 1 :]
            del self._stack[len(self._stack) - count + 1 :]
            self._push(f"{self._stack.pop()}({','.join(arguments)})")
        else:
            self._call(function(number)[0], count)

    def _call(self, name: str, count: int) -> None:
        if count > len(self._stack):
            raise ValueError(name)
        arguments = self._stack[len(self._stack) - count :]
        del self._stack[len(self._stack) - count :]
        self._push(f"{name}({','.join(arguments)})")

    def _name(self) -> None:
        index = self._take("H")
        self._skip({2: 5, 3: 8, 4: 8}.get(self._version, 12), 2, 2)
        self._push(self._book.defined[index - 1][0])

    def _external_name(self) -> None:
        book = self._book
        if self._version < _BIFF8:
            place, index = struct.unpack_from("<h8xH", self._data, self._at)
            self._at += 24
            other = book.books[place - 1] if place > 0 else THIS_BOOK
        else:
            place, index = self._take("H"), self._take("L")
            other = book.books[book.externals[place][0]]
        if not other.url and not other.names:  # a name of this workbook
            name, scope, _, _ = book.defined[index - 1]
            sheet = book.sheets[scope - 1].name if scope else ""
            self._push(THIS_BOOK.prefix(sheet) + name)
            return
        name, scope = other.names[index - 1]
        sheet = other.sheets[scope - 1] if 0 < scope <= len(other.sheets) else ""
        self._push(other.prefix(sheet) + name)

    def _cell_at(self, *, relative: bool) -> str:
        if self._version < _BIFF8:
            raw, column = self._take("H"), self._take("B")
            return self._placed5(raw, column, relative=relative)
        row = self._take("L" if self._version >= _BIFF12 else "H")
        return self._placed(row, self._take("H"), relative=relative)

    def _placed5(self, raw: int, column: int, *, relative: bool) -> str:
        """Return a cell of BIFF5, whose row holds the flags."""
        row, loose_row, loose_column = raw & 0x3FFF, raw & 0x8000, raw & 0x4000
        if relative and loose_row:
            row = (row + self._cell[0]) % 16_384
        if relative and loose_column:
            column = (column + self._cell[1]) % 256
        return _cell(row, column, loose_row, loose_column)

    def _placed(self, row: int, raw: int, *, relative: bool) -> str:
        column = raw & 0x3FFF
        loose_row, loose_column = raw & 0x8000, raw & 0x4000
        if relative:
            rows, columns = (MAX_ROW, MAX_COLUMN) if (
                self._version >= _BIFF12) else (65_536, 256)  # fmt: skip
            if loose_row:
                row = (row + self._cell[0]) % rows
            if loose_column:
                column = (column + self._cell[1]) % columns
        return _cell(row, column, loose_row, loose_column)

    def _area_at(self, *, relative: bool) -> str:
        if self._version < _BIFF8:
            first, last = self._take("H"), self._take("H")
            left, right = self._take("B"), self._take("B")
            start = self._placed5(first, left, relative=relative)
            return f"{start}:{self._placed5(last, right, relative=relative)}"
        size = "L" if self._version >= _BIFF12 else "H"
        first, last = self._take(size), self._take(size)
        left, right = self._take("H"), self._take("H")
        most = MAX_ROW if self._version >= _BIFF12 else 65_536
        if first == 0 and last == most - 1:
            mark = "" if left & 0x4000 else "$"
            return (f"{mark}{column_name((left & 0x3FFF) + 1)}:"
                    f"{mark}{column_name((right & 0x3FFF) + 1)}")  # fmt: skip
        start = self._placed(first, left, relative=relative)
        return f"{start}:{self._placed(last, right, relative=relative)}"

    def _reference(self) -> None:
        self._push(self._cell_at(relative=False))

    def _area(self) -> None:
        self._push(self._area_at(relative=False))

    def _table(self) -> None:
        kind = self._take("B")
        if kind != _LIST:
            raise ValueError(kind)
        _, flags, number, first, last = struct.unpack_from(
            "<HHLHH", self._data, self._at
        )
        self._at += 12
        self._push(self._book.table(number, flags, first, last))

    def _relative(self) -> None:
        self._push(self._cell_at(relative=True))

    def _relative_area(self) -> None:
        self._push(self._area_at(relative=True))

    def _memory(self) -> None:
        self._at += 4 if self._version == _BIFF2 else 6

    def _memory_area(self) -> None:
        self._memory()
        self._extra.pass_areas()

    def _memory_function(self) -> None:
        self._at += 1 if self._version == _BIFF2 else 2

    def _bad_reference(self) -> None:
        self._skip(3, 4, 6)
        self._push("#REF!")

    def _bad_area(self) -> None:
        self._skip(6, 8, 12)
        self._push("#REF!")

    def _sheet_of(self) -> str:
        if self._version >= _BIFF8:
            return self._formulas.prefix(self._take("H"))
        number, first, last = struct.unpack_from("<h8xHH", self._data, self._at)
        self._at += 14
        sheets, books = self._book.sheets, self._book.books
        other = books[number - 1] if 0 < number <= len(books) else THIS_BOOK
        if other.url:
            return other.prefix(other.sheets[0])
        if first >= len(sheets):
            return "#REF!"
        return sheets_prefix(
            sheets[first].name, sheets[last].name if last < len(sheets) else ""
        )

    def _reference_3d(self) -> None:
        self._push(self._sheet_of() + self._cell_at(relative=False))

    def _area_3d(self) -> None:
        self._push(self._sheet_of() + self._area_at(relative=False))

    def _bad_reference_3d(self) -> None:
        sheet = self._sheet_of()
        self._skip(3, 4, 6)
        self._push(f"{sheet}#REF!")

    def _bad_area_3d(self) -> None:
        sheet = self._sheet_of()
        self._skip(6, 8, 12)
        self._push(f"{sheet}#REF!")


_STEPS = {
    0x12: _Walk._plus, 0x13: _Walk._minus, 0x14: _Walk._percent, 0x15: _Walk._paren,
    0x16: _Walk._missing, 0x17: _Walk._string, 0x18: _Walk._table,
    0x19: _Walk._attribute,
    0x1C: _Walk._error, 0x1D: _Walk._bool, 0x1E: _Walk._int, 0x1F: _Walk._number,
    0x20: _Walk._array, 0x21: _Walk._function, 0x22: _Walk._variable,
    0x23: _Walk._name, 0x24: _Walk._reference, 0x25: _Walk._area,
    0x26: _Walk._memory_area, 0x27: _Walk._memory, 0x28: _Walk._memory,
    0x29: _Walk._memory_function, 0x2A: _Walk._bad_reference, 0x2B: _Walk._bad_area,
    0x2C: _Walk._relative, 0x2D: _Walk._relative_area, 0x39: _Walk._external_name,
    0x3A: _Walk._reference_3d, 0x3B: _Walk._area_3d, 0x3C: _Walk._bad_reference_3d,
    0x3D: _Walk._bad_area_3d,
}  # fmt: skip


def _cell(row: int, column: int, loose_row: int, loose_column: int) -> str:
    return (f"{'' if loose_column else '$'}{column_name(column + 1)}"
            f"{'' if loose_row else '$'}{row + 1}")  # fmt: skip


def defined_names(
    formulas: Formulas,
    defined: Iterable[tuple[str, int, Parsed, bool]],
    sheets: Sequence[Sheet],
) -> list[dict[str, object]]:
    """Return the names of a workbook: what each refers to, its sheet, if it is hidden.

    ``defined`` holds name, number of the sheet it belongs to (from 1; 0 is the whole
    workbook), its formula, and whether it is hidden.
    """
    out: list[dict[str, object]] = []
    for name, scope, parsed, hidden in defined:
        entry: dict[str, object] = {"name": name}
        text = formulas.text(parsed)
        if text:
            entry["refersTo"] = text
        if 0 < scope <= len(sheets):
            entry["scope"] = sheets[scope - 1].name
        if hidden:
            entry["hidden"] = True
        out.append(entry)
    return out

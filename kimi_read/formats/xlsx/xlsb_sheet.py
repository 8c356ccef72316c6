"""The rows of a binary worksheet part, streamed.

Source: [MS-XLSB] 2.1.7.62 (worksheet part), 2.4 (each record).
"""

from __future__ import annotations

import struct

from kimi_read.blocks import Loss
from kimi_read.formats.xlsx import ptg
from kimi_read.formats.xlsx.a1 import MAX_COLUMN, MAX_ROW
from kimi_read.formats.xlsx.biff_records import ERRORS, rk
from kimi_read.formats.xlsx.cells import boolean, formula_text, linked, lost_texts
from kimi_read.formats.xlsx.ooxml_strings import markdown
from kimi_read.formats.xlsx.veil import END, conceal, of_runs, runs
from kimi_read.formats.xlsx.xlsb_records import parts, wide

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Protocol

    from kimi_read.formats.xlsx.a1 import Area
    from kimi_read.formats.xlsx.cells import Styles
    from kimi_read.formats.xlsx.model import Grid, Row
    from kimi_read.formats.xlsx.ptg import Names, Parsed
    from kimi_read.formats.xlsx.xlsb_records import Strings
    from kimi_read.guard.zip import Package
    from kimi_read.request import Request

    class Shared(Names, Protocol):
        """What the sheets of a workbook have in common."""

        package: Package
        request: Request
        styles: Styles
        strings: Strings

    #: Shared and array formulas by their first cell (from 1): the range of an array,
    #: and the formula.
    Masters = dict[tuple[int, int], tuple[Area | None, Parsed]]

(ROW, RK, ERROR, BOOL, REAL, TEXT, SHARED, F_TEXT, F_NUMBER, F_BOOL, F_ERROR) = (
    0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)  # fmt: skip
RICH = 62
CELLS = frozenset((RK, ERROR, BOOL, REAL, TEXT, SHARED, F_TEXT, F_NUMBER, F_BOOL,
                    F_ERROR, RICH))  # fmt: skip
_CELL = struct.Struct("<LL")
_DOUBLE = struct.Struct("<d")
_END_OF_ROWS = 146


class XlsbRows:
    """Reads the rows of one part."""

    def __init__(
        self, book: Shared, part: str, name: str, grid: Grid, masters: Masters
    ) -> None:
        self._book = book
        self._part = part
        self._name = name
        self._grid = grid
        self._masters = masters
        self.hidden_runs = self._lost = 0
        self._formulas = ptg.Formulas(book)
        self._shows = book.request.formulas

    def rows(self) -> Iterator[Row]:
        """Yield the rows that show something, in rising order."""
        number, hidden = 0, False
        columns: list[int] = []
        texts: list[str] = []
        kinds: list[str] = []
        fault: list[str] = []
        for kind, data in parts(self._book.package, self._part, fault):
            if kind == ROW and len(data) >= 12:
                if columns:
                    yield number, hidden, columns, texts, kinds
                columns, texts, kinds = [], [], []
                (row,) = struct.unpack_from("<L", data)
                if row + 1 <= number or row >= MAX_ROW:
                    fault.append("its rows are out of order")
                    break
                number, hidden = row + 1, bool(data[11] & 0x10)
            elif kind in CELLS and len(data) >= 9:
                column, style = _CELL.unpack_from(data)
                if column >= MAX_COLUMN or (columns and column < columns[-1]):
                    continue
                text, what = self._value(kind, data, style & 0xFFFFFF)
                if F_TEXT <= kind <= F_ERROR:
                    text = self._with_formula(text, kind, data, number, column)
                if text:
                    columns.append(column + 1)
                    texts.append(text)
                    kinds.append(what)
                else:
                    where = (number, column + 1)
                    conceal(self._grid.concealed, where, text, what)
            elif kind == _END_OF_ROWS:
                break
        if columns:
            yield number, hidden, columns, texts, kinds
        self._grid.problems += of_runs(self.hidden_runs, f"sheet '{self._name}'")
        self._grid.problems += lost_texts(self._lost, self._name)
        if fault:
            message = f"sheet '{self._name}' breaks off: {fault[0]}"
            self._grid.problems.append(
                Loss("cut-off", message, shown=False, partial=True)
            )

    def _value(self, kind: int, data: bytes, style: int) -> tuple[str, str]:
        """Return text and kind of a cell."""
        if kind in (REAL, F_NUMBER, RK):
            shown = self._book.styles.by_number(style)
            if kind == RK:
                number = rk(struct.unpack_from("<L", data, 8)[0])
            else:
                number = _DOUBLE.unpack_from(data.ljust(16, b"\0"), 8)[0]
            return shown.cell(number)
        shown = self._book.styles.by_number(style)
        if kind in (BOOL, F_BOOL):
            return boolean(str(data[8])), "b" + shown.veil
        if kind in (ERROR, F_ERROR):
            return ERRORS.get(data[8], "#N/A"), "e" + shown.veil
        if kind == SHARED:
            shared = self._book.strings.get(struct.unpack_from("<L", data, 8)[0])
            self._lost += shared is None
            text = shared or ""
        else:
            text = wide(data, 9 if kind == RICH else 8)[0]
        text = markdown(text)
        if END in text:
            text, hides = runs(text, white=shown.white)
            self.hidden_runs += hides
        return shown.text(text), shown.words if text else "t"

    def _with_formula(
        self, text: str, kind: int, data: bytes, row: int, column: int
    ) -> str:
        """Return the text of a formula as it is shown; row from 1, column from 0."""
        at = 2 + {F_TEXT: wide(data, 8)[1], F_NUMBER: 16}.get(kind, 9)
        if at + 4 > len(data):
            return text
        (length,) = struct.unpack_from("<L", data, at)
        end = at + 4 + length
        tokens = data[at + 4 : end]
        is_link = ptg.is_link(tokens)
        if not (is_link or self._shows):
            return text
        parsed = tokens, data[end + 4 :]
        area = None
        if tokens[:1] == b"\x01" and len(tokens) >= 5:
            (top,) = struct.unpack_from("<L", tokens, 1)
            (left,) = struct.unpack_from("<L", data.ljust(end + 8, b"\0"), end + 4)
            masters = self._masters
            found = masters.get((top + 1, left + 1)) or next(
                (one for key, one in masters.items() if key[0] == top + 1), None
            )
            area, parsed = found if found is not None else (None, (b"", b""))
            if area is not None and (area.top, area.left) != (row, column + 1):
                return text  # it is shown once, in the first cell of its range
        formula = self._formulas.text(parsed, row - 1, column)
        if is_link:
            text = linked(text, formula)
        if not (formula and self._shows):
            return text
        shown = formula_text(formula, str(area or ""), array=area is not None)
        return f"{text} {shown}".strip()

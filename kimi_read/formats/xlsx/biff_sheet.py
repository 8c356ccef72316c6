"""The cells of a sheet in a binary workbook.

Source: [MS-XLS] 2.1.7.20.5 (worksheet substream), 2.4 (each record of a cell).
"""

from __future__ import annotations

import struct

from kimi_read.blocks import Break
from kimi_read.formats.xlsx import biff_records as b
from kimi_read.formats.xlsx import furniture, ptg
from kimi_read.formats.xlsx.biff_chart import charts
from kimi_read.formats.xlsx.biff_frame import BiffFrame
from kimi_read.formats.xlsx.biff_strings import SharedStrings
from kimi_read.formats.xlsx.cells import (
    STALE,
    boolean,
    formula_text,
    linked,
    lost_texts,
)
from kimi_read.formats.xlsx.model import SheetFault
from kimi_read.formats.xlsx.ooxml_strings import markdown
from kimi_read.formats.xlsx.veil import END, conceal, of_runs, runs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.blocks import Block
    from kimi_read.formats.xlsx.biff_model import Workbook
    from kimi_read.formats.xlsx.model import Grid, Row, Sheet
    from kimi_read.formats.xlsx.ptg import Parsed

#: A text of 32,767 characters, over several records.
_STRING_BYTES = 1 << 17


class BiffSheet:
    """Reads one sheet; ``grid()`` gives what the layout needs.

    Raises:
        SheetFault: there is no sheet where the workbook says.
    """

    def __init__(self, book: Workbook, sheet: Sheet) -> None:
        self._book = book
        self._data = book.data
        self._name = sheet.name
        self._old = book.version == 2
        self._formulas = ptg.Formulas(book)
        self._shows = book.request.formulas
        self._start = int(sheet.key) if isinstance(sheet.key, int) else 0
        head = self._data[self._start : self._start + 2]
        if int.from_bytes(head, "little") not in b.BOF:
            raise SheetFault("its records are not where they should be")
        self._runs = self._lost = 0
        self._stale = False
        self._is_chart = sheet.kind == "chart sheet"
        self._frame = BiffFrame(book, self._start, sheet.name)

    def grid(self) -> Grid:
        """Return the grid; the cells are read when they are asked for."""
        grid = self._frame.grid
        grid.veiled = bool(self._book.styles.formats.veils)
        grid.dressed = lambda: self._frame.dressed
        if not self._is_chart:
            grid.rows = self._rows() if self._frame.ordered else self._sorted_rows()
        grid.after = self._after
        return grid

    def _rows(self) -> Iterator[Row]:
        """Yield the rows in the order of the records."""
        current = -1
        hidden = self._frame.hidden_rows
        columns: list[int] = []
        texts: list[str] = []
        kinds: list[str] = []
        for row, column, text, kind in self._values():
            if row != current:
                if columns:
                    yield (
                        current,
                        current in self._frame.hidden_rows,
                        columns,
                        texts,
                        kinds,
                    )
                current, columns, texts, kinds = row, [], [], []
            if text:
                if columns and column <= columns[-1]:
                    if column in columns:
                        continue
                    place = sum(c < column for c in columns)
                    columns.insert(place, column)
                    texts.insert(place, text)
                    kinds.insert(place, kind)
                    continue
                columns.append(column)
                texts.append(text)
                kinds.append(kind)
            elif kind[1:]:
                conceal(self._frame.grid.concealed, (row, column), text, kind)
        if columns:
            yield current, current in hidden, columns, texts, kinds

    def _sorted_rows(self) -> Iterator[Row]:
        """Yield the rows of a sheet whose records are not in order."""
        by_row: dict[int, dict[int, tuple[str, str]]] = {}
        for row, column, text, kind in self._values():
            if text:
                by_row.setdefault(row, {})[column] = (text, kind)
            else:
                conceal(self._frame.grid.concealed, (row, column), text, kind)
        for row in sorted(by_row):
            cells = by_row[row]
            columns = sorted(cells)
            texts = [cells[c][0] for c in columns]
            kinds = [cells[c][1] for c in columns]
            yield row, row in self._frame.hidden_rows, columns, texts, kinds

    def _values(self) -> Iterator[tuple[int, int, str, str]]:
        """Yield row, column, text and kind of each cell with a value."""
        data = self._data
        depth = extended = 0
        waiting: tuple[int, int, int, int, int] | None = None
        for kind, at, size in b.records(data, self._start):
            if kind in b.BOF:
                depth += 1
            elif kind == b.EOF:
                depth -= 1
                if depth <= 0:
                    break
            elif kind == b.IXFE and size > 1:
                (extended,) = struct.unpack_from("<H", data, at)
            elif kind in b.STRINGS and waiting:
                row, column, xf, place, length = waiting
                waiting = None
                text, what = self._words(self._text(at, at + size), xf)
                text = self._with_formula(text, row, column, place, length)
                yield row, column, text, what
            elif depth == 1 and size >= 6 and kind in b.CELLS:
                row, column, xf = struct.unpack_from("<HHH", data, at)
                xf = self._old_style(at, extended) if self._old else xf
                if kind == b.MULRK:
                    yield from self._several(at, size)
                elif kind in b.FORMULAS:
                    cell = (row + 1, column + 1, xf, at, size)
                    got = self._formula(*cell)
                    waiting = cell if got is None else None
                    if got is not None:
                        yield row + 1, column + 1, *got
                else:
                    yield row + 1, column + 1, *self._plain(kind, at, xf, at + size)
        self._frame.grid.problems += lost_texts(self._lost, self._name)
        if self._stale:
            self._frame.grid.problems.append(STALE)

    def _old_style(self, at: int, extended: int) -> int:
        """Return the style of a cell of BIFF2, which may be a format in the cell."""
        if not self._book.has_styles:
            return self._data[at + 5] & 0x3F
        style = self._data[at + 4] & 0x3F
        return extended if style == 0x3F else style

    def _several(self, at: int, size: int) -> Iterator[tuple[int, int, str, str]]:
        """Yield the cells of a record that holds the numbers of several."""
        row, column = struct.unpack_from("<HH", self._data, at)
        for index in range((size - 6) // 6):
            xf, raw = struct.unpack_from("<HL", self._data, at + 4 + 6 * index)
            yield row + 1, column + 1 + index, *self._number(xf, b.rk(raw))

    def _plain(self, kind: int, at: int, xf: int, end: int) -> tuple[str, str]:
        """Return text and kind of a cell without a formula."""
        data = self._data
        skip = at + (7 if self._old else 6)
        if kind == b.LABELSST:
            return self._shared_text(struct.unpack_from("<L", data, skip)[0], xf)
        if kind in b.NUMBERS:
            return self._number(xf, struct.unpack_from("<d", data, skip)[0])
        if kind == b.RK:
            return self._number(xf, b.rk(struct.unpack_from("<L", data, skip)[0]))
        if kind in b.BOOLERRS:
            return self._boolerr(data[skip], data[skip + 1], xf)
        if kind == b.INTEGER:
            return self._number(xf, float(struct.unpack_from("<H", data, skip)[0]))
        return self._words(self._text(skip, end), xf)

    def _text(self, at: int, end: int) -> str:
        """Return the text at ``at`` of a record up to ``end``, which may run on."""
        book, data = self._book, self._data
        if self._old:
            return book.short_text(at)[0]
        (count,) = struct.unpack_from("<H", data, at)
        if book.version < 8:
            return book.bytes_text(b.spread(data, at + 2, end, count))
        if at + 3 + count * (1 + (data[at + 2] & 1)) <= end:
            return book.long_text(at)[0]
        whole = b"\1\0\0\0\1\0\0\0" + data[at : at + _STRING_BYTES]
        return SharedStrings(whole, 0, end - at + 8)[0] or ""

    def _number(self, xf: int, number: float) -> tuple[str, str]:
        return self._book.styles.by_number(xf).cell(number)

    def _shared_text(self, index: int, xf: int) -> tuple[str, str]:
        strings = self._book.strings
        text = strings[index] if strings is not None else None
        self._lost += text is None
        return self._words(text, xf) if text else ("", "t")

    def _words(self, text: str, xf: int) -> tuple[str, str]:
        shown = self._book.styles.by_number(xf)
        text = markdown(text)
        if END in text:
            text, hides = runs(text, white=shown.white)
            self._runs += hides
        return shown.text(text), shown.words if text else "t"

    def _boolerr(self, first: int, is_error: int, xf: int) -> tuple[str, str]:
        veil = self._book.styles.by_number(xf).veil
        if is_error:
            return b.ERRORS.get(first, "#N/A"), "e" + veil
        return boolean(str(first)), "b" + veil

    def _formula(
        self, row: int, column: int, xf: int, at: int, size: int
    ) -> tuple[str, str] | None:
        """Return what a formula shows; None if its text is in the next record."""
        data = self._data
        place = at + (7 if self._old else 6)
        if data[place + 6 : place + 8] != b"\xff\xff":
            (number,) = struct.unpack_from("<d", data, place)
            text, kind = self._number(xf, number)
            # with the flag that asks to calculate it when the file is opened
            self._stale = self._stale or (self._book.bare and data[place + 8] & 2 > 0)
        else:
            what, first = data[place], data[place + 2]
            if what == 0:
                return None
            if what == 3:
                text, kind = "", "t"
                if self._book.bare:
                    return self._uncalculated(row, column, at, size)
            else:
                text, kind = self._boolerr(first, what != 1, xf)
        return self._with_formula(text, row, column, at, size), kind

    def _uncalculated(
        self, row: int, column: int, at: int, size: int
    ) -> tuple[str, str]:
        """Return a formula that has an empty text for a value, and no other."""
        _, formula = self._text_of(row, column, self._parsed(at, size))
        self._frame.grid.uncalculated += bool(formula)
        return (formula, "f") if formula else ("", "t")

    def _with_formula(
        self, text: str, row: int, column: int, at: int, size: int
    ) -> str:
        parsed = self._parsed(at, size)
        is_link = ptg.is_link(parsed[0])
        if not (is_link or self._shows):
            return text
        formula, shown = self._text_of(row, column, parsed)
        if is_link:
            text = linked(text, formula)
        return f"{text} {shown}".strip() if self._shows else text

    def _parsed(self, at: int, size: int) -> Parsed:
        """Return the tokens of a formula, and what stands behind them."""
        version = self._book.version
        if version == 2:
            start, length = at + 17, self._data[at + 16]
        elif version < 5:
            start = at + 18
            (length,) = struct.unpack_from("<H", self._data, at + 16)
        else:
            start = at + 22
            (length,) = struct.unpack_from("<H", self._data, at + 20)
        end = min(start + length, at + size)
        return self._data[start:end], self._data[end : at + size]

    def _text_of(self, row: int, column: int, parsed: Parsed) -> tuple[str, str]:
        """Return a formula as it is written, and as it is shown.

        That of an array is shown once, in the first cell of its range.
        """
        area = None
        if parsed[0][:1] == b"\x01" and len(parsed[0]) >= 5:
            where = struct.unpack_from("<HH", parsed[0], 1)
            parsed = self._frame.masters.get(where, (b"", b""))
            area = self._frame.arrays.get(where)
            if area is not None and where != (row - 1, column - 1):
                return "", ""
        formula = self._formulas.text(parsed, row - 1, column - 1)
        if not formula:
            return "", ""
        return formula, formula_text(formula, str(area or ""), array=area is not None)

    def _after(self) -> Iterator[Block]:
        yield from of_runs(self._runs, f"sheet '{self._name}'")
        for label in self._frame.pivots:
            yield Break(label)
        if self._is_chart:
            yield from charts(self._book, self._start)
        frame, where = self._frame, f"sheet '{self._name}'"
        yield from frame.objects.blocks(self._book.pictures(), self._name)
        told = self._book.furniture
        yield from furniture.left_out(frame.headers, frame.footers, told, where)

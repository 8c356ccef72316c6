"""One sheet of a binary workbook: a scan for what frames the cells, then the cells.

Source: [MS-XLS] 2.1.7.20.5 (worksheet substream); [MS-OSHARED] 2.3.7.1 (hyperlinks).
"""

from __future__ import annotations

import struct

from kimi_read.blocks import Loss
from kimi_read.formats.xlsx import biff_records as b
from kimi_read.formats.xlsx.a1 import Area, column_name
from kimi_read.formats.xlsx.cells import boolean, formula_text
from kimi_read.formats.xlsx.model import Comment, Grid, SheetFault
from kimi_read.formats.xlsx.ooxml_frame import MAX_LINKS, MAX_MERGES
from kimi_read.formats.xlsx.ooxml_strings import markdown
from kimi_read.recover import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.blocks import Block
    from kimi_read.formats.xlsx.biff_book import BiffBook
    from kimi_read.formats.xlsx.model import Row, Sheet
    from kimi_read.formats.xlsx.ptg import Formulas

_URL = bytes.fromhex("e0c9ea79f9bace118c8200aa004ba90b")
_FILE = bytes.fromhex("0303000000000000c000000000000046")
_WORKSHEETS = (0x0010, 0x0040)


class BiffSheet:
    """Reads one sheet; ``grid()`` gives what the layout needs."""

    def __init__(self, book: BiffBook, sheet: Sheet) -> None:
        self._book = book
        self._data = book.data
        self._sheet = sheet
        self._old = book.version == 2
        self._grid = Grid()
        self._hidden_rows: set[int] = set()
        self._cells: list[tuple[int, int, int]] | None = None
        self._charts: list[int] = []
        self._texts: dict[int, str] = {}
        self._boxes: list[str] = []
        self._notes: list[tuple[int, int, int, str]] = []
        self._masters: dict[tuple[int, int], tuple[int, int, bytes]] = {}
        self._formulas: Formulas | None = None
        self._start = int(sheet.key) if isinstance(sheet.key, int) else 0
        self._end = len(book.data)
        self._ordered = True

    def grid(self) -> Grid:
        """Scan the sheet and return its grid; the cells come when asked for."""
        data = self._data
        if struct.unpack_from("<H", data.ljust(self._start + 2), self._start)[0] not in b.BOF:
            raise SheetFault("its records are not where they should be")
        if self._book.request.formulas:
            from kimi_read.formats.xlsx.ptg import Formulas

            self._formulas = Formulas(self._book)
        self._scan()
        grid = self._grid
        for row, column, number, author in self._notes:
            text = self._texts.pop(number, "").strip()
            if author and text.startswith(author):
                text = text[len(author) :].lstrip(":").strip()
            grid.comments.append(Comment(row, column, author, markdown(text)))
        self._boxes += [text for text in self._texts.values() if text.strip()]
        grid.rows = self._rows() if self._ordered else self._sorted_rows()
        grid.after = self._after
        return grid

    def _scan(self) -> None:
        """Take everything but the cells, and look whether these are in order."""
        data = self._data
        depth = 0
        last_row = object_id = -1
        note_object = False
        text_due = 0
        for kind, at, size in b.records(data, self._start):
            if kind in b.BOF:
                depth += 1
                if depth == 2:
                    self._charts.append(at - 4)
            elif kind == b.EOF:
                depth -= 1
                if depth <= 0:
                    self._end = at
                    break
            elif depth > 1:
                continue
            elif kind in b.CELLS:
                if size >= 4:
                    row = data[at] | data[at + 1] << 8
                    self._ordered = self._ordered and row >= last_row
                    last_row = row
            elif kind == b.OBJ and size >= 8:
                object_type, object_id = struct.unpack_from("<HH", data, at + 4)
                note_object = object_type == 0x19
            elif kind == b.TXO and size >= 12:
                text_due = struct.unpack_from("<H", data, at + 10)[0]
            elif kind == b.CONTINUE and text_due and size > 1:
                wide = data[at] & 1
                raw = data[at + 1 : at + size][: text_due * 2 if wide else text_due]
                text = raw.decode("utf-16-le" if wide else "latin-1", "replace")
                text_due -= len(raw) // 2 if wide else len(raw)
                if object_id >= 0 and (note_object or text.strip()):
                    self._texts[object_id] = self._texts.get(object_id, "") + text
            else:
                take = _FRAME.get(kind)
                if take is not None:
                    value(lambda t=take, a=at, s=size: t(self, a, s), None)  # type: ignore[misc]
        else:
            self._grid.problems.append(Loss(
                "cut-off", f"sheet '{self._sheet.name}' breaks off", shown=False,
                partial=True))  # fmt: skip

    def _row(self, at: int, size: int) -> None:
        if size >= 16 and self._data[at + 12] & 0x20:
            self._hidden_rows.add(struct.unpack_from("<H", self._data, at)[0] + 1)

    def _column(self, at: int, _size: int) -> None:
        first, last, _, _, flags = struct.unpack_from("<5H", self._data, at)
        if flags & 1:
            self._grid.hidden_columns.append((first + 1, min(last, 255) + 1))

    def _merged(self, at: int, size: int) -> None:
        count, = struct.unpack_from("<H", self._data, at)
        for index in range(min(count, (size - 2) // 8)):
            top, bottom, left, right = struct.unpack_from("<4H", self._data,
                                                          at + 2 + 8 * index)  # fmt: skip
            if len(self._grid.merges) < MAX_MERGES:
                self._grid.merges.append(Area(top + 1, left + 1, bottom + 1, right + 1))

    def _dimensions(self, at: int, _size: int) -> None:
        form = "<LLHH" if self._book.version >= 8 else "<HHHH"
        top, bottom, left, right = struct.unpack_from(form, self._data, at)
        if bottom > top and right > left:
            self._grid.dimension = Area(top + 1, left + 1, bottom, right)

    def _note(self, at: int, size: int) -> None:
        row, column = struct.unpack_from("<HH", self._data, at)
        if self._book.version >= 8:
            number, = struct.unpack_from("<H", self._data, at + 6)
            author, _ = self._book.long_text(at + 8)
            self._notes.append((row + 1, column + 1, number, author.strip("\0 ")))
        elif row != 0xFFFF:
            raw = self._data[at + 6 : at + size]
            self._grid.comments.append(
                Comment(row + 1, column + 1, "", markdown(self._book.bytes_text(raw)))
            )

    def _link(self, at: int, size: int) -> None:
        target = _target(self._data[at + 8 : at + size])
        if not target:
            return
        top, bottom, left, right = struct.unpack_from("<4H", self._data, at)
        if (top, left) == (bottom, right):
            if len(self._grid.links) < MAX_LINKS:
                self._grid.links[(top + 1, left + 1)] = target
        elif len(self._grid.link_areas) < 1000:
            self._grid.link_areas.append(
                (Area(top + 1, left + 1, bottom + 1, right + 1), target)
            )

    def _shared(self, at: int, size: int) -> None:
        """Keep the tokens of a shared formula under its first cell."""
        top, _, left, _ = struct.unpack_from("<HHBB", self._data, at)
        length, = struct.unpack_from("<H", self._data, at + 8)
        tokens = self._data[at + 10 : at + 10 + min(length, size)]
        self._masters[(top, left)] = (top, left, tokens)

    def _array(self, at: int, _size: int) -> None:
        top, _, left, _ = struct.unpack_from("<HHBB", self._data, at)
        skip = 12 if self._book.version >= 5 else 6
        length, = struct.unpack_from("<H", self._data, at + skip)
        tokens = self._data[at + skip + 2 : at + skip + 2 + length]
        self._masters[(top, left)] = (-1, -1, tokens)

    def _rows(self) -> Iterator[Row]:
        """Yield the rows in the order of the records."""
        current = -1
        columns: list[int] = []
        texts: list[str] = []
        kinds: list[str] = []
        for row, column, text, kind in self._values():
            if row != current:
                if columns:
                    yield current, current in self._hidden_rows, columns, texts, kinds
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
        if columns:
            yield current, current in self._hidden_rows, columns, texts, kinds

    def _sorted_rows(self) -> Iterator[Row]:
        """Yield the rows of a sheet whose records are not in order."""
        by_row: dict[int, dict[int, tuple[str, str]]] = {}
        for row, column, text, kind in self._values():
            if text:
                by_row.setdefault(row, {})[column] = (text, kind)
        for row in sorted(by_row):
            cells = by_row[row]
            columns = sorted(cells)
            yield (row, row in self._hidden_rows, columns,
                   [cells[c][0] for c in columns], [cells[c][1] for c in columns])  # fmt: skip

    def _values(self) -> Iterator[tuple[int, int, str, str]]:
        """Yield row, column, text and kind of each cell with a value."""
        data = self._data
        old = self._old
        skip = 7 if old else 6
        depth = 0
        unpack = struct.unpack_from
        waiting: tuple[int, int, int, int, int] | None = None
        for kind, at, size in b.records(data, self._start):
            if kind in b.BOF:
                depth += 1
            elif kind == b.EOF:
                depth -= 1
                if depth <= 0:
                    break
            if depth > 1 or size < 6:
                if not (waiting and kind in b.STRINGS):
                    continue
            if kind in b.CELLS:
                row, column, xf = unpack("<HHH", data, at)
                if old:
                    xf = data[at + 4] & 0x3F
                row += 1
                column += 1
                if kind == b.LABELSST:
                    text = self._shared_text(unpack("<L", data, at + 6)[0], xf)
                    yield row, column, text, "t"
                elif kind in b.NUMBERS:
                    yield row, column, *self._number(xf, unpack("<d", data, at + skip)[0])
                elif kind == b.RK:
                    yield row, column, *self._number(xf, b.rk(unpack("<L", data, at + 6)[0]))
                elif kind == b.MULRK:
                    for index in range((size - 6) // 6):
                        xf, raw = unpack("<HL", data, at + 4 + 6 * index)
                        yield row, column + index, *self._number(xf, b.rk(raw))
                elif kind in b.FORMULAS:
                    waiting = None
                    got = self._formula(row, column, xf, at, size)
                    if got is None:
                        waiting = (row, column, xf, at, size)
                    else:
                        yield row, column, *got
                elif kind in b.LABELS or kind == b.RSTRING:
                    text, _ = (self._book.short_text(at + skip) if old
                               else self._book.long_text(at + skip))  # fmt: skip
                    yield row, column, self._decorated(text, xf), "t"
                elif kind in b.BOOLERRS:
                    first, is_error = data[at + skip], data[at + skip + 1]
                    yield row, column, *_boolerr(first, is_error)
                elif kind == b.INTEGER:
                    yield row, column, *self._number(xf, float(unpack("<H", data, at + 7)[0]))
            elif kind in b.STRINGS and waiting:
                row, column, xf, place, length = waiting
                waiting = None
                text = self._string(at, size)
                shown = self._decorated(text, xf)
                yield row, column, self._with_formula(shown, row, column, place, length), "t"

    def _string(self, at: int, size: int) -> str:
        """Return the text of a STRING record, which may run on."""
        if self._old:
            return self._book.short_text(at)[0]
        if self._book.version < 8:
            return self._book.long_text(at)[0]
        from kimi_read.formats.xlsx.biff_strings import SharedStrings

        one = b"\1\0\0\0\1\0\0\0"
        data = one + self._data[at : at + 4 * 65_536 + 64]
        return SharedStrings(data, 0, size + 8)[0] or ""

    def _number(self, xf: int, number: float) -> tuple[str, str]:
        shown = self._book.styles.by_number(xf)
        return shown.by_value(number), shown.kind

    def _shared_text(self, index: int, xf: int) -> str:
        strings = self._book.strings
        text = strings[index] if strings is not None else None
        return self._decorated(text, xf) if text else ""

    def _decorated(self, text: str, xf: int) -> str:
        form = self._book.styles.by_number(xf).form
        text = markdown(text)
        return form.text(text) if form.decorates else text

    def _formula(
        self, row: int, column: int, xf: int, at: int, size: int
    ) -> tuple[str, str] | None:
        """Return what a formula shows; None if its text is in the next record."""
        data = self._data
        place = at + (7 if self._old else 6)
        if data[place + 6 : place + 8] != b"\xff\xff":
            number, = struct.unpack_from("<d", data, place)
            text, kind = self._number(xf, number)
        else:
            what, first = data[place], data[place + 2]
            if what == 0:
                return None
            if what == 3:
                text, kind = "", "t"
            elif what == 1:
                text, kind = boolean(str(first)), "b"
            else:
                text, kind = b.ERRORS.get(first, "#N/A"), "e"
        return self._with_formula(text, row, column, at, size), kind

    def _with_formula(self, text: str, row: int, column: int, at: int, size: int) -> str:
        if self._formulas is None:
            return text
        version = self._book.version
        if version == 2:
            start, length = at + 17, self._data[at + 16]
        elif version < 5:
            start = at + 18
            length, = struct.unpack_from("<H", self._data, at + 16)
        else:
            start = at + 22
            length, = struct.unpack_from("<H", self._data, at + 20)
        tokens = self._data[start : min(start + length, at + size)]
        array = False
        if tokens[:1] == b"\x01" and len(tokens) >= 5:
            where = struct.unpack_from("<HH", tokens, 1)
            top, _, tokens = self._masters.get(where, (0, 0, b""))
            array = top < 0
        formula = self._formulas.text(tokens, row - 1, column - 1)
        if not formula:
            return text
        return f"{text} {formula_text(formula, array=array)}".strip()

    def _after(self) -> Iterator[Block]:
        from kimi_read.blocks import Break, Paragraph
        from kimi_read.formats.xlsx.biff_chart import charts

        for at in self._charts:
            yield from charts(self._book, at)
        for text in self._boxes:
            yield Break("text box")
            yield Paragraph(markdown(text.replace("\r", "\n").strip()))


_FRAME = {
    **dict.fromkeys(b.ROWS, BiffSheet._row),  # noqa: SLF001 - a table of its own methods
    b.COLINFO: BiffSheet._column,  # noqa: SLF001
    b.MERGEDCELLS: BiffSheet._merged,  # noqa: SLF001
    b.DIMENSIONS: BiffSheet._dimensions,  # noqa: SLF001
    b.NOTE: BiffSheet._note,  # noqa: SLF001
    b.HLINK: BiffSheet._link,  # noqa: SLF001
    b.SHRFMLA: BiffSheet._shared,  # noqa: SLF001
    b.ARRAY: BiffSheet._array,  # noqa: SLF001
}


def _boolerr(first: int, is_error: int) -> tuple[str, str]:
    if is_error:
        return b.ERRORS.get(first, "#N/A"), "e"
    return boolean(str(first)), "b"


def _target(raw: bytes) -> str:
    """Return the address of a hyperlink object that leads out of the workbook."""
    flags, = struct.unpack_from("<L", raw, 20)
    at = 24
    for bit in (0x14, 0x80):
        if flags & bit:
            count, = struct.unpack_from("<L", raw, at)
            at += 4 + 2 * count
    if not flags & 1:
        return ""
    if flags & 0x100:
        count, = struct.unpack_from("<L", raw, at)
        return raw[at + 4 : at + 4 + 2 * count].decode("utf-16-le", "replace").strip("\0")
    kind = raw[at : at + 16]
    at += 16
    if kind == _URL:
        count, = struct.unpack_from("<L", raw, at)
        text = raw[at + 4 : at + 4 + count].decode("utf-16-le", "replace")
        return text.partition("\0")[0]
    if kind == _FILE:
        count, = struct.unpack_from("<L", raw, at + 2)
        return raw[at + 6 : at + 6 + count].partition(b"\0")[0].decode("cp1252", "replace")
    return ""

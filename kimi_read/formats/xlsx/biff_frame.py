"""What frames the cells of a sheet in a binary workbook.

Source: [MS-XLS] 2.1.7.20.5 (worksheet substream); [MS-OSHARED] 2.3.7.1 (hyperlinks).
"""

# ruff: noqa: SLF001 - a table of its own methods
from __future__ import annotations

import struct
from functools import partial

from kimi_read.blocks import Loss
from kimi_read.formats.xlsx import biff_records as b
from kimi_read.formats.xlsx.a1 import Area
from kimi_read.formats.xlsx.biff_drawn import Objects
from kimi_read.formats.xlsx.biff_link import target_of
from kimi_read.formats.xlsx.model import Comment, Grid
from kimi_read.formats.xlsx.ooxml_frame import MAX_LINKS, MAX_MERGES
from kimi_read.formats.xlsx.ooxml_strings import markdown
from kimi_read.formats.xlsx.ptg_rules import MOST, of_record
from kimi_read.recover import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.xlsx.biff_model import Workbook
    from kimi_read.formats.xlsx.ptg import Parsed

_WIDE_LINKS = 1000
#: A conditional format has a font or a pattern of its own.
_RECOLOURS = 1 << 26 | 1 << 29


class BiffFrame:
    """One scan of a sheet, for everything but its cells.

    ``ordered`` says whether these come by rising rows, ``objects`` are what lies on it,
    ``masters`` holds shared and array formulas by their first cell (row and column
    from 0), ``arrays`` the ranges of the latter, ``dressed`` are ranges whose colours
    may not be those of their cells.
    """

    def __init__(self, book: Workbook, start: int, name: str) -> None:
        self.grid = Grid()
        self.hidden_rows: set[int] = set()
        self.objects = Objects(book)
        self.pivots: list[str] = []
        self._rules: list[dict[str, object]] = []
        #: Headers and footers of the printed page as they are written.
        self.headers: list[str] = []
        self.footers: list[str] = []
        self.dressed: list[Area] = []
        self._conditional: list[Area] = []
        self.masters: dict[tuple[int, int], Parsed] = {}
        self.arrays: dict[tuple[int, int], Area] = {}
        self.ordered = True
        self._book = book
        self._data = book.data
        self._start = start
        self._notes: list[tuple[int, int, int, str]] = []
        self._old_notes: list[tuple[int, int, bytearray]] = []
        if not self._scan():
            self.grid.problems.append(
                Loss("cut-off", f"sheet '{name}' breaks off", shown=False, partial=True)
            )
        for row, column, number, author in self._notes:
            text = self.objects.of_note(number).strip()
            if author and text.startswith(author):
                text = text[len(author) :].lstrip(":").strip()
            self.grid.comments.append(Comment(row, column, author, markdown(text)))
        for row, column, raw in self._old_notes:
            text = book.bytes_text(bytes(raw)).replace("\r", "\n").strip()
            self.grid.comments.append(Comment(row, column, "", markdown(text)))

    def _scan(self) -> bool:
        """Take the records one by one; False if their end is missing."""
        data, objects = self._data, self.objects
        depth = 0
        last_row = -1
        for kind, at, size in b.records(data, self._start):
            if kind in b.BOF:
                depth += 1
                if depth == 2:
                    objects.begin_chart(at - 4)
            elif kind in b.CELLS:
                if depth <= 1:
                    row = data[at] | data[at + 1] << 8 if size > 1 else last_row
                    self.ordered = self.ordered and row >= last_row
                    last_row = row
            elif kind == b.EOF:
                depth -= 1
                if depth <= 0:
                    return True
                objects.end_chart()
            elif kind == b.MSODRAWING:
                objects.drawing(data[at : at + size])
            elif kind == b.OBJ and size >= 8:
                objects.take(at, size)
            elif kind == b.TXO and size >= 12:
                objects.text(struct.unpack_from("<H", data, at + 10)[0])
            elif kind == b.CONTINUE:
                objects.more(data[at : at + size])
            elif depth <= 1 and kind in _FRAME:
                value(partial(_FRAME[kind], self, at, size), None)
        return False

    def _row(self, at: int, size: int) -> None:
        if self._book.version == 2:
            hidden = not struct.unpack_from("<H", self._data, at + 6)[0] & 0x7FFF
        else:
            hidden = size >= 16 and bool(self._data[at + 12] & 0x20)
        if hidden:
            self.hidden_rows.add(struct.unpack_from("<H", self._data, at)[0] + 1)

    def _width(self, at: int, _size: int) -> None:
        """Take the width of columns in BIFF2, where a hidden one has none."""
        first, last, width = struct.unpack_from("<BBH", self._data, at)
        if not width:
            self.grid.hidden_columns.append((first + 1, last + 1))

    def _column(self, at: int, _size: int) -> None:
        first, last, width, _, flags = struct.unpack_from("<5H", self._data, at)
        if flags & 1 or not width:
            self.grid.hidden_columns.append((first + 1, min(last, 255) + 1))

    def _merged(self, at: int, size: int) -> None:
        (count,) = struct.unpack_from("<H", self._data, at)
        for index in range(min(count, (size - 2) // 8)):
            place = at + 2 + 8 * index
            top, bottom, left, right = struct.unpack_from("<4H", self._data, place)
            if len(self.grid.merges) < MAX_MERGES:
                self.grid.merges.append(Area(top + 1, left + 1, bottom + 1, right + 1))

    def _dimensions(self, at: int, _size: int) -> None:
        form = "<LLHH" if self._book.version >= 8 else "<HHHH"
        top, bottom, left, right = struct.unpack_from(form, self._data, at)
        if bottom > top and right > left:
            self.grid.dimension = Area(top + 1, left + 1, bottom, right)

    def _note(self, at: int, size: int) -> None:
        row, column = struct.unpack_from("<HH", self._data, at)
        if self._book.version >= 8:
            (number,) = struct.unpack_from("<H", self._data, at + 6)
            author, _ = self._book.long_text(at + 8)
            self._notes.append((row + 1, column + 1, number, author.strip("\0 ")))
        else:
            raw = self._data[at + 6 : at + size]
            if row != 0xFFFF:
                self._old_notes.append((row + 1, column + 1, bytearray()))
            if self._old_notes:  # a row of -1 goes on with the note before
                self._old_notes[-1][2].extend(raw)

    def _link(self, at: int, size: int) -> None:
        target = target_of(self._data[at + 8 : at + size])
        if not target:
            return
        top, bottom, left, right = struct.unpack_from("<4H", self._data, at)
        if (top, left) == (bottom, right):
            if len(self.grid.links) < MAX_LINKS:
                self.grid.links[(top + 1, left + 1)] = target
        elif len(self.grid.link_areas) < _WIDE_LINKS:
            self.grid.link_areas.append(
                (Area(top + 1, left + 1, bottom + 1, right + 1), target)
            )

    def _pivot(self, at: int, _size: int) -> None:
        """Name a pivot table ([MS-XLS] 2.4.313)."""
        top, bottom, left, right = struct.unpack_from("<4H", self._data, at)
        (count,) = struct.unpack_from("<H", self._data, at + 40)
        wide = self._data[at + 44] & 1
        raw = self._data[at + 45 : at + 45 + (2 * count if wide else count)]
        name = raw.decode("utf-16-le" if wide else "latin-1", "replace")
        place = Area(top + 1, left + 1, bottom + 1, right + 1)
        self.pivots.append(f"pivot table: {name} at {place}")
        self.dressed.append(place)

    def _conditions(self, at: int, size: int) -> None:
        """Keep the ranges of conditional formats until a rule changes colours."""
        (count,) = struct.unpack_from("<H", self._data, at + 12)
        self._conditional = [
            Area(top + 1, left + 1, bottom + 1, right + 1)
            for top, bottom, left, right in (
                struct.unpack_from("<4H", self._data, at + 14 + 8 * index)
                for index in range(min(count, (size - 14) // 8))
            )
        ]

    def _rule(self, at: int, _size: int) -> None:
        """Take a rule of them ([MS-XLS] 2.4.42, 2.5.95)."""
        (flags,) = struct.unpack_from("<L", self._data, at + 6)
        if flags & _RECOLOURS and len(self.dressed) < MAX_MERGES:
            self.dressed += self._conditional
            self._conditional = []

    def _validation(self, at: int, _size: int) -> None:
        if self._book.request.identify and len(self._rules) < MOST:
            text = self._book.long_text
            self._rules.append(of_record(self._book, self._data, at, text))
            self.grid.facts["dataValidations"] = self._rules

    def _header(self, at: int, size: int) -> None:
        self._furniture(self.headers, at, size)

    def _footer(self, at: int, size: int) -> None:
        self._furniture(self.footers, at, size)

    def _furniture(self, codes: list[str], at: int, size: int) -> None:
        read = self._book.long_text if self._book.version >= 8 else (
            self._book.short_text)  # fmt: skip
        if size:
            codes.append(read(at)[0])

    def _other_pages(self, at: int, size: int) -> None:
        """Take headers and footers of even and first pages ([MS-XLS] 2.4.137)."""
        counts = struct.unpack_from("<4H", self._data, at + 30)
        place = at + 38
        for index, count in enumerate(counts):
            if count and place < at + size:
                text, place = self._book.long_text(place)
                (self.footers if index % 2 else self.headers).append(text)

    def _shared(self, at: int, size: int) -> None:
        """Keep the tokens of a shared formula under its first cell."""
        top, _, left, _ = struct.unpack_from("<HHBB", self._data, at)
        (length,) = struct.unpack_from("<H", self._data, at + 8)
        end = at + 10 + min(length, size)
        parsed = self._data[at + 10 : end], self._data[end : at + size]
        self.masters[(top, left)] = parsed

    def _array(self, at: int, size: int) -> None:
        top, bottom, left, right = struct.unpack_from("<HHBB", self._data, at)
        skip = 12 if self._book.version >= 5 else 8
        (length,) = struct.unpack_from("<H", self._data, at + skip)
        end = at + skip + 2 + length
        parsed = self._data[at + skip + 2 : end], self._data[end : at + size]
        self.masters[(top, left)] = parsed
        self.arrays[(top, left)] = Area(top + 1, left + 1, bottom + 1, right + 1)


_FRAME = {
    **dict.fromkeys(b.ROWS, BiffFrame._row),
    b.COLINFO: BiffFrame._column,
    b.MERGEDCELLS: BiffFrame._merged,
    b.COLWIDTH: BiffFrame._width,
    **dict.fromkeys(b.DIMENSIONS, BiffFrame._dimensions),
    b.NOTE: BiffFrame._note,
    b.HLINK: BiffFrame._link,
    b.DV: BiffFrame._validation,
    b.HEADER: BiffFrame._header,
    b.FOOTER: BiffFrame._footer,
    b.HEADERFOOTER: BiffFrame._other_pages,
    b.SHRFMLA: BiffFrame._shared,
    b.ARRAY: BiffFrame._array,
    b.SXVIEW: BiffFrame._pivot,
    b.CONDFMT: BiffFrame._conditions,
    b.CF: BiffFrame._rule,
}

"""Charts of binary workbooks as the tables of their stored data.

Source: [MS-XLS] 2.1.7.20.1 (chart sheet substream), 2.4.267 (SIIndex), 2.4.254
(SeriesText), 2.4.182 (ObjectLink).
"""

from __future__ import annotations

import struct

from kimi_read.blocks import Break, Table
from kimi_read.formats.xlsx import biff_records as b
from kimi_read.inline import escape
from kimi_read.recover import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.blocks import Block
    from kimi_read.formats.xlsx.biff_book import BiffBook

MAX_POINTS = 10_000
_SERIES, _TEXT, _LINK, _INDEX = 0x1003, 0x100D, 0x1027, 0x1065
_VALUES, _CATEGORIES = 1, 2
_KINDS = {0x1017: "bar chart", 0x1018: "line chart", 0x1019: "pie chart",
          0x101A: "area chart", 0x101B: "scatter chart", 0x103E: "radar chart",
          0x103F: "surface chart"}  # fmt: skip
_TITLE = 1


def charts(book: BiffBook, at: int) -> Iterator[Block]:
    """Yield the chart whose substream starts at ``at``, if it holds any data."""
    found = value(lambda: _read(book, at), None)
    if found is None:
        return
    title, names, values = found
    columns = sorted({column for what, column, _ in values if what == _VALUES})
    rows = sorted({row for _, _, row in values})[:MAX_POINTS]
    if not columns:
        return
    yield Break(f"chart: {title}")
    header = ["", *(escape(names.get(c, "") or f"Series {c + 1}") for c in columns)]
    yield Table(header, [
        [_category(values, columns, row),
         *(values.get((_VALUES, c, row), "") for c in columns)]
        for row in rows
    ])  # fmt: skip


def _category(
    values: dict[tuple[int, int, int], str], columns: list[int], row: int
) -> str:
    for column in columns:
        text = values.get((_CATEGORIES, column, row))
        if text:
            return text
    return ""


def _read(
    book: BiffBook, start: int
) -> tuple[str, dict[int, str], dict[tuple[int, int, int], str]]:
    """Return title, names of the series, and values by what, series and point."""
    data = book.data
    title, kind, pending = "", "chart", ""
    names: dict[int, str] = {}
    values: dict[tuple[int, int, int], str] = {}
    series = -1
    what = depth = 0
    for record, at, size in b.records(data, start):
        if record in b.BOF:
            depth += 1
        elif record == b.EOF:
            depth -= 1
            if depth <= 0:
                break
        elif record == _SERIES:
            series += 1
            pending = ""
        elif record == _TEXT and size > 3:
            pending, _ = book.short_text(at + 2)
            if series >= 0 and series not in names:
                names[series] = pending
        elif record == _LINK and size >= 2:
            if struct.unpack_from("<H", data, at)[0] == _TITLE and pending:
                title = pending
        elif record == _INDEX and size >= 2:
            what, = struct.unpack_from("<H", data, at)
        elif record in _KINDS:
            kind = _KINDS[record]
        elif what and size >= 6 and len(values) < 10 * MAX_POINTS:
            point, column, xf = struct.unpack_from("<HHH", data, at)
            if record in b.NUMBERS:
                number, = struct.unpack_from("<d", data, at + 6)
                values[what, column, point] = book.styles.by_number(xf).by_value(number)
            elif record in b.LABELS:
                values[what, column, point] = escape(book.long_text(at + 6)[0])
    return title or kind, names, values

"""Charts of binary workbooks as the tables of their stored data.

Source: [MS-XLS] 2.1.7.20.1 (chart sheet substream), 2.4.267 (SIIndex), 2.4.254
(SeriesText), 2.4.182 (ObjectLink), 2.4.29 (BRAI).
"""

from __future__ import annotations

import struct
from functools import partial

from kimi_read.blocks import Break, Loss, Table
from kimi_read.formats.xlsx import biff_records as b
from kimi_read.formats.xlsx.a1 import area
from kimi_read.formats.xlsx.ooxml_charts import cell_texts, places, unquoted
from kimi_read.formats.xlsx.ptg import Formulas
from kimi_read.inline import escape
from kimi_read.ooxml.chart import Chart
from kimi_read.recover import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.blocks import Block
    from kimi_read.formats.xlsx.biff_model import Workbook

MAX_POINTS = 10_000
_SERIES, _TEXT, _LINK, _SOURCE, _INDEX = 0x1003, 0x100D, 0x1027, 0x1051, 0x1065
_BEGIN, _END = 0x1033, 0x1034
_NAME, _VALUES, _CATEGORIES = 0, 1, 2
_KINDS = {0x1017: "bar chart", 0x1018: "line chart", 0x1019: "pie chart",
          0x101A: "area chart", 0x101B: "scatter chart", 0x103E: "radar chart",
          0x103F: "surface chart"}  # fmt: skip
_LABEL = 0x1025
#: What a text is linked to: the chart, an axis, or a series and one of its points.
_TITLE, _VALUE_AXIS, _CATEGORY_AXIS, _POINT, _DEPTH_AXIS = 1, 2, 3, 4, 7


def charts(book: Workbook, at: int) -> Iterator[Block]:
    """Yield the chart whose substream starts at ``at``.

    Values that are not stored beside it are looked up in the sheets.
    """
    found = value(lambda: _read(book, at), None)
    if found is None or not found.series:
        return  # a frame without a series, as around pictures
    if not any(what == _VALUES for what, _, _ in found.values):
        value(lambda: _look_up(book, found), None)
    values = found.values
    columns = sorted({column for what, column, _ in values if what == _VALUES})
    rows = sorted({row for _, _, row in values})[:MAX_POINTS]
    if not columns:
        yield Loss("chart-without-data", "a chart has no data")
        return
    header = [escape(found.axis)]
    shown = [[_category(values, columns, row)] for row in rows]
    for column in columns:
        name = found.names.get(column, "")
        header.append(escape(name or f"Series {column + 1}"))
        for index, row in enumerate(rows):
            shown[index].append(values.get((_VALUES, column, row), ""))
        if any((column, row) in found.labels for row in rows):
            header.append(escape(f"{name or 'Points'} (labels)"))
            for index, row in enumerate(rows):
                shown[index].append(escape(found.labels.get((column, row), "")))
    axes = tuple(dict.fromkeys(found.axes))
    yield Break(Chart(found.title, found.kind, (), (), axes=axes).label())
    yield Table(header, shown)


class _Chart:
    """Titles, names of the series, and values by what, series and point."""

    def __init__(self) -> None:
        self.title = self.axis = ""
        self.kind = "chart"
        self.axes: list[str] = []
        #: Words that single points were given, by series and point.
        self.labels: dict[tuple[int, int], str] = {}
        self.series = 0
        self.names: dict[int, str] = {}
        self.values: dict[tuple[int, int, int], str] = {}
        #: Formulas by what they give and series.
        self.references: dict[tuple[int, int], bytes] = {}


def _look_up(book: Workbook, found: _Chart) -> None:
    """Take names and values from the ranges that the series refer to."""
    formulas = Formulas(book)
    for (what, series), tokens in found.references.items():
        name, _, reference = formulas.text((tokens, b"")).rpartition("!")
        cells = area(reference)
        name = unquoted(name)
        sheet = next((s for s in book.sheets if s.name == name), None)
        if cells is None or sheet is None:
            continue
        texts = cell_texts(book, sheet, [cells])
        for index, place in enumerate(places(cells)):
            if what == _NAME:
                found.names.setdefault(series, texts.get(place, ""))
            elif place in texts:
                found.values[what, series, index] = escape(texts[place])


def _category(
    values: dict[tuple[int, int, int], str], columns: list[int], row: int
) -> str:
    for column in columns:
        text = values.get((_CATEGORIES, column, row))
        if text:
            return text
    return ""


def _linked(found: _Chart, data: bytes, text: str) -> None:
    """Put a text where it belongs ([MS-XLS] 2.4.182)."""
    (what,) = struct.unpack_from("<H", data)
    if not text:
        return
    if what == _TITLE:
        found.title = text
    elif what == _CATEGORY_AXIS:
        found.axis = text
    elif what in (_VALUE_AXIS, _DEPTH_AXIS):
        found.axes.append(text)
    elif what == _POINT:
        series, point = struct.unpack_from("<HH", data, 2)
        found.labels[series, point] = text


def _read(book: Workbook, start: int) -> _Chart:
    data = book.data
    found = _Chart()
    pending = ""
    series = -1
    what = depth = block = 0
    inside = False
    for record, at, size in b.records(data, start):
        if record in b.BOF:
            depth += 1
        elif record == b.EOF:
            depth -= 1
            if depth <= 0:
                break
        elif record == _SERIES:
            series += 1
            found.series += 1
            block = 0
            inside = True
        elif record in (_BEGIN, _END):
            block += 1 if record == _BEGIN else -1
            inside = inside and block > 0
        elif record == _LABEL:
            pending, inside = "", False
        elif record == _TEXT and size > 3:
            pending, _ = book.short_text(at + 2)
            if inside:
                found.names.setdefault(series, pending)
        elif record == _LINK and size >= 2:
            value(partial(_linked, found, data[at : at + size], pending), None)
        elif record == _SOURCE and size >= 8 and series >= 0:
            kind, how, _, _, length = struct.unpack_from("<BBHHH", data, at)
            if how == 2 and kind in (_NAME, _VALUES, _CATEGORIES):
                tokens = data[at + 8 : at + 8 + length]
                found.references.setdefault((kind, series), tokens)
        elif record == _INDEX and size >= 2:
            (what,) = struct.unpack_from("<H", data, at)
        elif record in _KINDS:
            found.kind = _KINDS[record]
        elif what and size >= 6 and len(found.values) < 10 * MAX_POINTS:
            point, column, xf = struct.unpack_from("<HHH", data, at)
            if record in b.NUMBERS:
                (number,) = struct.unpack_from("<d", data, at + 6)
                shown = book.styles.by_number(xf)
                found.values[what, column, point] = shown.by_value(number)
            elif record in b.LABELS:
                found.values[what, column, point] = escape(book.long_text(at + 6)[0])
    return found

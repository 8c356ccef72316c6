"""Workbooks in the XML of Excel 2002 and 2003, streamed.

Source: Microsoft, XML Spreadsheet Reference (2001): Workbook, Worksheet, Table, Row,
Cell, Data, Comment, NumberFormat and its named formats.
"""

# ruff: noqa: SLF001 - a table of its own methods
from __future__ import annotations

from kimi_read.blocks import Loss
from kimi_read.errors import Malformed
from kimi_read.formats.xlsx import veil
from kimi_read.formats.xlsx.a1 import MAX_COLUMN, MAX_ROW, Area, area
from kimi_read.formats.xlsx.cells import (
    Shown,
    boolean,
    formula_text,
    iso_serial,
    linked,
)
from kimi_read.formats.xlsx.feed import Feed
from kimi_read.formats.xlsx.furniture import left_out
from kimi_read.formats.xlsx.model import (
    HIDDEN,
    VERY_HIDDEN,
    VISIBLE,
    Comment,
    Grid,
    Sheet,
)
from kimi_read.formats.xlsx.numfmt import compiled
from kimi_read.formats.xlsx.ooxml_frame import MAX_LINKS, MAX_MERGES
from kimi_read.formats.xlsx.ooxml_strings import markdown
from kimi_read.formats.xlsx.xml_formula import in_a1
from kimi_read.formats.xlsx.xml_rules import MOST, NAMED, PARTS, entry
from kimi_read.guard.xml import DEPTH, checked, recoded
from kimi_read.ooxml.colours import BLACK, UNKNOWN, WHITE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.formats.xlsx.model import Row
    from kimi_read.request import Request
    from kimi_read.source import Source

_SS = "urn:schemas-microsoft-com:office:spreadsheet "
_CELL_CHARS = 1 << 20
_VISIBLE = {"SheetHidden": HIDDEN, "SheetVeryHidden": VERY_HIDDEN}


class XmlBook:
    """A workbook in one XML file.

    Raises:
        Malformed: it has no worksheet.
    """

    def __init__(self, source: Source, request: Request) -> None:
        self.source = source
        self.request = request
        self.losses: list[Loss] = []
        self.date1904 = False
        self.conditions: dict[int, list[Area]] = {}
        self.rules: dict[int, list[dict[str, object]]] = {}
        self.told: set[str] = set()
        first = _Pass(self, -1)
        while first.feed():
            first.rows.clear()
        self.sheets = [
            Sheet(name, state, "worksheet", index)
            for index, (name, state) in enumerate(first.sheets)
        ]
        if not self.sheets:
            raise Malformed(first.fault or "it has no sheets")
        self.date1904 = first.date1904
        self._names = first.names
        self._facts = first.facts

    def facts(self) -> dict[str, object]:
        """Return title, author and dates."""
        return self._facts

    def names(self) -> list[dict[str, object]]:
        """Return the defined names."""
        return self._names

    def open(self, sheet: Sheet) -> Grid:
        """Open a sheet: it is read when its rows are asked for."""
        wanted = int(sheet.key) if isinstance(sheet.key, int) else 0
        reading = _Pass(self, wanted)
        grid = reading.grid
        while not reading.rows and not reading.done and reading.feed():
            pass
        grid.late_comments = grid.late_links = grid.veiled = True
        if self.rules.get(wanted):
            grid.facts["dataValidations"] = self.rules[wanted]
        grid.dressed = lambda: self.conditions.get(wanted, ())

        def rows() -> Iterator[Row]:
            while True:
                ready, reading.rows = reading.rows, []
                yield from ready
                if reading.done or not (reading.feed() or reading.rows):
                    break
            yield from reading.rows
            grid.uncalculated = reading.uncalculated
            grid.problems += left_out(
                reading.headers, reading.footers, self.told, f"sheet '{sheet.name}'"
            )
            if reading.fault:
                grid.problems.append(Loss(
                    "broken-xml", f"sheet '{sheet.name}' breaks off: {reading.fault}",
                    shown=False, partial=True))  # fmt: skip

        grid.rows = rows()
        return grid


class _Pass:
    """One way through the file; rows are made of the wanted sheet only."""

    def __init__(self, book: XmlBook, wanted: int) -> None:
        self._book = book
        self._wanted = wanted
        stream = recoded(checked(book.source.open(), "it"))
        self._feed = Feed(stream, "it", self._start, self._end, self._text)
        self.sheets: list[tuple[str, str]] = []
        self.names: list[dict[str, object]] = []
        self.facts: dict[str, object] = {}
        self.date1904 = book.date1904
        self.rows: list[Row] = []
        self.grid = Grid()
        self.done = False
        self.uncalculated = 0
        self._formats: dict[str, str] = {}
        self._shown: dict[str, Shown] = {}
        self._style = ""
        self._depth = 0
        self._row = self._column = self._last_column = 0
        self._hidden = False
        self._span = 0
        self._cells: dict[int, tuple[str, str]] | None = None
        self._cell: dict[str, str] | None = None
        self._type = ""
        self._author: str | None = None
        self._words: list[str] | None = None
        self._value = ""
        self._has_data = False
        self._looks: dict[str, dict[str, str]] = {}
        self._conditional = False
        self._rule: dict[str, str] | None = None
        self.headers: list[str] = []
        self.footers: list[str] = []

    def feed(self) -> bool:
        """Read on; False at the end, or once the wanted sheet is through."""
        if self.done:
            return False
        more = self._feed.more()
        self.done = self.done or not more
        return more

    @property
    def fault(self) -> str:
        """Why it ended early, if it did."""
        return self._feed.fault

    @property
    def _inside(self) -> bool:
        return self._wanted == len(self.sheets) - 1

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > DEPTH:
            raise Malformed(f"its XML is nested more than {DEPTH} deep")
        tag = name.rpartition(" ")[2]
        act = _STARTS.get(tag)
        if self._rule is not None:
            self._words = [] if tag in PARTS else self._words
        elif act is not None:
            act(
                self, {key.rpartition(" ")[2]: text for key, text in attributes.items()}
            )

    def _text(self, data: str) -> None:
        if self._words is not None and len(self._words) < _CELL_CHARS:
            self._words.append(data)

    def _end(self, name: str) -> None:
        self._depth -= 1
        tag = name.rpartition(" ")[2]
        if self._rule is not None:
            self._end_of_rule(tag)
        elif tag == "Data":
            text = "".join(self._words or ())
            if self._author is None:
                self._value, self._has_data = text, True
            elif self._cell is not None and self._cells is not None:
                author, self._author = self._author, None
                self.grid.comments.append(Comment(
                    self._row, self._column, author,
                    markdown(text.removeprefix(f"{author}:").strip())))  # fmt: skip
            self._words = None
        elif tag == "Cell":
            self._end_cell()
        elif tag == "Row" and self._cells is not None:
            cells, self._cells = self._cells, None
            if cells:
                columns = sorted(cells)
                texts = [cells[c][0] for c in columns]
                kinds = [cells[c][1] for c in columns]
                for row in range(self._row, self._row + self._span + 1):
                    if row <= MAX_ROW:
                        self.rows.append((row, self._hidden, columns, texts, kinds))
            self._row = min(self._row + self._span, MAX_ROW)
        elif tag == "Visible" and self._words is not None and self.sheets:
            text = "".join(self._words).strip()
            self._words = None
            title = self.sheets[-1][0]
            self.sheets[-1] = (title, _VISIBLE.get(text, VISIBLE))
        elif tag in _FACTS and self._words is not None:
            text = " ".join("".join(self._words).split())[:1000]
            self._words = None
            if text:
                self.facts.setdefault(_FACTS[tag], text)
        elif tag == "Style":
            self._style = ""
        elif tag == "ConditionalFormatting":
            self._conditional = False
        elif tag == "Range" and self._words is not None and self._conditional:
            self._condition("".join(self._words))
        elif tag == "Worksheet" and self._inside:
            self.done = True

    def _end_of_rule(self, tag: str) -> None:
        if self._rule is not None and tag in PARTS and self._words is not None:
            self._rule[tag] = "".join(self._words).strip()
            self._words = None
        elif self._rule is not None and tag == "DataValidation":
            found = self._book.rules.setdefault(len(self.sheets) - 1, [])
            if len(found) < MOST:
                found.append(entry(self._rule))
            self._rule = None

    def _worksheet(self, get: dict[str, str]) -> None:
        self.sheets.append((get.get("Name", f"Sheet{len(self.sheets) + 1}"), VISIBLE))
        self._row = self._last_column = 0

    def _style_of(self, get: dict[str, str]) -> None:
        self._style = get.get("ID", "")
        parent = get.get("Parent", "Default")
        if parent in self._formats:
            self._formats[self._style] = self._formats[parent]
        if parent in self._looks:
            self._looks[self._style] = dict(self._looks[parent])

    def _look(self, get: dict[str, str]) -> None:
        """Take font or ground of a style."""
        if self._style:
            self._looks.setdefault(self._style, {}).update(get)

    def _ground(self, get: dict[str, str]) -> None:
        self._look({f"Ground{key}": text for key, text in get.items()})

    def _conditions(self, _get: dict[str, str]) -> None:
        self._conditional = self._wanted < 0

    def _validation(self, _get: dict[str, str]) -> None:
        self._rule = {} if self._wanted < 0 else None

    def _condition(self, ranges: str) -> None:
        """Keep the ranges of a conditional format, in R1C1 notation."""
        self._words = None
        found = self._book.conditions.setdefault(len(self.sheets) - 1, [])
        for one in ranges.split(","):
            cells = area(in_a1(one, 1, 1))
            if cells is not None and len(found) < MAX_MERGES:
                found.append(cells)

    def _number_format(self, get: dict[str, str]) -> None:
        code = get.get("Format", "General")
        self._formats[self._style] = NAMED.get(code.lower(), code)

    def _column_of(self, get: dict[str, str]) -> None:
        index = _number(get.get("Index")) or self._last_column + 1
        span = _number(get.get("Span"))
        self._last_column = index + span
        if _is_hidden(get, "Width") and self._inside:
            self.grid.hidden_columns.append((index, min(index + span, MAX_COLUMN)))

    def _row_of(self, get: dict[str, str]) -> None:
        index = _number(get.get("Index"))
        self._row = index if index > self._row else self._row + 1
        self._hidden = _is_hidden(get, "Height")
        self._span = _number(get.get("Span"))
        self._column = 0
        self._cells = {} if self._inside and self._row <= MAX_ROW else None

    def _cell_of(self, get: dict[str, str]) -> None:
        index = _number(get.get("Index"))
        self._column = index if index > self._column else self._column + 1
        self._cell = get
        self._value, self._has_data, self._type = "", False, ""

    def _data_of(self, get: dict[str, str]) -> None:
        if self._author is None:
            self._type = get.get("Type", "String")
        self._words = []

    def _comment_of(self, get: dict[str, str]) -> None:
        self._author = get.get("Author", "")

    def _word_of(self, _get: dict[str, str]) -> None:
        self._words = []

    def _date_system(self, _get: dict[str, str]) -> None:
        self.date1904 = True

    def _header(self, get: dict[str, str]) -> None:
        if self._inside:
            self.headers.append(get.get("Data", ""))

    def _footer(self, get: dict[str, str]) -> None:
        if self._inside:
            self.footers.append(get.get("Data", ""))

    def _named_range(self, get: dict[str, str]) -> None:
        formula = in_a1(get.get("RefersTo", ""), 1, 1)
        found: dict[str, object] = {"name": get.get("Name", ""), "refersTo": formula}
        if self.sheets:  # those of the workbook stand before the sheets
            found["scope"] = self.sheets[-1][0]
        if get.get("Hidden") == "1":
            found["hidden"] = True
        self.names.append(found)

    def _end_cell(self) -> None:
        cell, self._cell, self._author = self._cell, None, None
        if cell is None or self._cells is None or self._column > MAX_COLUMN:
            return
        column, row = self._column, self._row
        text, kind = self._shown_value(cell)
        formula = cell.get("Formula", "")
        if formula:
            formula = in_a1(formula, row, column)
            text = linked(text, formula) if "HYPERLINK" in formula else text
            cells = cell.get("ArrayRange", "")
            shown = formula_text(formula, in_a1(cells, row, column), array=bool(cells))
            if not self._has_data:
                self.uncalculated += 1
                text, kind = shown, "f"
            elif self._book.request.formulas:
                text = f"{text} {shown}".strip()
        if text:
            self._cells[column] = (text, kind)
        else:
            veil.conceal(self.grid.concealed, (row, column), text, kind)
        target = cell.get("HRef", "")
        if target and not target.startswith("#") and len(self.grid.links) < MAX_LINKS:
            self.grid.links[(row, column)] = target
        across, down = _number(cell.get("MergeAcross")), _number(cell.get("MergeDown"))
        if (across or down) and len(self.grid.merges) < MAX_MERGES:
            self.grid.merges.append(Area(
                row, column, min(row + down, MAX_ROW), min(column + across, MAX_COLUMN)
            ))  # fmt: skip
        self._column += across

    def _shown_value(self, cell: dict[str, str]) -> tuple[str, str]:
        style = cell.get("StyleID", "Default")
        shown = self._shown.get(style)
        if shown is None:
            code = self._formats.get(style, self._formats.get("Default", "General"))
            shown = self._shown[style] = Shown(
                compiled(code, date1904=self._book.date1904),
                raw=self._book.request.values == "raw",
                veil=self._veil(style),
            )
        value = self._value
        if self._type == "Number":
            return shown[value.strip()], shown.kind
        if self._type == "DateTime":
            serial = iso_serial(
                value.partition(".000")[0], date1904=self._book.date1904
            )
            if serial is None or not shown.form.is_date:
                return markdown(value), "d" + shown.veil
            return shown[repr(serial)], shown.kind
        if self._type == "Boolean":
            return boolean(value), "b" + shown.veil
        text = markdown(value)
        if self._type == "Error":
            return text, "e" + shown.veil
        return shown.text(text), shown.words if text else "t"

    def _veil(self, style: str) -> str:
        """Return why text of a style is not seen, or nothing."""
        look = self._looks.get(style, self._looks.get("Default", {}))
        ink, ground = look.get("Color", ""), look.get("GroundColor", "")
        pattern = look.get("GroundPattern", "None" if not ground else "Solid")
        size = look.get("Size", "")
        return veil.reason(
            veil.rgb(ink.removeprefix("#")) if ink[:1] == "#" else BLACK,
            {"None": WHITE, "Solid": veil.rgb(ground.removeprefix("#"))}.get(
                pattern, UNKNOWN
            ),
            float(size) if size.replace(".", "", 1).isdecimal() else 0.0,
        )


_FACTS = {"Title": "title", "Author": "author", "Subject": "subject",
          "LastAuthor": "lastModifiedBy", "Created": "created",
          "LastSaved": "modified", "Company": "company"}  # fmt: skip
_STARTS = {
    "Worksheet": _Pass._worksheet,
    "Style": _Pass._style_of,
    "NumberFormat": _Pass._number_format,
    "Font": _Pass._look,
    "Interior": _Pass._ground,
    "ConditionalFormatting": _Pass._conditions,
    "DataValidation": _Pass._validation,
    "Range": _Pass._word_of,
    "Column": _Pass._column_of,
    "Row": _Pass._row_of,
    "Cell": _Pass._cell_of,
    "Data": _Pass._data_of,
    "Comment": _Pass._comment_of,
    "Visible": _Pass._word_of,
    "Date1904": _Pass._date_system,
    "NamedRange": _Pass._named_range,
    "Header": _Pass._header,
    "Footer": _Pass._footer,
    **dict.fromkeys(_FACTS, _Pass._word_of),
}


def _is_hidden(get: dict[str, str], size: str) -> bool:
    """Whether a row or column says that it is hidden, or has no size."""
    return get.get("Hidden") == "1" or not get.get(size, "1").strip("0.")


def _number(text: str | None) -> int:
    return min(int(text), MAX_ROW) if text and text.isascii() and text.isdigit() else 0

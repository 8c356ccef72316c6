"""The tables of an OpenDocument content stream, one after the other.

Source: OpenDocument 1.3 part 3, 9.1 (table model), 19.642 (repeated cells).
"""

from __future__ import annotations

import re

from kimi_read.errors import Malformed
from kimi_read.formats.xlsx.a1 import MAX_COLUMN, MAX_ROW, Area, column_name
from kimi_read.formats.xlsx.cells import boolean, formula_text, linked
from kimi_read.formats.xlsx.feed import Feed
from kimi_read.formats.xlsx.model import Comment
from kimi_read.formats.xlsx.numfmt import stored
from kimi_read.formats.xlsx.ods_drawn import (
    MAX_SHAPES,
    Drawing,
    Marked,
    blank,
    label_of,
    lined,
)
from kimi_read.formats.xlsx.ods_formula import formula
from kimi_read.formats.xlsx.ods_rules import Rules
from kimi_read.formats.xlsx.ooxml_frame import MAX_MERGES
from kimi_read.formats.xlsx.ooxml_strings import markdown
from kimi_read.formats.xlsx.veil import END, FORMAT, conceal, runs
from kimi_read.guard.xml import DEPTH
from kimi_read.inline import is_script, link

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.xlsx.ods_drawn import Shape
    from kimi_read.formats.xlsx.ods_looks import Looks
    from kimi_read.guard.xml import Reader
    from kimi_read.request import Request

_NS = "urn:oasis:names:tc:opendocument:xmlns:"
_TABLE, _OFFICE, _TEXT = f"{_NS}table:1.0 ", f"{_NS}office:1.0 ", f"{_NS}text:1.0 "
_STYLE = f"{_NS}style:1.0"
_REPEATED, _RULE = (
    f"{_TABLE}number-columns-repeated",
    f"{_TABLE}content-validation-name",
)
_ACROSS, _DOWN = f"{_TABLE}number-columns-spanned", f"{_TABLE}number-rows-spanned"
_CELL_STYLE, _FORMULA = f"{_TABLE}style-name", f"{_TABLE}formula"
_IN_TABLE, _IN_TEXT = _TABLE[:-1], _TEXT[:-1]
_VALUE_TYPE = f"{_OFFICE}value-type"
_CALC = "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"
_DRAW, _FORM = f"{_NS}drawing:1.0", f"{_NS}form:1.0"
_HREF = "http://www.w3.org/1999/xlink href"
_CELL_CHARS = 1 << 20
_BLANKS = re.compile(" {2,}")
_NUMBER = re.compile(r"[0-9]{1,9}\Z")
_DURATION = re.compile(r"P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,]\d+)?S)?\Z")
_ERRORS = frozenset(
    ("#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#NULL!")
)
_KINDS = {"float": "n", "percentage": "n", "currency": "n", "date": "d", "time": "d",
          "boolean": "b", "string": "t"}  # fmt: skip
_GROUPS = ("table-row-group", "table-column-group")
#: Kinds of cells whose text a number format made.
_FILLED = ("n", "d")

Cell = tuple[int, int, str, str]


class TableData:
    """What was read of one table so far; ``skipped`` keeps it from piling up."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, int, bool, list[Cell]]] = []
        self.hidden_columns: list[tuple[int, int]] = []
        self.comments: list[Comment] = []
        self.shapes: list[Shape] = []
        #: The cells of sparklines.
        self.sparklines: list[str] = []
        self.styles: list[tuple[int, int, str]] = []
        self.concealed: list[tuple[int, int]] = []
        self.merges: list[Area] = []
        self.uncalculated = self.hidden_runs = self.covered = self.scripts = 0
        self.done = False
        self.skipped = False
        self.used: Area | None = None

    def grow(self, top: int, bottom: int, cells: list[Cell]) -> None:
        """Note that rows hold something."""
        left, right = cells[0][0], cells[-1][0] + cells[-1][1] - 1
        if self.used is not None:
            top = self.used.top
            left, right = min(left, self.used.left), max(right, self.used.right)
        self.used = Area(top, left, min(bottom, MAX_ROW), right)


class Tables:
    """Feeds one content stream; each table gets its rows as they come by."""

    def __init__(self, stream: Reader, request: Request, looks: Looks) -> None:
        self._feed = Feed(stream, "content.xml", self._start, self._end, self._text)
        self._looks = looks
        self.rules = Rules()
        self._started: list[TableData] = []
        self._taken = -1
        self._table = TableData()
        self._request = request
        self._depth = self._level = 0
        self._row = self._repeat = self._column = self._columns = 0
        self._hidden = False
        self._folded: list[bool] = []
        self._style = self._name = ""
        self._cells: list[Cell] | None = None
        self._cell: dict[str, str] | None = None
        self._lines: list[str] = []
        self._words: list[str] = []
        self._into = False
        self._spans: list[bool] = []
        self._links: list[tuple[str, int]] = []
        self._note: dict[str, str] | None = None
        self._note_into = ""
        self._drawing: Drawing | None = None
        self._labels: dict[str, str] = {}
        self._size = 0

    @property
    def ended(self) -> bool:
        """Whether the stream is through."""
        return self._feed.ended

    @property
    def fault(self) -> str:
        """Why it ended early, if it did."""
        return self._feed.fault

    def can_take(self, index: int) -> bool:
        """Whether a table is still to come, or here without being taken."""
        return index > self._taken

    def take(self, index: int) -> TableData:
        """Return a table once its first row, or its end, was read."""
        for earlier in self._started[:index]:
            earlier.skipped = True
            earlier.rows.clear()
        self._taken = index
        while len(self._started) <= index and self.feed():
            for earlier in self._started[:index]:
                earlier.skipped = True
                earlier.rows.clear()
        if len(self._started) <= index:
            return TableData()
        table = self._started[index]
        while not (table.rows or table.done) and self.feed():
            pass
        return table

    def feed(self) -> bool:
        """Read on; False at the end of the stream."""
        return self._feed.more()

    def finish(self) -> list[TableData]:
        """Read to the end, for what follows the tables; return these without rows."""
        self.take(1 << 30)
        return self._started

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > DEPTH:
            raise Malformed(f"its XML is nested more than {DEPTH} deep")
        space, _, tag = name.rpartition(" ")
        if self._note is not None:
            self._start_note(tag, attributes)
        elif self._drawing is not None:
            self._drawing.start(name, attributes)
        elif space == _IN_TABLE:
            self._start_table(tag, attributes)
        elif space == _STYLE:
            self._looks.start(tag, attributes)
        elif tag == "annotation" and self._cell is not None:
            self._note = {"creator": "", "p": ""}
        elif space == _DRAW and self._level == 1:
            inside = self._cell is not None
            where = f" at {column_name(self._column)}{self._row + 1}" if inside else ""
            self._drawing = Drawing(where, self._labels, media=self._request.media)
            self._drawing.start(name, attributes)
        elif space == _FORM:
            label_of(name, attributes, self._labels)
        elif self._cell is not None and space == _IN_TEXT:
            self._start_text(tag, attributes)
        elif space == _CALC and tag == "sparkline" and self._level == 1:
            address = attributes.get(f"{_CALC} cell-address", "")
            if len(self._table.sparklines) < MAX_SHAPES:
                self._table.sparklines.append(address.rpartition(".")[2])

    def _start_note(self, tag: str, attributes: dict[str, str]) -> None:
        note = self._note or {}
        if tag in ("creator", "p"):
            self._note_into = tag
            if tag == "p" and note["p"]:
                note["p"] += "\n"
        elif self._note_into == "p":
            note["p"] += blank(tag, attributes)

    def _start_table(self, tag: str, attributes: dict[str, str]) -> None:
        get = attributes.get
        if tag == "table":
            self._level += 1
            if self._level == 1:
                self._row = self._columns = 0
                self._name = get(_TABLE + "name", "")
                self._table = TableData()
                self._started.append(self._table)
        elif tag == "table-column" and self._level == 1:
            many = _count(get(_TABLE + "number-columns-repeated"))
            style = get(_TABLE + "default-cell-style-name", "")
            if style and len(self._table.styles) < MAX_COLUMN:
                self._table.styles.append((self._columns, self._columns + many, style))
            if self._conceals(attributes):
                first = self._columns + 1
                self._table.hidden_columns.append(
                    (first, min(first + many - 1, MAX_COLUMN))
                )
            self._columns += many
        elif tag == "table-row" and self._level == 1:
            self._repeat = _count(get(_TABLE + "number-rows-repeated"))
            self._hidden = self._conceals(attributes)
            self._style = get(_TABLE + "default-cell-style-name", "")
            self._cells, self._column = [], 1
        elif tag in ("table-cell", "covered-table-cell") and self._cells is not None:
            self._cell = attributes
            self._lines, self._words, self._size = [], [], 0
        elif tag in _GROUPS:
            self._folded.append(get(_TABLE + "display") == "false")
        else:
            self.rules.start(tag, attributes, self._name if self._level else "")

    def _conceals(self, attributes: dict[str, str]) -> bool:
        """Whether a row or column is hidden, itself or with its group."""
        shown = attributes.get(_TABLE + "visibility", "visible") == "visible"
        return not shown or any(self._folded)

    def _start_text(self, tag: str, attributes: dict[str, str]) -> None:
        if tag in ("p", "h"):
            self._words = []
            self._links = []
            self._into = True
        elif tag == "span":
            mark = self._looks.of_run(attributes.get(_TEXT + "style-name", ""))
            self._words.append(mark)
            self._spans.append(bool(mark))
        elif tag == "a" and attributes.get(_HREF):
            self._links.append((attributes[_HREF], len(self._words)))
        else:
            self._words.append(blank(tag, attributes))

    def _text(self, data: str) -> None:
        if self._note is not None:
            if self._note_into:
                self._note[self._note_into] += data
        elif self._drawing is not None:
            self._drawing.text(data)
        elif self._cell is None:
            self.rules.text(data)
        elif self._into:
            self._size += len(data)
            if self._size <= _CELL_CHARS:
                self._words.append(data)

    def _end(self, name: str) -> None:
        space, _, tag = name.rpartition(" ")
        if self._drawing is not None:
            self._drawing.end(name)
            if self._drawing.ended:
                room = MAX_SHAPES - len(self._table.shapes)
                self._table.shapes += self._drawing.shapes[:room]
                self._drawing = None
        elif self._note is not None:
            self._end_note(tag)
        elif space == _IN_TABLE:
            self._end_table(tag)
        elif space == _STYLE:
            self._looks.end(tag)
        elif self._cell is not None and space == _IN_TEXT:
            if tag in ("p", "h"):
                words = self._words
                if len(words) == 1 and words[0].__class__ is str:
                    self._lines.append(markdown(words[0]))
                else:
                    self._lines.append("".join(lined(words)))
                self._into = False
            elif tag == "span" and self._spans:
                self._words.append(END if self._spans.pop() else "")
            elif tag == "a" and self._links:
                target, at = self._links.pop()
                text = "".join(self._words[at:])
                if is_script(target):
                    self._table.scripts += 1
                elif not target.startswith("#") and text.strip():
                    self._words[at:] = [Marked(link(markdown(text), target))]
        self._depth -= 1

    def _end_note(self, tag: str) -> None:
        if tag in ("creator", "p"):
            self._note_into = ""
        elif tag == "annotation" and self._note is not None:
            note, self._note = self._note, None
            self._table.comments.append(Comment(
                self._row + 1, self._column, note["creator"].strip(),
                markdown(note["p"].strip())))  # fmt: skip

    def _end_table(self, tag: str) -> None:
        if tag == "table":
            self._level -= 1
            if self._level == 0:
                self._table.done = True
        elif tag in ("table-cell", "covered-table-cell") and self._level == 1:
            self._end_cell(covered=tag != "table-cell")
        elif tag == "table-row" and self._level == 1 and self._cells is not None:
            if self._cells and self._request.identify:
                self._table.grow(self._row + 1, self._row + self._repeat, self._cells)
            if self._cells and not self._table.skipped:
                row = (self._row + 1, self._repeat, self._hidden, self._cells)
                self._table.rows.append(row)
            self._row = min(self._row + self._repeat, MAX_ROW + 1)
            self._cells = None
        elif tag in _GROUPS and self._folded:
            self._folded.pop()
        else:
            self.rules.end(tag)

    def _end_cell(self, *, covered: bool) -> None:
        cell, self._cell = self._cell, None
        if cell is None or self._cells is None:
            return
        many = _count(cell[_REPEATED]) if _REPEATED in cell else 1
        text, kind = self._shown(cell)
        if covered:
            self._table.covered += bool(text)
            text, kind = "", "t"
        if _RULE in cell and self._request.identify:
            bottom, right = self._row + self._repeat, self._column + many - 1
            cells = Area(self._row + 1, self._column, bottom, right)
            self.rules.holds(cell[_RULE], self._name, cells)
        if _ACROSS in cell or _DOWN in cell:
            self._merge(_count(cell.get(_ACROSS)), _count(cell.get(_DOWN)))
        if text:
            style = cell.get(_CELL_STYLE) or self._style or self._of_column()
            kind += self._looks.reason(style)
            if END in text:
                text, hides = runs(text, white=self._looks.white(style))
                self._table.hidden_runs += hides
        elif kind[1:]:
            conceal(self._table.concealed, (self._row + 1, self._column), text, kind)
        if text and self._column <= MAX_COLUMN:
            many_shown = min(many, MAX_COLUMN - self._column + 1)
            self._cells.append((self._column, many_shown, text, kind))
        self._column = min(self._column + many, MAX_COLUMN + 1)

    def _merge(self, across: int, down: int) -> None:
        if (across > 1 or down > 1) and len(self._table.merges) < MAX_MERGES:
            bottom, right = self._row + down, self._column + across - 1
            cells = Area(self._row + 1, self._column, bottom, right)
            self._table.merges.append(cells)

    def _of_column(self) -> str:
        """Return the style that cells of the column have without one of their own."""
        for first, last, style in self._table.styles:
            if first < self._column <= last:
                return style
        return ""

    def _shown(self, cell: dict[str, str]) -> tuple[str, str]:
        """Return what a cell shows and its kind."""
        what = cell.get(_VALUE_TYPE, "")
        kind = _KINDS.get(what, "t")
        text = "\n".join(self._lines).strip("\n")
        expression = cell.get(_FORMULA, "")
        if kind in _FILLED:  # blanks stand for the room that a format keeps
            text = (_BLANKS.sub(" ", text) if "  " in text else text).strip(" ")
        if text in _ERRORS:
            kind = "e"
        value = _stored(cell, what)
        if not text and self._lines and self._request.values != "raw":
            # it was saved as showing nothing, as is often done with zeros
            kind += FORMAT if value not in ("", "0") else ""
        elif value and (self._request.values == "raw" or not text):
            text = markdown(value)
        if not expression:
            return text, kind
        expression = formula(expression)
        if "HYPERLINK" in expression:
            text = linked(text, expression)
        shown = formula_text(
            expression, array=_TABLE + "number-matrix-rows-spanned" in cell
        )
        if not text and not what:
            self._table.uncalculated += 1
            return shown, "f"
        return (
            (f"{text} {shown}".strip(), kind)
            if self._request.formulas
            else (text, kind)
        )


def _count(text: str | None) -> int:
    if not text or not _NUMBER.match(text):
        return 1
    return max(1, min(int(text), MAX_ROW))


def _stored(cell: dict[str, str], what: str) -> str:
    """Return the stored value of a cell, dates in ISO 8601."""
    if what in ("float", "percentage", "currency"):
        try:
            number = float(cell.get(_OFFICE + "value", ""))
            return stored(number) if number == number else ""  # noqa: PLR0124 - NaN
        except (ValueError, OverflowError):
            return ""
    if what == "date":
        return cell.get(_OFFICE + "date-value", "")
    if what == "time":
        match = _DURATION.match(cell.get(_OFFICE + "time-value", ""))
        if not match:
            return cell.get(_OFFICE + "time-value", "")
        days, hours, minutes, seconds = (int(part or 0) for part in match.groups())
        return f"{days * 24 + hours:02d}:{minutes:02d}:{seconds:02d}"
    if what == "boolean":
        return boolean(cell.get(_OFFICE + "boolean-value", "false"))
    return cell.get(_OFFICE + "string-value", "")

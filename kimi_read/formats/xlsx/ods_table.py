"""The tables of an OpenDocument content stream, one after the other.

Source: OpenDocument 1.3 part 3, 9.1 (table model), 19.642 (repeated cells).
"""

from __future__ import annotations

import re

from kimi_read.blocks import Break, Loss, Paragraph
from kimi_read.errors import Malformed
from kimi_read.formats.xlsx.a1 import MAX_COLUMN, MAX_ROW
from kimi_read.formats.xlsx.cells import boolean, formula_text
from kimi_read.formats.xlsx.model import Comment, Grid
from kimi_read.formats.xlsx.numfmt import stored
from kimi_read.formats.xlsx.ods_chart import charts
from kimi_read.formats.xlsx.ooxml_strings import markdown
from kimi_read.guard.xml import DEPTH, expat
from kimi_read.inline import link

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.blocks import Block
    from kimi_read.formats.xlsx.model import Row, Sheet
    from kimi_read.guard.xml import Reader
    from kimi_read.guard.zip import Package
    from kimi_read.request import Request

_NS = "urn:oasis:names:tc:opendocument:xmlns:"
_TABLE, _OFFICE, _TEXT = f"{_NS}table:1.0 ", f"{_NS}office:1.0 ", f"{_NS}text:1.0 "
_HREF = "http://www.w3.org/1999/xlink href"
_CHUNK = 1 << 16
_CELL_CHARS = 1 << 20
_NUMBER = re.compile(r"[0-9]{1,9}\Z")
_REFERENCE = re.compile(r"\[([^\]]*)\]")
_DURATION = re.compile(r"P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,]\d+)?S)?\Z")
_ERRORS = frozenset(
    ("#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#NULL!")
)
_KINDS = {"float": "n", "percentage": "n", "currency": "n", "date": "d", "time": "d",
          "boolean": "b", "string": "t"}  # fmt: skip

Cell = tuple[int, int, str, str]


class Tables:
    """Feeds one content stream; ``rows`` of the table in hand pile up as it goes."""

    def __init__(self, stream: Reader, request: Request) -> None:
        self._stream = stream
        self._parser = expat("content.xml")
        from xml.parsers.expat import ExpatError

        self._error = ExpatError
        self.next_index = 0
        self.names: list[dict[str, object]] = []
        self.fault = ""
        self.ready: list[tuple[int, int, bool, list[Cell]]] = []
        self.hidden_columns: list[tuple[int, int]] = []
        self.comments: list[Comment] = []
        self.shapes: list[str] = []
        self.objects: list[str] = []
        self.uncalculated = 0
        self._request = request
        self._ended = False
        self._depth = self._level = 0
        self._row = self._repeat = self._column = self._columns = 0
        self._hidden = False
        self._cells: list[Cell] | None = None
        self._cell: dict[str, str] | None = None
        self._lines: list[str] = []
        self._words: list[str] = []
        self._into = False
        self._links: list[tuple[str, int]] = []
        self._note: dict[str, str] | None = None
        self._note_into = ""
        self._drawing = 0
        self._size = 0
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text

    def feed(self) -> bool:
        """Read on; False at the end of the stream."""
        if self._ended:
            return False
        data = self._stream.read(_CHUNK)
        try:
            self._parser.Parse(data, not data)
        except self._error as error:
            self.fault = f"its XML is broken: {error}"
            self._ended = True
            return False
        self._ended = not data
        return bool(data)

    def skip(self) -> None:
        """Go to the end of the next table."""
        wanted = self.next_index + 1
        while self.next_index < wanted and self.feed():
            self.ready.clear()
            self.comments.clear()
        self.next_index = max(self.next_index, wanted)

    def finish(self) -> None:
        """Read to the end, for what follows the tables."""
        while self.feed():
            self.ready.clear()

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > DEPTH:
            raise Malformed(f"its XML is nested more than {DEPTH} deep")
        space, _, tag = name.rpartition(" ")
        if self._note is not None:
            self._note_into = tag if tag in ("creator", "p") else self._note_into
            if tag == "p" and self._note["p"]:
                self._note["p"] += "\n"
        elif space == _TABLE[:-1]:
            self._start_table(tag, attributes)
        elif tag == "annotation" and self._cell is not None:
            self._note = {"creator": "", "p": ""}
        elif self._drawing or space.endswith("drawing:1.0"):
            if not self._drawing:
                self._drawing = self._depth
                self._words = []
            if tag == "object" and attributes.get(_HREF):
                self.objects.append(attributes[_HREF])
            if tag == "p" and self._words:
                self._words.append("\n")
            self._into = self._into or tag == "p"
        elif self._cell is not None and space == _TEXT[:-1]:
            self._start_text(tag, attributes)

    def _start_table(self, tag: str, attributes: dict[str, str]) -> None:
        get = attributes.get
        if tag == "table":
            self._level += 1
            if self._level == 1:
                self._row = self._columns = 0
                self.hidden_columns = []
                self.shapes, self.objects = [], []
        elif tag == "table-column" and self._level == 1:
            many = _count(get(_TABLE + "number-columns-repeated"))
            if get(_TABLE + "visibility", "visible") != "visible":
                first = self._columns + 1
                self.hidden_columns.append((first, min(first + many - 1, MAX_COLUMN)))
            self._columns += many
        elif tag == "table-row" and self._level == 1:
            self._repeat = _count(get(_TABLE + "number-rows-repeated"))
            self._hidden = get(_TABLE + "visibility", "visible") != "visible"
            self._cells, self._column = [], 1
        elif tag in ("table-cell", "covered-table-cell") and self._cells is not None:
            self._cell = attributes
            self._lines, self._words, self._size = [], [], 0
        elif tag == "named-range":
            self.names.append({
                "name": get(_TABLE + "name", ""),
                "refersTo": _references(f"[{get(_TABLE + 'cell-range-address', '')}]"),
            })  # fmt: skip
        elif tag == "named-expression":
            self.names.append({
                "name": get(_TABLE + "name", ""),
                "refersTo": _formula(get(_TABLE + "expression", "")),
            })  # fmt: skip

    def _start_text(self, tag: str, attributes: dict[str, str]) -> None:
        if tag in ("p", "h"):
            self._words = []
            self._links = []
            self._into = True
        elif tag == "s":
            self._words.append(" " * min(_count(attributes.get(_TEXT + "c")), 100))
        elif tag == "tab":
            self._words.append("\t")
        elif tag == "line-break":
            self._words.append("\n")
        elif tag == "a" and attributes.get(_HREF):
            self._links.append((attributes[_HREF], len(self._words)))

    def _text(self, data: str) -> None:
        if self._note is not None:
            if self._note_into:
                self._note[self._note_into] += data
        elif self._into:
            self._size += len(data)
            if self._size <= _CELL_CHARS:
                self._words.append(data)

    def _end(self, name: str) -> None:
        space, _, tag = name.rpartition(" ")
        if self._drawing:
            self._end_drawing(tag)
        elif self._note is not None:
            self._end_note(tag)
        elif space == _TABLE[:-1]:
            self._end_table(tag)
        elif self._cell is not None and space == _TEXT[:-1]:
            if tag in ("p", "h"):
                words = _joined(self._words)
                self._lines.append(
                    "".join(w if isinstance(w, _Marked) else markdown(w) for w in words)
                )
                self._into = False
            elif tag == "a" and self._links:
                target, at = self._links.pop()
                text = "".join(self._words[at:])
                if not target.startswith("#") and text.strip():
                    self._words[at:] = [_Marked(link(markdown(text), target))]
        self._depth -= 1

    def _end_drawing(self, tag: str) -> None:
        if tag == "p":
            self._into = False
        if self._depth == self._drawing:
            self._drawing = 0
            text = "".join(self._words).strip()
            self._words, self._into = [], False
            if text and len(self.shapes) < 5000:
                self.shapes.append(text)

    def _end_note(self, tag: str) -> None:
        if tag in ("creator", "p"):
            self._note_into = ""
        elif tag == "annotation" and self._note is not None:
            note, self._note = self._note, None
            self.comments.append(Comment(
                self._row + 1, self._column, note["creator"].strip(),
                markdown(note["p"].strip())))  # fmt: skip

    def _end_table(self, tag: str) -> None:
        if tag == "table":
            self._level -= 1
            if self._level == 0:
                self.next_index += 1
                self._parser_stop()
        elif tag in ("table-cell", "covered-table-cell") and self._level == 1:
            self._end_cell(covered=tag != "table-cell")
        elif tag == "table-row" and self._level == 1 and self._cells is not None:
            if self._cells:
                self.ready.append(
                    (self._row + 1, self._repeat, self._hidden, self._cells)
                )
            self._row = min(self._row + self._repeat, MAX_ROW + 1)
            self._cells = None

    def _parser_stop(self) -> None:
        """Mark the end of a table among the rows."""
        self.ready.append((0, 0, False, []))

    def _end_cell(self, *, covered: bool) -> None:
        cell, self._cell = self._cell, None
        if cell is None or self._cells is None:
            return
        many = _count(cell.get(_TABLE + "number-columns-repeated"))
        text, kind = ("", "t") if covered else self._shown(cell)
        if text and self._column <= MAX_COLUMN:
            many_shown = min(many, MAX_COLUMN - self._column + 1)
            self._cells.append((self._column, many_shown, text, kind))
        self._column = min(self._column + many, MAX_COLUMN + 1)

    def _shown(self, cell: dict[str, str]) -> tuple[str, str]:
        """Return what a cell shows and its kind."""
        what = cell.get(_OFFICE + "value-type", "")
        kind = _KINDS.get(what, "t")
        text = "\n".join(self._lines).strip("\n")
        formula = cell.get(_TABLE + "formula", "")
        if text in _ERRORS:
            kind = "e"
        value = _stored(cell, what)
        if value and (self._request.values == "raw" or not text):
            text = markdown(value)
        if not formula:
            return text, kind
        shown = formula_text(_formula(formula))
        if not text and not what:
            self.uncalculated += 1
            return shown, "f"
        return (
            (f"{text} {shown}".strip(), kind)
            if self._request.formulas
            else (text, kind)
        )


class _Marked(str):
    """Text that is inline Markdown already."""

    __slots__ = ()


def _joined(words: list[str]) -> Iterator[str]:
    """Yield the pieces of a paragraph with neighbouring plain ones joined."""
    plain: list[str] = []
    for word in words:
        if isinstance(word, _Marked):
            yield "".join(plain)
            plain = []
            yield word
        else:
            plain.append(word)
    yield "".join(plain)


class TableReader:
    """The rows of the next table of ``tables``."""

    def __init__(self, tables: Tables, sheet: Sheet, package: Package | None) -> None:
        self._tables = tables
        self._package = package
        self._sheet = sheet

    def grid(self) -> Grid:
        """Return the grid; comments come with the rows."""
        tables = self._tables
        grid = Grid()
        tables.ready.clear()
        tables.comments = grid.comments
        tables.uncalculated = 0
        while not tables.ready and tables.feed():  # the columns are known with a row
            pass
        grid.hidden_columns = tables.hidden_columns
        grid.late_comments = True
        grid.rows = self._rows(grid)
        grid.after = self._after
        return grid

    def _rows(self, grid: Grid) -> Iterator[Row]:
        tables = self._tables
        while True:
            ready, tables.ready = tables.ready, []
            for index, (number, many, hidden, cells) in enumerate(ready):
                if not number:
                    tables.ready = ready[index + 1 :]
                    grid.uncalculated = tables.uncalculated
                    return
                columns: list[int] = []
                texts: list[str] = []
                kinds: list[str] = []
                for column, times, text, kind in cells:
                    columns += range(column, column + times)
                    texts += [text] * times
                    kinds += [kind] * times
                for at in range(number, min(number + many, MAX_ROW + 1)):
                    yield at, hidden, columns, texts, kinds
            if not tables.feed() and not tables.ready:
                break
        grid.uncalculated = tables.uncalculated
        if tables.fault:
            grid.problems.append(Loss(
                "broken-xml", f"sheet '{self._sheet.name}' breaks off: {tables.fault}",
                shown=False, partial=True))  # fmt: skip

    def _after(self) -> Iterator[Block]:
        if self._package is not None:
            for name in self._tables.objects:
                yield from charts(self._package, name)
        for text in self._tables.shapes:
            yield Break("text box")
            yield Paragraph(markdown(text))


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


def _formula(text: str) -> str:
    """Return an OpenFormula expression in Excel's notation."""
    prefix, colon, rest = text.partition(":")
    if colon and prefix.isalnum() and rest.startswith("="):
        text = rest
    return _references(text.removeprefix("="))


def _references(text: str) -> str:
    return _REFERENCE.sub(lambda match: _reference(match[1]), text)


def _reference(text: str) -> str:
    first, colon, second = text.partition(":")
    sheet, _, cell = first.rpartition(".")
    out = f"{sheet}!{cell}" if sheet else cell
    return f"{out}:{second.rpartition('.')[2]}" if colon else out

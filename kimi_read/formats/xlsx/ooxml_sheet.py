"""The rows of a worksheet part, streamed.

Rows of the usual make take the quick way (``quick``); any other goes through an expat
parser that has seen everything but those rows, and so does what stands before and
after the rows. Both ways give the same answers, which a test compares.
Source: ECMA-376 part 1, 18.3.1 (worksheets).
"""

from __future__ import annotations

import re
from _operator import call
from itertools import pairwise

from kimi_read.blocks import Loss
from kimi_read.formats.xlsx.a1 import MAX_COLUMN, MAX_ROW
from kimi_read.formats.xlsx.cells import Styles, formula_text, linked
from kimi_read.formats.xlsx.layout import LOOK_AHEAD
from kimi_read.formats.xlsx.ooxml_frame import Frame
from kimi_read.formats.xlsx.ooxml_strings import is_utf8, plain
from kimi_read.formats.xlsx.quick import (
    CELL,
    FORMULA,
    Columns,
    Getters,
    Later,
    Mould,
    Shapes,
    without_blanks,
)
from kimi_read.formats.xlsx.veil import conceal
from kimi_read.guard.xml import BrokenXml, checked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Protocol

    from kimi_read.formats.xlsx.links import OtherBook
    from kimi_read.formats.xlsx.model import Row
    from kimi_read.formats.xlsx.ooxml_frame import Cell
    from kimi_read.formats.xlsx.ooxml_strings import Strings
    from kimi_read.formats.xlsx.ooxml_styles import Formats
    from kimi_read.formats.xlsx.quick import Shape
    from kimi_read.formats.xlsx.rich_values import RichValues
    from kimi_read.guard.zip import Package
    from kimi_read.request import Request

    class Shared(Protocol):
        """What the sheets of a workbook have in common."""

        package: Package
        strings: Strings
        formats: Formats
        rich: RichValues
        date1904: bool
        recalculates: bool
        others: list[OtherBook]


#: Larger pieces cost more: their memory is asked of the system each time.
_CHUNK = 1 << 15
#: A row of all 16,384 columns with short values is well below this.
_ROW_BYTES = 16 << 20
_HEAD_BYTES = 4 << 20
_MASTERS = 100_000
START = re.compile(rb"<(?:\w+:)?sheetData(?:\s[^>]*)?>")
#: Rows without cells before one that has some.
_EMPTY_ROWS = r"(?:\s*<row(?:\s[^<>]*)?/>)*\s*"
#: A row of no height is hidden, whether it says so or not.
_HIDDEN = r'\b(?:hidden="(?:1|true)"|ht="0(?:\.0+)?")'
_SI = r'\bsi="([0-9]+)"'
_REF = r'\bref="([A-Z0-9:$]+)"'


class SheetRows:
    """The rows of one worksheet part, and what stands around them (``frame``)."""

    def __init__(self, book: Shared, part: str, name: str, request: Request) -> None:
        self.uncalculated = 0
        #: Whether formulas show values which would be others in Excel.
        self.stale = False
        self._recalculates = book.recalculates
        self.concealed: list[tuple[int, int]] = []
        self.problems: dict[str, Loss] = {}
        self._name = name
        self._formulas = request.formulas
        self._others = book.others
        raw = request.values == "raw"
        self._getters = Getters(
            Styles(book.formats, raw=raw), book.strings, book.rich, self._no_string,
            date1904=book.date1904,
        )  # fmt: skip
        self._shapes = Shapes(self._getters)
        self._columns = Columns()
        self._shared: dict[str, tuple[str, int, int]] = {}
        self._mould = Mould()
        self._last = 0
        self._later = LOOK_AHEAD
        self._stream = book.package.open(part)
        self._reader = checked(self._stream, part)
        self.frame = Frame(part, self._general_row)
        self._ready: list[Row] = []
        self._buffer = b""
        self._quick = False
        self._ended = False
        self._start()

    @property
    def hidden_runs(self) -> int:
        """How many texts have parts that are not seen."""
        return self._getters.hidden

    def _fault(self, code: str, message: str) -> None:
        """Keep one loss of each kind."""
        where = f"sheet '{self._name}'"
        if code not in self.problems:
            self.problems[code] = Loss(code, f"{where} {message}", where, shown=False,
                                       partial=True)  # fmt: skip

    def _no_string(self) -> None:
        self._fault("bad-string", "refers to shared strings that do not exist")

    def _start(self) -> None:
        """Read up to the first row."""
        head = b""
        match = None
        while match is None and len(head) < _HEAD_BYTES:
            data = self._reader.read(_CHUNK)
            if not data:
                break
            head += data
            match = START.search(head)
        if match is None or match[0].endswith(b"/>") or not is_utf8(head):
            self._feed(head)
            return
        self._quick = b":sheetData" not in match[0] and b"<!" not in head[: match.end()]
        self._feed(head[: match.end()])
        self._buffer = head[match.end() :]

    def _feed(self, data: bytes, *, final: bool = False) -> None:
        if self._ended:
            return
        try:
            self.frame.parser.Parse(data, final)
        except BrokenXml as error:
            self._ended = True
            self._fault("broken-xml", f"breaks off: {error}")

    def rows(self) -> Iterator[Row]:
        """Yield the rows that hold something, in rising order."""
        while not self._ended:
            if self._quick:
                yield from self._quick_rows()
            if not self._quick and self._buffer:
                data, self._buffer = self._buffer, b""
                self._feed(data)
            if self._ready:
                ready, self._ready = self._ready, []
                yield from ready
            if self._last > MAX_ROW:
                return
            data = self._reader.read(_CHUNK)
            if not data:
                break
            self._buffer += data
            if len(self._buffer) > _ROW_BYTES:
                self._quick = False
            if self.frame.row_bytes(len(data)) > _ROW_BYTES:
                self._fault("too-long", f"has a row of more than {_ROW_BYTES} bytes")
                return
        self._feed(self._buffer, final=True)
        yield from self._ready
        if self._stream.fault:
            self._fault("broken-xml", f"breaks off: {self._stream.fault}")

    def _quick_rows(self) -> Iterator[Row]:
        """Yield the complete rows in the buffer."""
        end = self._buffer.rfind(b"</row>")
        stop = self._buffer.find(b"</sheetData", max(0, end))
        if end >= 0:
            done = self._buffer[:end]
            self._buffer = self._buffer[end + 6 :]
            if b"<!" in done or b"<?" in done or b"</sheetData" in done:
                self._quick = False
                self._buffer = done + b"</row>" + self._buffer
                return
            for piece in done.decode("utf-8", "replace").split("</row>"):
                row = self._quick_row(piece)
                if row is not None:
                    yield row
                if self._ready:
                    yield from self._ready
                    self._ready.clear()
                if self._last > MAX_ROW or self._ended:
                    return
        if stop >= 0:
            self._quick = False

    def _quick_row(self, piece: str) -> Row | None:
        """Return the row that ends ``piece``, or None if nothing in it shows."""
        match = self._mould.row(piece)
        if match is not None:
            found, mould = match.groups(), self._mould
            return self._stored_row(
                int(found[0]), _is_hidden(found[1]), mould.columns, mould.shape,
                found[2:],
            )  # fmt: skip
        start = 0 if piece.startswith("<row ") else piece.rfind("<row")
        end = piece.find(">", start)
        if end > 0 and piece[end - 1] == "/":  # rows without cells come before it
            start = piece.rfind("<row")
            end = piece.find(">", start)
        usual = start >= 0 and end > 0 and piece[end - 1] != "/"
        if not usual or (start and not re.fullmatch(_EMPTY_ROWS, piece[:start])):
            self._general(piece)
            return None
        if "<v" not in piece and "<f" not in piece and "<is" not in piece:
            if "<c " not in piece and end + 1 < len(piece):
                self._general(piece)
            return None
        attributes = piece[start + 4 : end]
        cells = CELL.findall(piece, end + 1)
        digits = attributes[4 : attributes.find('"', 4)]
        if not attributes.startswith(' r="') or not digits.isdecimal() or not cells:
            self._general(piece)
            return None
        letters, marks, formulas, values = zip(*cells)  # noqa: B905 - tuples of one size
        if "" in letters:
            self._general(piece)
            return None
        number = int(digits)
        hidden = _is_hidden(attributes)
        columns = self._columns[letters]
        stored = "" not in values and not self._formulas and "HYPERLINK" not in piece
        if stored and not (' ref="' in piece and 't="shared"' in piece):
            shape = self._shapes[marks]
            self._mould.learn(letters, columns, marks, formulas, shape)
            self.stale = self.stale or (self._recalculates and any(formulas))
            return self._stored_row(number, hidden, columns, shape, values)
        places = [(number, column) for column in columns]
        shown = map(self._shown, places, marks, formulas, values)
        texts, kinds = map(list, zip(*shown, strict=True))
        if "" in texts:
            columns, texts, kinds = without_blanks(columns, texts, kinds)
        return self._row(number, hidden, columns, texts, kinds)

    def _stored_row(
        self, number: int, hidden: bool, columns: Sequence[int], shape: Shape,
        values: Sequence[str],
    ) -> Row | None:  # fmt: skip
        """Return a row whose cells all show what is stored in them."""
        kinds = shape.kinds
        texts: Sequence[str]
        try:
            if self._later and shape.late and not shape.hides:
                self._later -= 1
                texts = later = Later(shape, values)
                blank = later.blank
            else:
                texts = list(map(call, shape.calls, values))
                blank = "" in texts
        except (ValueError, OverflowError):  # numbers that are none
            texts = [g[v] for g, v in zip(shape.getters, values, strict=True)]
            blank = "" in texts
        if blank:
            cells = zip(columns, texts, kinds, values, strict=True)
            for column, text, kind, value in cells:
                conceal(self.concealed, (number, column), text, kind, value)
            columns, texts, kinds = without_blanks(columns, texts, kinds)
        return self._row(number, hidden, columns, texts, kinds)

    def _shown(
        self, where: tuple[int, int], mark: str, formula: str, value: str
    ) -> tuple[str, str]:
        """Return text and kind of a cell that may be empty or have a formula."""
        if formula:
            match = FORMULA.match(formula)
            extra, body = match.groups() if match else ("", "")
            return self._formula(where, mark, extra, plain(body or ""), value)
        if not value:
            return "", "t"
        getter = self._getters[mark]
        text = getter[value]
        conceal(self.concealed, where, text, getter.kind, value)
        return text, getter.kind

    def _general(self, piece: str) -> None:
        """Send a row that is not of the usual make through the parser."""
        self._feed(piece.encode() + b"</row>")

    def _row(
        self, number: int, hidden: bool, columns: Sequence[int],
        texts: Sequence[str], kinds: Sequence[str],
    ) -> Row | None:  # fmt: skip
        """Check the order and the grid."""
        if number <= self._last:
            if number:
                self._fault("bad-reference", "has rows out of order")
            number = self._last + 1
        self._last = number
        if (
            columns
            and number <= MAX_ROW
            and columns[-1] <= MAX_COLUMN
            and columns[-1] - columns[0] + 1 == len(columns)
        ):
            return number, hidden, columns, texts, kinds
        if number > MAX_ROW:
            self._fault("beyond-grid", f"goes on beyond row {MAX_ROW}")
            return None
        if not columns:
            return None
        if columns[-1] - columns[0] + 1 != len(columns) and _unordered(columns):
            cells = dict(zip(columns, zip(texts, kinds, strict=True), strict=True))
            columns = sorted(cells)
            texts = [cells[c][0] for c in columns]
            kinds = [cells[c][1] for c in columns]
        if columns[-1] > MAX_COLUMN:
            self._fault("beyond-grid", "has cells beyond column XFD")
            keep = sum(c <= MAX_COLUMN for c in columns)
            columns, texts, kinds = columns[:keep], texts[:keep], kinds[:keep]
        return (number, hidden, columns, texts, kinds) if columns else None

    def _formula(
        self,
        where: tuple[int, int],
        mark: str,
        attributes: str,
        formula: str,
        value: str,
    ) -> tuple[str, str]:
        """Return what a cell with a formula shows, and with ``--formulas`` both."""
        getter = self._getters[mark]
        self.stale = self.stale or (self._recalculates and bool(value))
        if 't="shared"' in attributes:
            formula = self._master(attributes, formula, where)
        table = 't="dataTable"' in attributes
        if table:
            from kimi_read.formats.xlsx.formula import data_table

            formula = data_table(attributes)
        if value and not self._formulas:
            text = getter[value]
            conceal(self.concealed, where, text, getter.kind, value)
            return (
                linked(text, formula) if "HYPERLINK" in formula else text
            ), getter.kind
        area = re.search(_REF, attributes)
        shown = ""
        if formula:
            shown = formula_text(
                formula, area[1] if area else "", others=self._others,
                array=table
                or ('t="array"' in attributes and not _spills(mark + attributes)),
            )  # fmt: skip
        if not value and 't="str"' not in mark:
            self.uncalculated += 1
            return shown or "`=?`", "f" + getter.kind[1:]
        text = linked(getter[value] if value else "", formula)
        if value:
            conceal(self.concealed, where, text, getter.kind, value)
        return (f"{text} {shown}".strip() if self._formulas else text), getter.kind

    def _master(self, attributes: str, formula: str, where: tuple[int, int]) -> str:
        """Return a shared formula as it is in this cell."""
        match = re.search(_SI, attributes)
        if not match:
            return formula
        if formula:
            if len(self._shared) < _MASTERS:
                self._shared[match[1]] = (formula, *where)
            return formula
        known = self._shared.get(match[1])
        if known is None:
            return ""
        from kimi_read.formats.xlsx.formula import shifted

        return shifted(known[0], where[0] - known[1], where[1] - known[2])

    def _general_row(self, number: int, hidden: bool, cells: list[Cell]) -> None:
        """Take a row from the parser."""
        columns: list[int] = []
        texts: list[str] = []
        kinds: list[str] = []
        number = number or self._last + 1
        at = 0
        for column, style, kind, attributes, formula, value in cells:
            at = column or at + 1
            stored = _quoted(value) if kind in _WRITTEN else value
            if attributes is not None:
                mark = f' s="{style}" t="{kind}"'
                text, shows = self._formula(
                    (number, at), mark, attributes, formula, stored
                )
            elif value:
                getter = self._getters[f' s="{style}" t="{kind}"'] if '"' in kind else (
                    self._getters.of(style, kind))  # fmt: skip
                text, shows = getter[stored], getter.kind
                conceal(self.concealed, (number, at), text, shows, stored)
            else:
                continue
            if text:
                columns.append(at)
                texts.append(text)
                kinds.append(shows)
        row = self._row(number, hidden, columns, texts, kinds)
        if row is not None:
            self._ready.append(row)


def _is_hidden(attributes: str) -> bool:
    """Whether the attributes of a row hide it; many say that they do not."""
    may_be = 'hidden="1' in attributes or 'hidden="t' in attributes or (
        ' ht="0' in attributes)  # fmt: skip
    return may_be and re.search(_HIDDEN, attributes) is not None


_WRITTEN = ("str", "inlineStr")


def _quoted(text: str) -> str:
    """Return text of the parser as it would stand in the file."""
    return text.replace("&", "&amp;") if "&" in text else text


def _unordered(columns: Sequence[int]) -> bool:
    return any(a >= b for a, b in pairwise(columns))


def _spills(attributes: str) -> bool:
    """Whether an array formula is one that spills, which is shown without braces."""
    return ' cm="' in attributes

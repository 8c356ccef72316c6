"""The rows of a worksheet part, streamed.

Rows that look as Excel and its peers write them are taken apart by one regular
expression; any other row goes through an expat parser that has seen everything but
those rows, and so does what stands before and after the rows. Both ways give the
same answers (a test compares them); the first costs a third.
Source: ECMA-376 part 1, 18.3.1 (worksheets).
"""

from __future__ import annotations

import re

from kimi_read.blocks import Loss
from kimi_read.errors import Malformed
from kimi_read.formats.xlsx.a1 import MAX_COLUMN, MAX_ROW, column_number
from kimi_read.formats.xlsx.cells import Styles, boolean, formula_text, iso_serial, linked
from kimi_read.formats.xlsx.formula import shifted
from kimi_read.formats.xlsx.ooxml_frame import Frame
from kimi_read.formats.xlsx.ooxml_strings import markdown, unescaped
from kimi_read.guard.xml import checked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.formats.xlsx.model import Row
    from kimi_read.formats.xlsx.ooxml_book import OoxmlBook
    from kimi_read.request import Request

_FIRST_CHUNK = 1 << 15
_CHUNK = 1 << 17
#: A row of all 16,384 columns with short values is well below this.
_ROW_BYTES = 16 << 20
_HEAD_BYTES = 4 << 20
_SHORT, _KEPT = 200, 20_000
_START = re.compile(rb"<(?:\w+:)?sheetData(?:\s[^>]*)?>")
_CELL = re.compile(
    r'<c r="([A-Z]{1,3})[0-9]+"(?: s="([0-9]+)")?(?: t="([a-zA-Z]+)")?'
    r'(?: cm="[0-9]+")?(?: vm="[0-9]+")?(?:/>|>'
    r"(?:<f([^>]*)>(?:([^<]*)</f>)?)?"
    r'(?:<v>([^<]*)</v>|<v/>|<is><t(?: xml:space="preserve")?>([^<]*)</t></is>)?'
    r"</c>)|<"
)
_ENTITY = re.compile(r"&(?:#x([0-9A-Fa-f]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_SI = re.compile(r'\bsi="([0-9]+)"')
_REF = re.compile(r'\bref="([A-Z0-9:$]+)"')


class _Columns(dict[str, int]):
    def __missing__(self, letters: str) -> int:
        number = self[letters] = column_number(letters)
        return number


class _Texts(dict[str, str]):
    """Shared strings by their number as it is written."""

    def __init__(self, sheet: SheetRows) -> None:
        super().__init__()
        self._sheet = sheet

    def __missing__(self, index: str) -> str:
        strings = self._sheet.book.strings
        number = int(index) if index.isascii() and index.strip().isdigit() else -1
        text = strings.get(number)
        if text is None:
            self._sheet.fault("bad-string", "refers to shared strings that do not exist")
            return ""
        if len(text) < _SHORT:  # longer ones are kept there, once
            if len(self) >= _KEPT:
                self.clear()
            self[index] = text
        return text


class SheetRows:
    """The rows of one worksheet part, and what stands around them (``frame``)."""

    def __init__(self, book: OoxmlBook, part: str, name: str, request: Request) -> None:
        self.book = book
        self.uncalculated = 0
        self.problems: dict[str, Loss] = {}
        self._name = name
        self._part = part
        self._formulas = request.formulas
        self._styles = Styles(book.formats, raw=request.values == "raw")
        self._raw = request.values == "raw"
        self._texts = _Texts(self)
        self._columns = _Columns()
        self._shared: dict[str, tuple[str, int, int]] = {}
        self._last = 0
        self._stream = book.package.open(part)
        self._reader = checked(self._stream, part)
        self.frame = Frame(part, self._general_row)
        self._ready: list[Row] = []
        self._buffer = b""
        self._quick = False
        self._ended = False
        self._start()

    def fault(self, code: str, message: str) -> None:
        """Keep one loss of each kind."""
        where = f"sheet '{self._name}'"
        if code not in self.problems:
            self.problems[code] = Loss(code, f"{where} {message}", where, shown=False,
                                       partial=True)  # fmt: skip

    def _start(self) -> None:
        """Read up to the first row."""
        head = b""
        match = None
        while match is None and len(head) < _HEAD_BYTES:
            data = self._reader.read(_FIRST_CHUNK)
            if not data:
                break
            head += data
            match = _START.search(head)
        if match is None or match[0].endswith(b"/>") or not _is_utf8(head):
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
        except self.frame.error as error:
            self._ended = True
            self._broken(str(error))

    def _broken(self, what: str) -> None:
        self.fault("broken-xml", f"breaks off: {what}")

    def rows(self) -> Iterator[Row]:
        """Yield the rows that hold something, in rising order."""
        size = _FIRST_CHUNK
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
            data = self._reader.read(size)
            size = _CHUNK
            if not data:
                break
            self._buffer += data
            if len(self._buffer) > _ROW_BYTES:
                self._quick = False
            if self.frame.row_bytes(len(data)) > _ROW_BYTES:
                self.fault("too-long", f"has a row of more than {_ROW_BYTES} bytes")
                return
        self._feed(self._buffer, final=True)
        yield from self._ready
        if self._stream.fault:
            self._broken(self._stream.fault)

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
        start = piece.rfind("<row")
        end = piece.find(">", start)
        if start < 0 or end < 0 or piece[end - 1] == "/":
            self._general(piece)
            return None
        if start and not _EMPTY_ROWS.fullmatch(piece, 0, start):
            self._general(piece)
            return None
        if "<v>" not in piece and "<f" not in piece and "<is" not in piece:
            if "<c " in piece or end + 1 >= len(piece):
                return None
            self._general(piece)
            return None
        attributes = piece[start + 4 : end]
        if not attributes.startswith(' r="'):
            self._general(piece)
            return None
        digits = attributes[4 : attributes.find('"', 4)]
        number = int(digits) if digits.isdigit() else 0
        columns: list[int] = []
        texts: list[str] = []
        kinds: list[str] = []
        letters, styles, shared = self._columns, self._styles, self._texts
        special = self._formulas
        for name, style, kind, f_attributes, formula, value, inline in _CELL.findall(
            piece, end + 1
        ):
            if value and not special:
                if kind == "s":
                    text, shows = shared[value], "t"
                    form = styles[style].form
                    if form.decorates:
                        text = form.text(text)
                elif kind == "" or kind == "n":
                    shown = styles[style]
                    text, shows = shown[value], shown.kind
                else:
                    text, shows = self._other(style, kind, _plain(value))
                if formula and "HYPERLINK" in formula:
                    text = linked(text, _plain(formula))
            elif inline:
                text, shows = self._other(style, "inlineStr", _plain(inline))
            elif not name:
                self._general(piece)
                return None
            elif formula or f_attributes or value:
                where = (number, letters[name])
                text, shows = self._formula(
                    where, style, kind, f_attributes, _plain(formula), _plain(value)
                )
            else:
                continue
            if text:
                columns.append(letters[name])
                texts.append(text)
                kinds.append(shows)
        return self._row(number, 'hidden="1"' in attributes
                         or 'hidden="true"' in attributes, columns, texts,
                         kinds)  # fmt: skip

    def _general(self, piece: str) -> None:
        """Send a row that is not of the usual make through the parser."""
        self._feed(piece.encode() + b"</row>")

    def _row(
        self, number: int, hidden: bool, columns: list[int], texts: list[str],
        kinds: list[str],
    ) -> Row | None:  # fmt: skip
        """Check the order and the grid."""
        if number <= self._last:
            if number:
                self.fault("bad-reference", "has rows out of order")
            number = self._last + 1
        self._last = number
        if number > MAX_ROW:
            self.fault("beyond-grid", f"goes on beyond row {MAX_ROW}")
            return None
        if not columns:
            return None
        if columns[-1] - columns[0] + 1 != len(columns) and _unordered(columns):
            cells = dict(zip(columns, zip(texts, kinds, strict=True), strict=True))
            columns = sorted(cells)
            texts = [cells[c][0] for c in columns]
            kinds = [cells[c][1] for c in columns]
        if columns[-1] > MAX_COLUMN:
            self.fault("beyond-grid", "has cells beyond column XFD")
            keep = sum(c <= MAX_COLUMN for c in columns)
            columns, texts, kinds = columns[:keep], texts[:keep], kinds[:keep]
        return (number, hidden, columns, texts, kinds) if columns else None

    def _other(self, style: str, kind: str, value: str) -> tuple[str, str]:
        """Return text and kind of a cell that is no plain number."""
        if kind in ("str", "inlineStr"):
            text = markdown(unescaped(value))
            form = self._styles[style].form
            return (form.text(text) if form.decorates else text), "t"
        if kind == "b":
            return boolean(value), "b"
        if kind == "e":
            return markdown(value), "e"
        if kind == "s":
            return self._texts[value.strip()], "t"
        if kind == "d":
            serial = iso_serial(value, date1904=self.book.date1904)
            shown = self._styles[style]
            if serial is None or self._raw or not shown.form.is_date:
                return markdown(value), "d"
            return shown[repr(serial)], "d"
        shown = self._styles[style]
        return shown[value.strip()], shown.kind

    def _formula(
        self, where: tuple[int, int], style: str, kind: str, attributes: str,
        formula: str, value: str,
    ) -> tuple[str, str]:  # fmt: skip
        """Return what a cell with a formula shows, and with ``--formulas`` both."""
        empty = not value and kind not in ("str", "s")
        if not (self._formulas or empty):
            return self._other(style, kind, value) if value else ("", "t")
        has_formula = bool(formula or attributes)
        if 't="shared"' in attributes:
            formula = self._master(attributes, formula, where)
        area = _REF.search(attributes)
        shown = ""
        if formula:
            shown = formula_text(
                formula, area[1] if area else "", array='t="array"' in attributes
            )
        if empty:
            if not has_formula:
                return "", "t"
            self.uncalculated += 1
            return shown or "=?", "f"
        text, kind = self._other(style, kind, value) if value else ("", "t")
        if formula:
            text = linked(text, formula)
        return f"{text} {shown}".strip() if shown else text, kind

    def _master(self, attributes: str, formula: str, where: tuple[int, int]) -> str:
        """Return a shared formula as it is in this cell."""
        match = _SI.search(attributes)
        if not match:
            return formula
        if formula:
            if len(self._shared) < 100_000:
                self._shared[match[1]] = (formula, *where)
            return formula
        known = self._shared.get(match[1])
        if known is None:
            return ""
        return shifted(known[0], where[0] - known[1], where[1] - known[2])

    def _general_row(
        self, number: int, hidden: bool,
        cells: list[tuple[int, str, str, str, str, str, bool]],
    ) -> None:  # fmt: skip
        """Take a row from the parser: column, style, kind, f, formula, value, has."""
        columns: list[int] = []
        texts: list[str] = []
        kinds: list[str] = []
        number = number or self._last + 1
        at = 0
        for column, style, kind, attributes, formula, value, is_formula in cells:
            at = column or at + 1
            if is_formula:
                text, shows = self._formula(
                    (number, at), style, kind, attributes or " ", formula, value
                )
            elif value:
                text, shows = self._other(style, kind, value)
            else:
                continue
            if is_formula and "HYPERLINK" in formula and not self._formulas:
                text = linked(text, formula)
            if text:
                columns.append(at)
                texts.append(text)
                kinds.append(shows)
        row = self._row(number, hidden, columns, texts, kinds)
        if row is not None:
            self._ready.append(row)


#: Rows without cells before one that has some.
_EMPTY_ROWS = re.compile(r"(?:\s*<row(?:\s[^<>]*)?/>)*\s*")


def _unordered(columns: list[int]) -> bool:
    return any(a >= b for a, b in zip(columns, columns[1:], strict=False))


def _is_utf8(head: bytes) -> bool:
    if head[:2] in (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<"):
        return False
    match = re.match(rb"""\s*(?:\xef\xbb\xbf)?<\?xml[^>]*encoding=["']([\w.-]+)""", head)
    return match is None or match[1].lower() in (b"utf-8", b"utf8", b"us-ascii")


def _plain(text: str) -> str:
    """Resolve the references that XML has by itself."""
    if "&" not in text:
        return text
    return _ENTITY.sub(_character, text)


def _character(match: re.Match[str]) -> str:
    if match[3]:
        return _NAMED[match[3]]
    number = int(match[1], 16) if match[1] else int(match[2])
    if number > 0x10FFFF or 0xD800 <= number < 0xE000:
        raise Malformed("a character reference is outside Unicode")
    return chr(number)

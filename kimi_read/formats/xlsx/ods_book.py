"""OpenDocument spreadsheets, packed (.ods) or flat (.fods), streamed.

A cell holds the text that the program which saved it displayed, so that nothing has
to be formatted again; stored values serve ``--values raw`` and cells without text.
Source: OpenDocument 1.3 part 3, 9 (tables), 14.1 (annotations), 16.29.15 (display).
"""

from __future__ import annotations

import re
from functools import partial

from kimi_read.blocks import Break, Loss
from kimi_read.errors import Malformed
from kimi_read.formats.xlsx import sparklines
from kimi_read.formats.xlsx.a1 import MAX_ROW
from kimi_read.formats.xlsx.furniture import left_out
from kimi_read.formats.xlsx.model import HIDDEN, VISIBLE, Grid, Sheet, covered, unsafe
from kimi_read.formats.xlsx.ods_crypt import opened
from kimi_read.formats.xlsx.ods_drawn import blocks
from kimi_read.formats.xlsx.ods_formula import ranged
from kimi_read.formats.xlsx.ods_looks import Looks
from kimi_read.formats.xlsx.ods_table import Tables
from kimi_read.formats.xlsx.ooxml_charts import cell_texts, places
from kimi_read.formats.xlsx.ooxml_strings import plain
from kimi_read.formats.xlsx.veil import of_runs
from kimi_read.guard.xml import checked
from kimi_read.guard.zip import TOTAL_BYTES
from kimi_read.ooxml.parts import local, root_of
from kimi_read.recover import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from xml.etree.ElementTree import Element

    from kimi_read.blocks import Block
    from kimi_read.formats.xlsx.model import Row
    from kimi_read.formats.xlsx.ods_table import TableData
    from kimi_read.guard.xml import Reader
    from kimi_read.guard.zip import Package, PartReader
    from kimi_read.request import Request
    from kimi_read.source import Source

_META = {"title": "title", "subject": "subject", "creator": "author",
         "initial-creator": "author", "description": "description",
         "creation-date": "created", "date": "modified", "keyword": "keywords",
         "generator": "application", "language": "language"}  # fmt: skip
_CHUNK = 1 << 17
_MOST_SHEETS = 10_000
#: Which pages a header or footer is for, behind its name.
_PAGES = ("", "-left", "-first")
_CODES = {"page-number": "&P", "page-count": "&N", "region-left": "&L",
          "region-center": "&C", "region-right": "&R"}  # fmt: skip
_FIELDS = ("sheet-name", "page-number", "page-count", "date", "time", "file-name",
           "title")  # fmt: skip
#: Charts whose data are looked up, each at the cost of reading the content again.
_MOST_LOOKS = 100
#: A table; those of a chart in a flat document lie in a document of their own.
_TABLE = re.compile(
    rb"<table:table\s([^>]*)>|<table:data-pilot-table\s([^>]*)>"
    rb"|<(/?)office:document[\s>]"
)
#: A reference into another document, ``'file:///costs.ods'#``, in a formula.
_OTHER = re.compile(rb"\[(?:'|&apos;)((?:[^'&<\]]|&amp;){1,2000})(?:'|&apos;)#")
_MOST_OTHERS = 100
_TARGET = re.compile(rb"""\btable:target-range-address\s*=\s*("[^"]*"|'[^']*')""")
_NAME = re.compile(rb"""\btable:name\s*=\s*("[^"]*"|'[^']*')""")
_STYLE = re.compile(rb"""\btable:style-name\s*=\s*["']([^"']*)["']""")
_HIDING = re.compile(
    rb"""<style:style\s[^>]*?style:name=["']([^"']*)["'][^>]*>\s*"""
    rb"""<style:table-properties\s[^>]*?table:display=["']false["']"""
)


class OdsBook:
    """A spreadsheet document.

    Raises:
        Malformed: it holds no table.
        Encrypted: a password is needed, or the one given is wrong.
    """

    def __init__(
        self, source: Source, request: Request, package: Package | None = None
    ) -> None:
        self._source = source
        self._package = package
        self.request = request
        self.losses: list[Loss] = []
        self.date1904 = False
        if package is not None:
            self.losses += [
                Loss("damaged-package", f, shown=False) for f in package.faults
            ]
            package = self._package = opened(package, request.password)
            if "content.xml" not in package:
                raise Malformed("its content is missing")
        self._others: dict[str, None] = {}
        self._part: PartReader | None = None
        self._pivots: dict[str, list[str]] = {}
        self.sheets = self._list()
        fault = self._part.fault if self._part is not None else ""
        if not self.sheets:
            raise Malformed(f"its content is damaged: {fault}" if fault else (
                "it has no sheets"))  # fmt: skip
        if fault:
            self.losses.append(Loss(
                "damaged-part", f"its content is damaged: {fault}", shown=False,
                partial=True))  # fmt: skip
        if self._others:
            from kimi_read.formats.xlsx.links import OtherBook, mention

            self.losses += mention(map(OtherBook, self._others))
        self._styles: list[Element | None] = []
        none: list[Loss] = []
        self.losses += value(lambda: list(self._furniture()), none)
        self._open: Tables | None = None
        self._looked = 0
        self._through: tuple[Tables, list[TableData]] | None = None

    def stream(self) -> Reader:
        """Return the XML of the content from its beginning."""
        if self._package is not None:
            self._part = self._package.open("content.xml")
            return checked(self._part, "content.xml")
        return checked(self._source.open(), "it")

    def _named(self) -> Element | None:
        """Return the part of the styles that have names."""
        if not self._styles:
            root = None
            if self._package is not None and "styles.xml" in self._package:
                root = root_of(self._package, "styles.xml")
            self._styles.append(root)
        return self._styles[0]

    def _furniture(self) -> Iterator[Loss]:
        """Yield what is told of the headers and footers of pages."""
        root = self._named()
        codes: dict[str, list[str]] = {"header": [], "footer": []}
        for element in root.iter() if root is not None else ():
            kind = local(element.tag).partition("-")[0]
            shown = all(
                v != "false" for k, v in element.items() if local(k) == "display"
            )
            if kind in codes and shown and local(element.tag)[6:] in _PAGES:
                codes[kind].append(" ".join(_words(element)))
        yield from left_out(codes["header"], codes["footer"], set(), "its pages")

    def _list(self) -> list[Sheet]:
        """Return the sheets by a look at the tags alone."""
        stream = self.stream()
        sheets: list[Sheet] = []
        hidden: set[bytes] = set()
        data = b""
        depth = 0
        while (more := stream.read(_CHUNK)) and len(sheets) < _MOST_SHEETS:
            data += more
            for match in _OTHER.finditer(data):
                if len(self._others) < _MOST_OTHERS:
                    self._others[plain(match[1].decode("utf-8", "replace"))] = None
            end = 0
            for match in _TABLE.finditer(data):
                if match[3] is not None:
                    depth += -1 if match[3] else 1
                elif match[2] is not None:
                    self._pivot(match[2])
                if match[1] is None or depth > 1:
                    end = match.end()
                    continue
                hidden.update(m[1] for m in _HIDING.finditer(data, 0, match.start()))
                end = match.end()
                name, style = _NAME.search(match[1]), _STYLE.search(match[1])
                text = _unquoted(name[1]) if name else f"Sheet{len(sheets) + 1}"
                state = HIDDEN if style and style[1] in hidden else VISIBLE
                sheets.append(Sheet(text, state, "worksheet", len(sheets)))
            hidden.update(m[1] for m in _HIDING.finditer(data))
            data = data[max(end, len(data) - 4096) :]
        return sheets

    def _pivot(self, attributes: bytes) -> None:
        """Keep the name of a pivot table for the sheet that it lies on."""
        name, target = _NAME.search(attributes), _TARGET.search(attributes)
        sheet, cells = ranged(_unquoted(target[1]) if target else "")
        label = f"pivot table: {_unquoted(name[1]) if name else 'without a name'}"
        found = self._pivots.setdefault(sheet, [])
        if cells is not None and len(found) < _MOST_SHEETS:
            found.append(f"{label} at {cells}")

    def facts(self) -> dict[str, object]:
        """Return title, author and dates."""
        if self._package is None:
            return {}
        root = root_of(self._package, "meta.xml")
        out: dict[str, object] = {}
        for element in root.iter() if root is not None else ():
            name = _META.get(local(element.tag))
            text = " ".join((element.text or "").split())[:1000]
            if name and text:
                out.setdefault(name, text)
        return out

    def names(self) -> list[dict[str, object]]:
        """Return the named ranges, which stand after all tables."""
        return self._whole()[0].rules.names

    def _whole(self) -> tuple[Tables, list[TableData]]:
        """Return what one way through all tables tells of them."""
        if self._through is None:
            tables = Tables(self.stream(), self.request, Looks(self._named))
            self._through = tables, tables.finish()
        return self._through

    def open(self, sheet: Sheet) -> Grid:
        """Open a sheet; going forwards costs nothing, going back a new start."""
        index = int(sheet.key) if isinstance(sheet.key, int) else 0
        if self.request.identify:
            return self._known(index, sheet.name)
        if self._open is None or not self._open.can_take(index):
            self._open = Tables(self.stream(), self.request, Looks(self._named))
        tables = self._open
        table = tables.take(index)
        grid = Grid()
        grid.comments = table.comments
        grid.hidden_columns = table.hidden_columns
        grid.late_comments = True
        grid.veiled = True
        grid.concealed = table.concealed
        grid.merges = table.merges
        grid.rows = _rows(tables, table, grid, sheet.name)
        grid.after = partial(self._after, sheet.name, table)
        return grid

    def _known(self, index: int, name: str) -> Grid:
        """Return what is told of a sheet without its rows."""
        tables, started = self._whole()
        grid = Grid()
        rules = tables.rules.of(name)
        if rules:
            grid.facts["dataValidations"] = rules
        if index < len(started):
            grid.dimension = started[index].used
            if started[index].merges:
                grid.facts["mergedCells"] = len(started[index].merges)
        return grid

    def _after(self, name: str, table: TableData) -> Iterator[Block]:
        for label in self._pivots.get(name, ()):
            yield Break(label)
        for shape in table.shapes:
            yield from blocks(
                shape, self._package, self._look_up, media=self.request.media
            )
        yield from sparklines.left_out(table.sparklines, f"sheet '{name}'")

    def _look_up(self, wanted: Sequence[str]) -> list[list[str]]:
        """Return the texts of ranges, each read from its sheet.

        The content is read anew for it, which must leave enough for the sheets.
        """
        self._looked += 1
        read = self._package.inflated if self._package is not None else 0
        if self._looked > _MOST_LOOKS or read > TOTAL_BYTES // 2:
            return [[] for _ in wanted]
        ranges = [ranged(text) for text in wanted]
        kept, self._open = self._open, None
        texts: dict[str, dict[tuple[int, int], str]] = {}
        for sheet in self.sheets:
            areas = [c for name, c in ranges if name == sheet.name and c is not None]
            if areas:
                texts[sheet.name] = cell_texts(self, sheet, areas)
        self._open = kept
        return [
            [texts.get(name, {}).get(place, "") for place in places(cells)]
            if cells is not None else [] for name, cells in ranges
        ]  # fmt: skip


def _rows(tables: Tables, table: TableData, grid: Grid, name: str) -> Iterator[Row]:
    beyond = False
    while True:
        ready, table.rows = table.rows, []
        for number, many, hidden, cells in ready:
            if number > MAX_ROW:
                beyond = True
                continue
            columns: list[int] = []
            texts: list[str] = []
            kinds: list[str] = []
            for column, times, text, kind in cells:
                columns += range(column, column + times)
                texts += [text] * times
                kinds += [kind] * times
            for at in range(number, min(number + many, MAX_ROW + 1)):
                yield at, hidden, columns, texts, kinds
        if table.done or tables.ended:
            break
        tables.feed()
    grid.uncalculated = table.uncalculated
    grid.problems += of_runs(table.hidden_runs, f"sheet '{name}'")
    if table.covered:
        grid.problems.append(covered(table.covered))
    if table.scripts:
        grid.problems.append(unsafe(table.scripts))
    if beyond:
        message = f"sheet '{name}' goes on beyond row {MAX_ROW}"
        grid.problems.append(Loss("beyond-grid", message, shown=False, partial=True))
    if tables.fault and not table.done:
        grid.problems.append(Loss(
            "broken-xml", f"sheet '{name}' breaks off: {tables.fault}", shown=False,
            partial=True))  # fmt: skip


def _words(element: Element) -> Iterator[str]:
    """Yield the words of a header as Excel writes them, without dates and names."""
    tag = local(element.tag)
    yield _CODES.get(tag, "")
    if tag not in _FIELDS:
        yield (element.text or "").replace("&", "&&").strip()
        for child in element:
            yield from _words(child)
            yield (child.tail or "").replace("&", "&&").strip()


def _unquoted(raw: bytes) -> str:
    return plain(raw[1:-1].decode("utf-8", "replace"))

"""An Office Open XML workbook: its sheets, strings, formats and what hangs on them.

Source: ECMA-376 part 1, 18.2 (workbook), 12.3 (parts and their relationships).
"""

from __future__ import annotations

import re

from kimi_read.blocks import Loss
from kimi_read.errors import Malformed
from kimi_read.formats.xlsx.a1 import area
from kimi_read.formats.xlsx.cells import STALE
from kimi_read.formats.xlsx.model import (
    HIDDEN,
    VERY_HIDDEN,
    VISIBLE,
    Grid,
    Sheet,
    SheetFault,
)
from kimi_read.formats.xlsx.ooxml_frame import Frame
from kimi_read.formats.xlsx.ooxml_sheet import START, SheetRows
from kimi_read.formats.xlsx.ooxml_strings import Strings, is_utf8, unescaped
from kimi_read.formats.xlsx.ooxml_styles import formats
from kimi_read.formats.xlsx.rich_values import RichValues
from kimi_read.formats.xlsx.veil import of_runs
from kimi_read.guard.xml import BrokenXml
from kimi_read.guard.zip import Package
from kimi_read.ooxml.parts import local, root_of, tree
from kimi_read.ooxml.properties import properties
from kimi_read.ooxml.relations import first, main_part, relations
from kimi_read.record import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from xml.etree.ElementTree import Element

    from kimi_read.blocks import Block
    from kimi_read.formats.xlsx.a1 import Area
    from kimi_read.formats.xlsx.links import OtherBook
    from kimi_read.formats.xlsx.model import Row
    from kimi_read.guard.zip import PartReader
    from kimi_read.ooxml.relations import Relation
    from kimi_read.request import Request
    from kimi_read.source import Source

#: What follows the rows of a part up to this size is read first in any case, that
#: of a bigger one only for its links.
_SMALL_PART = 4 << 20
_LINKED_PART = 64 << 20
_TAIL_BYTES = 16 << 20
_WIDE_LINKS = 1000
_MOST_CONNECTIONS = 100
_STATES = {"hidden": HIDDEN, "veryHidden": VERY_HIDDEN}
_SHEETS = {"worksheet": "worksheet", "chartsheet": "chart sheet",
           "dialogsheet": "dialog sheet", "xlMacrosheet": "macro sheet",
           "xlIntlMacrosheet": "macro sheet"}  # fmt: skip
_TAIL = rb"</(?:\w+:)?sheetData\s*>|<(?:\w+:)?sheetData(?:\s[^>]*)?/>"


class OoxmlBook:
    """A workbook in an Office package.

    Raises:
        Malformed: there is neither a workbook part nor any sheet.
    """

    def __init__(self, source: Source, request: Request) -> None:
        self.package = Package(source)
        self.losses: list[Loss] = [
            Loss("damaged-package", fault, shown=False) for fault in self.package.faults
        ]
        self.request = request
        self.media = request.media
        self.looked_up: dict[tuple[str, str], list[str]] = {}
        part = main_part(self.package, "xl/workbook.xml", media="sheet")
        root, fault = tree(self.package, part) if part else (None, "it is missing")
        if fault:
            self.losses.append(Loss("damaged-workbook", f"its workbook part: {fault}",
                                    shown=False))  # fmt: skip
        self._relations = relations(self.package, part or "xl/workbook.xml")
        self.date1904 = False
        #: Whether Excel calculates all formulas again when it opens the file.
        self.recalculates = False
        self._names: list[dict[str, object]] = []
        self.sheets: list[Sheet] = []
        self._linked = self._other_books()
        #: The workbooks that formulas name by number.
        self.others: list[OtherBook] = []
        for element in root if root is not None else ():
            self._take(element)
        if not any(sheet.key for sheet in self.sheets):
            self._search()
        usual = "xl/sharedStrings.xml"
        self.strings = Strings(
            self.package, first(self._relations, "sharedStrings") or usual
        )
        self.formats = formats(
            self.package, first(self._relations, "styles") or "xl/styles.xml",
            first(self._relations, "theme"), date1904=self.date1904,
        )  # fmt: skip
        self.rich = RichValues(self.package, self._relations)
        self._persons: dict[str, str] | None = None
        #: Headers and footers that were told of.
        self.furniture: set[str] = set()
        self._mention_links()

    def _take(self, element: Element) -> None:
        name = local(element.tag)
        if name == "workbookPr":
            self.date1904 = element.get("date1904") in ("1", "true", "on")
        elif name == "calcPr":
            self.recalculates = element.get("fullCalcOnLoad") in ("1", "true")
        elif name == "sheets":
            for child in element:
                self._sheet(child)
        elif name == "definedNames":
            for child in element:
                self._defined(child)
        elif name == "externalReferences":
            for child in element if self._linked else ():
                by_local = {local(key): value for key, value in child.attrib.items()}
                self._number(by_local.get("id", ""))

    def _sheet(self, element: Element) -> None:
        by_local = {local(key): value for key, value in element.attrib.items()}
        relation = self._relations.get(by_local.get("id", ""))
        kind = _SHEETS.get(relation.kind if relation else "", "worksheet")
        state = _STATES.get(by_local.get("state", ""), VISIBLE)
        name = unescaped(by_local.get("name", "")) or f"Sheet{len(self.sheets) + 1}"
        target = relation.target if relation else ""
        self.sheets.append(Sheet(name, state, kind, target))

    def _defined(self, element: Element) -> None:
        entry: dict[str, object] = {
            "name": unescaped(element.get("name") or ""),
            "refersTo": (element.text or "")[:1000],
        }
        scope = element.get("localSheetId") or ""
        if scope.isdecimal() and int(scope[:6]) < len(self.sheets):
            entry["scope"] = self.sheets[int(scope[:6])].name
        if element.get("hidden") in ("1", "true"):
            entry["hidden"] = True
        self._names.append(entry)

    def _search(self) -> None:
        """Find the sheets of a package whose workbook part does not lead to them."""
        names = [n for n in self.package.names()
                 if re.search(r"worksheets/[^/]+\.xml$", n, re.IGNORECASE)]  # fmt: skip
        if not names:
            raise Malformed("it has no sheets")
        known, self.sheets = self.sheets, []
        for name in sorted(names, key=lambda n: (len(n), n)):
            label = name.rpartition("/")[2].rpartition(".")[0]
            self.sheets.append(Sheet(label, VISIBLE, "worksheet", name))
        if len(known) == len(names):
            self.sheets = [
                replace(sheet, key=found.key)
                for sheet, found in zip(known, self.sheets, strict=True)
            ]
        if known:
            self.losses.append(Loss("damaged-workbook", "its workbook part does not "
                               "lead to its sheets; they are shown in the order of "
                               "their parts", shown=False))  # fmt: skip

    def _mention_links(self) -> None:
        if any(r.kind == "revisionHeaders" for r in self._relations.values()):
            self.losses.append(Loss("revisions", "its log of tracked changes is "
                                    "not read", shown=False))  # fmt: skip
        if "xl/model/item.data" in self.package:
            self.losses.append(Loss("data-model", "its data model is not read; what "
                                    "cells show of it is", shown=False))  # fmt: skip
        if self._linked:
            from kimi_read.formats.xlsx.links import mention

            self.losses += mention(self._linked.values())

    def _number(self, identifier: str) -> None:
        """Give the next number to a workbook that formulas refer to."""
        from kimi_read.formats.xlsx.links import OtherBook

        self.others.append(self._linked.get(identifier) or OtherBook("?"))

    def _other_books(self) -> dict[str, OtherBook]:
        links = {i: r for i, r in self._relations.items() if r.kind == "externalLink"}
        if not links:
            return {}
        from kimi_read.formats.xlsx.ooxml_extras import other_book

        return {i: other_book(self.package, r) for i, r in links.items()}

    def facts(self) -> dict[str, object]:
        """Return the properties of the package."""
        out = properties(self.package)
        if any(r.kind == "vbaProject" for r in self._relations.values()):
            out["macros"] = True
        if self.date1904:
            out["dateSystem"] = 1904
        part = first(self._relations, "connections") if self.request.identify else ""
        root = root_of(self.package, part) if part else None
        connections = [
            {key: text for key in ("name", "description") if (text := one.get(key))}
            for one in list(root if root is not None else ())[:_MOST_CONNECTIONS]
        ]
        return out | ({"connections": connections} if connections else {})

    def names(self) -> list[dict[str, object]]:
        """Return the defined names, tables included."""
        from kimi_read.formats.xlsx.formula import displayed
        from kimi_read.formats.xlsx.ooxml_extras import tables

        others = [other.prefix for other in self.others]
        return [
            entry | {"refersTo": displayed(str(entry["refersTo"]), others)}
            for entry in self._names
        ] + [
            entry for sheet in self.sheets
            for entry in tables(self, sheet.name, str(sheet.key or ""))
        ]  # fmt: skip

    def open(self, sheet: Sheet) -> Grid:
        """Open a sheet: its rows are read when they are asked for."""
        part = str(sheet.key or "")
        if part not in self.package:
            raise SheetFault("its part is missing")
        own = relations(self.package, part)
        grid = Grid()
        if sheet.kind == "chart sheet":
            from kimi_read.formats.xlsx.ooxml_around import chart_sheet

            return chart_sheet(self, grid, sheet, own)
        rows = SheetRows(self, part, sheet.name, self.request)
        frame = rows.frame
        grid.hidden_columns = frame.hidden_columns
        grid.dimension = frame.dimension
        size = self.package.parts[part.lower()].size
        links = any(r.kind == "hyperlink" for r in own.values())
        grid.veiled = bool(self.formats.veils)
        rows.concealed = grid.concealed
        identify = self.request.identify
        most = _LINKED_PART if links or grid.veiled or identify else _SMALL_PART
        tail = self._tail(part) if size <= most else Frame(part, lambda *_: None)
        grid.merges = tail.merges
        self._links(grid, tail, own)
        if identify:
            _identify(grid, tail)
        if own:
            from kimi_read.formats.xlsx.ooxml_extras import comments

            grid.comments = comments(self, own)

        grid.dressed = lambda: _dressed(self, tail, own)
        grid.rows = self._read(rows, grid, sheet, cut=links and size > _LINKED_PART)
        grid.after = lambda: self._after(sheet, own, frame)
        return grid

    def _read(
        self, rows: SheetRows, grid: Grid, sheet: Sheet, *, cut: bool
    ) -> Iterator[Row]:
        """Yield the rows, then note what is to be said of them."""
        try:
            yield from rows.rows()
        finally:  # also where only the rows of a range are asked for
            grid.uncalculated = rows.uncalculated
            grid.problems += rows.problems.values()
            if rows.stale:
                grid.problems.append(STALE)
            grid.problems += of_runs(rows.hidden_runs, f"sheet '{sheet.name}'")
            if self.strings.fault:
                grid.problems.append(Loss(
                    "damaged-strings", f"its shared strings: {self.strings.fault}",
                    shown=False, partial=True))  # fmt: skip
        if cut:
            grid.problems.append(Loss(
                "links-left-out", f"the links of sheet '{sheet.name}' are left "
                "out: it is too big to be read twice", shown=False))  # fmt: skip

    def _after(
        self, sheet: Sheet, own: dict[str, Relation], frame: Frame
    ) -> Iterator[Block]:
        told = frame.headers or frame.footers or frame.sparklines
        if own or told or self.rich.pictures:
            from kimi_read.formats.xlsx.ooxml_around import around

            yield from around(self, sheet, own, frame)

    def _tail(self, part: str) -> Frame:
        """Read what stands after the rows, passing over them."""
        frame = Frame(part, lambda *_: None)
        stream = self.package.open(part)
        data = stream.read(1 << 16)
        if not is_utf8(data):  # what stands between the rows cannot be found
            return _whole(frame, data, stream)
        opening = START.search(data)
        while opening is None and len(data) < _SMALL_PART:
            more = stream.read(1 << 16)
            if not more:
                return frame
            data += more
            opening = START.search(data)
        if opening is None:
            return frame
        head, data = data[: opening.start()], data[opening.start() :]
        closing = re.search(_TAIL, data)
        while closing is None:
            more = stream.read(1 << 18)
            if not more:
                return frame
            data = data[-64:] + more
            closing = re.search(_TAIL, data)
        rest = data[closing.end() :]
        while len(rest) < _TAIL_BYTES and (more := stream.read(1 << 18)):
            rest += more
        try:
            frame.parser.Parse(head + rest, True)
        except BrokenXml:
            pass  # the rows are read all the same, and the fault is told there
        return frame

    def _links(self, grid: Grid, frame: Frame, own: dict[str, Relation]) -> None:
        for reference, identifier, place in frame.links:
            relation = own.get(identifier)
            cells = area(reference)
            if relation is None or cells is None or not relation.external:
                continue  # a link within the workbook has no address of its own
            target = relation.target + (f"#{place}" if place else "")
            if cells.top == cells.bottom and cells.left == cells.right:
                grid.links[(cells.top, cells.left)] = target
            elif len(grid.link_areas) < _WIDE_LINKS:
                grid.link_areas.append((cells, target))

    def persons(self) -> dict[str, str]:
        """Return the display names of the authors of threaded comments."""
        if self._persons is None:
            self._persons = {}
            for relation in self._relations.values():
                if relation.kind != "person":
                    continue
                root = root_of(self.package, relation.target)
                for person in root if root is not None else ():
                    name = person.get("displayName") or ""
                    self._persons[person.get("id") or ""] = name
        return self._persons


def _dressed(book: OoxmlBook, tail: Frame, own: dict[str, Relation]) -> Sequence[Area]:
    from kimi_read.formats.xlsx.ooxml_extras import dressed

    return dressed(book, tail.conditions, own)


def _whole(frame: Frame, data: bytes, stream: PartReader) -> Frame:
    """Read a part with all its rows, of which nothing is kept."""
    try:
        while data:
            frame.parser.Parse(data, False)
            data = stream.read(1 << 16)
        frame.parser.Parse(b"", True)
    except BrokenXml:
        pass  # as above
    return frame


def _identify(grid: Grid, frame: Frame) -> None:
    if frame.validations:
        grid.facts["dataValidations"] = frame.validations
    if frame.filter:
        grid.facts["autoFilter"] = frame.filter
    if frame.merges:
        grid.facts["mergedCells"] = len(frame.merges)

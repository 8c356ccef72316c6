"""A workbook in binary parts (.xlsb), streamed.

Source: [MS-XLSB] 2.1.4 (records), 2.1.7 (parts), 2.4 (each record).
"""

from __future__ import annotations

import re
import struct
from functools import partial

from kimi_read.blocks import Break, Loss
from kimi_read.errors import Malformed
from kimi_read.formats.xlsx import sparklines
from kimi_read.formats.xlsx.a1 import Area
from kimi_read.formats.xlsx.cells import Styles
from kimi_read.formats.xlsx.formula import sheets_prefix
from kimi_read.formats.xlsx.furniture import left_out
from kimi_read.formats.xlsx.links import OtherBook, mention, plain_url
from kimi_read.formats.xlsx.model import STATES, Comment, Grid, Sheet, SheetFault
from kimi_read.formats.xlsx.ooxml_drawn import drawn
from kimi_read.formats.xlsx.ooxml_extras import comments, dressed
from kimi_read.formats.xlsx.ooxml_frame import MAX_CONDITIONS, MAX_LINKS, MAX_MERGES
from kimi_read.formats.xlsx.ooxml_objects import Objects
from kimi_read.formats.xlsx.ooxml_strings import markdown
from kimi_read.formats.xlsx.ooxml_styles import MAX_FORMATS, Formats
from kimi_read.formats.xlsx.ptg import Formulas, defined_names
from kimi_read.formats.xlsx.ptg_rules import MOST, of_part
from kimi_read.formats.xlsx.xlsb_looks import Looks
from kimi_read.formats.xlsx.xlsb_records import Strings, parts, wide
from kimi_read.formats.xlsx.xlsb_sheet import CELLS, ROW, XlsbRows
from kimi_read.formats.xlsx.xlsb_tables import Table, tables
from kimi_read.guard.zip import Package
from kimi_read.ooxml.parts import root_of
from kimi_read.ooxml.properties import properties
from kimi_read.ooxml.relations import first, main_part, relations
from kimi_read.recover import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.blocks import Block
    from kimi_read.formats.xlsx.ooxml_frame import Condition
    from kimi_read.formats.xlsx.ptg import Parsed
    from kimi_read.formats.xlsx.xlsb_sheet import Masters
    from kimi_read.ooxml.relations import Relation
    from kimi_read.request import Request
    from kimi_read.source import Source

_SCANNED_PART = 32 << 20
_MAX_COMMENTS = 50_000
_PIVOT, _PIVOT_NAME, _LOCATION, _TABLE = 280, 32, 314, 343
_SPARKLINE = 1043
_SHEET_NAMES, _MOST_NAMES = 358, 10_000
_RULES = {3: "colorScale", 4: "dataBar"}
_SHEETS = {"worksheet": "worksheet", "chartsheet": "chart sheet",
           "dialogsheet": "dialog sheet", "xlMacrosheet": "macro sheet",
           "xlIntlMacrosheet": "macro sheet"}  # fmt: skip


class _Around:
    """What is told of a sheet after its rows: codes, and the cells of sparklines."""

    def __init__(self) -> None:
        self.headers: list[str] = []
        self.footers: list[str] = []
        self.sparklines: list[str] = []


class XlsbBook:
    """A workbook of binary parts.

    Raises:
        Malformed: there is no workbook part, or it names no sheet.
    """

    def __init__(self, source: Source, request: Request) -> None:
        self.package = Package(source)
        self.losses = [
            Loss("damaged-package", f, shown=False) for f in self.package.faults
        ]
        self.request = request
        self.media = request.media
        self.looked_up: dict[tuple[str, str], list[str]] = {}
        self.version = 12
        part = main_part(self.package, "xl/workbook.bin")
        if not part or not part.lower().endswith(".bin"):
            part = "xl/workbook.bin"
        self._relations = relations(self.package, part)
        self.sheets: list[Sheet] = []
        self.externals: list[tuple[int, int, int]] = []
        self.books: list[OtherBook] = []
        self.defined: list[tuple[str, int, Parsed, bool]] = []
        self._tables: dict[int, Table] | None = None
        self.date1904 = False
        if part in self.package:
            self._workbook(part)
        self.losses += mention(self.books)
        self._search()
        if not self.sheets:
            raise Malformed("it has no sheets")
        self.formats = self._styles(first(self._relations, "styles") or "xl/styles.bin")
        self.styles = Styles(self.formats, raw=request.values == "raw")
        self.strings = Strings(
            self.package,
            first(self._relations, "sharedStrings") or "xl/sharedStrings.bin",
            self._fonts,
        )
        self._persons: dict[str, str] | None = None
        self._told: set[str] = set()

    def _workbook(self, part: str) -> None:
        for kind, data in parts(self.package, part):
            value(partial(self._take, kind, data), None)

    def _take(self, kind: int, data: bytes) -> None:
        """Take one record of the workbook."""
        if kind == 153 and data:
            self.date1904 = bool(data[0] & 1)
        elif kind == 156:
            (state,) = struct.unpack_from("<L", data)
            identifier, at = wide(data, 8)
            name, _ = wide(data, at)
            relation = self._relations.get(identifier)
            what = _SHEETS.get(relation.kind if relation else "", "worksheet")
            target = relation.target if relation else ""
            self.sheets.append(Sheet(name, STATES[min(state & 3, 2)], what, target))
        elif kind == 39:
            flags, _, scope = struct.unpack_from("<LBL", data)
            name, at = wide(data, 9)
            (length,) = struct.unpack_from("<L", data, at)
            parsed = data[at + 4 : at + 4 + length], data[at + 8 + length :]
            place = 0 if scope == 0xFFFFFFFF else scope + 1
            self.defined.append((name, place, parsed, bool(flags & 1)))
        elif kind == 357:
            self.books.append(OtherBook())
        elif kind == 355:
            relation = self._relations.get(wide(data, 0)[0])
            target = relation.target if relation else ""
            self.books.append(value(partial(self._other, target), OtherBook("?")))
        elif kind == 362:
            (count,) = struct.unpack_from("<L", data)
            self.externals += [
                struct.unpack_from("<LLL", data, 4 + 12 * index)
                for index in range(min(count, (len(data) - 4) // 12))
            ]

    def _search(self) -> None:
        """Find the sheets whose parts the workbook does not name, or none of them."""
        names = [n for n in self.package.names()
                 if re.search(r"worksheets/[^/]+\.bin$", n, re.IGNORECASE)]  # fmt: skip
        known = {str(sheet.key).lower() for sheet in self.sheets}
        names.sort(key=lambda n: (len(n), n))
        free = [
            n for n in names if n.lower() not in known and "binary" not in n.lower()
        ]
        lost = [s for s in self.sheets if str(s.key) not in self.package]
        if not free or (self.sheets and len(free) != len(lost)):
            return
        if not self.sheets:
            labels = (name.rpartition("/")[2].rpartition(".")[0] for name in free)
            lost = self.sheets = [Sheet(label) for label in labels]
        found = iter(free)
        self.sheets = [
            Sheet(s.name, s.state, s.kind, next(found)) if s in lost else s
            for s in self.sheets
        ]
        message = "its list of sheets is damaged; parts and names are matched by order"
        self.losses.append(Loss("damaged-globals", message, shown=False, partial=True))

    def _other(self, part: str) -> OtherBook:
        """Read what a part tells of another workbook or a server."""
        sheets: list[str] = []
        names: list[tuple[str, int]] = []
        url, dde = "?", False
        for kind, data in parts(self.package, part):
            if kind == 360:
                (what,) = struct.unpack_from("<H", data)
                text, at = wide(data, 2)
                dde = what == 1
                link = relations(self.package, part).get(text)
                url = plain_url(link.target) if link else "?"
                if dde:
                    url = f"{text}|{wide(data, at)[0]}"
            elif kind == _SHEET_NAMES:
                (count,) = struct.unpack_from("<L", data)
                at = 4
                for _ in range(min(count, _MOST_NAMES)):
                    name, at = wide(data, at)
                    sheets.append(name)
            elif kind == 577:
                names.append((wide(data, 0)[0], 0))
        return OtherBook(url, sheets, names, dde)

    def _styles(self, part: str) -> Formats:
        codes: dict[int, str] = {}
        styles: list[int] = []
        looks = Looks(self.package, first(self._relations, "theme"))
        inside = False
        for kind, data in parts(self.package, part) if part in self.package else ():
            if kind == 44 and len(data) >= 6:
                codes[struct.unpack_from("<H", data)[0]] = wide(data, 2)[0]
            elif kind in (617, 618):
                inside = kind == 617
            elif kind == 47 and inside and len(data) >= 8 and len(styles) < MAX_FORMATS:
                styles.append(struct.unpack_from("<H", data, 2)[0])
                looks.style(data)
            else:
                looks.take(kind, data)
        out = Formats(styles, codes, date1904=self.date1904)
        out.veils, out.recolours = looks.veils(out.filled), looks.recolours
        self._fonts = looks.of_fonts()
        return out

    def facts(self) -> dict[str, object]:
        """Return the properties of the package."""
        out = properties(self.package)
        if any(r.kind == "vbaProject" for r in self._relations.values()):
            out["macros"] = True
        if self.date1904:
            out["dateSystem"] = 1904
        return out

    def names(self) -> list[dict[str, object]]:
        """Return the defined names, tables included."""
        names = defined_names(Formulas(self), self.defined, self.sheets)
        return names + [
            {"name": table.name, "table": True,
             "refersTo": f"{sheets_prefix(table.sheet)}{table.cells}"}
            for table in self._all_tables().values()
        ]  # fmt: skip

    def table(self, number: int, flags: int, first: int, last: int) -> str:
        """Return a reference to rows and columns of a table.

        Raises:
            LookupError: there is no such table, or column.
        """
        return self._all_tables()[number].reference(flags, first, last)

    def _all_tables(self) -> dict[int, Table]:
        if self._tables is None:
            none: list[Table] = []
            found = value(lambda: list(tables(self.package, self.sheets)), none)
            self._tables = {table.number: table for table in found}
        return self._tables

    def persons(self) -> dict[str, str]:
        """Return the display names of the authors of threaded comments."""
        if self._persons is None:
            self._persons = {}
            for relation in self._relations.values():
                root = root_of(self.package, relation.target) if (
                    relation.kind == "person") else None  # fmt: skip
                for person in root if root is not None else ():
                    name = person.get("displayName") or ""
                    self._persons[person.get("id") or ""] = name
        return self._persons

    def open(self, sheet: Sheet) -> Grid:
        """Open a sheet: its rows are read when they are asked for."""
        part = str(sheet.key or "")
        if part not in self.package:
            raise SheetFault("its part is missing")
        own = relations(self.package, part)
        grid = Grid()
        around = _Around()
        grid.after = partial(self._after, sheet, own, around)
        if sheet.kind == "chart sheet":
            return grid
        big = self.package.parts[part.lower()].size > _SCANNED_PART
        masters = self._frame(sheet, grid, own, around, whole=not big)
        if big and any(r.kind == "hyperlink" for r in own.values()):
            grid.problems.append(Loss(
                "links-left-out", f"the links of sheet '{sheet.name}' are left out: it "
                "is too big to be read twice", shown=False))  # fmt: skip
        threads = {i: r for i, r in own.items() if r.kind == "threadedComment"}
        grid.comments = comments(self, threads)
        taken = {(c.row, c.column) for c in grid.comments}
        grid.comments += [
            c for r in own.values() if r.kind == "comments"
            for c in self._comments(r.target) if (c.row, c.column) not in taken
        ]  # fmt: skip
        grid.rows = XlsbRows(self, part, sheet.name, grid, masters).rows()
        return grid

    def _after(
        self, sheet: Sheet, own: dict[str, Relation], around: _Around
    ) -> Iterator[Block]:
        for relation in own.values():
            if relation.kind == "pivotTable":
                name, place = self._placed(relation.target)
                label = f"pivot table: {name or 'without a name'}"
                yield Break(f"{label} at {place}" if place else label)
        objects = Objects(self, sheet, own)
        yield from drawn(self, sheet.name, own, objects.names())
        yield from objects.blocks()
        where = f"sheet '{sheet.name}'"
        yield from sparklines.left_out(around.sparklines, where)
        yield from left_out(around.headers, around.footers, self._told, where)

    def _placed(self, part: str) -> tuple[str, Area | None]:
        """Return name and range of a pivot table, or the range of a table."""
        name = ""
        for kind, data in parts(self.package, part) if part in self.package else ():
            if kind == _PIVOT:
                name = wide(data, _PIVOT_NAME)[0]
            elif kind in (_LOCATION, _TABLE) and len(data) >= 16:
                return name, _area(data)
        return name, None

    def _dressed(self, own: dict[str, Relation]) -> list[Area]:
        """Return the ranges that a style of a table may give other colours."""
        of_tables = [
            self._placed(relation.target)[1] for relation in own.values()
            if relation.kind in ("table", "pivotTable")
        ]  # fmt: skip
        return [area for area in of_tables if area is not None]

    def _frame(
        self, sheet: Sheet, grid: Grid, own: dict[str, Relation],
        around: _Around, *, whole: bool,
    ) -> Masters:  # fmt: skip
        """Take what stands ``around`` the cells, and the shared formulas."""
        masters: Masters = {}
        rules: list[dict[str, object]] = []
        nothing: list[dict[str, object]] = []
        part = str(sheet.key)
        conditions: list[Condition] = []
        grid.veiled = bool(self.formats.veils)
        grid.dressed = lambda: [
            *dressed(self, conditions, {i: r for i, r in own.items() if (
                r.kind == "image")}),
            *self._dressed(own),
        ]  # fmt: skip
        for kind, data in parts(self.package, part):
            if kind in CELLS or kind == ROW:
                continue
            if kind == 145 and not whole:
                break
            if kind == 148 and len(data) >= 16:
                top, bottom, left, right = struct.unpack_from("<4L", data)
                grid.dimension = Area(top + 1, left + 1, bottom + 1, right + 1)
            elif kind == 60 and len(data) >= 18:
                low, high, width = struct.unpack_from("<LLL", data)
                if data[16] & 1 or not width:
                    grid.hidden_columns.append((low + 1, high + 1))
            elif kind == 176 and len(grid.merges) < MAX_MERGES and len(data) >= 16:
                grid.merges.append(_area(data))
            elif kind == 461 and len(data) >= 12 and len(conditions) < MAX_CONDITIONS:
                conditions.append((_ranges(data[8:]), []))
            elif kind == 463 and len(data) >= 12 and conditions:
                what, _, style = struct.unpack_from("<3L", data)
                conditions[-1][1].append((_RULES.get(what, ""), style))
            elif kind == 64 and self.request.identify and len(rules) < MOST:
                rules += value(lambda d=data: [of_part(self, d)], nothing)  # type: ignore[misc]
            elif kind == 479 and len(data) > 2:
                codes = _furniture(data)
                around.headers += codes[::2]
                around.footers += codes[1::2]
            elif kind == _SPARKLINE and len(around.sparklines) < MAX_LINKS:
                place = str(_area(data[16:])) if len(data) >= 32 else ""
                around.sparklines.append(place)
            elif kind == 494 and len(data) >= 20:
                self._link(data, grid, own)
            elif kind in (426, 427) and len(data) >= 20:
                cells = _area(data)
                skip = 17 if kind == 426 else 16
                (length,) = struct.unpack_from("<L", data, skip)
                end = skip + 4 + length
                parsed = data[skip + 4 : end], data[end + 4 :]
                at = (cells.top, cells.left)
                masters[at] = (cells if kind == 426 else None, parsed)
        if rules:
            grid.facts["dataValidations"] = rules
        return masters

    def _link(self, data: bytes, grid: Grid, own: dict[str, Relation]) -> None:
        cells = _area(data)
        identifier, at = wide(data, 16)
        place, _ = wide(data, at)
        relation = own.get(identifier)
        if relation is None or not relation.external:
            return
        target = relation.target + (f"#{place}" if place else "")
        if (cells.top, cells.left) == (cells.bottom, cells.right):
            if len(grid.links) < MAX_LINKS:
                grid.links[(cells.top, cells.left)] = target
        elif len(grid.link_areas) < 1000:
            grid.link_areas.append((cells, target))

    def _comments(self, part: str) -> Iterator[Comment]:
        authors: list[str] = []
        place: Area | None = None
        author = ""
        for kind, data in parts(self.package, part) if part in self.package else ():
            if kind == 632:
                authors.append(wide(data, 0)[0])
            elif kind == 635 and len(data) >= 20:
                (number,) = struct.unpack_from("<L", data)
                place = _area(data[4:])
                author = authors[number] if number < len(authors) else ""
            elif kind == 637 and place is not None:
                text = wide(data, 1)[0].strip()
                start, _, rest = text.partition("\n")
                if author and start.strip().rstrip(":") == author and rest.strip():
                    text = rest.strip()
                yield Comment(place.top, place.left,
                              "" if author.startswith("tc={") else author,
                              markdown(text))  # fmt: skip
                place = None


def _ranges(data: bytes) -> str:
    (count,) = struct.unpack_from("<L", data)
    places = range(4, min(4 + 16 * count, len(data) - 15), 16)
    return " ".join(str(_area(data[at:])) for at in places)


def _furniture(data: bytes) -> list[str]:
    """Return headers and footers in turn (BrtBeginHeaderFooter)."""
    at = 2
    codes: list[str] = []
    for _ in range(6):
        text, at = wide(data, at)
        codes.append(text)
    return codes


def _area(data: bytes) -> Area:
    top, bottom, left, right = struct.unpack_from("<4L", data)
    return Area(top + 1, left + 1, bottom + 1, right + 1)

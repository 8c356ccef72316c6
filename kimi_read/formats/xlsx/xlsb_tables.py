"""Tables of binary parts, and what formulas call their rows and columns.

Source: [MS-XLSB] 2.4.99 (BrtBeginList), 2.4.101 (BrtBeginListCol), 2.5.97.52 (PtgList).
"""

from __future__ import annotations

import struct

from kimi_read.formats.xlsx.a1 import Area
from kimi_read.formats.xlsx.xlsb_records import parts, wide
from kimi_read.ooxml.relations import relations
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kimi_read.formats.xlsx.model import Sheet
    from kimi_read.guard.zip import Package

_BEGIN, _COLUMN, _END_COLUMNS = 343, 347, 346
_MOST_TABLES, _MOST_COLUMNS = 1000, 16_384
#: Which rows are meant, besides those of data alone.
_ROWS = {0x01: ("#All",), 0x02: ("#Headers",), 0x06: ("#Headers", "#Data"),
         0x08: ("#Totals",), 0x0C: ("#Data", "#Totals"),
         0x10: ("#This Row",)}  # fmt: skip
_SPECIAL = {ord(char): f"'{char}" for char in "[]#'"}


@record(frozen=True, slots=True)
class Table:
    """A table: its number and name, its sheet and cells, the names of its columns."""

    number: int
    name: str
    sheet: str
    cells: Area
    columns: Sequence[str] = ()

    def reference(self, flags: int, first: int, last: int) -> str:
        """Return a reference to rows and columns (from 0) of it, ``Sales[Qty]``.

        ``flags`` say whether columns are named (none, one, several) and which rows.

        Raises:
            IndexError: it has no such column.
        """
        items = [f"[{row}]" for row in _ROWS.get(flags >> 2 & 0x1F, ())]
        if flags & 3:
            ends = [first] if flags & 3 == 1 else [first, last]
            names = (f"[{self.columns[at].translate(_SPECIAL)}]" for at in ends)
            items.append(":".join(names))
        inside = ",".join(items)
        if len(items) > 1 or "]:[" in inside:
            inside = f"[{inside}]"
        return self.name + inside


def tables(package: Package, sheets: Iterable[Sheet]) -> Iterator[Table]:
    """Yield the tables of a workbook."""
    count = 0
    for sheet in sheets:
        part = str(sheet.key or "")
        own = relations(package, part) if part in package else {}
        for relation in own.values():
            if relation.kind == "table" and relation.target in package:
                count += 1
                if count > _MOST_TABLES:
                    return
                table = _table(package, relation.target, sheet.name)
                if table is not None:
                    yield table


def _table(package: Package, part: str, sheet: str) -> Table | None:
    head: tuple[int, str, Area] | None = None
    columns: list[str] = []
    for kind, data in parts(package, part):
        if kind == _BEGIN and len(data) >= 64:
            top, bottom, left, right, _, number = struct.unpack_from("<6L", data)
            name, at = wide(data, 64)
            cells = Area(top + 1, left + 1, bottom + 1, right + 1)
            head = (number, wide(data, at)[0] or name, cells)
        elif kind == _COLUMN and len(columns) < _MOST_COLUMNS:
            name, at = wide(data, 24)
            columns.append(wide(data, at)[0] or name)
        elif kind == _END_COLUMNS:
            break
    if head is None:
        return None
    number, name, cells = head
    return Table(number, name, sheet, cells, columns)

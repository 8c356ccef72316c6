"""Which sheet, and which of its cells: ``--sheet NAME``, ``N``, ``NAME!B2:F40``."""

from __future__ import annotations

from kimi_read.errors import Usage
from kimi_read.formats.xlsx.a1 import Area, area

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kimi_read.formats.xlsx.model import Sheet

_SHOWN = 10


def selected(sheets: Sequence[Sheet], wanted: str) -> tuple[list[Sheet], Area | None]:
    """Return the sheets that are asked for, and the range of cells, if any.

    A name is taken as it is, then without regard to case, then as a number counted
    from 1. Quotes around a name and ``$`` in a range are those of a formula.

    Raises:
        Usage: there is no such sheet.
    """
    if not wanted:
        return list(sheets), None
    sheet = _named(sheets, wanted)
    if sheet is not None:
        return [sheet], None
    name, mark, reference = wanted.rpartition("!")
    if mark:
        cells = area(reference)
        sheet = _named(sheets, name)
        if sheet is not None and cells is not None:
            return [sheet], cells
        if sheet is not None:
            raise Usage(f"{reference!r} is no range of cells", hint="write B2:F40")
    else:
        cells = area(wanted) if ":" in wanted else None
        if cells is not None and sheets:
            return [sheets[0]], cells
    names = ", ".join(f"'{s.name}'" for s in sheets[:_SHOWN])
    more = f" and {len(sheets) - _SHOWN} more" if len(sheets) > _SHOWN else ""
    raise Usage(
        f"there is no sheet {name or wanted!r}",
        hint=f"its {len(sheets)} sheets are {names}{more}; a number counts from 1",
    )


def _named(sheets: Sequence[Sheet], name: str) -> Sheet | None:
    if len(name) > 1 and name[0] == name[-1] == "'":
        name = name[1:-1].replace("''", "'")
    for same in (str, str.casefold):
        for sheet in sheets:
            if same(sheet.name) == same(name):
                return sheet
    if name.isascii() and name.isdigit() and 1 <= int(name[:9]) <= len(sheets):
        return sheets[int(name) - 1]
    return None

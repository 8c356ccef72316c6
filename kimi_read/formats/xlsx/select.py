"""Which sheet, and which of its cells: ``--sheet NAME``, ``N``, ``NAME!B2:F40``."""

from __future__ import annotations

from kimi_read.errors import Usage
from kimi_read.formats.xlsx.a1 import Area, area

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kimi_read.formats.xlsx.model import Sheet

    Names = Callable[[], Sequence[dict[str, object]]]

_SHOWN = 10


def selected(
    sheets: Sequence[Sheet], wanted: str, names: Names = list
) -> tuple[list[Sheet], Area | None]:
    """Return the sheets that are asked for, and the range of cells, if any.

    A name is taken as it is, then without regard to case, then as a number counted
    from 1, last as one of the ``names`` that ranges have, tables among them. Quotes
    around a name and ``$`` in a range are those of a formula.

    Raises:
        Usage: there is no such sheet, or the name is not that of one range.
    """
    if not wanted:
        return list(sheets), None
    sheet = _named(sheets, wanted)
    if sheet is not None:
        return [sheet], None
    name, mark, reference = wanted.rpartition("!")
    sheet = _named(sheets, name) if mark else None
    cells = area(reference) if sheet is not None else None
    if sheet is not None and cells is not None:
        return [sheet], cells
    if sheet is not None or not mark:
        formula = _formula(names(), reference, sheet.name if sheet else "")
        if formula:
            found, cells = _range(sheets, formula)
            if found is None:
                raise Usage(
                    f"{wanted!r} is no range of cells, but ={formula}",
                    hint="name a sheet and a range, as Costs!B2:F40",
                )
            return [found], cells
    if sheet is not None:
        raise Usage(f"{reference!r} is no range of cells", hint="write B2:F40")
    if not mark:
        cells = area(wanted) if ":" in wanted else None
        if cells is not None and sheets:
            return [sheets[0]], cells
    some = ", ".join(f"'{s.name}'" for s in sheets[:_SHOWN])
    more = f" and {len(sheets) - _SHOWN} more" if len(sheets) > _SHOWN else ""
    raise Usage(
        f"there is no sheet {name or wanted!r}",
        hint=f"its {len(sheets)} sheets are {some}{more}; a number counts from 1",
    )


def _formula(names: Sequence[dict[str, object]], name: str, scope: str) -> str:
    """Return what a defined name stands for, that of a sheet before the others."""
    same = [
        one for one in names if str(one.get("name", "")).casefold() == name.casefold()
    ]
    same.sort(key=lambda one: one.get("scope", "") != scope)
    return str(same[0].get("refersTo", "")).lstrip("=") if same else ""


def _range(sheets: Sequence[Sheet], formula: str) -> tuple[Sheet | None, Area | None]:
    """Return the sheet and the cells that a formula is, if it is but that."""
    name, _, reference = formula.rpartition("!")
    cells = area(reference)
    sheet = _named(sheets, name) if cells is not None else None
    return sheet, cells


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

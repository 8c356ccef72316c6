"""Sparklines: small charts within cells, whose numbers stand in cells of their own.

Source: [MS-XLSX] (CT_Sparkline), [MS-XLSB] 2.5.61 (FRTHeader, of BrtSparkline).
"""

from __future__ import annotations

from kimi_read.blocks import Loss
from kimi_read.formats.xlsx.a1 import Area, cell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

#: How many ranges are named.
_RANGES = 5


def left_out(cells: Sequence[str], where: str) -> Iterator[Loss]:
    """Yield a loss that names the cells, if there are any; unknown ones are empty."""
    if not cells:
        return
    ranges = _ranges(place for text in cells if (place := cell(text.strip())))
    named = ", ".join(map(str, ranges[:_RANGES]))
    more = f" and {len(ranges) - _RANGES} more" if len(ranges) > _RANGES else ""
    one = len(cells) == 1
    count = "a sparkline" if one else f"{len(cells)} sparklines"
    message = f"{count} of {where} {'is' if one else 'are'} left out"
    yield Loss("sparklines", f"{message}: {named}{more}" if named else message, where,
               shown=False)  # fmt: skip


def _ranges(places: Iterable[tuple[int, int]]) -> list[Area]:
    """Join cells one below the other, then ranges side by side."""
    columns: list[Area] = []
    for row, column in sorted(set(places), key=lambda place: place[::-1]):
        last = columns[-1] if columns else None
        if last and (last.left, last.bottom + 1) == (column, row):
            columns[-1] = Area(last.top, column, row, column)
        else:
            columns.append(Area(row, column, row, column))
    out: list[Area] = []
    for one in sorted(columns, key=lambda a: (a.top, a.bottom, a.left)):
        last = out[-1] if out else None
        if last and (last.top, last.bottom, last.right + 1) == (
            one.top, one.bottom, one.left
        ):  # fmt: skip
            out[-1] = Area(one.top, last.left, one.bottom, one.right)
        else:
            out.append(one)
    return out

"""Formulas that are shared between cells: references moved to where a cell is.

Source: ECMA-376 part 1, 18.3.1.40 (f, shared formulas), 18.17.2 (syntax).
"""

from __future__ import annotations

import re

from kimi_read.formats.xlsx.a1 import MAX_COLUMN, MAX_ROW, column_name, column_number

#: A string, a quoted sheet name, or a reference that is no part of a longer name.
_PIECE = (
    r"""("(?:[^"]|"")*"|'(?:[^']|'')*')"""
    r"""|(?<![A-Za-z0-9_.$])(\$?)([A-Za-z]{1,3})(\$?)([0-9]{1,7})(?![A-Za-z0-9_.(!])"""
    r"""|(?<![A-Za-z0-9_.$:])(\$?)([A-Za-z]{1,3}):(\$?)([A-Za-z]{1,3})(?![A-Za-z0-9_.(!])"""
)


def shifted(formula: str, rows: int, columns: int) -> str:
    """Return ``formula`` with its relative references moved down and to the right.

    Places beyond the grid come round again on the other side, as in Excel.
    """

    def moved(match: re.Match[str]) -> str:
        if match[1]:
            return match[1]
        if match[3]:
            column = match[3] if match[2] else _column(match[3], columns)
            row = match[5] if match[4] else str(
                (int(match[5]) - 1 + rows) % MAX_ROW + 1)  # fmt: skip
            return f"{match[2]}{column}{match[4]}{row}"
        first = match[7] if match[6] else _column(match[7], columns)
        last = match[9] if match[8] else _column(match[9], columns)
        return f"{match[6]}{first}:{match[8]}{last}"

    return re.sub(_PIECE, moved, formula)


def _column(letters: str, columns: int) -> str:
    number = column_number(letters)
    if number > MAX_COLUMN:
        return letters
    return column_name((number - 1 + columns) % MAX_COLUMN + 1)

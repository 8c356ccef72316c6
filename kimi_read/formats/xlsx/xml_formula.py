"""Formulas in R1C1 notation, as the XML of Excel 2003 has them.

Source: Microsoft, XML Spreadsheet Reference (2001): Formula, RefersTo, Range.
"""

from __future__ import annotations

import re

from kimi_read.formats.xlsx.a1 import column_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_R1C1 = re.compile(
    r"""("(?:[^"]|"")*"|'(?:[^']|'')*')"""
    r"""|(?<![A-Za-z0-9_.])R(\[-?\d+\]|\d*)C(\[-?\d+\]|\d*)(?![A-Za-z0-9_(])"""
)


def in_a1(formula: str, row: int, column: int) -> str:
    """Return a formula with R1C1 references in A1 notation."""

    def moved(match: re.Match[str]) -> str:
        if match[1] is not None:
            return match[1]
        return _place(match[3], column, column_name) + _place(match[2], row, str)

    return _R1C1.sub(moved, formula)


def _place(text: str, here: int, name: Callable[[int], str]) -> str:
    if text.startswith("["):
        return name(max(1, here + int(text[1:-1])))
    return f"${name(int(text))}" if text else name(here)

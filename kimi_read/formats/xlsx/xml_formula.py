"""Formulas in R1C1 notation, as the XML of Excel 2003 has them.

Source: Microsoft, XML Spreadsheet Reference (2001): Formula, RefersTo, Range.
"""

from __future__ import annotations

import re

from kimi_read.formats.xlsx.a1 import column_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_STEP = r"(\[-?\d+\]|\d*)"
_ALONE = r"(?<![A-Za-z0-9_.])"
_NO_MORE = r"(?![A-Za-z0-9_(.!])"
#: A string or a quoted sheet, a cell, columns, rows.
_R1C1 = re.compile(
    r"""("(?:[^"]|"")*"|'(?:[^']|'')*')"""
    rf"|{_ALONE}R{_STEP}C{_STEP}{_NO_MORE}"
    rf"|{_ALONE}C{_STEP}(?::C{_STEP})?{_NO_MORE}"
    rf"|{_ALONE}R{_STEP}(?::R{_STEP})?{_NO_MORE}"
)


def in_a1(formula: str, row: int, column: int) -> str:
    """Return a formula with R1C1 references in A1 notation."""

    def moved(match: re.Match[str]) -> str:
        if match[1] is not None:
            return match[1]
        if match[3] is not None:
            return _place(match[3], column, column_name) + _place(match[2], row, str)
        if match[4] is not None:
            return _line(match[4], match[5], column, column_name)
        return _line(match[6], match[7], row, str)

    return _R1C1.sub(moved, formula)


def _line(first: str, last: str | None, here: int, name: Callable[[int], str]) -> str:
    """Return whole columns or rows."""
    start = _place(first, here, name)
    return f"{start}:{start if last is None else _place(last, here, name)}"


def _place(text: str, here: int, name: Callable[[int], str]) -> str:
    if text.startswith("["):
        return name(max(1, here + int(text[1:-1])))
    return f"${name(int(text))}" if text else name(here)

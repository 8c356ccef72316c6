"""Cell addresses in A1 notation, clamped to Excel's grid.

Rows and columns count from 1 here and in all of this package.
Source: ECMA-376 part 1, 18.3.1.4 (r), 18.18.7 (ST_CellRef).
"""

from __future__ import annotations

import re

from kimi_read.record import record

MAX_ROW = 1_048_576
MAX_COLUMN = 16_384
_REFERENCE = r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})\Z"
_HALF = r"\$?([A-Za-z]{0,3})\$?([0-9]{0,7})\Z"
_NAMES: dict[int, str] = {}
_NUMBERS: dict[str, int] = {}


@record(frozen=True, slots=True)
class Area:
    """A rectangle of cells, both corners included."""

    top: int = 1
    left: int = 1
    bottom: int = MAX_ROW
    right: int = MAX_COLUMN

    def __str__(self) -> str:
        """Return ``B2:F40``; an end that is not known is left open, ``B2:F``."""
        end = "" if self.bottom > MAX_ROW else str(self.bottom)
        first = f"{column_name(self.left)}{self.top}"
        last = f"{column_name(self.right)}{end}"
        return first if first == last else f"{first}:{last}"

    def holds(self, row: int, column: int) -> bool:
        """Whether a cell lies in it."""
        return self.top <= row <= self.bottom and self.left <= column <= self.right


def column_name(number: int) -> str:
    """Return the letters of a column, ``A`` for 1."""
    name = _NAMES.get(number)
    if name is None:
        rest, letters = number, ""
        while rest > 0:
            rest, digit = divmod(rest - 1, 26)
            letters = chr(65 + digit) + letters
        name = _NAMES[number] = letters
    return name


def column_number(letters: str) -> int:
    """Return the number of a column; beyond ``MAX_COLUMN`` for what is none."""
    number = _NUMBERS.get(letters)
    if number is None:
        number = 0
        for letter in letters.upper():
            number = number * 26 + ord(letter) - 64
        number = _NUMBERS[letters] = min(number, MAX_COLUMN + 1)
    return number


def cell(reference: str) -> tuple[int, int] | None:
    """Return row and column of ``B7``; None if it is not in the grid."""
    match = re.match(_REFERENCE, reference)
    if not match:
        return None
    column, row = column_number(match[1]), int(match[2])
    inside = 1 <= row <= MAX_ROW and 1 <= column <= MAX_COLUMN
    return (row, column) if inside else None


def area(reference: str) -> Area | None:
    """Return the rectangle of ``B2:F40``, ``B2``, ``B:D``, ``2:9`` or ``B2:F``."""
    first, colon, second = reference.strip().partition(":")
    start = _corner(first)
    end = _corner(second) if colon else start
    if start is None or end is None:
        return None
    whole = not colon and (not start[0] or not start[1])
    rows = sorted((start[0] or 1, end[0] or MAX_ROW))
    columns = sorted((start[1] or 1, end[1] or MAX_COLUMN))
    if whole or rows[0] > MAX_ROW or columns[0] > MAX_COLUMN:
        return None
    return Area(rows[0], columns[0], min(rows[1], MAX_ROW), min(columns[1], MAX_COLUMN))


def _corner(text: str) -> tuple[int, int] | None:
    match = re.match(_HALF, text)
    if not match or not (match[1] or match[2]):
        return None
    return int(match[2] or 0), column_number(match[1]) if match[1] else 0

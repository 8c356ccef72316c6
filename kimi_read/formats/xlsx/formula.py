"""Formulas as Excel shows them, and those that are shared between cells.

Files hold the functions of later versions with a prefix, other workbooks by number,
and the operators ``#`` (the range that a formula spills into) and ``@`` (the cell of
this row or column) as functions.
Source: ECMA-376 part 1, 18.3.1.40 (f, shared formulas), 18.17.2 (syntax);
[MS-XLSX] 2.2.2 (formulas).
"""

from __future__ import annotations

import re

from kimi_read.formats.xlsx.a1 import MAX_COLUMN, MAX_ROW, column_name, column_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

#: A string, a quoted sheet name, what stands in brackets (columns of a table), or a
#: reference that is no part of a longer name: a cell, columns, rows.
_PIECE = (
    r"""("(?:[^"]|"")*"|'(?:[^']|'')*'|\[(?:[^][']|'.|\[(?:[^][']|'.)*\])*\])"""
    r"""|(?<![A-Za-z0-9_.$])(\$?)([A-Za-z]{1,3})(\$?)([0-9]{1,7})(?![A-Za-z0-9_.(!])"""
    r"""|(?<![A-Za-z0-9_.$:])(\$?)([A-Za-z]{1,3}):(\$?)([A-Za-z]{1,3})(?![A-Za-z0-9_.(!])"""
    r"""|(?<![A-Za-z0-9_.$:])(\$?)([0-9]{1,7}):(\$?)([0-9]{1,7})(?![A-Za-z0-9_.(!])"""
)

_PREFIXES = ("_xlfn.", "_xlws.", "_xlpm.", "_xludf.", "_xleta.")
#: Four times what Excel takes; longer ones are no formulas.
_LONGEST = 32_768
_SPILL, _SINGLE = "_xlfn.ANCHORARRAY(", "_xlfn.SINGLE("
#: A name that needs no quotes, and one that does since it could be a cell.
BARE = r"[^\W\d][\w.]*\Z"
_LIKE_A_CELL = (
    r"(?i)(?:[A-Z]{1,2}|[A-W][A-Z]{2}|X[A-E][A-Z]|XF[A-D])\d{1,7}\Z"
    r"|R\d*(?:C\d*)?\Z|C\d*\Z"
)
#: A string, or another workbook by number: of a name, of a sheet, in quotes.
_OTHER = (
    r"""("(?:[^"]|"")*")|(?<![\w\]\[.'])\[(\d{1,5})\]((?:[\w.]+(?::[\w.]+)?)?)!"""
    r"""|'\[(\d{1,5})\]((?:[^']|'')*)'!"""
)
_FIELD = r"""\b_FV\(([^(),"]+),"((?:[^"]|"")+)"(?:,(?:TRUE|FALSE))?\)"""
_COLUMN = r"\[((?:[^\]\['#@]|'.)+)\]"
_THIS_ROW = rf"\[\[#This Row\],{_COLUMN}(?::{_COLUMN})?\]|\[#This Row\]"


def quoted(name: str) -> str:
    """Return the name of a sheet, in quotes where a formula needs them."""
    if re.match(BARE, name) and not re.match(_LIKE_A_CELL, name):
        return name
    return in_quotes(name)


def in_quotes(name: str) -> str:
    """Return a name in the quotes of a formula."""
    return "'" + name.replace("'", "''") + "'"


def sheets_prefix(first: str, last: str = "") -> str:
    """Return what stands before cells of one sheet, or of several."""
    if not last or last == first:
        return quoted(first) + "!"
    bare = quoted(first) == first and quoted(last) == last
    text = f"{first}:{last}"
    return (text if bare else in_quotes(text)) + "!"


def displayed(formula: str, others: Sequence[Callable[[str], str]] = ()) -> str:
    """Return a formula of a file as Excel shows it.

    ``others`` tell what stands before a sheet or a name of the workbooks that it may
    name by number, counted from 1; number 0 is this one.
    """
    short = len(formula) <= _LONGEST
    if short and _SPILL in formula:
        formula = _operator(formula, _SPILL, "", "#")
    if short and _SINGLE in formula:
        formula = _operator(formula, _SINGLE, "@", "")
    for prefix in _PREFIXES:
        if prefix in formula:
            formula = formula.replace(prefix, "")
    if not short:
        return formula
    if "_FV(" in formula:
        formula = re.sub(_FIELD, _field, formula)
    if "#This Row" in formula:
        formula = re.sub(_THIS_ROW, _this_row, formula)
    if "[" not in formula:
        return formula

    def named(match: re.Match[str]) -> str:
        number = match[2] or match[4]
        if match[1] or int(number) > len(others):
            return match[0]
        sheet = match[3] if match[2] else match[5].replace("''", "'")
        if int(number):
            return others[int(number) - 1](sheet)
        return f"{quoted(sheet)}!" if sheet else ""

    return re.sub(_OTHER, named, formula)


def _field(match: re.Match[str]) -> str:
    """Write a field of a linked data type: ``A2.Price``, ``A2.[52 week high]``."""
    name = match[2].replace('""', '"')
    return f"{match[1]}.{name if re.match(BARE, name) else f'[{name}]'}"


def _this_row(match: re.Match[str]) -> str:
    column = match[1] or ""
    if match[2]:
        return f"[@[{column}]:[{match[2]}]]"
    return f"[@{column}]" if re.match(r"\w*\Z", column) else f"[@[{column}]]"


def _operator(formula: str, call: str, before: str, after: str) -> str:
    """Write calls of one argument as an operator, the innermost first."""
    while (at := formula.rfind(call)) >= 0:
        inside = formula[at + len(call) :]
        end = _closing(inside)
        if end < 0:
            break
        rest = inside[end + 1 :]
        formula = f"{formula[:at]}{before}{inside[:end]}{after}{rest}"
    return formula


def _closing(text: str) -> int:
    """Return where the parenthesis closes that is open at the start; -1 if nowhere."""
    depth, quote = 1, ""
    for at, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
            if not depth:
                return at
    return -1


def shifted(formula: str, rows: int, columns: int) -> str:
    """Return ``formula`` with its relative references moved down and to the right.

    Places beyond the grid come round again on the other side, as in Excel.
    """

    def moved(match: re.Match[str]) -> str:
        if match[1]:
            return match[1]
        if match[3]:
            column = match[3] if match[2] else _column(match[3], columns)
            row = match[5] if match[4] else _row(match[5], rows)
            return f"{match[2]}{column}{match[4]}{row}"
        if match[11]:
            top = match[11] if match[10] else _row(match[11], rows)
            bottom = match[13] if match[12] else _row(match[13], rows)
            return f"{match[10]}{top}:{match[12]}{bottom}"
        first = match[7] if match[6] else _column(match[7], columns)
        last = match[9] if match[8] else _column(match[9], columns)
        return f"{match[6]}{first}:{match[8]}{last}"

    return re.sub(_PIECE, moved, formula)


def _row(number: str, rows: int) -> str:
    return str((int(number) - 1 + rows) % MAX_ROW + 1)


def data_table(attributes: str) -> str:
    """Return the formula of a table of what-ifs, as Excel shows it (18.3.1.40).

    It names the cells that the first row and the first column are put into.
    """
    found = dict(re.findall(r'\b(dt2D|dtr|r1|r2)="([^"]*)"', attributes))
    first, second = found.get("r1", ""), found.get("r2", "")
    if found.get("dt2D", "0") in ("1", "true"):
        return f"TABLE({first},{second})"
    across = found.get("dtr", "0") in ("1", "true")
    return f"TABLE({first},)" if across else f"TABLE(,{first})"


def _column(letters: str, columns: int) -> str:
    number = column_number(letters)
    if number > MAX_COLUMN:
        return letters
    return column_name((number - 1 + columns) % MAX_COLUMN + 1)

"""Named formats and data validations of Excel 2003, as Office Open XML has them.

Source: Microsoft, XML Spreadsheet Reference (2001): NumberFormat, DataValidation.
"""

from __future__ import annotations

from kimi_read.formats.xlsx.xml_formula import in_a1

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

MOST = 1000
#: Formats by the names that they have instead of a code.
NAMED = {
    "general number": "General", "general date": "m/d/yy h:mm",
    "long date": "[$-F800]", "medium date": "d-mmm-yy",
    "short date": "m/d/yyyy", "long time": "h:mm:ss AM/PM",
    "medium time": "h:mm AM/PM", "short time": "h:mm",
    "currency": '"$"#,##0.00_);("$"#,##0.00)',
    "euro currency": '"€"#,##0.00_);("€"#,##0.00)',
    "fixed": "0.00", "standard": "#,##0.00", "percent": "0.00%",
    "scientific": "0.00E+00", "yes/no": '"Yes";"Yes";"No"',
    "true/false": '"True";"True";"False"', "on/off": '"On";"On";"Off"',
}  # fmt: skip
_MESSAGES = {"InputTitle": "promptTitle", "InputMessage": "prompt",
             "ErrorTitle": "errorTitle", "ErrorMessage": "error"}  # fmt: skip
_OPERATORS = {"Between": "between", "NotBetween": "notBetween", "Equal": "equal",
              "NotEqual": "notEqual", "Greater": "greaterThan", "Less": "lessThan",
              "GreaterOrEqual": "greaterThanOrEqual",
              "LessOrEqual": "lessThanOrEqual"}  # fmt: skip
_FORMULAS = ("Value", "Min", "Max")
PARTS = frozenset(("Range", "Type", "Qualifier", *_FORMULAS, *_MESSAGES))


def entry(parts: Mapping[str, str]) -> dict[str, object]:
    """Return the validation whose elements hold those texts."""
    cells = " ".join(in_a1(one, 1, 1) for one in parts.get("Range", "").split(","))
    what = parts.get("Type", "none")
    out: dict[str, object] = {
        "cells": cells.replace("$", ""), "type": what[:1].lower() + what[1:],
    }  # fmt: skip
    if parts.get("Qualifier") in _OPERATORS:
        out["operator"] = _OPERATORS[parts["Qualifier"]]
    for tag, key in _MESSAGES.items():
        if parts.get(tag):
            out[key] = parts[tag]
    formulas = [in_a1(parts[tag], 1, 1).removeprefix("=") for tag in _FORMULAS if (
        parts.get(tag))]  # fmt: skip
    if formulas:
        out["formulas"] = formulas
    return out

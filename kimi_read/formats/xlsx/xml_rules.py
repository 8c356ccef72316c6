"""Data validations in the XML of Excel 2003, in the words of Office Open XML.

Source: Microsoft, XML Spreadsheet Reference (2001): DataValidation.
"""

from __future__ import annotations

from kimi_read.formats.xlsx.xml_formula import in_a1

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

MOST = 1000
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

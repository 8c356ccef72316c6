"""Validations of cells and defined names of an OpenDocument spreadsheet.

Source: OpenDocument 1.3 part 3, 9.4.4 (content validations), 9.4.11 (named
expressions).
"""

from __future__ import annotations

from kimi_read.formats.xlsx.a1 import Area
from kimi_read.formats.xlsx.ods_formula import formula, reference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0 "
_MOST, _MOST_AREAS = 1000, 100
_MESSAGES = {"help-message": "prompt", "error-message": "error"}
_CHARS = 1000


class Rules:
    """Names and validations, as their elements come by."""

    def __init__(self) -> None:
        self.names: list[dict[str, object]] = []
        self._rules: dict[str, dict[str, object]] = {}
        self._areas: dict[str, dict[str, list[Area]]] = {}
        self._rule: dict[str, object] | None = None
        self._message = ""

    def start(self, tag: str, attributes: Mapping[str, str], sheet: str) -> None:
        """Take the start of an element of the table namespace, inside a sheet."""
        get = attributes.get
        if tag in ("named-range", "named-expression"):
            if tag == "named-range":
                refers = reference(get(_TABLE + "cell-range-address", ""))
            else:
                refers = formula(get(_TABLE + "expression", ""))
            entry: dict[str, object] = {
                "name": get(_TABLE + "name", ""), "refersTo": refers,
            }  # fmt: skip
            self.names.append(entry | ({"scope": sheet} if sheet else {}))
        elif tag == "content-validation" and len(self._rules) < _MOST:
            self._rule = self._rules[get(_TABLE + "name", "")] = {}
            condition = formula(get(_TABLE + "condition", ""))
            if condition:
                self._rule["condition"] = condition
        elif tag in _MESSAGES and self._rule is not None:
            self._message = _MESSAGES[tag]
            if get(_TABLE + "title"):
                self._rule[f"{self._message}Title"] = get(_TABLE + "title")

    def text(self, data: str) -> None:
        """Take the characters of a message."""
        if self._message and self._rule is not None:
            before = str(self._rule.get(self._message, ""))
            self._rule[self._message] = (before + data).strip("\n")[:_CHARS]

    def end(self, tag: str) -> None:
        """Take the end of an element of the table namespace."""
        if tag in _MESSAGES:
            self._message = ""
        elif tag == "content-validation":
            self._rule = None

    def holds(self, name: str, sheet: str, cells: Area) -> None:
        """Note that a validation is that of some cells."""
        areas = self._areas.setdefault(sheet, {}).setdefault(name, [])
        last = areas[-1] if areas else None
        if last and (last.left, last.right, last.bottom + 1) == (
            cells.left, cells.right, cells.top
        ):  # fmt: skip
            areas[-1] = Area(last.top, last.left, cells.bottom, last.right)
        elif len(areas) < _MOST_AREAS:
            areas.append(cells)

    def of(self, sheet: str) -> list[dict[str, object]]:
        """Return the validations of a sheet with their cells."""
        return [
            {"cells": " ".join(map(str, areas)), **self._rules.get(name, {})}
            for name, areas in self._areas.get(sheet, {}).items()
        ]

"""What stands around the rows of a worksheet part, and rows of an unusual make.

Source: ECMA-376 part 1, 18.3.1.99 (worksheet) and its children.
"""

# ruff: noqa: SLF001 - a table of its own methods
from __future__ import annotations

from kimi_read.errors import Malformed
from kimi_read.formats.xlsx.a1 import Area, area, cell
from kimi_read.formats.xlsx.ooxml_strings import unescaped
from kimi_read.formats.xlsx.veil import END, of_run
from kimi_read.guard.xml import DEPTH, expat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    #: Column (0 if not given), style, type, attributes of the formula (None without
    #: one), formula, value.
    Cell = tuple[int, str, str, str | None, str, str]
    #: A conditional format: its ranges, and kind and differential style of its rules.
    Condition = tuple[str, list[tuple[str, int]]]

MAX_MERGES = 100_000
MAX_LINKS = 65_536
MAX_CONDITIONS = 10_000
_NO_STYLE = 1 << 30
_VALIDATIONS = 1000
_WORD_CHARS = 4 << 20
_MOST_FURNITURE = 100


class Frame:
    """Handlers of one parser; ``take_row`` gets each row that comes through it."""

    def __init__(
        self, part: str, take_row: Callable[[int, bool, list[Cell]], None]
    ) -> None:
        self.parser = expat(part)
        self.dimension: Area | None = None
        self.hidden_columns: list[tuple[int, int]] = []
        self.merges: list[Area] = []
        #: Range, relationship, place within the target.
        self.links: list[tuple[str, str, str]] = []
        self.validations: list[dict[str, object]] = []
        self.filter = ""
        self.conditions: list[Condition] = []
        #: Programs, relationships and whether they are links, by number of the shape.
        self.objects: dict[str, tuple[str, str, bool]] = {}
        #: Names and relationships of controls, by number of the shape.
        self.controls: dict[str, tuple[str, str]] = {}
        #: Headers and footers of the printed page as they are written.
        self.headers: list[list[str]] = []
        self.footers: list[list[str]] = []
        #: The cells of sparklines.
        self.sparklines: list[list[str]] = []
        self._take_row = take_row
        self._depth = 0
        self._row: list[Cell] | None = None
        self._over = False
        self._number = 0
        self._hidden = False
        self._cell: dict[str, str] = {}
        self._value: list[str] = []
        self._formula: list[str] = []
        self._f: dict[str, str] | None = None
        self._into: list[str] | None = None
        self._skip = 0
        self._run = ""
        self._size = 0
        self._row_bytes = 0
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text

    def row_bytes(self, more: int) -> int:
        """Count the bytes since the last row ended, if one is open."""
        self._row_bytes = self._row_bytes + more if self._row is not None else 0
        return self._row_bytes

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > DEPTH:
            raise Malformed(f"its XML is nested more than {DEPTH} deep")
        name = name.rpartition(" ")[2]
        if self._row is None:
            act = _AROUND.get(name)
            if act is not None:
                act(self, attributes)
            return
        if name == "c":
            self._cell = attributes
            self._value, self._formula, self._f = [], [], None
            self._size = 0
        elif name == "v" or (name == "t" and not self._skip):
            self._into = self._value
            if self._run:
                self._value.append(self._run)
        elif name == "r":
            self._run = ""
        elif name in ("sz", "color"):
            self._run = max(self._run, of_run(name, attributes))
        elif name == "f":
            self._f = attributes
            self._into = self._formula
        elif name == "rPh":
            self._skip = self._depth

    def _text(self, data: str) -> None:
        if self._into is not None:
            self._size += len(data)
            if self._size <= _WORD_CHARS:
                self._into.append(data)

    def _end(self, name: str) -> None:
        name = name.rpartition(" ")[2]
        if self._skip == self._depth:
            self._skip = 0
        self._depth -= 1
        self._into = None
        if self._row is None:
            self._over = self._over or name == "sheetData"
            return
        if name == "r" and self._run:
            self._value.append(END)
            self._run = ""
        if name == "c":
            self._end_cell()
        elif name == "row":
            row, self._row = self._row, None
            self._row_bytes = 0
            self._take_row(self._number, self._hidden, row)

    def _end_cell(self) -> None:
        attributes, f = self._cell, self._f
        self._cell = {}
        if self._row is None:
            return
        place = cell(attributes.get("r", ""))
        column = place[1] if place else 0
        of_formula = None
        if f is not None:
            of_formula = "".join(f' {key}="{text}"' for key, text in f.items())
            of_formula += ' cm="1"' if "cm" in attributes else ""
        kind = attributes.get("t", "")
        if "vm" in attributes:  # goes with the type, as the other way has it
            kind = f'{kind}" vm="{attributes["vm"]}'
        self._row.append((
            column, attributes.get("s", ""), kind, of_formula,
            "".join(self._formula), "".join(self._value),
        ))  # fmt: skip

    def _begin_row(self, attributes: dict[str, str]) -> None:
        if self._over:  # a place in a drawing has a row, too
            return
        self._row = []
        number = attributes.get("r", "")
        self._number = int(number[:9]) if number.isascii() and number.isdigit() else 0
        self._hidden = _is_hidden(attributes, "ht")

    def _column(self, attributes: dict[str, str]) -> None:
        if not _is_hidden(attributes, "width"):
            return
        first, last = attributes.get("min", ""), attributes.get("max", "")
        if first.isdecimal() and last.isdecimal():
            self.hidden_columns.append((int(first[:6]), int(last[:6])))

    def _dimension(self, attributes: dict[str, str]) -> None:
        self.dimension = area(attributes.get("ref", ""))

    def _merge(self, attributes: dict[str, str]) -> None:
        merged = area(attributes.get("ref", ""))
        if merged is not None and len(self.merges) < MAX_MERGES:
            self.merges.append(merged)

    def _link(self, attributes: dict[str, str]) -> None:
        by_local = {key.rpartition(" ")[2]: text for key, text in attributes.items()}
        if len(self.links) < MAX_LINKS:
            self.links.append((by_local.get("ref", ""), by_local.get("id", ""),
                               by_local.get("location", "")))  # fmt: skip

    def _validation(self, attributes: dict[str, str]) -> None:
        if len(self.validations) < _VALIDATIONS:
            entry: dict[str, object] = {
                "cells": attributes.get("sqref", ""),
                "type": attributes.get("type", "none"),
            }
            for key in ("operator", "promptTitle", "prompt", "errorTitle", "error"):
                if attributes.get(key):
                    entry[key] = unescaped(attributes[key])
            self.validations.append(entry)
            self._formula = []

    def _condition(self, _attributes: dict[str, str]) -> None:
        if self.validations:
            self._size = 0
            self._into = []
            conditions = self.validations[-1].setdefault("formulas", [])
            if isinstance(conditions, list):
                self._into = _Joined(conditions)

    def _sparkline(self, _attributes: dict[str, str]) -> None:
        if len(self.sparklines) < MAX_LINKS:
            self.sparklines.append([])

    def _cells(self, _attributes: dict[str, str]) -> None:
        """Take the place of a sparkline or an extended validation, within it."""
        if self.sparklines and not self.sparklines[-1]:
            self._size = 0
            self._into = self.sparklines[-1]
        elif self.validations and not self.validations[-1]["cells"]:
            self._size = 0
            self._into = _Cells(self.validations[-1])

    def _conditional(self, attributes: dict[str, str]) -> None:
        if len(self.conditions) < MAX_CONDITIONS:
            self.conditions.append((attributes.get("sqref", ""), []))

    def _rule(self, attributes: dict[str, str]) -> None:
        if self.conditions and len(self.conditions[-1][1]) < MAX_CONDITIONS:
            style = attributes.get("dxfId", "")
            number = (
                int(style[:9]) if style.isascii() and style.isdigit() else _NO_STYLE
            )
            self.conditions[-1][1].append((attributes.get("type", ""), number))

    def _auto_filter(self, attributes: dict[str, str]) -> None:
        self.filter = self.filter or attributes.get("ref", "")  # views have their own

    def _ole_object(self, attributes: dict[str, str]) -> None:
        by_local = {key.rpartition(" ")[2]: text for key, text in attributes.items()}
        if len(self.objects) < MAX_LINKS:
            self.objects[by_local.get("shapeId", "")] = (
                by_local.get("progId", ""), by_local.get("id", ""), "link" in by_local
            )  # fmt: skip

    def _form_control(self, attributes: dict[str, str]) -> None:
        by_local = {key.rpartition(" ")[2]: text for key, text in attributes.items()}
        if len(self.controls) < MAX_LINKS:
            self.controls[by_local.get("shapeId", "")] = (
                by_local.get("name", ""), by_local.get("id", "")
            )  # fmt: skip

    def _header(self, _attributes: dict[str, str]) -> None:
        self._furniture(self.headers)

    def _footer(self, _attributes: dict[str, str]) -> None:
        self._furniture(self.footers)

    def _furniture(self, kind: list[list[str]]) -> None:
        if len(kind) < _MOST_FURNITURE:
            self._size = 0
            self._into = []
            kind.append(self._into)


def _is_hidden(attributes: dict[str, str], size: str) -> bool:
    """Whether a row or column says that it is hidden, or has no size."""
    hidden = attributes.get("hidden") in ("1", "true")
    return hidden or not attributes.get(size, "1").strip("0.")


class _Joined(list[str]):
    """Collects pieces of text as one item of a list."""

    def __init__(self, target: list[str]) -> None:
        super().__init__()
        self._target = target
        self._started = False

    def append(self, text: str) -> None:
        if self._started:
            self._target[-1] += text
        else:
            self._target.append(text)
            self._started = True


class _Cells(list[str]):
    """Collects pieces of text as the cells of a validation."""

    def __init__(self, validation: dict[str, object]) -> None:
        super().__init__()
        self._validation = validation

    def append(self, text: str) -> None:
        self._validation["cells"] = f"{self._validation['cells']}{text}"


_AROUND: dict[str, Callable[[Frame, dict[str, str]], None]] = {
    "row": Frame._begin_row,
    "col": Frame._column,
    "dimension": Frame._dimension,
    "mergeCell": Frame._merge,
    "hyperlink": Frame._link,
    "dataValidation": Frame._validation,
    "sparkline": Frame._sparkline,
    "sqref": Frame._cells,
    "formula1": Frame._condition,
    "formula2": Frame._condition,
    "autoFilter": Frame._auto_filter,
    "conditionalFormatting": Frame._conditional,
    "cfRule": Frame._rule,
    "oleObject": Frame._ole_object,
    "control": Frame._form_control,
    "oddHeader": Frame._header,
    "evenHeader": Frame._header,
    "firstHeader": Frame._header,
    "oddFooter": Frame._footer,
    "evenFooter": Frame._footer,
    "firstFooter": Frame._footer,
}

"""Number formats of an xlsx workbook by the style index of a cell.

Source: ECMA-376 part 1, 18.8.10 (cellXfs), 18.8.30 (numFmt).
"""

from __future__ import annotations

from kimi_read.formats.xlsx.numfmt import NumberFormat, builtin, compiled
from kimi_read.ooxml.parts import local, root_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kimi_read.guard.zip import Package

MAX_FORMATS = 65_536


class Formats:
    """The number format of each style index, compiled when it is first used."""

    def __init__(
        self, styles: Sequence[int], codes: dict[int, str], *, date1904: bool = False
    ) -> None:
        self._styles = styles
        self._codes = codes
        self._date1904 = date1904
        self._compiled: dict[str, NumberFormat] = {}

    def code(self, style: int) -> str:
        """Return the format code of a style; General for an unknown style."""
        if not 0 <= style < len(self._styles):
            return "General"
        number = self._styles[style]
        return self._codes.get(number) or builtin(number)

    def of(self, style: int) -> NumberFormat:
        """Return the renderer of a style."""
        return self.by_code(self.code(style))

    def by_code(self, code: str) -> NumberFormat:
        """Return the renderer of a format code."""
        found = self._compiled.get(code)
        if found is None:
            found = self._compiled[code] = compiled(code, date1904=self._date1904)
        return found


def formats(package: Package, part: str, *, date1904: bool) -> Formats:
    """Read the styles part; without one every cell is General."""
    root = root_of(package, part) if part else None
    codes: dict[int, str] = {}
    styles: list[int] = []
    for element in root if root is not None else ():
        name = local(element.tag)
        if name == "numFmts":
            for child in element:
                number = child.get("numFmtId") or ""
                if number.isascii() and number.isdigit():
                    codes[int(number[:9])] = child.get("formatCode") or "General"
        elif name == "cellXfs":
            for child in element:
                number = child.get("numFmtId") or "0"
                styles.append(int(number[:9]) if number.isascii()
                              and number.isdigit() else 0)  # fmt: skip
    return Formats(styles[:MAX_FORMATS], codes, date1904=date1904)

"""Fonts and fills of the binary styles part: which styles show text that is not seen.

Source: [MS-XLSB] 2.4.666 (BrtFont), 2.4.660 (BrtFill), 2.4.874 (BrtXF), 2.4.355
(BrtDXF), 2.5.8 (BrtColor); [MS-XLS] 2.5.277 (XFProp).
"""

from __future__ import annotations

import struct

from kimi_read.formats.xlsx import veil
from kimi_read.formats.xlsx.ooxml_styles import theme_colours
from kimi_read.ooxml.colours import BLACK, UNKNOWN, WHITE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.guard.zip import Package

_FONT, _FILL, _INDEXED, _DXF = 43, 45, 475, 507
#: Properties of a differential style: pattern, its two colours, gradient, text colour.
_RECOLOURING = frozenset((0, 1, 2, 3, 5))
_INDEX, _VALUE, _THEME = 1, 2, 3
_MAX = 65_536


class Looks:
    """Collects the records of the styles part."""

    def __init__(self, package: Package, theme: str) -> None:
        self._theme = theme_colours(package, theme)
        self._palette = veil.palette()
        self._own: list[int] = []
        self._fonts: list[bytes] = []
        self._fills: list[bytes] = []
        self._styles: list[tuple[int, int]] = []
        self.recolours: list[bool] = []

    def take(self, kind: int, data: bytes) -> None:
        """Take a record that is no cell style."""
        if kind == _FONT and len(self._fonts) < _MAX and len(data) >= 20:
            self._fonts.append(data[:20])
        elif kind == _FILL and len(self._fills) < _MAX and len(data) >= 20:
            self._fills.append(data[:20])
        elif kind == _INDEXED and len(self._own) < _MAX and len(data) >= 3:
            self._own.append(int.from_bytes(data[:3], "big"))
        elif kind == _DXF and len(self.recolours) < _MAX:
            self.recolours.append(_recolours(data))

    def style(self, data: bytes) -> None:
        """Take a cell style."""
        self._styles.append(struct.unpack_from("<HH", data, 4))

    def of_fonts(self) -> dict[int, str]:
        """Return how parts of a text begin, by the number of their font."""
        palette = self._own or self._palette
        found = {
            number: veil.of_font(
                self._colour(data, 12, BLACK, palette),
                struct.unpack_from("<H", data)[0] / 20,
            )
            for number, data in enumerate(self._fonts)
        }
        return {number: mark for number, mark in found.items() if mark}

    def veils(self, filled: set[int]) -> dict[int, str]:
        """Return why text of a style is not seen, by the index of the style.

        Styles whose ground is not white are added to ``filled``.
        """
        palette = self._own or self._palette
        out: dict[int, str] = {}
        for index, (font, fill) in enumerate(self._styles):
            ink, ground, points = BLACK, WHITE, 0.0
            if font < len(self._fonts):
                data = self._fonts[font]
                points = struct.unpack_from("<H", data)[0] / 20
                ink = self._colour(data, 12, BLACK, palette)
            if fill < len(self._fills):
                data = self._fills[fill]
                (pattern,) = struct.unpack_from("<L", data)
                if pattern:
                    ground = self._colour(data, 4, UNKNOWN, palette)
                    ground = ground if pattern == 1 else UNKNOWN
            if ground != WHITE:
                filled.add(index)
            why = veil.reason(ink, ground, points)
            if why:
                out[index] = why
        return out

    def _colour(self, data: bytes, at: int, default: int, palette: list[int]) -> int:
        kind, index, tint = struct.unpack_from("<BBh", data, at)
        colour = default
        if kind >> 1 == _INDEX:
            colour = veil.indexed(index, palette)
        elif kind >> 1 == _VALUE:
            colour = int.from_bytes(data[at + 4 : at + 7], "big")
        elif kind >> 1 == _THEME:
            colour = self._theme[index] if index < len(self._theme) else UNKNOWN
        return veil.tinted(colour, tint / 32767)


def _recolours(data: bytes) -> bool:
    """Whether a differential style has colours of its own."""
    at = 6
    while at + 4 <= len(data):
        what, size = struct.unpack_from("<HH", data, at)
        if what in _RECOLOURING:
            return True
        at += max(size, 4)
    return False

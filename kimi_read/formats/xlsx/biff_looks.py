"""Fonts and fills of a binary workbook: which styles show text that is not seen.

Source: [MS-XLS] 2.4.122 (Font), 2.4.188 (Palette), 2.4.353 (XF), 2.4.355 (XFExt),
2.5.155 (FullColorExt); the OpenOffice documentation of the Excel file format, 5.115.
"""

from __future__ import annotations

import struct

from kimi_read.formats.xlsx import veil
from kimi_read.ooxml.colours import BLACK, UNKNOWN, WHITE

FONT, PALETTE, XF, XFEXT = 0x31, 0x92, 0xE0, 0x87D
_FILL, _INK = 4, 13
_SOLID = 1
_MAX = 65_536
#: The first colours of a theme, which in Office's own are white and black.
_THEME = (WHITE, BLACK)


class Looks:
    """Collects the records of styles; ``version`` is that of the workbook."""

    def __init__(self, version: int) -> None:
        self._version = version
        self._palette = veil.palette()
        self._fonts: list[tuple[int, float]] = []
        self._styles: list[tuple[int, int, int]] = []
        self._colours: dict[tuple[int, int], int] = {}

    def take(self, kind: int, data: bytes) -> None:
        """Take a record: a font, a style, the palette or an extension."""
        if kind == FONT and len(self._fonts) < _MAX:
            height, _, colour = struct.unpack_from("<HHH", data)
            self._fonts.append((colour, height / 20))
        elif kind == XF and len(self._styles) < _MAX:
            self._styles.append(self._style(data))
        elif kind == PALETTE:
            for index in range(min(data[0], (len(data) - 2) // 4, 56)):
                value = int.from_bytes(data[2 + 4 * index : 5 + 4 * index], "big")
                self._palette[8 + index] = value
        elif kind == XFEXT:
            self._extend(data)

    def _style(self, data: bytes) -> tuple[int, int, int]:
        """Return font, fill pattern and its colour."""
        (font,) = struct.unpack_from("<H", data)
        if self._version >= 8:
            borders, colours = struct.unpack_from("<LH", data, 14)
            return font, borders >> 26, colours & 0x7F
        (area,) = struct.unpack_from("<L", data, 8)
        return font, area >> 16 & 0x3F, area & 0x7F

    def _extend(self, data: bytes) -> None:
        style, _, count = struct.unpack_from("<HHH", data, 14)
        at = 20
        for _ in range(min(count, 64)):
            what, size = struct.unpack_from("<HH", data, at)
            if what in (_FILL, _INK) and size >= 12:
                self._colours[style, what] = self._full(data, at + 4)
            at += max(size, 4)

    def _full(self, data: bytes, at: int) -> int:
        """Return a colour that is told by value, by palette or by theme."""
        kind, shade, value = struct.unpack_from("<HhL", data, at)
        colour = UNKNOWN
        if kind == 1:
            colour = veil.indexed(value, self._palette)
        elif kind == 2:
            colour = (value & 255) << 16 | value & 0xFF00 | value >> 16 & 255
        elif kind == 3 and value < len(_THEME):
            colour = _THEME[value]
        return veil.tinted(colour, shade / 32767)

    def of_fonts(self) -> dict[int, str]:
        """Return how parts of a text begin, by the number of their font."""
        found = {
            place + (place >= 4): veil.of_font(
                veil.indexed(colour, self._palette), points
            )
            for place, (colour, points) in enumerate(self._fonts)
        }
        return {number: mark for number, mark in found.items() if mark}

    def veils(self, filled: set[int]) -> dict[int, str]:
        """Return why text of a style is not seen, by the index of the style.

        Styles whose ground is not white are added to ``filled``.
        """
        out: dict[int, str] = {}
        for index, (number, pattern, fill) in enumerate(self._styles):
            place = number - (number > 4)  # the font of that number does not exist
            if number == 4 or place >= len(self._fonts):
                continue
            colour, points = self._fonts[place]
            ink = veil.indexed(colour, self._palette)
            ink = self._colours.get((index, _INK), ink)
            ground = WHITE
            if pattern:
                shown = (
                    veil.indexed(fill, self._palette)
                    if pattern == _SOLID
                    else (UNKNOWN)
                )
                ground = self._colours.get((index, _FILL), shown)
            if ground != WHITE:
                filled.add(index)
            why = veil.reason(ink, ground if pattern < 2 else UNKNOWN, points)
            if why:
                out[index] = why
        return out

"""Number formats of an xlsx workbook by the style index of a cell.

Source: ECMA-376 part 1, 18.8.10 (cellXfs), 18.8.30 (numFmt), 18.8.22 (font), 18.8.21
(fills), 18.8.14 (dxf), 20.1.6.2 (clrScheme).
"""

from __future__ import annotations

from kimi_read.formats.xlsx import veil
from kimi_read.formats.xlsx.numfmt import NumberFormat, builtin, compiled
from kimi_read.ooxml.colours import BLACK, UNKNOWN, WHITE
from kimi_read.ooxml.parts import local, root_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from xml.etree.ElementTree import Element

    from kimi_read.guard.zip import Package

MAX_FORMATS = 65_536
_THEME_BYTES = 1 << 18
#: The order in which styles count the colours of a theme.
_THEME = (b"lt1", b"dk1", b"lt2", b"dk2", b"accent1", b"accent2", b"accent3",
          b"accent4", b"accent5", b"accent6", b"hlink", b"folHlink")  # fmt: skip


class Formats:
    """The number format of each style index, compiled when it is first used.

    ``veils`` tells by style index why text of that style is not seen, ``filled`` are
    the styles whose ground is not white, and ``recolours`` tells which of the
    differential styles change the colours of a cell.
    """

    def __init__(
        self, styles: Sequence[int], codes: dict[int, str], *, date1904: bool = False
    ) -> None:
        self.veils: dict[int, str] = {}
        self.recolours: list[bool] = []
        self.filled: set[int] = set()
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


def formats(package: Package, part: str, theme: str, *, date1904: bool) -> Formats:
    """Read the styles part; without one every cell is General."""
    root = root_of(package, part) if part else None
    codes: dict[int, str] = {}
    by_name = {local(e.tag): e for e in root} if root is not None else {}
    for child in by_name.get("numFmts", ()):
        number = child.get("numFmtId") or ""
        if number.isascii() and number.isdigit():
            codes[int(number[:9])] = child.get("formatCode") or "General"
    cells = list(by_name.get("cellXfs", ()))[:MAX_FORMATS]
    styles = [_number(cell.get("numFmtId")) for cell in cells]
    out = Formats(styles, codes, date1904=date1904)
    out.recolours = [
        any(local(e.tag) == "fill" or _child(e, "color") is not None for e in dxf)
        for dxf in list(by_name.get("dxfs", ()))[:MAX_FORMATS]
    ]
    colours = _Colours(package, theme, by_name.get("colors"))
    fonts = [_font(font, colours) for font in by_name.get("fonts", ())]
    grounds = [_ground(fill, colours) for fill in by_name.get("fills", ())]
    for index, cell in enumerate(cells):
        font, fill = _number(cell.get("fontId")), _number(cell.get("fillId"))
        ink, points = fonts[font] if font < len(fonts) else (BLACK, 0.0)
        ground = grounds[fill] if fill < len(grounds) else WHITE
        if ground != WHITE:
            out.filled.add(index)
        why = veil.reason(ink, ground, points)
        if why:
            out.veils[index] = why
    return out


class _Colours:
    """The colours of a workbook: its palette and those of its theme."""

    def __init__(self, package: Package, theme: str, own: Element | None) -> None:
        self._palette = veil.palette()
        for element in own if own is not None else ():
            if local(element.tag) == "indexedColors":
                self._palette = [veil.rgb(e.get("rgb") or "") for e in element]
        self._theme = theme_colours(package, theme)

    def of(self, element: Element | None, default: int) -> int:
        """Return the colour that an element names; ``default`` for an automatic one."""
        if element is None or element.get("auto") in ("1", "true"):
            return default
        get = element.get
        if get("rgb"):
            colour = veil.rgb(get("rgb") or "")
        elif get("theme"):
            number = _number(get("theme"))
            colour = self._theme[number] if number < len(self._theme) else UNKNOWN
        elif get("indexed"):
            colour = veil.indexed(_number(get("indexed")), self._palette)
        else:
            return default
        try:
            return veil.tinted(colour, float(get("tint") or 0))
        except ValueError:
            return colour


def theme_colours(package: Package, part: str) -> list[int]:
    """Return the colours of a theme in the order in which styles count them.

    They are looked for in its bytes: a tree of the whole part would cost more than
    all styles.
    """
    data = package.read(part)[:_THEME_BYTES] if part in package else b""
    start = data.find(b"clrScheme")
    named: dict[bytes, bytes] = {}
    entry = b""
    for tag in data[start : data.find(b"clrScheme>", start + 9)].split(b"<"):
        words = tag.partition(b">")[0].split()
        name = words[0].rpartition(b":")[2] if words else b""
        if name in _THEME:
            entry = name
        elif name.endswith(b"Clr"):  # of the system it has a name, and was the last
            values = dict(word.partition(b"=")[::2] for word in words)
            value = values.get(b"lastClr") or values.get(b"val") or b""
            named.setdefault(entry, value.strip(b"\"'/"))
    return [veil.rgb(named.get(name, b"").decode("latin-1")) for name in _THEME]


def _font(font: Element, colours: _Colours) -> tuple[int, float]:
    """Return colour and size in points of a font; 0 for a size that is not given."""
    size = _child(font, "sz")
    try:
        points = float(size.get("val") or 0) if size is not None else 0.0
    except ValueError:
        points = 0.0
    return colours.of(_child(font, "color"), BLACK), points


def _ground(fill: Element, colours: _Colours) -> int:
    """Return the colour of a fill; None for a pattern or a gradient."""
    pattern = _child(fill, "patternFill")
    if pattern is None:
        return WHITE if len(fill) == 0 else UNKNOWN
    kind = pattern.get("patternType") or "none"
    if kind == "none":
        return WHITE
    return (
        colours.of(_child(pattern, "fgColor"), UNKNOWN)
        if kind == "solid"
        else (UNKNOWN)
    )


def _child(element: Element, name: str) -> Element | None:
    return next((child for child in element if local(child.tag) == name), None)


def _number(text: str | None) -> int:
    return int(text[:9]) if text and text.isascii() and text.isdigit() else 0

"""Colours of Office files, and whether text of one could be seen on another.

A colour is an integer, 0xRRGGBB; ``UNKNOWN`` stands for one that cannot be told (a
gradient, a picture) or that suits itself to what is behind it (automatic text).
Source: ECMA-376 part 1, 20.1.2.3 (colours and their changes), 20.1.6.2 (clrScheme).
"""

from __future__ import annotations

from kimi_read.ooxml.parts import local

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from xml.etree.ElementTree import Element

WHITE, BLACK = 0xFFFFFF, 0
UNKNOWN = -1
#: Colours closer than this in every channel cannot be told apart.
_CLOSE = 10
#: Text that lets more than this share of its background through is not seen.
_SHEER = 0.05
_SLOTS = ("dk1", "lt1", "dk2", "lt2", "accent1", "accent2", "accent3", "accent4",
          "accent5", "accent6", "hlink", "folHlink")  # fmt: skip
_NAMED = {
    "black": 0, "white": WHITE, "red": 0xFF0000, "green": 0x8000, "blue": 0xFF,
    "yellow": 0xFFFF00, "cyan": 0xFFFF, "aqua": 0xFFFF, "magenta": 0xFF00FF,
    "fuchsia": 0xFF00FF, "gray": 0x808080, "grey": 0x808080, "silver": 0xC0C0C0,
    "lightGray": 0xD3D3D3, "ltGray": 0xD3D3D3, "darkGray": 0xA9A9A9,
    "dkGray": 0xA9A9A9, "navy": 0x80, "maroon": 0x800000, "olive": 0x808000,
    "teal": 0x8080, "purple": 0x800080, "lime": 0xFF00, "snow": 0xFFFAFA,
    "ivory": 0xFFFFF0, "whiteSmoke": 0xF5F5F5, "ghostWhite": 0xF8F8FF,
    "floralWhite": 0xFFFAF0, "mintCream": 0xF5FFFA, "azure": 0xF0FFFF,
}  # fmt: skip


def close(one: int, other: int) -> bool:
    """Whether two colours look the same; what is unknown looks like nothing."""
    if one < 0 or other < 0:
        return False
    return one == other or (
        abs((one >> 16) - (other >> 16)) <= _CLOSE
        and abs((one >> 8 & 255) - (other >> 8 & 255)) <= _CLOSE
        and abs((one & 255) - (other & 255)) <= _CLOSE
    )


def lost(ink: int, grounds: Iterable[int]) -> bool:
    """Whether text cannot be seen on any of what may be behind it.

    Where nothing is known of that, it counts as seen.
    """
    found = False
    for ground in grounds:
        if not close(ink, ground):
            return False
        found = True
    return found


def hexadecimal(text: str | None) -> int:
    """Return the colour of ``RRGGBB``; ``UNKNOWN`` for anything else."""
    if text is None or len(text) != len("RRGGBB"):
        return UNKNOWN
    try:
        return int(text, 16)
    except ValueError:
        return UNKNOWN


def named(text: str) -> int:
    """Return a preset colour, of those that matter; ``UNKNOWN`` for others."""
    return _NAMED.get(text, UNKNOWN)


def scheme(theme: Element | None) -> dict[str, int]:
    """Return the colours of a theme by name: dk1, lt1, dk2, lt2, accent1 ..."""
    found: dict[str, int] = {"dk1": BLACK, "lt1": WHITE}
    colours = None
    if theme is not None:
        colours = next((e for e in theme.iter() if local(e.tag) == "clrScheme"), None)
    for slot in colours if colours is not None else ():
        name = local(slot.tag)
        if name in _SLOTS and len(slot):
            value = slot[0].get("val") or ""
            if local(slot[0].tag) == "sysClr":
                value = slot[0].get("lastClr") or ""
            found[name] = hexadecimal(value)
    return found


def lightened(colour: int, keep: float) -> int:
    """Return a colour of which a share ``keep`` is kept, the rest being white."""
    return _lit(colour, lambda light: light * keep + 1 - keep)


def darkened(colour: int, keep: float) -> int:
    """Return a colour with a share ``keep`` of its lightness."""
    return _lit(colour, lambda light: light * keep)


def mixed(colour: int, other: int, share: float) -> int:
    """Return a colour of which a share is laid over another."""
    if colour < 0 or other < 0:
        return UNKNOWN
    out = 0
    for shift in (16, 8, 0):
        one, two = colour >> shift & 255, other >> shift & 255
        out |= round(one * share + two * (1 - share)) << shift
    return out


def _lit(colour: int, change: Callable[[float], float]) -> int:
    if colour < 0:
        return UNKNOWN
    import colorsys  # which a worker holds

    red, green, blue = (colour >> shift & 255 for shift in (16, 8, 0))
    hue, light, fullness = colorsys.rgb_to_hls(red / 255, green / 255, blue / 255)
    light = min(1.0, max(0.0, change(light)))
    parts = colorsys.hls_to_rgb(hue, light, fullness)
    red, green, blue = (round(255 * part) for part in parts)
    return red << 16 | green << 8 | blue


def drawn(fill: Element, resolve: Callable[[str], int]) -> tuple[int, float]:
    """Return the colour of a DrawingML fill and its opacity from 0 to 1.

    ``fill`` holds the colour (``a:solidFill``, ``a:bgRef``); ``resolve`` gives that
    of a theme's name (``bg1``, ``phClr``).
    """
    for colour in fill:
        kind = local(colour.tag)
        value = colour.get("val") or ""
        if kind == "srgbClr":
            found = hexadecimal(value)
        elif kind == "schemeClr":
            found = resolve(value)
        elif kind == "sysClr":
            found = hexadecimal(colour.get("lastClr"))
        elif kind == "prstClr":
            found = named(value)
        elif kind.endswith("Clr"):
            found = UNKNOWN
        else:
            continue
        return _changed(found, colour)
    return UNKNOWN, 1.0


def _changed(colour: int, element: Element) -> tuple[int, float]:
    """Apply what a colour's children do to it; what is not known makes it unknown."""
    opacity = 1.0
    for change in element:
        kind = local(change.tag)
        share = _share(change.get("val"))
        if kind == "alpha":
            opacity = share
        elif kind in ("lumMod", "shade"):
            colour = darkened(colour, share)
        elif kind == "lumOff":
            colour = _lit(colour, lambda light, share=share: light + share)  # type: ignore[misc]
        elif kind == "tint":
            colour = lightened(colour, share)
        elif not _grey(colour) or not kind.startswith(("sat", "hue")):
            colour = UNKNOWN
    return colour, opacity


def _grey(colour: int) -> bool:
    return colour >> 16 == colour >> 8 & 255 == colour & 255


def _share(value: str | None) -> float:
    """Return a percentage, in thousandths or with its sign (22.9.2.9)."""
    text = (value or "")[:12]
    try:
        return float(text[:-1]) / 100 if text.endswith("%") else float(text) / 100_000
    except ValueError:
        return 1.0


def sheer(opacity: float) -> bool:
    """Whether text of an opacity cannot be seen."""
    return opacity <= _SHEER

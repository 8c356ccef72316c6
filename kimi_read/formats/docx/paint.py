"""Colours of text and of what lies behind it, so that hidden text is known.

What is not known is never taken for hidden: gradients, pictures behind the text,
patterns, automatic colours, which suit themselves to their background.
Source: ECMA-376 part 1, 17.3.2.6 (color), 17.3.2.15 (highlight), 17.3.2.32 (shd),
17.2.1 (background), 17.15.1.20 (clrSchemeMapping); [MS-DOCX] 2.6 (text effects).
"""

from __future__ import annotations

from kimi_read.formats.docx.names import VAL, W14, W, number, on
from kimi_read.ooxml.colours import (
    BLACK,
    UNKNOWN,
    WHITE,
    darkened,
    drawn,
    hexadecimal,
    lightened,
    mixed,
    scheme,
    sheer,
)
from kimi_read.ooxml.parts import local, root_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from xml.etree.ElementTree import Element

    from kimi_read.guard.zip import Package

COLOR, SHADE, HIGHLIGHT, SIZE = W + "color", W + "shd", W + "highlight", W + "sz"
TEXT_FILL = W14 + "textFill"
#: Half-points: text of 1 point, the smallest that Word offers, is read by nobody.
_TINY = 2
_OUTLINES = (W14 + "textOutline", W14 + "glow", W14 + "shadow", W14 + "reflection")
_EFFECTS = tuple(W + name for name in ("outline", "shadow", "emboss", "imprint"))
#: Theme colours by the names of Word, and their place in the theme.
_SLOTS = {
    "dark1": "dk1", "light1": "lt1", "dark2": "dk2", "light2": "lt2",
    "hyperlink": "hlink", "followedHyperlink": "folHlink",
}  # fmt: skip
#: Names that the settings map to others, and the attribute that does.
_MAPPED = {
    "text1": ("t1", "dark1"), "background1": ("bg1", "light1"),
    "text2": ("t2", "dark2"), "background2": ("bg2", "light2"),
}  # fmt: skip
_SHORT = {"tx1": "text1", "bg1": "background1", "tx2": "text2", "bg2": "background2"}
_HIGHLIGHTS = {
    "black": 0, "blue": 0xFF, "cyan": 0xFFFF, "green": 0xFF00, "magenta": 0xFF00FF,
    "red": 0xFF0000, "yellow": 0xFFFF00, "white": WHITE, "darkBlue": 0x80,
    "darkCyan": 0x8080, "darkGreen": 0x8000, "darkMagenta": 0x800080,
    "darkRed": 0x800000, "darkYellow": 0x808000, "darkGray": 0x808080,
    "lightGray": 0xC0C0C0,
}  # fmt: skip


class Ground:
    """What lies behind some text: all the colours that it may be, found when asked.

    None of them means that nothing is known. ``ink`` is the colour that the text has
    if nothing nearer gives it one, None for automatic; ``flags`` are formats of all of
    it (``ooxml.spans``).
    """

    __slots__ = ("_find", "_found", "flags", "ink")

    def __init__(
        self, find: Callable[[], tuple[int, ...]], ink: int | None = None
    ) -> None:
        self._find = find
        self._found: tuple[int, ...] | None = None
        self.ink = ink
        self.flags = 0

    def colours(self) -> tuple[int, ...]:
        """Return the colours, ``()`` if they cannot be told."""
        if self._found is None:
            self._found = self._find()
        return self._found

    def kept(self) -> Ground:
        """Return this ground as it is now, to be used later."""
        return self


class Page(Ground):
    """The page, which a picture behind the text may cover for a while."""

    __slots__ = ()

    def colours(self) -> tuple[int, ...]:
        """Return the colour of the page, as it is at this place."""
        return self._find()


class Paint:
    """The colours of one document, each resolved once."""

    def __init__(self, package: Package, part: Callable[[str], str]) -> None:
        self._package = package
        self._part = part
        self._inks: dict[tuple[object, ...], int] = {}
        self._shades: dict[tuple[object, ...], int | None] = {}
        self._scheme: dict[str, int] | None = None
        self._settings: Element | None = None
        self._asked = False

    def ink(self, color: Element) -> int:
        """Return the colour of ``w:color``, ``UNKNOWN`` if it is automatic."""
        key = (*color.attrib.items(),)
        found = self._inks.get(key)
        if found is None:
            found = self._inks[key] = self._colour(color, "val", "theme")
        return found

    def ink_of(self, properties: Element) -> int | None:
        """Return the colour of text with these properties, None if they give none.

        ``UNKNOWN`` stands for text that its effects let one see on any background.
        """
        ink: int | None = None
        for child in properties:
            tag = child.tag
            if tag == COLOR:
                ink = self.ink(child)
            elif (tag in _EFFECTS and on(child.get(VAL))) or (
                tag in _OUTLINES and child.find(W14 + "noFill") is None
            ):
                return UNKNOWN
        fill = properties.find(TEXT_FILL)
        return ink if fill is None or not len(fill) else self._filled(fill[0])

    def _filled(self, fill: Element) -> int:
        """Return the colour of a text fill; where it lets all through, white."""
        if fill.tag == W14 + "noFill":
            return WHITE
        if fill.tag != W14 + "solidFill":
            return UNKNOWN
        for element in fill.iter():
            if element.tag == W14 + "alpha":  # here the share that is let through
                clear = number(element.get(W14 + "val")) / 100_000
                return WHITE if sheer(1 - clear) else UNKNOWN
        return drawn(_plain(fill), self.themed)[0]

    def shade(self, shading: Element) -> int | None:
        """Return the colour of ``w:shd``; None where it shows what is behind it."""
        key = (*shading.attrib.items(),)
        if key not in self._shades:
            self._shades[key] = self._shade(shading)
        return self._shades[key]

    def _shade(self, shading: Element) -> int | None:
        pattern = shading.get(VAL) or "clear"
        fill = self._colour(shading, "fill", "themeFill")
        if pattern == "clear":
            themed = shading.get(W + "themeFill") or "none"
            unsaid = None if themed == "none" else UNKNOWN
            return unsaid if fill < 0 else fill
        if pattern == "nil":
            return None
        front = self._colour(shading, "color", "theme")
        front = BLACK if front < 0 else front
        if pattern == "solid":
            return front
        if pattern.startswith("pct"):
            share = number(pattern[3:]) / 100
            return mixed(front, WHITE if fill < 0 else fill, share)
        return UNKNOWN

    def highlight(self, element: Element) -> int | None:
        """Return the colour of ``w:highlight``, None if there is none."""
        return _HIGHLIGHTS.get(element.get(VAL) or "none")

    def _colour(self, element: Element, value: str, theme: str) -> int:
        """Return a colour that is given by value, or by a place in the theme."""
        get = element.get
        own = hexadecimal(get(W + value))
        name = get(W + (theme if theme != "theme" else "themeColor"))
        if not name or name == "none":
            return own
        found = self.themed(name)
        if found < 0:
            return own
        tint, shade = get(f"{W}{theme}Tint"), get(f"{W}{theme}Shade")
        if tint:
            found = lightened(found, _byte(tint))
        return darkened(found, _byte(shade)) if shade else found

    def themed(self, name: str) -> int:
        """Return a colour of the theme by any of its names."""
        if self._scheme is None:
            self._scheme = scheme(root_of(self._package, self._part("theme")))
        name = _SHORT.get(name, name)
        if name in _MAPPED:
            attribute, usual = _MAPPED[name]
            mapping = self._setting("clrSchemeMapping")
            name = (mapping.get(W + attribute) if mapping is not None else "") or usual
        return self._scheme.get(_SLOTS.get(name, name), UNKNOWN)

    def _setting(self, name: str) -> Element | None:
        if not self._asked:
            self._asked = True
            self._settings = root_of(self._package, self._part("settings"))
        return self._settings.find(W + name) if self._settings is not None else None

    def background(self, element: Element) -> int:
        """Return the colour of a page with this ``w:background``, if it is shown."""
        shown = self._setting("displayBackgroundShape")
        if shown is None or not on(shown.get(VAL)):
            return WHITE
        if len(element):  # a picture, a gradient
            return UNKNOWN
        found = self._colour(element, "color", "theme")
        return WHITE if found < 0 else found


def is_tiny(size: Element) -> bool:
    """Whether ``w:sz``, in half-points or (strict) as ``0.5pt``, cannot be read."""
    value = size.get(VAL) or ""
    if value[-2:] == "pt":
        return 0 < _number(value[:-2]) <= _TINY / 2
    return 0 < _number(value) <= _TINY


def _number(text: str) -> float:
    try:
        return float(text[:12])
    except ValueError:
        return 0.0


def _byte(text: str) -> float:
    """Return a share that is written as two hexadecimal figures."""
    try:
        return int(text[:2], 16) / 255
    except ValueError:
        return 1.0


def _plain(fill: Element) -> Element:
    """Return a fill of w14 with its attributes as DrawingML writes them."""
    copy = fill.makeelement("fill", {})
    for colour in fill:
        own = copy.makeelement(local(colour.tag), {})
        own.attrib.update({local(key): value for key, value in colour.attrib.items()})
        copy.append(own)
        for change in colour:
            inner = own.makeelement(local(change.tag), {})
            inner.attrib.update({local(k): v for k, v in change.attrib.items()})
            own.append(inner)
    return copy

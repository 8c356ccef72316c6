"""Cell styles of an OpenDocument spreadsheet: which of them show text no one sees.

Source: OpenDocument 1.3 part 3, 16.2 (style:style), 16.3 (style:map), 17.18
(table-cell properties), 20.189 (fo:color), 20.182 (fo:background-color).
"""

from __future__ import annotations

import re

from kimi_read.formats.xlsx import veil
from kimi_read.ooxml.colours import BLACK, UNKNOWN, WHITE
from kimi_read.ooxml.parts import local

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from xml.etree.ElementTree import Element


_MAX_STYLES = 65_536
_MAX_PARENTS = 20
_INK, _GROUND, _POINTS, _PARENT, _CHANGES = (
    "color", "background-color", "font-size", "parent-style-name", "map")  # fmt: skip
_KEPT = frozenset((_INK, _GROUND, _POINTS, _PARENT, "use-window-font-color"))
_LENGTH = re.compile(r"([0-9]*\.?[0-9]+)(pt|in|cm|mm|pc)\Z")
_PER_UNIT = {"pt": 1.0, "in": 72.0, "cm": 72 / 2.54, "mm": 7.2 / 2.54, "pc": 12.0}
_DEFAULT = ""


class Looks:
    """Collects styles as they come by; ``named`` gives the part with those named."""

    def __init__(self, named: Callable[[], Element | None]) -> None:
        self._named = named
        self._styles: dict[str, dict[str, str]] = {}
        self._runs: dict[str, dict[str, str]] = {}
        self._grounds: dict[str, bool] = {}
        self._open: dict[str, str] | None = None
        self._loaded = False
        self._known: dict[str, str] = {_DEFAULT: ""}

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Take an element of the namespace of styles."""
        if tag in ("style", "default-style"):
            get = {k.rpartition(" ")[2]: v for k, v in attributes.items()}
            self._begin(tag, get)
        elif self._open is not None:
            self._take(tag, attributes)

    def end(self, tag: str) -> None:
        """Take the end of an element of that namespace."""
        if tag in ("style", "default-style"):
            self._open = None

    def _begin(self, tag: str, get: Mapping[str, str]) -> None:
        self._open = None
        family = get.get("family")
        if family == "text" and tag == "style" and len(self._runs) < _MAX_STYLES:
            self._open = self._runs.setdefault(get.get("name", ""), {})
        elif family == "table-cell" and len(self._styles) < _MAX_STYLES:
            name = get.get("name", "") if tag == "style" else _DEFAULT
            self._open = self._styles.setdefault(name, {})
            if get.get(_PARENT):
                self._open[_PARENT] = get[_PARENT]

    def _take(self, tag: str, attributes: Mapping[str, str]) -> None:
        if self._open is None:
            return
        if tag == "map":
            self._open[_CHANGES] = "yes"
        elif tag in ("text-properties", "table-cell-properties"):
            for key, value in attributes.items():
                name = key.rpartition(" ")[2].rpartition("}")[2]
                if name in _KEPT:
                    self._open[name] = value

    def of_run(self, name: str) -> str:
        """Return how a part of a text begins that may not be seen."""
        style = self._runs.get(name, {})
        size = _LENGTH.match(style.get(_POINTS, ""))
        points = float(size[1]) * _PER_UNIT[size[2]] if size else 0.0
        return veil.of_font(_colour(style.get(_INK, ""), BLACK), points)

    def white(self, name: str) -> bool:
        """Whether cells of a style have a white ground, and seen text on it."""
        return not self.reason(name) and self._grounds.get(name, True)

    def reason(self, name: str) -> str:
        """Return why text of a style is not seen, or nothing."""
        why = self._known.get(name)
        if why is None:
            why = self._known[name] = self._reason(name)
        return why

    def _reason(self, name: str) -> str:
        own, asked = self._styles.get(name, {}), name
        if self._loaded or own.keys() & {_INK, _GROUND, _POINTS} or not own:
            self._load()
        found: dict[str, str] = {}
        for _ in range(_MAX_PARENTS):
            style = self._styles.get(name, {})
            found = style | found
            name = style.get(_PARENT, _DEFAULT)
            if name == _DEFAULT:
                break
        found = self._styles.get(_DEFAULT, {}) | found
        ink = found.get(_INK, "")
        if found.get("use-window-font-color") == "true":
            ink = ""
        size = _LENGTH.match(found.get(_POINTS, ""))
        points = float(size[1]) * _PER_UNIT[size[2]] if size else 0.0
        ground = _colour(found.get(_GROUND, ""), WHITE)
        ground = UNKNOWN if _CHANGES in found else ground
        self._grounds[asked] = ground == WHITE
        return veil.reason(_colour(ink, BLACK), ground, points)

    def _load(self) -> None:
        """Read the styles that have names, unless they stand in the same file."""
        if self._loaded:
            return
        self._loaded = True
        root = self._named()
        for element in root.iter() if root is not None else ():
            tag = local(element.tag)
            get = {local(k): v for k, v in element.attrib.items()}
            new = tag == "style" and get.get("name") not in self._styles
            if tag == "default-style" or new:
                self._begin(tag, get)
                for child in element:
                    self._take(local(child.tag), child.attrib)
                self._open = None


def _colour(text: str, default: int) -> int:
    if not text or text == "transparent":
        return default
    return veil.rgb(text.removeprefix("#"))

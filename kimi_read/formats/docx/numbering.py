"""List numbers as Word counts them.

Counters belong to the abstract list, so that all lists made from it count on
together; a ``startOverride`` sets them back once, when its list is first used. A
level starts again when a higher one is counted, unless ``lvlRestart`` says otherwise.
Source: ECMA-376 part 1, 17.9 (numbering).
"""

from __future__ import annotations

import re

from kimi_read.formats.docx.names import ALTERNATE, MC, PPR, RPR, VAL, W, number, on
from kimi_read.formats.docx.styles import RUN_FONTS, font_of, left_indent
from kimi_read.ooxml.counting import counted
from kimi_read.ooxml.fonts import shown
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from kimi_read.formats.docx.styles import Styles

LEVELS = 9
_PLACE = r"%([1-9])"
_PLAIN = r"%([1-9])\s*[.)\uff0e\uff09]?$"
_BOXES = {
    "☐": "[ ]",
    "□": "[ ]",
    "◻": "[ ]",
    "❑": "[ ]",
    "❏": "[ ]",
    "☑": "[x]",
    "☒": "[x]",
    "✓": "[x]",
}


@record(frozen=True, slots=True)
class Level:
    """One level of a list definition; ``restart`` is None for the usual rule."""

    start: int = 1
    form: str = "decimal"
    text: str = ""
    restart: int | None = None
    legal: bool = False
    indent: int | None = None
    style: str = ""


@record(frozen=True, slots=True)
class Label:
    """How a paragraph is numbered.

    ``text`` is the label as Word shows it, ``plain`` its number where Markdown's own
    ``1.`` says the same, ``bullet`` whether it is a mark and no number. ``group``
    tells lists apart; ``level`` counts from 0; ``indent`` is in twips. ``blank``
    labels belong to further paragraphs of an item.
    """

    text: str
    level: int
    group: str
    plain: int | None = None
    bullet: bool = False
    blank: bool = False
    indent: int | None = None


class Numbering:
    """The lists of one document, counted paragraph by paragraph."""

    def __init__(self, root: Element | None, styles: Styles) -> None:
        self._styles = styles
        self._abstract: dict[str, Element] = {}
        self._lists: dict[str, Element] = {}
        self._levels: dict[str, dict[int, Level]] = {}
        self._starts: dict[str, dict[int, int]] = {}
        self._groups: dict[str, str] = {}
        self._counters: dict[str, list[int | None]] = {}
        self._begun: set[tuple[str, int]] = set()
        self._deepest: dict[str, int] = {}
        self._bullets: dict[tuple[str, int], Label] = {}
        for element in root if root is not None else ():
            if element.tag == W + "abstractNum":
                name = element.get(W + "abstractNumId") or ""
                self._abstract.setdefault(name, element)
            elif element.tag == W + "num":
                self._lists.setdefault(element.get(W + "numId") or "", element)

    def level_of_style(self, num: str, style: str) -> int | None:
        """Return the level of list ``num`` that is tied to a paragraph style.

        It counts for more than a level that the style itself gives (17.9.23).
        """
        for index, level in self._definition(num).items():
            if level.style and level.style == style:
                return index
        return None

    def label(self, num: str, level: int) -> Label | None:
        """Count one paragraph and return its label; None if it has no list."""
        levels = self._definition(num)
        if not levels or not 0 <= level < LEVELS:
            return None
        own = levels.get(level)
        if own is None:
            return None
        group = self._groups[num]
        counters = self._counters.setdefault(group, [None] * LEVELS)
        starts = self._starts[num]
        if level in starts and (num, level) not in self._begun:
            self._begun.add((num, level))
            counters[level] = None
        for higher in range(level):  # a level that is skipped counts as begun
            if counters[higher] is None and higher in levels:
                counters[higher] = starts.get(higher, levels[higher].start)
        last = counters[level]
        first = starts.get(level, own.start)
        counters[level] = first if last is None else last + 1
        if level < self._deepest.get(group, 0):
            self._restart(level, levels, counters)
        self._deepest[group] = max(level, self._deepest.get(group, 0))
        return self._shown(num, level, levels, counters)

    def _restart(
        self, level: int, levels: dict[int, Level], counters: list[int | None]
    ) -> None:
        """Set back the levels below one that was counted (17.9.10)."""
        for deeper in range(level + 1, LEVELS):
            restart = levels[deeper].restart if deeper in levels else None
            if restart is None or level < restart:
                counters[deeper] = None

    def _shown(
        self, num: str, level: int, levels: dict[int, Level], counters: list[int | None]
    ) -> Label:
        own = levels[level]
        group = self._groups[num]
        if own.form == "bullet":
            label = self._bullets.get((num, level))
            if label is None:
                mark = _BOXES.get(own.text.strip(), "")
                blank = not own.text.strip(" \u00a0\u200b")
                label = Label(mark, level, group, None, True, blank, own.indent)
                self._bullets[num, level] = label
            return label
        starts = self._starts[num]

        def value(match: re.Match[str]) -> str:
            index = int(match[1]) - 1
            at = levels.get(index)
            if at is None or index > level:
                return ""
            count = counters[index]
            if count is None:
                count = starts.get(index, at.start)
            form = "decimal" if own.legal and at.form != "none" else at.form
            return counted(count, form)

        text = re.sub(_PLACE, value, own.text).strip()
        found = re.match(_PLAIN, own.text.strip())
        count = counters[level]
        plain = None
        decimal = own.form == "decimal" or own.legal
        if found and decimal and int(found[1]) - 1 == level and (count or 0) >= 0:
            plain = count
        return Label(text, level, group, plain, False, not text, own.indent)

    def _definition(self, num: str) -> dict[int, Level]:
        """Return the levels of a list, its own changes included."""
        found = self._levels.get(num)
        if found is None:
            found = self._levels[num] = self._resolved(num)
        return found

    def _resolved(self, num: str) -> dict[int, Level]:
        self._starts[num] = starts = {}
        self._groups[num] = num
        instance = self._lists.get(num)
        if instance is None:
            return {}
        abstract = self._abstract_of(instance)
        if abstract is None:
            return {}
        name = abstract.get(W + "abstractNumId") or ""
        self._groups[num] = name
        levels: dict[int, Level] = {}
        for element in abstract.iter(W + "lvl"):
            levels[number(element.get(W + "ilvl"))] = _level(element)
        for override in instance.iter(W + "lvlOverride"):
            index = number(override.get(W + "ilvl"))
            own = override.find(W + "lvl")
            if own is not None:
                levels[index] = _level(own)
            start = override.find(W + "startOverride")
            if start is not None and 0 <= index < LEVELS:
                starts[index] = number(start.get(VAL), 1)
        return levels

    def _abstract_of(self, instance: Element) -> Element | None:
        """Follow a list to its definition, through a numbering style if need be."""
        for _ in range(8):
            link = instance.find(W + "abstractNumId")
            abstract = self._abstract.get(
                (link.get(VAL) or "") if link is not None else ""
            )
            if abstract is None:
                return None
            style = abstract.find(W + "numStyleLink")
            if style is None or abstract.find(W + "lvl") is not None:
                return abstract
            following = self._lists.get(self._styles.numbering(style.get(VAL) or ""))
            if following is None:
                return abstract
            instance = following
        return None


def _level(element: Element) -> Level:
    """Read one ``w:lvl`` (17.9.6)."""
    start, form, text, restart, indent, style, font = (
        0,
        "decimal",
        "",
        None,
        None,
        "",
        "",
    )
    legal = picture = False
    for child in _children(element):
        value = child.get(VAL)
        tag = child.tag
        if tag == W + "start":
            start = number(value)
        elif tag == W + "numFmt":
            form = _form(child)
        elif tag == W + "lvlText":
            text = value or ""
        elif tag == W + "lvlRestart":
            restart = number(value)
        elif tag == W + "isLgl":
            legal = on(value)
        elif tag == W + "pStyle":
            style = value or ""
        elif tag == PPR:
            indent = left_indent(child)
        elif tag == RPR:
            font = font_of(child.find(RUN_FONTS))
        elif tag == W + "lvlPicBulletId":
            picture = True
    if form == "bullet":
        text = shown(text, font) or "•" * picture
    return Level(start, form, text, restart, legal, indent, style)


def _children(element: Element) -> list[Element]:
    """Return the children, those of the plain branch of an alternative included."""
    out = []
    for child in element:
        if child.tag == ALTERNATE:
            fallback = child.find(MC + "Fallback")
            custom = child.find(f"{MC}Choice/{W}numFmt")
            if custom is not None and _form(custom) != "decimal":
                out.append(custom)
            else:
                out += fallback if fallback is not None else ()
        else:
            out.append(child)
    return out


def _form(element: Element) -> str:
    """Return the number format; ``001, 002, ...`` counts as decimal with zeros."""
    form = element.get(VAL) or "decimal"
    if form != "custom":
        return form
    sample = (element.get(W + "format") or "").partition(",")[0]
    return "decimalZero" if sample == "01" else "decimal"

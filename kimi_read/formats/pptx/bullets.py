"""Bullets, numbers and levels of paragraphs, with all that they inherit.

Source: ECMA-376 part 1, 21.1.2.4 (bullets), 20.1.10.61 (ST_TextAutonumberScheme).
"""

from __future__ import annotations

from kimi_read.formats.pptx.names import A, number
from kimi_read.ooxml.counting import counted
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from xml.etree.ElementTree import Element

_NONE = A + "buNone"
_AUTO = A + "buAutoNum"
_KINDS = {_NONE, _AUTO, A + "buChar", A + "buBlip"}
MAX_LEVEL = 8


@record(frozen=True, slots=True)
class Bullet:
    """How a paragraph is marked.

    ``scheme`` is that of an automatic number, else empty; ``start`` its first.
    """

    marked: bool
    scheme: str = ""
    start: int = 1


def level(properties: Element | None) -> int:
    """Return a paragraph's level, counted from 0."""
    if properties is None:
        return 0
    return min(max(number(properties.get("lvl")), 0), MAX_LEVEL)


def bullet(properties: Element | None, styles: Sequence[Element], depth: int) -> Bullet:
    """Return the bullet of a paragraph of level ``depth``."""
    for source in _sources(properties, styles, depth):
        for child in source:
            if child.tag not in _KINDS:
                continue
            if child.tag == _NONE:
                return Bullet(marked=False)
            if child.tag == _AUTO:
                scheme = child.get("type") or "arabicPeriod"
                return Bullet(True, scheme, number(child.get("startAt"), 1))
            char = child.get("char") if child.tag == A + "buChar" else "-"
            return Bullet(marked=bool((char or "").strip()))
    return Bullet(marked=False)


def only_level(properties: Element | None) -> bool:
    """Whether a paragraph states its level and neither a bullet nor an indent.

    PowerPoint leaves level 0 out. A writer that states it (pandoc) turns bullets off
    wherever it means none: such a paragraph of a body is an item, whatever the
    layout does with its bullet.
    """
    return (
        properties is not None
        and properties.get("lvl") is not None
        and properties.get("marL") is None
        and properties.get("indent") is None
        and not any(child.tag in _KINDS for child in properties)
    )


def margin(properties: Element | None, styles: Sequence[Element], depth: int) -> int:
    """Return where a paragraph's text begins, in EMU."""
    for source in _sources(properties, styles, depth):
        found = source.get("marL")
        if found is not None:
            return number(found)
    return 0


def _sources(
    properties: Element | None, styles: Sequence[Element], depth: int
) -> list[Element]:
    found = [style.find(f"{A}lvl{depth + 1}pPr") for style in styles]
    return [e for e in (properties, *found) if e is not None]


class Counters:
    """Automatic numbers of one text body, level by level.

    A number goes on after deeper paragraphs; another scheme or start, a bullet or
    an unmarked paragraph of its level, or a shallower paragraph begin it anew.
    """

    def __init__(self) -> None:
        self._last: dict[int, tuple[str, int, int]] = {}

    def next(self, depth: int, mark: Bullet) -> int:
        """Return the number of the next paragraph; 0 if it has none."""
        for deeper in [d for d in self._last if d > depth]:
            del self._last[deeper]
        if not mark.scheme:
            self._last.pop(depth, None)
            return 0
        scheme, start, count = self._last.get(depth, ("", 0, 0))
        count = (
            count + 1 if (scheme, start) == (mark.scheme, mark.start) else mark.start
        )
        self._last[depth] = (mark.scheme, mark.start, count)
        return count


def label(scheme: str, count: int) -> str:
    """Return the label that PowerPoint shows, ``""`` for one that is a plain number.

    A scheme is a kind of number and the signs around it: ``alphaLcParenBoth``.
    """
    for ending, frame in _FRAMES:
        if scheme.endswith(ending):
            form = _FORMS.get(scheme.removesuffix(ending))
            return frame.format(counted(count, form)) if form else ""
    return ""


_FRAMES = (("ParenBoth", "({})"), ("ParenR", "{})"), ("Period", "{}."),
           ("Plain", "{}"), ("Minus", "{} -"))  # fmt: skip
_FORMS = {
    "alphaLc": "lowerLetter", "alphaUc": "upperLetter",
    "romanLc": "lowerRoman", "romanUc": "upperRoman",
    "arabicDb": "decimalFullWidth",
    "circleNumDb": "decimalEnclosedCircle", "circleNumWdBlack": "decimalEnclosedCircle",
    "circleNumWdWhite": "decimalEnclosedCircle",
    "ea1Chs": "chineseCounting", "ea1Cht": "taiwaneseCounting",
    "ea1JpnChsDb": "ideographDigital", "ea1JpnKor": "ideographDigital",
    "arabic1": "arabicAlpha", "arabic2": "arabicAbjad", "hebrew2": "hebrew2",
    "thaiAlpha": "thaiLetters", "thaiNum": "thaiNumbers",
    "hindiAlpha": "hindiVowels", "hindiAlpha1": "hindiVowels",
    "hindiNum": "hindiNumbers",
}  # fmt: skip

"""Number formats: what Excel shows for a stored value.

``compiled(code)`` is called once for each format; the result turns numbers and
texts into what stands in the cell. Colours are ignored, fill characters left out,
and the blanks that only align are stripped at the ends.
Source: ECMA-376 part 1, 18.8.30 (numFmt), 18.8.31 (numFmts); [MS-XLS] 2.4.126.
"""

from __future__ import annotations

from kimi_read.formats.xlsx.numfmt_builtin import BUILTIN
from kimi_read.formats.xlsx.numfmt_date import UNSHOWN, date_section, iso, quick_date
from kimi_read.formats.xlsx.numfmt_fraction import fraction_section
from kimi_read.formats.xlsx.numfmt_number import (
    general,
    general_text,
    literal,
    number_section,
    plain_section,
)
from kimi_read.formats.xlsx.numfmt_parse import Section, sections

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Show = Callable[[float], str]

#: One dollar sign alone makes no formula; each section has one in most currencies.
_MARKUP = frozenset("\\`*_~[<&")
_DATE_UNITS = frozenset(("y", "m", "d", "g", "e", "b", "a"))
_TIME_UNITS = frozenset(("h", "s", "M", "frac", "ampm", "elapsed"))


class NumberFormat:
    """One format code, ready for use.

    ``is_general`` says that nothing but General is shown, ``is_date`` that numbers
    are dates, times or durations, ``decorates`` that texts are not shown as they are;
    ``plain`` that its own texts hold nothing that Markdown could take for markup.
    """

    def __init__(self, code: str, *, date1904: bool = False) -> None:
        self.code = code
        parts = sections(code) if code else []
        self.is_general = not parts or code.lower() == "general"
        self._date1904 = date1904
        self._text = _text_section(parts)
        numeric = [p for p in parts if not (p is self._text and _last_only(p, parts))]
        self._sections = numeric or [Section((("general", ""),))]
        self._shows = [self._shown(part) for part in self._sections]
        first = self._sections[0]
        self.is_date = first.is_date
        units = {kind for kind, _ in first.tokens}
        self._has_date = bool(units & _DATE_UNITS) or first.system == "date"
        self._has_time = bool(units & _TIME_UNITS)
        self.is_elapsed = "elapsed" in units
        texts = "".join(v for p in parts for k, v in p.tokens if k in ("text", "fill"))
        self.plain = not set(texts) & _MARKUP and texts.count("$") <= len(parts)
        #: Whether it is sure that every number shows something.
        self.never_blank = self.is_general or all(map(_never_blank, self._sections))
        self.number, self.from_text = (
            (general, general_text) if self.is_general else self._pick()
        )
        self.decorates = self._text is not None and self.text("\0") != "\0"

    def _shown(self, section: Section) -> Show:
        if section.is_date:
            return date_section(section, date1904=self._date1904)
        if section.is_text:
            before, after = _around(section)
            return lambda number: f"{before}{general(number)}{after}"
        kinds = {kind for kind, _ in section.tokens}
        if kinds >= {"slash", "digit"} and "general" not in kinds:
            return fraction_section(section.tokens)
        return number_section(section)

    def _pick(self) -> tuple[Show, Callable[[str], str]]:
        """Return what shows a number by the section it belongs to, also from text."""
        parts, shows = self._sections, self._shows
        if len(parts) == 1 and not parts[0].operator:
            quick = (
                quick_date(parts[0], date1904=self._date1904)
                if parts[0].is_date
                else plain_section(parts[0])
            )
            if quick is not None:
                return quick.show, quick.read
            show = _single(shows[0], is_date=parts[0].is_date)
        elif any(part.operator for part in parts[:2]):
            show = _conditional(parts, shows)
        else:
            show = _signed(parts, shows)
        return show, lambda value: show(float(value))

    def text(self, value: str) -> str:
        """Return a text as it is shown: by the text section, if there is one."""
        if self._text is None:
            return value
        before, after = _around(self._text)
        shows = any(kind in ("at", "general") for kind, _ in self._text.tokens)
        return f"{before}{value}{after}".strip() if shows else before.strip()

    def raw(self, number: float) -> str:
        """Return the stored value: ISO 8601 for dates, all digits for numbers."""
        if self.is_date and not self.is_elapsed:
            text = iso(number, date1904=self._date1904, date=self._has_date,
                       time=self._has_time)  # fmt: skip
            if text:
                return text
        return stored(number)

    @property
    def hides(self) -> bool:
        """Whether no number is shown, as by ``;;;``."""
        return not any(self.number(number) for number in (1.0, -1.0, 0.0))


def stored(number: float) -> str:
    """Return a number with all the digits that it needs."""
    if number == int(number) and abs(number) < 1e15:
        return str(int(number))
    text = repr(number)
    return text.replace("e", "E")


def compiled(code: str, *, date1904: bool = False) -> NumberFormat:
    """Return the renderer of a format code; General for one that cannot be used."""
    return NumberFormat(code, date1904=date1904)


def builtin(number: int) -> str:
    """Return the format code of a built-in identifier; General where there is none."""
    return BUILTIN.get(number, "General")


def _never_blank(section: Section) -> bool:
    """Whether a section is one of those that have a digit or a name for any number."""
    if section.operator:
        return False
    if section.is_date:
        return quick_date(section, date1904=False) is not None
    return plain_section(section) is not None


def _stripped(section: Section, show: Show) -> Show:
    quick = None if section.is_date else plain_section(section)
    return quick.show if quick else lambda number: show(number).strip()


def _single(show: Show, *, is_date: bool) -> Show:
    if is_date:
        return show

    def signed(number: float) -> str:
        if number < 0:
            return "-" + show(-number).strip()
        return show(number).strip()

    return signed


def _signed(parts: list[Section], shows: list[Show]) -> Show:
    """Sections for positive, negative and zero, in the usual order."""
    first, second, *rest = (
        _stripped(part, show) for part, show in zip(parts, shows, strict=True)
    )
    dated = parts[1].is_date
    zero = rest[0] if rest else first

    def show(number: float) -> str:
        if number > 0:
            return first(number)
        if number < 0:
            return second(number if dated else -number)
        if number == 0:
            return zero(0.0)
        return first(number)

    return show


def _conditional(parts: list[Section], shows: list[Show]) -> Show:
    """Sections with conditions: the first that holds, else the last without one."""
    bare = [part.operator == "" for part in parts]
    second_negative = len(parts) > 2 and bare[1] and not bare[0]

    def show(number: float) -> str:
        for index, part in enumerate(parts):
            if index == 1 and second_negative and number >= 0:
                continue
            if part.operator == "" and index == 0 and len(parts) > 1 and number < 0:
                continue
            if not part.admits(number):
                continue
            hidden = part.only_negative or (index == 1 and second_negative)
            if number < 0 and not part.is_date:
                text = shows[index](-number).strip()
                return text if hidden else "-" + text
            return shows[index](number).strip()
        return UNSHOWN

    return show


def _text_section(parts: list[Section]) -> Section | None:
    """Return the section for texts: the fourth, or the last with an ``@``."""
    if len(parts) == 4:
        return parts[3]
    if parts and parts[-1].is_text:
        return parts[-1]
    return None


def _last_only(section: Section, parts: list[Section]) -> bool:
    return len(parts) > 1 and section is parts[-1]


def _around(section: Section) -> tuple[str, str]:
    tokens = section.tokens
    at = next((i for i, (k, _) in enumerate(tokens) if k in ("at", "general")), None)
    if at is None:
        return literal(section.tokens), ""
    return literal(section.tokens[:at]), literal(section.tokens[at + 1 :])

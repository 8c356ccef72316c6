"""Number formats: what Excel shows for a stored value.

``compiled(code)`` is called once for each format; the result turns numbers and
texts into what stands in the cell. Colours are ignored, fill characters left out,
and the blanks that only align are stripped at the ends.
Source: ECMA-376 part 1, 18.8.30 (numFmt), 18.8.31 (numFmts); [MS-XLS] 2.4.126.
"""

from __future__ import annotations

from kimi_read.formats.xlsx.numfmt_builtin import BUILTIN
from kimi_read.formats.xlsx.numfmt_date import UNSHOWN, date_section, iso, quick_date
from kimi_read.formats.xlsx.numfmt_names import shape
from kimi_read.formats.xlsx.numfmt_number import (
    general,
    general_text,
    literal,
    number_section,
    plain_section,
    vanishing,
)
from kimi_read.formats.xlsx.numfmt_parse import Section, sections

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kimi_read.formats.xlsx.numfmt_date import QuickDate
    from kimi_read.formats.xlsx.numfmt_number import Plain, Scientific

    Show = Callable[[float], str]

_GENERAL = Section((("general", ""),))
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
        numeric = [part for part in parts if part is not self._text]
        self._sections = numeric or [_GENERAL]
        self._alone = len(parts) == 1
        first = next(filter(_has_value, self._sections), self._sections[0])
        self.is_date = first.is_date
        units = {kind for kind, _ in first.tokens}
        system = first.system if self.is_date else ""
        self._has_date = bool(units & _DATE_UNITS) and system != "time"
        self._has_date = self._has_date or system == "date"
        self._has_time = bool(units & _TIME_UNITS) or system == "time"
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
        show = self._by_tokens(section)
        table = shape(section.digits)
        return (lambda number: show(number).translate(table)) if table else show

    def _by_tokens(self, section: Section) -> Show:
        if section.is_date:
            return date_section(section, date1904=self._date1904)
        kinds = {kind for kind, _ in section.tokens}
        if kinds >= {"slash", "digit"} and "general" not in kinds:
            from kimi_read.formats.xlsx.numfmt_fraction import fraction_section

            return fraction_section(section.tokens)
        return number_section(section)

    def _pick(self) -> tuple[Show, Callable[[str], str]]:
        """Return what shows a number by the section it belongs to, also from text."""
        parts = self._sections
        alone = len(parts) == 1 and not parts[0].operator
        if alone:
            quick = _quick(parts[0], date1904=self._date1904, drops=self._alone)
            if quick is not None:
                return quick.show, quick.read
        shows = [self._shown(part) for part in parts]
        if alone:
            show = _single(parts[0], shows[0], drops=self._alone)
        elif any(part.operator for part in parts[:2]):
            show = _conditional(parts, shows)
        else:
            show = _signed(parts, shows)
        return show, lambda value: show(float(value))

    def text(self, value: str) -> str:
        """Return a text as it is shown: by the text section, if there is one."""
        if self._text is None:
            return value
        shown = [
            value if kind in ("at", "general") else literal(((kind, token),))
            for kind, token in self._text.tokens
        ]
        return "".join(shown).strip()

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


def _has_value(section: Section) -> bool:
    """Whether it shows something of a number, unlike ``[=0]"none"``."""
    kinds = {kind for kind, _ in section.tokens}
    return section.is_date or not kinds.isdisjoint(("digit", "general"))


def _quick(
    section: Section, *, date1904: bool = False, drops: bool = False
) -> Plain | Scientific | QuickDate | None:
    """Return the quick way for the numbers of a section, if it has one."""
    if section.digits:
        return None
    if section.is_date:
        return quick_date(section, date1904=date1904)
    return plain_section(section, drops=drops)


def _never_blank(section: Section) -> bool:
    """Whether a section is one of those that have a digit or a name for any number."""
    return not section.operator and _quick(section) is not None


def _stripped(section: Section, show: Show) -> Show:
    quick = None if section.is_date else _quick(section)
    return quick.show if quick else lambda number: show(number).strip()


def _single(section: Section, show: Show, *, drops: bool) -> Show:
    if section.is_date:
        return show
    return _with_sign(section, show, drops=drops)


def _with_sign(section: Section, show: Show, *, drops: bool = True) -> Show:
    """Show a minus that the format does not have.

    There is none (where it ``drops``) before a number of which only zeros are shown.
    """
    nothing = vanishing(section.tokens) if drops else None

    def signed(number: float) -> str:
        if number < 0:
            sign = "" if nothing and nothing(-number) else "-"
            return (sign + show(-number)).strip()
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
    """Sections with conditions: the first that holds, else the last without one.

    With three sections, one without a condition is for positive numbers in the first
    place and for negative ones in the second. A minus is shown unless the condition
    of a section, or what is left to it, has it that there is one.
    """
    bare = [part.operator == "" for part in parts]
    if len(parts) == 1:
        parts, shows, bare = [*parts, _GENERAL], [*shows, general], [False, True]
    admits = [part.admits for part in parts]
    unsigned = [part.only_negative for part in parts]
    if bare[0]:
        admits[0] = _above_zero if len(parts) > 2 else _not_negative
    elif bare[1]:
        unsigned[1] = len(parts) > 2 or not parts[0].leaves_signs
        if len(parts) > 2:
            admits[1] = _below_zero
    made = [
        show if part.is_date or off else _with_sign(part, show)
        for part, show, off in zip(parts, shows, unsigned, strict=True)
    ]

    def show(number: float) -> str:
        for index, holds in enumerate(admits):
            if holds(number):
                shown = made[index]
                if unsigned[index] and not parts[index].is_date:
                    number = abs(number)
                return shown(number).strip()
        return UNSHOWN

    return show


def _above_zero(number: float) -> bool:
    return number > 0


def _below_zero(number: float) -> bool:
    return number < 0


def _not_negative(number: float) -> bool:
    return number >= 0


def _text_section(parts: list[Section]) -> Section | None:
    """Return the section for texts: the fourth, or the last with an ``@``."""
    if len(parts) == 4:
        return parts[3]
    if parts and parts[-1].is_text:
        return parts[-1]
    return None

"""Dates, times and durations from serial numbers.

Day 1 of the 1900 system is 1 January 1900; Excel keeps the fault of Lotus 1-2-3 that
1900 was a leap year, so that serial 60 is 29 February 1900. The 1904 system starts
at day 0, 1 January 1904.
Source: ECMA-376 part 1, 18.17.4 (dates and times), 18.8.31 (format codes).
"""

from __future__ import annotations

from kimi_read.formats.xlsx.numfmt_names import (
    eras,
    halves,
    hijri_months,
    month_names,
    short_months,
    spelled,
    weekday,
)
from kimi_read.formats.xlsx.numfmt_parse import BUDDHIST, HIJRI

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kimi_read.formats.xlsx.numfmt_parse import Section, Token

#: 31 December 9999 in the 1900 system.
LAST_DAY = 2_958_465
#: From the 1900 to the 1904 system, in days.
OFFSET_1904 = 1462
DAY = 86_400
#: What Excel shows for a number that is no date.
UNSHOWN = "#" * 8
_LONG_DATE = (("d", "dddd"), ("text", ", "), ("m", "mmmm"), ("text", " "), ("d", "d"),
              ("text", ", "), ("y", "yyyy"))  # fmt: skip
_LONG_TIME = (("h", "h"), ("text", ":"), ("M", "mm"), ("text", ":"), ("s", "ss"),
              ("text", " "), ("ampm", "AM/PM"))  # fmt: skip
#: A day less than a tenth of a millisecond before midnight is the next one.
_TINY = 1e-9


def civil(serial: int) -> tuple[int, int, int]:
    """Return year, month and day of a whole serial number of the 1900 system."""
    if serial == 60:
        return 1900, 2, 29
    if serial <= 0:
        return 1900, 1, 0
    days = serial + (693_594 if serial > 60 else 693_595)  # since 1 January of year 1
    # the proleptic Gregorian calendar in years that begin in March
    days += 305
    era, day = divmod(days, 146_097)
    year = (day - day // 1460 + day // 36_524 - day // 146_096) // 365
    day -= 365 * year + year // 4 - year // 100
    month = (5 * day + 2) // 153
    day = day - (153 * month + 2) // 5 + 1
    year += 400 * era + (month > 9)
    return year, month + 3 if month < 10 else month - 9, day


def hijri(serial: int) -> tuple[int, int, int]:
    """Return year, month and day of the tabular calendar of the Hegira.

    Thirty years have 10631 days; months have 30 and 29 days in turn.
    """
    days = serial + 466_580  # since 1 Muharram of year 1
    year = (30 * days + 10_646) // 10_631
    rest = days - (year - 1) * 354 - (3 + 11 * year) // 30
    month = min(12, 2 * rest // 59 + 1)
    return year, month, rest - (59 * (month - 1) + 1) // 2 + 1


def date_section(section: Section, *, date1904: bool) -> Callable[[float], str]:
    """Return a function from a serial number to its text under ``section``."""
    quick = quick_date(section, date1904=date1904)
    if quick is not None:
        return quick.show
    tokens = _tokens(section)
    kinds = {kind for kind, _ in tokens}
    shift = OFFSET_1904 if date1904 else 0
    places = max((len(value) for kind, value in tokens if kind == "frac"), default=0)
    exact = bool(kinds & {"s", "frac"}) or any(
        kind == "elapsed" and value[0] == "s" for kind, value in tokens
    )
    timed = bool(kinds & _TIMED)
    unit = 10**places
    elapsed = "elapsed" in kinds
    only_elapsed = elapsed and kinds <= {"elapsed", "text"}
    day_part = _DayPart(section)
    twelve = "ampm" in kinds

    def number(value: int, size: int) -> str:
        if section.native:
            return spelled(value, section.native, section.locale)
        return f"{value:0{min(size, 2)}d}"

    def show(serial: float) -> str:
        if serial < 0 and (only_elapsed or shift):
            return "-" + show(-serial)
        if not 0 <= serial + shift < LAST_DAY + 1:
            return UNSHOWN
        ticks = int(serial * DAY * (unit if exact else 1) + 0.5)
        total, fraction = divmod(ticks * (1 if exact else unit), unit)
        day, second = divmod(total, DAY)
        if elapsed or not timed:
            day = int(serial if elapsed else serial + _TINY)
        day += shift
        hour = second // 3600
        values = {
            "h": (hour % 12 or 12) if twelve else hour,
            "M": second // 60 % 60,
            "s": second % 60,
        }
        out: list[str] = []
        for kind, value in tokens:
            if kind in values:
                out.append(number(values[kind], len(value)))
            elif kind in _DAY_UNITS:
                out.append(day_part.text(kind, value, day))
            elif kind == "frac":
                out.append(f".{fraction:0{places}d}"[: len(value) + 1])
            elif kind == "ampm":
                out.append(_half(value, hour))
            elif kind == "elapsed":
                out.append(_elapsed(value, total))
            elif kind != "fill":
                out.append(value)
        return "".join(out).strip()

    return show


_DAY_UNITS = frozenset("ymdagbe")
_TIMED = frozenset(("h", "M", "s", "frac", "ampm", "elapsed"))


def _tokens(section: Section) -> Sequence[Token]:
    """Return the tokens of a section, the halves of a day in its language."""
    if section.system == "date":
        return _LONG_DATE
    if section.system == "time":
        return _LONG_TIME
    half = halves(section.locale)
    if half == "AM/PM":
        return section.tokens
    return tuple(
        (kind, half if value == "AM/PM" and kind == "ampm" else value)
        for kind, value in section.tokens
    )


class _DayPart:
    """Years, months and days in one language and calendar."""

    def __init__(self, section: Section) -> None:
        locale = self._locale = section.locale
        self._calendar = section.calendar
        self._native = section.native
        self._months = (
            hijri_months(locale) if self._calendar == HIJRI else month_names(locale)
        )
        self._eras = eras(locale, named=any(kind == "g" for kind, _ in section.tokens))
        self._first = "元" if section.system == "gannen" else ""
        #: Whether years, months and days are those of the common calendar, in figures.
        self.common = self._calendar not in (HIJRI, BUDDHIST) and not self._native

    def text(self, kind: str, value: str, day: int) -> str:
        """Return what one token shows of a day of the 1900 system."""
        if self._calendar == HIJRI:
            year, month, date = hijri(day)
        else:
            year, month, date = civil(day)
        size = len(value)
        if self._native:
            if kind == "y":
                figures = f"{year % 100:02d}" if size < 3 else f"{year:04d}"
                return spelled(figures, self._native, self._locale)
            if kind in "md" and size < 3:
                number = month if kind == "m" else date
                return spelled(number, self._native, self._locale)
        if kind == "y":
            if self._calendar == BUDDHIST:
                year += 543
            return f"{year % 100:02d}" if size < 3 else f"{year:04d}"
        if kind == "m":
            if self._calendar == HIJRI and size > 2:
                return self._months[month - 1]
            return _month(month, size, self._months, self._locale)
        if kind == "d":
            return _day(day, date, size, self._locale)
        if kind == "a":
            return weekday(day, self._locale, short=size < 4, alone=True)
        return self._year(kind, size, (year, month, date))

    def _year(self, kind: str, size: int, date: tuple[int, int, int]) -> str:
        if kind == "b":
            year = date[0] + 543
            return f"{year % 100:02d}" if size < 3 else str(year)
        era = next((e for e in self._eras if date >= e[0]), None)
        if kind == "g":
            return era[1][min(size, 3) - 1] if era else ""
        year = date[0] - era[0][0] + 1 if era else date[0]
        if self._first and year == 1:
            return self._first
        if self._native:
            return spelled(year if era else str(year), self._native, self._locale)
        return f"{year:02d}" if size > 1 and era else str(year)


#: Tokens of dates and times without fractions of a second, eras or durations.
_USUAL = frozenset(("text", "fill", "y", "m", "d", "h", "M", "s", "ampm", "slash",
                    "comma", "point"))  # fmt: skip
_DAYS = 20_000
_FIELDS = {"h": 0, "M": 1, "s": 2}


def quick_date(section: Section, *, date1904: bool) -> QuickDate | None:
    """Return the quick way for a date of the usual tokens."""
    tokens = _tokens(section)
    if {kind for kind, _ in tokens} <= _USUAL and not section.native:
        shift = OFFSET_1904 if date1904 else 0
        return QuickDate(tokens, _DayPart(section), shift)
    return None


class QuickDate:
    """``show`` and ``read`` of a date; the text of each day is kept.

    What is left open in it are hours, minutes and seconds.
    """

    def __init__(self, tokens: Sequence[Token], part: _DayPart, shift: int) -> None:
        self._tokens = tokens
        self._shift = shift
        self._days: dict[int, str] = {}
        units = [kind for kind, _ in tokens if kind in _FIELDS or kind == "ampm"]
        self._timed = timed = bool(units)
        self._minutes = minutes = units == ["h", "M"]
        self._part = part
        twelve = "ampm" in units
        half = next((value for kind, value in tokens if kind == "ampm"), "")
        self._numeric = self._by_numbers()
        days, template = self._days, self._template
        dated = any(kind in _DAY_UNITS for kind, _ in tokens)
        always = "" if dated else template(0)
        most = LAST_DAY + 1 - shift

        def show(serial: float) -> str:
            if not 0 <= serial < most:
                mirrored = shift and -most < serial < 0  # with a sign, of 1904 only
                return "-" + show(-serial) if mirrored else UNSHOWN
            if not timed:
                day = int(serial + _TINY)
                return always or days.get(day) or template(day)
            second = int(serial * DAY + 0.5)
            day = second // DAY
            text = always or days.get(day) or template(day)
            if minutes:
                return text % (second // 3600 % 24, second // 60 % 60)
            second %= DAY
            hour = second // 3600
            shown = (hour % 12 or 12) if twelve else hour
            return text.format(
                shown, second // 60 % 60, second % 60, half and _half(half, hour)
            )

        self.show = show
        self.read: Callable[[str], str] = lambda value: show(float(value))

    def _by_numbers(self) -> str:
        """Return a template for year, year of the century, month and day, or ""."""
        if not self._part.common:
            return ""
        fields = {"yyyy": "{0:04d}", "yy": "{1:02d}", "mm": "{2:02d}", "m": "{2}",
                  "dd": "{3:02d}", "d": "{3}"}  # fmt: skip
        out: list[str] = []
        for kind, value in self._tokens:
            if kind in _DAY_UNITS:
                if value not in fields:
                    return ""
                out.append(fields[value])
            elif kind != "fill":
                text = self._open(kind, value)
                out.append(text.replace("{", "{{").replace("}", "}}"))
        return "".join(out).strip()

    def _open(self, kind: str, value: str) -> str:
        """Return what is open in the text of a day, or stands in it."""
        if kind in _FIELDS:
            return self._field(kind, len(value))
        return "{3}" if kind == "ampm" else self._quoted(value)

    def _template(self, day: int) -> str:
        out: list[str] = []
        if len(self._days) >= _DAYS:
            self._days.clear()
        if self._numeric:
            year, month, date = civil(day + self._shift)
            text = self._numeric.format(year, year % 100, month, date)
            self._days[day] = text
            return text
        for kind, value in self._tokens:
            if kind in _DAY_UNITS:
                out.append(self._part.text(kind, value, day + self._shift))
            elif kind != "fill":
                out.append(self._open(kind, value))
        text = self._days[day] = "".join(out).strip()
        return text

    def _quoted(self, text: str) -> str:
        if self._minutes:
            return text.replace("%", "%%")
        return text.replace("{", "{{").replace("}", "}}") if self._timed else text

    def _field(self, kind: str, size: int) -> str:
        if self._minutes:
            return "%d" if size == 1 else "%02d"
        return f"{{{_FIELDS[kind]}:0{min(size, 2)}d}}"


def iso(serial: float, *, date1904: bool, date: bool, time: bool) -> str:
    """Return a serial number as an ISO 8601 date, time or both; "" for no date."""
    shift = OFFSET_1904 if date1904 else 0
    if not 0 <= serial + shift < LAST_DAY + 1:
        return ""
    total = int((serial * DAY * 1000 + 0.5) // 1)  # also below zero
    day, rest = divmod(total, DAY * 1000)
    seconds, milli = divmod(rest, 1000)
    clock = f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
    clock += f".{milli:03d}" if milli else ""
    if not date and not day:
        return clock
    year, month, number = civil(day + shift)
    text = f"{year:04d}-{month:02d}-{number:02d}"
    return f"{text}T{clock}" if time or rest else text


def _month(month: int, size: int, names: Sequence[str], locale: int) -> str:
    if size < 3:
        return f"{month:02d}" if size == 2 else str(month)
    if size == 5:
        return names[month - 1][:1]
    return names[month - 1] if size == 4 else short_months(locale)[month - 1]


def _day(serial: int, date: int, size: int, locale: int) -> str:
    if size < 3:
        return f"{date:02d}" if size == 2 else str(date)
    return weekday(serial, locale, short=size == 3)


def _half(value: str, hour: int) -> str:
    morning, _, evening = value.partition("/")
    return evening if hour >= 12 else morning


def _elapsed(value: str, total: int) -> str:
    amount = total // {"h": 3600, "m": 60, "s": 1}[value[0]]
    return f"{amount:0{len(value)}d}"

"""Numbers of charts as they are shown, as far as their meaning depends on it.

Dates are days since 1899-12-30 and shares are fractions: without their format nobody
could tell. All other numbers stay as they are, without the noise of binary fractions.
Source: ECMA-376 part 1, 18.8.31 (numFmts), 21.2.2.71 (formatCode), 18.17.4 (dates).
"""

from __future__ import annotations

import re

_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August",
           "September", "October", "November", "December")  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
#: What a format says beside its signs: quoted words, escapes, colours, conditions.
_ASIDE = r"\"[^\"]*\"|\\.|\[[^\]]*\]|_.|\*."
_SIGN = r"(?i)" + _ASIDE + r"|y+|m+|d+|h+|s+(?:\.0+)?|a/?p|am/pm|[^ymdhsa]+|."
_OVER = {"[h]": 3600, "[hh]": 3600, "[m]": 60, "[mm]": 60, "[s]": 1, "[ss]": 1}
#: Days from 0000-03-01 to 1899-12-30, and the last day that Office knows.
_EPOCH, _LAST = 693_899, 2_958_465
_FROM_1904 = 1462


def shown(value: str, code: str, *, from_1904: bool = False) -> str:
    """Return a cached number as text, by its format code."""
    try:
        number = float(value)
    except ValueError:
        return value
    if not abs(number) < 1e300:  # infinite, or no number at all
        return value
    code = code.partition(";")[0]
    bare = re.sub(_ASIDE, _elapsed, code)
    if "general" not in bare.lower():
        if "%" in bare:
            decimals = len(bare.partition(".")[2].rstrip("% "))
            return f"{number * 100:.{min(decimals, 9)}f}%"
        if re.search(r"(?i)[ymdhs]", bare):
            days = number + _FROM_1904 * from_1904
            return _date(days, code) if 0 <= days <= _LAST else plain(number)
    return plain(number)


def plain(number: float) -> str:
    """Return a number without the noise of binary fractions: 0.1, not 0.1000...01."""
    if number == int(number) and abs(number) < 1e15:
        return str(int(number))
    return f"{number:.15g}"


def _date(days: float, code: str) -> str:
    """Return a day and a time of day in the order and width that ``code`` gives."""
    seconds = round(days * 86_400)
    day, seconds = divmod(seconds, 86_400)
    year, month, date = _civil(day)
    hour, minute = seconds // 3600, seconds // 60 % 60
    noon = re.search(r"(?i)a/?p|am/pm", code) is not None
    signs = re.findall(_SIGN, code)
    out = []
    timed = False
    for place, sign in enumerate(signs):
        kind, width = sign[0].lower(), len(sign)
        if kind in '"\\[_*':
            out.append(_aside(sign, days))
        elif kind == "y":
            out.append(f"{year % 100:02d}" if width < 3 else str(year))
        elif kind == "m":
            after = (s[0].lower() for s in signs[place + 1 :] if s[0].isalpha())
            follows = next(after, "")
            if timed or follows == "s":
                out.append(f"{minute:0{min(width, 2)}d}")
            else:
                out.append(_month(month, width))
        elif kind == "d":
            name = _DAYS[(day + 5) % 7]
            out.append(
                f"{date:0{width}d}" if width < 3 else name[:3] if width == 3 else name
            )
        elif kind == "h":
            shown_hour = (hour - 1) % 12 + 1 if noon else hour
            out.append(f"{shown_hour:0{min(width, 2)}d}")
        elif kind == "s":
            out.append(f"{seconds % 60:0{2 if sign[1:2].lower() == 's' else 1}d}")
        elif kind == "a" and width > 1:
            out.append("AM" if hour < 12 else "PM")
        else:
            out.append(sign)
        if kind.isalpha() or sign.lower() in _OVER:
            timed = kind in ("h", "[")
    return "".join(out).strip()


def _elapsed(found: re.Match[str]) -> str:
    """Keep hours, minutes and seconds that go on over a day, ``[h]``."""
    return found[0][1:-1] if found[0].lower() in _OVER else ""


def _aside(sign: str, days: float) -> str:
    """Return what is written as it is, or a time that goes on over a day."""
    if sign[0] == "[":
        unit = _OVER.get(sign.lower())
        return str(int(round(days * 86_400) // unit)) if unit else ""
    return sign[1:].rstrip('"') if sign[0] in '"\\' else ""


def _month(month: int, width: int) -> str:
    name = _MONTHS[month - 1]
    if width < 3:
        return f"{month:0{width}d}"
    return {3: name[:3], 5: name[:1]}.get(width, name)


def _civil(day: int) -> tuple[int, int, int]:
    """Return year, month and day of the month of a day that Office counts."""
    if day < 61:  # Office counts a 29th of February 1900
        day += 1
    days = day + _EPOCH
    era, rest = divmod(days, 146_097)
    year = (rest - rest // 1460 + rest // 36_524 - rest // 146_096) // 365
    rest -= 365 * year + year // 4 - year // 100
    month = (5 * rest + 2) // 153
    date = rest - (153 * month + 2) // 5 + 1
    year += era * 400 + (month >= 10)
    return year, month + 3 if month < 10 else month - 9, date

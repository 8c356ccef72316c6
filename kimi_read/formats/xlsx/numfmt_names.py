"""Names of months and weekdays, English unless the format names a language.

Source: [MS-LCID] (language identifiers; the low ten bits are the language).
"""

from __future__ import annotations

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August",
          "September", "October", "November", "December")  # fmt: skip
#: Serial number 1 counts as a Sunday (the leap-year fault again).
WEEKDAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday",
            "Saturday")  # fmt: skip
_NUMBERED = tuple(f"{n}月" for n in range(1, 13))
_MONTHS = {
    0x04: _NUMBERED,
    0x11: _NUMBERED,
    0x12: tuple(f"{n}월" for n in range(1, 13)),
    0x07: ("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August",
           "September", "Oktober", "November", "Dezember"),
    0x0C: ("janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août",
           "septembre", "octobre", "novembre", "décembre"),
    0x0A: ("enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto",
           "septiembre", "octubre", "noviembre", "diciembre"),
    0x10: ("gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio",
           "agosto", "settembre", "ottobre", "novembre", "dicembre"),
    0x13: ("januari", "februari", "maart", "april", "mei", "juni", "juli",
           "augustus", "september", "oktober", "november", "december"),
    0x16: ("janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho",
           "agosto", "setembro", "outubro", "novembro", "dezembro"),
}  # fmt: skip
_WEEKDAYS = {
    0x04: ("星期日", "星期一", "星期二", "星期三", "星期四", "星期五", "星期六"),
    0x11: ("日曜日", "月曜日", "火曜日", "水曜日", "木曜日", "金曜日", "土曜日"),
    0x12: ("일요일", "월요일", "화요일", "수요일", "목요일", "금요일", "토요일"),
    0x07: ("Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag",
           "Samstag"),
    0x0C: ("dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"),
    0x0A: ("domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"),
    0x10: ("domenica", "lunedì", "martedì", "mercoledì", "giovedì", "venerdì",
           "sabato"),
    0x13: ("zondag", "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag",
           "zaterdag"),
    0x16: ("domingo", "segunda-feira", "terça-feira", "quarta-feira",
           "quinta-feira", "sexta-feira", "sábado"),
}  # fmt: skip
#: Japanese eras, the newest first: first day, and one, two and three letters.
ERAS = (
    ((2019, 5, 1), ("R", "令", "令和")),
    ((1989, 1, 8), ("H", "平", "平成")),
    ((1926, 12, 25), ("S", "昭", "昭和")),
    ((1912, 7, 30), ("T", "大", "大正")),
    ((1868, 1, 25), ("M", "明", "明治")),
)


def month_names(locale: int) -> tuple[str, ...]:
    """Return the twelve months in the language of a locale identifier."""
    return _MONTHS.get(locale & 0x3FF, MONTHS)


def weekday_names(locale: int) -> tuple[str, ...]:
    """Return the seven weekdays from Sunday on."""
    return _WEEKDAYS.get(locale & 0x3FF, WEEKDAYS)

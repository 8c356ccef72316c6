"""Names of months and weekdays, English unless the format names a language.

They are those of Windows, which Excel asks. Where a language has another form of the
month beside a day, a format has to ask for it by an identifier from 0xFC00 on.
Source: [MS-LCID] (language identifiers; the low ten bits are the language).
"""

# ruff: noqa: RUF001 - letters of many languages
from __future__ import annotations

_ENGLISH = 0x09
#: Long names of the months, from January on.
_MONTHS = {
    _ENGLISH: "January February March April May June July August September October "
    "November December",
    0x01: "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
    0x02: "януари февруари март април май юни юли август септември октомври ноември "
    "декември",
    0x04: "一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月",
    0x05: "leden únor březen duben květen červen červenec srpen září říjen listopad "
    "prosinec",
    0x06: "januar februar marts april maj juni juli august september oktober november "
    "december",
    0x07: "Januar Februar März April Mai Juni Juli August September Oktober November "
    "Dezember",
    0x08: "Ιανουάριος Φεβρουάριος Μάρτιος Απρίλιος Μάιος Ιούνιος Ιούλιος Αύγουστος "
    "Σεπτέμβριος Οκτώβριος Νοέμβριος Δεκέμβριος",
    0x0A: "enero febrero marzo abril mayo junio julio agosto septiembre octubre "
    "noviembre diciembre",
    0x0B: "tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu "
    "syyskuu lokakuu marraskuu joulukuu",
    0x0C: "janvier février mars avril mai juin juillet août septembre octobre novembre "
    "décembre",
    0x0D: "ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר",
    0x0E: "január február március április május június július augusztus szeptember "
    "október november december",
    0x10: "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre "
    "novembre dicembre",
    0x13: "januari februari maart april mei juni juli augustus september oktober "
    "november december",
    0x14: "januar februar mars april mai juni juli august september oktober november "
    "desember",
    0x15: "styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień "
    "październik listopad grudzień",
    0x16: "janeiro fevereiro março abril maio junho julho agosto setembro outubro "
    "novembro dezembro",
    0x18: "ianuarie februarie martie aprilie mai iunie iulie august septembrie "
    "octombrie noiembrie decembrie",
    0x19: "Январь Февраль Март Апрель Май Июнь Июль Август Сентябрь Октябрь Ноябрь "
    "Декабрь",
    0x1A: "siječanj veljača ožujak travanj svibanj lipanj srpanj kolovoz rujan "
    "listopad studeni prosinac",
    0x1B: "január február marec apríl máj jún júl august september október november "
    "december",
    0x1D: "januari februari mars april maj juni juli augusti september oktober "
    "november december",
    0x1F: "Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık",
    0x21: "Januari Februari Maret April Mei Juni Juli Agustus September Oktober "
    "November Desember",
    0x22: "січень лютий березень квітень травень червень липень серпень вересень "
    "жовтень листопад грудень",
}
_NUMBERED = {0x04: "月", 0x11: "月", 0x12: "월"}
_CHINESE, _SERBIAN_TOO, _CROATIAN = 0x04, 0x1A, (0x041A, 0x101A)
#: Their form beside a day.
_BESIDE_A_DAY = {
    0x05: "ledna února března dubna května června července srpna září října listopadu "
    "prosince",
    0x08: "Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου "
    "Σεπτεμβρίου Οκτωβρίου Νοεμβρίου Δεκεμβρίου",
    0x15: "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września "
    "października listopada grudnia",
    0x19: "января февраля марта апреля мая июня июля августа сентября октября ноября "
    "декабря",
    0x22: "січня лютого березня квітня травня червня липня серпня вересня жовтня "
    "листопада грудня",
}
#: Short names that are not the first three letters.
_SHORT_MONTHS = {
    0x05: "led úno bře dub kvě čvn čvc srp zář říj lis pro",
    0x07: "Jan Feb Mrz Apr Mai Jun Jul Aug Sep Okt Nov Dez",
    0x08: "Ιαν Φεβ Μαρ Απρ Μαϊ Ιουν Ιουλ Αυγ Σεπ Οκτ Νοε Δεκ",
    0x0B: "tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu",
    0x0C: "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
    0x0E: "jan. febr. márc. ápr. máj. jún. júl. aug. szept. okt. nov. dec.",
    0x13: "jan feb mrt apr mei jun jul aug sep okt nov dec",
    0x22: "січ лют бер кві тра чер лип сер вер жов лис гру",
}
#: Long names of the weekdays, from Sunday on.
_WEEKDAYS = {
    _ENGLISH: "Sunday Monday Tuesday Wednesday Thursday Friday Saturday",
    0x01: "الأحد الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت",
    0x02: "неделя понеделник вторник сряда четвъртък петък събота",
    0x04: "星期日 星期一 星期二 星期三 星期四 星期五 星期六",
    0x05: "neděle pondělí úterý středa čtvrtek pátek sobota",
    0x06: "søndag mandag tirsdag onsdag torsdag fredag lørdag",
    0x07: "Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag",
    0x08: "Κυριακή Δευτέρα Τρίτη Τετάρτη Πέμπτη Παρασκευή Σάββατο",
    0x0A: "domingo lunes martes miércoles jueves viernes sábado",
    0x0B: "sunnuntai maanantai tiistai keskiviikko torstai perjantai lauantai",
    0x0C: "dimanche lundi mardi mercredi jeudi vendredi samedi",
    0x0E: "vasárnap hétfő kedd szerda csütörtök péntek szombat",
    0x10: "domenica lunedì martedì mercoledì giovedì venerdì sabato",
    0x11: "日曜日 月曜日 火曜日 水曜日 木曜日 金曜日 土曜日",
    0x12: "일요일 월요일 화요일 수요일 목요일 금요일 토요일",
    0x13: "zondag maandag dinsdag woensdag donderdag vrijdag zaterdag",
    0x14: "søndag mandag tirsdag onsdag torsdag fredag lørdag",
    0x15: "niedziela poniedziałek wtorek środa czwartek piątek sobota",
    0x16: "domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira "
    "sábado",
    0x18: "duminică luni marți miercuri joi vineri sâmbătă",
    0x19: "воскресенье понедельник вторник среда четверг пятница суббота",
    0x1A: "nedjelja ponedjeljak utorak srijeda četvrtak petak subota",
    0x1B: "nedeľa pondelok utorok streda štvrtok piatok sobota",
    0x1D: "söndag måndag tisdag onsdag torsdag fredag lördag",
    0x1F: "Pazar Pazartesi Salı Çarşamba Perşembe Cuma Cumartesi",
    0x21: "Minggu Senin Selasa Rabu Kamis Jumat Sabtu",
    0x22: "неділя понеділок вівторок середа четвер п'ятниця субота",
}
#: Short names that are neither the first three letters nor the long ones.
_SHORT_WEEKDAYS = {
    0x04: "日 一 二 三 四 五 六",
    0x05: "ne po út st čt pá so",
    0x07: "So Mo Di Mi Do Fr Sa",
    0x0B: "su ma ti ke to pe la",
    0x0C: "dim. lun. mar. mer. jeu. ven. sam.",
    0x0E: "V H K Sze Cs P Szo",
    0x11: "日 月 火 水 木 金 土",
    0x12: "일 월 화 수 목 금 토",
    0x13: "zo ma di wo do vr za",
    0x15: "niedz. pon. wt. śr. czw. pt. sob.",
    0x19: "Вс Пн Вт Ср Чт Пт Сб",
    0x1B: "ne po ut st št pi so",
    0x1F: "Paz Pzt Sal Çar Per Cum Cmt",
    0x22: "Нд Пн Вт Ср Чт Пт Сб",
}
_WHOLE = (0x01, 0x0D)
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
    language = _language(locale)
    if language in _NUMBERED and language not in _MONTHS:
        return _numbered(language)
    if locale >= 0xFC00 and language in _BESIDE_A_DAY:
        return tuple(_BESIDE_A_DAY[language].split())
    return tuple((_MONTHS.get(language) or _MONTHS[_ENGLISH]).split())


def short_months(locale: int) -> tuple[str, ...]:
    """Return their short names."""
    language = _language(locale)
    if language in _SHORT_MONTHS:
        return tuple(_SHORT_MONTHS[language].split())
    if language in _NUMBERED:
        return _numbered(language)
    names = tuple((_MONTHS.get(language) or _MONTHS[_ENGLISH]).split())
    return names if language in _WHOLE else tuple(name[:3] for name in names)


def _language(locale: int) -> int:
    """Return the language of an identifier; Serbian shares that of Croatian."""
    language = locale & 0x3FF
    if language == _SERBIAN_TOO and locale not in _CROATIAN:
        return _ENGLISH
    return language


def _numbered(language: int) -> tuple[str, ...]:
    return tuple(f"{n}{_NUMBERED[language]}" for n in range(1, 13))


def weekday(serial: int, locale: int, *, short: bool, alone: bool = False) -> str:
    """Return the weekday of a day; number 1 counts as a Sunday, as the days do.

    In Chinese a short one is marked as such unless it stands ``alone`` (``aaa``).
    """
    language, at = _language(locale), (serial - 1) % 7
    if short and language in _SHORT_WEEKDAYS:
        name = _SHORT_WEEKDAYS[language].split()[at]
        return f"周{name}" if language == _CHINESE and not alone else name
    name = (_WEEKDAYS.get(language) or _WEEKDAYS[_ENGLISH]).split()[at]
    return name[:3] if short and language not in _WHOLE else name

"""Names of months and weekdays, English unless the format names a language.

They are those of Windows, which Excel asks. Where a language has another form of the
month beside a day, a format has to ask for it by an identifier from 0xFC00 on.
Source: [MS-LCID] (language identifiers; the low ten bits are the language).
"""

# ruff: noqa: RUF001 - letters of many languages
from __future__ import annotations

_ENGLISH = 0x09
#: Serbian in Latin letters, which shares the identifier of Croatian and Bosnian.
_SERBIAN = 0x241A
_SERBIAN_LATIN = (0x081A, 0x181A, 0x241A, 0x2C1A, 0x701A)
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
    0x03: "gener febrer març abril maig juny juliol agost setembre octubre novembre "
    "desembre",
    0x0F: "janúar febrúar mars apríl maí júní júlí ágúst september október nóvember "
    "desember",
    0x1E: "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน "
    "ตุลาคม พฤศจิกายน ธันวาคม",
    0x24: "januar februar marec april maj junij julij avgust september oktober "
    "november december",
    0x25: "jaanuar veebruar märts aprill mai juuni juuli august september oktoober "
    "november detsember",
    0x26: "janvāris februāris marts aprīlis maijs jūnijs jūlijs augusts septembris "
    "oktobris novembris decembris",
    0x27: "sausis vasaris kovas balandis gegužė birželis liepa rugpjūtis rugsėjis "
    "spalis lapkritis gruodis",
    0x2B: "հունվար փետրվար մարտ ապրիլ մայիս հունիս հուլիս օգոստոս սեպտեմբեր "
    "հոկտեմբեր նոյեմբեր դեկտեմբեր",
    0x39: "जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितम्बर अक्तूबर नवम्बर दिसम्बर",
    _SERBIAN: "januar februar mart april maj jun jul avgust septembar oktobar novembar "
    "decembar",
}
#: Months of the Hegira.
_HIJRI_ARABIC = (
    "محرم,صفر,ربيع الأول,ربيع الثاني,جمادى الأولى,جمادى الثانية,رجب,شعبان,رمضان,شوال,"
    "ذو القعدة,ذو الحجة"
)
_HIJRI = (
    "Muharram,Safar,Rabiʻ I,Rabiʻ II,Jumada I,Jumada II,Rajab,Shaʻban,Ramadan,Shawwal,"
    "Dhuʻl-Qiʻdah,Dhuʻl-Hijjah"
)
_NUMBERED = {0x04: "月", 0x11: "月", 0x12: "월"}
_CHINESE, _SERBIAN_TOO, _CROATIAN = 0x04, 0x1A, (0x041A, 0x101A)
_TRADITIONAL = (0x0404, 0x0C04, 0x1404)
#: What Windows calls the halves of a day, where it does not say AM and PM.
_HALVES = {
    0x01: "ص/م", 0x04: "上午/下午", 0x05: "dop./odp.", 0x08: "πμ/μμ",
    0x0A: "a. m./p. m.", 0x0B: "ap./ip.", 0x0E: "de./du.", 0x11: "午前/午後",
    0x12: "오전/오후", 0x1D: "fm/em", 0x1F: "ÖÖ/ÖS", 0x29: "ق.ظ/ب.ظ", 0x2A: "SA/CH",
}  # fmt: skip
_SPAIN = (0x040A, 0x0C0A)
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
    0x1E: "ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.",
    0x26: "janv febr marts apr maijs jūn jūl aug sept okt nov dec",
    0x27: "saus vas kov bal geg birž liep rugp rugs spal lapkr gruod",
    0x2B: "հնվ փտվ մրտ ապր մյս հնս հլս օգս սպտ հկտ նյմ դկտ",
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
    0x03: "diumenge dilluns dimarts dimecres dijous divendres dissabte",
    0x0D: "יום_ראשון יום_שני יום_שלישי יום_רביעי יום_חמישי יום_שישי שבת",
    0x0F: "sunnudagur mánudagur þriðjudagur miðvikudagur fimmtudagur föstudagur "
    "laugardagur",
    0x1E: "อาทิตย์ จันทร์ อังคาร พุธ พฤหัสบดี ศุกร์ เสาร์",
    0x24: "nedelja ponedeljek torek sreda četrtek petek sobota",
    0x25: "pühapäev esmaspäev teisipäev kolmapäev neljapäev reede laupäev",
    0x26: "svētdiena pirmdiena otrdiena trešdiena ceturtdiena piektdiena sestdiena",
    0x27: "sekmadienis pirmadienis antradienis trečiadienis ketvirtadienis "
    "penktadienis šeštadienis",
    0x2A: "Chủ_Nhật Thứ_Hai Thứ_Ba Thứ_Tư Thứ_Năm Thứ_Sáu Thứ_Bảy",
    0x2B: "կիրակի երկուշաբթի երեքշաբթի չորեքշաբթի հինգշաբթի ուրբաթ շաբաթ",
    0x39: "रविवार सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार",
    _SERBIAN: "nedelja ponedeljak utorak sreda četvrtak petak subota",
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
    0x03: "dg. dl. dt. dc. dj. dv. ds.",
    0x0D: "יום_א יום_ב יום_ג יום_ד יום_ה יום_ו שבת",
    0x1E: "อา. จ. อ. พ. พฤ. ศ. ส.",
    0x25: "P E T K N R L",
    0x26: "sv pr ot tr ce pk se",
    0x27: "sk pr an tr kt pn št",
    0x2A: "CN T2 T3 T4 T5 T6 T7",
    0x39: "रवि. सोम. मंगल. बुध. गुरु. शुक्र. शनि.",
}
_WHOLE = (0x01, 0x0D, 0x39)
_VIETNAMESE = 0x2A
#: Japanese eras, the newest first: first day, and one, two and three letters.
ERAS = (
    ((2019, 5, 1), ("R", "令", "令和")),
    ((1989, 1, 8), ("H", "平", "平成")),
    ((1926, 12, 25), ("S", "昭", "昭和")),
    ((1912, 7, 30), ("T", "大", "大正")),
    ((1868, 1, 25), ("M", "明", "明治")),
)
#: The only era of Taiwan.
REPUBLIC = ((1912, 1, 1), ("民國", "民國", "中華民國"))
_JAPANESE, _TAIWAN = 0x11, 0x0404


def month_names(locale: int) -> tuple[str, ...]:
    """Return the twelve months in the language of a locale identifier."""
    language = _language(locale)
    if language == _VIETNAMESE:
        return tuple(f"Tháng {number}" for number in range(1, 13))
    if language in _NUMBERED and language not in _MONTHS:
        return _numbered(language)
    if locale >= 0xFC00 and language in _BESIDE_A_DAY:
        return tuple(_BESIDE_A_DAY[language].split())
    return tuple((_MONTHS.get(language) or _MONTHS[_ENGLISH]).split())


def short_months(locale: int) -> tuple[str, ...]:
    """Return their short names."""
    language = _language(locale)
    if language == _VIETNAMESE:
        return tuple(f"Thg {number}" for number in range(1, 13))
    if locale in _TRADITIONAL:
        return month_names(locale)
    if language in _SHORT_MONTHS:
        return tuple(_SHORT_MONTHS[language].split())
    if language in _NUMBERED:
        return _numbered(language)
    names = tuple((_MONTHS.get(language) or _MONTHS[_ENGLISH]).split())
    return names if language in _WHOLE else tuple(name[:3] for name in names)


def hijri_months(locale: int) -> tuple[str, ...]:
    """Return the months of the Hegira in the language of a locale identifier."""
    arabic = not locale or locale & 0x3FF == 1
    return tuple((_HIJRI_ARABIC if arabic else _HIJRI).split(","))


def halves(locale: int) -> str:
    """Return what stands for AM/PM in the language of a locale identifier."""
    if locale in _SPAIN:
        return "AM/PM"
    return _HALVES.get(locale & 0x3FF, "AM/PM")


def eras(
    locale: int, *, named: bool
) -> tuple[tuple[tuple[int, int, int], tuple[str, ...]], ...]:
    """Return the eras that count years (``e``), the newest first.

    In Japanese and in Taiwan it is always they, elsewhere where a format has them
    ``named`` (``g``).
    """
    if locale == _TAIWAN:
        return (REPUBLIC,)
    return ERAS if named or locale & 0x3FF == _JAPANESE else ()


def _language(locale: int) -> int:
    """Return the language of an identifier; Serbian shares that of Croatian."""
    language = locale & 0x3FF
    if language == _SERBIAN_TOO and locale not in _CROATIAN:
        return _SERBIAN if locale in _SERBIAN_LATIN else _ENGLISH
    return language


def _numbered(language: int) -> tuple[str, ...]:
    return tuple(f"{n}{_NUMBERED[language]}" for n in range(1, 13))


def weekday(serial: int, locale: int, *, short: bool, alone: bool = False) -> str:
    """Return the weekday of a day; number 1 counts as a Sunday, as the days do.

    In Chinese a short one is marked as such unless it stands ``alone`` (``aaa``).
    A ``_`` in the tables is a space.
    """
    language, at = _language(locale), (serial - 1) % 7
    if short and language in _SHORT_WEEKDAYS:
        name = _SHORT_WEEKDAYS[language].split()[at].replace("_", " ")
        if language == _CHINESE and not alone:
            return f"{'週' if locale in _TRADITIONAL else '周'}{name}"
        return name
    name = (_WEEKDAYS.get(language) or _WEEKDAYS[_ENGLISH]).split()[at]
    name = name.replace("_", " ")
    return name[:3] if short and language not in _WHOLE else name


#: East Asian numerals by language and number of ``DBNum``: figures, the tens up to a
#: thousand, the myriads; which figures are read out: the zero of a gap, one of a ten.
_NUMERALS = {
    (0x04, "1"): ("〇一二三四五六七八九", "十百千", "万亿兆", "01"),
    (0x04, "2"): ("零壹贰叁肆伍陆柒捌玖", "拾佰仟", "万亿兆", "01"),
    (0x0404, "1"): ("〇一二三四五六七八九", "十百千", "萬億兆", "01"),
    (0x0404, "2"): ("零壹貳參肆伍陸柒捌玖", "拾佰仟", "萬億兆", "01"),
    (0x11, "1"): ("〇一二三四五六七八九", "十百千", "万億兆", ""),
    (0x11, "2"): ("〇壱弐参四伍六七八九", "拾百阡", "萬億兆", ""),
    (0x12, "1"): ("〇一二三四五六七八九", "十百千", "万億兆", "1"),
    (0x12, "2"): ("零壹貳參四五六七八九", "拾百千", "萬億兆", "1"),
    (0x12, "4"): ("영일이삼사오육칠팔구", "십백천", "만억조", "1"),
}
_FULL_WIDTH = "０１２３４５６７８９"
#: The first of ten figures by the number of their shape in a locale.
_SHAPES = {2: "٠", 3: "۰", 4: "०", 5: "০", 6: "੦", 7: "૦", 8: "୦", 9: "௦", 10: "౦",
           11: "೦", 12: "൦", 13: "๐", 14: "໐", 15: "༠", 16: "၀", 18: "០",
           19: "᠐"}  # fmt: skip


def shape(number: int) -> dict[int, int]:
    """Return a table for ``str.translate`` to the figures of a shape."""
    first = _SHAPES.get(number)
    return {48 + n: ord(first) + n for n in range(10)} if first else {}


def spelled(value: int | str, native: str, locale: int) -> str:
    """Return a number in East Asian numerals: read out, or the figures of a text.

    A ten alone has no one before it, as in the days of a date.
    """
    numerals = _numerals(native, locale)
    if numerals is None:
        return str(value)
    figures, tens, myriads, read = numerals
    if isinstance(value, str) or native == "3":
        return str(value).translate({48 + n: figures[n] for n in range(10)})
    text = _read_out(value, figures, tens + myriads, read)
    return text[1:] if 10 <= value < 20 and text[0] == figures[1] else text


def read_out(text: str, native: str, locale: int) -> str:
    """Return what General shows of a positive number in East Asian numerals."""
    numerals = _numerals(native, locale)
    whole, point, fraction = text.partition(".")
    if numerals is None or not whole.isdecimal():
        return text
    figures, tens, myriads, read = numerals
    shown = _read_out(int(whole), figures, tens + myriads, read)
    return f"{shown}{point}{spelled(fraction, native, locale)}"


def _numerals(native: str, locale: int) -> tuple[str, str, str, str] | None:
    language = _TAIWAN if locale in _TRADITIONAL else locale & 0x3FF
    if language not in (_TAIWAN, _JAPANESE, 0x12):
        language = _CHINESE
    if native == "3":
        _, tens, myriads, read = _NUMERALS[language, "1"]
        return _FULL_WIDTH, tens, myriads, read
    return _NUMERALS.get((language, native))


def _read_out(number: int, figures: str, units: str, read: str) -> str:
    if not number:
        return figures[0]
    digits = str(number)
    out: list[str] = []
    gap = False
    for index, digit in enumerate(digits):
        place = len(digits) - 1 - index
        if digit == "0":
            gap = "0" in read
        else:
            if gap and out:
                out.append(figures[0])
            gap = False
            if digit != "1" or "1" in read or not place % 4:
                out.append(figures[int(digit)])
            if place % 4:
                out.append(units[place % 4 - 1])
        if place and not place % 4 and int(digits[max(index - 3, 0) : index + 1]):
            out.append(units[min(place // 4, 3) + 2])
    return "".join(out)

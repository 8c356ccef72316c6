"""How Office counts: Roman numerals, letters, words, and the numbers of other scripts.

Source: ECMA-376 part 1, 17.18.59 (ST_NumberFormat).
"""

# ruff: noqa: RUF001 - letters and digits of many scripts
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
    (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
    "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen",
    "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = (
    "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty",
    "ninety",
)  # fmt: skip
_ORDINALS = {
    "one": "first", "two": "second", "three": "third", "five": "fifth",
    "eight": "eighth", "nine": "ninth", "twelve": "twelfth",
}  # fmt: skip
_ALPHABETS = {
    "lowerLetter": "abcdefghijklmnopqrstuvwxyz",
    "russianLower": "абвгдежзиклмнопрстуфхцчшщыэюя",
    "thaiLetters": "กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ",
    "hindiVowels": "कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह",
    "hindiConsonants": "अआइईउऊऋऌऍऎएऐऑऒओऔ",
}
#: Series that are used up once and then go on as plain numbers.
_SERIES = {
    "aiueo": "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ",
    "aiueoFullWidth": (
        "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモ"
        "ヤユヨラリルレロワヲン"
    ),
    "iroha": "ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑｳヰﾉｵｸﾔﾏｹﾌｺｴﾃｱｻｷﾕﾒﾐｼヱﾋﾓｾｽﾝ",
    "irohaFullWidth": (
        "イロハニホヘトチリヌルヲワカヨタレソツネナラムウ"
        "ヰノオクヤマケフコエテアサキユメミシヱヒモセスン"
    ),
    "ganada": "가나다라마바사아자차카타파하",
    "chosung": "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ",
    "arabicAlpha": "أبتثجحخدذرزسشصضطظعغفقكلمنهوي",
    "arabicAbjad": "أبجدهوزحطيكلمنسعفصقرشتثخذضظغ",
    "hebrew2": "אבגדהוזחטיכלמנסעפצקרשת",
    "ideographTraditional": "甲乙丙丁戊己庚辛壬癸",
    "ideographZodiac": "子丑寅卯辰巳午未申酉戌亥",
}
_CIRCLED = (
    "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳㉑㉒㉓㉔㉕㉖㉗㉘㉙㉚㉛㉜㉝㉞㉟㊱㊲㊳㊴㊵㊶㊷㊸㊹㊺㊻㊼㊽㊾㊿"
)
_DIGITS = {
    "decimalFullWidth": "０１２３４５６７８９",
    "decimalFullWidth2": "０１２３４５６７８９",
    "hindiNumbers": "०१२३४५६७८९",
    "thaiNumbers": "๐๑๒๓๔๕๖๗๘๙",
    "arabicNumbers": "٠١٢٣٤٥٦٧٨٩",
    "ideographDigital": "〇一二三四五六七八九",
    "japaneseDigitalTenThousand": "〇一二三四五六七八九",
    "taiwaneseDigital": "○一二三四五六七八九",
    "koreanDigital": "영일이삼사오육칠팔구",
    "koreanDigital2": "零一二三四五六七八九",
}
_IDEOGRAPHS = {
    "chineseCounting": ("○一二三四五六七八九", "十百千", "万"),
    "chineseCountingThousand": ("〇一二三四五六七八九", "十百千", "万"),
    "taiwaneseCounting": ("○一二三四五六七八九", "十百千", "萬"),
    "taiwaneseCountingThousand": ("○一二三四五六七八九", "十百千", "萬"),
    "japaneseCounting": ("〇一二三四五六七八九", "十百千", "万"),
    "ideographLegalTraditional": ("零壹貳參肆伍陸柒捌玖", "拾佰仟", "萬"),
    "japaneseLegal": ("零壱弐参四伍六七八九", "拾百阡", "萬"),
    "chineseLegalSimplified": ("零壹贰叁肆伍陆柒捌玖", "拾佰仟", "万"),
    "koreanCounting": ("영일이삼사오육칠팔구", "십백천", "만"),
    "koreanLegal": ("영일이삼사오육칠팔구", "십백천", "만"),
}


def counted(number: int, form: str) -> str:
    """Return ``number`` in the number format ``form`` (``upperRoman`` ...).

    Unknown formats, and numbers that a format cannot show, are decimal; ``none``
    and ``bullet`` give nothing.
    """
    if form == "decimal":
        return str(number)
    make = _FORMS.get(form)
    return make(number) if make is not None and number >= 0 else str(number)


def _roman(number: int) -> str:
    if not 0 < number < 32_768:
        return str(number)
    out = []
    for value, letters in _ROMAN:
        times, number = divmod(number, value)
        out.append(letters * times)
    return "".join(out)


def _letters(alphabet: str) -> Callable[[int], str]:
    """Return a maker of a, b ... z, aa, bb ..., as Word goes on after z."""

    def make(number: int) -> str:
        if not 0 < number <= 780:
            return str(number)
        times, at = divmod(number - 1, len(alphabet))
        return alphabet[at] * (times + 1)

    return make


def _series(items: str) -> Callable[[int], str]:
    return lambda n: items[n - 1] if 0 < n <= len(items) else str(n)


def _digits(ten: str) -> Callable[[int], str]:
    table = str.maketrans("0123456789", ten)
    return lambda n: str(n).translate(table)


def _ideographic(
    ten: str, units: str, myriad: str, *, short: bool = False
) -> Callable[[int], str]:
    """Return a maker of numbers such as 二十三; ten is 十, not 一十.

    Japanese and Korean leave out every one before a unit and the zero of a gap.
    """

    def below(number: int) -> str:
        out = ""
        gap = False
        for place in (3, 2, 1, 0):
            digit = number // 10**place % 10
            if digit:
                unit = units[place - 1] if place else ""
                one = "" if short and digit == 1 and place else ten[digit]
                out += (ten[0] if gap and out and not short else "") + one + unit
                gap = False
            else:
                gap = True
        return out

    def make(number: int) -> str:
        if not 0 < number < 10**8:
            return ten[0] if number == 0 else str(number)
        high, low = divmod(number, 10_000)
        text = below(high) + myriad + below(low) if high else below(low)
        plain = ten[1] + units[0]
        return text[1:] if text.startswith(plain) and units[0] == "十" else text

    return make


def words(number: int) -> str:
    """Return a number up to a million in English words."""
    if number >= 1_000_000:
        return str(number)
    if number >= 1000:
        high, low = divmod(number, 1000)
        return f"{words(high)} thousand{f' {words(low)}' if low else ''}"
    if number >= 100:
        high, low = divmod(number, 100)
        return f"{_ONES[high]} hundred{f' {words(low)}' if low else ''}"
    if number >= 20:
        high, low = divmod(number, 10)
        return f"{_TENS[high]}{f'-{_ONES[low]}' if low else ''}"
    return _ONES[number]


def _cardinal(number: int) -> str:
    return words(number).capitalize()


def _ordinal_text(number: int) -> str:
    head, joint, last = words(number), "", ""
    for joint in ("-", " "):
        if joint in head:
            head, _, last = head.rpartition(joint)
            break
    else:
        head, joint, last = "", "", head
    if last in _ORDINALS:
        last = _ORDINALS[last]
    else:
        last = f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th"
    return f"{head}{joint}{last}".capitalize()


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number // 10 % 10 == 1 else ending}"


def _enclosed(number: int) -> str:
    return _CIRCLED[number - 1] if 0 < number <= len(_CIRCLED) else str(number)


def _shifted(first: int, most: int) -> Callable[[int], str]:
    return lambda n: chr(first + n - 1) if 0 < n <= most else str(n)


def _hebrew(number: int) -> str:
    if not 0 < number < 1000:
        return str(number)
    out = ""
    for value, letter in zip(
        (400, 300, 200, 100, 90, 80, 70, 60, 50, 40, 30, 20),
        "תשרקצפעסנמלכ", strict=True,
    ):  # fmt: skip
        times, number = divmod(number, value)
        out += letter * times
    if number in (15, 16):
        return out + ("טו" if number == 15 else "טז")
    if number >= 10:
        out += "י"
        number -= 10
    return out + ("אבגדהוזחט"[number - 1] if number else "")


_FORMS: dict[str, Callable[[int], str]] = {
    "none": lambda _: "",
    "bullet": lambda _: "",
    "decimalZero": lambda n: f"{n:02d}",
    "lowerRoman": _roman,
    "upperRoman": lambda n: _roman(n).upper(),
    "upperLetter": lambda n: _letters(_ALPHABETS["lowerLetter"])(n).upper(),
    "russianUpper": lambda n: _letters(_ALPHABETS["russianLower"])(n).upper(),
    "ordinal": _ordinal,
    "cardinalText": _cardinal,
    "ordinalText": _ordinal_text,
    "hex": lambda n: f"{n:X}",
    "chicago": lambda n: "*†‡§"[(n - 1) % 4] * ((n - 1) // 4 % 20 + 1) if n else "",
    "numberInDash": lambda n: f"- {n} -",
    "decimalEnclosedCircle": _enclosed,
    "decimalEnclosedCircleChinese": _enclosed,
    "decimalEnclosedParen": _shifted(0x2474, 20),
    "decimalEnclosedFullstop": _shifted(0x2488, 20),
    "ideographEnclosedCircle": _shifted(0x3280, 10),
    "hebrew1": _hebrew,
}
_FORMS |= {name: _letters(alphabet) for name, alphabet in _ALPHABETS.items()}
_FORMS |= {name: _series(items) for name, items in _SERIES.items()}
_FORMS |= {name: _digits(ten) for name, ten in _DIGITS.items()}
_FORMS |= {
    name: _ideographic(*parts, short=name in ("japaneseCounting", "koreanCounting"))
    for name, parts in _IDEOGRAPHS.items()
}

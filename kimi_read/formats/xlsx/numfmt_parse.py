"""Number format codes, split into sections and tokens.

A code has up to four sections between semicolons. The scan is linear and knows no
backtracking, whatever the code looks like.
Source: ECMA-376 part 1, 18.8.31 (numFmts); [MS-OE376] 2.1.739 (18.8.30).
"""

from __future__ import annotations

from kimi_read.record import record

#: Longer codes than Excel's 255 characters are shown as General beyond this.
MAX_CODE = 2048
_COLORS = frozenset(
    ("black", "blue", "cyan", "green", "magenta", "red", "white", "yellow")
)
_AMPM = ("am/pm", "a/p", "上午/下午", "오전/오후")
_OPERATORS = ("<=", ">=", "<>", "<", ">", "=")

#: Calendars of a locale: of the Hegira, and of the Buddhist era.
HIJRI, BUDDHIST = 6, 7

#: Kinds of token: text, digit (0 # ?), point, comma, percent, exp (+ or -), slash,
#: at, general, fill; of dates y m d h s M (minutes) g e b a (weekday), ampm,
#: elapsed (h m s), frac (count of digits of a second).
Token = tuple[str, str]
_DATES = frozenset(("y", "m", "d", "h", "s", "M", "g", "e", "b", "a", "ampm",
                    "elapsed", "frac"))  # fmt: skip


@record(frozen=True, slots=True)
class Section:
    """One section: its condition (operator and number), locale and tokens.

    ``digits`` and ``calendar`` are the shape of digits and the calendar that stand
    above the language in a locale, ``native`` the number of a ``[DBNum1]``.
    """

    tokens: tuple[Token, ...]
    operator: str = ""
    bound: float = 0.0
    locale: int = 0
    system: str = ""
    digits: int = 0
    calendar: int = 0
    native: str = ""

    @property
    def is_date(self) -> bool:
        """Whether a number is shown as a date, a time or a duration."""
        return any(kind in _DATES for kind, _ in self.tokens)

    @property
    def is_text(self) -> bool:
        """Whether it is for texts: it has an ``@``."""
        return any(kind == "at" for kind, _ in self.tokens)

    def admits(self, number: float) -> bool:
        """Whether its condition holds; true without one."""
        test = _TESTS.get(self.operator)
        return test is None or test(number, self.bound)

    @property
    def only_negative(self) -> bool:
        """Whether its condition admits nothing but negative numbers."""
        if self.operator == "<":
            return self.bound <= 0
        return self.operator in ("<=", "=") and self.bound < 0

    @property
    def leaves_signs(self) -> bool:
        """Whether what its condition leaves to a last section has a minus.

        That is how Excel does it: not where all negative numbers below a bound, or
        all but one number, have been taken.
        """
        return self.operator == "=" or (
            self.operator in (">", ">=") and self.bound >= 0
        )


_TESTS = {
    "<": lambda x, y: x < y,
    "<=": lambda x, y: x <= y,
    ">": lambda x, y: x > y,
    ">=": lambda x, y: x >= y,
    "=": lambda x, y: x == y,
    "<>": lambda x, y: x != y,
}


def sections(code: str) -> list[Section]:
    """Return the sections of a format code; an empty list where it is unusable.

    Excel takes ``HH[M]`` for no format at all: a time that has begun to run within
    the day cannot go on as an elapsed one.
    """
    if len(code) > MAX_CODE:
        return []
    out: list[Section] = []
    at = 0
    while at <= len(code) and len(out) < 5:
        section, at = _section(code, at)
        if _elapses_late(section.tokens):
            return []
        out.append(section)
    if len(out) > 1 and not out[-1].tokens and code.endswith(";") and len(out) > 4:
        out.pop()
    return out[:4]


def _elapses_late(tokens: tuple[Token, ...]) -> bool:
    times = [kind for kind, _ in tokens if kind in ("h", "M", "s", "elapsed")]
    return "elapsed" in times[1:]


def _section(code: str, at: int) -> tuple[Section, int]:
    """Return the section that starts at ``at`` and where the next one does."""
    tokens: list[Token] = []
    fields: dict[str, object] = {}
    size = len(code)
    while at < size:
        char = code[at]
        if char == ";":
            break
        at = _token(code, at, char, tokens, fields)
    if not tokens and fields.pop("marked", False):  # ``[Red]`` alone
        tokens.append(("general", ""))
    fields.pop("marked", None)
    return Section(tuple(_minutes(tokens)), **fields), at + 1  # type: ignore[arg-type]


def _token(
    code: str, at: int, char: str, tokens: list[Token], fields: dict[str, object]
) -> int:
    """Add the token at ``at`` and return the place after it."""
    if char == '"':
        end = code.find('"', at + 1)
        end = end if end >= 0 else len(code)
        tokens.append(("text", code[at + 1 : end]))
        return end + 1
    if char == "\\":
        tokens.append(("text", code[at + 1 : at + 2]))
        return at + 2
    if char == "_":
        tokens.append(("text", " "))
        return at + 2
    if char == "*":
        tokens.append(("fill", code[at + 1 : at + 2]))
        return at + 2
    if char == "[":
        return _bracket(code, at, tokens, fields)
    if char in "0#?":
        tokens.append(("digit", char))
        return at + 1
    if char == ".":
        return _point(code, at, tokens)
    kind = _SIMPLE.get(char)
    if kind:
        tokens.append((kind, char))
        return at + 1
    return _letters(code, at, char, tokens, fields)


_SIMPLE = {",": "comma", "%": "percent", "/": "slash", "@": "at"}


def _point(code: str, at: int, tokens: list[Token]) -> int:
    if code[at + 1 : at + 2] == "0" and _has_date(tokens):
        end = at + 1
        while code[end : end + 1] == "0":
            end += 1
        tokens.append(("frac", "0" * min(end - at - 1, 9)))
        return end
    tokens.append(("point", "."))
    return at + 1


def _has_date(tokens: list[Token]) -> bool:
    """Whether the section shows a date or time; what follows a point are seconds'."""
    return any(kind in _DATES for kind, _ in tokens)


def _letters(
    code: str, at: int, char: str, tokens: list[Token], fields: dict[str, object]
) -> int:
    low = char.lower()
    if low == "b" and code[at + 1 : at + 2] in ("1", "2"):  # the calendar of a date
        fields["calendar"] = HIJRI if code[at + 1] == "2" else 0
        return at + 2
    if low == "g" and code[at : at + 7].lower() == "general":
        tokens.append(("general", ""))
        return at + 7
    if low in "a上오":
        tail = code[at : at + 5].lower()
        for mark in _AMPM:
            if tail.startswith(mark):
                shown = code[at : at + len(mark)]
                tokens.append(("ampm", "AM/PM" if mark == "am/pm" else shown))
                return at + len(mark)
    if low == "e" and code[at + 1 : at + 2] in ("+", "-") and _has_digit(tokens):
        tokens.append(("exp", code[at + 1]))
        return at + 2
    if low in "ymdhsgeb" or (low == "a" and code[at : at + 3].lower() == "aaa"):
        end = at
        while code[end : end + 1].lower() == low:
            end += 1
        tokens.append((low, low * (4 if end - at > 5 else end - at)))
        return end
    tokens.append(("text", char))
    return at + 1


def _has_digit(tokens: list[Token]) -> bool:
    return any(kind == "digit" for kind, _ in tokens)


def _bracket(code: str, at: int, tokens: list[Token], fields: dict[str, object]) -> int:
    end = code.find("]", at)
    if end < 0:
        tokens.append(("text", "["))
        return at + 1
    inner = code[at + 1 : end]
    low = inner.lower()
    if low and low[0] in "hms" and not low.strip(low[0]):
        tokens.append(("elapsed", low))
    elif inner.startswith("$"):
        symbol, _, tag = inner[1:].partition("-")
        if symbol:
            tokens.append(("text", symbol))
        _locale(tag, fields)
    elif inner.startswith(("<", ">", "=")):
        _condition(inner, fields)
    elif low[:5] == "dbnum" and low[5:] in ("1", "2", "3", "4"):
        fields["native"] = low[5:]
    if inner.startswith(("<", ">", "=")) or low in _COLORS or low[:5] in _MARKS:
        fields["marked"] = True  # others are unknown: Excel would refuse the file
    return end + 1


_MARKS = ("color", "dbnum", "natnu")


def _locale(tag: str, fields: dict[str, object]) -> None:
    tag = tag.partition(",")[0]
    if tag.upper() in ("F800", "F400", "X-SYSDATE", "X-SYSTIME"):
        fields["system"] = "date" if tag.upper() in ("F800", "X-SYSDATE") else "time"
        return
    try:
        number = int(tag, 16)
    except ValueError:
        fields["locale"] = _TAGS.get(tag[:5].lower()) or _TAGS.get(tag[:2].lower(), 0)
        if tag.lower().endswith("-x-gannen"):
            fields["system"] = "gannen"
        return
    fields["locale"] = number & 0xFFFF
    fields["digits"] = number >> 24 & 0xFF
    if number >> 16 & 0xFF:
        fields["calendar"] = number >> 16 & 0xFF


_TAGS = {"ar": 1, "bg": 2, "cs": 5, "da": 6, "de": 7, "el": 8, "en": 9, "es": 10,
         "fi": 11, "fr": 12, "he": 13, "hr": 0x41A, "hu": 14, "id": 33, "it": 16,
         "ja": 17, "ko": 18, "nb": 20, "nl": 19, "no": 20, "pl": 21, "pt": 22,
         "ro": 24, "ru": 25, "sk": 27, "sv": 29, "tr": 31, "uk": 34,
         "zh": 4, "zh-tw": 0x404, "zh-hk": 0xC04, "ca": 3, "et": 37, "fa": 41,
         "hi": 57, "is": 15, "lt": 39, "lv": 38, "sl": 36, "th": 30, "vi": 42,
         "hy": 43}  # fmt: skip


def _condition(inner: str, fields: dict[str, object]) -> None:
    operator = next(o for o in _OPERATORS if inner.startswith(o))
    try:
        fields["bound"] = float(inner[len(operator) :].strip())
    except ValueError:
        return
    fields["operator"] = operator


def _minutes(tokens: list[Token]) -> list[Token]:
    """Turn ``m`` after an hour or before a second into minutes."""
    units = [i for i, (kind, _) in enumerate(tokens) if kind in _DATES]
    for place, index in enumerate(units):
        kind, value = tokens[index]
        if kind != "m" or len(value) > 2:
            continue
        before = _unit(tokens[units[place - 1]]) if place else ""
        after = _unit(tokens[units[place + 1]]) if place + 1 < len(units) else ""
        if before == "h" or after == "s":
            tokens[index] = ("M", value)
    return tokens


def _unit(token: Token) -> str:
    kind, value = token
    return value[0] if kind == "elapsed" else kind

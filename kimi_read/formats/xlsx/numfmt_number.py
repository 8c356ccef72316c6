"""Numbers by the digits, points, percents, exponents and fractions of a section.

Excel rounds the fifteen significant digits that it keeps, halves away from zero:
1.005 shows as 1.01 under ``0.00`` although its binary value is a little less.
Source: ECMA-376 part 1, 18.8.31.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kimi_read.formats.xlsx.numfmt_parse import Section, Token

    Show = Callable[[float], str]

#: Moves a number past the tie that its fifteen digits stand on.
_NUDGE = 1 + 1e-15
_EXACT_BELOW = 1e12


def general(number: float) -> str:
    """Return a number as the format General shows it in a wide enough column.

    Up to eleven characters: whole numbers below 1e11 in full, others rounded, very
    large and very small ones in scientific notation.
    """
    size = abs(number)
    if 1 <= size < 9_999_999_999:  # ten digits and a point
        return f"{number * _NUDGE:.10g}"
    if size < 1e11 and number == int(number):
        return str(int(number))
    if 1e-4 <= size < 1:
        return f"{number * _NUDGE:.9f}".rstrip("0").removesuffix(".")
    sign = "-" if number < 0 else ""
    if size >= 1e11 or size < 1e-9:
        return sign + _scientific(size)
    if size >= 9_999_999_999:
        text, _ = fixed(size, 0)
        return sign + (text if len(text) <= 11 else _scientific(size))
    text = join("", fixed(size, 12)[1].rstrip("0"))
    return sign + (text if len(text) <= 11 else _scientific(size))


def _scientific(size: float) -> str:
    mantissa, exponent = _normal(size, 5)
    whole, fraction = mantissa
    text = join(whole, fraction.rstrip("0"))
    return f"{text}E{'-' if exponent < 0 else '+'}{abs(exponent):02d}"


def digits(size: float) -> tuple[str, int]:
    """Return the fifteen digits of a positive number and the place of its point.

    The value is 0.DIGITS x 10 to that place.
    """
    text = f"{size:.14e}"
    return text[0] + text[2:16], int(text[17:]) + 1


def fixed(size: float, places: int, shift: int = 0) -> tuple[str, str]:
    """Return the whole and the fractional digits of ``size`` x 10 to ``shift``.

    ``places`` digits stand after the point; the whole part of a number below 1 is
    empty.
    """
    if not size:
        return "", "0" * places
    known, point = digits(size)
    point += shift
    cut = places + point
    if cut < 0:
        return "", "0" * places
    if cut < len(known):
        up = known[cut] >= "5"
        kept = str(int(known[:cut] or "0") + up).zfill(cut)
        point += len(kept) - cut
        known = kept
    if point <= 0:
        return "", ("0" * -point + known).ljust(places, "0")[:places]
    known = known.ljust(point + places, "0")
    whole = known[:point].lstrip("0")
    return whole, known[point : point + places]


def join(whole: str, fraction: str) -> str:
    """Return plain digits with a point if there is a fraction."""
    return f"{whole or '0'}.{fraction}" if fraction else whole or "0"


def _normal(size: float, places: int, period: int = 1) -> tuple[tuple[str, str], int]:
    """Return mantissa digits and exponent, a multiple of ``period``."""
    if not size:
        return ("0", "0" * places), 0
    point = digits(size)[1]
    exponent = (point - 1) // period * period
    mantissa = fixed(size, places, -exponent)
    if len(mantissa[0]) > max(period, 1):  # rounding carried into another digit
        exponent += period
        mantissa = fixed(size, places, -exponent)
    return mantissa, exponent


def number_section(section: Section) -> Show:
    """Return a function from a positive number to its text under ``section``.

    Fractions have a module of their own.
    """
    tokens = section.tokens
    kinds = [kind for kind, _ in tokens]
    if "general" in kinds:
        return _with_general(tokens)
    if "digit" not in kinds:
        text = literal(tokens)
        return lambda _size: text
    if "exp" in kinds:
        return _exponent(tokens)
    quick = _plain(tokens)
    return quick.show if quick else _placed(tokens)


def literal(tokens: Sequence[Token]) -> str:
    """Return what the tokens show besides digits."""
    shown = ("text", "percent", "slash", "point", "comma")
    return "".join(value for kind, value in tokens if kind in shown)


def _with_general(tokens: Sequence[Token]) -> Show:
    at = next(i for i, (kind, _) in enumerate(tokens) if kind == "general")
    before, after = literal(tokens[:at]), literal(tokens[at + 1 :])
    scale = sum(kind == "percent" for kind, _ in tokens) * 2
    factor = 10**scale
    return lambda size: f"{before}{general(size * factor)}{after}"


def _span(tokens: Sequence[Token]) -> tuple[int, int]:
    """Return where the digits begin and where they (with commas) end."""
    places = [i for i, (kind, _) in enumerate(tokens) if kind in ("digit", "point")]
    last = places[-1] + 1
    while last < len(tokens) and tokens[last][0] == "comma":
        last += 1
    return places[0], last


def _scale(tokens: Sequence[Token]) -> tuple[list[Token], int]:
    """Return the tokens without scaling commas, and the power of ten they make.

    A percent sign is two up, a comma after the last digit of the whole part, or of
    all digits, three down.
    """
    shift = 2 * sum(kind == "percent" for kind, _ in tokens)
    out: list[Token] = []
    for index, token in enumerate(tokens):
        if token[0] == "comma":
            after = next((k for k, _ in tokens[index:] if k != "comma"), "")
            before = any(kind == "digit" for kind, _ in tokens[:index])
            later = any(kind == "digit" for kind, _ in tokens[index:])
            if before and (not later or after == "point"):
                shift -= 3
                continue
        out.append(token)
    return out, shift


class Plain:
    """The quick way for ``0``, ``#,##0.00``, ``0.0%`` with text around.

    ``show`` takes numbers of any sign, a minus going before everything; ``read``
    does the same for a number as a file writes it, in one call.
    """

    def __init__(self, before: str, after: str, places: int, shift: int, *,
                 grouped: bool) -> None:  # fmt: skip
        point = "." if places else ""
        factor = _NUDGE * 10.0**shift
        most = _EXACT_BELOW / 10**places
        escaped = (text.replace("%", "%%") for text in (before, after))
        template = f"%.{places}f".join(escaped)
        spec = f",.{places}f"
        around = bool(before or after)

        def make(scaled: float) -> str:
            if not grouped:
                return template % scaled
            text = format(scaled, spec)
            return f"{before}{text}{after}" if around else text

        def show(number: float) -> str:
            scaled = number * factor
            if 0 <= scaled < most:
                return make(scaled)
            if -most < scaled < 0:
                return "-" + make(-scaled)
            digits = fixed(abs(number), places, shift)
            text = f"{int(digits[0] or '0'):,}" if grouped else digits[0] or "0"
            sign = "-" if number < 0 else ""
            return f"{sign}{before}{text}{point}{digits[1]}{after}"

        def read_grouped(value: str) -> str:
            scaled = float(value) * factor
            if 0 <= scaled < most:
                text = format(scaled, spec)
                return f"{before}{text}{after}" if around else text
            return show(float(value))

        def read_plain(value: str) -> str:
            scaled = float(value) * factor
            return template % scaled if 0 <= scaled < most else show(float(value))

        self.show = show
        self.read = read_grouped if grouped else read_plain


def _plain(tokens: Sequence[Token]) -> Plain | None:
    tokens, shift = _scale(tokens)
    start, end = _span(tokens)
    core = "".join(value for _, value in tokens[start:end])
    whole, point, fraction = core.partition(".")
    if fraction.strip("0") or (point and not fraction) or not whole.endswith("0"):
        return None
    bare = whole.lstrip("#").replace(",", "")
    if bare.strip("#") != "0" or "0" in whole.replace(",", "")[:-1]:
        return None
    return Plain(
        literal(tokens[:start]).lstrip(), literal(tokens[end:]).rstrip(),
        len(fraction), shift, grouped="," in whole,
    )  # fmt: skip


class Scientific:
    """The quick way for ``0.00E+00``, with ``show`` and ``read`` as ``Plain``."""

    def __init__(self, places: int) -> None:
        template = f"%.{places}E"
        self.show: Show = lambda number: template % (number * _NUDGE)
        self.read: Callable[[str], str] = lambda value: (
            template % (float(value) * _NUDGE)
        )


def plain_section(section: Section) -> Plain | Scientific | None:
    """Return the quick way for numbers of any sign, if the section has one."""
    tokens = section.tokens
    kinds = {kind for kind, _ in tokens}
    if "digit" not in kinds or kinds & {"general", "slash"}:
        return None
    if "exp" not in kinds:
        return _plain(tokens)
    code = "".join(value for _, value in tokens)
    mantissa, plus, power = code.partition("+")
    if plus and power == "00" and not mantissa.removeprefix("0").lstrip(".").strip("0"):
        return Scientific(len(mantissa.partition(".")[2]))
    return None


def general_text(value: str) -> str:
    """Return what General shows for a number as a file writes it.

    Raises:
        ValueError: it is no finite number.
    """
    if len(value) < 11 and value.isdigit() and value.isascii() and value[0] != "0":
        return value
    number = float(value)
    if 1 <= number < 9_999_999_999:
        return f"{number * _NUDGE:.10g}"
    return general(number)


def _placed(tokens: Sequence[Token]) -> Show:
    """Return the general way: every digit goes to its own place holder."""
    tokens, shift = _scale(tokens)
    point = next((i for i, t in enumerate(tokens) if t[0] == "point"), len(tokens))
    left, right = tokens[:point], tokens[point:]
    places = sum(kind == "digit" for kind, _ in right)

    bare = not any(kind == "digit" for kind, _ in left)

    def show(size: float) -> str:
        whole, fraction = fixed(size, places, shift)
        before = place_whole(left, whole)
        if bare:  # ``.00`` has no place for the whole part, which stands all the same
            before += whole
        return before + place_fraction(right, fraction)

    return show


def place_whole(tokens: Sequence[Token], whole: str) -> str:
    """Return the part before the point: digits from the right, then what is left."""
    count = sum(kind == "digit" for kind, _ in tokens)
    grouped = any(
        kind == "comma"
        and any(k == "digit" for k, _ in tokens[:i])
        and any(k == "digit" for k, _ in tokens[i:])
        for i, (kind, _) in enumerate(tokens)
    )
    out: list[str] = []
    used = seen = 0
    for kind, value in reversed(tokens):
        if kind == "digit":
            seen += 1
            rest = whole if not used else whole[:-used]
            fill = rest[-1:] or {"0": "0", "?": " ", "#": ""}[value]
            if grouped and used and used % 3 == 0 and fill.strip():
                out.append(",")
            out.append(fill)
            used += 1
            if seen == count:
                for digit in reversed(rest[:-1]):
                    if grouped and used % 3 == 0:
                        out.append(",")
                    out.append(digit)
                    used += 1
        elif kind in ("text", "percent", "slash") or (kind == "comma" and not grouped):
            out.append(value[::-1])
    return "".join(out)[::-1]


def place_fraction(tokens: Sequence[Token], fraction: str) -> str:
    """Return the point and what follows it; ``#`` drops zeros at the end."""
    needed = len(fraction.rstrip("0"))
    out: list[str] = []
    at = 0
    for kind, value in tokens:
        if kind == "digit":
            if at < needed or value == "0":
                out.append(fraction[at])
            elif value == "?":
                out.append(" ")
            at += 1
        elif kind in ("text", "percent", "point", "slash"):
            out.append(value)
    return "".join(out)


def _exponent(tokens: Sequence[Token]) -> Show:
    at = next(i for i, (kind, _) in enumerate(tokens) if kind == "exp")
    mantissa, power = list(tokens[:at]), list(tokens[at + 1 :])
    point = next((i for i, t in enumerate(mantissa) if t[0] == "point"), len(mantissa))
    left, right = mantissa[:point], mantissa[point:]
    period = max(1, sum(kind == "digit" for kind, _ in left))
    places = sum(kind == "digit" for kind, _ in right)
    plus = tokens[at][1] == "+"

    def show(size: float) -> str:
        (whole, fraction), exponent = _normal(size, places, period)
        sign = "-" if exponent < 0 else "+" if plus else ""
        text = place_whole(left, whole) + place_fraction(right, fraction)
        return f"{text}E{sign}{place_whole(power, str(abs(exponent)))}"

    return show

"""Numbers by the digits, points, percents, exponents and fractions of a section.

Excel rounds the fifteen significant digits that it keeps, halves away from zero:
1.005 shows as 1.01 under ``0.00`` although its binary value is a little less.
Source: ECMA-376 part 1, 18.8.31.
"""

from __future__ import annotations

from kimi_read.formats.xlsx.numfmt_names import read_out, spelled
from kimi_read.formats.xlsx.numfmt_parse import Section

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kimi_read.formats.xlsx.numfmt_parse import Token

    Show = Callable[[float], str]

#: Moves a number past the tie that its fifteen digits stand on.
_NUDGE = 1 + 1e-15
_EXACT_BELOW = 1e12
_MOST = 1.7976931348623157e308


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
        return _with_general(section)
    if section.native:
        shown = number_section(Section(tokens))
        return lambda size: spelled(shown(size), section.native, section.locale)
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


def _with_general(section: Section) -> Show:
    tokens = section.tokens
    at = next(i for i, (kind, _) in enumerate(tokens) if kind == "general")
    before, after = literal(tokens[:at]), literal(tokens[at + 1 :])
    factor = 10 ** (sum(kind == "percent" for kind, _ in tokens) * 2)
    native, locale = section.native, section.locale
    if native:
        return lambda size: f"{before}{read_out(general(size), native, locale)}{after}"
    return lambda size: f"{before}{general(min(size * factor, _MOST))}{after}"


def _span(tokens: Sequence[Token]) -> tuple[int, int]:
    """Return where the digits begin and where they end."""
    places = [i for i, (kind, _) in enumerate(tokens) if kind in ("digit", "point")]
    return places[0], places[-1] + 1


def scaled(tokens: Sequence[Token]) -> tuple[list[Token], int, bool]:
    """Return the tokens without commas that do something, and what these do.

    That is the power of ten by which a number is shown, and whether its whole part
    is grouped. A percent sign is two up. A comma right after a digit groups if the
    next token is a digit too, before the point, or is three down if it ends the
    whole part or all digits. Elsewhere it is a comma, or nothing between digits.
    """
    shift = 2 * sum(kind == "percent" for kind, _ in tokens)
    out: list[Token] = []
    grouped = pointed = False
    last = max((i for i, (k, _) in enumerate(tokens) if k == "digit"), default=-1)
    index = 0
    while index < len(tokens):
        kind = tokens[index][0]
        if kind != "comma":
            pointed = pointed or kind == "point"
            out.append(tokens[index])
            index += 1
            continue
        end = index
        while end < len(tokens) and tokens[end][0] == "comma":
            end += 1
        after = tokens[end][0] if end < len(tokens) else ""
        if not _is_figure(tokens[:index]):
            out.append(("text", ","))
        elif after == "digit" and not pointed:
            grouped = True
        elif index > last or after == "point":
            shift -= 3 * (end - index)
        index = end
    return out, shift, grouped


def _is_figure(tokens: Sequence[Token]) -> bool:
    """Whether the last of the tokens is a digit or a point, or a figure after one."""
    kind, value = tokens[-1] if tokens else ("", "")
    if kind == "text" and len(value) == 1 and value in "0123456789":
        return any(kind == "digit" for kind, _ in tokens)
    return kind in ("digit", "point")


def vanishing(tokens: Sequence[Token]) -> Callable[[float], bool] | None:
    """Return what tells whether a positive number has no digit left but zeros."""
    kinds = {kind for kind, _ in tokens}
    if "digit" not in kinds or kinds & {"exp", "slash", "general"}:
        return None
    tokens, shift, _ = scaled(tokens)
    point = next((i for i, t in enumerate(tokens) if t[0] == "point"), len(tokens))
    places = sum(kind == "digit" for kind, _ in tokens[point:])
    return lambda size: not "".join(fixed(size, places, shift)).strip("0")


class Plain:
    """The quick way for ``0``, ``#,##0.00``, ``0.0%`` with text around.

    ``show`` takes numbers of any sign, a minus going before everything unless
    nothing but zeros is left (and the format ``drops`` it); ``read`` does the same
    for a number as a file writes it, in one call.
    """

    def __init__(self, texts: tuple[str, str], places: int, shift: int, *,
                 grouped: bool, drops: bool) -> None:  # fmt: skip
        before, after = texts
        point = "." if places else ""
        factor = _NUDGE * 10.0**shift
        most = _EXACT_BELOW / 10**places
        least = 0.5 / 10**places if drops else 0.0
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
            if 0 < scaled < most:
                return make(scaled)
            if -most < scaled < 0:
                sign = "" if scaled > -least else "-"
                return sign + make(-scaled)
            if not number:
                return make(0.0)
            digits = fixed(abs(number), places, shift)
            text = f"{int(digits[0] or '0'):,}" if grouped else digits[0] or "0"
            sign = "-" if number < 0 else ""
            return f"{sign}{before}{text}{point}{digits[1]}{after}"

        def read_grouped(value: str) -> str:
            scaled = float(value) * factor
            if 0 < scaled < most:
                text = format(scaled, spec)
                return f"{before}{text}{after}" if around else text
            return show(float(value))

        def read_plain(value: str) -> str:
            scaled = float(value) * factor
            return template % scaled if 0 < scaled < most else show(float(value))

        self.show = show
        self.read = read_grouped if grouped else read_plain


def _plain(tokens: Sequence[Token], *, drops: bool = False) -> Plain | None:
    tokens, shift, grouped = scaled(tokens)
    start, end = _span(tokens)
    if any(kind == "text" for kind, _ in tokens[start:end]):
        return None
    core = "".join(value for _, value in tokens[start:end])
    whole, point, fraction = core.partition(".")
    if fraction.strip("0") or (point and not fraction) or not whole.endswith("0"):
        return None
    if whole.lstrip("#") != "0":
        return None
    return Plain(
        (literal(tokens[:start]).lstrip(), literal(tokens[end:]).rstrip()),
        len(fraction), shift, grouped=grouped, drops=drops,
    )  # fmt: skip


class Scientific:
    """The quick way for ``0.00E+00``, with ``show`` and ``read`` as ``Plain``."""

    def __init__(self, places: int) -> None:
        template = f"%.{places}E"
        # a negative zero plus zero is zero
        self.show: Show = lambda number: template % (number * _NUDGE + 0.0)
        self.read: Callable[[str], str] = lambda value: (
            template % (float(value) * _NUDGE + 0.0)
        )


def plain_section(
    section: Section, *, drops: bool = False
) -> Plain | Scientific | None:
    """Return the quick way for numbers of any sign, if the section has one."""
    tokens = section.tokens
    kinds = {kind for kind, _ in tokens}
    if "digit" not in kinds or kinds & {"general", "slash"} or section.native:
        return None
    if "exp" not in kinds:
        return _plain(tokens, drops=drops)
    code = "".join(value for _, value in tokens)
    mantissa, _, power = code.partition("+")
    whole, point, fraction = mantissa.partition(".")
    bare = whole == "0" and power == "00" and "text" not in kinds
    if bare and not fraction.strip("0") and bool(point) == bool(fraction):
        return Scientific(len(fraction))
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
    tokens, shift, grouped = scaled(tokens)
    point = next((i for i, t in enumerate(tokens) if t[0] == "point"), len(tokens))
    left, right = tokens[:point], tokens[point:]
    places = sum(kind == "digit" for kind, _ in right)

    bare = not any(kind == "digit" for kind, _ in left)

    def show(size: float) -> str:
        whole, fraction = fixed(size, places, shift)
        before = place_whole(left, whole, grouped=grouped)
        if bare:  # ``.00`` has no place for the whole part, which stands all the same
            before += whole
        return before + place_fraction(right, fraction)

    return show


def place_whole(tokens: Sequence[Token], whole: str, *, grouped: bool = False) -> str:
    """Return the part before the point: digits from the right, then what is left."""
    count = sum(kind == "digit" for kind, _ in tokens)
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
        elif kind in ("text", "percent", "slash"):
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
    mantissa, _, grouped = scaled(tokens[:at])
    power = list(tokens[at + 1 :])
    point = next((i for i, t in enumerate(mantissa) if t[0] == "point"), len(mantissa))
    left, right = mantissa[:point], mantissa[point:]
    period = max(1, sum(kind == "digit" for kind, _ in left))
    places = sum(kind == "digit" for kind, _ in right)
    plus = tokens[at][1] == "+"

    def show(size: float) -> str:
        (whole, fraction), exponent = _normal(size, places, period)
        sign = "-" if exponent < 0 else "+" if plus else ""
        whole = whole if size else "0" * period  # zero fills every place
        text = place_whole(left, whole, grouped=grouped)
        text += place_fraction(right, fraction)
        return f"{text}E{sign}{place_whole(power, str(abs(exponent)))}"

    return show

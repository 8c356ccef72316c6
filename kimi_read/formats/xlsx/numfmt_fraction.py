"""Numbers as vulgar fractions: ``# ?/?``, ``??/100``.

Source: ECMA-376 part 1, 18.8.31 (fractions).
"""

from __future__ import annotations

from kimi_read.formats.xlsx.numfmt_number import fixed, literal, place_whole, scaled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kimi_read.formats.xlsx.numfmt_parse import Token

#: Excel looks for no longer denominators.
_MOST_DIGITS = 7
_FIGURES = frozenset("0123456789")
#: From here on a number has no fraction.
_WHOLE = 1e15
#: A rest that comes of the binary form of a number.
_NOTHING = 5e-8


def fraction_section(tokens: Sequence[Token]) -> Callable[[float], str]:
    """Return a function from a positive number to its text as a fraction.

    The denominator is a number of the code, or the best one of so many digits. A
    whole part is given apart where the code has a place for it; then a fraction of
    nothing is not shown, unless its numerator has a ``0``, and what stands between
    them is shown only with both.
    """
    tokens, _, grouped = scaled(tokens)
    slash = next(i for i, (kind, _) in enumerate(tokens) if kind == "slash")
    over, under = tokens[:slash], tokens[slash + 1 :]
    start, end = _numerator(over)
    top_places, between = over[start:end], literal(over[end:])
    inner = [i for i, (kind, _) in enumerate(over[:start]) if kind == "digit"]
    first, last = (inner[0], inner[-1] + 1) if inner else (start, start)
    mixed = bool(inner)
    before, parts, apart = over[:first], over[first:last], literal(over[last:start])
    shapes = {value for kind, value in parts if kind == "digit"}
    kept = mixed and any(value == "0" for _, value in top_places)
    gap, places, given, after = _denominator(under)
    most = 10 ** min(len(places) or 1, _MOST_DIGITS) - 1

    def show(size: float) -> str:
        whole = int(fixed(size, 9)[0] or "0") if mixed else 0
        rest = max(size - whole, 0.0) if size < _WHOLE else 0.0
        if size >= _WHOLE and not mixed:
            bottom = given or 1
            top = int(size) * bottom
        elif given:
            top, bottom = int(rest * given + 0.5), given
        else:
            top, bottom = nearest(rest, most)
        if mixed and top == bottom:
            whole, top = whole + 1, 0
        hidden = mixed and not top and not kept
        text = literal(before)
        if mixed:
            nothing = not (whole or hidden or (not top and "?" in shapes))
            text += place_whole(parts, "" if nothing else str(whole), grouped=grouped)
            if hidden:
                return text + after
            text += apart if not nothing or "0" in shapes else ""
        over = place_whole(top_places, str(top)).lstrip()
        under = str(given or bottom)
        if not given and places:
            under = place_whole(places, under).lstrip()
        return f"{text}{over}{between}/{gap}{under}{after}"

    return show


def nearest(number: float, most: int) -> tuple[int, int]:
    """Return the last convergent of ``number`` with a denominator up to ``most``.

    Excel takes convergents of the continued fraction, not the very nearest, and in
    floating-point numbers: 0.3 is 2/7 with one digit, where 3/10 is too long.
    """
    p0, q0, p1, q1 = 0, 1, 1, 0
    while True:
        whole = int(number)
        if q0 + whole * q1 > most:
            break
        p0, q0, p1, q1 = p1, q1, p0 + whole * p1, q0 + whole * q1
        number -= whole
        if number < _NOTHING:
            break
        number = 1 / number
    return p1, q1


def _numerator(tokens: Sequence[Token]) -> tuple[int, int]:
    """Return where the last run of digit places begins and ends."""
    end = len(tokens)
    while end and tokens[end - 1][0] != "digit":
        end -= 1
    start = end
    while start and tokens[start - 1][0] == "digit":
        start -= 1
    return start, end


def _denominator(tokens: Sequence[Token]) -> tuple[str, list[Token], int, str]:
    """Return what stands before the denominator, its places, its number, the rest.

    The number is what the code gives, 0 if none.
    """
    start = 0
    while start < len(tokens) and not _is_digit(tokens[start]):
        start += 1
    end = start
    while end < len(tokens) and _is_digit(tokens[end]):
        end += 1
    number = "".join(value for _, value in tokens[start:end]).strip("#?")
    given = int(number[:_MOST_DIGITS]) if number.isdecimal() else 0
    places = [(kind, value) for kind, value in tokens[start:end] if kind == "digit"]
    return literal(tokens[:start]), places, given, literal(tokens[end:])


def _is_digit(token: Token) -> bool:
    kind, value = token
    return kind == "digit" or (kind == "text" and value in _FIGURES)

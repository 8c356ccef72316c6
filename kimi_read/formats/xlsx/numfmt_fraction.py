"""Numbers as vulgar fractions: ``# ?/?``, ``??/100``.

Source: ECMA-376 part 1, 18.8.31 (fractions).
"""

from __future__ import annotations

from kimi_read.formats.xlsx.numfmt_number import fixed, literal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kimi_read.formats.xlsx.numfmt_parse import Token

_MOST_DIGITS = 7


def fraction_section(tokens: Sequence[Token]) -> Callable[[float], str]:
    """Return a function from a positive number to its text as a fraction.

    The denominator is a number of the code, or the best one of so many digits. A
    whole part is given apart where the code has a place for it.
    """
    slash = next(i for i, (kind, _) in enumerate(tokens) if kind == "slash")
    over, under = tokens[:slash], tokens[slash + 1 :]
    groups = _groups(over)
    mixed = len(groups) > 1
    before = literal(over[: groups[0][0]] if groups else over)
    given, after = _denominator(under)
    zero = mixed and any(tokens[i][1] == "0" for i in range(*groups[0]))
    width = sum(kind == "digit" for kind, _ in under) or 1
    most = 10 ** min(width, _MOST_DIGITS) - 1

    def show(size: float) -> str:
        whole = int(fixed(size, 9)[0] or "0") if mixed else 0
        rest = size - whole
        if given:
            top, bottom = int(rest * given + 0.5), given
        else:
            top, bottom = nearest(rest, most)
        if mixed and top == bottom:
            whole, top = whole + 1, 0
        if mixed and not top:
            return f"{before}{whole}{after}"
        text = f"{top}/{bottom}"
        if whole or zero:
            return f"{before}{whole} {text}{after}"
        return f"{before}{text}{after}"

    return show


def nearest(number: float, most: int) -> tuple[int, int]:
    """Return the last convergent of ``number`` with a denominator up to ``most``.

    Excel takes convergents of the continued fraction, not the very nearest.
    """
    top, bottom = number.as_integer_ratio()
    if bottom <= most:
        return top, bottom
    p0, q0, p1, q1 = 0, 1, 1, 0
    n, d = top, bottom
    while d:
        a = n // d
        if q0 + a * q1 > most:
            break
        p0, q0, p1, q1 = p1, q1, p0 + a * p1, q0 + a * q1
        n, d = d, n - a * d
    return p1, q1


def _groups(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """Return the runs of digit place holders that other tokens part."""
    groups: list[tuple[int, int]] = []
    for index, (kind, _) in enumerate(tokens):
        if kind != "digit":
            continue
        if groups and groups[-1][1] == index:
            groups[-1] = (groups[-1][0], index + 1)
        else:
            groups.append((index, index + 1))
    return groups


def _denominator(tokens: Sequence[Token]) -> tuple[int, str]:
    """Return the denominator that the code gives (0 if none), and the text after."""
    number = ""
    end = 0
    for kind, value in tokens:
        if kind == "digit" or (kind == "text" and value.isdigit() and len(value) == 1):
            number += value
            end += 1
        else:
            break
    given = number.strip("#?")
    after = literal(tokens[end:])
    if given.isdigit() and int(given):
        return int(given[:_MOST_DIGITS]), after
    return 0, after

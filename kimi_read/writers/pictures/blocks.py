"""Pictures of half-blocks: two pixels in a cell, for any terminal with colours.

Source: ECMA-48 8.3.117 (SGR), ISO 8613-6 (38;2 and 38;5); xterm's 256 colours.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.writers.pictures.screen import Screen

    Colour = tuple[int, int, int] | None

_SOLID = 128
_STEPS = (0, 95, 135, 175, 215, 255)


def encoded(pixels: bytes, width: int, height: int, screen: Screen) -> Iterator[bytes]:
    """Yield the lines of RGBA ``pixels``; a transparent one shows the ground."""
    code = _true if screen.true_colour else _indexed
    row = width * 4
    for top in range(0, height, 2):
        upper = pixels[top * row : (top + 1) * row]
        lower = pixels[(top + 1) * row : (top + 2) * row]
        yield _line(upper, lower, code).encode()


def _line(upper: bytes, lower: bytes, code: Callable[[int, Colour], str]) -> str:
    out = []
    last = ""
    for at in range(0, len(upper), 4):
        above, below = _pixel(upper, at), _pixel(lower, at)
        if above is None and below is None:
            style, char = "\x1b[0m", " "
        elif above is None:
            style, char = f"\x1b[0;{code(38, below)}m", "▄"
        elif below is None:
            style, char = f"\x1b[0;{code(38, above)}m", "▀"
        else:
            style, char = f"\x1b[{code(38, above)};{code(48, below)}m", "▀"
        out.append(char if style == last else style + char)
        last = style
    return "".join(out) + "\x1b[0m\n"


def _pixel(row: bytes, at: int) -> Colour:
    if at + 3 >= len(row) or row[at + 3] < _SOLID:
        return None
    return row[at], row[at + 1], row[at + 2]


def _true(kind: int, colour: Colour) -> str:
    red, green, blue = colour or (0, 0, 0)
    return f"{kind};2;{red};{green};{blue}"


def _indexed(kind: int, colour: Colour) -> str:
    """Return the nearest of xterm's cube and greys."""
    red, green, blue = colour or (0, 0, 0)
    cube = [
        min(range(6), key=lambda n: abs(_STEPS[n] - tone))
        for tone in (red, green, blue)
    ]
    mean = (red + green + blue) // 3
    shade = max(0, min(23, (mean - 3) // 10))
    grey = 8 + 10 * shade
    far = sum(
        (_STEPS[n] - tone) ** 2
        for n, tone in zip(cube, (red, green, blue), strict=True)
    )
    if sum((grey - tone) ** 2 for tone in (red, green, blue)) < far:
        return f"{kind};5;{232 + shade}"
    return f"{kind};5;{16 + 36 * cube[0] + 6 * cube[1] + cube[2]}"


if TYPE_CHECKING:
    from collections.abc import Callable

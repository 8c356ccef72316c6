"""How things look: two themes of our own, every Pygments style, three depths of colour.

A look is words such as ``bold #2b6cb0``: bold, italic, underline, a colour. It
becomes an SGR sequence in the colours that the terminal has: 24 bits, the 256 of
xterm, or the 16 that each terminal chooses itself. Each colour of our own themes has
a contrast of at least 4.5 on the backgrounds that its theme is for.
Sources: ECMA-48, 8.3.117 (SGR); xterm control sequences (the 256 colours); WCAG 2.2,
1.4.3 (contrast).
"""

from __future__ import annotations

import os

from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

RESET = "\x1b[0m"
AUTO = "auto"
#: What stands for each colour where a terminal has only its own sixteen.
_SIXTEEN = {"bold": "1", "italic": "3", "underline": "4", "dim": "2"}
_TRUE_COLOUR = (
    "xterm-kitty",
    "xterm-ghostty",
    "foot",
    "alacritty",
    "wezterm",
    "contour",
)
_STEPS = (0, 95, 135, 175, 215, 255)


@record(frozen=True, slots=True, kw_only=True)
class Palette:
    """The looks of a theme: those of a document, and those of Pygments' tokens.

    A look may name two, parted by ``/``: the second is for sixteen colours.
    """

    name: str
    document: Mapping[str, str]
    tokens: Mapping[str, str]


def _palette(name: str, colours: Mapping[str, str]) -> Palette:
    """Give each part of a document and each kind of token its colour."""
    c = colours
    document = {
        "muted": c["muted"],
        "heading": f"bold {c['blue'].replace('/', '/bold ')}",
        "bold": "bold",
        "italic": "italic",
        "bold italic": "bold italic",
        "code": c["teal"],
        "link": f"underline {c['blue'].replace('/', '/underline ')}",
        "mark": c["violet"],
        "note": c["amber"],
        "inserted": c["green"],
        "deleted": c["red"],
        "head": "bold",
    }
    tokens = {
        "Comment": f"italic {c['muted'].replace('/', '/italic ')}",
        "Comment.Preproc": c["violet"],
        "Keyword": c["violet"],
        "Keyword.Constant": c["amber"],
        "Keyword.Type": c["teal"],
        "Operator.Word": c["violet"],
        "Name.Builtin": c["teal"],
        "Name.Class": c["amber"],
        "Name.Function": c["blue"],
        "Name.Decorator": c["amber"],
        "Name.Exception": c["red"],
        "Name.Attribute": c["amber"],
        "Name.Tag": c["blue"],
        "Name.Constant": c["amber"],
        "Name.Entity": c["amber"],
        "Name.Label": c["amber"],
        "Literal.String": c["green"],
        "Literal.String.Escape": c["amber"],
        "Literal.String.Interpol": c["amber"],
        "Literal.String.Doc": f"italic {c['green'].replace('/', '/italic ')}",
        "Literal.Number": c["amber"],
        "Literal.Date": c["amber"],
        "Generic.Heading": f"bold {c['blue'].replace('/', '/bold ')}",
        "Generic.Subheading": f"bold {c['violet'].replace('/', '/bold ')}",
        "Generic.Inserted": c["green"],
        "Generic.Deleted": c["red"],
        "Generic.Error": c["red"],
        "Generic.Emph": "italic",
        "Generic.Strong": "bold",
        "Generic.Prompt": c["muted"],
        "Generic.Output": c["muted"],
        "Error": c["red"],
    }
    return Palette(name=name, document=document, tokens=tokens)


DARK = _palette("dark", {
    "muted": "#98a2b0/dim", "blue": "#74b9ff/96", "teal": "#5cc8c2/36",
    "violet": "#d6a2f0/95", "amber": "#e5b567/33", "green": "#a5cd77/32",
    "red": "#ff9289/91",
})  # fmt: skip
LIGHT = _palette("light", {
    "muted": "#5b6470/dim", "blue": "#0b559f/34", "teal": "#00606a/34",
    "violet": "#6a2a8c/35", "amber": "#844a00/31", "green": "#2f6618/34",
    "red": "#ad1023/31",
})  # fmt: skip
#: Our own themes; the last two are for who wants the colours of the terminal.
OWN = {"dark": DARK, "light": LIGHT, "ansi_dark": DARK, "ansi_light": LIGHT}


class Theme:
    """The looks of one answer on one terminal.

    ``look(name)`` and ``token(kind)`` are SGR sequences, or nothing.
    """

    def __init__(self, name: str, depth: int) -> None:
        """Take a theme of our own or a Pygments style, which must exist."""
        self.depth = 16 if name.startswith("ansi_") else depth
        self._palette = OWN.get(name, DARK)
        self._style: Any = None
        if name not in OWN:
            from pygments.styles import get_style_by_name

            self._style = get_style_by_name(name)
            ground = str(self._style.background_color or "#000000")
            self._palette = LIGHT if luminance(rgb(ground)) > MIDDLE else DARK
        self._looks: dict[str, str] = {}
        self._tokens: dict[Any, str] = {}

    def look(self, name: str) -> str:
        """Return the sequence for a part of a document."""
        found = self._looks.get(name)
        if found is None:
            found = self._looks[name] = sgr(self._palette.document[name], self.depth)
        return found

    def token(self, kind: Any) -> str:
        """Return the sequence for a Pygments token type."""
        found = self._tokens.get(kind)
        if found is None:
            found = self._tokens[kind] = self._of_token(kind)
        return found

    def _of_token(self, kind: Any) -> str:
        if self._style is not None:
            return sgr(_described(self._style.style_for_token(kind)), self.depth)
        parts = tuple(kind)
        while parts:
            look = self._palette.tokens.get(".".join(parts))
            if look is not None:
                return sgr(look, self.depth)
            parts = parts[:-1]
        return ""


def names() -> list[str]:
    """Return every name that ``--theme`` takes."""
    from pygments.styles import get_all_styles

    return [AUTO, *OWN, *sorted(get_all_styles())]


def exists(name: str) -> bool:
    """Whether ``--theme`` takes this name."""
    return name in (AUTO, *OWN) or name in names()


def near(name: str) -> str:
    """Return what may have been meant by a name that is no theme's."""
    from kimi_read.suggest import meant

    return meant(name, names()).removeprefix("; ") or f"one of {', '.join(names())}"


def depth(environment: Mapping[str, str]) -> int:
    """Return how many colours the terminal has: 1 << 24, 256 or 16."""
    if environment.get("COLORTERM") in ("truecolor", "24bit"):
        return 1 << 24
    term = environment.get("TERM", "")
    if term.endswith("-direct") or term.startswith(_TRUE_COLOUR):
        return 1 << 24
    if "256" in term or environment.get("TMUX") or os.name == "nt":
        return 256
    return 16


def sgr(look: str, colours: int) -> str:
    """Return the sequence of a look in so many colours; of no look, nothing."""
    full, _, few = look.partition("/")
    codes = []
    for word in (few if few and colours == 16 else full).split():
        if word.startswith("#"):
            codes.append(_colour(rgb(word), colours))
        else:
            codes.append(_SIXTEEN.get(word, word))
    codes = [code for code in codes if code]
    return f"\x1b[{';'.join(codes)}m" if codes else ""


def rgb(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue of ``#rrggbb`` or ``#rgb``."""
    digits = colour.lstrip("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


#: The luminance from which black is the better contrast.
MIDDLE = 0.18


def luminance(colour: tuple[int, int, int]) -> float:
    """Return the relative luminance of a colour, 0 to 1 (WCAG 2.2)."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def nearest(colour: tuple[int, int, int]) -> int:
    """Return the nearest of the 240 fixed colours of xterm's 256."""
    cube = tuple(min(range(6), key=lambda i: abs(_STEPS[i] - v)) for v in colour)
    grey = min(23, max(0, round((sum(colour) / 3 - 8) / 10)))
    candidates = {
        16 + 36 * cube[0] + 6 * cube[1] + cube[2]: [_STEPS[i] for i in cube],
        232 + grey: [8 + 10 * grey] * 3,
    }
    return min(
        candidates,
        key=lambda n: sum(
            (a - b) ** 2 for a, b in zip(colour, candidates[n], strict=True)
        ),
    )


def _colour(colour: tuple[int, int, int], colours: int) -> str:
    if colours > 256:
        return "38;2;{};{};{}".format(*colour)
    if colours == 256:
        return f"38;5;{nearest(colour)}"
    return str(_of_sixteen(colour))


def _of_sixteen(colour: tuple[int, int, int]) -> int:
    """Return the foreground code of the most similar of a terminal's own colours."""
    most = max(colour)
    if most - min(colour) < 40:  # a grey is the terminal's own foreground
        return 39
    bits = sum(1 << n for n, value in enumerate(colour) if value > most * 0.6)
    return (90 if luminance(colour) > 0.35 else 30) + bits


def _described(style: Mapping[str, Any]) -> str:
    """Return a style of Pygments as a look."""
    words = [name for name in ("bold", "italic", "underline") if style.get(name)]
    ansi, colour = style.get("ansicolor"), style.get("color")
    if ansi:
        words.append(str(_ANSI[ansi.removeprefix("ansi")]))
    elif colour:
        words.append(f"#{colour}")
    return " ".join(words)


_ANSI = {
    "black": 30, "red": 31, "green": 32, "yellow": 33, "blue": 34, "magenta": 35,
    "cyan": 36, "gray": 37, "brightblack": 90, "brightred": 91, "brightgreen": 92,
    "brightyellow": 93, "brightblue": 94, "brightmagenta": 95, "brightcyan": 96,
    "white": 97,
}  # fmt: skip

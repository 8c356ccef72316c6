"""LaTeX names of what formulas are built from: accents, functions, fences, styles.

Source: LaTeX2e, amsmath; ECMA-376 part 1, 22.1.2 (the characters that OMML names).
"""

# ruff: noqa: RUF001 - the characters of mathematics
from __future__ import annotations

ACCENTS = {
    "\u0300": "grave", "\u0301": "acute", "\u0302": "hat", "\u0303": "tilde",
    "\u0304": "bar", "\u0305": "overline", "\u0306": "breve", "\u0307": "dot",
    "\u0308": "ddot", "\u030a": "mathring", "\u030c": "check",
    "\u20d0": "overleftarrow", "\u20d1": "overrightarrow", "\u20d6": "overleftarrow",
    "\u20d7": "vec", "\u20db": "dddot", "\u20dc": "ddddot",
    "\u20e1": "overleftrightarrow", "^": "hat", "~": "tilde", "¯": "bar", "ˉ": "bar",
    "→": "vec", "˙": "dot", "¨": "ddot", "ˇ": "check", "˘": "breve", "´": "acute",
    "`": "grave", "‾": "overline", "\u0332": "underline", "\u0333": "underline",
    "\u033f": "overline", "⏞": "overbrace", "⏟": "underbrace",
}  # fmt: skip
FUNCTIONS = frozenset(
    (
        "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "coth", "csc",
        "deg", "det", "dim", "exp", "gcd", "hom", "inf", "ker", "lg", "lim",
        "liminf", "limsup", "ln", "log", "max", "min", "Pr", "sec", "sin", "sinh",
        "sup", "tan", "tanh",
    )
)  # fmt: skip
FENCES = {
    "(": "(", ")": ")", "[": "[", "]": "]", "{": "\\{", "}": "\\}", "|": "|",
    "‖": "\\|", "∥": "\\|", "⟨": "\\langle ", "⟩": "\\rangle ", "〈": "\\langle ",
    "〉": "\\rangle ", "⌈": "\\lceil ", "⌉": "\\rceil ", "⌊": "\\lfloor ",
    "⌋": "\\rfloor ", "<": "\\langle ", ">": "\\rangle ", "/": "/",
    "\\": "\\backslash ", "↑": "\\uparrow ", "↓": "\\downarrow ", "": ".",
    "⟦": "\\llbracket ", "⟧": "\\rrbracket ", "⎰": "\\lmoustache ",
    "⎱": "\\rmoustache ", "\u2329": "\\langle ", "\u232a": "\\rangle ",
}  # fmt: skip
MATRICES = {
    ("(", ")"): "pmatrix", ("[", "]"): "bmatrix", ("{", "}"): "Bmatrix",
    ("|", "|"): "vmatrix", ("‖", "‖"): "Vmatrix",
}  # fmt: skip
ARROWS = {
    "→": "xrightarrow", "←": "xleftarrow", "⇒": "xRightarrow", "⇐": "xLeftarrow",
    "↔": "xleftrightarrow", "⇔": "xLeftrightarrow", "⇌": "xrightleftharpoons",
    "↦": "xmapsto",
}  # fmt: skip
#: Delimiters that look alike.
SAME = {
    "∣": "|", "∥": "‖", "❘": "|", "\u2329": "⟨", "\u232a": "⟩", "\u3008": "⟨",
    "\u3009": "⟩",
}  # fmt: skip
#: Braces and lines that some programs write as limits.
LINES = {
    ("_", "⏟"): "underbrace", ("^", "⏞"): "overbrace", ("_", "\\_"): "underline",
    ("_", "̲"): "underline", ("^", "¯"): "overline", ("^", "‾"): "overline",
    ("^", "\\_"): "overline",
}  # fmt: skip
SCRIPTS = {
    "script": "mathcal", "fraktur": "mathfrak", "double-struck": "mathbb",
    "sans-serif": "mathsf", "monospace": "mathtt",
}  # fmt: skip
STYLES = {"b": "mathbf", "bi": "boldsymbol", "p": "mathrm"}

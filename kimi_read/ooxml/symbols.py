"""Unicode characters of mathematics and their LaTeX names.

Source: Unicode 16 charts U+0370, U+2000 to U+2BFF, U+1D400; LaTeX2e and amsmath.
"""

# ruff: noqa: RUF001 - the letters of mathematics
from __future__ import annotations

import re
import unicodedata

_GREEK = (
    "alpha", "beta", "gamma", "delta", "varepsilon", "zeta", "eta", "theta", "iota",
    "kappa", "lambda", "mu", "nu", "xi", "omicron", "pi", "rho", "varsigma",
    "sigma", "tau", "upsilon", "varphi", "chi", "psi", "omega",
)  # fmt: skip
_CAPITALS = {
    "Γ": "Gamma", "Δ": "Delta", "Θ": "Theta", "Λ": "Lambda", "Ξ": "Xi", "Π": "Pi",
    "Σ": "Sigma", "Υ": "Upsilon", "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega",
}  # fmt: skip
_NAMES = {
    "±": "pm", "∓": "mp", "×": "times", "÷": "div", "⋅": "cdot", "·": "cdot",
    "∗": "ast", "∘": "circ", "∙": "bullet", "⊕": "oplus", "⊖": "ominus",
    "⊗": "otimes", "⊘": "oslash", "⊙": "odot", "†": "dagger", "‡": "ddagger",
    "≤": "leq", "≥": "geq", "≠": "neq", "≈": "approx", "≡": "equiv", "∼": "sim",
    "≃": "simeq", "≅": "cong", "∝": "propto", "≪": "ll", "≫": "gg", "≺": "prec",
    "≻": "succ", "⪯": "preceq", "⪰": "succeq", "≐": "doteq", "≜": "triangleq",
    "≔": "coloneqq", "∣": "mid", "∤": "nmid", "∥": "parallel", "⊥": "perp",
    "⊢": "vdash", "⊨": "models", "⊤": "top", "∈": "in", "∉": "notin", "∋": "ni",
    "⊂": "subset", "⊃": "supset", "⊆": "subseteq", "⊇": "supseteq",
    "⊊": "subsetneq", "⊋": "supsetneq", "∪": "cup", "∩": "cap", "⊎": "uplus",
    "∖": "setminus", "∅": "emptyset", "∀": "forall", "∃": "exists",
    "∄": "nexists", "¬": "neg", "∧": "wedge", "∨": "vee", "⋀": "bigwedge",
    "⋁": "bigvee", "⋂": "bigcap", "⋃": "bigcup", "⨁": "bigoplus",
    "⨂": "bigotimes", "⨀": "bigodot", "⨄": "biguplus", "∑": "sum", "∏": "prod",
    "∐": "coprod", "∫": "int", "∬": "iint", "∭": "iiint", "∮": "oint",
    "∯": "oiint", "∰": "oiiint", "∂": "partial", "∇": "nabla", "∞": "infty",
    "√": "surd", "∠": "angle", "∡": "measuredangle", "△": "triangle",
    "∴": "therefore", "∵": "because", "…": "ldots", "⋯": "cdots", "⋮": "vdots",
    "⋱": "ddots", "ℏ": "hbar", "ℓ": "ell", "℘": "wp", "ℜ": "Re", "ℑ": "Im",
    "ℵ": "aleph", "ℶ": "beth", "←": "leftarrow",
    "→": "rightarrow", "↑": "uparrow", "↓": "downarrow", "↔": "leftrightarrow",
    "↕": "updownarrow", "⇐": "Leftarrow", "⇒": "Rightarrow", "⇑": "Uparrow",
    "⇓": "Downarrow", "⇔": "Leftrightarrow", "↦": "mapsto", "↗": "nearrow",
    "↘": "searrow", "↙": "swarrow", "↖": "nwarrow", "⟵": "longleftarrow",
    "⟶": "longrightarrow", "⟷": "longleftrightarrow", "⟸": "Longleftarrow",
    "⟹": "Longrightarrow", "⟺": "Longleftrightarrow", "↪": "hookrightarrow",
    "↩": "hookleftarrow", "⇀": "rightharpoonup", "⇁": "rightharpoondown",
    "⇌": "rightleftharpoons", "⇋": "leftrightharpoons", "⟨": "langle",
    "⟩": "rangle", "〈": "langle", "〉": "rangle", "⌈": "lceil", "⌉": "rceil",
    "⌊": "lfloor", "⌋": "rfloor", "‖": "Vert", "ϵ": "epsilon", "ϑ": "vartheta",
    "ϕ": "phi", "ϖ": "varpi", "ϱ": "varrho", "ϰ": "varkappa", "⊲": "triangleleft",
    "⊳": "triangleright", "⋆": "star", "★": "bigstar", "□": "square",
    "■": "blacksquare", "◇": "diamond", "♠": "spadesuit", "♡": "heartsuit",
    "♢": "diamondsuit", "♣": "clubsuit", "ð": "eth", "\u2102": "mathbb{C}",
    "\u2115": "mathbb{N}", "\u2119": "mathbb{P}", "\u211a": "mathbb{Q}",
    "\u211d": "mathbb{R}", "\u2124": "mathbb{Z}", "\u210d": "mathbb{H}",
    "\u210b": "mathcal{H}", "\u2110": "mathcal{I}", "\u2112": "mathcal{L}",
    "\u211b": "mathcal{R}", "\u212c": "mathcal{B}", "\u2130": "mathcal{E}",
    "\u2131": "mathcal{F}", "\u2133": "mathcal{M}", "\u210c": "mathfrak{H}",
    "\u212d": "mathfrak{C}", "\u2128": "mathfrak{Z}",
}  # fmt: skip
_PLAIN = {
    "−": "-", "\u2010": "-", "\u2011": "-", "\u2062": "", "\u2061": "", "\u2063": "",
    "\u2064": "", "\u200b": "", "∕": "/", "∶": ":", "\u00a0": "~", "\u2009": "\\,",
    "\u200a": "\\,", "\u2006": "\\,", "\u2005": "\\:", "\u2004": "\\;",
    "\u2002": "\\enspace ", "\u2003": "\\quad ", "′": "'", "″": "''", "‴": "'''",
    "#": "\\#", "$": "\\$", "%": "\\%", "&": "\\&", "_": "\\_", "{": "\\{",
    "}": "\\}", "~": "\\sim ", "^": "\\hat{}", "\\": "\\backslash ", "ℎ": "h",
    "°": "^{\\circ}", "ı": "\\imath ", "ȷ": "\\jmath ",
    "𝚤": "\\imath ", "𝚥": "\\jmath ", "\u2145": "\\mathrm{D}",
    "\u2146": "\\mathrm{d}", "\u2147": "\\mathrm{e}", "\u2148": "\\mathrm{i}",
    "\u2149": "\\mathrm{j}", "\u2329": "\\langle ", "\u232a": "\\rangle ",
}  # fmt: skip

_MAP = {ord(char): f"\\{name} " for char, name in _NAMES.items()}
_MAP |= {ord(char): f"\\{name} " for char, name in _CAPITALS.items()}
_MAP |= {0x3B1 + i: f"\\{name} " for i, name in enumerate(_GREEK) if name != "omicron"}
_MAP |= {ord(char): text for char, text in _PLAIN.items()}
_MAP[0xB5] = "\\mu "

#: Blocks of U+1D400: the first code point after each, and its LaTeX command.
_STYLES = (
    (0x1D434, "mathbf"), (0x1D468, ""), (0x1D49C, "boldsymbol"),
    (0x1D4D0, "mathcal"), (0x1D504, "mathcal"), (0x1D538, "mathfrak"),
    (0x1D56C, "mathbb"), (0x1D5A0, "mathfrak"), (0x1D5D4, "mathsf"),
    (0x1D608, "mathsf"), (0x1D63C, "mathsf"), (0x1D670, "mathsf"),
    (0x1D6A4, "mathtt"), (0x1D6A8, ""), (0x1D6E2, "boldsymbol"), (0x1D71C, ""),
    (0x1D756, "boldsymbol"), (0x1D790, "boldsymbol"), (0x1D7CA, "boldsymbol"),
    (0x1D7CE, ""), (0x1D7D8, "mathbf"), (0x1D7E2, "mathbb"), (0x1D7EC, "mathsf"),
    (0x1D7F6, "mathsf"), (0x1D800, "mathtt"),
)  # fmt: skip
_STYLED = "[\U0001d400-\U0001d7ff]+"


def symbols(text: str) -> str:
    """Return ``text`` with special and mathematical characters as LaTeX.

    Control words end in a blank that the caller may drop where none is needed.
    """
    return re.sub(_STYLED, _styled, text).translate(_MAP) if not text.isascii() else (
        text.translate(_MAP)
    )  # fmt: skip


def _styled(match: re.Match[str]) -> str:
    """Return letters of the mathematical alphabets as plain ones in a command.

    The braces and the backslash come from private characters, so that the later
    translation leaves them alone.
    """
    out: list[str] = []
    last = ""
    for char in match[0]:
        style = next(name for end, name in _STYLES if ord(char) < end)
        if style != last:
            out.append("\ue001" * bool(last))
            out.append(f"\ue002{style}\ue000" if style else "")
            last = style
        out.append(unicodedata.normalize("NFKC", char))
    out.append("\ue001" * bool(last))
    return "".join(out)


_MAP |= {0xE000: "{", 0xE001: "}", 0xE002: "\\"}

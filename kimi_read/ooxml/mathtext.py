"""Pieces of LaTeX put together: bases of scripts, delimiters, names of functions."""

from __future__ import annotations

import re

from kimi_read.ooxml.mathnames import FENCES, FUNCTIONS, MATRICES
from kimi_read.ooxml.symbols import symbols

#: What carries a script without braces.
ATOM = r"(?:\\?[^\W_]|\\[A-Za-z]+ ?|\\[A-Za-z]+\{[^{}]*\}|\d+(?:\.\d+)?|\([^()\\]*\))\Z"
_MATRIX = r"(?s)\\begin\{matrix\}(.*)\\end\{matrix\}\Z"
_TEXT_SPECIAL = r"[#$%&_{}]"


def joined(parts: list[str]) -> str:
    """Join formulas; a control word keeps a blank before a letter."""
    out = ""
    for part in parts:
        if out and part[:1].isalpha() and re.search(r"\\[A-Za-z]+\Z", out):
            out += " "
        out += part
    return out


def stacked(formulas: list[str]) -> str:
    """Return formulas below each other, a single one as it is."""
    if len(formulas) < 2:
        return "".join(formulas)
    lines = " \\\\ ".join(formulas)
    return f"\\begin{{gathered}} {lines} \\end{{gathered}}"


def in_line(formula: str) -> str:
    """Return a formula as a line of text can hold it: its number beside it."""
    equation, tag, number = formula.rpartition(" \\tag{")
    return f"{equation} \\quad ({number[:-1]})" if tag else formula


def carrier(text: str) -> str:
    """Return ``text`` fit to carry a script: an atom or a fence as it is."""
    text = text.strip()
    fenced = text.startswith("\\left") and text.count("\\left") == 1
    if re.match(ATOM, text) or (fenced and re.search(r"\\right\S+\Z", text)):
        return text
    return f"{{{text}}}"


def plain_text(text: str) -> str:
    """Return words as LaTeX sets them upright; signs alone as signs."""
    if not text.strip():
        return "\\ " if text else ""
    if not re.search(r"[^\W\d_]", text) and not text.isascii():
        return symbols(text)
    escaped = re.sub(_TEXT_SPECIAL, lambda m: "\\" + m[0], text)
    return f"\\text{{{escaped}}}"


def grouped(text: str) -> str:
    """Return ``text`` as one group, without braces if it is one thing."""
    return text if re.fullmatch(r"\w+|\\[A-Za-z]+", text) else f"{{{text}}}"


def with_delimiters(inner: str, begin: str, end: str) -> str:
    """Return a matrix, cases or a binomial, which bring their own delimiters."""
    found = re.match(_MATRIX, inner)
    if found and inner.count("\\begin{matrix}") == 1 and (begin, end) in MATRICES:
        name = MATRICES[begin, end]
        return f"\\begin{{{name}}}{found[1]}\\end{{{name}}}"
    if begin == "{" and not end:
        for name in ("aligned", "matrix"):
            head, tail = f"\\begin{{{name}}}", f"\\end{{{name}}}"
            if (
                inner.startswith(head)
                and inner.endswith(tail)
                and inner.count(head) == 1
            ):
                body = inner[len(head) : -len(tail)]
                return f"\\begin{{cases}}{body}\\end{{cases}}"
    atop = "\\genfrac{}{}{0pt}{}"
    if (begin, end) == ("(", ")") and inner.startswith(atop) and inner.count(atop) == 1:
        rest = inner[len(atop) :]
        if _closes(rest):
            return f"\\binom{rest}"
    return ""


def _closes(text: str) -> bool:
    """Whether ``text`` is exactly two groups in braces."""
    level = groups = 0
    for char in re.sub(r"\\.", "", text):
        level += (char == "{") - (char == "}")
        groups += char == "}" and not level
        if not level and char != "}":
            return False
    return groups == 2


def fence(char: str) -> str:
    """Return a delimiter as LaTeX writes it."""
    return FENCES.get(char) or symbols(char)


def function_name(name: str) -> str:
    r"""Return a function's name: ``\sin``, or ``\operatorname{name}``."""
    match = re.match(r"(?:\\(?:mathrm|text)\{([^{}]+)\}|([A-Za-z]{2,}))", name)
    if not match:
        return name
    word = (match[1] or match[2]).strip()
    rest = name[match.end() :]
    if word in FUNCTIONS:
        return f"\\{word}{rest}" if not rest[:1].isalpha() else f"\\{word} {rest}"
    return f"\\operatorname{{{word}}}{rest}"

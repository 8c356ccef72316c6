r"""Office mathematics (OMML) to LaTeX.

Fractions, roots, scripts, n-ary operators with their limits, delimiters, matrices,
equation arrays, accents, bars, braces, boxes, functions and phantoms. What is
unknown gives its content, never nothing.
Source: ECMA-376 part 1, 22.1 (math).
"""

from __future__ import annotations

import re

from kimi_read.ooxml.mathnames import (
    ACCENTS,
    ARROWS,
    FENCES,
    FUNCTIONS,
    LINES,
    SAME,
    SCRIPTS,
    STYLES,
)
from kimi_read.ooxml.mathtext import (
    ATOM,
    carrier,
    fence,
    function_name,
    grouped,
    joined,
    plain_text,
    stacked,
    with_delimiters,
)
from kimi_read.ooxml.parts import local
from kimi_read.ooxml.symbols import symbols

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from xml.etree.ElementTree import Element

#: Formulas nested deeper than this are shown as their text.
DEPTH = 60

_LINE = r" \\ "
_TALL = r"\\(?:d?frac|sum|prod|i*int|oint|begin|left|big|over|under|sqrt|binom)"
_SPACED = r"(\\[A-Za-z]+) +(?![A-Za-z])"
_WORDS = r"[^\W\d_]{2,} +[^\W\d_]{2,}"
_BLANKS = {"br": " ", "cr": " ", "tab": " "}
_TEXTS = frozenset((*_BLANKS, "t", "delText"))
_INVISIBLE = str.maketrans("", "", "\u2061\u2062\u2063\u2064\u200b")


def latex(element: Element) -> str:
    """Return ``m:oMath`` (or anything inside one) as LaTeX without dollar signs.

    The formulas of ``m:oMathPara`` stand below each other.
    """
    if local(element.tag) == "oMathPara":
        parts = [latex(e) for e in element if local(e.tag) == "oMath"]
        return stacked([part for part in parts if part])
    text = _inside(element, 0)
    text = re.sub(_SPACED, r"\1 ", text)
    return " ".join(re.sub(r"(\\[A-Za-z]+|\}) (?=[}^_),;\]])", r"\1", text).split())


def _inside(element: Element | None, depth: int) -> str:
    """Return what the children of ``element`` give."""
    if element is None:
        return ""
    if depth > DEPTH:
        return symbols("".join(element.itertext()))
    parts = []
    for child in element:
        make = _MAKERS.get(local(child.tag))
        if make is not None:
            parts.append(make(child, depth + 1))
        elif not local(child.tag).endswith("Pr"):
            parts.append(_inside(child, depth + 1))
    return joined(parts)


def _get(element: Element, name: str) -> Element | None:
    return next((e for e in element if local(e.tag) == name), None)


def _part(element: Element, name: str, depth: int) -> str:
    return _inside(_get(element, name), depth).strip()


def _value(element: Element, holder: str, name: str) -> str | None:
    """Return the ``m:val`` of a property, ``""`` if it has none, None if absent."""
    properties = _get(element, holder)
    found = _get(properties, name) if properties is not None else None
    if found is None:
        return None
    return next((v for k, v in found.items() if local(k) == "val" or k == "val"), "")


def _on(element: Element, holder: str, name: str) -> bool:
    value = _value(element, holder, name)
    return value is not None and value.lower() not in ("0", "off", "false")


def _run(run: Element, depth: int) -> str:
    text = "".join([_BLANKS.get(local(e.tag)) or e.text or "" for e in run
                    if local(e.tag) in _TEXTS])  # fmt: skip
    text = text.translate(_INVISIBLE)
    if _on(run, "rPr", "nor") or re.search(_WORDS, text):
        return plain_text(text)
    script = SCRIPTS.get(_value(run, "rPr", "scr") or "")
    style = _value(run, "rPr", "sty") or ""
    if not script and style == "p" and text.strip() in FUNCTIONS:
        return f"\\{text.strip()} "
    out = symbols(text)
    if not any(char.isalnum() for char in text):
        return out
    if style == "p" and sum(char.isalpha() for char in text) < 2:
        style = ""  # a lone upright letter or a number says nothing
    command = script or STYLES.get(style, "")
    return f"\\{command}{{{out.strip()}}}" if command else out


def _fraction(element: Element, depth: int) -> str:
    above, below = _part(element, "num", depth), _part(element, "den", depth)
    kind = _value(element, "fPr", "type")
    if kind == "lin":
        return f"{grouped(above)}/{grouped(below)}"
    if kind == "skw":
        return f"{{}}^{{{above}}}/_{{{below}}}"
    if kind == "noBar":
        return f"\\genfrac{{}}{{}}{{0pt}}{{}}{{{above}}}{{{below}}}"
    return f"\\frac{{{above}}}{{{below}}}"


def _radical(element: Element, depth: int) -> str:
    degree = _part(element, "deg", depth)
    inner = _part(element, "e", depth)
    if degree and not _on(element, "radPr", "degHide"):
        return f"\\sqrt[{degree}]{{{inner}}}"
    return f"\\sqrt{{{inner}}}"


def _scripts(element: Element, depth: int) -> str:
    base = carrier(_part(element, "e", depth))
    if base.startswith("{\\frac") and _lone(element, "f"):
        base = f"\\left({base[1:-1]}\\right)"  # a bare fraction would take the script
    below, above = _get(element, "sub"), _get(element, "sup")
    out = base
    for mark, script in (("_", below), ("^", above)):
        text = _inside(script, depth).strip()
        if text:
            out = f"{out.rstrip()}{mark}{{{text}}}"
    return out


def _lone(element: Element, name: str) -> bool:
    """Whether the base of scripts is one thing of that name and nothing else."""
    base = _get(element, "e")
    inner = (
        [c for c in base if not local(c.tag).endswith("Pr")] if base is not None else []
    )
    return len(inner) == 1 and local(inner[0].tag) == name


def _before(element: Element, depth: int) -> str:
    below, above = _part(element, "sub", depth), _part(element, "sup", depth)
    scripts = (f"_{{{below}}}" if below else "") + (f"^{{{above}}}" if above else "")
    return f"{{}}{scripts}{_part(element, 'e', depth)}" if scripts else (
        _part(element, "e", depth)
    )  # fmt: skip


def _nary(element: Element, depth: int) -> str:
    char = _value(element, "naryPr", "chr")
    operator = "\\int" if char is None else symbols(char).strip() or "\\int"
    if not operator.startswith("\\"):
        operator = f"\\mathop{{{operator}}}"
    place = _value(element, "naryPr", "limLoc")
    integral = "int" in operator
    limits = ""
    for mark, name in (("_", "sub"), ("^", "sup")):
        limit = _part(element, name, depth)
        if limit and not _on(element, "naryPr", f"{name}Hide"):
            limits += f"{mark}{{{limit}}}"
    if limits and integral and place == "undOvr":
        operator += "\\limits"
    elif limits and not integral and place == "subSup":
        operator += "\\nolimits"
    operator += limits
    return f"{operator} {_part(element, 'e', depth)}"


def _delimited(element: Element, depth: int) -> str:
    begin = _value(element, "dPr", "begChr")
    end = _value(element, "dPr", "endChr")
    begin, end = "(" if begin is None else begin, ")" if end is None else end
    begin, end = SAME.get(begin, begin), SAME.get(end, end)
    middle = _value(element, "dPr", "sepChr")
    middle = "|" if middle is None else middle
    parts = [_inside(e, depth).strip() for e in element if local(e.tag) == "e"]
    if len(parts) == 1:
        special = with_delimiters(parts[0], begin, end)
        if special:
            return special
    left, right = fence(begin), fence(end)
    if not begin and not end:
        return fence(middle).join(parts)
    if begin and end and not any(re.search(_TALL, part) for part in parts):
        return left + (symbols(middle)).join(parts) + right
    between = f" \\middle{fence(middle)} " if middle in FENCES else symbols(middle)
    return (
        f"\\left{left} ".replace("  ", " ") + between.join(parts) + f" \\right{right}"
    )


def _matrix(element: Element, depth: int) -> str:
    rows = [
        " & ".join(_inside(e, depth).strip() for e in row if local(e.tag) == "e")
        for row in element
        if local(row.tag) == "mr"
    ]
    return "\\begin{matrix} " + _LINE.join(rows) + " \\end{matrix}"


def _array(element: Element, depth: int) -> str:
    """Return an equation array; ``&`` in its text marks where lines align.

    A single line with ``#`` is an equation and its number, set far apart.
    """
    rows = [
        _inside(e, depth).strip().replace("\\&", "&")
        for e in element
        if local(e.tag) == "e"
    ]
    if _on(element, "eqArrPr", "maxDist"):
        if len(rows) == 1 and "\\#" in rows[0]:
            equation, _, number = rows[0].rpartition("\\#")
            bare = number[1:-1] if number[:1] + number[-1:] == "()" else number
            return f"{equation.strip()} \\tag{{{bare.strip()}}}"
        rows = [row.replace("\\#", " \\qquad ") for row in rows]
    return "\\begin{aligned} " + _LINE.join(rows) + " \\end{aligned}"


def _accent(element: Element, depth: int) -> str:
    char = _value(element, "accPr", "chr")
    inner = _part(element, "e", depth)
    name = ACCENTS.get("\u0302" if char is None else char)
    if not name:
        return (
            f"\\overset{{{symbols(char or '').strip()}}}{{{inner}}}" if char else inner
        )
    if not re.match(ATOM, inner):
        wide = {"hat": "widehat", "tilde": "widetilde", "bar": "overline",
                "vec": "overrightarrow"}  # fmt: skip
        name = wide.get(name, name)
    return f"\\{name}{{{inner}}}"


def _bar(element: Element, depth: int) -> str:
    name = "overline" if _value(element, "barPr", "pos") == "top" else "underline"
    return f"\\{name}{{{_part(element, 'e', depth)}}}"


def _group(element: Element, depth: int) -> str:
    char = _value(element, "groupChrPr", "chr")
    top = _value(element, "groupChrPr", "pos") == "top"
    inner = _part(element, "e", depth)
    if char is None or char in ("⏟", "⏞", "︸", "︷"):
        return f"\\{'overbrace' if top else 'underbrace'}{{{inner}}}"
    if char in ARROWS:
        # the arrow stands where ``pos`` says, so its label is on the other side
        return (
            f"\\{ARROWS[char]}[{inner}]{{}}" if top else f"\\{ARROWS[char]}{{{inner}}}"
        )
    mark = symbols(char).strip()
    return (
        f"\\{'overset' if top else 'underset'}{{{mark}}}{{{inner}}}" if mark else inner
    )


def _boxed(element: Element, depth: int) -> str:
    inner = _part(element, "e", depth)
    hidden = all(
        _on(element, "borderBoxPr", f"hide{side}")
        for side in ("Top", "Bot", "Left", "Right")
    )
    strikes = [
        name
        for flag, name in (
            ("strikeBLTR", "cancel"), ("strikeTLBR", "bcancel"), ("strikeH", "cancel"),
        )
        if _on(element, "borderBoxPr", flag)
    ]  # fmt: skip
    if "cancel" in strikes and "bcancel" in strikes:
        inner = f"\\xcancel{{{inner}}}"
    elif strikes:
        inner = f"\\{strikes[0]}{{{inner}}}"
    return inner if hidden else f"\\boxed{{{inner}}}"


def _function(element: Element, depth: int) -> str:
    name = function_name(_part(element, "fName", depth))
    inner = _part(element, "e", depth)
    blank = "" if inner.startswith(("(", "\\left")) or not inner else " "
    return f"{name.rstrip()}{blank}{inner}"


def _limit(mark: str, command: str) -> Callable[[Element, int], str]:
    def make(element: Element, depth: int) -> str:
        base = function_name(_part(element, "e", depth)).strip()
        limit = _part(element, "lim", depth)
        taking = re.fullmatch(
            r"(?s)\\(?:lim|max|min|sup|inf|limsup|liminf|det|gcd|Pr|sum|prod|coprod"
            r"|big[a-z]+|(?:under|over)brace\{.*\})(?:[_^]\{.*\})?",
            base,
        )
        line = LINES.get((mark, limit)) or (mark == "^" and ACCENTS.get(limit))
        if line:
            return f"\\{line}{{{base}}}"
        if not limit:
            return base
        if taking:
            return f"{base}{mark}{{{limit}}}"
        if base.startswith("\\operatorname{"):
            starred = base.replace("\\operatorname", "\\operatorname*", 1)
            return f"{starred}{mark}{{{limit}}}"
        return f"\\{command}{{{limit}}}{{{base}}}"

    return make


def _phantom(element: Element, depth: int) -> str:
    inner = _part(element, "e", depth)
    shown = _value(element, "phantPr", "show")
    if shown is not None and not _on(element, "phantPr", "show"):
        return f"\\phantom{{{inner}}}"
    return inner


def _nothing(_element: Element, _depth: int) -> str:
    return ""


_MAKERS: dict[str, Callable[[Element, int], str]] = {
    "r": _run, "f": _fraction, "rad": _radical, "sSup": _scripts, "sSub": _scripts,
    "sSubSup": _scripts, "sPre": _before, "nary": _nary, "d": _delimited,
    "m": _matrix, "eqArr": _array, "acc": _accent, "bar": _bar, "groupChr": _group,
    "borderBox": _boxed, "func": _function, "limLow": _limit("_", "underset"),
    "limUpp": _limit("^", "overset"), "phant": _phantom, "del": _nothing,
    "moveFrom": _nothing, "sPr": _nothing,
}  # fmt: skip

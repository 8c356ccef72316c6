"""Markdown inside a line: escape, emphasis, code, links, images.

Source: CommonMark 0.31, 2.4 (backslash escapes), 6 (inlines); GFM 0.29, 6.5
(strikethrough). What can open a construct is escaped and nothing else, so that
prose reads as it was written.
"""

from __future__ import annotations

import re

_PUNCTUATION = r"!-/:-@\[-`{-~"
#: Compiled when the first text asks for it, as many runs have none.
_SPECIAL = rf"""(?x)
    \\(?=[{_PUNCTUATION}])              # a backslash that would escape
    | `                                 # code
    | \*(?!\s) | (?<=\S)\*              # emphasis, unless it stands alone
    | (?<![^\W_])_ | _(?![^\W_])        # emphasis, but not inside a word
    | ~(?=~|\S(?:[^~\n]*\S)?~)          # strikethrough
    | \[(?=[^\]\n]*\][(\[:]) | \[(?=\^) # links, references, footnotes
    | \[(?=[ xX]\]\s)                   # task boxes
    | <(?=[A-Za-z/!?])                  # tags, comments, autolinks
    | &(?=\#?\w+;)                      # entities
    | \$(?=\S[^$\n]*\$)                 # mathematics
    | \[(?=hidden(?::\ |\ row\]))        # what looks like our marks of hidden text
    | \{{(?=\+\+|--|>>)                  # and of changes
    """
#: What any of these begins with, for a class of characters.
SUSPECTS = r"\\`*_~\[<&${"
_SUSPECT = re.compile(f"[{SUSPECTS}]")
_SCRIPTS = ("javascript:", "vbscript:", "data:")
_EDGES = r"(?s)(\s*)(.*?)(\s*)\Z"


def escape(text: str) -> str:
    """Return ``text`` so that Markdown shows it as it is."""
    if _SUSPECT.search(text) is None:  # most text: ten times faster than looking on
        return text
    return re.sub(_SPECIAL, lambda match: "\\" + match[0], text)


def bold(text: str) -> str:
    """Mark already escaped ``text`` as strong; blanks stay outside the marks."""
    return _wrap(text, "**", "**")


def italic(text: str) -> str:
    """Mark already escaped ``text`` as emphasis."""
    return _wrap(text, "*", "*")


def superscript(text: str) -> str:
    """Raise already escaped ``text``; Markdown has no mark of its own for it."""
    return _wrap(text, "<sup>", "</sup>")


def subscript(text: str) -> str:
    """Lower already escaped ``text``."""
    return _wrap(text, "<sub>", "</sub>")


def code(text: str) -> str:
    """Return raw ``text`` as a code span, with a fence that it does not hold."""
    if not text.strip():
        return text
    runs = {len(run) for run in re.findall("`+", text)}
    fence = "`" * next(n for n in range(1, len(runs) + 2) if n not in runs)
    pad = " " if text[0] == "`" or text[-1] == "`" else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def link(text: str, target: str, title: str = "") -> str:
    """Return a link from already escaped ``text`` to the raw ``target``."""
    head, middle, end = _edges(text)
    if not middle:
        return text
    if ("[" in middle or "]" in middle) and not balanced(middle):
        middle = bracketed(middle)
    return f"{head}[{closed(middle)}]({_target(target, title)}){end}"


def is_script(target: str) -> bool:
    """Whether a link would run a script, or bring its page with it."""
    return "".join(target.split()).lower().startswith(_SCRIPTS)


def image(alt: str, target: str, title: str = "") -> str:
    """Return an image reference; ``alt`` is raw text, made one line."""
    words = re.sub(r"([][])", r"\\\1", " ".join(alt.split()))
    return f"![{words}]({_target(target, title)})"


def hidden(text: str) -> str:
    """Mark already escaped ``text`` as what nobody sees; it cannot end the mark."""
    inside = text if balanced(text) else bracketed(text)
    return _wrap(closed(inside), "[hidden: ", "]")


def changed(text: str, change: str) -> str:
    """Mark already escaped ``text`` in CriticMarkup; it cannot end the mark.

    ``change`` is its sign, ``+`` or ``-``, then in raw text who made it and when.
    """
    sign, who = change[0], escape(change[1:]).replace("<<}", "<\\<}")
    text = text.replace(f"{sign * 2}}}", f"{sign}\\{sign}}}")
    note = f"{{>>{who}<<}}" if who else ""
    return f"{{{sign * 2}{text}{sign * 2}}}{note}"


def balanced(text: str) -> bool:
    """Whether brackets close in order, so that a text in brackets may hold them."""
    level = 0
    for bracket in re.findall(r"\\.|[][]", text):
        level += (bracket == "[") - (bracket == "]")
        if level < 0:
            return False
    return level == 0


def bracketed(text: str) -> str:
    """Return already escaped ``text`` with each bracket escaped as well."""
    return re.sub(r"\\.|[][]", lambda m: m[0] if len(m[0]) == 2 else f"\\{m[0]}", text)


def closed(text: str) -> str:
    """Double a last backslash of escaped ``text``: it would escape a mark behind it."""
    bare = text.rstrip()
    if (len(bare) - len(bare.rstrip("\\"))) % 2:
        return f"{bare}\\{text[len(bare) :]}"
    return text


def math(text: str) -> str:
    """Return LaTeX as an inline formula."""
    return f"${text.strip()}$" if text.strip() else ""


def _wrap(text: str, before: str, after: str) -> str:
    head, middle, end = _edges(text)
    return f"{head}{before}{middle}{after}{end}" if middle else text


def _edges(text: str) -> tuple[str, str, str]:
    match = re.match(_EDGES, text)
    return (match[1], match[2], match[3]) if match else ("", text, "")


def _target(target: str, title: str) -> str:
    target = re.sub(r"[\x00-\x20\x7f<>\\]", lambda m: f"%{ord(m[0]):02X}", target)
    if target.count("(") != target.count(")") or not target:
        target = f"<{target}>"
    if not title:
        return target
    words = " ".join(title.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'{target} "{words}"'

"""Fields: which text is their code and which their result.

Source: ECMA-376 part 1, 17.16 (fields), 17.16.18 (complex fields).
"""

from __future__ import annotations

import re

from kimi_read.formats.docx.names import VAL, W, number, on
from kimi_read.ooxml.fonts import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_GUIDE = r"\\o\s*\\a[cdlr]\s*\(\s*\\s\s*\\up\s*\d*\s*\(([^()]*)\)\s*[,;]([^()]*)\)"
#: Phonetic guides, fractions and roots of EQ fields, and how they read in a line.
_SHAPES = (
    (_GUIDE, r"\2(\1)"),
    (r"\\f\s*\(([^(),;]*)[,;]([^(),;]*)\)", r"\1/\2"),
    (r"\\r\s*\(([^(),;]*)[,;]([^(),;]*)\)", r"√\2"),
)
#: A field whose code does not end within so many paragraphs is damaged.
MAX_PARAGRAPHS = 100
#: Fields inside fields beyond this number are as damaged.
MAX_NESTED = 40
_ARGUMENT = r'"((?:[^"\\]|\\.)*)"|(\S+)'
#: Fields that leave nothing in the text, or whose result Word makes when it prints.
_SILENT = frozenset(
    (
        "XE", "TC", "TA", "RD", "SET", "ASK", "PRIVATE", "ADVANCE", "NEXT", "NEXTIF",
        "SKIPIF", "BIDIOUTLINE", "TOC", "INDEX", "TOA", "PAGE", "NUMPAGES", "PRINT",
        "SECTIONPAGES", "PAGEREF", "NOTEREF", "REF", "SEQ", "ADDIN", "SECTION",
        "CITATION", "BIBLIOGRAPHY", "FORMTEXT",
    )
)  # fmt: skip


class Field:
    """One field that is open: its code so far, then what its code means.

    ``start`` is where in which text its result began.
    """

    def __init__(self, begin: Element | None = None) -> None:
        self.code: list[str] = []
        self.in_code = True
        self.link = ""
        self.kind = ""
        self.start: tuple[object, tuple[int, int]] | None = None
        self.paragraphs = 0
        self.form = begin.find(W + "ffData") if begin is not None else None

    def separate(self) -> None:
        """Read the code; what follows is the result."""
        self.in_code = False
        words = arguments("".join(self.code))
        self.kind = words[0].upper() if words else ""
        if self.kind == "HYPERLINK":
            self.link = target(words)

    def stored(self) -> tuple[str, bool]:
        """Return what a field without a stored result shows, and whether that is all.

        The text is raw; check boxes come as ``[x]`` and ``[ ]``.
        """
        words = arguments("".join(self.code))
        kind = words[0].upper() if words else ""
        self.kind = kind
        if self.form is not None:
            box = self.form.find(W + "checkBox")
            if box is not None:
                return ("[x]" if _checked(box) else "[ ]"), True
            choice = self.form.find(W + "ddList")
            if choice is not None:
                return _chosen(choice), True
        if kind == "HYPERLINK":
            self.link = target(words)
            return self.link, True
        if kind in ("MACROBUTTON", "GOTOBUTTON"):
            return " ".join(words[2:]), True
        if kind == "EQ":
            return _equation("".join(self.code).strip()[2:]), True
        if kind == "SYMBOL":
            return _symbol(words), True
        return "", not kind or kind in _SILENT


def arguments(code: str) -> list[str]:
    """Return the words of a field code, quotes removed."""
    return [
        re.sub(r"\\(.)", r"\1", found[1]) if found[1] is not None else found[2]
        for found in re.finditer(_ARGUMENT, code.replace("“", '"').replace("”", '"'))
    ]


def target(words: list[str]) -> str:
    r"""Return the URL of a HYPERLINK; a place in this document (``\l``) is none."""
    url, anchor = "", ""
    at = 1
    while at < len(words):
        word = words[at]
        if word.lower() == "\\l":
            at += 1
            anchor = words[at] if at < len(words) else ""
        elif word.lower() in ("\\o", "\\t"):
            at += 1
        elif not word.startswith("\\") and not url:
            url = word
        at += 1
    return f"{url}#{anchor}" if url and anchor else url


def _equation(code: str) -> str:
    r"""Return an EQ field in a line: ``\f(a,b)`` is a/b, ``\r(2,x)`` a root.

    Characters set upon each other, as phonetic guides are, follow each other
    (17.16.5.17).
    """
    text = re.sub(r'\\\*\s*(?:"[^"]*"|\S+)', "", code)
    for pattern, made in _SHAPES:
        text = re.sub(pattern, made, text)
    for _ in range(20):
        shorter = re.sub(r"(?:\\[a-z]+\s*\d*\s*)+\(([^()]*)\)", _joined, text)
        if shorter == text:
            break
        text = shorter
    return " ".join(text.split())


def _joined(match: re.Match[str]) -> str:
    return re.sub(r"[,;]", "", match[1])


def _symbol(words: list[str]) -> str:
    r"""Return the character of ``SYMBOL 252 \f Wingdings`` (17.16.5.61)."""
    code = words[1] if len(words) > 1 else ""
    hexadecimal = re.fullmatch(r"0[xX]([0-9A-Fa-f]{1,6})", code)
    value = int(hexadecimal[1], 16) if hexadecimal else number(code)
    lower = [word.lower() for word in words]
    at = lower.index("\\f") + 1 if "\\f" in lower else len(words)
    font = words[at] if at < len(words) else ""
    return shown(chr(value), font) if 31 < value < 0x10000 else ""


def _checked(box: Element) -> bool:
    """Whether a legacy check box is ticked (17.16.7)."""
    state = box.find(W + "checked")
    if state is None:
        state = box.find(W + "default")
        return state is not None and on(state.get(VAL))
    return on(state.get(VAL))


def _chosen(choice: Element) -> str:
    entries = [entry.get(VAL) or "" for entry in choice.iter(W + "listEntry")]
    result = choice.find(W + "result")
    at = number(result.get(VAL)) if result is not None else 0
    return entries[at] if 0 <= at < len(entries) else ""

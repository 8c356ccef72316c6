"""OpenFormula expressions and addresses in Excel's notation.

Source: OpenDocument 1.3 part 4, 5.5 (operators), 5.8 (references), 5.13 (arrays).
"""

from __future__ import annotations

import re

from kimi_read.formats.xlsx.a1 import area

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.xlsx.a1 import Area

_PART = re.compile(
    r"""("(?:[^"]|"")*")|\[((?:'(?:[^']|'')*'|[^\]'])*)\]"""
    r"""|([{}]|#(?:REF!|NAME\?|VALUE!|DIV/0!|NUM!|N/A|NULL!))|([;|~!])"""
    r"|\b(?:COM\.MICROSOFT|ORG\.OPENOFFICE|ORG\.LIBREOFFICE|LEGACY)\."
    r"|\$\$(?=\w)"
)
_INLINE = {";": ",", "|": ";", "~": ",", "!": " "}
#: Sheet, which may lie in another document, and the rest of an address.
_SHEET = re.compile(r"(?:'((?:[^']|'')*)'#)?\$?('(?:[^']|'')*'|[^'.]*)\.")
_MOST = 65_536
_PREFIXES = ("of", "oooc", "msoxl")


def formula(text: str) -> str:
    """Return an expression as Excel would have it, without its prefix and ``=``."""
    prefix, colon, rest = text.partition(":")
    if colon and prefix.isalnum() and (rest.startswith("=") or prefix in _PREFIXES):
        text = rest
    text = text.removeprefix("=")
    return _PART.sub(_part, text) if len(text) <= _MOST else text


def _part(match: re.Match[str]) -> str:
    if match[1] is not None:
        return match[1]
    if match[2] is not None:
        return reference(match[2])
    return match[3] or _INLINE.get(match[4] or "", "")


def reference(text: str) -> str:
    """Return an address, ``$Costs.$A$1:.$B$2``, as ``Costs!$A$1:$B$2``."""
    found = _SHEET.match(text)
    if not found:
        return text
    document, sheet, rest = found[1], found[2], text[found.end() :]
    first, colon, second = rest.partition(":")
    end = _SHEET.match(second)
    if end:
        second, other = second[end.end() :], end[2]
        if other and other != sheet:
            sheet += f":{other}"
    if document:
        file = document.rpartition("/")[2]
        sheet = f"'[{file}]{sheet.strip(chr(39))}'"
    return f"{sheet}!{first}{colon}{second}" if sheet else f"{first}{colon}{second}"


def ranged(text: str) -> tuple[str, Area | None]:
    """Return sheet and cells of an address such as ``$'Costs'.$B$2:.$B$4``."""
    name, _, cells = reference(text.strip()).rpartition("!")
    if name[:1] == "'":
        name = name[1:-1].replace("''", "'")
    return name, area(cells) if name else None

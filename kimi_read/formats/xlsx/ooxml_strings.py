"""The shared strings of a workbook, read as far as they are needed.

They lie in one growing block of UTF-8 with the places of their ends, which takes a
fraction of what separate objects would; a string is decoded when a cell shows it.
Source: ECMA-376 part 1, 18.4 (shared strings), 18.4.6 (phonetic runs), 22.9.2.19
(the escape ``_xHHHH_``).
"""

from __future__ import annotations

import re
from array import array
from itertools import accumulate

from kimi_read.errors import Malformed
from kimi_read.formats.xlsx.veil import END, of_run
from kimi_read.inline import SUSPECTS, escape
from kimi_read.ooxml.parts import Growing, local

TYPE_CHECKING = False
if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from kimi_read.guard.zip import Package

_ESCAPED = r"_x([0-9A-Fa-f]{4})_"
_SURROGATE = "[\ud800-\udfff]"
_STAR = r"(?<!\\)\*"
_KEPT_CHARS = 1 << 20
_END = END.encode()
_SPECIAL = re.compile(rf"[{SUSPECTS}\x00-\x1f]")


class Strings:
    """Shared strings by number, as inline Markdown.

    ``fault`` says why reading them ended early.
    """

    def __init__(self, package: Package, part: str) -> None:
        self._growing: Growing | None = None
        self.fault = ""
        try:
            if part and part in package:
                self._growing = Growing(package, part)
        except Malformed as error:
            self.fault = error.reason
        self._block = bytearray()
        self._ends = array("I", [0])
        #: Whether a part of some text may not be seen (``veil.runs``).
        self.veiled = False
        self._cache: dict[int, str] = {}
        self._kept = 0

    def get(self, index: int) -> str | None:
        """Return a string, None if there is none of that number."""
        text = self._cache.get(index)
        if text is not None:
            return text
        ends = self._ends
        while index >= len(ends) - 1:
            if not self._more():
                return None
        if index < 0:
            return None
        raw = self._block[ends[index] : ends[index + 1]].decode(
            "utf-8", "surrogatepass"
        )
        text = markdown(raw)
        self._kept += len(text)
        if self._kept > _KEPT_CHARS:  # cells that show one string share one object
            self._cache.clear()
            self._kept = len(text)
        self._cache[index] = text
        return text

    def _more(self) -> bool:
        """Read another chunk of the part; False at its end."""
        growing = self._growing
        if growing is None:
            return False
        more = growing.feed()
        root = growing.root
        if root is not None:
            ready = max(0, len(root) if not more else len(root) - 1)
            raw = [
                rich_text(item, END).encode("utf-8", "surrogatepass")
                for item in root[:ready]
            ]
            del root[:ready]
            start = len(self._block)
            joined = b"".join(raw)
            self.veiled = self.veiled or _END in joined
            self._block += joined
            self._ends.pop()  # the first of the following is the same
            self._ends.extend(accumulate(map(len, raw), initial=start))
        if not more:
            self.fault = growing.fault
            self._growing = None
        return True


def rich_text(item: Element, end: str = "") -> str:
    """Return the text of ``si`` or ``is``: all runs, without phonetic ones.

    With an ``end`` the runs that may not be seen are put between marks
    (``veil.of_run``), of which that is the last.
    """
    if len(item) == 1 and item[0].tag.endswith("}t"):
        text = item[0].text or ""
        return unescaped(text) if "_x" in text else text
    parts = []
    for child in item:
        name = local(child.tag)
        if name == "t":
            parts.append(child.text or "")
        elif name == "r":
            text = "".join(t.text or "" for t in child if local(t.tag) == "t")
            start = _veil(child) if end else ""
            parts.append(start + text + end if start and text else text)
    return unescaped("".join(parts))


def _veil(run: Element) -> str:
    """Return how a run begins that may not be seen; nothing for others."""
    found = {
        of_run(local(one.tag), one.attrib)
        for properties in run if local(properties.tag) == "rPr" for one in properties
    }  # fmt: skip
    return max(found, default="")


def unescaped(text: str) -> str:
    """Decode ``_x0009_``; ``_x005F_`` stands for an underscore."""
    if "_x" not in text:
        return text
    text = re.sub(_ESCAPED, lambda match: chr(int(match[1], 16)), text)
    if re.search(_SURROGATE, text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def markdown(text: str) -> str:
    """Return cell text as inline Markdown; line breaks stay, tabs become blanks.

    A text of blanks shows nothing, and is none.
    """
    if text.replace(" ", "").isalnum():
        return text
    if _SPECIAL.search(text) is None:
        return text if text[:1] != " " or text.strip() else ""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    text = escape(text).strip("\n")
    if not text.strip():
        return ""
    if "*" in text:  # a lone star is none of emphasis, but looks like one beside it
        text = re.sub(_STAR, r"\\*", text)
    return text.replace("](", "\\](") if "](" in text else text

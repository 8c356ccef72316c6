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
from kimi_read.guard.xml import checked
from kimi_read.inline import SUSPECTS, escape
from kimi_read.ooxml.elements import ParseError, TreeBuilder, XMLParser
from kimi_read.ooxml.parts import local

TYPE_CHECKING = False
if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from kimi_read.guard.zip import Package

_CHUNK = 1 << 15
#: A string of the most characters that a cell takes is well below this.
_ITEM_BYTES = 1 << 20
_ITEM = re.compile(rb'<si><t(?: xml:space="preserve")?>([^<]*)</t></si>')
_DECLARATION_BYTES = 256
#: How many times ``<`` stands in such an item.
_MARKS = 4
_ENTITY = r"&(?:#x([0-9A-Fa-f]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos));"
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
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
        self._items: Items | None = None
        self.fault = ""
        try:
            if part and part in package:
                self._items = Items(package, part)
        except Malformed as error:
            self.fault = error.reason
        self._block = bytearray()
        self._ends = array("I", [0])
        self._solid = bytearray()
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

    def solid(self, number: str) -> bool:
        """Whether the string of that number begins with what is seen.

        False may be said of others too, of those that do not exist, and of those with
        parts that may not be seen, which are counted when their texts are made.
        """
        try:
            index = int(number)
            while index >= len(self._solid):
                if not self._more():
                    return False
        except ValueError:
            return False
        return index >= 0 and self._solid[index] > 0

    def _more(self) -> bool:
        """Read another chunk of the part; False at its end."""
        if self._items is None:
            return False
        raw = self._items.read()
        start = len(self._block)
        joined = b"".join(raw)
        solid = [one[:1].isalnum() for one in raw]
        if _END in joined:
            self.veiled = True
            solid = [one[:1].isalnum() and _END not in one for one in raw]
        self._solid += bytes(solid)
        self._block += joined
        self._ends.pop()  # the first of the following is the same
        self._ends.extend(accumulate(map(len, raw), initial=start))
        if self._items.ended:
            self.fault = self._items.fault
            self._items = None
        return True


class Items:
    """The strings of a part, chunk by chunk, each in UTF-8.

    Most of them are one plain text each, and are found without the parser; it gets
    the others and what stands around them. ``fault`` says why reading ended early.

    Raises:
        Malformed: the part declares a document type.
    """

    def __init__(self, package: Package, part: str) -> None:
        self.fault = ""
        self.ended = False
        self._part = package.open(part)
        self._stream = checked(self._part, part)
        self._builder = TreeBuilder()
        self._parser = XMLParser(target=self._builder)
        self._rest = b""
        self._quick = False
        self._begin()

    def _begin(self) -> None:
        """Read up to the first string."""
        head = self._stream.read(_CHUNK)
        at = head.find(b"<si>")
        self._quick = at > 0 and b"<sst" in head[:at] and is_utf8(head)
        if not self._quick:
            at = len(head)
        self._feed(head[:at])
        self._rest = head[at:]

    def read(self) -> list[bytes]:
        """Return the strings that another chunk completes; it may be none."""
        data = self._stream.read(_CHUNK)
        if not data:
            return self._last()
        data = self._rest + data
        last = data.rfind(b"</si>")
        end = len(data) if not self._quick else last + 5 if last >= 0 else 0
        done, self._rest = data[:end], data[end:]
        self._quick = self._quick and _usual(done) and len(self._rest) < _ITEM_BYTES
        if not self._quick:
            self._feed(done + self._rest)
            self._rest = b""
            return self._parsed(whole=False)
        found = _ITEM.findall(done)
        if len(found) * _MARKS == done.count(b"<"):
            return list(map(_resolved, found)) if b"&" in done or b"_x" in done else (
                found)  # fmt: skip
        return self._mixed(done.split(b"</si>")[:-1])

    def _mixed(self, pieces: list[bytes]) -> list[bytes]:
        """Return strings of which some are not plain."""
        items: list[bytes] = []
        for at, piece in enumerate(pieces):
            item = piece.lstrip() + b"</si>"
            match = _ITEM.fullmatch(item)
            if match:
                items.append(_resolved(match[1]))
                continue
            if item.count(b"<si") > 1:  # one has no end: only the parser can tell
                self._quick = False
                self._feed(b"</si>".join([*pieces[at:], self._rest]))
                self._rest = b""
                return items + self._parsed(whole=False)
            self._feed(item)
            items += self._parsed(whole=True)
            if self.ended:
                break
        return items

    def _feed(self, data: bytes) -> None:
        try:
            if data and not self.ended:
                self._parser.feed(data)
        except (ParseError, LookupError, ValueError) as error:
            self._end(error)

    def _end(self, error: Exception) -> None:
        self.ended = True
        self.fault = self._part.fault or self.fault or f"its XML is broken: {error}"

    def _last(self) -> list[bytes]:
        """Return what is left of a part that goes on no more."""
        self._feed(self._rest)
        try:
            if not self.ended:
                self._parser.close()
        except (ParseError, LookupError, ValueError) as error:
            self._end(error)
        self.fault = self.fault or self._part.fault
        self.ended = True
        return self._parsed(whole=True)

    def _parsed(self, *, whole: bool) -> list[bytes]:
        """Take the strings that the parser has built; the last may not be ``whole``."""
        root = self._builder.close()  # it flushes and returns the root, and goes on
        if root is None:
            return []
        ready = max(0, len(root) - (not whole and not self.ended))
        items = [
            rich_text(item, END).encode("utf-8", "surrogatepass")
            for item in root[:ready]
        ]
        del root[:ready]
        return items


def _usual(data: bytes) -> bool:
    """Whether there are neither comments nor sections, and nothing but UTF-8."""
    if b"<!" in data or b"<?" in data:
        return False
    try:
        return data.isascii() or data.decode() is not None
    except UnicodeDecodeError:
        return False


def _resolved(raw: bytes) -> bytes:
    """Resolve what stands for other characters."""
    if b"&" not in raw and b"_x" not in raw:
        return raw
    return unescaped(plain(raw.decode())).encode("utf-8", "surrogatepass")


def is_utf8(head: bytes) -> bool:
    """Whether a part of XML that begins so is in UTF-8, which includes ASCII."""
    if head[:2] in (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<"):
        return False
    declaration = head[:_DECLARATION_BYTES].partition(b"?>")[0]
    if b"encoding" not in declaration or b'encoding="UTF-8"' in declaration:
        return True  # as nearly all of them are
    match = re.match(
        rb"""\s*(?:\xef\xbb\xbf)?<\?xml[^>]*encoding=["']([\w.-]+)""", head
    )
    return match is None or match[1].lower() in (b"utf-8", b"utf8", b"us-ascii")


def plain(text: str) -> str:
    """Resolve the references that XML has by itself; others stay as they are."""
    return re.sub(_ENTITY, _character, text) if "&" in text else text


def _character(match: re.Match[str]) -> str:
    if match[3]:
        return _NAMED[match[3]]
    number = int(match[1], 16) if match[1] else int(match[2])
    if number > 0x10FFFF or 0xD800 <= number < 0xE000:
        return match[0]
    return chr(number)


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

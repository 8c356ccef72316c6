"""HTML that a document imports, as blocks: what Word makes of it when it opens it.

Headings, paragraphs, lists, tables, quotations, code and links; the rest gives its
words. Tags need not be closed or nested in order.
Source: HTML Living Standard, 13.1.2 (elements), 13.5 (named characters: the usual).
"""

from __future__ import annotations

import re

from kimi_read import inline
from kimi_read.blocks import Code, Heading, Item, Paragraph, Quote, Table
from kimi_read.ooxml.spans import (
    BOLD,
    CODE,
    HIDDEN,
    ITALIC,
    RAW,
    STRIKE,
    SUB,
    SUPER,
    Spans,
    markdown,
    without,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kimi_read.blocks import Block

#: A comment, a declaration, a tag (its slash, name, attributes), text.
_PIECE = (
    r"(?s)"
    r"<!--.*?(?:-->|\Z)|<[!?][^>]{0,4000}>"
    r"|<(/?)([a-zA-Z][a-zA-Z0-9:]{0,20})"
    r"((?:\"[^\"]{0,4000}\"|'[^']{0,4000}'|[^'\"<>]){0,4000})>"
    r"|[^<]+|<"
)
_ATTRIBUTE = r"(?i)\b{}\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))"
_ENTITY = r"&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,6}))(?:;|(?![\w=]))"
_NAMED = {
    "amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "nbsp": "\u00a0",
    "ndash": "\u2013", "mdash": "—", "lsquo": "\u2018", "rsquo": "\u2019", "ldquo": "“",
    "rdquo": "”", "hellip": "…", "bull": "•", "middot": "·", "copy": "©", "reg": "®",
    "trade": "™", "euro": "€", "pound": "£", "cent": "¢", "sect": "§", "para": "¶",
    "deg": "°", "times": "\u00d7", "plusmn": "±", "frac12": "½", "shy": "",
    "laquo": "«",
    "raquo": "»", "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö",
    "Uuml": "Ü", "szlig": "ß", "eacute": "é", "egrave": "è", "agrave": "à",
    "ecirc": "ê", "ccedil": "ç", "ntilde": "ñ", "iacute": "í", "oacute": "ó",
    "aacute": "á", "uacute": "ú", "aring": "å", "oslash": "ø", "aelig": "æ",
}  # fmt: skip
_MARKS = {
    "b": BOLD, "strong": BOLD, "i": ITALIC, "em": ITALIC, "cite": ITALIC, "s": STRIKE,
    "del": STRIKE, "strike": STRIKE, "code": CODE, "tt": CODE, "kbd": CODE,
    "samp": CODE, "sup": SUPER, "sub": SUB, "span": 0, "font": 0, "u": 0, "a": 0,
}  # fmt: skip
_SKIPPED = ("script", "style", "head", "title", "template", "noscript")
_BLOCKS = frozenset((
    "p", "div", "section", "article", "header", "footer", "main", "aside", "address",
    "center", "dl", "dt", "dd", "figure", "figcaption", "form", "fieldset", "hr",
    "body", "html", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "table",
    "tr", "td", "th", "blockquote", "pre", "caption", "thead", "tbody", "tfoot",
))  # fmt: skip
_UNSEEN = r"(?i)display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all"
#: The most columns and lists in lists.
_COLUMNS, _DEPTH = 500, 12
#: Marks in marks deeper than this count for nothing.
_MOST_OPEN = 60


def blocks(text: str, hidden: Callable[[int], None]) -> Iterator[Block]:
    """Yield the blocks of an HTML text; ``hidden`` is told of what is not shown."""
    yield from _Page(text, hidden).read()


class _Page:
    """One reading of a text: the runs at hand, and what they stand in."""

    def __init__(self, text: str, hidden: Callable[[int], None]) -> None:
        self._text = text
        self._hidden = hidden
        self._spans = Spans()
        self._blank = True
        #: The marks that are open: their tag, their bits, their link.
        self._open: list[tuple[str, int, str]] = []
        self._level = 0
        self._quotes = 0
        self._pre: list[str] | None = None
        #: The lists that are open: the next number, 0 for bullets.
        self._lists: list[int] = []
        self._item = False
        self._tables = 0
        #: The lines of each cell, row by row.
        self._rows: list[list[list[str]]] = []

    def read(self) -> Iterator[Block]:
        at = 0
        token = re.compile(_PIECE)  # here: most documents import nothing
        while at < len(self._text):
            found = token.match(self._text, at)
            if found is None:
                break
            at = found.end()
            tag = (found[2] or "").lower().rpartition(":")[2]
            if not found[2]:
                if not found[0].startswith(("<!", "<?")):
                    self._say(found[0])
            elif found[1]:
                yield from self._end(tag)
            elif tag in _SKIPPED:
                end = re.compile(rf"(?i)</{tag}\b[^>]*>").search(self._text, at)
                at = end.end() if end else len(self._text)
            else:
                yield from self._start(tag, found[3] or "")
        yield from self._flush()
        yield from self._table()

    def _say(self, text: str) -> None:
        text = re.sub(_ENTITY, _entity, text)
        if self._pre is not None:
            self._pre.append(text)
            return
        text = re.sub(r"[ \t\r\n\f]+", " ", text)
        if self._blank:
            text = text.lstrip(" ")
        if text:
            self._blank = text.endswith(" ")
            self._add(text)

    def _add(self, text: str, more: int = 0) -> None:
        flags, link = more, ""
        for _, bits, target in self._open:
            flags |= bits
            link = target or link
        if flags & HIDDEN and not text.isspace():
            self._hidden(HIDDEN)
        self._spans.add(text, flags, link)

    def _start(self, tag: str, attributes: str) -> Iterator[Block]:
        hidden = HIDDEN if re.search(_UNSEEN, attributes) else 0
        if tag == "br":
            self._blank = True
            if self._pre is not None:
                self._pre.append("\n")
            else:
                self._add("\n")
        elif tag == "img":
            words = _attribute(attributes, "alt").strip()
            source = _attribute(attributes, "src")
            name = "embedded" if source[:5].lower() == "data:" else source
            self._add(inline.image(words, name), RAW | hidden)
            self._blank = False
        elif tag in _MARKS and len(self._open) < _MOST_OPEN:
            link = _attribute(attributes, "href").strip() if tag == "a" else ""
            if link.startswith("#") or inline.is_script(link):
                link = ""
            self._open.append((tag, _MARKS[tag] | hidden, link))
        elif tag in _BLOCKS:
            yield from self._flush()
            self._enter(tag, attributes)
            if tag in ("p", "li", "td", "th", "dt", "dd"):  # they end each other
                self._close(tag)
            if hidden and len(self._open) < _MOST_OPEN:
                self._open.append((tag, hidden, ""))

    def _enter(self, tag: str, attributes: str) -> None:
        if tag in ("ul", "ol"):
            start = _attribute(attributes, "start")
            first = int(start) if start.isascii() and start[:9].isdigit() else 1
            self._lists.append(first if tag == "ol" else 0)
        elif tag == "li":
            self._item = True
        elif tag[0] == "h" and tag[1:].isdecimal():
            self._level = int(tag[1:])
        elif tag == "blockquote":
            self._quotes += 1
        elif tag == "pre":
            self._pre = []
        elif tag == "table":
            self._tables += 1
            if self._tables == 1:
                self._rows = []
        elif tag == "tr" and self._tables == 1:
            self._rows.append([])
        elif tag in ("td", "th") and self._tables == 1:
            if not self._rows:
                self._rows.append([])
            if len(self._rows[-1]) < _COLUMNS:
                self._rows[-1].append([])
            self._item = False

    def _end(self, tag: str) -> Iterator[Block]:
        if tag in _BLOCKS:
            yield from self._flush()
        self._close(tag)
        if tag in ("ul", "ol") and self._lists:
            self._lists.pop()
        elif tag == "li":
            self._item = False
        elif tag[0] == "h" and tag[1:].isdecimal():
            self._level = 0
        elif tag == "blockquote":
            self._quotes = max(0, self._quotes - 1)
        elif tag == "table" and self._tables:
            self._tables -= 1
            if not self._tables:
                yield from self._table()

    def _close(self, tag: str) -> None:
        """Take back what the last open tag of a name did to its text."""
        for place in range(len(self._open) - 1, -1, -1):
            if self._open[place][0] == tag:
                del self._open[place]
                break

    def _table(self) -> Iterator[Block]:
        rows = [["\n".join(cell) for cell in row] for row in self._rows if row]
        self._rows = []
        width = max(map(len, rows), default=0)
        if not width or not any(any(row) for row in rows):
            return
        if width == len(rows) == 1:  # a frame
            yield Paragraph(rows[0][0])
            return
        filled = [row + [""] * (width - len(row)) for row in rows]
        yield Table(filled[0], iter(filled[1:]))

    def _flush(self) -> Iterator[Block]:
        """Yield what was said since the last block, in the form of its place."""
        if self._pre is not None:
            code = "".join(self._pre).strip("\n").replace("\r\n", "\n")
            self._pre = None
            if code.strip():
                yield Code(code, "", min(len(self._lists), _DEPTH))
        pieces = self._spans.pieces
        self._spans = Spans()
        self._blank = True
        if self._level:
            pieces = without(pieces, BOLD)
        lines = markdown(pieces).strip().split("\n")
        text = "\n".join(line.strip() for line in lines).strip("\n")
        if not text:
            return
        if self._tables:
            if self._rows and self._rows[-1]:
                self._rows[-1][-1].append(text)
            else:
                yield Paragraph(text)
            return
        depth = min(len(self._lists), _DEPTH)
        if self._level:
            yield Heading(" ".join(text.split("\n")), self._level)
        elif self._item:
            self._item = False
            number = self._lists[-1] if self._lists else 0
            if number:
                self._lists[-1] += 1
            yield Item(text, max(0, depth - 1), number or None)
        elif self._quotes:
            yield Quote(text, depth)
        else:
            yield Paragraph(text, depth)


def _attribute(attributes: str, name: str) -> str:
    found = re.search(_ATTRIBUTE.format(name), attributes)
    if found is None:
        return ""
    return re.sub(_ENTITY, _entity, found[1] or found[2] or found[3] or "")


def _entity(match: re.Match[str]) -> str:
    if match[3]:
        return _NAMED.get(match[3], match[0])
    number = int(match[1]) if match[1] else int(match[2], 16)
    valid = 0 < number < 0xD800 or 0xDFFF < number < 0x110000
    return chr(number) if valid else ""

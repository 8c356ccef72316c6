"""XML parts of hostile packages: no DOCTYPE, bounded depth.

OOXML forbids document type declarations (ECMA-376 part 2, 6.1.5), so refusing any
ends entity expansion and external entities as a class.
"""

from __future__ import annotations

import codecs
import pyexpat  # as xml.parsers.expat hands it on, without the packages around it
import re

from kimi_read.errors import Malformed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Protocol
    from xml.parsers.expat import XMLParserType

    class Reader(Protocol):
        """What can be read from."""

        def read(self, size: int = -1, /) -> bytes:
            """Return up to ``size`` bytes, or all."""


DEPTH = 256
#: What a parser raises.
BrokenXml = pyexpat.ExpatError
_PROLOG_BYTES = 1 << 16
#: How a document begins in an encoding of two bytes, with its mark and without.
_WIDE = (
    (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"),
    (b"<\0", "utf-16-le"), (b"\0<", "utf-16-be"),
)  # fmt: skip
_SPACE = b" \t\r\n"
_ASCII = bytes([9, 10, 13, *range(32, 127)])
#: Single-byte encodings that XML is written in where it is not Unicode.
_CODECS = (
    *(f"cp125{n}" for n in range(9)),
    *(f"iso8859-{n}" for n in (*range(1, 12), 13, 14, 15, 16)),
    "koi8-r", "koi8-u", "mac-roman",
)  # fmt: skip


#: Encodings of several bytes, which the parser does not know.
_SEVERAL = {"gb2312": "gb18030", "gbk": "gb18030", "gb18030": "gb18030",
            "big5": "cp950", "cp950": "cp950", "big5hkscs": "big5hkscs",
            "shift_jis": "cp932", "cp932": "cp932", "euc_jp": "euc_jp",
            "euc_kr": "cp949", "cp949": "cp949"}  # fmt: skip
_NAMED = rb"""(<\?xml[^>]*?)encoding\s*=\s*["']([^"']*)["']"""


def prepare() -> None:
    """Load the codecs that a declaration may name; a locked worker cannot."""
    for name in (*_CODECS, *_SEVERAL):
        codecs.lookup(name)


def refuse_doctype(head: bytes, what: str) -> None:
    """Raise ``Malformed`` if the prolog in ``head`` declares a document type.

    ``head`` is the beginning of the part; 64 KiB without a root element are
    refused too, since no writer makes such a prolog, and so is an encoding in
    which a declaration would not look like one.
    """
    for start, encoding in _WIDE:
        if head.startswith(start):
            text = head.decode(encoding, "replace").encode()
            break
    else:
        text = head
    text = text.removeprefix(b"\xef\xbb\xbf")
    if text.startswith(b"<?xml"):
        _refuse_encoding(text[: text.find(b"?>")], what)
    text = text.lstrip(_SPACE)
    while text.startswith((b"<?", b"<!--")):
        opening, closing = (2, b"?>") if text.startswith(b"<?") else (4, b"-->")
        found = text.find(closing, opening)
        text = text[found + len(closing) :].lstrip(_SPACE) if found >= 0 else b"<!"
    if text[:2] == b"<!":
        raise Malformed(f"{what} declares a document type, which is not allowed")
    if len(text) < 2 and len(head) >= _PROLOG_BYTES:
        raise Malformed(f"{what} has no element in its first {len(head)} bytes")


def _refuse_encoding(declaration: bytes, what: str) -> None:
    found = re.search(rb"""encoding\s*=\s*["']([^"']*)["']""", declaration)
    if not found:
        return
    name = found[1].decode("ascii", "replace")
    try:
        same = _ASCII.decode(name, "replace") == _ASCII.decode()
    except (LookupError, ValueError):
        return  # the parser does not know it either, and says so
    if not same and not name.lower().startswith(("utf-16", "ucs-2", "iso-10646")):
        raise Malformed(f"{what} is in the encoding {name[:40]}, which is not allowed")


def checked(stream: Reader, what: str) -> Reader:
    """Return a reader of the same bytes once its prolog has been looked at."""
    return _Peeked(stream, what)


def recoded(stream: Reader) -> Reader:
    """Return a reader of the same text in an encoding that the parser knows.

    The declaration is taken from the first piece that is read.
    """
    return _Recoded(stream)


def too_deep(root: Iterable[Iterable[object]], most: int = DEPTH) -> bool:
    """Whether the elements under ``root`` nest deeper than ``most``.

    Walks the tree without recursion, for readers that do recurse.
    """
    level = [root]
    for _ in range(most):
        level = [child for element in level for child in element]  # type: ignore[misc]
        if not level:
            return False
    return True


class _Peeked:
    def __init__(self, stream: Reader, what: str) -> None:
        self._stream = stream
        head = bytearray()
        while len(head) < _PROLOG_BYTES:
            more = stream.read(_PROLOG_BYTES - len(head))
            if not more:
                break
            head += more
        self._head = bytes(head)
        refuse_doctype(self._head, what)

    def read(self, size: int = -1, /) -> bytes:
        """Return up to ``size`` bytes, from the looked-at beginning first."""
        if not self._head:
            return self._stream.read(size)
        if size < 0:
            head, self._head = self._head, b""
            return head + self._stream.read()
        head, self._head = self._head[:size], self._head[size:]
        return head


class _Recoded:
    def __init__(self, stream: Reader) -> None:
        self._stream = stream
        self._decoder: codecs.IncrementalDecoder | None = None
        self._started = False

    def read(self, size: int = -1, /) -> bytes:
        """Return about ``size`` bytes; empty at the end."""
        data = self._stream.read(size)
        if not self._started:
            self._started = True
            data = self._begin(data)
        decoder = self._decoder
        if decoder is None:
            return data
        text = decoder.decode(data, not data)
        while data and not text:
            data = self._stream.read(size)
            text = decoder.decode(data, not data)
        return text.encode("utf-8", "replace")

    def _begin(self, data: bytes) -> bytes:
        """Choose the decoder by the declaration, which then names none."""
        found = re.match(_NAMED, data[:_PROLOG_BYTES])
        try:
            name = codecs.lookup(found[2].decode("latin-1")).name if found else ""
        except (LookupError, ValueError):
            name = ""
        if found is None or name not in _SEVERAL:
            return data
        self._decoder = codecs.getincrementaldecoder(_SEVERAL[name])("replace")
        return found[1] + data[found.end() :]


def expat(what: str, *, namespaces: bool = True) -> XMLParserType:
    """Return an expat parser that refuses any document type.

    Names come as ``NAMESPACE local`` with a blank between, where ``namespaces``.
    The caller sets its handlers and feeds ``Parse`` as bytes arrive.
    """
    parser = pyexpat.ParserCreate(None, " ") if namespaces else pyexpat.ParserCreate()
    parser.buffer_text = True

    def refuse(*_: object) -> None:
        raise Malformed(f"{what} declares a document type, which is not allowed")

    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    return parser

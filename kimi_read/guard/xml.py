"""XML parts of hostile packages: no DOCTYPE, bounded depth.

OOXML forbids document type declarations (ECMA-376 part 2, 6.1.5), so refusing any
ends entity expansion and external entities as a class.
"""

from __future__ import annotations

from kimi_read.errors import Malformed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol
    from xml.parsers.expat import XMLParserType

    class Reader(Protocol):
        def read(self, size: int = -1, /) -> bytes: ...


DEPTH = 256
_PROLOG_BYTES = 1 << 16
_BOMS = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"), (b"<\0", "utf-16-le"))


def refuse_doctype(head: bytes, what: str) -> None:
    """Raise ``Malformed`` if the prolog in ``head`` declares a document type.

    ``head`` is the beginning of the part; 64 KiB without a root element are
    refused too, since no writer makes such a prolog.
    """
    for bom, encoding in _BOMS:
        if head.startswith(bom):
            head = head.decode(encoding, "replace").encode()
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip(b"\xef\xbb\xbf \t\r\n")
    while text.startswith((b"<?", b"<!--")):
        end = b"?>" if text.startswith(b"<?") else b"-->"
        found = text.find(end, 2)
        text = text[found + len(end) :].lstrip(b" \t\r\n") if found >= 0 else b"<!"
    if text[:2] == b"<!":
        raise Malformed(f"{what} declares a document type, which is not allowed")


def checked(stream: Reader, what: str) -> Reader:
    """Return a reader of the same bytes once its prolog has been looked at."""
    return _Peeked(stream, what)


class _Peeked:
    def __init__(self, stream: Reader, what: str) -> None:
        self._stream = stream
        self._head = stream.read(_PROLOG_BYTES)
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


def expat(what: str, *, namespaces: bool = True) -> XMLParserType:
    """Return an expat parser that refuses any document type.

    Names come as ``NAMESPACE local`` with a blank between, where ``namespaces``.
    The caller sets its handlers and feeds ``Parse`` as bytes arrive.
    """
    from xml.parsers import expat as library

    parser = library.ParserCreate(None, " ") if namespaces else library.ParserCreate()
    parser.buffer_text = True

    def refuse(*_: object) -> None:
        raise Malformed(f"{what} declares a document type, which is not allowed")

    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    return parser

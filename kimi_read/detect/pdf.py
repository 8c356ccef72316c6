"""PDF files, also with foreign bytes before the header or without a header.

Source: ISO 32000-2, 7.5.2 (header within the first 1,024 bytes by old practice),
7.5.5 (``startxref`` and ``%%EOF`` at the end).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.detect.fields import Found
    from kimi_read.source import Source

_WITHIN = 1024
_TAIL = 2048


def found(source: Source, *, plain: bool = False) -> Found | None:
    """Return the verdict if this is a PDF, and not a text that speaks of PDF.

    In a ``plain`` text the header must start a line, and a whole PDF must follow.
    """
    head = source.head
    at = _header(head)
    if at < 0:
        named = source.extension == ".pdf" and b" obj" in head
        return ("pdf", "the parts of a PDF, without a header") if (
            named and _ends(source)) else None  # fmt: skip
    body = head[at:]
    if not at:
        named = source.extension == ".pdf"
        good = named or _object(body) or _binary_mark(body) or _ends(source)
        return ("pdf", "the header of a PDF") if good else None
    if plain:
        starts_line = head[:at].isspace() or head[at - 1] in b"\r\n"
        good = starts_line and _object(body) and _ends(source)
    else:
        good = _object(body) or _ends(source)
    return ("pdf", f"the header of a PDF behind {at} other bytes") if good else None


def _header(head: bytes) -> int:
    """Return where the first header with a version number starts, or -1."""
    at = head.find(b"%PDF-", 0, _WITHIN + 5)
    while at >= 0 and not _version(head[at + 5 : at + 8]):
        at = head.find(b"%PDF-", at + 1, _WITHIN + 5)
    return at


def _version(text: bytes) -> bool:
    return len(text) == 3 and text[:1].isdigit() and text[1:2] == b"."


def _binary_mark(body: bytes) -> bool:
    """Whether a comment of bytes over 127 follows the header, as 7.5.2 asks."""
    line = body[8:64].lstrip(b" \r\n\t")
    return line[:1] == b"%" and any(byte > 127 for byte in line[1:6])


def _object(body: bytes) -> bool:
    """Whether ``12 0 obj`` stands at the start of a line."""
    at = body.find(b" obj")
    while at >= 0:
        line = body[max(0, at - 24) : at].replace(b"\r", b"\n").rpartition(b"\n")[2]
        words = line.split()
        if len(words) == 2 and words[0].isdigit() and words[1].isdigit():
            return True
        at = body.find(b" obj", at + 1)
    return False


def _ends(source: Source) -> bool:
    tail = source.tail(_TAIL)
    return b"startxref" in tail or b"\n%%EOF" in tail or b"\r%%EOF" in tail

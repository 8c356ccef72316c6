"""Documents of another format inside a document (``w:altChunk``).

Word turns them into its own text when it opens the file; programs that write
reports put whole documents there. A Word document is read as one; of HTML, MHTML and
plain text the words are shown, paragraph by paragraph; others are named.
Source: ECMA-376 part 1, 17.17.2.1 (altChunk), 11.3.1 (alternative format import).
"""

from __future__ import annotations

import re

from kimi_read import inline
from kimi_read.blocks import Facts, Heading, Item, Loss, Paragraph
from kimi_read.source import in_memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kimi_read.blocks import Block, Blocks
    from kimi_read.formats.docx.document import Document
    from kimi_read.request import Request
    from kimi_read.source import Source

    Read = Callable[[Source, Request, int], Blocks]

#: Documents inside documents inside documents are read to this depth.
DEPTH = 3
CHUNK_BYTES = 20 << 20
_UNSEEN = r"(?is)<!--.*?-->|<(script|style|head|title)\b.*?</\1\s*>"
_BLOCK = r"(?i)<(/?)(p|div|h[1-6]|li|tr|br|ul|ol|table|blockquote|pre)\b[^>]*>"
_HTML = r"(?i)<(?:!doctype|html|head|body|meta|p|div|h[1-6]|table|[uo]l|li|br|b|i)\b"
_CELL = r"(?i)</?t[dh]\b[^>]*>"
_ENTITY = r"&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp));"
_WIDE = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "nbsp": "\u00a0"}


def chunk(document: Document, part: str, depth: int, read: Read) -> Iterator[Block]:
    """Yield the blocks of an imported part; ``read`` reads a Word document."""
    name = part.removeprefix("word/")
    data = b""
    if part in document.package:
        data = document.package.read(part, CHUNK_BYTES)
    if data.startswith(b"PK\3\4") and depth < DEPTH:
        inner = read(in_memory(data, name), document.request, depth + 1)
        for block in inner:
            if not isinstance(block, Facts):
                yield block
        return
    text = _text(data)
    if not text:
        yield Loss("imported-part", f"the imported document {name} is left out", name,
                   partial=True)  # fmt: skip
        return
    yield Loss("imported-part", f"of the imported document {name} the words are shown",
               name, shown=False)  # fmt: skip
    yield from _paragraphs(text)


def _text(data: bytes) -> str:
    """Return HTML or plain text, ``""`` for anything else."""
    head = data[:4096].lower()
    if b"mime-version" in head:
        if b"quoted-printable" in head:
            data = re.sub(rb"=\r?\n", b"", data)
            data = re.sub(rb"=([0-9A-F]{2})", lambda m: bytes([int(m[1], 16)]), data)
        data = data[max(0, data.lower().find(b"<html")) :]
        head = data[:4096].lower()
    encoding = _WIDE.get(data[:2], "utf-8")
    other = data.startswith((b"{\\rtf", b"PK", b"\xd0\xcf\x11\xe0"))
    if other or (encoding == "utf-8" and b"\0" in head):
        return ""
    text = data.decode(encoding, "replace").removeprefix("\ufeff")
    if re.search(_HTML, text[:4096]):
        return text
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\n", "<br>")


def _paragraphs(text: str) -> Iterator[Block]:
    """Yield the words of HTML by their blocks: headings, list items, paragraphs."""
    text = re.sub(_UNSEEN, " ", text)
    at, kind = 0, ""
    for found in [*re.finditer(_BLOCK, text), None]:
        end = found.start() if found else len(text)
        bare = re.sub(r"<[^>]*>", "", re.sub(_CELL, " ", text[at:end]))
        words = " ".join(bare.split())
        words = inline.escape(re.sub(_ENTITY, _entity, words))
        if words.strip():
            if kind[:1] == "h":
                yield Heading(words, int(kind[1]))
            else:
                yield Item(words) if kind == "li" else Paragraph(words)
        if found:
            at = found.end()
            kind = "" if found[1] else found[2].lower()


def _entity(match: re.Match[str]) -> str:
    number = int(match[1]) if match[1] else int(match[2] or "0", 16)
    if match[3]:
        return _NAMED[match[3]]
    valid = 0 < number < 0xD800 or 0xDFFF < number < 0x110000
    return chr(number) if valid else ""

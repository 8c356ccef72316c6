"""Documents of another format inside a document (``w:altChunk``).

Word turns them into its own text when it opens the file; programs that write
reports put whole documents there. A Word document is read as one, HTML and MHTML as
far as Markdown can show it; of RTF and plain text the words are shown; others are
named.
Source: ECMA-376 part 1, 17.17.2.1 (altChunk), 11.3.1 (alternative format import).
"""

from __future__ import annotations

import re

from kimi_read import inline
from kimi_read.blocks import Facts, Loss, Paragraph
from kimi_read.formats.docx import richtext, webpage
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
_HTML = (
    r"(?i)<(?:!doctype|html|head|body|meta|p|div|h[1-6]|table|[uo]l|li|br|b|i|pre|blockquote"
    r"|span|font|strong|em|a|center)\b"
)
_CHARSET = rb"(?i)charset\s*=\s*[\"']?\s*([a-z0-9_-]{2,20})"
#: Encodings of old web pages, by their names there; others are read as UTF-8.
_ENCODINGS = {b"windows-1252": "cp1252", b"iso-8859-1": "cp1252", b"latin1": "cp1252",
              b"us-ascii": "cp1252"}  # fmt: skip
_WIDE = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}


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
    made = _blocks(data, document.hidden_text)
    if made is None:
        yield Loss("imported-part", f"the imported document {name} is left out", name,
                   partial=True)  # fmt: skip
        return
    yield Loss("imported-part", f"of the imported document {name} the words are shown",
               name, shown=False)  # fmt: skip
    yield from made


def _blocks(data: bytes, hidden: Callable[[int], None]) -> Iterator[Block] | None:
    """Return the blocks of HTML, RTF or plain text, None for anything else."""
    if data.lstrip()[:5] == b"{\\rtf":
        return richtext.blocks(data, hidden)
    head = data[:4096].lower()
    if b"mime-version" in head:
        if b"quoted-printable" in head:
            data = re.sub(rb"=\r?\n", b"", data)
            data = re.sub(rb"=([0-9A-F]{2})", lambda m: bytes([int(m[1], 16)]), data)
        data = data[max(0, data.lower().find(b"<html")) :]
        head = data[:4096].lower()
    encoding = _WIDE.get(data[:2], "")
    if data.startswith((b"PK", b"\xd0\xcf\x11\xe0")) or (
        not encoding and b"\0" in head
    ):
        return None
    text = _decoded(data, head, encoding)
    if not text.strip():
        return None
    if re.search(_HTML, text[:4096]):
        return webpage.blocks(text, hidden)
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return (Paragraph(inline.escape(line)) for line in lines if line)


def _decoded(data: bytes, head: bytes, encoding: str) -> str:
    named = re.search(_CHARSET, head)
    if not encoding and named:
        encoding = _ENCODINGS.get(named[1], "")
    return data.decode(encoding or "utf-8", "replace").removeprefix("\ufeff")

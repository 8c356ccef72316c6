"""Word documents: .docx, .docm, .dotx, .dotm.

Source: ECMA-376 5th edition, parts 1 to 4 (ISO/IEC 29500).
"""

from __future__ import annotations

from kimi_read.blocks import Facts
from kimi_read.errors import Malformed
from kimi_read.formats.docx import whole
from kimi_read.formats.docx.cells import flat_text
from kimi_read.formats.docx.document import Document
from kimi_read.formats.docx.flow import Flow
from kimi_read.formats.docx.growing import Stream
from kimi_read.formats.docx.makers import content_of
from kimi_read.formats.docx.names import BACKGROUND, BODY
from kimi_read.guard.zip import Package
from kimi_read.ooxml.parts import Growing
from kimi_read.ooxml.properties import properties
from kimi_read.ooxml.relations import main_part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.blocks import Block, Blocks
    from kimi_read.request import Request
    from kimi_read.source import Source

#: What few documents have: drawings, formulas, imported documents.
LATER = (
    *("kimi_read.ooxml." + name for name in (
        "chart", "chartnumbers", "diagram", "mathnames", "mathtext", "omml", "symbols",
    )),
    *("kimi_read.formats.docx." + name for name in (
        "drawing", "imported", "richtext", "webpage",
    )),
)  # fmt: skip


def prepare() -> None:
    """Import the codecs of imported documents; the rest loads with this package."""
    import codecs
    import unicodedata  # noqa: F401
    import xml.etree.ElementPath  # noqa: F401

    for codec in ("cp1252", "utf-16-be", "utf-16-le"):
        codecs.lookup(codec)


def read(source: Source, request: Request) -> Blocks:
    """Yield the document in reading order, as its body is read.

    First the facts and the losses of the whole (headers and footers, macros), then
    each block when its XML has come. Notes follow the
    paragraph, list or table that marks them. Memory holds one block of the body.

    Raises:
        Malformed: no part holds a document.
        OutOfBounds: the parts inflate to too much.
    """
    yield from _read(source, request, 0)


def _read(source: Source, request: Request, depth: int) -> Blocks:
    """Yield a document that lies in ``depth`` others."""
    package = Package(source)
    main = main_part(package, "word/document.xml", media="wordprocessingml")
    if not main:
        raise Malformed("the ZIP file holds no Word document")
    facts = properties(package)
    document = Document(package, main, request)
    document.notes.flat = lambda element, part: flat_text(
        content_of(document, part), element
    )

    def imported(part: str) -> Iterator[Block]:
        from kimi_read.formats.docx.imported import chunk

        return chunk(document, part, depth, _read)

    document.imported = imported
    document.changes.first = lambda: whole.count_changes(document)
    if request.identify:
        growing = Growing(package, main)
        facts["outline"] = whole.outline(document, Stream(growing), growing)
        yield Facts(facts)
        return
    yield Facts(facts)
    yield from whole.before(document)
    growing = Growing(package, main)
    yield from _body(document, Stream(growing), growing)
    yield from whole.after(document, growing)


def _body(document: Document, stream: Stream, growing: Growing) -> Iterator[Block]:
    while growing.root is None and not stream.ended():
        stream.more()
    root = growing.root
    if root is None:
        raise Malformed(f"{growing.name}: {growing.fault or 'there is no XML in it'}")
    flow = Flow(document, document.main, stream.children)
    for child, done in stream.children(root, stream.ended):
        if child.tag == BODY:
            yield from flow.blocks(child, done)
        elif child.tag == BACKGROUND:
            document.background = document.paint.background(child)
    yield from flow.end()

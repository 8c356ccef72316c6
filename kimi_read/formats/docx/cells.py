"""Blocks as one text: table cells and notes, their paragraphs joined by line breaks."""

from __future__ import annotations

from kimi_read import inline
from kimi_read.formats.docx.alternates import chosen
from kimi_read.formats.docx.bare import bare_text
from kimi_read.formats.docx.changes import CHANGES
from kimi_read.formats.docx.names import ALTERNATE, SDT_CONTENT, TBL, TC, TR, P, W
from kimi_read.formats.docx.paragraph import Reading, read_paragraph
from kimi_read.formats.docx.spans import markdown, without

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from xml.etree.ElementTree import Element

    from kimi_read.formats.docx.content import Content

DEPTH = 40
_CELL = W + "tcPr"
_INNER = frozenset((W + "customXml", W + "smartTag", SDT_CONTENT, W + "sdt"))


def flat_text(
    content: Content, element: Element, tables: list[Element] | None = None
) -> str:
    """Return the paragraphs of ``element`` as inline Markdown, joined by line feeds.

    Tables inside it are put into ``tables`` and named in their place; without a list
    their rows become lines.
    """
    if len(element) == 2 and element[0].tag == _CELL and element[1].tag == P:
        lines: Iterable[str] = _paragraph(content, element[1], 0)  # most cells
    else:
        lines = _lines(content, element, tables, 0)
    return "\n".join(line for line in lines if line)


def _lines(
    content: Content, element: Element, tables: list[Element] | None, depth: int
) -> Iterator[str]:
    if depth > DEPTH:
        content.document.too_deep()
        yield inline.escape(bare_text(element))
        return
    for child in element:
        tag = child.tag
        if tag == P:
            yield from _paragraph(content, child, depth)
        elif tag == TBL:
            if tables is None:
                yield from _rows(content, child, depth)
            else:
                tables.append(child)
                yield f"[table {content.document.next_table()}]"
        elif tag == ALTERNATE:
            branch = chosen(child)
            if branch is not None:
                yield from _lines(content, branch, tables, depth + 1)
        elif tag in _INNER or (
            tag in CHANGES and not content.document.changes.gone(tag)
        ):
            yield from _lines(content, child, tables, depth + 1)


def _rows(content: Content, table: Element, depth: int) -> Iterator[str]:
    for row in table.iter(TR):
        cells = (
            " ".join(_lines(content, cell, None, depth + 1)) for cell in row.iter(TC)
        )
        yield " · ".join(cell for cell in cells if cell)


def _paragraph(content: Content, element: Element, depth: int) -> Iterator[str]:
    reading = read_paragraph(content, element)
    boxes = content.boxes
    content.document.later += content.after
    text = _labelled(reading, _text(reading))
    yield text
    for box in boxes:
        yield from _lines(content, box, None, depth + 1)


def _text(reading: Reading) -> str:
    style = reading.style
    pieces = reading.pieces
    if style.role == "code":
        return "\n".join(
            inline.code(line) if line.strip() else ""
            for line in reading.raw_text().split("\n")
        )
    if style.role in ("heading", "title", "subtitle"):
        pieces = without(pieces, style.flags)
    return markdown(pieces).strip().replace("\t", " ")


def _labelled(reading: Reading, text: str) -> str:
    label = reading.label
    if label is None or not text or label.blank:
        return text
    if label.bullet:
        return f"- {label.text} {text}" if label.text else f"- {text}"
    return f"{inline.escape(label.text)} {text}"

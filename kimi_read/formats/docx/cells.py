"""Blocks as one text: table cells and notes, their paragraphs joined by line breaks."""

from __future__ import annotations

from kimi_read import inline
from kimi_read.formats.docx.alternates import chosen
from kimi_read.formats.docx.bare import bare_text
from kimi_read.formats.docx.changes import CHANGES
from kimi_read.formats.docx.names import (
    ALTERNATE,
    RUN,
    SDT,
    SDT_CONTENT,
    SDT_PR,
    TBL,
    TC,
    TR,
    M,
    P,
    W,
)
from kimi_read.formats.docx.paragraph import Reading, read_paragraph
from kimi_read.ooxml.spans import ALONE, UNSEEN, markdown, without

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from xml.etree.ElementTree import Element

    from kimi_read.formats.docx.content import Content
    from kimi_read.formats.docx.paint import Ground

DEPTH = 40
_CELL = W + "tcPr"
_IMPORTED, _FORMULA = W + "altChunk", M + "oMathPara"
_NOTHING = frozenset((_CELL, W + "sdtPr", W + "bookmarkStart", W + "bookmarkEnd"))


def flat_text(
    content: Content,
    element: Element,
    tables: list[tuple[Element, Ground]] | None = None,
) -> str:
    """Return the paragraphs of ``element`` as inline Markdown, joined by line feeds.

    Tables inside it are put into ``tables`` and named in their place; without a list
    their rows become lines.
    """
    if len(element) == 2 and element[0].tag == _CELL and element[1].tag == P:
        lines: Iterable[str] = _paragraph(content, element[1], 0)[1]  # most cells
    else:
        lines = _lines(content, element, tables, 0)
    return "\n".join(line for line in lines if line)


def _lines(
    content: Content,
    element: Element,
    tables: list[tuple[Element, Ground]] | None,
    depth: int,
) -> Iterator[str]:
    if depth > DEPTH:
        content.document.too_deep()
        yield inline.escape(bare_text(element))
        return
    held = ""
    for child in element:
        tag = child.tag
        if tag == P or (tag not in CHANGES and child.find(RUN) is not None):
            joined, lines = _paragraph(content, child, depth)
            lines[0] = held + lines[0]
            held = lines.pop(0) if joined else ""
            yield from lines
        elif tag == TBL:
            if tables is None:
                yield from _rows(content, child, depth)
            else:
                tables.append((child, content.ground.kept()))
                yield f"[table {content.document.next_table()}]"
        elif tag == ALTERNATE:
            branch = chosen(child)
            if branch is not None:
                yield from _lines(content, branch, tables, depth + 1)
        elif tag == _IMPORTED:
            content.document.lose("imported-part", "an imported document in a cell is "
                                  "left out", content.part, partial=True)  # fmt: skip
        elif tag == _FORMULA:
            from kimi_read.ooxml.mathtext import in_line
            from kimi_read.ooxml.omml import latex

            yield f"${in_line(latex(child))}$"
        elif tag == SDT:
            content.bound = content.document.bindings.text(child.find(SDT_PR))
            for inner in child.iterfind(SDT_CONTENT):
                yield from _lines(content, inner, tables, depth + 1)
            content.bound = ""
        elif not (tag in _NOTHING or content.document.changes.gone(tag)):
            yield from _lines(content, child, tables, depth + 1)
    if held:
        yield held


def _rows(content: Content, table: Element, depth: int) -> Iterator[str]:
    for row in table.iter(TR):
        cells = (
            " ".join(_lines(content, cell, None, depth + 1)) for cell in row.iter(TC)
        )
        yield " · ".join(cell for cell in cells if cell)


def _paragraph(
    content: Content, element: Element, depth: int
) -> tuple[bool, list[str]]:
    """Return whether the next paragraph goes on in its line, and its lines."""
    reading = read_paragraph(content, element)
    boxes, ground = content.boxes, content.ground
    content.document.later += content.after
    text = _labelled(reading, _text(reading))
    if reading.joined and reading.pieces and reading.pieces[-1][0][-1:].isspace():
        text += " "
    lines = [text]
    for box, content.ground in boxes:
        lines += _lines(content, box, None, depth + 1)
    content.ground = ground
    return reading.joined, lines


def _text(reading: Reading) -> str:
    style = reading.style
    pieces = reading.pieces
    if style.role == "code" and not any(piece[1] & UNSEEN for piece in pieces):
        return "\n".join(
            inline.code(line) if line.strip() else ""
            for line in reading.raw_text().split("\n")
        )
    if style.role in ("heading", "title", "subtitle"):
        pieces = without(pieces, style.flags)
    if any(piece[1] & ALONE for piece in pieces):
        from kimi_read.ooxml.mathtext import in_line

        pieces = [
            (f"${in_line(text[1:-1])}$", flags, link, change)
            if flags & ALONE
            else (text, flags, link, change)
            for text, flags, link, change in pieces
        ]
    return markdown(pieces).strip().replace("\t", " ")


def _labelled(reading: Reading, text: str) -> str:
    label = reading.label
    if label is None or not text or label.blank:
        return text
    if label.bullet:
        return f"- {label.text} {text}" if label.text else f"- {text}"
    return f"{inline.escape(label.text)} {text}"

"""Blocks in reading order: what each paragraph is, and what stands between them."""

from __future__ import annotations

from kimi_read import inline
from kimi_read.blocks import Heading, Item, Loss, Math, Paragraph, Quote
from kimi_read.formats.docx import tables
from kimi_read.formats.docx.alternates import chosen
from kimi_read.formats.docx.bare import bare_text
from kimi_read.formats.docx.changes import CHANGES
from kimi_read.formats.docx.growing import still, whole
from kimi_read.formats.docx.listing import Listing, code_text
from kimi_read.formats.docx.lists import Lists
from kimi_read.formats.docx.makers import content_of
from kimi_read.formats.docx.names import (
    ALTERNATE,
    RUN,
    SDT,
    SDT_CONTENT,
    SDT_PR,
    TBL,
    M,
    P,
    R,
    W,
)
from kimi_read.formats.docx.paragraph import read_paragraph
from kimi_read.ooxml.parts import local
from kimi_read.ooxml.spans import (
    ALONE,
    BOLD,
    CODE,
    MATH,
    RAW,
    UNSEEN,
    common,
    markdown,
    without,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from kimi_read.blocks import Block
    from kimi_read.formats.docx.content import Content
    from kimi_read.formats.docx.document import Document
    from kimi_read.formats.docx.growing import Children, Done
    from kimi_read.formats.docx.paint import Ground
    from kimi_read.formats.docx.paragraph import Reading
    from kimi_read.ooxml.spans import Piece

DEPTH = 60
#: Signs at the head of an item that make it a task.
TASKS = {"☐": "[ ]", "☑": "[x]", "☒": "[x]"}
_WRAPPERS = frozenset((W + "customXml", W + "smartTag", SDT_CONTENT))
_COMMENT_START, _COMMENT_END = W + "commentRangeStart", W + "commentRangeEnd"
_KNOWN = frozenset(
    (W + "sectPr", W + "bookmarkStart", W + "bookmarkEnd", W + "tblPr", W + "tcPr")
)
_ALTERNATIVE_FORMAT, _DISPLAY_MATH = W + "altChunk", M + "oMathPara"


class Flow:
    """Turns the children of one part's body into blocks.

    ``children`` yields the children of an element: those of a stream, or of a tree.
    """

    def __init__(
        self,
        document: Document,
        part: str,
        children: Children = still,
        depth: int = 0,
        *,
        ground: Ground | None = None,
    ) -> None:
        self.document = document
        self.children = children
        self.depth = depth
        self._part = part
        self._content = content_of(document, part)
        self.ground = self._content.ground = ground or document.page
        self._lists = Lists()
        self._carried: list[Piece] = []
        self._above: list[Piece] = []
        self._listing = Listing()

    def fork(self) -> Content:
        """Return a reader for cells, with a field state of its own."""
        content = content_of(self.document, self._part)
        content.ground = self.ground
        return content

    def inside(self, element: Element, ground: Ground) -> Iterator[Block]:
        """Yield the blocks of a frame's content, which lies on ``ground``."""
        self.depth += 1
        before, self.ground = self.ground, ground
        self._content.ground = ground
        yield from self.blocks(element, whole, still)
        self.ground = self._content.ground = before
        self.depth -= 1

    def nested(self, element: Element, ground: Ground) -> Iterator[Block]:
        """Yield a table that was inside a cell, which lies on ``ground``."""
        flow = Flow(self.document, self._part, still, self.depth + 1, ground=ground)
        yield from tables.table(flow, element, whole, counted=True)

    def blocks(
        self,
        parent: Element,
        done: Done,
        children: Children | None = None,
        depth: int = 0,
    ) -> Iterator[Block]:
        """Yield the blocks of everything in ``parent``, to its end."""
        children = children or self.children
        if depth > DEPTH:
            for child, _ in children(parent, done):
                yield from self.bare(child)
            return
        for child, is_done in children(parent, done):
            tag = child.tag
            if tag == P:
                yield from self._paragraph(child)
            elif tag == TBL:
                yield from self._listing.end()
                yield from self._close_lists()
                yield from tables.table(self, child, is_done, counted=False)
            elif tag == SDT:
                for part, part_done in children(child, is_done):
                    if part.tag == SDT_CONTENT:
                        yield from self.blocks(part, part_done, children, depth + 1)
                    elif part.tag == SDT_PR:
                        self._content.bound = self.document.bindings.text(part)
                self._content.bound = ""
            elif tag in _WRAPPERS:
                yield from self.blocks(child, is_done, children, depth + 1)
            elif tag in CHANGES:
                if not self.document.changes.gone(tag):
                    yield from self.blocks(child, whole, still, depth + 1)
            elif tag == ALTERNATE:
                branch = chosen(child)
                if branch is not None:
                    yield from self.blocks(branch, whole, still, depth + 1)
            elif tag == _ALTERNATIVE_FORMAT:
                yield from self._chunk(child)
            elif tag == _DISPLAY_MATH:
                from kimi_read.ooxml.omml import latex

                yield Math(latex(child))
            elif tag == _COMMENT_START:
                self.document.notes.open_comment(child.get(W + "id") or "")
            elif tag == _COMMENT_END:
                self.document.notes.close_comment(child.get(W + "id") or "")
            elif tag not in _KNOWN and len(child):
                yield from self._unknown(child, depth)
            if self.document.losses:
                yield from self._losses()

    def _unknown(self, element: Element, depth: int) -> Iterator[Block]:
        """Read an element that no standard names as far as it holds text."""
        if next(element.iter(RUN), None) is None:
            return
        name = local(element.tag)
        message = f"an unknown element <{name}> was read as text"
        self.document.lose("unknown-element", message, self._part, shown=False)
        if element.find(RUN) is not None:
            yield from self._paragraph(element)
        else:
            yield from self.blocks(element, whole, still, depth + 1)

    def above(self) -> str:
        """Return the text of the paragraph that was read last."""
        return "".join(piece[0] for piece in self._above)

    def bare(self, element: Element) -> Iterator[Block]:
        """Yield what is nested too deeply as plain text."""
        self.document.too_deep()
        yield from self._plain(inline.escape(bare_text(element)), 0)

    def end(self) -> Iterator[Block]:
        """Yield what is still held back at the end of the part."""
        if self._carried:
            yield from self._plain(markdown(self._carried), 0)
            self._carried = []
        yield from self._listing.end()
        yield from self.due()

    def due(self) -> Iterator[Block]:
        """Yield what waits for the end of a block: notes, pictures, losses."""
        document = self.document
        while document.later or document.losses or document.notes.waiting:
            later, document.later = document.later, []
            yield from later
            yield from document.notes.printed()
            yield from self._losses()

    def _losses(self) -> Iterator[Loss]:
        losses, self.document.losses = self.document.losses, []
        yield from losses

    def _paragraph(self, element: Element) -> Iterator[Block]:
        content = self._content
        reading = read_paragraph(content, element)
        boxes, after = content.boxes, content.after
        pieces = reading.pieces
        if self._carried:
            pieces = [*self._carried, *pieces]
            self._carried = []
        sign = reading.mark[:1]
        if sign and not (pieces and all(piece[3][:1] == sign for piece in pieces)):
            pieces = [*pieces, ("¶", 0, "", reading.mark)]
        self._above = pieces
        if reading.joined:
            self._carried = pieces
        elif _visible(pieces):
            yield from self._shown(reading, pieces)
        elif self._listing.open and (reading.style.role == "code" or reading.code_like):
            self._listing.blank()
        elif self._numbered_blank(reading) and not after and not boxes:
            yield from self._item(reading, "")
        if after or boxes:
            yield from self._listing.end()
            self._lists.close()
            yield from after
            for box, ground in boxes:
                yield from self._box(box, ground)
        if self.document.later or (
            self.document.notes.waiting and not self._lists.depth
        ):
            yield from self._listing.end()
            yield from self.due()

    def _numbered_blank(self, reading: Reading) -> bool:
        """Whether a paragraph without text shows the number of its list."""
        label = reading.label
        return (
            label is not None
            and not label.bullet
            and not label.blank
            and reading.style.role != "heading"
        )

    def _box(self, box: Element, ground: Ground) -> Iterator[Block]:
        """Yield the blocks of a text box, which has lists and fields of its own."""
        if self.depth > tables.DEPTH:
            yield from self.bare(box)
            return
        flow = Flow(self.document, self._part, still, self.depth + 1, ground=ground)
        yield from flow.blocks(box, whole)
        yield from flow.end()

    def _shown(self, reading: Reading, pieces: list[Piece]) -> Iterator[Block]:
        style, label = reading.style, reading.label
        level = reading.outline if not style.role else 0
        if style.role in ("heading", "title", "subtitle"):
            level = style.level
        bits = 0
        for piece in pieces:
            bits |= piece[1]
        if level and not (bits & RAW and _only_raw(pieces)):
            yield from self._heading(reading, pieces, min(level, 6))
            return
        if (style.role == "code" or bits & CODE) and self._is_code(reading, pieces):
            yield from self._code_lines(reading, pieces)
            return
        if self._listing.open:
            yield from self._listing.end()
        if style.role == "quote":
            pieces = without(pieces, style.flags)
        if bits & MATH and label is None and _only(pieces, MATH):
            pieces = [(t, f | ALONE, ln, ch) for t, f, ln, ch in pieces if t.strip()]
            bits |= ALONE
        if bits & ALONE and (label is None or label.blank):
            yield from self._mixed(reading, pieces)
            return
        text = _line(pieces)
        if style.role == "toc":
            yield Item(text, min(style.level - 1, 8))
        elif label is not None and not label.blank:
            yield from self._item(reading, text)
        else:
            depth = self._depth(reading)
            if not depth:
                yield from self._close_lists()
            yield (
                Quote(text, depth) if style.role == "quote" else Paragraph(text, depth)
            )

    def _heading(
        self, reading: Reading, pieces: list[Piece], level: int
    ) -> Iterator[Block]:
        yield from self._listing.end()
        yield from self._close_lists()
        pieces = without(pieces, reading.style.flags)
        pieces = without(pieces, common(pieces) & BOLD)
        text = " ".join(_line(pieces).split("\n"))
        label = reading.label
        if label is not None and not label.bullet and label.text:
            text = f"{inline.escape(label.text)} {text}"
        yield Heading(text, level)

    def _item(self, reading: Reading, text: str) -> Iterator[Block]:
        label = reading.label
        if label is None:
            return
        yield from self._listing.end()
        depth = self._lists.item(label, reading.indent)
        if text[:1] in TASKS and text[1:2].isspace():
            text = TASKS[text[0]] + text[1:]
        if label.bullet:
            yield Item(f"{label.text} {text}" if label.text else text, depth)
        elif label.plain is not None and label.plain < 10**9:
            yield Item(text, depth, label.plain)
        else:
            yield Item(f"{inline.escape(label.text)} {text}".rstrip(), depth)

    def _depth(self, reading: Reading) -> int:
        """Return in how many lists a paragraph without a number of its own lies."""
        if not self._lists.depth:
            return 0
        if reading.label is not None:  # a blank label: the paragraph goes on an item
            return min(self._lists.depth, reading.label.level + 1)
        if reading.style.role == "quote":  # indented by nature
            return 0
        return self._lists.inside(reading.indent)

    def _close_lists(self) -> Iterator[Block]:
        if self._lists.depth:
            self._lists.close()
            yield from self.due()

    def _mixed(self, reading: Reading, pieces: list[Piece]) -> Iterator[Block]:
        """Yield text and displayed formulas of one paragraph, one after the other."""
        depth = self._depth(reading)
        if not depth:
            yield from self._close_lists()
        text: list[Piece] = []
        for piece in [*pieces, ("", ALONE, "", "")]:
            if not piece[1] & ALONE:
                text.append(piece)
                continue
            yield from self._plain(_line(text), depth)
            text = []
            if piece[0]:
                yield Math(piece[0][1:-1], depth)

    def _plain(self, text: str, depth: int) -> Iterator[Block]:
        if text:
            yield Paragraph(text, depth)

    def _is_code(self, reading: Reading, pieces: list[Piece]) -> bool:
        label = reading.label
        if label is not None and not label.blank:
            return False
        if any(piece[1] & (RAW | UNSEEN) for piece in pieces):
            return False
        if reading.style.role == "code":
            return True
        return reading.code_like and _only(pieces, CODE)

    def _code_lines(self, reading: Reading, pieces: list[Piece]) -> Iterator[Block]:
        """Hold back the lines of a code block until something else comes."""
        text = code_text(pieces)
        depth = self._depth(reading)
        if self._listing.parts_from(reading, text, depth):
            yield from self._listing.end()
        if not self._listing.open and not depth:
            yield from self._close_lists()
        if self._listing.add(reading, text, depth):
            yield from self._listing.end()

    def _chunk(self, element: Element) -> Iterator[Block]:
        """Yield an imported document of another format."""
        found = self._content.relations.get(element.get(R + "id") or "")
        if found is None or found.external:
            self.document.lose("broken-relation", "an imported document is missing",
                               self._part, partial=True)  # fmt: skip
            return
        yield from self._listing.end()
        yield from self._close_lists()
        yield from self.document.imported(found.target)


def _line(pieces: list[Piece]) -> str:
    return markdown(pieces).strip().replace("\t", " ")


def _visible(pieces: list[Piece]) -> bool:
    """Whether anything would be seen."""
    return any(not piece[0].isspace() for piece in pieces)


def _only(pieces: list[Piece], bit: int) -> bool:
    """Whether all that is seen has a format."""
    return all(piece[1] & bit for piece in pieces if piece[0].strip())


def _only_raw(pieces: list[Piece]) -> bool:
    """Whether there are pictures and formulas, but no words."""
    return not any(piece[0].strip() and not piece[1] & RAW for piece in pieces)

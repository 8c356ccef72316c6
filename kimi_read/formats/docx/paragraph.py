"""One paragraph: its properties, its number, its text.

Source: ECMA-376 part 1, 17.3.1 (paragraphs), 17.9.18 (numPr).
"""

from __future__ import annotations

from kimi_read.formats.docx.names import INS, PPR, RPR, VAL, W, number
from kimi_read.formats.docx.styles import left_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from kimi_read.formats.docx.content import Content
    from kimi_read.formats.docx.document import Document
    from kimi_read.formats.docx.numbering import Label
    from kimi_read.formats.docx.styles import ParagraphStyle
    from kimi_read.ooxml.spans import Piece

_STYLE, _NUMBERS, _OUTLINE = W + "pStyle", W + "numPr", W + "outlineLvl"
_NUM_ID, _LEVEL, _FRAME = W + "numId", W + "ilvl", W + "framePr"
_SPACING = W + "spacing"
_SHADE, _BORDER, _INDENT = W + "shd", W + "pBdr", W + "ind"


class Reading:
    """A paragraph as it was read; a plain class, since there are so many.

    ``outline`` is its own outline level from 1, 0 for none; ``indent`` its left
    indent in twips. ``joined`` says that its end does not count, so that the next
    paragraph goes on in its line. ``mark`` is what shows of a change of its end.
    ``framed`` says that it is shaded or bordered, ``gap`` is the space after it in
    twips, if it is its own, ``code_like`` says that no character
    style made it code, so that fonts may.
    """

    __slots__ = (
        "code_like", "framed", "gap", "indent", "joined", "label", "mark", "outline",
        "pieces", "style",
    )  # fmt: skip

    label: Label | None
    outline: int
    indent: int | None
    joined: bool
    mark: str
    framed: bool
    gap: int
    code_like: bool

    def __init__(self, style: ParagraphStyle, pieces: list[Piece]) -> None:
        self.style = style
        self.pieces = pieces

    def raw_text(self) -> str:
        """Return the text as code has it, all blanks kept."""
        return "".join(piece[0] for piece in self.pieces).replace("\u2011", "-")


def read_paragraph(content: Content, element: Element) -> Reading:
    """Read ``w:p``; text boxes and what is to follow stay in ``content``."""
    document = content.document
    if content.part == document.main:
        document.paragraphs += 1
    properties = element[0] if len(element) else None
    if properties is not None and properties.tag != PPR:
        properties = element.find(PPR)
    style_name, numbers, own_indent = "", None, None
    outline, joined, mark, framed, gap = 0, False, "", False, 0
    shading, placed = None, False
    if properties is not None:
        now, properties = properties, document.changes.properties(properties)
        if now is not properties:  # the old ones say nothing of the mark (17.13.5.29)
            joined, mark = _paragraph_mark(document, now.find(RPR))
    for child in properties if properties is not None else ():
        tag = child.tag
        if tag == _STYLE:
            style_name = child.get(VAL) or ""
        elif tag == _NUMBERS:
            numbers = child
        elif tag == _OUTLINE:
            outline = (number(child.get(VAL), 9) + 1) % 10
        elif tag == _INDENT:
            own_indent = left_of(child)
        elif tag == RPR and len(child):
            joined, mark = _paragraph_mark(document, child)
        elif tag == _FRAME:
            dropped = child.get(W + "dropCap") in ("drop", "margin")
            joined = joined or dropped
            placed = not dropped
        elif tag == _BORDER:
            framed = True
        elif tag == _SHADE:
            framed, shading = True, child
        elif tag == _SPACING:
            gap = number(child.get(W + "after"))
    style = document.styles.paragraph(style_name)
    spans = content.paragraph(element, style, shading, placed)
    reading = Reading(style, spans.pieces)
    label = None
    if not joined and (numbers is not None or style.numbering is not None):
        label = _label(content, style, numbers)
    reading.label = label
    if own_indent is None:
        own_indent = style.indent if label is None else label.indent
    reading.indent = own_indent if own_indent is not None else style.indent
    reading.outline = outline
    reading.joined, reading.mark = joined, mark
    reading.framed = framed
    reading.gap = gap
    reading.code_like = not content.styled_code
    return reading


def _paragraph_mark(document: Document, properties: Element | None) -> tuple[bool, str]:
    if properties is None:
        return False, ""
    return document.changes.paragraph_mark(properties)


def _label(
    content: Content, style: ParagraphStyle, numbers: Element | None
) -> Label | None:
    """Count the paragraph in its list: its own, or that of its style."""
    if numbers is not None and numbers.find(INS) is not None:  # 17.13.5.19
        numbers = None if content.document.changes.gone(INS) else numbers
    num, level = "", None
    if numbers is not None:
        found, depth = numbers.find(_NUM_ID), numbers.find(_LEVEL)
        num = (found.get(VAL) or "") if found is not None else ""
        level = number(depth.get(VAL)) if depth is not None else None
    if not num and style.numbering is not None:
        num, inherited, owner = style.numbering
        if level is None:
            level = content.document.numbering.level_of_style(num, owner)
        level = inherited if level is None else level
    if not num or num == "0":
        return None
    return content.document.numbering.label(num, level or 0)

"""One paragraph: its properties, its number, its text.

Source: ECMA-376 part 1, 17.3.1 (paragraphs), 17.9.18 (numPr).
"""

from __future__ import annotations

from kimi_read.formats.docx.names import PPR, RPR, VAL, W, number
from kimi_read.formats.docx.styles import left_indent
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from xml.etree.ElementTree import Element

    from kimi_read.formats.docx.content import Content
    from kimi_read.formats.docx.numbering import Label
    from kimi_read.formats.docx.spans import Piece
    from kimi_read.formats.docx.styles import ParagraphStyle

_STYLE, _NUMBERS, _OUTLINE = W + "pStyle", W + "numPr", W + "outlineLvl"
_NUM_ID, _LEVEL, _FRAME = W + "numId", W + "ilvl", W + "framePr"
_SHADE, _BORDER, _INDENT = W + "shd", W + "pBdr", W + "ind"


@record(frozen=True, slots=True)
class Reading:
    """A paragraph as it was read.

    ``outline`` is its own outline level from 1, 0 for none. ``joined`` says that its
    end does not count, so that the next paragraph goes on in its line. ``mark`` is
    what shows of a change of its end. ``framed`` says that it is shaded or bordered,
    ``code_like`` that no character style made it code, so that fonts may.
    """

    style: ParagraphStyle
    pieces: Sequence[Piece]
    label: Label | None = None
    outline: int = 0
    indent: int | None = None
    joined: bool = False
    mark: str = ""
    framed: bool = False
    code_like: bool = False

    def raw_text(self) -> str:
        """Return the text as code has it, all blanks kept."""
        return "".join(piece[0] for piece in self.pieces).replace("\u2011", "-")


def read_paragraph(content: Content, element: Element) -> Reading:
    """Read ``w:p``; text boxes and what is to follow stay in ``content``."""
    document = content.document
    properties = element.find(PPR) if len(element) else None
    style_name, numbers, own_indent = "", None, None
    outline, joined, mark, framed = 0, False, "", False
    for child in properties if properties is not None else ():
        tag = child.tag
        if tag == _STYLE:
            style_name = child.get(VAL) or ""
        elif tag == _NUMBERS:
            numbers = child
        elif tag == _OUTLINE:
            outline = (number(child.get(VAL), 9) + 1) % 10
        elif tag == _INDENT:
            own_indent = left_indent(properties)
        elif tag == RPR and len(child):
            joined, mark = document.changes.paragraph_mark(child)
        elif tag == _FRAME:
            joined = joined or child.get(W + "dropCap") in ("drop", "margin")
        elif tag in (_SHADE, _BORDER):
            framed = True
    style = document.styles.paragraph(style_name)
    spans = content.paragraph(element, style)
    label = None
    if not joined:
        label = _label(content, style, numbers)
    indent = own_indent
    if indent is None and label is not None:
        indent = label.indent
    if indent is None:
        indent = style.indent
    return Reading(
        style, spans.pieces, label, outline, indent, joined, mark, framed,
        not content.styled_code,
    )  # fmt: skip


def _label(
    content: Content, style: ParagraphStyle, numbers: Element | None
) -> Label | None:
    """Count the paragraph in its list: its own, or that of its style."""
    num, level = "", None
    if numbers is not None:
        found, depth = numbers.find(_NUM_ID), numbers.find(_LEVEL)
        num = (found.get(VAL) or "") if found is not None else ""
        level = number(depth.get(VAL)) if depth is not None else None
    if not num and style.numbering is not None:
        num, inherited, owner = style.numbering
        level = inherited if level is None else level
        if level is None:
            level = content.document.numbering.level_of_style(num, owner)
    if not num or num == "0":
        return None
    return content.document.numbering.label(num, level or 0)

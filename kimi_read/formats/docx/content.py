"""What stands inside paragraphs: runs, fields, links, changes, notes, symbols.

Source: ECMA-376 part 1, 17.3.2 (runs), 17.3.3 (run content), 17.5.2 (content
controls), 17.16 (fields and links), 17.13.5 (revisions); part 3, 9 (alternatives).
"""

from __future__ import annotations

import re

from kimi_read.formats.docx import drawing
from kimi_read.formats.docx.alternates import chosen
from kimi_read.formats.docx.changes import CHANGES
from kimi_read.formats.docx.fields import MAX_PARAGRAPHS, Field, arguments, target
from kimi_read.formats.docx.names import (
    ALTERNATE,
    PPR,
    RPR,
    RUN,
    SDT_CONTENT,
    SDT_PR,
    TEXT,
    VAL,
    W14,
    M,
    R,
    W,
    on,
)
from kimi_read.formats.docx.paragraph import bare_text
from kimi_read.formats.docx.spans import ALONE, MATH, Spans
from kimi_read.formats.docx.styles import (
    CODE,
    HIDDEN,
    RAW,
    RUN_FONTS,
    RUN_STYLE,
    SUB,
    SUPER,
    TOGGLES,
    VERT_ALIGN,
    VERTICAL,
    font_of,
    symbol_font,
)
from kimi_read.ooxml import omml
from kimi_read.ooxml.fonts import shown
from kimi_read.ooxml.mono import is_mono
from kimi_read.ooxml.parts import local
from kimi_read.ooxml.relations import Relation, relations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from xml.etree.ElementTree import Element

    from kimi_read.blocks import Block
    from kimi_read.formats.docx.document import Document
    from kimi_read.formats.docx.styles import ParagraphStyle

    Maker = Callable[["Content", Element, str, str], None]

DEPTH = 60
_SKIPPED = frozenset(
    W + name
    for name in (
        "pPr bookmarkStart bookmarkEnd proofErr permStart permEnd sectPr tblPr "
        "moveFromRangeStart moveFromRangeEnd moveToRangeStart moveToRangeEnd "
        "customXmlInsRangeStart customXmlInsRangeEnd customXmlDelRangeStart "
        "customXmlDelRangeEnd customXmlPr smartTagPr sdtEndPr tcPr trPr tblGrid"
    ).split()
)
#: Zero-width space, word joiner, byte order mark: one alone is a hint for line ends.
_LONE = "(?<![\u200b\u2060\ufeff])[\u200b\u2060\ufeff](?![\u200b\u2060\ufeff])"
_UNSAFE = ("javascript:", "vbscript:", "data:")


class Content:
    """Reads the paragraphs of one part, with the state that goes from one to the next.

    ``spans`` holds the text of the paragraph read last, ``boxes`` its text boxes
    (``w:txbxContent``) and ``after`` what is to follow it. ``styled_code`` says that
    a character style, and no font alone, made some of it code.
    """

    def __init__(self, document: Document, part: str) -> None:
        self.document = document
        self.part = part
        self.spans = Spans()
        self.boxes: list[Element] = []
        self.after: list[Block] = []
        self.styled_code = False
        self._relations: dict[str, Relation] | None = None
        self._fields: list[Field] = []
        self._base = 0
        self._font = ""
        self._shown = True
        self._depth = 0

    @property
    def relations(self) -> dict[str, Relation]:
        """The relationships of this part."""
        if self._relations is None:
            self._relations = relations(self.document.package, self.part)
        return self._relations

    def paragraph(self, element: Element, style: ParagraphStyle) -> Spans:
        """Read one paragraph (or anything that holds runs) in the given style."""
        self.spans = Spans()
        self.boxes = []
        self.after = []
        self.styled_code = False
        code = style.mono and style.role != "heading"
        self._base = style.flags | (CODE if code else 0)
        self._font = symbol_font(style.font)
        for field in self._fields:
            field.paragraphs += 1
            if field.in_code and field.paragraphs > MAX_PARAGRAPHS:
                field.separate()
                self._settle()
        self.walk(element)
        return self.spans

    def walk(self, parent: Element, link: str = "", change: str = "") -> None:
        """Read the children of anything that holds runs."""
        for child in parent:
            tag = child.tag
            if tag == RUN:
                self._run(child, link, change)
            elif tag not in _SKIPPED:
                make = _MAKERS.get(tag)
                self._depth += 1
                if self._depth > DEPTH:
                    self.document.too_deep()
                    self.add(bare_text(child), self._base, link, change)
                elif make is not None:
                    make(self, child, link, change)
                elif isinstance(tag, str):
                    self.walk(child, link, change)
                self._depth -= 1

    def add(self, text: str, flags: int = 0, link: str = "", change: str = "") -> None:
        """Add text, unless it is the code of a field."""
        if not self._shown or not text:
            return
        if self._fields and not link:
            link = next((f.link for f in reversed(self._fields) if f.link), "")
        if flags & HIDDEN:
            self.document.hidden_text()
        comments = self.document.notes.open_comments
        if comments and not flags & RAW:
            for comment in comments.values():
                comment.append(text)
        self.spans.add(text, flags, link, change)

    def raw(self, text: str, flags: int = 0, link: str = "", change: str = "") -> None:
        """Add inline Markdown that is ready."""
        self.add(text, flags | RAW, link, change)

    def _settle(self) -> None:
        self._shown = not any(field.in_code for field in self._fields)

    def _run(self, run: Element, link: str, change: str) -> None:
        flags, font = self._base, self._font
        for child in run:
            tag = child.tag
            if tag == TEXT:
                text = child.text
                if text:
                    if not text.isascii() or font or "\n" in text:
                        text = _cleaned(text, font)
                    self.add(text, flags, link, change)
            elif tag == RPR:
                flags, font = self._format(child)
            else:
                make = _RUN_MAKERS.get(tag)
                if make is not None:
                    make(self, child, flags, font, link, change)

    def _format(self, properties: Element) -> tuple[int, str]:
        """Return the formats of a run and its font, if that draws symbols."""
        flags = self._base
        set_bits = clear_bits = 0
        vertical: int | None = None
        font = ""
        code: bool | None = None
        for child in properties:
            tag = child.tag
            flag = TOGGLES.get(tag)
            if flag:
                if on(child.get(VAL)):
                    set_bits |= flag
                else:
                    clear_bits |= flag
            elif tag == RUN_FONTS:
                font = font_of(child)
                if font:
                    code = is_mono(font) and not self.document.mono
            elif tag == RUN_STYLE:
                style = self.document.styles.run(child.get(VAL) or "")
                flags ^= style.toggles
                flags |= style.sets
                font = font or style.font
                if style.code:
                    self.styled_code = True
                    flags |= CODE
            elif tag == VERT_ALIGN:
                vertical = VERTICAL.get(child.get(VAL) or "", 0)
        if clear_bits or set_bits:
            flags = (flags & ~clear_bits) | set_bits
        if vertical is not None:
            flags = (flags & ~(SUPER | SUB)) | vertical
        if code:
            flags |= CODE
        elif code is False and not self.styled_code:
            flags &= ~CODE
        return flags, symbol_font(font) if font else self._font

    def target(self, name: str) -> str:
        """Return where a hyperlink relationship leads, ``""`` if that is nowhere."""
        found = self.relations.get(name)
        if found is None:
            self.document.lose("broken-relation", f"a link has no target ({name})",
                               self.part, shown=False)  # fmt: skip
            return ""
        return found.target

    def safe(self, url: str) -> str:
        """Return a URL, or ``""`` for one that would run a script."""
        bare = "".join(url.split()).lower()
        if bare.startswith(_UNSAFE):
            self.document.lose("unsafe-link", f"a link to {bare[:11]} is left out",
                               self.part, shown=False)  # fmt: skip
            return ""
        return url.strip()


def _cleaned(text: str, font: str) -> str:
    """Return text as it is seen: symbols drawn, line feeds blank.

    Soft hyphens and lone break marks go; a row of these stays, for it hides something.
    """
    if font:
        text = shown(text, font)
    if not text.isprintable():
        text = re.sub(_LONE, "", text)
    return text.replace("\u00ad", "").replace("\r", "").replace("\n", " ")


def _alternate(content: Content, element: Element, link: str, change: str) -> None:
    branch = chosen(element)
    if branch is not None:
        content.walk(branch, link, change)


def _alternate_in_run(
    content: Content, element: Element, flags: int, font: str, link: str, change: str
) -> None:
    branch = chosen(element)
    for child in branch if branch is not None else ():
        make = _RUN_MAKERS.get(child.tag)
        if make is not None:
            make(content, child, flags, font, link, change)
        elif child.tag == TEXT:
            content.add(_cleaned(child.text or "", font), flags, link, change)


def _change(content: Content, element: Element, link: str, change: str) -> None:
    if not content.document.changes.gone(element.tag):
        content.walk(element, link, content.document.changes.mark(element) or change)


def _hyperlink(content: Content, element: Element, link: str, change: str) -> None:
    name = element.get(R + "id") or ""
    url = content.target(name) if name else ""
    anchor = element.get(W + "anchor") or ""
    if url and anchor and "#" not in url:
        url = f"{url}#{anchor}"
    content.walk(element, content.safe(url) or link, change)


def _simple_field(content: Content, element: Element, link: str, change: str) -> None:
    words = arguments(element.get(W + "instr") or "")
    url = target(words) if words and words[0].upper() == "HYPERLINK" else ""
    content.walk(element, content.safe(url) or link, change)


def _control(content: Content, element: Element, link: str, change: str) -> None:
    """Read a content control; a check box shows as ``[x]`` or ``[ ]``."""
    properties = element.find(SDT_PR)
    box = properties.find(W14 + "checkbox") if properties is not None else None
    if box is not None:
        state = box.find(W14 + "checked")
        ticked = state is not None and on(state.get(W14 + "val"))
        content.raw("[x]" if ticked else "[ ]", 0, link, change)
        return
    inner = element.find(SDT_CONTENT)
    if inner is not None:
        content.walk(inner, link, change)


def _ruby(content: Content, element: Element, link: str, change: str) -> None:
    """Read a phonetic guide: the base, then its reading in brackets."""
    base, reading = element.find(W + "rubyBase"), element.find(W + "rt")
    if base is not None:
        content.walk(base, link, change)
    if reading is not None and "".join(reading.itertext()).strip():
        content.add("(", content._base, link, change)
        content.walk(reading, link, change)
        content.add(")", content._base, link, change)


def _math(content: Content, element: Element, link: str, change: str) -> None:
    text = omml.latex(element)
    if text:
        pieces = content.spans.pieces
        if pieces and pieces[-1][1] & RAW and pieces[-1][0].endswith("$"):
            content.add(" ", content._base, link, change)
        content.raw(f"${text}$", MATH, link, change)


def _display_math(content: Content, element: Element, link: str, change: str) -> None:
    text = omml.latex(element)
    if text:
        content.raw(f"${text}$", ALONE, link, change)


def _comment_start(content: Content, element: Element, _link: str, _change: str) -> None:
    content.document.notes.open_comments[element.get(W + "id") or ""] = []


def _comment_end(content: Content, element: Element, _link: str, _change: str) -> None:
    content.document.notes.close_comment(element.get(W + "id") or "")


def _sub_document(content: Content, element: Element, _link: str, _change: str) -> None:
    found = content.relations.get(element.get(R + "id") or "")
    name = found.target if found else "?"
    content.document.lose("sub-document", f"the sub-document {name} is left out",
                          content.part, partial=True)  # fmt: skip


_MAKERS: dict[object, Maker] = {
    **dict.fromkeys(CHANGES, _change),
    ALTERNATE: _alternate,
    W + "hyperlink": _hyperlink,
    W + "fldSimple": _simple_field,
    W + "sdt": _control,
    W + "ruby": _ruby,
    M + "oMath": _math,
    M + "oMathPara": _display_math,
    W + "commentRangeStart": _comment_start,
    W + "commentRangeEnd": _comment_end,
    W + "subDoc": _sub_document,
}


def _text_maker(text: str) -> Callable[..., None]:
    def make(
        content: Content, _el: Element, flags: int, _font: str, link: str, change: str
    ) -> None:
        content.add(text, flags, link, change)

    return make


def _deleted_text(
    content: Content, element: Element, flags: int, font: str, link: str, change: str
) -> None:
    content.add(_cleaned(element.text or "", font), flags, link, change)


def _symbol(
    content: Content, element: Element, flags: int, _font: str, link: str, change: str
) -> None:
    try:
        char = chr(int(element.get(W + "char") or "", 16))
    except ValueError:
        return
    content.add(shown(char, element.get(W + "font") or ""), flags, link, change)


def _field_char(
    content: Content, element: Element, flags: int, _font: str, link: str, change: str
) -> None:
    kind = element.get(W + "fldCharType")
    fields = content._fields
    if kind == "begin":
        fields.append(Field(element))
    elif fields and kind == "separate":
        fields[-1].separate()
        fields[-1].link = content.safe(fields[-1].link)
    elif fields and kind == "end":
        field = fields.pop()
        content._settle()
        if field.in_code:
            text, known = field.stored()
            url = content.safe(field.link) if field.link else ""
            if text.startswith("[") and field.form is not None:
                content.raw(text, 0, link, change)
            else:
                content.add(text, flags, url or link, change)
            if not known:
                content.document.lose("field", f"a field {field.kind} has no stored "
                                      "result", content.part, shown=False)  # fmt: skip
    content._settle()


def _field_code(
    content: Content, element: Element, _flags: int, _font: str, _link: str, _change: str
) -> None:
    if content._fields and content._fields[-1].in_code:
        content._fields[-1].code.append(element.text or "")


def _note(
    content: Content, element: Element, flags: int, _font: str, link: str, change: str
) -> None:
    if not content._shown:
        return
    kind = local(element.tag).removesuffix("Reference")
    mark = content.document.notes.mark(kind, element.get(W + "id") or "")
    content.raw(mark, flags & HIDDEN, "", change)


def _drawing(
    content: Content, element: Element, _flags: int, _font: str, link: str, change: str
) -> None:
    if content._shown:
        drawing.read(content, element, link, change)


def _inside_run(maker: Maker) -> Callable[..., None]:
    def make(
        content: Content, element: Element, _fl: int, _font: str, link: str, change: str
    ) -> None:
        maker(content, element, link, change)

    return make


_RUN_MAKERS: dict[object, Callable[..., None]] = {
    W + "tab": _text_maker("\t"),
    W + "ptab": _text_maker("\t"),
    W + "br": _text_maker("\n"),
    W + "cr": _text_maker("\n"),
    W + "noBreakHyphen": _text_maker("\u2011"),
    W + "delText": _deleted_text,
    W + "sym": _symbol,
    W + "fldChar": _field_char,
    W + "instrText": _field_code,
    W + "delInstrText": _field_code,
    W + "footnoteReference": _note,
    W + "endnoteReference": _note,
    W + "commentReference": _note,
    W + "drawing": _drawing,
    W + "pict": _drawing,
    W + "object": _drawing,
    W + "ruby": _inside_run(_ruby),
    W + "r": lambda content, el, _flags, _font, link, change: content._run(
        el, link, change
    ),
    M + "oMath": _inside_run(_math),
    ALTERNATE: _alternate_in_run,
}

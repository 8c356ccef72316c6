"""What each element in a paragraph or a run becomes: links, fields, notes, symbols.

Source: ECMA-376 part 1, 17.3.3 (run content), 17.5.2 (content controls), 17.13.5
(revisions), 17.16 (fields and links); part 3, 9 (alternatives).
"""

from __future__ import annotations

from kimi_read.formats.docx.alternates import chosen
from kimi_read.formats.docx.changes import CHANGES
from kimi_read.formats.docx.content import Content, Makers
from kimi_read.formats.docx.fields import Field, arguments, target
from kimi_read.formats.docx.names import (
    ALTERNATE,
    SDT_CONTENT,
    SDT_PR,
    TEXT,
    W14,
    M,
    R,
    W,
    on,
)
from kimi_read.ooxml.fonts import shown
from kimi_read.ooxml.parts import local
from kimi_read.ooxml.spans import ALONE, MATH, RAW, UNSEEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from kimi_read.formats.docx.content import Around, Look, Maker, RunMaker
    from kimi_read.formats.docx.document import Document


def _alternate(content: Content, element: Element, around: Around) -> None:
    branch = chosen(element)
    if branch is not None:
        content.walk(branch, around)


def _alternate_in_run(
    content: Content, element: Element, look: Look, around: Around
) -> None:
    branch = chosen(element)
    for child in branch if branch is not None else ():
        make = RUN_MAKERS.get(child.tag)
        if make is not None:
            make(content, child, look, around)


def _change(content: Content, element: Element, around: Around) -> None:
    if not content.document.changes.gone(element.tag):
        mark = content.document.changes.mark(element)
        content.walk(element, (around[0], mark or around[1]))


def _hyperlink(content: Content, element: Element, around: Around) -> None:
    name = element.get(R + "id") or ""
    url = content.target(name) if name else ""
    anchor = element.get(W + "anchor") or ""
    if url and anchor and "#" not in url:
        url = f"{url}#{anchor}"
    content.walk(element, (content.safe(url) or around[0], around[1]))


def _simple_field(content: Content, element: Element, around: Around) -> None:
    words = arguments(element.get(W + "instr") or "")
    url = target(words) if words and words[0].upper() == "HYPERLINK" else ""
    content.walk(element, (content.safe(url) or around[0], around[1]))


def _control(content: Content, element: Element, around: Around) -> None:
    """Read a content control; a check box shows as ``[x]`` or ``[ ]``."""
    properties = element.find(SDT_PR)
    box = properties.find(W14 + "checkbox") if properties is not None else None
    if box is not None:
        state = box.find(W14 + "checked")
        ticked = state is not None and on(state.get(W14 + "val"))
        content.raw("[x]" if ticked else "[ ]", 0, *around)
        return
    inner = element.find(SDT_CONTENT)
    if inner is None:
        return
    bound = content.document.bindings.text(properties)
    if bound and bound != "".join(e.text or "" for e in inner.iter(TEXT)).strip():
        content.instead(inner, bound, around)
    else:
        content.walk(inner, around)


def _ruby(content: Content, element: Element, around: Around) -> None:
    """Read a phonetic guide: the base, then its reading in brackets."""
    base, reading = element.find(W + "rubyBase"), element.find(W + "rt")
    if base is not None:
        content.walk(base, around)
    if reading is not None and "".join(reading.itertext()).strip():
        content.add("(", content.base, *around)
        content.walk(reading, around)
        content.add(")", content.base, *around)


def _math(content: Content, element: Element, around: Around) -> None:
    for text, change in _formulas(content, element, around[1]):
        pieces = content.spans.pieces
        beside = pieces and pieces[-1][1] & RAW and pieces[-1][0].endswith("$")
        if beside and pieces[-1][3] == change:
            content.add(" ", content.base, *around)
        content.raw(f"${text}$", 0 if change else MATH, around[0], change)


def _display_math(content: Content, element: Element, around: Around) -> None:
    for text, change in _formulas(content, element, around[1]):
        if change:  # a mark stands in a line
            from kimi_read.ooxml.mathtext import in_line

            content.raw(f"${in_line(text)}$", 0, around[0], change)
        else:
            content.raw(f"${text}$", ALONE, *around)


def _formulas(content: Content, element: Element, change: str) -> list[tuple[str, str]]:
    """Return a formula as LaTeX and the change of it that shows: two if it has one."""
    from kimi_read.ooxml.omml import latex

    found = [
        (text, mark or change)
        for one, mark in content.document.changes.formulas(element)
        if (text := latex(one))
    ]
    if len({text for text, _ in found}) == 1:
        return [(found[0][0], change)]
    return found


def _comment_start(content: Content, element: Element, _around: Around) -> None:
    content.document.notes.open_comment(element.get(W + "id") or "")


def _comment_end(content: Content, element: Element, _around: Around) -> None:
    content.document.notes.close_comment(element.get(W + "id") or "")


def _sub_document(content: Content, element: Element, _around: Around) -> None:
    found = content.relations.get(element.get(R + "id") or "")
    name = found.target if found else "?"
    content.document.lose("sub-document", f"the sub-document {name} is left out",
                          content.part, partial=True)  # fmt: skip


def _fixed(text: str) -> RunMaker:
    """Return a maker of an element that stands for a character."""

    def make(content: Content, _element: Element, look: Look, around: Around) -> None:
        content.add(text, look[0], *around)

    return make


def _break(content: Content, element: Element, look: Look, around: Around) -> None:
    if element.get(W + "type") == "page":
        content.document.new_page()
    content.add("\n", look[0], *around)


def _page_end(
    content: Content, _element: Element, _look: Look, _around: Around
) -> None:
    content.document.new_page()


def _text(content: Content, element: Element, look: Look, around: Around) -> None:
    text = (element.text or "").replace("\n", " ")
    content.add(shown(text, look[1]) if look[1] else text, look[0], *around)


def _symbol(content: Content, element: Element, look: Look, around: Around) -> None:
    try:
        char = chr(int((element.get(W + "char") or "")[:6], 16))
    except (ValueError, OverflowError):
        return
    content.add(shown(char, element.get(W + "font") or ""), look[0], *around)


def _field_char(content: Content, element: Element, look: Look, around: Around) -> None:
    kind = element.get(W + "fldCharType")
    fields = content.fields
    if kind == "begin":
        if content.fields_end:
            fields.append(Field(element))
    elif fields and kind == "separate":
        fields[-1].separate()
        fields[-1].start = (content.spans, content.spans.mark())
        fields[-1].link = content.safe(fields[-1].link)
    elif fields and kind == "end":
        field = fields.pop()
        content.settle()
        # Word draws check boxes and drop-downs itself: their result is empty
        drawn = field.form is not None and field.start is not None and (
            field.start == (content.spans, content.spans.mark())
        )  # fmt: skip
        if field.in_code or drawn:
            text, known = field.stored()
            url = content.safe(field.link) if field.link else ""
            if text.startswith("[") and field.form is not None:
                content.raw(text, 0, *around)
            else:
                content.add(text, look[0], url or around[0], around[1])
            if not known:
                content.document.lose("field", f"a field {field.kind} has no stored "
                                      "result", content.part, shown=False)  # fmt: skip
    content.settle()


def _field_code(
    content: Content, element: Element, _look: Look, _around: Around
) -> None:
    if content.fields and content.fields[-1].in_code:
        content.fields[-1].code.append(element.text or "")


def _note(content: Content, element: Element, look: Look, around: Around) -> None:
    if not content.shown:
        return
    kind = local(element.tag).removesuffix("Reference")
    mark = content.document.notes.mark(kind, element.get(W + "id") or "")
    content.raw(mark, look[0] & UNSEEN, "", around[1])


def _drawing(content: Content, element: Element, _look: Look, around: Around) -> None:
    if content.shown:
        from kimi_read.formats.docx import drawing

        drawing.read(content, element, *around)


def _ink(content: Content, _element: Element, _look: Look, _around: Around) -> None:
    content.document.lose("ink", "ink is left out", content.part)


def _nested(content: Content, element: Element, _look: Look, around: Around) -> None:
    content.run(element, around)


def _inside_run(maker: Maker) -> RunMaker:
    """Return the maker of an element that may stand in a run as well."""

    def make(content: Content, element: Element, _look: Look, around: Around) -> None:
        maker(content, element, around)

    return make


#: What may stand in a paragraph beside plain runs; other elements are walked through.
MAKERS: dict[object, Maker] = {
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
#: What may stand in a run; other elements show nothing.
RUN_MAKERS: dict[object, RunMaker] = {
    W + "t": _text,
    W + "delText": _text,
    W + "tab": _fixed("\t"),
    W + "ptab": _fixed("\t"),
    W + "br": _break,
    W + "lastRenderedPageBreak": _page_end,
    W + "cr": _fixed("\n"),
    W + "noBreakHyphen": _fixed("\u2011"),
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
    W + "contentPart": _ink,
    W + "r": _nested,
    M + "oMath": _inside_run(_math),
    ALTERNATE: _alternate_in_run,
}
#: What shows nothing and holds nothing that does.
SKIPPED = frozenset(
    W + name
    for name in (
        "pPr", "bookmarkStart", "bookmarkEnd", "proofErr", "permStart", "permEnd",
        "sectPr", "tblPr", "moveFromRangeStart", "moveFromRangeEnd",
        "moveToRangeStart", "moveToRangeEnd", "customXmlInsRangeStart",
        "customXmlInsRangeEnd", "customXmlDelRangeStart", "customXmlDelRangeEnd",
        "customXmlPr", "smartTagPr", "sdtEndPr", "tcPr", "trPr", "tblGrid",
    )
)  # fmt: skip
_MAKERS = Makers(MAKERS, RUN_MAKERS, SKIPPED)


def content_of(document: Document, part: str) -> Content:
    """Return a reader of the paragraphs of a part."""
    return Content(document, part, _MAKERS)

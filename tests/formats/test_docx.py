"""What becomes of the features of a Word document, one fact each."""

from __future__ import annotations

import pytest
from make_fixtures_word import (
    HEADINGS,
    PIXEL,
    Made,
    cell,
    field,
    instance,
    level,
    lists,
    num,
    p,
    part,
    r,
    row,
    style,
    table,
)
from word_reading import losses, packed, read, shown, texts

from kimi_read import blocks as b
from kimi_read.errors import Malformed, OutOfBounds
from kimi_read.formats import docx
from kimi_read.formats.docx.grounds import TableStyles
from kimi_read.formats.docx.paint import Paint
from kimi_read.guard.zip import Package
from kimi_read.ooxml.parts import Growing
from kimi_read.request import Request
from kimi_read.source import in_memory

WHO = 'w:id="1" w:author="Ann" w:date="2026-01-02T00:00:00Z"'

INSERTED = "{>>inserted by Ann, 2026-01-02<<}"
MHTML = (
    b"MIME-Version: 1.0\nContent-Transfer-Encoding: quoted-printable\n\n"
    b"<html><title>no</title><p>caf=C3=A9 =\nau lait</p></html>"
)
DELETED = "{>>deleted by Ann, 2026-01-02<<}"


def decimal(*forms: str) -> str:
    """Return levels of a list that count in decimals."""
    return "".join(level(i, "decimal", form) for i, form in enumerate(forms))


def test_facts_come_first_and_once():
    """Metadata is no part of the text."""
    found = read(Made(p("x")))
    assert [type(block) for block in found] == [b.Facts, b.Paragraph]


def test_later_paragraphs_are_not_parsed(monkeypatch):
    """Taking the first blocks costs the first chunks of the body."""
    fed = []
    feed = Growing.feed
    monkeypatch.setattr(
        Growing, "feed", lambda self: fed.append(self.name) or feed(self)
    )
    data = packed(Made("".join(p(f"{n} " + "word " * 200) for n in range(5000))))
    blocks = docx.read(in_memory(data, "x.docx"), Request())
    for _ in range(10):
        next(blocks)
    assert fed.count("word/document.xml") <= 3
    for _ in blocks:
        pass
    assert fed.count("word/document.xml") > 50


def test_memory_holds_one_block_of_the_body():
    """A document of many blocks is dropped block by block."""
    import tracemalloc

    data = packed(Made("".join(p("word " * 40) for _ in range(20_000))))
    tracemalloc.start()
    for _ in docx.read(in_memory(data, "x"), Request()):
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 6 << 20


def test_a_document_in_one_content_control_streams():
    """Containers are entered before their end has been read."""
    body = "".join(p("word " * 40) for _ in range(5000))
    made = Made(f"<w:sdt><w:sdtPr/><w:sdtContent>{body}</w:sdtContent></w:sdt>")
    blocks = docx.read(in_memory(packed(made), "x"), Request())
    next(blocks)
    assert next(blocks).text.startswith("word")
    assert blocks.gi_frame is not None
    assert sum(1 for _ in blocks) == 4999


def test_the_rows_of_a_long_table_stream():
    """A table of any length is yielded after a bounded look at its rows."""
    rows = "".join(row(cell(str(n)), cell("x")) for n in range(3000))
    found = [x for x in read(Made(table(rows))) if isinstance(x, b.Table)]
    assert len(found[0].rows) == 2999
    assert found[0].rows[-1] == ["2999", "x"]


def test_a_start_override_counts_once():
    """The list from seven goes on at eight when it is used again."""
    over = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride>'
    made = Made(
        p("a", more=num(0, 1)) + p("b", more=num(0, 2)) + p("c", more=num(0, 1))
        + p("d", more=num(0, 2)),
        numbering=lists(decimal("%1."), nums=instance(1, 0) + instance(2, 0, over)),
    )  # fmt: skip
    assert [item.number for item in shown(made)] == [1, 7, 8, 9]


def test_a_skipped_level_counts_as_begun():
    """After 1.1 without a 1 of its own comes 2, as Word counts."""
    made = Made(
        p("a", more=num(1, 1)) + p("b", more=num(0, 1)),
        numbering=lists(decimal("%1.", "%1.%2"), nums=instance(1, 0)),
    )
    assert texts(made) == ["1.1 a", "b"]
    assert shown(made)[1].number == 2


def test_a_level_tied_to_a_style_beats_the_level_that_the_style_gives():
    """The pStyle of a level says where the style stands (17.9.23)."""
    tied = level(0, "decimal", "%1.", '<w:pStyle w:val="S"/>')
    made = Made(
        p("a", "S"),
        styles=part("styles", style("S", "S", f"<w:pPr>{num(4, 1)}</w:pPr>")),
        numbering=lists(tied, nums=instance(1, 0)),
    )
    assert shown(made) == [b.Item("a", 0, 1)]


def test_a_deleted_paragraph_is_not_counted():
    """What is gone takes no number."""
    gone = f"<w:rPr><w:del {WHO}/></w:rPr>"
    made = Made(
        p("a", more=num(0, 1))
        + p(more=num(0, 1) + gone, runs=f"<w:del {WHO}>{r('x')}</w:del>")
        + p("b", more=num(0, 1)),
        numbering=lists(decimal("%1."), nums=instance(1, 0)),
    )  # fmt: skip
    assert [item.number for item in shown(made)] == [1, 2]


def test_bold_of_a_heading_style_is_no_emphasis():
    """A heading is bold by nature."""
    assert texts(Made(p("Head", "Heading1"), styles=HEADINGS)) == ["Head"]


@pytest.mark.parametrize(
    "name",
    ["Überschrift 2", "Titre 2", "Заголовок 2", "見出し 2", "Nagłówek 2", "heading 2"],
)
def test_headings_are_known_by_name_in_many_languages(name):
    """Programs other than Word translate the names of styles."""
    made = Made(p("x", "S"), styles=part("styles", style("S", name)))
    assert shown(made) == [b.Heading("x", 2)]


def test_a_toggle_in_both_styles_is_off():
    """Bold of the paragraph and of the character style cancel out (17.7.3)."""
    bold = "<w:rPr><w:b/></w:rPr>"
    styles = part("styles", style("P", "P", bold) + style("C", "C", bold, "character"))
    made = Made(
        p(style="P", runs=r("a ") + r("b", '<w:rStyle w:val="C"/>')), styles=styles
    )
    assert texts(made) == ["**a** b"]


def test_a_body_in_a_typewriter_font_is_no_code():
    """Only a font that differs from the body's marks code."""
    normal = (
        '<w:style w:type="paragraph" w:default="1" w:styleId="N">'
        '<w:name w:val="Normal"/><w:rPr><w:rFonts w:ascii="Courier New"/></w:rPr>'
        "</w:style>"
    )
    mono = '<w:rFonts w:ascii="Courier New"/>'
    made = Made(p(runs=r("a letter", mono)) * 2, styles=part("styles", normal))
    assert shown(made) == [b.Paragraph("a letter")] * 2


@pytest.mark.parametrize("every", [1, 1000])
def test_fields_never_closed_lose_no_text_for_ever(every):
    """Field codes that do not end are given up, and it is told."""
    begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
    made = Made("".join(
        p(runs=begin * (n % every == 0) + r(f"text {n}")) for n in range(300)
    ))  # fmt: skip
    assert len(texts(made)) > 100 / every
    assert losses(made)["field"].partial


def test_the_code_of_a_nested_field_is_not_shown():
    """Only the result of the outermost field is text."""
    inner = field("PAGE", r("7"))
    runs = (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r>' + inner
        + '<w:r><w:fldChar w:fldCharType="separate"/></w:r>' + r("shown")
        + '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )  # fmt: skip
    assert texts(Made(p(runs=runs))) == ["shown"]


@pytest.mark.parametrize(
    ("mode", "text"),
    [
        ("accept", "keep new"),
        ("reject", "keep old"),
        ("show", f"keep {{++new++}}{INSERTED}{{--old--}}{DELETED}"),
    ],
)
def test_tracked_changes_are_accepted_rejected_or_shown(mode, text):
    """--changes decides, and show names who and when."""
    runs = r("keep ") + f"<w:ins {WHO}>{r('new')}</w:ins>" + (
        f"<w:del {WHO}><w:r><w:delText>old</w:delText></w:r></w:del>"
    )  # fmt: skip
    assert texts(Made(p(runs=runs)), changes=mode) == [text]


def test_a_rejected_row_is_gone_and_a_deleted_one_is_back():
    """Rows are inserted and deleted as a whole."""
    made = Made(
        table(
            row(cell("a"), cell("b")),
            row(cell("new"), cell("x"), more=f"<w:ins {WHO}/>"),
            row(cell("old"), cell("x"), more=f"<w:del {WHO}/>"),
        )
    )
    assert shown(made)[0].rows == [["new", "x"]]
    assert shown(made, changes="reject")[0].rows == [["old", "x"]]


def test_applied_changes_are_counted_where_the_first_is_met():
    """The first page that has one tells of all, before its end is read."""
    new = p(runs=f"<w:ins {WHO}>{r('y')}</w:ins>")
    made = Made(p("x") + new + p("z") * 3000 + new)
    blocks = docx.read(in_memory(packed(made), "x"), Request())
    found = [next(blocks) for _ in range(4)]
    assert found[3].code == "changes-applied"
    assert "2 insertions" in found[3].message
    assert "changes-applied" not in losses(made, changes="show")


def test_the_end_of_a_deleted_paragraph_joins_it_to_the_next():
    """A deleted paragraph mark is no end of line."""
    made = Made(p("one ", more=f"<w:rPr><w:del {WHO}/></w:rPr>") + p("two"))
    assert texts(made) == ["one two"]
    assert texts(made, changes="reject") == ["one", "two"]


def test_the_end_of_a_deleted_paragraph_joins_lines_of_a_cell_too():
    """Cells have the same paragraphs."""
    first = p("one ", more=f"<w:rPr><w:del {WHO}/></w:rPr>")
    made = Made(table(row(cell(first + p("two")), cell("x"))))
    assert shown(made)[0].header == ["one two", "x"]
    assert shown(made, changes="reject")[0].header == ["one\ntwo", "x"]


def test_a_watermark_is_quoted_with_the_headers():
    """WordArt behind the text lies in a header."""
    art = '<w:r><w:pict><v:shape><v:textpath string="DRAFT"/></v:shape></w:pict></w:r>'
    made = Made(p("body"), header1=part("hdr", p(runs=art)))
    assert "DRAFT" in losses(made)["headers"].message


def test_a_dropped_capital_belongs_to_its_word():
    """The letter in a frame is the first of the next paragraph."""
    made = Made(p("O", more='<w:framePr w:dropCap="drop"/>') + p("nce upon a time"))
    assert texts(made) == ["Once upon a time"]


def test_media_comes_once_under_its_name():
    """--media asks for the bytes, once for each part."""
    blip = (
        '<w:r><w:drawing><wp:inline><wp:extent cx="9525" cy="19050"/><a:blip '
        'r:embed="rIdP"/></wp:inline></w:drawing></w:r>'
    )
    made = Made(p(runs=blip) + p(runs=blip))
    made.add("word/media/image1.png", PIXEL, "image", "rIdP")
    found = [x for x in read(made, media=True) if isinstance(x, b.Picture)]
    assert [(x.name, x.data, x.width, x.height) for x in found] == [
        ("media/image1.png", PIXEL, 1, 2)
    ]
    assert not [x for x in read(made) if isinstance(x, b.Picture)]


def test_identity_tells_the_outline():
    """The engine asks for the facts alone."""
    made = Made(p("A", "Heading1") + p("x") + p("B", "Heading2"), styles=HEADINGS)
    found = read(made, identify=True)
    assert len(found) == 1
    assert found[0].values["outline"] == [
        {"level": 1, "title": "A"},
        {"level": 2, "title": "B"},
    ]


def test_an_imported_word_document_is_read():
    """altChunk parts that are packages are documents."""
    made = Made('<w:altChunk r:id="rIdA"/>' + p("after"))
    made.add("word/chunk.docx", packed(Made(p("inside"))), "aFChunk", "rIdA")
    assert texts(made) == ["inside", "after"]


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"<p>w<b>or</b>d &lt;1&gt; &#x41;</p><li>x", ["w**or**d <1> A", "x"]),
        ("<h2>Wide</h2>".encode("utf-16"), ["Wide"]),
        (b"plain <text>\nof two lines", ["plain \\<text>", "of two lines"]),
        (MHTML, ["café au lait"]),
        (
            b"{\\rtf1{\\fonttbl{\\f0 X;}}A {\\b b}\\par caf\\'e9 \\u-10179?\\u-8704?",
            ["A b", "café 😀"],
        ),
        (
            b"{\\rtf1 a{\\v secret} b{\\*\\generator G;}{\\pict 00}}",
            ["a[hidden: secret] b"],
        ),
        (b"<meta charset=windows-1252><p>caf\xe9", ["café"]),
        (b"<p>a <i>b</i> <a href='http://x/'>c</a><br>d", ["a *b* [c](http://x/)\nd"]),
        (b"<p style='display:none'>x<p>y", ["[hidden: x]", "y"]),
        (b"<ol start=3><li>a<ul><li>b</ul><li>c</ol>", ["a", "b", "c"]),
        (b"<pre>a\n  b</pre><blockquote>q</blockquote>", ["a\n  b", "q"]),
        (b"<p>x <a href='javascript:y()'>z</a> &euro;&nosuch;", ["x z €\\&nosuch;"]),
        (b"\xd0\xcf\x11\xe0 x", []),
        (b"\0\1\2", []),
    ],
)
def test_the_words_of_other_imported_documents_are_shown(data, found):
    """HTML, MHTML and plain text in any encoding; what is left out is told."""
    made = Made('<w:altChunk r:id="rIdA"/>')
    made.add("word/chunk.mht", data, "aFChunk", "rIdA")
    assert texts(made) == found
    assert losses(made)["imported-part"].partial == (not found)


def test_an_imported_web_page_keeps_its_lists_tables_and_code():
    """As far as Markdown has them; a table of one cell is a frame."""
    made = Made('<w:altChunk r:id="rIdA"/>')
    page = (
        b"<h2>H</h2><ul><li>a<ul><li>b</ul></ul><table><tr><th>A<th>B<tr><td>1<br>2"
        b"<td><table><tr><td>x</table></table><table><tr><td>one</table>"
        b"<pre>if x:\n  y</pre><script>no</script>"
    )
    made.add("word/chunk.html", page, "aFChunk", "rIdA")
    assert shown(made) == [
        b.Heading("H", 2), b.Item("a", 0), b.Item("b", 1),
        b.Table(["A", "B"], [["1\n2", "x"]]), b.Paragraph("one"),
        b.Code("if x:\n  y"),
    ]  # fmt: skip


def test_headers_are_quoted_in_a_warning_only():
    """What stands on every page is no part of the text."""
    top, end = part("hdr", p("TOP")), part("ftr", p("END"))
    made = Made(p("body"), header1=top, footer1=end)
    assert texts(made) == ["body"]
    assert "TOP" in losses(made)["headers"].message
    assert "END" in losses(made)["footers"].message


def test_hidden_text_is_marked_and_told():
    """w:vanish hides from a reader of the page, not of the file."""
    made = Made(p(runs=r("a ") + r("b", "<w:vanish/>") + r(" c")))
    assert texts(made) == ["a [hidden: b] c"]
    assert "hidden-text" in losses(made)


def test_strict_names_are_transitional_ones():
    """ISO strict documents differ by namespaces only."""
    made = Made(p("Head", "Heading1"), styles=HEADINGS)
    old = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    new = "http://purl.oclc.org/ooxml/wordprocessingml/main"
    made.body = made.body.replace(old, new)
    made.parts["word/styles.xml"] = HEADINGS.replace(old, new)
    assert shown(made) == [b.Heading("Head", 1)]


def test_broken_xml_is_read_up_to_the_fault():
    """What came before the fault is kept, and the fault is told."""
    made = Made(p("one") + p("two"))
    made.body = made.body.replace("two", "t&wo")
    found = read(made)
    assert found[1] == b.Paragraph("one")
    assert found[-1].code == "damaged"
    assert found[-1].partial


def test_no_document_is_malformed():
    """A ZIP file without a body cannot be read at all."""
    with pytest.raises(Malformed):
        read(packed(Made(p("x")), without=("word/document.xml",)))


def test_a_document_type_is_refused():
    """Entities cannot be declared, so they cannot grow."""
    made = Made(p("x"))
    made.body = made.body.replace("?>", '?><!DOCTYPE a [<!ENTITY b "c">]>', 1)
    with pytest.raises(Malformed):
        read(made)


def test_one_endless_paragraph_is_bounded(monkeypatch):
    """No single block may take all memory."""
    from kimi_read.formats.docx import growing

    monkeypatch.setattr(growing, "MAX_BLOCK", 1 << 20)
    with pytest.raises(OutOfBounds):
        read(Made(p("first") + p("A" * (3 << 20))))


def test_losses_of_one_kind_are_told_up_to_a_number():
    """A file with thousands of broken links does not flood."""
    link = '<w:hyperlink r:id="no">' + r("x") + "</w:hyperlink>"
    found = read(Made(p(runs=link) * 100))
    told = [x for x in found if isinstance(x, b.Loss)]
    assert len(told) == 21
    assert told[-1].message.startswith("80 more")


def test_a_rejected_change_of_format_shows_the_old_format():
    """What was made bold is plain again, and a new heading is no heading."""
    bold = f"<w:b/><w:rPrChange {WHO}><w:rPr/></w:rPrChange>"
    old = f"<w:pPrChange {WHO}><w:pPr/></w:pPrChange>"
    made = Made(p(runs=r("a", bold)) + p("b", "Heading1", old), styles=HEADINGS)
    assert shown(made) == [b.Paragraph("**a**"), b.Heading("b", 1)]
    assert shown(made, changes="reject") == [b.Paragraph("a"), b.Paragraph("b")]


def test_a_box_at_the_head_of_an_item_is_a_task():
    """Pandoc writes task lists with signs for boxes."""
    bullets = lists(level(0, "bullet", "•"), nums=instance(1, 0))
    made = Made(p("☒ done", more=num(0, 1)), numbering=bullets)
    assert texts(made) == ["[x] done"]


def test_a_loss_tells_its_paragraph():
    """Paragraphs are counted from 1, those in cells included."""
    link = '<w:hyperlink r:id="no">' + r("x") + "</w:hyperlink>"
    made = Made(p("a") + table(row(cell("b"), cell("c"))) + p(runs=link))
    assert losses(made)["broken-relation"].where == "paragraph 4"


def test_a_displayed_formula_in_an_item_stays_in_it():
    """The number of the item is not lost."""
    formula = "<m:oMathPara><m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></m:oMathPara>"
    numbers = lists(decimal("%1."), nums=instance(1, 0))
    made = Made(p(more=num(0, 1), runs=r("see ") + formula), numbering=numbers)
    assert shown(made) == [b.Item("see $x$", 0, 1)]


def test_hidden_text_is_counted():
    """The last warning says how much there was."""
    made = Made(p(runs=r("a", "<w:vanish/>")) * 3)
    told = [x for x in read(made) if isinstance(x, b.Loss)]
    assert told[-1].message == "3 runs of hidden text in all"


def test_a_comment_may_begin_between_paragraphs():
    """Ranges are marked in the body as well."""
    note = '<w:comment w:id="7" w:author="Bo">' + p("Why?") + "</w:comment>"
    start, end = '<w:commentRangeStart w:id="7"/>', '<w:commentRangeEnd w:id="7"/>'
    ref = '<w:r><w:commentReference w:id="7"/></w:r>'
    made = Made(start + p("all of it") + end + p(runs=ref + r("x")),
                comments=part("comments", note))  # fmt: skip
    assert texts(made) == ["all of it", "[^c1]x", "**Bo** on “all of it”: Why?"]


def test_rows_after_many_deleted_ones_are_read():
    """A look ahead that finds nothing goes on."""
    gone = row(cell("old"), cell("x"), more=f"<w:del {WHO}/>") * 500
    made = Made(table(gone, row(cell("a"), cell("b")), row(cell("c"), cell("d"))))
    assert shown(made) == [b.Table(["a", "b"], [["c", "d"]])]


def test_a_gap_after_a_line_of_code_ends_the_block():
    """LibreOffice sets no space between the lines, and some after the last."""
    code = part("styles", style("Code", "Preformatted Text"))
    gap = '<w:spacing w:after="283"/>'
    made = Made(p("a", "Code") + p("b", "Code", gap) + p("c", "Code"), styles=code)
    assert texts(made) == ["a\nb", "c"]
    same = Made(p("a", "Code", gap) + p("b", "Code", gap), styles=code)
    assert texts(same) == ["a\nb"]


def test_small_text_that_is_moved_is_raised_or_lowered():
    """Some programs write no vertAlign."""
    low = '<w:position w:val="-2"/><w:sz w:val="16"/>'
    assert texts(Made(p(runs=r("H") + r("2", low)))) == ["H<sub>2</sub>"]


def test_styles_of_tables_are_cut_out_and_no_others():
    """They are kept apart, to be parsed when a table asks for one."""
    table = b'<w:style w:type="table" w:styleId="T"><w:name w:val="T"/></w:style>'
    other = b'<w:style w:type="paragraph" w:styleId="P"><w:name w:val="P"/></w:style>'
    part = b"<w:styles>" + other + table + b"\n" + table + other + b"</w:styles>"
    styles = TableStyles(Paint(Package(in_memory(packed(Made("")), "x")), str))
    assert styles.cut_out(part) == (
        b"<w:styles>" + other + b"\n" + other + b"</w:styles>"
    )
    assert styles.raw == {"T": table}
    assert styles.cut_out(other) == other


CHECKED = (
    '<w:ffData><w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox></w:ffData>'
)
CHOICE = (
    '<w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="red"/>'
    '<w:listEntry w:val="green"/></w:ddList></w:ffData>'
)


@pytest.mark.parametrize(
    ("form", "code", "text"),
    [(CHECKED, "FORMCHECKBOX", "[x]"), (CHOICE, "FORMDROPDOWN", "green")],
)
def test_form_fields_with_an_empty_result_show_their_state(form, code, text):
    """Word draws it by itself."""
    field_of = (
        f'<w:r><w:fldChar w:fldCharType="begin">{form}</w:fldChar></w:r>'
        f"<w:r><w:instrText> {code} </w:instrText></w:r>"
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r>{}'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )
    assert texts(Made(p(runs=r("a ") + field_of.format("")))) == [f"a {text}"]
    assert texts(Made(p(runs=r("a ") + field_of.format(r("kept"))))) == ["a kept"]


def test_words_of_a_comment_over_two_paragraphs_stay_apart():
    """They are quoted in one line."""
    comments = part("comments", f'<w:comment w:id="0">{p("why")}</w:comment>')
    body = '<w:commentRangeStart w:id="0"/>' + p("one") + p(
        runs=r("two") + '<w:commentRangeEnd w:id="0"/><w:r>'
        '<w:commentReference w:id="0"/></w:r>'
    )  # fmt: skip
    assert "on “one two”: why" in texts(Made(body, comments=comments))[-1]


def test_a_numbered_equation_in_a_cell_has_its_number_beside_it():
    """A tag needs a display of its own."""
    array = (
        "<m:eqArr><m:eqArrPr><m:maxDist/></m:eqArrPr><m:e><m:r><m:t>a=b#(1)</m:t></m:r>"
        "</m:e></m:eqArr>"
    )
    display = f"<m:oMathPara><m:oMath>{array}</m:oMath></m:oMathPara>"
    made = Made(table(row(cell(f"{display}{p()}"), cell(p(runs=display)))))
    assert shown(made)[0].header == [r"$a=b \quad (1)$"] * 2


def test_a_number_that_was_inserted_is_rejected():
    """The paragraph then belongs to no list (17.13.5.19)."""
    numbers = (
        f'<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/><w:ins {WHO}/></w:numPr>'
    )
    made = Made(
        p("text", more=numbers),
        numbering=lists(level(0, "decimal", "%1."), nums=instance(1, 0)),
    )
    assert isinstance(shown(made)[0], b.Item)
    assert isinstance(shown(made, changes="reject")[0], b.Paragraph)


@pytest.mark.parametrize("hidden", ["dml", "vml"])
def test_text_of_hidden_shapes_is_marked(hidden):
    """Neither is shown, and both are kept."""
    box = f"<w:txbxContent>{p('secret')}</w:txbxContent>"
    dml = (
        '<w:drawing><wp:anchor><wp:docPr id="1" name="x" hidden="1"/><a:graphic>'
        f"<a:graphicData><wps:wsp><wps:txbx>{box}</wps:txbx></wps:wsp>"
        "</a:graphicData></a:graphic></wp:anchor></w:drawing>"
    )
    vml = (
        '<w:pict><v:rect style="visibility:hidden">'
        f"<v:textbox>{box}</v:textbox></v:rect></w:pict>"
    )
    run = f"<w:r>{dml if hidden == 'dml' else vml}</w:r>"
    assert texts(Made(p(runs=run))) == ["[hidden: secret]"]


def test_formulas_of_one_display_stand_below_each_other():
    """And a break in one is a blank."""
    one = "<m:oMath><m:r><m:t>a</m:t></m:r></m:oMath>"
    two = "<m:oMath><m:r><m:t>b</m:t><w:br/><m:t>c</m:t></m:r></m:oMath>"
    found = shown(Made(f"<w:p><m:oMathPara>{one}{two}</m:oMathPara></w:p>"))
    assert found == [b.Math(r"\begin{gathered} a \\ b c \end{gathered}")]


@pytest.mark.parametrize(
    ("look", "text"),
    [
        ("<w:rtl/><w:bCs/>", "**שלום**"),
        ("<w:rtl/><w:iCs/>", "*שלום*"),
        ('<w:rtl w:val="0"/><w:bCs/>', "שלום"),
        ('<w:rtl/><w:bCs w:val="0"/>', "שלום"),
        ("<w:bCs/>", "שלום"),
    ],
)
def test_text_from_right_to_left_has_toggles_of_its_own(look, text):
    """Bold and italic of complex scripts (17.3.2.2, 17.3.2.17)."""
    assert texts(Made(p(runs=r("שלום", look)))) == [text]

"""Text of a Word document that is there and cannot be seen: white, tiny, faded."""

# ruff: noqa: E501, RUF001 - XML in long lines reads better than XML in short ones
from __future__ import annotations

import pytest
from make_fixtures_word import Made, cell, p, part, r, row, style
from word_reading import losses, read, shown, texts

from kimi_read import blocks as b

WHITE = '<w:color w:val="FFFFFF"/>'
THEME = (
    '<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:themeElements>'
    '<a:clrScheme name="x"><a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1>'
    '<a:lt1><a:sysClr val="window" lastClr="FFFFFF"/></a:lt1><a:dk2><a:srgbClr val="1F497D"/></a:dk2>'
    '<a:lt2><a:srgbClr val="EEECE1"/></a:lt2><a:accent1><a:srgbClr val="4F81BD"/></a:accent1>'
    "</a:clrScheme></a:themeElements></a:theme>"
)  # fmt: skip


def shade(fill: str, pattern: str = "clear", color: str = "auto") -> str:
    """Return a shading."""
    return f'<w:shd w:val="{pattern}" w:color="{color}" w:fill="{fill}"/>'


def themed(name: str, more: str = "") -> str:
    """Return a colour of the theme, with a value that does not count."""
    return f'<w:color w:val="123456" w:themeColor="{name}" {more}/>'


STYLES = part(
    "styles",
    style("Pale", "Pale", f"<w:rPr>{WHITE}</w:rPr>")
    + style("Child", "Child", '<w:basedOn w:val="Pale"/>')
    + style("Dark", "Dark", f"<w:pPr>{shade('000000')}</w:pPr><w:rPr>{WHITE}</w:rPr>")
    + style("Small", "Small", '<w:rPr><w:sz w:val="1"/></w:rPr>')
    + style("Light", "Light", f"<w:rPr>{WHITE}</w:rPr>", "character")
    + style("Dot", "Dot", '<w:rPr><w:sz w:val="2"/></w:rPr>', "character")
    + style("Plate", "Plate", f"<w:rPr>{WHITE}{shade('C00000')}</w:rPr>", "character"),
)
HIDDEN, SEEN = ["[hidden: text]"], ["text"]


def made(body: str, **parts: str) -> Made:
    """Return a document with the theme and the styles of this module."""
    return Made(body, **{"styles": STYLES, "theme": THEME, **parts})


@pytest.mark.parametrize(
    ("look", "expected"),
    [
        (WHITE, HIDDEN),
        ('<w:color w:val="FEFEFE"/>', HIDDEN),
        ('<w:color w:val="F0F0F0"/>', SEEN),
        ('<w:color w:val="auto"/>', SEEN),
        ('<w:color w:val="000000"/>', SEEN),
        (themed("background1"), HIDDEN),
        (themed("light1"), HIDDEN),
        (themed("background1", 'w:themeShade="80"'), SEEN),
        (themed("text1"), SEEN),
        (themed("text1", 'w:themeTint="03"'), HIDDEN),
        (themed("accent1", 'w:themeTint="00"'), HIDDEN),
        (themed("accent9"), SEEN),
        (WHITE + shade("000000"), SEEN),
        (WHITE + shade("FFFFFF"), HIDDEN),
        (WHITE + shade("auto"), HIDDEN),
        (WHITE + '<w:shd w:val="clear" w:fill="auto" w:themeFill="accent9"/>', SEEN),
        (WHITE + '<w:shd w:val="clear" w:fill="FFFFFF" w:themeFill="accent1"/>', SEEN),
        (WHITE + shade("auto", "solid"), SEEN),
        (WHITE + shade("FFFFFF", "pct50", "000000"), SEEN),
        (WHITE + shade("FFFFFF", "pct5", "FFFFFF"), HIDDEN),
        (WHITE + shade("FFFFFF", "horzStripe", "000000"), SEEN),
        (WHITE + '<w:highlight w:val="darkBlue"/>', SEEN),
        (WHITE + '<w:highlight w:val="none"/>', HIDDEN),
        ('<w:color w:val="000000"/><w:highlight w:val="black"/>', HIDDEN),
        ('<w:highlight w:val="black"/>', SEEN),
        ('<w:color w:val="FF0000"/>' + shade("FF0000"), HIDDEN),
        (WHITE + "<w14:textOutline><w14:solidFill/></w14:textOutline>", SEEN),
        (WHITE + "<w14:textOutline><w14:noFill/></w14:textOutline>", HIDDEN),
        ("<w14:textFill><w14:noFill/></w14:textFill>", HIDDEN),
        (WHITE + "<w14:textFill><w14:gradFill/></w14:textFill>", SEEN),
        (WHITE + '<w14:textFill><w14:solidFill><w14:srgbClr w14:val="000000"/></w14:solidFill></w14:textFill>', SEEN),
        ('<w14:textFill><w14:solidFill><w14:schemeClr w14:val="bg1"/></w14:solidFill></w14:textFill>', HIDDEN),
        ('<w14:textFill><w14:solidFill><w14:srgbClr w14:val="000000"><w14:alpha w14:val="100000"/></w14:srgbClr></w14:solidFill></w14:textFill>', HIDDEN),
        (WHITE + "<w:emboss/>", SEEN),
        ('<w:rStyle w:val="Light"/>', HIDDEN),
        ('<w:rStyle w:val="Plate"/>', SEEN),
        ('<w:rStyle w:val="Light"/><w:color w:val="112233"/>', SEEN),
        ('<w:rStyle w:val="Dot"/>', HIDDEN),
        ('<w:rStyle w:val="Dot"/><w:sz w:val="20"/>', SEEN),
        ('<w:sz w:val="1"/>', HIDDEN),
        ('<w:sz w:val="2"/>', HIDDEN),
        ('<w:sz w:val="3"/>', SEEN),
        ('<w:sz w:val="0.5pt"/>', HIDDEN),
        ('<w:sz w:val="12pt"/>', SEEN),
        ('<w:szCs w:val="1"/>', SEEN),
    ],
)  # fmt: skip
def test_a_run_that_cannot_be_seen_is_marked(look, expected):
    """By colour, theme, shading, highlight, effects, size and character style."""
    assert texts(made(p(runs=r("text", look)))) == expected


@pytest.mark.parametrize(
    ("paragraph", "expected"),
    [
        (p("text", "Pale"), HIDDEN),
        (p("text", "Child"), HIDDEN),
        (p("text", "Dark"), SEEN),
        (p("text", "Dark", shade("FFFFFF")), HIDDEN),
        (p("text", "Pale", shade("333333")), SEEN),
        (p("text", "Pale", shade("auto")), HIDDEN),
        (p("text", "Small"), HIDDEN),
        (p(style="Pale", runs=r("text", '<w:color w:val="00FF00"/>')), SEEN),
        (p(style="Pale", runs=r("text", '<w:color w:val="auto"/>')), SEEN),
        (p(style="Small", runs=r("text", '<w:sz w:val="24"/>')), SEEN),
        (p(style="Pale", runs=r("text", '<w:highlight w:val="black"/>')), SEEN),
        (p("", more='<w:framePr w:w="1"/>', runs=r("text", WHITE)), SEEN),
    ],
)
def test_a_paragraph_that_cannot_be_seen_is_marked(paragraph, expected):
    """By its style, that which it is based on, and its own shading."""
    assert texts(made(paragraph)) == expected


@pytest.mark.parametrize(
    ("defaults", "expected"),
    [(WHITE, HIDDEN), ('<w:sz w:val="2"/>', HIDDEN), ('<w:sz w:val="22"/>', SEEN)],
)
def test_the_defaults_of_the_document_count(defaults, expected):
    """They are the last that text inherits."""
    styles = part(
        "styles",
        f"<w:docDefaults><w:rPrDefault><w:rPr>{defaults}</w:rPr></w:rPrDefault></w:docDefaults>",
    )
    assert texts(made(p("text"), styles=styles)) == expected


def background(colour: str, *, shown: bool) -> Made:
    """Return a document with a page of a colour."""
    settings = part("settings", "<w:displayBackgroundShape/>" if shown else "")
    doc = made(
        p(runs=r("white", WHITE)) + p(runs=r("red", '<w:color w:val="FF0000"/>')),
        settings=settings,
    )
    doc.body = doc.body.replace(
        "<w:body>", f'<w:background w:color="{colour}"/><w:body>'
    )
    return doc


def test_the_colour_of_the_page_counts_where_it_is_shown():
    """White on a red page is seen, red is not."""
    assert texts(background("FF0000", shown=True)) == ["white", "[hidden: red]"]
    assert texts(background("FF0000", shown=False)) == ["[hidden: white]", "red"]


def test_theme_colours_go_by_the_mapping_of_the_settings():
    """A document may call the dark colours its background."""
    settings = part("settings", '<w:clrSchemeMapping w:bg1="dark1" w:t1="light1"/>')
    body = p(runs=r("a", themed("background1"))) + p(runs=r("b", themed("text1")))
    assert texts(made(body, settings=settings)) == ["a", "[hidden: b]"]


GRID = (
    '<w:style w:type="table" w:styleId="Base"><w:name w:val="Base"/>'
    '<w:tblPr><w:tblStyleRowBandSize w:val="1"/></w:tblPr>'
    f'<w:tblStylePr w:type="firstRow"><w:rPr>{WHITE}</w:rPr><w:tcPr>{shade("1F497D")}</w:tcPr></w:tblStylePr>'
    f'<w:tblStylePr w:type="firstCol"><w:tcPr>{shade("444444")}</w:tcPr></w:tblStylePr>'
    "</w:style>"
    '<w:style w:type="table" w:styleId="Grid"><w:name w:val="Grid"/><w:basedOn w:val="Base"/>'
    f'<w:tblStylePr w:type="band1Horz"><w:tcPr>{shade("000000")}</w:tcPr></w:tblStylePr>'
    f'<w:tblStylePr w:type="lastRow"><w:tcPr>{shade("FFFFFF")}</w:tcPr></w:tblStylePr></w:style>'
)  # fmt: skip
EVERY = part("styles", GRID)


def grid(*rows: str, look: str = 'w:val="0420"') -> str:
    """Return a table in that style; the look is head row and bands."""
    looks = f"<w:tblLook {look}/>" if look else ""
    return f'<w:tbl><w:tblPr><w:tblStyle w:val="Grid"/>{looks}</w:tblPr>{"".join(rows)}</w:tbl>'


def cells(doc: Made) -> list[list[str]]:
    """Return the texts of the first table, row by row."""
    found = next(block for block in shown(doc) if isinstance(block, b.Table))
    return [list(found.header), *map(list, found.rows)]


WHITES = row(cell(p(runs=r("a", WHITE))), cell(p(runs=r("b", WHITE))))
BOTH, NONE = ["[hidden: a]", "[hidden: b]"], ["a", "b"]


@pytest.mark.parametrize(
    ("look", "expected"),
    [
        ('w:val="0420"', [NONE, NONE, BOTH, NONE]),
        ('w:val="0000" w:firstRow="1" w:noHBand="1"', [NONE, BOTH, BOTH, BOTH]),
        ('w:val="0620"', [NONE, BOTH, BOTH, BOTH]),
        ('w:val="06A0"', [NONE, ["a", "[hidden: b]"]] + [["a", "[hidden: b]"]] * 2),
        ('w:val="0600"', [BOTH, BOTH, BOTH, BOTH]),
        ("", [NONE, NONE, NONE, NONE]),
    ],
)
def test_table_styles_say_what_is_behind_their_cells(look, expected):
    """Head row, first column and bands, as far as the table shows them."""
    doc = made(grid(WHITES, WHITES, WHITES, WHITES, look=look), styles=EVERY)
    assert cells(doc) == expected


@pytest.mark.parametrize("fault", ["strict", "no prefix", "undeclared"])
def test_table_styles_that_cannot_be_read_hide_nothing(fault):
    """Strict names are read; under other prefixes nothing is known."""
    styles = EVERY
    main = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    if fault == "strict":
        styles = styles.replace(
            main, "http://purl.oclc.org/ooxml/wordprocessingml/main"
        )
    elif fault == "no prefix":
        styles = styles.replace("w:", "q:")
    else:
        styles = styles.replace("<w:tblPr>", "<w:tblPr><nosuch:x/>")
    doc = made(grid(WHITES, WHITES, WHITES), styles=styles)
    assert cells(doc)[:2] == [NONE, NONE]
    assert cells(doc)[2] == (BOTH if fault == "strict" else NONE)


def test_a_cell_without_colour_in_a_dark_head_hides_its_white_text():
    """The style's white text is left on the page."""
    head = row(cell("a", shade("auto")), cell("b"))
    assert cells(made(grid(head, WHITES), styles=EVERY))[0] == ["[hidden: a]", "b"]


@pytest.mark.parametrize(
    ("fill", "expected"),
    [
        ("000000", "a"),
        ("FFFFFF", "[hidden: a]"),
        ("auto", "[hidden: a]"),
        ("4F81BD", "a"),
    ],
)
def test_the_shading_of_a_cell_is_behind_its_text(fill, expected):
    """White text on a dark cell is seen."""
    inner = p(runs=r("a", WHITE))
    doc = made(f"<w:tbl>{row(cell(inner, shade(fill)), cell('x'))}</w:tbl>")
    assert cells(doc) == [[expected, "x"]]


def test_tables_in_cells_and_frames_lie_on_the_cell():
    """A dark cell is behind all that is in it."""
    inner = f"<w:tbl>{WHITES}</w:tbl>" + p()
    doc = made(f"<w:tbl>{row(cell(inner, shade('000000')), cell('x'))}</w:tbl>")
    tables = [block for block in shown(doc) if isinstance(block, b.Table)]
    assert list(tables[1].header) == NONE
    frame = row(cell(p(runs=r("text", WHITE)), shade("000000")))
    assert texts(made(f"<w:tbl>{frame}</w:tbl>" + p("after"))) == ["text", "after"]
    frame = row(cell(p(runs=r("text", WHITE))))
    body = f"<w:tbl>{frame}</w:tbl>" + p(runs=r("more", WHITE))
    assert texts(made(body)) == ["[hidden: text]", "[hidden: more]"]


def box(fill: str, style: str = "") -> str:
    """Return a text box with white text in it."""
    text = f"<w:txbxContent>{p(runs=r('text', WHITE))}</w:txbxContent>"
    return p(
        runs="<w:r><w:drawing><wp:anchor><a:graphic><a:graphicData><wps:wsp>"
        f"<wps:spPr>{fill}</wps:spPr>{style}<wps:txbx>{text}</wps:txbx></wps:wsp>"
        "</a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>"
    )


def vml(attributes: str, inner: str = "") -> str:
    """Return a VML text box with white text in it."""
    text = f"<w:txbxContent>{p(runs=r('text', WHITE))}</w:txbxContent>"
    return p(
        runs=f"<w:r><w:pict><v:rect {attributes}>{inner}<v:textbox>{text}</v:textbox>"
        "</v:rect></w:pict></w:r>"
    )


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        (box('<a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>'), HIDDEN),
        (box('<a:solidFill><a:schemeClr val="bg1"/></a:solidFill>'), HIDDEN),
        (box('<a:solidFill><a:schemeClr val="bg1"><a:lumMod val="50000"/></a:schemeClr></a:solidFill>'), SEEN),
        (box('<a:solidFill><a:schemeClr val="tx1"><a:lumMod val="0"/><a:lumOff val="100000"/></a:schemeClr></a:solidFill>'), HIDDEN),
        (box('<a:solidFill><a:srgbClr val="FFFFFF"><a:alpha val="50000"/></a:srgbClr></a:solidFill>'), SEEN),
        (box('<a:solidFill><a:schemeClr val="accent1"/></a:solidFill>'), SEEN),
        (box("<a:gradFill/>"), SEEN),
        (box("<a:noFill/>"), SEEN),
        (box("", '<wps:style><a:fillRef idx="1"><a:schemeClr val="lt1"/></a:fillRef></wps:style>'), HIDDEN),
        (box("", '<wps:style><a:fillRef idx="3"><a:schemeClr val="lt1"/></a:fillRef></wps:style>'), SEEN),
        (vml(""), HIDDEN),
        (vml('filled="f"'), SEEN),
        (vml('fillcolor="#1f497d [3215]"'), SEEN),
        (vml('fillcolor="#fff"'), HIDDEN),
        (vml('fillcolor="black"'), SEEN),
        (vml("", '<v:fill type="gradient"/>'), SEEN),
        (vml("", '<v:fill opacity=".5"/>'), SEEN),
    ],
)  # fmt: skip
def test_text_boxes_lie_on_their_fill(drawing, expected):
    """Of DrawingML and of VML; where it cannot be told nothing is marked."""
    assert texts(made(drawing)) == expected


ANCHOR = (
    '<w:r><w:drawing><wp:anchor behindDoc="1"><wp:extent cx="9000000" cy="9000000"/>'
    "</wp:anchor></w:drawing></w:r>"
)


def test_white_text_over_a_picture_is_seen():
    """Until the next page begins."""
    covered = p(runs=r("a", WHITE) + ANCHOR) + p(runs=r("b", WHITE))
    page = p(runs='<w:r><w:br w:type="page"/></w:r>' + r("c", WHITE))
    assert texts(made(covered + page)) == ["a", "b", "[hidden: c]"]


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        (ANCHOR, SEEN),
        (ANCHOR.replace('behindDoc="1"', ""), SEEN),
        (ANCHOR.replace('cy="9000000"', 'cy="1200000"'), SEEN),
        (ANCHOR.replace("9000000", "900000"), HIDDEN),
        ('<w:r><w:pict><v:rect style="position:absolute;width:600pt;height:90pt"/></w:pict></w:r>', SEEN),
        ('<w:r><w:pict><v:rect style="width:0.5in;height:36pt"/></w:pict></w:r>', HIDDEN),
        ('<w:r><w:pict><v:shape style="width:500pt;height:100pt"><v:textpath string="DRAFT"/></v:shape></w:pict></w:r>', HIDDEN),
    ],
)  # fmt: skip
def test_what_the_header_draws_may_be_behind_all_text(drawing, expected):
    """A band or a cover; a logo and a watermark of words are none."""
    doc = made(p(runs=r("text", WHITE)), header1=part("hdr", p(runs=drawing)))
    assert texts(doc) == expected


def test_the_mark_of_hidden_text_stays_in_headings_and_code():
    """Their own formats are no emphasis; this is none."""
    styles = part(
        "styles",
        style("Heading1", "heading 1", f"<w:rPr><w:b/>{WHITE}</w:rPr>")
        + style("Code", "Source Code"),
    )
    body = p("head", "Heading1") + p(style="Code", runs=r("x = 1", WHITE))
    assert texts(made(body, styles=styles)) == ["[hidden: head]", "[hidden: x = 1]"]
    code = p(style="Code", runs=r("y", WHITE))
    doc = made(f"<w:tbl>{row(cell(code), cell('z'))}</w:tbl>", styles=styles)
    assert cells(doc) == [["[hidden: y]", "z"]]


def test_each_kind_of_hidden_text_is_told_and_counted():
    """With the place of the first."""
    body = p("seen") + p(runs=r("a", WHITE)) + p(runs=r("b", WHITE) + r(" ", WHITE))
    body += p(runs=r("c", '<w:sz w:val="1"/>')) + p(runs=r("d", "<w:vanish/>"))
    told = [
        (block.message, block.where)
        for block in read(made(body))
        if isinstance(block, b.Loss) and block.code == "hidden-text"
    ]
    marked = "is kept, marked [hidden: ...]"
    assert told == [
        (f"text of the colour of what is behind it {marked}", "paragraph 2"),
        (f"text of 1 point or less {marked}", "paragraph 4"),
        (f"hidden text {marked}", "paragraph 5"),
        ("2 runs of text of the colour of what is behind it in all", ""),
    ]
    assert "hidden-text" not in losses(made(p(runs=r(" ", WHITE))))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a\U000e0049\U000e0047b", True),
        ("a\u200b\u200cb", True),
        ("a\u202eb\u202c", True),
        ("a\u200bb", False),
        ("a\u00adb\u00a0c", False),
        ("می\u200cخواهم", False),
        ("\U0001f3f4\U000e0067\U000e0062\U000e007f", False),
    ],
)
def test_characters_that_hide_are_told(text, told):
    """Tags, bidirectional controls, zero width in a row; none of them is lost."""
    doc = made(p(text))
    assert ("hidden-characters" in losses(doc)) is told
    assert not told or texts(doc) == [text]

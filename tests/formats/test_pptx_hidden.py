"""Text of a presentation that is there and cannot be seen: white, tiny, unfilled."""

# ruff: noqa: E501 - XML reads worse when its lines are broken
from __future__ import annotations

import io

import pytest
from pptx_maker import (
    HEAD,
    NAMES,
    cell,
    changed,
    deck,
    frame,
    group,
    para,
    picture,
    rels,
    run,
    shape,
    slide,
    table,
    title,
)

from kimi_read import blocks as b
from kimi_read.formats import pptx
from kimi_read.request import Request
from kimi_read.source import in_memory

HIDDEN, SEEN = ["[hidden: text]"], ["text"]
#: A solid paint of the theme's second colour for text, and fills of all kinds.
THEME = (
    f"{HEAD}<a:theme {NAMES}><a:themeElements><a:clrScheme name='x'>"
    "<a:dk1><a:sysClr val='windowText' lastClr='000000'/></a:dk1>"
    "<a:lt1><a:sysClr val='window' lastClr='FFFFFF'/></a:lt1>"
    "<a:dk2><a:srgbClr val='1F497D'/></a:dk2><a:lt2><a:srgbClr val='EEECE1'/></a:lt2>"
    "<a:accent1><a:srgbClr val='4F81BD'/></a:accent1><a:hlink><a:srgbClr val='0000FF'/></a:hlink>"
    "</a:clrScheme><a:fmtScheme name='x'><a:fillStyleLst><a:solidFill><a:schemeClr val='phClr'/></a:solidFill>"
    "<a:gradFill/><a:solidFill><a:schemeClr val='phClr'><a:lumMod val='50000'/></a:schemeClr></a:solidFill></a:fillStyleLst>"
    "<a:bgFillStyleLst><a:solidFill><a:schemeClr val='phClr'/></a:solidFill><a:gradFill/></a:bgFillStyleLst>"
    "</a:fmtScheme></a:themeElements></a:theme>"
)


def solid(colour: str, more: str = "") -> str:
    """Return a fill: ``RRGGBB``, or a name of the theme."""
    kind = "srgbClr" if len(colour) == 6 and colour.upper() == colour else "schemeClr"
    return f'<a:solidFill><a:{kind} val="{colour}">{more}</a:{kind}></a:solidFill>'


WHITE = solid("FFFFFF")
PLACE = frame(1, 2, 5, 3)


def made(shapes: str, **more: object) -> bytes:
    """Return a deck of one slide on a master with a theme."""
    head = str(more.pop("head", ""))
    tail = str(more.pop("tail", ""))
    attributes = str(more.pop("attributes", ""))
    layout = str(more.pop("layout", "obj"))
    parts = {
        "ppt/theme/theme1.xml": THEME,
        "ppt/slideMasters/_rels/slideMaster1.xml.rels": rels(
            ("rId1", "theme", "../theme/theme1.xml")
        ),
    }
    part = slide(shapes, head=head, more=attributes).replace(
        "</p:sld>", f"{tail}</p:sld>"
    )
    return deck([(part, layout)], parts=parts, **more)


def read(data: bytes) -> list[b.Block]:
    """Return the blocks of a deck, tables with their rows."""
    return [
        b.Table(block.header, [*block.rows]) if isinstance(block, b.Table) else block
        for block in pptx.read(in_memory(data, "x.pptx"), Request())
    ]


def texts(data: bytes) -> list[str]:
    """Return what is printed as text, in order."""
    kinds = (b.Heading, b.Paragraph, b.Item, b.Code)
    return [block.text for block in read(data) if isinstance(block, kinds)]


def box(
    look: str = "", fill: str = "", attributes: str = "", place: str = PLACE
) -> str:
    """Return a text box with a run that has properties."""
    return shape(para(run("text", attributes, look)), place, fill=fill)


def alpha(value: int) -> str:
    """Return the opacity of a colour in thousandths of a percent."""
    return f'<a:alpha val="{value}"/>'


@pytest.mark.parametrize(
    ("look", "expected"),
    [
        (WHITE, HIDDEN),
        (solid("FBFBFB"), HIDDEN),
        (solid("DDDDDD"), SEEN),
        (solid("bg1"), HIDDEN),
        (solid("tx1"), SEEN),
        (solid("tx1", '<a:lumMod val="0"/><a:lumOff val="100000"/>'), HIDDEN),
        (solid("bg1", '<a:lumMod val="65000"/>'), SEEN),
        (solid("000000", alpha(0)), HIDDEN),
        (solid("FFFFFF", alpha(50000)), SEEN),
        ("<a:noFill/>", HIDDEN),
        ("<a:gradFill/>", SEEN),
        (f"<a:ln>{solid('000000')}</a:ln>{WHITE}", SEEN),
        (f"<a:ln><a:noFill/></a:ln>{WHITE}", HIDDEN),
        (f"{WHITE}<a:effectLst><a:glow/></a:effectLst>", SEEN),
        (f"{WHITE}<a:effectLst/>", HIDDEN),
        ('<a:solidFill><a:prstClr val="white"/></a:solidFill>', HIDDEN),
        ('<a:solidFill><a:sysClr val="window" lastClr="FFFFFF"/></a:solidFill>', HIDDEN),
        (f'{WHITE}<a:hlinkClick r:id=""/>', SEEN),
        (f'{WHITE}<a:hlinkClick r:id=""><a:extLst><a:ext><x:hlinkClr xmlns:x="u" val="tx"/></a:ext></a:extLst></a:hlinkClick>', HIDDEN),
    ],
)  # fmt: skip
def test_a_run_that_cannot_be_seen_is_marked(look, expected):
    """By its fill, what the theme makes of it, its outline and its effects."""
    assert texts(made(box(look))) == expected


@pytest.mark.parametrize(
    ("attributes", "body", "expected"),
    [
        ('sz="100"', "", HIDDEN),
        ('sz="1"', "", HIDDEN),
        ('sz="150"', "", SEEN),
        ('sz="400"', '<a:normAutofit fontScale="25000"/>', HIDDEN),
        ('sz="400"', '<a:normAutofit fontScale="25%"/>', HIDDEN),
        ('sz="4000"', '<a:normAutofit fontScale="25000"/>', SEEN),
    ],
)
def test_tiny_text_is_marked(attributes, body, expected):
    """Of one point or less, as it is shown."""
    part = box(attributes=attributes).replace(
        "<a:bodyPr/>", f"<a:bodyPr>{body}</a:bodyPr>"
    )
    assert texts(made(part)) == expected


@pytest.mark.parametrize(
    ("fill", "expected"),
    [
        (solid("000000"), SEEN),
        (solid("FFFFFF"), HIDDEN),
        (solid("FFFFFF", alpha(40000)), SEEN),
        ("<a:gradFill/>", SEEN),
        ("<a:pattFill/>", SEEN),
        ("<a:noFill/>", HIDDEN),
    ],
)
def test_the_fill_of_a_shape_is_behind_its_text(fill, expected):
    """White text on a dark shape is seen."""
    assert texts(made(box(WHITE, fill))) == expected


def styled(fill: str, font: str, inner: str = "text") -> str:
    """Return a shape with a style from the theme and no properties of its own."""
    style = f"<p:style><a:fillRef {fill}</a:fillRef><a:fontRef idx='minor'>{font}</a:fontRef></p:style>"
    return shape(para(inner), PLACE).replace("<p:txBody>", f"{style}<p:txBody>")


@pytest.mark.parametrize(
    ("fill", "font", "expected"),
    [
        ("idx='1'><a:schemeClr val='accent1'/>", "<a:schemeClr val='lt1'/>", SEEN),
        ("idx='1'><a:schemeClr val='lt1'/>", "<a:schemeClr val='lt1'/>", HIDDEN),
        ("idx='2'><a:schemeClr val='lt1'/>", "<a:schemeClr val='lt1'/>", SEEN),
        ("idx='3'><a:schemeClr val='lt1'/>", "<a:schemeClr val='lt1'/>", SEEN),
        ("idx='0'><a:schemeClr val='accent1'/>", "<a:schemeClr val='lt1'/>", HIDDEN),
        ("idx='1'><a:schemeClr val='dk1'/>", "<a:schemeClr val='dk1'/>", HIDDEN),
    ],
)
def test_the_style_of_a_shape_gives_fill_and_colour(fill, font, expected):
    """By places in the lists of the theme."""
    assert texts(made(styled(fill, font))) == expected


def under(fill: str, place: str, form: str = "") -> str:
    """Return a shape without text."""
    return shape("<a:p/>", place, fill=form + fill)


@pytest.mark.parametrize(
    ("below", "expected"),
    [
        (under(solid("1F497D"), frame(0, 0, 10, 7)), SEEN),
        (under(solid("1F497D"), frame(4, 3, 10, 7)), SEEN),
        (under(solid("1F497D"), frame(7, 0, 2, 1)), HIDDEN),
        (under(WHITE, frame(0, 0, 10, 7)), HIDDEN),
        (under("<a:gradFill/>", frame(0, 0, 10, 7)), SEEN),
        (under("<a:noFill/>", frame(0, 0, 10, 7)), HIDDEN),
        (picture("rId9", frame(0, 0, 10, 7)), SEEN),
        (picture("rId9", frame(8, 0, 1, 1)), HIDDEN),
        (group(under(solid("000000"), frame(0, 0, 5, 5)), '<a:xfrm><a:off x="0" y="0"/><a:ext cx="9144000" cy="9144000"/><a:chOff x="0" y="0"/><a:chExt cx="4572000" cy="4572000"/></a:xfrm>'), SEEN),
        (under(solid("000000"), frame(0, 0, 10, 7)) + under(WHITE, frame(0, 0, 10, 7)), HIDDEN),
        (under(solid("000000"), frame(0, 0, 10, 7)) + under(WHITE, frame(0, 0, 10, 7), '<a:prstGeom prst="ellipse"/>'), SEEN),
    ],
)  # fmt: skip
def test_shapes_below_are_behind_the_text_of_one_without_fill(below, expected):
    """As far as they reach under it; a picture may have any colour."""
    data = made(below + box(WHITE), links={1: [("rId9", "image", "../media/a.png")]})
    assert [one for one in texts(data) if not one.startswith("![")] == expected


def test_shapes_above_are_not_behind_the_text():
    """Z-order is the order of the file."""
    dark = under(solid("1F497D"), frame(0, 0, 10, 7))
    assert texts(made(box(WHITE) + dark)) == HIDDEN


def test_black_text_on_a_black_shape_below_is_marked():
    """White is not the only colour that hides."""
    dark = under(solid("000000"), frame(0, 0, 10, 7))
    assert texts(made(dark + box(solid("000000")))) == HIDDEN


@pytest.mark.parametrize(
    ("background", "expected"),
    [
        ("", HIDDEN),
        (f"<p:bg><p:bgPr>{solid('1F497D')}</p:bgPr></p:bg>", SEEN),
        (f"<p:bg><p:bgPr>{WHITE}</p:bgPr></p:bg>", HIDDEN),
        ("<p:bg><p:bgPr><a:gradFill/></p:bgPr></p:bg>", SEEN),
        ("<p:bg><p:bgPr><a:blipFill/></p:bgPr></p:bg>", SEEN),
        ("<p:bg><p:bgRef idx='1001'><a:schemeClr val='bg1'/></p:bgRef></p:bg>", HIDDEN),
        ("<p:bg><p:bgRef idx='1001'><a:schemeClr val='tx1'/></p:bgRef></p:bg>", SEEN),
        ("<p:bg><p:bgRef idx='1002'><a:schemeClr val='bg1'/></p:bgRef></p:bg>", SEEN),
    ],
)
def test_the_background_of_the_slide_is_behind_all(background, expected):
    """A colour, a place in the theme, or what cannot be told."""
    assert texts(made(box(WHITE), head=background)) == expected


def test_backgrounds_and_shapes_of_the_master_count_where_they_are_shown():
    """A slide may leave its master's shapes out."""
    dark = under(solid("1F497D"), frame(0, 0, 10, 7.5))
    assert texts(made(box(WHITE), master_shapes=dark)) == SEEN
    plain = made(box(WHITE), master_shapes=dark, attributes='showMasterSp="0"')
    assert texts(plain) == HIDDEN
    background = f"<p:cSld><p:bg><p:bgPr>{solid('1F497D')}</p:bgPr></p:bg>"
    master = _part(made(box(WHITE)), "ppt/slideMasters/slideMaster1.xml")
    data = changed(
        made(box(WHITE)),
        ppt__slideMasters__slideMaster1_dot_xml=master.replace(
            "<p:cSld>", background, 1
        ),
    )
    assert texts(data) == SEEN


def _part(data: bytes, name: str) -> str:
    import zipfile

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(name).decode()


def test_a_slide_may_map_the_colours_of_the_theme_anew():
    """Its background is then the dark one."""
    mapping = '<p:clrMapOvr><a:overrideClrMapping bg1="dk1" tx1="lt1" bg2="dk2" tx2="lt2"/></p:clrMapOvr>'
    ground = "<p:bg><p:bgRef idx='1001'><a:schemeClr val='bg1'/></p:bgRef></p:bg>"
    assert texts(made(box(WHITE), head=ground, tail=mapping)) == SEEN
    assert texts(made(box(solid("bg1")), head=ground, tail=mapping)) == HIDDEN


def test_colours_are_inherited_from_the_master_by_level():
    """A white body is hidden on a white slide."""
    data = made(shape(para("text"), PLACE, ph='idx="1"') + title("head"))
    master = _part(data, "ppt/slideMasters/slideMaster1.xml")
    master = master.replace(
        '<p:bodyStyle><a:lvl1pPr marL="457200" indent="-342900"><a:buChar char="•"/>',
        '<p:bodyStyle><a:lvl1pPr marL="457200" indent="-342900"><a:buChar char="•"/>'
        f"<a:defRPr>{WHITE}</a:defRPr>",
    )
    data = changed(data, ppt__slideMasters__slideMaster1_dot_xml=master)
    assert texts(data) == ["head", "[hidden: text]"]


def test_the_mark_stays_in_titles_and_code():
    """They lose other formats."""
    mono = '<a:latin typeface="Consolas"/>'
    body = title(para(run("head", 'b="1"', WHITE))) + shape(
        para(run("a = 1", "", WHITE + mono)) + para(run("b = 2", "", mono)), PLACE
    )
    found = texts(made(body))
    assert found == ["[hidden: head]", "[hidden: `a = 1`]", "b = 2"]


def grid(first: str, second: str = "", style: str = "") -> str:
    """Return a table of two cells of white text with fills."""
    white = para(run("text", "", WHITE))
    cells = [
        cell(white).replace("<a:tcPr/>", f"<a:tcPr>{fill}</a:tcPr>")
        for fill in (first, second)
    ]
    named = f"<a:tblPr><a:tableStyleId>{style}</a:tableStyleId></a:tblPr>"
    made_table = table([cells], frame(1, 2, 6, 2))
    return made_table.replace('<a:tblPr firstRow="1"/>', named) if style else made_table


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (grid(solid("000000"), WHITE), ["text", "[hidden: text]"]),
        (grid(solid("000000")), ["text", "[hidden: text]"]),
        (grid("<a:gradFill/>", style="{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}"), ["text", "text"]),
        (grid("<a:noFill/>", style="{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}"), ["[hidden: text]", "text"]),
        (grid("", style="{2D5ABB26-0587-4C30-8999-92F81FD0307C}"), ["[hidden: text]", "[hidden: text]"]),
        (under(solid("000000"), frame(0, 0, 9, 6)) + grid("<a:noFill/>"), ["text", "text"]),
    ],
)  # fmt: skip
def test_cells_lie_on_their_fill_or_what_is_below_the_table(part, expected):
    """The style of a table may fill its cells: then nothing is said."""
    found = next(block for block in read(made(part)) if isinstance(block, b.Table))
    assert list(found.header) == expected


def test_hidden_text_is_told_slide_by_slide():
    """With the number of its runs."""
    body = para(run("a", "", WHITE), run(" ", "", WHITE), run("b", "b='1'", WHITE))
    tiny = shape(para(run("c", 'sz="50"')), frame(1, 5, 5, 1))
    told = [
        (block.message, block.where)
        for block in read(made(shape(body, PLACE) + tiny))
        if isinstance(block, b.Loss) and block.code == "hidden-text"
    ]
    assert told == [
        ("2 runs of text of the colour of what is behind it: kept, marked [hidden: ...]", "slide 1"),
        ("a run of text of 1 point or less: kept, marked [hidden: ...]", "slide 1"),
    ]  # fmt: skip


def test_text_over_which_nothing_is_known_is_left_alone():
    """A box without a place, and a slide with more shapes than are looked at."""
    assert texts(made(box(WHITE, place=""))) == SEEN
    crowd = "".join(under("", frame(0, 0, 1, 1)) for _ in range(700))
    assert texts(made(crowd + box(WHITE))) == SEEN


def test_characters_that_hide_are_told():
    """Tags, bidirectional controls, zero width in a row."""
    told = {block.code for block in read(made(shape("a\U000e0049\U000e0047b", PLACE)))
            if isinstance(block, b.Loss)}  # fmt: skip
    assert "hidden-characters" in told

"""Drawings, groups and tables of Word and PowerPoint files that say something."""

# ruff: noqa: E501 - XML in long lines reads better than XML in short ones
from __future__ import annotations

import pytest
from make_fixtures_word import PIXEL, Made, cell, p, r, row
from pptx_maker import deck, frame, graphic, group, picture, rels, shape, slide
from pptx_maker import table as slide_table
from word_reading import losses, shown, texts

from kimi_read import blocks as b
from kimi_read.formats import pptx
from kimi_read.request import Request
from kimi_read.source import in_memory

WPG = 'xmlns:wpg="http://schemas.microsoft.com/office/word/2010/wordprocessingGroup"'
BOX = frame(1, 2, 5, 3)


def drawn(inner: str, alt: str = "", more: str = "") -> str:
    """Return a run with a drawing of shapes."""
    return (
        f'<w:r><w:drawing><wp:inline><wp:docPr id="1" name="x" descr="{alt}">{more}'
        f'</wp:docPr><a:graphic><a:graphicData uri="x">{inner}</a:graphicData>'
        "</a:graphic></wp:inline></w:drawing></w:r>"
    )


def boxed(words: str) -> str:
    """Return a shape with a text box."""
    return f"<wps:wsp><wps:txbx><w:txbxContent>{p(words)}</w:txbxContent></wps:txbx></wps:wsp>"


def blocks(shapes: str) -> list[b.Block]:
    """Return the blocks of a slide, less its number."""
    found = pptx.read(in_memory(deck([slide(shapes)]), "x.pptx"), Request())
    return [block for block in found if not isinstance(block, b.Facts)][1:]


@pytest.mark.parametrize(
    "shapes",
    [
        drawn("<wps:wsp><wps:spPr/></wps:wsp>", "from A&#10;to B"),
        drawn('<wps:wsp><wps:cNvPr id="2" name="n" descr="from A to B"/></wps:wsp>'),
        '<w:r><w:pict><v:line alt="from A to B"/></w:pict></w:r>',
    ],
)
def test_a_shape_without_words_gives_its_alternative_text(shapes):
    """Arrows and lines say in it what they mean."""
    assert texts(Made(p("see", runs=shapes))) == ["see [drawing: from A to B]"]


def test_a_shape_with_words_gives_them_alone():
    """Its alternative text repeats them, as a rule."""
    assert texts(Made(p(runs=drawn(boxed("words"), "Text box")))) == ["words"]


def test_the_geometry_of_a_shape_is_no_shape():
    """It has a rectangle for its text, and lines."""
    own = "<wps:spPr><a:custGeom><a:rect/></a:custGeom></wps:spPr>"
    shapes = drawn(f"<wps:wsp>{own}</wps:wsp>", "a star")
    assert texts(Made(p(runs=shapes))) == ["[drawing: a star]"]
    boxed = f"<w:txbxContent>{p('words')}</w:txbxContent>"
    shapes = drawn(f"<wps:wsp>{own}<wps:txbx>{boxed}</wps:txbx></wps:wsp>", "a star")
    assert texts(Made(p(runs=shapes))) == ["words"]


def test_a_group_gives_its_alternative_text_before_its_words():
    """It describes how the shapes belong together."""
    group = f"<wpg:wgp {WPG}>{boxed('one')}{boxed('two')}</wpg:wgp>"
    found = texts(Made(p(runs=drawn(group, "one leads to two"))))
    assert found == ["[drawing: one leads to two]", "one", "two"]


def test_pictures_of_a_group_keep_alternative_texts_of_their_own():
    """That of the group stands for itself."""
    one = '<pic:pic><pic:nvPicPr><pic:cNvPr id="3" name="n" descr="{}"/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rId5"/></pic:blipFill></pic:pic>'
    group = f"<wpg:wgp {WPG}>{one.format('cat')}{one.format('dog')}</wpg:wgp>"
    made = Made(p(runs=drawn(group, "pets")))
    made.add("word/media/i.png", PIXEL, "image", "rId5")
    (found,) = texts(made)
    assert found == "[drawing: pets] ![cat](media/i.png)![dog](media/i.png)"


def test_a_film_on_the_web_is_a_link():
    """Its picture leads to where its player does."""
    film = '<a:extLst><a:ext uri="x"><wp15:webVideoPr xmlns:wp15="http://schemas.microsoft.com/office/word/2012/wordprocessingDrawing" embeddedHtml="&lt;iframe src=&quot;https://film.example/1&quot;&gt;"/></a:ext></a:extLst>'
    picture = '<pic:pic><pic:blipFill><a:blip r:embed="rId5"/></pic:blipFill></pic:pic>'
    made = Made(p(runs=drawn(picture, "film", film)))
    made.add("word/media/i.png", PIXEL, "image", "rId5")
    assert texts(made) == ["[![film](media/i.png)](https://film.example/1)"]


def test_ink_that_no_picture_stands_for_is_told():
    """Nothing is dropped in silence."""
    ink = drawn('<w14:contentPart r:id="rId9"/>')
    assert "ink" in losses(Made(p(runs=ink)))
    (loss,) = blocks('<p:contentPart r:id="rId9"/>')
    assert loss.code == "ink"


def test_words_of_a_drawing_do_not_touch_the_words_before():
    """WordArt stands beside the text that it is anchored in."""
    art = '<w:r><w:pict><v:shape><v:textpath string="Sale"/></v:shape></w:pict></w:r>'
    assert texts(Made(p("now", runs=art))) == ["now Sale"]


def described(title: str, description: str = "") -> str:
    """Return a table with an alternative text."""
    return (
        f'<w:tbl><w:tblPr><w:tblCaption w:val="{title}"/><w:tblDescription '
        f'w:val="{description}"/></w:tblPr>{row(cell("a"), cell("b"))}</w:tbl>'
    )


def test_the_alternative_text_of_a_table_stands_before_it():
    """As that of a chart does."""
    mark, table = shown(Made(described("Costs", "by year")))[:2]
    assert (mark.label, type(table)) == ("table: Costs: by year", b.Table)


def test_a_title_that_repeats_the_caption_is_not_said_again():
    """Pandoc writes each caption twice."""
    made = Made(p("Table 1: The costs", runs=r(" here")) + described("The costs here"))
    assert [type(block) for block in shown(made)] == [b.Paragraph, b.Table]


@pytest.mark.parametrize(
    "shapes",
    [
        shape("", BOX, more='descr="from A to B"'),
        (
            '<p:cxnSp><p:nvCxnSpPr><p:cNvPr id="4" name="c" descr="from A to B"/>'
            f"</p:nvCxnSpPr><p:spPr>{BOX}</p:spPr></p:cxnSp>"
        ),
    ],
)
def test_a_shape_of_a_slide_without_words_gives_its_alternative_text(shapes):
    """Connectors too."""
    assert [x.text for x in blocks(shapes)] == ["[drawing: from A to B]"]


def test_an_empty_placeholder_of_a_slide_says_nothing():
    """The show leaves it out."""
    assert not blocks(shape("", ph='type="body" idx="1"', more='descr="x"'))


def test_a_group_of_a_slide_gives_its_alternative_text_before_its_words():
    """It describes how the shapes belong together."""
    found = blocks(group(shape("one", BOX), more='descr="pair"'))
    assert [x.text for x in found] == ["[drawing: pair]", "one"]


def test_the_alternative_text_of_a_frame_stands_before_it():
    """That of a table, and that of a chart without a title."""
    named = 'name="Graphic" descr="Costs by year"'
    found = blocks(slide_table([["a", "b"]], BOX).replace('name="Graphic"', named))
    assert found[0] == b.Break("table: Costs by year")


DIAGRAM = (
    '<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">'
    '<dgm:ptLst><dgm:pt modelId="0" type="doc"/><dgm:pt modelId="1"><dgm:t><a:p><a:r>'
    '<a:t>node</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt modelId="2" type="sibTrans">'
    "<dgm:t><a:p><a:r><a:t>on the arrow</a:t></a:r></a:p></dgm:t></dgm:pt>"
    '<dgm:pt modelId="3" type="pres"><dgm:spPr><a:blipFill><a:blip r:embed="rId1"/>'
    "</a:blipFill></dgm:spPr></dgm:pt></dgm:ptLst><dgm:cxnLst>"
    '<dgm:cxn modelId="9" srcId="0" destId="1" srcOrd="0"/></dgm:cxnLst></dgm:dataModel>'
)
PICTURED = rels(("rId1", "image", "../media/i.png"))


def test_words_on_arrows_and_pictures_of_a_diagram_are_shown():
    """It is more than its nodes."""
    relation = '<dgm:relIds r:dm="rId5"/>'
    made = Made(p(runs=drawn(relation)))
    made.add("word/diagrams/data1.xml", DIAGRAM, "diagramData", "rId5")
    made.add("word/diagrams/_rels/data1.xml.rels", PICTURED)
    made.add("word/media/i.png", PIXEL)
    assert texts(made) == ["![](media/i.png)", "node", "on the arrow"]


def read_with(shapes: str, link: tuple[str, str, str], **parts: str) -> list[str]:
    """Return the texts of a slide with one more part, which shows a picture."""
    name = link[2].removeprefix("../")
    folder, _, file = name.rpartition("/")
    data = deck(
        [slide(shapes)],
        links={1: [link]},
        parts={
            f"ppt/{name}": parts["part"],
            f"ppt/{folder}/_rels/{file}.rels": parts.get("links", PICTURED),
            "ppt/media/i.png": PIXEL,
        },
    )
    found = pptx.read(in_memory(data, "x.pptx"), Request())
    return [block.text for block in found if hasattr(block, "text")]


def test_words_on_arrows_and_pictures_of_a_diagram_on_a_slide_are_shown():
    """As in a document."""
    space = "http://schemas.openxmlformats.org/drawingml/2006/diagram"
    relation = f'<dgm:relIds xmlns:dgm="{space}" r:dm="rId5"/>'
    link = ("rId5", "diagramData", "../diagrams/data1.xml")
    found = read_with(graphic(space, relation, BOX), link, part=DIAGRAM)
    assert found == ["node", "on the arrow", "![](media/i.png)"]


def test_a_link_in_a_diagram_of_a_slide_is_one_of_the_diagram():
    """The slide has links of its own."""
    space = "http://schemas.openxmlformats.org/drawingml/2006/diagram"
    relation = f'<dgm:relIds xmlns:dgm="{space}" r:dm="rId5"/>'
    click = '<a:rPr><a:hlinkClick r:id="rId9"/></a:rPr>'
    data = DIAGRAM.replace("<a:r><a:t>node", f"<a:r>{click}<a:t>node")
    assert data != DIAGRAM
    links = PICTURED.replace(
        "</Relationships>",
        '<Relationship Id="rId9" Type="http://x/hyperlink" '
        'Target="https://example.com/" TargetMode="External"/></Relationships>',
    )
    link = ("rId5", "diagramData", "../diagrams/data1.xml")
    found = read_with(graphic(space, relation, BOX), link, part=data, links=links)
    assert found[0] == "[node](https://example.com/)"


def test_a_linked_picture_of_a_diagram_is_shown():
    """It lies outside of the file, as others may."""
    made = Made(p(runs=drawn('<dgm:relIds r:dm="rId5"/>')))
    linked = DIAGRAM.replace("r:embed=", "r:link=")
    assert linked != DIAGRAM
    made.add("word/diagrams/data1.xml", linked, "diagramData", "rId5")
    outside = PICTURED.replace('Target="../media/i.png"',
                               'Target="https://example.com/i.png" TargetMode="External"')  # fmt: skip
    made.add("word/diagrams/_rels/data1.xml.rels", outside)
    assert texts(made)[0] == "[linked picture](https://example.com/i.png)"


def test_a_picture_of_notes_in_two_alternatives_is_shown_once():
    """One of them is for older programs."""
    one = picture("rId1", BOX, "map")
    space = "http://schemas.openxmlformats.org/markup-compatibility/2006"
    both = (
        f'<mc:AlternateContent xmlns:mc="{space}"><mc:Choice Requires="p14">{one}'
        f"</mc:Choice><mc:Fallback>{one}</mc:Fallback></mc:AlternateContent>"
    )
    notes = slide(both).replace("p:sld ", "p:notes ").replace("/p:sld>", "/p:notes>")
    link = ("rId5", "notesSlide", "../notesSlides/notes1.xml")
    assert read_with("", link, part=notes) == ["![map](media/i.png)"]


def test_pictures_on_a_page_of_notes_are_shown():
    """They follow the words."""
    shapes = shape("look", ph='type="body" idx="1"') + picture("rId1", BOX, "map")
    notes = slide(shapes).replace("p:sld ", "p:notes ").replace("/p:sld>", "/p:notes>")
    link = ("rId5", "notesSlide", "../notesSlides/notes1.xml")
    found = read_with("", link, part=notes)
    assert found == ["Notes: look", "![map](media/i.png)"]


def test_an_object_in_another_file_is_linked_not_embedded():
    """The file alone does not hold it."""
    ole = '<w:r><w:object><o:OLEObject Type="Link" ProgID="Package" r:id="rId6"/></w:object></w:r>'
    made = Made(p(runs=ole)).link("oleObject", "file:///a.pdf", key="rId6", out=True)
    assert texts(made) == ["[linked Package: file:///a.pdf]"]

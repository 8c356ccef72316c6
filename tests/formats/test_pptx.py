"""What becomes of the parts of a presentation, one fact each."""

from __future__ import annotations

import os

import pytest
from pptx_maker import (
    DOT,
    HEAD,
    NAMES,
    changed,
    deck,
    frame,
    group,
    para,
    picture,
    run,
    shape,
    slide,
    table,
    title,
)

from kimi_read import blocks as b
from kimi_read.errors import Malformed
from kimi_read.formats import pptx
from kimi_read.request import Request
from kimi_read.source import Source


@pytest.fixture
def read(tmp_path):
    """Return a function from the bytes of a deck to its blocks."""

    def make(data: bytes, **asked: object) -> list[b.Block]:
        path = tmp_path / "deck.pptx"
        path.write_bytes(data)
        descriptor = os.open(path, os.O_RDONLY)
        try:
            source = Source(
                path=str(path), name="deck.pptx", descriptor=descriptor,
                size=len(data), head=data[:8192],
            )  # fmt: skip
            return list(pptx.read(source, Request(**asked)))
        finally:
            os.close(descriptor)

    return make


def texts(blocks: list[b.Block]) -> list[str]:
    """Return what is printed as text, in order."""
    kinds = (b.Heading, b.Paragraph, b.Item, b.Quote, b.Code, b.Math)
    return [block.text for block in blocks if isinstance(block, kinds)]


def losses(blocks: list[b.Block]) -> dict[str, b.Loss]:
    """Return the losses by code."""
    return {block.code: block for block in blocks if isinstance(block, b.Loss)}


def marks(blocks: list[b.Block]) -> list[str]:
    """Return the labels of the breaks."""
    return [block.label for block in blocks if isinstance(block, b.Break)]


def one(body: str, **more: object) -> bytes:
    """Return a deck of one slide with one text box of the paragraphs ``body``."""
    return deck([slide(shape(body, frame(1, 2, 5, 3)))], **more)


def test_slides_come_in_the_order_of_the_presentation(read):
    """File names and the order in the package say nothing."""
    data = deck([slide(title(name)) for name in "abc"], order=[3, 1, 2])
    assert texts(read(data)) == ["c", "a", "b"]


def test_a_slide_that_no_place_names_is_left_out_and_reported(read):
    """It is in the file, but not in the show."""
    blocks = read(deck([slide(title("in")), slide(title("out"))], order=[1]))
    assert texts(blocks) == ["in"]
    assert "orphan" in losses(blocks)


def test_a_slide_on_the_title_layout_has_a_heading_of_level_1(read):
    """So has a section; every other slide has level 2."""
    blocks = read(deck([
        (slide(title("deck", "ctrTitle")), "title"),
        (slide(title("part")), "secHead"),
        slide(title("matter")),
    ]))  # fmt: skip
    headings = [x.level for x in blocks if isinstance(x, b.Heading)]
    assert headings == [1, 1, 2]


def test_without_a_placeholder_the_clearly_largest_line_on_top_is_the_title(read):
    """It must be on top, short, and set larger than all else by far."""

    def box(words: str, top: float, size: int, high: float = 1) -> str:
        return shape(para(run(words, f'sz="{size}"')), frame(1, top, 8, high))

    def headings(*boxes: str) -> list[str]:
        blocks = read(deck([(slide("".join(boxes)), "blank")]))
        return [x.text for x in blocks if isinstance(x, b.Heading)]

    body = box("body", 3, 1600)
    assert headings(body, box("Our plan", 0.5, 3200)) == ["Our plan"]
    assert headings(body, box("Our plan", 0.5, 1800)) == []
    assert headings(body, box("Our plan", 4, 3200)) == []
    assert headings(body, box("99 %", 0.5, 3200)) == []
    above = box("logo", 0.1, 1200, 0.3)
    assert headings(above, body, box("Our plan", 1.5, 3200)) == []
    assert headings(box("Our plan", 0.5, 3200)) == []
    assert headings(body, box("a", 0.5, 3200), box("b", 1.8, 3200)) == []


def test_a_hidden_slide_keeps_its_number_and_is_marked(read):
    """Numbers are those that PowerPoint shows."""
    blocks = read(deck([
        slide(title("a")), slide(title("b"), 'show="0"'), slide(title("c")),
    ]))  # fmt: skip
    assert marks(blocks) == ["Slide 1", "Slide 2 (hidden)", "Slide 3"]
    assert losses(blocks)["hidden-slide"].where == "slide 2"


def test_selected_slides_alone_are_read(read, monkeypatch):
    """The other slides are not even parsed."""
    from kimi_read.formats.pptx.deck import Deck

    parsed = []
    load = Deck.load
    monkeypatch.setattr(
        Deck, "load", lambda self, name: (parsed.append(name), load(self, name))[1]
    )
    blocks = read(deck([slide(title(n)) for n in "abc"]), pages=((2, 2),))
    assert marks(blocks) == ["Slide 2"]
    assert [name for name in parsed if "slides/" in name] == ["ppt/slides/slide2.xml"]


def test_a_slide_beyond_the_last_is_a_warning(read):
    """It would otherwise look like an empty presentation."""
    blocks = read(deck([slide(title("a"))]), pages=((7, 9),))
    assert "it has 1" in losses(blocks)["no-such-page"].message


def test_later_slides_are_not_parsed_before_they_are_asked_for(tmp_path):
    """The first slide costs one slide."""
    from kimi_read.formats.pptx.deck import Deck

    data = deck([slide(title(n)) for n in "abc"])
    path = tmp_path / "deck.pptx"
    path.write_bytes(data)
    descriptor = os.open(path, os.O_RDONLY)
    source = Source(path=str(path), name="deck.pptx", descriptor=descriptor,
                    size=len(data), head=data[:8192])  # fmt: skip
    parsed = []
    load = Deck.load
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                Deck, "load", lambda self, n: (parsed.append(n), load(self, n))[1]
            )
            reader = pptx.read(source, Request())
            while not isinstance(next(reader), b.Heading):
                pass
            reader.close()
    finally:
        os.close(descriptor)
    assert "ppt/slides/slide1.xml" in parsed
    assert "ppt/slides/slide2.xml" not in parsed


def test_a_placeholder_without_a_place_takes_that_of_its_layout(read):
    """Both orders in the file read the same."""
    low = shape("low", frame(1, 6.5, 3, 0.5))
    body = shape("body", ph='idx="1"')
    assert texts(read(deck([slide(low + body)]))) == ["body", "low"]


def test_a_group_is_read_where_it_lies(read):
    """The coordinates of its children are those of the group."""
    inner = shape(
        "inside", '<a:xfrm><a:off x="0" y="0"/><a:ext cx="9" cy="9"/></a:xfrm>'
    )
    moved = (
        '<a:xfrm><a:off x="914400" y="4572000"/><a:ext cx="914400" cy="914400"/>'
        '<a:chOff x="0" y="0"/><a:chExt cx="10" cy="10"/></a:xfrm>'
    )
    above = shape("above", frame(1, 1, 3, 1))
    assert texts(read(deck([slide(group(inner, moved) + above)]))) == [
        "above",
        "inside",
    ]


def test_bullets_are_inherited_from_the_master(read):
    """A text box inherits none."""
    blocks = read(deck([slide(
        shape(para("item") + para("inner", level=1), ph='idx="1"')
        + shape("plain", frame(1, 6.5, 3, 0.5))
    )]))  # fmt: skip
    assert [(x.text, x.depth) for x in blocks if isinstance(x, b.Item)] == [
        ("item", 0), ("inner", 1),
    ]  # fmt: skip
    assert any(isinstance(x, b.Paragraph) and x.text == "plain" for x in blocks)


def test_an_automatic_number_goes_on_after_deeper_paragraphs(read):
    """An unmarked paragraph of its own level begins it anew."""
    mark = '<a:buAutoNum type="arabicPeriod"/>'
    blocks = read(one(
        para("a", bullet=mark) + para("x", level=1, bullet='<a:buChar char="-"/>')
        + para("b", bullet=mark) + para("plain") + para("c", bullet=mark)
    ))  # fmt: skip
    numbers = [x.number for x in blocks if isinstance(x, b.Item)]
    assert numbers == [1, None, 2, 1]


@pytest.mark.parametrize(
    ("scheme", "start", "shown"),
    [
        ("alphaLcParenR", 2, "b) x"),
        ("alphaUcPeriod", 28, "BB. x"),
        ("romanLcParenBoth", 4, "(iv) x"),
        ("romanUcPeriod", 1990, "MCMXC. x"),
        ("circleNumDbPlain", 7, "⑦ x"),
    ],
)
def test_labels_that_markdown_cannot_number_are_written_out(read, scheme, start, shown):
    """They stand at the head of the text, behind a bullet."""
    mark = f'<a:buAutoNum type="{scheme}" startAt="{start}"/>'
    (item,) = [x for x in read(one(para("x", bullet=mark))) if isinstance(x, b.Item)]
    assert (item.text, item.number) == (shown, None)


def test_neighbouring_runs_of_one_format_are_one(read):
    """No mark closes and opens again, and blanks stay outside."""
    body = para(run("a ", 'b="1"'), run("b ", 'b="1"'), "c")
    assert texts(read(one(body))) == ["**a b** c"]


def test_a_paragraph_in_a_fixed_width_font_is_code(read):
    """Neighbouring ones are one block."""
    look = '<a:latin typeface="Courier New"/>'
    body = para(run("if x:", inner=look)) + para(run("  y_*", inner=look))
    (code,) = [x for x in read(one(body)) if isinstance(x, b.Code)]
    assert code.text == "if x:\n  y_*"


def test_coloured_syntax_is_code_and_a_title_in_that_font_is_not(read):
    """Some bold words in a line are syntax; nothing but bold is emphasis."""
    look = '<a:latin typeface="Consolas"/>'
    body = para(run("import", 'b="1"', look), run(" re", inner=look))
    blocks = read(one(body + para(run("fzf", 'b="1"', look))))
    assert [x.text for x in blocks if isinstance(x, b.Code)] == ["import re"]
    assert [x.text for x in blocks if isinstance(x, b.Paragraph)] == ["**`fzf`**"]


def test_a_paragraph_that_states_only_its_level_is_an_item_of_a_body(read):
    """Writers that state level 0 turn bullets off wherever they mean none."""
    off = "<a:buNone/>"
    body = (
        para("words", level=0, look='marL="0" indent="0"', bullet=off)
        + para("item", level=0)
        + para("inner", level=1)
    )
    caption = shape(body, ph='type="body" idx="1"')
    blocks = read(deck([(slide(caption), "twoTxTwoObj")]))
    assert [x.text for x in blocks if isinstance(x, b.Paragraph)] == ["words"]
    items = [(x.text, x.depth) for x in blocks if isinstance(x, b.Item)]
    assert items == [("item", 0), ("inner", 1)]
    plain = shape(para("words") + para("more", level=1), ph='type="body" idx="1"')
    blocks = read(deck([(slide(plain), "twoTxTwoObj")]))
    assert not [x for x in blocks if isinstance(x, b.Item) and x.text == "words"]


def test_a_link_to_a_slide_names_its_place(read):
    """Not the name of its file."""
    look = '<a:hlinkClick r:id="r1" action="ppaction://hlinksldjump"/>'
    data = deck(
        [
            slide(title("a")),
            slide(shape(para(run("go", inner=look)), frame(1, 1, 2, 1))),
        ],
        order=[2, 1],
        links={2: [("r1", "slide", "slide1.xml")]},
    )
    assert "[go](#slide-2)" in texts(read(data))


def test_what_a_click_would_run_is_reported_and_no_link(read):
    """Macros and programs are not followed, nor shown as places."""
    look = '<a:hlinkClick r:id="" action="ppaction://program"/>'
    blocks = read(one(para(run("go", inner=look))))
    assert texts(blocks) == ["go"]
    assert "action" in losses(blocks)


def test_a_link_that_would_run_a_script_is_reported_and_no_link(read):
    """It is kept as an address like any other."""
    go = slide(shape(para(run("go", inner='<a:hlinkClick r:id="r1"/>'))))
    links = {1: [("r1", "hyperlink", "javascript:alert(1)")]}
    blocks = read(deck([go], links=links))
    assert texts(blocks) == ["go"]
    assert "action" in losses(blocks)


def test_a_merged_cell_gives_its_value_once(read):
    """Every row has as many cells as the grid has columns."""
    from pptx_maker import cell

    data = deck([slide(table([
        [cell("wide", 'gridSpan="2"'), cell("", 'hMerge="1"'), "c"],
        [cell("tall", 'rowSpan="2"'), "x", "y"],
        [cell("", 'vMerge="1"'), "z", "w"],
    ]))])  # fmt: skip
    (found,) = [x for x in read(data) if isinstance(x, b.Table)]
    assert found.header == ["wide", "", "c"]
    assert list(found.rows) == [["tall", "x", "y"], ["", "z", "w"]]


def test_one_branch_of_an_alternative_is_read(read):
    """Never both, and the fallback where the choice holds nothing known."""
    both = (
        "<mc:AlternateContent><mc:Choice Requires='a14'>{}</mc:Choice><mc:Fallback>{}"
        "</mc:Fallback></mc:AlternateContent>"
    )
    first = both.format(
        shape("choice", frame(1, 1, 2, 1)), shape("fallback", frame(1, 1, 2, 1))
    )
    second = both.format("<p:contentPart/>", shape("drawn", frame(1, 3, 2, 1)))
    assert texts(read(deck([slide(first + second)]))) == ["choice", "drawn"]


def test_a_hidden_shape_is_kept_and_marked(read):
    """The mark stands before it."""
    ghost = shape("boo", frame(1, 1, 2, 1), name="Ghost", more='hidden="1"')
    blocks = read(deck([slide(ghost)]))
    kinds = [type(x) for x in blocks if isinstance(x, (b.Loss, b.Paragraph))]
    assert kinds == [b.Loss, b.Paragraph]
    assert "Ghost" in losses(blocks)["hidden-shape"].message


def test_footers_dates_and_numbers_are_counted_not_shown(read):
    """One warning tells them all, with the words of the footers."""
    foot = shape("Draft", ph='type="ftr" idx="11"')
    date = shape("1 May", ph='type="dt" idx="10"')
    data = deck([slide(title(n) + foot + date) for n in "ab"])
    blocks = read(data)
    assert texts(blocks) == ["a", "b"]
    told = losses(blocks)["furniture"]
    assert "2 footers" in told.message
    assert "'Draft'" in told.message
    assert not told.shown


def test_text_of_the_master_is_reported_once(read):
    """It is on every slide, and in none."""
    data = deck(
        [slide(title(n)) for n in "ab"],
        master_shapes=shape("Top secret", frame(1, 1, 1, 1)),
    )
    told = [x for x in read(data) if isinstance(x, b.Loss)]
    assert [x.code for x in told] == ["master-text"]
    assert "Top secret" in told[0].message


def test_pictures_are_named_and_given_out_only_when_asked_for(read):
    """Each part once, however often it is shown."""
    data = deck(
        [slide(picture("i1", frame(1, 1, 1, 1), "dot")) for _ in "ab"],
        links={n: [("i1", "image", "../media/image1.png")] for n in (1, 2)},
        parts={"ppt/media/image1.png": DOT},
    )
    assert texts(read(data)) == ['![dot](media/image1.png "96x96")'] * 2
    assert not [x for x in read(data) if isinstance(x, b.Picture)]
    (given,) = [x for x in read(data, media=True) if isinstance(x, b.Picture)]
    assert (given.name, given.media_type, given.data) == (
        "image1.png",
        "image/png",
        DOT,
    )


def test_notes_follow_the_slide_as_a_quote(read):
    """Only those of the notes body: no number, no picture of the slide."""
    notes = (
        f"{HEAD}<p:notes {NAMES}><p:cSld><p:spTree>"
        + shape("say this", ph='type="body" idx="1"')
        + shape("7", ph='type="sldNum" idx="2"')
        + "</p:spTree></p:cSld></p:notes>"
    )
    data = deck(
        [slide(title("a"))],
        links={1: [("n", "notesSlide", "../notesSlides/notesSlide1.xml")]},
        parts={"ppt/notesSlides/notesSlide1.xml": notes},
    )
    assert texts(read(data)) == ["a", "Notes: say this"]


def test_facts_come_first_and_hold_the_outline_when_asked_for(read):
    """Titles are plain text there, not Markdown."""
    data = deck([
        slide(title("a *b*")), slide(title("c"), 'show="0"'), slide(""),
    ])  # fmt: skip
    facts = read(data)[0]
    assert isinstance(facts, b.Facts)
    assert facts.values["slides"] == 3
    assert facts.values["author"] == "Ada"
    assert "outline" not in facts.values
    (only,) = read(data, identify=True)
    assert only.values["outline"] == [
        {"slide": 1, "title": "a *b*"},
        {"slide": 2, "title": "c", "hidden": True},
        {"slide": 3},
    ]


def test_a_slide_is_read_up_to_its_fault(read):
    """And the next one goes on."""
    whole = slide(title("kept") + shape("lost", frame(1, 2, 3, 1)))
    data = changed(
        deck([whole, slide(title("next"))]),
        ppt__slides__slide1_dot_xml=whole[: whole.index("lost")],
    )
    blocks = read(data)
    assert texts(blocks) == ["kept", "next"]
    assert losses(blocks)["damaged"].partial


def test_without_a_presentation_part_slides_come_by_their_numbers(read):
    """2 before 10, and a warning says so."""
    data = changed(
        deck([slide(title(str(n))) for n in range(1, 11)]),
        ppt__presentation_dot_xml=None,
    )
    blocks = read(data)
    assert texts(blocks) == [str(n) for n in range(1, 11)]
    assert "damaged" in losses(blocks)


def test_a_package_without_any_slide_is_malformed(read):
    """Nothing at all could be recovered."""
    data = changed(deck([]), ppt__presentation_dot_xml=None)
    with pytest.raises(Malformed, match="presentation"):
        read(data)


def test_a_fault_in_one_shape_costs_one_shape(read, monkeypatch):
    """A defect of ours must not take the slide with it."""
    from kimi_read.formats.pptx import shapes

    def fail(*_: object) -> None:
        raise ZeroDivisionError("no reason")

    monkeypatch.setattr(shapes, "frame_blocks", fail)
    blocks = read(deck([slide(title("a") + table([["x", "y"]], frame(1, 2, 2, 1))
                              + shape("after", frame(1, 5, 2, 1)))]))  # fmt: skip
    assert texts(blocks) == ["a", "after"]
    assert "Graphic" in losses(blocks)["unreadable"].message

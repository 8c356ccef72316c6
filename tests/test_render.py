"""Blocks to Markdown: what a CommonMark parser makes of it is what was meant."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from kimi_read import inline
from kimi_read.blocks import Break, Code, Heading, Item, Loss, Note, Paragraph, Table
from kimi_read.render import Renderer

SIGNS = st.sampled_from(" #*_`[]()<>&|~$\\-+1.=")
WORDS = st.text(st.characters(exclude_categories=["C", "Z", "M"]) | SIGNS, max_size=40)


def rendered(*blocks, chars=2000):
    renderer = Renderer(chars)
    return [line for block in blocks for line in renderer.lines(block)]


def html(*blocks):
    text = "\n".join(rendered(*blocks))
    return MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(text)


def items(*blocks):
    """Return (kind, start, depth) of each list and the texts, as a parser sees them."""
    tokens = MarkdownIt("commonmark").parse("\n".join(rendered(*blocks)))
    out, depth = [], 0
    for token in tokens:
        if token.type.endswith("list_open"):
            out.append((token.tag, token.attrGet("start") or 1, depth))
            depth += 1
        elif token.type.endswith("list_close"):
            depth -= 1
        elif token.type == "inline":
            out.append(token.content)
    return out


def test_a_list_that_goes_on_is_one_list():
    got = items(Item("a", 0, 1), Item("b", 0, 2), Item("x", 1), Item("c", 0, 3))
    assert got == [("ol", 1, 0), "a", "b", ("ul", 1, 1), "x", "c"]


def test_a_list_that_starts_again_is_another_list():
    got = items(Item("a", 0, 1), Item("b", 0, 2), Item("c", 0, 1))
    assert got == [("ol", 1, 0), "a", "b", ("ol", 1, 0), "c"]


@pytest.mark.parametrize("start", [1, 3, 7])
def test_a_number_after_a_bullet_begins_a_list(start):
    got = items(Item("a"), Item("b", 0, start), Item("c", 0, start + 1))
    assert got == [("ul", 1, 0), "a", ("ol", start, 0), "b", "c"]


def test_a_nested_list_may_begin_anywhere():
    got = items(Item("a"), Item("b", 1, 4), Item("c", 1, 5))
    assert got == [("ul", 1, 0), "a", ("ol", 4, 1), "b", "c"]


def test_what_stands_in_an_item_is_indented_under_it():
    got = html(Item("a", 0, 10), Paragraph("more", 1), Code("x\n  y", "", 1))
    assert got.count("<li>") == 1
    assert "<p>more</p>" in got
    assert "x\n  y\n</code>" in got


@given(WORDS)
def test_a_paragraph_shows_its_own_text(text):
    text = " ".join(text.split())
    got = MarkdownIt("commonmark").enable("strikethrough")
    tokens = got.parse("\n".join(rendered(Paragraph(inline.escape(text)))))
    shown = "".join(
        child.content for t in tokens if t.type == "inline" for child in t.children
    )
    assert [t.type for t in tokens if t.type.endswith("_open")] in (
        ["paragraph_open"], [],
    )  # fmt: skip
    assert shown == text


@given(st.lists(WORDS, min_size=1, max_size=4))
def test_a_row_has_its_cells(cells):
    cells = [" ".join(cell.split()) for cell in cells]
    lines = rendered(Table(["h"] * len(cells), [[inline.escape(c) for c in cells]]))
    tokens = MarkdownIt("commonmark").enable("table").parse("\n".join(lines))
    assert sum(t.type == "td_open" for t in tokens) == len(cells)


def test_long_paragraphs_are_wrapped_and_stay_paragraphs():
    words = " ".join(["1. word", "# no", "- no"] * 900)
    lines = rendered(Paragraph(words))
    assert max(map(len, lines)) <= 2000
    assert html(Paragraph(words)).count("<p>") == 1
    assert "<h1>" not in html(Paragraph(words))


def test_a_long_cell_goes_on_below_its_table():
    text = "word " * 1000
    lines = rendered(Table(["a", "b"], [["x", text.strip()]]))
    assert all(len(line) <= 2000 for line in lines)
    assert " ".join(lines).count("word") == 1000


def test_code_is_fenced_by_more_than_it_holds():
    assert html(Code("```\nx\n```")) == "<pre><code>```\nx\n```\n</code></pre>\n"


def test_comments_cannot_be_left():
    lines = rendered(Break("a --> <b>"), Loss("x", "y --> z"))
    assert all(line.count("-->") <= 1 for line in lines)


def test_control_characters_are_made_visible():
    assert rendered(Heading("a\x1b[31mb\u202e")) == ["# a\\x1b[31mb\\u202e"]


def test_a_note_keeps_its_lines():
    assert rendered(Note("c 1", "a\nb")) == ["[^c-1]: a\\", "    b"]


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("plain", "[hidden: plain]"),
        (" in blanks ", " [hidden: in blanks] "),
        ("a [link](x)", "[hidden: a [link](x)]"),
        ("end] seen [hidden: x", r"[hidden: end\] seen \[hidden: x]"),
        (r"end\] [", r"[hidden: end\] \[]"),
        (" ", " "),
        ("a\\", "[hidden: a\\\\]"),
    ],
)
def test_hidden_text_cannot_end_its_mark(text, marked):
    assert inline.hidden(text) == marked


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("see [hidden: nothing]", r"see \[hidden: nothing]"),
        ("[hidden row] a", r"\[hidden row] a"),
        ("[hidden] and [hid: it]", "[hidden] and [hid: it]"),
        ("{++new++} {--old--} {>>by<<}", r"\{++new++} \{--old--} \{>>by<<}"),
        ("{a} {+b} ${x}", "{a} {+b} ${x}"),
    ],
)
def test_text_that_looks_like_our_marks_is_no_mark(text, shown):
    assert inline.escape(text) == shown


@pytest.mark.parametrize(
    ("text", "change", "marked"),
    [
        ("new", "+", "{++new++}"),
        ("new++} old", "+by A", r"{++new+\+} old++}{>>by A<<}"),
        ("a--}b", "-by x<<} [e](f)", r"{--a-\-}b--}{>>by x<\<} \[e](f)<<}"),
        ("a--}b", "+", "{++a--}b++}"),
    ],
)
def test_a_change_and_its_author_cannot_end_their_marks(text, change, marked):
    assert inline.changed(text, change) == marked


@pytest.mark.parametrize("text", [
    "~~gone~~", "from ~5~ to", "~x~", "~5 to ~6", "a~b", "~~~", "a ~ b ~ c", "~a b~",
])  # fmt: skip
def test_tildes_strike_nothing_out(text):
    """One strikes out as well, in the Markdown of GitHub."""
    shown = html(Paragraph(inline.escape(text)))
    assert "<s>" not in shown
    single = re.sub(r"\\\\.", "", inline.escape(text))
    assert not re.search(r"(?<!\S)~\S[^~]*(?<=\S)~", single)


@pytest.mark.parametrize("text", [
    "x|y ](z)", "back\\", "x]", "[", "see [li](nk", "[1] ok", "a [b] c", "]([", "![x",
])  # fmt: skip
def test_the_text_of_a_link_cannot_end_it(text):
    """Nor lead anywhere else."""
    shown = html(Paragraph(inline.link(inline.escape(text), "https://a.b/")))
    assert re.findall('href="([^"]*)"', shown) == ["https://a.b/"]
    words = unescape(re.sub("<[^>]+>", "", shown)).strip()
    assert words == text

"""Formatted runs to inline Markdown, checked with a Markdown parser."""

# ruff: noqa: RUF001 - punctuation of Chinese
from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from kimi_read.ooxml.mono import is_mono
from kimi_read.ooxml.spans import (
    BOLD,
    CODE,
    HIDDEN,
    ITALIC,
    PALE,
    RAW,
    STRIKE,
    SUPER,
    Spans,
    joined,
    markdown,
    without,
)

MARKDOWN = MarkdownIt("commonmark").enable("strikethrough")


def inline(*pieces: tuple) -> str:
    """Return the Markdown of pieces of (text, formats, link, change)."""
    spans = Spans()
    for piece in pieces:
        spans.add(*piece)
    return markdown(spans.pieces)


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        ([("a", BOLD), ("b", BOLD)], "**ab**"),
        ([("a ", BOLD), ("b", 0)], "**a** b"),
        ([("a", BOLD), (" ", 0), ("b", BOLD)], "**a b**"),
        ([("a ", BOLD), ("b", BOLD | ITALIC), (" c", BOLD)], "**a *b* c**"),
        ([("注意：", BOLD), ("请", 0)], "**注意**：请"),
        ([("a", 0), ("(b)", ITALIC), ("c", 0)], "a(*b*)c"),
        ([("...", BOLD), ("a", 0)], "...a"),
        ([("`", CODE), ("a", 0)], "`` ` ``a"),
        ([("2", SUPER)], "<sup>2</sup>"),
        ([("a", STRIKE | BOLD)], "~~**a**~~"),
        ([("see ", 0, "http://x/"), ("this", BOLD, "http://x/")], "[see **this**](http://x/)"),
        ([("wow!", 0), ("x", 0, "http://x/")], "wow\\![x](http://x/)"),
        ([("a\\ ", 0), ("!", 0, "http://y/"), ("x", 0, "http://x/")],
         "a\\ [!](http://y/)[x](http://x/)"),
        ([("a", 0, "http://y/"), ("!", 0), ("x", 0, "http://x/")],
         "[a](http://y/)\\![x](http://x/)"),
        ([("a\\\\!", RAW), ("x", 0, "http://x/")], "a\\\\\\![x](http://x/)"),
        ([("a\\!", RAW), ("x", 0, "http://x/")], "a\\![x](http://x/)"),
        ([("a\\", RAW), ("\\", RAW), ("x", HIDDEN)], "a\\\\[hidden: x]"),
        ([("a", 0), ("\\", RAW), ("x", HIDDEN)], "a\\\\[hidden: x]"),
        ([("a] b", 0, "http://x/")], "[a\\] b](http://x/)"),
        ([("a\\", 0), ("b", BOLD)], "a\\\\**b**"),
        ([(" ", BOLD)], " "),
        ([("f(x)", CODE | BOLD), ("y", 0)], "<strong>`f(x)`</strong>y"),
        ([("a", BOLD), ("b", BOLD | ITALIC)], "**a*b***"),
        ([("标题。", BOLD), ("内容", 0)], "**标题**。内容"),
        ([("x", CODE), (" ", 0), ("y", CODE)], "`x` `y`"),
        ([("x\ny", CODE)], "`x`\n`y`"),
        ([("a", 0, "u"), ("b", BOLD, "u")], "[a**b**](u)"),
        ([("$x$", RAW), (" *", 0)], "$x$ \\*"),
        ([("a", 0), ("b", HIDDEN | BOLD), ("c", PALE)], "a[hidden: **b**c]"),
        ([("a", PALE), ("b", 0)], "[hidden: a]b"),
        ([("C:\\", 0), ("b", PALE)], "C:\\\\[hidden: b]"),
    ],
)  # fmt: skip
def test_pieces_become_marks(pieces, text):
    """Marks close where they opened, hold no blank, and are read as marks."""
    assert inline(*pieces) == text


def test_a_look_at_the_pieces_splits_none():
    """Text that goes on in the same look stays one piece."""
    spans = Spans()
    spans.add("a", BOLD)
    assert len(spans.pieces) == 1
    spans.add("b", BOLD)
    assert markdown(spans.pieces) == "**ab**"


FORMATS = st.sampled_from([0, BOLD, ITALIC, BOLD | ITALIC, STRIKE, STRIKE | BOLD])
TEXTS = st.text(alphabet="ab 中.!(*_`[]<&$~\\", min_size=1, max_size=6)


LINKS = st.sampled_from(["", "", "http://x/"])


@given(st.lists(st.tuples(TEXTS, FORMATS, LINKS), min_size=1, max_size=5))
def test_the_text_that_is_read_back_is_the_text_that_was_written(pieces):
    """No format, and no character of the text, changes what a reader sees."""
    pieces = [("x", 0, ""), *pieces, ("x", 0, "")]
    seen = ""
    linked = False
    for token in MARKDOWN.parse(inline(*pieces)):
        for child in token.children or ():
            if child.type in ("text", "code_inline"):
                seen += child.content
            linked = linked or child.type == "link_open"
    assert seen.split() == "".join(text for text, *_ in pieces).split()
    assert linked == any(link and text.strip() for text, _, link in pieces)


def test_joined_pieces_hold_no_empty_one():
    """Neighbours of one look become one."""
    plain = [("a", 0, "", ""), ("", BOLD, "", ""), ("b", 0, "", "")]
    assert joined(plain) == [("ab", 0, "", "")]


def test_formats_are_taken_off_but_for_the_mark_of_hidden_text():
    """A heading is bold by nature, and never hidden by nature."""
    pieces = [("a", BOLD, "", ""), ("b", BOLD | PALE, "", "")]
    assert without(pieces, BOLD | PALE) == [("a", 0, "", ""), ("b", PALE, "", "")]


@pytest.mark.parametrize(
    "font",
    ["Courier", "Courier New", "Consolas", "Fira Code", "DejaVu Sans Mono", "Menlo"],
)
def test_fixed_width_fonts_are_known(font):
    """By name, in any case."""
    assert is_mono(font)
    assert is_mono(font.upper())


@pytest.mark.parametrize("font", ["Arial", "Monotype Corsiva", "Codec", "", "+mn-lt"])
def test_other_fonts_are_not_fixed_width(font):
    """A name that merely begins alike is another font."""
    assert not is_mono(font)

"""Formatted runs to inline Markdown, checked with a Markdown parser."""

from __future__ import annotations

import pytest

from kimi_read.ooxml.mono import is_mono
from kimi_read.ooxml.spans import Span, markdown


@pytest.mark.parametrize(
    ("spans", "wanted"),
    [
        ([Span("a", bold=True), Span("b", bold=True)], "**ab**"),
        ([Span("a", bold=True), Span(" "), Span("b", bold=True)], "**a b**"),
        ([Span("a ", bold=True), Span("b")], "**a** b"),
        ([Span("a", bold=True), Span("b", bold=True, italic=True)], "**a*b***"),
        ([Span("标题。", bold=True), Span("内容")], "**标题**。内容"),
        ([Span("x", mono=True), Span(" "), Span("y", mono=True)], "`x y`"),
        ([Span("x\ny", mono=True)], "`x`\n`y`"),
        ([Span("a", link="u"), Span("b", link="u", bold=True)], "[a**b**](u)"),
        ([Span("Hi!"), Span("x", link="u")], "Hi\\![x](u)"),
        ([Span("m"), Span("2", script=1)], "m<sup>2</sup>"),
        ([Span("$x$", ready=True), Span(" *")], "$x$ \\*"),
        ([Span("c", mono=True, bold=True), Span("s")], "<strong>`c`</strong>s"),
        ([Span("")], ""),
    ],
)
def test_spans_are_merged_and_marked(spans, wanted):
    """No mark closes and reopens, holds a blank at its edge, or cannot close."""
    assert markdown(spans) == wanted


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

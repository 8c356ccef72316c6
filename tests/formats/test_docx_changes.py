"""Tracked changes outside of plain text: in notes, in formulas, of table cells."""

from __future__ import annotations

import pytest
from make_fixtures_word import Made, cell, p, part, r, row, table
from word_reading import losses, texts

BY = 'w:id="1" w:author="Ann" w:date="2026-01-02T00:00:00Z"'
INSERTED = f"<w:ins {BY}>{r('new')}</w:ins>"


def test_changes_in_a_note_alone_are_told():
    """They are applied as those of the body are."""
    mark = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    note = f'<w:footnote w:id="2">{p("note ", runs=INSERTED)}</w:footnote>'
    made = Made(p("text", runs=mark), footnotes=part("footnotes", note))
    assert "1 insertion (" in losses(made)["changes-applied"].message


def test_a_cell_that_was_inserted_is_told():
    """It is an insertion like others."""
    made = Made(table(row(cell("a"), cell("b", f"<w:cellIns {BY}/>"))))
    assert "1 insertion (" in losses(made)["changes-applied"].message


def test_changes_that_cannot_be_counted_are_told():
    """Parts in UTF-16 are read, and are as valid."""
    made = Made(p(runs=INSERTED))
    made.body = made.body.replace("UTF-8", "UTF-16").encode("utf-16")
    message = "tracked changes were accepted (--changes show marks them)"
    assert losses(made)["changes-applied"].message == message


def formula(kind: str = "oMath") -> str:
    """Return ``xy``, where ``y`` was put in the place of ``z``."""
    x, y, z = (f"<m:r><m:t>{name}</m:t></m:r>" for name in "xyz")
    inner = f"{x}<w:ins {BY}>{y}</w:ins><w:del {BY}>{z}</w:del>"
    inner = f"<m:oMath>{inner}</m:oMath>"
    return inner if kind == "oMath" else f"<m:{kind}>{inner}</m:{kind}>"


SHOWN = (
    "{--$xz$--}{>>deleted by Ann, 2026-01-02<<}"
    "{++$xy$++}{>>inserted by Ann, 2026-01-02<<}"
)


@pytest.mark.parametrize(
    ("mode", "text"), [("accept", "$xy$"), ("reject", "$xz$"), ("show", SHOWN)]
)
def test_changes_in_a_formula_are_accepted_rejected_or_shown(mode, text):
    """Where they are shown, the formula stands as it was and as it is."""
    assert texts(Made(p("for ", runs=formula())), changes=mode) == [f"for {text}"]


@pytest.mark.parametrize(("mode", "text"), [("reject", "xz"), ("show", SHOWN)])
def test_changes_in_a_displayed_formula_are_rejected_or_shown(mode, text):
    """Marks of a change stand in a line of text."""
    assert texts(Made(p(runs=formula("oMathPara"))), changes=mode) == [text]


def test_a_formula_that_was_inserted_as_a_whole_is_marked():
    """Alone in its paragraph, too."""
    made = Made(
        p(runs=f"<w:ins {BY}><m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></w:ins>")
    )
    expected = ["{++$x$++}{>>inserted by Ann, 2026-01-02<<}"]
    assert texts(made, changes="show") == expected


def test_a_long_header_is_quoted_with_a_sign_that_it_is_cut():
    """What is left out is not silent."""
    made = Made(p("text"), header1=part("hdr", p("word " * 60)))
    assert losses(made)["headers"].message.endswith("word…”")

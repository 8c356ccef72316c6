"""PDF: bold lines that are no headings, and titles within a table."""

from __future__ import annotations

import pytest
from pdf_maker import lines, pdf, rule, text
from reading import read

TEXT = [
    "The committee reviewed the annual plan and found that spending",
    "rose in each region while demand stayed what it had been before.",
]


@pytest.fixture
def shown(make):
    """Return a function that gives the lines of a document of such pages."""

    def run(*pages: str) -> list[str]:
        return [n for n in read(make("a.pdf", pdf(*pages)), "pdf").lines if n]

    return run


def entries(names: list[str], indent: float, paragraphs: int = 1) -> str:
    """Return bold names, each over paragraphs that begin further in."""
    out, y = text(72, 750, "A title of the whole page", 18, "F2"), 720.0
    for name in names:
        out += text(72, y, name, 10, "F2")
        for n in range(paragraphs):
            out += lines(72 + indent, y - 12 - 40 * n, TEXT)
        y -= 40 * paragraphs + 10
    return out


def heads(found: list[str]) -> list[str]:
    return [n for n in found if n.startswith("#")]


NAMES = ["Adit", "Ballast", "Culvert", "Dolphin", "Ebb"]


def test_terms_over_text_that_hangs_are_no_headings(shown):
    """They are as large as the text, and each has one paragraph further in."""
    found = shown(entries(NAMES, 20))
    assert heads(found) == ["# A title of the whole page"]
    assert [n for n in found if n.startswith("**")] == [f"**{n}**" for n in NAMES]


def test_terms_of_a_later_page_are_known_by_the_others(shown):
    """A page with one term alone is read as those before it."""
    found = shown(entries(NAMES, 20), entries(["Fathom"], 20))
    assert "**Fathom**" in found


def test_bold_lines_over_text_with_their_edge_are_headings(shown):
    """Nothing hangs below them."""
    assert len(heads(shown(entries(NAMES, 0)))) == 1 + len(NAMES)


def test_bold_lines_over_several_paragraphs_further_in_are_headings(shown):
    """Where all text is indented, the sections have more than a paragraph each."""
    found = heads(shown(entries(["Name", "Synopsis", "Options", "Files"], 20, 2)))
    assert len(found) == 5


def test_questions_with_a_sign_that_are_answered_are_no_headings(shown):
    """Of a talk: Q: and A: before what each one says."""
    page = text(72, 750, "A talk with the founder", 18, "F2")
    for n, asked in enumerate(["How long does it take?", "What is hard?"]):
        y = 720 - 70 * n
        page += text(72, y, f"Q: {asked}", 10, "F2")
        page += lines(72, y - 22, ["A: " + TEXT[0], *TEXT[1:]])
    found = shown(page)
    assert heads(found) == ["# A talk with the founder"]
    assert "**Q: What is hard?**" in found


def test_a_title_set_apart_between_rows_of_the_same_columns_stays_inside(shown):
    """Groups of rows with a blank line above each title are one table."""
    page = rule(72, 760, 540, 760) + rule(72, 738, 540, 738)
    page += "".join(
        text(x, 745, t)
        for x, t in ((72, "Region"), (300, "First"), (400, "Second"), (500, "Third"))
    )
    y = 725.0
    for group in ("Northern part", "Southern part", "Elsewhere"):
        page += text(72, y, group)
        for n, name in enumerate(("Hills", "Plains", "Coast")):
            y -= 12
            page += text(80, y, name)
            page += "".join(text(x, y, f"{n + 3}4.{n}") for x in (300, 400, 500))
        y -= 26
    page += rule(72, y + 18, 540, y + 18)
    found = shown(page)
    assert not heads(found)
    assert sum(1 for n in found if n.startswith("| --- |")) == 1
    assert "| Southern part |  |  |  |" in found
    assert sum(1 for n in found if n.startswith("| Coast |")) == 3


def test_larger_lines_in_a_row_with_nothing_below_are_no_headings(shown):
    """They are lines of a list; three of them may be titles all the same."""
    body = lines(72, 400, TEXT * 4, 10)
    for count, expected in ((3, 3), (7, 0)):
        page = "".join(
            text(72, 740 - 26 * n, f"Matter of kind {'abcdefgh'[n]}", 13)
            for n in range(count)
        )
        assert len(heads(shown(page + body))) == expected


def test_the_rest_of_a_heading_whose_lines_are_far_apart_is_part_of_it(shown):
    """It begins small; one with a capital is another heading."""
    page = text(72, 740, "The pack shows outstanding performance of", 16, "F2")
    page += text(72, 704, "twice that of other models", 16, "F2")
    page += lines(72, 600, TEXT * 4)
    title = "# The pack shows outstanding performance of twice that of other models"
    assert heads(shown(page)) == [title]

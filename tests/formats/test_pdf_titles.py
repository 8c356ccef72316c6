"""PDF: the outline as evidence for headings."""

from __future__ import annotations

import pytest
from pdf_maker import lines, outline, pdf, text
from reading import read

from kimi_read.formats.pdf import titles

PROSE = [
    "The committee reviewed the annual plan and found that spending",
    "rose in each region while demand stayed what it had been in the",
    "year before, as the members of the board had been told at length.",
]


@pytest.fixture
def heads(make):
    """Return a function that gives the headings of pages with an outline."""

    def run(pages: list[str], named: list[tuple[int, str, int]]) -> list[str]:
        count = len(pages)
        more = outline(count, named)
        made = pdf(*pages, extra=f"/Outlines {3 + 2 * count} 0 R", more=more)
        shown = read(make("a.pdf", made), "pdf").lines
        return [line for line in shown if line.startswith("#")]

    return run


def page(*parts: tuple[str, float, str]) -> str:
    """Return a page of titles (text, size, font), each over a paragraph."""
    out, y = "", 740.0
    for words, size, font in parts:
        out += text(72, y, words, size, font) + lines(72, y - 20, PROSE)
        y -= 90
    return out


def test_a_plain_line_that_the_outline_names_is_a_heading(heads):
    """Nothing else tells it from the text around it."""
    made = page(("Report", 18, "F2"), ("Costs", 10, "F1"), ("Staff", 10, "F1"))
    assert heads([made], []) == ["# Report"]
    named = [(0, "Costs", 1), (0, "Staff", 1)]
    assert [h.lstrip("# ") for h in heads([made], named)] == [
        "Report", "Costs", "Staff",
    ]  # fmt: skip


def test_depths_of_the_outline_are_levels(heads):
    """Titles of one style may lie at several depths."""
    names = ["Report", "One", "One.a", "Two", "Two.a", "Two.b"]
    depths = [0, 1, 2, 1, 2, 2]
    sizes = [18, 12, 12, 12, 12, 12]
    made = page(*[(n, s, "F2") for n, s in zip(names, sizes, strict=True)])
    named = [(d, n, 1) for d, n in zip(depths, names, strict=True)]
    shown = heads([made], named)
    assert shown == [
        "# Report", "## One", "### One.a", "## Two", "### Two.a", "### Two.b",
    ]  # fmt: skip


def test_an_outline_that_only_goes_deeper_is_not_believed():
    """Titles that look alike lie at one level, whatever it says."""
    style = (12.0, True, False, False)
    chain = [(style, depth, 2) for depth in range(1, 8)]
    assert titles.levels(chain) == {}
    assert titles.levels([(style, 1, 2), (style, 1, 2)])[1] == 2


def test_a_title_may_lack_the_number_that_it_has_on_the_page(heads):
    """Or have it, where the page has none."""
    made = page(("Report", 18, "F2"), ("2.1 Costs", 10, "F1"), ("Staff", 10, "F1"))
    named = [(0, "Costs", 1), (0, "Chapter 3: Staff", 1)]
    assert [h.lstrip("# ") for h in heads([made], named)[1:]] == ["2.1 Costs", "Staff"]


def test_a_title_of_another_page_names_nothing(heads):
    """An entry in a list of contents is no heading."""
    made = [page(("Report", 18, "F2"), ("Costs", 10, "F1")), page(("Costs", 10, "F1"))]
    assert heads(made, [(0, "Costs", 2)]) == ["# Report", "## Costs"]


def test_bold_lines_that_a_full_outline_lacks_are_text(heads):
    """It names all that is a heading on its pages."""
    names = ["Report", "One", "Two", "Three", "Four"]
    parts = [(n, 18 if n == "Report" else 13, "F2") for n in names]
    made = page(*parts, ("Remark", 10, "F2"))
    named = [(n > 0, name, 1) for n, name in enumerate(names)]
    assert "Remark" not in "".join(heads([made], named))
    assert "Remark" in "".join(heads([made], named[:1]))

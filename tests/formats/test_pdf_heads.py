"""PDF: the head of a letter or invoice, whose blocks stand side by side."""

from __future__ import annotations

import pytest
from pdf_maker import lines, pdf, text
from reading import read

BESIDE = ["Invoice no. HL-2087", "Date: 14 March 2024", "Due: 13 April 2024"]
BELOW = ["Hollow Lane Joinery Ltd", "14 Hollow Lane", "Bristol BS3 1TB"]


@pytest.fixture
def words(make):
    """Return a function that gives the text of a page, all on one line."""

    def run(page: str) -> str:
        shown = read(make("a.pdf", pdf(page)), "pdf").lines
        return " ".join(n.strip("#* ") for n in shown if n and n[0] != "<")

    return run


@pytest.mark.parametrize("down", [0, 4, 8])
@pytest.mark.parametrize("edges", [(430, 427, 437), (430, 430, 430)])
def test_small_lines_beside_a_large_word_are_not_read_between_its_own(
    words, edges, down
):
    """They may share a baseline with it or none, and begin at one edge or end so."""
    page = text(72, 700, "Invoice", 24, "F2")
    for n, x in enumerate(edges):
        page += text(x, 712 - down - 12 * n, BESIDE[n])
    shown = words(page + lines(72, 670, BELOW))
    assert shown == " ".join(["Invoice", *BELOW, *BESIDE])


def test_a_large_word_with_nothing_below_comes_before_what_is_beside_it(words):
    """Lines over the whole width follow."""
    page = text(72, 700, "Invoice", 24, "F2")
    page += lines(430, 712, BESIDE)
    wide = "The joiners make all kinds of furniture for houses and for gardens too."
    shown = words(page + lines(72, 640, [wide, "They do."]))
    assert shown == " ".join(["Invoice", *BESIDE, wide, "They do."])


def test_a_large_title_beside_a_column_of_text_is_not_read_between_its_lines(words):
    """Its lines share baselines with those of the text."""
    prose = [f"The committee reviewed plan {n} and found the cost." for n in range(12)]
    page = text(72, 700, "Executive", 20, "F2") + text(72, 676, "Summary", 20, "F2")
    shown = words(page + lines(280, 712, prose, 10))
    assert shown == "Executive Summary " + " ".join(prose)


def test_an_address_below_does_not_go_on_with_a_date_at_the_right(words, make):
    """A short line that is not the last of a column is whole."""
    page = text(72, 700, "Invoice", 24, "F2")
    for x, y, part in ((430, 704, BESIDE[0]), (424, 692, BESIDE[1])):
        page += text(x, y, part)
    page += lines(72, 672, BELOW) + lines(72, 610, ["Bill to:", "Mrs Ada Fenwick"])
    found = read(make("a.pdf", pdf(page)), "pdf").lines
    assert any(n.endswith("2024") for n in found)
    assert any(n.startswith("Bill to:") for n in found)


@pytest.mark.parametrize(("above", "below", "count"), [(34, 18, 3), (20, 20, 1)])
def test_calls_with_more_room_above_than_below_are_titles(make, above, below, count):
    """Of a library: each over its description. Examples have equal room around."""
    page, y = text(72, 740, "A library", 18, "F2"), 740.0
    for call in ("connect(host, port=5432)", "Session.query(text)"):
        y -= above
        page += text(72, y, call, 10, "F3")
        y -= below
        page += lines(72, y, ["Opens what has been closed before and returns it as it"])
        page += lines(72, y - 12, ["was found by the one who came first of all."])
        y -= 12
    found = read(make("a.pdf", pdf(page)), "pdf").lines
    assert sum(1 for n in found if n.startswith("#")) == count

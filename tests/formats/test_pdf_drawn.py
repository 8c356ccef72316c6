"""PDF: borders, shades and raised words as different programs draw them."""

from __future__ import annotations

import pytest
from pdf_maker import rule, text

BOLD = "F2"


def shade(x, y, width, height, grey):
    """Return a shaded box."""
    return f"q {grey} g {x} {y} {width} {height} re f Q\n"


@pytest.mark.parametrize("cells", [True, False])
def test_a_dark_head_right_on_the_first_stripe_is_one_with_all_rows(shown, cells):
    """A browser shades each cell, others the whole row; rows between have no rule."""
    body = "".join(shade(70 + 130 * n, 692, 130, 20, 0.2) for n in range(3))
    for y in (672, 632):
        for n in range(3 if cells else 1):
            body += shade(70 + 130 * n, y, 130 if cells else 390, 20, 0.9)
    rows = [("Name", "Role", "Office"), ("Ana", "engineer", "Zagreb"),
            ("Bo", "manager", "Lund"), ("Chi", "analyst", "Lagos")]  # fmt: skip
    for n, row in enumerate(rows):
        for at, words in enumerate(row):
            font = "F1" if n else BOLD
            body += text(75 + 130 * at, 698 - 20 * n, words, 10, font)
    assert shown(body) == [
        "| **Name** | **Role** | **Office** |",
        "| --- | --- | --- |",
        "| Ana | engineer | Zagreb |",
        "| Bo | manager | Lund |",
        "| Chi | analyst | Lagos |",
    ]


def test_a_border_filled_between_two_rectangles_is_a_rule_alone(shown):
    """A dotted leader is such a border of a box that has no other."""
    body = text(72, 740, "Contents", 16, BOLD)
    for n, words in enumerate(("1 The long harbour", "2 The old town", "Index")):
        y = 700 - 12 * n
        stop = 72 + 5 * len(words)
        body += text(72, y, words) + text(520, y, str(n + 7))
        body += f"{stop} {y} 430 9 re {stop} {y + 0.7} 430 8.3 re f*\n"
    found = " ".join(shown(body))
    for words in ("1 The long harbour", "2 The old town", "Index"):
        assert words in found


@pytest.mark.parametrize("size", [8, 10, 11.5])
def test_a_word_raised_right_behind_another_is_a_superscript(shown, size):
    """Browsers set it nearly as large as the text."""
    body = text(72, 700, "It falls by 9.8 m/s", 12) + text(162.1, 705, "2", size)
    assert shown(body) == ["It falls by 9.8 m/s<sup>2</sup>"]


def test_a_short_line_under_a_large_number_is_no_subscript(shown):
    """A subscript reaches above the line that its word stands on."""
    body = text(72, 700, "34", 24, BOLD) + text(73, 685, "of 40")
    body += text(72, 725, "Staff") + text(72, 600, "Some words of text below it all.")
    assert "of 40" in " ".join(shown(body))
    assert "<sub>" not in " ".join(shown(body))


def test_a_full_cell_is_parted_from_the_figure_beside_it(shown):
    """There is less room between them than a blank has."""
    rows = [("Item", "Sum", "Due"), ("Design", "0.2", "0.3"), ("Build", "1.9", "2.6"),
            ("Upkeep of thirty years", "0.8", "0.5")]  # fmt: skip
    body = rule(72, 715, 320, 715) + rule(72, 640, 320, 640)
    for n, row in enumerate(rows):
        for x, words in zip((72, 170.9, 240), row, strict=True):
            body += text(x, 700 - 15 * n, words)
    assert "| Upkeep of thirty years | 0.8 | 0.5 |" in shown(body)


@pytest.mark.parametrize("floats", [True, False])
def test_a_box_beside_the_text_is_read_after_it_unless_the_text_flows_around(
    shown, floats
):
    """A column of its own comes last, a box that the text goes on under first."""
    body = text(72, 740, "Visiting the old lighthouse", 18, BOLD)
    body += shade(420, 560, 130, 150, 0.9)
    for n, words in enumerate(("At a glance", "Open in summer", "Fare: 6.50")):
        body += text(428, 690 - 20 * n, words, 9)
    for n in range(12):
        words = "The keeper climbs the stairs each evening before the lamp is lit"
        body += text(72, 695 - 12 * n, f"{words} {n}.")
    wide = "Below it the path goes on along the cliff and over the narrow bridge "
    body += text(72, 551, (wide + "to the harbour town.") if floats else "Come back.")
    found = " ".join(shown(body))
    assert (found.index("glance") < found.index("keeper")) is floats


def test_a_list_of_contents_may_begin_with_roman_pages(shown):
    """A preface is numbered so; it makes no table."""
    body = text(72, 740, "Contents", 16, BOLD)
    titles = ("Preface", "The harbour", "The town", "The market", "Index")
    for n, (words, page) in enumerate(
        zip(titles, ("v", "1", "15", "22", "93"), strict=True)
    ):
        body += text(72, 700 - 14 * n, words) + text(510, 700 - 14 * n, page)
    found = shown(body)
    assert not any(line.startswith("|") for line in found)
    assert "The harbour 1" in found
    assert "Preface v" in found


ROUND = "{0} {1} m {2} {1} l {3} {1} {3} {1} {3} {4} c {3} {5} l {3} {6} {3} {6} {2} "
ROUND += (
    "{6} c {0} {6} l {7} {6} {7} {6} {7} {5} c {7} {4} l {7} {1} {7} {1} {0} {1} c "
)


@pytest.mark.parametrize("radius", [0, 6])
def test_text_in_a_box_whose_border_is_filled_is_not_hidden(shown, radius):
    """Text and border are black, but there is nothing behind the text."""

    def box(x, y, x1, y1):
        if not radius:
            return f"{x} {y} {x1 - x} {y1 - y} re "
        r = radius
        return ROUND.format(x + r, y, x1 - r, x1, y + r, y1 - r, y1, x)

    body = box(70, 660, 300, 700) + box(71, 661, 299, 699) + "f*\n"
    body += text(80, 680, "We cannot wait for this bridge.")
    assert shown(body) == ["We cannot wait for this bridge."]

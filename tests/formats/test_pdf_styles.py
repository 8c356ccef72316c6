"""PDF: pages in the styles that people print: heads, stripes, cards, lists."""

from __future__ import annotations

import pytest
from pdf_maker import lines, pdf, rule, text
from reading import read

from kimi_read.formats.pdf import document, evidence
from kimi_read.formats.pdf.lines import segments

BOLD = "F2"


@pytest.fixture
def shown(make):
    """Return the lines that a page is read as, without its mark."""

    def lines_of(content):
        answer = read(make("a.pdf", pdf(content)), "pdf")
        return [n for n in answer.lines if n and not n.startswith("<!--")]

    return lines_of


def row(y, *cells, font="F1", size=10, x=72, wide=130):
    """Return the cells of a row."""
    return "".join(
        text(x + wide * at, y, words, size, font) for at, words in enumerate(cells)
    )


def shade(x, y, width, height, grey=0.2):
    """Return a shaded box."""
    return f"q {grey} g {x} {y} {width} {height} re f Q\n"


def prose(y, count=3, x=72):
    """Return lines of a paragraph."""
    words = "the water is stored in a tank beneath the old greenhouse until it is used"
    return lines(x, y, [words] * count)


def test_a_head_on_the_first_rule_is_the_head_of_the_table(shown):
    """Each row has a rule below it, the head has none above it."""
    body = row(700, "Article", "Price", "State", font=BOLD)
    body += rule(70, 695, 460, 695)
    for at, name in enumerate(("hook", "plate", "frame")):
        y = 680 - 20 * at
        body += row(y, name, f"1{at}.50", "in stock") + rule(70, y - 5, 460, y - 5)
    found = shown(prose(760) + body)
    assert found[-5:] == [
        "| **Article** | **Price** | **State** |",
        "| --- | --- | --- |",
        "| hook | 10.50 | in stock |",
        "| plate | 11.50 | in stock |",
        "| frame | 12.50 | in stock |",
    ]


def test_two_tables_with_a_rule_under_their_heads_are_two(shown):
    """What stands between two rules of one width need not be one table."""
    body = ""
    for top in (700, 580):
        body += row(top, "Stop", "101", "103", font=BOLD) + rule(
            70, top - 5, 460, top - 5
        )
        for at, name in enumerate(("Ashford", "Brook", "Dunmere")):
            body += row(top - 18 - 15 * at, name, f"06:{at}0", f"07:{at}5")
    body += text(72, 622, "Buses do not run on public holidays.")
    body += text(72, 602, "Saturdays", 14, BOLD)
    found = shown(prose(760) + body)
    assert sum(1 for line in found if line.startswith("| ---")) == 2
    assert "Buses do not run on public holidays." in found
    assert any(line.startswith("#") and "Saturdays" in line for line in found)


def test_the_walls_of_a_shaded_head_part_the_rows_below(shown):
    """The head is made of shaded cells; the rows have but a rule below each."""
    body = ""
    for at in range(3):
        body += shade(70 + 130 * at, 692, 130, 20)
    body += row(698, "Item", "Number", "Sum", font=BOLD)
    for at, name in enumerate(("shelf", "bracket", "screw", "hinge")):
        y = 678 - 20 * at
        body += row(y, name, str(at + 1), f"{at}.25") + rule(70, y - 6, 460, y - 6)
    found = shown(prose(760) + body)
    assert sum(1 for line in found if line.startswith("| ---")) == 1
    assert "| shelf | 1 | 0.25 |" in found
    assert "| hinge | 4 | 3.25 |" in found


def test_lists_side_by_side_are_read_one_after_the_other(shown):
    """They stand row for row, each under its title."""
    body = text(72, 700, "Fixed", 13, BOLD) + text(320, 700, "Mobile", 13, BOLD)
    left = ("- power from the mains", "- hourly values", "- a mast")
    right = ("- battery for weeks", "- more values", "- a strap")
    for at, (one, two) in enumerate(zip(left, right, strict=True)):
        for x, words in ((86, one), (334, two)):
            body += text(x, 682 - 14 * at, "\xb7")
            body += text(x + 12, 682 - 14 * at, words[2:])
    found = shown(prose(760) + body)
    at = found.index("- power from the mains")
    assert "Fixed" in found[at - 1]
    assert found[at + 1 : at + 3] == ["- hourly values", "- a mast"]
    assert "Mobile" in found[at + 3]
    assert found[at + 4] == "- battery for weeks"


def test_a_list_in_an_item_is_one(shown):
    """Its labels begin where the text of the item does."""
    body = ""
    for x, words in (
        (72, "1. Pack the kitchen."), (86, "a. glass in paper"),
        (86, "b. plates on edge"), (72, "2. Take photographs:"),
        (86, "i. television"), (86, "ii. router"), (72, "3. Leave."),
    ):  # fmt: skip
        y = 700 - 14 * body.count("Tj")
        body += text(x, y, words)
    found = shown(prose(760) + body)
    assert [n.strip() for n in found[-7:]] == [
        "1. Pack the kitchen.", "- a. glass in paper", "- b. plates on edge",
        "2. Take photographs:", "- i. television", "- ii. router", "3. Leave.",
    ]  # fmt: skip


def test_small_words_under_a_title_are_a_line_of_their_own(shown):
    """They are no subscripts of its large letters."""
    body = text(72, 740, "The Village Post", 34, BOLD)
    body += text(72, 722, "Issue 48, spring, free to every household", 9)
    found = shown(body + prose(690, 8))
    assert found[0] == "# The Village Post"
    assert found[1] == "Issue 48, spring, free to every household"


def test_white_bullets_on_a_shade_are_bullets(shown):
    """They can be seen there."""
    body = shade(60, 600, 200, 120)
    for at, words in enumerate(("survey", "design", "planning")):
        y = 700 - 14 * at
        body += f"q 1 g 74 {y + 2} 3 3 re f Q\n1 g\n" + text(84, y, words) + "0 g\n"
    found = shown(body + prose(560, 8))
    assert found[:3] == ["- survey", "- design", "- planning"]


def test_a_short_title_over_all_columns_parts_them(shown):
    """All columns stop at it, though it is no wider than the first."""
    body = ""
    words = "Water is stored in the tank below"
    for at in range(2):
        for n in range(8):
            body += text(72 + 240 * at, 740 - 12 * n, f"{'ab'[at]}{n} {words}")
            body += text(72 + 240 * at, 600 - 12 * n, f"{'cd'[at]}{n} {words}")
    body += text(72, 624, "In May", 16, BOLD)
    found = " ".join(shown(body))
    places = [found.index(n) for n in ("a0", "a7", "b0", "b7", "In May", "c0", "d0")]
    assert places == sorted(places)


def test_the_gaps_of_a_justified_line_are_no_cells():
    """Its blanks are moves, all of one width; those of other lines are drawn."""
    body = ""
    words = ["leaves", "less", "time", "for", "repairs", "but", "more"]
    for column in range(2):
        x = 72 + 250 * column
        for n in range(12):
            y = 700 - 12 * n
            if n % 4 != 2:
                body += text(x, y, "Old varieties of apple keep longer but")
                continue
            moves = " -800 ".join(f"({word})" for word in words)
            body += f"BT /F1 10 Tf {x} {y} Td [{moves}] TJ ET\n"
    seen, page = evidence.gather(document.load(pdf(body)), 0)
    page.close()
    assert len(segments(seen.words)) == 24


def test_a_single_word_in_capitals_has_the_level_of_its_like(shown):
    """A short one is no abbreviation where its neighbours are in capitals."""
    body = text(72, 760, "Marta Lind", 20, BOLD)
    y = 730
    for title in ("CONTACT", "SKILLS", "LANGUAGES", "EDUCATION"):
        body += text(72, y, title, 12, BOLD) + prose(y - 18, 2)
        y -= 70
    levels = {n.split()[0] for n in shown(body) if n.startswith("##")}
    assert levels == {"##"}

"""PDF: pages in the styles that people print: heads, stripes, cards, lists."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace

from pdf_maker import image, lines, pdf, pixels, rule, text
from reading import read

from kimi_read.formats.pdf import document, evidence
from kimi_read.formats.pdf.lines import segments

BOLD = "F2"


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


def test_a_rule_under_each_row_makes_it_one(shown):
    """Its cells wrap, each where it must."""
    body, y = "", 700
    for cells in (
        [("Tree", "Name", "Height")],
        [("Oak", "Quercus", "30 m"), ("", "robur", "")],
        [("Field", "Acer", "15 m"), ("maple", "campestre", "")],
        [("Alder", "Alnus", "20 m")],
    ):
        for line in cells:
            body += row(y, *line, wide=60)
            y -= 12
        body += rule(70, y + 8, 260, y + 8)
        y -= 6
    found = shown(prose(760) + body)
    assert found[-3:] == [
        "| Oak | Quercus robur | 30 m |",
        "| Field maple | Acer campestre | 15 m |",
        "| Alder | Alnus | 20 m |",
    ]


def test_a_cell_of_the_head_may_stand_half_way_between_its_rows(shown):
    """It goes over both; the upper row has titles over two columns each."""
    body = rule(70, 712, 420, 712)
    body += text(72, 692, "Region") + text(185, 700, "2022") + text(325, 700, "2023")
    for x, words in ((150, "Sales"), (220, "Margin"), (290, "Sales"), (360, "Margin")):
        body += text(x, 684, words)
    body += rule(70, 680, 420, 680)
    for at, name in enumerate(("North", "South", "East", "West")):
        y = 666 - 14 * at
        body += text(72, y, name)
        for x, words in ((150, "204"), (220, "12%"), (290, "377"), (360, "13%")):
            body += text(x, y, words)
    body += rule(70, 618, 420, 618)
    found = shown(prose(760) + body)
    assert found[-7:-4] == [
        "| Region | 2022 |  | 2023 |  |",
        "| --- | --- | --- | --- | --- |",
        "|  | Sales | Margin | Sales | Margin |",
    ]


def test_numbers_set_apart_that_count_are_a_list(shown):
    """The first column of a table counts too, but has a head."""
    body = ""
    for at, words in enumerate(("fill in the form", "keep the copy", "wait here")):
        body += text(72, 700 - 16 * at, str(at + 1)) + text(100, 700 - 16 * at, words)
    found = shown(prose(760) + body)
    assert found[-3:] == ["1. fill in the form", "2. keep the copy", "3. wait here"]


def test_names_in_order_go_on_in_the_next_column(shown):
    """Three columns of an index, row for row, are no table."""
    names = [
        f"{a}{b}rn{'er' * (n % 4)}, {n}"
        for n, (a, b) in enumerate(product("abcdefg", "aeo"), 3)
    ]
    body = ""
    for at, name in enumerate(names):
        body += text(72 + 120 * (at // 7), 700 - 14 * (at % 7), name)
    assert shown(body) == names


def test_titles_with_page_numbers_are_no_table(shown):
    """A list of contents without leaders: numbers that never fall, and no head."""
    titles = ("Introduction", "Terms", "Installation", "Operation", "Spare parts")
    body = ""
    for at, title in enumerate(titles):
        y = 700 - 16 * at
        body += text(72, y, title) + text(500, y, str(1 + 3 * at))
    found = shown(text(72, 740, "Contents", 16, BOLD) + body)
    assert found[1:] == [f"{title} {1 + 3 * at}" for at, title in enumerate(titles)]


def test_boxes_in_rows_are_read_by_rows(shown):
    """Cards: two rows of two, each with a title."""
    body = ""
    for at, name in enumerate(("Members", "Money", "Houses", "People")):
        x, y = 60 + 250 * (at % 2), 600 - 110 * (at // 2)
        body += shade(x, y, 230, 90, 0.9) + text(x + 10, y + 70, name, 13, BOLD)
        for n in range(3):
            body += text(x + 10, y + 50 - 12 * n, f"{name} have some lines of text")
    found = " ".join(shown(body + prose(400, 8)))
    places = [found.index(n) for n in ("Members", "Money", "Houses", "People")]
    assert places == sorted(places)


def test_numbers_of_chapters_in_roman_letters_are_no_items(shown):
    """Text stands between them."""
    body, y = "", 740
    for title in ("I. Arrival", "II. The tide", "III. Leaving"):
        body += text(250, y, title) + prose(y - 20, 3)
        y -= 90
    assert not any(line.startswith("- ") for line in shown(body))


def test_small_pictures_before_lines_are_bullets(make):
    """So are balls drawn as shadings."""
    body = ""
    for at, words in enumerate(("earlier floods", "cool water", "nobody else")):
        y = 700 - 16 * at
        body += image("I1", 74, y + 1, 5, 5) + text(86, y, words)
    data = pdf(
        prose(760) + body,
        more=[pixels(2, 2, b"\0\0\0\0")],
        pictures="/I1 5 0 R",
    )
    found = read(make("a.pdf", data), "pdf").lines
    assert [n for n in found if n.startswith("- ")] == [
        "- earlier floods",
        "- cool water",
        "- nobody else",
    ]


def test_characters_drawn_one_by_one_may_stand_one_below_the_other():
    """Three of a column do, three of a line do not, nor do those of a grid."""

    def stacked(places):
        glyphs = SimpleNamespace(
            letters="図書館"[: len(places)],
            left=[x for x, _ in places],
            right=[x + 10 for x, _ in places],
            top=[y for _, y in places],
        )
        return [evidence._stacked(glyphs, n, 10) for n in range(len(places))]

    assert stacked([(50, 700), (50, 690), (50, 680)]) == [True] * 3
    assert stacked([(50, 700), (60, 700), (70, 700)]) == [False] * 3
    assert stacked([(50, 700), (50, 670), (50, 640)]) == [False] * 3


def test_a_table_goes_on_in_the_next_column_under_the_same_head(make):
    """Each part has the head; the table has it once."""
    words = "The water is stored in a tank beneath it"
    body = lines(60, 740, [words] * 8) + lines(320, 590, [words] * 8)
    for column, top in enumerate((612, 740)):
        x = 60 + 260 * column
        for y in (top + 12, top - 4, top - 110):
            body += rule(x, y, x + 220, y)
        for at in range(7):
            names = ("Knot", "Hold") if not at else (f"k{column}{at}", f"{90 - at}%")
            for n, name in enumerate(names):
                body += text(x + 4 + 110 * n, top - 16 * at, name)
    shown = [n for n in read(make("a.pdf", pdf(body)), "pdf").lines if n[:1] == "|"]
    assert shown[0] == "| Knot | Hold |"
    assert len(shown) == 14

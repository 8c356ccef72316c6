"""PDF: tables, and that no word is lost by one."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from harness import FIXTURES
from pdf_maker import lines, pdf, rule, text
from reading import read

from kimi_read.formats.pdf import document, evidence, layout, look
from kimi_read.formats.pdf.marks import Line

GOOD = FIXTURES / "pdf" / "good"
TABLE = [
    "| Region | Q1 | Q2 | Total |",
    "| --- | --- | --- | --- |",
    "| North | 10 | 20 | 30 |",
    "| South | 5 | 15 | 20 |",
    "| All regions | 15 | 35 | 50 |",
]


def rows(answer):
    """Return the lines of tables."""
    return [n for n in answer.lines if n.startswith("|")]


def grid(cells, x=72, y=700, wide=90, high=18, size=10):  # noqa: PLR0917
    """Return cells of text in columns, without any rule."""
    return "".join(
        text(x + wide * column, y - high * row, words, size)
        for row, line in enumerate(cells)
        for column, words in enumerate(line)
        if words
    )


@pytest.mark.parametrize("name", ["ruled", "booktabs", "zebra"])
def test_rules_of_all_kinds_draw_the_same_table(name):
    """A full grid, three rules, and shaded rows."""
    assert rows(read(GOOD / f"{name}.pdf", "pdf")) == TABLE


def test_the_lines_of_a_cell_are_one_cell():
    """A ruled row holds as many lines as it needs."""
    found = rows(read(GOOD / "wrapcell.pdf", "pdf"))
    assert len(found) == 4
    assert found[2].startswith("| Alpha | A long text that wraps over several lines")


def test_three_columns_of_text_are_no_table():
    """Lines that stand side by side row for row, but read like text."""
    answer = read(GOOD / "threecol.pdf", "pdf")
    assert not rows(answer)
    shown = " ".join(answer.lines)
    assert shown.index("C0R34") < shown.index("C1R0") < shown.index("C2R0")


def test_aligned_figures_are_a_table_without_rules(make):
    """Tracks with support in every row."""
    cells = [["Region", "Q1", "Q2"], ["North", "10", "20"], ["South", "5", "15"],
             ["West", "7", "22"]]  # fmt: skip
    answer = read(make("a.pdf", pdf(grid(cells))), "pdf")
    assert rows(answer) == [
        "| Region | Q1 | Q2 |", "| --- | --- | --- |", "| North | 10 | 20 |",
        "| South | 5 | 15 |", "| West | 7 | 22 |",
    ]  # fmt: skip


def test_a_head_cell_over_two_columns_gives_its_text_once(make):
    """What spans columns stands in the first of them."""
    page = "".join([
        *(rule(72, y, 372, y) for y in (720, 680, 660)),
        rule(172, 700, 372, 700),
        rule(72, 720, 72, 660), rule(172, 720, 172, 660), rule(372, 720, 372, 660),
        rule(272, 700, 272, 660),
        text(80, 695, "Region"), text(240, 706, "Halves"),
        text(180, 686, "First"), text(280, 686, "Second"),
        text(80, 666, "North"), text(180, 666, "10"), text(280, 666, "20"),
    ])  # fmt: skip
    assert rows(read(make("a.pdf", pdf(page)), "pdf")) == [
        "| Region | Halves |  |", "| --- | --- | --- |", "|  | First | Second |",
        "| North | 10 | 20 |",
    ]  # fmt: skip


def test_a_table_without_outer_rules_keeps_its_outer_columns(make):
    """The ends of the inner rules stand in for the missing border."""
    page = "".join([
        rule(72, 690, 372, 690), rule(72, 670, 372, 670),
        rule(172, 710, 172, 650), rule(272, 710, 272, 650),
        *(text(80 + 100 * c, 696 - 20 * r, f"r{r}c{c}")
          for r in range(3) for c in range(3)),
    ])  # fmt: skip
    assert rows(read(make("a.pdf", pdf(page)), "pdf"))[2] == "| r1c0 | r1c1 | r1c2 |"


def test_a_frame_around_text_is_no_table(make):
    """One box is a box."""
    page = "".join([
        rule(60, 720, 500, 720), rule(60, 600, 500, 600), rule(60, 720, 60, 600),
        rule(500, 720, 500, 600),
        lines(72, 700, ["Some text in a frame,", "and more."]),
    ])  # fmt: skip
    answer = read(make("a.pdf", pdf(page)), "pdf")
    assert not rows(answer)
    assert any("Some text in a frame, and more." in n for n in answer.lines)


def test_values_without_a_rule_between_them_are_rows(make):
    """Columns are ruled, rows are not: each line of values is a row."""
    page = "".join([
        *(rule(72, y, 372, y) for y in (720, 700, 620)),
        *(rule(x, 720, x, 620) for x in (72, 172, 272, 372)),
        *(text(80 + 100 * c, 706, f"Head {c}") for c in range(3)),
        *(text(80 + 100 * c, 686 - 14 * r, f"{r}.{c}")
          for r in range(4) for c in range(3)),
    ])  # fmt: skip
    found = rows(read(make("a.pdf", pdf(page)), "pdf"))
    assert found[2:] == [f"| {r}.0 | {r}.1 | {r}.2 |" for r in range(4)]


def test_two_tables_stay_two(make):
    """Prose between two runs of aligned rows parts them."""
    cells = [["Name", "Size", "Age"], ["Ann", "10", "20"], ["Bob", "5", "15"],
             ["Cid", "7", "22"]]  # fmt: skip
    page = grid(cells) + text(72, 600, "Between the two tables stands a line of text.")
    answer = read(make("a.pdf", pdf(page + grid(cells, y=560))), "pdf")
    assert sum(n.startswith("| --- ") for n in answer.lines) == 2


def test_a_table_goes_on_over_a_page_with_one_head(make):
    """The head that each page repeats stands once."""

    def page(first):
        cells = [["Name", "Size", "Age"]]
        cells += [[f"n{first + k}", str(first + k), "20"] for k in range(4)]
        return grid(cells)

    answer = read(make("a.pdf", pdf(page(1), page(5), page(9))), "pdf")
    assert sum(n == "| Name | Size | Age |" for n in answer.lines) == 1
    assert len(rows(answer)) == 14


def letters(words):
    return Counter("".join(word.text.replace(" ", "") for word in words))


def kept(region, known):
    """Return the words of a region's blocks, labels among them."""
    out = []
    for piece in layout.pieces(region, known):
        if piece.grid is not None:
            out += piece.grid.words()
        elif not piece.lines:
            raise AssertionError(piece)
        for line in piece.lines:
            out += line.all_words()
    return out


def pages(data):
    doc = document.load(data)
    for number in range(doc.pages):
        seen, page = evidence.gather(doc, number)
        yield seen
        page.close()
    doc.close()


def scattered(seed):
    """Return a page of words, numbers and rules at places of chance."""
    chance = random.Random(seed)
    out = [rule(60, y, 60 + chance.randrange(100, 500), y)
           for y in chance.sample(range(100, 750), 12)]  # fmt: skip
    out += [rule(x, 100, x, chance.randrange(200, 750))
            for x in chance.sample(range(60, 560), chance.randrange(6))]  # fmt: skip
    for _ in range(160):
        words = chance.choice(
            ["12", "1.", "word", "two words", "-", "3,400", "Table 2"]
        )
        out.append(text(60 + 40 * chance.randrange(12), 100 + 13 * chance.randrange(48),
                        words, chance.choice([8, 10, 10, 14])))  # fmt: skip
    return pdf("".join(out))


@pytest.mark.parametrize("seed", range(40))
def test_no_word_is_lost_by_a_table(seed):
    """Every letter of the page is in its blocks, and none is there twice."""
    known = look.Look()
    for seen in pages(scattered(seed)):
        words = layout.visible(seen)
        found = []
        for region in layout.regions(layout.items(seen, words), seen, 10.0):
            found += kept(region, known)
        assert letters(found) == letters(words)


@pytest.mark.parametrize("path", sorted(GOOD.glob("*.pdf")), ids=lambda p: p.name)
def test_no_word_of_a_fixture_is_lost(path):
    """The same for documents as they are; bullets that are drawn come as words."""
    known = look.Look()
    for seen in pages(path.read_bytes()):
        words = layout.visible(seen)
        found = []
        for region in layout.regions(layout.items(seen, words), seen, 10.0):
            found += list(kept(region, known))
        more = letters(found) - letters(words)
        assert not letters(words) - letters(found)
        assert not more or (set(more) == {"•"} and more["•"] <= len(seen.shapes.marks))
        assert all(
            isinstance(item, Line) or item.rows for item in layout.items(seen, words)
        )

"""PDF: tables whose cells go on over several lines, with rules or without."""

from __future__ import annotations

import pytest
from pdf_maker import pdf, rule, text
from reading import read

BOLD = "F2"


@pytest.fixture
def rows(make):
    """Return the rows of the tables on a page, and what else it holds."""

    def lines_of(content):
        answer = read(make("a.pdf", pdf(content)), "pdf")
        return [n for n in answer.lines if n and not n.startswith(("<!--", "| ---"))]

    return lines_of


def page(y, columns, *groups, step=12, apart=22):
    """Return lines of cells at the given places, groups of lines set apart."""
    body = ""
    for n, group in enumerate(groups):
        for line in group:
            for x, words in zip(columns, line, strict=True):
                body += text(x, y, words, 10, F2 if not n else "F1") if words else ""
            y -= step
        y -= apart - step
    return body


F2 = BOLD
RISKS = [
    [("Risk", "Effect", "Action")],
    [("Pump failure", "The lower town would lose drainage", "Keep a spare motor on"),
     ("during flood", "within about two hours, and the", "site; test it monthly and"),
     ("season", "school would need to close.", "write down the result.")],
    [("Loss of staff", "The old system is known by two", "Write a handbook. Train"),
     ("", "people only.", "at least two more.")],
    [("Prices", "Orders paid in advance may be lost", "Pay on delivery."),
     ("", "where a supplier fails.", "")],
]  # fmt: skip


def test_lines_of_prose_in_all_cells_are_one_row(rows):
    """The first cell is short, and goes on beside long ones."""
    found = rows(page(700, (72, 150, 340), *RISKS))
    first = (
        "Pump failure during flood season | The lower town would lose drainage within"
    )
    assert found[0] == "| **Risk** | **Effect** | **Action** |"
    assert found[1].startswith(f"| {first} about two hours, and the school would need")
    assert found[2].startswith(
        "| Loss of staff | The old system is known by two people"
    )
    assert found[3].startswith("| Prices | Orders paid in advance may be lost where")
    assert len(found) == 4


def test_heads_over_one_rule_share_the_columns_below_it(rows):
    """Cells side by side each have a border, which touch."""
    body = rule(70, 720, 400, 720) + rule(150, 700, 400, 700)
    body += rule(70, 682, 400, 682) + rule(70, 630, 400, 630)
    body += text(75, 695, "Method", 10, BOLD)
    body += text(190, 706, "Set A", 10, BOLD) + text(316, 706, "Set B", 10, BOLD)
    for n, line in enumerate(("P R P R", "71.2 68.0 55.1 49.9", "78.4 75.5 63.0 60.2",
                              "81.9 80.1 66.6 61.4")):  # fmt: skip
        y = 687 - (15 * n + 5 * (n > 0))
        if n:
            body += text(75, y, f"Run {n}")
        for x, words in zip((160, 230, 295, 337), line.split(), strict=True):
            body += text(x, y, words, 10, F2 if not n else "F1")
    found = rows(body)
    assert "**Set A** |  | **Set B** |" in found[0]
    assert found[2] == "| Run 1 | 71.2 | 68.0 | 55.1 | 49.9 |"


def test_a_cell_in_the_middle_of_two_rows_does_not_make_them_one(rows):
    """It stands beside both, and what they hold is not one text."""
    body = "".join(rule(70, y, 400, y) for y in (720, 698, 640, 592))
    heads = ("Site", "Depth", "Sample", "Acid")
    for x, words in zip((75, 170, 260, 340), heads, strict=True):
        body += text(x, 705, words, 10, BOLD)
    lines = (684, "0-1 m", "E1", "7.1"), (668, "1-2 m", "E2", "6.8"), (
        652, "2-3 m", "E3", "6.6"), (624, "0-1 m", "W1", "7.4"), (
        608, "1-2 m", "W2", "7.3")  # fmt: skip
    for y, *cells in lines:
        for x, words in zip((170, 260, 340), cells, strict=True):
            body += text(x, y, words)
    body += text(75, 668, "East bank") + text(75, 616, "West bank")
    found = rows(body)
    assert found[-2:] == ["| West bank | 0-1 m | W1 | 7.4 |", "|  | 1-2 m | W2 | 7.3 |"]


def test_sums_far_below_the_items_do_not_make_the_items_one_row(rows):
    """The widest gap is not the one that parts rows; each sum has its figure."""
    body = rule(72, 695, 470, 695)
    for x, words in zip((72, 300, 360, 430), ("Article", "Qty", "Unit", "Sum"),
                        strict=True):  # fmt: skip
        body += text(x, 700, words, 10, BOLD)
    y = 680
    items = (
        ("Bench vice, 150 mm", "with soft jaws", "84.00"),
        ("Delivery", "", "12.50"),
        ("Sharpening of knives", "collected", "36.00"),
    )
    for name, more, price in items:
        body += text(72, y, name) + text(305, y, "1") + text(360, y, price)
        body += text(430, y, price)
        if more:
            y -= 11
            body += text(72, y, more, 8)
        y -= 18
    y -= 8
    for words, price in (("Subtotal", "132.50"), ("Tax", "26.50"), ("Total", "159.00")):
        body += text(250, y, words) + text(430, y, price)
        y -= 12
    found = rows(body)
    assert sum("with soft jaws" in n and "Delivery" not in n for n in found) == 1
    assert any("Tax" in n and "26.50" in n and "Total" not in n for n in found)


@pytest.mark.parametrize("ruled", [True, False])
@pytest.mark.parametrize("drawn", [True, False])
def test_a_list_in_a_cell_has_a_line_for_each_item(rows, ruled, drawn):
    """Its bullets are letters or shapes; an item may go on."""
    body = text(75, 700, "Phase", 10, BOLD) + text(190, 700, "Tasks", 10, BOLD)
    body += text(380, 700, "Owner", 10, BOLD)
    y, cells = 680, {
        "Design": ("Ana", ["collect the needs of users", "draw three variants of the",
                           "hall and compare them", "choose"]),
        "Build": ("Bo", ["order steel", "lay foundations"]),
        "Open": ("Chi", ["invite the press", "ring the bell"]),
    }  # fmt: skip
    edges = [714, 694]
    for phase, (owner, tasks) in cells.items():
        body += text(75, y, phase) + text(380, y, owner)
        for task in tasks:
            if not task.startswith("hall"):
                dot = f"185 {y + 1.5} 3.5 3.5 re f\n"
                body += dot if drawn else text(183, y, "\xb7")
            body += text(197, y, task)
            y -= 12
        edges.append(y + 6)
        y -= 10
    if ruled:
        body += "".join(rule(70, at, 430, at) for at in edges)
        body += "".join(rule(x, 714, x, edges[-1]) for x in (70, 175, 375, 430))
    found = rows(body)
    first = (
        "- collect the needs of users<br>- draw three variants of the hall and compare"
    )
    assert found[1] == f"| Design | {first} them<br>- choose | Ana |"
    assert found[2] == "| Build | - order steel<br>- lay foundations | Bo |"


def test_numbers_in_a_cell_are_a_list_if_they_count(rows):
    """One number alone is a word of the text."""
    body = "".join(rule(70, y, 430, y) for y in (715, 695, 665, 635))
    body += "".join(rule(x, 715, x, 635) for x in (70, 175, 430))
    body += text(75, 700, "Dose", 10, BOLD) + text(190, 700, "Steps", 10, BOLD)
    body += (
        text(75, 682, "small") + text(190, 682, "1. open") + text(190, 670, "2. take")
    )
    body += (
        text(75, 652, "large") + text(190, 652, "since the") + text(190, 640, "3. May")
    )
    found = rows(body)
    assert found[1:] == [
        "| small | 1. open<br>2. take |",
        "| large | since the 3. May |",
    ]


def test_a_second_line_under_the_last_row_is_in_it_like_others(rows):
    """The article has it in small letters; no rule ends the table."""
    body = rule(72, 695, 470, 695)
    for x, words in zip((72, 300, 380), ("Article", "Qty", "Sum"), strict=True):
        body += text(x, 700, words, 10, BOLD)
    y = 680
    items = (("Bench vice, 150 mm", "with soft jaws"), ("Delivery", ""),
             ("Sharpening of knives", "collected 28 April"))  # fmt: skip
    for name, more in items:
        body += text(72, y, name) + text(305, y, "1") + text(380, y, "84.00")
        if more:
            y -= 11
            body += text(72, y, more, 8)
        y -= 18
    found = rows(body + text(72, y - 20, "Thank you for your order."))
    assert found[-2] == "| Sharpening of knives collected 28 April | 1 | 84.00 |"

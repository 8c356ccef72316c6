"""PDF: order, headings, lists, joins, furniture, hyphens, losses, damage."""

from __future__ import annotations

import re

import pytest
from harness import FIXTURES
from pdf_maker import joined, lines, pdf, text
from reading import read

from kimi_read.errors import Encrypted, Malformed

GOOD = FIXTURES / "pdf" / "good"
DAMAGED = FIXTURES / "pdf" / "damaged"

PROSE = [
    "The committee reviewed the annual plan and found that spending",
    "rose in each region while demand stayed what it had been in the",
    "year before, as the members of the board had been told at length.",
]


def test_each_page_begins_with_its_mark(make):
    """Page marks stand before the text of their page, in the document's order."""
    path = make("a.pdf", pdf(text(72, 700, "One."), text(72, 700, "Two.")))
    assert [n for n in read(path, "pdf").lines if n] == [
        "<!-- Page 1 -->", "One.", "<!-- Page 2 -->", "Two.",
    ]  # fmt: skip


def test_only_the_pages_asked_for_are_read(make):
    """A selection is a document of its own; its marks keep their numbers."""
    path = make("a.pdf", pdf(*(text(72, 700, f"Text {c}.") for c in "abcd")))
    answer = read(path, "pdf", pages=((2, 2), (4, None)))
    assert [n for n in answer.lines if n] == [
        "<!-- Page 2 -->", "Text b.", "<!-- Page 4 -->", "Text d.",
    ]  # fmt: skip


def test_two_columns_are_read_one_after_the_other(shown):
    """Text columns are no table, though their lines stand side by side."""
    page = lines(60, 700, PROSE, 8) + lines(330, 700, [p.upper() for p in PROSE], 8)
    assert shown(page) == [" ".join(PROSE), " ".join(PROSE).upper()]


def test_a_full_width_line_parts_two_bands_of_columns(shown):
    """What crosses the gutter is read where it stands, between the columns."""
    upper = lines(60, 700, PROSE, 8) + lines(330, 700, PROSE, 8)
    across = text(60, 640, "A line over both columns, from the left to the far right "
                           "of this page, and no heading at all.", 11)  # fmt: skip
    lower = lines(60, 610, PROSE, 8) + lines(330, 610, PROSE, 8)
    found = shown(upper + across + lower)
    assert [n.startswith("A line") for n in found] == [False, False, True, False, False]


def test_the_order_of_painting_does_not_matter(shown):
    """Lines come from top to bottom, however they were painted."""
    page = "\n".join(reversed(lines(72, 700, PROSE).split("\n")))
    assert shown(page) == [" ".join(PROSE)]


def test_headings_have_levels_by_their_style(shown):
    """A title is above its sections; bold words in a paragraph are no heading."""
    page = (
        text(72, 740, "A Title", 22, "F2")
        + lines(72, 700, PROSE)
        + text(72, 640, "A Section", 14, "F2")
        + lines(72, 610, PROSE)
        + text(72, 550, "Note", 10, "F2")
        + text(98, 550, "is the first word of this line and stands in bold.")
    )
    found = shown(page)
    assert found[0] == "# A Title"
    assert found[2] == "## A Section"
    assert found[4].startswith("**Note** is")


def test_a_caption_and_a_date_are_no_headings(shown):
    """Bold alone makes no heading of what is something else."""
    page = (
        lines(72, 700, PROSE)
        + text(72, 640, "Table 3. What was found", 10, "F2")
        + text(72, 600, "12 March 2026", 10, "F2")
        + lines(72, 560, PROSE)
    )
    assert not [n for n in shown(page) if n.startswith("#")]


def test_lists_nest_by_where_their_labels_stand(shown):
    """Numbers keep their value; what hangs under a label belongs to it."""
    page = (
        text(72, 700, "3.") + text(90, 700, "Third thing, which takes")
        + text(90, 688, "a second line")
        + text(92, 676, "\xb7") + text(104, 676, "inner")
        + text(72, 664, "4.") + text(90, 664, "Fourth thing")
    )  # fmt: skip
    found = shown(page)
    assert found[0] == "3. Third thing, which takes a second line"
    assert found[-1] == "4. Fourth thing"
    assert found[1].strip() == "- inner"
    assert found[1].startswith(" ")


def test_code_keeps_its_columns(shown):
    """Lines of a fixed-width font are code, with indentation and empty lines."""
    page = lines(72, 740, PROSE) + "".join(
        text(72 + 6 * indent, 680 - 12 * row, words, 10, "F3")
        for row, indent, words in ((0, 0, "if a:"), (1, 4, "b()"), (3, 0, "c()"))
    )
    assert shown(page)[1:] == ["```", "if a:", "    b()", "c()", "```"] or shown(page)[
        1:
    ] == ["```", "if a:", "    b()", "", "c()", "```"]


def test_hyphens_go_by_what_the_document_says(shown):
    """A word known whole is joined; one known with its hyphen keeps it."""
    page = lines(72, 700, [
        "An international and well-known plan was made, and it is an inter-",
        "national plan of a well-",
        "known kind.",
    ])  # fmt: skip
    assert "it is an international plan of a well-known kind" in " ".join(shown(page))


def test_a_running_head_stands_once_and_is_told(make):
    """Equal lines at one edge are furniture; page numbers go without a copy."""
    pages = [
        text(72, 770, "Annual report") + text(300, 30, str(n))
        + lines(72, 700, [f"{line} {c}." for line in PROSE])
        for n, c in enumerate("abcd", 1)
    ]  # fmt: skip
    answer = read(make("a.pdf", pdf(*pages)), "pdf")
    assert [n for n in answer.lines if n == "Annual report"] == ["Annual report"]
    assert not [n for n in answer.lines if re.fullmatch(r"\d", n)]
    assert answer.codes.count("furniture") == 2
    kept = read(make("b.pdf", pdf(*pages)), "pdf", furniture="keep")
    assert sum("Annual report" in n for n in kept.lines) == 4


def test_body_lines_that_count_are_no_furniture(make):
    """A number inside a word is not masked: text of the body stays."""
    pages = [
        lines(72, 760, [f"BODY{n}-{row} goes on here." for row in range(20)])
        for n in range(1, 5)
    ]
    answer = read(make("a.pdf", pdf(*pages)), "pdf")
    assert sum(len(re.findall(r"BODY\d", n)) for n in answer.lines) == 80


def test_a_paragraph_goes_on_over_a_page_end(make):
    """It is one paragraph, and the mark of the page comes after it."""
    path = make("a.pdf", pdf(
        lines(72, 700, PROSE[:2]) ,
        lines(72, 700, ["year before, as the members had been told.", "", "Next."]),
    ))  # fmt: skip
    found = [n for n in read(path, "pdf").lines if n]
    assert found[1].endswith("in the year before, as the members had been told.")
    assert found[2] == "<!-- Page 2 -->"


def test_words_without_blanks_are_parted_by_their_gaps():
    """One glyph at a time and no blank drawn: the gaps make the words."""
    found = read(GOOD / "glyphs.pdf", "pdf").lines
    assert any("All rights reserved worldwide" in n for n in found)
    assert any("Master of Science in module design" in n for n in found)


def test_hidden_text_is_counted_and_never_quoted():
    """White, invisible, tiny and off-page text is told by kind, not printed."""
    answer = read(GOOD / "hidden.pdf", "pdf")
    assert [n for n in answer.lines if n][1:] == ["Visible text here"]
    (loss,) = [loss for loss in answer.losses if loss.code == "hidden-text"]
    assert "33 characters of the colour of its background" in loss.message
    assert "WHITE" not in loss.message
    shown = "\n".join(read(GOOD / "hidden.pdf", "pdf", hidden="show").lines)
    for words in ("WHITETEXT", "INVISIBLETR3", "TINYTEXT", "OFFPAGE"):
        assert words in shown


def test_white_text_on_a_dark_ground_is_seen(shown):
    """The ground that was painted before decides, not the colour alone."""
    page = "0 g 60 690 200 30 re f 1 g " + text(72, 700, "Light on dark")
    assert shown(page) == ["Light on dark"]


def test_a_page_that_is_a_picture_says_so():
    """Nothing to read is no silence, and the answer is partial."""
    answer = read(GOOD / "scan.pdf", "pdf")
    (loss,) = answer.losses
    assert (loss.code, loss.where, loss.partial) == ("no-text-layer", "page 1", True)


def test_a_link_covers_its_words_only():
    """The target is given once, with the words it lies on."""
    found = "\n".join(read(GOOD / "link.pdf", "pdf").lines)
    assert "[our site](https://example.com/docs) for" in found


def test_a_turned_page_reads_along_its_text():
    """/Rotate changes how a page is shown, not the order of its lines."""
    found = " ".join(read(GOOD / "rotpage.pdf", "pdf").lines)
    assert re.findall(r"line (\d)", found) == list("01234")


def test_ideographs_are_joined_without_a_blank():
    """A line end in Chinese is nothing."""
    found = read(GOOD / "cjk.pdf", "pdf").lines
    assert "一律平等" in "".join(found)


def test_a_wrong_table_of_objects_is_repaired_and_told():
    """The text is there, and so is the warning."""
    answer = read(DAMAGED / "badxref.pdf", "pdf")
    assert any("our site" in n for n in answer.lines)
    assert answer.codes == ["damaged"]


def test_a_cut_file_gives_what_is_left():
    """Without catalog and page tree, the pages are found by a search."""
    answer = read(DAMAGED / "cut.pdf", "pdf")
    assert any("our site" in n for n in answer.lines)
    assert answer.losses[0].partial


def test_a_password_is_asked_for_and_a_wrong_one_is_told():
    """The right one reads the text."""
    path = DAMAGED / "password.pdf"
    with pytest.raises(Encrypted, match="needs a password"):
        read(path, "pdf")
    with pytest.raises(Encrypted, match="is wrong"):
        read(path, "pdf", password="guess")
    assert "# Document Title" in read(path, "pdf", password="secret").lines


def test_what_is_no_pdf_is_malformed(make):
    """A header alone is not a document."""
    with pytest.raises(Malformed):
        read(make("a.pdf", b"%PDF-1.4\nnothing at all\n"), "pdf")


def test_a_page_that_inflates_without_end_costs_itself_only(make):
    """The pages around it are read, and its place says what is missing."""
    bomb = "(AAAAAAAAAAAAAAAA) Tj\n" * 4_000_000
    data = pdf("BT /F1 9 Tf 72 700 Td (One) Tj ET", bomb, text(72, 700, "Three"),
               compress=True)  # fmt: skip
    answer = read(make("a.pdf", data), "pdf")
    found = [n for n in answer.lines if n]
    assert (found[1], found[-1]) == ("One", "Three")
    assert any("page 2 could not be read" in n for n in found)


def test_form_fields_stand_in_their_place(make):
    """A value is text; a check box is a mark."""
    page = text(72, 700, "Name:") + text(72, 670, "I agree")
    plain = pdf(page).decode("latin-1")
    field = (
        "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(FILLED)/Rect[110 695 250 712]"
        "/P 3 0 R>>"
    )
    check = (
        "<</Type/Annot/Subtype/Widget/FT/Btn/T(ok)/V/Yes/AS/Yes/Rect[50 668 62 680]"
        "/AP<</N<</Yes 7 0 R/Off 7 0 R>>>>/P 3 0 R>>"
    )
    objects = re.findall(r"\d+ 0 obj\n(.*?)\nendobj", plain, re.DOTALL)
    objects[0] = "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R 6 0 R]>>>>"
    objects[2] = objects[2].replace("/Contents", "/Annots[5 0 R 6 0 R]/Contents")
    objects += [field, check, "<</Length 0>>\nstream\n\nendstream"]
    data = joined([body.encode("latin-1") for body in objects])
    found = read(make("form.pdf", data), "pdf").lines
    assert "Name: FILLED" in found
    assert "- [x] I agree" in found


def test_facts_hold_the_outline_when_asked(make):
    """Metadata is beside the text; the outline has page numbers."""
    answer = read(GOOD / "link.pdf", "pdf", identify=True)
    assert answer.facts["pages"] == 1
    assert answer.facts["outline"][0]["page"] == 1


def test_any_page_gives_the_same_lines_alone_and_in_the_whole(make):
    """The look at the document does not depend on the window."""
    pages = [lines(72, 700, [f"{line} {c}." for line in PROSE]) for c in "abcdefgh"]
    path = make("a.pdf", pdf(*pages))
    whole = read(path, "pdf").lines
    again = read(path, "pdf").lines
    assert whole == again


@pytest.mark.parametrize(("pages", "told"), [
    (((99, 99),), ["there is no page 99; it has 6"]),
    (((2, 2), (7, 9)), ["there is no page 7; it has 6"]),
    (((5, 9),), []),
])  # fmt: skip
def test_a_page_that_is_not_there_is_told(pages, told):
    """Whatever the others hold."""
    answer = read(GOOD / "running.pdf", "pdf", pages=pages)
    assert [x.message for x in answer.losses if x.code == "no-such-page"] == told
    assert "no-text" not in {x.code for x in answer.losses}

"""PDF: mixed directions, narrow gutters, form fields, joins over pages, titles."""

from __future__ import annotations

import pytest
from pdf_maker import lines, pdf, text
from reading import read

from kimi_read.formats.pdf import headings, joins, look
from kimi_read.formats.pdf.lines import segments
from kimi_read.formats.pdf.marks import Line, Style, Word
from kimi_read.formats.pdf.paragraphs import group
from kimi_read.formats.pdf.pieces import Piece
from kimi_read.formats.pdf.texts import text as said
from kimi_read.formats.pdf.words import direct, join

PLAIN = Style("Some", bold=False, italic=False, mono=False, colour=0)
BOLD = Style("Some-Bold", bold=True, italic=False, mono=False, colour=0)


def word(letters, x, base=100.0, size=10.0, **more):
    """Return a word whose letters are half as wide as they are high."""
    box = x, base - 0.8 * size, x + 0.5 * size * len(letters), base + 0.2 * size
    made = Word(letters, box, base, size, more.pop("style", PLAIN))
    made.blank = False
    for name, value in more.items():
        setattr(made, name, value)
    return made


def block(*rows, style=PLAIN, size=10.0, kind="text", y=100.0, x=50.0):
    """Return a block of lines, 12 points apart."""
    made = []
    for at, row in enumerate(rows):
        words, left = [], x
        for letters in row.split():
            words.append(word(letters, left, y + 12 * at, size, style=style))
            left = words[-1].x1 + 0.3 * size
        made.append(Line(join(words)))
    return Piece(kind, made)


def test_hebrew_words_inside_other_text_are_turned_among_themselves():
    """The words around them keep their places."""
    pieces = [word("see", 0), word("\u05d1", 20), word("\u05d0", 30), word("too", 40)]
    direct([*pieces, word("and much more text of the page", 0)])
    assert [w.text for w in join(pieces)] == ["see", "\u05d0", "\u05d1", "too"]


def test_arabic_letters_of_several_pieces_are_one_word():
    """Each letter may be a piece of its own, from left to right."""
    pieces = [word("\u064a", 0), word("\u0628", 5), word("\u0631", 10.5)]
    assert [w.text for w in join(pieces)] == ["\u0631\u0628\u064a"]


def test_ideographs_of_two_fonts_are_one_word():
    """A glyph may be narrower than its cell."""
    made = join([word("\u65e5", 0), word("\u672c", 7.5)])
    assert [w.text for w in made] == ["\u65e5\u672c"]


@pytest.mark.parametrize(("room", "parts"), [(7.0, 2), (4.0, 1)])
def test_a_narrow_gutter_is_seen_where_many_rows_begin(room, parts):
    """A gap of 0.7 em is one in eight rows, one of 0.4 em is none."""
    words = []
    for at in range(8):
        base = 100.0 + 12 * at
        words += [word("leftmost", 50, base), word("right", 90 + room, base)]
    assert len(segments(words)) == 8 * parts


def test_one_row_with_such_a_gap_is_one_segment():
    """A justified line may have blanks that wide."""
    assert len(segments([word("leftmost", 50), word("right", 97)])) == 1


def test_a_radio_button_begins_an_item():
    """Fields are no heading, however large the label beside them is."""
    rows = []
    for at in range(2):
        box = word("[x]", 50, 100 + 20 * at, 18, raw=True, field=True)
        rows.append(Line(join([box, word("button", 66, 100 + 20 * at, 18)])))
    known = look.Look()
    made = group(rows, known)
    headings.mark(made, known)
    assert [(p.kind, said(p.lines, known)) for p in made] == [
        ("item", "[x] button"), ("item", "[x] button"),
    ]  # fmt: skip


FULL = "a line that is as long as all of the others are"


@pytest.mark.parametrize(
    ("end", "start", "wanted"),
    [
        ("which is", "then continued", True),
        ("which is", "Then continued", False),
        ("which is.", "then continued", False),
        ("which is inter-", "national too", True),
    ],
)
def test_text_goes_on_over_a_page_where_its_letters_say_so(end, start, wanted):
    """A small letter after a full line without an end, or a hyphen."""
    last = block(FULL, f"a line that is nearly as long as all {end}")
    page = [block(start), block("Another.")]
    assert joins.over_page(last, page, look.Look()) is wanted


def test_a_page_that_is_one_block_stays_on_its_page(make):
    """Its mark would stand before nothing."""
    row = "body text that goes on and on without any end of a sentence in it"
    page = lines(72, 700, [row] * 20)
    answer = read(make("a.pdf", pdf(page, page, page)), "pdf").lines
    shown = [line for line in answer if line]
    assert [line[:8] for line in shown] == ["<!-- Pag", "body tex"] * 3


@pytest.mark.parametrize(("height", "kind"), [(800.0, "heading"), (0.0, "text")])
def test_a_bold_label_over_a_list_is_the_title_of_a_page_alone(height, kind):
    """In a longer document it is a label."""
    made = [
        block("Some text of the page.", y=200),
        block("Procedure:", style=BOLD, y=240),
        block("Take a slide", kind="item", y=262),
    ]
    headings.mark(made, look.Look(), height)
    assert made[1].kind == kind


def test_large_numbers_beside_paragraphs_are_no_headings():
    """One may be that of a chapter."""
    made = [
        block("1", size=24, y=100), block("First text."),
        block("2", size=24, y=200), block("Second text."),
    ]  # fmt: skip
    headings.mark(made, look.Look())
    assert [piece.kind for piece in made] == ["text"] * 4
    headings.mark(made[:2], look.Look())
    assert made[0].kind == "heading"


def test_the_end_of_a_bracket_is_no_heading():
    """It is what is left of something longer."""
    made = [block("NASA and NOAA)", size=14), block("Text.")]
    headings.mark(made, look.Look())
    assert made[0].kind == "text"


def test_a_short_table_between_rules_has_its_columns(make):
    """The cells of its head stand close, those below show where they begin."""
    head = "".join(
        text(x, 700, t, 9)
        for x, t in ((72, "ARC"), (94, "HellaSwag"), (140.5, "MMLU"), (170, "Truth"))
    )
    row = "".join(
        text(x, 686, t, 9)
        for x, t in ((72, "0.06"), (94, "N/A"), (140.5, "0.28"), (170, "0.70"))
    )
    rules = "".join(f"0.6 w 70 {y} m 215 {y} l S\n" for y in (711, 696, 681))
    answer = read(make("a.pdf", pdf(head + row + rules)), "pdf").lines
    assert "| ARC | HellaSwag | MMLU | Truth |" in [
        line.replace("*", "") for line in answer
    ]


MONO = Style("Mono", bold=False, italic=False, mono=True, colour=0)


@pytest.mark.parametrize(
    ("code", "comment", "mono"),
    [
        ("print(value)  #", "\u6ce8\u91ca", True),
        ("bat", "\u652f\u6301\u8bed\u6cd5\u9ad8\u4eae", False),
    ],
)
def test_code_may_have_a_few_letters_of_another_font(code, comment, mono):
    """Its own lacks them; prose with a piece of code in it is none."""
    parts = [word(code, 0, style=MONO), word(comment, 5 * len(code))]
    (line,) = segments(parts)
    assert line.mono is mono

"""PDF: the parts of the reader, each with the least that it needs."""

from __future__ import annotations

import zlib

import pytest
from pdf_maker import lines, pdf, text

from kimi_read.formats.pdf import bombs, columns, facts, forms, furniture, look, repair
from kimi_read.formats.pdf.lines import rows, segments
from kimi_read.formats.pdf.marks import Line, Style, Word
from kimi_read.formats.pdf.texts import plain
from kimi_read.formats.pdf.words import join

PLAIN = Style("Some", bold=False, italic=False, mono=False, colour=0)


def word(letters, x, base=100.0, size=10.0, **more):
    """Return a word whose letters are half as wide as they are high."""
    box = x, base - 0.8 * size, x + 0.5 * size * len(letters), base + 0.2 * size
    made = Word(letters, box, base, size, PLAIN)
    made.blank = False
    for name, value in more.items():
        setattr(made, name, value)
    return made


def said(words):
    return " ".join(w.text for w in words if True)


def test_pieces_that_touch_are_one_word():
    """No gap, no blank: one word."""
    assert [w.text for w in join([word("mod", 0), word("ule", 15)])] == ["module"]


def test_a_drawn_blank_parts_words_that_stand_close():
    """A blank of the text counts, however narrow."""
    made = join([word("ab", 0), word("cd", 10.5, blank=True)])
    assert [w.text for w in made] == ["ab", "cd"]


def test_spaced_letters_are_words_by_the_wider_gaps():
    """Letters set apart by 0.2 em and words by 0.7 em."""
    x, pieces = 0.0, []
    for letters in ("WIDE", "TITLE"):
        for letter in letters:
            pieces.append(word(letter, x))
            x += 7.0
        x += 5.0
    assert [w.text for w in join(pieces)] == ["WIDE", "TITLE"]


def test_joining_changes_no_piece():
    """Pieces are joined more than once, by row and by cell."""
    pieces = [word("mod", 0), word("ule", 15)]
    assert said(join(pieces)) == said(join(pieces)) == "module"
    assert pieces[0].text == "mod"


def test_a_line_of_hebrew_is_read_from_the_right():
    """Words come in logical order, numbers keep their own."""
    pieces = [word("12", 0), word("\u05d1\u05d2", 30), word("\u05d0\u05d1", 60)]
    assert [w.text for w in join(pieces)] == ["\u05d0\u05d1", "\u05d1\u05d2", "12"]


def test_a_raised_figure_joins_the_row_of_its_word():
    """A footnote mark is no line of its own."""
    (row,) = rows([word("text", 0), word("1", 20.5, base=96.0, size=6.0)])
    assert [(w.text, w.rise) for w in row] == [("text", 0), ("1", 1)]


def test_a_wide_gap_parts_segments():
    """Two columns on one baseline are two segments."""
    made = segments([word("left", 0), word("right", 60)])
    assert [line.text for line in made] == ["left", "right"]


def test_a_column_may_end_before_the_other():
    """The longer side goes on after the shorter one has ended."""
    long = "a line of text that fills its column"
    left = [Line([word(long, 0, base=100 + 12 * n)]) for n in range(6)]
    right = [Line([word(long, 250, base=100 + 12 * n)]) for n in range(3)]
    assert columns.order([*right, *left], 10.0) == [left, right]


@pytest.mark.parametrize(
    ("first", "second", "known", "wanted"),
    [
        ("inter-", "national", {"international": 1}, "international"),
        ("well-", "known", {"well-known": 2}, "well-known"),
        ("soft-", "ware", {}, "software"),
        ("Anglo-", "American", {}, "Anglo-American"),
        ("blue-", "green", {"blue": 1, "green": 1}, "blue-green"),
        ("soft\u00ad", "ware", {}, "software"),
    ],
)
def test_a_hyphen_at_a_line_end_is_judged_by_evidence(first, second, known, wanted):
    """The joined word, the hyphenated one, the halves; then the letter after it."""
    seen = look.Look()
    seen.words = known
    assert plain([Line([word(first, 0)]), Line([word(second, 0)])], seen) == wanted


def edge(letters, page, *, top=True, y=30.0):
    return furniture.Edge(letters, page, top, y, 9.0, Line([word(letters, 0)]))


def test_a_page_number_must_advance_as_the_pages_do():
    """The same number on two pages, or any other step, is no page number."""
    pages = [[edge("Page 3 of 9", 2)], [edge("Page 4 of 9", 3)]]
    (found,) = furniture.learn(pages, [100, 100])
    assert (found.text, found.offset) == ("Page # of 9", 1)
    assert furniture.counts(found)
    assert furniture.matches(found, edge("Page 8 of 9", 7))
    assert not furniture.matches(found, edge("Page 9 of 9", 7))


def test_roman_numbers_count():
    """Front matter has them."""
    (found,) = furniture.learn([[edge("iv", 3)], [edge("v", 4)]], [100, 100])
    assert found.offset == 1


def test_text_that_is_all_of_its_page_is_no_furniture():
    """A page of one line is not empty."""
    pages = [[edge("Good page 1", 0)], [edge("Good page 2", 1)]]
    assert not furniture.learn(pages, [9, 9])


def test_sizes_that_hardly_differ_are_one_level():
    """Three sizes, two of them a breath apart."""
    style = (14.0, True, False, False)
    near = (13.5, True, False, False)
    other = (20.0, True, False, False)
    levels = look.rank([other, style, near, style, near], 3)
    assert levels == [[other], [style, near]]


def test_a_sample_is_bounded_and_takes_neighbours():
    """Pairs of pages over the whole selection."""
    chosen = look.sample(list(range(600)), 600)
    assert len(chosen) == look.SAMPLE
    assert {0, 1, 598, 599} <= set(chosen)
    assert look.sample([399], 600) == [398, 399, 400]


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("D:20260315143000+01'00'", "2026-03-15T14:30:00+01:00"),
        ("D:20260315", "2026-03-15"),
        ("D:20260315143000Z", "2026-03-15T14:30:00Z"),
        ("yesterday", ""),
    ],
)
def test_dates_become_iso(given, wanted):
    """As far as they are given."""
    assert facts.date(given) == wanted


def test_a_stream_is_counted_not_kept():
    """A bomb is emptied; text that repeats is left alone."""
    bomb = zlib.compress(b"(A) Tj\n" * 20_000_000, 9)
    head = b"4 0 obj\n<</Filter/FlateDecode/Length %d>>\nstream\n" % len(bomb)
    data, found = bombs.defused(head + bomb + b"\nendstream\nendobj\n")
    assert found == 1
    assert bomb not in data
    fair = pdf(lines(72, 700, ["The same line."] * 50), compress=True)
    assert bombs.defused(fair) == (fair, 0)


def test_filters_one_behind_the_other_are_followed():
    """Deflate in deflate in deflate."""
    nested = b"\0" * (1 << 27)
    for _ in range(3):
        nested = zlib.compress(nested, 9)
    head = b"4 0 obj\n<</Filter[/FlateDecode/FlateDecode/FlateDecode]>>\nstream\n"
    assert bombs.defused(head + nested + b"\nendstream")[1] == 1


def test_forms_of_forms_are_counted():
    """Ten draws on each of six levels are too many, one on each are not."""

    def levels(times):
        return b"".join(
            b"%d 0 obj\n<</Subtype/Form/Resources<</XObject<</X %d 0 R>>>>>>"
            b"\nstream\n%s\nendstream\nendobj\n" % (n, n + 1, b"/X Do " * times)
            for n in range(1, 7)
        )

    assert forms.explosive(levels(10))
    assert not forms.explosive(levels(1))


def test_what_is_wrong_with_the_end_is_named():
    """A good file has no fault."""
    good = pdf(text(72, 700, "Some text"))
    assert repair.fault(good) == ""
    assert "missing" in repair.fault(good[: len(good) // 2])
    assert "cross-reference" in repair.fault(
        good.replace(b"startxref\n", b"startxref\n9")
    )


def test_pages_are_found_without_catalog_and_page_tree():
    """Each page object is one, in the order of the file."""
    good = pdf(text(72, 700, "One"), text(72, 700, "Two"))
    cut = good[: good.index(b"xref")].replace(b"/Type/Catalog", b"/Type/Nothing")
    data, found = repair.rebuilt(cut.replace(b"/Type/Pages", b"/Type/Nothing"))
    assert found == 2
    assert data.endswith(b"%%EOF\n")

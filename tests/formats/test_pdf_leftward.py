"""PDF: signs beside numbers and names in lines from right to left."""

from __future__ import annotations

from array import array
from types import SimpleNamespace

import pytest

from kimi_read.formats.pdf import columns, layout
from kimi_read.formats.pdf.findings import Run
from kimi_read.formats.pdf.look import Look
from kimi_read.formats.pdf.marks import Line, Style, Word
from kimi_read.formats.pdf.shapes import Frame
from kimi_read.formats.pdf.split import split
from kimi_read.formats.pdf.words import direct, join


def shown(*texts: str, page: str = "") -> str:
    """Return the line that words drawn from left to right make."""
    style = Style("F", False, False, False, 0)
    words = [
        Word(text, (40.0 * n, 0.0, 40.0 * n + 30, 10.0), 8.0, 10.0, style)
        for n, text in enumerate(texts)
    ]
    direct([*words, Word(page, (0.0, 20.0, 90.0, 30.0), 28.0, 10.0, style)])
    return " ".join(word.text for word in join(words))


@pytest.mark.parametrize(
    ("drawn", "read"),
    [
        (".2024", "2024."),
        (",03-1234567", "03-1234567,"),
        ("!++C", "C++!"),
        ("12%", "12%"),
        ("14.50", "14.50"),
        ("$99.90", "$99.90"),
        ("2024.", "2024."),
    ],
)
def test_a_sign_left_of_a_number_ends_what_is_read_leftward(drawn, read):
    """What a program has put in reading order already stays as it is."""
    assert shown(drawn, "בשנת") == f"בשנת {read}"


def test_the_sign_of_a_percentage_is_behind_it_after_arabic_letters():
    """It is drawn at the left there, and at the right after Hebrew ones."""
    assert shown("%12", "الزيادة") == "الزيادة 12%"


def test_brackets_that_close_before_they_open_are_turned():
    """They are drawn as one sees them; those that are in order stay."""
    assert shown("סירבו", "(", "35", ")", "מהם") == "מהם ( 35 ) סירבו"
    assert shown("סירבו", ")", "35", "(", "מהם") == "מהם ( 35 ) סירבו"


def test_a_name_in_brackets_behind_another_keeps_them():
    """Signs between names are read with them; the last may be turned by mistake."""
    drawn = ("Python", "(", "CPython", "(", "לנו", "יש", "היום", "בבית")
    assert shown(*drawn) == "בבית היום יש לנו Python ( CPython )"


def test_numbers_with_a_sign_between_them_are_read_leftward():
    """A span of them begins at the right."""
    assert shown("40", "-", "35", "בין") == "בין 35 - 40"


def test_a_line_with_more_latin_than_hebrew_is_read_as_its_page():
    """A name of a program is longer than the words around it."""
    line = ("לנו", "CPython", "יש")
    hebrew = "הסקר נערך בשנת שעברה בכל הארץ כולה"
    assert shown(*line, page=hebrew) == "יש CPython לנו"


def test_signs_of_a_line_from_left_to_right_stay():
    """A decimal fraction may begin with a point."""
    assert shown("of", ".5", "to", ".75", "א") == "of .5 to .75 א"


def pieces(letters: str, places: list[float], part: slice) -> list[str]:
    """Return the words that some of the letters make, each drawn at its place."""
    glyphs = SimpleNamespace(
        letters=letters,
        left=places,
        right=[x + 5.0 for x in places],
        top=array("f", [10.0] * len(places)),
        bottom=array("f", [0.0] * len(places)),
    )
    start, stop, _ = part.indices(len(letters))
    run = Run(1, start, stop, -1, Style("F", False, False, False, 0))
    run.size = 10.0
    return [w.text for w in split([run], glyphs, Frame((0, 0, 200, 100), 0))]


def test_digits_run_rightward_between_letters_that_do_not():
    """A number keeps its order where letters stored as seen are turned."""
    number = "\u06f1\u06f2"
    assert pieces(number, [10.0, 15.0], slice(0, 2)) == [number]
    drawn = f"\u0645{number}\u0628"
    read = f"\u0628{number}\u0645"
    assert pieces(drawn, [10.0, 15.0, 20.0, 25.0], slice(0, 4)) == [read]


@pytest.mark.parametrize("back", [False, True])
def test_letters_of_one_glyph_go_the_way_of_those_beside_them(back):
    """Lam and alef are one glyph, and have one place."""
    word = "\u0633\u0644\u0627\u0646"
    places = [30.0, 20.0, 20.0, 10.0]
    if back:
        assert pieces(word[::-1], places[::-1], slice(1, 3)) == ["\u0644\u0627"]
    else:
        assert pieces(word, places, slice(1, 3)) == ["\u0644\u0627"]


@pytest.mark.parametrize(
    ("drawn", "read"),
    [
        (("NET", "8.0."), ".NET 8.0"),
        (("gitignore.",), ".gitignore"),
        (("bin/",), "/bin"),
        (("2024.",), "2024."),
        (("All", "is", "well", "here."), "All is well here."),
    ],
)
def test_a_sign_right_of_a_name_is_its_first(drawn, read):
    """One that ends it would be drawn at the left; a sentence is set apart."""
    page = "הסקר נערך בשנת שעברה בכל הארץ כולה"
    assert shown(*drawn, "קובץ", page=page) == f"קובץ {read}"


def test_brackets_that_are_all_alike_open_and_close_in_turn():
    """A font may name both by one sign."""
    assert shown("סוף", "(", "אמצע", "(", "התחלה") == "התחלה ( אמצע ) סוף"
    assert shown("[", "]הערה", "סעיף") == "סעיף [הערה ]"


def test_an_arabic_percentage_ends_its_number():
    """Its sign is drawn at the left, like any sign behind a number there."""
    assert shown("\u066a15", "عدد") == "عدد 15\u066a"


def test_a_line_of_links_is_read_as_it_begins():
    """Latin letters may be more by far, on a page of the other direction."""
    hebrew = "הסקר נערך בשנת שעברה בכל הארץ כולה וגם בשנה שלפניה"
    line = ("user@example.com", "ראו")
    assert shown(*line, page=hebrew * 3) == "ראו user@example.com"


def leftward_line(text: str, x0: float, x1: float, y: float) -> Line:
    """Return a line of one word, on a page that is read from right to left."""
    style = Style("F", False, False, False, 0)
    word = Word(text, (x0, y, x1, y + 10), y + 8, 10.0, style)
    word.backward = True
    return Line([word])


def test_the_right_column_is_read_first():
    """So are columns on a page that is read from right to left."""
    rows = range(8)
    text = "הוועדה בחנה את הנתונים הרבעוניים"
    left = [leftward_line(f"{text} {n}", 50, 200, 12.0 * n) for n in rows]
    right = [leftward_line(f"{text} {n}", 220, 370, 12.0 * n + 1) for n in rows]
    found = columns.order([*left, *right], 10.0)
    assert [region[0].x0 for region in found] == [220, 50]


def test_indents_are_told_from_the_right():
    """A line that is set in there begins a paragraph."""
    lines = [
        leftward_line("הוועדה", 50, 280, 0),
        leftward_line("בחנה.", 50, 300, 12),
        leftward_line("נתונים", 50, 280, 24),
        leftward_line("נוספים", 50, 300, 36),
    ]
    made = layout.pieces(list(lines), Look())
    assert [piece.plain() for piece in made] == ["הוועדה בחנה.", "נתונים נוספים"]

"""PDF: signs beside numbers and names in lines from right to left."""

from __future__ import annotations

import pytest

from kimi_read.formats.pdf.marks import Style, Word
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

"""PDF: lists, code and paragraphs that go on over page ends."""

from __future__ import annotations

import pytest
from pdf_maker import image, lines, pdf, pixels, text
from reading import read

from kimi_read.formats.pdf import lists, look
from kimi_read.formats.pdf.marks import Line, Style, Word
from kimi_read.formats.pdf.pieces import Piece
from kimi_read.formats.pdf.texts import plain
from kimi_read.formats.pdf.words import join

PROSE = "The committee reviewed the annual plan and found that spending rose"
STYLE = Style("Some", bold=False, italic=False, mono=False, colour=0)


def item(label: str, x: float, y: float, words: str) -> str:
    """Return a list item whose text hangs behind its label."""
    return text(x, y, label) + text(x + 14, y, words)


def shown(make, *pages: str, **more) -> list[str]:
    made = pdf(*pages, **more)
    return [n for n in read(make("a.pdf", made), "pdf").lines if n]


def test_inner_items_keep_their_depth_on_the_next_page(make):
    """The mark of the page follows them: it would end the list."""
    first = text(72, 740, PROSE) + item("1.", 72, 100, "One") + item(
        "2.", 72, 80, "Two")  # fmt: skip
    first += item("\xb7", 100, 60, "inner a")
    second = item("\xb7", 100, 740, "inner b") + item("\xb7", 128, 720, "deepest")
    second += item("3.", 72, 700, "Three") + text(72, 600, PROSE)
    out = shown(make, first, second)
    at = out.index("   - inner a")
    assert out[at : at + 5] == [
        "   - inner a", "   - inner b", "     - deepest", "<!-- Page 2 -->", "3. Three",
    ]  # fmt: skip


def test_items_at_the_outer_margin_begin_behind_the_mark(make):
    """A list of the same depth goes on, whatever its marks are."""
    first = text(72, 740, PROSE) + item("1.", 72, 100, "One") + item(
        "2.", 72, 80, "Two")  # fmt: skip
    second = item("3.", 72, 740, "Three") + item("4.", 72, 720, "Four")
    assert shown(make, first, second)[-3:] == ["<!-- Page 2 -->", "3. Three", "4. Four"]


def test_a_page_of_inner_items_begins_with_its_mark():
    """Else marks would pile up at the end of a long list."""
    pieces = []
    for n in range(3):
        word = Word("x", (100.0, 10.0 * n, 105.0, 10.0 * n + 8), 10.0 * n, 10.0, STYLE)
        piece = Piece("item", [Line([word])])
        piece.indent = 90.0
        pieces.append(piece)
    after = Piece("text", [Line([word])])
    after.lines[0].x0 = 20.0
    stack = [(40.0, 50.0, None)]
    assert lists.go_on(pieces, stack, deep=True) == 0
    assert lists.go_on([*pieces, after], stack, deep=True) == 3
    assert [piece.depth for piece in pieces] == [1, 1, 1]
    assert stack == [(40.0, 50.0, None)]


def test_code_over_three_pages_is_one_block(make):
    """With an empty line in it; the marks follow it."""
    rows = [f"    value_{n} = compute({n})" for n in range(50)]
    page = lines(72, 740, rows, font="F3")
    gap = lines(72, 740, rows[:20], font="F3") + lines(
        72, 740 - 12 * 21, rows[20:], font="F3"
    )
    prose = lines(72, 740, [PROSE] * 50)
    out = shown(make, prose, page, gap, page, prose)
    assert sum(line == "```" for line in out) == 2
    last = len(out) - 1 - out[::-1].index("```")
    assert out[last + 1 :][:3] == [
        "<!-- Page 3 -->", "<!-- Page 4 -->", "<!-- Page 5 -->",
    ]  # fmt: skip


def test_a_sentence_goes_on_below_a_picture(make):
    """The picture stands behind it then."""
    more = [pixels(20, 20, bytes(400))]
    first = lines(72, 300, [PROSE, PROSE, PROSE + " and"])
    second = image("I1", 72, 560, 200, 180) + lines(
        72, 520, ["fell in each region later.", "", "Another one begins."]
    )
    out = shown(make, first, second, more=more, pictures="/I1 7 0 R")
    assert out[1].endswith("rose and fell in each region later.")
    assert out[2] == "<!-- Page 2 -->"
    assert out[3].startswith("![](media/page-2-1.png")


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        (["and the rows of", "it"], "and the rows of it"),
        (["averyveryverylong", "word"], "averyveryverylongword"),
        (["see some/long/", "path"], "see some/long/path"),
    ],
)
def test_a_word_is_torn_only_where_it_had_no_room(rows, wanted):
    """Where blanks at line ends are drawn, one that is not may be a full line."""
    known = look.Look()
    known.trails = True
    made = []
    for n, row in enumerate(rows):
        words, x = [], 50.0
        for letters in row.split():
            box = (x, 12.0 * n, x + 5 * len(letters), 12.0 * n + 10)
            words.append(Word(letters, box, 12.0 * n + 8, 10.0, STYLE))
            x = box[2] + 3
        made.append(Line(join(words)))
    assert plain(made, known) == wanted

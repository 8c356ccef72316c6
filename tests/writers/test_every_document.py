"""Every recorded answer, shown in windows of several widths."""

from __future__ import annotations

import re

import pytest
from harness import HARMFUL, inputs

from kimi_read.writers.terminal.document import Document
from kimi_read.writers.terminal.table import DRAWN
from kimi_read.writers.terminal.theme import Theme
from kimi_read.writers.terminal.width import width

SEQUENCE = re.compile(r"\x1b\[[\d;]+m")
DOCUMENTS = [
    answer
    for path in inputs()
    if (answer := path.with_name(path.name + ".md")).exists()
    and not answer.read_bytes().startswith((b"     1\t", b"mode "))
]  # fmt: skip


def words(text):
    """Return the letters of a text, without what tables and Markdown are drawn with."""
    return re.sub(r"[\W_]|br", "", text.replace("<br>", ""))


@pytest.mark.parametrize("columns", [24, 50, 80, 140])
def test_every_document_fits_and_keeps_its_lines_and_words(columns):
    assert len(DOCUMENTS) > 100
    for answer in DOCUMENTS:
        text = answer.read_text().removesuffix("\n")
        document = Document(Theme("dark", 256), DRAWN, lambda: columns, colours=True,
                            resumed=False)  # fmt: skip
        rows = [*document.rows(text), *document.rest()]
        assert len(rows) == text.count("\n") + 1, answer
        for line, lines in zip(text.split("\n"), rows, strict=True):
            assert lines, answer
            bare = [SEQUENCE.sub("", shown) for shown in lines]
            assert not HARMFUL & {*"".join(bare)}, answer
            if bare != [line]:  # code stays as it is
                assert max(map(width, bare)) <= columns, (answer, line)
            if not line.lstrip().startswith("|"):
                assert words("".join(bare)) == words(line), (answer, line)


def test_colours_and_their_absence_show_the_same():
    for answer in DOCUMENTS:
        text = answer.read_text()
        shown = []
        for colours in (True, False):
            document = Document(Theme("light", 16), DRAWN, lambda: 60, colours=colours,
                                resumed=False)  # fmt: skip
            rows = [*document.rows(text), *document.rest()]
            shown.append("\n".join(line for lines in rows for line in lines))
        assert SEQUENCE.sub("", shown[0]) == shown[1], answer
        assert "\x1b" not in shown[1]


def test_no_cell_of_a_table_is_lost():
    """In each window the words of a row are in its lines, in some order."""
    for answer in DOCUMENTS:
        text = answer.read_text().removesuffix("\n")
        for columns in (30, 80):
            document = Document(Theme("dark", 16), DRAWN, lambda n=columns: n,
                                colours=False, resumed=False)  # fmt: skip
            rows = [*document.rows(text), *document.rest()]
            for line, lines in zip(text.split("\n"), rows, strict=True):
                if line.startswith("| ") and "\u2500" not in line:
                    there = sorted(words("".join(lines)))
                    for letter in set(words(line)):
                        assert there.count(letter) >= words(line).count(letter), line

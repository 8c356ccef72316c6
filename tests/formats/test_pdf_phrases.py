"""PDF: words that stay together until somebody asks for one, and calls in batches."""

from __future__ import annotations

import os
import random

import pytest
from harness import FIXTURES
from pdf_maker import lines, pdf, rule, text

from kimi_read.blocks import Paragraph
from kimi_read.formats.pdf import document, evidence, reader, split
from kimi_read.formats.pdf.findings import Run
from kimi_read.formats.pdf.marks import Line, Phrase, Style, apart
from kimi_read.opening import open_path
from kimi_read.request import Request

GOOD = sorted((FIXTURES / "pdf" / "good").glob("*.pdf"))
PROSE = "A line of text with some blanks in it"


def seen(data):
    """Return what each page of a file shows."""
    doc = document.load(data)
    out = []
    for number in range(doc.pages):
        found, page = evidence.gather(doc, number)
        page.close()
        out.append(found)
    doc.close()
    return out


def texts(units):
    return [unit.text for unit in units]


def test_a_line_of_prose_is_one_phrase():
    """Nothing but blanks of usual width part it."""
    (page,) = seen(pdf(text(72, 700, PROSE)))
    assert texts(page.words) == [PROSE]
    assert texts(apart(page.words)) == PROSE.split()


def test_a_phrase_gives_the_same_words_each_time():
    """Who holds one of them knows it again."""
    (page,) = seen(pdf(text(72, 700, PROSE)))
    assert apart(page.words) == apart(page.words)


def test_a_phrase_tells_its_ends_without_its_words():
    """The first word looks as it does when the phrase is taken apart."""
    (page,) = seen(pdf(text(72, 700, PROSE)))
    (phrase,) = page.words
    first, *_, last = phrase.apart()
    assert (phrase.head, phrase.tail) == (first.text, last.text) == ("A", "it")
    assert (phrase.first.x0, phrase.first.x1) == (first.x0, first.x1)


def test_a_wide_blank_parts_words():
    """It may be the gap between two cells."""
    (page,) = seen(pdf(text(72, 700, "left   right")))
    assert texts(page.words) == ["left", "right"]


def test_rules_both_ways_ask_for_words():
    """They may draw a table, whose cells hold words."""
    table = rule(60, 690, 300, 690) + rule(60, 690, 60, 720)
    (page,) = seen(pdf(text(72, 700, PROSE) + table))
    assert texts(page.words) == PROSE.split()


def test_a_gap_in_a_word_is_found_in_a_phrase():
    """A move between two letters parts a run, as it always did."""
    moved = "BT /F1 10 Tf 72 700 Td [(all rig) -400 (hts reserved)] TJ ET\n"
    (page,) = seen(pdf(moved))
    assert texts(apart(page.words)) == ["all", "rig", "hts", "reserved"]


def test_prose_is_not_taken_apart(monkeypatch, tmp_path):
    """Its words are asked for on the pages of the look, and hardly anywhere else."""
    asked = []
    make = Phrase.apart

    def apart_(self):
        asked.append(self)
        return make(self)

    monkeypatch.setattr(Phrase, "apart", apart_)
    row = "this is a line of usual prose that goes on to the end of its line"
    page = text(72, 740, "A Title", 16, "F2") + lines(72, 700, [row] * 40)
    path = tmp_path / "prose.pdf"
    path.write_bytes(pdf(*[page] * 60))
    source = open_path(str(path))
    told = [b for b in reader.read(source, Request()) if isinstance(b, Paragraph)]
    os.close(source.descriptor)
    assert sum("usual prose" in block.text for block in told) > 50
    assert len({id(phrase) for phrase in asked}) < 0.4 * 60 * 40


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.name)
def test_a_phrase_measures_as_its_words_do(path):
    """A line has the same extent, size, weight and text either way."""
    for page in seen(path.read_bytes()):
        for unit in page.words:
            if not isinstance(unit, Phrase):
                continue
            whole, parted = Line([unit]), Line(unit.apart())
            for name in (
                "text",
                "size",
                "bold",
                "mono",
                "base",
                "x0",
                "x1",
                "y0",
                "y1",
            ):
                assert getattr(whole, name) == getattr(parted, name)
            assert whole.words == parted.words


class Glyphs:
    """Characters at places of chance: some gaps are wide, some lead back."""

    def __init__(self, seed):
        chance = random.Random(seed)
        self.letters = "".join(chance.choice("abc  \xa0") for _ in range(60))
        self.left, self.right = [], []
        x = 0.0
        for _ in self.letters:
            x += chance.choice([0, 0, 0, 0, 0.5, 2, 12, -1, -7])
            self.left.append(x)
            x += 5
            self.right.append(x)


@pytest.mark.parametrize("seed", range(60))
def test_gaps_part_a_run_by_the_word_as_by_the_letter(seed):
    """The way that looks at every letter gives the same pieces."""
    glyphs = Glyphs(seed)
    run = Run(1, 0, 20, -1, Style("Any", False, False, False, 0))
    run.size = 10.0
    run.extend(20, 35)
    run.extend(36, 60)  # a blank between them was made up
    glyphs.letters = f"{glyphs.letters[:35]} {glyphs.letters[36:]}"
    ways = (split._by_gaps, split._by_letters)
    one, other = (way(run, glyphs, glyphs.left, glyphs.right) for way in ways)
    assert one == other


def tagged(kids, content):
    """Return a page whose tags are one element with these kids; 7 is a paragraph."""
    tree = "/MarkInfo<</Marked true>>/StructTreeRoot 5 0 R"
    more = [
        b"<</Type/StructTreeRoot/K 6 0 R/ParentTree<</Nums[0[6 0 R 7 0 R]]>>>>",
        f"<</Type/StructElem/S/Document/P 5 0 R/Pg 3 0 R/K[{kids}]>>".encode(),
        b"<</Type/StructElem/S/P/P 6 0 R/Pg 3 0 R/K 1>>",
        b"<</Type/StructElem/S/P/P 6 0 R>>",
    ]
    return pdf(content, extra=tree, page="/StructParents 0", more=more)


def marked(number, operators):
    return f"/P<</MCID {number}>>BDC\n{operators}EMC\n"


@pytest.mark.parametrize("others", [3, 300])
def test_content_among_the_elements_of_other_pages_is_found(others):
    """However many kids an element has, its own text is among them."""
    content = marked(0, text(72, 700, "Loose text")) + marked(
        1, lines(72, 680, ["A paragraph"])
    )
    (page,) = seen(tagged(f"{'8 0 R ' * others}0 7 0 R", content))
    assert page.tree is not None
    assert page.tree.marks() == [0, 1]

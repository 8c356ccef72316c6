"""PDF: fonts that a document names and does not hold."""

from __future__ import annotations

import struct

import pytest
from pdf_maker import joined
from reading import read

from kimi_read.formats.pdf import split, standin


def tables(font: bytes) -> dict[bytes, bytes]:
    """Return the tables of a font by their tags."""
    count = struct.unpack_from(">H", font, 4)[0]
    out = {}
    for at in range(count):
        tag, _, start, size = struct.unpack_from(">4sIII", font, 12 + 16 * at)
        out[tag] = font[start : start + size]
    return out


def asian(ordering: str, encoding: str, codes: str) -> bytes:
    """Return a page of one string in a font that is not embedded."""
    content = f"BT /F1 20 Tf 300 700 Td <{codes}> Tj ET".encode()
    return joined([
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        (
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R"
            b"/Resources<</Font<</F1 5 0 R>>>>>>"
        ),
        b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
        (
            f"<</Type/Font/Subtype/Type0/BaseFont/Some/Encoding/{encoding}"
            "/DescendantFonts[6 0 R]>>"
        ).encode(),
        (
            "<</Type/Font/Subtype/CIDFontType0/BaseFont/Some/CIDSystemInfo<<"
            f"/Registry(Adobe)/Ordering({ordering})/Supplement 0>>>>"
        ).encode(),
    ])  # fmt: skip


def test_the_stand_in_has_what_a_font_must_have():
    """Each table of a TrueType font, and every character of Unicode."""
    found = tables(standin.font())
    assert {b"cmap", b"glyf", b"head", b"hhea", b"hmtx", b"loca", b"maxp"} <= {*found}
    kind, _, _, _, groups, first, last, glyph = struct.unpack_from(
        ">HHIIIIII", found[b"cmap"], 12
    )
    assert (kind, groups, first, last, glyph) == (13, 1, 0x20, 0x10FFFF, 1)


@pytest.mark.parametrize("way", ["H", "V"])
@pytest.mark.parametrize(
    ("ordering", "encoding", "text"),
    [("Japan1", "UniJIS-UCS2", "日本語"), ("GB1", "UniGB-UCS2", "人人生"),
     ("CNS1", "UniCNS-UCS2", "自由人"), ("Korea1", "UniKS-UCS2", "한국어")],
)  # fmt: skip
def test_text_in_a_font_that_is_nowhere_is_read(make, ordering, encoding, text, way):
    """Its codes say what it is; both ways of writing."""
    codes = text.encode("utf-16-be").hex()
    answer = read(make("a.pdf", asian(ordering, f"{encoding}-{way}", codes)), "pdf")
    assert text in answer.lines
    assert "missing-font" not in answer.codes


@pytest.mark.parametrize(
    ("named", "read_as"),
    [("名前︑ま", "名前、ま"), ("無い︒", "無い。"), ("﹁ニャー﹂", "「ニャー」"),
     ("⽣れ", "生れ"), ("﹃注﹄", "『注』")],
)  # fmt: skip
def test_forms_of_vertical_lines_and_radicals_are_the_usual_signs(named, read_as):
    """A file may give a glyph the code of its form rather than that of its sign."""
    assert split.cleaned(named) == read_as


def test_a_letter_beyond_the_first_plane_is_one(make):
    """Letters of formulas are; PDFium gives them in halves that have one box."""
    content = b"BT /F1 20 Tf 100 700 Td (A) Tj ET"
    names = (
        b"begincmap 1 begincodespacerange <00> <FF> endcodespacerange\n"
        b"1 beginbfchar <41> <D835DC65> endbfchar endcmap"
    )
    data = joined([
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        (
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R"
            b"/Resources<</Font<</F1 5 0 R>>>>>>"
        ),
        b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(names), names),
    ])  # fmt: skip
    assert "\U0001d465" in read(make("a.pdf", data), "pdf").lines

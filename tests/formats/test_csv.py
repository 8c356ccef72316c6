"""Comma-separated values as a table: dialects, encodings, faults."""

from __future__ import annotations

import pytest
from harness import kread
from hypothesis import given
from hypothesis import strategies as st

from kimi_read.blocks import Facts, Loss, Paragraph, Table
from kimi_read.errors import Usage
from kimi_read.formats import csv
from kimi_read.formats.csv import sniffed
from kimi_read.request import Request
from kimi_read.source import in_memory


def read(data: bytes, name: str = "x.csv", **asked: object):
    """Return facts, rows and losses."""
    facts, rows, losses = {}, [], {}
    for block in csv.read(in_memory(data, name), Request(**asked)):
        if isinstance(block, Facts):
            facts = dict(block.values)
        elif isinstance(block, Table):
            rows = [list(block.header), *map(list, block.rows)]
        elif isinstance(block, Loss):
            losses[block.code] = block
    return facts, rows, losses


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", "^", "\x1f"])
def test_the_delimiter_is_the_one_under_which_rows_agree(delimiter):
    """Also where fields hold the others."""
    lines = [["name", "price, net", "note"], ["a", "1,5", "x;y"], ["b", "2,5", "z"]]
    text = "\n".join(delimiter.join(f'"{f}"' for f in line) for line in lines)
    facts, rows, _ = read(text.encode())
    assert facts["delimiter"] == delimiter
    assert rows[1] == ["a", "1,5", "x;y"]


def test_blanks_before_a_quotation_mark_are_none_of_the_field():
    """A delimiter between the marks is."""
    _, rows, _ = read(b'a, "b, c", d\n1, "2, 3", 4\n')
    assert rows == [["a", "b, c", "d"], ["1", "2, 3", "4"]]
    assert not sniffed('a,b\nhe said "no",x\n').loose


@pytest.mark.parametrize("above", ["Report 2024\n\n", "# by a tool\n# of 2024\n"])
def test_lines_above_a_table_are_text(above):
    """A title or remarks do not become its header."""
    data = f"{above}Name,Size\na,1\nb,2\n".encode()
    blocks = list(csv.read(in_memory(data, "x.csv"), Request()))
    lines = [block.text for block in blocks if isinstance(block, Paragraph)]
    assert [line.lstrip("\\") for line in lines] == above.split("\n")[:-1][: len(lines)]
    table = next(block for block in blocks if isinstance(block, Table))
    assert list(table.header) == ["Name", "Size"]


def test_remarks_keep_their_delimiters():
    """Also where there are as many as in the table below."""
    data = b"# a, b\n# all of it\nName,Size\na,1\nb,2\n"
    blocks = list(csv.read(in_memory(data, "x.csv"), Request()))
    lines = [block.text for block in blocks if isinstance(block, Paragraph)]
    assert [line.lstrip("\\") for line in lines] == ["# a, b", "# all of it"]


def test_a_head_may_begin_with_a_hash():
    """As in the files of genome browsers."""
    rows = read(b"## made by x\n#chrom\tpos\nchr1\t5\nchr2\t7\n", "x.tsv")[1]
    assert rows[0] == ["#chrom", "pos"]


def test_a_single_column_is_no_line_above():
    """Where most rows have one field, the first is a header as any other."""
    assert read(b"name\nann\nbob\n1,2\n")[1][0] == ["name", ""]


def test_decimal_commas_do_not_make_columns():
    """Semicolons agree on every row, commas on some."""
    assert sniffed("a;b\n1,5;2\n3;4,5\n6;7\n").delimiter == ";"


def test_the_line_of_excel_is_obeyed_and_dropped():
    """sep=| comes first."""
    assert read(b"sep=|\na|b\n1|2\n")[1] == [["a", "b"], ["1", "2"]]


def test_one_column_is_one_column():
    """No delimiter is invented."""
    assert read(b"name\nann\nbob\n")[1] == [["name"], ["ann"], ["bob"]]


def test_quoted_fields_keep_their_line_breaks():
    """A quotation mark within is doubled."""
    assert read(b'a,b\n"two\nlines","say ""hi"""\n')[1][1] == ["two\nlines", 'say "hi"']


def test_backslash_escapes_are_understood():
    """Where nothing is doubled."""
    assert read(b'a,b\n"say \\"hi\\"",2\n')[1][1] == ['say "hi"', "2"]


def test_a_quotation_mark_that_never_closes_costs_its_row():
    """The rows after it are rows."""
    _, rows, losses = read(b'a;b\n"open;1\nc;2\nd;3\n')
    assert rows[1:] == [['"open', "1"], ["c", "2"], ["d", "3"]]
    assert "stray-quote" in losses


def test_rows_of_other_lengths_keep_their_fields():
    """Shorter ones are filled, later longer ones go into the last cell."""
    body = b"a,b\n1\n" + b"3,4\n" * 1200 + b"5,6,7,8\n"
    _, rows, losses = read(body)
    assert rows[1] == ["1", ""]
    assert rows[-1] == ["5", "6,7,8"]
    assert "1 row(s)" in losses["ragged-row"].message


def test_markup_in_fields_is_escaped():
    """Texts are shown as they are."""
    assert read(b"a,b\n*x*,<b>\n")[1][1] == [r"\*x\*", r"\<b>"]


@pytest.mark.parametrize(("data", "encoding"), [
    ("é,ü\n1,2\n".encode(), "utf-8"),
    ("é,ü\n1,2\n".encode("utf-8-sig"), "utf-8"),
    ("é,ü\n1,2\n".encode("utf-16"), "utf-16"),
    ("é,ü\n1,2\n".encode("utf-16-le"), "utf-16-le"),
])  # fmt: skip
def test_unicode_is_told_by_marks_zeros_and_validity(data, encoding):
    """No guess, no warning."""
    facts, rows, losses = read(data)
    assert facts["encoding"] == encoding
    assert rows[0] == ["é", "ü"]
    assert not losses


def test_other_encodings_are_guessed_and_said():
    """Windows text of western Europe."""
    lines = ["Größe,Straße,Bemerkung", "klein,Königsallee,schön und günstig"] * 40
    _, rows, losses = read("\n".join(lines).encode("cp1252"))
    assert rows[1] == ["klein", "Königsallee", "schön und günstig"]
    assert "encoding-guessed" in losses


def test_an_encoding_can_be_demanded():
    """And must exist."""
    assert read("Ж,1\nЩ,2\n".encode("cp866"), encoding="cp866")[1][0] == ["Ж", "1"]
    with pytest.raises(Usage):
        read(b"a,b\n", encoding="no-such")


def test_tabs_decide_in_a_tsv():
    """Although commas would agree as well."""
    assert read(b"a,b\tc,d\n1,2\t3,4\n", "x.tsv")[1][0] == ["a,b", "c,d"]


def test_an_empty_file_is_empty():
    """No table, no fault."""
    assert read(b"")[1:] == ([], {})


@given(st.text(max_size=200))
def test_whatever_the_text_rows_come_out_as_wide_as_the_header(text):
    """No text breaks the reader."""
    _, rows, _ = read(text.encode("utf-8", "replace"), encoding="utf-8")
    assert len({len(row) for row in rows}) <= 1


def test_a_text_that_excel_must_not_take_for_a_number_is_the_text():
    """The formula that guards it is no part of it; other formulas stay."""
    data = b'id,name\n="007",="say ""hi"""\n=1+2,="a"&"b"\n'
    assert read(data)[1][1:] == [["007", 'say "hi"'], ["=1+2", '="a"&"b"']]


def test_the_line_of_excel_may_be_quoted():
    """As programs write it that quote everything."""
    assert read(b'"sep=;"\n"a";"b"\n"1,5";"2"\n')[1] == [["a", "b"], ["1,5", "2"]]


def test_columns_and_rows_without_anything_at_the_end_are_left_out():
    """A delimiter at the end of each line, rows of delimiters at the end of a sheet."""
    assert read(b"a,b,\n1,,\n3,4,\n,,\n,,\n")[1] == [["a", "b"], ["1", ""], ["3", "4"]]


def test_the_end_of_file_of_dos_is_no_row():
    """It stands behind the last line."""
    assert read(b"a,b\r\n1,2\r\n\x1a")[1] == [["a", "b"], ["1", "2"]]


def test_a_few_broken_bytes_make_no_other_encoding():
    """They are shown as what they are not, and a warning says so."""
    text = "M\u00fcller,K\u00f6ln\n" * 20
    facts, rows, losses = read(text.encode() + b"\xff,x\n")
    assert facts["encoding"] == "utf-8"
    assert rows[0] == ["M\u00fcller", "K\u00f6ln"]
    assert rows[-1] == ["\ufffd", "x"]
    assert losses["encoding-replaced"].partial


def test_bytes_that_are_not_in_the_encoding_asked_for_are_told():
    """Nothing is replaced in silence."""
    losses = read(b"a,b\n\xff,2\n", encoding="utf-8")[2]
    assert "encoding-replaced" in losses
    assert "encoding-replaced" not in read(b"a,b\n\xff,2\n", encoding="latin-1")[2]


@pytest.mark.parametrize("line", ["£1.00,£2.50", "from €5,20 °", "it that…,“so”"])
def test_signs_beside_numbers_are_those_of_windows(line):
    """There are no letters that could tell of another encoding."""
    facts, rows, _ = read(f"a,b\n{line}\n".encode("cp1252"))
    assert facts["encoding"] == "cp1252"
    assert rows[1] == line.split(",")


def test_letters_of_another_encoding_are_no_signs():
    """As in Polish, whose letters lie where Windows has signs in the west."""
    facts = read("imię,miasto\nMichał,Łódź\nStanisław,Żory\n".encode("iso8859-2"))[0]
    assert facts["encoding"] != "cp1252"


def test_rows_of_two_encodings_are_right_in_both(make):
    rows = ["Zürich;Łódź\n".encode(), "Genève;Köln\n".encode("cp1252")]
    run = kread(make("a.csv", b"".join(rows * 9)), "--format", "markdown")
    assert run.text.count("| Zürich | Łódź |") == 9
    assert run.text.count("| Genève | Köln |") == 9
    assert "as cp1252 where it is none" in run.err

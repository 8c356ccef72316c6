"""Parsed formulas of binary workbooks, and the names of what lies on their sheets."""

# ruff: noqa: E501 - tables of cases
from __future__ import annotations

import io
import struct
import time
import zipfile

import pytest
from excel_reading import record_of, text
from harness import FIXTURES

from kimi_read.blocks import Break, Loss
from kimi_read.formats import xlsx
from kimi_read.formats.xlsx.cells import formula_text
from kimi_read.formats.xlsx.formula import displayed, quoted, sheets_prefix
from kimi_read.formats.xlsx.links import OtherBook
from kimi_read.formats.xlsx.ptg import Formulas
from kimi_read.formats.xlsx.ptg_extra import MOST_VALUES, Extra
from kimi_read.formats.xlsx.veil import END, PALE, runs, with_runs
from kimi_read.formats.xlsx.xlsb_book import XlsbBook
from kimi_read.formats.xlsx.xlsb_records import rich
from kimi_read.request import Request
from kimi_read.source import in_memory

NUMBER, ERROR = struct.pack("<d", 2.5), b"\x2a"
#: One array of each version: 2.5 and a text, then TRUE and #N/A.
ARRAYS = {
    5: b"\x02\x02\0\x01" + NUMBER + b'\x02\x03a"b\x04\x01' + bytes(7) + b"\x10"
    + ERROR + bytes(7),
    8: b"\x01\x01\0\x01" + NUMBER + b'\x02\x03\0\0a"b\x04\x01' + bytes(7)
    + b"\x10" + ERROR + bytes(7),
    12: struct.pack("<LL", 2, 2) + b"\0" + NUMBER + b'\x01\x03\0a\0"\0b\0\x02\x01'
    + b"\x04" + ERROR + bytes(3),
}  # fmt: skip


def read(name: str, **asked: object) -> str:
    return text((FIXTURES / name).read_bytes(), name, **asked)


@pytest.mark.parametrize("version", [5, 8, 12])
def test_array_constants_are_written_out(version):
    """Numbers, texts, booleans and errors, in the three ways of storing them."""
    extra = Extra(ARRAYS[version], version)
    assert extra.constants() == '{2.5,"a""b";TRUE,#N/A}'


def test_the_areas_of_a_union_come_between_them():
    """What stands behind the tokens is taken in their order."""
    extra = Extra(struct.pack("<H8x", 1) + ARRAYS[8], 8)
    extra.pass_areas()
    assert extra.constants().startswith("{2.5,")


@pytest.mark.parametrize("data", [b"", ARRAYS[8][:9], b"\xff\xff\xff"])
def test_a_damaged_array_constant_is_refused(data):
    """Also one that claims more values than are written out."""
    assert MOST_VALUES < 256 * 65_536
    with pytest.raises((struct.error, ValueError)):
        Extra(data, 8).constants()


def test_formulas_and_names_show_their_constants():
    """In cells with --formulas, and what a name refers to."""
    assert "`=SUM({1,2.5;3,-4})`" in read("xls/good/arrays.xls", formulas=True)
    source = in_memory((FIXTURES / "xls/good/arrays.xls").read_bytes(), "x")
    facts = next(xlsx.read(source, Request(identify=True))).values
    assert facts["definedNames"] == [
        {"name": "Konst", "refersTo": '{1,"zwei";3,FALSE}'}
    ]


def test_prefixes_of_newer_functions_are_not_shown():
    """Files mark them for programs that do not know them."""
    assert formula_text("_xlfn._xlws.SORT(A1:A3)") == "`=SORT(A1:A3)`"
    assert formula_text("_xlfn.LET(_xlpm.x,1,_xlpm.x+1)") == "`=LET(x,1,x+1)`"


OTHERS = [
    OtherBook("C:/sums/Costs 2026.xlsx").prefix, OtherBook("Prices.xlsx").prefix,
    OtherBook("cmd|/c calc.exe", dde=True).prefix, OtherBook("?").prefix,
]  # fmt: skip


@pytest.mark.parametrize(("stored", "shown"), [
    ("_xlfn.ANCHORARRAY(A1)*2", "A1#*2"), ("SUM(_xlfn.ANCHORARRAY('a (b'!C2))", "SUM('a (b'!C2#)"),
    ("_xlfn.SINGLE(A1:A9)", "@A1:A9"), ("_xlfn.SINGLE(INDEX(_xlfn.SINGLE(A:A),1))+1", "@INDEX(@A:A,1)+1"),
    ("_xlfn.SINGLE(A1", "SINGLE(A1"), ("_xlfn.BYROW(A1:B2,_xleta.SUM)", "BYROW(A1:B2,SUM)"),
    ("_xlfn.LAMBDA(_xlpm.x,_xlpm.x+1)(2)", "LAMBDA(x,x+1)(2)"),
    ('_FV(A2,"Price")', "A2.Price"), ('_xlfn._FV(A2,"52 week high",TRUE)', "A2.[52 week high]"),
    ("Sales[[#This Row],[Qty]]*2", "Sales[@Qty]*2"), ("Sales[[#This Row],[Unit price]]", "Sales[@[Unit price]]"),
    ("[0]!Rate*2", "Rate*2"), ("[2]Sheet1!$A$1", "[Prices.xlsx]Sheet1!$A$1"),
    ("SUM([2]Jan:Mar!A1)", "SUM([Prices.xlsx]Jan:Mar!A1)"), ("'[2]My Sheet'!A1", "'[Prices.xlsx]My Sheet'!A1"),
    ("[1]Sheet1!A1", "'[Costs 2026.xlsx]Sheet1'!A1"), ("[1]!Rate", "'Costs 2026.xlsx'!Rate"),
    ("[3]!A1", "cmd|'/c calc.exe'!A1"), ("[9]Sheet1!A1", "[9]Sheet1!A1"), ('"[2]a!"&A1', '"[2]a!"&A1'),
    ("Years[[2]:[3]]", "Years[[2]:[3]]"), ("Years[2]", "Years[2]"),
])  # fmt: skip
def test_formulas_of_files_are_shown_as_excel_shows_them(stored, shown):
    """Operators, fields, rows of a table, and other workbooks by their name."""
    assert displayed(stored, OTHERS) == shown


def test_a_formula_of_no_sensible_length_costs_nothing():
    """Excel takes 8192 characters; what is far beyond is not looked into."""
    start = time.process_time()
    displayed("_xlfn.SINGLE(" * 100_000 + "'[1]" * 100_000, OTHERS)
    displayed("_xlfn.SINGLE(" * 2000 + "[1]" * 2000, OTHERS)
    assert time.process_time() - start < 1


@pytest.mark.parametrize(("name", "shown"), [
    ("Costs", "Costs"), ("Größe", "Größe"), ("a.b_1", "a.b_1"), ("My Sheet", "'My Sheet'"),
    ("O'Neil", "'O''Neil'"), ("Q1", "'Q1'"), ("XFD7", "'XFD7'"), ("XFE7", "XFE7"), ("RC", "'RC'"),
    ("2026", "'2026'"), ("R1C1", "'R1C1'"), ("a-b", "'a-b'"),
])  # fmt: skip
def test_names_of_sheets_have_quotes_where_they_need_them(name, shown):
    """Also one that could be a cell."""
    assert quoted(name) == shown
    assert sheets_prefix(name) == f"{shown}!"


def test_several_sheets_share_their_quotes():
    """As in Excel: around both names or neither."""
    assert sheets_prefix("Jan", "Mar") == "Jan:Mar!"
    assert sheets_prefix("Jan", "Mar 2") == "'Jan:Mar 2'!"


@pytest.mark.parametrize(("name", "formulas"), [
    ("xls/good/atp.xls", ["=DELTA(1.3,1.5)", "=IMLN(B2)"]),
    ("xls/good/XRefCalc.xls", [
        "=VLOOKUP(PART,XRefCalcData.xls!COSTS,2,FALSE)", "=UNITCOST*Quant",
        "=Cost*[XRefCalcData.xls]MarkupSheet!Markup_Cost",
    ]),
    ("xls/good/56737.xls", ["=Uses!A1", "=Defines!NR_To_A1", "=IF(Defines!B2=42,NR_Global_B2,-1)"]),
    ("xls/good/sheet_visibility5.xls", ["=CODE(A1)", "=CODE(J1)"]),
    ("xlsb/good/dde-test.xlsb", ["=cmd\\|'/c calc.exe'!_xlbgnm.A1"]),
    ("xlsx/good/dde-test.xlsx", ["=cmd\\|'/c calc.exe'!_xlbgnm.A1"]),
    ("xlsx/good/metadata_2019.xlsx", ["=A2.[Leader(s)]", "=UNIQUE(A13:A21)"]),
])  # fmt: skip
def test_what_formulas_refer_to_has_its_name(name, formulas):
    """Functions of add-ins, names here and elsewhere, servers, shared formulas."""
    shown = read(name, formulas=True)
    assert [f for f in formulas if f"`{f}`" not in shown] == []


def wide_text(text: str) -> bytes:
    return struct.pack("<L", len(text)) + text.encode("utf-16-le")


def book_with_table() -> bytes:
    """A binary workbook whose sheet has the table ``Sales`` with three columns."""
    start = struct.pack("<4L", 0, 4, 0, 2) + struct.pack("<LL", 0, 7) + bytes(40)
    table = record_of(343, start + wide_text("Table1") + wide_text("Sales"))
    for name in ("Item", "Unit price", "No. [#]"):
        table += record_of(347, bytes(24) + wide_text("") + wide_text(name))
    out = io.BytesIO()
    with (
        zipfile.ZipFile(FIXTURES / "xlsb/good/arrays-2.xlsb") as old,
        zipfile.ZipFile(out, "w") as new,
    ):
        for name in old.namelist():
            if "sheet1.bin.rels" not in name:
                new.writestr(name, old.read(name))
        new.writestr("xl/tables/table1.bin", table)
        new.writestr("xl/worksheets/_rels/sheet1.bin.rels", (
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            '<Relationship Id="rId1" Target="../tables/table1.bin" Type="http://schemas.'
            'openxmlformats.org/officeDocument/2006/relationships/table"/></Relationships>'
        ))  # fmt: skip
    return out.getvalue()


@pytest.mark.parametrize(("flags", "ends", "shown"), [
    (0, (0, 0), "Sales"), (1, (0, 0), "Sales[Item]"), (2, (0, 1), "Sales[[Item]:[Unit price]]"),
    (1, (2, 2), "Sales[No. '['#']]"), (0x01 << 2, (0, 0), "Sales[#All]"),
    (0x02 << 2 | 1, (1, 1), "Sales[[#Headers],[Unit price]]"), (0x08 << 2, (0, 0), "Sales[#Totals]"),
    (0x06 << 2 | 2, (0, 1), "Sales[[#Headers],[#Data],[Item]:[Unit price]]"),
    (0x10 << 2 | 1, (0, 0), "Sales[@Item]"), (0x10 << 2 | 1, (1, 1), "Sales[@[Unit price]]"),
    (0x10 << 2 | 2, (0, 1), "Sales[@[Item]:[Unit price]]"), (1, (9, 9), ""),
])  # fmt: skip
def test_references_to_tables_of_binary_parts_are_written_out(flags, ends, shown):
    """By table, rows and columns; nothing where there is no such column."""
    book = XlsbBook(in_memory(book_with_table(), "x.xlsb"), Request())
    token = b"\x18\x19" + struct.pack("<HHLHH", 0, flags, 7, *ends)
    assert Formulas(book).text((token, b"")) == shown


def test_tables_of_binary_parts_are_names():
    """With the cells that they are."""
    book = XlsbBook(in_memory(book_with_table(), "x.xlsb"), Request())
    assert book.names()[-1] == {
        "name": "Sales",
        "table": True,
        "refersTo": "Sheet1!A1:C5",
    }


@pytest.mark.parametrize("name", [
    "xls/good/arrays-2.xls", "xlsb/good/arrays-2.xlsb",
])  # fmt: skip
def test_an_array_formula_is_shown_once_with_its_range(name):
    """In the first cell of the range, as in other packages."""
    shown = read(name, formulas=True)
    assert "| 1 | 1 `{=A1:A5}` (B1:B5) | 1 `=A1` |" in shown
    assert "| 2 | 2 | 2 `=A2` |" in shown
    assert "55 `{=SUM(A1:A5*B1:B5)}`" in shown


@pytest.mark.parametrize("name", ["xlsb/good/dde-test.xlsb", "xlsx/good/dde-test.xlsx"])
def test_a_link_to_another_program_is_said(name):
    """With its application and topic, since it may start something."""
    source = in_memory((FIXTURES / name).read_bytes(), name)
    said = [block.message for block in xlsx.read(source, Request())
            if isinstance(block, Loss)]  # fmt: skip
    assert [
        text
        for text in said
        if text.endswith("(DDE), whose stored ones are shown: cmd|/c calc.exe")
    ]


def test_parts_of_a_binary_string_are_marked_by_their_font():
    """Places count units of UTF-16, two for a letter beyond the first plane."""
    text = "see 😀 this, not that"
    raw = text.encode("utf-16-le")
    starts = struct.pack("<LHHHH", 2, 7, 1, 13, 0)
    data = b"\x01" + struct.pack("<L", len(raw) // 2) + raw + starts
    marked = rich(data, 0, {1: PALE})
    assert runs(marked, white=True) == ("see 😀 [hidden: this,] not that", True)
    assert runs(marked, white=False) == (text, False)
    assert rich(data[:-6], 0, {1: PALE}).replace(PALE, "").replace(END, "") == text


def test_a_text_that_shows_our_mark_hides_nothing_by_it():
    marked = with_runs("[hidden: no] pale", [(13, PALE)])
    assert runs(marked, white=False) == ("[hidden: no] pale", False)
    assert runs(marked, white=True) == ("[hidden: no] [hidden: pale]", True)


def test_a_backslash_in_front_of_our_mark_does_not_undo_it():
    marked = with_runs("C:\\pale", [(3, PALE)])
    assert runs(marked, white=True) == ("C:\\\\[hidden: pale]", True)


def test_pivot_tables_of_binary_workbooks_have_their_names():
    """With the range, as in other packages."""
    source = in_memory((FIXTURES / "xlsb/good/pivot.xlsb").read_bytes(), "x")
    marks = [
        block.label for block in xlsx.read(source, Request())
        if isinstance(block, Break) and block.label.startswith("pivot")
    ]  # fmt: skip
    assert marks == [
        "pivot table: PivotTable1 at A3:E7",
        "pivot table: PivotTable2 at A3:C9",
        "pivot table: PivotTable3 at A3:C15",
    ]

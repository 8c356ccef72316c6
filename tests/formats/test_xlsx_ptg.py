"""Parsed formulas of binary workbooks, and the names of what lies on their sheets."""

from __future__ import annotations

import struct

import pytest
from harness import FIXTURES

from kimi_read.blocks import Break
from kimi_read.formats import xlsx
from kimi_read.formats.xlsx.cells import formula_text
from kimi_read.formats.xlsx.ptg_extra import MOST_VALUES, Extra
from kimi_read.formats.xlsx.veil import END, PALE, runs, with_runs
from kimi_read.formats.xlsx.xlsb_records import rich
from kimi_read.request import Request
from kimi_read.source import in_memory
from kimi_read.stream import events

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
    source = in_memory((FIXTURES / name).read_bytes(), name)
    found = events(xlsx.read(source, Request(**asked)))
    return "\n".join(
        line.decode() for event in found if isinstance(event, list) for line in event
    )


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

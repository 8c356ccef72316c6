"""What becomes of the features of a binary workbook, one fact each."""

from __future__ import annotations

import struct
from functools import partial

import excel_reading
import make_fixtures_excel as made
import pytest

from kimi_read import blocks as b
from kimi_read.formats.xlsx.biff_art import Drawing
from kimi_read.formats.xlsx.biff_link import target_of
from kimi_read.guard.ole import Container
from kimi_read.source import in_memory

CONTINUE, NOTE, OBJ, ROW, LABEL, EOF = 0x3C, 0x1C, 0x5D, 0x208, 0x204, 0x0A


def record(kind: int, data: bytes = b"") -> bytes:
    return struct.pack("<HH", kind, len(data)) + data


def book(*records: bytes, version: int = 8, more: bytes = b"") -> bytes:
    """Return a bare stream with one sheet of BIFF5 or BIFF8."""
    bof = struct.pack("<H", 0x0600 if version == 8 else 0x0500)
    start = record(0x809, bof + b"\x05\0" + bytes(12)) + more
    name = b"\3\0One" if version == 8 else b"\3One"
    place = len(start) + 4 + 6 + len(name) + 4
    start += record(0x85, struct.pack("<LH", place, 0) + name) + record(EOF)
    sheet = record(0x809, bof + b"\x10\0" + bytes(12)) + b"".join(records)
    return start + sheet + record(EOF)


def cell(row: int, column: int) -> bytes:
    return struct.pack("<HHH", row, column, 0)


def label(text: bytes) -> bytes:
    """Return the text of a cell in a code page."""
    return struct.pack("<H", len(text)) + text


read = partial(excel_reading.read, name="x.xls")
text = partial(excel_reading.text, name="x.xls")


def test_a_text_of_biff5_goes_on_in_the_next_records():
    """What stands between is no part of it."""
    data = book(
        record(LABEL, cell(0, 0) + label(b"abcdef")[:5]),
        record(CONTINUE, b"de"), record(CONTINUE, b"f"),
        record(LABEL, cell(1, 0) + label(b"next")), version=5,
    )  # fmt: skip
    assert "abcdef\n\nnext" in text(data)


def test_a_text_of_biff8_in_a_cell_goes_on_in_the_next_record():
    """Each part says anew how wide its characters are."""
    data = book(
        record(LABEL, cell(0, 0) + b"\4\0\0ab"), record(CONTINUE, b"\1c\0\x34\x12"),
        record(LABEL, cell(1, 0) + b"\1\0\0z"),
    )  # fmt: skip
    assert "abc\u1234\n\nz" in text(data)


def test_a_note_of_biff5_goes_on_in_notes_without_a_row():
    """The length in each is that of all of it."""
    head = struct.pack("<HHH", 0, 0, 8)
    data = book(
        record(LABEL, cell(0, 0) + label(b"x")),
        record(NOTE, head + b"first "),
        record(NOTE, b"\xff\xff" + head[2:] + b"more"), version=5,
    )  # fmt: skip
    assert "[^1]: first more" in text(data)


def test_a_text_box_of_biff5_lies_in_the_record_of_its_object():
    """Behind its name, which is padded to an even place."""
    head = struct.pack("<LHHH", 1, 6, 1, 0) + struct.pack("<8H", 2, 0, 4, 0, 3, 0, 9, 0)
    head += struct.pack("<HHHH", 0, 0, 4, 0)
    frame = bytes(10) + struct.pack("<H", 5) + bytes(18)
    data = book(
        record(LABEL, cell(0, 0) + label(b"x")),
        record(OBJ, head + frame + b"\4Text\0Hello"), version=5,
    )  # fmt: skip
    assert "<!-- text box: Text at C5 -->\n\nHello" in text(data)


def test_a_control_is_no_picture_of_a_cell():
    """Text boxes, buttons and pictures are named, and lie where they lie."""
    shown = text((made.FIXTURES / "xls/good/drawn.xls").read_bytes())
    assert "<!-- picture: Picture 1 at D2 -->\n\n![Picture 1](image1.png)" in shown
    assert "<!-- text box: TextBox 2 at D6 -->\n\nFirst line\\\nsecond" in shown
    assert "<!-- button at H2 -->\n\nPress me" in shown


def test_the_bytes_of_a_picture_are_given_when_they_are_asked_for():
    """They lie in the globals of the workbook."""
    data = (made.FIXTURES / "xls/good/drawn.xls").read_bytes()
    (found,) = [x for x in read(data, media=True) if isinstance(x, b.Picture)]
    assert (found.media_type, found.data[:4]) == ("image/png", b"\x89PNG")
    assert not [x for x in read(data) if isinstance(x, b.Picture)]


def test_a_call_of_hyperlink_is_a_link():
    """As in the other kinds of workbook."""
    shown = text((made.FIXTURES / "xls/good/drawn.xls").read_bytes())
    assert "[the site](https://example.com/)" in shown


def wide(words: str) -> bytes:
    return struct.pack("<L", len(words) + 1) + (words + "\0").encode("utf-16-le")


def link(flags: int, rest: bytes) -> bytes:
    return bytes(16) + struct.pack("<LL", 2, flags) + rest


URL = bytes.fromhex("e0c9ea79f9bace118c8200aa004ba90b")
FILE = bytes.fromhex("0303000000000000c000000000000046")


def url(words: str) -> bytes:
    raw = (words + "\0").encode("utf-16-le")
    return URL + struct.pack("<L", len(raw)) + raw


def file(up: int, short: bytes, long: str) -> bytes:
    raw = long.encode("utf-16-le")
    more = struct.pack("<LLH", 6 + len(raw), len(raw), 3) + raw if raw else bytes(4)
    return (
        FILE + struct.pack("<HL", up, len(short) + 1) + short + b"\0" + bytes(24) + more
    )


@pytest.mark.parametrize(("flags", "rest", "wanted"), [
    (0x03, url("https://example.com/"), "https://example.com/"),
    (0x0B, url("https://example.com/") + wide("part"), "https://example.com/#part"),
    (0x1B, wide("shown") + url("https://example.com/") + wide("p"),
     "https://example.com/#p"),
    (0x01, file(0, b"old.xls", ""), "old.xls"),
    (0x01, file(2, b"OLD~1.XLS", "an old \u0107.xls"), "../../an old \u0107.xls"),
    (0x09, file(0, b"old.xls", "") + wide("A1"), "old.xls#A1"),
    (0x09, file(0, b"", "old.xls#A1") + wide("A1"), "old.xls#A1"),
    (0x08, wide("Sheet1!A1"), ""),
])  # fmt: skip
def test_the_address_of_a_link_is_whole(flags, rest, wanted):
    """With the place within the target, and the name of a file in Unicode."""
    assert target_of(link(flags, rest)) == wanted


def old(*records: bytes, bof: int = 0x009) -> bytes:
    """Return a sheet of BIFF2."""
    return record(bof, b"\2\0\x10\0") + b"".join(records) + record(EOF)


def number(row: int, column: int, attributes: bytes, value: float) -> bytes:
    return record(3, struct.pack("<HH3sd", row, column, attributes, value))


FORMATS = record(0x1E, b"\7General") + record(0x1E, b"\0040.0%")


def test_a_cell_of_biff2_may_name_its_format_itself():
    """Where there are no styles."""
    data = old(FORMATS, number(0, 0, b"\0\1\0", 0.075), number(0, 1, b"\0\0\0", 0.075))
    assert "| 7.5% | 0.075 |" in text(data)


def test_a_style_of_biff2_beyond_the_63rd_stands_before_its_cell():
    """In a record of its own."""
    styles = b"".join(record(0x43, bytes((0, 0, n == 70, 0))) for n in range(80))
    data = old(FORMATS, styles, record(0x44, b"\x46\0"), number(0, 0, b"\x3f\0\0", 0.5),
               number(1, 0, b"\1\0\0", 0.5))  # fmt: skip
    assert "| 50.0% |\n| --- |\n| 0.5 |" in text(data)


def test_rows_and_columns_of_biff2_are_hidden_by_their_size():
    """A row's flags are elsewhere than in later files."""
    rows = record(8, struct.pack("<4H4xH4x", 0, 0, 2, 300, 0x2020)) + record(
        8, struct.pack("<4H4xH4x", 2, 0, 2, 0x8000, 0))  # fmt: skip
    cells = [number(r, c, b"\0\0\0", 10 * r + c) for r in range(4) for c in range(3)]
    shown = text(old(record(0x24, struct.pack("<BBH", 1, 1, 0)), rows, *cells))
    assert "<!-- hidden column B -->" in shown
    assert "<!-- hidden row 3 -->" in shown
    assert "hidden row 1" not in shown


def test_each_sheet_of_a_workbook_of_biff4_has_its_own_styles():
    """The workbook holds whole sheets."""

    def sheet(name: bytes, code: bytes) -> bytes:
        inside = record(0x409, b"\4\0\x10\0\0\0")
        inside += record(0x41E, b"\0\0" + bytes((len(code),)) + code)
        inside += record(0x443, bytes(12))
        inside += record(0x203, cell(0, 0) + struct.pack("<d", 0.5)) + record(EOF)
        return record(0x8F, bytes(4) + bytes((len(name),)) + name) + inside

    data = record(0x409, b"\4\0\0\1\0\0") + sheet(b"A", b"0%") + sheet(b"B", b"0.00")
    assert "## A\n\n50%\n\n## B\n\n0.50" in text(data + record(EOF))


def contained(stream: bytes, *others: str) -> bytes:
    """Return a compound file with a workbook, and with streams of other names."""
    stream = stream.ljust(4096, b"\0")
    many = -(-len(stream) // 512)
    names = ["Root Entry", "Workbook", *others]
    fat = [*range(1, many), 0xFFFFFFFE, 0xFFFFFFFE, 0xFFFFFFFD]
    table = struct.pack(f"<{len(fat)}L", *fat).ljust(512, b"\xff")
    entries = b""
    for number, name in enumerate(names):
        raw = (name + "\0").encode("utf-16-le")
        child = 1 if number == 0 else 0xFFFFFFFF
        after = number + 1 if 0 < number < len(names) - 1 else 0xFFFFFFFF
        size = len(stream) if number == 1 else 0
        entries += raw.ljust(64, b"\0") + struct.pack(
            "<HBBLLL", len(raw), 2 if number else 5, 1, 0xFFFFFFFF, after, child
        )
        entries += bytes(36) + struct.pack("<LQ", 0, size)
    head = (
        bytes.fromhex("d0cf11e0a1b11ae1")
        + bytes(16)
        + struct.pack("<5H", 0x3E, 3, 0xFFFE, 9, 6)
        + bytes(10)
    )
    head += struct.pack("<LLLLLLLL", 1, many, 0, 4096, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0)
    head += struct.pack("<L", many + 1).ljust(436, b"\xff")
    return head + stream + entries.ljust(512, b"\0") + table


def formula(result: bytes, flags: int) -> bytes:
    tokens = b"\x1e\1\0\x1e\2\0\3"
    head = cell(0, 0) + result + struct.pack("<HLH", flags, 0, len(tokens))
    return book(record(6, head + tokens))


EMPTY = b"\3\0\0\0\0\0\xff\xff"


def test_formulas_of_libraries_that_do_not_calculate_are_shown():
    """They write an empty text for a value, and no summary of the document."""
    data = contained(formula(EMPTY, 0))
    assert "`=1+2`" in text(data)
    assert codes(data) == ["never-calculated"]
    data = contained(formula(EMPTY, 0), "\5SummaryInformation")
    assert (text(data), codes(data)) == ("## One", [])


def test_values_that_libraries_want_calculated_are_told():
    """Zeros as a rule."""
    data = contained(formula(struct.pack("<d", 0), 2))
    assert (text(data), codes(data)) == ("## One\n\n0", ["stale-values"])
    data = contained(formula(struct.pack("<d", 3), 2), "\5SummaryInformation")
    assert (text(data), codes(data)) == ("## One\n\n3", [])


def codes(data: bytes) -> list[str]:
    return [x.code for x in read(data) if isinstance(x, b.Loss)]


def test_a_workbook_is_read_whose_container_lost_its_directory():
    """Its stream is in one piece, and begins as streams of workbooks do."""
    data = (made.FIXTURES / "xls/good/drawn.xls").read_bytes()
    (sector,) = struct.unpack_from("<L", data, 48)
    place = (sector + 1) * 512
    broken = data[:place] + bytes(512) + data[place + 512 :]
    assert text(broken).startswith(text(data)[:60])
    assert "damaged-container" in codes(broken)


def test_a_stream_is_read_on_where_its_chain_breaks():
    """Where its sectors follow each other all the same."""
    data = (made.FIXTURES / "xls/good/WithTwoCharts.xls").read_bytes()
    (fat,) = struct.unpack_from("<L", data, 76)
    third = Container(in_memory(data, "x")).entries["workbook"].start + 2
    place = (fat + 1) * 512 + 4 * third
    broken = data[:place] + b"\xfe\xff\xff\xff" + data[place + 4 :]
    assert text(broken) == text(data)
    assert codes(broken) == ["damaged-container"]


def test_a_sheet_that_was_moved_is_found():
    """Bytes that were put in before it move it from its place."""
    data = book(record(LABEL, cell(0, 0) + b"\1\0\0z"), more=record(0x5C, bytes(20)))
    at = data.index(record(0x5C, bytes(20)))
    assert text(data[:at] + data[at + 24 :]) == "## One\n\nz"
    assert codes(data[:at] + data[at + 24 :]) == ["moved-sheet"]


def test_sheets_without_a_list_are_found():
    """Their names are lost, their cells are not."""
    data = book(record(LABEL, cell(0, 0) + b"\1\0\0z"))
    at = data.index(b"\x85\0")
    broken = data[:at] + b"\x99\0\xff\xff" + data[at + 4 :]
    assert text(broken).endswith("## Sheet1\n\nz")
    assert codes(broken) == ["damaged-globals"]


def test_texts_that_are_lost_are_told():
    """A cell names a shared string that is not there."""
    strings = record(0xFC, struct.pack("<LL", 1, 1) + b"\1\0\0a")
    cells = [record(0xFD, cell(0, n) + struct.pack("<L", n)) for n in range(3)]
    assert "\n\na" in text(book(*cells, more=strings))
    assert codes(book(*cells, more=strings)) == ["damaged-strings"]


CMO = struct.Struct("<HHHHH12x")


def control(kind: int, number: int, *parts: bytes, flags: int = 0) -> bytes:
    return record(OBJ, CMO.pack(0x15, 18, kind, number, flags) + b"".join(parts))


def words(text: str) -> bytes:
    """Return the text of an object, which is behind it."""
    head = record(0x1B6, struct.pack("<10xH6x", len(text)))
    return head + record(CONTINUE, b"\0" + text.encode("latin-1"))


def checked(state: int) -> bytes:
    return struct.pack("<HHH6x", 0x12, 8, state)


def test_controls_show_their_label_and_state():
    """A list shows what is chosen, out of the cells that hold its items."""
    tokens = b"\x25" + struct.pack("<HHHH", 0, 1, 0, 0)
    formula = struct.pack("<HL", len(tokens), 0) + tokens
    choice = struct.pack("<HHH", 0x13, 0xFFFF, len(formula)) + formula
    data = book(
        record(LABEL, cell(0, 0) + b"\3\0\0One"),
        record(LABEL, cell(1, 0) + b"\3\0\0Two"),
        control(0x0B, 1, checked(1)), words("Agreed"), control(0x0C, 2, checked(0)),
        words("Maybe"), control(0x14, 3, choice + struct.pack("<HHHH", 2, 2, 0, 0)),
        control(0x14, 4, flags=0x100), control(7, 5), words("Press"),
    )  # fmt: skip
    assert text(data).partition("Two\n\n")[2] == (
        "<!-- check box -->\n\n- [x] Agreed\n\n"
        "<!-- option button -->\n\n- [ ] Maybe\n\n"
        "<!-- drop-down list -->\n\nTwo\n\n<!-- button -->\n\nPress"
    )


def pictured(flags: int, inside: bytes) -> bytes:
    formula = struct.pack("<HL", 5, 0) + b"\2\0\0\0\0" + inside
    raw = struct.pack("<H", len(formula)) + formula + struct.pack("<L", 0xBEEF)
    return struct.pack("<HHH", 8, 2, flags) + struct.pack("<HH", 9, len(raw)) + raw


def test_embedded_objects_and_controls_of_others_are_named():
    """What made them is in their record, their content elsewhere."""
    program = b"\3\x08\0\0Word.Doc"
    data = book(record(LABEL, cell(0, 0) + b"\1\0\0x"),
                control(8, 1, pictured(0, program)),
                control(8, 2, pictured(0x10, b"\3\5\0\0Box.1")))  # fmt: skip
    shown = text(data)
    assert "<!-- embedded object -->\n\n[embedded Word.Doc: MBD0000BEEF]" in shown
    told = {x.code: x.message for x in read(data) if isinstance(x, b.Loss)}
    assert told["embedded-object"].endswith("embedded Word.Doc")
    assert told["control"].endswith(": Box.1")


def test_headers_and_footers_of_the_page_are_told():
    """Their words are, not the numbers of pages."""
    page = record(0x14, b"\x09\0\0&LDraft A") + record(0x15, b"\x07\0\0Page &P")
    data = book(page, record(LABEL, cell(0, 0) + b"\1\0\0x"))
    found = [x.message for x in read(data) if isinstance(x, b.Loss)]
    assert found == ["headers of sheet 'One' are left out: “Draft A”"]


def test_the_titles_of_axes_and_labels_of_points_are_shown():
    """A text belongs to what the record behind it says."""

    def titled(text: bytes, *link: int) -> bytes:
        inside = b"\0\0" + bytes((len(text),)) + b"\0" + text
        end = record(0x1027, struct.pack("<HHH", *link))
        return record(0x1025, bytes(32)) + record(0x100D, inside) + end

    def point(what: int, row: int, value: float) -> bytes:
        return record(0x1065, struct.pack("<H", what)) + record(
            0x203, struct.pack("<HHHd", row, 0, 0, value))  # fmt: skip

    chart = record(0x809, b"\0\6\x20\0" + bytes(12)) + record(0x1003, bytes(12))
    chart += titled(b"Money", 2, 0, 0) + titled(b"Month", 3, 0, 0)
    chart += titled(b"peak", 4, 0, 1) + record(0x1025, bytes(32))
    chart += record(0x1027, struct.pack("<HHH", 1, 0, 0)) + record(0x1018, b"\0\0")
    chart += point(1, 0, 5) + point(1, 1, 7) + record(EOF)
    data = book(record(LABEL, cell(0, 0) + b"\1\0\0x"), control(5, 1), chart)
    assert text(data).endswith(
        "<!-- chart: line chart (values: Money) -->\n\n"
        "| Month | Series 1 | Points (labels) |\n| --- | --- | --- |\n"
        "|  | 5 |  |\n|  | 7 | peak |"
    )


def test_validations_of_cells_are_known():
    """In the words that Office Open XML has for them."""
    none = b"\1\0\0\0"
    listed = b"\x17\x0b\0North\0South"
    rule = struct.pack("<L", 3 | 1 << 7) + b"\4\0\0Pick" + none + b"\3\0\0One" + none
    rule += struct.pack("<HH", len(listed), 0) + listed + bytes(4)
    rule += struct.pack("<H4H", 1, 3, 6, 0, 0)
    count = b"\x1e\3\0"
    whole = struct.pack("<L", 1 | 5 << 20) + none * 4
    whole += (
        struct.pack("<HH", 3, 0) + count + bytes(4) + struct.pack("<H4H", 1, *bytes(4))
    )
    data = book(record(0x1BE, rule), record(0x1BE, whole))
    known = dict(read(data, identify=True)[0].values)["sheetDetails"][0]
    assert known["dataValidations"] == [
        {"cells": "A4:A7", "type": "list", "promptTitle": "Pick", "prompt": "One",
         "formulas": ['"North,South"']},
        {"cells": "A1", "type": "whole", "operator": "lessThan", "formulas": ["3"]},
    ]  # fmt: skip


def test_formulas_of_biff5_name_other_workbooks():
    """Each record of an external sheet is one, and names follow it."""
    place = b"\x01C\x03[Costs.xls]May"
    outside = record(0x17, bytes((len(place),)) + place)
    outside += record(0x23, bytes(6) + b"\4Rate\0\0")
    tokens = b"\x5a" + struct.pack("<h8xHHHB", 1, 0, 0, 0xC000 | 1, 2)
    tokens += b"\x59" + struct.pack("<h8xH12x", 1, 1) + b"\5"
    head = cell(0, 0) + struct.pack("<dHLH", 6.0, 0, 0, len(tokens))
    data = book(record(6, head + tokens), version=5, more=outside)
    assert "6 `=[Costs.xls]May!C2*Costs.xls!Rate`" in text(data, formulas=True)
    assert codes(data) == ["external-link"]


def test_a_shape_has_its_name_its_link_and_its_place():
    """Properties with a value of their own stand behind all others."""

    def art(kind: int, data: bytes, head: int = 0) -> bytes:
        return struct.pack("<HHL", head, kind, len(data)) + data

    name = "Box\0".encode("utf-16-le")
    target = link(1, url("https://example.com/"))
    table = struct.pack(
        "<HLHLHL", 0x8382, len(target), 0x8380, len(name), 0x3BF, 0x20002
    )
    shape = art(0xF00B, table + target + name)
    shape += art(0xF010, struct.pack("<9H", 2, 3, 0, 6, 0, 5, 0, 9, 0))
    drawing = Drawing()
    drawing.take(art(0xF004, shape, 0xF)[:20])
    drawing.take(art(0xF004, shape, 0xF)[20:])
    found = drawing.shape()
    assert (found.name, found.target) == ("Box", "https://example.com/")
    assert found.mark("text box", found.name).label == "text box: Box at D7 (hidden)"


@pytest.mark.parametrize(("name", "told"), [
    (b"\1\2tmp\3a\3Costs.xls", "it refers to other workbooks"),
    (b"cmd\3/c calc.exe", "it asks another program for values (DDE)"),
])  # fmt: skip
def test_a_path_is_no_server(name, told):
    """Both have parts, but the name of a file says that it is encoded."""
    other = struct.pack("<HHB", 0, len(name), 0) + name
    (loss,) = [
        x for x in read(book(more=record(0x1AE, other))) if isinstance(x, b.Loss)
    ]
    assert loss.message.startswith(told)


def test_formulas_of_biff2_are_written_out():
    """Numbers of functions, and lengths, have one byte."""
    name = record(0x18, bytes((0, 0, 0, 4, 3)) + b"Rate\x1e\5\0")
    tokens = b"\x25" + struct.pack("<HHBB", 0xC000, 0xC001, 0, 0)  # A1:A2
    tokens += b"\x22\1\4" + b"\x43" + struct.pack("<H5x", 1) + b"\5"  # SUM * Rate
    result = struct.pack("<HH3sdBB", 2, 0, bytes(3), 15.0, 0, len(tokens))
    data = old(FORMATS, name, number(0, 0, bytes(3), 1.0), record(6, result + tokens))
    assert "15 `=SUM(A1:A2)*Rate`" in text(data, formulas=True)
    known = dict(read(data, identify=True)[0].values)
    assert known["definedNames"] == [{"name": "Rate", "refersTo": "5"}]


def test_formulas_of_biff4_are_written_out():
    """Names lie in a record of their own, functions have two bytes."""
    name = record(0x218, struct.pack("<HBBH", 0, 0, 4, 3) + b"Rate\x1e\5\0")
    tokens = b"\x44" + struct.pack("<HB", 0xC000, 0) + b"\x41" + struct.pack("<H", 24)
    tokens += b"\x43" + struct.pack("<H8x", 1) + b"\3"  # ABS(A1) + Rate
    head = struct.pack("<HHHdHH", 1, 0, 0, 6.0, 0, len(tokens))
    value = record(0x203, struct.pack("<HHHd", 0, 0, 0, -1.0))
    data = old(name, value, record(0x406, head + tokens), bof=0x409)
    assert "6 `=ABS(A1)+Rate`" in text(data, formulas=True)


def test_a_column_without_a_width_is_hidden():
    """Also where its flag says nothing."""
    columns = record(0x7D, struct.pack("<6H", 1, 1, 0, 0, 0, 0))
    cells = [record(LABEL, cell(r, c) + b"\1\0\0x") for r in (0, 1) for c in (0, 1)]
    assert codes(book(columns, *cells)) == ["hidden-column"]


def test_a_link_that_nothing_uses_is_not_told():
    """It has a blank for a name."""
    assert codes(book(more=record(0x1AE, struct.pack("<HHB", 0, 1, 0) + b" "))) == []

"""What becomes of the features of a workbook, one fact each."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import zipfile

import make_fixtures_excel as made
import pytest
from excel_reading import facts, losses, read, text
from hypothesis import given, settings
from hypothesis import strategies as st

from kimi_read import blocks as b
from kimi_read.errors import Encrypted, Malformed, Usage
from kimi_read.formats import xlsx
from kimi_read.formats.xlsx import numfmt
from kimi_read.formats.xlsx.formula import shifted
from kimi_read.formats.xlsx.ooxml_book import OoxmlBook
from kimi_read.formats.xlsx.ooxml_sheet import SheetRows
from kimi_read.formats.xlsx.ooxml_strings import Items
from kimi_read.formats.xlsx.xml_formula import in_a1
from kimi_read.guard.zip import Package
from kimi_read.request import Request
from kimi_read.source import in_memory
from kimi_read.stream import events

FIXTURES = made.FIXTURES


def fixture(name: str, **asked: object) -> str:
    return text((FIXTURES / name).read_bytes(), **asked)


@pytest.mark.parametrize(("reader", "name"), [
    ("kimi_read.formats.xlsx", "xlsx/good/extras.xlsx"),
    ("kimi_read.formats.xlsx", "xlsb/good/RkNumber.xlsb"),
    ("kimi_read.formats.xlsx.old", "xls/good/libreoffice-chart.xls"),
    ("kimi_read.formats.xlsx.flat", "ods/good/chart.ods"),
    ("kimi_read.formats.xlsx.flat", "xml-spreadsheet/good/excel-2003.xml"),
])  # fmt: skip
def test_everything_is_loaded_before_the_worker_is_locked(reader, name):
    """Reading imports no module for the first time but those that are held."""
    code = (
        "import sys\n"
        "from kimi_read.isolate.slim import load_slim; load_slim()\n"
        "import importlib\n"
        "from kimi_read.isolate import worker\n"
        "from kimi_read.request import Request\n"
        "from kimi_read.source import in_memory\n"
        "from kimi_read.stream import events\n"
        f"reader = importlib.import_module({reader!r}); reader.prepare()\n"
        "ready = getattr(reader, 'prepare_for', lambda source, request: None)\n"
        f"ready(in_memory(b'', {name!r}), Request(kind={name.rpartition('.')[2]!r}))\n"
        "worker._settle()\n"
        f"data = open({str(FIXTURES / name)!r}, 'rb').read()\n"
        "before = set(sys.modules)\n"
        "for formulas in (False, True):\n"
        "    asked = Request(formulas=formulas, media=True)\n"
        "    list(events(reader.read(in_memory(data, 'x'), asked)))\n"
        "late = set(sys.modules) - before - set(worker.later(reader))\n"
        "assert not late, late\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=FIXTURES.parent)


def test_each_sheet_stands_under_its_bare_name():
    """A heading of the second level, which is also its mark."""
    book = made.Book()
    book.add("A & B | *c*", made.sheet(made.rows([[1]])))
    heading = next(x for x in read(book.bytes()) if isinstance(x, b.Heading))
    assert (heading.level, heading.mark) == (2, "A & B | *c*")
    assert heading.text == r"A & B | \*c\*"


def test_hidden_sheets_are_marked_and_said():
    """Hidden and very hidden ones alike."""
    data = made.hidden()
    assert "## Notes (hidden)" in text(data)
    assert "## Keys (very hidden)\n\nsecret" in text(data)
    assert {"hidden-sheet", "hidden-row", "hidden-column"} <= set(losses(data))


def test_hidden_rows_stand_apart():
    """Under the header of their table, after a mark with their numbers."""
    shown = text(made.hidden())
    assert "<!-- hidden rows 4-5, 7 -->" in shown
    before, _, after = shown.partition("<!-- hidden rows")
    assert "item 4" not in before
    assert "item 4" in after


def test_text_that_no_one_sees_is_kept_and_marked():
    """In the colour of its ground, by value, palette or theme, or under 2 points."""
    shown = text(made.veiled())
    assert "| [hidden: white on white] | [hidden: 2] |" in shown
    assert "| white on dark | 3 |" in shown
    assert "| [hidden: black on black] | [hidden: 4] |" in shown
    assert "| [hidden: theme] | 7 |" in shown
    said = [x.message for x in read(made.veiled()) if isinstance(x, b.Loss)]
    assert any("5 cells of sheet 'Data'" in one and "A2, B2, A4" in one for one in said)
    assert any("1 cell of sheet 'Data'" in one and "2 points" in one for one in said)


def test_colours_from_a_table_style_or_a_condition_are_not_judged():
    """They may be any; a condition that changes no colour changes nothing here."""
    shown = text(made.veiled())
    assert "| colours later | [hidden: bold later] |" in shown
    assert "| Name | Size |\n| --- | --- |\n| a | [hidden: 1] |" in shown


def test_parts_of_a_text_that_no_one_sees_are_marked():
    """Runs of a shared or inline string with a colour or size of their own."""
    assert r"| Sum [hidden: all \*told\*] [hidden: dust] | 9 |" in text(made.veiled())
    inline = (
        '<row r="1"><c r="A1" t="inlineStr"><is><r><rPr><sz val="1"/></rPr><t>tiny</t>'
        "</r><r><rPr><sz val='11'/></rPr><t> large</t></r></is></c></row>"
    )
    assert "[hidden: tiny] large" in text(made.one(inline))


def test_values_that_their_format_hides_are_counted():
    """Nothing is shown of them, but with the stored values; hidden zeros are usual."""
    shown = text(made.veiled())
    assert "nothing" not in shown
    said = losses(made.veiled())["hidden-value"].message
    assert said.startswith("3 values of sheet 'Data'")
    assert said.endswith("A5, B5, B6")
    assert "| nothing | 5 |\n| 0 | 0 |" in text(made.veiled(), values="raw")
    assert "hidden-value" not in losses(made.veiled(), values="raw")
    assert losses(made.veiled(), sheet="Data!A1:A9")["hidden-value"].message.startswith(
        "1 value "
    )


def test_what_a_format_puts_around_a_text_is_no_markup():
    """The text itself is escaped already."""
    code = '0;0;0;"<b>"@"*"'
    assert r"\<b>a\*b\*" in text(made.one(made.rows([[("a*b", 1)]]), code))


def test_values_of_newer_kinds_are_shown_as_excel_shows_them():
    """Pictures in cells, data types, #SPILL!; what is not known stays an error."""
    shown = text(made.rich())
    for line in (
        "| Picture | ![A red dot](image1.png) |", r"| Type | Canada \* |",
        "| Cached type | Shares |", "| Spill | #SPILL! |", "| Lost | #VALUE! |",
    ):  # fmt: skip
        assert line in shown
    pictures = [x for x in read(made.rich(), media=True) if isinstance(x, b.Picture)]
    assert [x.name for x in pictures] == ["image1.png"]


def test_a_picture_in_a_cell_is_found_in_an_unusual_row_as_well():
    """The parser keeps the number of the value beside the type."""
    data = made.rich()
    book = zipfile.ZipFile(io.BytesIO(data))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        for name in book.namelist():
            part = book.read(name)
            if "sheet1" in name:
                part = part.replace(b'<c r="B2"', b'<c xml:space="default" r="B2"')
            package.writestr(name, part)
    assert "| Picture | ![A red dot](image1.png) |" in text(out.getvalue())


def test_rows_and_columns_without_a_size_are_hidden():
    """As if they said so."""
    data = made.rows([["a", "b"], ["c", "d"], ["e", "f"]])
    data = data.replace('<row r="2">', '<row r="2" ht="0" customHeight="1">')
    part = made.sheet(data, before='<cols><col min="2" max="2" width="0"/></cols>')
    book = made.Book()
    book.add("Data", part)
    assert "| a | b *(hidden)* |" in text(book.bytes())
    assert "<!-- hidden row 2 -->" in text(book.bytes())


def test_a_formula_without_a_value_is_shown_and_said():
    """=SUM(A1:B1) where others print a blank."""
    data = made.formulas()
    assert "`=SUM(A1:B1)`" in text(data)
    assert (
        "2 formulas were never calculated" in losses(data)["never-calculated"].message
    )


def test_an_empty_text_result_is_no_formula_without_a_value():
    """A formula whose text is empty was calculated."""
    assert '=""' not in text(made.formulas())


def test_formulas_stand_beside_their_values_when_asked():
    """Shared ones as they are in their cell, array ones with their range."""
    shown = text(made.formulas(), formulas=True)
    assert "| 4 `=A1*2` |" in shown
    assert "6 `=A2*$A$1` (B2:B3)" in shown
    assert "8 `=A3*$A$1`" in shown
    assert "6 `{=A2:A3*2}` (C2:C3)" in shown


def test_a_link_formula_is_a_link():
    """HYPERLINK with a literal address."""
    assert "[here](https://example.com/a)" in text(made.formulas())
    formula = 'HYPERLINK("http://a.example/?q=""b""","x")'
    cell = f'<row r="1"><c r="A1" t="str"><f>{formula}</f><v>x</v></c></row>'
    assert '[x](http://a.example/?q="b")' in text(made.one(cell))


def test_values_can_be_asked_for_as_they_are_stored():
    """--values raw: no percent sign, dates in ISO 8601."""
    data = made.one(made.rows([["a", "b"], [(0.075, 1), (46096, 2)]]), "0.0%", "m/d/yy")
    assert "| 7.5% | 3/15/26 |" in text(data)
    assert "| 0.075 | 2026-03-15 |" in text(data, values="raw")


def test_texts_that_look_like_nothing_are_kept():
    """NA, NULL and None are texts."""
    shown = text(made.one(made.rows([["NA", "NULL", "None", "nan"], [1, 2, 3, 4]])))
    assert "| NA | NULL | None | nan |" in shown


def test_errors_and_booleans_are_shown_as_excel_does():
    """#DIV/0! and TRUE."""
    shown = text(made.one(made.rows([["a", "b"], ["#DIV/0!", True]])))
    assert "| #DIV/0! | TRUE |" in shown


def test_rich_and_phonetic_runs():
    """Runs are joined, readings of characters dropped, escapes decoded."""
    book = made.Book()
    book.shared(
        "<r><t>rich </t></r><r><rPr><b/></rPr><t>text</t></r>",
        "<t>東京</t><rPh sb='0' eb='2'><t>トウキョウ</t></rPh>",
        "<t>tab_x0009_x _x005F_x0041_ _xD83D__xDE00_</t>",
    )
    cells = "".join(f'<c r="{c}1" t="s"><v>{n}</v></c>' for n, c in enumerate("ABC"))
    book.add("S", made.sheet(f'<row r="1">{cells}</row>' + made.rows([[1, 2, 3]], 2)))
    assert "| rich text | 東京 | tab x \\_x0041\\_ 😀 |" in text(book.bytes())


def test_strict_namespaces_prefixes_and_missing_references():
    """ISO/IEC 29500 strict, pretty-printed, cells without r."""
    shown = text(made.strict())
    assert "| rich text | 1.5 |" in shown
    assert "| TRUE | 2026-03-15 |" in shown


def test_a_merged_cell_gives_its_value_once():
    """Values under it are not shown, and said to be left out."""
    data = made.merged()
    assert "| Region | 2025 |  | 2026 |  |" in text(data)
    assert losses(data)["covered-cell"].partial


def test_comments_are_notes_with_their_authors():
    """Excel's copy of the author's name is dropped; threads keep their replies."""
    shown = text(made.extras())
    assert "[^1]: Bob: look | here" in shown
    assert "50.0%[^2][^3]" in shown
    assert "[^3]: Eve: Yes." in shown
    assert "Threaded" not in shown


def test_a_comment_on_an_empty_cell_is_shown_where_it_is():
    """A note without a mark in the text would be lost."""
    assert "<!-- D9 -->\n\n[^4]\n\n[^4]: Bob: far away" in text(made.extras())


def test_links_are_links_also_over_ranges():
    """A link within the workbook has no address, and is text."""
    shown = text(made.extras())
    assert "[one](https://example.com/a_(b))" in shown
    assert "[three](https://example.com/c#top)" in shown
    assert "[25" not in shown


def test_a_chart_is_the_table_of_its_data():
    """Looked up in the sheet where the chart stores none."""
    shown = text(made.extras())
    assert "<!-- chart: Shares -->" in shown
    assert "| one | 25.0% |" in shown


def test_pictures_boxes_pivot_tables_and_other_workbooks_are_named():
    """Nothing on a sheet is passed over in silence."""
    shown = text(made.extras())
    assert "<!-- picture: a red dot at D2 -->" in shown
    assert "First line\\\nsecond \\*line\\*" in shown
    assert "<!-- pivot table: Shares at F1:G9 -->" in shown
    assert "Prices.xlsx" in losses(made.extras())["external-link"].message


def test_pictures_are_given_for_a_folder():
    """--media has their bytes under their names."""
    pictures = [x for x in read(made.extras(), media=True) if isinstance(x, b.Picture)]
    assert [(p.name, p.media_type) for p in pictures] == [("image1.png", "image/png")]


@pytest.mark.parametrize("wanted", ["Notes", "notes", "2", "'Notes'"])
def test_a_sheet_can_be_asked_for_by_name_or_number(wanted):
    """Names win over numbers, case matters last."""
    assert text(made.hidden(), sheet=wanted).startswith("## Notes (hidden)")


def test_a_range_of_a_sheet_can_be_asked_for():
    """--sheet 'Shown!B2:D3', also with dollar signs or an open end."""
    shown = text(made.hidden(), sheet="Shown!$B$2:D3")
    assert "<!-- B2:D3 -->" in shown
    assert "<!-- hidden column C -->\n\n| 2 | 1 | 3 |" in shown
    assert "item" not in shown
    assert "| 8 | 4 | 12 |" in text(made.hidden(), sheet="1!B2:D")


@pytest.mark.parametrize("wanted", ["Lost", "9", "Shown!5x", "Lost!A1:B2"])
def test_a_sheet_that_is_not_there_is_a_question_that_makes_no_sense(wanted):
    """The answer names those that are."""
    with pytest.raises(Usage) as caught:
        read(made.hidden(), sheet=wanted)
    assert "Shown" in caught.value.hint or "range" in caught.value.reason


def test_a_workbook_is_told_without_being_converted():
    """--identify: sheets, dimensions, defined names, validations."""
    book = made.Book(tail="<definedNames><definedName name='Rate'>Data!$A$1"
                     "</definedName></definedNames>")  # fmt: skip
    check = ("<dataValidations><dataValidation type='list' sqref='A2:A9'><formula1>"
             '"a,b"</formula1></dataValidation></dataValidations>')  # fmt: skip
    book.add("Data", made.sheet(made.rows([[1, 2]]), '<dimension ref="A1:B1"/>', check))
    found = facts(book.bytes(), identify=True)
    assert found["sheets"] == ["Data"]
    assert found["definedNames"] == [{"name": "Rate", "refersTo": "Data!$A$1"}]
    (sheet,) = found["sheetDetails"]
    assert sheet["dimension"] == "A1:B1"
    assert sheet["dataValidations"] == [
        {"cells": "A2:A9", "type": "list", "formulas": ['"a,b"']}
    ]


def test_a_lost_sheet_costs_itself():
    """The others are shown, before and after it."""
    shown = fixture("xlsx/damaged/lost-sheet.xlsx")
    assert "## First" in shown
    assert "sheet 'Lost' could not be read: its part is missing" in shown
    assert "## Broken" in shown


def test_a_cut_package_gives_what_came_before():
    """Walked by its local headers, its sheet up to the cut."""
    data = (FIXTURES / "xlsx/damaged/cut.xlsx").read_bytes()
    assert "| row 3 | 3 |" in text(data)
    assert any(loss.partial for loss in losses(data).values())


def test_cells_beyond_the_grid_are_left_out_and_said():
    """Column XFE and row 1048577 exist in no workbook."""
    data = (FIXTURES / "xlsx/hostile/far-cell.xlsx").read_bytes()
    assert "<!-- XFD1048576 -->" in text(data)
    assert losses(data)["beyond-grid"].partial


def test_a_string_used_by_many_cells_is_bounded():
    """Long cells are cut once there were four million characters of them."""
    book = made.Book()
    book.shared(f"<t>{'x' * 30_000}</t>")
    row = "".join('<c r="{}{}" t="s"><v>0</v></c>'.format(c, "{0}") for c in "ABCDEFGH")
    data = "".join(f'<row r="{n}">{row.format(n)}</row>' for n in range(1, 200))
    book.add("S", made.sheet(data))
    assert len(text(book.bytes())) < 8 << 20
    assert "cut-cell" in losses_after(book.bytes())


def losses_after(data: bytes) -> set[str]:
    """Return the codes of losses once all rows were taken."""
    found = events(xlsx.read(in_memory(data, "x.xlsx"), Request(limit=0)))
    return {x.code for x in found if isinstance(x, b.Loss)}


def test_a_document_type_is_refused():
    """It is where entity expansion begins; cells without it are shown."""
    data = (FIXTURES / "xlsx/hostile/sst-laughs.xlsx").read_bytes()
    assert "document type" in losses(data)["damaged-strings"].message


def test_other_bytes_are_no_workbook():
    """Nothing is invented."""
    with pytest.raises(Malformed):
        read(b"PK\3\4 nothing")
    with pytest.raises(Malformed):
        read(b"plain text")


VALUES = st.one_of(
    st.integers(-(10**12), 10**12),
    st.floats(allow_nan=False, allow_infinity=False, width=32),
    st.booleans(),
    st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=12),
    st.sampled_from(["=A1+1", "#N/A", "a<b>&c", " x ", "_x0041_", None]),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(VALUES, min_size=1, max_size=5), min_size=1, max_size=8))
def test_both_ways_of_reading_rows_agree(table):
    """The quick way and the parser give the same rows."""
    styled = [[(v, n % 3) for n, v in enumerate(row)] for row in table]
    data = made.one(made.rows(styled), "0.00", "m/d/yy")
    assert rows_of(data, quick=True) == rows_of(data, quick=False)


@settings(max_examples=40, deadline=None)
@given(st.lists(VALUES, min_size=1, max_size=5), st.lists(VALUES, max_size=5))
def test_many_rows_that_are_alike_agree_as_well(row, other):
    """An expression made for rows that are alike gives what the parser does."""
    styled = [[(v, n % 4) for n, v in enumerate(cells)] for cells in
              (*[row] * 40, other, *[row] * 3, [*row, "x"])]  # fmt: skip
    data = made.one(made.rows(styled), "0.00", "m/d/yy", "#;;")
    ways = [rows_of(data, quick=quick, formulas=False) for quick in (True, False)]
    assert ways[0] == ways[1]


@pytest.mark.parametrize("cell", [
    '<c r="A35"><v>many</v></c>', '<c r="A35"><v>1e999</v></c>', '<c r="A35"/>',
    '<c r="A35"><v> </v></c>', '<c r="A35"><f>1+1</f><v>7</v></c>',
    '<c r="A35" t="s"><v>99</v></c>', '<c r="A35" s="1"><v>0</v></c>',
    '<c r="C35"><v>1</v></c>', '<c r="A35"><v>nan</v></c>',
])  # fmt: skip
def test_a_row_that_is_unlike_those_before_it_agrees(cell):
    """It is taken apart as if no other had come before it."""
    rows = [f'<row r="{n}"><c r="A{n}"><v>{n}.5</v></c></row>' for n in range(1, 41)]
    rows[34] = f'<row r="35" hidden="1">{cell}</row>'
    data = made.one("".join(rows), "#;;")
    ways = [rows_of(data, quick=quick, formulas=False) for quick in (True, False)]
    assert ways[0] == ways[1]


def test_a_text_of_a_row_is_made_when_it_is_asked_for(monkeypatch):
    """Numbers in the look ahead cost nothing until their row is printed."""
    asked = []
    whole = numfmt.general_text
    monkeypatch.setattr(
        numfmt, "general_text", lambda value: asked.append(value) or whole(value)
    )
    data = made.one(made.rows([[(n + 0.5, 0)] for n in range(900)]))
    request = Request()
    book = OoxmlBook(in_memory(data, "x.xlsx"), request)
    rows = list(SheetRows(book, "xl/worksheets/sheet1.xml", "Data", request).rows())
    assert len(rows) == 900
    assert not asked
    assert list(rows[7][3]) == ["7.5"]
    assert asked == ["7.5"]


def rows_of(data: bytes, *, quick: bool, formulas: bool = True) -> list[tuple]:
    request = Request(formulas=formulas)
    book = OoxmlBook(in_memory(data, "x.xlsx"), request)
    rows = SheetRows(book, "xl/worksheets/sheet1.xml", "Data", request)
    rows._quick = rows._quick and quick
    return [tuple(map(tuple, row[2:])) + row[:2] for row in rows.rows()]


@pytest.mark.parametrize("cell", [
    '<c r="A35"><f>1+1</f><v>7</v></c>', '<c r="A35"><f>1+1</f></c>',
    '<c r="A35"><f>HYPERLINK("http://a.example","x")</f><v>7</v></c>',
    '<c r="A35"><f t="shared" si="0"/><v>7</v></c>', '<c r="A35"><v>7</v></c>',
    '<c r="A35"><f/><v>7</v></c>',
])  # fmt: skip
def test_rows_of_formulas_are_taken_apart_alike(cell):
    """Also the one among them that links, or was never calculated."""
    rows = [
        f'<row r="{n}" hidden="false"><c r="A{n}"><f aca="false">{n}*2</f>'
        f"<v>{2 * n}</v></c></row>" for n in range(1, 41)
    ]  # fmt: skip
    rows[34] = f'<row r="35" hidden="true">{cell}</row>'
    data = made.one("".join(rows))
    ways = [rows_of(data, quick=quick, formulas=False) for quick in (True, False)]
    assert ways[0] == ways[1]


def test_a_shared_formula_is_known_where_only_its_first_cell_has_a_value():
    """Also the one that comes after many rows that are alike."""
    rows = [
        f'<row r="{n}"><c r="A{n}"><f>{n}*2</f><v>{2 * n}</v></c></row>'
        for n in range(1, 41)
    ]
    rows[34] = (
        '<row r="35"><c r="A35"><f t="shared" ref="A35:A37" si="0">B35+1</f>'
        "<v>70</v></c></row>"
    )
    rows[36] = '<row r="37"><c r="A37"><f t="shared" si="0"/></c></row>'
    assert "`=B37+1`" in text(made.one("".join(rows)))


ITEMS = (
    "<t>plain</t>", '<t xml:space="preserve"> two  blanks </t>', "<t/>", "<t></t>",
    "<t> </t>", "<t>a &amp;&#x41;&#66; &lt;b&gt;</t>", "<t>_x0041__x005F_x0009_</t>",
    "<r><t>rich </t></r><r><rPr><b/></rPr><t>runs</t></r>", "<t>ärger 中文 😀</t>",
    '<t>kana</t><rPh sb="0" eb="1"><t>gone</t></rPh><phoneticPr fontId="1"/>',
    f"<t>{'long ' * 9000}</t>", f"<r><t>{'x' * 40_000}</t></r>",
    "<t>two\nlines</t>", "<t>it's \"quoted\"</t>", "\n <t>spaced</t>\n ",
)  # fmt: skip


@pytest.mark.parametrize("odd", [
    "", "<!-- note -->", "<?note?>", "<si><t><![CDATA[a < b]]></t></si>", "<si/>",
    "<si><t>ends", "<si><r><t>ends</t></si>", "</si>", "<t>stray</t>", "\ud800",
])  # fmt: skip
def test_shared_strings_are_the_same_with_and_without_the_parser(odd):
    """Whatever stands among the plain ones, and wherever a chunk ends."""
    items = [f"<si>{item}</si>" for item in ITEMS]
    many = "".join([*items, odd, *items * 30])
    part = f'{made.HEAD}<sst xmlns="{made.MAIN}">{many}</sst>'
    data = part.encode("utf-8", "surrogatepass")
    quick, parsed = (strings_of(data, quick=quick) for quick in (True, False))
    assert quick == parsed


def strings_of(part: bytes, *, quick: bool) -> list[bytes]:
    book = made.Book()
    book.add("Data", made.sheet(""))
    book.parts["xl/sharedStrings.xml"] = part
    package = Package(in_memory(book.bytes(), "x.xlsx"))
    items = Items(package, "xl/sharedStrings.xml")
    items._quick = items._quick and quick
    found: list[bytes] = []
    while not items.ended:
        found += items.read()
    return found


def test_a_shared_string_that_is_blank_makes_no_cell_of_the_look_ahead():
    """Nor does an empty one, nor one of blanks, wherever it stands."""
    book = made.Book()
    book.shared("<t>a</t>", "<t/>", "<t> </t>", "<t>&#32;&#10;</t>", "<t>_x0020_</t>")
    rows = (
        f'<row r="{n}"><c r="A{n}" t="s"><v>0</v></c><c r="B{n}"><v>5</v></c>'
        f'<c r="C{n}" t="s"><v>{n % 4 + 1}</v></c></row>' for n in range(1, 60)
    )  # fmt: skip
    book.add("Data", made.sheet("".join(rows)))
    assert "<!-- A1:B59 -->" in text(book.bytes())


@pytest.mark.parametrize("row", [
    '<row r="1"><c r="A1" xml:space="preserve"><v xml:space="preserve">5</v></c></row>',
    '<row r="1"><!-- note --><c r="A1"><v>5</v></c></row>',
    '<row r="1"><c r="A1"><v><![CDATA[5]]></v></c></row>',
    '<row\n r="1"><c\n r="A1"><v>5</v></c></row>',
    '<row r="1"><c r="A1"><extLst/><v>5</v></c></row>',
    "<row><c><v>5</v></c></row>",
])  # fmt: skip
def test_an_unusual_row_goes_through_the_parser(row):
    """Nothing that XML allows is lost on the quick way."""
    assert "5" in text(made.one(row)).split("\n\n")[-1]


@pytest.mark.parametrize(("formula", "shown"), [
    ("=SUM(R[-1]C:R[1]C[2])", "=SUM(C4:E6)"), ('=R1C1&"R1C1"', '=$A$1&"R1C1"'),
    ("=SUM(C)", "=SUM(C:C)"), ("=SUM(C1:C[-1])", "=SUM($A:B)"),
    ("=SUM(R[2])", "=SUM(7:7)"), ("=SUM(R2:R)", "=SUM($2:5)"),
    ("=R!RC+C!R1C", "=R!C5+C!C$1"), ("=RC[-1]*Rate", "=B5*Rate"),
    ("=ROW(RC)", "=ROW(C5)"),
])  # fmt: skip
def test_references_by_numbers_are_shown_by_letters(formula, shown):
    """Of cells, whole columns and rows, seen from C5."""
    assert in_a1(formula, 5, 3) == shown


@pytest.mark.parametrize(("formula", "moved"), [
    ("A1+$B$2", "B3+$B$2"), ("SUM(A1:A3)", "SUM(B3:B5)"), ("Sheet1!A1", "Sheet1!B3"),
    ('"A1"&A1', '"A1"&B3'), ("'A1 x'!A1", "'A1 x'!B3"), ("LOG10(A1)", "LOG10(B3)"),
    ("A:A", "B:B"), ("$A:B", "$A:C"), ("Rate1*A$1", "Rate1*B$1"),
    ("SUM(2:$3)", "SUM(4:$3)"), ("Years[Q1]+Q1", "Years[Q1]+R3"),
    ("Years[[Q1]:[Q2]]", "Years[[Q1]:[Q2]]"),
    ("[1]Sheet1!A1", "[1]Sheet1!B3"), ("TIME(1,2,3)", "TIME(1,2,3)"),
])  # fmt: skip
def test_shared_formulas_move_with_their_cell(formula, moved):
    """Relative references only; strings, names and functions stay."""
    assert shifted(formula, 2, 1) == moved


@pytest.mark.parametrize(("name", "shown"), [
    ("xls/good/RkNumber.xls", "| 1 | 1 | 12004.55 |"),
    ("xls/good/NumberFormatCondition.xls", "| foo | foo |"),
    ("xls/good/biff5_write.xls", "| foo | bar | 2/19/14 | 0.3 |"),
    ("xls/good/testEXCEL_5.xls", "| 3 | 9 |"),
    ("xls/good/WithTwoCharts.xls", "| --- | --- | --- |\n|  | 1 | 10 |"),
    ("xls/good/libreoffice-chart.xls", "<!-- chart: Sales by month -->"),
    ("xls/good/WithTwoHyperLinks.xls", "](http"),
    ("xlsb/good/RkNumber.xlsb", "| 1 | 1 | 12004.55 |"),
    ("xls/good/veiled.xls", "| [hidden: black on black] | [hidden: 4] |"),
    ("xlsb/good/veiled.xlsb", "[hidden: ☺]"),
    ("xls/good/veiled.xls", r"| Sum [hidden: all \*told\*] [hidden: dust] | 9 |"),
    ("ods/good/veiled.ods", r"| Sum [hidden: all \*told\*] [hidden: dust] | 9 |"),
    ("ods/good/veiled.ods", "| [hidden: black on black] | [hidden: 4] |"),
    ("ods/good/date.ods", "| 10:10:10 | 17 |"),
    ("ods/good/chart.ods", "<!-- chart: Sales by month -->"),
    ("xml-spreadsheet/good/excel-2003.xml", "| Head |  | Third *(hidden)* |"),
])  # fmt: skip
def test_older_and_other_workbooks_are_read_as_well(name, shown):
    """BIFF5, BIFF8, binary parts, OpenDocument, the XML of 2003."""
    assert shown in fixture(name)


def test_formulas_of_binary_workbooks_are_written_out():
    """From their tokens, shared ones with their own references."""
    shown = fixture("xls/good/testEXCEL_5.xls", formulas=True)
    assert "`=+$B$7+1`" in shown


def test_the_oldest_files_have_no_container():
    """BIFF2: a bare stream of records, formats in the cells."""
    import struct

    def record(kind: int, data: bytes) -> bytes:
        return struct.pack("<HH", kind, len(data)) + data

    cell = struct.pack("<HH3s", 0, 0, b"\0\0\0")
    data = record(9, b"\2\0\x10\0")
    data += record(0x1E, b"\7General") + record(0x1E, b"\0040.0%")
    data += record(4, cell + b"\3abc")
    data += record(3, struct.pack("<HH3s", 0, 1, b"\0\1\0") + struct.pack("<d", 0.075))
    data += record(2, struct.pack("<HH3sH", 1, 0, b"\0\0\0", 42)) + record(10, b"")
    assert "| abc |" in text(data)
    assert "| 42 |" in text(data)


@pytest.mark.parametrize(("name", "password"), [
    ("password-cryptoapi.xls", "password"), ("password-rc4.xls", "password"),
    ("known-password.xls", ""),
])  # fmt: skip
def test_an_encrypted_old_workbook_is_read_with_its_password(name, password):
    """CryptoAPI, RC4, and the password that Excel knows by itself."""
    assert fixture(f"xls/good/{name}", password=password).startswith("## ")


@pytest.mark.parametrize("password", ["", "wrong"])
def test_an_encrypted_old_workbook_needs_the_right_password(password):
    """And says how to give it."""
    with pytest.raises(Encrypted) as caught:
        fixture("xls/good/password-rc4.xls", password=password)
    assert "--password-file" in caught.value.hint


def test_the_xml_of_2003_keeps_formats_comments_links_and_formulas():
    """Named formats, R1C1 references, hidden rows and sheets."""
    shown = fixture("xml-spreadsheet/good/excel-2003.xml", formulas=True)
    assert re.search(r"\[\^1\] \| 7.50% \| TRUE", shown)
    assert "Ann: as agreed" in shown
    assert "[link](https://example.com/) | 3/15/2026 | 0.15 `=B2*2`" in shown
    assert "27:05" in shown
    assert "## Old (hidden)\n\n12345678901" in shown

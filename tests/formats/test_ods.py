"""What becomes of the features of an OpenDocument spreadsheet, one fact each."""

from __future__ import annotations

import base64
import io
import zipfile
from functools import partial

import excel_reading
import pytest

from kimi_read import blocks as b
from kimi_read.formats.xlsx.ods_formula import formula, ranged

_NS = "urn:oasis:names:tc:opendocument:xmlns:"
_SPACES = " ".join(
    f'xmlns:{name}="{_NS}{uri}:1.0"'
    for name, uri in (
        ("office", "office"), ("table", "table"), ("text", "text"), ("form", "form"),
        ("draw", "drawing"), ("svg", "svg-compatible"), ("chart", "chart"),
    )
)  # fmt: skip
_PNG = b"\x89PNG\r\n\x1a\n" + bytes(60)


def flat(body: str) -> bytes:
    """Return a flat document with the tables in ``body``."""
    return (
        f'<?xml version="1.0"?><office:document {_SPACES} '
        'xmlns:xlink="http://www.w3.org/1999/xlink" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><office:body>'
        f"<office:spreadsheet>{body}</office:spreadsheet></office:body>"
        "</office:document>"
    ).encode()


def sheet(rows: str, name: str = "One") -> str:
    return f'<table:table table:name="{name}">{rows}</table:table>'


def row(*cells: str) -> str:
    return f"<table:table-row>{''.join(cells)}</table:table-row>"


def cell(text: str, attributes: str = "", more: str = "") -> str:
    inside = f"<text:p>{text}</text:p>{more}"
    return f"<table:table-cell {attributes}>{inside}</table:table-cell>"


read = partial(excel_reading.read, name="x.fods")
text = partial(excel_reading.text, name="x.fods")
losses = partial(excel_reading.losses, name="x.fods")


CHART = f"""<draw:frame draw:name="Chart 1"><draw:object><office:document {_SPACES}>
<office:body><office:chart><chart:chart><chart:title><text:p>Sales</text:p></chart:title>
<chart:plot-area/><table:table table:name="local-table"><table:table-row>
<table:table-cell><text:p/></table:table-cell><table:table-cell><text:p>Q1</text:p>
</table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>North</text:p>
</table:table-cell><table:table-cell><text:p>7</text:p></table:table-cell>
</table:table-row></table:table></chart:chart></office:chart></office:body>
</office:document></draw:object></draw:frame>"""


def test_a_chart_in_a_flat_document_is_a_table_after_its_sheet():
    """It lies in the file as a document with a table of its own."""
    data = flat(
        sheet(row(cell("a", more=CHART)) + row(cell("after")))
        + sheet(row(cell("z")), "Two")
    )
    assert [x.text for x in read(data) if isinstance(x, b.Heading)] == ["One", "Two"]
    shown = text(data)
    assert "after" in shown
    assert "<!-- chart: Sales -->\n\n|  | Q1 |\n| --- | --- |\n| North | 7 |" in shown


def test_a_picture_is_named_with_its_place():
    """By its description before its name."""
    frame = ('<draw:frame draw:name="Bild 1"><draw:image xlink:href="Pictures/1.png"/>'
             "<svg:desc>The logo</svg:desc></draw:frame>")  # fmt: skip
    shown = text(flat(sheet(row(cell("a"), cell("b", more=frame)))))
    assert "<!-- picture: The logo at B1 -->\n\n![The logo](1.png)" in shown


@pytest.mark.parametrize("media", [False, True])
def test_the_bytes_of_a_picture_in_a_flat_document_are_given_when_asked_for(media):
    """The name of the file is the same without."""
    inside = base64.b64encode(_PNG).decode()
    frame = (f'<draw:frame draw:name="Logo"><draw:image><office:binary-data>{inside}'
             "</office:binary-data><text:p/></draw:image></draw:frame>")  # fmt: skip
    data = flat(sheet(row(cell("a", more=frame))))
    assert "![Logo](Logo.png)" in text(data, media=media)
    found = [x.data for x in read(data, media=media) if isinstance(x, b.Picture)]
    assert found == ([_PNG] if media else [])


def test_each_text_box_of_a_group_stands_for_itself():
    """Two boxes are not one text."""
    one = "<text:p>one<text:line-break/>two</text:p><text:p>three</text:p>"
    group = (f'<draw:g><draw:custom-shape draw:name="A">{one}</draw:custom-shape>'
             "<draw:frame><draw:text-box><text:p>other</text:p></draw:text-box>"
             "</draw:frame></draw:g>")  # fmt: skip
    shown = text(flat(sheet(row(cell("a", more=group)))))
    assert "<!-- text box: A at A1 -->\n\none\\\ntwo\\\nthree" in shown
    assert "<!-- text box at A1 -->\n\nother" in shown


def test_the_text_of_a_button_is_kept():
    """It stands with the forms of the sheet, away from its place."""
    button = '<form:button form:id="c1" form:label="Press me"/>'
    forms = (f"<office:forms>{button}</office:forms>"
             '<table:shapes><draw:control draw:control="c1"/>'
             "</table:shapes>")  # fmt: skip
    assert "<!-- text box -->\n\nPress me" in text(flat(sheet(forms + row(cell("a")))))


def test_breaks_and_blanks_in_a_comment_are_kept():
    """They are elements of their own."""
    note = ("<office:annotation><dc:creator>Bob</dc:creator><dc:date>2020</dc:date>"
            '<text:p>a<text:s text:c="2"/>b<text:line-break/>c</text:p>'
            "</office:annotation>")  # fmt: skip
    (found,) = [x for x in read(flat(sheet(row(cell("x", more=note))))) if (
        isinstance(x, b.Note))]  # fmt: skip
    assert found.text == "Bob: a  b\nc"


def test_a_chart_that_only_names_ranges_is_looked_up():
    """Not every program keeps a copy of the data beside the chart."""
    frame = CHART.replace(
        "<chart:plot-area/>",
        """<chart:plot-area><chart:categories
        table:cell-range-address="$'One'.$A$1:.$A$2"/><chart:series
        chart:label-cell-address="$'One'.$C$1"
        chart:values-cell-range-address="One.B1:One.B2"/></chart:plot-area>""",
    )
    start, end = frame.index("<table:table "), frame.index("</chart:chart>")
    rows = row(cell("x"), cell("3"), cell("Name", more=frame[:start] + frame[end:]))
    shown = text(
        flat(sheet(rows + row(cell("y"), cell("4"))) + sheet(row(cell("z")), "T"))
    )
    assert "|  | Name |\n| --- | --- |\n| x | 3 |\n| y | 4 |" in shown
    assert "## T\n\nz" in shown


def test_the_room_that_a_number_format_keeps_is_not_shown():
    """Fill characters and brackets leave blanks in the text of a cell."""
    number = 'office:value-type="float" office:value="5"'
    rows = row(cell('<text:s text:c="4"/>5 ', number), cell(" x ", ""))
    assert "| 5 |" in text(
        flat(sheet(rows + row(cell("6", number), cell("7", number))))
    )


def test_values_under_merged_cells_are_told():
    """They are in the file and on no screen."""
    covered = (
        "<table:covered-table-cell><text:p>under</text:p></table:covered-table-cell>"
    )
    data = flat(sheet(row(cell("a", 'table:number-columns-spanned="2"'), covered)))
    assert "under" not in text(data)
    assert losses(data)["covered-cell"].partial


def test_a_reference_to_another_document_is_told():
    """The answer holds the values that were stored."""
    link = "of:=[&apos;file:///home/a/other.ods&apos;#$Sheet1.A1]"
    data = flat(
        sheet(row(cell("1", f'table:formula="{link}" office:value-type="float"')))
    )
    assert losses(data)["external-link"].message.endswith(": other.ods")
    assert "`='[other.ods]Sheet1'!A1`" in text(data, formulas=True)


def test_a_hyperlink_formula_is_a_link():
    """As in the other kinds of workbook."""
    made = ('table:formula="of:=HYPERLINK(&quot;https://example.com/&quot;;&quot;go&quot;)"'
            ' office:value-type="string"')  # fmt: skip
    assert "[go](https://example.com/)" in text(flat(sheet(row(cell("go", made)))))


def test_a_pivot_table_is_named_with_its_range():
    """What describes it stands behind all sheets."""
    pivot = ('<table:data-pilot-tables><table:data-pilot-table table:name="P1" '
             'table:target-range-address="&apos;One&apos;.A1:&apos;One&apos;.B3"/>'
             "</table:data-pilot-tables>")  # fmt: skip
    data = flat(sheet(row(cell("a"))) + sheet(row(cell("b")), "Two") + pivot)
    assert "a\n\n<!-- pivot table: P1 at A1:B3 -->\n\n## Two" in text(data)


@pytest.mark.parametrize(("given", "wanted"), [
    ("of:=SUM([.A1:.A2];{1;2|3;4})", "SUM(A1:A2,{1,2;3,4})"),
    ('of:=[$Sheet2.A1]&"a;[b]|"', 'Sheet2!A1&"a;[b]|"'),
    ("of:=['It''s'.$B$2]~[.C1]![.D1]", "'It''s'!$B$2,C1 D1"),
    ("of:=[$One.A1:$Three.B2]", "One:Three!A1:B2"),
    ("of:=COM.MICROSOFT.CONCAT([.A1])", "CONCAT(A1)"),
    ("of:=[.$A$1]:[.B2]", "$A$1:B2"),
    ("oooc:=[.A1]+1", "A1+1"),
    ("msoxl:=A1+1", "A1+1"), ("of:=LEGACY.CHIDIST([.A1];2)", "CHIDIST(A1,2)"),
    ("of:=[.B1]+$$OneRange", "B1+OneRange"), ("of:=[.A1]+#REF!", "A1+#REF!"),
])  # fmt: skip
def test_formulas_are_in_the_notation_of_excel(given, wanted):
    """Strings are left as they are."""
    assert formula(given) == wanted


@pytest.mark.parametrize(("given", "name", "cells"), [
    ("$'It''s'.$B$2:.$B$4", "It's", "B2:B4"), ("Costs.A1", "Costs", "A1"),
    ("Costs.A1:Costs.C3", "Costs", "A1:C3"), ("nonsense", "", "None"),
])  # fmt: skip
def test_an_address_names_sheet_and_cells(given, name, cells):
    """In each of the ways in which programs write it."""
    assert (ranged(given)[0], str(ranged(given)[1])) == (name, cells)


def test_the_titles_of_axes_are_shown():
    """That of the categories heads their column."""
    axis = '<chart:axis chart:dimension="{}"><chart:title><text:p>{}</text:p>{}'
    end = "</chart:title></chart:axis>"
    axes = axis.format("x", "Region", end) + axis.format("y", "Pieces", end)
    axes = f"<chart:plot-area>{axes}</chart:plot-area>"
    chart = CHART.replace("<chart:plot-area/>", axes)
    shown = text(flat(sheet(row(cell("a", more=chart)))))
    assert "<!-- chart: Sales (values: Pieces) -->\n\n| Region | Q1 |" in shown


def test_headers_of_the_pages_are_told():
    """Their words are, not the numbers of pages; those of pages that show none not."""
    page = (
        "<style:header><style:region-left><text:p>Draft A</text:p></style:region-left>"
        "</style:header><style:header-left style:display='false'><text:p>No</text:p>"
        "</style:header-left><style:footer><text:p>Page <text:page-number>1"
        "</text:page-number></text:p></style:footer>"
    )
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as package:
        package.writestr("content.xml", flat(sheet(row(cell("a")))))
        spaces = f'{_SPACES} xmlns:style="{_NS}style:1.0"'
        package.writestr(
            "styles.xml", f"<office:styles {spaces}>{page}</office:styles>"
        )
    found = [x.message for x in read(file.getvalue()) if isinstance(x, b.Loss)]
    assert found == ["headers of its pages are left out: “Draft A”"]


def test_validations_dimension_and_the_scope_of_names_are_known():
    """Without the rows of a sheet."""
    rules = ('<table:content-validations><table:content-validation table:name="v1" '
             'table:condition="of:cell-content-is-in-list(&quot;a&quot;;&quot;b&quot;)">'
             '<table:help-message table:title="Pick"><text:p>One</text:p>'
             "</table:help-message></table:content-validation></table:content-validations>"
             )  # fmt: skip
    held = cell("", 'table:content-validation-name="v1"')
    name = ('<table:named-expressions><table:named-range table:name="Own" table:cell-'
            'range-address="$One.$B$2"/></table:named-expressions>')  # fmt: skip
    rows = row(cell("x"), held) + row(cell(""), held, cell("y"))
    data = flat(rules + sheet(rows + name) + name.replace("Own", "All"))
    known = dict(read(data, identify=True)[0].values)
    (details,) = known["sheetDetails"]
    assert details["dimension"] == "A1:C2"
    assert details["dataValidations"] == [{
        "cells": "B1:B2", "condition": 'cell-content-is-in-list("a","b")',
        "promptTitle": "Pick", "prompt": "One",
    }]  # fmt: skip
    assert known["definedNames"] == [
        {"name": "Own", "refersTo": "One!$B$2", "scope": "One"},
        {"name": "All", "refersTo": "One!$B$2"},
    ]


def test_rows_of_a_group_that_is_folded_are_hidden():
    """Some programs say so of the group alone."""
    folded = '<table:table-row-group table:display="false">{}</table:table-row-group>'
    rows = [row(cell(f"a{n}"), cell(f"b{n}")) for n in range(4)]
    shown = text(flat(sheet(rows[0] + rows[1] + folded.format(rows[2]) + rows[3])))
    assert "<!-- hidden row 3 -->" in shown


def test_links_of_shapes_and_in_their_text_are_links():
    """The first lie around a shape, the others in a paragraph."""
    box = ('<draw:custom-shape><text:p>see <text:a xlink:href="https://example.com/">this'
           "</text:a>*</text:p></draw:custom-shape>")  # fmt: skip
    frame = '<draw:frame draw:name="Logo"><draw:image xlink:href="Pictures/1.png"/>'
    frame = f'<draw:a xlink:href="https://example.org/">{frame}</draw:frame></draw:a>'
    shown = text(flat(sheet(row(cell("a", more=box + frame)))))
    assert r"see [this](https://example.com/)\*" in shown
    assert "[![Logo](1.png)](https://example.org/)" in shown


def test_an_object_that_is_no_chart_is_named():
    """Its content is not read, and nothing of that is silent."""
    frame = '<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>'
    data = flat(sheet(row(cell("a", more=frame))))
    assert "embedded object at A1 -->\n\n[embedded object: Object 1]" in text(data)
    assert "embedded-object" in losses(data)


def test_a_link_of_a_shape_that_runs_a_script_loses_its_target():
    """As those of cells do."""
    box = "<draw:frame><draw:text-box><text:p>hi</text:p></draw:text-box></draw:frame>"
    shape = f'<draw:a xlink:href="javascript:alert(1)">{box}</draw:a>'
    inner = '<draw:custom-shape><text:p><text:a xlink:href="JavaScript:x()">ho</text:a>'
    inner += "</text:p></draw:custom-shape>"
    shown = text(flat(sheet(f"<table:shapes>{shape}{inner}</table:shapes>")))
    assert "hi" in shown
    assert "ho" in shown
    assert "script" not in shown.lower()

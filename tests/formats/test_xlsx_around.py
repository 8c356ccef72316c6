"""What lies around the cells of a workbook: controls, objects, shapes, page headers."""

from __future__ import annotations

import io
import struct
import zipfile

import make_fixtures_excel as made
import pytest
from excel_reading import facts, losses, read, record_of, text
from harness import FIXTURES

from kimi_read import blocks as b
from kimi_read.errors import Usage
from kimi_read.formats.xlsx import furniture


@pytest.fixture(scope="module")
def shown() -> str:
    return text(made.around())


@pytest.fixture(scope="module")
def lost() -> dict[str, b.Loss]:
    return losses(made.around())


def drawing(*shapes: str, **targets: str) -> bytes:
    """Return a workbook of one sheet with shapes on it."""
    book = made.Book()
    own = (("d", "drawing", "../drawings/drawing1.xml", False),)
    book.add("Data", made.sheet(made.rows([["a", "b"], [1, 2]])), own=own)
    book.parts["xl/drawings/drawing1.xml"] = made.anchored(*shapes)
    book.parts["xl/drawings/_rels/drawing1.xml.rels"] = made.relations(
        *((name, "hyperlink", target, True) for name, target in targets.items())
    )
    return book.bytes()


def test_page_headers_are_left_out_and_quoted(shown, lost):
    """Codes for fonts, sizes and places are none of their words."""
    assert "Confidential" not in shown
    assert "“Confidential · Plan & costs”" in lost["headers"].message


@pytest.mark.parametrize(("code", "words"), [
    ("&CPage &P of &N", ""),
    ("&L&A&R&D &T", ""),
    ('&C&"Times New Roman,Regular"&12&KFF0000Seite &P+1', ""),
    ("&LDraft&RPage &P", "Draft"),
    ("&CAnnual report, page &P", "Annual report, page"),
    ("&LR&&D &8&BB&B", "R&D B"),
    ("&L&G&CNorth", "[picture] · North"),
])  # fmt: skip
def test_a_page_number_is_no_header_to_tell(code, words):
    """Nor are dates and names that are put in when it is printed."""
    assert furniture.words(code) == words


def test_a_header_of_many_sheets_is_told_once():
    book = made.Book()
    after = "<headerFooter><oddHeader>&amp;LDraft</oddHeader></headerFooter>"
    for name in ("A", "B"):
        book.add(name, made.sheet(made.rows([[1]]), after=after))
    found = [x for x in read(book.bytes()) if isinstance(x, b.Loss)]
    assert [(x.code, x.where) for x in found] == [("headers", "sheet 'A'")]


def test_controls_are_shown_with_their_state(shown):
    """They are kept in a drawing of the older kind, whose breaks are not closed."""
    assert "<!-- button at D2 -->\n\nPress me\\\nnow\n" in shown
    assert "<!-- check box at D3 -->\n\n- [x] Agreed\n" in shown
    assert "<!-- drop-down list at D4 -->\n\nWater\n" in shown
    assert "comment's box" not in shown


def test_a_control_is_shown_once(shown):
    """The newer drawing holds it as well, as a hidden shape."""
    assert shown.count("Agreed") == 1


def test_the_state_of_a_control_is_that_of_its_own_part():
    """LibreOffice keeps it there alone, and gives all older shapes one name."""
    book = made.Book()
    controls = "".join(
        f'<control shapeId="{1001 + n}" r:id="c{n}" name="x"/>' for n in range(2)
    )
    own = (
        ("d", "drawing", "../drawings/drawing1.xml", False),
        ("v", "vmlDrawing", "../drawings/vmlDrawing1.vml", False),
        ("c0", "ctrlProp", "../ctrlProps/ctrlProps1.xml", False),
        ("c1", "ctrlProp", "../ctrlProps/ctrlProps2.xml", False),
    )
    part = made.sheet(made.rows([[1]]), after=f"<controls>{controls}</controls>")
    book.add("Data", part, own=own)
    book.parts["xl/drawings/vmlDrawing1.vml"] = made.vml(
        ("Checkbox", "One", ""), ("Checkbox", "Two", "")
    ).replace("_x0000_s1026", "_x0000_s1025")
    run = "<a:r><a:t>Two</a:t></a:r>"
    book.parts["xl/drawings/drawing1.xml"] = made.anchored(
        made.shape("Check Box 2", run).replace('id="9"', 'id="1002"')
    )
    for number, checked in enumerate(("", ' checked="Checked"'), 1):
        book.parts[f"xl/ctrlProps/ctrlProps{number}.xml"] = (
            f'<formControlPr objectType="CheckBox"{checked}/>'
        )
    shown = text(book.bytes())
    assert "- [ ] One" in shown
    assert "- [x] Two" in shown
    assert shown.count("Two") == 1


def test_a_control_without_its_older_shape_keeps_its_text():
    older = '<a:extLst><a14:compatExt spid="_x0000_s1"/></a:extLst>'
    run = "<a:r><a:t>Agreed</a:t></a:r>"
    book = drawing(made.shape("Check Box 1", run, own=' hidden="1"', inside=older))
    assert "<!-- text box: Check Box 1 at B2 -->\n\nAgreed" in text(book)


def test_whole_anchors_can_be_alternatives():
    """One of them is shown, at its place."""
    run = "<a:r><a:t>{}</a:t></a:r>"
    book = made.Book()
    book.add("Data", made.sheet(made.rows([[1]])),
             own=(("d", "drawing", "../drawings/drawing1.xml", False),))  # fmt: skip
    new, old = (
        made.anchored(made.shape("Box", run.format(text))) for text in ("new", "old")
    )
    anchor = old[old.index("<xdr:two") : old.index("</xdr:wsDr")]
    book.parts["xl/drawings/drawing1.xml"] = new.replace(
        "<xdr:two", "<mc:AlternateContent><mc:Choice><xdr:two", 1
    ).replace(
        "</xdr:wsDr",
        f"</mc:Choice><mc:Fallback>{anchor}</mc:Fallback></mc:AlternateContent></xdr:wsDr",
    )
    assert text(book.bytes()).endswith("<!-- text box: Box at B2 -->\n\nnew")


def test_objects_and_other_controls_are_named(shown, lost):
    """What is in them is not read, and that is said."""
    assert "<!-- embedded object at D5 -->" in shown
    assert "[embedded Word.Document.12: embeddings/Plan.docx]" in shown
    assert "Plan.docx" in lost["embedded-object"].message
    assert "TextBox1" in lost["control"].message


def test_a_diagram_is_its_texts_as_a_list(shown):
    assert "<!-- diagram: Diagram 1 at B2 -->\n\n- Plan\n  - Build\n" in shown


def test_lines_of_a_shape_stay_lines_and_its_link_is_kept(shown):
    assert "[one\\\ntwo](https://example.com/more)" in shown


def test_a_link_of_a_part_of_the_text_is_kept():
    run = '<a:r><a:rPr><a:hlinkClick r:id="h"/></a:rPr><a:t>here</a:t></a:r>'
    run = f"<a:r><a:t>look </a:t></a:r>{run}"
    book = drawing(made.shape("Box", run), h="https://example.com/x")
    assert "look [here](https://example.com/x)" in text(book)


def test_a_hidden_shape_is_marked_and_said(shown, lost):
    assert "<!-- text box: Ghost at B2 (hidden) -->\n\nunseen" in shown
    assert "1 hidden shape" in lost["hidden-shape"].message


def test_a_shape_without_text_is_its_alternative_text(shown):
    assert "<!-- shape: points to the total at B2 -->" in shown


def test_of_alternatives_the_first_that_is_understood_is_shown(shown, lost):
    """A slicer is named, a model in three dimensions gives way to its picture."""
    assert "<!-- slicer: Region at B2 -->" in shown
    assert "This is a slicer." not in shown
    assert "A globe." in shown
    assert "'unheard' at B2 is not read" in lost["unsupported-object"].message


def test_a_picture_elsewhere_is_linked_and_said(shown, lost):
    assert "![Far](https://example.com/far.png)" in shown
    assert lost["linked-picture"]


def test_titles_of_axes_and_labels_of_points_are_kept(shown):
    """That of the categories heads their column, others stand in the mark."""
    assert "<!-- chart: Rates (values: EUR a day) -->" in shown
    assert "| Kind | 2026 | 2026 (labels) |" in shown
    assert "| Water | 4 | estimated |" in shown


@pytest.mark.parametrize("formula", ["Data!$B$2", "=$B$2"])
def test_a_shape_shows_what_its_cell_holds(formula):
    """Where no text is stored with it; a cell without a sheet is of its own."""
    linked = made.shape("Box", "").replace("<xdr:sp>", f'<xdr:sp textlink="{formula}">')
    assert "<!-- text box: Box at B2 -->\n\n2" in text(drawing(linked))


@pytest.mark.parametrize("wanted", ["Rates", "rates", "Data!RATES"])
def test_a_range_can_be_asked_for_by_its_name(wanted):
    shown = text(made.around(), sheet=wanted)
    assert "<!-- B2:B3 -->\n\n| 3 |\n| --- |\n| 4 |" in shown


def test_a_table_can_be_asked_for_by_its_name():
    assert "<!-- A1:B3 -->" in text(made.around(), sheet="costs")


def test_a_name_of_no_range_is_told_with_its_formula():
    tail = "<definedNames><definedName name='VAT'>0.2*2</definedName></definedNames>"
    with pytest.raises(Usage, match=r"'VAT' is no range of cells, but =0\.2\*2"):
        text(made.one(made.rows([[1]]), tail=tail), sheet="VAT")


def test_tables_are_among_the_names():
    """As in the list of names that Excel shows."""
    names = facts(made.around(), identify=True)["definedNames"]
    assert {"name": "Costs", "refersTo": "'Data'!A1:B3", "table": True} in names


def test_properties_of_ones_own_are_told():
    book = made.Book()
    book.add("Data", made.sheet(made.rows([[1]])))
    book.parts["docProps/custom.xml"] = (
        '<Properties xmlns="urn:x"><property name="Checked by"><lpwstr>Eve</lpwstr>'
        "</property></Properties>"
    )
    assert facts(book.bytes())["custom"] == {"Checked by": "Eve"}


def test_connections_are_told():
    book = made.Book()
    book.add("Data", made.sheet(made.rows([[1]])))
    book.relate("c", "connections", "connections.xml")
    book.parts["xl/connections.xml"] = (
        f'<connections xmlns="{made.MAIN}"><connection id="1" name="Sales" '
        'description="of the shop"/></connections>'
    )
    assert facts(book.bytes(), identify=True)["connections"] == [
        {"name": "Sales", "description": "of the shop"}
    ]


def test_a_link_to_another_program_is_told():
    """It could run a command."""
    book = made.Book()
    book.add("Data", made.sheet(made.rows([[1]])))
    book.relate("x", "externalLink", "externalLinks/externalLink1.xml")
    book.parts["xl/externalLinks/externalLink1.xml"] = (
        f'<externalLink xmlns="{made.MAIN}"><ddeLink ddeService="cmd" '
        'ddeTopic="/c calc"/></externalLink>'
    )
    assert "cmd|/c calc" in losses(book.bytes())["external-link"].message


def test_validations_tell_what_they_prompt():
    """Also those of newer files, whose cells are an element."""
    usual = (
        '<dataValidations><dataValidation type="list" sqref="A1" promptTitle="Rate" '
        'prompt="In EUR" errorTitle="No"><formula1>"1,2"</formula1></dataValidation>'
        '</dataValidations><extLst><ext xmlns:x14="urn:14" xmlns:xm="urn:m">'
        '<x14:dataValidations><x14:dataValidation type="list"><x14:formula1><xm:f>'
        "Data!$A$1</xm:f></x14:formula1><xm:sqref>B2 C3</xm:sqref></x14:dataValidation>"
        "</x14:dataValidations></ext></extLst>"
    )
    data = made.one(made.rows([[1]]), after=usual)
    found = facts(data, identify=True)["sheetDetails"][0]["dataValidations"]
    assert found == [
        {"cells": "A1", "type": "list", "promptTitle": "Rate", "prompt": "In EUR",
         "errorTitle": "No", "formulas": ['"1,2"']},
        {"cells": "B2 C3", "type": "list", "formulas": ["Data!$A$1"]},
    ]  # fmt: skip


def test_sheets_are_found_where_the_workbook_lost_the_way_to_them():
    """They keep their names, in the order of their parts."""
    book = made.Book()
    book.add("Costs", made.sheet(made.rows([[1]])))
    book.add("Notes", made.sheet(made.rows([[2]])))
    data = book.bytes(without=("xl/_rels/workbook.xml.rels",))
    assert text(data) == "## Costs\n\n1\n\n## Notes\n\n2"
    assert losses(data)["damaged-workbook"]


def test_merged_cells_and_links_of_other_encodings_are_found():
    """What follows the rows is looked for in bytes only where these are UTF-8."""
    after = '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>'
    part = made.sheet(made.rows([["top", "under"], [1, 2]]), after=after)
    book = made.Book()
    book.add("Data", part.replace("UTF-8", "UTF-16").encode("utf-16"))
    assert "under" not in text(book.bytes())


def test_warnings_of_a_range_are_those_of_its_cells():
    """Rows below it are not read; formulas beside it do not count."""
    table = [["=A2", "=A2"], [1, "=A2"], ["=A1", "=A1"]]
    data = made.one(made.rows(table))
    assert losses(data)["never-calculated"].message.startswith("5 ")
    some = losses(data, sheet="Data!A1:A2")["never-calculated"].message
    assert some.startswith("1 ")
    assert "never-calculated" not in losses(data, sheet="Data!A2")


def test_a_range_tells_what_is_wrong_with_its_rows():
    book = made.Book()
    book.shared("<t>only one</t>")
    data = '<row r="1"><c r="A1" t="s"><v>7</v></c><c r="B1"><v>1</v></c></row>'
    book.add("Data", made.sheet(data + made.rows([[1, 2]] * 9, 2)))
    assert "bad-string" in losses(book.bytes(), sheet="Data!A1:B2")


@pytest.mark.parametrize(("data", "told"), [
    ('<row r="1"><c r="A1"><f>1+1</f><v>0</v></c></row>', True),
    ('<row r="1"><c><f>1+1</f><v>0</v></c></row>', True),
    ('<row r="1"><c r="A1"><f>1+1</f></c></row>', False),
    ('<row r="1"><c r="A1"><v>0</v></c></row>', False),
])  # fmt: skip
def test_values_that_excel_would_calculate_again_are_told(data, told):
    """Some programs store 0 for every formula, and ask for that."""
    book = made.Book(tail='<calcPr fullCalcOnLoad="1"/>')
    book.add("Data", made.sheet(data))
    assert ("stale-values" in losses(book.bytes())) is told
    assert "stale-values" not in losses(made.one(data))


@pytest.fixture
def looking_up() -> bytes:
    """Return a workbook in which a shape shows a cell of another sheet."""
    book = made.Book(tail='<calcPr fullCalcOnLoad="1"/>')
    own = (("d", "drawing", "../drawings/drawing1.xml", False),)
    book.add("A", made.sheet(made.rows([[1]])), own=own)
    stale = '<row r="1"><c r="A1"><f>1+1</f><v>3</v></c></row>'
    book.add("B", made.sheet(stale))
    book.add("C", made.sheet(stale))
    box = made.shape("Box", "").replace("<xdr:sp>", '<xdr:sp textlink="B!$A$1">')
    book.parts["xl/drawings/drawing1.xml"] = made.anchored(box)
    return book.bytes()


def test_looking_up_a_cell_does_not_hide_that_its_sheet_is_stale(looking_up):
    """It is told with the sheet that is shown, once."""
    told = [x for x in read(looking_up) if isinstance(x, b.Loss)]
    assert [x.code for x in told].count("stale-values") == 1


def test_what_is_looked_up_is_a_value(looking_up):
    """Formulas that are asked for are shown with the cells themselves."""
    shown = text(looking_up, formulas=True)
    assert "<!-- text box: Box at B2 -->\n\n3\n" in shown
    assert shown.count("3 `=1+1`") == 2


def noted(*places: str, data: str) -> str:
    """Return a sheet with a note on each of the places."""
    book = made.Book()
    own = (("c", "comments", "../comments1.xml", False),)
    book.add("Data", made.sheet(data), own=own)
    comments = "".join(
        f'<comment ref="{place}" authorId="0"><text><t>on {place}</t></text></comment>'
        for place in places
    )
    book.parts["xl/comments1.xml"] = (
        f'<comments xmlns="{made.MAIN}"><commentList>{comments}</commentList>'
        "</comments>"
    )
    return text(book.bytes())


def test_a_note_on_an_empty_cell_of_a_table_stands_in_it():
    """Also in a blank row, and beside a title."""
    table = [["Title"], ["a", "b", "c"], [1, None, 3], [], ["total", 2, 3]]
    shown = noted("C1", "B3", "C4", data=made.rows(table))
    assert shown == (
        "## Data\n\nTitle[^1]\n\n[^1]: on C1\n\n<!-- A2:C5 -->\n\n| a | b | c |\n"
        "| --- | --- | --- |\n| 1 | [^2] | 3 |\n|  |  | [^3] |\n| total | 2 | 3 |\n\n"
        "[^2]: on B3\n\n[^3]: on C4"
    )


def test_a_note_beside_a_table_neither_widens_nor_tears_it():
    """In the look ahead and after it; it comes after all tables, with its place."""
    table = [["a", "b"], *([n, n] for n in range(1500))]
    shown = noted("D2", "D1400", "A1600", data=made.rows(table))
    assert shown.count("| --- |") == 1
    assert shown.endswith(
        "| 1499 | 1499 |\n\n<!-- D2 -->\n\n[^1]\n\n[^1]: on D2\n\n<!-- D1400 -->\n\n"
        "[^2]\n\n[^2]: on D1400\n\n<!-- A1600 -->\n\n[^3]\n\n[^3]: on A1600"
    )


def test_what_controls_show_is_looked_up_in_bounds():
    """Each may ask for another range at the end of a long sheet."""
    book = made.Book()
    own = (("v", "vmlDrawing", "../drawings/vmlDrawing1.vml", False),)
    book.add("Data", made.sheet(made.rows([["x"]])), own=own)
    book.parts["xl/drawings/vmlDrawing1.vml"] = made.vml(*(
        ("Drop", "", f"<x:FmlaRange>$A$1:$A${n}</x:FmlaRange><x:Sel>1</x:Sel>")
        for n in range(1, 201)
    ))  # fmt: skip
    shown = text(book.bytes())
    assert shown.count("drop-down list at") == 200
    assert shown.count("-->\n\nx") == 100


def charted(data: str, category: str, *codes: str, cached: str = "") -> str:
    """Return a sheet with a chart of C1:C3 by a range of categories."""
    book = made.Book(*codes)
    own = (("d", "drawing", "../drawings/drawing1.xml", False),)
    book.add("Data", made.sheet(data), own=own)
    book.parts["xl/drawings/drawing1.xml"] = made.anchored(
        made.frame("chart", '<c:chart r:id="c"/>')
    )
    book.parts["xl/drawings/_rels/drawing1.xml.rels"] = made.relations(
        ("c", "chart", "../charts/chart1.xml", False)
    )
    book.parts["xl/charts/chart1.xml"] = (
        f"<chartSpace><ser><cat><numRef><f>{category}</f>{cached}</numRef></cat><val>"
        "<numRef><f>Data!$C$1:$C$3</f></numRef></val></ser></chartSpace>"
    )
    return text(book.bytes()).partition("<!-- chart")[2]


@pytest.mark.parametrize("named", ["", "<userShapes/>"])
def test_what_is_written_on_a_chart_follows_it(named):
    book = made.Book()
    own = (("d", "drawing", "../drawings/drawing1.xml", False),)
    book.add("Data", made.sheet(made.rows([[1]])), own=own)
    book.parts["xl/drawings/drawing1.xml"] = made.anchored(
        made.frame("chart", '<c:chart r:id="c"/>')
    )
    book.parts["xl/drawings/_rels/drawing1.xml.rels"] = made.relations(
        ("c", "chart", "../charts/chart1.xml", False)
    )
    book.parts["xl/charts/chart1.xml"] = (
        "<chartSpace><ser><val><numLit><pt idx='0'><v>5</v></pt></numLit></val></ser>"
        f"{named}</chartSpace>"
    )
    book.parts["xl/charts/_rels/chart1.xml.rels"] = made.relations(
        ("u", "chartUserShapes", "../drawings/drawing2.xml", False)
    )
    book.parts["xl/drawings/drawing2.xml"] = made.anchored(
        made.shape("Box", "<a:r><a:t>the best year</a:t></a:r>")
    )
    shown = text(book.bytes())
    assert shown.endswith("|  | 5 |\n\n<!-- text box: Box at B2 -->\n\nthe best year")


def test_levels_of_categories_are_looked_up_as_levels():
    """A label that is not repeated holds for the rows below it."""
    data = made.rows([["North", "a", 1], [None, "b", 2], ["South", "c", 3]])
    shown = charted(data, "Data!$A$1:$B$3")
    assert "| North / a | 1 |\n| North / b | 2 |\n| South / c | 3 |" in shown


def test_dates_of_a_chart_are_shown_as_in_their_cells():
    """Unless the file lacks some of them, as it does those of hidden rows."""
    data = made.rows(
        [[(46023, 1), None, 1], [(46024, 1), None, 2], [(46025, 1), None, 3]]
    )
    cache = "<numCache><formatCode>General</formatCode>{}</numCache>"
    points = [f'<pt idx="{n}"><v>{46023 + n}</v></pt>' for n in range(3)]
    every = cache.format("".join(points))
    shown = charted(data, "Data!$A$1:$A$3", "yyyy-mm-dd", cached=every)
    assert "| 2026-01-01 | 1 |\n| 2026-01-02 | 2 |\n| 2026-01-03 | 3 |" in shown
    some = cache.format("".join(points[:2]))
    shown = charted(data, "Data!$A$1:$A$3", "yyyy-mm-dd", cached=some)
    assert "| 46023 | 1 |" in shown


@pytest.mark.parametrize("target", [
    "javascript:alert(1)", " JavaScript :alert(1)", "data:text/html,x",
])  # fmt: skip
def test_a_link_that_would_run_a_script_loses_its_target(target):
    """Of a cell and of a shape."""
    book = made.Book()
    after = '<hyperlinks><hyperlink ref="A1" r:id="h"/></hyperlinks>'
    part = made.sheet(made.rows([["x", "y"]]), after=after)
    book.add("Data", part, own=(("h", "hyperlink", target, True),))
    assert "| x | y |" in text(book.bytes())
    assert losses(book.bytes())["unsafe-link"]
    click = '<a:hlinkClick r:id="h"/>'
    shape = made.shape("Box", "<a:r><a:t>one</a:t></a:r>", inside=click)
    assert text(drawing(shape, h=target)).endswith("\n\none")


def test_rows_of_other_things_are_no_rows_of_the_sheet():
    """Controls are anchored to a row; extensions may hold anything."""
    after = (
        '<controls><control shapeId="1"><controlPr><anchor><from><row>3</row></from>'
        '</anchor></controlPr></control></controls><extLst><ext><row r="1"/></ext>'
        "</extLst>"
    )
    data = '<row r="1048576"><c r="A1048576"><v>1</v></c></row>'
    assert losses(made.one(data, after=after)) == {}


@pytest.mark.parametrize(("attributes", "shown"), [
    ('dt2D="1" dtr="1" r1="B1" r2="B2"', "TABLE(B1,B2)"),
    ('dtr="1" r1="B1"', "TABLE(B1,)"),
    ('r1="B1"', "TABLE(,B1)"),
])  # fmt: skip
def test_a_table_of_what_ifs_has_the_formula_that_excel_shows(attributes, shown):
    cell = f'<c r="C5"><f t="dataTable" ref="C5:D6" {attributes}/><v>7</v></c>'
    data = made.one(f'<row r="5">{cell}</row>')
    assert text(data).endswith("7")
    assert f"7 `{{={shown}}}` (C5:D6)" in text(data, formulas=True)


@pytest.mark.parametrize("part", [
    made.sheet('<row r="²"><c r="A1"><v>1</v></c></row>'),
    made.sheet(made.rows([[1]]), '<cols><col min="²" max="²" hidden="1"/></cols>'),
])  # fmt: skip
def test_what_looks_like_a_number_and_is_none_costs_no_sheet(part):
    book = made.Book()
    book.add("Data", part)
    assert text(book.bytes()) == "## Data\n\n1"


def groups(*cells: str) -> str:
    """Return the sparklines of a sheet, one group each."""
    return "".join(
        "<x14:sparklineGroup><x14:sparklines><x14:sparkline><xm:f>A!B2:D2</xm:f>"
        f"<xm:sqref>{cell}</xm:sqref></x14:sparkline></x14:sparklines>"
        "</x14:sparklineGroup>"
        for cell in cells
    )


@pytest.mark.parametrize(("cells", "said"), [
    (("E2",), "a sparkline of sheet 'A' is left out: E2"),
    (("E4", "E3", "E2"), "3 sparklines of sheet 'A' are left out: E2:E4"),
    (("C2", "D2", "E2"), "3 sparklines of sheet 'A' are left out: C2:E2"),
    (("C2", "C3", "D2", "D3", "F"), "5 sparklines of sheet 'A' are left out: C2:D3"),
    (("?",), "a sparkline of sheet 'A' is left out"),
    (tuple(f"{c}{r}" for c, r in zip("ABCDEFG", range(1, 8), strict=True)),
     "7 sparklines of sheet 'A' are left out: A1, B2, C3, D4, E5 and 2 more"),
])  # fmt: skip
def test_sparklines_are_named_by_their_cells(cells, said):
    """Which look empty."""
    book = made.Book()
    after = (
        '<extLst><ext uri="x"><x14:sparklineGroups xmlns:x14="x14" xmlns:xm="xm">'
        f"{groups(*cells)}</x14:sparklineGroups></ext></extLst>"
    )
    book.add("A", made.sheet(made.rows([[1, 2]]), after=after))
    assert losses(book.bytes())["sparklines"].message == said


def test_sparklines_of_libreoffice_are_named():
    path = FIXTURES / "ods/good/sparklines.ods"
    said = "3 sparklines of sheet 'Trends' are left out: E2:E4"
    assert losses(path.read_bytes())["sparklines"].message == said


def test_sparklines_of_binary_parts_are_named():
    """Each is a header with the one range that it is in."""
    sparks = b"".join(
        record_of(1043, struct.pack("<8L", 6, 1, 2, 1, row, row, 4, 4) + bytes(8))
        for row in (1, 2)
    )
    out = io.BytesIO()
    with (
        zipfile.ZipFile(FIXTURES / "xlsb/good/RkNumber.xlsb") as old,
        zipfile.ZipFile(out, "w") as new,
    ):
        for name in old.namelist():
            data = old.read(name)
            if name.endswith("sheet1.bin"):
                end = record_of(130, b"")
                data = data.removesuffix(end) + sparks + end
            new.writestr(name, data)
    message = losses(out.getvalue())["sparklines"].message
    assert message.startswith("2 sparklines of sheet")
    assert message.endswith("are left out: E2:E3")


def test_a_merged_cell_shows_its_value_in_its_first_row_that_is_seen():
    """As where a filter has hidden the rows above."""
    data = made.rows(
        [["Dept", "Emp"], ["Sales", "a"], ["", "b"], ["Ops", "c"], ["", "d"]]
    )
    data = data.replace('<row r="2"', '<row r="2" hidden="1"')
    merges = '<mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="A4:A5"/></mergeCells>'
    book = made.Book()
    book.add("A", made.sheet(data, after=merges))
    shown, hidden = text(book.bytes()).split("<!-- hidden row 2 -->")
    assert "| Sales | b |\n| Ops | c |\n|  | d |" in shown
    assert "| Sales | a |" in hidden


def test_numbers_that_their_format_hides_are_told_but_not_zeros():
    """A format may show some numbers and hide others."""
    cells = [
        ["k", "v"],
        ["a", (-4000.5, 1)],
        ["b", (9, 2)],
        ["c", (0, 1)],
        ["d", (5, 1)],
    ]
    found = losses(made.one(made.rows(cells), "0.00;;", '""'))
    assert found["hidden-value"].message.startswith("2 values of sheet 'Data' hidden")
    assert found["hidden-value"].message.endswith(": B2, B3")

"""What Word, Excel and PowerPoint files share: formulas, charts, numbers, parts."""

# ruff: noqa: E501, ISC004, RUF001 - tables of signs and of XML
from __future__ import annotations

import io
import zipfile
from xml.etree.ElementTree import fromstring

import pytest

from kimi_read.errors import Malformed
from kimi_read.guard.zip import Package
from kimi_read.ooxml import chartnumbers
from kimi_read.ooxml.chart import callouts, chart, unstored
from kimi_read.ooxml.counting import counted
from kimi_read.ooxml.fonts import shown
from kimi_read.ooxml.mono import is_mono
from kimi_read.ooxml.omml import latex
from kimi_read.ooxml.parts import Growing, alternative, tree
from kimi_read.ooxml.properties import properties
from kimi_read.ooxml.relations import content_types, main_part, relations, resolve
from kimi_read.ooxml.symbols import symbols
from kimi_read.source import in_memory

M = "http://schemas.openxmlformats.org/officeDocument/2006/math"


def math(inner: str) -> str:
    """Return the LaTeX of what stands in ``m:oMath``; ``~x~`` is a run of x."""
    made = ""
    for index, piece in enumerate(inner.split("~")):
        made += f"<m:r><m:t>{piece}</m:t></m:r>" if index % 2 else piece
    return latex(fromstring(f'<m:oMath xmlns:m="{M}">{made}</m:oMath>'))


def package(parts: dict[str, str | bytes]) -> Package:
    """Return a package of these parts."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        for name, content in parts.items():
            made.writestr(name, content)
    return Package(in_memory(buffer.getvalue(), "x"))


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        ("~α+β~", "\\alpha +\\beta"),
        ("<m:f><m:num>~a~</m:num><m:den>~b~</m:den></m:f>", "\\frac{a}{b}"),
        ("<m:f><m:fPr><m:type m:val='lin'/></m:fPr><m:num>~a~</m:num><m:den>~b+1~"
         "</m:den></m:f>", "a/{b+1}"),
        ("<m:sSup><m:e>~x~</m:e><m:sup>~10~</m:sup></m:sSup>", "x^{10}"),
        ("<m:sSup><m:e>~x+y~</m:e><m:sup>~2~</m:sup></m:sSup>", "{x+y}^{2}"),
        ("<m:sSub><m:e>~x~</m:e><m:sub>~i~</m:sub></m:sSub>", "x_{i}"),
        ("<m:rad><m:deg/><m:e>~x~</m:e></m:rad>", "\\sqrt{x}"),
        ("<m:d><m:e>~x~</m:e><m:e>~y~</m:e></m:d>", "(x|y)"),
        ("<m:limLow><m:e>~x~</m:e><m:lim/></m:limLow>", "x"),
        ("<m:bar><m:e>~x~</m:e></m:bar>", "\\underline{x}"),
        ("<m:acc><m:e>~x~</m:e></m:acc>", "\\hat{x}"),
        ("<m:acc><m:e>~xyz~</m:e></m:acc>", "\\widehat{xyz}"),
        ("<m:func><m:fName>~cos~</m:fName><m:e>~x~</m:e></m:func>", "\\cos x"),
        ("<m:func><m:fName>~foo~</m:fName><m:e>~x~</m:e></m:func>",
         "\\operatorname{foo} x"),
        ("<m:limLow><m:e>~a+b~</m:e><m:lim>~⏟~</m:lim></m:limLow>",
         "\\underbrace{a+b}"),
        ("<m:unknown>~x~</m:unknown>", "x"),
        ("~two words~", "\\text{two words}"),
        ("~𝐱𝑦ℝ~", "\\mathbf{x}y\\mathbb{R}"),
        ("~50% {a}~", "50\\% \\{a\\}"),
        ("<m:box><m:e>~x~</m:e></m:box>", "x"),
        ("~ⅆx~", "\\mathrm{d}x"),
        ("<m:d><m:dPr><m:begChr m:val='\u2329'/><m:endChr m:val='\u3009'/></m:dPr>"
         "<m:e>~a~</m:e></m:d>", "\\langle a\\rangle"),
        ("<m:eqArr><m:eqArrPr><m:maxDist m:val='1'/></m:eqArrPr><m:e>~a=b#(1)~</m:e>"
         "</m:eqArr>", "a=b \\tag{1}"),
        ("<m:eqArr><m:e>~a#b~</m:e></m:eqArr>", "\\begin{aligned} a\\#b \\end{aligned}"),
        ("<m:borderBox><m:e>~x~</m:e></m:borderBox>", "\\boxed{x}"),
    ],
)  # fmt: skip
def test_office_mathematics_become_latex(inner, text):
    """Each construct has its command; what is unknown gives its content."""
    assert math(inner) == text


def test_formulas_of_any_depth_end():
    """Hostile nesting is shown as its text."""
    assert "x" in math("<m:rad><m:e>" * 200 + "~x~" + "</m:e></m:rad>" * 200)


def test_every_mathematical_letter_has_a_plain_one():
    """No character of the mathematical alphabets reaches LaTeX as it is."""
    letters = "".join(map(chr, range(0x1D400, 0x1D800)))
    assert not [char for char in symbols(letters) if 0x1D400 <= ord(char) < 0x1D800
                and char.isalnum()]  # fmt: skip


@pytest.mark.parametrize(
    ("number", "form", "text"),
    [
        (4, "lowerRoman", "iv"), (1994, "upperRoman", "MCMXCIV"),
        (28, "lowerLetter", "bb"), (26, "upperLetter", "Z"), (9, "decimalZero", "09"),
        (11, "ordinal", "11th"), (22, "ordinal", "22nd"), (21, "ordinalText", "Twenty-first"),
        (110, "cardinalText", "One hundred ten"), (23, "chineseCountingThousand", "二十三"),
        (115, "japaneseCounting", "百十五"), (16, "hebrew1", "טז"), (3, "none", ""),
        (51, "decimalEnclosedCircle", "51"), (0, "upperRoman", "0"), (7, "nonsense", "7"),
        (-1, "lowerLetter", "-1"), (5, "chicago", "**"), (2, "ganada", "나"),
    ],
)  # fmt: skip
def test_numbers_are_written_as_office_writes_them(number, form, text):
    """A format that cannot show a number shows it in decimals."""
    assert counted(number, form) == text


def test_symbol_fonts_are_read_as_they_look():
    """Codes and their doubles in the private area are the same sign."""
    assert shown("\uf0fc\xfc", "Wingdings") == "✓✓"
    assert shown("abc", "Symbol") == "αβχ"
    assert shown("abc", "Arial") == "abc"


@pytest.mark.parametrize(
    ("font", "mono"),
    [("Courier New", True), ("Consolas", True), ("DejaVu Sans Mono", True),
     ("Fira Code Retina", True), ("Arial", False), ("Monotype Corsiva", False), ("", False)],
)  # fmt: skip
def test_fonts_of_code_are_known_by_name(font, mono):
    """A name that only begins alike is none."""
    assert is_mono(font) is mono


CHART = (
    '<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><a:t>T</a:t></c:title>'
    "<c:plotArea><c:lineChart><c:ser><c:tx><c:v>S</c:v></c:tx><c:cat><c:strCache>"
    '<c:pt idx="0"><c:v>A</c:v></c:pt><c:pt idx="2"><c:v>C</c:v></c:pt></c:strCache>'
    '</c:cat><c:val><c:numCache><c:formatCode>0%</c:formatCode><c:pt idx="0"><c:v>0.1'
    '</c:v></c:pt><c:pt idx="1"><c:v>0.30000000000000004</c:v></c:pt></c:numCache>'
    "</c:val></c:ser></c:lineChart></c:plotArea></c:chart></c:chartSpace>"
)


def test_a_chart_is_its_table():
    """Points that a series or the categories lack are blank."""
    made = chart(fromstring(CHART))
    assert (made.title, made.kind, made.header) == ("T", "line chart", ("", "S"))
    assert made.rows == (("A", "10%"), ("", "30%"), ("C", ""))


def test_words_beside_the_fields_of_a_label_are_kept():
    """A field gives what the table says, or a cell of the range of labels."""
    label = (
        '<c:dLbls><c:dLbl><c:idx val="{}"/><c:tx><a:p><a:fld type="{}"><a:t>[X]</a:t></a:fld>'
        "<a:r><a:t>{}</a:t></a:r></a:p></c:tx></c:dLbl></c:dLbls>"
    )
    cells = '<c:dlblRangeCache><c:pt idx="2"><c:v>cell</c:v></c:pt></c:dlblRangeCache>'
    labels = label.format(0, "VALUE", " peak") + label.format(2, "CELLRANGE", " low")
    labels += label.format(1, "VALUE", ", ") + cells
    made = chart(fromstring(CHART.replace("<c:cat>", f"{labels}<c:cat>")))
    assert [row[-1] for row in made.rows] == ["peak", "", "cell low"]


def test_the_mark_of_a_chart_has_its_title_and_its_alternative_text():
    """Unless one says what the other does."""
    made = chart(fromstring(CHART))
    assert made.label("of all") == "chart: T: of all"
    assert made.label("T of all") == "chart: T of all"
    assert unstored(fromstring(CHART)) == "chart: T"


def test_text_that_is_drawn_into_a_chart_is_found():
    """It lies in a part of its own."""
    drawn = (
        '<c:userShapes xmlns:c="c" xmlns:a="a"><c:relSizeAnchor><c:sp><c:txBody><a:p>'
        "<a:t>look</a:t></a:p></c:txBody></c:sp></c:relSizeAnchor></c:userShapes>"
    )
    root = fromstring(
        CHART.replace("</c:chartSpace>", "<c:userShapes/></c:chartSpace>")
    )
    parts = package(
        {
            "c/d.xml": drawn,
            "c/_rels/c.xml.rels": '<Relationships><Relationship Id="r" Type="x/chartUserShapes" Target="d.xml"/></Relationships>',
        }
    )
    assert callouts(parts, "c/c.xml", root) == ["look"]
    assert not callouts(parts, "c/c.xml", fromstring(CHART))


def test_a_chart_shows_its_numbers_as_its_format_says():
    """Whoever knows number formats turns values into text."""
    made = chart(fromstring(CHART), lambda value, code: f"{value}|{code}")
    assert made.rows[0] == ("A", "0.1|0%")


def test_points_of_other_series_have_columns_of_their_own():
    """Scatter charts may have x values for each series."""
    series = "".join(
        f"<ser><tx><v>{name}</v></tx><xVal><numLit><pt idx='0'><v>{x}</v></pt></numLit>"
        f"</xVal><yVal><numLit><pt idx='0'><v>{y}</v></pt></numLit></yVal></ser>"
        for name, x, y in (("A", 1, 2), ("B", 3, 4e20))
    )
    made = chart(
        fromstring(f"<chartSpace><scatterChart>{series}</scatterChart></chartSpace>")
    )
    assert made.header == ("", "A", "B (categories)", "B")
    assert made.rows == (("1", "2", "3", "4e+20"),)


def test_levels_of_categories_are_joined_outer_first():
    """An outer label holds until the next one."""
    levels = (
        "<lvl><pt idx='0'><v>SF</v></pt><pt idx='1'><v>LA</v></pt></lvl>"
        "<lvl><pt idx='0'><v>CA</v></pt></lvl>"
    )
    made = chart(fromstring(
        f"<chartSpace><ser><cat><multiLvlStrRef>{levels}</multiLvlStrRef></cat><val>"
        "<numCache><pt idx='0'><v>1</v></pt><pt idx='1'><v>2</v></pt></numCache></val></ser></chartSpace>"
    ))  # fmt: skip
    assert [row[0] for row in made.rows] == ["CA / SF", "CA / LA"]


def test_charts_of_the_newer_kind_are_tables_too():
    """Waterfalls and the like keep their data beside their series."""
    made = chart(fromstring(
        "<chartSpace><chartData><data id='0'><strDim type='cat'><lvl ptCount='2'><pt idx='0'>a</pt>"
        "<pt idx='1'>b</pt></lvl></strDim><numDim type='val'><lvl><pt idx='0'>5</pt><pt idx='1'>6</pt>"
        "</lvl></numDim></data></chartData><chart><series><tx><v>S</v></tx></series></chart></chartSpace>"
    ))  # fmt: skip
    assert made.header == ("", "S")
    assert made.rows == (("a", "5"), ("b", "6"))


def test_a_part_that_is_no_chart_has_none():
    """Data of another kind is told from a chart."""
    assert chart(fromstring("<x/>")) is None


@pytest.mark.parametrize(
    ("folder", "target", "name"),
    [
        ("word", "media/a.png", "word/media/a.png"),
        ("word", "/word/media/a.png", "word/media/a.png"),
        ("word", "../xl/b.xml", "xl/b.xml"),
        ("word", "..\\..\\..\\etc/passwd", "etc/passwd"),
        ("ppt/slides", "./../media/x.png#frag", "ppt/media/x.png"),
    ],
)
def test_targets_stay_in_the_package(folder, target, name):
    """Absolute, relative, back-slashed, climbing: all are names of parts."""
    assert resolve(folder, target) == name


RELS = (
    '<Relationships xmlns="r"><Relationship Id="a" Type="x/image" Target="a%20b.png"/>'
    '<Relationship Id="b" Type="x/hyperlink" Target="http://e.org/%20" TargetMode="External"/>'
    "</Relationships>"
)


def test_relationships_prefer_a_name_that_exists():
    """An escaped target finds the part with a blank in its name."""
    made = package({"word/a b.png": b"", "word/_rels/d.xml.rels": RELS})
    found = relations(made, "word/d.xml")
    assert found["b"].external
    assert found["b"].target == "http://e.org/%20"
    assert found["a"].target == "word/a b.png"


def test_the_main_part_is_found_without_relationships():
    """Its content type, or its usual name, tells it."""
    types = (
        '<Types xmlns="t"><Override PartName="/odd/d.xml" ContentType="application/vnd.x.'
        'wordprocessingml.document.main+xml"/></Types>'
    )
    made = package({"[Content_Types].xml": types, "odd/d.xml": b""})
    assert content_types(made)[1] == {"odd/d.xml": types.split('"')[5]}
    assert main_part(made, "word/document.xml", media="wordprocessing") == "odd/d.xml"
    usual = package({"word/document.xml": b""})
    assert main_part(usual, "word/document.xml") == "word/document.xml"
    assert main_part(package({"x": b""}), "word/document.xml") == ""


def test_a_part_is_read_up_to_its_fault():
    """A broken end leaves what came before it."""
    root, fault = tree(package({"a.xml": b"<a><b/><c>"}), "a.xml")
    assert [child.tag for child in root] == ["b", "c"]
    assert fault
    assert tree(package({"a.xml": b"<a/>"}), "b.xml") == (None, "it is missing")


def test_a_document_type_is_no_part():
    """Whoever declares entities is refused."""
    made = package({"a.xml": b'<!DOCTYPE a [<!ENTITY b "c">]><a/>'})
    with pytest.raises(Malformed):
        Growing(made, "a.xml")
    assert tree(made, "a.xml")[0] is None


def test_strict_names_are_renamed_wherever_they_are_split():
    """A chunk may end inside a namespace name."""
    strict = "http://purl.oclc.org/ooxml/drawingml/main"
    inner = "".join(
        f'<a:x xmlns:a="{strict}">{"y" * (n % 97)}</a:x>' for n in range(4000)
    )
    text = f'<w xmlns="http://purl.oclc.org/ooxml/wordprocessingml/main">{inner}</w>'
    root, fault = tree(package({"a.xml": text}), "a.xml")
    assert not fault
    wanted = "{http://schemas.openxmlformats.org/drawingml/2006/main}x"
    assert {child.tag for child in root} == {wanted}


def test_properties_are_those_of_json():
    """Numbers are numbers, blanks are one, empty ones are absent."""
    core = '<p xmlns:d="d"><d:title> A  b </d:title><d:creator/></p>'
    app = "<p><Pages>3</Pages><Words>many</Words></p>"
    made = package({"docProps/core.xml": core, "docProps/app.xml": app})
    assert properties(made) == {"title": "A b", "pages": 3}


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        ("45292", "m/d/yyyy", "1/1/2024"),
        ("45292", "yyyy-mm-dd", "2024-01-01"),
        ("45292", "[$-409]d\\-mmm\\-yy;@", "1-Jan-24"),
        ("45292", "dddd", "Monday"),
        ("45292", 'yyyy"年"m"月"', "2024年1月"),
        ("45292.25", "m/d/yy h:mm", "1/1/24 6:00"),
        ("0.75", "h:mm AM/PM", "6:00 PM"),
        ("1.5", "[h]:mm:ss", "36:00:00"),
        ("59", "d.m.yyyy", "28.2.1900"),
        ("0.3", "0%", "30%"),
        ("0.051", "0.00%;[Red]-0.00%", "5.10%"),
        ("1234.5", "#,##0", "1234.5"),
        ("0.30000000000000004", "General", "0.3"),
        ("3", '"m"0', "3"),
        ("-3", "m/d/yyyy", "-3"),
        ("1e400", "0", "1e400"),
        ("x", "0%", "x"),
    ],
)
def test_dates_and_shares_of_charts_are_shown_as_such(value, code, text):
    """A day is a number, and a share a fraction: no other number needs its format."""
    assert chartnumbers.shown(value, code) == text


def test_charts_may_count_their_days_from_1904():
    """As old Macintosh workbooks do."""
    assert chartnumbers.shown("43830", "yyyy-mm-dd", from_1904=True) == "2024-01-01"


@pytest.mark.parametrize(
    ("attributes", "text"),
    [
        ("", ""), ("title='T'", "T"), ("descr=' a  b'", "a b"),
        ("title='T' descr='D'", "T: D"), ("title='map' descr='a map'", "a map"),
    ],
)  # fmt: skip
def test_the_alternative_text_of_a_drawing_has_its_title(attributes, text):
    """Unless the text repeats it."""
    assert alternative(fromstring(f"<docPr {attributes}/>")) == text

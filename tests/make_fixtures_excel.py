"""Makes the workbooks of fixtures/xlsx and of the tests, from raw XML.

    python tests/make_fixtures_excel.py

Raw parts show things that no library writes: damaged parts, strict namespaces,
prefixes, hidden rows, cells without references.
"""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

FIXTURES = Path(__file__).parent.parent / "fixtures"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
STRICT_MAIN = "http://purl.oclc.org/ooxml/spreadsheetml/main"
STRICT_OFFICE = "http://purl.oclc.org/ooxml/officeDocument/relationships"
DOT = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c"
    "49444154789c63f8cfc0000003010100c9fe92ef0000000049454e44ae426082"
)
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_TYPES = (
    f"{HEAD}<Types xmlns="
    '"http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.'
    'openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>'
)


def relations(*found: tuple[str, str, str, bool]) -> str:
    """Return a relationship part: id, kind, target, whether external."""
    mode = {True: ' TargetMode="External"', False: ""}
    rows = "".join(
        f'<Relationship Id="{name}" Type="{OFFICE}/{kind}" Target={quoteattr(target)}'
        f"{mode[external]}/>"
        for name, kind, target, external in found
    )
    return f'{HEAD}<Relationships xmlns="{PACKAGE}">{rows}</Relationships>'


def column(number: int) -> str:
    """Return the letters of a column counted from 1."""
    letters = ""
    while number:
        number, digit = divmod(number - 1, 26)
        letters = chr(65 + digit) + letters
    return letters


def cell(place: str, value: object, style: int = 0) -> str:
    """Return one cell: a number, a text, a boolean, or ``=formula``."""
    mark = f' s="{style}"' if style else ""
    if value is None:
        return f'<c r="{place}"{mark}/>'
    if isinstance(value, bool):
        return f'<c r="{place}"{mark} t="b"><v>{int(value)}</v></c>'
    if isinstance(value, (int, float)):
        return f'<c r="{place}"{mark}><v>{value!r}</v></c>'
    text = str(value)
    if text.startswith("="):
        return f'<c r="{place}"{mark}><f>{escape(text[1:])}</f></c>'
    if text.startswith("#") and text.endswith(("!", "?", "A")):
        return f'<c r="{place}"{mark} t="e"><v>{text}</v></c>'
    return (
        f'<c r="{place}"{mark} t="inlineStr"><is><t xml:space="preserve">'
        f"{escape(text)}</t></is></c>"
    )


def rows(table: list[list[object]], first: int = 1, left: int = 1) -> str:
    """Return the rows of a table of values; ``(value, style)`` gives a style."""
    out = []
    for number, values in enumerate(table, first):
        cells = "".join(
            cell(f"{column(left + index)}{number}",
                 *(value if isinstance(value, tuple) else (value,)))
            for index, value in enumerate(values)
            if value != ""
        )  # fmt: skip
        if cells:
            out.append(f'<row r="{number}">{cells}</row>')
    return "".join(out)


def sheet(data: str, before: str = "", after: str = "") -> str:
    """Return a worksheet part around its rows."""
    return (
        f'{HEAD}<worksheet xmlns="{MAIN}" xmlns:r="{OFFICE}">{before}'
        f"<sheetData>{data}</sheetData>{after}</worksheet>"
    )


def styles(*codes: str) -> str:
    """Return a styles part; style n has the nth format code, 0 is General."""
    formats = "".join(
        f'<numFmt numFmtId="{164 + n}" formatCode={quoteattr(code)}/>'
        for n, code in enumerate(codes)
    )
    xfs = "".join(f'<xf numFmtId="{164 + n}"/>' for n in range(len(codes)))
    return (
        f'{HEAD}<styleSheet xmlns="{MAIN}"><numFmts>{formats}</numFmts>'
        f'<cellXfs><xf numFmtId="0"/>{xfs}</cellXfs></styleSheet>'
    )


def strings(*texts: str) -> str:
    """Return a shared strings part of ready ``si`` contents."""
    items = "".join(f"<si>{text}</si>" for text in texts)
    return f'{HEAD}<sst xmlns="{MAIN}">{items}</sst>'


class Book:
    """Parts of a workbook, by name; sheets are added in order."""

    def __init__(self, *codes: str, properties: str = "", tail: str = "") -> None:
        self.parts: dict[str, str | bytes] = {}
        self._sheets: list[str] = []
        self._relations: list[tuple[str, str, str, bool]] = []
        self._properties = properties
        self._tail = tail
        if codes:
            self.parts["xl/styles.xml"] = styles(*codes)
            self._relations.append(("st", "styles", "styles.xml", False))

    def shared(self, *texts: str) -> None:
        """Add the shared strings."""
        self.parts["xl/sharedStrings.xml"] = strings(*texts)
        self._relations.append(("ss", "sharedStrings", "sharedStrings.xml", False))

    def relate(
        self, name: str, kind: str, target: str, *, external: bool = False
    ) -> None:
        """Add a relationship of the workbook."""
        self._relations.append((name, kind, target, external))

    def add(
        self, name: str, part: str, state: str = "",
        own: tuple[tuple[str, str, str, bool], ...] = (), kind: str = "worksheet",
    ) -> None:  # fmt: skip
        """Add a sheet with the relationships of its part."""
        number = len(self._sheets) + 1
        hidden = f' state="{state}"' if state else ""
        self._sheets.append(
            f'<sheet name={quoteattr(name)} sheetId="{number}"{hidden} '
            f'r:id="s{number}"/>'
        )
        self._relations.append(
            (f"s{number}", kind, f"worksheets/sheet{number}.xml", False)
        )
        self.parts[f"xl/worksheets/sheet{number}.xml"] = part
        if own:
            self.parts[f"xl/worksheets/_rels/sheet{number}.xml.rels"] = relations(*own)

    def files(self) -> dict[str, str | bytes]:
        """Return all parts by name."""
        return {
            "[Content_Types].xml": _TYPES,
            "_rels/.rels": relations(("w", "officeDocument", "xl/workbook.xml", False)),
            "xl/workbook.xml": (
                f'{HEAD}<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">{self._properties}'
                f"<sheets>{''.join(self._sheets)}</sheets>{self._tail}</workbook>"
            ),
            "xl/_rels/workbook.xml.rels": relations(*self._relations),
            **self.parts,
        }

    def bytes(self, without: tuple[str, ...] = ()) -> bytes:
        """Return the package."""
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as package:
            for name, content in self.files().items():
                if name not in without:
                    info = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
                    package.writestr(info, content, zipfile.ZIP_DEFLATED)
        return buffer.getvalue()


def one(data: str, *codes: str, after: str = "", **more: str) -> bytes:
    """Return a workbook of one sheet called Data."""
    book = Book(*codes, **more)
    book.add("Data", sheet(data, after=after))
    return book.bytes()


def regions() -> bytes:
    """A title, a table, a remark, two tables side by side, a gap inside data."""
    data = rows([["Costs of the year"]])
    data += rows([["Item", "Amount"], ["Rent", 1200], ["Water", 80]], 3)
    data += rows([["Total", 1280]], 7)
    data += rows([["All amounts in euros."]], 9)
    data += rows([["Name", "Age", "", "", "", "City", "Size", "Rank"],
                  ["Ann", 31, "", "", "", "Rome", 2.8, 1],
                  ["Bob", 28, "", "", "", "Oslo", 0.7, 2],
                  ["Eve", 44]], 12)  # fmt: skip
    data += rows([["Month", "", "Sales"], ["Jan", "", 10], ["Feb", "", 20]], 19, 2)
    return one(data)


def merged() -> bytes:
    """A header over two columns, a label over two rows, values in covered cells."""
    data = rows([["Region", "2025", "covered", "2026"],
                 ["", "Half 1", "Half 2", "Half 1", "Half 2"],
                 ["North", 1, 2, 3, 4], ["South", 5, 6, 7, 8]])  # fmt: skip
    merges = "".join(f'<mergeCell ref="{ref}"/>' for ref in ("A1:A2", "B1:C1", "D1:E1"))
    return one(data, after=f"<mergeCells>{merges}</mergeCells>")


def formulas() -> bytes:
    """Cached, never calculated, shared, array and link formulas, a text result."""
    data = (
        '<row r="1"><c r="A1"><v>2</v></c><c r="B1"><f>A1*2</f><v>4</v></c>'
        '<c r="C1"><f>SUM(A1:B1)</f></c><c r="D1"><f>A1&amp;"|"</f><v></v></c></row>'
        '<row r="2"><c r="A2"><v>3</v></c>'
        '<c r="B2"><f t="shared" ref="B2:B3" si="0">A2*$A$1</f><v>6</v></c>'
        '<c r="C2"><f t="array" ref="C2:C3">A2:A3*2</f><v>6</v></c>'
        '<c r="D2" t="str"><f>""</f><v></v></c></row>'
        '<row r="3"><c r="A3"><v>4</v></c><c r="B3"><f t="shared" si="0"/><v>8</v></c>'
        '<c r="C3"><v>8</v></c><c r="D3" t="str">'
        '<f>HYPERLINK("https://example.com/a","here")</f><v>here</v></c></row>'
    )
    return one(data)


def hidden() -> bytes:
    """Hidden rows in the middle, hidden columns, a hidden and a very hidden sheet."""
    data = rows([["Name", "Cost", "Margin", "Price"]])
    for number in range(2, 9):
        line = rows([[f"item {number}", number, number / 2, number * 1.5]], number)
        if number in (4, 5, 7):
            line = line.replace("<row ", '<row hidden="1" ')
        data += line
    columns = '<cols><col min="3" max="3" width="9" hidden="1" customWidth="1"/></cols>'
    book = Book()
    book.add("Shown", sheet(data, before=columns))
    book.add("Notes", sheet(rows([["A", "B"], [1, 2]])), "hidden")
    book.add("Keys", sheet(rows([["secret"]])), "veryHidden")
    return book.bytes()


def veiled() -> bytes:
    """Text in the colour of its ground, too small, shown as nothing; rich parts."""
    white, font = '<color rgb="FFFEFEFE"/>', '<sz val="11"/>'
    fonts = (font, font + white, '<sz val="1"/>', f'{font}<color theme="0"/>')
    solid = '<patternFill patternType="solid"><fgColor {}/></patternFill>'
    fills = ('<patternFill patternType="none"/>', solid.format('rgb="FF203040"'),
             solid.format('indexed="8"'),
             solid.format('theme="1" tint="0.5"'))  # fmt: skip
    looks = ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 2, 0), (2, 0, 0), (0, 0, 164),
             (0, 0, 165), (3, 0, 0), (3, 3, 0))  # fmt: skip
    xfs = "".join(
        f'<xf fontId="{f}" fillId="{g}" numFmtId="{n}"/>' for f, g, n in looks
    )
    book = Book("General")
    book.parts["xl/styles.xml"] = (
        f'{HEAD}<styleSheet xmlns="{MAIN}"><numFmts><numFmt numFmtId="164" '
        'formatCode=";;;"/><numFmt numFmtId="165" formatCode="0;-0;;@"/></numFmts>'
        f"<fonts>{''.join(f'<font>{one}</font>' for one in fonts)}</fonts>"
        f"<fills>{''.join(f'<fill>{one}</fill>' for one in fills)}</fills>"
        f"<cellXfs>{xfs}</cellXfs><dxfs><dxf><font><b/></font></dxf><dxf><fill>"
        '<patternFill><bgColor rgb="FFFF0000"/></patternFill></fill></dxf></dxfs>'
        "</styleSheet>"
    )
    draw = "http://schemas.openxmlformats.org/drawingml/2006/main"
    book.parts["xl/theme/theme1.xml"] = (
        f'{HEAD}<a:theme xmlns:a="{draw}"><a:themeElements><a:clrScheme name="O">'
        '<a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1><a:lt1><a:sysClr '
        'val="window" lastClr="FFFFFF"/></a:lt1></a:clrScheme></a:themeElements>'
        "</a:theme>"
    )
    book.relate("th", "theme", "theme/theme1.xml")
    book.shared("<t>seen</t>", f"<r><t>Sum </t></r><r><rPr>{white}</rPr><t>all *told*"
                '</t></r><r><rPr><sz val="1"/></rPr><t> dust</t></r>')  # fmt: skip
    shared = '<row r="9"><c r="A9" t="s"><v>1</v></c><c r="B9"><v>9</v></c></row>'
    data = rows([["Text", "Value"], [("white on white", 1), (2, 1)],
                 [("white on dark", 2), (3, 2)], [("black on black", 3), (4, 4)],
                 [("nothing", 5), (5, 5)], [(0, 6), (0, 5)],
                 [("theme", 7), (7, 8)],
                 [("colours later", 1), ("bold later", 1)]])  # fmt: skip
    rules = "".join(
        f'<conditionalFormatting sqref="{cells}"><cfRule type="expression" '
        f'priority="{style + 1}" dxfId="{style}"><formula>TRUE</formula></cfRule>'
        "</conditionalFormatting>"
        for cells, style in (("A8 D1:D4", 1), ("B8", 0))
    )
    book.add("Data", sheet(data + shared, after=rules))
    table = rows([[("Name", 1), ("Size", 1)], ["a", (1, 1)]])
    own = (("t1", "table", "../tables/table1.xml", False),)
    book.add("Styled", sheet(table), own=own)
    book.parts["xl/tables/table1.xml"] = (
        f'<table xmlns="{MAIN}" ref="A1:B1"><tableStyleInfo name="TableStyleMedium2"/>'
        "</table>"
    )
    return book.bytes()


def rich() -> bytes:
    """A picture in a cell, data types, and an error of dynamic arrays."""
    space = "http://schemas.microsoft.com/office/spreadsheetml/2017/richdata"
    book = Book()
    cells = "".join(
        f'<row r="{n}"><c r="A{n}" t="inlineStr"><is><t>{name}</t></is></c>'
        f'<c r="B{n}" t="e" vm="{n - 1}"><v>#VALUE!</v></c></row>'
        for n, name in enumerate(("Picture", "Type", "Cached type", "Spill", "Lost"), 2)
    )
    book.add("Data", sheet(rows([["What", "Shown"]]) + cells))
    for name in ("rdRichValue", "rdRichValueStructure", "richValueRel"):
        book.relate(name, name, f"richData/{name}.xml")
    book.relate("meta", "sheetMetadata", "metadata.xml")
    blocks = "".join(
        f'<bk><extLst><ext uri="x"><r:rvb xmlns:r="{space}" i="{n}"/></ext></extLst>'
        "</bk>" for n in (0, 1, 2, 4)
    )  # fmt: skip
    values = "".join(f'<bk><rc t="2" v="{n}"/></bk>' for n in (*range(4), 9))
    book.parts["xl/metadata.xml"] = (
        f'<metadata xmlns="{MAIN}"><metadataTypes><metadataType name="XLDAPR"/>'
        '<metadataType name="XLRICHVALUE"/></metadataTypes><futureMetadata '
        f'name="XLRICHVALUE">{blocks}</futureMetadata><valueMetadata>{values}'
        "</valueMetadata></metadata>"
    )
    book.parts["xl/richData/rdRichValueStructure.xml"] = (
        f'<rvStructures xmlns="{space}"><s t="_localImage"><k '
        'n="_rvRel:LocalImageIdentifier" t="i"/><k n="CalcOrigin" t="i"/><k n="Text" '
        't="s"/></s><s t="_entity"><k n="_DisplayString" t="s"/></s><s '
        't="_linkedentity"><k n="%cvi" t="r"/></s><s t="_error"><k n="errorType" '
        't="i"/></s></rvStructures>'
    )
    book.parts["xl/richData/rdRichValue.xml"] = (
        f'<rvData xmlns="{space}"><rv s="0"><v>0</v><v>5</v><v>A red dot</v></rv>'
        '<rv s="1"><v>Canada *</v></rv><rv s="2"><v>3</v></rv><rv s="1"><v>Shares'
        '</v></rv><rv s="3"><v>8</v></rv></rvData>'
    )
    book.parts["xl/richData/richValueRel.xml"] = (
        '<richValueRels xmlns="http://schemas.microsoft.com/office/spreadsheetml/2022/'
        f'richvaluerel" xmlns:r="{OFFICE}"><rel r:id="i1"/></richValueRels>'
    )
    book.parts["xl/richData/_rels/richValueRel.xml.rels"] = relations(
        ("i1", "image", "../media/image1.png", False)
    )
    book.parts["xl/media/image1.png"] = DOT
    return book.bytes()


def extras() -> bytes:
    """Comments, a thread, links, a chart, a picture, a text box, a pivot table."""
    book = Book("0.0%")
    links = '<hyperlinks><hyperlink ref="A2" r:id="h1"/><hyperlink ref="A3:A4" r:id="h2" location="top"/><hyperlink ref="B2" location="Data!A1"/></hyperlinks><drawing r:id="d1"/>'  # noqa: E501
    data = rows(
        [["Site", "Share"], ["one", (0.25, 1)], ["two", (0.5, 1)], ["three", 0.25]]
    )
    own = (
        ("h1", "hyperlink", "https://example.com/a_(b)", True),
        ("h2", "hyperlink", "https://example.com/c", True),
        ("c1", "comments", "../comments1.xml", False),
        ("t1", "threadedComment", "../threadedComments/t1.xml", False),
        ("d1", "drawing", "../drawings/drawing1.xml", False),
        ("p1", "pivotTable", "../pivotTables/pivotTable1.xml", False),
    )
    book.add("Data", sheet(data, after=links), own=own)
    book.relate("pe", "person", "persons/person.xml")
    book.relate("x1", "externalLink", "externalLinks/externalLink1.xml")
    parts = book.parts
    parts["xl/externalLinks/_rels/externalLink1.xml.rels"] = relations(
        ("r1", "externalLinkPath", "file:///C:/books/Prices.xlsx", True)
    )
    parts["xl/persons/person.xml"] = (
        '<personList xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/'
        'threadedcomments"><person displayName="Eve" id="{1}"/></personList>'
    )
    parts["xl/threadedComments/t1.xml"] = (
        '<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/'
        '2018/threadedcomments"><threadedComment ref="B3" personId="{1}" id="{a}">'
        '<text>Is it half?</text></threadedComment><threadedComment ref="B3" '
        'personId="{1}" id="{b}" parentId="{a}"><text>Yes.</text></threadedComment>'
        "</ThreadedComments>"
    )
    parts["xl/comments1.xml"] = (
        f'<comments xmlns="{MAIN}"><authors><author>Bob</author>'
        "<author>tc={a}</author></authors><commentList>"
        '<comment ref="A2" authorId="0"><text><r><t>Bob:</t></r><r><t>\nlook | here'
        '</t></r></text></comment><comment ref="B3" authorId="1"><text><t>[Threaded '
        'comment] copy</t></text></comment><comment ref="D9" authorId="0"><text><t>'
        "far away</t></text></comment></commentList></comments>"
    )
    parts["xl/pivotTables/pivotTable1.xml"] = (
        f'<pivotTableDefinition xmlns="{MAIN}" name="Shares"><location ref="F1:G9"/>'
        "</pivotTableDefinition>"
    )
    draw = "http://schemas.openxmlformats.org/drawingml/2006"
    parts["xl/drawings/_rels/drawing1.xml.rels"] = relations(
        ("c1", "chart", "../charts/chart1.xml", False),
        ("i1", "image", "../media/image1.png", False),
    )
    place = "<xdr:from><xdr:col>3</xdr:col><xdr:row>1</xdr:row></xdr:from>"
    parts["xl/drawings/drawing1.xml"] = (
        f'<xdr:wsDr xmlns:xdr="{draw}/spreadsheetDrawing" xmlns:a="{draw}/main" '
        f'xmlns:r="{OFFICE}" xmlns:c="{draw}/chart"><xdr:twoCellAnchor>{place}'
        '<xdr:graphicFrame><a:graphic><a:graphicData><c:chart r:id="c1"/>'
        "</a:graphicData></a:graphic></xdr:graphicFrame></xdr:twoCellAnchor>"
        f'<xdr:oneCellAnchor>{place}<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="1" '
        'name="Picture 1" descr="a red dot"/></xdr:nvPicPr><xdr:blipFill>'
        '<a:blip r:embed="i1"/></xdr:blipFill></xdr:pic></xdr:oneCellAnchor>'
        f'<xdr:twoCellAnchor>{place}<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="2" name="Box"/>'
        "</xdr:nvSpPr><xdr:txBody><a:p><a:r><a:t>First line</a:t></a:r></a:p>"
        "<a:p><a:r><a:t>second *line*</a:t></a:r></a:p></xdr:txBody></xdr:sp>"
        "</xdr:twoCellAnchor></xdr:wsDr>"
    )
    parts["xl/charts/chart1.xml"] = (
        f'<c:chartSpace xmlns:c="{draw}/chart" xmlns:a="{draw}/main"><c:chart><c:title>'
        "<c:tx><c:rich><a:p><a:r><a:t>Shares</a:t></a:r></a:p></c:rich></c:tx></c:title>"
        "<c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:f>Data!$B$1</c:f></c:strRef>"
        "</c:tx><c:cat><c:strRef><c:f>Data!$A$2:$A$4</c:f></c:strRef></c:cat><c:val>"
        "<c:numRef><c:f>Data!$B$2:$B$4</c:f></c:numRef></c:val></c:ser></c:barChart>"
        "</c:plotArea></c:chart></c:chartSpace>"
    )
    parts["xl/media/image1.png"] = DOT
    return book.bytes()


def anchored(*shapes: str, used: str = "") -> str:
    """Return a drawing of shapes, all of them at B2; ``used`` declares more names."""
    draw = "http://schemas.openxmlformats.org/drawingml/2006"
    place = "<xdr:from><xdr:col>1</xdr:col><xdr:row>1</xdr:row></xdr:from>"
    body = "".join(
        f"<xdr:twoCellAnchor>{place}{shape}</xdr:twoCellAnchor>" for shape in shapes
    )
    return (
        f'<xdr:wsDr xmlns:xdr="{draw}/spreadsheetDrawing" xmlns:a="{draw}/main" '
        f'xmlns:r="{OFFICE}" xmlns:c="{draw}/chart" xmlns:dgm="{draw}/diagram" '
        'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
        'xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"'
        f"{used}>{body}</xdr:wsDr>"
    )


def shape(name: str, text: str, *, own: str = "", inside: str = "") -> str:
    """Return a shape with one paragraph of ready runs, if any."""
    body = f"<xdr:txBody><a:p>{text}</a:p></xdr:txBody>" if text else ""
    return (
        f'<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="9" name="{name}"{own}>{inside}'
        f"</xdr:cNvPr></xdr:nvSpPr>{body}</xdr:sp>"
    )


def frame(kind: str, inside: str, name: str = "Frame") -> str:
    """Return a graphic frame whose data are of a kind."""
    return (
        f'<xdr:graphicFrame><xdr:nvGraphicFramePr><xdr:cNvPr id="8" name="{name}"/>'
        "</xdr:nvGraphicFramePr><a:graphic><a:graphicData uri="
        f'"http://schemas.openxmlformats.org/drawingml/2006/{kind}">{inside}'
        "</a:graphicData></a:graphic></xdr:graphicFrame>"
    )


def vml(*shapes: tuple[str, str, str]) -> str:
    """Return a drawing of the older kind: object types, texts, settings."""
    body = "".join(
        f'<v:shape id="_x0000_s{1025 + n}"><v:textbox><div><font>{text}</font></div>'
        f'</v:textbox><x:ClientData ObjectType="{kind}"><x:Anchor>3, 0, {n}, 0, 4, 0, '
        f"5, 0</x:Anchor>{settings}</x:ClientData></v:shape>"
        for n, (kind, text, settings) in enumerate(shapes)
    )
    return (
        '<xml xmlns:v="urn:schemas-microsoft-com:vml" '
        f'xmlns:x="urn:schemas-microsoft-com:office:excel">{body}</xml>'
    )


def around() -> bytes:
    """Page headers, controls, objects, a diagram, shapes, a table, a chart of words."""
    book = Book(tail='<definedNames><definedName name="Rates">Data!$B$2:$B$3'
                "</definedName></definedNames>")  # fmt: skip
    after = (
        '<headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"&amp;10Confidential'
        "&amp;CPlan &amp;&amp; costs</oddHeader><oddFooter>&amp;CPage &amp;P of &amp;N"
        '</oddFooter></headerFooter><drawing r:id="d"/><legacyDrawing r:id="v"/>'
        '<oleObjects><oleObject progId="Word.Document.12" shapeId="1029" r:id="o"/>'
        '</oleObjects><controls><control shapeId="1030" r:id="x" name="TextBox1"/>'
        "</controls>"
    )
    table = [["Item", "Rate"], ["Rent", 3], ["Water", 4]]
    own = (
        ("d", "drawing", "../drawings/drawing1.xml", False),
        ("v", "vmlDrawing", "../drawings/vmlDrawing1.vml", False),
        ("o", "package", "../embeddings/Plan.docx", False),
        ("x", "control", "../activeX/activeX1.xml", False),
        ("t", "table", "../tables/table1.xml", False),
    )
    book.add("Data", sheet(rows(table), after=after), own=own)
    parts = book.parts
    parts["xl/tables/table1.xml"] = (
        f'<table xmlns="{MAIN}" displayName="Costs" ref="A1:B3"/>'
    )
    parts["xl/embeddings/Plan.docx"] = b"not read"
    parts["xl/activeX/activeX1.xml"] = "<ocx/>"
    parts["xl/drawings/vmlDrawing1.vml"] = vml(
        ("Note", "a comment's box", ""),
        ("Button", "Press me<br>now", ""),
        ("Checkbox", "Agreed", "<x:Checked>1</x:Checked>"),
        ("Drop", "", "<x:FmlaRange>$A$2:$A$3</x:FmlaRange><x:Sel>2</x:Sel>"),
        ("Pict", "", ""),
    )
    parts["xl/drawings/_rels/drawing1.xml.rels"] = relations(
        ("c", "chart", "../charts/chart1.xml", False),
        ("g", "diagramData", "../diagrams/data1.xml", False),
        ("h", "hyperlink", "https://example.com/more", True),
        ("p", "image", "https://example.com/far.png", True),
    )
    run = "<a:r><a:t>{}</a:t></a:r>"
    click = '<a:hlinkClick r:id="h"/>'
    older = '<a:extLst><a14:compatExt spid="_x0000_s1027"/></a:extLst>'
    alternatives = "<mc:AlternateContent><mc:Choice>{}</mc:Choice><mc:Fallback>{}"
    alternatives += "</mc:Fallback></mc:AlternateContent>"
    parts["xl/drawings/drawing1.xml"] = anchored(
        frame("chart", '<c:chart r:id="c"/>'),
        frame("diagram", '<dgm:relIds r:dm="g"/>', "Diagram 1"),
        shape("Box", run.format("one") + "<a:br/>" + run.format("two"), inside=click),
        shape("Ghost", run.format("unseen"), own=' hidden="1"'),
        shape("Check Box 3", run.format("Agreed"), own=' hidden="1"', inside=older),
        shape("Arrow", "", own=' descr="points to the total"'),
        alternatives.format(frame("2010/slicer", "", "Region"),
                            shape("Old", run.format("This is a slicer."))),
        alternatives.format(frame("2017/model3d", "", "Globe"),
                            shape("Flat", run.format("A globe."))),
        frame("2099/unheard", ""),
        '<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="7" name="Far"/></xdr:nvPicPr>'
        '<xdr:blipFill><a:blip r:link="p"/></xdr:blipFill></xdr:pic>',
    )  # fmt: skip
    draw = "http://schemas.openxmlformats.org/drawingml/2006"
    node = '<dgm:pt modelId="{}"><dgm:t><a:p>' + run + "</a:p></dgm:t></dgm:pt>"
    arc = '<dgm:cxn srcId="{}" destId="{}" srcOrd="0"/>'
    parts["xl/diagrams/data1.xml"] = (
        f'<dgm:dataModel xmlns:dgm="{draw}/diagram" xmlns:a="{draw}/main"><dgm:ptLst>'
        f'<dgm:pt modelId="0" type="doc"/>{node.format(1, "Plan")}'
        f"{node.format(2, 'Build')}</dgm:ptLst><dgm:cxnLst>{arc.format(0, 1)}"
        f"{arc.format(1, 2)}</dgm:cxnLst></dgm:dataModel>"
    )
    title = "<c:title><c:tx><c:rich><a:p>" + run + "</a:p></c:rich></c:tx></c:title>"
    point = '<c:pt idx="{}"><c:v>{}</c:v></c:pt>'
    parts["xl/charts/chart1.xml"] = (
        f'<c:chartSpace xmlns:c="{draw}/chart" xmlns:a="{draw}/main"><c:chart>'
        f"{title.format('Rates')}<c:plotArea><c:barChart><c:ser><c:tx><c:v>2026</c:v>"
        '</c:tx><c:dLbls><c:dLbl><c:idx val="1"/><c:tx><c:rich><a:p>'
        f"{run.format('estimated')}</a:p></c:rich></c:tx></c:dLbl></c:dLbls><c:cat>"
        f"<c:strLit>{point.format(0, 'Rent')}{point.format(1, 'Water')}</c:strLit>"
        f"</c:cat><c:val><c:numLit>{point.format(0, 3)}{point.format(1, 4)}</c:numLit>"
        f"</c:val></c:ser></c:barChart><c:catAx>{title.format('Kind')}</c:catAx><c:valAx>"
        f"{title.format('EUR a day')}</c:valAx></c:plotArea></c:chart></c:chartSpace>"
    )
    return book.bytes()


def strict() -> bytes:
    """Strict namespaces and prefixes, rows and cells without references."""
    part = (
        f'{HEAD}<x:worksheet xmlns:x="{STRICT_MAIN}" xmlns:r="{STRICT_OFFICE}">\n'
        '  <x:sheetData>\n    <x:row>\n      <x:c t="inlineStr"><x:is><x:r><x:t>rich'
        '</x:t></x:r><x:r><x:t> text</x:t></x:r><x:rPh sb="0" eb="1"><x:t>RUBY</x:t>'
        "</x:rPh></x:is></x:c>\n      <x:c><x:v>1.5</x:v></x:c>\n    </x:row>\n"
        '    <x:row><x:c t="b"><x:v>1</x:v></x:c><x:c t="d" s="1"><x:v>2026-03-15'
        "</x:v></x:c></x:row>\n  </x:sheetData>\n</x:worksheet>"
    )
    book = Book("yyyy\\-mm\\-dd")
    book.add("Strict", part)
    files = {
        name: text.replace(MAIN, STRICT_MAIN).replace(OFFICE, STRICT_OFFICE)
        for name, text in book.files().items()
        if isinstance(text, str)
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as package:
        for name, text in files.items():
            package.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), text)
    return buffer.getvalue()


def wide_and_long() -> bytes:
    """A text of 2,500 characters, a formula of one line, forty columns."""
    words = " ".join(f"word{n}" for n in range(350))
    data = rows([[f"c{n}" for n in range(40)], [n * 1.5 for n in range(40)]])
    data += rows([["note", words]], 3)
    return one(data)


def save(kind: str, name: str, data: bytes, folder: str = "xlsx") -> None:
    """Write one fixture."""
    path = FIXTURES / folder / kind / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def spreadsheet_2003() -> bytes:
    """A workbook in the XML of Excel 2003."""
    space = "urn:schemas-microsoft-com:office:spreadsheet"
    return f"""<?xml version="1.0"?>
<?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="{space}" xmlns:ss="{space}" xmlns:x="urn:schemas-microsoft-com:office:excel" xmlns:html="http://www.w3.org/TR/REC-html40">
 <Styles>
  <Style ss:ID="Default"/><Style ss:ID="d"><NumberFormat ss:Format="Short Date"/></Style>
  <Style ss:ID="p"><NumberFormat ss:Format="Percent"/></Style>
  <Style ss:ID="t"><NumberFormat ss:Format="[h]:mm"/></Style>
 </Styles>
 <Names><NamedRange ss:Name="Rate" ss:RefersTo="=Costs!R2C2"/></Names>
 <Worksheet ss:Name="Costs">
  <Table>
   <Column ss:Index="3" ss:Hidden="1"/>
   <Row><Cell ss:MergeAcross="1"><Data ss:Type="String">Head</Data></Cell><Cell><Data ss:Type="String">Third</Data></Cell></Row>
   <Row><Cell><Data ss:Type="String">rate</Data><Comment ss:Author="Ann"><ss:Data>Ann:\nas agreed</ss:Data></Comment></Cell><Cell ss:StyleID="p"><Data ss:Type="Number">0.075</Data></Cell><Cell><Data ss:Type="Boolean">1</Data></Cell></Row>
   <Row ss:Index="4" ss:Hidden="1"><Cell ss:HRef="https://example.com/"><Data ss:Type="String">link</Data></Cell><Cell ss:StyleID="d"><Data ss:Type="DateTime">2026-03-15T00:00:00.000</Data></Cell><Cell ss:Formula="=R[-2]C[-1]*2"><Data ss:Type="Number">0.15</Data></Cell></Row>
   <Row><Cell ss:StyleID="t"><Data ss:Type="DateTime">1900-01-01T03:05:00.000</Data></Cell><Cell ss:Formula="=SUM(R1C1:R[-1]C)"/><Cell><Data ss:Type="Error">#DIV/0!</Data></Cell></Row>
   <Row><Cell><ss:Data ss:Type="String" xmlns="http://www.w3.org/TR/REC-html40"><B>bold</B> and <Font html:Color="#FF0000">red</Font></ss:Data></Cell></Row>
  </Table>
 </Worksheet>
 <Worksheet ss:Name="Old"><Table><Row><Cell><Data ss:Type="Number">12345678901</Data></Cell></Row></Table>
  <WorksheetOptions xmlns="urn:schemas-microsoft-com:office:excel"><Visible>SheetHidden</Visible></WorksheetOptions>
 </Worksheet>
</Workbook>
""".encode()  # noqa: E501


def main() -> None:
    """Write the fixtures that are made here."""
    for make in (
        regions,
        merged,
        formulas,
        hidden,
        veiled,
        rich,
        extras,
        around,
        strict,
        wide_and_long,
    ):
        save("good", f"{make.__name__.replace('_', '-')}.xlsx", make())
    save("good", "excel-2003.xml", spreadsheet_2003(), "xml-spreadsheet")
    save("damaged", "cut.xml", spreadsheet_2003()[:1900], "xml-spreadsheet")
    save("hostile", "doctype.xml", spreadsheet_2003().replace(
        b"<Workbook ", b'<!DOCTYPE x [<!ENTITY a "b">]><Workbook ', 1),
        "xml-spreadsheet")  # fmt: skip
    whole = one(rows([["Name", "Size"], *([f"row {n}", n] for n in range(400))]))
    save("damaged", "cut.xlsx", whole[: len(whole) // 2])
    book = Book()
    book.add("First", sheet(rows([["A", "B"], [1, 2]])))
    book.add("Lost", sheet(rows([[1]])))
    book.add("Broken", sheet(rows([["A", "B"], [1, 2]]) + '<row r="3"><c r="A3"><v>5<'))
    save(
        "damaged", "lost-sheet.xlsx", book.bytes(without=("xl/worksheets/sheet2.xml",))
    )
    book = Book()
    book.shared("<t>only one</t>")
    data = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>7</v></c></row>'
    book.add("Data", sheet(data + rows([[1, 2]], 2)))
    save("damaged", "lost-string.xlsx", book.bytes())
    save("damaged", "no-workbook.xlsx", book.bytes(without=("xl/workbook.xml",)))
    empty = "".join(
        f'<row r="{n}" s="1" customFormat="1"><c r="A{n}" s="1"/></row>'
        for n in range(1, 20_000)
    )
    save(
        "hostile", "empty-styled-rows.xlsx", one(empty + rows([["end"]], 20_000), "0.0")
    )
    save("hostile", "far-cell.xlsx", one(
        rows([["near"]]) + '<row r="1048576"><c r="XFD1048576"><v>1</v></c>'
        '<c r="XFE1048576"><v>2</v></c></row><row r="1048577"><c r="A1048577"><v>3</v>'
        "</c></row>"))  # fmt: skip


if __name__ == "__main__":
    main()

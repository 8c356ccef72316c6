"""Content controls that show what the XML they are bound to says."""

from __future__ import annotations

import pytest
from make_fixtures_word import HEAD, Made, cell, p, part, r, row, style
from word_reading import shown, texts

STORE = "{11111111-2222-3333-4444-555555555555}"
DATA = (
    f'{HEAD}<c:root xmlns:c="urn:c" id="seven"><c:name>Ada</c:name><c:item>one</c:item>'
    "<c:item>two</c:item><plain>bare</plain><c:nest><c:in/></c:nest><c:empty/></c:root>"
)
ITEM = (
    f'{HEAD}<ds:datastoreItem ds:itemID="{STORE.lower()}" xmlns:ds="http://schemas.'
    'openxmlformats.org/officeDocument/2006/customXml"/>'
)


def bound(path: str, inner: str, kind: str = "<w:text/>", store: str = STORE) -> str:
    """Return a control bound to a path in the store."""
    binding = (
        f'<w:dataBinding w:prefixMappings="xmlns:n=\'urn:c\'" w:xpath="{path}" '
        f'w:storeItemID="{store}"/>'
    )
    return (
        f"<w:sdt><w:sdtPr>{binding}{kind}</w:sdtPr><w:sdtContent>{inner}"
        "</w:sdtContent></w:sdt>"
    )


def made(body: str) -> Made:
    """Return a document with the store."""
    loud = style("Loud", "Loud", "<w:rPr><w:b/></w:rPr>", "character")
    doc = Made(body, styles=part("styles", loud))
    doc.add("customXml/item1.xml", DATA)
    doc.link("customXml", "../customXml/item1.xml")
    doc.add("customXml/itemProps1.xml", ITEM)
    space = "http://schemas.openxmlformats.org"
    doc.add(
        "customXml/_rels/item1.xml.rels",
        f'{HEAD}<Relationships xmlns="{space}/package/2006/relationships">'
        f'<Relationship Id="rId1" Type="{space}/officeDocument/2006/relationships/'
        'customXmlProps" Target="itemProps1.xml"/></Relationships>',
    )
    return doc


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/n:root[1]/n:name[1]", "Ada"),
        ("/n:root/n:item[2]", "two"),
        ("/n:root[1]/plain[1]", "bare"),
        ("/n:root[1]/@id", "seven"),
        ("/n:root[1]/n:name[1]/text()", "Ada"),
        ("/n:root[1]/n:item[3]", "stale"),
        ("/n:root[1]/name[1]", "stale"),
        ("/n:root[1]/n:nest[1]", "stale"),
        ("/n:root[1]/n:empty[1]", "stale"),
        ("//n:name[contains(., 'A')]", "stale"),
        ("/other/n:name", "stale"),
    ],
)
def test_a_text_control_shows_what_its_path_leads_to(path, text):
    """Of plain steps; where they lead nowhere the stored text stays."""
    assert texts(made(p(runs=r("a ") + bound(path, r("stale")) + r(" b")))) == [
        f"a {text} b"
    ]


def test_a_bound_control_may_stand_in_a_run_a_block_or_a_cell():
    """Its text keeps the look of what it replaces."""
    path = "/n:root/n:name"
    loud = r("stale", '<w:rStyle w:val="Loud"/>')
    body = p(runs=bound(path, loud)) + bound(path, p(runs=loud)) + p("after")
    body += f"<w:tbl>{row(cell(bound(path, p(runs=loud))), cell('x'))}</w:tbl>"
    blocks = shown(made(body))
    assert [block.text for block in blocks[:3]] == ["**Ada**", "**Ada**", "after"]
    assert list(blocks[3].header) == ["**Ada**", "x"]


@pytest.mark.parametrize("kind", ["<w:richText/>", "<w:date/>", "<w:picture/>", ""])
def test_other_controls_keep_what_is_stored(kind):
    """They form what they show."""
    doc = made(p(runs=bound("/n:root/n:name", r("stored"), kind)))
    assert texts(doc) == ["stored"]


def test_a_control_of_a_store_that_is_missing_keeps_what_is_stored():
    """The XML may have been taken out."""
    doc = made(p(runs=bound("/n:root/n:name", r("stored"), store="{0}")))
    assert texts(doc) == ["stored"]


def test_properties_of_the_document_are_a_store():
    """Word binds the titles of cover pages to them."""
    core = "{6C3C8BC8-F283-45AE-878A-BAB7291924A1}"
    path = "/n0:coreProperties[1]/n1:title[1]"
    doc = made(p(runs=bound(path, r("stale"), store=core)))
    dc = "http://purl.org/dc/elements/1.1/"
    space = "http://schemas.openxmlformats.org/package/2006"
    files = doc.files()
    rels = str(files["_rels/.rels"]).replace(
        "</Relationships>",
        f'<Relationship Id="rIdP" Type="{space}/relationships/metadata/core-'
        'properties" Target="docProps/core.xml"/></Relationships>',
    )
    doc.parts["docProps/core.xml"] = (
        f'{HEAD}<cp:coreProperties xmlns:cp="{space}/metadata/core-properties" '
        f'xmlns:dc="{dc}"><dc:title>The title</dc:title></cp:coreProperties>'
    )
    doc.parts["_rels/.rels"] = rels
    assert texts(doc) == ["The title"]

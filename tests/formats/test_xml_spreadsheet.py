"""What becomes of the features of the XML of Excel 2003, one fact each."""

from __future__ import annotations

from functools import partial

import excel_reading
import pytest

from kimi_read import blocks as b

_SS = "urn:schemas-microsoft-com:office:spreadsheet"


def book(inside: str, names: str = "") -> bytes:
    return (
        f'<?xml version="1.0"?><Workbook xmlns="{_SS}" xmlns:ss="{_SS}" '
        f'xmlns:x="urn:schemas-microsoft-com:office:excel">{names}'
        f'<Worksheet ss:Name="One">{inside}</Worksheet></Workbook>'
    ).encode()


def cells(*made: str) -> str:
    return f"<Table><Row>{''.join(made)}</Row></Table>"


def cell(text: str, attributes: str = "") -> str:
    return f'<Cell {attributes}><Data ss:Type="String">{text}</Data></Cell>'


read = partial(excel_reading.read, name="x.xml")


def test_a_call_of_hyperlink_is_a_link():
    """As in the other kinds of workbook."""
    formula = "=HYPERLINK(&quot;https://example.com/&quot;,&quot;go&quot;)"
    data = book(cells(cell("go", f'ss:Formula="{formula}"')))
    (found,) = [x.text for x in read(data) if isinstance(x, b.Paragraph)]
    assert found == "[go](https://example.com/)"


def test_headers_of_the_page_are_told():
    """They stand behind the cells, with the options of the sheet."""
    page = '<x:PageSetup><x:Header x:Data="&amp;CDraft"/></x:PageSetup>'
    data = book(f"{cells(cell('a'))}<x:WorksheetOptions>{page}</x:WorksheetOptions>")
    found = [x.message for x in read(data) if isinstance(x, b.Loss)]
    assert found == ["headers of sheet 'One' are left out: “Draft”"]


def test_validations_and_the_scope_of_names_are_known():
    """In the words that Office Open XML has for them."""
    rule = (
        "<x:DataValidation><x:Range>R4C1:R7C1,R9C2</x:Range><x:Type>Whole</x:Type>"
        "<x:Qualifier>GreaterOrEqual</x:Qualifier><x:Value>3</x:Value>"
        "<x:InputTitle>Pick</x:InputTitle></x:DataValidation>"
    )
    one = '<Names><NamedRange ss:Name="{}" ss:RefersTo="=One!R2C2"/></Names>'
    data = book(one.format("Own") + cells(cell("a")) + rule, one.format("Rate"))
    known = dict(read(data, identify=True)[0].values)
    assert known["sheetDetails"][0]["dataValidations"] == [{
        "cells": "A4:A7 B9", "type": "whole", "operator": "greaterThanOrEqual",
        "promptTitle": "Pick", "formulas": ["3"],
    }]  # fmt: skip
    assert known["definedNames"] == [
        {"name": "Rate", "refersTo": "=One!$B$2"},
        {"name": "Own", "refersTo": "=One!$B$2", "scope": "One"},
    ]


@pytest.mark.parametrize(("encoding", "text"), [
    ("gb2312", "你好"), ("big5", "你好"), ("shift_jis", "日本"), ("euc-kr", "한국"),
    ("windows-1251", "Привет"), ("koi8-r", "Привет"), ("utf-16", "日本"),
])  # fmt: skip
def test_every_declared_encoding_is_read(encoding, text):
    """Also those of several bytes, which the parser does not know."""
    data = book(cells(cell(text) * 9000)).decode()
    declared = f'<?xml version="1.0" encoding="{encoding}"?>'
    data = data.replace('<?xml version="1.0"?>', declared)
    (table,) = [x for x in read(data.encode(encoding)) if isinstance(x, b.Table)]
    assert set(table.header) == {text}


def test_rows_and_columns_without_a_size_are_hidden():
    """Excel writes the flag, others the size alone."""
    rows = "".join(
        f"<Row{h}>{cell('a')}{cell('b')}</Row>" for h in ("", ' ss:Height="0"')
    )
    column = '<Column ss:Index="2" ss:Width="0"/>'
    codes = [x.code for x in read(book(f"<Table>{column}{rows}</Table>")) if (
        isinstance(x, b.Loss))]  # fmt: skip
    assert codes == ["hidden-row", "hidden-column"]

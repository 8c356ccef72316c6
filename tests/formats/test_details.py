"""--identify tells more of Office files and PDFs, from a worker of its own."""

from __future__ import annotations

import pytest
from harness import FIXTURES, inputs, kread, valid

WITH = (".docx", ".docm", ".dotx", ".dotm", ".xlsx", ".xlsm", ".xltx", ".pdf")
BAD = [
    path
    for path in inputs()
    if path.suffix in WITH and path.parent.name in ("damaged", "hostile")
]


def known(name):
    return valid(kread(FIXTURES / name, "--identify", "--json").json, "identity")


def test_a_word_file_tells_its_pages_and_styles():
    found = known("docx/good/word.docx")["metadata"]
    assert found["sections"][0]["page"] == "216 x 279 mm"
    assert found["styles"]["Heading 2"] == 2
    assert found["tables"] == 1


def test_a_workbook_tells_what_its_sheets_are_set_up_with():
    found = known("xlsx/good/merged.xlsx")["metadata"]
    assert found["sheetSetup"]["Data"] == {"used": "A1:E4", "mergedRanges": 3}


def test_a_pdf_tells_the_size_of_its_pages():
    assert known("pdf/good/writer.pdf")["metadata"]["pageSizes"] == {"210 x 297 mm": 1}


@pytest.mark.parametrize("path", BAD, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_what_the_library_cannot_take_costs_the_details_alone(path):
    run = kread(path, "--identify", "--json")
    assert run.status in (0, 65, 75, 77)
    assert "Traceback" not in run.err
    if run.status == 0:
        codes = {w["code"] for w in valid(run.json, "identity")["warnings"]}
        assert run.json["reason"]
        assert "crashed" not in codes

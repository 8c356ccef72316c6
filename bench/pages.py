"""PDF: 300 pages of text, about 3,000 characters each."""

from __future__ import annotations

from bench import data
from bench.measure import KREAD, MARKITDOWN, Row, python

_PAGES = 300
_PLUMBER = (
    "import pdfplumber,sys\nwith pdfplumber.open(sys.argv[1]) as d:\n"
    "  for p in d.pages: p.extract_text()"
)
_WHOLE = [KREAD, "{}", "--limit", "0"]
_NAME = f"{_PAGES} pages beside"
ROWS = [
    Row(f"{_NAME} pdftotext", _WHOLE, ["pdftotext", "-layout", "{}", "-"], 8.0, 80,
        needs=("pdftotext",), make=data.pages_300, against="pdftotext -layout"),
    Row(f"{_NAME} pdfplumber", _WHOLE, python("-c", _PLUMBER, "{}"), 0.15,
        modules=("pdfplumber",), make=data.pages_300, against="pdfplumber"),
    Row(f"{_NAME} markitdown", _WHOLE, python("-c", MARKITDOWN, "{}"), 0.3,
        modules=("markitdown",), make=data.pages_300, against="markitdown"),
    Row(f"{_PAGES} pages, 15 ms each", _WHOLE, python("-c", "pass"),
        extra=15 * _PAGES, make=data.pages_300, against="python -c pass"),
    Row("the first 1000 lines of 600 pages", [KREAD, "{}"], _WHOLE, 0.2,
        make=data.pages_600, against="all lines"),
]  # fmt: skip

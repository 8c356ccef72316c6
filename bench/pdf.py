"""PDF: text of 300 and 600 pages, about 3,000 characters each.

The bars hold for the file of a real producer. The one that is written here by a few
lines has fonts that it does not hold: that spares ``pdftotext`` half of its work.
"""

from __future__ import annotations

import shutil
import zlib

from bench import printed
from bench.data import kept, sentence
from bench.measure import KREAD, MARKITDOWN, Row, python

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_LINES, _WIDTH = 40, 88


@kept("pages-300.pdf")
def document(path: Path) -> None:
    """Write a PDF of 300 pages with headings, running heads and page numbers."""
    path.write_bytes(written(300))


@kept("pages-600.pdf")
def long_document(path: Path) -> None:
    """Write a PDF of 600 pages."""
    path.write_bytes(written(600))


def written(pages: int) -> bytes:
    """Return a PDF of so many pages in the fonts that every reader has."""
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count %d/Kids[%s]>>"
        % (pages, b" ".join(b"%d 0 R" % (5 + 2 * n) for n in range(pages))),
        b"<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>",
        b"<</Type/Font/Subtype/Type1/BaseFont/Times-Bold>>",
    ]
    for number in range(1, pages + 1):
        content = zlib.compress(_page(number).encode("latin-1"))
        objects += [
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents %d 0 R"
            b"/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>>>" % (4 + 2 * number),
            b"<</Length %d/Filter/FlateDecode>>\nstream\n%s\nendstream"
            % (len(content), content),
        ]
    out = bytearray(b"%PDF-1.5\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<</Size %d/Root 1 0 R>>\n" % (len(objects) + 1)
    return bytes(out) + b"startxref\n%d\n%%%%EOF\n" % start


def _page(number: int) -> str:
    """Return the content of a page: a heading and paragraphs between the edges."""
    out = [
        (
            f"BT /F1 9 Tf 72 752 Td (A measure of reading) Tj ET "
            f"BT /F1 9 Tf 300 40 Td ({number}) Tj ET "
            f"BT /F2 14 Tf 72 715 Td ({number}. {sentence(number, 4).title()}) Tj ET "
            "BT /F1 10.5 Tf 15 TL 72 690 Td"
        )
    ]
    words = sentence(number, 520).split()
    line, lines = "", 0
    for at, word in enumerate(words):
        word = word + "." if at % 13 == 12 else word  # noqa: PLW2901
        if len(line) + len(word) > _WIDTH or (at % 78 == 0 and line):
            out.append(f"({line}) Tj T*")
            line, lines = "", lines + 1
            if at % 78 == 0:
                out.append("T*")
            if lines > _LINES - 4:
                break
        line = f"{line} {word}" if line else word
    return " ".join([*out, "ET"])


_WHOLE = [KREAD, "{}", "--limit", "0"]
_LAYOUT = ["pdftotext", "-layout", "{}", "-"]
_PLUMBER = (
    "import pdfplumber,sys\n"
    "with pdfplumber.open(sys.argv[1]) as d:\n"
    " for p in d.pages: p.extract_text(); p.close()"
)
_LITE = "import liteparse,sys;liteparse.LiteParse(ocr_enabled=False).parse(sys.argv[1])"
_OXIDE = (
    "import pdf_oxide,sys\nd=pdf_oxide.PdfDocument(sys.argv[1])\n"
    "n=d.page_count() if callable(d.page_count) else d.page_count\n"
    "for p in range(n): d.to_markdown(p)"
)

#: The program that prints the file for the other readers, if there is any.
_PRINTERS = {"soffice": printed.libreoffice, "chromium": printed.chromium}
_PRINTER = next(filter(shutil.which, _PRINTERS), "")
_PRINTED = _PRINTERS.get(_PRINTER, document)


def _beside(name: str, make: Callable[[], Path], *needs: str, bar: float = 8.0) -> Row:
    return Row(f"300 pages {name} beside pdftotext", _WHOLE, _LAYOUT, bar, 80,
               needs=("pdftotext", *needs), make=make,
               against="pdftotext -layout")  # fmt: skip


def _other(name: str, code: str, bar: float = 0.0, *more: str) -> Row:
    return Row(f"300 pages of {_PRINTER or 'PDF'} beside {name}", _WHOLE,
               python("-c", code, "{}"), bar, modules=(name, *more), make=_PRINTED,
               against=name)  # fmt: skip


ROWS = [
    _beside("of LibreOffice", printed.libreoffice, "soffice"),
    _beside("of Chromium, tagged,", printed.chromium, "chromium"),
    # told without a bar: no program prints such pages, and with no glyphs to load
    # pdftotext takes half a millisecond for one
    _beside("without fonts", document, bar=0.0),
    _other("pdfplumber", _PLUMBER, 0.15),
    _other("markitdown", MARKITDOWN, 0.3, "pdfplumber"),
    _other("liteparse", _LITE),
    _other("pdf_oxide", _OXIDE),
    Row("the first 1,000 lines of 600", [KREAD, "{}"], _WHOLE, 0.2, 80,
        make=long_document, against="all lines"),
    Row("page 400 of 600", [KREAD, "{}", "--pages", "400"], _WHOLE, 0.1,
        make=long_document, against="all pages"),
]  # fmt: skip

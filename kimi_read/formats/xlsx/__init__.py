"""Spreadsheets, as Excel displays them.

One reader for all kinds of workbook; the bytes decide which it is. Each kind becomes
the same rows (``model``), which are cut into regions and laid out (``layout``).
"""

from __future__ import annotations

from kimi_read.errors import Malformed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.blocks import Blocks
    from kimi_read.formats.xlsx.model import Book
    from kimi_read.request import Request
    from kimi_read.source import Source


_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
#: How the streams of BIFF2 to BIFF5 begin where no OLE container is around them.
_BOF = (b"\x09\x00", b"\x09\x02", b"\x09\x04", b"\x09\x08")


#: What few sheets have, besides their cells.
LATER = (
    "kimi_read.ooxml.chartnumbers", "kimi_read.ooxml.chart", "kimi_read.ooxml.diagram",
    *("kimi_read.formats.xlsx." + name for name in (
        "formula", "furniture", "links", "numfmt_fraction", "ooxml_around",
        "ooxml_charts", "ooxml_drawn", "ooxml_extras", "ooxml_objects", "sparklines",
    )),
)  # fmt: skip
#: Kinds of workbook that have no binary parts.
_XML = ("xlsx", "xlsm", "xltx")


def prepare_for(source: Source, request: Request) -> None:
    """Import the reader of binary parts for what may have them."""
    if request.kind not in _XML or source.extension == ".xlsb":
        from kimi_read.formats.xlsx import xlsb_book  # noqa: F401


def prepare() -> None:
    """Import what workbooks in packages need; ``old`` and ``flat`` know the others."""
    import gc

    from kimi_read.formats.xlsx import kinds, ooxml_book, present  # noqa: F401

    gc.set_threshold(100_000)  # millions of cells are made, none in a cycle


def read(source: Source, request: Request) -> Blocks:
    """Yield the sheets of a workbook: a heading each, then tables, notes and charts.

    Raises:
        Malformed: it is no workbook, or so damaged that no sheet is left.
        Usage: ``--sheet`` names what does not exist.
    """
    from kimi_read.formats.xlsx.present import document

    yield from document(_book(source, request), request)


def _book(source: Source, request: Request) -> Book:
    head = source.head
    try:
        if head.startswith(b"PK"):
            from kimi_read.formats.xlsx.kinds import of_package

            return of_package(source, request)
        if head.startswith(_OLE) or head[:2] in _BOF:
            from kimi_read.formats.xlsx.biff_book import BiffBook

            return BiffBook(source, request)
        from kimi_read.formats.xlsx.kinds import of_text

        return of_text(source, request)
    except ImportError:  # it was asked for as another kind, and the worker is locked
        raise Malformed(
            "it is another kind of workbook than it is read as",
            hint="leave out --from, or name its own kind",
        ) from None

"""Spreadsheets, as Excel displays them.

One reader for all kinds of workbook; the bytes decide which it is. Each kind becomes
the same rows (``model``), which are cut into regions and laid out (``layout``).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.blocks import Blocks
    from kimi_read.formats.xlsx.model import Book
    from kimi_read.request import Request
    from kimi_read.source import Source


_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
#: How the streams of BIFF2 to BIFF5 begin where no OLE container is around them.
_BOF = (b"\x09\x00", b"\x09\x02", b"\x09\x04", b"\x09\x08")


def prepare() -> None:
    """Import what any kind of workbook needs, codecs of old code pages included."""
    import codecs
    import xml.parsers.expat  # noqa: F401

    from kimi_read.formats.xlsx import (  # noqa: F401
        biff_book,
        biff_chart,
        kinds,
        numfmt_fraction,
        ods_book,
        present,
        ptg,
        xml_book,
    )
    from kimi_read.guard import ole_properties  # noqa: F401

    for name in biff_book.CODECS:
        codecs.lookup(name)


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
    if head.startswith(b"PK"):
        from kimi_read.formats.xlsx.kinds import of_package

        return of_package(source, request)
    if head.startswith(_OLE) or head[:2] in _BOF:
        from kimi_read.formats.xlsx.biff_book import BiffBook

        return BiffBook(source, request)
    from kimi_read.formats.xlsx.kinds import of_text

    return of_text(source, request)

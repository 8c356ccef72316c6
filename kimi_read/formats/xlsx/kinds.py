"""Which kind of workbook a package or a text holds, by its own bytes."""

from __future__ import annotations

from kimi_read.errors import Malformed
from kimi_read.guard.zip import Package
from kimi_read.ooxml.relations import main_part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.xlsx.model import Book
    from kimi_read.request import Request
    from kimi_read.source import Source


_OPEN_DOCUMENT = ("content.xml", "mimetype", "META-INF/manifest.xml")


def of_package(source: Source, request: Request) -> Book:
    """Return the workbook of a ZIP file: Office Open XML, binary, or OpenDocument."""
    package = Package(source)
    open_document = any(part in package for part in _OPEN_DOCUMENT)
    if open_document and "xl/workbook.xml" not in package:
        from kimi_read.formats.xlsx.ods_book import OdsBook

        return OdsBook(source, request, package)
    part = main_part(package, "xl/workbook.xml", "xl/workbook.bin", media="sheet")
    if part.lower().endswith(".bin"):
        from kimi_read.formats.xlsx.xlsb_book import XlsbBook

        return XlsbBook(source, request)
    from kimi_read.formats.xlsx.ooxml_book import OoxmlBook

    return OoxmlBook(source, request)


def of_text(source: Source, request: Request) -> Book:
    """Return the workbook of a bare XML file: flat OpenDocument or Excel 2003.

    Raises:
        Malformed: it is neither.
    """
    head = source.head.replace(b"\0", b"")
    if b"opendocument:xmlns:office" in head:
        from kimi_read.formats.xlsx.ods_book import OdsBook

        return OdsBook(source, request)
    if b"schemas-microsoft-com:office:spreadsheet" in head:
        from kimi_read.formats.xlsx.xml_book import XmlBook

        return XmlBook(source, request)
    raise Malformed("it is no workbook")

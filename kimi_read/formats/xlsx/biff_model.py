"""What the parts of the reader of binary workbooks need to know of the workbook."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from kimi_read.formats.xlsx.biff_art import Pictures
    from kimi_read.formats.xlsx.biff_strings import SharedStrings
    from kimi_read.formats.xlsx.cells import Styles
    from kimi_read.formats.xlsx.model import Book
    from kimi_read.formats.xlsx.ptg import Names
    from kimi_read.request import Request

    class Workbook(Book, Names, Protocol):
        """The globals of a binary workbook; ``data`` is its whole stream, in clear."""

        data: bytes
        request: Request
        strings: SharedStrings | None
        styles: Styles
        #: Whether no program that calculates has saved it.
        bare: bool
        #: Headers and footers that were told.
        furniture: set[str]
        #: The texts of ranges that were looked up.
        looked_up: dict[tuple[str, str], list[str]]
        #: Whether there are styles; cells of BIFF2 can do without.
        has_styles: bool

        def pictures(self) -> Pictures:
            """Return the pictures that its drawings show."""

        def bytes_text(self, raw: bytes) -> str:
            """Return a byte string in the code page of the workbook."""

        def short_text(self, at: int) -> tuple[str, int]:
            """Return a string with one byte of length, and where it ends."""

        def long_text(self, at: int) -> tuple[str, int]:
            """Return a string with two bytes of length, and where it ends."""

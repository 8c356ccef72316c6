"""Portable Document Format: pages to blocks, by rules and without a model.

Each page is taken apart when it is asked for, never earlier. A bounded sample of
pages is looked at first, so that an answer never depends on the window.
Source: ISO 32000-2 (file structure, text, logical structure).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.blocks import Blocks
    from kimi_read.request import Request
    from kimi_read.source import Source


def prepare() -> None:
    """Load what reading needs; no file is opened afterwards."""
    from kimi_read.formats.pdf import pdfium, reader  # noqa: F401

    pdfium.prepare()


def prepare_for(source: Source, request: Request) -> None:
    """Load what only this request needs.

    Raises:
        MissingExtra: ``--tables pdfplumber`` without the package.
    """
    if request.tables == "pdfplumber":
        from kimi_read.formats.pdf import plumber

        plumber.prepare()


def read(source: Source, request: Request) -> Blocks:
    """Yield each page when it is asked for: a mark, then its blocks in order.

    Raises:
        Malformed: no page can be found in the file.
        Encrypted: a password is needed, or the given one is wrong.
    """
    from kimi_read.formats.pdf import reader

    yield from reader.read(source, request)

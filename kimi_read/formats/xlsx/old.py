"""Workbooks of Excel 2 to 2003: the same reader, with what they need imported."""

from __future__ import annotations

import codecs

from kimi_read.formats import xlsx

read = xlsx.read
LATER = ("kimi_read.formats.xlsx.numfmt_fraction",)


def prepare() -> None:
    """Import the reader of binary workbooks and the codecs of old code pages."""
    from kimi_read.formats.xlsx import biff_book, present  # noqa: F401

    for name in biff_book.CODECS:
        codecs.lookup(name)

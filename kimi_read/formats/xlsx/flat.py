"""OpenDocument and the XML of Excel 2003: the same reader, with what they need."""

from __future__ import annotations

import codecs

from kimi_read.formats import xlsx

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.request import Request
    from kimi_read.source import Source

read = xlsx.read
LATER = xlsx.LATER


def prepare_for(_source: Source, request: Request) -> None:
    """Import the decryption where a password is given."""
    if request.password:
        from kimi_read.formats.xlsx import ods_crypt

        ods_crypt.prepare()


def prepare() -> None:
    """Import the readers, and the codecs that expat asks for by name."""
    from kimi_read.formats.xlsx import (  # noqa: F401
        kinds,
        ods_book,
        present,
        xml_book,
    )

    for name in ("cp1250", "cp1251", "cp1252", "iso8859-15", "iso8859-2"):
        codecs.lookup(name)

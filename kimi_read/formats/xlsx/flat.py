"""OpenDocument and the XML of Excel 2003: the same reader, with what they need."""

from __future__ import annotations

from kimi_read.formats import xlsx
from kimi_read.guard import xml

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.request import Request
    from kimi_read.source import Source

read = xlsx.read
LATER = xlsx.LATER
#: Kinds that are always written in Unicode.
_UNICODE = ("ods", "fods")


def prepare_for(_source: Source, request: Request) -> None:
    """Import the decryption where a password is given, and codecs for bare XML."""
    if request.kind not in _UNICODE:
        xml.prepare()
    if request.password:
        from kimi_read.formats.xlsx import ods_crypt

        ods_crypt.prepare()


def prepare() -> None:
    """Import the readers."""
    from kimi_read.formats.xlsx import (  # noqa: F401
        kinds,
        ods_book,
        present,
        xml_book,
    )

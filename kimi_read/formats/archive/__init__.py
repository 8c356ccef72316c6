"""Archives: what is in them, from their headers alone."""

from __future__ import annotations

from kimi_read.formats.archive.notes import Notes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.blocks import Blocks
    from kimi_read.request import Request
    from kimi_read.source import Source


def prepare() -> None:
    """Import what reading needs, before the worker is locked."""
    import encodings.cp437
    import zlib

    from kimi_read.formats.archive import zips, tars


def read(source: Source, request: Request) -> Blocks:
    """Yield facts, the lines of the listing, and what looks wrong."""
    from kimi_read.formats.archive import zips, tars

    if source.head.startswith(b"PK"):
        yield from zips.read(source, request, Notes())
    else:
        yield from tars.read(source, request, Notes())

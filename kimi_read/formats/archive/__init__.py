"""Archives: what is in them, from their headers alone.

The bytes decide which kind it is. Each kind has a small module; all of them give
batches of members (``rows``) to one listing.
"""

from __future__ import annotations

from kimi_read.errors import Malformed
from kimi_read.formats.archive.inflate import codec_of
from kimi_read.formats.archive.notes import Notes
from kimi_read.formats.archive.tarhead import is_header

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.blocks import Blocks
    from kimi_read.request import Request
    from kimi_read.source import Source


def prepare() -> None:
    """Import what reading needs, before the worker is locked."""
    import bz2
    import encodings.cp437
    import encodings.latin_1
    import fnmatch
    import lzma
    import zlib
    from importlib import import_module

    from kimi_read.formats.archive import (
        packed,
        tars,
        zipcrypt,
        zipdata,
        zips,
        zipverify,
    )
    from kimi_read.formats.archive.inflate import zstd_module
    from kimi_read.recover import value

    for module in (zstd_module(), "lz4.frame"):
        value(lambda name=module: import_module(name), None)
    del (
        bz2,
        encodings,
        fnmatch,
        lzma,
        zlib,
        packed,
        tars,
        zips,
        zipcrypt,
        zipdata,
        zipverify,
    )


def read(source: Source, request: Request) -> Blocks:
    """Yield facts, the lines of the listing, and what looks wrong.

    Raises:
        Malformed: it is no archive, or nothing of it can be read.
        OutOfBounds: it inflates to too much; what came before has been given.
    """
    from kimi_read.formats.archive import packed, tars, zips

    head = source.head
    notes = Notes()
    codec = codec_of(head)
    if head.startswith(b"PK") or head.startswith(b"Cr24"):
        yield from zips.read(source, request, notes)
    elif codec and not is_header(head[:512]):
        yield from packed.read(source, codec, request, notes)
    elif is_header(head[:512]):
        yield from tars.read(source, request, notes)
    elif source.tail(66_000).rfind(b"PK\5\6") >= 0:
        yield from zips.read(source, request, notes)
    else:
        raise Malformed("it is no archive that kread knows")

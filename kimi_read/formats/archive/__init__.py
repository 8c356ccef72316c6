"""Archives: what is in them, from their headers alone.

The bytes decide which kind it is. Each kind has a small module; all of them give
batches of members (``rows``) to one listing.
"""

from __future__ import annotations

from importlib import import_module

from kimi_read.formats.archive.inflate import PACKAGES, codec_of, zstd_module
from kimi_read.formats.archive.notes import Notes
from kimi_read.formats.archive.tarhead import is_header
from kimi_read.recover import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.blocks import Blocks
    from kimi_read.request import Request
    from kimi_read.source import Source


_SEVEN = b"7z\xbc\xaf\x27\x1c"
_HERE = "kimi_read.formats.archive."
_OURS = (
    "ars", "cabs", "ciphers", "cpios", "debs", "isos", "others", "packed", "rarold", "rars", "rpms", "sevens", "sevenverify",
    "tardata",
    "tars", "zipcrypt", "zipdata", "zips", "zipscan", "zipverify",
)  # fmt: skip
_LIBRARY = (
    "bz2", "calendar", "fnmatch", "lzma", "zlib", "encodings.cp437",
    "encodings.latin_1", "encodings.utf_16_be", "encodings.utf_16_le",
)  # fmt: skip


def prepare() -> None:
    """Import what reading needs, before the worker is locked."""
    for name in _LIBRARY:
        import_module(name)
    for name in _OURS:
        import_module(_HERE + name)
    for name in (zstd_module(), "lz4.frame"):
        value(lambda name=name: import_module(name), None)  # type: ignore[misc]


def prepare_for(request: Request) -> None:
    """Import what this request may need besides."""
    if request.password or request.verify:
        prepare_rare()


def prepare_rare() -> None:
    """Import what is large and rarely needed: ciphers, Deflate64."""
    for name in ("hashlib", "hmac", *PACKAGES):
        value(lambda name=name: import_module(name), None)  # type: ignore[misc]


def read(source: Source, request: Request) -> Blocks:
    """Yield facts, the lines of the listing, and what looks wrong.

    Raises:
        Malformed: it is no archive, or nothing of it can be read.
        OutOfBounds: it inflates to too much; what came before has been given.
    """
    from kimi_read.formats.archive import packed, rars, sevens, tars, zips

    head = source.head
    notes = Notes()
    codec = codec_of(head)
    if head.startswith((b"PK", b"Cr24")):
        yield from zips.read(source, request, notes)
    elif head.startswith(_SEVEN):
        yield from sevens.read(source, request, notes)
    elif head.startswith((b"Rar!\x1a\x07", b"RE~^")):
        yield from rars.read(source, request, notes)
    elif codec and not is_header(head[:512]):
        yield from packed.read(source, codec, request, notes)
    elif is_header(head[:512]) or head[257:262] == b"ustar" or not head.strip(b"\0"):
        yield from tars.read(source, request, notes)
    elif source.tail(66_000).rfind(b"PK\5\6") >= 0:
        yield from zips.read(source, request, notes)
    else:
        from kimi_read.formats.archive import others

        yield from others.read(source, request, notes)

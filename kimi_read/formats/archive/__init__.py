"""Archives: what is in them, from their headers alone.

The bytes decide which kind it is. Each kind has a small module; all of them give
batches of members (``rows``) to one listing.
"""

from __future__ import annotations

import codecs
from importlib import import_module

from kimi_read.formats.archive.inflate import (
    LIBARCHIVE,
    PACKAGES,
    codec_of,
    zstd_module,
)
from kimi_read.formats.archive.notes import Notes
from kimi_read.formats.archive.tarhead import is_header
from kimi_read.recover import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.blocks import Blocks
    from kimi_read.request import Request
    from kimi_read.source import Source


_HERE = "kimi_read.formats.archive."
_ZIP = ("zipscan", "zipdata", "zipcrypt", "zipverify")
#: What each family of archives needs, by the name of its module.
_NEEDS: dict[str, tuple[str, ...]] = {
    "zips": _ZIP,
    "tars": ("tardata",),
    "packed": ("tardata", "lzw", "lz4s"),
    "sevens": ("sevenverify",),
    "rars": ("rarold",),
    "others": (
        *_ZIP,
        "lz4s",
        "lzw",
        "zips",
        "tars",
        "ars",
        "cabs",
        "cpios",
        "debs",
        "isos",
        "rpms",
    ),
}
_CODECS = ("bz2", "lzma")
_NOT_ZIPPED = frozenset({"packed", "others", "sevens"})


def prepare() -> None:
    """Import what all archives need, before the worker is locked."""
    for name in ("fnmatch", "zlib", "encodings.cp437", "encodings.latin_1"):
        import_module(name)


def prepare_for(source: Source, request: Request) -> None:
    """Import what this archive, as its first bytes show, and this request need."""
    family = family_of(source)
    import_module(_HERE + family)
    for name in _NEEDS[family]:
        import_module(_HERE + name)
    if request.verify or request.member or family in _NOT_ZIPPED:
        for name in ("calendar", *_CODECS):
            import_module(name)
        for name in (zstd_module(), "lz4.block", "lz4.frame"):
            value(lambda name=name: import_module(name), None)  # type: ignore[misc]
    if family == "zips" and not request.encoding:
        from kimi_read.formats.archive import zipnames

        value(lambda: zipnames.prepare(source.head), None)
    if request.encoding:
        value(lambda: codecs.lookup(request.encoding), None)
    if request.password or (request.verify and family in ("zips", "sevens")):
        prepare_rare()


def prepare_rare() -> None:
    """Import what is large and rarely needed: ciphers, Deflate64."""
    for name in ("hashlib", "hmac", *PACKAGES):
        if name == LIBARCHIVE:
            continue
        value(lambda name=name: import_module(name), None)  # type: ignore[misc]


def family_of(source: Source) -> str:
    """Return the name of the module that reads ``source``, by its first bytes."""
    head = source.head
    if head.startswith((b"PK", b"Cr24")):
        return "zips"
    if head.startswith(b"7z\xbc\xaf\x27\x1c"):
        return "sevens"
    if head.startswith((b"Rar!\x1a\x07", b"RE~^")):
        return "rars"
    if is_header(head[:512]) or head[257:262] == b"ustar":
        return "tars"
    if codec_of(head):
        return "packed"
    return "others"


def read(source: Source, request: Request) -> Blocks:
    """Yield facts, the lines of the listing, and what looks wrong.

    Raises:
        Malformed: it is no archive, or nothing of it can be read.
        OutOfBounds: it inflates to too much; what came before has been given.
    """
    module = import_module(_HERE + family_of(source))
    yield from module.read(source, request, Notes())

"""The archives that are a page of struct each: ar, deb, cpio, rpm, cab, ISO 9660.

Each module has ``members(source, request, notes, facts)``, which yields a row for
each member and a function that returns its bytes in chunks (None where there are
none to be had).
"""

from __future__ import annotations

from importlib import import_module
from itertools import islice

from kimi_read.errors import Malformed, NotFound, NotRegular, Unsupported
from kimi_read.formats.archive.listing import Listing, batched
from kimi_read.formats.archive.notes import Notes
from kimi_read.formats.archive.wanted import Wanted, link_target, pieces, which

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

    from kimi_read.blocks import Blocks
    from kimi_read.formats.archive.rows import Row
    from kimi_read.request import Request
    from kimi_read.source import Source

    Make = Callable[[], Iterator[bytes]] | None

_HOPS = 8
_RPM = b"\xed\xab\xee\xdb"
_END_BYTES = 66_000


def module_of(source: Source) -> ModuleType | None:
    """Return the module that reads ``source``, by its bytes."""
    head = source.head
    name = _module_name(source, head)
    return import_module(f"kimi_read.formats.archive.{name}") if name else None


def _module_name(source: Source, head: bytes) -> str:
    if head.startswith((b"!<arch>\n", b"!<thin>\n")):
        return "ars"
    if head.startswith((b"070701", b"070702", b"070707", b"\xc7\x71", b"\x71\xc7")):
        return "cpios"
    if head.startswith(_RPM):
        return "rpms"
    if head.startswith(b"7z\xbc\xaf\x27\x1c"):
        return "sevens"
    if head.startswith((b"Rar!\x1a\x07", b"RE~^")):
        return "rars"
    if head.startswith(b"MSCF"):
        return "cabs"
    if source.read_at(0x8001, 5) in (b"CD001", b"BEA01", b"NSR02", b"NSR03"):
        return "isos"
    return ""


def read(source: Source, request: Request, notes: Notes) -> Blocks:
    """Yield the listing of one of these archives.

    Raises:
        Malformed: it is none of them, or its first header is damaged.
    """
    module = module_of(source)
    if module is None and not source.head.strip(b"\0"):
        from kimi_read.formats.archive import tars  # two blocks of zeros: it is empty

        yield from tars.read(source, request, notes)
        return
    if module is None:
        if source.tail(_END_BYTES).rfind(b"PK\5\6") < 0:
            raise Malformed("it is no archive that kread knows")
        from kimi_read.formats.archive import zips  # with foreign bytes in front

        yield from zips.read(source, request, notes)
        return
    rooted = source.head.startswith(_RPM)
    listing = Listing(request, notes, packed=False, rooted=rooted)
    found = module.members(source, request, notes, listing.facts)
    yield from listing.blocks(batched((row for row, _ in found), notes))


def member_of(source: Source, request: Request) -> Blocks:
    """Yield one member: which it is, then its bytes."""
    module = module_of(source)
    if module is None and not source.head.strip(b"\0"):  # a tar file of no members
        raise Wanted(request.member).missing()
    if module is None:
        raise Unsupported("members cannot be taken out of this kind of archive")

    def members() -> Iterator[tuple[Row, Make]]:
        found: Iterator[tuple[Row, Make]] = module.members(source, request, Notes(), {})
        return found

    yield from chosen(members, request)


def chosen(
    members: Callable[[], Iterator[tuple[Row, Make]]], request: Request
) -> Blocks:
    """Yield the wanted one of ``members``, following links inside the archive.

    Raises:
        NotFound, NotRegular: there is no such member, or it is no file.
        Unsupported: its bytes cannot be had.
    """
    wanted = Wanted(request.member)
    first_rest = None
    for _ in range(_HOPS):
        found = wanted.last(row[4] for row, _ in members())
        if found is None:
            if first_rest is not None:
                raise wanted.broken()
            raise wanted.missing()
        number, rest = found
        row, make = next(islice(members(), number, None))
        first_rest = rest if first_rest is None else first_rest
        link = (row[5] or {}).get("link")
        if row[0][0] == "l" or (row[0][0] == "h" and make is None):
            target = link_target(row[4], str(link), hard=row[0][0] == "h")
            if not target:
                raise NotFound(f"it is a link to {link}, outside of the archive")
            wanted = Wanted(target)
            continue
        if row[0][0] not in "-h":
            raise NotRegular("a folder or device of the archive")
        if make is None:
            raise Unsupported("its bytes are not in the archive")
        yield which(row[4], first_rest, row[1])
        yield from pieces(make())
        return
    raise NotFound("its links go round in a circle")

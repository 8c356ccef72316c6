"""Take one member out of an archive, as a stream of bytes.

    Facts {"name": ..., "rest": ...}    which member it is, and what of the path is left
    Bytes, Bytes, ...                   what is in it

Links inside the archive are followed. What is large and rarely needed (AES,
Deflate64, PPMd) is in ``memberfull``.
"""

from __future__ import annotations

from importlib import import_module

from kimi_read.blocks import Bytes
from kimi_read.errors import Malformed, NotFound, NotRegular
from kimi_read.formats.archive import family_of
from kimi_read.formats.archive import prepare as prepare_listing
from kimi_read.formats.archive import prepare_for as prepare_listing_for
from kimi_read.formats.archive.inflate import Chunks, codec_of
from kimi_read.formats.archive.notes import Notes
from kimi_read.formats.archive.streams import FileStream
from kimi_read.formats.archive.wanted import Wanted, link_target, pieces, which

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from kimi_read.blocks import Block, Blocks
    from kimi_read.formats.archive.streams import Stream
    from kimi_read.formats.archive.tarmember import Found
    from kimi_read.formats.archive.zipmember import Member
    from kimi_read.request import Request
    from kimi_read.source import Source

_HOPS = 8
_END_BYTES = 66_000


def prepare() -> None:
    """Import what taking a member out needs, before the worker is locked."""
    prepare_listing()
    for name in ("difflib", "kimi_read.formats.archive.others"):
        import_module(name)


def prepare_for(source: Source, request: Request) -> None:
    """Import what this archive needs besides."""
    prepare_listing_for(source, request)


def read(source: Source, request: Request) -> Blocks:
    """Yield which member it is, then its bytes.

    Raises:
        NotFound: there is no such member.
        NotRegular: it is a folder or a device.
        Encrypted: a password is needed, or it is the wrong one.
        Malformed, MissingExtra, OutOfBounds, Unsupported: its bytes cannot be had.
    """
    family = family_of(source)
    if family == "tars":
        yield from _from_tar(lambda: FileStream(source), request)
    elif family == "packed":
        yield from _from_packed(source, codec_of(source.head), request)
    elif family == "zips":
        yield from _from_zip(source, request)
    else:
        from kimi_read.formats.archive import others

        if others.module_of(source) is None and b"PK\5\6" in source.tail(_END_BYTES):
            yield from _from_zip(source, request)  # with foreign bytes in front
        else:
            yield from others.member_of(source, request)


def _from_packed(source: Source, codec: str, request: Request) -> Blocks:
    from kimi_read.formats.archive import packed

    def stream() -> Stream:
        return packed.unpacked(source, codec)

    first = packed.unpacked(source, codec)
    if packed.holds_tar(first):
        yield from _from_tar(stream, request)
        return
    name = packed.member_name(source, codec)[0]
    wanted = Wanted(request.member)
    rest = wanted.rest(name)
    if rest is None:
        raise wanted.missing()
    yield which(name, rest)
    chunks = Chunks(source, codec)
    yield from pieces(chunks)
    if chunks.fault:
        raise Malformed(chunks.fault)


def _from_tar(make: Callable[[], Stream], request: Request) -> Blocks:
    from kimi_read.formats.archive import tardata, tarwalk

    wanted = Wanted(request.member)
    rest = ""
    for hop in range(_HOPS):
        notes = Notes()
        last: tuple[int, str] | None = None
        count = 0
        for batch in tarwalk.Walk(make(), request, notes).batches():
            for number, name in enumerate(batch.names, count):
                after = wanted.rest(name)
                if after is not None and (last is None or last[1] == after):
                    last = number, after  # of equal names the last one stays on disk
            count += len(batch.names)
            yield Bytes(b"")
        if last is None:
            if notes.stop:
                raise notes.stop
            if hop:
                raise wanted.broken()
            raise wanted.missing()
        after = last[1]
        found = yield from _at(make(), request, last[0])
        rest = after if not hop else rest
        link = (found.row[5] or {}).get("link")
        if found.row[0][0] not in "lh":
            _must_be_file(found.row[0])
            yield which(found.name, rest, found.row[1])
            yield from pieces(tardata.chunks(found))
            return
        hard = found.row[0][0] == "h"
        if hard and found.length:  # some writers store the data again
            yield which(found.name, rest, found.row[1])
            yield from pieces(tardata.chunks(found))
            return
        target = link_target(found.name, str(link), hard=hard)
        if not target:
            raise NotFound(f"it is a link to {link}, outside of the archive")
        wanted = Wanted(target)
    raise NotFound("its links go round in a circle")


def _at(stream: Stream, request: Request, number: int) -> Generator[Block, None, Found]:
    """Return member ``number`` of a tar archive; ``stream`` stands at its bytes."""
    from kimi_read.formats.archive import tarwalk

    left = number
    hit: list[Found] = []

    def visit(found: Found) -> bool:
        nonlocal left
        if not left:
            hit.append(found)
        left -= 1
        return not hit

    for _ in tarwalk.Walk(stream, request, Notes(), visit).batches():
        yield Bytes(b"")
    if not hit:
        raise Malformed("its headers are damaged")
    return hit[0]


def _must_be_file(mode: str) -> None:
    if mode[0] == "d":
        raise NotRegular("a folder of the archive", hint="name a file in it")
    if mode[0] != "-":
        raise NotRegular("a device, FIFO or socket of the archive")


def _from_zip(source: Source, request: Request) -> Blocks:
    from kimi_read.formats.archive import zipdata

    members, shift = _zip_members(source, request)
    wanted = Wanted(request.member)
    rest = ""
    for hop in range(_HOPS):
        hit = None
        after = ""
        for only in (wanted.usual(), None):  # the second way knows other spellings
            for member in members(only):
                found = wanted.rest(member.name)
                if found is not None:
                    hit, after = member, found
            if hit:
                break
        if hit is None:
            if hop:
                raise wanted.broken()
            raise wanted.missing()
        rest = after if not hop else rest
        chunks = zipdata.chunks(source, shift, hit, request.password)
        if hit.mode[0] != "l":
            _must_be_file(hit.mode)
            yield which(hit.name, rest, hit.size)
            yield from pieces(_checked(chunks, hit))
            return
        link = b"".join(chunks)[:4096].decode("utf-8", "surrogateescape")
        target = link_target(hit.name, link, hard=False)
        if not target:
            raise NotFound(f"it is a link to {link}, outside of the archive")
        wanted = Wanted(target)
    raise NotFound("its links go round in a circle")


def _checked(chunks: Iterator[bytes], member: Member) -> Iterator[bytes]:
    """Pass the bytes on and compare their checksum at the end."""
    import zlib

    crc = 0
    for chunk in chunks:
        crc = zlib.crc32(chunk, crc)
        yield chunk
    if crc != member.crc and member.crc:
        raise Malformed("its bytes do not match their checksum in the archive")


def _zip_members(
    source: Source, request: Request
) -> tuple[Callable[[frozenset[str] | None], Iterator[Member]], int]:
    """Return a function that yields all members, and the shift of their offsets."""
    from kimi_read.formats.archive import zipfind, zipscan
    from kimi_read.formats.archive.zipwalk import Walk

    notes = Notes()
    directory = zipfind.find(source, notes)
    if directory is None:
        return lambda _only: zipscan.members(source, request), 0

    def members(only: frozenset[str] | None) -> Iterator[Member]:
        kept: list[Member] = []
        walk = Walk(source, request, notes, directory, kept.append, only=only)
        for _ in walk.batches():
            yield from kept
            kept.clear()

    return members, directory.shift

"""The bytes of one ZIP member: found by its own header, decrypted, inflated.

Source: PKWARE APPNOTE 6.3.10, 4.3.7 (local header), 5 (methods), 6.1 (traditional
encryption); the AES Encryption Specification of WinZip, 1.04.
"""

from __future__ import annotations

import struct
import zlib

from kimi_read.errors import Encrypted, Malformed, Unsupported
from kimi_read.formats.archive.decoder import OUT
from kimi_read.formats.archive.inflate import optional, zstd_module
from kimi_read.formats.archive.ziptext import METHODS
from kimi_read.recover import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kimi_read.formats.archive.zipmember import Member
    from kimi_read.source import Source

LOCAL = struct.Struct("<4s5H3L2H")
_PIECE = 1 << 16


def local_header(source: Source, place: int) -> tuple[int, ...] | None:
    """Return the fields of a local header behind its magic, or None."""
    head = source.read_at(place, LOCAL.size) if place >= 0 else b""
    if len(head) < LOCAL.size or head[:4] != b"PK\3\4":
        return None
    return LOCAL.unpack(head)[1:]


def chunks(
    source: Source, shift: int, member: Member, password: str = ""
) -> Iterator[bytes]:
    """Yield the inflated bytes of a member.

    Raises:
        Encrypted: a password is needed, or it is the wrong one.
        Malformed: its header is missing or its bytes are damaged.
        Unsupported: its compression is none that can be undone here.
    """
    place = member.head + shift
    fields = local_header(source, place)
    if fields is None:
        raise Malformed("its header in the archive is missing")
    start = place + LOCAL.size + fields[8] + fields[9]
    raw = _raw(source, start, member.packed)
    if member.flags & 1:
        from kimi_read.formats.archive.zipcrypt import decrypted

        raw = decrypted(raw, member, password)
    make = _METHODS.get(member.method)
    if make is None:
        method = METHODS.get(member.method, str(member.method))
        raise Unsupported(f"its compression ({method}) cannot be undone here")
    yield from make(raw, member)


def _raw(source: Source, start: int, count: int) -> Iterator[bytes]:
    while count > 0:
        data = source.read_at(start, min(_PIECE, count))
        if not data:
            raise Malformed("it is cut off in the archive")
        yield data
        start += len(data)
        count -= len(data)


def _stored(raw: Iterator[bytes], _member: Member) -> Iterator[bytes]:
    yield from raw


def _deflate(raw: Iterator[bytes], _member: Member) -> Iterator[bytes]:
    inflate = zlib.decompressobj(-15)
    for piece in raw:
        data = piece
        while data and not inflate.eof:
            try:
                out = inflate.decompress(data, OUT)
            except zlib.error as error:
                raise Malformed(f"its compressed bytes are damaged: {error}") from None
            if out:
                yield out
            data = inflate.unconsumed_tail
        if inflate.eof:
            return
    try:
        rest = inflate.flush()
    except zlib.error:
        rest = b""
    if rest:
        yield rest
    if not inflate.eof:
        raise Malformed("its compressed bytes are cut off")


def _standard(
    make: Callable[[Iterator[bytes], Member], tuple[object, bytes]],
) -> Callable[[Iterator[bytes], Member], Iterator[bytes]]:
    """Wrap a decompressor that has the interface of bz2 and lzma."""

    def run(raw: Iterator[bytes], member: Member) -> Iterator[bytes]:
        inner, data = make(raw, member)
        while not inner.eof:  # type: ignore[attr-defined]
            if inner.needs_input and not data:  # type: ignore[attr-defined]
                data = next(raw, b"")
                if not data:
                    if getattr(inner, "endless", False):
                        return
                    raise Malformed("its compressed bytes are cut off")
            out = _fed(inner, data)
            data = b""
            if out:
                yield out

    return run


def _fed(inner: object, data: bytes) -> bytes:
    from kimi_read.formats.archive.inflate import faults

    try:
        out: bytes = inner.decompress(data, OUT)  # type: ignore[attr-defined]
    except faults() as error:
        raise Malformed(f"its compressed bytes are damaged: {error}") from None
    return out


def _bz2(_raw: Iterator[bytes], _member: Member) -> tuple[object, bytes]:
    from bz2 import BZ2Decompressor

    return BZ2Decompressor(), b""


def _xz(_raw: Iterator[bytes], _member: Member) -> tuple[object, bytes]:
    import lzma

    return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=160 << 20), b""


def _zstd(_raw: Iterator[bytes], _member: Member) -> tuple[object, bytes]:
    module = optional(zstd_module())
    return module.ZstdDecompressor(), b""


def _lzma(raw: Iterator[bytes], member: Member) -> tuple[object, bytes]:
    """Source: APPNOTE 5.8.8: version, size of the properties, properties, data."""
    import lzma

    head = next(raw, b"")
    while len(head) < 9:
        more = next(raw, b"")
        if not more:
            raise Malformed("its compressed bytes are cut off")
        head += more
    length = int.from_bytes(head[2:4], "little")
    first, dictionary = head[4], int.from_bytes(head[5:9], "little")
    if first >= 225 or length != 5:
        raise Malformed("its compressed bytes are damaged")
    if dictionary > 160 << 20:
        raise Malformed("its dictionary needs too much memory")
    # an .lzma file has the same properties, then the size: let the library stop there
    size = (1 << 64) - 1 if member.flags & 2 else member.size
    head = head[4:9] + size.to_bytes(8, "little") + head[4 + length :]
    return lzma.LZMADecompressor(lzma.FORMAT_ALONE), head


def _deflate64(raw: Iterator[bytes], _member: Member) -> Iterator[bytes]:
    inflater = optional("inflate64").Inflater()
    for piece in raw:
        out = value(lambda piece=piece: inflater.inflate(piece), None)  # type: ignore[misc]
        if out is None:
            raise Malformed("its compressed bytes are damaged")
        if out:
            yield out
        if inflater.eof:
            return


_METHODS: dict[int, Callable[[Iterator[bytes], Member], Iterator[bytes]]] = {
    0: _stored,
    8: _deflate,
    9: _deflate64,
    12: _standard(_bz2),
    14: _standard(_lzma),
    93: _standard(_zstd),
    95: _standard(_xz),
}


def short_member(source: Source, shift: int, member: Member, most: int) -> bytes:
    """Return up to ``most`` bytes of a member; empty if it cannot be read."""

    def read() -> bytes:
        found = b""
        for chunk in chunks(source, shift, member):
            found += chunk
            if len(found) >= most:
                break
        return found[:most]

    try:
        return value(read, b"")
    except (Encrypted, Malformed, Unsupported):
        return b""

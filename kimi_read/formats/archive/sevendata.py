"""The bytes of 7z folders: chains of decoders, each a stream of chunks.

Source: 7zFormat.txt and Methods.txt of the LZMA SDK; the AES of 7-Zip is described in
7zAes (SHA-256 of salt, password and counter, 2^n rounds; AES-256 in CBC mode).
"""

from __future__ import annotations

import zlib

from kimi_read.errors import Encrypted, Malformed, OutOfBounds, Unsupported
from kimi_read.formats.archive.ciphers import Cbc
from kimi_read.formats.archive.decoder import OUT
from kimi_read.formats.archive.inflate import faults, optional, zstd_module
from kimi_read.recover import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kimi_read.formats.archive.sevenhead import Coder, Folder, Streams
    from kimi_read.source import Source

    Step = Callable[[Iterator[bytes], Coder, int], Iterator[bytes]]

AES = b"\x06\xf1\x07\x01"
BASE = 32
_FOREIGN = (b"\x03\x04\x01", b"\x03\x03\x01\x1b")
_PIECE = 1 << 16
_DICTIONARY = 192 << 20
_STORED = 1 << 16
_POWER_MOST = 22
NAMES = {
    b"\x00": "Copy", b"\x03": "Delta", b"\x04": "BCJ", b"\x21": "LZMA2",
    b"\x03\x01\x01": "LZMA", b"\x03\x03\x01\x03": "BCJ", b"\x03\x03\x01\x1b": "BCJ2",
    b"\x03\x03\x02\x05": "PPC", b"\x03\x03\x04\x01": "IA64", b"\x03\x03\x05\x01": "ARM",
    b"\x03\x03\x07\x01": "ARMT", b"\x03\x03\x08\x05": "SPARC", b"\x03\x04\x01": "PPMd",
    b"\x04\x01\x08": "Deflate", b"\x04\x01\x09": "Deflate64", b"\x04\x02\x02": "BZip2",
    b"\x04\xf7\x11\x01": "Zstandard", AES: "AES", b"\x05": "PPC", b"\x06": "IA64",
    b"\x07": "ARM", b"\x08": "ARMT", b"\x09": "SPARC", b"\x0a": "ARM64",
    b"\x0b": "RISCV",
}  # fmt: skip


def chunks(
    source: Source, streams: Streams, number: int, password: str
) -> Iterator[bytes]:
    """Yield the inflated bytes of folder ``number``.

    Raises:
        Encrypted: a password is needed.
        Malformed: the bytes are damaged.
        MissingExtra, OutOfBounds, Unsupported: they cannot be inflated here.
    """
    folder = streams.folders[number]
    before = sum(len(other.packed) for other in streams.folders[:number])
    if any(coder.inputs != 1 or coder.outputs != 1 for coder in folder.coders):
        names = "+".join(method_names(folder))
        raise Unsupported(f"its compression ({names}) cannot be undone here")
    if len(folder.packed) != 1 or before >= len(streams.packed):
        raise Malformed("its header is damaged")
    start = BASE + streams.place + sum(streams.packed[:before])
    data = _raw(source, start, streams.packed[before])
    coder = folder.packed[0]
    bound = dict(folder.pairs)
    outputs = {output: one for one, output in bound.items()}
    for _ in folder.coders:
        if not 0 <= coder < len(folder.coders):
            raise Malformed("its header is damaged")
        step = folder.coders[coder]
        data = _exactly(
            _decoder(step, password)(data, step, folder.sizes[coder]),
            folder.sizes[coder],
        )
        following = outputs.get(coder)
        if following is None:
            break
        coder = following
    yield from data


def method_names(folder: Folder) -> list[str]:
    """Return the names of the methods of a folder."""
    return [NAMES.get(coder.method, coder.method.hex()) for coder in folder.coders]


def foreign(folder: Folder) -> bool:
    """Whether a folder holds PPMd or BCJ2, which are not undone here."""
    return any(coder.method in _FOREIGN for coder in folder.coders)


def encrypted(folder: Folder) -> bool:
    """Whether a folder's bytes are encrypted."""
    return any(coder.method == AES for coder in folder.coders)


def _raw(source: Source, start: int, size: int) -> Iterator[bytes]:
    while size > 0:
        data = source.read_at(start, min(_PIECE, size))
        if not data:
            raise Malformed("it is cut off")
        yield data
        start += len(data)
        size -= len(data)


def _exactly(data: Iterator[bytes], size: int) -> Iterator[bytes]:
    """Pass on ``size`` bytes, no more."""
    while size > 0:
        chunk = next(data, b"")
        if not chunk:
            raise Malformed("its compressed bytes end too early")
        yield chunk[:size]
        size -= len(chunk)


def _decoder(coder: Coder, password: str) -> Step:
    if coder.method == AES:
        if not password:
            raise Encrypted("it is encrypted",
                            hint="give its password with --password-file")  # fmt: skip
        return lambda data, step, _size: _aes(data, step.properties, password)
    step = _STEPS.get(coder.method)
    if step is None:
        name = NAMES.get(coder.method, coder.method.hex())
        raise Unsupported(f"its compression ({name}) cannot be undone here")
    return step


def _copy(data: Iterator[bytes], _coder: Coder, _size: int) -> Iterator[bytes]:
    return data


def _fed(inner: object, data: Iterator[bytes]) -> Iterator[bytes]:
    """Run an object with the interface of bz2 and lzma until it or the data ends."""
    errors = faults()
    while not inner.eof:  # type: ignore[attr-defined]
        raw = b""
        if inner.needs_input:  # type: ignore[attr-defined]
            raw = next(data, b"")
            if not raw:
                return
        try:
            out: bytes = inner.decompress(raw, OUT)  # type: ignore[attr-defined]
        except errors as error:
            raise Malformed(f"its compressed bytes are damaged: {error}") from None
        if out:
            yield out


def _lzma(data: Iterator[bytes], coder: Coder, size: int) -> Iterator[bytes]:
    """Decode LZMA as an .lzma file, whose header tells the size: it ends by itself."""
    import lzma

    if len(coder.properties) < 5:
        raise Malformed("its header is damaged")
    _dictionary(int.from_bytes(coder.properties[1:5], "little"))
    head = coder.properties[:5] + size.to_bytes(8, "little")
    inner = lzma.LZMADecompressor(lzma.FORMAT_ALONE)
    inner.decompress(head)
    return _fed(inner, data)


def _lzma2(data: Iterator[bytes], coder: Coder, _size: int) -> Iterator[bytes]:
    import lzma

    bits = coder.properties[0] if coder.properties else 41
    if bits > 40:
        raise Malformed("its header is damaged")
    size = (2 | bits & 1) << (bits // 2 + 11) if bits < 40 else 0xFFFFFFFF
    _dictionary(size)
    filters = [{"id": lzma.FILTER_LZMA2, "dict_size": max(size, 4096)}]
    return _fed(lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=filters), data)


def _dictionary(size: int) -> None:
    if size > _DICTIONARY:
        raise OutOfBounds(f"its dictionary of {size >> 20} MiB needs too much memory")


def _filter(name: str) -> Step:
    """Undo a filter for machine code, or Delta, with the library for LZMA.

    It knows filters only in front of LZMA2, so the bytes are given to it as LZMA2
    chunks that are stored: one byte that says so, two of length, the bytes.
    """

    def run(data: Iterator[bytes], coder: Coder, _size: int) -> Iterator[bytes]:
        import lzma

        first: dict[str, int] = {"id": getattr(lzma, f"FILTER_{name}")}
        if name == "DELTA":
            first["dist"] = (coder.properties[0] if coder.properties else 0) + 1
        elif len(coder.properties) == 4:
            first["start_offset"] = int.from_bytes(coder.properties, "little")
        filters = [first, {"id": lzma.FILTER_LZMA2, "dict_size": _STORED}]
        inner = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=filters)
        return _fed(inner, _as_stored(data))

    return run


def _as_stored(data: Iterator[bytes]) -> Iterator[bytes]:
    control = b"\1"
    for chunk in data:
        for at in range(0, len(chunk), _STORED):
            piece = chunk[at : at + _STORED]
            yield control + (len(piece) - 1).to_bytes(2, "big") + piece
            control = b"\2"
    yield b"\0"


def _deflate(data: Iterator[bytes], _coder: Coder, _size: int) -> Iterator[bytes]:
    inflate = zlib.decompressobj(-15)
    for piece in data:
        raw = piece
        while raw and not inflate.eof:
            try:
                out = inflate.decompress(raw, OUT)
            except zlib.error as error:
                raise Malformed(f"its compressed bytes are damaged: {error}") from None
            if out:
                yield out
            raw = inflate.unconsumed_tail
    while out := inflate.flush(OUT) if not inflate.eof else b"":
        yield out


def _bzip2(data: Iterator[bytes], _coder: Coder, _size: int) -> Iterator[bytes]:
    from bz2 import BZ2Decompressor

    return _one_by_one(BZ2Decompressor, data)


def _zstd(data: Iterator[bytes], _coder: Coder, _size: int) -> Iterator[bytes]:
    return _one_by_one(optional(zstd_module()).ZstdDecompressor, data)


def _one_by_one(make: Callable[[], object], data: Iterator[bytes]) -> Iterator[bytes]:
    """Decode streams that stand behind each other."""
    rest = next(data, b"")
    while rest:
        inner = make()
        yield from _fed(inner, _first(rest, data))
        rest = b""
        if inner.eof:  # type: ignore[attr-defined]
            rest = inner.unused_data or next(data, b"")  # type: ignore[attr-defined]


def _first(rest: bytes, data: Iterator[bytes]) -> Iterator[bytes]:
    if rest:
        yield rest
    yield from data


def _deflate64(data: Iterator[bytes], _coder: Coder, _size: int) -> Iterator[bytes]:
    inflater = optional("inflate64").Inflater()
    for piece in data:
        out = value(lambda piece=piece: inflater.inflate(piece), None)  # type: ignore[misc]
        if out is None:
            raise Malformed("its compressed bytes are damaged")
        if out:
            yield out


def _aes(data: Iterator[bytes], properties: bytes, password: str) -> Iterator[bytes]:
    if len(properties) < 2:
        raise Malformed("its header is damaged")
    first, second = properties[0], properties[1]
    salt_size = (first >> 7 & 1) + (second >> 4)
    vector_size = (first >> 6 & 1) + (second & 15)
    salt = properties[2 : 2 + salt_size]
    vector = properties[2 + salt_size : 2 + salt_size + vector_size].ljust(16, b"\0")
    key = _key(first & 63, salt, password.encode("utf-16-le"))
    cipher = Cbc(key, vector)
    rest = b""
    for piece in data:
        raw = rest + piece
        whole = len(raw) & ~15
        rest = raw[whole:]
        if whole:
            yield cipher.decrypt(raw[:whole])


def _key(power: int, salt: bytes, password: bytes) -> bytes:
    if power == 63:
        return (salt + password).ljust(32, b"\0")[:32]
    if power > _POWER_MOST:
        raise OutOfBounds(f"its password is to be hashed 2^{power} times")
    digest = optional("hashlib").sha256()
    seed = salt + password
    for start in range(0, 1 << power, 4096):
        stop = min(start + 4096, 1 << power)
        digest.update(
            b"".join(
                [seed + count.to_bytes(8, "little") for count in range(start, stop)]
            )
        )
    key: bytes = digest.digest()
    return key


_STEPS: dict[bytes, Step] = {
    b"\x00": _copy,
    b"\x21": _lzma2,
    b"\x03\x01\x01": _lzma,
    b"\x03": _filter("DELTA"),
    b"\x04": _filter("X86"),
    b"\x05": _filter("POWERPC"),
    b"\x06": _filter("IA64"),
    b"\x07": _filter("ARM"),
    b"\x08": _filter("ARMTHUMB"),
    b"\x09": _filter("SPARC"),
    b"\x03\x03\x01\x03": _filter("X86"),
    b"\x03\x03\x02\x05": _filter("POWERPC"),
    b"\x03\x03\x04\x01": _filter("IA64"),
    b"\x03\x03\x05\x01": _filter("ARM"),
    b"\x03\x03\x07\x01": _filter("ARMTHUMB"),
    b"\x03\x03\x08\x05": _filter("SPARC"),
    b"\x04\x01\x08": _deflate,
    b"\x04\x01\x09": _deflate64,
    b"\x04\x02\x02": _bzip2,
    b"\x04\xf7\x11\x01": _zstd,
}

"""gzip, bzip2, xz, lzma, Zstandard and LZ4 streams, inflated in bounded chunks.

Several streams behind each other are one; zeros between them are padding. What is
wrong is told by ``fault``, after all bytes before it were given.
Source: RFC 1952 (gzip), RFC 8878 (Zstandard), the .xz file format 1.2.1, LZ4 frame
format 1.6.4.
"""

from __future__ import annotations

from kimi_read.errors import Malformed, MissingExtra, OutOfBounds
from kimi_read.formats.archive.decoder import OUT, Decoder
from kimi_read.formats.archive.streams import Bound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from types import ModuleType

    from kimi_read.source import Source

MAGICS = (
    (b"\x1f\x8b", "gz"),
    (b"BZh", "bz2"),
    (b"\xfd7zXZ\0", "xz"),
    (b"\x28\xb5\x2f\xfd", "zst"),
    (b"\x04\x22\x4d\x18", "lz4"),
    (b"\x02\x21\x4c\x18", "lz4"),
    (b"\x1f\x9d", "compress"),
    (b"LZIP\1", "lzip"),
)
NAMES = {
    "gz": "gzip", "bz2": "bzip2", "xz": "xz", "lzma": "lzma", "zst": "Zstandard",
    "lz4": "LZ4",
    "compress": "compress",
    "lzip": "lzip",
}  # fmt: skip
_IN = 1 << 16
_SIP = 64
_LZIP_HEAD = 6
_LZIP_TAIL = 20
#: The most memory of a dictionary: what xz -9 and zstd --long=27 need.
_DICTIONARY = 160 << 20
_WINDOW_LOG = 27


def codec_of(head: bytes) -> str:
    """Return the name of the compression that ``head`` shows, or an empty text."""
    for magic, name in MAGICS:
        if head.startswith(magic):
            return name
    if is_skippable(head):
        return _behind_skippable(head)
    return "lzma" if is_lzma(head) else ""


def is_skippable(head: bytes) -> bool:
    """Whether ``head`` begins with a skippable frame of Zstandard or LZ4."""
    return head[1:4] == b"\x2a\x4d\x18" and 0x50 <= head[0] < 0x60


def _behind_skippable(head: bytes) -> str:
    """Return which of the two has its frames behind the skippable ones."""
    at = 0
    while is_skippable(head[at : at + 4]):
        at += 8 + int.from_bytes(head[at + 4 : at + 8], "little")
    return "lz4" if head[at : at + 4] == b"\x04\x22\x4d\x18" else "zst"


def is_lzma(head: bytes) -> bool:
    """Whether ``head`` is plausible as an .lzma header, which has no magic."""
    if len(head) < 13 or head[0] >= 225:
        return False
    dictionary = int.from_bytes(head[1:5], "little")
    size = int.from_bytes(head[5:13], "little")
    power = dictionary & (dictionary - 1) == 0 and dictionary >= 1 << 12
    power = power or dictionary == 0xFFFFFFFF or dictionary % (1 << 16) == 0
    return bool(dictionary) and power and (size == (1 << 64) - 1 or size < 1 << 40)


class Chunks:
    """An iterator over the inflated bytes of ``source`` from ``start`` to ``end``.

    ``fault`` is set when the bytes are damaged, cut, or followed by something else.

    Raises:
        OutOfBounds: it inflates to too much, or needs too much memory.
        Unsupported: no module for this compression is there.
    """

    def __init__(
        self, source: Source, codec: str, start: int = 0, end: int | None = None,
        bound: Bound | None = None,
    ) -> None:  # fmt: skip
        self.fault = ""
        self.codec = codec
        self.streams = 0
        self.inflated = 0
        self._source = source
        self._start = self._at = start
        self._end = source.size if end is None else end
        self._bound = bound or Bound()
        self._chunks = self._run(_MAKERS[codec])

    def __iter__(self) -> Iterator[bytes]:
        """Return itself."""
        return self

    def __next__(self) -> bytes:
        """Return the next bytes, never empty."""
        chunk = next(self._chunks)
        self.inflated += len(chunk)
        self._bound.add(len(chunk), self._at - self._start)
        return chunk

    def _read(self) -> bytes:
        data = self._source.read_at(self._at, min(_IN, self._end - self._at))
        self._at += len(data)
        return data

    def _run(self, make: Callable[[], Decoder]) -> Iterator[bytes]:
        raw = self._read()
        while raw:
            if self.streams:
                raw = self._between(raw)
                if not raw:
                    return
            decoder = make()
            self.streams += 1
            begun, given = self._at - len(raw), self.inflated
            try:
                raw = yield from self._one(decoder, raw)
            except faults() as error:
                words = str(error).rpartition("data: ")[2]
                self.fault = f"its {NAMES[self.codec]} stream is damaged: {words}"[:200]
                if "emory" in words:
                    raise OutOfBounds("its dictionary needs too much memory") from None
                yield from self._saved(make(), begun, self.inflated - given)
                return

    def _saved(self, decoder: Decoder, begun: int, given: int) -> Iterator[bytes]:
        """Yield what comes out before the damage, behind the bytes ``given``.

        The call that met the damage gave nothing, so the stream is inflated again,
        the last piece of it a little at a time.
        """
        stop, self._at = self._at, begun
        try:
            while self._at < stop:
                left = stop - self._at
                piece = self._source.read_at(self._at, _SIP if left <= 2 * _IN else _IN)
                self._at += len(piece)
                while True:
                    out = decoder.some(piece)
                    if out[given:]:
                        yield out[given:]
                    given = max(0, given - len(out))
                    piece = b""
                    if decoder.hungry or decoder.ended:
                        break
        except faults():
            return

    def _one(self, decoder: Decoder, raw: bytes) -> Generator[bytes, None, bytes]:
        """Yield the bytes of one stream; return what follows it."""
        while True:
            out = decoder.some(raw)
            if out:
                yield out
            if decoder.ended:
                return decoder.rest or self._read()
            raw = b"" if not decoder.hungry else self._read()
            if decoder.hungry and not raw:
                if decoder.endless:
                    yield from filter(None, [decoder.finish()])
                    return b""
                self.fault = f"its {NAMES[self.codec]} stream is cut off"
                return b""

    def _between(self, raw: bytes) -> bytes:
        """Return what follows a stream if it is another one, else nothing."""
        while raw and not raw.strip(b"\0"):
            raw = self._read()
        raw = raw.lstrip(b"\0")
        if len(raw) < 16:
            raw += self._read()
        skipped = self.codec in ("zst", "lz4") and is_skippable(raw)
        if raw and not skipped and codec_of(raw) != self.codec:
            left = len(raw) + self._end - self._at
            self.fault = f"{left} bytes after the end of its {NAMES[self.codec]} stream"
            return b""
        return raw


class _Zlib(Decoder):
    def __init__(self, bits: int = 31) -> None:
        import zlib

        super().__init__()
        self._inflate = zlib.decompressobj(bits)

    def some(self, raw: bytes) -> bytes:
        out = self._inflate.decompress(raw or self._inflate.unconsumed_tail, OUT)
        self.ended = self._inflate.eof
        self.rest = self._inflate.unused_data
        self.hungry = not self._inflate.unconsumed_tail and len(out) < OUT
        return out


class _Standard(Decoder):
    """bz2 and lzma of the standard library, which have one interface."""

    def __init__(self, inner: object) -> None:
        super().__init__()
        self._inner = inner

    def some(self, raw: bytes) -> bytes:
        inner = self._inner
        out: bytes = inner.decompress(raw, OUT)  # type: ignore[attr-defined]
        self.ended = inner.eof  # type: ignore[attr-defined]
        if self.ended:
            self.rest = inner.unused_data  # type: ignore[attr-defined]
        self.hungry = inner.needs_input  # type: ignore[attr-defined]
        return out


def _bz2() -> Decoder:
    from bz2 import BZ2Decompressor

    return _Standard(BZ2Decompressor())


def _xz() -> Decoder:
    import lzma

    return _Standard(lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_DICTIONARY))


def _lzma() -> Decoder:
    import lzma

    return _Standard(lzma.LZMADecompressor(lzma.FORMAT_ALONE, memlimit=_DICTIONARY))


def _zstd() -> Decoder:
    zstd = optional(zstd_module())
    options = {zstd.DecompressionParameter.window_log_max: _WINDOW_LOG}
    return _Standard(zstd.ZstdDecompressor(options=options))


class _Lzip(Decoder):
    """A lzip member: LZMA with an end mark behind a header of its own.

    Source: the lzip manual, "File format": magic, version, dictionary size; at the
    end CRC-32, size and packed size.
    """

    def __init__(self) -> None:
        import lzma

        super().__init__()
        self._inner = lzma.LZMADecompressor(lzma.FORMAT_ALONE, memlimit=_DICTIONARY)
        self._head = b""

    def some(self, raw: bytes) -> bytes:
        if len(self._head) < _LZIP_HEAD:
            self._head += raw
            if len(self._head) < _LZIP_HEAD:
                return b""
            coded, raw = self._head[5], self._head[_LZIP_HEAD:]
            size = 1 << (coded & 0x1F)
            size -= (size >> 4) * (coded >> 5)
            self._inner.decompress(b"\x5d" + size.to_bytes(4, "little") + b"\xff" * 8)
        out = self._inner.decompress(raw, OUT)
        self.hungry = self._inner.needs_input
        if self._inner.eof:
            self.ended = True
            self.rest = self._inner.unused_data[_LZIP_TAIL:]
        return out


def _compress() -> Decoder:
    from kimi_read.formats.archive.lzw import Lzw

    return Lzw()


def _lz4() -> Decoder:
    from kimi_read.formats.archive.lz4s import Lz4

    return Lz4(optional("lz4.frame"), optional("lz4.block"))


_MAKERS: dict[str, Callable[[], Decoder]] = {
    "gz": _Zlib,
    "bz2": _bz2,
    "xz": _xz,
    "lzma": _lzma,
    "zst": _zstd,
    "lz4": _lz4,
    "compress": _compress,
    "lzip": _Lzip,
}


def optional(module: str) -> ModuleType:
    """Return an imported module.

    Raises:
        MissingExtra: it was not imported before the worker was locked, since it is
            large and rarely needed, or is not installed.
    """
    import sys

    found = sys.modules.get(module)
    if found is None:
        raise MissingExtra(
            f"the package {module.partition('.')[0]} is needed to unpack it",
            hint=f"pip install {PACKAGES.get(module, module)}",
        )
    return found


#: The house's way to libarchive, and its Python package.
FOREIGN = "kimi_read.formats.archive.foreign"
LIBARCHIVE = "libarchive.ffi"
CIPHERS = "cryptography.hazmat.primitives.ciphers"
#: Modules for what is rare in archives, and the packages that hold them.
PACKAGES = {
    CIPHERS: "cryptography",
    "inflate64": "inflate64",
    LIBARCHIVE: "'kimi-read[archives]', and have libarchive on the system",
    "lz4.block": "lz4",
    "lz4.frame": "lz4",
    "backports.zstd": "backports.zstd",
}


def zstd_module() -> str:
    """Return the module for Zstandard: the standard library's, or its backport."""
    import sys

    return "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"


def faults() -> tuple[type[BaseException], ...]:
    """Return what the decompressors raise for damaged bytes."""
    import lzma
    import sys
    import zlib

    found: list[type[BaseException]] = [zlib.error, lzma.LZMAError, OSError, EOFError,
                                        ValueError, RuntimeError]  # fmt: skip
    zstd = sys.modules.get(zstd_module())
    if zstd:
        found.append(zstd.ZstdError)
    return tuple(found)


def first_bytes(source: Source, codec: str, count: int) -> bytes:
    """Return the first inflated bytes, as far as they can be had."""
    found = b""
    for chunk in Chunks(source, codec):
        found += chunk
        if len(found) >= count:
            break
    return found[:count]


def unpacked_elsewhere(
    source: Source, number: int, size: int | None
) -> Iterator[bytes]:
    """Yield the bytes of member ``number``, from 0, as libarchive unpacks it.

    Raises:
        Malformed, MissingExtra, Unsupported: see ``foreign.chunks``.
    """
    chunks: Iterator[bytes] = optional(FOREIGN).chunks(source, number, size)
    return chunks


__all__ = ["Chunks", "Malformed", "codec_of", "first_bytes", "optional"]

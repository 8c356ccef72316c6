"""Members that only libarchive unpacks: RAR, LZX cabinets, PPMd and BCJ2 in 7z.

The library (BSD) is loaded before the worker is locked, and so are its callbacks,
which need memory that is executable. It is given bytes by position and never a name.
Which member is meant is told by its place among all of them, and checked by its size.

Source: archive_read_open(3), archive_read_data(3).
"""

from __future__ import annotations

import ctypes
import os

from kimi_read.errors import Malformed, Unsupported
from kimi_read.formats.archive.inflate import LIBARCHIVE, optional
from kimi_read.recover import value, why

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from kimi_read.source import Source

_PIECE = 1 << 16
_OUT = 1 << 18
_EOF = 1
_FORMATS = ("rar", "rar5", "cab", "7zip")
_SONAMES = ("libarchive.so.13", "libarchive.13.dylib")
_FAILED = -30


class _Feed:
    """Gives libarchive the bytes of one source; its callbacks outlive the lock."""

    def __init__(self, ffi: Any) -> None:
        self.source: Source | None = None
        self._at = 0
        self._buffer = ctypes.create_string_buffer(_PIECE)
        self.read = ffi.READ_CALLBACK(self._read)
        self.seek = ffi.SEEK_CALLBACK(self._seek)

    def start(self, source: Source) -> None:
        """Begin at the first byte of ``source``."""
        self.source, self._at = source, 0

    def _read(self, _archive: int, _data: int, place: Any) -> int:
        source = self.source
        if source is None:
            return 0
        data = value(lambda: source.read_at(self._at, _PIECE), b"")
        self._at += len(data)
        ctypes.memmove(self._buffer, data, len(data))
        place[0] = ctypes.cast(self._buffer, ctypes.c_void_p)
        return len(data)

    def _seek(self, _archive: int, _data: int, offset: int, whence: int) -> int:
        size = self.source.size if self.source else 0
        at = offset + (0, self._at, size)[whence]
        if not 0 <= at <= size:
            return _FAILED
        self._at = at
        return at


_feeds: list[_Feed] = []


def prepare() -> None:
    """Load libarchive and make the callbacks; raises what its import raises."""
    for soname in (*_SONAMES, ""):
        if "LIBARCHIVE" not in os.environ and soname:
            os.environ["LIBARCHIVE"] = soname  # looking for it would run programs
        try:
            from libarchive import ffi
        except (OSError, TypeError):
            os.environ.pop("LIBARCHIVE", None)
            continue
        for name in _FORMATS:
            ffi.get_read_format_function(name)
        _feeds.append(_Feed(ffi))
        return


def chunks(source: Source, number: int, size: int | None) -> Iterator[bytes]:
    """Yield the bytes of member ``number``, counted from 0, of ``size`` bytes.

    Raises:
        Malformed: they are damaged, or no member of that size stands there.
        MissingExtra: libarchive or its Python package is not installed.
        Unsupported: this libarchive does not unpack it.
    """
    ffi = optional(LIBARCHIVE)
    feed = _feeds[0]
    feed.start(source)
    archive, entry = ffi.read_new(), ffi.entry_new()
    try:
        for name in _FORMATS:
            ffi.get_read_format_function(name)(archive)
        ffi.read_set_seek_callback(archive, feed.seek)
        ffi.read_open(archive, None, ffi.NO_OPEN_CB, feed.read, ffi.NO_CLOSE_CB)
        for _ in range(number + 1):
            if ffi.read_next_header2(archive, entry) == _EOF:
                raise Malformed("libarchive finds fewer members in it")
        if ffi.entry_size_is_set(entry) and size not in (None, ffi.entry_size(entry)):
            raise Malformed("libarchive finds another member in its place")
        yield from _data(ffi, archive, size)
    except ffi.ArchiveError as error:
        raise _refusal(error) from None
    finally:
        ffi.read_free(archive)
        feed.source = None


def _data(ffi: Any, archive: int, size: int | None) -> Iterator[bytes]:
    buffer = ctypes.create_string_buffer(_OUT)
    given = 0
    while True:
        count = ffi.read_data(archive, buffer, _OUT)
        if count <= 0:
            break
        given += count
        if size is not None and given > size:
            raise Malformed("it unpacks to more than its header claims")
        yield buffer.raw[:count]
    if size is not None and given < size:
        raise Malformed("its compressed bytes end too early")


def _refusal(error: Exception) -> Malformed | Unsupported:
    words = why(error)
    if any(word in words for word in ("unavailable", "support", "Unknown codec")):
        return Unsupported(f"libarchive does not unpack it: {words}",
                           hint="unrar x or 7z x unpacks it")  # fmt: skip
    return Malformed(f"its compressed bytes are damaged: {words}")

"""What RAR archives of all versions have in common: the bytes of members."""

from __future__ import annotations

from kimi_read.errors import Encrypted, Malformed, Unsupported

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.source import Source

#: The remark on a member of which another volume holds a part.
ELSEWHERE = "goes on from or into another volume"
_PIECE = 1 << 18


def stored(source: Source, start: int, size: int) -> Iterator[bytes]:
    """Yield the bytes of a member that is not compressed."""
    while size > 0:
        data = source.read_at(start, min(_PIECE, size))
        if not data:
            raise Malformed("it is cut off in the archive")
        yield data
        start += len(data)
        size -= len(data)


def refused(*, encrypted: bool) -> Iterator[bytes]:
    """Refuse a member that only the program of RARLAB unpacks.

    Raises:
        Encrypted, Unsupported: always.
    """
    hint = "unrar x or 7z x unpacks it"
    if encrypted:
        raise Encrypted("it is encrypted, which kread does not undo in RAR files",
                        hint=hint)  # fmt: skip
    raise Unsupported("a part of it is in another volume", hint=hint)
    yield b""

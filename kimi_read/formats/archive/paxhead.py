"""The extended headers of pax archives: lines of ``LENGTH KEY=VALUE``.

Source: POSIX.1-2017 pax, "pax Extended Header"; GNU tar manual, "Storing Sparse
Files" (GNU.sparse.*).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

#: The most bytes of one extended header that are read.
MOST = 4 << 20
_KEPT = frozenset({
    b"path", b"linkpath", b"size", b"mtime", b"uname", b"gname", b"comment",
    b"GNU.sparse.name", b"GNU.sparse.realsize", b"GNU.sparse.size",
    b"GNU.sparse.major", b"GNU.sparse.minor", b"GNU.sparse.map", b"GNU.sparse.offset",
    b"GNU.sparse.numbytes", b"SCHILY.realsize", b"SCHILY.filetype", b"hdrcharset",
})  # fmt: skip


def parse(data: bytes) -> tuple[dict[bytes, bytes], bool]:
    """Return the records that matter, and whether all of them were sound.

    An empty value takes back a global one. ``GNU.sparse.offset`` and ``numbytes``
    occur many times: they are joined under ``GNU.sparse.map``.
    """
    found: dict[bytes, bytes] = {}
    pieces: list[bytes] = []
    sound = True
    for key, value in _records(data):
        if not key:
            sound = False
        elif key in (b"GNU.sparse.offset", b"GNU.sparse.numbytes"):
            pieces.append(value)
        elif key in _KEPT:
            found[key] = value
    if pieces:
        found[b"GNU.sparse.map"] = b",".join(pieces)
    return found, sound


def _records(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield key and value; an empty key where the rest cannot be read."""
    at = 0
    while at < len(data) and data[at]:
        blank = data.find(b" ", at, at + 20)
        digits = data[at:blank] if blank > 0 else b""
        length = int(digits) if digits.isdigit() else 0
        record = data[blank + 1 : at + length]
        key, sign, value = record.partition(b"=")
        if length <= 0 or at + length > len(data) or not sign or value[-1:] != b"\n":
            yield b"", b""
            return
        yield key, value[:-1]
        at += length


def whole(value: bytes | None) -> int | None:
    """Return a decimal number, or None."""
    if value is None:
        return None
    digits = value[1:] if value[:1] == b"-" else value
    return int(value) if digits.isdigit() and len(digits) < 30 else None


def seconds(value: bytes) -> float | None:
    """Return a time such as ``1700000000.25``, or None."""
    try:
        found = float(value)
    except ValueError:
        return None
    return found if abs(found) < 1e15 else None

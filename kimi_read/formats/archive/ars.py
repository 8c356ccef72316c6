"""Unix ar archives, and the Debian packages that are made of them.

Source: ar(5) of FreeBSD and of the GNU binutils (long names, symbol tables);
deb(5) (members control.tar and data.tar, whose contents are listed as well).
"""

from __future__ import annotations

from functools import partial

from kimi_read.errors import Malformed
from kimi_read.formats.archive.rows import NO_DATE, Dates, UnixModes
from kimi_read.formats.archive.tarhead import number, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.formats.archive.notes import Notes
    from kimi_read.formats.archive.others import Make
    from kimi_read.formats.archive.rows import Row
    from kimi_read.request import Request
    from kimi_read.source import Source

_HEAD = 60
_PIECE = 1 << 18
_TABLES = frozenset(
    {b"/", b"/SYM64/", b"__.SYMDEF", b"__.SYMDEF SORTED", b"__.SYMDEF_64"}
)
_NAME_TABLES = frozenset({b"//", b"ARFILENAMES/"})
_NAMES_MOST = 16 << 20
_NAME_MOST = 65_535


def members(
    source: Source, request: Request, notes: Notes, facts: dict[str, object]
) -> Iterator[tuple[Row, Make]]:
    """Yield the members; symbol tables and tables of names are left out."""
    debian = source.head[8:24].startswith((b"debian-binary ", b"debian-binary/"))
    inner: list[tuple[str, int, int]] = []
    for row, start, size in _walk(source, request, notes):
        yield row, partial(_data, source, start, size)
        inner.append((row[4], start, size))
    if debian and not request.member:
        from kimi_read.formats.archive import debs

        yield from debs.contents(source, request, notes, facts, inner)


def _walk(
    source: Source, request: Request, notes: Notes
) -> Iterator[tuple[Row, int, int]]:
    dates, modes = Dates(full=request.entries), UnixModes()
    thin = source.head.startswith(b"!<thin>")
    names = b""
    at = 8
    while at < source.size:
        head = source.read_at(at, _HEAD)
        if len(head) < _HEAD or head[58:60] != b"`\n":
            if at == 8:
                raise Malformed("its first header is damaged")
            if head.strip(b"\n\0"):
                notes.lost(at)
            return
        size = _decimal(head[48:58])
        if size is None:
            notes.lost(at)
            return
        start = at + _HEAD
        raw, skip = _name(source, head[:16].rstrip(b" "), names, start, size)
        if raw in _NAME_TABLES:
            names = source.read_at(start, min(size, _NAMES_MOST))
        elif raw not in _TABLES:
            seconds = _decimal(head[16:28]) or 0
            mode = number(head[40:48]) or 0
            date = dates.unix(seconds) if seconds else NO_DATE
            extra = None
            if request.entries:
                extra = {
                    "owner": str(_decimal(head[28:34]) or 0),
                    "group": str(_decimal(head[34:40]) or 0),
                }
            name = text(raw, request.encoding)
            row = (modes[mode], size - skip, size - skip, date, name, extra)
            yield row, start + skip, size - skip
        elsewhere = thin and raw not in _TABLES and raw not in _NAME_TABLES
        stored = 0 if elsewhere else size
        if start + stored > source.size:
            notes.cut(start + stored - source.size, text(raw))
            return
        at = start + stored + (stored & 1)


def _name(
    source: Source, field: bytes, names: bytes, start: int, size: int
) -> tuple[bytes, int]:
    """Return a member's name, and how many bytes of it stand before the data."""
    if field.startswith(b"#1/"):
        length = _decimal(field[3:]) or 0
        length = min(length, size)
        return source.read_at(start, min(length, _NAME_MOST)).rstrip(b"\0"), length
    if field[:1] == b"/" and field[1:].isdigit():
        at = int(field[1:])
        end = names.find(b"\n", at)
        raw = names[at : end if end >= 0 else len(names)][:_NAME_MOST]
        return raw.rstrip(b"/\0") or field, 0
    if field in (b"/", b"//", b"/SYM64/", b"ARFILENAMES/"):
        return field, 0
    return field.rstrip(b"/"), 0


def _decimal(field: bytes) -> int | None:
    digits = field.strip(b" \0")
    if not digits:
        return 0
    return int(digits) if digits.isdigit() else None


def _data(source: Source, start: int, size: int) -> Iterator[bytes]:
    while size > 0:
        data = source.read_at(start, min(_PIECE, size))
        if not data:
            raise Malformed("it is cut off in the archive")
        yield data
        start += len(data)
        size -= len(data)

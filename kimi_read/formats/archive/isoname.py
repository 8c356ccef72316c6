"""Dates of ISO 9660, and what Rock Ridge adds to a directory record.

Source: ECMA-119, 9.1.5; IEEE P1281, 5 (CE, ST); IEEE P1282, 4.1 (PX, SL, NM, CL, RE,
TF).
"""

from __future__ import annotations

import calendar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.source import Source

_SECTOR = 2048
_AREAS = 32


class Entry:
    """One file or folder; ``pieces`` are (sector, bytes) of its data."""

    def __init__(self, name: str, extent: int, size: int, *, folder: bool) -> None:
        self.name = name
        self.extent = extent
        self.size = size
        self.folder = folder
        self.pieces = [(extent, size)]
        self.mode = 0
        self.owner = self.group = 0
        self.link = ""
        self.seconds: int | None = None
        self.child: int | None = None
        self.hidden = False


def stamp(raw: bytes) -> int | None:
    """Return a seven-byte date as seconds since 1970 UTC, or None."""
    if len(raw) < 7 or not 1 <= raw[1] <= 12 or not 1 <= raw[2] <= 31:
        return None
    zone = raw[6] - 256 if raw[6] > 127 else raw[6]
    when = (1900 + raw[0], raw[1], raw[2], raw[3], raw[4], raw[5])
    return calendar.timegm(when) - zone * 900


def _long_stamp(raw: bytes) -> int | None:
    digits = raw[:14]
    if len(raw) < 17 or not digits.isdigit():
        return None
    year, month, day = int(digits[:4]), int(digits[4:6]), int(digits[6:8])
    if not (year and 1 <= month <= 12 and 1 <= day <= 31):
        return None
    zone = raw[16] - 256 if raw[16] > 127 else raw[16]
    clock = (int(digits[8:10]), int(digits[10:12]), int(digits[12:14]))
    return calendar.timegm((year, month, day, *clock)) - zone * 900


class Susp:
    """Reads the system use area of directory records."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def apply(self, area: bytes, entry: Entry) -> None:
        """Put the Rock Ridge name, mode, link, date of a record into ``entry``."""
        name = b""
        link: list[bytes] = []
        for sign, body in self._fields(area):
            if sign == b"NM" and body:
                name += body[1:] if not body[0] & 6 else b""
            elif sign == b"PX" and len(body) >= 28:
                entry.mode = int.from_bytes(body[0:4], "little") & 0xFFFF
                entry.owner = int.from_bytes(body[16:20], "little")
                entry.group = int.from_bytes(body[24:28], "little")
            elif sign == b"SL":
                _link(body[1:], link)
            elif sign == b"TF":
                _dates(body, entry)
            elif sign == b"CL" and len(body) >= 4:
                entry.child = int.from_bytes(body[:4], "little")
            elif sign == b"RE":
                entry.hidden = True
        if name:
            entry.name = name.replace(b"/", b"_").decode("utf-8", "surrogateescape")
        if link:
            entry.link = b"".join(part for part in link if part != b"\0").decode(
                "utf-8", "surrogateescape"
            )

    def _fields(self, area: bytes) -> Iterator[tuple[bytes, bytes]]:
        for _ in range(_AREAS):
            following = b""
            at = 0
            while at + 4 <= len(area):
                sign, length = area[at : at + 2], area[at + 2]
                if length < 4 or at + length > len(area) or sign == b"ST":
                    break
                body = area[at + 4 : at + length]
                if sign == b"CE" and len(body) >= 24:
                    place, offset, size = (
                        int.from_bytes(body[k : k + 4], "little") for k in (0, 8, 16)
                    )
                    start = place * _SECTOR + min(offset, _SECTOR)
                    following = self._source.read_at(start, min(size, _SECTOR))
                else:
                    yield sign, body
                at += length
            if not following:
                return
            area = following


def _link(body: bytes, parts: list[bytes]) -> None:
    """Add the components of a symbolic link; ``parts`` are its pieces so far."""
    at = 0
    while at + 2 <= len(body):
        flags, length = body[at], body[at + 1]
        content = body[at + 2 : at + 2 + length]
        at += 2 + length
        if parts and parts[-1] not in (b"/", b"\0") and not parts[-1].endswith(b"/"):
            parts.append(b"/")
        if parts and parts[-1] == b"\0":
            parts.pop()
        piece = b"." if flags & 2 else b".." if flags & 4 else content
        parts.append(b"/" if flags & 8 else piece)
        if flags & 1:  # this component goes on
            parts.append(b"\0")


def _dates(body: bytes, entry: Entry) -> None:
    """Take the date of the last change from a TF field."""
    if not body:
        return
    flags = body[0]
    width = 17 if flags & 0x80 else 7
    at = 1 + (width if flags & 1 else 0)
    if flags & 2:
        raw = body[at : at + width]
        found = _long_stamp(raw) if width == 17 else stamp(raw)
        if found is not None:
            entry.seconds = found

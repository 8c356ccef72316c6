"""ZIP and what is built on it: jar, apk, wheel, Chrome extension.

The central directory is walked in pieces, never as a list of objects. Where it is
missing or cut, the members' own headers are walked instead.
Source: PKWARE APPNOTE 6.3.10, 4.3.12 (central directory), 4.4 (fields), 4.5 and 4.6
(extra fields); Info-ZIP extrafld.txt (UT, up, uc).
"""

from __future__ import annotations

import struct
from itertools import chain
from operator import add, le, lt

from kimi_read.errors import Malformed
from kimi_read.formats.archive import zipfind, zipscan
from kimi_read.formats.archive.listing import BATCH, Listing
from kimi_read.formats.archive.rows import (
    NO_DATE,
    NO_MODE,
    NO_MODE_FOLDER,
    Batch,
    Dates,
    UnixModes,
    typed,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.blocks import Blocks
    from kimi_read.formats.archive.notes import Notes
    from kimi_read.formats.archive.zipfind import Directory
    from kimi_read.request import Request
    from kimi_read.source import Source

_FIELDS = struct.Struct("<4sxB2xLHH4xLLHHH4xLL")
HEAD = _FIELDS.size
LONGEST = HEAD + 3 * 0xFFFF
PIECE = 1 << 20
UTF8 = 0x800
ENCRYPTED = 1
MASKED = 0x2000
METHODS = {
    0: "stored", 1: "shrunk", 6: "imploded", 8: "deflate", 9: "deflate64",
    12: "bzip2", 14: "lzma", 93: "zstd", 95: "xz", 98: "ppmd", 99: "aes",
}  # fmt: skip
_LINK_BYTES = 4096
_LINKS_READ = 10_000
_UNIX_HOSTS = frozenset({3, 19})
_WIDE = 0xFFFFFFFF
_BEYOND_FILES = 0x90000000  # a Unix type above that of a plain file: link, socket
_UNUSUAL = 0xFFF70001  # encrypted, or a method that is not stored or deflate
_NEVER = 1 << 80
_TIME = struct.Struct("<l")
_TIMES = frozenset({b"UT\5\0\1", b"UT\5\0\3", b"UT\5\0\5", b"UT\5\0\7"})
_OWNERS = frozenset({b"ux", b"Ux"})


def read(source: Source, request: Request, notes: Notes) -> Blocks:
    """Yield the listing of a ZIP file.

    Raises:
        Malformed: there is neither a directory nor a single member.
    """
    listing = Listing(request, notes, packed=True)
    directory = zipfind.find(source, notes)
    if directory is None:
        members = zipscan.scan(source, request)
        notes.say(
            "no-directory",
            "its directory is missing or damaged; members are listed from their own "
            "headers",
            partial=True,
        )
        first = next(members, None)
        if first is None:
            raise Malformed(
                "not a readable ZIP file: it has neither directory nor members"
            )
        listing.facts["members"] = "unknown"
        yield from listing.blocks(zipscan.batches(first, members))
        return
    listing.total = min(directory.count, 1 << 53)
    listing.facts["members"] = listing.total
    listing.comment = text_of(directory.comment, 0, request.encoding)
    yield from listing.blocks(Walk(source, request, notes, directory).batches())


class Walk:
    """One pass over a central directory."""

    def __init__(
        self, source: Source, request: Request, notes: Notes, directory: Directory
    ) -> None:
        self._source = source
        self._notes = notes
        self._directory = directory
        self._encoding = request.encoding
        self._dates = Dates(full=request.entries)
        self._modes = _Hosts()
        self._links = 0
        self._verify = None
        if request.verify:
            from kimi_read.formats.archive.zipverify import Verifier

            self._verify = Verifier(source, notes, directory.shift, request.password)

    def batches(self) -> Iterator[Batch]:
        """Yield the members in the order of the directory."""
        place = self._directory.start
        end = place + self._directory.size
        found = left = 0
        raw, at = b"", 0
        while True:
            if len(raw) - at < PIECE // 4 and place + len(raw) < end:
                place += at
                raw, at = self._source.read_at(place, min(PIECE, end - place)), 0
            batch, at = self._piece(raw, at)
            left = len(raw) - at
            found += len(batch)
            if not batch.names:
                break
            if len(batch) < BATCH and (place + len(raw) >= end or left >= LONGEST):
                self._ended(found, left)
                yield batch
                return
            yield batch
        self._ended(found, left)

    def _piece(self, raw: bytes, at: int) -> tuple[Batch, int]:
        """Return up to ``BATCH`` members of ``raw``, and where the next one is."""
        unpack = _FIELDS.unpack_from
        table = self._dates
        days, minutes, unix = table.dos_days, table.dos_minutes, table.unix
        detailed = table.full or self._verify is not None
        host, modes = -1, self._modes[3]
        batch = Batch()
        add_mode, add_size = batch.modes.append, batch.sizes.append
        add_packed, add_date = batch.packed.append, batch.dates.append
        names: list[bytes] = []
        add_name = names.append
        renamed: dict[int, str] = {}
        heads: list[int] = []
        add_head = heads.append
        last = len(raw) - HEAD
        for place in range(BATCH):
            if at > last:
                break
            (magic, maker, kind, clock, day, packed, size,
             named, extras, noted, attributes, header) = unpack(raw, at)  # fmt: skip
            start = at + HEAD
            stop = start + named
            if magic != b"PK\1\2" or stop + extras + noted > len(raw):
                break
            if maker != host:
                host, modes = maker, self._modes[maker]
            date = days[day]
            date = date + minutes[clock >> 5] if date else NO_DATE
            mode = modes[attributes]
            if (
                extras or noted or kind & _UNUSUAL or attributes >= _BEYOND_FILES
                or detailed
            ):  # fmt: skip
                if (
                    raw[stop : stop + 5] in _TIMES
                    and (extras == 9 or raw[stop + 9 : stop + 11] in _OWNERS)
                    and attributes < _BEYOND_FILES
                    and not (noted or kind & _UNUSUAL or detailed)
                ):  # what Info-ZIP writes for every member  # fmt: skip
                    date = unix(_TIME.unpack_from(raw, stop + 5)[0])
                else:
                    member = _Member(
                        raw[start : stop + extras], named, kind & 0xFFFF, kind >> 16,
                        clock, day, packed, size, header,
                        raw[stop + extras : stop + extras + noted], mode,
                    )  # fmt: skip
                    extra = self._unusual(member)
                    size, packed, header = member.size, member.packed, member.header
                    date = member.date
                    if member.name is not None:
                        renamed[place] = member.name
                    if extra:
                        batch.extras[place] = extra
                    if self._verify:
                        self._verify(raw[at : stop + extras], member)
            if not size and raw[stop - 1 : stop] == b"/" and mode[0] != "d":
                mode = typed(mode, "d")
            add_mode(mode)
            add_size(size)
            add_packed(packed)
            add_date(date)
            add_name(raw[start:stop])
            add_head(header)
            at = stop + extras + noted
        batch.names = self._names(names, renamed)
        self._spans(heads, batch)
        return batch, at

    def _names(self, raw: list[bytes], renamed: dict[int, str]) -> list[str]:
        try:
            names = b"\n".join(raw).decode().split("\n") if raw else []
        except UnicodeDecodeError:
            names = []
        if len(names) != len(raw):
            names = [text_of(name, 0, self._encoding) for name in raw]
        for place, name in renamed.items():
            names[place] = name
        return names

    def _spans(self, heads: list[int], batch: Batch) -> None:
        """Count the members that lie over the bytes of others.

        Members mostly follow each other, which is seen without a look at each.
        """
        if all(map(lt, heads, heads[1:])) and all(
            map(le, map(add, heads, batch.packed), chain(heads[1:], [_NEVER]))  # type: ignore[arg-type]
        ):
            return
        reach = -1
        for place in sorted(range(len(heads)), key=heads.__getitem__):
            header = heads[place]
            if header < reach:
                self._notes.count("overlap", batch.names[place])
            length = 30 + len(batch.names[place]) + int(batch.packed[place])
            reach = max(reach, header + length)

    def _ended(self, found: int, left: int) -> None:
        count = self._directory.count
        if found != count and found & 0xFFFF != count:
            self._notes.say(
                "count-mismatch",
                f"its directory claims {count} members and has {found}",
                partial=found < count,
            )
        elif left > 0 and found < count:
            self._notes.say("bad-header", "its directory is damaged", partial=True)

    def _unusual(self, member: _Member) -> dict[str, object] | None:
        """Work out extra fields, comments and rare flags."""
        flags = member.flags
        member.date = self._dates.dos(member.day, member.clock)
        kept: dict[str, object] = {}
        for tag, body in fields_of(member.raw[member.named :]):
            if tag == 0x0001 and _WIDE in (member.size, member.packed, member.header):
                member.size, member.packed, member.header = widened(
                    body, member.size, member.packed, member.header
                )
            elif tag == 0x5455 and len(body) >= 5 and body[0] & 1:
                member.date = self._dates.unix(_TIME.unpack_from(body, 1)[0])
            elif tag == 0x7075 and len(body) > 5:
                member.name = body[5:].decode("utf-8", "surrogateescape")
            elif tag == 0x9901 and len(body) >= 7:
                member.method = int.from_bytes(body[5:7], "little")
        if member.name is None and flags & UTF8:
            member.name = text_of(member.raw[: member.named], flags, "")
        if flags & ENCRYPTED:
            kept["encrypted"] = True
        if member.comment:
            kept["comment"] = text_of(member.comment, flags, self._encoding)
        if self._dates.full or member.method not in (0, 8):
            kept["method"] = METHODS.get(member.method, f"method {member.method}")
        if member.mode[0] == "l" and not flags & ENCRYPTED:
            link = self._link(member.header, member.method, member.packed)
            if link:
                kept["link"] = link
        return kept or None

    def _link(self, header: int, method: int, packed: int) -> str:
        """Return the target of a symbolic link: the bytes of the member."""
        self._links += 1
        if packed > _LINK_BYTES or self._links > _LINKS_READ:
            return ""
        from kimi_read.formats.archive.zipdata import short_member

        data = short_member(
            self._source, header + self._directory.shift, method, packed, _LINK_BYTES
        )
        return data.decode("utf-8", "surrogateescape")


class _Member:
    """One member whose record needs a closer look."""

    def __init__(  # noqa: PLR0913 - the fields of the record
        self, raw: bytes, named: int, flags: int, method: int, clock: int, day: int,
        packed: int, size: int, header: int, comment: bytes, mode: str,
    ) -> None:  # fmt: skip
        self.raw = raw
        self.named = named
        self.flags = flags
        self.method = method
        self.clock = clock
        self.day = day
        self.packed = packed
        self.size = size
        self.header = header
        self.comment = comment
        self.mode = mode
        self.name: str | None = None
        self.date = NO_DATE


class _Hosts(dict[int, "_Modes"]):
    def __missing__(self, host: int) -> _Modes:
        table = self[host] = _Modes(host)
        return table


class _Modes(dict[int, str]):
    """External attributes, as one host system writes them, to a mode."""

    def __init__(self, host: int) -> None:
        super().__init__()
        self._host = host
        self._unix = UnixModes()

    def __missing__(self, attributes: int) -> str:
        unix = attributes >> 16
        if unix and (self._host in _UNIX_HOSTS or unix & 0xF000 or self._host == 0):
            text = self._unix[unix]
        else:
            folder = attributes & 0x10 and self._host != 3
            text = NO_MODE_FOLDER if folder else NO_MODE
        self[attributes] = text
        return text


def fields_of(extra: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the extra fields of a member; a damaged one ends them."""
    at = 0
    while at + 4 <= len(extra):
        tag, length = struct.unpack_from("<HH", extra, at)
        yield tag, extra[at + 4 : at + 4 + length]
        at += 4 + length


def widened(body: bytes, *values: int) -> tuple[int, ...]:
    """Return size, packed size and offset with those of a zip64 field put in."""
    got = iter(
        int.from_bytes(body[at : at + 8], "little") for at in range(0, len(body) - 7, 8)
    )
    return tuple(next(got, value) if value == _WIDE else value for value in values)


def text_of(raw: bytes, flags: int, encoding: str) -> str:
    """Return a name or comment as text.

    UTF-8 where it is valid (many writers do not set its flag); else what the user
    names, else code page 437 as the format says. Flagged as UTF-8 but not valid:
    the odd bytes stay visible.
    """
    if flags & UTF8:
        return raw.decode("utf-8", "surrogateescape")
    try:
        return raw.decode(encoding or "utf-8")
    except (UnicodeDecodeError, LookupError):
        return raw.decode("cp437")

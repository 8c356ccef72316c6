"""One pass over a central directory, a batch of members at a time.

The only step that has to be taken member by member is from one record to the next.
The first 48 bytes of all records of a batch are then laid side by side, so that a
field of all of them is one strided slice.
Source: PKWARE APPNOTE 6.3.10, 4.3.12 (central directory), 4.4 (fields).
"""

from __future__ import annotations

import struct
import sys
from array import array
from itertools import chain, repeat
from operator import add, le, rshift

from kimi_read.formats.archive.listing import BATCH
from kimi_read.formats.archive.rows import (
    NO_DATE,
    NO_MODE,
    NO_MODE_FOLDER,
    Batch,
    Dates,
    UnixModes,
    typed,
)
from kimi_read.formats.archive.zipmember import Member
from kimi_read.formats.archive.zipnames import DEFAULT, guess, is_utf8
from kimi_read.formats.archive.ziptext import (
    METHODS,
    UTF8,
    fields_of,
    text_of,
    widened,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kimi_read.formats.archive.notes import Notes
    from kimi_read.formats.archive.zipfind import Directory
    from kimi_read.request import Request
    from kimi_read.source import Source

HEAD = 46
LONGEST = HEAD + 3 * 0xFFFF
PIECE = 1 << 20
ENCRYPTED = 1
_STRIDE = 48
_MAGIC = 0x02014B50
_LENGTHS = struct.Struct("<3H")
_TIME = struct.Struct("<l")
_TIMES = frozenset({b"UT\5\0\1", b"UT\5\0\3", b"UT\5\0\5", b"UT\5\0\7"})
_LINK_BYTES = 4096
_LINKS_READ = 10_000
_UNIX_HOSTS = frozenset({3, 19})
_WIDE = 0xFFFFFFFF
_LINK = 0xA000
_NEVER = 1 << 80


class Walk:
    """The members of a directory, from its first to its last record.

    ``visit``, if given, is called with each member, or with those whose names are
    in ``only``.
    """

    def __init__(  # noqa: PLR0913 - the last two are for members
        self,
        source: Source,
        request: Request,
        notes: Notes,
        directory: Directory,
        visit: Callable[[Member], None] | None = None,
        *,
        only: frozenset[str] | None = None,
    ) -> None:
        self._source = source
        self._notes = notes
        self._directory = directory
        self._encoding = request.encoding
        self._guessed = ""
        self._dates = Dates(full=request.entries)
        self._modes = _Hosts()
        self._links = 0
        self._visit = visit
        self._only = only
        self._raw_only = _as_stored(only or frozenset())

    def batches(self) -> Iterator[Batch]:
        """Yield the members in the order of the directory."""
        place = self._directory.start
        end = place + self._directory.size
        found = at = 0
        raw = b""
        while True:
            if len(raw) - at < PIECE // 4 and place + len(raw) < end:
                place += at
                raw, at = self._source.read_at(place, min(PIECE, end - place)), 0
                end = end if raw else place
            batch, at = self._piece(raw, at)
            found += len(batch)
            left = len(raw) - at
            ended = len(batch) < BATCH and (
                not batch.names or place + len(raw) >= end or left >= LONGEST
            )
            if ended:
                self._ended(found, left)
            if batch.names:
                yield batch
            if ended:
                return

    def _piece(self, raw: bytes, at: int) -> tuple[Batch, int]:
        """Return up to ``BATCH`` members of ``raw``, and where the next one is."""
        unpack = _LENGTHS.unpack_from
        places: list[int] = []
        names: list[bytes] = []
        add_place, add_name = places.append, names.append
        size = len(raw)
        last = size - HEAD
        for _ in range(BATCH):
            if at > last:
                break
            named, extras, noted = unpack(raw, at + 28)
            start = at + HEAD
            stop = start + named
            following = stop + extras + noted
            if following > size:
                break
            add_place(at)
            add_name(raw[start:stop])
            at = following
        if not places:
            return Batch(), at
        if self._only is not None and self._raw_only.isdisjoint(names):
            passed = Batch()
            passed.names = [""] * len(places)
            return passed, at
        columns = _Columns(raw, places)
        if columns.bad is not None:
            at = places[columns.bad]
            columns = _Columns(raw, places[: columns.bad])
            del names[columns.count :]
        return self._batch(raw, columns, names), at

    def _batch(self, raw: bytes, columns: _Columns, names: list[bytes]) -> Batch:
        batch = Batch()
        batch.sizes, batch.packed = [*columns.sizes], [*columns.packed]
        joined = b"\n".join(names)
        batch.names = self._names(joined, names, columns.flags)
        batch.modes = self._modes.of(columns)
        if any(mode[0] in "ps" for mode in {*batch.modes}):
            _mark_files(batch)
        if b"/\n" in joined or joined.endswith(b"/"):
            _mark_folders(batch)
        days, clocks = self._dates.dos_days, self._dates.dos_clocks
        batch.dates = [
            *map(add, map(days.__getitem__, columns.days),
                 map(clocks.__getitem__, map(rshift, columns.clocks, repeat(5))))
        ]  # fmt: skip
        if columns.unusual or self._dates.full or self._visit or "" in days.values():
            self._look_closer(raw, columns, batch)
        if not self._directory.split:
            self._spans(columns.heads, batch)
        return batch

    def _names(self, joined: bytes, raw: list[bytes], flags: list[int]) -> list[str]:
        try:
            names = joined.decode().split("\n") if raw else []
        except UnicodeDecodeError:
            names = []
        if len(names) == len(raw):
            return names
        pairs = [*zip(raw, flags, strict=True)]
        if self._encoding:
            return [text_of(name, flag, self._encoding) for name, flag in pairs]
        if not self._guessed:
            self._guess(pairs)
        return [
            text_of(name, flag, "" if is_utf8(name) else self._guessed)
            for name, flag in pairs
        ]

    def _guess(self, pairs: list[tuple[bytes, int]]) -> None:
        """Settle, at the first names that need it, the code page of those like them."""
        odd = [name for name, flag in pairs if not flag & UTF8 and not is_utf8(name)]
        if odd:
            self._guessed = guess(odd)
        if self._guessed not in ("", DEFAULT):
            self._notes.say(
                "names-guessed", "names without a declared encoding are read as "
                f"{self._guessed}; --encoding names another one",
            )  # fmt: skip

    def _look_closer(self, raw: bytes, columns: _Columns, batch: Batch) -> None:
        """Work out what only some members have: extra fields, comments, links."""
        if self._only is not None:
            if not self._only.isdisjoint(batch.names):
                for place, name in enumerate(batch.names):
                    if name in self._only:
                        self._record(raw, columns, batch, place)
            return
        detailed = self._dates.full or self._visit is not None
        for place, at in enumerate(columns.places):
            extras = columns.extras[place]
            stop = at + HEAD + columns.named[place]
            rare = (
                columns.flags[place] & ENCRYPTED
                or columns.methods[place] & ~8
                or columns.unix[place] & 0xF000 == _LINK
                or columns.noted[place]
                or detailed
            )
            if not rare and not extras:
                if len(batch.dates[place]) < len(NO_DATE):
                    batch.dates[place] = NO_DATE
            elif (
                not rare and raw[stop : stop + 5] in _TIMES
                and (extras == 9 or raw[stop + 9 : stop + 11] in (b"ux", b"Ux"))
            ):  # what Info-ZIP writes for every member  # fmt: skip
                batch.dates[place] = self._dates.unix(
                    _TIME.unpack_from(raw, stop + 5)[0]
                )
            else:
                self._record(raw, columns, batch, place)

    def _record(self, raw: bytes, columns: _Columns, batch: Batch, place: int) -> None:
        """Look at the whole record of one member."""
        at = columns.places[place]
        extras, noted = columns.extras[place], columns.noted[place]
        stop = at + HEAD + columns.named[place]
        member = _member(columns, place, batch.modes[place])
        member.raw_name = raw[at + HEAD : stop]
        member.comment = raw[stop + extras : stop + extras + noted]
        self._closer(member, raw[stop : stop + extras], batch, place)

    def _closer(self, member: Member, extra: bytes, batch: Batch, place: int) -> None:
        """Put what the extra fields and rare flags of one member say into the batch."""
        date, timed = self._dates.dos(member.day, member.clock), False
        for tag, body in fields_of(extra):
            if tag == 0x0001 and _WIDE in (member.size, member.packed, member.head):
                member.size, member.packed, member.head = widened(
                    body, member.size, member.packed, member.head
                )
            elif tag == 0x5455 and len(body) >= 5 and body[0] & 1:
                date, timed = self._dates.unix(_TIME.unpack_from(body, 1)[0]), True
            elif tag in (0x000D, 0x5855) and len(body) >= 8 and not timed:
                date = self._dates.unix(_TIME.unpack_from(body, 4)[0])
            elif tag == 0x7075 and len(body) > 5:
                batch.names[place] = body[5:].decode("utf-8", "surrogateescape")
            elif tag == 0x9901 and len(body) >= 7:
                member.method = int.from_bytes(body[5:7], "little")
                member.aes = body[4]
        batch.sizes[place], batch.packed[place] = member.size, member.packed
        batch.dates[place] = date
        found = self._extra(member)
        if found:
            batch.extras[place] = found
        if self._visit:
            member.name = batch.names[place]
            self._visit(member)

    def _extra(self, member: Member) -> dict[str, object]:
        kept: dict[str, object] = {}
        if member.flags & ENCRYPTED:
            kept["encrypted"] = True
        if member.comment:
            kept["comment"] = text_of(member.comment, member.flags, self._encoding)
        if self._dates.full:
            kept["method"] = METHODS.get(member.method, f"method {member.method}")
        if member.mode[0] == "l" and not member.flags & ENCRYPTED:
            link = self._link(member)
            if link:
                kept["link"] = link
        return kept

    def _link(self, member: Member) -> str:
        """Return the target of a symbolic link: the bytes of the member."""
        self._links += 1
        if member.packed > _LINK_BYTES or self._links > _LINKS_READ:
            return ""
        from kimi_read.formats.archive.zipdata import short_member

        data = short_member(self._source, self._directory.shift, member, _LINK_BYTES)
        return data.decode("utf-8", "surrogateescape")

    def _spans(self, heads: list[int], batch: Batch) -> None:
        """Count the members that lie over the bytes of others.

        Members mostly follow each other, which is seen without a look at each.
        """
        ends = map(add, heads, batch.packed)
        if all(map(le, ends, chain(heads[1:], [_NEVER]))):
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
        if found not in (count, count + 0x10000) and found & 0xFFFF != count:
            self._notes.say(
                "count-mismatch",
                f"its directory claims {count} members and has {found}",
                partial=found < count,
            )
        elif left > 0 and found < count:
            self._notes.say("bad-header", "its directory is damaged", partial=True)


def _as_stored(names: frozenset[str]) -> frozenset[bytes]:
    """Return names as the bytes that a directory may hold for them."""
    utf8 = (name.encode("utf-8", "surrogateescape") for name in names)
    cp437 = (name.encode("cp437", "replace") for name in names)
    return frozenset((*utf8, *cp437))


def _mark_folders(batch: Batch) -> None:
    for place, name in enumerate(batch.names):
        mode = batch.modes[place]
        if name.endswith("/") and mode[0] != "d":
            batch.modes[place] = typed(mode, "d")


class _Columns:
    """The fields of the records at ``places``; ``bad`` is the first that is none."""

    def __init__(self, raw: bytes, places: list[int]) -> None:
        table = b"".join([raw[at : at + _STRIDE] for at in places])
        count = self.count = len(places)
        table = table.ljust(count * _STRIDE, b"\0")
        words, halves = _cast("I", table), _cast("H", table)
        late = _cast("I", (table[2:] + b"\0\0")[: len(table)])
        magics = words[0::12].tolist()
        self.bad: int | None = None
        if magics.count(_MAGIC) != count:
            self.bad = next(at for at, word in enumerate(magics) if word != _MAGIC)
        self.places = places
        self.hosts: list[int] = halves[2::24].tolist()
        self.flags: list[int] = halves[4::24].tolist()
        self.methods: list[int] = halves[5::24].tolist()
        self.clocks: list[int] = halves[6::24].tolist()
        self.days: list[int] = halves[7::24].tolist()
        self.crcs = words[4::12]
        self.packed: list[int] = words[5::12].tolist()
        self.sizes: list[int] = words[6::12].tolist()
        self.named = halves[14::24]
        self.extras: list[int] = halves[15::24].tolist()
        self.noted: list[int] = halves[16::24].tolist()
        self.unix: list[int] = halves[20::24].tolist()
        self.attributes: list[int] = late[9::12].tolist()
        self.heads: list[int] = late[10::12].tolist()
        self.unusual = (
            any(self.extras)
            or any(self.noted)
            or not {*self.methods} <= {0, 8}
            or any(flag & ENCRYPTED for flag in {*self.flags})
            or any(unix & 0xF000 == _LINK for unix in {*self.unix})
        )


def _cast(code: str, table: bytes) -> array[int]:
    numbers = array(code)
    numbers.frombytes(table)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _member(columns: _Columns, place: int, mode: str) -> Member:
    member = Member(mode)
    member.flags = columns.flags[place]
    member.method = columns.methods[place]
    member.clock, member.day = columns.clocks[place], columns.days[place]
    member.crc = columns.crcs[place]
    member.packed = int(columns.packed[place])
    member.size = int(columns.sizes[place])
    member.head = columns.heads[place]
    return member


def _mark_files(batch: Batch) -> None:
    """Take what came from a pipe for a file, as those that unpack it do."""
    for place, mode in enumerate(batch.modes):
        if mode[0] in "ps" and batch.sizes[place]:
            batch.modes[place] = f"-{mode[1:]}"


class _Hosts(dict[int, "_Modes"]):
    """A table of modes for each system that members come from."""

    def __missing__(self, host: int) -> _Modes:
        table = self[host] = _Modes(host)
        return table

    def of(self, columns: _Columns) -> list[str]:
        """Return the modes of a batch."""
        hosts = {host >> 8 for host in {*columns.hosts}}
        if len(hosts) == 1:
            return [*map(self[hosts.pop()].__getitem__, columns.attributes)]
        pairs = zip(columns.hosts, columns.attributes, strict=True)
        return [self[host >> 8][attributes] for host, attributes in pairs]


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

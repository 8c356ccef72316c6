"""One pass over the headers of a tar archive.

Headers are read one after the other and members are skipped. Each header's
checksum is verified; where one is damaged, the next sound one is looked for.
"""

from __future__ import annotations

from zlib import adler32

from kimi_read.errors import Malformed, OutOfBounds
from kimi_read.formats.archive import paxhead
from kimi_read.formats.archive.listing import BATCH
from kimi_read.formats.archive.notes import NAME_MOST
from kimi_read.formats.archive.rows import NO_DATE, Batch, Dates
from kimi_read.formats.archive.streams import FileStream
from kimi_read.formats.archive.tarhead import (
    BLOCK,
    FEW,
    ZERO,
    Sums,
    is_header,
    number,
    text,
)
from kimi_read.formats.archive.tarmember import (
    FieldDates,
    FieldModes,
    Found,
    Header,
    Told,
)
from kimi_read.guard.control import visible_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kimi_read.formats.archive.notes import Notes
    from kimi_read.formats.archive.streams import Stream
    from kimi_read.request import Request

#: A batch also ends after so many bytes, so that a slow stream shows its members.
BATCH_BYTES = 32 << 20
#: How far the next sound header is looked for behind a damaged one.
_RESUME_BYTES = 64 << 20
_TIME_MOST = 1 << 48
_PLAIN = frozenset({b"0", b"\0", b"5"})
_ENDS = frozenset({b"\0", b" "})
_META = frozenset({b"x", b"g", b"X", b"L", b"K", b"N"})
_MOST_MAPS = 10_000


class Walk:
    """One pass over the headers of a tar archive.

    ``visit``, if given, is called for each member with its row and the length of
    its data while the stream stands at the data; it may read from it, and returns
    whether to go on.
    """

    def __init__(
        self,
        stream: Stream,
        request: Request,
        notes: Notes,
        visit: Callable[[Found], bool] | None = None,
    ) -> None:
        self._stream = stream
        self._notes = notes
        self._encoding = request.encoding
        self._dates = Dates(full=request.entries)
        self._modes = {letter: FieldModes(letter) for letter in "-hlcbdp"}
        self._files, self._folders = self._modes["-"], self._modes["d"]
        self._sums = Sums()
        self._field_dates = FieldDates(self._dates)
        self._owners = request.entries
        self._visit = visit
        self._global: dict[bytes, bytes] = {}
        self.facts: dict[str, object] = {}
        self._ended = False
        self._debt = 0
        self._debtor = ""

    def batches(self) -> Iterator[Batch]:
        """Yield the members in order; empty batches are signs of life.

        Raises:
            Malformed: the first block is no header.
        """
        stream = self._stream
        begun = stream.position
        batch = Batch(packed=False)
        while not self._ended:
            try:
                if self._debt:
                    self._pay()
                else:
                    self._some(batch)
            except OutOfBounds as stop:
                self._notes.stop = stop
                self._ended = True
            if self._ended:
                self._end()
            far = stream.position - begun > BATCH_BYTES
            if far or len(batch) >= BATCH or (self._ended and batch.names):
                yield batch
                batch, begun = Batch(packed=False), stream.position

    def _pay(self) -> None:
        """Skip some more of a long member."""
        step = min(self._debt, BATCH_BYTES)
        self._debt -= step
        missing = self._stream.skip(step)
        if missing:
            self._short(self._debtor, missing + self._debt, 0)

    def _pass(self, name: str, length: int, pad: int) -> bool:
        """Skip a member's data, or the first part of it; False at the end."""
        if length > BATCH_BYTES and not isinstance(self._stream, FileStream):
            self._debt, self._debtor = length + pad, name
            return True
        missing = self._stream.skip(length + pad)
        return not missing or self._short(name, missing, pad)

    def _some(self, batch: Batch) -> None:  # noqa: PLR0915 - one loop, for its speed
        """Add members to ``batch`` until it is full or something takes long.

        Headers that say all in their plain fields, as most do, are taken here.
        """
        stream = self._stream
        unpack, sums, adler = FEW.unpack, self._sums, adler32
        dates = self._field_dates
        files, folders = self._files, self._folders
        closer = self._dates.full or self._visit is not None or bool(self._global)
        until = stream.position + BATCH_BYTES
        names = batch.names
        add_mode, add_size = batch.modes.append, batch.sizes.append
        add_date, add_name = batch.dates.append, names.append
        buffer, at, size = stream.buffer, stream.at, stream.size
        while len(names) < BATCH:
            stop = at + BLOCK
            if stop <= size:
                head = buffer[at:stop]
            else:
                stream.at = at
                head = stream.block()
                buffer, stop, size = stream.buffer, stream.at, stream.size
                if len(head) < BLOCK:
                    self._cut(head)
                    return
            name, mode, length, after, mtime, checksum, kind, prefix = unpack(head)
            try:
                total = int(length, 8)
            except ValueError:
                total = -1
            if (
                adler(head) & 0xFFFF != sums[checksum] or kind not in _PLAIN or closer
                or prefix != b"\0" or total < 0 or after not in _ENDS
            ):  # fmt: skip
                stream.at = stop
                if (
                    not self._unusual(head, batch) or self._debt
                    or stream.position > until
                ):  # fmt: skip
                    return
                closer = closer or bool(self._global)
                buffer, at, size = stream.buffer, stream.at, stream.size
                continue
            name = name.rstrip(b"\0")
            if b"\0" in name:
                name = name.partition(b"\0")[0]
            try:
                label = name.decode()
            except UnicodeDecodeError:
                label = text(name, self._encoding)
            if kind == b"5" or name[-1:] == b"/":
                add_mode(folders[mode])
                if total:
                    stream.at = stop
                    total = 0 if self._header_follows() else total
                    buffer, stop, size = stream.buffer, stream.at, stream.size
            else:
                add_mode(files[mode])
            add_size(total)
            add_date(dates[mtime])
            add_name(label)
            at = stop + total + -total % BLOCK
            if at > size:
                stream.at = stop
                if not self._pass(label, total, -total % BLOCK) or self._debt:
                    return
                buffer, at, size = stream.buffer, stream.at, stream.size
                if stream.position > until:
                    break
        stream.at = at

    def _unusual(self, head: bytes, batch: Batch) -> bool:
        """Handle any other block; False at the end of the archive."""
        if head == ZERO:
            return self._zero()
        if not is_header(head):
            self._notes.count("bad-header", f"at byte {self._stream.position - BLOCK}")
            return self._resume()
        told = Told()
        while (kind := head[156:157]) in _META:
            if not self._meta(kind, head, told):
                return False
            head = self._stream.block()
            if len(head) < BLOCK:
                return self._cut(head)
            if head == ZERO:
                self._notes.count("bad-header", "an extended header without a member")
                return self._zero()
            if not is_header(head):
                where = self._stream.position - BLOCK
                self._notes.count("bad-header", f"at byte {where}")
                return self._resume()
        return self._member(head, told, batch)

    def _meta(self, kind: bytes, head: bytes, told: Told) -> bool:
        """Take a header that only tells of the next one; False at the end."""
        size = number(head[124:136])
        if size is None or size < 0:
            self._notes.count("bad-size", f"{size} bytes of extended header")
            size = 0
        data = self._stream.read(min(size, paxhead.MOST))
        missing = self._stream.skip(size - len(data) + -size % BLOCK)
        if size > paxhead.MOST:
            self._notes.count("long-header", f"{size} bytes")
        if kind in (b"x", b"X", b"g"):
            found, sound = paxhead.parse(data)
            if not sound:
                where = self._stream.position
                self._notes.count("bad-pax", f"before byte {where}")
            if kind == b"g":
                self._global.update(found)
                if b"comment" in found:
                    self.facts.setdefault("comment", text(found[b"comment"])[:1000])
            else:
                told.pax.update(found)
        elif kind == b"L":
            told.name = data.rstrip(b"\0")
        elif kind == b"K":
            told.link = data.rstrip(b"\0")
        if missing > -size % BLOCK:
            self._notes.say("cut", "it is cut in an extended header", partial=True)
            self._ended = True
        return not self._ended

    def _member(self, head: bytes, told: Told, batch: Batch) -> bool:
        """Add a member of which more headers, or rare fields, tell."""
        header = Header(head, told, self._global)
        size = self._size(header)
        maps = self._more_maps(head) if header.kind == b"S" else []
        raw = header.name()
        if len(raw) > NAME_MOST:
            self._notes.count("long-name", f"{len(raw)} bytes")
            raw = raw[:NAME_MOST]
        name = text(raw, self._encoding)
        letter = header.letter(name)
        real = header.real_size(size)
        length = size
        if size and header.may_lack_data(letter) and self._header_follows():
            length = 0  # the size of what a link leads to, not of data that follows
            real = 0 if letter == "d" else real
        extra = header.rest(letter, self._encoding, owners=self._owners)
        mode = self._modes[letter][header.fields[1]]
        row = (mode, real, real, self._date(header), name, extra or None)
        if self._visit is not None and not self._visit(
            Found(row, length, header, maps, self._stream)
        ):
            self._ended = True
            return False
        batch.add(row)
        return self._pass(name, length, -length % BLOCK)

    def _date(self, header: Header) -> str:
        seconds = header.seconds()
        if seconds is None or abs(seconds) > _TIME_MOST:
            return NO_DATE
        return self._dates.unix(seconds)

    def _size(self, header: Header) -> int:
        size = header.size()
        if size is None or not 0 <= size < 1 << 63:
            name = visible_name(text(header.name()[:80]))
            self._notes.count("bad-size", f"{name} ({size} bytes)")
            return 0
        return size

    def _more_maps(self, head: bytes) -> list[bytes]:
        """Return the blocks that go on with the map of an old GNU sparse file."""
        maps: list[bytes] = []
        while head[504 if maps else 482]:
            head = self._stream.block()
            if len(head) < BLOCK or len(maps) > _MOST_MAPS:
                break
            maps.append(head)
        return maps

    def _header_follows(self) -> bool:
        """Whether a header (or the end) stands where the data would begin."""
        block = self._stream.peek()
        return not block or block == ZERO or is_header(block)

    def _zero(self) -> bool:
        """Take what follows a block of zeros; False at the end of the archive."""
        following = self._stream.peek()
        if len(following) == BLOCK and following != ZERO and is_header(following):
            where = self._stream.position - BLOCK
            self._notes.count("zero-block", f"at byte {where}")
            return True
        self._ended = True
        return False

    def _resume(self) -> bool:
        """Look for the next sound header."""
        start = self._stream.position
        while len(block := self._stream.peek()) == BLOCK:
            if block != ZERO and is_header(block):
                return True
            if self._stream.position - start > _RESUME_BYTES:
                break
            self._stream.skip(BLOCK)
        if start == BLOCK:
            raise Malformed("not a tar archive: it has no sound header")
        self._notes.say(
            "lost",
            f"no sound header follows byte {start - BLOCK}: members may be missing",
            partial=True,
        )
        self._ended = True
        return False

    def _cut(self, head: bytes) -> bool:
        if self._stream.fault:
            pass  # that says it
        elif head or not self._stream.position:
            self._notes.say("cut", "it is cut in the middle of a header", partial=True)
        else:
            self._notes.say("no-end", "the blocks that end a tar archive are missing")
        self._ended = True
        return False

    def _short(self, name: str, missing: int, pad: int) -> bool:
        self._ended = True
        if missing > pad:
            self._notes.cut(missing - pad, name)
        return False

    def _end(self) -> None:
        fault = self._stream.fault
        if not fault:
            self._rest()
            fault = self._stream.fault
        if fault:
            self._notes.say("damaged", fault, partial=True)

    def _rest(self) -> None:
        """Read what follows the end, within bounds, so that its faults are seen."""
        if self._notes.stop or self._visit is not None:
            return
        self._stream.skip(1 << 20)

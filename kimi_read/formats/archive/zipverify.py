"""``--verify``: every member's own header and bytes against the directory."""

from __future__ import annotations

import zlib

from kimi_read.errors import Encrypted, KreadError, Malformed, OutOfBounds
from kimi_read.formats.archive.rows import Batch
from kimi_read.formats.archive.streams import Bound
from kimi_read.formats.archive.zipdata import LOCAL, chunks, local_header

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.formats.archive.notes import Notes
    from kimi_read.formats.archive.zipmember import Member
    from kimi_read.formats.archive.zipwalk import Walk
    from kimi_read.source import Source

_DESCRIBED = 8
_WIDE = 0xFFFFFFFF
_STEP = 16 << 20


class Verifier:
    """Verifies the members of each batch, until it has inflated too much."""

    def __init__(self, source: Source, notes: Notes, shift: int, password: str) -> None:
        self._source = source
        self._notes = notes
        self._shift = shift
        self._password = password
        self._bound = Bound()
        self._consumed = 0
        self._stopped = False
        self._silent = 0
        self._members: list[Member] = []

    def add(self, member: Member) -> None:
        """Keep a member until its batch is complete."""
        self._members.append(member)

    def batches(self, walk: Walk) -> Iterator[Batch]:
        """Yield the batches of a walk, each after its members were verified."""
        for batch in walk.batches():
            members, self._members = self._members, []
            for member in members:
                yield from self._verified(member)
            yield batch

    def _verified(self, member: Member) -> Iterator[Batch]:
        """Compare one member's header and bytes with what the directory says."""
        self._header(member)
        if member.name.endswith("/") and not member.size:
            return
        if self._stopped:
            self._notes.count("unverified", member.name)
            return
        self._consumed += member.packed
        try:
            yield from self._bytes(member)
        except (Encrypted, OutOfBounds) as error:
            self._stopped = isinstance(error, OutOfBounds)
            self._notes.count("unverified", f"{member.name} ({error.reason})")
        except Malformed as error:
            self._notes.count("checksum", f"{member.name} ({error.reason})")
        except KreadError as error:
            self._notes.count("unverified", f"{member.name} ({error.reason})")

    def _header(self, member: Member) -> None:
        place = member.head + self._shift
        fields = local_header(self._source, place)
        if fields is None:
            self._notes.count("header-mismatch", f"{member.name} (it has none)")
            return
        name = self._source.read_at(place + LOCAL.size, fields[8])
        claims = [
            ("name", name, member.raw_name),
            ("encryption", fields[1] & 1, member.flags & 1),
        ]
        if not member.aes:
            claims.append(("compression", fields[2], member.method))
        if not fields[1] & _DESCRIBED:
            claims.append(("checksum", fields[5], member.crc))
            if fields[6] != _WIDE:
                claims.append(("packed size", fields[6], member.packed))
            if fields[7] != _WIDE:
                claims.append(("size", fields[7], member.size))
        wrong = [what for what, local, central in claims if local != central]
        if wrong:
            self._notes.count("header-mismatch", f"{member.name} ({', '.join(wrong)})")

    def _bytes(self, member: Member) -> Iterator[Batch]:
        """Inflate a member; empty batches are signs of life."""
        crc = size = 0
        for chunk in chunks(self._source, self._shift, member, self._password):
            crc = zlib.crc32(chunk, crc)
            size += len(chunk)
            self._bound.add(len(chunk), self._consumed)
            self._silent += len(chunk)
            if self._silent > _STEP:
                self._silent = 0
                yield Batch()
        if size != member.size:
            raise Malformed(f"it has {size} bytes, not {member.size}")
        if crc != member.crc and not (member.aes and not member.crc):
            raise Malformed("its checksum differs")

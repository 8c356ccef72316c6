"""What the headers of one tar member say together.

Source: POSIX.1-2017 pax, "ustar Interchange Format" and "pax Extended Header"; GNU
tar manual, "Basic Tar Format", "Storing Sparse Files"; star(5).
"""

from __future__ import annotations

from kimi_read.formats.archive import paxhead
from kimi_read.formats.archive.notes import NAME_MOST
from kimi_read.formats.archive.rows import NO_DATE, UnixModes, typed
from kimi_read.formats.archive.tarhead import FIELDS, number, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.archive.rows import Dates, Row
    from kimi_read.formats.archive.streams import Stream

_LETTERS = {
    b"0": "-", b"\0": "-", b"7": "-", b"1": "h", b"2": "l", b"3": "c", b"4": "b",
    b"5": "d", b"6": "p", b"S": "-", b"D": "d", b"M": "-", b"V": "-",
}  # fmt: skip
_REMEMBERED = 1 << 16
_TIME_MOST = 1 << 48
_MAYBE_EMPTY = frozenset(b"123456V")
_FOLDERS = frozenset({b"0", b"\0", b"5", b"7"})


class Told:
    """What stood in front of a header: GNU long names, and a pax header."""

    def __init__(self) -> None:
        self.name: bytes | None = None
        self.link: bytes | None = None
        self.pax: dict[bytes, bytes] = {}


class Header:
    """A header with what was told before it; ``always`` is the global pax header."""

    def __init__(self, head: bytes, told: Told, always: dict[bytes, bytes]) -> None:
        self.head = head
        self.fields: tuple[bytes, ...] = FIELDS.unpack(head)
        self.kind: bytes = self.fields[7]
        self.pax = {**always, **told.pax}
        self._told = told

    def size(self) -> int | None:
        """Return the bytes of data, None if the field is no number."""
        size = paxhead.whole(self.pax.get(b"size"))
        return number(self.fields[4]) if size is None else size

    def real_size(self, size: int) -> int:
        """Return the size of a sparse file with its holes, else ``size``."""
        for key in (b"GNU.sparse.realsize", b"GNU.sparse.size", b"SCHILY.realsize"):
            real = paxhead.whole(self.pax.get(key))
            if real is not None and real >= 0:
                return real
        real = number(self.head[483:495]) if self.kind == b"S" else None
        return size if real is None or real < 0 else real

    def name(self) -> bytes:
        """Return the whole path."""
        raw = self.pax.get(b"GNU.sparse.name") or self.pax.get(b"path")
        raw = raw or self._told.name
        if raw:
            return raw
        raw = self.fields[0].partition(b"\0")[0]
        magic, prefix, last = self.fields[9], self.fields[13], self.fields[14]
        star = last[8:12] == b"tar\0"
        if star or magic.startswith(b"ustar\0"):
            before = (prefix[:131] if star else prefix).partition(b"\0")[0]
            raw = before + b"/" + raw if before else raw
        return raw

    def letter(self, name: str) -> str:
        """Return the type as the first character of a mode."""
        if name.endswith("/") and self.kind in _FOLDERS:
            return "d"
        return _LETTERS.get(self.kind, "-")

    def may_lack_data(self, letter: str) -> bool:
        """Whether the size may be that of something else: a link, a folder."""
        return self.kind[0] in _MAYBE_EMPTY or letter == "d"

    def seconds(self) -> float | None:
        """Return the time of the last change."""
        raw = self.pax.get(b"mtime")
        found = paxhead.seconds(raw) if raw else None
        return number(self.fields[5]) if found is None else found

    def rest(self, letter: str, encoding: str, *, owners: bool) -> dict[str, object]:
        """Return what few members have: a link's target, a remark; the owners."""
        extra: dict[str, object] = {}
        if letter in "lh":
            raw = self.pax.get(b"linkpath") or self._told.link
            raw = raw or self.fields[8].partition(b"\0")[0]
            extra["link"] = text(raw[:NAME_MOST], encoding)
        if self.kind == b"V":
            extra["comment"] = "volume label"
        elif self.kind == b"M":
            extra["comment"] = "goes on from another volume"
        elif self.kind not in _LETTERS:
            extra["comment"] = f"type {text(self.kind)}"
        if owners:
            extra["owner"] = self._who(b"uname", 10, 2)
            extra["group"] = self._who(b"gname", 11, 3)
        return extra

    def _who(self, key: bytes, named: int, numbered: int) -> str:
        name = text(self.pax.get(key) or self.fields[named].partition(b"\0")[0])
        return name or str(number(self.fields[numbered]) or 0)


class Found:
    """A member that a visitor may read: ``length`` bytes from ``stream``.

    ``maps`` are the blocks that go on with the map of an old GNU sparse file.
    """

    def __init__(
        self, row: Row, length: int, header: Header, maps: list[bytes], stream: Stream
    ) -> None:
        self.row = row
        self.name = row[4]
        self.length = length
        self.kind = header.kind
        self.head = header.head
        self.pax = header.pax
        self.maps = maps
        self.stream = stream


class FieldDates(dict[bytes, str]):
    """The field of the last change as it stands to a date; blank if it is none."""

    def __init__(self, dates: Dates) -> None:
        super().__init__()
        self._dates = dates

    def __missing__(self, field: bytes) -> str:
        if len(self) >= _REMEMBERED:
            self.clear()
        seconds = number(field)
        sound = seconds is not None and abs(seconds) < _TIME_MOST
        text = self[field] = self._dates.unix(seconds or 0) if sound else NO_DATE
        return text


class FieldModes(dict[bytes, str]):
    """The mode field as it stands to the ten characters, for one type."""

    def __init__(self, letter: str) -> None:
        super().__init__()
        self._letter = letter
        self._unix = UnixModes()

    def __missing__(self, field: bytes) -> str:
        mode = self._unix[(number(field) or 0) & 0o7777]
        self[field] = result = typed(mode, self._letter)
        return result

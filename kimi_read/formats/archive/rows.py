"""The members of an archive, a batch at a time, and how dates and modes are written.

An archive may have a hundred thousand members, so there is no object for each: a
batch is six columns. ``modes`` are ten characters as ``ls`` writes them, the first
one the type; ``sizes`` and ``packed`` are bytes, or ``-`` where the archive does not
say; ``dates`` are ``2024-05-01 12:30`` (blank if there is none), with seconds behind
it and a ``Z`` for UTC where details are wanted; ``names`` are as stored, bytes that
are no text as surrogates; ``extras`` holds, by place in the batch, what few members
have, under the names that JSON uses: ``link``, ``encrypted``, ``comment``,
``owner``, ``group``, ``method``.
"""

from __future__ import annotations

import time
from stat import filemode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    Extra = Mapping[str, object] | None
    Row = tuple[str, int | str, int | str, str, str, Extra]

NO_DATE = " " * 16
UNKNOWN = "-"
_LAST_DAY = 2_932_896  # 9999-12-31, counted from 1970-01-01
_FIRST_DAY = -719_162  # 0001-01-01


class Dates:
    """Writes dates, remembering each day and each minute it has written.

    With ``full`` the seconds follow, and a ``Z`` where the time is known to be UTC.
    """

    def __init__(self, *, full: bool) -> None:
        self.full = full
        self.days = _Days()
        self.minutes = _Minutes()
        self.dos_days = _DosDays()
        self.dos_clocks = _DosClocks()

    def unix(self, seconds: float) -> str:
        """Return the date of ``seconds`` since 1970-01-01 00:00 UTC."""
        day, second = divmod(int(seconds), 86_400)
        date = self.days[day]
        if not date:
            return NO_DATE
        text = date + self.minutes[second // 60]
        return f"{text}:{second % 60:02d}Z" if self.full else text

    def dos(self, day: int, clock: int) -> str:
        """Return an MS-DOS date and time (local, two seconds exact).

        Source: PKWARE APPNOTE 6.3.10, 4.4.6.
        """
        date = self.dos_days[day]
        text = date and date + self.dos_clocks[clock >> 5]
        if not text:
            return NO_DATE
        return f"{text}:{(clock & 31) * 2:02d}" if self.full else text

    def filetime(self, ticks: int) -> str:
        """Return a Windows FILETIME (100 ns since 1601-01-01 UTC)."""
        return self.unix(ticks // 10_000_000 - 11_644_473_600) if ticks else NO_DATE


class _Days(dict[int, str]):
    def __missing__(self, day: int) -> str:
        text = ""
        if _FIRST_DAY <= day <= _LAST_DAY:
            year, month, date = time.gmtime(day * 86_400)[:3]
            text = f"{year:04d}-{month:02d}-{date:02d} "
        self[day] = text
        return text


class _Minutes(dict[int, str]):
    def __missing__(self, minute: int) -> str:
        text = self[minute] = f"{minute // 60:02d}:{minute % 60:02d}"
        return text


class _DosDays(dict[int, str]):
    def __missing__(self, day: int) -> str:
        month, date = day >> 5 & 15, day & 31
        sound = 1 <= month <= 12 and date
        text = f"{1980 + (day >> 9)}-{month:02d}-{date:02d} " if sound else ""
        self[day] = text
        return text


class _DosClocks(dict[int, str]):
    def __missing__(self, clock: int) -> str:
        hour, minute = clock >> 6, clock & 63
        sound = hour < 24 and minute < 60
        text = self[clock] = f"{hour:02d}:{minute:02d}" if sound else "00:00"
        return text


class UnixModes(dict[int, str]):
    """The ten characters of a Unix mode; without a type in it, a plain file."""

    def __missing__(self, mode: int) -> str:
        text = filemode(mode & 0xFFFF)
        text = self[mode] = "-" + text[1:] if text[0] == "?" else text
        return text


def typed(mode: str, letter: str) -> str:
    """Return a mode with another type: ``d`` folder, ``l`` link, ``h`` hard link."""
    return letter + mode[1:]


#: What the first character of a mode means in JSON.
TYPES = {
    "-": "file",
    "d": "directory",
    "l": "symlink",
    "h": "hardlink",
    "b": "block-device",
    "c": "character-device",
    "p": "fifo",
    "s": "socket",
}
NO_MODE = "-         "
NO_MODE_FOLDER = "d         "


class Batch:
    """Members in the order of the archive, as columns.

    Where members have no packed size (``packed`` false) that column is the sizes.
    """

    def __init__(self, *, packed: bool = True) -> None:
        self.modes: list[str] = []
        self.sizes: list[int | str] = []
        self.packed: list[int | str] = [] if packed else self.sizes
        self.dates: list[str] = []
        self.names: list[str] = []
        self.extras: dict[int, Mapping[str, object]] = {}

    def __len__(self) -> int:
        """Return the number of members."""
        return len(self.names)

    def add(self, row: Row) -> None:
        """Append one member: mode, size, packed size, date, name, extra."""
        mode, size, packed, date, name, extra = row
        if extra:
            self.extras[len(self.names)] = extra
        self.modes.append(mode)
        self.sizes.append(size)
        if self.packed is not self.sizes:
            self.packed.append(packed)
        self.dates.append(date)
        self.names.append(name)

    def rows(self, skip: int = 0, stop: int | None = None) -> Iterator[Row]:
        """Yield members ``skip`` to ``stop`` one by one."""
        for at in range(*slice(skip, stop).indices(len(self))):
            yield (self.modes[at], self.sizes[at], self.packed[at], self.dates[at],
                   self.names[at], self.extras.get(at))  # fmt: skip

    def where(self, wanted: Callable[[str], bool] | None, most: int) -> Batch:
        """Return the first ``most`` members whose names are wanted."""
        if wanted is None and len(self) <= most:
            return self
        kept = Batch(packed=self.packed is not self.sizes)
        for row in self.rows():
            if (wanted is None or wanted(row[4])) and len(kept) < most:
                kept.add(row)
        return kept


def as_record(row: Row) -> dict[str, object]:
    """Return a row as the object that stands in ``entries[]``."""
    from kimi_read.guard.control import visible_name

    mode, size, packed, when, name, extra = row
    record: dict[str, object] = {"name": visible_name(name), "type": TYPES[mode[0]]}
    if size != UNKNOWN:
        record["size"] = size
    if packed != UNKNOWN:
        record["packedSize"] = packed
    if when != NO_DATE:
        record["modified"] = when.replace(" ", "T")
    if mode[1] != " ":
        record["mode"] = mode
    if extra:
        record.update(
            (key, visible_name(value) if isinstance(value, str) else value)
            for key, value in extra.items()
        )
    return record

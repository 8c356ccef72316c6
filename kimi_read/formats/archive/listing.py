"""Rows to the lines that are printed, with totals and warnings.

    mode                size        packed  modified          name
    -rw-r--r--          1000            14  2024-05-01 12:30  docs/a.txt

Full paths in the order of the archive, as ``tar -tv`` and ``unzip -l`` give them:
a path can be copied behind ``ARCHIVE::``, and the first line is there before the
last is known.
"""

from __future__ import annotations

from itertools import chain

from kimi_read.blocks import Entries, Facts, Loss, Verbatim
from kimi_read.errors import KreadError, OutOfBounds
from kimi_read.formats.archive.notes import Inspector
from kimi_read.formats.archive.rows import TYPES, UNKNOWN, Batch, as_record
from kimi_read.guard.control import visible, visible_name
from kimi_read.recover import attempt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import (
        Callable,
        Generator,
        Iterable,
        Iterator,
        Mapping,
        Sequence,
    )

    from kimi_read.blocks import Block, Blocks
    from kimi_read.formats.archive.notes import Notes
    from kimi_read.formats.archive.rows import Row
    from kimi_read.request import Request

#: Members that are shown; the rest are counted where that is cheap.
SHOWN = 100_000
#: Members in a batch: their warnings are said together.
BATCH = 1024
_COMMENT_LINES = 50
#: What --identify may cost: so many batches, one that is not full for several.
_IDENTIFY = 128
_SLOW = 8
_HEADS = {
    True: b"mode                size        packed  modified          name",
    False: b"mode                size  modified          name",
}


class Listing:
    """What one archive is to be shown with.

    ``packed`` tells whether members have a packed size; ``facts`` is filled by the
    walk and given before the first line; ``claimed`` whether sizes are mere claims
    of a directory; ``total`` the number of members if it is known beforehand;
    ``rooted`` whether names begin with ``/`` by their nature, as in packages.
    """

    def __init__(
        self, request: Request, notes: Notes, *, packed: bool, rooted: bool = False
    ) -> None:
        self.request = request
        self.notes = notes
        self.packed = packed
        self.claimed = True
        self.facts: dict[str, object] = {}
        self.total: int | None = None
        self.comment = ""
        self._wanted = matcher(request.glob)
        self._inspector = Inspector(notes, packed=packed, rooted=rooted)
        self._totals = _Totals()
        self._lines = 1
        self._shown = 0
        self._cuts: list[int] = []

    def blocks(self, batches: Iterator[Batch]) -> Blocks:
        """Yield the facts, the lines, and what is wrong, as the walk goes on.

        Raises:
            Malformed: the walk found nothing at all.
            OutOfBounds: a bound ended it; what came before has been yielded.
        """
        first = next(batches, None) or Batch()
        if self.request.identify:
            yield from self._identified(first, batches)
            return
        yield Facts(self._facts())
        yield _block([_HEADS[self.packed]])
        yield from self._batch(first)
        yield from attempt("the rest of the archive", lambda: self._rest(batches))
        yield from self.notes.losses(end=True)
        yield _block(self._footer())
        if self.notes.stop:
            raise self.notes.stop

    def _facts(self) -> dict[str, object]:
        facts = {**self.facts}
        if self.comment:
            facts["comment"] = visible(self.comment)
        return facts

    def _identified(self, first: Batch, batches: Iterator[Batch]) -> Blocks:
        def count() -> Iterator[Block]:
            left = _IDENTIFY
            for batch in chain([first], batches):
                if batch.names:
                    self._totals.add(batch)
                    self._inspector.look(batch)
                yield _block([])
                left -= 1 if len(batch) >= BATCH else _SLOW
                if left < 0:
                    self.facts["counted"] = "in part"
                    return

        lost: list[Block] = []
        for block in attempt("the rest of the archive", count):
            if isinstance(block, Loss):
                lost.append(block)
            else:
                yield block
        yield Facts({**self._facts(), **self._totals.facts(packed=self.packed)})
        yield from self.notes.losses(end=True)
        yield from lost

    def _rest(self, batches: Iterator[Batch]) -> Iterator[Block]:
        for batch in batches:
            if self._shown >= SHOWN:
                yield self._more()
                break
            yield from self._batch(batch)

    def _batch(self, batch: Batch) -> Iterator[Block]:
        if not batch.names:  # a sign of life
            yield _block([])
            return
        plain = self._inspector.look(batch)
        batch = batch.where(self._wanted, SHOWN - self._shown)
        self._totals.add(batch)
        yield from self.notes.losses()
        if batch.names:
            if self.request.entries:
                yield from self._records(batch)
            lines = self._formatted(batch, self._lines, plain=plain)
            yield Verbatim(lines, self._cuts)
        self._lines += len(batch)
        self._shown += len(batch)

    def _records(self, batch: Batch) -> Iterator[Block]:
        """Yield the records of those members that lie in the window."""
        skip, stop = 0, len(batch)
        if self.request.tail is None:
            skip = max(0, self.request.offset - self._lines)
            if self.request.limit:
                last = self.request.offset + self.request.limit
                stop = max(0, last - self._lines)
        records = [as_record(row) for row in batch.rows(skip, stop)]
        if records:
            yield Entries(records)

    def _more(self) -> Loss:
        of = f" of {self.total}" if self.total and self.total > SHOWN else ""
        hint = "" if self._wanted else "; --entries GLOB narrows them"
        return Loss("entries-cut", f"the first {SHOWN}{of} members are shown{hint}",
                    shown=False, partial=True)  # fmt: skip

    def _formatted(
        self, batch: Batch, above: int, *, plain: bool
    ) -> Callable[[int], Generator[list[bytes], None, int]]:
        def lines(skip: int) -> Generator[list[bytes], None, int]:
            if skip < len(batch):
                texts = self._texts(batch)[skip:]
                for at, extra in batch.extras.items():
                    if at >= skip:
                        texts[at - skip] += _behind(batch.modes[at][0], extra)
                if plain and not batch.extras:
                    clean = "\n".join(texts).encode().split(b"\n")
                else:
                    clean = [visible_name(line).encode() for line in texts]
                yield self._bounded(clean, above + skip)
            return len(batch)

        return lines

    def _texts(self, batch: Batch) -> list[str]:
        dates: Sequence[str] = batch.dates
        if self.request.entries:  # they have seconds then
            dates = [date[:16] for date in dates]
        if self.packed:
            columns = zip(batch.modes, batch.sizes, batch.packed, dates, batch.names,
                          strict=True)  # fmt: skip
            return [
                f"{mode}{str(size).rjust(14)}{str(packed).rjust(14)}  {date}  {name}"
                for mode, size, packed, date, name in columns
            ]
        fewer = zip(batch.modes, batch.sizes, dates, batch.names, strict=True)
        return [
            f"{mode}{str(size).rjust(14)}  {date}  {name}"
            for mode, size, date, name in fewer
        ]

    def _bounded(self, lines: list[bytes], above: int) -> list[bytes]:
        most = self.request.limits.line_chars
        if not most or len(max(lines, key=len, default=b"")) <= most:
            return lines
        return [self._cut(line, above + at + 1) for at, line in enumerate(lines)]

    def _cut(self, line: bytes, number: int) -> bytes:
        text = line.decode()
        more = len(text) - self.request.limits.line_chars
        if more <= 0:
            return line
        self._cuts.append(number)
        return f"{text[:-more]} … [+{more} chars]".encode()

    def _footer(self) -> list[bytes]:
        text = self._totals.words(packed=self.packed, claimed=self.claimed)
        if self._wanted:
            text += f" (those that match {visible_name(self.request.glob)})"
        lines = [text]
        comment = self.comment or str(self.facts.get("comment", ""))
        if comment.strip():
            comment = visible(comment).rstrip().replace("\r\n", "\n")
            some = comment.split("\n")[:_COMMENT_LINES]
            lines += [f"comment: {line}" for line in some]
        return [line.encode("utf-8", "backslashreplace") for line in lines]


class _Totals:
    def __init__(self) -> None:
        self.types = dict.fromkeys(TYPES, 0)
        self.size = 0
        self.packed = 0
        self.encrypted = 0
        self.unknown = 0

    def add(self, batch: Batch) -> None:
        for mode in set(batch.modes):
            self.types[mode[0]] += batch.modes.count(mode)
        self.size += _sum(batch.sizes)
        self.unknown += batch.sizes.count(UNKNOWN)
        if batch.packed is not batch.sizes:
            self.packed += _sum(batch.packed)
        self.encrypted += sum(
            1 for extra in batch.extras.values() if extra.get("encrypted")
        )

    def facts(self, *, packed: bool) -> dict[str, object]:
        facts = {
            "files": self.types["-"],
            "folders": self.types["d"],
            "links": self.types["l"] + self.types["h"],
            "size": self.size,
            "packedSize": self.packed if packed else 0,
            "encrypted": self.encrypted,
        }
        return {key: number for key, number in facts.items() if number}

    def words(self, *, packed: bool, claimed: bool) -> str:
        types = self.types
        links = types["l"] + types["h"]
        others = types["b"] + types["c"] + types["p"] + types["s"]
        counts = [
            _counted(types["-"], "file"),
            types["d"] and _counted(types["d"], "folder"),
            links and _counted(links, "link"),
            others and _counted(others, "special file"),
            self.encrypted and f"{self.encrypted} encrypted",
        ]
        text = ", ".join(str(count) for count in counts if count)
        if self.unknown == sum(types.values()) and self.unknown:
            text += "; size unknown"
        else:
            more = "at least " if self.unknown else ""
            text += f"; {more}{_counted(self.size, 'byte')}"
        if packed and self.packed:
            text += f", packed {self.packed}"
        return text + (" (claimed)" if claimed and packed else "")


def _sum(values: Sequence[int | str]) -> int:
    try:
        return sum(values)  # type: ignore[arg-type]
    except TypeError:
        return sum(value for value in values if isinstance(value, int))


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _behind(letter: str, extra: Mapping[str, object]) -> str:
    text = ""
    if "link" in extra:
        text += f" {'link to' if letter == 'h' else '->'} {extra['link']}"
    if extra.get("encrypted"):
        text += "  [encrypted]"
    if extra.get("comment"):
        text += f"  [{extra['comment']}]"
    return text


def _block(lines: list[bytes]) -> Verbatim:
    def some(skip: int) -> Generator[list[bytes], None, int]:
        if skip < len(lines):
            yield lines[skip:]
        return len(lines)

    return Verbatim(some)


def matcher(glob: str) -> Callable[[str], bool] | None:
    """Return a test of a member's name, or None if every member is wanted.

    ``*`` crosses ``/``; a pattern without ``/`` may also match the base name; the
    name of a folder stands for all in it.
    """
    if not glob:
        return None
    import fnmatch
    import re

    test = re.compile(fnmatch.translate(glob)).match
    folder = glob.rstrip("/") + "/"

    def wanted(name: str) -> bool:
        if name.startswith(folder) or test(name):
            return True
        return "/" not in glob and bool(test(name.rstrip("/").rpartition("/")[2]))

    return wanted


def batched(rows: Iterable[Row], notes: Notes) -> Iterator[Batch]:
    """Group single members into batches; what ends them early is noted.

    Raises:
        KreadError: it ended before the first member.
    """
    batch = Batch()
    begun = False
    try:
        for row in rows:
            batch.add(row)
            begun = True
            if len(batch) >= BATCH:
                yield batch
                batch = Batch()
    except OutOfBounds as stop:
        notes.stop = stop
    except KreadError as error:
        if not begun:
            raise
        notes.say("damaged", error.reason, partial=True)
    if batch.names:
        yield batch


__all__ = ["BATCH", "SHOWN", "UNKNOWN", "Listing", "batched", "matcher"]

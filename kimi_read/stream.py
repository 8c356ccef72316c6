"""Blocks to events: batches of lines, and what travels beside them.

The window is applied here, next to the reader, so that nothing outside of it
crosses a pipe. An event is a list of lines (UTF-8 without LF), a ``Mark``, ``Start``,
``Cuts`` or ``End``, or one of the blocks ``Facts``, ``Picture``, ``Entries``, ``Loss``,
``Bytes``;
an isolated worker's first one is ``Locked``.
"""

from __future__ import annotations

from kimi_read.blocks import (
    Break,
    Bytes,
    Entries,
    Facts,
    Heading,
    Loss,
    Picture,
    Verbatim,
)
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kimi_read.blocks import Block, Blocks

    Event = list[bytes] | Facts | Picture | Entries | Loss | "Mark" | "Start" | "Cuts"

BATCH_LINES = 256


@record(frozen=True, slots=True)
class Locked:
    """The first event of a worker: which layers of its lock are in force."""

    layers: Sequence[str]


@record(frozen=True, slots=True)
class Mark:
    """A page, slide or sheet that starts at ``line``, counted from 1."""

    line: int
    label: str


@record(frozen=True, slots=True)
class Start:
    """The window begins after ``offset`` lines (a tail knows that only at its end)."""

    offset: int


@record(frozen=True, slots=True)
class Cuts:
    """Lines, counted from 1, that were longer than the line limit."""

    lines: Sequence[int]


@record(frozen=True, slots=True)
class End:
    """The last event: the file ended after ``total`` lines.

    None where the window was full before the file ended.
    """

    total: int | None


def events(
    blocks: Blocks,
    *,
    skip: int = 0,
    stop: int | None = None,
    tail: int | None = None,
    line_chars: int = 2000,
) -> Iterator[object]:
    """Yield the events of lines ``skip`` to ``stop`` (not included), then end.

    A consumer that wants to know whether more follows asks for one line more.
    With ``tail`` the last lines are given instead, after a ``Start``. Marks before
    the window are passed over; warnings are not. Closing this generator closes
    ``blocks``.
    """
    window: _Window = _Window(skip, stop) if tail is None else _Tail(tail)
    renderer = None
    try:
        for block in blocks:
            if isinstance(block, (Facts, Picture, Entries, Bytes)):
                yield block
                continue
            if isinstance(block, Verbatim):
                yield from window.verbatim(block)
            else:
                if isinstance(block, Loss):
                    yield block
                    if not block.shown:
                        continue
                if renderer is None:
                    from kimi_read.render import Renderer

                    renderer = Renderer(line_chars)
                yield from window.lines(renderer.lines(block), _label(block))
            if window.full:
                yield End(None)
                return
        yield from window.rest()
        yield End(window.at)
    finally:
        blocks.close()


def _label(block: Block) -> str:
    if isinstance(block, Break):
        return block.label
    return block.mark if isinstance(block, Heading) else ""


class _Window:
    """Counts lines and lets those of the window through."""

    def __init__(self, skip: int, stop: int | None) -> None:
        self.at = 0
        self.full = False
        self._skip = skip
        self._stop = stop

    def lines(self, lines: Iterator[str], label: str) -> Iterator[object]:
        batch: list[bytes] = []
        for line in lines:
            self.at += 1
            if self.at > self._skip:
                if label and line:
                    yield Mark(self.at, label)
                    label = ""
                batch.append(line.encode("utf-8", "backslashreplace"))
                if self.at == self._stop:
                    self.full = True
                    break
                if len(batch) >= BATCH_LINES:
                    yield batch
                    batch = []
        if batch:
            yield batch

    def verbatim(self, block: Verbatim) -> Iterator[object]:
        left = max(0, self._skip - self.at)
        before = self.at
        self.at += left
        lines = block.lines(left)
        while True:
            try:
                batch = next(lines)
            except StopIteration as end:
                if isinstance(end.value, int):
                    self.at = before + end.value
                return
            if block.cuts:
                yield Cuts(tuple(block.cuts))
                block.cuts.clear()
            if self._stop is not None and self.at + len(batch) >= self._stop:
                self.full = True
                yield batch[: self._stop - self.at]
                self.at = self._stop
                return
            self.at += len(batch)
            yield batch

    def rest(self) -> Iterator[object]:
        return iter(())


class _Tail(_Window):
    """Keeps the last lines, and the marks that lie in them, until the end."""

    def __init__(self, count: int) -> None:
        from collections import deque

        super().__init__(0, None)
        self._ring: deque[bytes] = deque(maxlen=count)
        self._marks: deque[Mark] = deque(maxlen=count)
        self._cuts: deque[int] = deque(maxlen=count)

    def lines(self, lines: Iterator[str], label: str) -> Iterator[object]:
        return self._keep(super().lines(lines, label))

    def verbatim(self, block: Verbatim) -> Iterator[object]:
        return self._keep(super().verbatim(block))

    def _keep(self, events: Iterator[object]) -> Iterator[object]:
        for event in events:
            if isinstance(event, list):
                self._ring.extend(event)
            elif isinstance(event, Cuts):
                self._cuts.extend(event.lines)
            elif isinstance(event, Mark):
                self._marks.append(event)
        return iter(())

    def rest(self) -> Iterator[object]:
        start = self.at - len(self._ring)
        yield Start(start)
        yield from (mark for mark in self._marks if mark.line > start)
        yield Cuts([line for line in self._cuts if line > start])
        if self._ring:
            yield [*self._ring]

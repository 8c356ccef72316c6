"""Blocks to events: batches of lines, and what travels beside them.

The window is applied here, next to the reader, so that nothing outside of it
crosses a pipe. An event is a list of lines (UTF-8 without LF), a ``Mark``, or one
of the blocks ``Facts``, ``Picture``, ``Entries`` and ``Loss``.
"""

from __future__ import annotations

from kimi_read.blocks import Break, Entries, Facts, Heading, Loss, Picture, Verbatim
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.blocks import Block, Blocks

    Event = "list[bytes] | Mark | Facts | Picture | Entries | Loss"

BATCH_LINES = 256


@record(frozen=True, slots=True)
class Mark:
    """A page, slide or sheet that starts at ``line``, counted from 1."""

    line: int
    label: str


def events(blocks: Blocks, *, skip: int, stop: int | None, line_chars: int) -> Iterator:
    """Yield the events of lines ``skip`` to ``stop`` (not included), then end.

    A consumer that wants to know whether more follows asks for one line more.
    Marks before the window are passed over; warnings are not. Closing this
    generator closes ``blocks``.
    """
    window = _Window(skip, stop)
    renderer = None
    try:
        for block in blocks:
            if isinstance(block, (Facts, Picture, Entries)):
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
                return
    finally:
        blocks.close()


def _label(block: Block) -> str:
    if isinstance(block, Break):
        return block.label
    return block.mark if isinstance(block, Heading) else ""


class _Window:
    """Counts lines and lets those of the window through."""

    def __init__(self, skip: int, stop: int | None) -> None:
        self._at = 0
        self._skip = skip
        self._stop = stop
        self.full = stop is not None and stop <= skip

    def lines(self, lines: Iterator[str], label: str) -> Iterator[object]:
        batch: list[bytes] = []
        for line in lines:
            self._at += 1
            if label and line:
                if self._at > self._skip:
                    yield Mark(self._at, label)
                label = ""
            if self._at > self._skip:
                batch.append(line.encode("utf-8", "backslashreplace"))
                if self._at == self._stop:
                    self.full = True
                    break
                if len(batch) >= BATCH_LINES:
                    yield batch
                    batch = []
        if batch:
            yield batch

    def verbatim(self, block: Verbatim) -> Iterator[list[bytes]]:
        left = max(0, self._skip - self._at)
        self._at += left
        for batch in block.lines(left):
            if self._stop is not None and self._at + len(batch) >= self._stop:
                self.full = True
                yield batch[: self._stop - self._at]
                self._at = self._stop
                return
            self._at += len(batch)
            yield batch

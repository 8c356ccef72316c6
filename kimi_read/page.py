"""One window of a file, as every writer gets it."""

from __future__ import annotations

import os

from kimi_read.blocks import Entries, Facts, Loss, Picture
from kimi_read.errors import KreadError, Offset
from kimi_read.guard.hidden import hidden
from kimi_read.record import replace
from kimi_read.stream import Cuts, End, Locked, Mark, Start

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kimi_read.detect import Verdict
    from kimi_read.format import Format
    from kimi_read.request import Request
    from kimi_read.source import Source


class Page:
    """Lines ``offset`` to ``offset + limit`` of a file, and what is known of it.

    Iterating ``batches()`` (lists of UTF-8 lines without LF) streams the window and
    fills the other fields; ``lines`` and ``content`` do so as well. ``error`` is the
    failure that ended the page after some output; one before any is raised.
    ``next_offset`` is None at the end, and only then.
    """

    def __init__(
        self,
        source: Source,
        form: Format,
        request: Request,
        events: Iterator[object],
        verdict: Verdict,
    ) -> None:
        self.source = source
        self.request = request
        self.path = source.path
        self.reason = verdict.reason
        self.bytes = source.size
        self.format = form.name
        self.kind = form.kind
        self.mime_type = form.media_type
        self.offset = request.offset
        self.next_offset: int | None = None
        self.total_lines: int | None = None
        self.facts: dict[str, object] = {}
        self.marks: list[Mark] = []
        self.warnings: list[Loss] = [*verdict.warnings]
        self.cut_lines: list[int] = []
        self.entries: list[Mapping[str, object]] = []
        self.image: Picture | None = None
        self.media: list[Picture] = []
        self.error: KreadError | None = None
        self.sandbox: list[str] | None = None
        self.tag = ""
        self.count = 0
        self._limit = request.limit
        self._only_facts = request.identify
        self._events = events
        self._lines: list[str] | None = None
        self._hidden: list[int] = []
        self._ahead: list[list[bytes]] = []

    @property
    def truncated(self) -> bool:
        """Whether anything of the file is missing from this page."""
        return bool(
            self.next_offset is not None
            or self.cut_lines
            or self.error
            or any(loss.partial for loss in self.warnings)
        )

    @property
    def lines(self) -> list[str]:
        """The lines as text, without their line feeds."""
        if self._lines is None:
            self._lines = [
                line.decode("utf-8", "replace") for b in self.batches() for line in b
            ]
        return self._lines

    @property
    def content(self) -> str:
        """The lines with their line feeds, so that pages joined give the whole."""
        lines = self.lines
        closed = lines and not (
            self.next_offset is None and self.facts.get("finalNewline") is False
        )
        return "\n".join([*lines, ""] if closed else lines)

    @property
    def part(self) -> int:
        """The page or slide that its worker reads at this moment; 0 if not told."""
        return getattr(self._events, "part", 0)

    def start(self) -> None:
        """Read up to the first lines, so that an early failure is raised here."""
        for event in self._events:
            if self._take(event) or (self._only_facts and self.facts):
                return

    def exhaust(self) -> None:
        """Read the window for what it tells, not for its lines."""
        for _ in self.batches():
            pass

    def close(self) -> None:
        """Stop the worker, if one is left, and close the file."""
        self._stop()
        if self.source.descriptor >= 0:
            os.close(self.source.descriptor)
            self.source = replace(self.source, descriptor=-1)

    def __enter__(self) -> Page:  # noqa: PYI034 - Self would need typing
        """Return the page itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def batches(self) -> Iterator[list[bytes]]:
        """Yield the lines of the window, once."""
        left = self._limit or None
        try:
            for batch in self._window():
                if left is not None and len(batch) > left:
                    self.next_offset = self.offset + self._limit
                shown = batch if self.next_offset is None else batch[:left]
                if shown:
                    if self.kind == "text" and not self.facts.get("ascii"):
                        self._hidden += hidden(shown, self.offset + self.count + 1)
                    self.count += len(shown)
                    yield shown
                if self.next_offset is not None:
                    break
                if left is not None:
                    left -= len(shown)
        except KreadError as error:
            if not self.count:
                raise
            self.error = error
        self._finish()

    def _window(self) -> Iterator[list[bytes]]:
        while self._ahead:
            yield self._ahead.pop(0)
        for event in self._events:
            if self._take(event):
                yield self._ahead.pop(0)

    def _take(self, event: object) -> bool:
        """Keep what an event says; True if it brought lines."""
        if isinstance(event, list):
            self._ahead.append(event)
            return True
        if isinstance(event, Facts):
            self.facts.update(event.values)
        elif isinstance(event, Mark):
            self.marks.append(event)
        elif isinstance(event, Loss):
            self.warnings.append(event)
        elif isinstance(event, Picture):
            self._picture(event)
        elif isinstance(event, Entries):
            self.entries += event.records
        elif isinstance(event, Cuts):
            self.cut_lines += event.lines
        elif isinstance(event, Start):
            self.offset = event.offset
        elif isinstance(event, Locked):
            self.sandbox = [*event.layers]
        elif isinstance(event, End):
            self._ended(event.total)
        return False

    def _picture(self, picture: Picture) -> None:
        if picture.role == "media":
            self.media.append(picture)
        else:
            self.image = picture

    def _ended(self, total: int | None) -> None:
        if total is None:
            return
        self.total_lines = total
        if self.offset > total:
            lines = "line" if total == 1 else "lines"
            raise Offset(
                f"the offset {self.offset} is beyond its {total} {lines}",
                path=self.path,
                hint=f"use an offset of at most {total}",
            )

    def _stop(self) -> None:
        close = getattr(self._events, "close", None)
        if close:
            close()

    def _finish(self) -> None:
        self._stop()
        last = self.offset + self.count
        self.marks = [mark for mark in self.marks if mark.line <= last]
        self.cut_lines = sorted({n for n in self.cut_lines if n <= last})
        if self._hidden:
            self.warnings.append(_hidden_characters(self._hidden))
        if self._is_empty():
            self.warnings.append(Loss("empty", "there is no text in it", shown=False))
        total = self.facts.get("totalLines")
        if isinstance(total, int) and self.total_lines is None:
            self.total_lines = total

    def _is_empty(self) -> bool:
        """Whether nothing was shown of something, and nothing was said of it."""
        return (
            not self.count
            and not self.offset
            and self.kind != "text"
            and not self.warnings
            and not self._only_facts
        )


def _hidden_characters(lines: list[int]) -> Loss:
    shown = ", ".join(map(str, lines[:10])) + (", ..." if len(lines) > 10 else "")
    where = f"line {shown}" if len(lines) == 1 else f"lines {shown}"
    return Loss(
        "hidden-characters",
        f"{where}: bidirectional controls, tags or zero-width characters",
        where,
        shown=False,
    )

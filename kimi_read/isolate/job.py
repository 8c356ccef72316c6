"""What a worker is told: which reader, which file, which window."""

from __future__ import annotations

from kimi_read.isolate.frames import CAPS
from kimi_read.record import record
from kimi_read.request import MEMORY_BYTES, MIB, Request
from kimi_read.source import Source

_THOUSAND = 1000
_KEPT_SECONDS = 3600
_PICTURES_BYTES = 32 * MIB


@record(frozen=True, slots=True, kw_only=True)
class Job:
    """One reader on one open file; lines ``skip`` to ``stop`` are wanted.

    ``paced`` says that the CPU time depends on the lines that are given; it is for
    documents. ``verbatim`` is for text, whose lines come through as they are; those
    of all else pass the printing gate. ``kept`` is for a worker that serves one
    window after another. ``memory_bytes`` is the most that the worker may have in
    all. ``layers`` are those that the parent has laid around the worker itself.
    """

    module: str
    source: Source
    request: Request
    skip: int = 0
    stop: int | None = None
    progress_seconds: float = 30.0
    verbatim: bool = False
    paced: bool = True
    member_bytes: int = 0
    kept: bool = False
    memory_bytes: int = MEMORY_BYTES
    layers: tuple[str, ...] = ()

    @property
    def cpu_seconds(self) -> int:
        """The CPU time that the worker gets in all, in seconds.

        So many for each thousand lines up to the end of the window (the one line
        of look-ahead is free), and never more than the wall deadline.
        """
        limits = self.request.limits
        most = max(1, int(limits.wall_seconds))
        if self.kept:
            return max(most, _KEPT_SECONDS)
        if not self.paced or self.stop is None or self.request.tail is not None:
            return most
        return max(1, min(most, int(self.cpu_allowed(self.stop - 2))))

    def cpu_allowed(self, lines: int) -> float:
        """Return the CPU seconds that may have been used after ``lines`` lines."""
        if not self.paced or self.request.tail is not None:
            return self.request.limits.wall_seconds
        per_thousand = self.request.limits.cpu_seconds_per_1000_lines
        return per_thousand * (1 + max(0, lines) // _THOUSAND)

    @property
    def most_lines(self) -> int | None:
        """The most lines that an honest worker sends."""
        if self.request.tail is not None:
            return self.request.tail
        return None if self.stop is None else max(0, self.stop - self.skip)

    @property
    def line_bytes(self) -> int:
        """The most bytes of one line; where lines are never cut, of the output."""
        limits = self.request.limits
        return CAPS[b"L"] if limits.line_chars else limits.output_bytes

    @property
    def output_bytes(self) -> int:
        """The most bytes of all that the worker sends."""
        most = self.request.limits.output_bytes
        return max(most, self.member_bytes + self.member_bytes // 1000 + MIB)

    @property
    def picture_bytes(self) -> int:
        """The most bytes of one picture and what is said of it.

        One that is drawn on a terminal comes as four bytes a pixel of its screen.
        """
        width, height = self.request.screen or (0, 0)
        allowed = max(self.request.limits.max_bytes, 4 * width * height)
        return max(CAPS[b"P"], min(allowed, 256 * MIB) + MIB)

    @property
    def pictures_bytes(self) -> int:
        """The most bytes of all pictures together."""
        if self.request.media:
            return self.request.limits.output_bytes
        return max(_PICTURES_BYTES, self.picture_bytes)

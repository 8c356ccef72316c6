"""What a worker is told: which reader, which file, which window."""

from __future__ import annotations

from kimi_read.record import record
from kimi_read.request import Request
from kimi_read.source import Source

_CPU_MOST = 120


@record(frozen=True, slots=True, kw_only=True)
class Job:
    """One reader on one open file; lines ``skip`` to ``stop`` are wanted."""

    module: str
    source: Source
    request: Request
    skip: int = 0
    stop: int | None = None
    progress_seconds: float = 30.0

    @property
    def cpu_seconds(self) -> int:
        """The CPU time that the worker gets, in seconds.

        So many for each thousand lines up to the end of the window, and never
        more than the wall deadline.
        """
        limits = self.request.limits
        most = max(1, int(limits.wall_seconds))
        if self.stop is None or self.request.tail is not None:
            return most
        thousands = 1 + (self.stop - 1) // 1000
        return max(1, min(most, int(thousands * limits.cpu_seconds_per_1000_lines)))

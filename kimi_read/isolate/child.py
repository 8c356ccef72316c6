"""The parent's side: start a worker, watch it, and take its frames.

The parent never imports a parser. It keeps a wall deadline, a deadline for
progress, an allowance of CPU time and a bound on the output, and kills the worker's
process group when one is passed or when the consumer has enough.
"""

from __future__ import annotations

import os
import time

from kimi_read.errors import Crashed, KreadError, OutOfBounds
from kimi_read.isolate.decoder import Decoder
from kimi_read.isolate.process import fork
from kimi_read.stream import End

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    from kimi_read.isolate.job import Job
    from kimi_read.isolate.process import Worker

_CHUNK = 1 << 16
_LOOK_SECONDS = 0.5
#: A wait that took so much longer than it should was a suspension (Ctrl-Z).
_ASLEEP_SECONDS = 2.0
#: The share of the memory bound past which an abort is taken for a lack of memory.
_NEARLY = 0.75


def isolated(job: Job, *, spawn: bool = False) -> Events:
    """Return the events of ``job``, read in a child that starts with the first.

    ``spawn`` starts a fresh interpreter, as a threaded host must; otherwise the
    child is forked where the system can fork.
    """
    return Events(job, spawn=spawn)


class Events:
    """The events of one job, as they are asked for; closing them ends the child.

    Nothing is read ahead of the consumer but what a pipe holds, and the time that
    the consumer takes counts against no deadline. So a job without a ``stop`` can be
    taken window by window: ``renew()`` starts the bounds anew for the next one.

    Raises:
        OutOfBounds: a deadline or a bound was passed.
        Crashed: the worker died or broke the protocol.
        KreadError: whatever the format raised, under the same code.
    """

    def __init__(self, job: Job, *, spawn: bool) -> None:
        self._job = job
        self._spawn = spawn or not hasattr(os, "fork")
        self._watch: _Watch | None = None
        self._events = self._run()

    def __iter__(self) -> Events:
        return self

    def __next__(self) -> object:
        return next(self._events)

    def close(self) -> None:
        """End the child, if there is one."""
        self._events.close()

    def renew(self) -> None:
        """Start the deadlines and the bounds of the output anew."""
        if self._watch is not None:
            self._watch.renew()

    def _start(self) -> Worker:
        try:
            if not self._spawn:
                return fork(self._job)
            from kimi_read.isolate.fresh import spawn

            return spawn(self._job)
        except OSError as error:
            raise Crashed(
                f"no worker can be started for it: {error.strerror}",
                path=self._job.source.path,
            ) from None

    def _run(self) -> Generator[object, None, None]:
        process = self._start()
        self._watch = watch = _Watch(self._job, process)
        try:
            yield from watch.events()
        except KreadError as error:
            error.path = error.path or self._job.source.path
            if isinstance(error, (Crashed, OutOfBounds)):
                error.reason += watch.place()
            raise
        finally:
            process.stop()


class _Watch:
    """One job's deadlines, and what has come so far."""

    def __init__(self, job: Job, process: Worker) -> None:
        self._job = job
        self._process = process
        self._decoder = Decoder(job)
        self._begun = self._heard = self._looked = time.monotonic()
        self._output = 0

    def renew(self) -> None:
        """Count time and output from now on."""
        self._begun = self._heard = time.monotonic()
        self._output = 0
        self._decoder.renew()

    def place(self) -> str:
        """Say where the worker was, after what it had given."""
        lines = self._decoder.lines
        if not lines:
            return ""
        mark = f" ({self._decoder.mark})" if self._decoder.mark else ""
        return f", after line {self._job.skip + lines}{mark}"

    def events(self) -> Generator[object, None, None]:
        """Yield what the worker sends until it says that it has ended."""
        while True:
            data = self._data()
            for event in self._decoder.feed(data):
                asked = time.monotonic()
                yield event
                if isinstance(event, End):
                    return
                away = time.monotonic() - asked
                self._begun += away
                self._heard += away
            self._heard = time.monotonic()

    def _data(self) -> bytes:
        """Return the next bytes from the pipe.

        Raises:
            OutOfBounds: none came in time, or too many came in all.
            Crashed: none will come any more.
        """
        while not self._ready():
            self._look()
        data = self._process.read(_CHUNK)
        if not data:
            raise self._death()
        if time.monotonic() - self._looked > _LOOK_SECONDS:
            self._look()
        self._output += len(data)
        most = self._job.output_bytes
        if self._output > most:
            raise OutOfBounds(f"its output is over {most >> 20} MiB")
        return data

    def _ready(self) -> bool:
        """Wait until there is something to read, or until it is time to look."""
        before = time.monotonic()
        left = min(_LOOK_SECONDS, *self._left(before).values())
        if left > 0 and self._process.wait(left):
            return True
        late = time.monotonic() - before - max(0.0, left)
        if late > _ASLEEP_SECONDS:
            self._begun += late
            self._heard += late
        return False

    def _left(self, now: float) -> dict[str, float]:
        return {
            "in all": self._begun + self._job.request.limits.wall_seconds - now,
            "without progress": self._heard + self._job.progress_seconds - now,
        }

    def _look(self) -> None:
        """Hold the worker against its deadlines and its allowance of CPU time."""
        self._looked = now = time.monotonic()
        for kind, left in self._left(now).items():
            if left <= 0:
                limits = self._job.request.limits
                seconds = (
                    limits.wall_seconds if kind == "in all"
                    else self._job.progress_seconds
                )  # fmt: skip
                raise OutOfBounds(f"reading it was stopped after {seconds:g} s {kind}")
        allowed = self._job.cpu_allowed(self._job.skip + self._decoder.lines)
        if self._process.cpu_seconds() > allowed:
            raise OutOfBounds(f"reading it was stopped after {allowed:g} s of CPU time")
        over = self._process.memory_over(self._job.memory_bytes)
        if over:
            raise OutOfBounds(f"reading it takes more than {over >> 20} MiB of memory")

    def _death(self) -> KreadError:
        """Say why a worker ended without an ending."""
        end = self._process.ended()
        # a library that is refused memory may abort instead of saying so
        aborted = end.signal and end.peak_bytes > self._job.memory_bytes * _NEARLY
        if end.out_of_memory or aborted:
            most = self._job.memory_bytes >> 20
            return OutOfBounds(f"reading it takes more than {most} MiB of memory")
        if end.cpu_seconds >= self._job.cpu_seconds:
            most = self._job.cpu_seconds
            return OutOfBounds(f"reading it was stopped after {most} s of CPU time")
        if end.signal:
            return Crashed(f"its worker was ended by {end.signal}")
        return Crashed("its worker ended in the middle of its answer")

"""The parent's side: start a worker, take its events, end it.

The parent never imports a parser. Where a worker dies of one part of a file, such as
a page, another one reads the rest.
"""

from __future__ import annotations

import os
import sys
import time

from kimi_read.blocks import Loss
from kimi_read.errors import Crashed, KreadError, OutOfBounds
from kimi_read.isolate.process import fork
from kimi_read.isolate.watch import Watch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    from kimi_read.isolate.job import Job
    from kimi_read.isolate.process import Worker


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
        self._watch: Watch | None = None
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

    @property
    def part(self) -> int:
        """The part, such as a page, that is read at this moment; 0 if not told."""
        return self._watch.part if self._watch is not None else 0

    def _start(self, job: Job) -> Worker:
        try:
            if not self._spawn:
                return fork(job)
            if sys.platform == "win32":
                from kimi_read.isolate.windows import spawn
            else:
                from kimi_read.isolate.fresh import spawn
            return spawn(job)
        except OSError as error:
            raise Crashed(
                f"no worker can be started for it: {error.strerror}",
                path=job.source.path,
            ) from None

    def _run(self) -> Generator[object, None, None]:
        """Run the job; where its worker dies of a part, run the rest without it."""
        job = self._job
        seen: set[Loss] = set()
        spent = 0.0
        begun = time.monotonic()
        while True:
            process = self._start(job)
            self._watch = watch = Watch(job, process, begun=begun, spent=spent)
            try:
                for event in watch.events():
                    if isinstance(event, Loss):
                        if event in seen:
                            continue
                        seen.add(event)
                    yield event
            except KreadError as error:
                rest = watch.rest()
                if rest is None:
                    error.path = error.path or job.source.path
                    if isinstance(error, (Crashed, OutOfBounds)):
                        error.reason += watch.place()
                    raise
                job = rest
                spent = watch.spent
                begun = watch.begun
            else:
                return
            finally:
                process.stop()

"""The worker's side: import the reader, lock, read, and send frames.

Runs in a forked child, or as ``python -c`` in a spawned one (``main``).
"""

from __future__ import annotations

import os
import time

from kimi_read.errors import KreadError, Malformed, OutOfBounds
from kimi_read.isolate import frames
from kimi_read.isolate.lock import lock
from kimi_read.recover import why
from kimi_read.stream import events

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.isolate.job import Job

FLUSH_BYTES = 32 << 10
FLUSH_SECONDS = 0.1


def serve(job: Job, pipe: int) -> None:
    """Do one job in this process and never return."""
    try:
        sender = _Sender(pipe)
        try:
            _work(job, sender)
        except KreadError as error:
            sender.send(error)
        except MemoryError:
            sender.send(OutOfBounds(
                f"reading it takes more than {job.request.limits.memory_bytes >> 20} "
                "MiB of memory"))  # fmt: skip
        except RecursionError:
            sender.send(Malformed("it is nested too deeply to be read"))
        except BrokenPipeError:
            os._exit(0)
        except Exception as error:  # noqa: BLE001 - the worker's last word
            sender.send(Malformed(f"it cannot be read: {why(error)}"))
        sender.flush()
    finally:
        os._exit(0)


def _work(job: Job, sender: _Sender) -> None:
    from kimi_read.registry import load

    module = load(job.module)
    module.prepare()
    sender.raw(frames.ready(lock(job.request.limits, job.cpu_seconds)))
    for event in events(
        module.read(job.source, job.request),
        skip=job.skip,
        stop=job.stop,
        tail=job.request.tail,
        line_chars=job.request.limits.line_chars,
    ):
        sender.send(event)


class _Sender:
    """Joins lines into frames that are worth a system call."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe
        self._lines: list[bytes] = []
        self._held = 0
        self._since = time.monotonic()

    def send(self, event: object) -> None:
        if not isinstance(event, list):
            self.flush()
            self.raw(frames.encode(event))
            return
        self._lines += event
        self._held += sum(map(len, event)) + len(event)
        now = time.monotonic()
        if self._held >= FLUSH_BYTES or now - self._since > FLUSH_SECONDS:
            self.flush()
            self._since = now

    def flush(self) -> None:
        if self._lines:
            lines, self._lines, self._held = self._lines, [], 0
            self.raw(frames.encode(lines))

    def raw(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(self._pipe, view) :]

"""The parent's side: start a worker, watch it, and take its frames.

The parent never imports a parser. It keeps a wall deadline, a deadline for
progress and a bound on the output, and kills the worker's process group when
one is passed or when the consumer has enough.
"""

from __future__ import annotations

import os
import select
import signal
import time

from kimi_read.errors import Crashed, KreadError, OutOfBounds
from kimi_read.isolate.frames import Decoder
from kimi_read.stream import End

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.isolate.job import Job

_CHUNK = 1 << 16
_PIPE_BYTES = 1 << 18


def isolated(job: Job, *, spawn: bool = False) -> Iterator[object]:
    """Yield the events of ``job`` from a child; closing this stops the child.

    ``spawn`` starts a fresh interpreter, as a threaded host must; otherwise the
    child is forked where the system can fork.

    Raises:
        OutOfBounds: a deadline or a bound was passed.
        Crashed: the worker died or broke the protocol.
        KreadError: whatever the format raised, under the same code.
    """
    start = _spawn if spawn or not hasattr(os, "fork") else _fork
    pid, pipe = start(job)
    status: list[int] = []
    try:
        yield from _watched(job, pid, pipe, status)
    except KreadError as error:
        error.path = error.path or job.source.path
        raise
    finally:
        os.close(pipe)
        if not status:
            _stop(pid)


def _watched(job: Job, pid: int, pipe: int, status: list[int]) -> Iterator[object]:
    limits = job.request.limits
    decoder = Decoder()
    begun = heard = time.monotonic()
    output = 0
    while True:
        now = time.monotonic()
        left = min(
            begun + limits.wall_seconds - now, heard + job.progress_seconds - now
        )
        if left <= 0:
            waited = now - begun
            raise OutOfBounds(f"reading it was stopped after {waited:.0f} seconds")
        if not select.select([pipe], [], [], left)[0]:
            continue
        data = os.read(pipe, _CHUNK)
        if not data:
            status.append(os.waitpid(pid, 0)[1])
            raise _death(status[0], job)
        heard = time.monotonic()
        output += len(data)
        if output > limits.output_bytes:
            raise OutOfBounds(f"its text is over {limits.output_bytes >> 20} MiB")
        for event in decoder.feed(data):
            yield event
            if isinstance(event, End):
                return
        heard = time.monotonic()  # time that the consumer took is not the worker's


def _death(status: int, job: Job) -> KreadError:
    """Say why a worker ended without an ending."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number in (signal.SIGXCPU, signal.SIGKILL):
            return OutOfBounds(f"reading it takes over {job.cpu_seconds} CPU seconds")
        return Crashed(f"its worker was ended by {signal.Signals(number).name}")
    return Crashed("its worker ended in the middle of its answer")


def _fork(job: Job) -> tuple[int, int]:
    ours, theirs = os.pipe()
    _widen(ours)
    pid = os.fork()
    if pid:
        os.close(theirs)
        return pid, ours
    try:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(nothing, descriptor)
        _close_others(job.source.descriptor, theirs)
        from kimi_read.isolate.worker import serve

        serve(job, theirs)
    finally:
        os._exit(70)


def _close_others(*kept: int) -> None:
    """Close every descriptor above 2 but ``kept``."""
    last = 2
    for descriptor in sorted(kept):
        if descriptor > last + 1:
            os.closerange(last + 1, descriptor)
        last = descriptor
    os.closerange(last + 1, 65_536)


def _widen(pipe: int) -> None:
    try:
        import fcntl

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
    except (ImportError, AttributeError, OSError):
        pass  # the usual size does as well, with more switches


def _spawn(job: Job) -> tuple[int, int]:
    raise NotImplementedError


def _stop(pid: int) -> None:
    for kill in (os.killpg, os.kill):
        try:
            kill(pid, signal.SIGKILL)
        except OSError:
            continue
        break
    try:
        os.waitpid(pid, 0)
    except OSError:
        pass

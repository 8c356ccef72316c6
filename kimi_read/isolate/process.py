"""One worker as an operating-system process: forked, waited for, killed."""

from __future__ import annotations

import os
import select
import sys
import time

from kimi_read.isolate.frames import EXIT_MEMORY
from kimi_read.isolate.slim import load_slim
from kimi_read.record import record
from kimi_read.source import lifted

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal as _signal
    import subprocess
    from typing import Protocol

    from kimi_read.isolate.job import Job

    class Worker(Protocol):
        """What the watch needs of a worker, however it was started."""

        def wait(self, seconds: float, /) -> bool:
            """Whether there is something to read, or an end, within so long."""

        def read(self, size: int, /) -> bytes:
            """Return the next bytes; empty when the pipe is closed."""

        def cpu_seconds(self) -> float:
            """Return the CPU time used so far, or 0 where nobody can tell."""

        def memory_over(self, most: int, /) -> int:
            """Return ``most`` if it has more memory and nobody else bounds it."""

        def ended(self) -> Ending:
            """Say how a worker ended that has closed its pipe."""

        def stop(self) -> None:
            """Kill it, and all it may have started."""
else:
    import _signal  # without the names of all its numbers


_PIPE_BYTES = 1 << 18
_LAST_DESCRIPTOR = 65_536
#: How long a worker may take to end once its pipe is closed.
_EXIT_SECONDS = 3
#: Signals that the host may have given a handler of its own.
_RESET = ("SIGTERM", "SIGINT", "SIGHUP", "SIGPIPE", "SIGCHLD", "SIGALRM", "SIGQUIT")


@record(frozen=True, slots=True)
class Ending:
    """How a worker ended: by which signal, and what it had used.

    ``out_of_memory`` is what it said itself by its exit status.
    """

    signal: str = ""
    cpu_seconds: float = 0.0
    peak_bytes: int = 0
    out_of_memory: bool = False


class Process:
    """A worker that leads a process group of its own, and the pipe it writes to."""

    def __init__(
        self, pid: int, pipe: int, popen: subprocess.Popen[bytes] | None = None
    ) -> None:
        self.pid = pid
        self._pipe = pipe
        self._popen = popen
        self._poll = select.poll()
        self._poll.register(pipe, select.POLLIN)
        self._reaped = False

    def wait(self, seconds: float) -> bool:
        """Whether there is something to read, or an end, within so long."""
        return bool(self._poll.poll(max(1, int(seconds * 1000))))

    def read(self, size: int) -> bytes:
        """Return up to ``size`` bytes; empty when the worker has closed the pipe."""
        return os.read(self._pipe, size)

    def cpu_seconds(self) -> float:
        """Return the CPU time used so far; 0 where only the end tells it."""
        if sys.platform != "linux":
            return 0.0
        try:
            return time.clock_gettime((~self.pid << 3) | 2)  # clock_getcpuclockid(3)
        except OSError:
            return 0.0

    def memory_over(self, most: int) -> int:
        """Return ``most`` if the resident memory is over it, else 0.

        Only where the system does not bound a process by itself (macOS).
        """
        if sys.platform != "darwin":
            return 0
        from kimi_read.isolate.darwin import resident_bytes

        return most if resident_bytes(self.pid) > most else 0

    def ended(self) -> Ending:
        """Reap a worker that has closed its pipe, and all that it left behind."""
        deadline = time.monotonic() + _EXIT_SECONDS
        while not self._exited() and time.monotonic() < deadline:
            time.sleep(0.002)
        self._kill()  # no more than a corpse, unless it only closed the pipe
        try:
            _, status, usage = os.wait4(self.pid, 0)
        except ChildProcessError:  # the host reaps children by itself
            return Ending()
        finally:
            self._reaped = True
        used = usage.ru_utime + usage.ru_stime
        peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        if usage.ru_maxrss <= _own_peak():
            peak = 0  # a child begins with the count of its parent
        if os.WIFSIGNALED(status):
            import signal

            return Ending(signal.Signals(os.WTERMSIG(status)).name, used, peak)
        return Ending("", used, peak, os.WEXITSTATUS(status) == EXIT_MEMORY)

    def stop(self) -> None:
        """Kill the worker's group, reap it, and close the pipe. May be repeated."""
        if self._pipe < 0:
            return
        os.close(self._pipe)
        self._pipe = -1
        if not self._reaped:
            self._kill()
            self._reaped = True
            try:
                os.waitpid(self.pid, 0)
            except ChildProcessError:
                pass  # the host reaps children by itself
        if self._popen is not None:
            self._popen.returncode = 0  # it was waited for here
            if self._popen.stdin is not None:
                self._popen.stdin.close()

    def _exited(self) -> bool:
        try:
            how = os.WEXITED | os.WNOHANG | os.WNOWAIT
            return os.waitid(os.P_PID, self.pid, how) is not None
        except (AttributeError, OSError):
            return True

    def _kill(self) -> None:
        for kill in (os.killpg, os.kill):
            try:
                kill(self.pid, _signal.SIGKILL)
            except OSError:
                continue
            break


def _own_peak() -> int:
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def fork(job: Job) -> Process:
    """Start a worker as a copy of this process, which must have one thread."""
    ours, theirs = map(lifted, os.pipe())
    if job.stop is None:  # for a few lines it is not worth while
        widen(ours)
    boss = os.getpid()
    try:
        pid = os.fork()
    except OSError:
        os.close(ours)
        os.close(theirs)
        raise
    if pid:
        os.close(theirs)
        return Process(pid, ours)
    try:
        os.setsid()
        _reset_signals()
        _die_with(boss)
        nothing = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(nothing, descriptor)
        close_others(job.source.descriptor, theirs)
        load_slim()
        from kimi_read.isolate.worker import serve

        serve(job, theirs)
    finally:
        os._exit(70)


def close_others(*kept: int) -> None:
    """Close every descriptor above 2 but ``kept``."""
    last = 2
    for descriptor in sorted(kept):
        if descriptor > last + 1:
            os.closerange(last + 1, descriptor)
        last = max(last, descriptor)
    os.closerange(last + 1, _LAST_DESCRIPTOR)


def widen(pipe: int) -> None:
    """Let the pipe hold more, for fewer switches between the two sides."""
    try:
        import fcntl

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
    except (ImportError, AttributeError, OSError):
        pass  # the usual size does as well


def _reset_signals() -> None:
    for name in _RESET:
        _signal.signal(getattr(_signal, name), _signal.SIG_DFL)


def _die_with(boss: int) -> None:
    if sys.platform == "linux":
        from kimi_read.isolate.kernel import die_with_parent

        die_with_parent()
    if os.getppid() != boss:  # it went before that could be asked for
        os._exit(0)

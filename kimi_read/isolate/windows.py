"""A worker on Windows: a job object around it, a thread that reads its pipe.

Written after the documentation and not yet tried on a real machine; only the
thread is tested, on other systems.

Source: CreateJobObjectW, SetInformationJobObject and
JOBOBJECT_EXTENDED_LIMIT_INFORMATION of the Windows API reference.
"""

from __future__ import annotations

import ctypes
import os
import queue
import subprocess
import sys
import threading
import time

from kimi_read.isolate.process import Ending
from kimi_read.record import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.isolate.job import Job

_CHUNK = 1 << 16
_CHUNKS = 4  # what is read ahead of a consumer that has paused
_EXTENDED_LIMIT_INFORMATION = 9
_LIMIT_PROCESS_TIME, _LIMIT_ACTIVE_PROCESS = 0x2, 0x8
_LIMIT_PROCESS_MEMORY, _LIMIT_DIE_ON_UNHANDLED = 0x100, 0x400
_LIMIT_KILL_ON_JOB_CLOSE = 0x2000
_TICKS = 10_000_000  # a second in units of 100 ns


class _ExtendedLimits(ctypes.Structure):
    _fields_ = (
        ("PerProcessUserTimeLimit", ctypes.c_int64),
        ("PerJobUserTimeLimit", ctypes.c_int64),
        ("LimitFlags", ctypes.c_uint32),
        ("MinimumWorkingSetSize", ctypes.c_size_t),
        ("MaximumWorkingSetSize", ctypes.c_size_t),
        ("ActiveProcessLimit", ctypes.c_uint32),
        ("Affinity", ctypes.c_size_t),
        ("PriorityClass", ctypes.c_uint32),
        ("SchedulingClass", ctypes.c_uint32),
        ("IoCounters", ctypes.c_uint64 * 6),
        ("ProcessMemoryLimit", ctypes.c_size_t),
        ("JobMemoryLimit", ctypes.c_size_t),
        ("PeakProcessMemoryUsed", ctypes.c_size_t),
        ("PeakJobMemoryUsed", ctypes.c_size_t),
    )


class Pumped:
    """A worker whose pipe cannot be waited for, so that a thread reads it."""

    def __init__(self, popen: subprocess.Popen[bytes], job_handle: int = 0) -> None:
        self._popen = popen
        self._job_handle = job_handle
        self._queue: queue.Queue[bytes] = queue.Queue(_CHUNKS)
        self._next: bytes | None = None
        self._stopped = False
        threading.Thread(target=self._pump, daemon=True).start()

    def wait(self, seconds: float) -> bool:
        """Whether there is something to read, or an end, within so long."""
        if self._next is None:
            try:
                self._next = self._queue.get(timeout=max(0.001, seconds))
            except queue.Empty:
                return False
        return True

    def read(self, _size: int) -> bytes:
        """Return the next bytes; empty when the worker has closed the pipe."""
        data = self._queue.get() if self._next is None else self._next
        self._next = None
        return data

    def cpu_seconds(self) -> float:
        """Return 0: the job object counts, and ends the worker."""
        return 0.0

    def memory_over(self, _most: int) -> int:
        """Return 0: the job object counts."""
        return 0

    def ended(self) -> Ending:
        """Wait for a worker that has closed its pipe."""
        from kimi_read.isolate.process import EXIT_MEMORY

        try:
            code = self._popen.wait(1)
        except subprocess.TimeoutExpired:
            code = 0
        name = f"the status {code & 0xFFFFFFFF:#x}" if code not in (0, 70) else ""
        short = code == EXIT_MEMORY
        return Ending("" if short else name, out_of_memory=short)

    def stop(self) -> None:
        """Kill the worker and all it may have started. May be repeated."""
        if self._stopped:
            return
        self._stopped = True
        self._popen.kill()
        if self._job_handle:
            ctypes.windll.kernel32.CloseHandle(ctypes.c_void_p(self._job_handle))
        self._popen.wait()
        deadline = time.monotonic() + 1
        while time.monotonic() < deadline:  # let the thread see the end of the pipe
            try:
                if not self._queue.get(timeout=0.05):
                    break
            except queue.Empty:
                continue
        for stream in (self._popen.stdin, self._popen.stdout):
            if stream is not None:
                stream.close()

    def _pump(self) -> None:
        stream = self._popen.stdout
        while stream is not None:
            try:
                data = os.read(stream.fileno(), _CHUNK)
            except (OSError, ValueError):
                data = b""
            self._queue.put(data)
            if not data:
                return


def spawn(job: Job) -> Pumped:
    """Start a worker in a job object that bounds its memory, time and children."""
    import msvcrt

    from kimi_read.isolate.fresh import command, pack

    handle = msvcrt.get_osfhandle(job.source.descriptor)
    os.set_handle_inheritable(handle, True)
    info = subprocess.STARTUPINFO(lpAttributeList={"handle_list": [handle]})
    base = getattr(sys, "_base_executable", None)  # a launcher would be two processes
    try:
        popen = subprocess.Popen(  # noqa: S603 - our own interpreter
            command(base or sys.executable),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            startupinfo=info,
            creationflags=subprocess.CREATE_NO_WINDOW,
            bufsize=0,
        )
    finally:
        os.set_handle_inheritable(handle, False)
    caged = _cage(popen, job)
    process = Pumped(popen, caged)
    job = replace(job, layers=("job-object",) if caged else ())
    try:
        if popen.stdin is not None:
            popen.stdin.write(pack(job, handle))
    except OSError:
        pass  # it died at once, which its end will tell
    except BaseException:
        process.stop()
        raise
    return process


def _cage(popen: subprocess.Popen[bytes], job: Job) -> int:
    """Put the process, which waits for its job, into a job object; 0 if refused."""
    kernel32 = ctypes.WinDLL("kernel32", use_last_error=True)
    kernel32.CreateJobObjectW.restype = ctypes.c_void_p
    handle = kernel32.CreateJobObjectW(None, None)
    if not handle:
        return 0
    limits = _ExtendedLimits()
    limits.LimitFlags = (
        _LIMIT_PROCESS_TIME
        | _LIMIT_ACTIVE_PROCESS
        | _LIMIT_PROCESS_MEMORY
        | _LIMIT_DIE_ON_UNHANDLED
        | _LIMIT_KILL_ON_JOB_CLOSE
    )
    limits.PerProcessUserTimeLimit = job.cpu_seconds * _TICKS
    limits.ActiveProcessLimit = 1
    limits.ProcessMemoryLimit = job.memory_bytes
    done = kernel32.SetInformationJobObject(
        ctypes.c_void_p(handle), _EXTENDED_LIMIT_INFORMATION,
        ctypes.byref(limits), ctypes.sizeof(limits),
    ) and kernel32.AssignProcessToJobObject(
        ctypes.c_void_p(handle), ctypes.c_void_p(int(popen._handle)),  # noqa: SLF001
    )  # fmt: skip
    return int(handle) if done else 0

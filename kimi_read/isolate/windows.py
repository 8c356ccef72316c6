"""A worker on Windows: a job object around it, a thread that reads its pipe.

Written after the documentation and not yet tried on a real machine.

Source: CreateJobObjectW, SetInformationJobObject and
JOBOBJECT_EXTENDED_LIMIT_INFORMATION of the Windows API reference.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys

from kimi_read.isolate.fresh import command, pack
from kimi_read.isolate.pumped import Pumped
from kimi_read.record import replace

assert sys.platform == "win32"  # what follows exists nowhere else

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.isolate.job import Job

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


def spawn(job: Job) -> Pumped:
    """Start a worker in a job object that bounds its memory, time and children."""
    import msvcrt

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
    process = Pumped(popen, lambda: kernel32().CloseHandle(ctypes.c_void_p(caged)))
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
    library = kernel32()
    library.CreateJobObjectW.restype = ctypes.c_void_p
    handle = library.CreateJobObjectW(None, None)
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
    done = library.SetInformationJobObject(
        ctypes.c_void_p(handle), _EXTENDED_LIMIT_INFORMATION,
        ctypes.byref(limits), ctypes.sizeof(limits),
    ) and library.AssignProcessToJobObject(
        ctypes.c_void_p(handle), ctypes.c_void_p(int(popen._handle)),  # noqa: SLF001
    )  # fmt: skip
    return int(handle) if done else 0


def kernel32() -> ctypes.WinDLL:
    """Return the library of the kernel's calls."""
    return ctypes.WinDLL("kernel32", use_last_error=True)

"""A worker in a fresh interpreter, for hosts with threads and systems without fork.

The job goes to it as one line of JSON, the open file as an inherited descriptor
(a handle on Windows); frames come back through its standard output. Its standard
input stays open as long as the parent lives, and its end is the worker's end: the
signal that a forked worker asks for would come when a mere thread of its parent
ends.
"""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys

from kimi_read.errors import Unsupported
from kimi_read.isolate.job import Job
from kimi_read.request import Limits, Request
from kimi_read.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kimi_read.isolate.process import Worker

_START = (
    "import json, sys; job = json.loads(sys.stdin.buffer.readline()); "
    "sys.path[:] = job['path']; "
    "from kimi_read.isolate.fresh import main; main(job)"
)
_F_SETSIG = 10
_SIGKILL = 9


def spawn(job: Job) -> Worker:
    """Start a worker in an interpreter of its own.

    Raises:
        Unsupported: this host does not know its interpreter (an embedded Python).
    """
    from kimi_read.isolate.process import Process, widen

    descriptor = job.source.descriptor
    popen = subprocess.Popen(  # noqa: S603 - our own interpreter
        command(sys.executable),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        pass_fds=(descriptor,),
        start_new_session=True,
        bufsize=0,
    )
    assert popen.stdin is not None
    assert popen.stdout is not None
    pipe = os.dup(popen.stdout.fileno())
    popen.stdout.close()
    widen(pipe)
    process = Process(popen.pid, pipe, popen)
    try:
        popen.stdin.write(pack(job, descriptor))
    except BrokenPipeError:
        pass  # it died at once, which its end will tell
    except BaseException:
        process.stop()
        raise
    return process


def command(executable: str | None) -> list[str]:
    """Return the command line of a worker, deaf to the user's environment.

    Raises:
        Unsupported: there is no interpreter to run.
    """
    if not executable:
        raise Unsupported(
            "this Python does not know where its interpreter is",
            hint="set sys.executable to one that can import kimi_read",
        )
    return [executable, "-I", "-c", _START]


def pack(job: Job, descriptor: int) -> bytes:
    """Return the line that tells a worker its job; ``descriptor`` is as it sees it."""
    here = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    path = [os.path.abspath(entry) for entry in sys.path]
    source, request = job.source, job.request
    told = {
        "path": path if here in path else [here, *path],
        "job": {
            "module": job.module,
            "skip": job.skip,
            "stop": job.stop,
            "progress_seconds": job.progress_seconds,
            "verbatim": job.verbatim,
            "member_bytes": job.member_bytes,
            "kept": job.kept,
            "paced": job.paced,
            "memory_bytes": job.memory_bytes,
            "layers": job.layers,
        },
        "source": {
            "path": source.path,
            "name": source.name,
            "descriptor": descriptor,
            "size": source.size,
        },
        "head": base64.b64encode(source.head).decode("ascii"),
        "request": {**vars(request), "limits": vars(request.limits)},
    }
    return json.dumps(told).encode("ascii") + b"\n"


def unpack(told: dict[str, Any]) -> Job:
    """Return the job that ``pack`` made a line of."""
    values = {name: _immutable(value) for name, value in told["request"].items()}
    values["limits"] = Limits(**told["request"]["limits"])
    source = Source(head=base64.b64decode(told["head"]), **told["source"])
    plain = {name: _immutable(value) for name, value in told["job"].items()}
    return Job(source=source, request=Request(**values), **plain)


def main(told: dict[str, Any]) -> None:
    """Do the job ``told`` in this process, which exists for nothing else."""
    from kimi_read.isolate.process import close_others
    from kimi_read.isolate.worker import serve

    pipe = os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 1)
    if sys.platform == "win32":
        import msvcrt

        told["source"]["descriptor"] = msvcrt.open_osfhandle(
            told["source"]["descriptor"], os.O_RDONLY | os.O_BINARY
        )
        serve(unpack(told), pipe)
    _die_with_parent()
    job = unpack(told)
    close_others(job.source.descriptor, pipe)
    serve(job, pipe)


def _die_with_parent() -> None:
    """Have the kernel end this process when standard input ends."""
    import fcntl
    import select

    try:
        fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())
        if sys.platform == "linux":
            fcntl.fcntl(0, _F_SETSIG, _SIGKILL)  # SIGIO itself could be ignored
        flags = fcntl.fcntl(0, fcntl.F_GETFL)
        fcntl.fcntl(0, fcntl.F_SETFL, flags | os.O_ASYNC)
    except (OSError, AttributeError):
        return  # then the CPU limit is the end of it
    if select.select([0], [], [], 0)[0]:  # it has ended already
        os._exit(0)


def _immutable(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_immutable(part) for part in value)
    return value

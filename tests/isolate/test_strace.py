"""What the kernel saw: after the lock a worker opens, connects and starts nothing."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

FIXTURES = Path(__file__).parent.parent.parent / "fixtures"
FOLDERS = sorted(path for path in FIXTURES.iterdir() if path.is_dir())
#: What the self-test of the lock tries, and is denied.
TRIED = [
    ("openat", "EPERM"),
    ("socket", "EPERM"),
    ("clone", "EPERM"),
    ("kill", "EPERM"),
]
#: From Python 3.12 on, fork() wants to know how many threads there are.
THREADS_COUNTED = ("openat", 'AT_FDCWD, "/proc/self/stat", O_RDONLY', "EPERM")
TRACED = (
    "%network,open,openat,openat2,creat,clone,clone3,fork,vfork,execve,execveat,"
    "kill,memfd_create,pipe2,seccomp,landlock_restrict_self"
)
CALL = re.compile(r"(\w+)\((.*)\)\s+= (-?\d+|0x[0-9a-f]+)(?: (E[A-Z]+))?")


def traces():
    """Whether strace works here (it needs ptrace, which a container may forbid)."""
    if not shutil.which("strace"):
        return False
    return not subprocess.run(  # noqa: PLW1510 - an error of a file is none of strace's
        ["strace", "-o", os.devnull, "true"], capture_output=True
    ).returncode


needs_strace = pytest.mark.skipif(not traces(), reason="strace cannot be used here")


def after_the_lock(folder):
    """Yield, for each locked process, the calls it made after its lock."""
    for log in sorted(folder.iterdir()):
        calls = [
            CALL.match(line) for line in log.read_text(errors="replace").splitlines()
        ]
        calls = [call for call in calls if call]
        locked = [
            n for n, call in enumerate(calls) if call[1] == "seccomp" and call[3] == "0"
        ]
        if locked:
            made = [(c[1], c[2], c[4]) for c in calls[locked[0] + 1 :]]
            yield [call for call in made if call != THREADS_COUNTED]


def inputs(folder):
    names = [
        p
        for kind in ("good", "damaged", "hostile")
        for p in sorted((folder / kind).glob("*"))
    ]
    return [
        str(p)
        for p in names
        if p.suffix not in (".md", ".err") or not p.with_suffix("").exists()
    ]


def trace(paths, folder):
    """Read ``paths`` under strace; return what each worker did once locked."""
    logs = folder / "logs"
    logs.mkdir()
    command = [sys.executable, "-m", "kimi_read", *paths, "--limit", "0"]
    subprocess.run(  # noqa: PLW1510 - an error of a file is none of strace's
        ["strace", "-ff", "-o", str(logs / "log"), "-e", f"trace={TRACED}", *command],
        stdin=subprocess.DEVNULL, capture_output=True, timeout=240,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    return list(after_the_lock(logs))


@needs_strace
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_after_the_lock_nothing_is_opened_connected_or_started(folder, tmp_path):
    for calls in trace(inputs(folder), tmp_path):
        assert [(name, error) for name, _, error in calls[:4]] == TRIED
        assert [c for c in calls[4:] if not is_thread(*c)] == []


@needs_strace
def test_a_worker_is_seen(make, tmp_path):
    """Without one, the test above would hold for nothing."""
    path = make(
        "legacy.txt", "Широкая электрификация южных губерний\n".encode("cp1251")
    )
    assert len(trace([str(path)], tmp_path)) == 1


def is_thread(name, arguments, error):
    """Whether a call made a thread, or asked whether clone3 is there."""
    return (name == "clone" and "CLONE_THREAD" in arguments) or error == "ENOSYS"

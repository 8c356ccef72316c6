"""The lock, layer by layer, proven by trying what it forbids."""

import errno
import os
import subprocess
import sys

import pytest

from kimi_read.errors import Malformed, Unsupported
from kimi_read.isolate import lock as locking
from kimi_read.stream import Locked

MEMORY = 256 << 20
linux = pytest.mark.skipif(sys.platform != "linux", reason="Landlock and seccomp")


def forbidden(probe, *, threads=False):
    """Run ``probe`` in a locked process; return the name of the error it met."""
    ours, theirs = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            locking.lock(MEMORY, 10, threads=threads)
            probe()
            os.write(theirs, b"allowed")
        except OSError as error:
            os.write(theirs, errno.errorcode[error.errno].encode())
        except BaseException as error:  # noqa: BLE001 - whatever it met is the answer
            os.write(theirs, type(error).__name__.encode())
        finally:
            os._exit(0)
    os.close(theirs)
    with open(ours, "rb") as pipe:
        said = pipe.read().decode()
    status = os.waitpid(pid, 0)[1]
    return said or f"signal {os.WTERMSIG(status)}"


def layers_of(run, **options):
    return next(e for e in run("none", **options) if isinstance(e, Locked)).layers


@linux
def test_every_layer_is_in_force_here(run, spawn):
    layers = layers_of(run, spawn=spawn)
    assert [name.partition("-")[0] for name in layers] == [
        "rlimits", "memory", "no", "landlock", "seccomp", "self",
    ]  # fmt: skip


@linux
@pytest.mark.parametrize("threads", [False, True])
@pytest.mark.parametrize(
    "probe",
    [
        lambda: os.open("/etc/passwd", os.O_RDONLY),
        lambda: os.open("/tmp", os.O_TMPFILE | os.O_WRONLY),
        lambda: os.stat("/etc"),
        lambda: os.listdir("/"),
        lambda: os.mkdir("/tmp/kread-was-here"),
        lambda: os.unlink("/tmp/kread-is-not-here"),
        lambda: os.rename("/tmp/a", "/tmp/b"),
        lambda: os.readlink("/proc/self/exe"),
        lambda: os.chdir("/"),
        os.fork,
        os.pipe,
        lambda: os.dup(1),
        lambda: os.memfd_create("x"),
        lambda: os.kill(1, 0),
        lambda: os.execv("/bin/true", ["true"]),
        lambda: os.set_inheritable(1, True),
        os.setsid,
        lambda: os.truncate("/tmp", 0),
        lambda: os.sched_setaffinity(0, {0}),
    ],
    ids=lambda probe: (
        ",".join(probe.__code__.co_names)
        if hasattr(probe, "__code__")
        else probe.__name__
    ),
)
def test_a_locked_process_cannot(probe, threads):
    assert forbidden(probe, threads=threads) == "EPERM"


@linux
def test_the_limits_cannot_be_raised_again():
    import resource

    def raise_it():
        resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100))

    assert forbidden(raise_it) == "ValueError"  # what Python makes of EPERM here


@linux
def test_memory_cannot_become_code():
    import mmap

    # musl says of memory that is not to be had that there is none
    said = forbidden(lambda: mmap.mmap(-1, 4096, prot=7))
    assert said in ("EPERM", "ENOMEM")


@linux
def test_the_second_set_of_numbers_is_no_way_out():
    from kimi_read.isolate import kernel

    def x32_getpid():
        if kernel._syscall(0x40000000 + 39) < 0:
            raise PermissionError(errno.EPERM, "denied")

    if os.uname().machine == "x86_64":
        assert forbidden(x32_getpid) == "EPERM"


@linux
def test_threads_run_only_where_they_are_asked_for():
    import threading

    def thread():
        one = threading.Thread(target=int)
        one.start()
        one.join()

    assert forbidden(thread) == "RuntimeError"
    assert forbidden(thread, threads=True) == "allowed"


@linux
def test_an_abort_stays_an_abort():
    import faulthandler

    def abort():
        faulthandler.disable()  # the test runner's
        os.abort()

    assert forbidden(abort) == "signal 6"


@linux
def test_ordinary_work_goes_on():
    assert forbidden(lambda: sorted(range(10**5))) == "allowed"


@linux
def test_memory_has_an_end():
    assert forbidden(lambda: bytearray(1 << 30)) == "MemoryError"


@linux
@pytest.mark.skipif(os.getuid() != 0, reason="only root can become somebody else")
def test_an_ordinary_user_is_locked_as_well():
    """Who may not be able to read these files: they are imported before."""
    import resource  # noqa: F401

    import kimi_read.isolate.kernel  # noqa: F401

    ours, theirs = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            os.setresgid(65534, 65534, 65534)
            os.setresuid(65534, 65534, 65534)
            os.write(theirs, " ".join(locking.lock(MEMORY, 10)).encode())
        finally:
            os._exit(0)
    os.close(theirs)
    with open(ours) as pipe:
        said = pipe.read()
    os.waitpid(pid, 0)
    assert "landlock" in said
    assert said.endswith("seccomp self-test")


@linux
def test_a_thread_of_a_library_costs_landlock_and_is_told(monkeypatch):
    monkeypatch.setattr(locking, "_alone", lambda: False)
    assert "landlock" not in locked_layers()


@linux
@pytest.mark.parametrize("layer", ["landlock", "seccomp"])
def test_a_missing_layer_is_left_out_of_the_report(monkeypatch, layer):
    from kimi_read.isolate import kernel

    monkeypatch.setattr(kernel, layer, lambda **_: 0)
    assert layer not in locked_layers()
    assert "rlimits" in locked_layers()


@linux
@pytest.mark.parametrize(
    ("bound", "layer"),
    [("RLIMIT_AS", "memory-limit"), ("RLIMIT_FSIZE", "rlimits")],
)
def test_a_bound_that_is_taken_and_forgotten_is_left_out(monkeypatch, bound, layer):
    """As QEMU's user mode does with the bound of the address space."""
    import resource

    real = resource.setrlimit
    monkeypatch.setattr(
        resource, "setrlimit",
        lambda what, to: what == getattr(resource, bound) or real(what, to),
    )  # fmt: skip
    assert layer not in locked_layers()


@linux
def test_a_lock_that_does_not_hold_is_found_out(monkeypatch):
    from kimi_read.isolate import kernel

    monkeypatch.setattr(kernel, "landlock", lambda: 7)
    monkeypatch.setattr(kernel, "seccomp", lambda **_: True)
    assert "self-test" not in locked_layers()


@linux
def test_require_sandbox_refuses_where_a_layer_is_missing(run, monkeypatch):
    from kimi_read.isolate import kernel

    monkeypatch.setattr(kernel, "landlock", lambda: 0)
    with pytest.raises(Unsupported, match="lacks landlock"):
        run("none", require_sandbox=True)


@linux
def test_require_sandbox_reads_where_none_is_missing(run, spawn):
    assert run("none", require_sandbox=True, spawn=spawn)


@linux
def test_the_reader_runs_behind_the_lock(run, spawn):
    with pytest.raises(Malformed, match="Operation not permitted"):
        run("open", spawn=spawn)


def locked_layers():
    ours, theirs = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            os.write(theirs, " ".join(locking.lock(MEMORY, 10)).encode())
        finally:
            os._exit(0)
    os.close(theirs)
    with open(ours) as pipe:
        said = pipe.read()
    os.waitpid(pid, 0)
    return said


@linux
def test_the_lock_holds_where_only_ctypes_itself_can_call():
    """The functions in C under it are no part of its public face."""
    code = (
        "import _ctypes, os, sys\n"
        "del _ctypes.call_function\n"
        "from kimi_read.isolate import kernel\n"
        "assert kernel.dlopen is None\n"
        "locked = kernel.no_new_privileges() and kernel.seccomp(threads=False)\n"
        "os.write(1, b'%d %d' % (locked, kernel.socket_denied()))\n"
        "os._exit(0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout == b"1 1"


@linux
def test_what_a_module_lacks_is_an_attribute_error():
    """Python 3.13 asks for the working folder first, where it was started with -c."""
    code = (
        "from kimi_read.isolate import lock\n"
        f"lock.lock({MEMORY}, 10)\n"
        "try:\n    lock.no_such_name\n"
        "except AttributeError:\n    print('it is')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("it is\n", "")

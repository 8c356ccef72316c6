"""The worker's lock: what it may use, and what it can no longer do.

    layer            holds                                              where
    rlimits          CPU time, no file written, no descriptor, no core  Unix
    memory-limit     address space                                      Linux
    no-new-privs     no set-user-id program                             Linux
    landlock-N       no file, TCP or signal; N is the kernel's ABI      Linux 5.13
    seccomp          some thirty system calls and no others              x86_64, aarch64
    seatbelt         no file, network or process                        macOS
    job-object       memory, no second process                          Windows
    self-test        open, socket, fork and kill were tried and failed  all

A layer that the system does not have is left out of the answer, never claimed.
"""

from __future__ import annotations

import os
import sys

from kimi_read.errors import Unsupported

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
#: What --require-sandbox asks for, by ``sys.platform``; elsewhere it refuses.
REQUIRED = {
    "linux": (
        "rlimits", "memory-limit", "no-new-privs", "landlock", "seccomp",
        "self-test",
    ),
    "darwin": ("rlimits", "seatbelt", "self-test"),
}  # fmt: skip
#: Seconds of CPU between the signal that ends a worker and the one none survives.
_GRACE = 2
#: What libraries are taken to map where /proc does not tell, and what is always left.
_ADDRESS_SPACE = 256 << 20
_LEAST = 32 << 20
#: What libraries may touch later of what they have mapped.
_MARGIN = 8 << 20


def lock(memory_bytes: int, cpu_seconds: int, *, threads: bool = False) -> list[str]:
    """Bound this process for good and return the names of the layers in force.

    Called once, after the reader was imported and before the first byte is read.
    ``memory_bytes`` is the most that it may have in all. ``threads`` is for readers
    whose library cannot do without them.
    """
    if os.name != "posix":
        return []  # what there is, the parent has set up
    import resource  # noqa: F401 - here, since it cannot be opened later

    boss = os.getppid()
    layers: list[str] = []
    if sys.platform == "linux":
        _linux(memory_bytes, cpu_seconds, layers, threads=threads)
    elif sys.platform == "darwin":
        import _socket  # noqa: F401 - the self-test needs it, and comes too late

        from kimi_read.isolate import seatbelt

        if seatbelt.apply():
            layers.append("seatbelt")
        _rlimits(cpu_seconds, layers)
    if not possible(boss):
        layers.append("self-test")
    return layers


def demand(layers: Iterable[str]) -> None:
    """Refuse to go on where a layer of ``REQUIRED`` is not in force.

    Raises:
        Unsupported: it names the layers that are missing.
    """
    have = {layer.partition("-")[0] if layer[:8] == "landlock" else layer
            for layer in layers}  # fmt: skip
    wanted = REQUIRED.get(sys.platform)
    missing = [name for name in wanted or ("sandbox",) if name not in have]
    if missing:
        raise Unsupported(
            f"the sandbox lacks {', '.join(missing)} on this system",
            hint="kread --doctor tells more; without --require-sandbox it is read "
            "with the layers there are",
        )


def possible(boss: int) -> list[str]:
    """Try what a locked process must not do; return what was possible all the same.

    ``boss`` is another process of the same user.
    """
    return [name for name, probe in _PROBES.items() if not _fails(probe, boss)]


def _linux(
    memory_bytes: int, cpu_seconds: int, layers: list[str], *, threads: bool
) -> None:
    from kimi_read.isolate import kernel

    alone = _alone()
    space = _address_space(memory_bytes)
    kernel.hide_memory()
    if threads:
        kernel.few_arenas()
    privileges = kernel.no_new_privileges()
    abi = kernel.landlock() if privileges and alone else 0
    _rlimits(cpu_seconds, layers)
    if _limited("RLIMIT_AS", space):
        layers.append("memory-limit")
    if privileges:
        layers.append("no-new-privs")
    if abi:
        layers.append(f"landlock-{abi}")
    if privileges and kernel.seccomp(threads=threads):
        layers.append("seccomp")


def _rlimits(cpu_seconds: int, layers: list[str]) -> None:
    bounds = {"RLIMIT_CORE": 0, "RLIMIT_FSIZE": 0, "RLIMIT_NOFILE": 0}
    done = [_limited(name, bound) for name, bound in bounds.items()]
    if _limited("RLIMIT_CPU", cpu_seconds, grace=_GRACE) and all(done):
        layers.append("rlimits")


def _limited(name: str, bound: int, *, grace: int = 0) -> bool:
    """Lower one resource limit; whether it holds."""
    import resource

    what = getattr(resource, name, None)
    if what is None:
        return False
    try:
        _, hard = resource.getrlimit(what)
        if hard != resource.RLIM_INFINITY:
            bound = min(bound, hard)
            grace = min(grace, hard - bound)
        resource.setrlimit(what, (bound, bound + grace))
        # an emulator of another machine may say yes and do nothing
        return 0 <= resource.getrlimit(what)[0] <= bound
    except (ValueError, OSError):
        return False


def _address_space(memory_bytes: int) -> int:
    """Return the bound of address space that keeps memory below ``memory_bytes``.

    Libraries take more of it than of memory; what they have now is theirs.
    """
    page = os.sysconf("SC_PAGE_SIZE")
    try:
        with open("/proc/self/statm", "rb") as file:
            space, resident = (int(count) * page for count in file.read().split()[:2])
    except (OSError, ValueError):
        return memory_bytes + _ADDRESS_SPACE
    return space + max(_LEAST, memory_bytes - _MARGIN - resident)


def _alone() -> bool:
    """Whether this process has one thread; where that cannot be told, it has."""
    try:
        return len(os.listdir("/proc/self/task")) == 1
    except OSError:
        return True


def _fails(probe: Callable[[int], None], boss: int) -> bool:
    try:
        probe(boss)
    except OSError:
        return True
    return False


def _open(_: int) -> None:
    os.close(os.open("/", os.O_RDONLY))


def _socket(_: int) -> None:
    if sys.platform == "linux":
        from kimi_read.isolate import kernel

        if kernel.socket_denied():
            raise PermissionError
        return
    import _socket as library

    library.socket().close()


def _fork(_: int) -> None:
    pid = os.fork()
    if not pid:
        os._exit(0)
    os.waitpid(pid, 0)


def _kill(boss: int) -> None:
    os.kill(boss, 0)


_PROBES: dict[str, Callable[[int], None]] = {
    "open": _open, "socket": _socket, "fork": _fork, "kill": _kill,
}  # fmt: skip

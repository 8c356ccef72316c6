"""What Linux offers a process that gives up its rights, by raw system calls.

Each function returns whether the kernel did as it was told; a kernel or container
without the facility is no error here, but a layer less.

The functions in C that ``ctypes`` is made of call the C library: importing the rest
takes longer than locking does. Numbers are passed as C ints, which both machines
extend to whole registers.

Source: prctl(2), landlock(7), seccomp(2).
"""

from __future__ import annotations

import os
import struct

from kimi_read.isolate.syscalls import MACHINES, program

try:
    from _ctypes import Array, _SimpleCData, addressof, call_function, dlopen, dlsym
except ImportError:  # another Python than CPython, or another one yet
    from ctypes import CDLL, Array, _SimpleCData, addressof

    dlopen = None  # type: ignore[assignment]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_NO_NEW_PRIVS = 1, 4, 38
_SIGKILL = 9
_LANDLOCK_CREATE_RULESET, _LANDLOCK_RESTRICT_SELF = 444, 446
_RULESET_VERSION = 1
_SECCOMP_SET_MODE_FILTER, _FILTER_FLAG_TSYNC = 1, 1
_M_ARENA_MAX = -8


def _function(name: str) -> Callable[..., int]:
    """Return a function of the C library, which takes ints, bytes and None.

    Raises:
        OSError: it has none of that name.
    """
    if dlopen is None:
        try:
            return CDLL(None)[name]
        except AttributeError as error:
            raise OSError(str(error)) from None
    address = dlsym(dlopen(None, 0), name)  # type: ignore[arg-type]
    return lambda *given: int(call_function(address, given))


class _Byte(_SimpleCData):  # type: ignore[type-arg]
    _type_ = "c"


def die_with_parent() -> bool:
    """Have this process killed when the thread that started it ends."""
    return _prctl(_PR_SET_PDEATHSIG, _SIGKILL)


def hide_memory() -> bool:
    """Forbid other processes of this user to look into this one."""
    return _prctl(_PR_SET_DUMPABLE, 0)


def no_new_privileges() -> bool:
    """Give up set-user-id programs for good; Landlock and seccomp need it."""
    return _prctl(_PR_SET_NO_NEW_PRIVS, 1)


def few_arenas() -> None:
    """Keep the allocator from reserving 64 MiB of address space a thread."""
    try:
        _function("mallopt")(_M_ARENA_MAX, 1)
    except OSError:
        return  # another C library


def load_charsets(names: tuple[str, ...]) -> None:
    """Have the C library load its converters, which are files, while it can."""
    try:
        iconv_open = _function("iconv_open")
    except OSError:
        return
    for name in names:
        iconv_open(b"UTF-8", name.encode())


def landlock() -> int:
    """Deny every right that this kernel's Landlock knows; return its ABI, or 0.

    Files, and from ABI 4 TCP, from 6 signals and abstract sockets. Binds the
    calling thread only: the caller sees to it that there is no other.
    """
    abi = _syscall(_LANDLOCK_CREATE_RULESET, None, 0, _RULESET_VERSION)
    if abi <= 0:
        return 0
    rights = 13 if abi < 2 else 14 if abi < 3 else 15 if abi < 5 else 16
    ports = 3 if abi >= 4 else 0
    scopes = 3 if abi >= 6 else 0
    attributes = struct.pack("QQQ", (1 << rights) - 1, ports, scopes)
    size = 8 if abi < 4 else 16 if abi < 6 else 24
    rules = _syscall(_LANDLOCK_CREATE_RULESET, attributes, size, 0)
    if rules < 0:
        return 0
    done = _syscall(_LANDLOCK_RESTRICT_SELF, rules, 0) == 0
    os.close(rules)
    return abi if done else 0


def seccomp(*, threads: bool) -> bool:
    """Allow only the calls of ``syscalls.program`` to every thread from now on."""
    machine = os.uname().machine
    if machine not in MACHINES or struct.calcsize("P") != 8:
        return False
    code = program(machine, os.getpid(), threads=threads)
    kind = type("_Code", (Array,), {"_type_": _Byte, "_length_": len(code)})
    buffer = kind.from_buffer_copy(code)  # type: ignore[attr-defined]
    head = struct.pack("HxxxxxxQ", len(code) // 8, addressof(buffer))
    # a positive answer names a thread that could not be bound: no success either
    return _syscall(
        MACHINES[machine][2], _SECCOMP_SET_MODE_FILTER, _FILTER_FLAG_TSYNC, head
    ) == 0  # fmt: skip


def socket_denied() -> bool:
    """Whether this process can no longer make a socket."""
    got = _function("socket")(2, 1, 0)
    if got >= 0:
        os.close(got)
    return got < 0


def _prctl(option: int, value: int) -> bool:
    return not _function("prctl")(option, value, 0, 0, 0)


def _syscall(number: int, *arguments: int | bytes | None) -> int:
    return _function("syscall")(number, *arguments)

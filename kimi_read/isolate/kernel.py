"""What Linux offers a process that gives up its rights, by raw system calls.

Each function returns whether the kernel did as it was told; a kernel or container
without the facility is no error here, but a layer less.

Source: prctl(2), landlock(7), seccomp(2).
"""

from __future__ import annotations

import ctypes
import os
import struct

from kimi_read.isolate.syscalls import MACHINES, program

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_NO_NEW_PRIVS = 1, 4, 38
_SIGKILL = 9
_LANDLOCK_CREATE_RULESET, _LANDLOCK_RESTRICT_SELF = 444, 446
_RULESET_VERSION = 1
_SECCOMP_SET_MODE_FILTER, _FILTER_FLAG_TSYNC = 1, 1
_M_ARENA_MAX = -8

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long


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
    mallopt = getattr(_libc, "mallopt", None)
    if mallopt is not None:
        mallopt(ctypes.c_int(_M_ARENA_MAX), ctypes.c_int(1))


def load_charsets(names: tuple[str, ...]) -> None:
    """Have the C library load its converters, which are files, while it can."""
    iconv_open = getattr(_libc, "iconv_open", None)
    if iconv_open is not None:
        for name in names:
            iconv_open(b"UTF-8", name.encode())


def landlock() -> int:
    """Deny every right that this kernel's Landlock knows; return its ABI, or 0.

    Files, and from ABI 4 TCP, from 6 signals and abstract sockets. Binds the
    calling thread only: the caller sees to it that there is no other.
    """
    abi = _syscall(
        _LANDLOCK_CREATE_RULESET, None, ctypes.c_size_t(0), _uint(_RULESET_VERSION)
    )
    if abi <= 0:
        return 0
    rights = 13 if abi < 2 else 14 if abi < 3 else 15 if abi < 5 else 16
    ports = 3 if abi >= 4 else 0
    scopes = 3 if abi >= 6 else 0
    attributes = struct.pack("QQQ", (1 << rights) - 1, ports, scopes)
    size = 8 if abi < 4 else 16 if abi < 6 else 24
    rules = _syscall(
        _LANDLOCK_CREATE_RULESET, attributes, ctypes.c_size_t(size), _uint(0)
    )
    if rules < 0:
        return 0
    done = _syscall(_LANDLOCK_RESTRICT_SELF, ctypes.c_int(rules), _uint(0)) == 0
    os.close(rules)
    return abi if done else 0


def seccomp(*, threads: bool) -> bool:
    """Allow only the calls of ``syscalls.program`` to every thread from now on."""
    machine = os.uname().machine
    if machine not in MACHINES or struct.calcsize("P") != 8:
        return False
    code = program(machine, os.getpid(), threads=threads)
    buffer = ctypes.create_string_buffer(code, len(code))
    head = struct.pack("HxxxxxxQ", len(code) // 8, ctypes.addressof(buffer))
    # a positive answer names a thread that could not be bound: no success either
    return _syscall(
        MACHINES[machine][2], _uint(_SECCOMP_SET_MODE_FILTER),
        _uint(_FILTER_FLAG_TSYNC), head,
    ) == 0  # fmt: skip


def socket_denied() -> bool:
    """Whether this process can no longer make a socket."""
    got = int(_libc.socket(2, 1, 0))
    if got >= 0:
        os.close(got)
    return got < 0


def _prctl(option: int, value: int) -> bool:
    zero = ctypes.c_ulong(0)
    return not _libc.prctl(option, ctypes.c_ulong(value), zero, zero, zero)


def _uint(value: int) -> ctypes.c_uint:
    return ctypes.c_uint(value)


def _syscall(number: int, *arguments: object) -> int:
    return int(_libc.syscall(ctypes.c_long(number), *arguments))

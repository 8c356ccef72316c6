"""The system calls a locked worker may make, as a seccomp filter program.

The filter is an allow-list in classic BPF, written by hand for two machines: what
is not named is answered with EPERM, so that a parser which asks for more fails at
that place and not as a whole.

Source: Linux, Documentation/userspace-api/seccomp_filter.rst; linux/filter.h;
asm/unistd_64.h (x86_64) and asm-generic/unistd.h (aarch64).
"""

from __future__ import annotations

import errno
import struct

#: Machine: the column of the tables below, the audit architecture, seccomp(2).
MACHINES = {"x86_64": (0, 0xC000003E, 317), "aarch64": (1, 0xC00000B7, 277)}

#: Calls that are harmless whatever their arguments, the most frequent first, by name:
#: their numbers on each machine.
ALWAYS = {
    "pread64": (17, 67),
    "write": (1, 64),
    "read": (0, 63),
    "futex": (202, 98),
    "brk": (12, 214),
    "munmap": (11, 215),
    "mremap": (25, 216),
    "madvise": (28, 233),
    "lseek": (8, 62),
    "close": (3, 57),
    "getrandom": (318, 278),
    "clock_gettime": (228, 113),
    "clock_nanosleep": (230, 115),
    "sched_yield": (24, 124),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "sigaltstack": (131, 132),
    "restart_syscall": (219, 128),
    "getpid": (39, 172),
    "getcwd": (79, 17),  # for the text of an AttributeError, from Python 3.13 on
    "gettid": (186, 178),
    "exit": (60, 93),
    "exit_group": (231, 94),
}
FOR_THREADS = {
    "rseq": (334, 293),
    "set_robust_list": (273, 99),
    "sched_getaffinity": (204, 123),
}
#: Calls that are allowed with some arguments.
WITHIN = {
    "mmap": (9, 222),
    "mprotect": (10, 226),
    "tgkill": (234, 131),
    "tkill": (200, 130),  # what musl takes instead
}
WITHIN_THREADS = {"clone": (56, 220), "clone3": (435, 435)}

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _OR, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x44, 0x06
_ALLOW, _KILL_PROCESS, _ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
_ARCH_AT, _NUMBER_AT, _ARGUMENTS_AT = 4, 0, 16  # struct seccomp_data
_X32_BIT = 0x40000000
_PROT_EXEC = 4
#: clone(2) as a thread library calls it: VM, FS, FILES, SIGHAND, THREAD, SYSVSEM,
#: SETTLS, PARENT_SETTID, CHILD_CLEARTID; the obsolete DETACHED may be set or not.
_THREAD_FLAGS, _DETACHED = 0x7D0F00, 0x400000


def program(machine: str, pid: int, *, threads: bool) -> bytes:
    """Return the filter for ``machine``, eight bytes an instruction.

    Beside the harmless calls it allows memory that is not executable, signals to
    the process ``pid`` itself (so that abort stays an abort) and, with
    ``threads``, new threads but no new process.

    Raises:
        KeyError: there is no table for this machine.
    """
    column, architecture, _ = MACHINES[machine]
    deny = _op(_RETURN, _ERRNO | errno.EPERM)
    allow = _op(_RETURN, _ALLOW)
    code = [
        _op(_LOAD, _ARCH_AT),
        _op(_EQUAL, architecture, 1, 0),
        _op(_RETURN, _KILL_PROCESS),
        _op(_LOAD, _NUMBER_AT),
    ]
    if machine == "x86_64":  # the same calls have a second set of numbers
        code += [_op(_AT_LEAST, _X32_BIT, 0, 1), deny]
    for numbers in (ALWAYS | FOR_THREADS if threads else ALWAYS).values():
        code += [_op(_EQUAL, numbers[column], 0, 1), allow]

    def rule(numbers: tuple[int, int], *body: bytes) -> None:
        code.extend([_op(_EQUAL, numbers[column], 0, len(body)), *body])

    for name in ("mmap", "mprotect"):
        not_code = _op(_ANY_BIT, _PROT_EXEC, 1, 0)
        rule(WITHIN[name], _argument(2), not_code, allow, deny)
    for name in ("tgkill", "tkill"):  # the first thread has the number of the process
        rule(WITHIN[name], _argument(0), _op(_EQUAL, pid, 0, 1), allow, deny)
    if threads:
        rule(
            WITHIN_THREADS["clone"], _argument(0), _op(_OR, _DETACHED),
            _op(_EQUAL, _THREAD_FLAGS, 0, 1), allow, deny,
        )  # fmt: skip
        # its flags lie in memory, out of a filter's sight: libraries fall back
        rule(WITHIN_THREADS["clone3"], _op(_RETURN, _ERRNO | errno.ENOSYS))
    return b"".join([*code, deny])


def _op(code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
    return struct.pack("=HBBI", code, yes, no, value)


def _argument(index: int) -> bytes:
    """Load the low word of an argument; both machines are little endian."""
    return _op(_LOAD, _ARGUMENTS_AT + 8 * index)

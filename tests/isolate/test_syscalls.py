"""The filter program, interpreted over every call number of both machines."""

import re
import struct
from pathlib import Path

import pytest

from kimi_read.isolate import syscalls

ALLOW, KILL, EPERM, ENOSYS = 0x7FFF0000, 0x80000000, 0x50001, 0x50026
PID = 77
#: More numbers than either machine has given out.
NUMBERS = range(1200)
#: The kernel's own tables, where they are installed: as defined for each machine.
HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}
THREAD = 0x3D0F00
each_machine = pytest.mark.parametrize("machine", syscalls.MACHINES)
either_kind = pytest.mark.parametrize("threads", [False, True])


def interpret(code, architecture, number, arguments=()):
    """Run a classic BPF program over one call, as the kernel would."""
    data = struct.pack(
        "<iIQ6Q", number, architecture, 0, *arguments, *[0] * (6 - len(arguments))
    )
    program = list(struct.iter_unpack("=HBBI", code))
    at = value = 0
    while True:
        operation, yes, no, k = program[at]
        at += 1
        if operation == 0x20:
            (value,) = struct.unpack_from("<I", data, k)
        elif operation == 0x44:
            value |= k
        elif operation == 0x06:
            return k
        else:
            hit = {0x15: value == k, 0x35: value >= k, 0x45: bool(value & k)}[operation]
            at += yes if hit else no


def verdict(machine, number, arguments=(), *, threads=False):
    code = syscalls.program(machine, PID, threads=threads)
    return interpret(code, syscalls.MACHINES[machine][1], number, arguments)


def named(machine, tables):
    column = syscalls.MACHINES[machine][0]
    return {numbers[column]: name for name, numbers in tables.items()}


def defined(machine):
    """Return name: number as the headers of the kernel have it."""
    text = HEADERS[machine].read_text()
    found = dict(re.findall(r"#define __NR_?(\w+)\s+(\w+)", text))
    for name, number in found.items():
        if number.startswith("__NR"):
            found[name] = found.get(number.removeprefix("__NR"), "")
    return {name: int(number) for name, number in found.items() if number.isdigit()}


@each_machine
@either_kind
def test_the_program_is_well_formed(machine, threads):
    code = syscalls.program(machine, PID, threads=threads)
    assert not len(code) % 8
    assert len(code) // 8 < 256  # no jump could be longer


@each_machine
def test_the_numbers_are_those_of_the_kernel(machine):
    if not HEADERS[machine].exists():
        pytest.skip("the headers of the kernel are not installed")
    known = defined(machine)
    column = syscalls.MACHINES[machine][0]
    ours = {
        **syscalls.ALWAYS, **syscalls.FOR_THREADS,
        **syscalls.WITHIN, **syscalls.WITHIN_THREADS,
        "seccomp": [one[2] for one in syscalls.MACHINES.values()],
    }  # fmt: skip
    assert {name: numbers[column] for name, numbers in ours.items()} == {
        name: known[name] for name in ours
    }


@each_machine
@either_kind
def test_every_other_call_is_denied(machine, threads):
    tables = [syscalls.ALWAYS, *[syscalls.FOR_THREADS] * threads]
    free = {n for table in tables for n in named(machine, table)}
    guarded = {**syscalls.WITHIN, **(syscalls.WITHIN_THREADS if threads else {})}
    code = syscalls.program(machine, PID, threads=threads)
    architecture = syscalls.MACHINES[machine][1]
    told = {number: interpret(code, architecture, number) for number in NUMBERS}
    assert {n for n, said in told.items() if said == ALLOW} - {
        *named(machine, guarded)
    } == free
    assert {said for n, said in told.items() if n not in named(machine, guarded)} == {
        ALLOW, EPERM,
    }  # fmt: skip


@each_machine
@pytest.mark.parametrize(
    ("name", "arguments", "plainly", "with_threads"),
    [
        ("mmap", (0, 0, 3), ALLOW, ALLOW),
        ("mmap", (0, 0, 7), EPERM, EPERM),
        ("mmap", (0, 0, 4), EPERM, EPERM),
        ("mprotect", (0, 0, 1), ALLOW, ALLOW),
        ("mprotect", (0, 0, 5), EPERM, EPERM),
        ("tgkill", (PID, PID, 6), ALLOW, ALLOW),
        ("tgkill", (1, 1, 9), EPERM, EPERM),
        ("tkill", (PID, 6), ALLOW, ALLOW),
        ("tkill", (PID + 1, 6), EPERM, EPERM),
        ("clone", (17,), EPERM, EPERM),
        ("clone", (0x4111,), EPERM, EPERM),
        ("clone", (THREAD,), EPERM, ALLOW),
        ("clone", (THREAD | 0x400000,), EPERM, ALLOW),
        ("clone", (THREAD | 0x10000000,), EPERM, EPERM),
        ("clone", (THREAD & ~0x10000,), EPERM, EPERM),
        ("clone3", (), EPERM, ENOSYS),
    ],
)
def test_some_calls_depend_on_what_is_asked(
    machine, name, arguments, plainly, with_threads
):
    column = syscalls.MACHINES[machine][0]
    number = {**syscalls.WITHIN, **syscalls.WITHIN_THREADS}[name][column]
    assert verdict(machine, number, arguments) == plainly
    assert verdict(machine, number, arguments, threads=True) == with_threads


@each_machine
@pytest.mark.parametrize(
    "other", [0x40000003, 0x40000028, 0xC000003E, 0xC00000B7, 0xC00000F3], ids=hex
)
def test_the_calls_of_another_machine_end_the_process(machine, other):
    """Such as those of a 32-bit program on the same processor."""
    if other == syscalls.MACHINES[machine][1]:
        other = 0
    code = syscalls.program(machine, PID, threads=True)
    assert {interpret(code, other, number) for number in NUMBERS} == {KILL}


def test_the_second_set_of_numbers_of_x86_64_is_denied():
    x32 = [0x40000000 + number for number in NUMBERS]
    assert {verdict("x86_64", number, threads=True) for number in x32} == {EPERM}

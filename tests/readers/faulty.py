"""A reader that does what its input says: every way in which a worker can fail."""

import os
import signal
import socket
import struct
import time

from kimi_read.blocks import (
    Break,
    Code,
    Entries,
    Facts,
    Loss,
    Paragraph,
    Picture,
    Table,
    Verbatim,
)  # fmt: skip
from kimi_read.errors import Encrypted
from kimi_read.recover import attempt, enter


def prepare():
    """Load what is not loaded yet."""
    import mmap  # noqa: F401


def read(source, request):
    """Print a line and a page mark, then commit the named fault."""
    name, _, argument = source.read_at(0, 100).decode().partition(" ")
    yield Break("Page 1")
    yield Paragraph("before the fault")
    yield Paragraph("x" * 40_000)  # more than is held back: it is on its way
    yield from FAULTS[name](source, argument)
    yield Paragraph("after the fault")


def pipe(source):
    """Return the descriptor that frames are written to."""
    for descriptor in range(3, 256):
        try:
            if descriptor != source.descriptor:
                os.write(descriptor, b"")
                return descriptor
        except OSError:
            continue
    raise AssertionError("there is no pipe")


def does(action):
    """Make a fault of one call; what it returns is printed."""

    def fault(source, _):
        yield Paragraph(f"done: {action(source)}")

    return fault


def scribble(source, _):
    """Map the file for writing, as one that is open for writing can be."""
    import mmap

    with mmap.mmap(source.descriptor, source.size, mmap.MAP_SHARED) as view:
        view[0] = 0
    yield Paragraph("scribbled")


def burst_and_hang(_source, argument):
    """Give a few lines at once, then nothing more for ever."""
    for number in range(50):
        yield Paragraph(f"line {number}")
    while argument == "busy":
        pass
    time.sleep(600)


def throw(_source, argument):
    raise ValueError(argument or "a \x1b[31mred\x1b[0m mistake\nin two lines")


def encrypted(_source, _):
    raise Encrypted("a password is needed", hint="give one")


def recurse(source, argument):
    yield from recurse(source, argument)


def busy(_source, _):
    while True:
        pass


def asleep(_source, _):
    time.sleep(600)
    yield


def eat(_source, _):
    eaten = []
    while True:
        eaten.append(bytearray(1 << 20))
        yield Break("")


def eat_and_abort(_source, _):
    eaten = []
    try:
        while True:
            eaten.append(bytearray(1 << 20))
    except MemoryError:
        os.abort()
    yield


def raw(data):
    def fault(source, _):
        os.write(pipe(source), data)
        yield Paragraph("sent")

    return fault


def leave(source, _):
    os.write(pipe(source), struct.pack(">cI", b"L", 1000) + b"half a frame")
    os._exit(0)
    yield


def flood(_source, _):
    while True:
        os.write(1, b"x" * 4096)
        yield Paragraph("y" * 4000)


def flood_of(make):
    def fault(_source, argument):
        for number in range(int(argument)):
            yield make(number)

    return fault


def fork(_source):
    pid = os.fork()
    if not pid:
        time.sleep(600)
    return pid


def stop(_source, _):
    signal.raise_signal(signal.SIGSTOP)
    yield


def closed(source, _):
    os.close(pipe(source))
    time.sleep(600)
    yield


def skip(_source, argument):
    """A long table, slowly made, of which the window shows the end."""

    def rows():
        for number in range(int(argument)):
            if not number % 256:
                time.sleep(0.02)
            yield [str(number)]

    yield Table(["n"], rows())


def lines(_source, argument):
    yield Verbatim(
        lambda skip: iter([[b"%d" % n] for n in range(skip, int(argument))]), []
    )


def paced(_source, argument):
    """So many windows of 1000 lines, each after a while; 4 MB and 6 s in all."""
    for _ in range(int(argument)):
        time.sleep(0.15)
        yield Verbatim(lambda _: iter([[b"x" * 100] * 1000]), [])


def say(_source, argument):
    yield Facts({argument: [argument]})
    yield Loss("odd", argument, argument)
    yield Code(argument)


def secret(_source):
    with open("/etc/hostname") as file:
        return file.read()


def late_import(_source):
    import this  # noqa: F401

    return "imported"


def reads(source, _):
    """Read the file in small steps, for longer than the deadline for progress."""
    for at in range(0, source.size, source.size // 8):
        source.read_at(at, 100)
        time.sleep(0.3)
    yield Paragraph("read all")


def parts(source, argument):
    """Five pages, of which some are the end of a worker: ``parts abort 2,4``."""
    name, _, bad = argument.partition(" ")
    yield Loss("odd", "said at the start", shown=False)
    for number in range(1, 6):
        yield from attempt(
            f"page {number}", lambda n=number: page(source, n, name, bad)
        )


def page(source, number, name, bad):
    enter(source, number)
    if name == "late" and str(number) in bad:
        yield Verbatim(lambda skip: iter([[b"begun"] * 9000][: not skip]), [])
        os.abort()
    if str(number) in bad.split(","):
        for _ in FAULTS[name](source, ""):
            pass
    yield Break(f"Page {number}")
    yield Paragraph(f"text of page {number}")


FAULTS = {
    "throw": throw,
    "encrypted": encrypted,
    "recurse": recurse,
    "busy": busy,
    "asleep": asleep,
    "eat": eat,
    "eat_and_abort": eat_and_abort,
    "abort": does(lambda _: os.abort()),
    "leave": leave,
    "garbage": raw(b"\xff" * 4096),
    "huge": raw(b"L\xff\xff\xff\xff" + b"x" * 4096),
    "unsent": raw(struct.pack(">cI", b"W", 3) + b"[[["),
    "negative": raw(struct.pack(">cI", b"S", 2) + b"-1"),
    "deep": raw(struct.pack(">cI", b"F", 60_000) + b"[" * 60_000),
    "nodes": raw(
        struct.pack(">cI", b"F", 1 << 19) + b'{"a":[' + b"0," * ((1 << 18) - 5) + b"0]}"
    ),
    "flood": flood,
    "fork": does(fork),
    "socket": does(lambda _: socket.socket()),
    "open": does(secret),
    "write": does(lambda s: os.write(s.descriptor, b"x")),
    "create": does(lambda _: os.open("/tmp/kread-was-here", os.O_CREAT | os.O_WRONLY)),
    "exec": does(lambda _: os.execv("/bin/true", ["true"])),
    "kill": does(lambda _: os.kill(os.getppid() or 1, 0)),
    "import": does(late_import),
    "stop": stop,
    "closed": closed,
    "skip": skip,
    "paced": paced,
    "say": say,
    "parts": parts,
    "burst": burst_and_hang,
    "scribble": scribble,
    "reads": reads,
    "lines": lines,
    "none": lambda *_: iter(()),
    "pictures": flood_of(
        lambda _: Picture("image/png", b"x" * (5 << 20), role="image")
    ),
    "warnings": flood_of(lambda n: Loss("odd", f"number {n}", shown=False)),
    "marks": flood_of(lambda n: Break(f"Page {n}")),
    "entries": flood_of(lambda n: Entries([{"name": f"a{n}\x1b"}])),
}

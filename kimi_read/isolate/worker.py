"""The worker's side: import the reader, lock, read, and send frames.

Runs in a forked child, or in a fresh interpreter (``kimi_read.isolate.fresh``).
"""

from __future__ import annotations

import gc
import os
import sys
import time

from kimi_read import inline, render  # noqa: F401 - too late once locked
from kimi_read.blocks import Table
from kimi_read.errors import KreadError, Malformed, OutOfBounds
from kimi_read.isolate import frames
from kimi_read.isolate.held import hold
from kimi_read.isolate.lock import demand, lock
from kimi_read.isolate.slim import SPARED
from kimi_read.record import record, replace
from kimi_read.recover import why
from kimi_read.source import Source
from kimi_read.stream import Mark, events

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal as _signal
    from collections.abc import Callable, Iterator, Sequence

    from kimi_read.blocks import Block, Blocks
    from kimi_read.isolate.job import Job
    from kimi_read.registry import Reader
else:
    import _signal  # without the names of all its numbers

FLUSH_BYTES = 32 << 10
FLUSH_SECONDS = 0.02
TICK_SECONDS = 0.2
PULSE_SECONDS = 0.5
PULSE_ROWS = 256
#: What packages of any kind may need: codecs, of which readers load more in their
#: ``prepare``, and the lightness of colours.
_HELD = (
    "encodings.cp437", "encodings.utf_16_le", "encodings.utf_16_be", "colorsys",
    "encodings.latin_1",  # for expressions of bytes, in Python's development mode
)  # fmt: skip
#: Numerical libraries start a thread a core when they are imported, unless told.
_ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def serve(job: Job, pipe: int) -> None:
    """Do one job in this process and never return."""
    status = 0
    try:
        sender = _Sender(pipe, job)
        no_memory = frames.encode(OutOfBounds(
            f"reading it takes more than {job.memory_bytes >> 20} MiB of "
            "memory"))  # fmt: skip
        try:
            _work(job, sender)
        except KreadError as error:
            sender.send(error)
        except MemoryError:
            status = frames.EXIT_MEMORY
            sender.flush()
            sender.raw(no_memory)
        except RecursionError:
            sender.send(Malformed("it is nested too deeply to be read"))
        except BrokenPipeError:
            pass
        except Exception as error:  # noqa: BLE001 - the worker's last word
            sender.send(Malformed(f"it cannot be read: {why(error)}"))
        sender.flush()
    except MemoryError:
        status = frames.EXIT_MEMORY
    finally:
        os._exit(status)


def _work(job: Job, sender: _Sender) -> None:
    from kimi_read.registry import load

    for name in _ONE_THREAD:
        os.environ.setdefault(name, "1")
    gc.disable()  # looking for garbage takes a tenth of the time of large imports
    _read_only(job.source.descriptor)
    module = load(job.module)
    prepare = getattr(module, "prepare", None)
    if prepare is not None:
        prepare()
    prepare_for = getattr(module, "prepare_for", None)
    if prepare_for is not None:
        # its first bytes are known; no more may be read before the lock
        prepare_for(replace(job.source, descriptor=-1), job.request)
    hold(later(module))
    _settle()
    if sys.platform == "linux" and hasattr(module, "CHARSETS"):
        from kimi_read.isolate.kernel import load_charsets

        load_charsets(module.CHARSETS)
    threads = bool(getattr(module, "THREADS", False))
    sender.start_clock()  # a locked process can set none
    layers = lock(job.memory_bytes, job.cpu_seconds, threads=threads)
    sender.raw(frames.ready([*layers, *job.layers]))
    if job.request.require_sandbox:
        demand(layers)
    source = _Heard(
        path=job.source.path,
        name=job.source.name,
        descriptor=job.source.descriptor,
        size=job.source.size,
        head=job.source.head,
        sender=sender,
        without=dict(job.request.without),
    )
    blocks = module.read(source, job.request)
    for event in events(
        _pulsing(blocks, sender.pulse),
        skip=job.skip,
        stop=job.stop,
        tail=job.request.tail,
        line_chars=job.request.limits.line_chars,
    ):
        sender.send(event)


def later(module: Reader) -> list[str]:
    """Return the modules that are held for a reader, which may import them or not."""
    return [*_HELD, *SPARED, *getattr(module, "LATER", ())]


def _read_only(descriptor: int) -> None:
    """Open anew for reading what the parent has open for writing too (a spool).

    A descriptor that may write could change the bytes under the parent's hands.
    """
    try:
        with open(f"/proc/self/fdinfo/{descriptor}", "rb") as file:
            flags = int(file.read().partition(b"flags:")[2].split()[0], 8)
        if flags & os.O_ACCMODE == os.O_RDONLY:
            return
        again = os.open(f"/proc/self/fd/{descriptor}", os.O_RDONLY | os.O_CLOEXEC)
    except (OSError, ValueError, IndexError):
        return
    os.dup2(again, descriptor)
    os.close(again)


def _settle() -> None:
    """Quieten what would open files."""
    if "warnings" in sys.modules:  # a shown one would read the source that it is in
        sys.modules["warnings"].simplefilter("ignore")
    if "logging" in sys.modules:
        sys.modules["logging"].disable()
    gc.freeze()  # what is loaded now lives as long as the worker does
    gc.enable()


def _pulsing(blocks: Blocks, pulse: Callable[[], None]) -> Blocks:
    """Pass ``blocks`` on, with a sign of life where lines are only skipped."""
    try:
        for block in blocks:
            pulse()
            yield _counted(block, pulse) if isinstance(block, Table) else block
    finally:
        blocks.close()


def _counted(table: Table, pulse: Callable[[], None]) -> Block:
    def rows() -> Iterator[Sequence[str]]:
        for number, row in enumerate(table.rows, 1):
            if not number % PULSE_ROWS:
                pulse()
            yield row

    return replace(table, rows=rows())


@record(frozen=True, slots=True, kw_only=True)
class _Heard(Source):
    """A source whose reader is heard of: how far it came, and which part is next."""

    sender: _Sender
    without: dict[int, str]

    def read_at(self, position: int, count: int) -> bytes:
        """Return bytes; those that nobody has asked for before are progress."""
        data = super().read_at(position, count)
        self.sender.reached(position + len(data))
        return data

    def part(self, number: int) -> str:
        """Tell the parent, before anything can happen."""
        if number in self.without:
            return self.without[number]
        self.sender.flush(frames.part(number))
        return ""


class _Sender:
    """Joins lines into frames that are worth a system call.

    A clock sends what is held back for long, whatever the reader does: what came
    before a hang is not lost. It leaves a frame alone that is being written.
    """

    def __init__(self, pipe: int, job: Job) -> None:
        self._pipe = pipe
        self._line_bytes = job.line_bytes
        self._picture_bytes = job.picture_bytes
        self._lines: list[bytes] = []
        self._frames: list[bytes] = []
        self._held = 0
        self._furthest = 0
        self._busy = False
        self._since = self._spoke = time.monotonic()

    def start_clock(self) -> None:
        """Look every now and then for lines that are held back."""
        if hasattr(_signal, "setitimer"):
            _signal.signal(_signal.SIGALRM, self._tick)
            _signal.setitimer(_signal.ITIMER_REAL, TICK_SECONDS, TICK_SECONDS)

    def _tick(self, *_: object) -> None:
        if (self._lines or self._frames) and not self._busy:
            self.flush()

    def send(self, event: object) -> None:
        """Send an event; lines are held back until they fill a frame."""
        if isinstance(event, Mark):  # it goes with the lines that follow it
            self._busy = True
            self._pack()
            self._frames.append(frames.encode(event))
            self._busy = False
            return
        if not isinstance(event, list):
            self.flush()
            for part in frames.parts(event, self._picture_bytes):
                self.raw(part)
            return
        self._busy = True
        size = sum(map(len, event)) + len(event)
        if self._held + size <= FLUSH_BYTES:
            self._lines += event
            self._held += size
        else:
            for line in event:
                self._add(line)
        now = time.monotonic()
        if now - self._since > FLUSH_SECONDS:
            self.flush()
            self._since = now
        self._busy = False

    def _add(self, line: bytes) -> None:
        size = len(line) + 1
        if self._held + size > FLUSH_BYTES:
            self.flush()
            self._busy = True
            if size > self._line_bytes:
                raise OutOfBounds(f"one line is over {self._line_bytes >> 20} MiB")
        self._lines.append(line)
        self._held += size

    def pulse(self) -> None:
        """Say that work goes on, where nothing was said for a while."""
        now = time.monotonic()
        if now - self._spoke > PULSE_SECONDS:
            self.flush()
            self.raw(frames.PULSE)

    def reached(self, place: int) -> None:
        """Note how far the file was read; further than ever is progress."""
        if place > self._furthest:
            self._furthest = place
            self.pulse()

    def _pack(self) -> None:
        """Make a frame of the lines held back."""
        if self._lines:
            lines, self._lines, self._held = self._lines, [], 0
            self._frames.append(frames.encode(lines))

    def flush(self, last: bytes = b"") -> None:
        """Send what was held back, and then a frame of its own."""
        self._busy = True
        self._pack()
        held, self._frames = self._frames, []
        if held or last:
            self.raw(b"".join([*held, last]))
        self._busy = False

    def raw(self, data: bytes) -> None:
        """Write whole frames."""
        self._busy = True
        view = memoryview(data)
        while view:
            view = view[os.write(self._pipe, view) :]
        self._spoke = time.monotonic()
        self._busy = False

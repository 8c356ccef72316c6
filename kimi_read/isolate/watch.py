"""One worker watched: its deadlines, what has come so far, why it ended.

wall       from the start of the window on                 limits.wall_seconds
progress   since the last sign of life                     job.progress_seconds
CPU        for each 1000 lines of a document               job.cpu_allowed
part       CPU time for one part, such as a page           PART_SECONDS
output     all that comes through the pipe                 job.output_bytes
memory     by the system; by the parent where it does not  job.memory_bytes
"""

from __future__ import annotations

import time

from kimi_read.errors import Crashed, KreadError, OutOfBounds
from kimi_read.isolate.decoder import Decoder
from kimi_read.record import replace
from kimi_read.stream import End

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    from kimi_read.isolate.job import Job
    from kimi_read.isolate.process import Worker

#: The most CPU time of one part, and how many parts a file may lose.
PART_SECONDS = 7.0
MOST_PARTS = 8
_CHUNK = 1 << 16
_LOOK_SECONDS = 0.5
#: A wait that took so much longer than it should was a suspension (Ctrl-Z).
_ASLEEP_SECONDS = 2.0
#: The share of the CPU that a worker uses at least if it does not sleep; a busy
#: machine leaves it no more.
_AWAKE = 0.05
#: The share of the memory bound past which an abort is taken for a lack of memory.
_NEARLY = 0.75


class Watch:
    """A worker's events, within its bounds.

    ``begun`` is when the first worker of the job was started, and ``spent`` the CPU
    seconds of those before this one.
    """

    def __init__(
        self, job: Job, process: Worker, *, begun: float | None = None, spent: float = 0
    ) -> None:
        self._job = job
        self._process = process
        self._decoder = Decoder(job)
        self._heard = self._looked = time.monotonic()
        self.begun = self._heard if begun is None else begun
        self.spent = self._former = self._busy = spent
        self._part = 0
        self._part_from = spent
        self._fell = ""
        self._output = 0

    def renew(self) -> None:
        """Count time and output from now on."""
        self.begun = self._heard = time.monotonic()
        self._output = 0
        self._decoder.renew()

    @property
    def part(self) -> int:
        """The part that the worker has said it reads next."""
        return self._decoder.part

    def place(self) -> str:
        """Say where the worker was, after what it had given."""
        lines = self._decoder.lines
        if not lines:
            return ""
        mark = f" ({self._decoder.mark})" if self._decoder.mark else ""
        return f", after line {self._job.skip + lines}{mark}"

    def rest(self) -> Job | None:
        """Return the job that goes around the part that this worker died of.

        None where it did not die of a part, or had begun to give lines of it.
        """
        job, decoder = self._job, self._decoder
        lost = job.request.without
        if not (self._fell and decoder.part) or decoder.lines_of_part:
            return None
        if len(lost) >= MOST_PARTS or decoder.part in dict(lost):
            return None
        without = (*lost, (decoder.part, self._fell))
        return replace(
            job,
            skip=job.skip + decoder.lines,
            request=replace(job.request, without=without),
        )

    def events(self) -> Generator[object, None, None]:
        """Yield what the worker sends until it says that it has ended."""
        while True:
            data = self._data()
            frames = self._decoder.feed(data)
            while True:
                try:
                    event = next(frames, None)
                except OutOfBounds as error:
                    self._fell = error.reason
                    raise
                if event is None:
                    break
                asked = time.monotonic()
                yield event
                if isinstance(event, End):
                    return
                away = time.monotonic() - asked
                self.begun += away
                self._heard += away
            self._heard = time.monotonic()
            self._busy = self.spent

    def _data(self) -> bytes:
        """Return the next bytes from the pipe.

        Raises:
            OutOfBounds: none came in time, or too many came in all.
            Crashed: none will come any more.
        """
        while not self._ready():
            self._look()
        data = self._process.read(_CHUNK)
        if not data:
            raise self._death()
        if time.monotonic() - self._looked > _LOOK_SECONDS:
            self._look()
        self._output += len(data)
        most = self._job.output_bytes
        if self._output > most:
            raise OutOfBounds(f"its output is over {most >> 20} MiB")
        return data

    def _ready(self) -> bool:
        """Wait until there is something to read, or until it is time to look."""
        before = time.monotonic()
        left = min(_LOOK_SECONDS, self._wall(before), self._progress(before))
        if left > 0 and self._process.wait(left):
            return True
        late = time.monotonic() - before - max(0.0, left)
        if late > _ASLEEP_SECONDS:
            self.begun += late
            self._heard += late
        return False

    def _wall(self, now: float) -> float:
        return self.begun + self._job.request.limits.wall_seconds - now

    def _progress(self, now: float) -> float:
        return self._heard + self._job.progress_seconds - now

    def _look(self) -> None:
        """Hold the worker against its deadlines and its allowance of CPU time."""
        job = self._job
        self._looked = now = time.monotonic()
        self.spent = self._former + self._process.cpu_seconds()
        if self._decoder.part != self._part:
            self._part = self._decoder.part
            self._part_from = self.spent
        if self._wall(now) <= 0:
            raise self._stopped(f"{job.request.limits.wall_seconds:g} s in all")
        if self._progress(now) <= 0:
            quiet = job.progress_seconds
            if not job.paced or self.spent - self._busy < quiet * _AWAKE:
                raise self._stopped(f"{quiet:g} s without progress")
            self._heard, self._busy = now, self.spent
        if self._part and self.spent - self._part_from > PART_SECONDS:
            self._fell = f"it takes more than {PART_SECONDS:g} s of CPU time"
            raise self._stopped(f"{PART_SECONDS:g} s of CPU time for one part of it")
        allowed = job.cpu_allowed(job.skip + self._decoder.lines)
        if self.spent > allowed:
            raise self._stopped(f"{allowed:g} s of CPU time")
        if self._process.memory_over(job.memory_bytes):
            raise self._starved()

    def _stopped(self, bound: str) -> OutOfBounds:
        return OutOfBounds(f"reading it was stopped after {bound}")

    def _starved(self) -> OutOfBounds:
        most = self._job.memory_bytes >> 20
        self._fell = f"it takes more than {most} MiB of memory"
        return OutOfBounds(f"reading it takes more than {most} MiB of memory")

    def _death(self) -> KreadError:
        """Say why a worker ended without an ending."""
        end = self._process.ended()
        self.spent = self._former + end.cpu_seconds
        # a library that is refused memory may abort instead of saying so
        aborted = end.signal and end.peak_bytes > self._job.memory_bytes * _NEARLY
        if end.out_of_memory or aborted:
            return self._starved()
        if end.cpu_seconds >= self._job.cpu_seconds:
            return self._stopped(f"{self._job.cpu_seconds} s of CPU time")
        if end.signal:
            self._fell = f"its worker was ended by {end.signal}"
        else:
            self._fell = "its worker ended in the middle of its answer"
        return Crashed(self._fell)

"""CPU time and peak memory of whole processes, and the verdict on a bar.

A figure is the median over interleaved pairs (ours, theirs, ours, theirs ...) of the
ratio of user and system time, children included, after one warm-up of each. The clock
on the wall says little on a shared machine and is not used.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import statistics
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Command = Sequence[str]

#: The command as it is installed.
KREAD = str(Path(sysconfig.get_path("scripts")) / "kread")
#: Code that converts the file named in its argument with a well-known converter.
MARKITDOWN = "import markitdown,sys;markitdown.MarkItDown().convert(sys.argv[1])"
#: Runs are repeated until a row took about so many CPU seconds, within bounds.
SECONDS = 6.0
FEWEST, MOST = 5, 31
_MIB = 1024  # ru_maxrss counts KiB


@dataclass(frozen=True)
class Row:
    """One comparison: ``ours`` takes at most ``bar`` times the CPU time of ``theirs``.

    A command is words, or a line for a shell if it is one word with blanks. ``peak``
    is the most memory of any process of ours, in MiB, 0 for no bar. ``needs`` are
    programs, ``modules`` Python packages without which the row is left out. With
    ``extra`` milliseconds, and no ``bar``, the difference of the two counts.
    ``make`` returns the file that stands for ``{}`` in both commands.
    """

    name: str
    ours: Command
    theirs: Command
    bar: float = 0.0
    peak: float = 0.0
    extra: float = 0.0
    needs: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    make: Callable[[], Path] | None = None
    against: str = ""


@dataclass(frozen=True)
class Result:
    """What a row came to: medians, in CPU seconds, and peak memory in MiB."""

    row: Row
    ours: float = 0.0
    theirs: float = 0.0
    ratio: float = 0.0
    peak: float = 0.0
    pairs: int = 0
    skipped: str = ""

    @property
    def met(self) -> bool:
        """Whether every bar of the row is met; a row left out misses none."""
        row = self.row
        return bool(self.skipped) or not (
            (row.bar and self.ratio > row.bar)
            or (row.peak and self.peak > row.peak)
            or (row.extra and (self.ours - self.theirs) * 1000 > row.extra)
        )


def missing(row: Row) -> str:
    """Return what a row lacks on this machine, in words; empty if nothing."""
    absent = [name for name in row.needs if not shutil.which(name)]
    absent += [name for name in row.modules if importlib.util.find_spec(name) is None]
    return f"{', '.join(absent)} not installed" if absent else ""


def measure(row: Row) -> Result:
    """Run both sides of a row in turn and return the medians."""
    lacks = missing(row)
    if lacks:
        return Result(row, skipped=lacks)
    path = str(row.make()) if row.make else ""
    sides = [words(command, path) for command in (row.ours, row.theirs)]
    try:  # the warm-up, and how long a pair takes
        pair = spent(sides[1])[0]
    except RuntimeError as error:
        return Result(row, skipped=f"the other side failed ({error})"[:100])
    pair += spent(sides[0])[0]
    count = max(FEWEST, min(MOST, round(SECONDS / pair) if pair else MOST))
    ours, theirs, peaks = [], [], []
    for _ in range(count):
        seconds, peak = spent(sides[0])
        ours.append(seconds)
        peaks.append(peak)
        theirs.append(spent(sides[1])[0])
    ratios = [a / b if b else 0.0 for a, b in zip(ours, theirs, strict=True)]
    return Result(
        row,
        statistics.median(ours),
        statistics.median(theirs),
        statistics.median(ratios),
        statistics.median(peaks),
        count,
    )


def words(command: Command, path: str) -> list[str]:
    """Return the argument vector of a command with ``{}`` replaced."""
    line = [word.replace("{}", path) for word in command]
    if len(line) == 1 and " " in line[0]:
        return ["/bin/sh", "-c", line[0]]
    found = shutil.which(line[0])
    return [found or line[0], *line[1:]]


def spent(command: Command) -> tuple[float, float]:
    """Return CPU seconds and peak MiB of a process with the children it waited for.

    Its output goes through a pipe, as in real use: some programs do less work for
    /dev/null. Draining that pipe costs this process, not the measured one.

    Raises:
        RuntimeError: the command failed, which would make any figure worthless.
    """
    out, theirs = os.pipe()
    pid = os.posix_spawn(
        command[0],
        list(command),
        _environment(),
        file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_DUP2, theirs, 1),
            (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
        ],
    )
    os.close(theirs)
    while os.read(out, 1 << 18):
        pass
    os.close(out)
    _, status, usage = os.wait4(pid, 0)
    if status:
        code = os.waitstatus_to_exitcode(status)
        raise RuntimeError(f"exit {code}: {' '.join(command)}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / _MIB


def _environment() -> dict[str, str]:
    """Return the surroundings of a run: compiled code is kept, as it is for a user."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    return {**kept, "LC_ALL": "C.UTF-8"}


def python(*line: str) -> list[str]:
    """Return the command of this interpreter with arguments."""
    return [sys.executable, *line]

"""What works on this machine, found by trying: the answer of ``--doctor``."""

from __future__ import annotations

import os
import platform
import sys

from kimi_read.errors import KreadError
from kimi_read.isolate import Job, isolated
from kimi_read.isolate.lock import REQUIRED, demand
from kimi_read.record import record
from kimi_read.request import Limits, Request
from kimi_read.source import Source
from kimi_read.stream import Locked
from kimi_read.writers import window
from kimi_read.writers.window import title

#: The oldest releases without a published advisory that a stranger's file could
#: use; see the security notes of each project.
FLOORS = {"lxml": "6", "pdfminer.six": "20251107", "pillow": "12.3", "pypdf": "6.16.1"}
LAYERS = {
    "rlimits": "CPU time; no file is written, no descriptor opened, no core left",
    "memory-limit": "address space",
    "no-new-privs": "no set-user-id program",
    "landlock": "no file",
    "seccomp": "some thirty system calls and no others",
    "seatbelt": "no file, network or process",
    "job-object": "memory, CPU time, no second process",
    "self-test": "open, socket, fork and kill were tried and failed",
}
#: What Landlock holds beside files, by the first ABI that does.
_SINCE = ((4, "TCP port"), (6, "signal to others"))
_ON = {
    "linux": (
        "rlimits", "memory-limit", "no-new-privs", "landlock", "seccomp",
        "self-test",
    ),
    "darwin": ("rlimits", "seatbelt", "self-test"),
    "win32": ("job-object",),
}  # fmt: skip
_SECONDS = 20.0


@record(frozen=True, slots=True, kw_only=True)
class Worker:
    """What a worker said of itself: its layers, and what it could do all the same.

    ``error`` is why there was none; ``refusal`` what ``--require-sandbox`` says.
    """

    layers: tuple[str, ...] = ()
    possible: tuple[str, ...] = ()
    memory_bounded: bool = False
    error: str = ""
    refusal: str = ""


def report(columns: int = 80, *, bold: bool = False) -> str:
    """Return the answer as text, one fact a line."""
    lines = [*_about(), *_terminal(), "", title("workers", bold=bold)]
    for how, spawn in (("forked", False), ("spawned", True)):
        if spawn or hasattr(os, "fork"):
            lines += _told(how, worker(spawn=spawn), columns)
    lines += ["", title("libraries", bold=bold)]
    return "\n".join([*lines, *_libraries(columns)]) + "\n"


def worker(*, spawn: bool) -> Worker:
    """Start a worker, lock it, and have it try what it must not be able to do."""
    layers: tuple[str, ...] = ()
    facts: dict[str, object] = {}
    descriptor = os.open(os.devnull, os.O_RDONLY)
    job = Job(
        module="kimi_read.isolate.probe",
        source=Source(path="", name="", descriptor=descriptor, size=0, head=b""),
        request=Request(limits=Limits(wall_seconds=_SECONDS)),
    )
    try:
        for event in isolated(job, spawn=spawn):
            if isinstance(event, Locked):
                layers = tuple(event.layers)
            facts.update(getattr(event, "values", {}))
    except (KreadError, OSError) as error:
        return Worker(layers=layers, error=str(error))
    finally:
        os.close(descriptor)
    possible = facts["possible"]
    try:
        demand(layers)
        refusal = ""
    except KreadError as error:
        refusal = error.reason
    return Worker(
        layers=layers,
        possible=tuple(map(str, possible)) if isinstance(possible, list) else (),
        memory_bounded=facts["memoryBounded"] is True,
        refusal=refusal,
    )


def libraries() -> dict[str, tuple[str, str]]:
    """Return name: (version found or "", what is wrong with it or "").

    The names are those that the installed package declares, extras included.
    """
    from importlib.metadata import PackageNotFoundError, requires, version

    try:
        declared = requires("kimi-read") or []
    except PackageNotFoundError:
        declared = []
    found: dict[str, tuple[str, str]] = {}
    for line in declared or FLOORS:
        name, condition = _requirement(line)
        try:
            have = version(name)
        except PackageNotFoundError:
            only = f" (needed where {condition})" if condition else ""
            found[name] = ("", f"not installed{only}")
            continue
        floor = FLOORS.get(name, "0")
        low = _numbers(have) < _numbers(floor)
        found[name] = (have, f"has a known advisory; {floor} is needed" if low else "")
    return found


def _about() -> list[str]:
    from kimi_read import __version__

    python = f"{platform.python_implementation()} {platform.python_version()}"
    system = f"{platform.system()} {platform.release()} {platform.machine()}"
    return [
        f"kread {__version__}, {python}, {system}",
        f"encoding of names: {sys.getfilesystemencoding()}",
        *_config(),
    ]


def _config() -> list[str]:
    """Return what the config file sets, and what is wrong in it."""
    from kimi_read.settings import config_home, config_path

    path = config_path({})
    if not path:
        return [f"config: none (it would be {config_home(os.environ) or 'nowhere'})"]
    from kimi_read.config import read

    found, wrong = read(path)
    names = ", ".join(found) or "nothing"
    return [f"config: {path} sets {names}", *(f"  {fault}" for fault in wrong)]


def _terminal() -> list[str]:
    """Return how this terminal is drawn on, if there is one."""
    if not os.isatty(1):
        return []
    from kimi_read.writers import color
    from kimi_read.writers.pictures import screen
    from kimi_read.writers.terminal.background import light
    from kimi_read.writers.terminal.theme import depth

    colours = depth(os.environ) if color.wanted("auto", terminal=True) else 0
    many = {0: "no colours", 1 << 24: "24-bit colours"}.get(
        colours, f"{colours} colours"
    )
    theme = "light" if light(os.environ, ask=colours > 0) else "dark"
    pictures = screen.find("auto", 1, os.environ)
    drawn = f"pictures by {pictures.protocol}" if pictures else "no pictures"
    return [f"terminal: {window.columns()} columns, {many}, {theme}, {drawn}"]


def _besides(layer: str) -> str:
    """Return what a layer holds beyond the first kernel that had it."""
    name, _, abi = layer.partition("-")
    if name != "landlock" or not abi.isdigit():
        return ""
    return "".join(f", {what}" for since, what in _SINCE if int(abi) >= since)


def _told(how: str, found: Worker, columns: int) -> list[str]:
    if found.error:
        return [f"  {how}: none can be had: {found.error}"]
    lines = [f"  {how}"]
    have = {name.partition("-")[0] if name.startswith("landlock") else name: name
            for name in found.layers}  # fmt: skip
    layers = [
        (
            have.get(name, name),
            "in force" if name in have else "MISSING",
            LAYERS[name] + _besides(have.get(name, "")),
        )
        for name in _ON.get(sys.platform, ("rlimits", "self-test"))
    ]
    lines += window.table(layers, columns, indent=4)
    if found.possible:
        lines.append(f"    possible all the same: {', '.join(found.possible)}")
    if not found.memory_bounded and sys.platform == "linux":
        lines.append("    memory beyond the limit could be had")
    if found.refusal:
        lines.append(f"    --require-sandbox refuses: {found.refusal}")
    elif sys.platform in REQUIRED:
        lines.append("    --require-sandbox is content")
    return lines


def _libraries(columns: int) -> list[str]:
    rows = [(name, have or "-", wrong or "ok")
            for name, (have, wrong) in sorted(libraries().items())]  # fmt: skip
    return window.table(rows, columns)


def _requirement(line: str) -> tuple[str, str]:
    """Return the name and the condition of a requirement (PEP 508)."""
    name, _, condition = line.partition(";")
    for end in "[<>=!~ (":
        name = name.partition(end)[0]
    return name.strip().lower(), condition.strip()


def _numbers(text: str) -> tuple[int, ...]:
    """Return the release part of a version, fit for comparison."""
    numbers = []
    for part in text.split("."):
        digits = part[: len(part) - len(part.lstrip("0123456789"))]
        numbers.append(int(digits or 0))
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)

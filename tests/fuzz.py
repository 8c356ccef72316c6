"""Mutate files and read them through real workers: ``make fuzz``.

    fuzz.py [--seconds N] [--seed N] [--only TEXT] [--keep FOLDER] [PATH ...]

Takes every fixture, or the files under PATH, changes each in ways that its kind
knows, and reads it as the command line would, in a forked and locked worker. A file
has to give a page or an error of ours, in time, in clean UTF-8, without leaving a
process behind. What does not is kept in FOLDER and makes the exit status 1.
The readers are imported once, so that a mutation costs a fork and its reading.
"""

# ruff: noqa: T201 - a tool that prints
from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

import mutate

from kimi_read import engine, errors
from kimi_read.catalog import FORMATS
from kimi_read.guard.control import visible
from kimi_read.registry import load
from kimi_read.request import MIB, Limits, Request

FIXTURES = Path(__file__).parent.parent / "fixtures"
REQUEST = Request(limits=Limits(wall_seconds=20, output_bytes=16 * MIB))
MOST_SECONDS = 13.0
MOST_BYTES = 3 * MIB
#: What an exception that a reader let out begins with (``isolate.worker``).
ESCAPED = "it cannot be read: "


def main() -> int:
    """Fuzz for the time given; return whether anything was found."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--count", type=int, default=0, help="stop after so many")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="a part of the path")
    parser.add_argument("--keep", default="fuzz-findings")
    parser.add_argument("paths", nargs="*", default=[str(FIXTURES)])
    given = parser.parse_args()
    inputs = [path for path in _files(given.paths) if given.only in str(path)]
    if not inputs:
        print("no input")
        return 1
    _prepare()
    counts: Counter[str] = Counter()
    found: Counter[str] = Counter()
    end = time.monotonic() + given.seconds
    number = given.seed
    while time.monotonic() < end and not 0 < given.count <= sum(counts.values()):
        random = Random(number)
        path = random.choice(inputs)
        data = mutate.mutated(path.read_bytes(), random)
        verdict, fault = _verdict(path.name, data)
        counts[verdict] += 1
        if fault:
            found[fault] += 1
            if found[fault] <= 5:
                _keep(given.keep, path, number, data, fault)
        number += 1
    total = sum(counts.values())
    print(
        f"{total} mutations of {len(inputs)} files, seeds {given.seed} to {number - 1}"
    )
    for name, times in counts.most_common():
        print(f"{times:8} {name}")
    for fault, times in found.most_common():
        print(f"{times:8} FAULT {fault}")
    return bool(found)


def _prepare() -> None:
    for name in sorted(
        {form.reader for form in FORMATS if form.isolated and form.reader}
    ):
        try:
            getattr(load(name), "prepare", lambda: None)()
        except ImportError as error:
            print(f"{name} cannot be loaded: {error}")


def _files(paths: list[str]) -> list[Path]:
    """Return the inputs under ``paths``; golden answers are none."""
    found = []
    for path in map(Path, paths):
        inside = sorted(path.rglob("*")) if path.is_dir() else [path]
        found += [
            p for p in inside
            if p.is_file() and p.name != "ORIGIN.md" and p.stat().st_size <= MOST_BYTES
            and not (p.suffix in (".md", ".err") and p.with_suffix("").exists())
        ]  # fmt: skip
    return found


def _verdict(name: str, data: bytes) -> tuple[str, str]:
    """Return how reading ended, and what is wrong with that or ""."""
    path = f"/tmp/fuzz-{os.getpid()}-{name}"
    Path(path).write_bytes(data)
    begun = time.monotonic()
    try:
        verdict, fault = _read(path)
    except Exception as error:  # noqa: BLE001 - the very thing that is looked for
        verdict, fault = "traceback", f"{type(error).__name__}: {error}"[:200]
    finally:
        os.unlink(path)
    took = time.monotonic() - begun
    if took > MOST_SECONDS and not fault:
        fault = f"{took:.0f} seconds"
    if _children() and not fault:
        fault = "a process is left"
    return verdict, fault


def _read(path: str) -> tuple[str, str]:
    try:
        with engine.read(path, REQUEST) as page:
            for batch in page.batches():
                fault = _dirty(batch) if page.kind != "text" else ""
                if fault:
                    return "page", fault
            error = page.error
    except errors.KreadError as failure:
        error = failure
    if error is None:
        return "page", ""
    if error.reason.startswith(ESCAPED):
        return error.code, f"escaped: {error.reason[len(ESCAPED) :]}"[:120]
    if isinstance(error, errors.Crashed):
        return error.code, error.reason.partition(", after")[0]
    return error.code, ""


def _dirty(lines: list[bytes]) -> str:
    for line in lines:
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError:
            return "a line that is not UTF-8"
        if text != visible(text):
            return "a line that holds a control character"
    return ""


def _children() -> bool:
    try:
        with open(f"/proc/self/task/{os.getpid()}/children") as file:
            return bool(file.read())
    except OSError:
        return False


def _keep(folder: str, path: Path, number: int, data: bytes, fault: str) -> None:
    Path(folder).mkdir(exist_ok=True)
    kept = Path(folder) / f"{number}-{path.name}"
    kept.write_bytes(data)
    print(f"{kept}: {fault}", flush=True)


if __name__ == "__main__":
    sys.exit(main())

"""Measures every row and prints one table; exit status 1 when a bar is missed.

python -m bench [NAME...]     rows whose name or file holds one of the words
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from bench.measure import Result, measure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bench.measure import Row

#: Modules of this folder that hold no rows.
_NOT_ROWS = ("__init__", "__main__", "measure", "data", "nothing", "printed")
_HEAD = ("", "ours", "theirs", "ratio", "bar", "peak", "pairs", "against")


def rows(wanted: list[str]) -> list[tuple[str, Row]]:
    """Return the rows of all files of this folder, with the name of their file."""
    found = []
    for path in sorted(Path(__file__).parent.glob("*.py")):
        if path.stem not in _NOT_ROWS:
            module = importlib.import_module(f"bench.{path.stem}")
            found += [(path.stem, row) for row in module.ROWS]
    return [
        (file, row)
        for file, row in found
        if not wanted or any(word in f"{file} {row.name}" for word in wanted)
    ]


def line(result: Result) -> tuple[str, ...]:
    """Return the cells of one row of the table."""
    row = result.row
    if result.skipped:
        return (
            row.name,
            "",
            "",
            "",
            _bar(result),
            "",
            "",
            f"left out: {result.skipped}",
        )
    mark = "" if result.met else "  MISSED"
    peak = f"{result.peak:.0f} MiB" + (f" <= {row.peak:.0f}" if row.peak else "")
    ratio = f"{result.ratio:.2f}"
    if row.extra:
        ratio = f"+{(result.ours - result.theirs) * 1000:.1f} ms"
    return (
        row.name, f"{result.ours * 1000:.0f} ms", f"{result.theirs * 1000:.0f} ms",
        ratio, _bar(result), peak, str(result.pairs), row.against + mark,
    )  # fmt: skip


def _bar(result: Result) -> str:
    row = result.row
    if row.extra:
        return f"<= {row.extra:g} ms"
    return f"<= {row.bar:g}" if row.bar else ""


def main(wanted: list[str]) -> int:
    """Print the table as its rows are measured; return the exit status."""
    chosen = rows(wanted)
    width = max((len(row.name) for _, row in chosen), default=0)
    widths = (width, 9, 9, 8, 8, 16, 5, 0)
    print(
        "CPU time (user and system) of whole processes, medians of interleaved pairs\n"
    )
    missed = 0
    last = ""
    print(
        "  ".join(cell.ljust(w) for cell, w in zip(_HEAD, widths, strict=True)).rstrip()
    )
    for file, row in chosen:
        if last not in ("", file):
            print()
        last = file
        try:
            result = measure(row)
        except RuntimeError as error:
            missed += 1
            print(f"{row.name.ljust(width)}  FAILED: {error}")
            continue
        missed += not result.met
        cells = zip(line(result), widths, strict=True)
        print("  ".join(cell.ljust(w) for cell, w in cells).rstrip(), flush=True)
    print(f"\n{len(chosen)} rows, {missed} missed" if chosen else "no such row")
    return 1 if missed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

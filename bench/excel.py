"""Speed of workbooks: CPU of kread against its peers, as ratios.

    python bench/excel.py [ROWS]

Makes a workbook of ROWS x 10 cells (20,000 rows unless said) with text, dates,
percentages and currencies under bench/data, reads it in fresh processes, and prints
CPU time (user and system) and peak memory, each the best of five runs, and the ratios
that matter. Peers that are not installed are left out.
"""

from __future__ import annotations

import datetime
import random
import resource
import subprocess
import sys
from pathlib import Path

DATA = Path(__file__).parent / "data"
RUNS = 5
CODES = ("General", "@", "0.0%", "#,##0.00", "yyyy-mm-dd", "$#,##0.00", "0", "h:mm",
         "#,##0;[Red]-#,##0", "General")  # fmt: skip
PEERS = {
    "python-calamine, values": (
        "import python_calamine as c\n"
        "b = c.CalamineWorkbook.from_path({path!r})\n"
        "print(sum(len(r) for r in b.get_sheet_by_index(0).iter_rows()))"
    ),
    "openpyxl, read only": (
        "import openpyxl\n"
        "b = openpyxl.load_workbook({path!r}, read_only=True)\n"
        "print(sum(len(r) for r in b.worksheets[0].iter_rows(values_only=True)))"
    ),
    "markitdown": (
        "from markitdown import MarkItDown\n"
        "print(len(MarkItDown().convert({path!r}).text_content))"
    ),
}


def make(path: Path, rows: int) -> None:
    """Write the workbook: 3,000 names, the other values all different."""
    import openpyxl

    random.seed(7)
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append([f"column {n}" for n in range(10)])
    start = datetime.datetime(2020, 1, 1)  # noqa: DTZ001 - Excel knows no zones
    for row in range(2, rows + 2):
        size = random.random() * 10 ** random.randrange(6)
        values = (
            row, f"name {random.randrange(3000)}", random.random(), size * 3,
            start + datetime.timedelta(days=random.randrange(2500)), size,
            random.randrange(10**6), random.random(), size - 300, size / 7,
        )  # fmt: skip
        for column, (value, code) in enumerate(zip(values, CODES, strict=True), 1):
            cell = sheet.cell(row, column, value)
            cell.number_format = code
    path.parent.mkdir(exist_ok=True)
    book.save(path)


def measure(command: list[str]) -> tuple[float, float] | None:
    """Return the least CPU seconds of some runs, and the peak in MiB."""
    best = peak = 0.0
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        if subprocess.run(command, capture_output=True, check=False).returncode:
            return None
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = min(best, used) if best else used
        peak = after.ru_maxrss / 1024
        if used > 10:  # a slow peer needs no second run
            break
    return best, peak


def main() -> None:
    """Print the table."""
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    path = DATA / f"excel-{rows}.xlsx"
    if not path.exists():
        make(path, rows)
    kread = [sys.executable, "-m", "kimi_read", str(path), "--limit"]
    whole, first = measure([*kread, "0"]), measure([*kread, "100"])
    if whole is None or first is None:
        raise SystemExit("kread failed")
    print(f"{rows * 10} cells, {path.stat().st_size >> 10} KiB")
    print(f"{'kread, whole':26}{whole[0]:8.2f} s")
    print(f"{'kread, first 100 rows':26}{first[0]:8.2f} s")
    for name, code in PEERS.items():
        peer = measure([sys.executable, "-c", code.format(path=str(path))])
        if peer is None:
            print(f"{name:26}  not installed")
            continue
        print(f"{name:26}{peer[0]:8.2f} s   kread whole {whole[0] / peer[0]:.2f} x, "
              f"first 100 rows {first[0] / peer[0]:.2f} x")  # fmt: skip


if __name__ == "__main__":
    main()

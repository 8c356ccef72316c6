"""Word: CPU time and peak memory beside other converters, on a 270-page document.

    python bench/word.py [--runs N] [--python PYTHON_WITH_THE_PEERS]

The document is made once with python-docx and kept in ``bench/data/``. Every figure
is a whole process (user and system time), its median over interleaved runs. Peers
that are not installed are left out.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
DATA = HERE / "data" / "word-270-pages.docx"
CHAPTERS = 60
WORDS = (
    "measure", "result", "of", "the", "second", "survey", "shows", "that", "most",
    "readers", "of", "long", "reports", "want", "figures", "near", "the", "text",
    "and", "a", "table", "for", "each", "chapter", "while", "few", "of", "them",
    "follow", "notes", "to", "their", "end", "before", "the", "summary", "has",
    "been", "read", "in", "full", "by", "everybody", "concerned",
)  # fmt: skip
PEERS = {
    "undoc": "import undoc,sys;undoc.parse_file(sys.argv[1]).to_markdown()",
    "mammoth": "import mammoth,sys;mammoth.convert_to_markdown(open(sys.argv[1],'rb'))",
    "markitdown": "import markitdown,sys;markitdown.MarkItDown().convert(sys.argv[1])",
    "python-docx walk": (
        "import docx,sys\nfor b in docx.Document(sys.argv[1]).iter_inner_content():\n"
        "  [r.bold for r in getattr(b,'runs',())]"
    ),
}


def words(start: int, count: int) -> str:
    """Return ``count`` words, another text for each ``start``."""
    return " ".join(
        WORDS[(start * 7 + i * (1 + start % 5)) % len(WORDS)] for i in range(count)
    )


def make(path: Path) -> None:
    """Write a document of 60 chapters, about 270 pages and 2 MB of XML."""
    import docx

    document = docx.Document()
    for chapter in range(1, CHAPTERS + 1):
        document.add_heading(f"Chapter {chapter}: {words(chapter, 4)}", 1)
        for section in range(1, 5):
            start = chapter * 10 + section
            document.add_heading(f"{words(start, 3)} {section}", 2)
            for number in range(7):
                paragraph = document.add_paragraph(words(start + number, 18) + " ")
                paragraph.add_run(words(start, 3)).bold = True
                paragraph.add_run(" " + words(start + 1, 22) + " ")
                paragraph.add_run(words(start + 2, 2)).italic = True
                paragraph.add_run(" " + words(start + 3, 30) + ".")
            for number in range(4):
                document.add_paragraph(words(start + number, 12), "List Bullet")
            for number in range(3):
                document.add_paragraph(words(start + number, 9), "List Number")
        table = document.add_table(rows=10, cols=4)
        for row, line in enumerate(table.rows):
            for column, cell in enumerate(line.cells):
                cell.text = f"{words(chapter + row + column, 2)} {row * column}"
    path.parent.mkdir(exist_ok=True)
    document.save(str(path))


def run(command: list[str]) -> tuple[float, float]:
    """Return CPU seconds and peak memory in MiB of a process and its children."""
    pid = os.posix_spawn(
        command[0], command, os.environ,
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                      (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)],
    )  # fmt: skip
    _, status, usage = os.wait4(pid, 0)
    if status:
        raise RuntimeError(" ".join(command))
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def rows(runs: int = 5, python: str = sys.executable) -> list[tuple[str, float, float]]:
    """Return (name, CPU seconds, peak MiB) of kread and of each peer."""
    if not DATA.exists():
        make(DATA)
    kread = [sys.executable, "-m", "kimi_read", str(DATA)]
    commands = {
        "kread": [*kread, "--limit", "0"],
        "kread, 100 lines": [*kread, "--limit", "100"],
    }
    for name, code in PEERS.items():
        module = code.partition("import ")[2].partition(",")[0]
        found = subprocess.run(
            [python, "-c", f"import {module}"], capture_output=True, check=False
        )
        if not found.returncode:
            commands[name] = [python, "-c", code, str(DATA)]
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for turn in range(runs):
        for name, command in commands.items():
            if name not in ("mammoth", "markitdown", "python-docx walk") or turn < 2:
                taken[name].append(run(command))
    return [
        (name, statistics.median(cpu for cpu, _ in got), max(peak for _, peak in got))
        for name, got in taken.items()
    ]


def main() -> None:
    """Print one line for each program, with kread's CPU as a multiple of its."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument(
        "--python", default=sys.executable, help="interpreter with the peers"
    )
    options = parser.parse_args()
    found = rows(options.runs, options.python)
    own = found[0][1]
    print(f"{'word, 270 pages':20} {'CPU s':>8} {'peak MiB':>9} {'kread / it':>11}")
    for name, cpu, peak in found:
        print(f"{name:20} {cpu:8.3f} {peak:9.1f} {own / cpu:11.2f}")


if __name__ == "__main__":
    main()

"""Text, the command itself, the worker, pages."""

from __future__ import annotations

from pathlib import Path

from bench import data
from bench.measure import KREAD, MARKITDOWN, Row, python

_NOTHING = str(Path(__file__).parent / "nothing.py")
_WHOLE = [KREAD, "{}", "--limit", "0"]
_LAST = data.LINES - 1000
_WINDOW = [KREAD, "{}", "--offset", str(_LAST), "--limit", "1000"]
_TAIL = [f"tail -n +{_LAST + 1} {{}} | head -n 1000"]


def _worker(how: str) -> list[str]:
    return python(_NOTHING, how, "{}")


ROWS = [
    Row("a small text", [KREAD, "{}"], python("-c", "pass"), 2.0, 16,
        make=data.small, against="python -c pass"),
    Row("--help", [KREAD, "--help"], python("-c", "pass"), 8.0,
        against="python -c pass"),
    Row("last 1000 of 1.2 million lines", _WINDOW, _TAIL, 2.5, 20,
        make=data.ascii_lines, against="tail -n +N | head"),
    Row("the same, not ASCII", _WINDOW, _TAIL, 9.0, 20,
        make=data.other_lines, against="tail -n +N | head"),
    Row("97 MB numbered into a pipe", _WHOLE, ["cat", "-n", "{}"],
        3.0, 20, make=data.ascii_lines, against="cat -n"),
    Row("three lines of 31 MB", [KREAD, "{}"], ["cat", "-n", "{}"], 0.5, 20,
        make=data.long_lines, against="cat -n"),
    Row("a worker that reads nothing", _worker("open"), _worker("inline"), 1.3,
        make=data.small, against="the same without a worker"),
    Row("its lock", _worker("locked"), _worker("open"), extra=5, make=data.small,
        against="a worker without a lock"),
    Row("the first 100 lines of 400 slides", [KREAD, "{}", "--limit", "100"], _WHOLE,
        0.3, modules=("pptx",), make=data.slides_400, against="all lines"),
    Row("400 slides", _WHOLE, python("-c", MARKITDOWN, "{}"), 0.3, 40,
        modules=("markitdown", "pptx"), make=data.slides_400, against="markitdown"),
]  # fmt: skip

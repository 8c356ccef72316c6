"""The line that says how far a long answer is: when it comes, and that it goes."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys

import pexpect
import pytest
from harness import FIXTURES, KREAD
from writers.terminal import typed

from kimi_read.stream import Mark
from kimi_read.writers import progress

PDF = FIXTURES / "pdf" / "good" / "ruled.pdf"
MODULE = FIXTURES / "text" / "good" / "module.py"
COMMAND = f"{shlex.quote(sys.executable)} {shlex.quote(KREAD)}"
LINE = re.compile(r"\rkread: standard input: waiting, \d s")


class Waiting:
    """As much of a page as the line looks at."""

    def __init__(self, **known):
        self.facts, self.marks, self.part, self.count = {}, [], 0, 0
        self.__dict__.update(known)


def shown(seconds, *words, output=None, shell="", size=(100, 40)):
    """Return what a terminal shows on stderr while standard input comes late."""
    late = f"(sleep {seconds}; printf 'late\\n') | {COMMAND} - {' '.join(words)}{shell}"
    with open(os.devnull, "wb") as nowhere:
        return typed(
            [shutil.which("bash"), "-c", late],
            output=output or nowhere,
            size=size,
            environment={"NO_COLOR": "1"},
        ).decode()


def rest(text):
    """Return what is left on the screen."""
    line = ""
    lines = []
    for char in text:
        if char == "\r":
            column = 0
            continue
        if char == "\n":
            lines.append(line.rstrip())
            line, column = "", 0
            continue
        column = len(line) if not line else column
        line = line[:column] + char + line[column + 1 :]
        column += 1
    return "\n".join([*lines, line.rstrip()])


def test_a_long_wait_is_told_and_leaves_no_trace(tmp_path):
    with open(tmp_path / "out", "wb") as file:
        text = shown(1.6, output=file)
    assert LINE.search(text)
    assert rest(text) == ""
    assert (tmp_path / "out").read_bytes() == b"     1\tlate\n"


def test_a_stream_is_told_by_what_has_come():
    code = (
        "import sys, time; out = sys.stdout.buffer; "
        f"out.write(open({str(PDF)!r}, 'rb').read()); out.write(b' ' * 200_000); "
        "out.flush(); time.sleep(1.6)"
    )
    words = f"{shlex.quote(sys.executable)} -c {shlex.quote(code)} | {COMMAND} -"
    with open(os.devnull, "wb") as nowhere:
        text = typed([shutil.which("bash"), "-c", words], output=nowhere).decode()
    assert re.search(r"standard input: 20\d kB taken, 1 s", text)


def test_who_types_the_input_is_not_told_to_wait(tmp_path):
    child = pexpect.spawn(sys.executable, [KREAD, "-"], timeout=20, echo=False)
    child.expect(pexpect.TIMEOUT, timeout=1.6)
    assert child.before == b""
    child.sendline("typed")
    child.sendeof()
    child.expect(r"\ttyped")
    child.expect(pexpect.EOF)


def test_a_quick_answer_says_nothing():
    assert shown(0) == ""


@pytest.mark.parametrize(
    "words", [["--json"], ["--format", "files-read"], ["-q"], ["--raw"]]
)
def test_machines_and_who_wants_quiet_are_told_nothing(words):
    assert shown(1.4, *words) == ""


def test_an_error_stands_alone(tmp_path):
    text = shown(1.4, "--offset", "9")
    assert LINE.search(text)
    left = rest(text).strip().splitlines()
    assert left[0].startswith("kread: -: the offset 9")
    assert len(left) == 2


def test_a_pipe_is_told_of_until_it_is_written_to():
    text = shown(1.4, shell=' | (read -r line; sleep 0.6; echo "$line" >&2)')
    assert LINE.search(text)
    after = text.rstrip()[text.rstrip().rindex("\r") :]
    assert after.strip() == "1\tlate"


def test_an_interrupt_takes_the_line_away():
    code = (
        "import os, signal, subprocess, sys, time\n"
        f"run = subprocess.Popen([sys.executable, {KREAD!r}, '-'], "
        "stdin=subprocess.PIPE)\n"
        "time.sleep(1.7); run.send_signal(signal.SIGINT)\n"
        "sys.exit(run.wait() != 130)"
    )
    with open(os.devnull, "wb") as nowhere:
        text = typed([sys.executable, "-c", code], output=nowhere).decode()
    assert LINE.search(text)
    assert rest(text) == ""


def test_a_job_in_the_background_leaves_the_prompt_alone(tmp_path):
    """Begun there, or stopped and sent there."""
    child = pexpect.spawn(
        shutil.which("bash"), ["--norc", "--noprofile", "-i"], timeout=20,
        encoding="utf-8", env={**os.environ, "PS1": "READY> ", "TERM": "dumb"},
    )  # fmt: skip
    late = f"(sleep 5; echo late) | {COMMAND} - > {tmp_path / 'out'}"
    child.sendline(f"{late} &")
    child.expect(pexpect.TIMEOUT, timeout=2)
    assert "waiting" not in child.before
    child.sendline(f"kill %1; {late}")
    child.expect(r"waiting, \d s")
    child.sendcontrol("z")
    child.expect("READY> ")
    child.sendline("bg; echo se''nt")
    child.expect("sent")
    child.expect(pexpect.TIMEOUT, timeout=1.5)
    assert "waiting" not in child.before
    child.close(force=True)


def test_the_line_stays_within_the_window():
    text = shown(1.4, size=(30, 20))
    assert "kread: standard input: waiti…" in text
    assert max(map(len, re.split(r"[\r\n\b]", text))) < 30


@pytest.mark.parametrize(
    ("page", "words"),
    [
        (None, "opening"), (Waiting(), "reading"),
        (Waiting(part=3, facts={"pages": 90}), "page 3 of 90"),
        (Waiting(part=3, facts={"slides": 9}, count=5), "slide 3 of 9, 5 lines"),
        (Waiting(part=3, facts={"pages": None}, count=1200), "1200 lines"),
        (Waiting(marks=[Mark(1, "Costs\x1b[31m")]), "Costs\\x1b[31m"),
    ],
)  # fmt: skip
def test_the_line_tells_what_is_known(page, words):
    assert progress.line("/a/b.pdf", page, 4.2) == f"kread: b.pdf: {words}, 4 s"


def test_the_line_says_what_is_done_before_a_page():
    assert "unpacking" in progress.line("a.zip::b", None, 1)
    assert "\x1b" not in progress.line("\x1b[31m", None, 1)


def test_nothing_is_imported_for_it_before_a_second(tmp_path):
    code = (
        "import sys; from kimi_read import cli; cli.main(sys.argv[1:]);"
        "sys.stderr.write(repr([m for m in ('kimi_read.writers.progress', 'threading',"
        " 'signal', 'rich') if m in sys.modules]))"
    )
    with open(tmp_path / "out", "wb") as file:
        text = typed([sys.executable, "-c", code, str(MODULE)], output=file).decode()
    assert text == "[]"


def test_a_worker_is_not_woken_by_the_timer(tmp_path):
    """A forked child has no timer of its parent, and a handler of its own."""
    with open(tmp_path / "out", "wb") as file:
        text = typed([sys.executable, KREAD, str(PDF)], output=file).decode()
    assert text == ""
    assert b"Region" in (tmp_path / "out").read_bytes()


def test_the_timer_ends_with_the_answer():
    """Whoever calls the command line as a function gets no signal later on."""
    code = (
        "import signal, sys, time; from kimi_read import cli;"
        "cli.main(['/dev/null']); cli.main([sys.argv[1]]);"
        "sys.exit(int(signal.getitimer(signal.ITIMER_REAL)[0]))"
    )
    words = [sys.executable, "-c", code, str(MODULE)]
    with open(os.devnull, "wb") as nowhere:
        text = typed(words, output=nowhere).decode()
    assert "Traceback" not in text
    assert subprocess.run(words, capture_output=True, check=False).returncode == 0
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)

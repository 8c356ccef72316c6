"""A terminal for tests: a pty whose other end answers as some terminal would."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time

#: Shows one file as the command line would: find the screen, ask the worker, show.
SHOW = """
import os, sys, time
from kimi_read.writers.output import Output
from kimi_read.writers.pictures import screen, show
begun = time.monotonic()
found = screen.find(sys.argv[1], 1, os.environ)
took = time.monotonic() - begun
note = open(sys.argv[3], "w")
note.write(f"{took:.3f} {found!r}")
note.close()
if found:
    sys.path.insert(0, sys.argv[4])
    from reading import read
    answer = read(sys.argv[2], "image", pictures=True, screen=found.pixels)
    show(answer.picture, answer.lines[0], Output(1), found)
"""
#: Makes the terminal the controlling one, and runs the rest in its foreground or not.
CLAIM = """
import os, subprocess, sys
os.close(os.open(os.ttyname(0), os.O_RDWR))
if sys.argv[1] == "background":
    sys.exit(subprocess.run(sys.argv[2:], process_group=0).returncode)
os.execv(sys.argv[2], sys.argv[2:])
"""
ANSWERS = {
    "kitty": b"\x1b_Gi=4211;OK\x1b\\\x1bP>|kitty(0.42.1)\x1b\\\x1b[6;20;10t\x1b[?62;c",
    "sixel": b"\x1bP>|foot(1.22.0)\x1b\\\x1b[6;16;8t\x1b[?62;4;22c",
    "iterm2": b"\x1bP>|iTerm2 3.6.0\x1b\\\x1b[6;18;9t\x1b[?62;4c",
    "plain": b"\x1bP>|XTerm(390)\x1b\\\x1b[?64;1;2;6c",
    "mute": b"",
}


def shown(path, note, *, answers="mute", choice="auto", environment=None, group=""):
    """Show ``path`` on a terminal that ``answers``; return its bytes and the note.

    ``group`` of "background" puts the command out of the foreground.
    """
    here = os.path.dirname(os.path.dirname(__file__))
    words = [sys.executable, "-c", SHOW, choice, str(path), str(note), here]
    written = typed(words, answers=answers, environment=environment, group=group)
    took, _, found = note.read_text().partition(" ")
    return written, float(took), found


def typed(
    words, *, answers="mute", environment=None, group="", size=(100, 40), output=None
):
    """Run a command on a terminal that ``answers``; return what it shows.

    ``answers`` names a terminal or is what it says; ``size`` is columns and rows.
    With ``output`` the terminal shows stderr, and stdout goes there.
    """
    kept = {
        name: os.environ[name]
        for name in ("PATH", "PYTHONPATH", "COVERAGE_PROCESS_START")
        if name in os.environ
    }
    master, slave = pty.openpty()
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    try:
        command = subprocess.Popen(
            [sys.executable, "-c", CLAIM, group, *words],
            stdin=slave, stdout=slave if output is None else output,
            stderr=None if output is None else slave, start_new_session=True,
            env={**kept, "TERM": "xterm-256color", **(environment or {})},
        )  # fmt: skip
    finally:
        os.close(slave)
    try:
        said = answers if isinstance(answers, bytes) else ANSWERS[answers]
        return _talk(command, master, said)
    finally:
        os.close(master)


def _talk(command, master, answer):
    """Collect what is written; answer the question once."""
    written = b""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if not select.select([master], [], [], 0.2)[0]:
            continue
        try:
            part = os.read(master, 65_536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        written += part
        if answer and b"\x1b[c" in written:
            os.write(master, answer)
            answer = b""
    else:
        command.kill()
    command.wait()
    return written

"""One question to the terminal, answered within a quarter of a second or never.

Asked are, in one write: whether it takes kitty's graphics, its name, the size of a
cell, and its attributes (DA1). Every terminal answers the last one, so that it ends
the waiting.

Sources: kitty's graphics protocol ("Querying support"); xterm control sequences
(XTVERSION, CSI 16 t, DA1); VT340 manual (attribute 4 is sixel graphics).
"""

from __future__ import annotations

import os
import re
import select
import termios
import time
import tty

from kimi_read.record import record
from kimi_read.writers.pictures.cell import sane

SECONDS = 0.22
_MOST = 4096
_QUESTION = (
    b"\x1b_Gi=4211,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\"  # one pixel, only asked about
    b"\x1b[>q\x1b[16t\x1b[c"
)
_ATTRIBUTES = re.compile(rb"\x1b\[\?([\d;]*)c")
_CELL = re.compile(rb"\x1b\[6;(\d{1,4});(\d{1,4})t")
_NAME = re.compile(rb"\x1bP>\|([\x20-\x7e]{1,80})\x1b\\")


@record(frozen=True, slots=True)
class Reply:
    """What a terminal said of itself; nothing of a mute one."""

    kitty: bool = False
    sixel: bool = False
    name: str = ""
    cell: tuple[int, int] | None = None


def probe(path: str = "/dev/tty", seconds: float = SECONDS) -> Reply:
    """Ask the controlling terminal.

    Nothing is asked in the background, where touching the terminal would stop this
    process, nor without a terminal. Its settings are as before afterwards.
    """
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError:
        return Reply()
    try:
        if os.tcgetpgrp(descriptor) != os.getpgrp():
            return Reply()
        return understood(_asked(descriptor, seconds))
    except (OSError, termios.error):
        return Reply()
    finally:
        os.close(descriptor)


def understood(answer: bytes) -> Reply:
    """Return what the bytes of an answer say."""
    attributes = _ATTRIBUTES.search(answer)
    cell = _CELL.search(answer)
    name = _NAME.search(answer)
    return Reply(
        b"\x1b_Gi=4211;OK" in answer,
        bool(attributes and b"4" in attributes[1].split(b";")[1:]),
        name[1].decode() if name else "",
        sane(int(cell[2]), int(cell[1])) if cell else None,
    )


def _asked(descriptor: int, seconds: float) -> bytes:
    before = termios.tcgetattr(descriptor)
    answer = b""
    tty.setcbreak(descriptor, termios.TCSANOW)
    try:
        os.write(descriptor, _QUESTION)
        end = time.monotonic() + seconds
        while not _ATTRIBUTES.search(answer) and len(answer) < _MOST:
            left = end - time.monotonic()
            if left <= 0 or not select.select([descriptor], [], [], left)[0]:
                break
            more = os.read(descriptor, 1024)
            if not more:
                break
            answer += more
    finally:
        termios.tcsetattr(descriptor, termios.TCSANOW, before)
    return answer

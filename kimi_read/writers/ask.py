"""One question to the controlling terminal, answered in a moment or never.

Nothing is asked in the background, where touching the terminal would stop this
process, nor without a terminal. Its settings are as before afterwards. Every
terminal answers the question for its attributes, so that it ends the waiting.
Source: xterm control sequences (DA1); termios(3).
"""

from __future__ import annotations

import os
import re
import select
import termios
import time
import tty

SECONDS = 0.22
_MOST = 4096
_FENCE = b"\x1b[c"
_ATTRIBUTES = re.compile(rb"\x1b\[\?[\d;]*c")


def answer(
    question: bytes, *, path: str = "/dev/tty", seconds: float = SECONDS
) -> bytes:
    """Return what the terminal says to ``question``; nothing if it says nothing."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        if os.tcgetpgrp(descriptor) != os.getpgrp():
            return b""
        return _asked(descriptor, question + _FENCE, seconds)
    except (OSError, termios.error):
        return b""
    finally:
        os.close(descriptor)


def _asked(descriptor: int, question: bytes, seconds: float) -> bytes:
    before = termios.tcgetattr(descriptor)
    said = b""
    tty.setcbreak(descriptor, termios.TCSANOW)
    try:
        os.write(descriptor, question)
        end = time.monotonic() + seconds
        while not _ATTRIBUTES.search(said) and len(said) < _MOST:
            left = end - time.monotonic()
            if left <= 0 or not select.select([descriptor], [], [], left)[0]:
                break
            more = os.read(descriptor, 1024)
            if not more:
                break
            said += more
    finally:
        termios.tcsetattr(descriptor, termios.TCSANOW, before)
    return said

"""A line on stderr that says what is being read, and how far it has come.

It is drawn over itself and goes without a trace: with blanks, so that no terminal
needs to know a sequence for it. In the background nothing is drawn. This module is
imported once an answer has taken a second, not before.
"""

from __future__ import annotations

import os

from kimi_read import opening
from kimi_read.guard.control import visible_name
from kimi_read.units import size_words
from kimi_read.writers.terminal.width import cut, width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.page import Page

#: What the parts of a document are, by the fact that counts them.
_PARTS = {"pages": "page", "slides": "slide"}
#: What a terminal shows of an interrupt (``^C``) stands behind the line.
_ECHO = 2
_drawn = 0


def draw(path: str, page: Page | None, seconds: float) -> None:
    """Draw the line over the last one, within the window."""
    global _drawn  # noqa: PLW0603 - there is one terminal
    if not _in_front():
        _drawn = 0
        return
    text = cut(line(path, page, seconds), max(1, _columns() - 1))
    blanks = max(0, _drawn - width(text))
    _drawn = width(text)
    _put(f"\r{text}{' ' * blanks}{BACK * blanks}")


BACK = "\b"


def erase() -> None:
    """Take the line away."""
    global _drawn  # noqa: PLW0603 - there is one terminal
    if _drawn and _in_front():
        blanks = min(_drawn + _ECHO, _columns() - 1)
        _put(f"\r{' ' * blanks}\r")
    _drawn = 0


def _in_front() -> bool:
    """Whether the screen is this job's, and not that of a shell that was gone back to.

    Of a terminal that controls nobody it cannot be told, nor need it be.
    """
    try:
        return os.tcgetpgrp(2) == os.getpgrp()
    except OSError:
        return True


def _columns() -> int:
    try:
        return os.get_terminal_size(2).columns or 80
    except OSError:
        return 80


def line(path: str, page: Page | None, seconds: float) -> str:
    """Return ``kread: NAME: page 3 of 90, 1200 lines, 4 s``, as far as it is known."""
    name = "standard input" if path == "-" else os.path.basename(path) or path
    words = _place(page) if page is not None else _beginning(path)
    return f"kread: {visible_name(name)}: {', '.join([*words, f'{seconds:.0f} s'])}"


def _beginning(path: str) -> list[str]:
    """Return what is done before there is a page, and how much of it is done."""
    if path != "-" and "::" not in path:
        return ["opening"]
    taken = 0
    for descriptor in opening.newest:
        try:
            taken = os.fstat(descriptor).st_size
        except OSError:
            taken = 0
    if path != "-":
        return ["unpacking", size_words(taken)] if taken else ["unpacking"]
    return [f"{size_words(taken)} taken"] if taken else ["waiting"]


def _place(page: Page) -> list[str]:
    words = []
    for fact, noun in _PARTS.items():
        total = page.facts.get(fact)
        if page.part and isinstance(total, int):
            words.append(f"{noun} {page.part} of {total}")
    if not words and page.marks:
        words.append(visible_name(page.marks[-1].label))
    if page.count:
        words.append(f"{page.count} lines")
    return words or ["reading"]


def _put(text: str) -> None:
    try:
        os.write(2, text.encode("utf-8", "replace"))
    except OSError:
        pass

"""One question to the terminal, answered within a quarter of a second or never.

Asked are, in one write: whether it takes kitty's graphics, its name and the size of a
cell; its attributes (DA1), which end the waiting, are asked by ``ask``.

Sources: kitty's graphics protocol ("Querying support"); xterm control sequences
(XTVERSION, CSI 16 t, DA1); VT340 manual (attribute 4 is sixel graphics).
"""

from __future__ import annotations

import re

from kimi_read.record import record
from kimi_read.writers.ask import SECONDS, answer
from kimi_read.writers.pictures.cell import sane

_QUESTION = (
    b"\x1b_Gi=4211,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\"  # one pixel, only asked about
    b"\x1b[>q\x1b[16t"
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
    """Ask the controlling terminal; nothing is asked in the background (``ask``)."""
    return understood(answer(_QUESTION, path=path, seconds=seconds))


def understood(said: bytes) -> Reply:
    """Return what the bytes of an answer say."""
    attributes = _ATTRIBUTES.search(said)
    cell = _CELL.search(said)
    name = _NAME.search(said)
    return Reply(
        b"\x1b_Gi=4211;OK" in said,
        bool(attributes and b"4" in attributes[1].split(b";")[1:]),
        name[1].decode() if name else "",
        sane(int(cell[2]), int(cell[1])) if cell else None,
    )

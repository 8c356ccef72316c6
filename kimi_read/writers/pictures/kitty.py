"""Pictures for kitty, ghostty and those that speak its protocol.

Source: kitty's documentation, "Terminal graphics protocol": direct transmission
(``t=d``, ``o=z``), ``q=2`` (no answers, which would land in the shell), and Unicode
placeholders, by which a picture inside tmux scrolls with the text.
"""

from __future__ import annotations

import base64
import os
import zlib

from kimi_read.writers.pictures.tmux import wrapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.writers.pictures.screen import Screen

_CHUNK = 4096
_PLACEHOLDER = "\U0010eeee"
#: The first of kitty's row marks, in its order.
_MARKS = (
    "\u0305\u030d\u030e\u0310\u0312\u033d\u033e\u033f\u0346\u034a\u034b\u034c"
    "\u0350\u0351\u0352\u0357\u035b\u0363\u0364\u0365\u0366\u0367\u0368\u0369"
    "\u036a\u036b\u036c\u036d\u036e\u036f\u0483\u0484\u0485\u0486\u0487\u0592"
    "\u0593\u0594\u0595\u0597\u0598\u0599\u059c\u059d\u059e\u059f\u05a0\u05a1"
    "\u05a8\u05a9\u05ab\u05ac\u05af\u05c4\u0610\u0611\u0612\u0613\u0614\u0615"
    "\u0616\u0617\u0657\u0658\u0659\u065a\u065b\u065d\u065e\u06d6\u06d7\u06d8"
    "\u06d9\u06da\u06db\u06dc\u06df\u06e0\u06e1\u06e2\u06e4\u06e7\u06e8\u06eb"
    "\u06ec\u0730\u0732\u0733\u0735\u0736\u073a\u073d\u073f\u0740\u0741\u0743"
)


def encoded(pixels: bytes, width: int, height: int, screen: Screen) -> Iterator[bytes]:
    """Yield the sequences that show RGBA ``pixels`` at the cursor, and a line feed."""
    head = f"a=T,f=32,o=z,s={width},v={height},q=2"
    if not screen.tmux:
        yield from _sent(pixels, head)
        yield b"\n"
        return
    columns = max(1, min(screen.columns, -(-width // screen.cell[0])))
    rows = max(1, min(len(_MARKS), -(-height // screen.cell[1])))
    number = os.getpid() & 0xFFFFFF or 1
    for part in _sent(pixels, f"{head},i={number},U=1,c={columns},r={rows}"):
        yield wrapped(part)
    colour = f"\x1b[38;2;{number >> 16};{number >> 8 & 255};{number & 255}m"
    for row in range(rows):
        line = _PLACEHOLDER + _MARKS[row] + _MARKS[0] + _PLACEHOLDER * (columns - 1)
        yield f"{colour}{line}\x1b[39m\n".encode()


def _sent(pixels: bytes, head: str) -> Iterator[bytes]:
    data = base64.standard_b64encode(zlib.compress(pixels, 3))
    for at in range(0, len(data), _CHUNK):
        more = int(at + _CHUNK < len(data))
        keys = f"{head},m={more}" if not at else f"m={more},q=2"
        yield b"\x1b_G" + keys.encode() + b";" + data[at : at + _CHUNK] + b"\x1b\\"

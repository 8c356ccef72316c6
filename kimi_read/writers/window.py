"""The window that standard output is shown in."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

#: What nobody has told the width of; and what a table is not made narrower than.
USUAL, LEAST = 80, 40


def columns(descriptor: int = 1) -> int:
    """Return the columns of the window as it is now; ``COLUMNS`` goes first."""
    said = os.environ.get("COLUMNS", "")
    if said.isascii() and said.isdecimal() and int(said[:6]) > 0:
        return int(said[:6])
    try:
        return os.get_terminal_size(descriptor).columns or USUAL
    except OSError:
        return USUAL


def titled() -> bool:
    """Whether titles are to be bold: somebody looks, and wants it so."""
    from kimi_read.writers import color

    return color.wanted("auto", terminal=os.isatty(1))


def title(text: str, *, bold: bool) -> str:
    """Return a title."""
    return f"\x1b[1m{text}\x1b[0m" if bold else text


def table(rows: Sequence[Sequence[str]], room: int, *, indent: int = 2) -> list[str]:
    """Return rows as lines of ``room`` columns at most, each cell in its column.

    What is too long goes on inside its column; the first column never does.
    """
    return lines(rows, widths(rows, room, indent=indent), indent=indent)


def widths(
    rows: Sequence[Sequence[str]], room: int, *, indent: int = 2
) -> Sequence[int]:
    """Return the columns that each column of a table is to have."""
    from kimi_read.writers.terminal.table import fitted
    from kimi_read.writers.terminal.width import longest_word, width

    columns_of = [*zip(*rows, strict=True)]
    natural = [max(map(width, cells)) for cells in columns_of]
    least = [*natural[:1], *(max(map(longest_word, cells)) for cells in columns_of[1:])]
    spare = max(LEAST, room) - indent - 2 * (len(natural) - 1)
    return fitted(natural, least, spare) or least


def lines(
    rows: Sequence[Sequence[str]], columns: Sequence[int], *, indent: int = 2
) -> list[str]:
    """Return rows as lines, in columns of those widths."""
    from kimi_read.writers.terminal.width import width, wrapped

    out = []
    for row in rows:
        parts = [
            [cell[a:b] for a, b in wrapped(cell, room)]
            for cell, room in zip(row, columns, strict=True)
        ]
        for level in range(max(map(len, parts))):
            line = " " * indent
            for part, room in zip(parts, columns, strict=True):
                cell = part[level] if level < len(part) else ""
                line += cell + " " * (room - width(cell) + 2)
            out.append(line.rstrip())
    return out

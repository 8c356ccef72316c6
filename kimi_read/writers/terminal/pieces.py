"""Text and how it looks, side by side: what is measured is never what is sent.

A line is a list of pieces, each a text without escapes and the SGR sequence that it
is shown in (or nothing). Parts of a line are cut by the columns of its plain text.
"""

from __future__ import annotations

from kimi_read.writers.terminal.theme import RESET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    Pieces = Sequence[tuple[str, str]]
    Part = list[tuple[str, str]]

TAB = 8


def plain(pieces: Pieces) -> str:
    """Return the text alone."""
    return pieces[0][0] if len(pieces) == 1 else "".join(text for text, _ in pieces)


def shown(pieces: Pieces) -> str:
    """Return the text with its sequences."""
    return "".join(
        f"{look}{text}{RESET}" if look and text.strip() else text
        for text, look in pieces
    )


def parts(pieces: Pieces, slices: Iterable[tuple[int, int]]) -> Iterator[Part]:
    """Yield for each slice the pieces of its characters.

    Slices are in order and do not overlap, so that one pass finds them all.
    """
    number, at = 0, 0
    for start, end in slices:
        out = []
        while number < len(pieces):
            text, look = pieces[number]
            after = at + len(text)
            if after > start and at < end:
                out.append((text[max(0, start - at) : end - at], look))
            if after > end:
                break
            number, at = number + 1, after
        yield out


def untabbed(pieces: Pieces) -> list[tuple[str, str]]:
    """Return the pieces with blanks for each TAB, up to the next multiple of 8."""
    from kimi_read.writers.terminal.width import width

    out = []
    column = 0
    for text, look in pieces:
        parts = text.split("\t")
        whole = parts[0]
        column += width(parts[0])
        for more in parts[1:]:
            blanks = TAB - column % TAB
            whole += " " * blanks + more
            column += blanks + width(more)
        out.append((whole, look))
    return out

"""A Markdown table drawn within the window: aligned, wrapped, never wider.

A table is given row by row, a good many at a time; what was not known of a column
when its first rows were drawn can only make it wider later on. Where its columns
cannot be had in the window, each row becomes a list of names and values.
"""

from __future__ import annotations

import re

from kimi_read.record import record
from kimi_read.writers.terminal.inline import inline
from kimi_read.writers.terminal.pieces import parts, plain, shown
from kimi_read.writers.terminal.width import longest_word, width, wrapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kimi_read.writers.terminal.pieces import Pieces
    from kimi_read.writers.terminal.theme import Theme

#: The least columns of words, and the most that a number keeps whole.
LEAST, MOST_OF_NUMBER = 12, 24
_BREAK = re.compile(r"<br\s*/?>")
_CELL = re.compile(r"(?:[^|\\]|\\.?)*")
#: Figures with their signs, separators, currencies and units of one or two letters.
_NUMBER = re.compile(
    r"[(\\]*[-+\u2212±~≈<>=]{0,2}\s?(?:[^\W\d_]{0,3}[$€£¥₹]\s?|[A-Z]{3}\s)?[-+\u2212]?"
    r"[\d.,'\u2019\u00a0\u202f ]*\d[\d.,'\u2019\u00a0\u202f: /\u2013-]*"
    r"(?:[eE][-+]?\d+)?\s?(?:[%‰°]?(?!st|nd|rd|th)[A-Za-zµ°€$£¥₹²³]{0,3})\)?"
)
_NOTHING = ("", "-", "\u2013", "\u2014", "n/a", "N/A", "NA", "\u2026")


@record(frozen=True, slots=True)
class Lines:
    """What tables are drawn with."""

    down: str
    across: str
    cross: str


DRAWN = Lines("\u2502", "\u2500", "\u253c")
ASCII = Lines("|", "-", "+")


def cells(row: str) -> list[str]:
    """Return the cells of a row of a Markdown table, as they are written there."""
    inner = row.strip().removeprefix("|")
    out = []
    at = 0
    while at < len(inner):
        match = _CELL.match(inner, at)
        assert match is not None
        end = match.end()
        if end >= len(inner) and not inner[at:].strip():
            break
        out.append(match[0].strip())
        at = end + 1
    return out


class Table:
    """One table on its way to the screen; ``room`` is what it may take."""

    def __init__(self, theme: Theme, lines: Lines, room: int, *, colours: bool) -> None:
        self._theme = theme
        self._lines = lines
        self._room = max(1, room)
        self._look = theme.look if colours else _plain_look
        self._header: list[str] = []
        self._natural: list[int] = []
        self._least: list[int] = []
        self._figures: list[bool | None] = []
        self._widths: list[int] | None = []

    def learn(self, rows: Sequence[list[str]], *, header: bool) -> None:
        """Take note of rows before they are drawn; the first may be the header."""
        if header and rows:
            self._header = [_spoken(cell) for cell in rows[0]]
        for number, row in enumerate(rows):
            for column, cell in enumerate(row):
                self._measure(column, cell, body=number > 0 or not header)
        self._widths = self._fitted()

    def header(self, row: list[str]) -> list[str]:
        """Return what the header is drawn as."""
        if self._widths is None:
            named = "  ".join(_spoken(cell) for cell in row if cell)
            look = self._look("head")
            return [shown([(named[a:b], look)]) for a, b in wrapped(named, self._room)]
        return [*self._drawn(row, head=True)]

    def rule(self) -> str:
        """Return the line below the header."""
        across, cross = self._lines.across, self._lines.cross
        if self._widths is None:
            line = across * self._room
        else:
            line = f"{across}{cross}{across}".join(across * n for n in self._widths)
        return shown([(line, self._look("muted"))])

    def row(self, row: list[str]) -> list[str]:
        """Return the lines of a row; one that takes several ends in a rule."""
        if self._widths is None:
            return [*self._listed(row), self.rule()]
        lines = [*self._drawn(row, head=False)]
        return lines if len(lines) == 1 else [*lines, self.rule()]

    def _measure(self, column: int, cell: str, *, body: bool) -> None:
        while len(self._natural) <= column:
            self._natural.append(1)
            self._least.append(1)
            self._figures.append(None)
        parts = _BREAK.split(cell) if "<" in cell else [cell]
        for text in parts:
            text = _spoken(text)  # noqa: PLW2901 - as it will be shown
            columns = width(text)
            self._natural[column] = max(self._natural[column], columns)
            if columns > self._least[column]:
                least = min(longest_word(text), LEAST)
                self._least[column] = max(self._least[column], least)
        if body and cell not in _NOTHING and self._figures[column] is not False:
            figure = len(cell) <= MOST_OF_NUMBER and bool(_NUMBER.fullmatch(cell))
            self._figures[column] = figure

    def _fitted(self) -> list[int] | None:
        """Return the width of each column; None if they do not fit."""
        room = self._room - 3 * (len(self._natural) - 1)
        least = [
            min(natural, MOST_OF_NUMBER) if figure else least
            for natural, least, figure in zip(
                self._natural, self._least, self._figures, strict=True
            )
        ]
        return fitted(self._natural, least, room)

    def _drawn(self, row: list[str], *, head: bool) -> Iterator[str]:
        widths = self._widths or []
        columns = []
        for column, columns_of in enumerate(widths):
            cell = row[column] if column < len(row) else ""
            columns.append(self._cell(cell, columns_of, head=head))
        bar = f" {shown([(self._lines.down, self._look('muted'))])} "
        last = len(widths) - 1
        for level in range(max(map(len, columns), default=0)):
            line = ""
            for column, cells in enumerate(columns):
                pieces = cells[level] if level < len(cells) else []
                blanks = " " * (widths[column] - width(plain(pieces)) if pieces
                                else widths[column])  # fmt: skip
                text = shown(pieces)
                right = self._figures[column]
                line += (bar if column else "") + (
                    blanks + text if right else text if column == last
                    else text + blanks
                )  # fmt: skip
            yield line.rstrip()

    def _cell(self, cell: str, room: int, *, head: bool) -> list[Pieces]:
        """Return the lines of a cell, as pieces."""
        out: list[Pieces] = []
        for text in _BREAK.split(cell) if "<" in cell else [cell]:
            head_only = [(_spoken(text), self._look("head"))]
            pieces = head_only if head else inline(text, self._look, bare=True)
            out += parts(pieces, wrapped(plain(pieces), room))
        return out

    def _listed(self, row: list[str]) -> Iterator[str]:
        """Yield ``name: value`` for each value of a row, and a line below."""
        for column, cell in enumerate(row):
            if not cell:
                continue
            name = self._header[column] if column < len(self._header) else ""
            name = name or str(column + 1)
            first: Pieces = [(f"{name}: ", self._look("muted"))]
            text = _BREAK.sub(" / ", cell) if "<" in cell else cell
            pieces = [*first, *inline(text, self._look, bare=True)]
            slices = wrapped(plain(pieces), self._room, max(1, self._room - 2))
            for number, words in enumerate(parts(pieces, slices)):
                yield ("  " if number else "") + shown(words)


def _spoken(cell: str) -> str:
    """Return a cell without the backslashes that only Markdown needs."""
    if "\\" not in cell:
        return cell
    return plain(inline(cell, _plain_look, bare=True))


def fitted(natural: list[int], least: list[int], room: int) -> list[int] | None:
    """Return widths between ``least`` and ``natural`` that fill ``room``.

    What is narrow stays as it is; the others get the same, as far as there is room.
    None if there is not even room for the least.
    """
    if sum(natural) <= room:
        return natural[:]
    if sum(least) > room:
        return None
    low, high = 1, max(natural)
    while low < high:
        level = (low + high + 1) // 2
        if sum(_between(natural, least, level)) <= room:
            low = level
        else:
            high = level - 1
    widths = _between(natural, least, low)
    left = room - sum(widths)
    for column, wanted in enumerate(natural):
        if left and widths[column] < wanted:
            widths[column] += 1
            left -= 1
    return widths


def _between(natural: list[int], least: list[int], level: int) -> list[int]:
    return [min(n, max(m, level)) for n, m in zip(natural, least, strict=True)]


def _plain_look(_name: str) -> str:
    return ""

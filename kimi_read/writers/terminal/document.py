"""Markdown for a person: lightly coloured, wrapped, its tables drawn.

Each line of the page becomes one or more lines of the screen, so that its number
stays its own. A table is looked at as far as it has come, a hundred rows at most,
and is drawn without waiting for its end.
"""

from __future__ import annotations

import re

from kimi_read.writers.terminal.inline import inline
from kimi_read.writers.terminal.pieces import parts, plain, shown
from kimi_read.writers.terminal.table import Table, cells
from kimi_read.writers.terminal.width import width, wrapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kimi_read.writers.terminal.pieces import Pieces
    from kimi_read.writers.terminal.table import Lines
    from kimi_read.writers.terminal.theme import Theme

#: So many rows of a table are held back if they end what has come so far.
HELD_ROWS = 100
_ROW = re.compile(r" {0,40}\|")
_RULE = re.compile(r" {0,40}\|(?: ?:?-+:? ?\|)+")
_FENCE = re.compile(r" {0,40}(`{3,})(.*)")
_MARGIN = re.compile(r"(?: *> ?)+| *(?:(?:[-*+]|\d{1,9}[.)]) (?:\[[ xX]\] )?)*")
_COMMENT = re.compile(r"<!-- .* -->")
_HEADING = re.compile(r"#{1,6} ")
#: Where less room is left for words than this, the margin is given up.
_LEAST_WORDS = 12
#: Longer lines are not looked into.
_MOST_CHARS = 20_000


class Document:
    """Turns the lines of a page into those of the screen.

    ``room()`` is the width of the window at this moment, 0 for lines as they are
    (nobody looks, or somebody else wraps). ``resumed`` says that the page begins
    somewhere in the middle.
    """

    def __init__(
        self, theme: Theme, lines: Lines, room: Callable[[], int], *,
        colours: bool, resumed: bool,
    ) -> None:  # fmt: skip
        self._theme = theme
        self._lines = lines
        self._room = room
        self._colours = colours
        self._look = theme.look if colours else _plain_look
        self._fence = ""
        self._unsure = resumed
        self._math = False
        self._before = "-" if resumed else ""
        self._held: list[str] = []
        self._table: Table | None = None
        self._pad = ""

    def rows(self, text: str) -> Iterator[list[str]]:
        """Yield for each line of the page the lines of the screen, when it can."""
        for line in text.split("\n"):
            if self._is_row(line):
                self._held.append(line)
                continue
            yield from self._drawn()
            self._table = None
            yield self._line(line)
            self._before = line
        if self._table is not None or len(self._held) > HELD_ROWS:
            yield from self._drawn()

    def rest(self) -> Iterator[list[str]]:
        """Yield what was held back."""
        yield from self._drawn()

    def _is_row(self, line: str) -> bool:
        laid_out = self._room() > 0
        return laid_out and not (self._fence or self._math) and bool(_ROW.match(line))

    def _drawn(self) -> Iterator[list[str]]:
        """Draw the rows held back."""
        held, self._held = self._held, []
        if not held:
            return
        self._before = held[-1]
        rows = [cells(line) for line in held]
        table = self._table
        headed = table is None and len(held) > 1 and bool(_RULE.fullmatch(held[1]))
        if table is None:
            self._pad = held[0][: len(held[0]) - len(held[0].lstrip(" "))]
            room = max(1, self._room() - len(self._pad))
            table = self._table = Table(
                self._theme, self._lines, room, colours=self._colours
            )
        body = [rows[0], *rows[2:]] if headed else rows
        table.learn(body, header=headed)
        for number, row in enumerate(rows):
            if headed and number < 2:
                lines = table.header(row) if number == 0 else [table.rule()]
            elif _RULE.fullmatch(held[number]):
                lines = [table.rule()]
            else:
                lines = table.row(row)
            yield [self._pad + line for line in lines] or [""]

    def _line(self, line: str) -> list[str]:  # noqa: PLR0911 - a line of each kind
        if self._is_fence(line):
            return [shown([(line, self._look("muted"))])]
        if self._fence:
            return [shown([(line, self._look("code"))])]
        if line.strip() == "$$":
            self._math = not self._math
            return [shown([(line, self._look("muted"))])]
        if self._math or len(line) > _MOST_CHARS:
            return [line]
        if _COMMENT.fullmatch(line) or _RULE.fullmatch(line):
            return self._folded([(line, self._look("muted"))], 0)
        if _HEADING.match(line):
            return self._folded([(line, self._look("heading"))], 0)
        margin = _MARGIN.match(line)
        end = margin.end() if margin else 0
        look = self._look("mark")
        pieces = [(line[:end], look if line[:end].strip() else "")] if end else []
        if self._room() == 0 and not self._colours:
            return [line]
        return self._folded([*pieces, *inline(line[end:], self._look)], end)

    def _folded(self, pieces: Pieces, margin: int) -> list[str]:
        """Return a line wrapped at blanks, the rest of it under its beginning."""
        room = self._room()
        text = plain(pieces)
        if not room or width(text) <= room:
            return [shown(pieces)]
        if room - margin < _LEAST_WORDS:
            margin = 0
        first, rest = parts(pieces, ((0, margin), (margin, len(text))))
        pad = shown(_continued(first))
        slices = wrapped(plain(rest), max(1, room - margin))
        return [
            (pad if number else shown(first)) + shown(words)
            for number, words in enumerate(parts(rest, slices))
        ]

    def _is_fence(self, line: str) -> bool:
        """Whether ``line`` begins or ends a block of code.

        Each block of ours stands after a blank line. So a fence that does not, on
        a page that begins in the middle, is the end of a block begun before.
        """
        match = _FENCE.fullmatch(line)
        if match is None:
            return False
        if self._fence:
            if match[1] != self._fence or match[2].strip():
                return False
            self._fence = ""
            return True
        if not (self._unsure and self._before and not match[2]):
            self._fence = match[1]
        self._unsure = False
        return True


def _continued(margin: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return a margin for further lines: the bars of a quotation, else blanks."""
    return [
        ("".join(char if char == ">" else " " for char in text), look)
        for text, look in margin
    ]


def _plain_look(_name: str) -> str:
    return ""

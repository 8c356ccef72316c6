"""Text for a person: coloured by Pygments, long lines under their beginning."""

from __future__ import annotations

from kimi_read.writers.terminal.pieces import parts, plain, shown, untabbed
from kimi_read.writers.terminal.width import folded, width, wrapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from kimi_read.page import Page
    from kimi_read.writers.terminal.theme import Theme

#: Beyond so many lines or characters, colouring takes longer than a person waits.
MOST_LINES = 2000
MOST_CHARS = 400_000
#: Formats that are prose.
PROSE = ("text", "markdown", "rst", "tex")
#: What Pygments calls a format that goes by another name here.
_ALIASES = {"jsonl": "json", "svg": "xml", "ipynb": "json", "tex": "latex",
            "shell": "bash", "csv": "", "tsv": "", "text": ""}  # fmt: skip


def lexer_of(page: Page) -> Any:
    """Return the lexer for a text: by its name, else by what its bytes say it is."""
    from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
    from pygments.util import ClassNotFound

    try:
        return get_lexer_for_filename(page.source.name, stripnl=False, ensurenl=False)
    except ClassNotFound:
        pass
    alias = _ALIASES.get(page.format, page.format)
    try:
        return get_lexer_by_name(alias, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


class Text:
    """Turns the lines of a text into those of the screen.

    ``room()`` is what a line may take before it goes on below; 0 is no bound.
    ``words`` keeps the words of prose whole.
    """

    def __init__(
        self, theme: Theme, lexer: Any, room: Callable[[], int], *, words: bool
    ) -> None:
        self._folds = wrapped if words else folded
        self._theme = theme
        self._lexer = lexer
        self._room = room

    def rows(self, text: str) -> Iterator[list[str]]:
        """Yield for each line of the page the lines of the screen."""
        room = self._room()
        for pieces in self._pieces(text):
            line = plain(pieces)
            if not room or (len(line) * 2 <= room and "\t" not in line):
                yield [shown(pieces)]
                continue
            flat = untabbed(pieces) if "\t" in line else pieces
            line = plain(flat)
            if width(line) <= room:
                yield [shown(pieces)]
            else:
                slices = self._folds(line, room)
                yield [shown(words) for words in parts(flat, slices)]

    def rest(self) -> Iterator[list[str]]:
        """Yield what was held back: nothing ever is."""
        return iter(())

    def _pieces(self, text: str) -> Iterator[list[tuple[str, str]]]:
        """Yield each line as pieces."""
        few = text.count("\n") < MOST_LINES and len(text) <= MOST_CHARS
        if self._lexer is None or not few:
            for line in text.split("\n"):
                yield [(line, "")]
            return
        out: list[tuple[str, str]] = []
        for token, piece in self._lexer.get_tokens(text):
            look = self._theme.token(token)
            first, *more = piece.split("\n")
            out.append((first, look))
            for line in more:
                yield out
                out = [(line, look)]
        yield out

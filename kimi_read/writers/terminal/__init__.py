"""Answers for a person: colours, tables that fit, visible control characters, a pager.

Text keeps its lines; a long one goes on under its beginning if lines are numbered.
Markdown is coloured lightly, wrapped, and its tables are drawn. All of it is for the
eye: a pipe gets the lines as they are, coloured at most.
"""

from __future__ import annotations

import os

from kimi_read.errors import Usage
from kimi_read.guard.control import visible, visible_name
from kimi_read.writers import color, notices, window
from kimi_read.writers.pager import Paged
from kimi_read.writers.terminal.theme import AUTO, RESET, Theme, depth, exists, near

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kimi_read.page import Page
    from kimi_read.settings import Settings
    from kimi_read.writers.output import Output
    from kimi_read.writers.terminal.document import Document
    from kimi_read.writers.terminal.listing import Listing
    from kimi_read.writers.terminal.source import Text

#: The columns that a number and its TAB take.
_GUTTER = 8
_MARKDOWN = ("document", "video", "audio")


def write(
    page: Page,
    out: Output,
    settings: Settings,
    *,
    numbers: bool,
    head: Sequence[str] = (),
) -> None:
    """Write ``head`` and the window with every harmful character made visible.

    Raises:
        Usage: there is no such theme.
    """
    person = out.isatty()
    colours = color.wanted(settings.color, terminal=person)
    theme = _theme(settings.theme, colours=colours, ask=person)
    gutter = _GUTTER if numbers else 0

    def room() -> int:
        """Return the columns for words; 0 where nothing is laid out."""
        columns = settings.width or (window.columns() if person else 0)
        return max(0, columns - gutter)

    painter = _painter(page, theme, room, colours=colours, numbers=numbers)
    look = theme.look("muted") if colours else ""
    number = page.offset + 1
    with Paged(out, settings.paging if person else "never", settings.pager) as paged:
        if head:
            paged.write(head)
        for batch in page.batches():
            text = b"\n".join(batch).decode("utf-8", "replace")
            data: list[str] = []
            for rows in painter.rows(visible(text)):
                data += _numbered(rows, number, look) if numbers else rows
                number += 1
            if data and not paged.write(data):
                return
        rest: list[str] = []
        for at, rows in enumerate(painter.rest(), number):
            rest += _numbered(rows, at, look) if numbers else rows
        if rest:
            paged.write(rest)


def _painter(
    page: Page,
    theme: Theme,
    room: Callable[[], int],
    *,
    colours: bool,
    numbers: bool,
) -> Text | Document | Listing:
    """Return what turns the lines of a page into lines of the screen."""
    if page.kind in _MARKDOWN:
        from kimi_read.writers.terminal.document import Document
        from kimi_read.writers.terminal.table import ASCII, DRAWN

        drawn = DRAWN if _draws(os.environ) else ASCII
        return Document(theme, drawn, room, colours=colours, resumed=page.offset > 0)
    if page.kind == "archive":
        from kimi_read.writers.terminal.listing import Listing

        return Listing(theme, colours=colours)
    from kimi_read.writers.terminal.source import PROSE, Text, lexer_of

    lexer = lexer_of(page) if colours and page.kind == "text" else None
    words = page.format in PROSE
    return Text(theme, lexer, room if numbers else lambda: 0, words=words)


def _theme(name: str, *, colours: bool, ask: bool) -> Theme:
    """Return the theme of that name, else what ``KREAD_THEME`` or the terminal says."""
    wish = name or os.environ.get("KREAD_THEME", "")
    if colours and not exists(wish or AUTO):
        reason = f"there is no theme '{visible_name(wish)}'"
        if name:
            raise Usage(reason, hint=near(wish))
        notices.say(f"KREAD_THEME: {reason}; {near(wish)}")
        wish = ""
    name = wish
    if name in ("", AUTO):
        from kimi_read.writers.terminal.background import light

        name = "light" if colours and light(os.environ, ask=ask) else "dark"
    return Theme(name, depth(os.environ))


def _numbered(rows: list[str], number: int, look: str) -> list[str]:
    """Return the lines of the screen behind their one number."""
    reset = RESET if look else ""
    first = f"{look}{number:6d}{reset}\t{rows[0]}"
    return (
        [first, *(f"      \t{row}" for row in rows[1:])] if len(rows) > 1 else [first]
    )


def _draws(environment: Mapping[str, str]) -> bool:
    """Whether the terminal is one for UTF-8, as far as its locale tells."""
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        words = environment.get(name)
        if words:
            return "utf" in words.lower()
    return environment.get("TERM") not in ("linux", "dumb")

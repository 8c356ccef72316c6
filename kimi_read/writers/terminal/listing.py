"""The listing of an archive for a person: folders and links show what they are."""

from __future__ import annotations

import re

from kimi_read.writers.terminal.pieces import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.writers.terminal.theme import Theme

#: The mode, sizes (one or two), date and name of a member.
_MEMBER = re.compile(
    r"([-dlhcbps?][-rwxsStTlL]{0,9})( +[\d-]+(?: +[\d-]+)??)"
    r"(  (?:\d{4}-\d\d-\d\d \d\d:\d\d| {16})  )(.*)"
)
#: What a link leads to, and what is remarked on a member.
_AFTER = re.compile(r"( -> | link to )(.*?)(?=  \[|$)|  \[[^\]]*\]")
_HEAD = re.compile(r"mode +size .*name")


class Listing:
    """Turns the lines of a listing into those of the screen, one for one."""

    def __init__(self, theme: Theme, *, colours: bool) -> None:
        self._look = theme.look
        self._colours = colours

    def rows(self, text: str) -> Iterator[list[str]]:
        """Yield for each line of the page the line of the screen."""
        for line in text.split("\n"):
            yield [shown(self._pieces(line)) if self._colours else line]

    def rest(self) -> Iterator[list[str]]:
        """Yield what was held back: nothing ever is."""
        return iter(())

    def _pieces(self, line: str) -> list[tuple[str, str]]:
        match = _MEMBER.fullmatch(line)
        if match is None:
            look = "head" if _HEAD.fullmatch(line) else "muted"
            return [(line, self._look(look))]
        mode, sizes, date, name = match.groups()
        kinds = {"d": "heading", "l": "code", "h": "code"}
        after = _AFTER.search(name)
        end = after.start() if after else len(name)
        named = kinds.get(mode[0])
        pieces = [(mode, self._look("muted")), (sizes, ""),
                  (date, self._look("muted")),
                  (name[:end], self._look(named) if named else "")]  # fmt: skip
        while after:
            remark = after[0].startswith("  [")
            pieces.append((after[0], self._look("note" if remark else "muted")))
            following = _AFTER.search(name, after.end())
            if following is None:
                pieces.append((name[after.end() :], ""))
            after = following
        return pieces

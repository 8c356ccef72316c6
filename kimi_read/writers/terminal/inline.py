"""Markdown inside a line, coloured: what is a mark is muted, what it marks shows it.

The text stays as it is, mark by mark, so that what is measured and copied is
Markdown. One pass from left to right, in time linear in the length of the line.
Source: CommonMark 0.31, 2.4, 6; GFM 0.29, 6.5; CriticMarkup (changes).
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Look = Callable[[str], str]

_SUSPECT = re.compile(r"[\\`*~\[\]<{}_]")
_TOKEN = re.compile(
    r"""
    (?P<escape>\\[!-/:-@\[-`{-~])
  | (?P<tick>`+)
  | (?P<star>\*{1,3})
  | (?P<strike>~~)
  | (?P<target>\]\((?:<[^<>\n]*>|[^()\s<]*(?:\([^()\s]*\)[^()\s]*)*)
        (?:\ "(?:[^"\\]|\\.)*")?\))
  | (?P<open>!?\[)
  | (?P<note>(?<=\[)\^[^\]\s\[]{1,40}\])
  | (?P<insert>\{\+\+|\+\+\})
  | (?P<delete>\{--|--\})
  | (?P<remark>\{>>|<<\})
  | (?P<tag></?(?:sup|sub|u|b|i|em|strong|del|ins|mark|br)\ ?/?>)
    """,
    re.VERBOSE,
)
_STARS = {1: "italic", 2: "bold", 3: "bold italic"}


def inline(text: str, look: Look, *, bare: bool = False) -> list[tuple[str, str]]:
    """Return the pieces of one line of inline Markdown.

    ``bare`` leaves out the backslashes of escapes, where nobody takes the line for
    Markdown any more.
    """
    if _SUSPECT.search(text) is None:
        return [(text, "")]
    marks: list[tuple[str, str]] = []
    ticks = _runs(text)
    state = _State(look)
    at = 0
    while (match := _TOKEN.search(text, at)) is not None:
        start, end = match.span()
        if start > at:
            marks.append((text[at:start], state.look()))
        kind = match.lastgroup or ""
        if kind == "tick":
            end = _end_of_code(ticks, match[0], end)
            code = text[start:end]
            marks.append((code.replace("\\|", "|") if bare else code, look("code")))
        elif kind == "escape" and bare:
            marks.append((match[0][1:], state.look()))
        else:
            marks.append((match[0], state.step(kind, match[0])))
        at = end
    if at < len(text):
        marks.append((text[at:], state.look()))
    return marks


class _State:
    """What is open at some place of a line."""

    def __init__(self, look: Look) -> None:
        self._of = look
        self._bold = self._italic = False
        self._links = 0
        self._other = ""

    def look(self) -> str:
        """Return the look of plain words here."""
        if self._other:
            return self._of(self._other)
        if self._bold or self._italic:
            return self._of(_STARS[self._italic + 2 * self._bold])
        return ""

    def step(self, kind: str, mark: str) -> str:
        """Take a mark; return how it looks itself."""
        if kind == "star":
            self._bold ^= len(mark) > 1
            self._italic ^= len(mark) != 2
        elif kind == "note":
            return self._of("note")
        elif kind == "open":
            self._links += 1
        elif kind == "target":
            if not self._links:  # the bracket that it closes was none of a link
                return self.look()
            self._links -= 1
        elif kind in ("insert", "delete", "remark"):
            opens = mark[0] == "{"
            names = {"insert": "inserted", "delete": "deleted", "remark": "muted"}
            self._other = names[kind] if opens else ""
            return self._of(names[kind])
        return self._of("muted")


def _runs(text: str) -> dict[str, list[int]]:
    """Return where each run of backticks ends, by run, last first."""
    runs: dict[str, list[int]] = {}
    for match in re.finditer("`+", text):
        runs.setdefault(match[0], []).append(match.end())
    for ends in runs.values():
        ends.reverse()
    return runs


def _end_of_code(runs: dict[str, list[int]], tick: str, after: int) -> int:
    """Return where a code span ends; behind its first mark if it never does."""
    ends = runs.get(tick, [])
    while ends and ends[-1] <= after:
        ends.pop()
    return ends[-1] if ends else after

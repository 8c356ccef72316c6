"""Running heads and page numbers, told by evidence from several pages.

A line at the upper or lower edge is furniture if another page has the same text
in the same place, or one in which a number advances as the pages do. A number
must stand alone to count: text of the body is never furniture because its digits
were masked.
"""

from __future__ import annotations

import itertools
import re

from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kimi_read.formats.pdf.marks import Line, Word

#: How far into the page furniture may reach, as a share of its height.
BAND = 0.17
MAX_ROWS = 4
#: How much two copies may differ in place, in points.
_NEAR = 3.5
#: How far the body is from its furniture, from baseline to baseline, in font sizes.
_GAP = 1.9
_TOKEN = re.compile(r"(?<![\w.,/:-])(\d{1,4}|[ivxlc]{1,7})(?![\w,:]|[.-]\w|/\d{3})")
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_COUNTER = re.compile(
    r"\W*(?:p\.?|pg\.?|page|seite|s\.|página|pagina|стр\.?|sheet|folio|slide|blatt|第)?"
    r"\W*#(?:\W*(?:of|/|von|de|из|sur|di|共|\|)?\W*(?:\d+|#))?\W*(?:页|頁)?\W*",
    re.IGNORECASE,
)


@record(frozen=True, slots=True)
class Edge:
    """A line at the edge of a page. ``y`` is its distance from that edge."""

    text: str
    page: int
    top: bool
    y: float
    size: float
    line: Line

    def holds(self, word: Word) -> bool:
        """Whether a word lies in the line."""
        line = self.line
        x, y = (word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2
        return line.left - 1 <= x <= line.x1 + 1 and line.y0 <= y <= line.y1


@record(frozen=True, slots=True)
class Pattern:
    """What is furniture: ``text`` with ``#`` for a number that advances.

    The number is that of the page, counted from 0, plus ``offset``; None where
    there is no number.
    """

    text: str
    top: bool
    y: float
    offset: int | None
    slot: bool = False


def edges(lines: Sequence[Line], page: int, height: float) -> list[Edge]:
    """Return the lines at the edges of a page that stand apart from its body."""
    out: list[Edge] = []
    if not lines or height <= 0:
        return out
    for top in (True, False):
        for line in _apart(sorted(lines, key=lambda n: n.base, reverse=not top)):
            y = line.base if top else height - line.base
            if y > BAND * height:
                break
            text = f"{line.label} {line.text}" if line.label else line.text
            out.append(Edge(" ".join(text.split()), page, top, y, line.size, line))
    return out


def _apart(lines: list[Line]) -> list[Line]:
    """Return the first rows, from the edge inward, up to the last wide gap.

    The first lines of a text or of a table have no such gap behind them.
    """
    rows: list[list[Line]] = []
    for line in lines:
        if rows and abs(line.base - rows[-1][0].base) <= 0.4 * line.size:
            rows[-1].append(line)
        elif len(rows) > MAX_ROWS:
            break
        else:
            rows.append([line])
    if len(rows) == 1:
        return rows[0]
    cut = 0
    for at, (row, after) in enumerate(itertools.pairwise(rows), 1):
        step = abs(after[0].base - row[0].base)
        if at <= MAX_ROWS and step > _GAP * max(n.size for n in (*row, *after)):
            cut = at
    return [line for row in rows[:cut] for line in row]


def learn(pages: Iterable[Sequence[Edge]], letters: Sequence[int]) -> list[Pattern]:
    """Return the patterns that at least two of these pages share.

    ``letters`` is how much text each page has.
    """
    found: dict[tuple[str, bool, int | None], Pattern] = {}
    seen = list(pages)
    for at, edges_ in enumerate(seen):
        for one in edges_:
            for others in seen[at + 1 :]:
                for other in others:
                    pattern = _shared(one, other)
                    if pattern is not None:
                        key = (pattern.text, pattern.top, pattern.offset)
                        found.setdefault(key, pattern)
    patterns = [p for p in found.values() if not _fills(p, seen, letters)]
    return _slots(patterns, seen)


def _fills(
    pattern: Pattern, pages: list[Sequence[Edge]], letters: Sequence[int]
) -> bool:
    """Whether what a pattern matches is most of the text of its pages."""
    whole = half = 0
    for edges_, total in zip(pages, letters, strict=True):
        own = sum(len(e.text) for e in edges_ if matches(pattern, e))
        whole += own > 0
        half += own > 0.5 * total
    return half > 0.5 * whole


def _shared(one: Edge, other: Edge) -> Pattern | None:
    """Return the pattern of two lines of different pages, if they have one."""
    if (
        one.top != other.top
        or abs(one.y - other.y) > _NEAR
        or abs(one.size - other.size) > 0.5
    ):
        return None
    if one.text == other.text:
        numbers = _TOKEN.findall(one.text)
        if numbers and not re.search(r"[^\W\d]{3}", one.text):
            return None  # a number that does not advance is no page number
        return Pattern(one.text, one.top, one.y, None)
    tokens, rest = _TOKEN.findall(one.text), _TOKEN.findall(other.text)
    if not tokens or len(tokens) != len(rest):
        return None
    if _TOKEN.sub("#", one.text) != _TOKEN.sub("#", other.text):
        return None
    changed = [n for n, (a, b) in enumerate(zip(tokens, rest, strict=True)) if a != b]
    if len(changed) != 1:
        return None
    first, second = _value(tokens[changed[0]]), _value(rest[changed[0]])
    if not first or not second or second - first != other.page - one.page:
        return None
    return Pattern(_masked(one.text, changed[0]), one.top, one.y, first - one.page)


def _masked(text: str, which: int) -> str:
    """Return ``text`` with its number of that rank as ``#``."""
    match = list(_TOKEN.finditer(text))[which]
    return f"{text[: match.start()]}#{text[match.end() :]}"


def _value(token: str) -> int:
    if token.isdigit():
        return int(token)
    values = [_ROMAN.get(char, 0) for char in token]
    return sum(
        -a if a < b else a for a, b in zip(values, [*values[1:], 0], strict=True)
    )


def _slots(patterns: list[Pattern], pages: list[Sequence[Edge]]) -> list[Pattern]:
    """Add a place whose text changes with the chapter.

    It must have held two running heads already, and never any other line.
    """
    out = list(patterns)
    places: dict[tuple[bool, int], list[Pattern]] = {}
    for pattern in patterns:
        if pattern.offset is None:
            key = (pattern.top, round(pattern.y / _NEAR))
            places.setdefault(key, []).append(pattern)
    for (top, _), group in places.items():
        if len({pattern.text for pattern in group}) < 2:
            continue
        y = group[0].y
        known = {pattern.text for pattern in patterns}
        others = [
            edge for edges_ in pages for edge in edges_
            if edge.top == top and abs(edge.y - y) <= 1 and edge.text not in known
            and not any(matches(p, edge) for p in patterns)
        ]  # fmt: skip
        if len(others) <= len(group):
            out.append(Pattern("", top, y, None, slot=True))
    return out


def matches(pattern: Pattern, edge: Edge) -> bool:
    """Whether a line is a copy of a known pattern."""
    if pattern.top != edge.top:
        return False
    if pattern.slot:
        return abs(pattern.y - edge.y) <= 1
    if abs(pattern.y - edge.y) > 4 * _NEAR:
        return False
    if pattern.offset is None:
        return pattern.text == edge.text
    for number, match in enumerate(_TOKEN.finditer(edge.text)):
        if (
            _value(match[0]) == edge.page + pattern.offset
            and _masked(edge.text, number) == pattern.text
        ):
            return True
    return False


def find(patterns: list[Pattern], edges_: Iterable[Edge]) -> list[tuple[Edge, Pattern]]:
    """Return the lines of a page that are furniture, each with its pattern."""
    out = []
    for edge in edges_:
        pattern = next((p for p in patterns if matches(p, edge)), None)
        if pattern is not None:
            out.append((edge, pattern))
    return out


def counts(pattern: Pattern) -> bool:
    """Whether a pattern is nothing but a page number with its usual words."""
    return pattern.offset is not None and _COUNTER.fullmatch(pattern.text) is not None

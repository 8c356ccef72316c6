"""How many columns text takes on a terminal, and where it can be broken.

Widths are those of rich's tables of Unicode: two columns for East Asian wide
characters and emoji, none for combining marks. A cluster (a letter with its marks,
an emoji sequence, a flag) is never parted.
Source: Unicode UAX 11 (East Asian Width), UAX 14 (LB4 to LB15, in part), UAX 29
(3.1, in part), UTS 51 (1.4.5, ZWJ sequences).
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Slice = tuple[int, int]

#: Latin to Cyrillic without marks, punctuation, currencies, arrows, lines and blocks.
_NARROW = re.compile(
    "[\t -~\xa0-\xac\xae-\u02ff\u0370-\u0482\u2010-\u2027\u2030-\u205e"
    "\u20a0-\u20bf\u2190-\u2193\u2500-\u25fc]*"
)
_ZWJ = "\u200d"
_EMOJI_STYLE = "\ufe0f"
_FLAGS = ("\U0001f1e6", "\U0001f1ff")
_TONES = ("\U0001f3fb", "\U0001f3ff")
#: What does not begin a line, and what does not end one, in East Asian text.
_CLOSING = (
    "%,.!?:;)]}"
    "\u3001\u3002\uff0c\uff0e\uff1a\uff1b\uff1f\uff01\uff09\uff3d\uff5d\u3009"
    "\u300b\u300d\u300f\u3011\u3015\u3017\u2019\u201d\u2026\u30fc\u3005\u3041"
    "\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u30a1\u30a3\u30a5\u30a7"
    "\u30a9\u30c3\u30e3\u30e5\u30e7"
)
_OPENING = "([{\uff08\uff3b\uff5b\u3008\u300a\u300c\u300e\u3010\u3014\u3016\u2018\u201c"


def narrow(text: str) -> bool:
    """Whether each character of ``text`` surely takes one column."""
    return text.isascii() or _NARROW.fullmatch(text) is not None


def width(text: str) -> int:
    """Return the number of columns that a line takes; TAB counts as one."""
    if narrow(text):
        return len(text)
    return sum(columns for _, _, columns in clusters(text))


def clusters(text: str) -> Iterator[tuple[int, int, int]]:
    """Yield the start, the end and the columns of each cluster."""
    from rich.cells import get_character_cell_size as columns_of

    start, columns, joined, flag = 0, 0, False, False
    for at, char in enumerate(text):
        own = 1 if char == "\t" else columns_of(char)
        stays = char in (_ZWJ, _EMOJI_STYLE) or _TONES[0] <= char <= _TONES[1]
        half = _FLAGS[0] <= char <= _FLAGS[1]
        if at and (joined or not own or (stays and columns) or (half and flag)):
            if half and flag:  # two letters are one flag
                columns, flag = 2, False
            elif char == _EMOJI_STYLE and columns == 1 and text[start] > "\u00ff":
                columns = 2
            else:
                columns = max(columns, own)
        else:
            if at:
                yield start, at, columns
            start, columns, flag = at, own, half
        joined = char == _ZWJ
    if text:
        yield start, len(text), columns


def cut(text: str, room: int) -> str:
    """Return ``text``, ended with ``…`` where it takes more than ``room`` columns."""
    if width(text) <= room:
        return text
    kept = text[: folded(text, room - 1)[0][1]] if room > 1 else ""
    return f"{kept}…" if width(kept) < room else "…"


def folded(text: str, room: int, later: int = 0) -> list[Slice]:
    """Return the parts of ``text`` that fill ``room`` columns each, whatever they cut.

    Parts after the first have ``later`` columns, if that is given.
    """
    if narrow(text):
        out = [(0, min(room, len(text)))]
        step = later or room
        out += [(a, min(a + step, len(text))) for a in range(room, len(text), step)]
        return out
    out = []
    start, used = 0, 0
    for at, _, columns in clusters(text):
        if used + columns > room and at > start:
            out.append((start, at))
            start, used, room = at, 0, later or room
        used += columns
    out.append((start, len(text)))
    return out


def wrapped(text: str, room: int, later: int = 0) -> list[Slice]:
    """Return the parts of ``text`` broken at blanks, within ``room`` columns each.

    A word that is too long is parted; East Asian text breaks between any two of its
    characters that may part. Blanks at a break belong to no part. Parts after the
    first have ``later`` columns, if that is given.
    """
    if narrow(text):
        return _plain(text, room, later or room)
    if width(text) <= room:
        return [(0, len(text))]
    return _mixed(text, room, later or room)


def longest_word(text: str) -> int:
    """Return the columns of the longest part that ``wrapped`` would keep whole."""
    return max(map(_whole, text.split(" ")))


def _whole(word: str) -> int:
    if narrow(word):
        return len(word)
    columns = [part[2] for part in clusters(word)]
    return 2 if 2 in columns else sum(columns)


def _plain(text: str, room: int, later: int) -> list[Slice]:
    out = []
    start, end = 0, len(text)
    while end - start > room:
        at = text.rfind(" ", start + 1, start + room + 1)
        if at > start and text[start:at].strip():
            out.append((start, at))
            start = at + 1
            while start < end and text[start] == " ":
                start += 1
        else:
            out.append((start, start + room))
            start += room
        room = later
    if start < end or not out:
        out.append((start, end))
    return out


def _mixed(text: str, room: int, later: int) -> list[Slice]:
    parts = [*clusters(text)]
    out = []
    first, used, may, at = 0, 0, 0, 0  # ``may``: the part before which a line may end
    while at < len(parts):
        columns = parts[at][2]
        if at > first and _may_break(text, parts, at):
            may = at
        if used + columns > room and at > first and not _is_blank(text, parts[at]):
            stop = may if may > first else at
            out.append((parts[first][0], _without_blanks(text, parts, first, stop)))
            while stop < len(parts) and _is_blank(text, parts[stop]):
                stop += 1
            first = at = stop
            used, room = 0, later
            continue
        used += columns
        at += 1
    if first < len(parts) or not out:
        stop = len(parts)
        end = _without_blanks(text, parts, first, stop) if used > room else len(text)
        out.append((parts[first][0], end))
    return out


def _may_break(text: str, parts: list[tuple[int, int, int]], at: int) -> bool:
    """Whether a line may end before part ``at``."""
    char, before = text[parts[at][0]], text[parts[at - 1][0]]
    if _is_blank(text, parts[at - 1]):
        return not _is_blank(text, parts[at])
    wide = parts[at][2] == 2 or parts[at - 1][2] == 2
    return wide and char != " " and char not in _CLOSING and before not in _OPENING


def _without_blanks(
    text: str, parts: list[tuple[int, int, int]], first: int, stop: int
) -> int:
    while stop > first + 1 and _is_blank(text, parts[stop - 1]):
        stop -= 1
    return parts[stop - 1][1]


def _is_blank(text: str, part: tuple[int, int, int]) -> bool:
    return text[part[0] : part[1]] == " "

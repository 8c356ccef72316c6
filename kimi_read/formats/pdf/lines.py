"""Words to rows and to segments of rows."""

from __future__ import annotations

from itertools import groupby, islice, pairwise
from math import inf
from operator import attrgetter, or_, sub

from kimi_read.formats.pdf.marks import Line, Word, apart
from kimi_read.formats.pdf.words import NARROW_GAP, join, leftward

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_PLACE = attrgetter("base", "x0")
_BASE, _LEFT, _RIGHT = attrgetter("base"), attrgetter("x0"), attrgetter("x1")
_SIZE, _BLANK, _TRAIL = attrgetter("size"), attrgetter("blank"), attrgetter("trail")
_BLANKS = attrgetter("blanks")
#: A gap over this, in units of the font size, parts segments of a row.
SEGMENT_GAP = 1.0
#: The same for a gap without a blank, where blanks are drawn.
BARE_GAP = 0.3
_ROWS = 6
#: The most places that are looked at: a page may be made of gaps.
_MOST = 40
_SMALL = 0.86
#: The most letters of a super- or subscript.
_RAISED = 6
#: Small words close to each other with more letters than this are a line of text.
_LINE = 12


def rows(words: list[Word]) -> list[list[Word]]:
    """Group words by baseline, top to bottom; each row runs from left to right.

    Super- and subscripts join the row of the word that they touch. Phrases stay
    whole where nothing is near them.
    """
    out: list[list[Word]] = []
    bases: list[float] = []
    mixed: set[int] = set()
    for base, level in groupby(sorted(words, key=_PLACE), _BASE):
        row = list(level)
        room = base - bases[-1] if bases else inf
        near = 0
        while near < len(row) and room <= max(0.22 * row[near].size, 0.6):
            near += 1
        if near:
            out[-1] += row[:near]
            mixed.add(len(out) - 1)
        if near < len(row):
            out.append(row[near:])
            bases.append(base)
    _raise(out, bases, mixed)
    if not mixed:
        return out
    for at in mixed:
        row = out[at] = apart(out[at])
        row.sort(key=_LEFT)
        bases[at] = max(row, key=_weight).base if row else 0.0
    order = sorted(range(len(out)), key=bases.__getitem__)
    return [out[at] for at in order if out[at]]


def _weight(word: Word) -> tuple[float, int]:
    return word.size, len(word.text)


def _raise(out: list[list[Word]], bases: list[float], mixed: set[int]) -> None:
    """Move super- and subscripts to the row that they belong to.

    The numbers of rows that lose or gain one are added to ``mixed``.
    """
    tall = [max(map(_SIZE, row)) for row in out]
    for number, row in enumerate(out):
        for step in (1, -1):
            other = number + step
            if not 0 <= other < len(out) or not row or not out[other]:
                continue
            if abs(bases[other] - bases[number]) > 0.75 * tall[other]:
                continue
            row[:], out[other][:] = apart(row), apart(out[other])
            lines = _lines_of_text(row)
            for word in list(row):
                if id(word) in lines:
                    continue
                host = _host(word, out[other])
                if host is not None:
                    row.remove(word)
                    word.rise = 1 if host.base > word.base else -1
                    out[other].append(word)
                    mixed |= {number, other}
            tall[number] = max(map(_SIZE, row), default=0.0)


def _lines_of_text(row: list[Word]) -> set[int]:
    """Return the ids of words that stand in a line of small text, no script.

    A title has small lines right above and below it.
    """
    if len(row) < 3:
        return set()
    out: set[int] = set()
    run: list[Word] = []
    for word in [*sorted(row, key=lambda w: w.x0), None]:
        if word is not None and (not run or word.x0 - run[-1].x1 < 0.6 * word.size):
            run.append(word)
            continue
        if sum(len(part.text) for part in run) > _LINE:
            out.update(map(id, run))
        run = [] if word is None else [word]
    return out


def _host(word: Word, row: list[Word]) -> Word | None:
    """Return the word of ``row`` that a small one is attached to."""
    if len(word.text) > _RAISED:
        return None
    for host in row:
        shift = abs(host.base - word.base)
        if host.rise or not 0.1 * host.size < shift < 0.72 * host.size:
            continue
        if word.base - 0.75 * word.size > host.base:
            continue  # a line under a large word
        reach = 0.45 * host.size
        near = (
            -reach < word.x0 - host.x1 < reach
            or -reach < host.x0 - word.x1 < reach
            or (host.x0 < word.x0 and word.x1 < host.x1)
        )
        if near and (word.size <= _SMALL * host.size or _touching(word, host)):
            return host
    return None


def _touching(word: Word, host: Word) -> bool:
    """Whether a word that is hardly smaller is set off right beside another.

    Browsers and others set superscripts in nearly the size of the text.
    """
    room = max(word.x0 - host.x1, host.x0 - word.x1)
    raised = host.base - word.base
    return (
        word.size <= host.size
        and (raised > 0.25 * host.size or (raised < 0 and len(word.text) < 3))
        and abs(room) < 0.12 * host.size
        and not (word.blank if word.x0 > host.x0 else host.blank)
    )


def segments(words: list[Word]) -> list[Line]:
    """Return the segments of all rows, rows from top to bottom.

    Where the blanks between words are drawn, a gap without one parts cells, however
    narrow it is.
    """
    out: list[Line] = []
    table = [_untangled(row) for row in rows(words)]
    widest = list(map(_widest, table))
    close = [
        gap <= BARE_GAP or (gap <= NARROW_GAP and _all_drawn(row))
        for row, gap in zip(table, widest, strict=True)
    ]
    if all(close):
        return [Line(join(row)) for row in table]
    drawn = blanks_drawn(table)
    gutters = _gutters(table, widest)
    for whole, unparted in zip(table, close, strict=True):
        if unparted:
            out.append(Line(join(whole)))
            continue
        row = apart(whole)
        start = 0
        bare = drawn and not leftward(row)
        reach = row[0].x1
        scale = 0.0
        for at in range(1, len(row)):
            word, last = row[at], row[at - 1]
            room = word.x0 - reach
            if room > BARE_GAP * word.size or room > BARE_GAP * last.size:
                em = min(max(word.size, last.size), 3 * min(word.size, last.size))
                if room > 0.6 * SEGMENT_GAP * em:
                    scale = scale or _narrow(row)
                if (
                    (
                        scale
                        and room > SEGMENT_GAP * em * scale
                        and not (room < 2 * SEGMENT_GAP * em and _even(row, at, 3))
                    )
                    or (
                        bare
                        and room > BARE_GAP * em
                        and not _blank(last, word)
                        and not _even(row, at, 1)
                    )
                    or (gutters and room > NARROW_GAP * em and _in(gutters, word.x0))
                ):
                    out.append(Line(join(row[start:at])))
                    start = at
            if word.x1 > reach:  # noqa: PLR1730
                reach = word.x1
        out.append(Line(join(row[start:])))
    return out


def _untangled(row: list[Word]) -> list[Word]:
    """Take the phrases of a row apart, if anything in it lies over another."""
    if len(row) < 2 or not any(map(_BLANKS, row)):
        return row
    if min(map(sub, map(_LEFT, islice(row, 1, None)), map(_RIGHT, row))) >= 0:
        return row
    return sorted(apart(row), key=_LEFT)


def _widest(row: Sequence[Word]) -> float:
    """Return the widest gap of a row, in units of its smallest font size."""
    if len(row) < 2:
        return 0.0
    gap: float = max(map(sub, map(_LEFT, islice(row, 1, None)), map(_RIGHT, row)))
    return gap / (min(map(_SIZE, row)) or 1.0)


def _all_drawn(row: Sequence[Word]) -> bool:
    """Whether a blank is drawn between all words of a row."""
    return all(map(or_, map(_BLANK, islice(row, 1, None)), map(_TRAIL, row)))


def _gutters(table: Sequence[Sequence[Word]], widest: Sequence[float]) -> list[float]:
    """Return where words begin in many rows behind more than a usual blank.

    There a column begins whose neighbour is close. Hardly a row between two of them
    may have a word across. ``widest`` is the widest gap of each row.
    """
    if sum(1 for gap in widest if gap > NARROW_GAP) < _ROWS:
        return []
    found: dict[int, list[tuple[int, float]]] = {}
    for number, row in enumerate(table):
        if widest[number] <= NARROW_GAP:
            continue
        for last, word in pairwise(row):
            if word.x0 - last.x1 > NARROW_GAP * word.size and not word.style.mono:
                found.setdefault(round(word.x0 / 2), []).append((number, word.x0))
    out: list[float] = []
    usual = sorted(found.items(), key=lambda item: -len(item[1]))
    for slot, places in usual[:_MOST]:
        near = places + found.get(slot + 1, [])
        if len(near) < _ROWS:
            continue
        x = sorted(place for _, place in near)[len(near) // 2]
        near = [place for place in near if abs(place[1] - x) < 1.5]
        if len(near) < _ROWS or (out and _in(out, x)):
            continue
        across = sum(
            1
            for (one, _), (two, _) in pairwise(sorted(near))
            if two - one < _ROWS
            for row in table[one + 1 : two]
            if any(w.x0 < x - 1.5 and w.x1 > x for w in apart(row))
        )
        if across <= 0.2 * len(near):
            out.append(x)
    return out


def _blank(last: Word, word: Word) -> bool:
    """Whether a blank is drawn between two words."""
    return word.blank or last.trail


def _even(row: list[Word], at: int, least: int) -> bool:
    """Whether the gap before a word is just as wide as the ``least`` next to it.

    So are those of a justified line, whose blanks may be moves; cells are words of
    unlike width.
    """
    gap = row[at].x0 - row[at - 1].x1
    near = 0.03 * row[at].size
    alike = 0
    for step in (-1, 1):
        one = at - 1 + step
        while 0 <= one < len(row) - 1 and alike < least:
            last, word = row[one], row[one + 1]
            figures = any(map(str.isdigit, last.text + word.text))
            if figures or abs(word.x0 - last.x1 - gap) > near:
                break
            alike += 1
            one += step
    return alike >= least


def _in(gutters: list[float], x: float) -> bool:
    return any(abs(x - at) < 1.5 for at in gutters)


def blanks_drawn(table: Sequence[Sequence[Word]]) -> bool:
    """Whether nearly all gaps of the width of a blank hold one."""
    bare = (row for row in table if not _all_drawn(row))
    without = sum(1 for last, word in _usual(bare) if not _blank(last, word))
    drawn = (True for last, word in _usual(table) if _blank(last, word))
    return next(islice(drawn, max(12, 3 * without), None), False)


def _usual(table: Iterable[Sequence[Word]]) -> Iterator[tuple[Word, Word]]:
    """Yield neighbours with a gap of the width of a blank, but none of code."""
    for row in table:
        for last, word in pairwise(apart(row)):
            if (
                0.15 * word.size < word.x0 - last.x1 < 0.5 * word.size
                and not word.style.mono
                and not last.style.mono
            ):
                yield last, word


def _narrow(row: list[Word]) -> float:
    """Return 1, or less where letters are set narrower than usual."""
    letters = sum(len(word.text) * word.size for word in row)
    wide = sum(word.x1 - word.x0 for word in row)
    return min(1.0, max(0.6, 2.2 * wide / letters)) if letters else 1.0


def merged(parts: list[Line]) -> Line:
    """Return one line made of segments of one row, in order of x."""
    if len(parts) == 1:
        return parts[0]
    words: list[Word] = []
    back = leftward([word for part in parts for word in part.words])
    first, *others = sorted(parts, key=lambda p: p.left, reverse=back)
    words += first.words
    for part in others:
        part.all_words()[0].gap = True
        words += part.all_words()
    line = Line(words)
    line.label, line.label_x, line.sign = first.label, first.label_x, first.sign
    line.boxed = first.boxed
    return line


def beside(row: list[Line], line: Line) -> bool:
    """Whether a line stands on the same row as others.

    Cells of one row may differ in font, and with it in baseline.
    """
    first = row[0]
    shift = abs(line.base - first.base)
    if shift <= 0.15 * min(line.size, first.size):
        return True
    if shift > 0.32 * max(line.size, first.size):
        return False
    return all(line.left > other.x1 or line.x1 < other.left for other in row)

"""Lines to rows of a table, since a cell may hold several lines."""

from __future__ import annotations

import re
from itertools import pairwise

from kimi_read.formats.pdf.chunks import Chunk, nearest
from kimi_read.formats.pdf.grids import Cell
from kimi_read.formats.pdf.lines import rows as rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kimi_read.formats.pdf.marks import Word

#: A cell of more letters is a line of text.
_LONG = 24
#: A gap of more than this, in units of the font size, is as wide as any.
_APART = 1.2
_FIGURES = re.compile(r"[\s\d.,%+()\-–−$€£]+$")  # noqa: RUF001


def groups(
    rows: list[list[Word]],
    parts: list[list[Chunk]],
    columns: list[tuple[float, float]],
    em: float,
    floors: Sequence[float],
) -> list[list[int]]:
    """Group lines to rows of the table, since cells may hold several lines.

    A rule parts rows. Else a gap does that is clearly wider than those between
    lines; where all gaps are alike, a line with text in its first column or in
    most of them begins a row.
    """
    spans = [_extent(row) for row in rows]
    gaps = [b[0] - a[1] for a, b in pairwise(spans)]
    cuts = [
        any(a[1] - 0.3 * em <= y <= b[0] + 0.3 * em for y in floors)
        for a, b in pairwise(spans)
    ]
    if _each_ruled(parts, columns, cuts):
        starts = [0, *(at for at, cut in enumerate(cuts, 1) if cut), len(rows)]
        return [[*range(a, b)] for a, b in pairwise(starts)]
    most = _APART * em  # a block set far apart says nothing of the lines above it
    ordered = sorted(min(g, most) for g, cut in zip(gaps, cuts, strict=True) if not cut)
    limit = None
    if len(ordered) > 1:
        jumps = [(b - a, (a + b) / 2) for a, b in pairwise(ordered)]
        jump, middle = max(jumps)
        if jump > 0.22 * em and ordered[0] < 0.55 * em:
            limit = middle
    out: list[list[int]] = [[0]]
    for at in range(1, len(rows)):
        if cuts[at - 1] or (at > 1 and _between(parts, spans, at - 1)):
            new = True
        elif at + 1 < len(rows) and _between(parts, spans, at):
            new = False
        elif gaps[at - 1] < -0.45 * em or (
            gaps[at - 1] < -0.2 * em and not _stacks(gaps, at, em)
        ):
            # cells set a little lower than their neighbours
            new = _anew(parts, spans, out[-1], at, columns, em)
        elif limit is not None:
            new = gaps[at - 1] > limit or (
                gaps[at - 1] < 0 and _anew(parts, spans, out[-1], at, columns, em)
            )
        elif gaps[at - 1] > 0.75 * em:
            new = True
        else:
            new = _begins(parts, at, columns, em)
        if new:
            out.append([at])
        else:
            out[-1].append(at)
    return [part for group in out for part in _single(group, parts, columns, em)]


def _anew(  # noqa: PLR0913, PLR0917
    parts: list[list[Chunk]],
    spans: list[tuple[float, float]],
    group: list[int],
    at: int,
    columns: list[tuple[float, float]],
    em: float,
) -> bool:
    """Whether a line begins a row though it reaches into the one above.

    That one is a cell in the middle of two rows; the line has what the first of
    them has, and does not go on with it.
    """
    whole = [n for n in group if spans[at][0] >= spans[n][1]]
    if not whole:
        return False
    above = parts[whole[-1]]
    over = {nearest(columns, (c.x0 + c.x1) / 2) for c in above}
    shared = [
        (n, c) for c in parts[at]
        if (n := nearest(columns, (c.x0 + c.x1) / 2)) in over
    ]  # fmt: skip
    return len(shared) > 1 and not any(
        _wrapped(above, chunk, columns[n], em, alone=False) for n, chunk in shared
    )


def _between(
    parts: list[list[Chunk]], spans: list[tuple[float, float]], at: int
) -> bool:
    """Whether a line stands half-way between two rows of a head, which are apart.

    Its cells go over both; the row above has cells over several columns.
    """
    (_, upper), (top, foot), (lower, _) = spans[at - 1 : at + 2]
    return (
        top < upper < lower < foot
        and len(parts[at + 1]) > len(parts[at - 1])
        and not any(
            c.x0 < other.x1 and other.x0 < c.x1
            for c in parts[at]
            for other in (*parts[at - 1], *parts[at + 1])
        )
    )


def _each_ruled(
    parts: list[list[Chunk]], columns: list[tuple[float, float]], cuts: list[bool]
) -> bool:
    """Whether there is a rule under each row: then what is between is one row.

    Rules under groups of rows are few for the lines, or have lines that fill all
    columns, or figures one below the other.
    """
    bands = sum(cuts) + 1
    if bands < 4 or len(parts) == bands or len(parts) > 2.5 * bands:
        return False
    for at, cut in enumerate(cuts):
        if cut:
            continue
        if len(parts[at + 1]) == len(columns):
            return False
        upper, lower = (
            {
                nearest(columns, (c.x0 + c.x1) / 2)
                for c in parts[n]
                if _FIGURES.match(c.text)
            }
            for n in (at, at + 1)
        )
        if upper & lower:
            return False
    return True


def _stacks(gaps: Sequence[float], at: int, em: float) -> bool:
    """Whether lines reach into each other all along: two stacks side by side.

    A value in the middle of a taller cell reaches into two of its lines.
    """
    low = high = at - 1
    while low and gaps[low - 1] < -0.2 * em:
        low -= 1
    while high + 1 < len(gaps) and gaps[high + 1] < -0.2 * em:
        high += 1
    return high - low > 1


def _begins(
    parts: list[list[Chunk]], at: int, columns: list[tuple[float, float]], em: float
) -> bool:
    """Whether a line begins a row, by what it fills; all gaps being alike."""
    filled = {nearest(columns, (c.x0 + c.x1) / 2): c for c in parts[at]}
    if 0 not in filled and len(filled) <= 0.5 * len(columns):
        return False
    firsts = [chunk.words[0].text[0] for chunk in filled.values()]
    if len(filled) > 1 and 0 in filled and len(filled) == len(columns):  # noqa: SIM102
        if any(c.isdigit() for c in firsts) and not any(c.islower() for c in firsts):
            return True
    alone = len(filled) == 1
    if not alone and all(c.islower() for c in firsts):
        # beside long text that goes on, a short cell does so as well
        alone = any(len(chunk.text) > _LONG for chunk in parts[at - 1]) and _within(
            parts[at - 1], filled, columns
        )
    return not all(
        _wrapped(parts[at - 1], chunk, columns[n], em, alone=alone)
        for n, chunk in filled.items()
    )


def _within(
    above: list[Chunk], filled: dict[int, Chunk], columns: list[tuple[float, float]]
) -> bool:
    """Whether each cell of a line stands under one of the line above."""
    over = {nearest(columns, (c.x0 + c.x1) / 2) for c in above}
    return over.issuperset(filled)


def _single(
    group: list[int],
    parts: list[list[Chunk]],
    columns: list[tuple[float, float]],
    em: float,
) -> list[list[int]]:
    """Part a group whose lines are rows of their own, though they stand close."""
    if len(group) < 3:
        return [group]
    begun = [at for at in group[1:] if _begins(parts, at, columns, em)]
    first = nearest(columns, parts[group[0]][0].x0)
    leads = [
        at for at in group
        if len(parts[at]) > 1 and nearest(columns, parts[at][0].x0) == first
        and (not first or _FIGURES.match(parts[at][-1].text))
    ]  # fmt: skip
    if first and len(leads) == len(group):
        return [[at] for at in group]  # sums, each with its figure
    if len(leads) < 0.7 * len(group) or len(begun) < 0.7 * (len(group) - 1):
        return [group]
    out: list[list[int]] = [group[:1]]
    for at in group[1:]:
        if at in begun:
            out.append([at])
        else:
            out[-1].append(at)
    return out


def _wrapped(
    above: list[Chunk],
    chunk: Chunk,
    column: tuple[float, float],
    em: float,
    *,
    alone: bool,
) -> bool:
    """Whether a line of a cell goes on with the line above it.

    It does if its first word had no room there. Where it is ``alone`` in its row a
    small letter will do.
    """
    last = next((c for c in above if c.x0 < column[1] and c.x1 > column[0]), None)
    if last is None:
        return False
    word = chunk.words[0]
    if alone and word.text[0].islower() and len(above) > 1:
        return True
    if not alone and (len(last.text) < 14 or len(last.words) < 2):
        return False
    return column[1] - last.x1 < word.x1 - word.x0 + 0.25 * em


def _extent(row: Sequence[Word]) -> tuple[float, float]:
    """Return upper and lower edge of a line, the same for all fonts."""
    return (
        min(w.base - 0.75 * w.size for w in row),
        max(w.base + 0.2 * w.size for w in row),
    )


def unruled_rows(cells: list[Cell]) -> list[list[Cell]]:
    """Part one ruled row into the rows that its lines are, if they are rows.

    They are if most lines fill several cells and begin anew, instead of going on
    with the line above.
    """
    owner = {id(word): at for at, cell in enumerate(cells) for word in cell.words}
    lines = rows_of([word for cell in cells for word in cell.words])
    if len(lines) < 3:
        return [cells]
    columns = [
        (min(w.x0 for w in c.words), max(w.x1 for w in c.words))
        if c.words
        else (-9.0, -9.0)
        for c in cells
    ]
    parts: list[list[Chunk]] = []
    for line in lines:
        row: dict[int, Chunk] = {}
        for word in line:
            at = owner[id(word)]
            if at in row:
                row[at].words.append(word)
                row[at].x1 = max(row[at].x1, word.x1)
            else:
                row[at] = Chunk(word)
        parts.append([row[at] for at in sorted(row)])
    sizes = sorted(word.size for cell in cells for word in cell.words)
    em = sizes[len(sizes) // 2]
    spans = [_extent(line) for line in lines]
    if any(b[0] - a[1] < -0.2 * em for a, b in pairwise(spans)):
        return [cells]  # values set in the middle of taller cells
    begun = [at for at in range(1, len(parts)) if _begins(parts, at, columns, em)]
    several = sum(1 for part in parts if len(part) > 1)
    if len(begun) < 0.7 * (len(parts) - 1) or several < 0.6 * len(parts):
        return [cells]
    out: list[list[Cell]] = []
    for at, line in enumerate(lines):
        if not out or at in begun:
            out.append([Cell(c.row, c.column, 1, c.wide) for c in cells])
        for word in line:
            out[-1][owner[id(word)]].words.append(word)
    return out

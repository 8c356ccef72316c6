"""Words to a table without a full grid: columns by empty strips, rows by gaps.

A column strip is one that no row crosses, but for a few: those hold cells over
several columns. No word is dropped: each goes to the column it lies in, or to the
nearest.
"""

from __future__ import annotations

import itertools

from kimi_read.formats.pdf.chunks import Chunk, chunks, nearest
from kimi_read.formats.pdf.grids import Cell, Grid
from kimi_read.formats.pdf.lines import BARE_GAP
from kimi_read.formats.pdf.table_rows import groups

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kimi_read.formats.pdf.marks import Rule, Word

MAX_COLUMNS = 40


def blank(rows: Sequence[Sequence[Word]], em: float) -> float:
    """Return the room that parts cells: more than the blanks between words are."""
    words = [word for row in rows for word in row]
    em = narrow(words, em)
    gaps = sorted(
        gap
        for row in rows
        for last, word in itertools.pairwise(row)
        if 0.1 * em < (gap := word.x0 - last.x1) < 0.9 * em
    )
    mono = sum(1 for word in words if word.style.mono)
    most = 0.62 * em if mono > 0.3 * len(words) else 0.34 * em
    usual = min(gaps[len(gaps) // 4], most) if len(gaps) > 3 else 0.28 * em
    return max(0.4 * em, 1.3 * usual)


def narrow(words: Sequence[Word], em: float) -> float:
    """Return the font size, less where the letters are set narrower than usual."""
    letters = sum(len(word.text) for word in words)
    wide = sum(word.x1 - word.x0 for word in words)
    return min(em, max(0.5 * em, 2.0 * wide / letters)) if letters else em


def strips(
    rows: Sequence[Sequence[Chunk]], gap: float, cuts: Sequence[float] = ()
) -> list[tuple[float, float]]:
    """Return the columns as (left, right), parted by strips that hardly a row crosses.

    ``cuts`` are places where a vertical rule parts them in any case.
    """
    count = sum(1 for row in rows if len(row) > 1)
    allowed = 0 if count < 3 else max(1, round(0.14 * count))
    events: list[tuple[float, int]] = []
    for row in rows:
        for chunk in row:
            events += ((chunk.x0, 1), (chunk.x1, -1))
    events.sort(key=lambda e: (e[0], -e[1]))
    if not events:
        return []
    low, high = events[0][0], max(x for x, _ in events)
    covered, last = 0, low
    free: list[tuple[float, float, int]] = []
    for x, step in events:
        if covered <= allowed and x - last > 0.1:
            if free and abs(free[-1][1] - last) < 0.1:
                free[-1] = free[-1][0], x, max(free[-1][2], covered)
            else:
                free.append((last, x, covered))
        covered += step
        last = x
    edges = [low]
    for left, right, crossed in _least(free, rows):
        if right - left < gap and not any(left <= cut <= right + 0.1 for cut in cuts):
            continue
        if crossed and right - left < 1.2 * gap:
            continue
        edges += [left, right]
    edges.append(high)
    if len(edges) > 2:
        edges[1:1] = _numbers(rows, edges[0], edges[1])
    columns = list(zip(edges[::2], edges[1::2], strict=True))
    return _supported(columns, rows)


def _numbers(rows: Sequence[Sequence[Chunk]], left: float, right: float) -> list[float]:
    """Return the strip behind row numbers that stand close to the next column."""
    first = [row[0].words for row in rows if row and row[0].x0 < right]
    heads = [w for w in first if w[0].x0 < left + 4 * w[0].size and len(w) > 1]
    number = [
        w for w in heads if w[0].text.strip(".)").isdigit() and len(w[0].text) < 5
    ]
    if len(number) < 3 or len(number) < 0.55 * len(first):
        return []
    if len({w[0].text for w in number}) < len(number):
        return []
    stop = max(w[0].x1 for w in number)
    start = min(w[1].x0 for w in number)
    if stop >= start or any(w[0].x0 < start - 1 < w[0].x1 for w in first):
        return []
    return [stop, start]


def _least(
    free: list[tuple[float, float, int]], rows: Sequence[Sequence[Chunk]]
) -> list[tuple[float, float, int]]:
    """Narrow each strip to the part that the fewest rows cross."""
    out = []
    for left, right, crossed in free:
        if not crossed:
            out.append((left, right, 0))
            continue
        marks = sorted(
            {left, right}
            | {x for row in rows for c in row for x in (c.x0, c.x1) if left < x < right}
        )
        best = None
        for a, b in itertools.pairwise(marks):
            middle = (a + b) / 2
            over = sum(1 for row in rows for c in row if c.x0 < middle < c.x1)
            if best is None or (over, a - b) < (best[2], best[0] - best[1]):
                best = (a, b, over)
        if best is not None:
            out.append(best)
    return out


def _supported(
    columns: list[tuple[float, float]], rows: Sequence[Sequence[Chunk]]
) -> list[tuple[float, float]]:
    """Join a column that hardly a row begins in with its neighbour."""
    out: list[tuple[float, float]] = []
    for left, right in columns:
        support = sum(
            1
            for row in rows
            if any(c.x0 < right and c.x1 > left and c.x0 >= left - 1 for c in row)
        )
        if out and support < min(2, len(rows)):
            out[-1] = out[-1][0], right
        else:
            out.append((left, right))
    return out


def _headless(
    columns: list[tuple[float, float]], rows: Sequence[Sequence[Chunk]], em: float
) -> list[tuple[float, float]]:
    """Join a column that is nothing but a head with the one beside it that has none.

    The head stands at the left and the figures below it at the right, or the other
    way round, with no strip between that is wider than a letter.
    """
    filled: list[list[int]] = [[] for _ in columns]
    for at, row in enumerate(rows):
        for chunk in row:
            filled[nearest(columns, (chunk.x0 + chunk.x1) / 2)].append(at)
    out: list[tuple[float, float]] = []
    last: list[int] = []
    for column, here in zip(columns, filled, strict=True):
        close = out and column[0] - out[-1][1] < em
        if close and last and here and len(rows) > 3:
            upper, lower = sorted((last, here), key=min)
            if max(upper) < min(lower) and len(upper) < 3 <= len(lower):
                out[-1] = out[-1][0], column[1]
                last = [*last, *here]
                continue
        out.append(column)
        last = here
    return out


def grid(  # noqa: PLR0913
    rows: list[list[Word]],
    em: float,
    floors: Sequence[float],
    inner: Sequence[Rule] = (),
    walls: Sequence[float] = (),
    *,
    drawn: bool = False,
) -> Grid | None:
    """Return the table that these rows of words make, or None.

    ``drawn`` says that blanks between words are drawn on this page.

    ``floors`` are the y of rules or shades across the table; ``inner`` are shorter
    ones, under a cell of several columns; ``walls`` the x of vertical rules.
    """
    gap = blank(rows, em)
    bare = BARE_GAP * em if drawn else 0.0
    parts = [chunks(row, gap, bare) for row in rows]
    starts = _starts(parts, ruled=len(floors) > 1)
    parts = _aligned(parts, starts, inner)
    gap = min(gap, bare or gap)
    bound = parts
    if inner:
        bound = [
            [c for c in row if not _headed(c, parts[at + 1 : at + 3], inner)]
            for at, row in enumerate(parts)
        ]
    columns = _headless(strips(bound, gap, [*walls, *starts]), parts, em)
    if not 2 <= len(columns) <= MAX_COLUMNS:
        return None
    if columns[0][1] + gap > columns[1][0]:
        parts = [_parted(row, columns[1][0]) for row in parts]
    grouped = groups(rows, parts, columns, em, [*floors, *(r.at for r in inner)])
    cells: list[Cell] = []
    for number, group in enumerate(grouped):
        row: dict[int, Cell] = {}
        for at in group:
            for chunk in parts[at]:
                _place(chunk, parts[at], columns, number, row, inner)
        cells += [row[column] for column in sorted(row)]
    words = [word for row in rows for word in row]
    box = (
        min(w.x0 for w in words), min(w.y0 for w in words),
        max(w.x1 for w in words), max(w.y1 for w in words),
    )  # fmt: skip
    out = Grid(box, cells)
    used = {cell.column for cell in cells if cell.words}
    out.tracks = tuple(left for n, (left, _) in enumerate(columns) if n in used)
    out.columns = len(columns)
    if len(used) < len(columns):
        out.compact()
    return out


def _starts(parts: list[list[Chunk]], *, ruled: bool) -> list[float]:
    """Return where chunks of several rows begin, the first of a row left out.

    A short table between rules has but few rows to show it: all but one must.
    """
    starts = sorted(chunk.x0 for row in parts for chunk in row[1:])
    count = len(parts)
    least = count - 1 if ruled and 1 < count < 4 else max(3, round(0.3 * count))
    return sorted({
        x for at, x in enumerate(starts)
        if at + least <= len(starts) and starts[at + least - 1] - x < 1.2
    })  # fmt: skip


def _aligned(
    parts: list[list[Chunk]], common: list[float], inner: Sequence[Rule]
) -> list[list[Chunk]]:
    """Part a chunk at a word that begins where chunks of other rows do.

    A cell may be filled right up to the next one; not one over a rule of its own.
    """
    if not common:
        return parts
    out: list[list[Chunk]] = []
    for row in parts:
        made: list[Chunk] = []
        for chunk in row:
            if any(_over(chunk, rule) for rule in inner):
                made.append(chunk)
                continue
            made.append(Chunk(chunk.words[0]))
            for word in chunk.words[1:]:
                if any(-0.3 < word.x0 - x < 1.2 for x in common):
                    made.append(Chunk(word))
                else:
                    made[-1].words.append(word)
                    made[-1].x1 = max(made[-1].x1, word.x1)
        out.append(made)
    return out


def _share(chunk: Chunk, line: list[Chunk], under: list[int]) -> list[int]:
    """Return the columns of one of the chunks over a rule: as many for each."""
    each, rest = divmod(len(under), len(line))
    if rest:
        return under
    first = each * line.index(chunk)
    return under[first : first + each]


def _headed(chunk: Chunk, below: list[list[Chunk]], inner: Sequence[Rule]) -> bool:
    """Whether a chunk is a head over several columns, as the rule below it tells."""
    return any(
        _over(chunk, rule)
        and sum(1 for c in row if rule.start < (c.x0 + c.x1) / 2 < rule.stop) > 1
        for rule in inner
        for row in below
    )


def _over(chunk: Chunk, rule: Rule) -> bool:
    """Whether a chunk stands right over a rule that is as wide or wider."""
    bottom = max(word.y1 for word in chunk.words)
    near = -2 < rule.at - bottom < 8
    return near and rule.start <= chunk.x0 + 1 and rule.stop >= chunk.x1 - 1


def _parted(row: list[Chunk], x: float) -> list[Chunk]:
    """Part the chunk that goes on beyond x, where a word begins there."""
    out: list[Chunk] = []
    for chunk in row:
        left = [w for w in chunk.words if (w.x0 + w.x1) / 2 < x]
        right = [w for w in chunk.words if (w.x0 + w.x1) / 2 >= x]
        if left and right:
            out += [*chunks(left, 1e6), *chunks(right, 1e6)]
        else:
            out.append(chunk)
    return out


def _place(  # noqa: PLR0913, PLR0917
    chunk: Chunk,
    line: list[Chunk],
    columns: list[tuple[float, float]],
    number: int,
    row: dict[int, Cell],
    inner: Sequence[Rule],
) -> None:
    """Put a chunk into the cell it lies in; one across a strip spans columns."""
    hit = [
        n
        for n, (left, right) in enumerate(columns)
        if chunk.x0 < right - 0.5 and chunk.x1 > left + 0.5
    ] or [nearest(columns, (chunk.x0 + chunk.x1) / 2)]
    for rule in inner:
        if _over(chunk, rule):
            under = [
                n
                for n, (left, right) in enumerate(columns)
                if rule.start < right - 2 and rule.stop > left + 2
            ]
            if under and len(under) < len(columns):
                hit = _share(chunk, [c for c in line if _over(c, rule)], under)
            break
    first = hit[0]
    if len(hit) > 1 and any(n in row for n in hit):
        for word in chunk.words:  # no room for a span: each word by its place
            column = nearest(columns, (word.x0 + word.x1) / 2)
            row.setdefault(column, Cell(number, column)).words.append(word)
        return
    cell = row.setdefault(first, Cell(number, first, 1, len(hit)))
    cell.words += chunk.words

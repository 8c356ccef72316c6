"""Where on a page tables without a full grid lie."""

from __future__ import annotations

import itertools
import re

from kimi_read.formats.pdf import tracks
from kimi_read.formats.pdf.grids import form_row
from kimi_read.formats.pdf.labels import bullet
from kimi_read.formats.pdf.lattice import collinear
from kimi_read.formats.pdf.lines import beside, blanks_drawn, merged
from kimi_read.formats.pdf.lines import rows as rows_of
from kimi_read.formats.pdf.marks import Line, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kimi_read.formats.pdf.grids import Grid
    from kimi_read.formats.pdf.marks import Shapes, Word

    Row = list[Line]

_NUMERIC = re.compile(
    r"[\s\d.,%$€£¥()+\-–—−/:*†‡<>=~≤≥±×]+[a-zA-Z%]{0,3}$|n/?a$|[-–—.]+$|yes$|no$|[✓✗xX]$",  # noqa: RUF001
    re.IGNORECASE,
)
#: How many first rows of a run are left out, one after the other, to see whether the
#: others are a table.
_MOST_TRIES = 20
#: Cells of one column begin within this many points.
_EDGE = 1.5
_ROMAN = re.compile("[ivxl]{1,6}")
_LEADER = re.compile(r"(\. ?){4,}|…{2,}|_{4,}")
_TABLE_CAPTION = re.compile(
    r"(table|tab\.|tabelle|tableau|tabla|表)\s*[\divx.]+", re.IGNORECASE
)


def by_rows(lines: Sequence[Line]) -> list[list[Word]]:
    """Return the words of lines by row, each in order of x.

    A bullet reaches up to its text, so that it is no column of its own.
    """
    out: list[list[Line]] = []
    for line in sorted(lines, key=lambda n: n.base):
        sign = line.sign
        if sign is not None and sign.x0 < line.x0:
            sign.x1 = max(sign.x1, line.x0 - 0.3 * line.size)
        if out and beside(out[-1], line):
            out[-1].append(line)
        else:
            out.append([line])
    return [
        sorted((w for line in row for w in line.all_words()), key=lambda w: w.x0)
        for row in out
    ]


def gridded(
    lines: list[Line],
    floors: Sequence[float],
    inner: Sequence[Rule] = (),
    walls: Sequence[float] = (),
) -> Grid | None:
    """Return the table that lines make between floors, or None."""
    if len(lines) < 2:
        return None
    rows = by_rows(lines)
    sizes = sorted(line.size for line in lines)
    drawn = blanks_drawn(rows)
    return tracks.grid(rows, sizes[len(sizes) // 2], floors, inner, walls, drawn=drawn)


def holds(grid: Grid) -> bool:
    """Whether a table between rules is one: two rows, two columns, some filling."""
    if grid.rows < 2 or grid.columns < 2:
        return False
    if all(word.style.mono for word in grid.words()) or form_row(grid):
        return False
    return _filling(grid) >= 0.5


def _filling(grid: Grid) -> float:
    """Return the share of rows with text in two columns or more."""
    filled: dict[int, int] = {}
    for cell in grid.cells:
        if cell.words:
            filled[cell.row] = filled.get(cell.row, 0) + 1
    return sum(1 for count in filled.values() if count > 1) / max(1, grid.rows)


def loose(rows: list[Row], shapes: Shapes, size: float) -> list[Line | Grid]:
    """Return the rows of a region as lines, aligned ones as tables."""
    out: list[Line | Grid] = []
    at = tried = last = 0
    while at < len(rows):
        cued = _cued(rows, at)
        stop = _run(rows, at, cued=cued)
        tried = tried + 1 if stop == last else 0
        last = stop
        grid = None
        if tried > _MOST_TRIES or _paged(rows[at:stop]):
            out += [merged(row) for row in rows[at:stop]]
            at = stop
            continue
        while stop - at > 1:
            grid = _table(rows[at:stop], shapes, cued=cued)
            if grid is not None:
                break
            stop = _shorter(rows, at, stop)
        if grid is not None:
            out.append(grid)
            at = stop
        else:
            out.append(merged(rows[at]))
            at += 1
    return out


def _paged(rows: list[Row]) -> bool:
    """Whether rows are a list of contents: titles, and page numbers that never fall.

    There is no head over the numbers.
    """
    if len(rows) < 4 or any(len(row) != 2 for row in rows):
        return False
    texts = [row[1].text for row in rows]
    while texts and _ROMAN.fullmatch(texts[0]):
        del texts[0]  # a preface is numbered so
    if any(not text.isdecimal() or len(text) > 4 for text in texts):
        return False
    return all(int(a) <= int(b) for a, b in itertools.pairwise(texts))


def _cued(rows: list[Row], at: int) -> bool:
    """Whether the caption of a table stands just above a row."""
    above = rows[max(0, at - 2) : at]
    return any(
        len(row) == 1 and _TABLE_CAPTION.match(row[0].text) for row in above
    ) and not any(len(row) > 1 for row in above)


def _shorter(rows: list[Row], at: int, stop: int) -> int:
    """Give up the last row of a run; one attempt, then the whole run."""
    return at if len(rows[stop - 1]) > 1 else stop - 1


def _run(rows: list[Row], at: int, *, cued: bool = False) -> int:
    """Return the end of the run of rows that may be a table, from ``at`` on.

    A row of one piece goes on with a cell: it must lie under one.
    """
    if len(rows[at]) < 2 or _contents(rows[at]):
        return at + 1
    stop, single = at + 1, 0
    starts = [line.left for line in rows[at]]
    hung = [line.x0 for line in rows[at][1:] if line.label]
    for whole in rows[at + 1 :]:
        row = _apart(whole, starts)
        hung += [line.x0 for line in row[1:] if line.label]
        above = rows[stop - 1]
        room = min(n.y0 for n in row) - max(n.y1 for n in above)
        tall = max(n.size for n in row)
        if _contents(row) or (
            room > 1.9 * tall
            and not (room < 4.5 * tall and _matching(row, starts) > 1)
            and not _head_over(row, rows[at:stop], room)
        ):
            break
        if abs(row[0].size - above[0].size) > 0.35 * tall:
            break
        if len(row) > 1:
            single = 0
            starts += [n.left for n in row if all(abs(n.left - x) > 3 for x in starts)]
        else:
            single += 1
            if single > 40 or not (
                _fits(row[0], [*starts, *hung], room)
                or _head_over(row, rows[at:stop], room)
            ):
                break
        stop += 1
    while (
        not cued
        and stop > at + 1
        and len(rows[stop - 1]) < 2
        and not _under(rows, at, stop)
    ):
        stop -= 1
    return stop


def _apart(row: Row, starts: list[float]) -> Row:
    """Part lines at words that begin where cells above do.

    A cell may be filled up to the next one.
    """
    out: Row = []
    for line in row:
        words, first = line.words, 0
        for n in range(1, len(words)):
            word = words[n]
            if word.gap and any(abs(word.x0 - x) < 0.8 for x in starts):
                out.append(Line(words[first:n]))
                first = n
        if first:
            out.append(Line(words[first:]))
        else:
            out.append(line)
    return out


def _head_over(row: Row, above: list[Row], room: float) -> bool:
    """Whether a line alone lies under a later cell of a bold head, a gap below it."""
    line = row[0]
    starts = sorted(
        {
            round(word.x0)
            for one in above
            for n in one
            for last, word in zip([None, *n.words], n.words, strict=False)
            if last is None or word.x0 - last.x1 > 0.6 * n.size
        }
    )
    return (
        len(row) == 1
        and len(starts) > 3
        and room < 3 * line.size
        and not line.bold
        and all(n.bold for one in above for n in one)
        and any(abs(line.left - x) < 2 for x in starts[1:])
    )


def _matching(row: Row, starts: list[float]) -> int:
    """Return how many pieces of a row begin where others above it do."""
    return sum(1 for n in row if any(abs(n.left - x) < 2 for x in starts))


def _fits(line: Line, starts: list[float], room: float) -> bool:
    """Whether a line alone in its row may be more of a cell above it."""
    first, *others = sorted(starts)
    listed = line.label and not any(abs(line.left - x) < _EDGE for x in others)
    if listed or room > 0.9 * line.size:
        return False
    if any(abs(line.left - x) < 3 for x in others):
        return True
    return line.left > first - 3 and line.x1 < min(others) - 0.3 * line.size


def _under(rows: list[Row], at: int, stop: int) -> bool:
    """Whether the last line of a run lies under a cell.

    It may under the first, in small letters, if another line of the run does so too.
    """
    line = rows[stop - 1][0]
    level = [row for row in rows[at : stop - 1] if len(row) > 1]
    starts = [n.left for row in level for n in row]
    starts += [n.x0 for row in level for n in row[1:] if n.label]
    room = line.y0 - max(n.y1 for n in rows[stop - 2])
    later = [x for x in starts if x > min(starts) + 3]
    step = line.base - max(n.base for n in rows[stop - 2])
    near = room < 0.5 * line.size or step < 1.3 * line.size
    alike = line.size < 0.95 * rows[stop - 2][0].size and any(
        len(row) == 1
        and abs(row[0].left - line.left) < _EDGE
        and abs(row[0].size - line.size) < 0.1
        for row in rows[at : stop - 1]
    )
    return near and (alike or any(abs(line.left - x) < 3 for x in later))


def _contents(row: Row) -> bool:
    """Whether a row is an entry of a list of contents."""
    return any(_LEADER.search(line.text) for line in row)


def _table(rows: list[Row], shapes: Shapes, *, cued: bool = False) -> Grid | None:
    """Return the table that aligned rows make, if all speaks for one."""
    lines = [line for row in rows for line in row]
    upper = min(n.y0 for n in lines)
    lower = max(n.y1 for n in lines)
    left = min(n.left for n in lines)
    right = max(n.x1 for n in lines)
    across = [
        r for r in collinear(shapes.across)
        if upper - 8 <= r.at <= lower + 8 and r.start < right and r.stop > left
    ]  # fmt: skip
    full = [r.at for r in across if r.stop - r.start > 0.6 * (right - left)]
    inner = [r for r in across if r.stop - r.start <= 0.6 * (right - left)]
    grid = gridded(lines, full, inner)
    if grid is None:
        return None
    if cued and grid.rows > 2 and len(rows[0]) == grid.columns:
        return grid
    return grid if _convincing(grid, rows, len(full)) else None


def _convincing(grid: Grid, rows: list[Row], rules: int) -> bool:
    """Whether aligned rows are a table: short cells, filled, of a kind."""
    cells = [c for c in grid.cells if c.words]
    texts = [" ".join(w.text for w in c.words) for c in cells]
    usual = sum(len(t) for t in texts) / len(texts)
    numeric = sum(1 for t in texts if _NUMERIC.match(t)) / len(texts)
    multi = sum(1 for row in rows if len(row) > 1)
    filling = _filling(grid)
    columns = grid.columns
    if all(line.mono for row in rows for line in row):
        return False
    if filling < 0.5 or multi < 2 or grid.rows < 2:
        return False
    if columns == 2 and not rules and _counted(grid):
        return False
    if rules >= 2:
        return usual < 120
    if rules and multi > 1 and not _sentence(texts[0]):
        return usual < 100 and grid.rows > 2 - (columns > 2)
    brief = _brief(grid)
    if columns > 2:
        enough = columns - 1 - (len(rows[0]) == columns > 3 and _headed(rows))
        return (
            multi > 2
            and grid.rows > 2
            and (usual < 30 or brief >= enough or (brief > 0 and keyed(grid, rows)))
        )
    if multi < 3:
        return False
    if brief and not _references(grid) and keyed(grid, rows):
        return True
    if usual < 30 and (numeric > 0.3 or usual < 14):
        return True
    return multi > 3 and brief > 0 and usual < 70 and not _references(grid)


def keyed(grid: Grid, rows: list[Row]) -> bool:
    """Whether long cells are told from text in columns by the way that they wrap.

    Each row of the table begins with a short cell in one place, beside the first
    lines of the others; what those go on with stands alone below, at their edges.
    """
    tracks = grid.tracks
    begun = wrapped = 0
    for row in rows:
        starts = [line.left for line in row]
        if abs(starts[0] - tracks[0]) < _EDGE:
            begun += len(row) > 1
            wrapped += 0 < len(row) < len(tracks)
            if len(row) == 1 and row[0].x1 > tracks[1]:
                return False
        else:
            wrapped += 1
        if any(min(abs(x - track) for track in tracks) > _EDGE for x in starts):
            return False
    if begun < 3 or wrapped < max(2, 0.2 * len(rows)):
        return False
    first = [rows_of(c.words) for c in grid.cells if c.column == 0 and c.words]
    return grid.rows >= begun - 1 - sum(len(lines) - 1 for lines in first)


def _headed(rows: list[Row]) -> bool:
    """Whether the first row is bold throughout, and most others are not."""
    bold = sum(1 for row in rows if all(line.bold for line in row))
    return all(line.bold for line in rows[0]) and bold < 0.3 * len(rows)


def _brief(grid: Grid) -> int:
    """Return how many columns hold a few words each."""
    letters: dict[int, list[int]] = {}
    for cell in grid.cells:
        if cell.words and cell.wide == 1:
            count = sum(len(word.text) + 1 for word in cell.words)
            letters.setdefault(cell.column, []).append(count)
    return sum(1 for sizes in letters.values() if sum(sizes) < 24 * len(sizes))


def _counted(grid: Grid) -> bool:
    """Whether the first column counts 1, 2, 3: the rows are those of a list."""
    first = [c.words for c in grid.cells if c.column == 0 and c.words]
    labels = [words[0].text.strip("().:") for words in first if len(words) == 1]
    return len(labels) == len(first) == grid.rows > 1 and labels == [
        str(n) for n in range(1, len(labels) + 1)
    ]


def _references(grid: Grid) -> bool:
    """Whether the first column is nothing but labels, as in a list of references."""
    first = [c for c in grid.cells if c.column == 0 and c.words]
    labels = sum(
        1 for c in first
        if len(c.words) == 1
        and (c.words[0].text[0] in "[(" or bullet(c.words[0].text)
             or c.words[0].text.strip("().:").isdigit())
    )  # fmt: skip
    return labels > 0.6 * len(first)


def _sentence(text: str) -> bool:
    return len(text) > 40 or text[-1] in ".!?"

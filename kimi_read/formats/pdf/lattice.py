"""Tables with rulings: the grid that the lines draw, and its spans.

A cell spans what its missing rules leave open. Outer borders may be missing on
any side; the ends of the inner rules stand in for them.
"""

from __future__ import annotations

from kimi_read.formats.pdf import unwalled
from kimi_read.formats.pdf.grids import Cell, Grid, form_row, framed, stack
from kimi_read.formats.pdf.marks import Rule
from kimi_read.formats.pdf.table_rows import unruled_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kimi_read.formats.pdf.marks import Shapes, Word

#: How near two rules must come to meet, in points.
MEET = 3.0
MAX_CROSSINGS = 250_000
MAX_CELLS = 6_000
_SHORTEST = 6.0
#: How many frames are taken from around a table.
_FRAMES = 2
#: The most rules that are looked at for walls to lengthen.
_MOST_WALLS = 400
#: The tallest row that a wall is lengthened through, in points.
_TALLEST = 160.0


def tables(shapes: Shapes, words: list[Word]) -> list[Grid]:
    """Return the ruled tables of a page; a word lies in one of them at most."""
    found = _grids(
        collinear(r for r in shapes.across if not r.soft),
        collinear(r for r in shapes.down if not r.soft),
        words,
    )
    if any(rule.soft for rule in shapes.down):
        across = collinear(shapes.across)
        shaded = _grids(
            across, lengthened(across, collinear(shapes.down), words), words
        )
        for grid in shaded:
            rivals = [g for g in found if g.touches(grid)]
            if all(grid.count() > 1.2 * g.count() for g in rivals):
                found = [g for g in found if g not in rivals]
                found.append(grid)
    found.sort(key=lambda g: -(g.x1 - g.x0) * (g.y1 - g.y0))
    kept: list[Grid] = []
    for grid in found:
        if not any(other.touches(grid) for other in kept):
            kept.append(grid)
    return kept


def lengthened(across: list[Rule], down: list[Rule], words: list[Word]) -> list[Rule]:
    """Let the walls of a table's head stand between the cells of its rows too.

    Shaded heads have walls where their cells meet; the rows below often have but
    the rules under them. A wall goes on as far as no word is in its way.
    """
    if not 3 <= len(down) <= _MOST_WALLS or len(across) > _MOST_WALLS:
        return down
    ends: list[list[Rule]] = []
    for rule in sorted(down, key=lambda r: r.stop):
        if ends and rule.stop - ends[-1][0].stop < MEET:
            ends[-1].append(rule)
        else:
            ends.append([rule])
    more: list[Rule] = []
    spans = [(min(r.at for r in walls), max(r.at for r in walls)) for walls in ends]
    for walls, own in zip(ends, spans, strict=True):
        foot = max(r.stop for r in walls)
        left, right = _widened(own, [r for r in across if abs(r.at - foot) < MEET])
        inner = [r.at for r in walls if left + MEET < r.at < right - MEET]
        if not inner:
            continue
        alike = sum(
            1 for a, b in spans
            if abs(a - left) < _SHORTEST and abs(b - right) < _SHORTEST
        )  # fmt: skip
        head = min(r.start for r in walls)
        if alike > 1 and not _striped((left, head, right, foot), across, down):
            continue  # stripes on every other row say where the rows are themselves
        floors = [
            r.at for r in across
            if r.at > foot and abs(r.start - left) < _SHORTEST
            and abs(r.stop - right) < _SHORTEST
        ]  # fmt: skip
        strange = [
            r.start for r in down
            if left + MEET < r.at < right - MEET and r.start > foot - MEET
            and not any(abs(r.at - x) < MEET for x in inner)
        ]  # fmt: skip
        floors = [y for y in floors if y < min(strange, default=y + 9) - MEET]
        stop = _unbroken(foot, sorted(floors), inner, words)
        if stop > foot:
            more += [Rule(r.at, foot, stop, True) for r in walls]
    return collinear([*down, *more]) if more else down


def _widened(span: tuple[float, float], under: list[Rule]) -> tuple[float, float]:
    """Return the sides of a head: its outer walls may go on along a stripe.

    Then they are not among those that end with it, but the rule under it is as wide.
    """
    left, right = span
    if not any(r.start < left + MEET and r.stop > right - MEET for r in under):
        return span
    starts, stops = [r.start for r in under], [r.stop for r in under]
    return min(left, *starts), max(right, *stops)


def _striped(
    box: tuple[float, float, float, float], across: list[Rule], down: list[Rule]
) -> bool:
    """Whether a shaded head, given by its box, stands right on the first stripe.

    Then both have the rules of a table, which the rows below it would not be in.
    """
    left, upper, right, foot = box
    return any(
        upper + MEET < r.at < foot - MEET and r.start < right and r.stop > left
        for r in across
    ) or any(
        r.start < foot - MEET and r.stop > foot + MEET
        for r in down
        if left - MEET < r.at < right + MEET
    )


def _unbroken(
    foot: float, floors: list[float], walls: list[float], words: list[Word]
) -> float:
    """Return the last of ``floors`` down to which no word lies across a wall."""
    for floor in floors:
        if floor - foot > _TALLEST:
            break
        band = [w for w in words if foot < (w.y0 + w.y1) / 2 < floor]
        if any(w.x0 + 1 < x < w.x1 - 1 for w in band for x in walls):
            break
        if not band and floor - foot > MEET:
            break
        foot = floor
    return foot


def collinear(rules: Iterable[Rule]) -> list[Rule]:
    """Join rules on one line that touch or nearly so (dashes, cell by cell)."""
    out: list[Rule] = []
    group: list[Rule] = []
    for rule in sorted(rules, key=lambda r: r.at):
        if group and rule.at - group[0].at > 1.2:
            out += _along(group)
            group = []
        group.append(rule)
    return out + _along(group)


def _along(group: list[Rule]) -> list[Rule]:
    out: list[Rule] = []
    for rule in sorted(group, key=lambda r: r.start):
        if out and rule.start <= out[-1].stop + MEET:
            last = out[-1]
            out[-1] = Rule(last.at, last.start, max(last.stop, rule.stop),
                           last.soft and rule.soft)  # fmt: skip
        else:
            out.append(rule)
    return [rule for rule in out if rule.stop - rule.start >= _SHORTEST]


def clusters(values: Iterable[float], reach: float) -> list[float]:
    """Return the means of values that lie within ``reach`` of each other."""
    out: list[list[float]] = []
    for value in sorted(values):
        if out and value - out[-1][-1] <= reach:
            out[-1].append(value)
        else:
            out.append([value])
    return [sum(group) / len(group) for group in out]


def _grids(
    across: list[Rule], down: list[Rule], words: list[Word], depth: int = 0
) -> list[Grid]:
    if len(across) * len(down) > MAX_CROSSINGS:
        return []
    out = []
    for rows, columns in _components(across, down):
        grid = _grid(rows, columns, words)
        if grid is None:
            continue
        if not framed(grid):
            unwalled.part(grid)
            out.append(grid)
        elif depth < _FRAMES:
            out += _grids(*_inside(rows, columns, grid), words, depth + 1)
    return out


def _inside(
    across: list[Rule], down: list[Rule], grid: Grid
) -> tuple[list[Rule], list[Rule]]:
    """Return the rules that are not the frame around all others."""
    return (
        [r for r in across if grid.y0 + MEET < r.at < grid.y1 - MEET],
        [r for r in down if grid.x0 + MEET < r.at < grid.x1 - MEET],
    )


def _components(
    across: list[Rule], down: list[Rule]
) -> list[tuple[list[Rule], list[Rule]]]:
    """Return the groups of rules that hang together by their crossings."""
    parent = list(range(len(across) + len(down)))

    def root(item: int) -> int:
        while parent[item] != item:
            parent[item] = parent[parent[item]]
            item = parent[item]
        return item

    for i, rule in enumerate(across):
        low, high, at = rule.start - MEET, rule.stop + MEET, rule.at
        for j, other in enumerate(down, len(across)):
            if (
                low <= other.at <= high
                and other.start - MEET <= at <= other.stop + MEET
            ):
                parent[root(i)] = root(j)
    groups: dict[int, tuple[list[Rule], list[Rule]]] = {}
    for item in range(len(parent)):
        pair = groups.setdefault(root(item), ([], []))
        if item < len(across):
            pair[0].append(across[item])
        else:
            pair[1].append(down[item - len(across)])
    return [pair for pair in groups.values() if pair[0] and pair[1]]


def _grid(across: list[Rule], down: list[Rule], words: list[Word]) -> Grid | None:
    """Return the table that these rules draw, or None if they draw none."""
    ys = clusters((rule.at for rule in across), MEET)
    xs = clusters((rule.at for rule in down), MEET)
    left = min(rule.start for rule in across)
    right = max(rule.stop for rule in across)
    upper = min(rule.start for rule in down)
    lower = max(rule.stop for rule in down)
    for values, low, high in ((xs, left, right), (ys, upper, lower)):
        if low < values[0] - 2 * MEET:
            values.insert(0, low)
        if high > values[-1] + 2 * MEET:
            values.append(high)
    rows, columns = len(ys) - 1, len(xs) - 1
    if rows < 1 or columns < 2 or rows * columns > MAX_CELLS:
        return None
    inside = [
        w
        for w in words
        if xs[0] - 1 <= (w.x0 + w.x1) / 2 <= xs[-1] + 1
        and ys[0] - 1 <= (w.y0 + w.y1) / 2 <= ys[-1] + 1
    ]
    if len(inside) < 3:
        return None
    cells, owner = _cells(across, down, xs, ys)
    for word in inside:
        row = _slot(ys, (word.y0 + word.y1) / 2)
        column = _slot(xs, (word.x0 + word.x1) / 2)
        cells[owner[row][column]].words.append(word)
    grid = Grid((xs[0], ys[0], xs[-1], ys[-1]), _parted(cells), ruled=True)
    return grid if _is_table(grid) else None


def _parted(cells: list[Cell]) -> list[Cell]:
    """Part rows that hold several lines of values and have no rule between them."""
    out: list[Cell] = []
    added = 0
    ruled: dict[int, list[Cell]] = {}
    for cell in cells:
        ruled.setdefault(cell.row, []).append(cell)
    for number, row in sorted(ruled.items()):
        if any(cell.high > 1 for cell in row) or len(row) < 2:
            groups = [row]
        else:
            groups = unruled_rows(row)
        for extra, group in enumerate(groups):
            for cell in group:
                cell.row = number + added + extra
            out += group
        added += len(groups) - 1
    return out


def _slot(edges: list[float], value: float) -> int:
    low, high = 0, len(edges) - 1
    while high - low > 1:
        middle = (low + high) // 2
        if value >= edges[middle]:
            low = middle
        else:
            high = middle
    return low


def _cells(
    across: list[Rule], down: list[Rule], xs: list[float], ys: list[float]
) -> tuple[list[Cell], list[list[int]]]:
    """Return the cells, and for each place of the grid the cell that owns it."""
    rows, columns = len(ys) - 1, len(xs) - 1
    walls = [[False] * columns for _ in range(rows)]
    floors = [[False] * columns for _ in range(rows)]
    for rule in down:
        column = min(range(columns + 1), key=lambda c: abs(xs[c] - rule.at))
        for row in range(rows):
            if column and rule.start - MEET <= (ys[row] + ys[row + 1]) / 2 <= rule.stop:
                walls[row][column - 1] = True
    for rule in across:
        row = min(range(rows + 1), key=lambda r: abs(ys[r] - rule.at))
        for column in range(columns):
            middle = (xs[column] + xs[column + 1]) / 2
            if row and rule.start - MEET <= middle <= rule.stop:
                floors[row - 1][column] = True
    owner = [[-1] * columns for _ in range(rows)]
    cells: list[Cell] = []
    for row in range(rows):
        for column in range(columns):
            if owner[row][column] >= 0:
                continue
            wide = 1
            while (
                column + wide < columns
                and owner[row][column + wide] < 0
                and not walls[row][column + wide - 1]
            ):
                wide += 1
            high = 1
            span = range(column, column + wide)
            while row + high < rows and not any(
                floors[row + high - 1][c] for c in span
            ):
                below = owner[row + high]
                if any(below[c] >= 0 for c in span) or any(
                    walls[row + high][c] for c in span[:-1]
                ):
                    break
                high += 1
            for r in range(row, row + high):
                for c in span:
                    owner[r][c] = len(cells)
            cells.append(Cell(row, column, high, wide))
    return cells, owner


def _is_table(grid: Grid) -> bool:
    """Whether a grid is a table and no frame, form sheet or page of boxes."""
    filled = [cell for cell in grid.cells if cell.words]
    share = len(filled) / len(grid.cells)
    grid.compact()
    if grid.columns < 2 or grid.rows < 2 or len(filled) < 3:
        return False
    if len({cell.column for cell in filled}) < 2:
        return False
    if len({cell.row for cell in filled}) < 2 or share < 0.15:
        return False
    letters = sum(len(word.text) for cell in filled for word in cell.words)
    stacked = sum(
        sum(len(word.text) for word in cell.words) for cell in filled if stack(cell)
    )
    if stacked > 0.5 * letters or form_row(grid):
        return False
    prose = letters / len(filled)
    return not (prose > 350 and len(filled) <= 6)

"""A workbook as blocks: its facts, then each sheet under its name."""

from __future__ import annotations

from kimi_read.blocks import Facts, Heading, Loss
from kimi_read.formats.xlsx import veil
from kimi_read.formats.xlsx.cells import STALE
from kimi_read.formats.xlsx.layout import Layout
from kimi_read.formats.xlsx.model import covered, picked, unsafe, within
from kimi_read.formats.xlsx.select import selected
from kimi_read.inline import escape, is_script, link
from kimi_read.recover import attempt, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kimi_read.blocks import Block, Blocks
    from kimi_read.formats.xlsx.a1 import Area
    from kimi_read.formats.xlsx.model import Book, Comment, Grid, Row, Sheet
    from kimi_read.request import Request

    #: What notes put into cells, by row and column.
    Marks = dict[int, dict[int, str]]

_MAX_NAMES = 1000
#: Merged cells that one row is compared with.
_MOST_MERGES = 1000


def document(book: Book, request: Request) -> Blocks:
    """Yield the facts of a workbook, then its sheets in their order.

    For each sheet: ``Heading(name, 2)``, then its regions, each after a mark with
    its range, notes of a region after it, then charts and what else lies on it.

    Raises:
        Usage: the sheet that is asked for does not exist.
    """
    facts: dict[str, object] = {}
    facts |= value(book.facts, facts)
    facts["sheets"] = [sheet.name for sheet in book.sheets]
    if request.identify:
        facts |= _identified(book)
    yield Facts(facts)
    yield from book.losses
    if request.identify:
        return
    sheets, area = selected(book.sheets, request.sheet, book.names)
    numbers = _Numbers()
    for sheet in sheets:
        yield from _sheet(book, sheet, area, numbers)


class _Numbers:
    """Labels of notes, counted through the whole answer.

    ``stale`` says whether it was told that formulas may show other values.
    """

    def __init__(self) -> None:
        self._last = 0
        self.stale = False

    def next(self) -> str:
        self._last += 1
        return str(self._last)


def _sheet(
    book: Book, sheet: Sheet, area: Area | None, numbers: _Numbers
) -> Iterator[Block]:
    where = f"sheet '{sheet.name}'"
    state = f" ({sheet.state})" if sheet.state else ""
    yield Heading(escape(sheet.name) + state, 2, sheet.name)
    if sheet.state:
        yield Loss("hidden-sheet", f"{where} is {sheet.state}; shown and marked", where,
                   shown=False)  # fmt: skip

    def content() -> Iterator[Block]:
        grid = book.open(sheet)
        rows = grid.rows
        unknown: list[int] = []
        if area is not None:
            rows = _within(rows, area, unknown)
        if grid.merges:
            rows = _uncovered(rows, grid)
        notes = _Notes(area, numbers)
        if grid.links or grid.link_areas or grid.late_links:
            rows = _linked(rows, grid)
        if grid.veiled:
            rows = veil.marked(rows, grid, where)
        if grid.late_comments or grid.comments:
            rows = _commented(rows, grid, notes)
        layout = Layout(grid, rows, sheet.name, notes.texts, notes.marks)
        yield from layout.blocks()
        if area is None:
            yield from grid.after()
        else:
            grid.end()
            grid.uncalculated = sum(unknown)
        yield from _problems(grid, where, numbers)
        yield from veil.concealed(grid, area, where)

    yield from attempt(where, content)


def _problems(grid: Grid, where: str, numbers: _Numbers) -> Iterator[Block]:
    if grid.uncalculated:
        many = grid.uncalculated
        what = "1 formula was" if many == 1 else f"{many} formulas were"
        yield Loss("never-calculated", f"{what} never calculated; shown as written "
                   f"in {where}", where, shown=False)  # fmt: skip
    for problem in grid.problems:
        if problem is not STALE:
            yield problem
        elif not numbers.stale:  # that it is told once is enough
            numbers.stale = True
            yield problem


def _within(rows: Iterator[Row], area: Area, unknown: list[int]) -> Iterator[Row]:
    """Yield the cells of a range, noting how many were never calculated."""
    for row in rows:
        if row[0] < area.top:
            continue
        if row[0] > area.bottom:
            return
        part = within(row, area.left, area.right)
        if part is not None:
            unknown.append(sum(kind[0] == "f" for kind in part[4]))
            yield part


def _uncovered(rows: Iterator[Row], grid: Grid) -> Iterator[Row]:
    """Leave out what stands under merged cells, which Excel does not show.

    It shows their value in the first of their rows that is not hidden.
    """
    coming = sorted(
        (m for m in grid.merges if m.bottom > m.top or m.right > m.left),
        key=lambda merge: -merge.top,
    )
    active: list[Area] = []
    waiting: dict[Area, tuple[str, str]] = {}
    dropped = 0
    for row in rows:
        number = row[0]
        while coming and coming[-1].top <= number:
            active.append(coming.pop())
        if active:
            active = [merge for merge in active if merge.bottom >= number]
            keep = [
                index
                for index, column in enumerate(row[2])
                if not any(
                    m.left <= column <= m.right and (m.top, m.left) != (number, column)
                    for m in active[:_MOST_MERGES]
                )
            ]
            if len(keep) < len(row[2]):
                dropped += len(row[2]) - len(keep)
                row = picked(row, keep)  # noqa: PLW2901
            row = _carried(row, active[:_MOST_MERGES], waiting)  # noqa: PLW2901
        if row[2]:
            yield row
    if dropped:
        grid.problems.append(covered(dropped))


def _carried(
    row: Row, merges: Sequence[Area], waiting: dict[Area, tuple[str, str]]
) -> Row:
    """Take values of merged cells from a hidden row, and put them into one that is not.

    ``waiting`` holds text and kind of those that were taken.
    """
    number, hidden, columns, texts, kinds = row
    if hidden:
        first = {m.left: m for m in merges if m.top == number < m.bottom}
        for column, text, kind in zip(columns, texts, kinds, strict=True):
            if column in first:
                waiting[first[column]] = text, kind
        return row
    here = [merge for merge in merges if merge in waiting]
    if not here:
        return row
    cells = dict(zip(columns, zip(texts, kinds, strict=True), strict=True))
    cells |= {merge.left: waiting.pop(merge) for merge in here}
    columns = sorted(cells)
    return (
        number, hidden, columns, [cells[c][0] for c in columns],
        [cells[c][1] for c in columns],
    )  # fmt: skip


class _Notes:
    """The notes of a sheet: ``texts`` by row (column, label, text), and ``marks``."""

    def __init__(self, area: Area | None, numbers: _Numbers) -> None:
        self._area = area
        self._numbers = numbers
        self.texts: dict[int, list[tuple[int, str, str]]] = {}
        self.marks: Marks = {}

    def take(self, comments: list[Comment]) -> None:
        """Give numbers to comments, and empty their list."""
        for comment in sorted(comments, key=lambda c: (c.row, c.column)):
            row, column, area = comment.row, comment.column, self._area
            if area is not None and not area.holds(row, column):
                continue
            label = self._numbers.next()
            text = f"{escape(comment.author)}: {comment.text}" if comment.author else (
                comment.text)  # fmt: skip
            self.texts.setdefault(row, []).append((column, label, text))
            of_row = self.marks.setdefault(row, {})
            of_row[column] = of_row.get(column, "") + f"[^{label}]"
        comments.clear()


def _commented(rows: Iterator[Row], grid: Grid, notes: _Notes) -> Iterator[Row]:
    """Put the marks of notes into their cells; some notes come with their rows."""
    for row in rows:
        if grid.comments:
            notes.take(grid.comments)
        yield _marked(row, notes.marks) if row[0] in notes.marks else row
    notes.take(grid.comments)


def _marked(row: Row, marks: Marks) -> Row:
    """Move the marks of a row to its cells; those of empty cells are left over."""
    number, hidden, columns, texts, kinds = row
    texts = list(texts)
    of_row = marks[number]
    for index, column in enumerate(columns):
        texts[index] += of_row.pop(column, "")
    return number, hidden, columns, texts, kinds


def _linked(rows: Iterator[Row], grid: Grid) -> Iterator[Row]:
    """Make cells with hyperlinks into links."""
    by_row: dict[int, dict[int, str]] = {}
    areas = grid.link_areas
    scripts = 0
    for given in rows:
        row = given
        if grid.links:
            for (number, column), target in grid.links.items():
                by_row.setdefault(number, {})[column] = target
            grid.links.clear()
        number, hidden, columns, texts, kinds = row
        targets = by_row.pop(number, {})
        wide = [(a, t) for a, t in areas if a.top <= number <= a.bottom]
        if targets or wide:
            texts = list(texts)
            for index, column in enumerate(columns):
                target = targets.get(column) or next(
                    (t for a, t in wide if a.left <= column <= a.right), ""
                )
                if is_script(target):
                    scripts += 1
                elif target:
                    texts[index] = link(texts[index], target)
            row = (number, hidden, columns, texts, kinds)
        yield row
    if scripts:
        grid.problems.append(unsafe(scripts))


def _identified(book: Book) -> dict[str, object]:
    """Return what is known of the sheets without converting them."""
    out: dict[str, object] = {}
    sheets: list[dict[str, object]] = []
    for sheet in book.sheets:
        entry: dict[str, object] = {"name": sheet.name}
        if sheet.state:
            entry["state"] = sheet.state
        if sheet.kind != "worksheet":
            entry["kind"] = sheet.kind

        none: dict[str, object] = {}
        sheets.append(entry | value(_known(book, sheet), none))
    out["sheetDetails"] = sheets
    nameless: list[dict[str, object]] = []
    names = value(book.names, nameless)
    if names:
        out["definedNames"] = names[:_MAX_NAMES]
    return out


def _known(book: Book, sheet: Sheet) -> Callable[[], dict[str, object]]:
    def known() -> dict[str, object]:
        grid = book.open(sheet)
        got: dict[str, object] = {}
        if grid.dimension is not None:
            got["dimension"] = str(grid.dimension)
        return got | grid.facts

    return known

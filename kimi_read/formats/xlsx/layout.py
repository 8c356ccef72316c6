"""A sheet's rows as text lines and tables, streamed.

The layout is decided on the first 1000 rows that hold something. A region that is
still open there goes on as long as rows fit into its columns without two blank rows
between; what does not fit begins the next look ahead.
"""

from __future__ import annotations

from itertools import islice

from kimi_read.blocks import Break, Loss, Note, Paragraph, Table
from kimi_read.formats.xlsx.a1 import MAX_ROW, Area, column_name
from kimi_read.formats.xlsx.model import within
from kimi_read.formats.xlsx.regions import Cutter, Region

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from kimi_read.blocks import Block
    from kimi_read.formats.xlsx.model import Grid, Row

LOOK_AHEAD = 1000
#: Hidden rows kept back until their region is through, and the characters of cells
#: that are too long for a line: beyond, the table is ended, or the cells are cut.
MAX_HELD = 10_000
LONG_CHARS = 1900
LONG_TOTAL = 4 << 20
CUT_CHARS = 500
_FEW_LINES = 3
#: Lines of a text each are sentences if they are as long as this in the mean, and have
#: as many blanks (addresses have none); more of them are a column of data.
_PROSE_CHARS, _PROSE_BLANKS, _MOST_PROSE = 40, 4, 30


class Layout:
    """Turns the rows of one grid into blocks.

    ``notes`` maps a row to its notes: column, label and text of each. ``marks`` are
    those of notes on cells that show nothing: they stand where their cells lie in a
    region, and make none. What is left of them comes last.
    """

    def __init__(
        self,
        grid: Grid,
        rows: Iterator[Row],
        name: str,
        notes: Mapping[int, Sequence[tuple[int, str, str]]],
        marks: dict[int, dict[int, str]],
    ) -> None:
        self._grid = grid
        self._rows = rows
        self._name = name
        self._notes = notes
        self._marks = marks
        self._due: list[Note] = []
        self._held: list[list[str]] = []
        self._held_numbers: list[int] = []
        self._long = 0
        self._cut = 0
        self._hid_rows = 0
        self._printed = False
        hidden: set[int] = set()
        for first, last in grid.hidden_columns:
            hidden.update(range(first, min(last, first + MAX_HELD) + 1))
        self._hidden_columns = hidden
        self._hid_columns: set[int] = set()

    def blocks(self) -> Iterator[Block]:
        """Yield marks, lines, tables and notes in reading order, then losses."""
        ahead: list[Row] = []
        while True:
            ahead += islice(self._rows, LOOK_AHEAD - len(ahead))
            if not ahead:
                break
            left_over: list[Row] = []
            ended = len(ahead) < LOOK_AHEAD
            cutter = Cutter(ahead, self._grid.merges, whole=ended)
            regions = cutter.regions()
            still_open = None if ended else _open(regions, len(ahead) - 1)
            for region in regions:
                if still_open is None or not _meet(region, still_open):
                    yield from self._region(cutter, ahead, region, None)
            if still_open is not None:
                yield from self._region(cutter, ahead, still_open, left_over)
            ahead = left_over
        yield from self._lone_notes()
        yield from self._losses()

    def _lone_notes(self) -> Iterator[Block]:
        """Yield the notes on empty cells that lie in no region."""
        for number in sorted(self._marks):
            for column in sorted(self._marks[number]):
                yield Break(str(Area(number, column, number, column)))
                yield Paragraph(self._marks[number][column])
                self._note(number, column, column)
                yield from self._due
                self._due.clear()

    def _mark(self, number: int, left: int, right: int) -> Iterator[tuple[int, str]]:
        """Yield column and mark of the notes on empty cells in a part of a row."""
        of_row = self._marks.get(number, {})
        for column in sorted(of_row):
            if left <= column <= right:
                yield column, of_row.pop(column)

    def _region(
        self,
        cutter: Cutter,
        ahead: list[Row],
        region: Region,
        left_over: list[Row] | None,
    ) -> Iterator[Block]:
        first, left, right = region.first, region.left, region.right
        if first == region.last and left == right and left_over is None:
            yield from self._text(ahead[first : first + 1], region)
            return
        lines = first
        while lines <= region.last and (
            cutter.is_line(lines, left, right) or not cutter.has(lines, left, right)
        ):  # rows of what stands beside have nothing here
            lines += 1
        count = lines - first
        if lines > region.last and left_over is None:
            few = left == right and count <= _FEW_LINES
            titles = count if few or _is_prose(ahead[first:lines], left, right) else 0
        else:
            titles = self._titles(cutter, ahead, region, lines) if right > left else 0
        if titles:
            yield from self._text(ahead[first : first + titles], region)
            first += titles
        if first > region.last:
            return
        rows = self._inside(ahead[first : region.last + 1], left, right)
        bottom = ahead[region.last][0]
        if left_over is not None:
            rows = self._going_on(rows, region, bottom, left_over)
            bottom = MAX_ROW + 1
        rows = self._with_blanks(rows, left, right)
        area = Area(ahead[first][0], left, bottom, right)
        yield from self._tables_of(rows, area)

    def _titles(
        self, cutter: Cutter, ahead: list[Row], region: Region, lines: int
    ) -> int:
        """Return how many lines on top stand for themselves.

        They are at the left, merged over half of the columns, or anywhere above a
        header that is as wide as the region.
        """
        left, right = region.left, region.right
        if lines <= region.last:
            columns = [c for c in ahead[lines][2] if left <= c <= right]
            full = columns[0] == left and columns[-1] == right
            if full and len(columns) > 2 and cutter.like_header(lines, left, right):
                return lines - region.first
        count = 0
        for row in ahead[region.first : lines]:
            column = next((c for c in row[2] if left <= c <= right), left)
            if column != left:
                merge = next(
                    (m for m in self._grid.merges if m.holds(row[0], column)), None
                )
                wide = merge.right - merge.left if merge else 0
                if not merge or wide < (right - left) / 2:
                    break
            count += 1
        return count

    def _text(self, rows: Sequence[Row], region: Region) -> Iterator[Block]:
        """Yield rows of one text each as paragraphs."""
        if self._printed:
            area = Area(rows[0][0], region.left, rows[-1][0], region.right)
            yield Break(str(area))
        self._printed = True
        for row in rows:
            for number, hidden, _, texts, _ in self._inside([row], region.left,
                                                            region.right):  # fmt: skip
                empty = self._mark(number, region.left, region.right)
                if hidden:
                    self._hid_rows += 1
                    yield Break(f"hidden row {number}")
                marks = "".join(mark for _, mark in empty)
                yield Paragraph(self._bounded(list(texts))[0] + marks)
        yield from self._due
        self._due.clear()

    def _inside(self, rows: Sequence[Row], left: int, right: int) -> Iterator[Row]:
        """Yield the rows with what lies within the columns, noting its notes."""
        for row in rows:
            part = within(row, left, right)
            if part is not None:
                self._note(part[0], left, right)
                yield part

    def _note(self, number: int, left: int, right: int) -> None:
        for column, label, text in self._notes.get(number, ()):
            if left <= column <= right:
                self._due.append(Note(label, text))

    def _going_on(
        self, rows: Iterator[Row], region: Region, last: int, left_over: list[Row]
    ) -> Iterator[Row]:
        """Yield the rows of an open region, also those after the look ahead."""
        yield from rows
        left, right = region.left, region.right
        notes = self._notes
        for row in self._rows:
            number, columns = row[0], row[2]
            if number - last > 2 or columns[0] < left or columns[-1] > right:
                left_over.append(row)
                return
            last = number
            if notes:
                self._note(number, left, right)
            yield row

    def _with_blanks(self, rows: Iterator[Row], left: int, right: int) -> Iterator[Row]:
        """Yield single blank rows within a region as such."""
        last = 0
        for row in rows:
            number = row[0]
            if last and number - last > 1:
                for blank in range(last + 1, min(number, last + 3)):
                    self._note(blank, left, right)
                    yield blank, False, (), (), ()
            last = number
            yield row

    def _tables_of(self, rows: Iterator[Row], area: Area) -> Iterator[Block]:
        """Yield one region: a table, its hidden rows, its notes."""
        header: list[str] | None = None
        width = area.right - area.left + 1
        for row in rows:
            if row[1]:
                self._hold(row, area.left, width)
                if len(self._held) < MAX_HELD:
                    continue
            self._printed = True
            if row[1]:
                yield from self._release(header or [])
                continue
            begun = self._held_numbers or header is not None
            number = row[0] if begun else area.top
            yield Break(
                str(Area(min(number, row[0]), area.left, area.bottom, area.right))
            )
            cells = self._cells(row, area.left, width)
            below = self._visible(rows, area.left, width)
            if header is None:
                named = 2 * sum(kind == "t" for kind in row[4]) > len(row[4])
                if hidden := self._hidden_within(area.left, width):
                    if named:
                        cells = _marked(cells, [c - area.left for c in hidden])
                    else:
                        label = "hidden column" + "s" * (len(hidden) > 1)
                        yield Break(f"{label} {spans(hidden, column_name)}")
                header = cells if named else []
                yield Table(cells, below)
            elif header:
                yield Table(header, _chain(cells, below))
            else:
                yield Table(cells, below)
            yield from self._release(header)
        yield from self._release(header or [])

    def _visible(
        self, rows: Iterator[Row], left: int, width: int
    ) -> Iterator[Sequence[str]]:
        """Yield the rows that are not hidden, up to the bound of those that are."""
        last = left + width - 1
        for row in rows:
            texts = row[3]
            if row[1]:
                self._hold(row, left, width)
                if len(self._held) >= MAX_HELD:
                    return
            elif len(texts) == width and row[2][-1] == last:
                yield (
                    self._bounded(texts) if sum(map(len, texts)) > LONG_CHARS else texts
                )
            else:
                yield self._cells(row, left, width)

    def _cells(self, row: Row, left: int, width: int) -> list[str]:
        cells = [""] * width
        for column, text in zip(row[2], row[3], strict=True):
            cells[column - left] = text
        if row[0] in self._marks:
            for column, mark in self._mark(row[0], left, left + width - 1):
                cells[column - left] = mark
        if sum(map(len, cells)) > LONG_CHARS:
            return self._bounded(cells)
        return cells

    def _bounded(self, cells: Sequence[str]) -> list[str]:
        """Cut cells of the sheet once there were too many characters in long ones."""
        out = list(cells)
        for index, text in enumerate(out):
            if len(text) <= LONG_CHARS:
                continue
            self._long += len(text)
            if self._long > LONG_TOTAL:
                out[index] = text[:CUT_CHARS].rstrip("\\") + " … (cut)"
                self._cut += 1
        return out

    def _hidden_within(self, left: int, width: int) -> list[int]:
        """Return which columns of a region are hidden, and remember them."""
        if not self._hidden_columns:
            return []
        found = [c for c in range(left, left + width) if c in self._hidden_columns]
        self._hid_columns.update(found)
        return found

    def _hold(self, row: Row, left: int, width: int) -> None:
        self._held.append(self._cells(row, left, width))
        self._held_numbers.append(row[0])

    def _release(self, header: list[str]) -> Iterator[Block]:
        """Yield the hidden rows kept back, then the notes that are due."""
        if self._held:
            held, numbers = self._held, self._held_numbers
            self._held, self._held_numbers = [], []
            self._hid_rows += len(held)
            label = "hidden row " if len(numbers) == 1 else "hidden rows "
            yield Break(label + spans(numbers))
            yield Table(header, held)
        yield from self._due
        self._due.clear()

    def _losses(self) -> Iterator[Block]:
        where = f"sheet '{self._name}'"
        if self._hid_rows:
            what = "1 hidden row" if self._hid_rows == 1 else (
                f"{self._hid_rows} hidden rows")  # fmt: skip
            yield Loss("hidden-row", f"{what} of {where} shown apart and marked", where,
                       shown=False)  # fmt: skip
        if self._hid_columns:
            names = ", ".join(column_name(c) for c in sorted(self._hid_columns)[:20])
            yield Loss("hidden-column", f"hidden columns of {where} are shown and "
                       f"marked: {names}", where, shown=False)  # fmt: skip
        if self._cut:
            yield Loss("cut-cell", f"{self._cut} long cells of {where} are cut to "
                       f"{CUT_CHARS} characters", where, shown=False,
                       partial=True)  # fmt: skip


def _is_prose(lines: Sequence[Row], left: int, right: int) -> bool:
    """Whether lines of a text each are sentences, and not a list of names."""
    parts = [within(row, left, right) for row in lines[: _MOST_PROSE + 1]]
    texts = [text for part in parts if part for text in part[3]]
    chars, blanks = sum(map(len, texts)), sum(text.count(" ") for text in texts)
    return len(lines) <= _MOST_PROSE and (
        chars >= _PROSE_CHARS * len(texts) and blanks >= _PROSE_BLANKS * len(texts)
    )


def _marked(cells: Sequence[str], hidden: Sequence[int]) -> list[str]:
    """Return a header with the hidden columns marked in it."""
    out = list(cells)
    for index in hidden:
        out[index] = f"{out[index]} *(hidden)*".strip()
    return out


def spans(numbers: Sequence[int], name: Callable[[int], str] = str) -> str:
    """Return rising numbers as ``5-8, 12``; long lists end in how many there are."""
    out: list[list[int]] = []
    for number in numbers:
        if out and out[-1][1] + 1 == number:
            out[-1][1] = number
        else:
            out.append([number, number])
    parts = [name(a) if a == b else f"{name(a)}-{name(b)}" for a, b in out[:20]]
    if len(out) > 20:
        parts.append(f"... ({len(numbers)} in all)")
    return ", ".join(parts)


def _chain(
    first: Sequence[str], rest: Iterator[Sequence[str]]
) -> Iterator[Sequence[str]]:
    yield first
    yield from rest


def _open(regions: Sequence[Region], last: int) -> Region | None:
    """Return the one region that goes on after the look ahead.

    Several that reach its end are one, with everything between them.
    """
    reaching = [region for region in regions if region.last == last]
    found = _around(reaching)
    while len(joined := [one for one in regions if _meet(one, found)]) > len(reaching):
        reaching = joined
        found = _around(joined)
    return found


def _around(regions: Sequence[Region]) -> Region:
    return Region(
        min(region.first for region in regions),
        max(region.last for region in regions),
        min(region.left for region in regions),
        max(region.right for region in regions),
    )


def _meet(one: Region, other: Region) -> bool:
    """Whether two regions share rows and columns."""
    return (
        one.first <= other.last and one.last >= other.first
        and one.left <= other.right and one.right >= other.left
    )  # fmt: skip

"""Where one table of a sheet ends and the next begins.

Decided on rows in memory, by blank rows and columns. Two blank rows always part; a
single blank row or column parts only what differs: a title, a new header, tables of
different height. Everything here is a pure function of the rows.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import pairwise

from kimi_read.formats.xlsx.a1 import Area
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kimi_read.formats.xlsx.model import Row

#: Rows that one region may span sideways relation in: same rows on both sides.
_SAME_ROWS = 0.8
_HEADER_CHARS = 80
_FEW_LINES = 3
_MAX_DEPTH = 40


@record(frozen=True, slots=True)
class Region:
    """Rows ``first`` to ``last`` (indexes, included) within columns."""

    first: int
    last: int
    left: int
    right: int


class Cutter:
    """Cuts rows in memory into regions, in reading order.

    They are the ``whole`` of a sheet, or there may be more of it.
    """

    def __init__(
        self, rows: Sequence[Row], merges: Sequence[Area], *, whole: bool = True
    ) -> None:
        self._rows = rows
        self._whole = whole
        low = rows[0][0] if rows else 0
        high = rows[-1][0] if rows else 0
        self._merges = [m for m in merges if m.bottom >= low and m.top <= high]
        self._tops: dict[int, list[Area]] = {}
        for merge in self._merges:
            self._tops.setdefault(merge.top, []).append(merge)

    def regions(self) -> list[Region]:
        """Return the regions of all rows."""
        if not self._rows:
            return []
        left = min(row[2][0] for row in self._rows)
        right = max(row[2][-1] for row in self._rows)
        indexes = list(range(len(self._rows)))
        return list(self._cut(indexes, left, right, 0))

    def _cut(
        self, indexes: list[int], left: int, right: int, depth: int
    ) -> list[Region]:
        left, right = self._extent(indexes, left, right)
        bands = self._bands(indexes, left, right)
        if len(bands) > 1 and depth < _MAX_DEPTH:
            return [
                r for band in bands for r in self._cut(band, left, right, depth + 1)
            ]
        at = self._seam(indexes, left, right) if depth < _MAX_DEPTH else None
        if at is None:
            return [Region(indexes[0], indexes[-1], left, right)]
        out: list[Region] = []
        for low, high in ((left, at[0]), (at[1], right)):
            part = [i for i in indexes if self.has(i, low, high)]
            out += self._cut(part, low, high, depth + 1)
        return out

    def has(self, index: int, left: int, right: int) -> bool:
        """Whether a row has a cell within columns."""
        columns = self._rows[index][2]
        at = bisect_left(columns, left)
        return at < len(columns) and columns[at] <= right

    def _within(self, index: int, left: int, right: int) -> tuple[int, int]:
        columns = self._rows[index][2]
        return bisect_left(columns, left), bisect_right(columns, right)

    def _extent(self, indexes: list[int], left: int, right: int) -> tuple[int, int]:
        low, high = right, left
        seen: Sequence[int] = ()
        for index in indexes:
            columns = self._rows[index][2]
            if columns is seen:  # rows in turn mostly have the same
                continue
            seen = columns
            start, end = self._within(index, left, right)
            if start < end:
                low = min(low, columns[start])
                high = max(high, columns[end - 1])
        return low, max(low, high)

    # rows

    def _bands(self, indexes: list[int], left: int, right: int) -> list[list[int]]:
        """Part the rows where a gap of blank rows parts them."""
        runs: list[list[int]] = [[indexes[0]]]
        gaps: list[int] = []
        for index in indexes[1:]:
            gap = self._rows[index][0] - self._rows[runs[-1][-1]][0] - 1
            if gap and not self._bridged(runs[-1][-1], index, left, right):
                runs.append([index])
                gaps.append(gap)
            else:
                runs[-1].append(index)
        bands = [runs[0]]
        for gap, run in zip(gaps, runs[1:], strict=True):
            if gap > 1 or self._parts(bands[-1], run, left, right):
                bands.append(run)
            else:
                bands[-1] = bands[-1] + run
        return bands

    def _bridged(self, above: int, below: int, left: int, right: int) -> bool:
        """Whether a merged cell covers the blank rows between two rows."""
        top, bottom = self._rows[above][0], self._rows[below][0]
        return any(
            m.top <= top + 1 and m.bottom >= bottom - 1 and m.left <= right
            and m.right >= left
            for m in self._merges
        )  # fmt: skip

    def _parts(self, above: list[int], below: list[int], left: int, right: int) -> bool:
        """Whether what follows a single blank row is something else."""
        a_left, a_right = self._extent(above, left, right)
        b_left, b_right = self._extent(below, left, right)
        if self._lines(above, left, right):
            return b_right > b_left or a_left != b_left
        if self._lines(below, left, right) and a_right > a_left:
            return True
        if b_left < a_left or b_right > a_right:
            return True
        return self._begins_table(below, left, right) or self._begins_again(
            above, below, left, right
        )

    def _begins_table(self, indexes: list[int], left: int, right: int) -> bool:
        """Whether the first row is a header and the second is none."""
        return (
            len(indexes) > 1
            and self.like_header(indexes[0], left, right)
            and not self.like_header(indexes[1], left, right)
        )

    def _begins_again(
        self, above: list[int], below: list[int], left: int, right: int
    ) -> bool:
        """Whether what follows is headed like the table above.

        Without a title between them, it must be headed exactly like it.
        """
        after = self._lines_before(below, left, right)
        before = self._lines_before(above, left, right)
        if before + 1 >= len(above) or after + 1 >= len(below):
            return False
        ours, theirs = (
            set(self._rows[index][3]) for index in (below[after], above[before])
        )
        if not after:
            return ours == theirs and self.like_header(below[0], left, right)
        begins = self._begins_table(below[after:], left, right)
        return begins and 2 * len(ours & theirs) >= len(ours)

    def _lines_before(self, indexes: list[int], left: int, right: int) -> int:
        """Return how many rows at the beginning are single texts."""
        count = 0
        while count < len(indexes) and self.is_line(indexes[count], left, right):
            count += 1
        return count

    def _lines(self, indexes: list[int], left: int, right: int) -> bool:
        """Whether every row is a single text: a title or a remark."""
        return all(self.is_line(index, left, right) for index in indexes)

    def is_line(self, index: int, left: int, right: int) -> bool:
        """Whether a row has one cell, and that a text."""
        start, end = self._within(index, left, right)
        return end - start == 1 and self._rows[index][4][start] == "t"

    def like_header(self, index: int, left: int, right: int) -> bool:
        """Whether a row has several cells, each with a short text."""
        start, end = self._within(index, left, right)
        _, _, _, texts, kinds = self._rows[index]
        return end - start > 1 and all(
            kinds[i] == "t" and len(texts[i]) <= _HEADER_CHARS
            for i in range(start, end)
        )

    # columns

    def _seam(
        self, indexes: list[int], left: int, right: int
    ) -> tuple[int, int] | None:
        """Return the columns on both sides of the first gap that parts tables."""
        if right - left < 2:
            return None
        used: set[int] = set()
        for index in indexes:
            start, end = self._within(index, left, right)
            used.update(self._rows[index][2][start:end])
            if len(used) == right - left + 1:
                return None
        columns = sorted(used)
        for before, after in pairwise(columns):
            if after - before > 1 and self._splits(
                indexes, (left, before), (after, right)
            ):
                return before, after
        return None

    def _splits(
        self, indexes: list[int], west: tuple[int, int], east: tuple[int, int]
    ) -> bool:
        gap = east[0] - west[1] - 1
        low, high = self._rows[indexes[0]][0], self._rows[indexes[-1]][0]
        if any(
            m.left <= west[1]
            and m.right >= east[0]
            and m.top <= high
            and m.bottom >= low
            for m in self._merges
        ):
            return False
        ours = {i for i in indexes if self.has(i, *west)}
        covered = sum(
            any(m.left <= west[1] and m.right >= east[0] - 1
                for m in self._tops.get(self._rows[index][0], ()))
            for index in ours
        )  # fmt: skip
        if 2 * covered >= len(ours):  # merged cells fill the gap
            return False
        theirs = {i for i in indexes if self.has(i, *east)}
        same = len(ours & theirs) >= _SAME_ROWS * max(len(ours), len(theirs))
        tables = all(
            len(rows) > 1 and self._is_wide(rows, *side)
            for rows, side in ((ours, west), (theirs, east))
        )
        if gap == 1:
            return tables and not same
        if tables:
            return True
        if self._whole and any(
            self._beside(rows, others, *side)
            for rows, others, side in ((ours, theirs, west), (theirs, ours, east))
        ):
            return True
        return not (ours <= theirs or theirs <= ours)

    def _beside(self, rows: set[int], others: set[int], left: int, right: int) -> bool:
        """Whether a few lines stand beside a table, and are no column of it.

        A column would have a name in the table's first row.
        """
        few = len(rows) <= _FEW_LINES and len(others) > 2 * len(rows) + 1
        named = len(rows) > 1 and min(rows) == min(others)
        low, high = self._extent(sorted(rows), left, right)
        return (
            few and not named and low == high and self._lines(sorted(rows), left, right)
        )

    def _is_wide(self, indexes: set[int], left: int, right: int) -> bool:
        low, high = self._extent(sorted(indexes), left, right)
        return high > low

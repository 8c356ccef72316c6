"""Charts of a sheet as the tables of their data.

Programs store the values beside the references; where they did not, the values are
looked up in the sheets.
Source: ECMA-376 part 1, 21.2.2 (charts), 21.2.2.122 (numRef), 21.2.2.201 (strRef).
"""

from __future__ import annotations

import re

from kimi_read.blocks import Break, Loss, Table
from kimi_read.formats.xlsx.a1 import Area, area
from kimi_read.inline import escape
from kimi_read.ooxml.chart import MAX_POINTS, chart
from kimi_read.ooxml.elements import SubElement
from kimi_read.ooxml.parts import local, root_of
from kimi_read.record import replace
from kimi_read.recover import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Protocol
    from xml.etree.ElementTree import Element

    from kimi_read.blocks import Block
    from kimi_read.formats.xlsx.model import Book, Sheet
    from kimi_read.formats.xlsx.ooxml_styles import Formats
    from kimi_read.guard.zip import Package

    class LookedUp(Book, Protocol):
        """A workbook that keeps the ranges that were looked up in it."""

        looked_up: dict[tuple[str, str], list[str]]

    class Packaged(LookedUp, Protocol):
        """A workbook that is a package of parts."""

        package: Package
        formats: Formats
        media: bool

        def persons(self) -> dict[str, str]:
            """Return the authors of threaded comments by their identifier."""


_MOST_AREAS = 200
_MOST_LOOKUPS = 100
_MOST_LEVELS = 8
_ACROSS = ("cat", "xVal")
#: Serial numbers of days in 1954 and 2119: others are seldom dates.
_FIRST_DATE, _LAST_DATE = 20_000, 80_000
_ESCAPE = r"\\([!-/:-@\[-`{-~])"


def chart_blocks(
    book: Packaged, part: str, where: str, alt: str = ""
) -> Iterator[Block]:
    """Yield a mark with the title of the chart in ``part``, and its data."""
    root = root_of(book.package, part)
    if root is not None:
        value(lambda: _fill(book, root), None)
        value(lambda: _date(book, root), None)
    found = chart(root, lambda v, c: _shown(book, v, c)) if root is not None else None
    if root is None or found is None:
        yield Loss("chart-without-data", f"a chart{where} has no data")
        return
    yield Break(found.label(alt))
    yield Table([escape(text) for text in found.header],
                [[escape(text) for text in row] for row in found.rows])  # fmt: skip
    if found.cut:
        yield Loss("cut-chart", f"only {len(found.rows)} points of the chart are shown",
                   partial=True)  # fmt: skip


def _shown(book: Packaged, number: str, code: str) -> str:
    try:
        return book.formats.by_code(code).number(float(number))
    except (ValueError, OverflowError):
        return number


def _fill(book: Packaged, root: Element) -> None:
    """Put the values of cells where a reference comes without any."""
    wanted: dict[str, list[tuple[Element, Area]]] = {}
    for element in root.iter():
        if local(element.tag) not in ("numRef", "strRef", "multiLvlStrRef"):
            continue
        tags = [local(child.tag) for child in element]
        formula = next((c.text or "" for c in element if local(c.tag) == "f"), "")
        name, mark, reference = formula.rpartition("!")
        cells = area(reference) if mark else None
        if cells is None or any(tag.endswith("Cache") for tag in tags):
            continue
        name = unquoted(name)
        if sum(map(len, wanted.values())) < _MOST_AREAS:
            wanted.setdefault(name, []).append((element, cells))
    for name, spots in wanted.items():
        sheet = next((s for s in book.sheets if s.name == name), None)
        if sheet is None:
            continue
        found = cell_texts(book, sheet, [cells for _, cells in spots])
        for element, cells in spots:
            across, down = cells.right - cells.left + 1, cells.bottom - cells.top + 1
            if across == 1 or down == 1:
                _put(SubElement(element, "strCache"), found, places(cells))
                continue
            levels = SubElement(element, "multiLvlStrCache")
            for step in range(min(across, down, _MOST_LEVELS)):  # innermost first
                at = (
                    replace(cells, left=cells.right - step, right=cells.right - step)
                    if down >= across
                    else replace(
                        cells, top=cells.bottom - step, bottom=cells.bottom - step
                    )
                )
                _put(SubElement(levels, "lvl"), found, places(at))


def _put(
    cache: Element, found: Mapping[tuple[int, int], str],
    cells: Iterable[tuple[int, int]],
) -> None:  # fmt: skip
    for index, place in enumerate(cells):
        text = found.get(place)
        if text is not None:
            point = SubElement(cache, "pt", {"idx": str(index)})
            SubElement(point, "v").text = text


def _date(book: Packaged, root: Element) -> None:
    """Show dates on an axis as their cells do, where only their numbers are stored.

    Some programs store numbers without the format that Excel takes from the cells.
    What rows are hidden is not stored either, so that all must be there.
    """
    for axis in root.iter():
        reference = next(iter(axis), None) if local(axis.tag) in _ACROSS else None
        if reference is None or local(reference.tag) != "numRef":
            continue
        parts = {local(child.tag): child for child in reference}
        cache = parts.get("numCache")
        if cache is None or "f" not in parts:
            continue
        inner = {local(child.tag): child for child in cache}
        code = inner["formatCode"].text if "formatCode" in inner else "General"
        numbers = [point[0] for point in cache if local(point.tag) == "pt"]
        dates = all(_FIRST_DATE < float(n.text or 0) < _LAST_DATE for n in numbers)
        if code == "General" and numbers and dates:
            texts = looked_up(book, parts["f"].text or "")
            if len(texts) == len(numbers):
                cache.tag = "strCache"
                for number, text in zip(numbers, texts, strict=True):
                    number.text = text


def places(cells: Area) -> Iterator[tuple[int, int]]:
    """Yield row and column of each cell of a range, row by row."""
    count = 0
    for row in range(cells.top, cells.bottom + 1):
        for column in range(cells.left, cells.right + 1):
            count += 1
            if count > MAX_POINTS:
                return
            yield row, column


def cell_texts(
    book: Book, sheet: Sheet, areas: list[Area]
) -> dict[tuple[int, int], str]:
    """Return the texts of the cells in some ranges of a sheet, without formulas."""
    asked = book.request
    book.request = replace(asked, formulas=False)
    try:
        return _cell_texts(book, sheet, areas)
    finally:
        book.request = asked


def _cell_texts(
    book: Book, sheet: Sheet, areas: list[Area]
) -> dict[tuple[int, int], str]:
    last = max(cells.bottom for cells in areas)
    last = min(last, min(cells.top for cells in areas) + MAX_POINTS)
    found: dict[tuple[int, int], str] = {}
    for number, _, columns, texts, _ in book.open(sheet).rows:
        if number > last:
            break
        near = [cells for cells in areas if cells.top <= number <= cells.bottom]
        for column, text in zip(columns, texts, strict=True) if near else ():
            if any(cells.left <= column <= cells.right for cells in near):
                found[number, column] = re.sub(_ESCAPE, r"\1", text)
    return found


def looked_up(book: LookedUp, formula: str, home: str = "") -> list[str]:
    """Return the texts of a range, row by row; ``home`` is the sheet it is of.

    Each range is looked up once, and no more of them than a form may have.
    """
    name, _, reference = formula.lstrip("=").rpartition("!")
    key = unquoted(name) or home, reference
    if key not in book.looked_up and len(book.looked_up) < _MOST_LOOKUPS:
        cells = area(reference)
        sheet = next((one for one in book.sheets if one.name == key[0]), None)
        book.looked_up[key] = []
        if cells is not None and sheet is not None:
            found = cell_texts(book, sheet, [cells])
            book.looked_up[key] = [found.get(place, "") for place in places(cells)]
    return book.looked_up.get(key, [])


def unquoted(name: str) -> str:
    """Return a sheet's name as it is, by how a formula writes it."""
    return name.strip("'").replace("''", "'")

"""What lies on a sheet of an Office Open XML workbook, and around it.

Source: ECMA-376 part 1, 18.3.1.12 (chart sheets), 18.3.1.46 (headers and footers).
"""

from __future__ import annotations

from kimi_read.formats.xlsx import furniture, sparklines
from kimi_read.formats.xlsx.ooxml_drawn import drawn, in_cells
from kimi_read.formats.xlsx.ooxml_extras import pivots
from kimi_read.formats.xlsx.ooxml_objects import Objects
from kimi_read.ooxml.parts import local, root_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Protocol

    from kimi_read.blocks import Block
    from kimi_read.formats.xlsx.model import Grid, Sheet
    from kimi_read.formats.xlsx.ooxml_charts import Packaged
    from kimi_read.formats.xlsx.ooxml_frame import Frame
    from kimi_read.formats.xlsx.rich_values import RichValues
    from kimi_read.ooxml.relations import Relation

    class Furnished(Packaged, Protocol):
        """A workbook with values of newer kinds; ``furniture`` was told of before."""

        rich: RichValues
        furniture: set[str]


def around(
    book: Furnished, sheet: Sheet, own: Mapping[str, Relation], frame: Frame
) -> Iterator[Block]:
    """Yield what is told of a sheet when its rows are through."""
    pictures = [*book.rich.pictures]  # before cells of other sheets are looked up
    objects = Objects(book, sheet, own, frame)
    yield from pivots(book, own)
    yield from drawn(book, sheet.name, own, objects.names())
    yield from objects.blocks()
    yield from in_cells(book, pictures)
    book.rich.pictures.clear()
    where = f"sheet '{sheet.name}'"
    yield from sparklines.left_out([*map("".join, frame.sparklines)], where)
    yield from furniture.left_out(
        map("".join, frame.headers), map("".join, frame.footers), book.furniture, where
    )


def chart_sheet(
    book: Furnished, grid: Grid, sheet: Sheet, own: Mapping[str, Relation]
) -> Grid:
    """Fill the grid of a sheet that is one chart."""
    grid.after = lambda: drawn(book, sheet.name, own)
    root = root_of(book.package, str(sheet.key or ""))
    codes: dict[str, list[str]] = {"header": [], "footer": []}
    for element in root.iter() if root is not None else ():
        kind = local(element.tag)[-6:].lower()
        if kind in codes:
            codes[kind].append(element.text or "")
    grid.problems += furniture.left_out(
        codes["header"], codes["footer"], book.furniture, f"sheet '{sheet.name}'"
    )
    return grid

"""Charts of an OpenDocument spreadsheet as the tables of their data.

Source: OpenDocument 1.3 part 3, 11 (charts), 11.18 (the local table).
"""

from __future__ import annotations

from kimi_read.blocks import Break, Loss, Table
from kimi_read.inline import escape
from kimi_read.ooxml.parts import local, root_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from kimi_read.blocks import Block
    from kimi_read.guard.zip import Package

MAX_POINTS = 10_000
MAX_COLUMNS = 1000


def charts(package: Package, name: str) -> Iterator[Block]:
    """Yield the chart that an embedded object holds, if it is one."""
    root = root_of(package, f"{name.removeprefix('./').rstrip('/')}/content.xml")
    body = None
    for element in root.iter() if root is not None else ():
        if any(local(child.tag) == "plot-area" for child in element):
            body = element
            break
    if body is None:
        return
    title = next((_text(e) for e in body if local(e.tag) == "title"), "")
    rows = [
        [_text(cell) for cell in row if local(cell.tag) == "table-cell"][:MAX_COLUMNS]
        for row in body.iter() if local(row.tag) == "table-row"
    ][: MAX_POINTS + 1]  # fmt: skip
    if len(rows) < 2:
        yield Loss("chart-without-data", "a chart has no data")
        return
    width = max(map(len, rows))
    header, *rest = (
        [escape(t) for t in row] + [""] * (width - len(row)) for row in rows
    )
    yield Break(f"chart: {title or 'chart'}")
    yield Table(header, rest)


def _text(element: Element) -> str:
    lines = ("".join(p.itertext()) for p in element.iter() if local(p.tag) == "p")
    return " ".join(" ".join(lines).split())

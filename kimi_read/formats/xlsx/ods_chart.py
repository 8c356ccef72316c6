"""Charts of an OpenDocument spreadsheet as the tables of their data.

Most programs keep the data in a table beside the chart; others name the ranges of the
sheets only, whose cells are then looked up.
Source: OpenDocument 1.3 part 3, 11 (charts), 11.11 (series), 11.18 (the local table).
"""

from __future__ import annotations

from kimi_read.blocks import Break, Loss, Table
from kimi_read.inline import escape
from kimi_read.ooxml.chart import Chart
from kimi_read.ooxml.parts import local, root_of
from kimi_read.recover import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from xml.etree.ElementTree import Element

    from kimi_read.blocks import Block
    from kimi_read.guard.zip import Package

    #: Gives the texts of the cells of each range, one after the other.
    LookUp = Callable[[Sequence[str]], list[list[str]]]

MAX_POINTS = 10_000
MAX_COLUMNS = 1000


def charts(package: Package, name: str, look_up: LookUp) -> Iterator[Block]:
    """Yield the chart that an embedded object holds, if it is one."""
    root = root_of(package, f"{name.removeprefix('./').rstrip('/')}/content.xml")
    if root is not None:
        yield from charts_of(root, look_up)


def charts_of(root: Element, look_up: LookUp) -> Iterator[Block]:
    """Yield the chart of a document, if it is one."""
    body = next(
        (e for e in root.iter() if any(local(c.tag) == "plot-area" for c in e)), None
    )
    if body is None:
        return
    titles = [_text(e) for e in body if local(e.tag) in ("title", "subtitle")]
    rows = [
        [_text(cell) for cell in row if local(cell.tag) == "table-cell"][:MAX_COLUMNS]
        for row in body.iter() if local(row.tag) == "table-row"
    ][: MAX_POINTS + 1]  # fmt: skip
    if len(rows) < 2:
        rows = value(lambda: _looked_up(body, look_up), [])
    if len(rows) < 2:
        yield Loss("chart-without-data", "a chart has no data")
        return
    width = max(map(len, rows))
    header, *rest = (
        [escape(t) for t in row] + [""] * (width - len(row)) for row in rows
    )
    axis, axes = _axes(body)
    header[0] = header[0] or escape(axis)
    title = next(filter(None, titles), "")
    yield Break(Chart(title, "chart", (), (), axes=axes).label())
    yield Table(header, rest)


def _axes(body: Element) -> tuple[str, tuple[str, ...]]:
    """Return the title of the axis of categories, and those of the others."""
    titles: dict[str, list[str]] = {}
    for axis in body.iter():
        if local(axis.tag) == "axis":
            found = [_text(e) for e in axis if local(e.tag) == "title"]
            titles.setdefault(_get(axis, "dimension"), []).extend(filter(None, found))
    across = titles.pop("x", [])
    others = (title for names in titles.values() for title in names)
    return next(iter(across), ""), tuple(dict.fromkeys(others))


def _looked_up(body: Element, look_up: LookUp) -> list[list[str]]:
    """Return head and rows of a chart from the ranges that its series refer to."""
    series = [e for e in body.iter() if local(e.tag) == "series"][:MAX_COLUMNS]
    first = next((_get(e, "cell-range-address") for e in body.iter() if (
        local(e.tag) in ("categories", "domain"))), "")  # fmt: skip
    wanted = [
        first,
        *(_get(e, "label-cell-address") for e in series),
        *(_get(e, "values-cell-range-address") for e in series),
    ]
    found = look_up(wanted)
    points, names, values = (
        found[0], found[1 : len(series) + 1], found[len(series) + 1 :]
    )  # fmt: skip
    if not any(values):
        return []
    head = ["", *(" ".join(name).strip() or f"Series {number}"
                  for number, name in enumerate(names, 1))]  # fmt: skip
    count = min(max(map(len, values)), MAX_POINTS)
    columns = (points, *values)
    return [head, *([column[index] if index < len(column) else "" for column in columns]
                    for index in range(count))]  # fmt: skip


def _get(element: Element, name: str) -> str:
    return next((t for key, t in element.attrib.items() if local(key) == name), "")


def _text(element: Element) -> str:
    lines = ("".join(p.itertext()) for p in element.iter() if local(p.tag) == "p")
    return " ".join(" ".join(lines).split())

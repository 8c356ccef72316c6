"""A chart as the table of its cached data.

Source: ECMA-376 part 1, 21.2 (DrawingML charts); [MS-ODRAWXML] 2.24.3 (chartex).
"""

from __future__ import annotations

from kimi_read.ooxml import chartnumbers
from kimi_read.ooxml.parts import local, root_of
from kimi_read.ooxml.relations import first, relations
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from xml.etree.ElementTree import Element

    from kimi_read.guard.zip import Package

#: The most points of a chart that are shown.
MAX_POINTS = 10_000
_KINDS = {
    "barChart": "bar chart",
    "bar3DChart": "bar chart",
    "lineChart": "line chart",
    "line3DChart": "line chart",
    "pieChart": "pie chart",
    "pie3DChart": "pie chart",
    "ofPieChart": "pie chart",
    "doughnutChart": "doughnut chart",
    "areaChart": "area chart",
    "area3DChart": "area chart",
    "scatterChart": "scatter chart",
    "bubbleChart": "bubble chart",
    "radarChart": "radar chart",
    "stockChart": "stock chart",
    "surfaceChart": "surface chart",
    "surface3DChart": "surface chart",
}


@record(frozen=True, slots=True)
class Chart:
    """What a chart shows: raw text, not yet Markdown.

    ``header`` holds the category column first, under the title of its axis, then one
    name for each series; ``rows`` as many cells each. Charts of points (scatter,
    bubble) have the x values of their first series in the category column, those of
    others in columns of their own. Labels that points were given have columns too.
    ``axes`` are the titles of the other axes. ``cut`` says that there were more
    points than ``MAX_POINTS``.
    """

    title: str
    kind: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    cut: bool = False
    axes: tuple[str, ...] = ()

    def label(self, alt: str = "") -> str:
        """Return what its mark says: title and alternative text, else its kind."""
        kind = self.kind if self.kind != "chart" else ""
        words = _said(self.title, alt) or kind
        axes = f"values: {', '.join(self.axes)}" if self.axes else ""
        words = f"{words} ({axes})" if words and axes else words or axes
        return f"chart: {words}" if words else "chart"


def _said(title: str, alt: str) -> str:
    """Return a title and an alternative text that says more than the title."""
    alt = " ".join(alt.split())
    return ": ".join(filter(None, (title if title not in alt else "", alt)))


def unstored(root: Element | None, alt: str = "") -> str:
    """Return what is said of a chart that stores no data."""
    words = _said(_title(root) if root is not None else "", alt)
    return f"chart: {words}" if words else "chart"


def callouts(package: Package, part: str, root: Element) -> list[str]:
    """Return the texts that are drawn into a chart (21.3, userShapes)."""
    if _child(root, "userShapes") is None:
        return []
    drawn = root_of(package, first(relations(package, part), "chartUserShapes"))
    bodies = drawn.iter() if drawn is not None else ()
    texts = [_text(body) for body in bodies if local(body.tag) == "txBody"]
    return [text for text in texts if text]


def chart(root: Element, show: Callable[[str, str], str] | None = None) -> Chart | None:
    """Return the data of a chart part, or None if it caches none.

    ``show(value, format_code)`` turns a cached number into text; without it dates
    and shares are shown as such, other numbers as they are.
    """
    if local(root.tag) not in ("chartSpace", "chart"):
        return None
    from_1904 = any(
        local(e.tag) == "date1904" and e.get("val") not in ("0", "false") for e in root
    )

    def usual(value: str, code: str) -> str:
        return chartnumbers.shown(value, code, from_1904=from_1904)

    shown = show or usual
    columns: list[tuple[str, dict[int, str]]] = []
    categories: dict[int, str] = {}
    for series in _series(root):
        name = _text(_child(series, "tx"))
        across = _points(_child(series, "cat", "xVal"), shown)
        if across and not categories:
            categories = across
        elif across and across != categories:
            columns.append((f"{name} (categories)" if name else "x", across))
        for tag in ("val", "yVal", "bubbleSize"):
            values = _points(_child(series, tag), shown)
            if values:
                label = name or f"Series {len(columns) + 1}"
                columns.append(
                    (f"{label} (size)" if tag == "bubbleSize" else label, values)
                )
        labels = _labels(series)
        if labels and columns:
            columns.append((f"{name or 'Points'} (labels)", labels))
    if not columns:
        columns, categories = _extended(root, shown)
    if not columns:
        return None
    indexes = sorted({*categories, *(i for _, values in columns for i in values)})
    rows = tuple(
        (categories.get(i, ""), *(values.get(i, "") for _, values in columns))
        for i in indexes[:MAX_POINTS]
    )
    axis, axes = _axes(root)
    header = (axis, *(name for name, _ in columns))
    kind = next((k for e in root.iter() if (k := _KINDS.get(local(e.tag)))), "chart")
    return Chart(_title(root), kind, header, rows, len(indexes) > MAX_POINTS, axes)


def _series(root: Element) -> Iterator[Element]:
    for element in root.iter():
        if local(element.tag) == "ser":
            yield element


def _child(element: Element, *names: str) -> Element | None:
    return next((e for e in element if local(e.tag) in names), None)


def _title(root: Element) -> str:
    """Return the title of the chart; those of its axes lie deeper."""
    for element in root.iter():
        if local(element.tag) == "chart":
            return _text(_child(element, "title"))
    return ""


def _axes(root: Element) -> tuple[str, tuple[str, ...]]:
    """Return the title of the axis of categories, or of x, and those of the others."""
    categories = ""
    others: list[str] = []
    points = not any(local(e.tag) in ("catAx", "dateAx") for e in root.iter())
    for axis in root.iter():
        name = local(axis.tag)
        if name not in ("catAx", "dateAx", "valAx", "serAx", "axis"):
            continue
        flags = {local(e.tag): e.get("val") or "" for e in axis}
        title = _text(_child(axis, "title"))
        if not title or flags.get("delete", "0") in ("1", "true"):
            continue
        lies = flags.get("axPos") in ("b", "t") if name == "valAx" else name != "serAx"
        across = (points or name != "valAx") and lies and "valScaling" not in flags
        if across and not categories:
            categories = title
        elif title not in others and title != categories:
            others.append(title)
    return categories, tuple(others)


def _labels(series: Element) -> dict[int, str]:
    """Return the labels of points that are words of their own, by index.

    They are written to a point, or taken from a range of cells ([MS-ODRAWXML] 2.24.3
    .76, datalabelsRange). Fields in them repeat what the table says, but for those
    of that range.
    """
    written: dict[int, tuple[str, bool]] = {}
    out: dict[int, str] = {}
    for element in series.iter():
        name = local(element.tag)
        if name == "dLbl":
            number = _child(element, "idx")
            if number is not None:
                at = _index(number.get("val"), len(written))
                written[at] = _own_words(_child(element, "tx"))
        elif name == "dlblRangeCache":
            for point in element:
                words = _text(point)
                if words:
                    out.setdefault(_index(point.get("idx"), len(out)), words)
    for at, (words, fields) in written.items():
        if words:
            out[at] = " ".join(filter(None, (out.get(at) if fields else "", words)))
    return out


def _own_words(label: Element | None) -> tuple[str, bool]:
    """Return the words of a label without its fields, and whether it has some."""
    words = []
    fields = False
    stack = [label] if label is not None else []
    while stack:
        element = stack.pop()
        name = local(element.tag)
        if name == "fld":
            fields = True
        elif name in ("t", "v"):
            words.append(element.text or "")
        else:
            words += [" "] * (name in ("p", "br"))
            stack += reversed(element)
    text = " ".join("".join(words).split())
    return text if not fields or any(map(str.isalnum, text)) else "", fields


def _text(element: Element | None) -> str:
    """Return the text of a title or name, rich or cached, on one line."""
    if element is None:
        return ""
    words = []
    for part in element.iter():
        name = local(part.tag)
        if name in ("t", "v") and part.text:
            words.append(part.text)
        elif name in ("p", "br", "pt") and words:
            words.append(" ")
    return " ".join("".join(words).split())


def _points(element: Element | None, show: Callable[[str, str], str]) -> dict[int, str]:
    """Return cached values by index; levels of categories are joined, outer first."""
    if element is None:
        return {}
    levels: list[dict[int, str]] = []
    for cache in element.iter():
        name = local(cache.tag)
        if name not in ("strCache", "numCache", "strLit", "numLit", "lvl"):
            continue
        number = name.startswith("num")
        code = _child(cache, "formatCode") if number else None
        values: dict[int, str] = {}
        for point in cache:
            if local(point.tag) != "pt":
                continue
            value = _child(point, "v")
            text = (value.text or "") if value is not None else ""
            if number:
                own = point.get("formatCode") or (code.text if code is not None else "")
                text = show(text, own or "General")
            values[_index(point.get("idx"), len(values))] = " ".join(text.split())
        if values or name != "lvl":
            levels.append(values)
    if len(levels) < 2:
        return levels[0] if levels else {}
    return _joined(levels)


def _joined(levels: list[dict[int, str]]) -> dict[int, str]:
    """Join category levels, given inner first; an outer label holds until the next."""
    out: dict[int, str] = {}
    last = [""] * len(levels)
    for index in sorted(levels[0]):
        for depth, values in enumerate(levels):
            last[depth] = values.get(index, last[depth] if depth else "")
        out[index] = " / ".join(text for text in reversed(last) if text)
    return out


def _extended(
    root: Element, show: Callable[[str, str], str]
) -> tuple[list[tuple[str, dict[int, str]]], dict[int, str]]:
    """Return columns and categories of a chartex part (waterfall, treemap ...)."""
    columns: list[tuple[str, dict[int, str]]] = []
    categories: dict[int, str] = {}
    names = [
        _text(_child(e, "tx")) for e in root.iter() if local(e.tag) == "series"
    ]  # one for each data element, in order
    for data in root.iter():
        if local(data.tag) != "data":
            continue
        for dimension in data:
            kind = local(dimension.tag)
            levels = [
                {
                    _index(p.get("idx"), n): (
                        show(p.text or "", level.get("formatCode") or "General")
                        if kind == "numDim"
                        else " ".join((p.text or "").split())
                    )
                    for n, p in enumerate(q for q in level if local(q.tag) == "pt")
                }
                for level in dimension
                if local(level.tag) == "lvl"
            ]
            if not levels:
                continue
            if kind == "strDim":
                categories = categories or (
                    _joined(levels) if len(levels) > 1 else levels[0]
                )
            elif kind == "numDim":
                at = len(columns)
                name = names[at] if at < len(names) else ""
                columns.append((name or f"Series {at + 1}", levels[0]))
    return columns, categories


def _index(text: str | None, default: int) -> int:
    return int(text) if text and text.isascii() and text.isdigit() else default

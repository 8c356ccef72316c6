"""Graphic frames: tables, charts, SmartArt diagrams, embedded objects.

Source: ECMA-376 part 1, 21.1.3 (tables), 21.2 (charts), 21.4 (diagrams), 19.3.2.4
(oleObj).
"""

from __future__ import annotations

from kimi_read import inline
from kimi_read.blocks import Break, Item, Loss, Paragraph, Table
from kimi_read.formats.pptx import text
from kimi_read.formats.pptx.looks import Painted
from kimi_read.formats.pptx.names import (
    CX,
    DGM,
    GRAPHICS,
    A,
    C,
    P,
    R,
    branches,
    described,
    flag,
    number,
)
from kimi_read.formats.pptx.pictures import (
    blip_blocks,
    picture_blocks,
    pixels,
    shown_name,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from xml.etree.ElementTree import Element

    from kimi_read.blocks import Block
    from kimi_read.formats.pptx.looks import Looks
    from kimi_read.formats.pptx.scene import Scene

MAX_COLUMNS = 1000
#: Levels of a diagram deeper than this stand at this one.
MAX_DIAGRAM_DEPTH = 12
#: Kinds of points that hold no words of their own.
_NO_NODES = ("doc", "pres")


def frame_blocks(scene: Scene, frame: Element) -> Iterator[Block]:
    """Yield what a graphic frame holds."""
    data = frame.find(f"{A}graphic/{A}graphicData")
    if data is None:
        return
    kind = GRAPHICS.get(data.get("uri", ""), "")
    if kind == "table":
        table = data.find(A + "tbl")
        if table is not None:
            if described(frame):
                yield Break(f"table: {described(frame)}")
            yield from table_blocks(scene, table, frame)
    elif kind == "chart":
        yield from _chart(scene, data, described(frame))
    elif kind == "diagram":
        if described(frame):
            yield Break(f"diagram: {described(frame)}")
        yield from _diagram(scene, data)
    elif kind == "object":
        yield from _objects(scene, data)
    else:
        steps = data.get("uri", "").split("/")
        what = next((step for step in reversed(steps) if step.isalpha()), "unknown")
        message = f"a graphic of the kind '{what}' on slide {scene.number} is not read"
        yield Loss("unsupported-object", message, scene.where, partial=True)


def table_blocks(scene: Scene, table: Element, frame: Element) -> Iterator[Block]:
    """Yield a table; a merged cell gives its value once, then blanks.

    A table of a single cell is a frame: its paragraphs stand alone.
    """
    rows = table.findall(A + "tr")
    grid = len(table.findall(f"{A}tblGrid/{A}gridCol"))
    most = grid or MAX_COLUMNS

    def looks(cell: Element) -> Looks:
        paint = scene.paint
        return Painted(
            scene.report, paint, lambda ink: paint.cell_hides(frame, table, cell, ink)
        )

    cells = [
        _cells(scene, row, most, looks, bold=bool(n)) for n, row in enumerate(rows)
    ]
    width = min(max([grid, *map(len, cells)], default=0), MAX_COLUMNS)
    if not width or not any(any(row) for row in cells):
        return
    if width == 1 and len(cells) == 1:
        yield Paragraph(cells[0][0])
        return
    filled = [(row + [""] * width)[:width] for row in cells]
    if any(len(row) > width for row in cells):
        yield Loss("too-many-columns", f"a table on slide {scene.number} has over "
                   f"{MAX_COLUMNS} columns; the others are left out", scene.where,
                   partial=True)  # fmt: skip
    yield Table(filled[0], filled[1:])


def _cells(
    scene: Scene,
    row: Element,
    most: int,
    looks: Callable[[Element], Looks],
    *,
    bold: bool,
) -> list[str]:
    """Return one text a grid column; a span never reaches past ``most`` columns."""
    out: list[str] = []
    covered = 0
    for cell in row.findall(A + "tc"):
        merged = flag(cell.get("hMerge")) or flag(cell.get("vMerge"))
        if merged and covered:
            covered -= 1
            continue
        body = cell.find(A + "txBody")
        words = "" if merged else text.lines(body, scene.links, looks(cell))
        if not bold:
            words = _unmarked(words)
        out.append(words)
        span = min(number(cell.get("gridSpan"), 1), most - len(out) + 1, MAX_COLUMNS)
        covered = max(0, span - 1)
        out += [""] * covered
        if len(out) > MAX_COLUMNS:
            break
    return out


def _unmarked(words: str) -> str:
    """Take the strong marks off a head cell that is strong as a whole."""
    inner = words.removeprefix("**").removesuffix("**")
    return inner if len(inner) == len(words) - 4 and "**" not in inner else words


def _chart(scene: Scene, data: Element, alt: str) -> Iterator[Block]:
    reference = data.find(C + "chart")
    if reference is None:
        reference = data.find(CX + "chart")
    relation = reference.get(R + "id") or "" if reference is not None else ""
    part = scene.deck.fresh(scene.links.target(relation))
    if part is None:
        yield Loss("missing-part", f"a chart on slide {scene.number} has no data",
                   scene.where, partial=True)  # fmt: skip
        return
    from kimi_read.ooxml.chart import callouts, chart, unstored

    found = chart(part.root)
    if found is None:
        label = unstored(part.root, alt)
        yield Loss("unsupported-object", f"a {label} on slide {scene.number} keeps no "
                   "values", scene.where, partial=True)  # fmt: skip
        return
    yield Break(found.label(alt))
    rows = [[inline.escape(cell) for cell in row] for row in found.rows]
    yield Table([inline.escape(cell) for cell in found.header], rows)
    for words in callouts(scene.deck.package, part.name, part.root):
        yield Paragraph(inline.escape(words))
    if found.cut or part.fault:
        yield Loss("cut", "the data of this chart are not complete", scene.where,
                   partial=True)  # fmt: skip


def _diagram(scene: Scene, data: Element) -> Iterator[Block]:
    """Yield the nodes of a diagram as a list, in the order of their connections."""
    reference = data.find(DGM + "relIds")
    relation = reference.get(R + "dm") or "" if reference is not None else ""
    part = scene.deck.fresh(scene.links.target(relation))
    if part is None:
        yield Loss("missing-part", f"a diagram on slide {scene.number} has no data",
                   scene.where, partial=True)  # fmt: skip
        return
    beside = scene.beside(part)
    points = {
        point.get("modelId") or "": point
        for point in part.root.iterfind(f"{DGM}ptLst/{DGM}pt")
    }
    children: dict[str, list[tuple[int, str]]] = {}
    for link in part.root.iterfind(f"{DGM}cxnLst/{DGM}cxn"):
        if (link.get("type") or "parOf") == "parOf":
            place = (number(link.get("srcOrd")), link.get("destId") or "")
            children.setdefault(link.get("srcId") or "", []).append(place)
    roots = [key for key, point in points.items() if point.get("type") == "doc"]
    shown: set[str] = set()
    stack = [(key, -1) for key in reversed(roots)]
    while stack or len(shown) < len(points):
        if not stack:  # nodes that no connection reaches come last
            rest = [k for k in points if k not in shown]
            stack = [(key, 0) for key in reversed(rest)]
        key, depth = stack.pop()
        if key in shown:
            continue
        shown.add(key)
        point = points.get(key)
        words = ""
        if point is not None and point.get("type") not in _NO_NODES:
            words = text.lines(point.find(DGM + "t"), beside.links)
        if words:
            yield Item(words, max(0, depth))
        inner = [one for _, one in sorted(children.get(key, []))]
        deeper = min(depth + (1 if words or depth < 0 else 0), MAX_DIAGRAM_DEPTH)
        stack += [(one, deeper) for one in reversed(inner) if one in points]
    for blip in part.root.iter(A + "blip"):
        yield from blip_blocks(beside, blip)


def _extent(shape: Element) -> tuple[int, int]:
    extent = shape.find(f"{P}spPr/{A}xfrm/{A}ext")
    if extent is None:
        return 0, 0
    return pixels(number(extent.get("cx")), number(extent.get("cy")))


def _objects(scene: Scene, data: Element) -> Iterator[Block]:
    for element in branches(data):
        if element.tag != P + "oleObj":
            continue
        program = element.get("progId") or "object"
        link = scene.links.relations.get(element.get(R + "id") or "")
        label = f"embedded {program}"
        if element.find(P + "link") is not None or (link and link.external):
            label = f"linked {program}"
        name = (element.get("name") or "").strip()
        words = inline.escape(f"{label} '{name}'" if name else label)
        target = shown_name(link.target, link.external) if link else ""
        yield Paragraph(inline.link(words, target) if target else words)
        shape = element.find(P + "pic")
        if shape is not None:
            yield from picture_blocks(scene, shape, _extent(shape))
        scene.report.objects.append(f"{label} on {scene.where}")

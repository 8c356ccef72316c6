"""Tables: merged cells, ragged rows, frames, nested tables, rows as they stream.

Source: ECMA-376 part 1, 17.4 (tables).
"""

from __future__ import annotations

from bisect import bisect_right

from kimi_read import inline
from kimi_read.blocks import Break, Table
from kimi_read.formats.docx.alternates import chosen
from kimi_read.formats.docx.cells import flat_text
from kimi_read.formats.docx.grounds import TableGround
from kimi_read.formats.docx.names import (
    ALTERNATE,
    SDT,
    SDT_CONTENT,
    TC,
    TR,
    VAL,
    W,
    number,
    on,
)
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Protocol
    from xml.etree.ElementTree import Element

    from kimi_read.blocks import Block
    from kimi_read.formats.docx.content import Content
    from kimi_read.formats.docx.document import Document
    from kimi_read.formats.docx.growing import Children, Done
    from kimi_read.formats.docx.paint import Ground

    class Flow(Protocol):
        """What a table asks of the flow of blocks that it stands in."""

        document: Document
        ground: Ground
        children: Children
        depth: int

        def fork(self) -> Content:
            """Return a reader for cells."""
            ...

        def inside(self, element: Element, ground: Ground) -> Iterator[Block]:
            """Yield the content of a frame."""
            ...

        def nested(self, element: Element, ground: Ground) -> Iterator[Block]:
            """Yield a table of a cell."""
            ...

        def above(self) -> str:
            """Return the text of the paragraph before the table."""
            ...

        def bare(self, element: Element) -> Iterator[Block]:
            """Yield what lies too deep as text."""
            ...

        def due(self) -> Iterator[Block]:
            """Yield the notes and losses that wait."""
            ...


#: So many rows are looked at before the first is printed, to find the columns.
LOOK_ROWS = 400
#: A cell spans at most so many grid columns; Word allows 63.
MAX_SPAN = 1000
#: Tables nested deeper than this are left out.
DEPTH = 12
_PROPERTIES = W + "tblPr"
_WRAPPERS = frozenset((SDT, SDT_CONTENT, W + "customXml", W + "ins", W + "moveTo"))


@record(frozen=True, slots=True)
class _Cell:
    """One cell: the grid column it starts at and its text, ``""`` if merged away."""

    start: int
    text: str


def table(flow: Flow, element: Element, done: Done, counted: bool) -> Iterator[Block]:
    """Yield the blocks of ``w:tbl``: the table, then the tables inside its cells.

    A table of one cell is a frame: its content stands by itself. ``counted`` says
    that the table has its number already.
    """
    if flow.depth > DEPTH:
        for row in _rows(flow, element, done):
            yield from flow.bare(row)
        return
    document = flow.document
    ground = TableGround(document.paint, document.table_styles, flow.ground)
    rows = _rows(flow, element, done, ground)
    ahead = []
    for row in rows:
        ahead.append(row)
        if len(ahead) == LOOK_ROWS:
            break
    label = _label(ground.properties, flow.above())
    if label:
        yield Break(label)
    if len(ahead) == 1:
        cells = [*_cells(ahead[0])]
        if len(cells) == 1:
            ground.next_row()
            own = cells[0].find(W + "tcPr")
            ground.enter(own, 0, last=True)
            yield from flow.inside(cells[0], ground)
            return
    if not counted:
        document.next_table()
    yield from _grid(flow, ahead, rows, ground)


def _label(properties: Element | None, above: str) -> str:
    """Return what the alternative text says of a table (17.4.46, 17.4.47).

    A title that repeats the caption above says nothing; some programs write it so.
    """
    said = [
        " ".join((found.get(VAL) or "").split())
        for name in ("tblCaption", "tblDescription")
        if properties is not None and (found := properties.find(W + name)) is not None
    ]
    words = [text for text in said if text and _letters(text) not in _letters(above)]
    return f"table: {': '.join(words)}" if words else ""


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _grid(
    flow: Flow, ahead: list[Element], rows: Iterator[Element], ground: TableGround
) -> Iterator[Block]:
    inner: list[tuple[Element, Ground]] = []
    first = flow.document.tables
    content = flow.fork()
    content.ground = ground
    parsed = []
    for row in ahead:
        cells = _row(content, row, inner, ground)
        if cells:
            parsed.append(cells)
    ahead.clear()
    while not parsed:  # all of the rows ahead were deleted
        following = next(rows, None)
        if following is None:
            return
        cells = _row(content, following, inner, ground)
        parsed += [cells] if cells else []
    starts = sorted({cell.start for cells in parsed for cell in cells})

    def lines() -> Iterator[Sequence[str]]:
        for cells in parsed[1:]:
            yield _placed(cells, starts)
        for row in rows:
            cells = _row(content, row, inner, ground)
            if cells:
                yield _placed(cells, starts)

    body = lines()
    yield Table(_placed(parsed[0], starts), body)
    for _ in body:  # what the window did not ask for still counts
        pass
    yield from flow.due()
    for index, (nested, behind) in enumerate(inner, first + 1):
        yield Break(f"table {index}")
        yield from flow.nested(nested, behind)


def _rows(
    flow: Flow, parent: Element, done: Done, ground: TableGround | None = None
) -> Iterator[Element]:
    """Yield the rows, those inside content controls included, as they come."""
    for child, is_done in flow.children(parent, done):
        tag = child.tag
        if tag == TR:
            yield child
        elif tag == ALTERNATE:
            branch = chosen(child)
            if branch is not None:
                yield from branch.iter(TR)
        elif tag in _WRAPPERS:
            yield from _rows(flow, child, is_done, ground)
        elif tag == _PROPERTIES and ground is not None:
            ground.start(child)


def _cells(row: Element, depth: int = 0) -> Iterator[Element]:
    for child in row:
        if child.tag == TC:
            yield child
        elif child.tag == ALTERNATE:
            branch = chosen(child)
            if branch is not None:
                yield from _cells(branch, depth + 1)
        elif child.tag in _WRAPPERS and depth < DEPTH:
            yield from _cells(child, depth + 1)


def _row(
    content: Content,
    row: Element,
    inner: list[tuple[Element, Ground]],
    ground: TableGround,
) -> list[_Cell]:
    """Return the cells of a row that counts; empty for one that was deleted."""
    changes = content.document.changes
    properties = row.find(W + "trPr")
    gone, mark = changes.row(properties)
    if gone:
        return []
    at = _span(properties, "gridBefore", 0)
    cells: list[_Cell] = []
    ground.next_row()
    elements = [*_cells(row)]
    final = len(elements) - 1
    for index, element in enumerate(elements):
        own = element.find(W + "tcPr")
        span = _span(own, "gridSpan", 1) or 1
        text = ""
        cell_gone, cell_mark = changes.row(own)
        if not cell_gone:  # what a merged-away cell holds, mostly nothing, is kept
            ground.enter(own, index, last=index == final)
            text = flat_text(content, element, inner)
        note = mark or cell_mark
        if note and (cell_mark or not cells):
            text = inline.changed(text, note)
        cells.append(_Cell(at, text))
        at += span
    hidden = properties.find(W + "hidden") if properties is not None else None
    if hidden is not None and on(hidden.get(VAL)) and cells:
        content.document.lose("hidden-row", "hidden table rows are kept, marked",
                              shown=False)  # fmt: skip
        cells[0] = _Cell(cells[0].start, f"[hidden row] {cells[0].text}".rstrip())
    return cells


def _span(properties: Element | None, name: str, default: int) -> int:
    found = properties.find(W + name) if properties is not None else None
    if found is None:
        return default
    return max(0, min(number(found.get(VAL), default), MAX_SPAN))


def _placed(cells: Sequence[_Cell], starts: Sequence[int]) -> list[str]:
    """Return the texts in their columns; a column that none starts at is none."""
    out = [""] * len(starts)
    for cell in cells:
        if cell.text:
            at = max(0, bisect_right(starts, cell.start) - 1)
            out[at] = f"{out[at]} {cell.text}" if out[at] else cell.text
    return out

"""Charts, pictures, diagrams and the text of shapes that lie on a sheet.

Source: ECMA-376 part 1, 20.5 (spreadsheet drawings), 20.1.2.2.8 (cNvPr), 21.4
(diagrams); part 3, 9.3 (alternate content); [MS-ODRAWXML] 2.24.1 (compatExt), 2.12 and
2.13 (slicers).
"""

from __future__ import annotations

from itertools import islice

from kimi_read.blocks import Break, Item, Loss, Paragraph, Picture
from kimi_read.formats.xlsx.a1 import column_name
from kimi_read.formats.xlsx.ooxml_charts import chart_blocks, looked_up
from kimi_read.formats.xlsx.ooxml_strings import markdown
from kimi_read.inline import escape, image, is_script, link
from kimi_read.ooxml.diagram import nodes
from kimi_read.ooxml.parts import local, root_of, tree
from kimi_read.ooxml.relations import relations
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from xml.etree.ElementTree import Element

    from kimi_read.blocks import Block
    from kimi_read.formats.xlsx.ooxml_charts import Packaged
    from kimi_read.ooxml.relations import Relation

MAX_SHAPES = 5000
#: Graphic frames by the last word of what their data are.
_SLICERS = {"slicer": "slicer", "timeslicer": "timeline"}
_MEDIA = {"png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
          "gif": "image/gif", "bmp": "image/bmp", "tif": "image/tiff",
          "tiff": "image/tiff", "emf": "image/emf", "wmf": "image/wmf",
          "svg": "image/svg+xml", "webp": "image/webp"}  # fmt: skip


@record(frozen=True, slots=True)
class _Shape:
    """One thing on a sheet, with what its non-visual properties say.

    ``home`` is the name of the sheet, ``where`` is `` at B2``, ``target`` an
    address outside the workbook.
    """

    element: Element
    home: str
    where: str
    number: str
    name: str
    alt: str
    target: str
    hidden: bool

    def mark(self, what: str, words: str = "") -> Break:
        """Return the mark that stands before it."""
        label = f"{what}: {words or self.name}".removesuffix(": ")
        return Break(f"{label}{self.where}{' (hidden)' if self.hidden else ''}")


def drawn(
    book: Packaged, sheet: str, own: Mapping[str, Relation],
    controls: Collection[str] = (),
) -> Iterator[Block]:  # fmt: skip
    """Yield charts as tables, pictures by name, and the text of shapes.

    ``controls`` are the names and numbers of shapes that are told with the controls
    of the sheet.
    """
    hidden = 0
    for relation in own.values():
        if relation.kind == "image":
            file = relation.target.rpartition("/")[2]
            yield Break(f"picture behind the cells: {file}")
            yield from _bytes(book, relation.target)
        if relation.kind != "drawing":
            continue
        root, fault = tree(book.package, relation.target)
        if fault:
            yield Loss(
                "damaged-drawing",
                f"the drawing of sheet '{sheet}': {fault}",
                shown=False,
            )
        if root is None:
            continue
        inner = relations(book.package, relation.target)
        for anchor in islice(_anchors(root), MAX_SHAPES):
            place = _place(anchor)
            for element in _shapes(anchor):
                shape = _known(element, inner, sheet, place)
                if _spid(element) in controls or shape.number in controls:
                    continue
                blocks = list(_MAKERS[local(element.tag)](book, shape, inner))
                hidden += bool(blocks and shape.hidden)
                yield from blocks
    if hidden:
        what = "1 hidden shape" if hidden == 1 else f"{hidden} hidden shapes"
        yield Loss(
            "hidden-shape",
            f"{what} on sheet '{sheet}', shown and marked",
            f"sheet '{sheet}'",
            shown=False,
        )


def in_cells(book: Packaged, targets: Sequence[str]) -> Iterator[Block]:
    """Yield the bytes of pictures that cells hold, where they are asked for."""
    for target in targets:
        yield from _bytes(book, target)


def _bytes(book: Packaged, target: str) -> Iterator[Block]:
    if book.media and target in book.package:
        file = target.rpartition("/")[2]
        media_type = _MEDIA.get(file.rpartition(".")[2].lower())
        yield Picture(media_type or "application/octet-stream",
                      book.package.read(target), name=file)  # fmt: skip


def _anchors(element: Element) -> Iterator[Element]:
    """Yield the anchors of a drawing; those of controls are alternatives."""
    for child in element:
        if local(child.tag) == "AlternateContent":
            yield from _anchors(_branch(child))
        else:
            yield child


def _shapes(element: Element) -> Iterator[Element]:
    """Yield what is shown of an anchor, of its groups and its alternatives."""
    for child in element:
        name = local(child.tag)
        if name == "AlternateContent":
            yield from _shapes(_branch(child))
        elif name in _MAKERS:
            yield child
        else:
            yield from _shapes(child)


def _branch(alternatives: Element) -> Element:
    """Return the first alternative that shows what is understood, else the first."""
    for branch in alternatives:
        frames = [e for e in branch.iter() if local(e.tag) == "graphicData"]
        known = all(_frame_kind(data) in _FRAMES for data in frames)
        if known and any(local(e.tag) in _MAKERS for e in branch.iter()):
            return branch
    return alternatives[0] if len(alternatives) else alternatives


def _known(
    element: Element, inner: Mapping[str, Relation], home: str, where: str
) -> _Shape:
    own = next((e for e in element.iter() if local(e.tag) == "cNvPr"), None)
    if own is None:
        return _Shape(element, home, where, "", "", "", "", hidden=False)
    alt = own.get("descr") or own.get("title") or ""
    hidden = own.get("hidden") in ("1", "true") and not _spid(element)
    number, name = own.get("id") or "", own.get("name") or ""
    target = _click(own, inner)
    return _Shape(element, home, where, number, name, alt.strip(), target, hidden)


def _click(element: Element, inner: Mapping[str, Relation]) -> str:
    """Return the address outside the workbook that a click leads to, if to a page."""
    click = next((e for e in element if local(e.tag) == "hlinkClick"), None)
    relation = _related(click, "id", inner) if click is not None else None
    if relation is None or not relation.external or is_script(relation.target):
        return ""
    return relation.target


def _related(
    element: Element, attribute: str, inner: Mapping[str, Relation]
) -> Relation | None:
    ids = [v for k, v in element.attrib.items() if local(k) == attribute]
    return inner.get(ids[0]) if ids else None


def _spid(element: Element) -> str:
    """Return by which name an older drawing knows this shape, if it does."""
    found = (e.get("spid") for e in element.iter() if local(e.tag) == "compatExt")
    return next(found, None) or ""


def _place(anchor: Element) -> str:
    start = next((e for e in anchor if local(e.tag) == "from"), None)
    numbers = {local(e.tag): e.text or "" for e in start} if start is not None else {}
    return at(numbers.get("col", ""), numbers.get("row", ""))


def at(column: str, row: str) -> str:
    """Return `` at B2`` for a column and a row that count from 0."""
    column, row = column.strip(), row.strip()
    if column.isascii() and column.isdigit() and row.isascii() and row.isdigit():
        return f" at {column_name(int(column[:5]) + 1)}{int(row[:7]) + 1}"
    return ""


def _frame_kind(data: Element) -> str:
    """Return what kind of graphic it is, by its address or else by its element."""
    kind = (data.get("uri") or "").rpartition("/")[2]
    return kind or next((local(e.tag) for e in data), "")


def _frame(
    book: Packaged, shape: _Shape, inner: Mapping[str, Relation]
) -> Iterator[Block]:
    """Yield what a graphic frame holds: a chart, a diagram; others are named."""
    for data in shape.element.iter():
        if local(data.tag) != "graphicData":
            continue
        kind = _frame_kind(data)
        if kind in _SLICERS:
            yield shape.mark(_SLICERS[kind])
        elif kind not in _FRAMES:
            yield Loss("unsupported-object", f"a graphic of the kind '{kind}'"
                       f"{shape.where} is not read", partial=True)  # fmt: skip
        for element in data:
            if local(element.tag) == "chart":
                relation = _related(element, "id", inner)
                if relation is not None:
                    yield from _chart(book, shape, relation.target)
            elif local(element.tag) == "relIds":
                yield from _diagram(book, shape, _related(element, "dm", inner))


def _chart(book: Packaged, shape: _Shape, part: str) -> Iterator[Block]:
    """Yield a chart, then what is written on it (21.3, chart drawings)."""
    yield from chart_blocks(book, part, shape.where, shape.alt)
    own = relations(book.package, part)
    for relation in own.values():
        if relation.kind != "chartUserShapes":
            continue
        root = root_of(book.package, relation.target)
        inner = relations(book.package, relation.target)
        for element in islice(_shapes(root) if root is not None else (), MAX_SHAPES):
            on_it = _known(element, inner, shape.home, shape.where)
            if local(element.tag) != "graphicFrame":  # which could lead back here
                yield from _MAKERS[local(element.tag)](book, on_it, inner)


def _diagram(
    book: Packaged, shape: _Shape, relation: Relation | None
) -> Iterator[Block]:
    root = root_of(book.package, relation.target) if relation else None
    items = [*nodes(root)] if root is not None else []
    if not items:
        yield Loss("diagram", f"a diagram{shape.where} without text is left out")
        return
    yield shape.mark("diagram", shape.alt)
    for text, depth in items:
        yield Item(escape(text), depth)


def _picture(
    book: Packaged, shape: _Shape, inner: Mapping[str, Relation]
) -> Iterator[Block]:
    target = linked = ""
    for child in shape.element.iter():
        if local(child.tag) == "blip" and not target:
            relation = _related(child, "embed", inner)
            target = relation.target if relation else ""
            outside = _related(child, "link", inner)
            linked = outside.target if outside else ""
    file = target.rpartition("/")[2]
    words = shape.alt or shape.name
    yield shape.mark("picture", words or file)
    if file or linked:
        shown = image(words, file or linked)
        yield Paragraph(link(shown, shape.target) if shape.target else shown)
    if linked and not file:
        yield Loss("linked-picture", f"a picture{shape.where} lies outside the "
                   f"workbook: {linked}", shown=False)  # fmt: skip
    yield from _bytes(book, target)


def _text_box(
    book: Packaged, shape: _Shape, inner: Mapping[str, Relation]
) -> Iterator[Block]:
    body = next((e for e in shape.element if local(e.tag) == "txBody"), None)
    lines = [
        "".join(_runs(paragraph, inner))
        for paragraph in (body if body is not None else ())
        if local(paragraph.tag) == "p"
    ]
    text = "\n".join(line for line in lines if line.strip())
    if not text:
        linked = looked_up(book, shape.element.get("textlink") or "", shape.home)
        text = markdown(linked[0]) if linked else ""
    if text:
        yield shape.mark("text box", shape.alt)
        yield Paragraph(link(text, shape.target) if shape.target else text)
    elif shape.alt:
        yield shape.mark("shape", shape.alt)


def _runs(paragraph: Element, inner: Mapping[str, Relation]) -> Iterator[str]:
    """Yield the runs of a paragraph as inline Markdown."""
    for run in paragraph:
        name = local(run.tag)
        if name == "br":
            yield "\n"
        elif name == "AlternateContent":
            yield from _runs(_branch(run), inner)
        elif name in ("r", "fld"):
            words = "".join(t.text or "" for t in run if local(t.tag) == "t")
            own = next((e for e in run if local(e.tag) == "rPr"), None)
            target = _click(own, inner) if own is not None else ""
            yield link(markdown(words), target) if target else markdown(words)
        elif name == "m":
            yield markdown("".join(t.text or "" for t in run.iter()
                                   if local(t.tag) == "t"))  # fmt: skip


_MAKERS = {"graphicFrame": _frame, "pic": _picture, "sp": _text_box,
           "cxnSp": _text_box}  # fmt: skip
_FRAMES = frozenset(("chart", "chartex", "diagram", *_SLICERS))

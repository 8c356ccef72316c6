"""Comments, charts, pictures, text boxes and pivot tables of a sheet.

Source: ECMA-376 part 1, 18.7 (comments), 20.5 (spreadsheet drawings), 18.10 (pivot
tables); [MS-XLSX] 2.6.205 (threaded comments).
"""

from __future__ import annotations

from kimi_read.blocks import Break, Loss, Paragraph, Picture
from kimi_read.formats.xlsx.a1 import Area, area, cell, column_name
from kimi_read.formats.xlsx.model import Comment
from kimi_read.formats.xlsx.ooxml_charts import chart_blocks
from kimi_read.formats.xlsx.ooxml_strings import markdown, rich_text
from kimi_read.inline import image
from kimi_read.ooxml.parts import local, root_of, tree
from kimi_read.ooxml.relations import relations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from xml.etree.ElementTree import Element

    from kimi_read.blocks import Block
    from kimi_read.formats.xlsx.ooxml_charts import Packaged
    from kimi_read.formats.xlsx.ooxml_frame import Condition
    from kimi_read.ooxml.relations import Relation

MAX_COMMENTS = 50_000
MAX_SHAPES = 5000
_COLOURING = ("colorScale", "dataBar")
_MEDIA = {"png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
          "gif": "image/gif", "bmp": "image/bmp", "tif": "image/tiff",
          "tiff": "image/tiff", "emf": "image/emf", "wmf": "image/wmf",
          "svg": "image/svg+xml", "webp": "image/webp"}  # fmt: skip


def comments(book: Packaged, own: Mapping[str, Relation]) -> list[Comment]:
    """Return the comments of a sheet; threads in place of their plain copies."""
    threads: list[Comment] = []
    plain: list[Comment] = []
    for relation in own.values():
        if relation.kind == "threadedComment":
            threads += _threaded(book, relation.target)
        elif relation.kind == "comments":
            plain += _plain(book, relation.target)
    taken = {(c.row, c.column) for c in threads}
    plain = [c for c in plain if (c.row, c.column) not in taken]
    return (threads + plain)[:MAX_COMMENTS]


def _plain(book: Packaged, part: str) -> Iterator[Comment]:
    root = root_of(book.package, part)
    authors: list[str] = []
    for element in root.iter() if root is not None else ():
        name = local(element.tag)
        if name == "author":
            authors.append((element.text or "").strip())
        elif name == "comment":
            place = cell(element.get("ref") or "")
            body = next((e for e in element if local(e.tag) == "text"), None)
            if place is None or body is None:
                continue
            number = element.get("authorId") or ""
            author = ""
            if number.isdigit() and int(number[:6]) < len(authors):
                author = authors[int(number[:6])]
            text = rich_text(body).strip()
            first, _, rest = text.partition("\n")
            if author and first.strip().rstrip(":") == author and rest.strip():
                text = rest.strip()  # Excel begins a comment with its author's name
            yield Comment(*place, "" if author.startswith("tc={") else author,
                          markdown(text))  # fmt: skip


def _threaded(book: Packaged, part: str) -> Iterator[Comment]:
    root = root_of(book.package, part)
    persons = book.persons()
    for element in root if root is not None else ():
        place = cell(element.get("ref") or "")
        body = next((e for e in element if local(e.tag) == "text"), None)
        if place is not None and body is not None:
            author = persons.get(element.get("personId") or "", "")
            done = " (resolved)" if element.get("done") in ("1", "true") else ""
            yield Comment(*place, author, markdown((body.text or "").strip()) + done)


def pivots(book: Packaged, own: Mapping[str, Relation]) -> Iterator[Block]:
    """Name the pivot tables of a sheet; their cells are in its rows."""
    for relation in own.values():
        if relation.kind != "pivotTable":
            continue
        root = root_of(book.package, relation.target)
        if root is None:
            continue
        place = next((e.get("ref") for e in root if local(e.tag) == "location"), "")
        name = root.get("name") or "without a name"
        yield Break(f"pivot table: {name}" + (f" at {place}" if place else ""))


def dressed(
    book: Packaged, conditions: Sequence[Condition], own: Mapping[str, Relation]
) -> list[Area]:
    """Return the ranges whose colours come from elsewhere than their cells.

    These are tables and pivot tables with a style, conditions that change colours,
    and the whole sheet where a picture lies behind it.
    """
    out: list[Area | None] = []
    for relation in own.values():
        if relation.kind == "image":
            out.append(Area())
        elif relation.kind in ("table", "pivotTable"):
            root = root_of(book.package, relation.target)
            parts = {local(e.tag): e for e in root} if root is not None else {}
            style = parts.get("tableStyleInfo", parts.get("pivotTableStyleInfo"))
            if root is not None and style is not None and style.get("name"):
                place = parts.get("location", root).get("ref") or ""
                out.append(area(place))
    changes = book.formats.recolours
    for cells, rules in conditions:
        if any(kind in _COLOURING or changes[style : style + 1] == [True]
               for kind, style in rules):  # fmt: skip
            out += map(area, cells.split())
    return [found for found in out if found is not None]


def drawn(book: Packaged, part: str, own: Mapping[str, Relation]) -> Iterator[Block]:
    """Yield charts as tables, pictures by name, and the text of text boxes."""
    for relation in own.values():
        if relation.kind != "drawing":
            continue
        root, fault = tree(book.package, relation.target)
        if fault:
            yield Loss(
                "damaged-drawing", f"the drawing of {part}: {fault}", shown=False
            )
        if root is None:
            continue
        inner = relations(book.package, relation.target)
        for anchor in list(root)[:MAX_SHAPES]:
            yield from _anchor(book, anchor, inner)


def in_cells(book: Packaged, targets: Sequence[str]) -> Iterator[Block]:
    """Yield the bytes of pictures that cells hold, where they are asked for."""
    for target in targets if book.media else ():
        if target in book.package:
            file = target.rpartition("/")[2]
            yield Picture(_media_type(file), book.package.read(target), name=file)


def _media_type(file: str) -> str:
    suffix = file.rpartition(".")[2].lower()
    return _MEDIA.get(suffix, "application/octet-stream")


def _anchor(
    book: Packaged, anchor: Element, inner: Mapping[str, Relation]
) -> Iterator[Block]:
    where = _place(anchor)
    seen: set[int] = set()
    for element in anchor.iter():
        name = local(element.tag)
        if name == "Fallback":
            seen.update(id(e) for e in element.iter())
        if id(element) in seen:
            continue
        if name in ("graphicFrame", "pic", "sp"):
            make = {"graphicFrame": _chart, "pic": _picture, "sp": _shape}[name]
            yield from make(book, element, inner, where)


def _place(anchor: Element) -> str:
    start = next((e for e in anchor if local(e.tag) == "from"), None)
    numbers = {local(e.tag): e.text or "" for e in start} if start is not None else {}
    column, row = numbers.get("col", ""), numbers.get("row", "")
    if column.isdigit() and row.isdigit():
        return f" at {column_name(int(column[:5]) + 1)}{int(row[:7]) + 1}"
    return ""


def _chart(
    book: Packaged, frame: Element, inner: Mapping[str, Relation], where: str
) -> Iterator[Block]:
    for element in frame.iter():
        if local(element.tag) != "chart":
            continue
        ids = [v for k, v in element.attrib.items() if local(k) == "id"]
        relation = inner.get(ids[0]) if ids else None
        if relation is not None:
            yield from chart_blocks(book, relation.target, where)


def _picture(
    book: Packaged, element: Element, inner: Mapping[str, Relation], where: str
) -> Iterator[Block]:
    alt = name = ""
    target = ""
    for child in element.iter():
        tag = local(child.tag)
        if tag == "cNvPr" and not name:
            name, alt = child.get("name") or "", child.get("descr") or ""
        elif tag == "blip" and not target:
            ids = [v for k, v in child.attrib.items() if local(k) == "embed"]
            relation = inner.get(ids[0]) if ids else None
            target = relation.target if relation else ""
    file = target.rpartition("/")[2]
    yield Break(f"picture: {alt or name or file}{where}")
    if file:
        yield Paragraph(image(alt or name, file))
    if file and book.media and target in book.package:
        yield Picture(_media_type(file), book.package.read(target), name=file)


def _shape(
    _book: Packaged, element: Element, _inner: Mapping[str, Relation], where: str
) -> Iterator[Block]:
    lines = []
    name = ""
    for child in element.iter():
        tag = local(child.tag)
        if tag == "cNvPr" and not name:
            name = child.get("name") or ""
        elif tag == "p":
            words = (t.text or "" for t in child.iter() if local(t.tag) == "t")
            lines.append(markdown("".join(words)))
    text = "\n".join(line for line in lines if line.strip())
    if text:
        yield Break(f"text box: {name}{where}")
        yield Paragraph(text)

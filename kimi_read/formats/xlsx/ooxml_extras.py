"""Comments and pivot tables of a sheet, and where its colours come from elsewhere.

Source: ECMA-376 part 1, 18.7 (comments), 18.10 (pivot tables); [MS-XLSX] 2.6.205
(threaded comments).
"""

from __future__ import annotations

import re

from kimi_read.blocks import Break
from kimi_read.formats.xlsx.a1 import Area, area, cell
from kimi_read.formats.xlsx.formula import in_quotes
from kimi_read.formats.xlsx.links import OtherBook, plain_url
from kimi_read.formats.xlsx.model import Comment
from kimi_read.formats.xlsx.ooxml_strings import markdown, plain, rich_text, unescaped
from kimi_read.ooxml.parts import local, root_of
from kimi_read.ooxml.relations import relations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kimi_read.blocks import Block
    from kimi_read.formats.xlsx.ooxml_charts import Packaged
    from kimi_read.formats.xlsx.ooxml_frame import Condition
    from kimi_read.guard.zip import Package
    from kimi_read.ooxml.relations import Relation

MAX_COMMENTS = 50_000
_HEAD_BYTES = 4096
_DDE = r'<(?:\w+:)?ddeLink\b[^>]*?\bddeService="([^"]*)"[^>]*?\bddeTopic="([^"]*)"'
_COLOURING = ("colorScale", "dataBar")


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
            if number.isdecimal() and int(number[:6]) < len(authors):
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


def tables(book: Packaged, sheet: str, part: str) -> Iterator[dict[str, object]]:
    """Yield the tables of a sheet, as the names that they are in formulas."""
    own = relations(book.package, part) if part in book.package else {}
    for relation in own.values():
        root = root_of(book.package, relation.target) if (
            relation.kind == "table") else None  # fmt: skip
        name = (root.get("displayName") or "") if root is not None else ""
        cells = area((root.get("ref") or "") if root is not None else "")
        if name and cells is not None:
            yield {"name": unescaped(name), "refersTo": f"{in_quotes(sheet)}!{cells}",
                   "table": True}  # fmt: skip


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


def other_book(package: Package, relation: Relation) -> OtherBook:
    """Return the workbook or server that an external reference names.

    Only the head of its part is read: copies of cells may follow.
    """
    for inner in relations(package, relation.target).values():
        if inner.external:
            return OtherBook(plain_url(inner.target))
    if relation.target not in package:
        return OtherBook("?")
    head = package.open(relation.target).read(_HEAD_BYTES).decode("utf-8", "replace")
    found = re.search(_DDE, head)
    if not found:
        return OtherBook("?")
    return OtherBook("|".join(map(plain, found.groups())), dde=True)

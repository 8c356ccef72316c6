"""What is said about a document as a whole: changes, headers, macros, damage."""

from __future__ import annotations

import re

from kimi_read.blocks import Heading, Loss
from kimi_read.formats.docx.alternates import chosen
from kimi_read.formats.docx.flow import Flow
from kimi_read.formats.docx.names import ALTERNATE, BODY, TEXT, P, W
from kimi_read.ooxml.parts import local, root_of
from kimi_read.ooxml.relations import relations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from kimi_read.blocks import Block
    from kimi_read.formats.docx.document import Document
    from kimi_read.formats.docx.growing import Stream
    from kimi_read.guard.zip import PartReader
    from kimi_read.ooxml.parts import Growing

#: The most headers and footers that are quoted, and the characters of each.
MAX_HEADERS = 20
HEADER_CHARS = 200
MAX_OUTLINE = 5000
#: The most bytes of the body in which changes are counted.
SCAN_BYTES = 16 << 20
DEPTH = 100
_CHUNK = 1 << 18
_NOTES = ("footnotes", "endnotes", "comments")
_PICTURES = frozenset((W + "drawing", W + "pict", W + "object"))
_NAMESPACE = (
    rb"""xmlns:?(\w*)\s*=\s*["\'][^"\']*/wordprocessingml/(?:2006/)?main["\']"""
)
_BLANKS = frozenset((W + "tab", W + "ptab", W + "br", W + "cr"))
_COUNTED = (
    b"ins ", b"del ", b"moveTo ", b"moveFrom ", b"rPrChange ", b"pPrChange ",
    b"cellIns ", b"cellDel ",
)  # fmt: skip


def before(document: Document) -> Iterator[Block]:
    """Yield the losses that are known before the body is read."""
    package = document.package
    for fault in package.faults:
        yield Loss("damaged", f"the ZIP file is damaged: {fault}", "", shown=False)
    if "[Content_Types].xml" not in package:
        yield Loss("damaged", "the list of content types is missing", "", shown=False)
    if not any(r.kind == "officeDocument" for r in relations(package).values()):
        yield Loss("damaged", f"nothing says that {document.main} is the document", "",
                   shown=False)  # fmt: skip
    yield from _headers(document)
    if any(r.kind == "vbaProject" for r in document.relations.values()):
        yield Loss("macros", "its macros are left out", "", shown=False)
    glossary = next(
        (r.target for r in document.relations.values() if r.kind == "glossaryDocument"),
        "",
    )
    if glossary:
        yield Loss("building-blocks", "its building blocks are left out", glossary,
                   shown=False)  # fmt: skip


def after(document: Document, growing: Growing) -> Iterator[Block]:
    """Yield what is known at the end: unplaced comments, damage, counts."""
    yield from document.notes.rest()
    yield from document.losses
    yield from document.untold()
    if growing.fault:
        yield Loss("damaged", f"{growing.name} cannot be read to its end: "
                   f"{growing.fault}", growing.name, partial=True)  # fmt: skip


def outline(
    document: Document, stream: Stream, growing: Growing
) -> list[dict[str, object]]:
    """Return the headings of the document, with their levels."""
    while growing.root is None and not stream.ended():
        stream.more()
    root = growing.root
    found: list[dict[str, object]] = []
    if root is None:
        return found
    flow = Flow(document, document.main, stream.children)
    for child, done in stream.children(root, stream.ended):
        if child.tag != BODY:
            continue
        for block in flow.blocks(child, done):
            if isinstance(block, Heading) and len(found) < MAX_OUTLINE:
                found.append({"level": block.level, "title": block.text})
    return found


def count_changes(document: Document) -> None:
    """Tell how many tracked changes a body has, when the first of them is met.

    They are counted in its bytes and in those of its notes, so that the first page
    can say it and a document without any pays nothing.
    """
    if document.changes.mode == "show":
        return
    counts = dict.fromkeys(_COUNTED, 0)
    left = SCAN_BYTES
    for name in (document.main, *map(document.part, _NOTES)):
        if name in document.package:
            left = _count(document.package.open(name), counts, left)
    inserted, deleted, moved_to, moved_from, runs, paragraphs, *cells = counts.values()
    moved = max(moved_to, moved_from)
    inserted, deleted = inserted + cells[0], deleted + cells[1]
    formats = runs + paragraphs
    told = [
        f"{count} {word if count == 1 else _many(word)}"
        for count, word in (
            (inserted, "insertion"), (deleted, "deletion"), (moved, "move"),
            (formats, "change of format"),
        )
        if count
    ]  # fmt: skip
    verb = "rejected" if document.changes.mode == "reject" else "accepted"
    message = f"tracked changes were {verb}"
    if told:  # in UTF-16 none is found
        listed = " and ".join(filter(None, (", ".join(told[:-1]), told[-1])))
        more = f", in its first {SCAN_BYTES >> 20} MiB" * (left <= 0)
        message = f"{message}: {listed}{more}"
    document.losses.append(
        Loss("changes-applied", f"{message} (--changes show marks them)",
             document.main, shown=False)
    )  # fmt: skip


def _count(part: PartReader, counts: dict[bytes, int], left: int) -> int:
    """Add the changes in a part; return how many bytes of ``left`` it leaves."""
    tail = b""
    prefix = None
    while left > 0 and (data := part.read(_CHUNK)):
        left -= len(data)
        if prefix is None:
            prefix = _prefix(data)
        both = tail + data
        if prefix + b"author" in both:
            for word in counts:
                tag = b"<" + prefix + word
                counts[word] += both.count(tag) - tail.count(tag)
        tail = data[-40:]
    return left


def _prefix(data: bytes) -> bytes:
    """Return the prefix of WordprocessingML in these bytes, with its colon."""
    found = re.search(_NAMESPACE, data)
    return found[1] + b":" if found and found[1] else b"" if found else b"w:"


def _pictured(element: Element, depth: int) -> Iterator[str]:
    """Yield the words in a drawing, a watermark's too; or that there is one."""
    words = [
        e.get("string") or "" for e in element.iter() if local(e.tag) == "textpath"
    ]
    words += _words(element, depth + 1)
    yield " ".join(words) if "".join(words).strip() else " [picture] "


def _many(word: str) -> str:
    return "changes of format" if " " in word else f"{word}s"


def _words(element: Element, depth: int) -> Iterator[str]:
    """Yield the text of a header; paragraphs end in a line feed."""
    if depth > DEPTH:
        return
    for child in element:
        tag = child.tag
        if tag == TEXT:
            yield child.text or ""
        elif tag in _BLANKS:
            yield " "
        elif tag in _PICTURES:
            yield from _pictured(child, depth)
        elif tag == ALTERNATE:
            branch = chosen(child)
            yield from _words(branch, depth + 1) if branch is not None else ()
        else:
            yield from _words(child, depth + 1)
            if tag == P:
                yield "\n"


def _headers(document: Document) -> Iterator[Block]:
    """Quote the headers and footers, which are not part of the text."""
    texts: dict[str, list[str]] = {"header": [], "footer": []}
    for relation in [*document.relations.values()]:
        if relation.kind not in texts or not document.first_use(relation.target):
            continue
        root = root_of(document.package, relation.target)
        if root is None:
            continue
        lines = "".join(_words(root, 0)).split("\n")
        text = " · ".join(" ".join(line.split()) for line in lines if line.strip())
        if len(text) > HEADER_CHARS:
            text = text[: HEADER_CHARS - 1].rstrip() + "…"
        if text and text not in texts[relation.kind]:
            texts[relation.kind].append(text)
    for kind, found in texts.items():
        if found:
            quoted = ", ".join(f"“{text}”" for text in found[:MAX_HEADERS])
            more = f" and {len(found) - MAX_HEADERS} more" * (len(found) > MAX_HEADERS)
            yield Loss(f"{kind}s", f"{kind}s are left out: {quoted}{more}", "",
                       shown=False)  # fmt: skip

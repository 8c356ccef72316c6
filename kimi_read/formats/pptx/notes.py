"""What stands beside a slide: speaker notes and comments.

Source: ECMA-376 part 1, 13.3.5 (notes slide), 19.4 (comments); [MS-PPTX] 2.6.5
(threaded comments, p188).
"""

from __future__ import annotations

from kimi_read import inline
from kimi_read.blocks import Loss, Quote
from kimi_read.formats.pptx import text
from kimi_read.formats.pptx.deck import placeholder
from kimi_read.formats.pptx.looks import Looks
from kimi_read.formats.pptx.names import P188, A, P, branches, non_visual, number
from kimi_read.formats.pptx.pictures import picture_blocks
from kimi_read.ooxml.parts import local

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from kimi_read.blocks import Block
    from kimi_read.formats.pptx.deck import Deck
    from kimi_read.formats.pptx.scene import Scene

#: Placeholders of a notes page that are not notes.
_NOT_NOTES = ("sldImg", "sldNum", "hdr", "ftr", "dt")
_COMMENT_KINDS = ("comments", "comment")
MAX_DEPTH = 16
_MARKS = ("spMk", "txMk")
_ABOUT_CHARS = 80


def notes_blocks(scene: Scene) -> Iterator[Block]:
    """Yield the speaker notes of a slide as one quote."""
    link = next((r for r in scene.part.links.values() if r.kind == "notesSlide"), None)
    if link is None:
        return
    part = scene.deck.fresh(link.target)
    if part is None:
        yield Loss("missing-part", f"the notes of slide {scene.number} cannot be read",
                   scene.where, partial=True)  # fmt: skip
        return
    beside = scene.beside(part)
    looks = Looks(scene.report)
    tree = part.root.find(f"{P}cSld/{P}spTree")
    words = [text.lines(body, beside.links, looks) for body in _bodies(tree, 0)]
    written = "\n".join(one for one in words if one)
    if written:
        yield Quote(f"Notes: {written}")
    for picture in _pictures(tree, 0):
        yield from picture_blocks(beside, picture)
    if part.fault:
        yield Loss("damaged", f"the notes of slide {scene.number} are damaged: "
                   f"{part.fault}", scene.where, partial=True)  # fmt: skip


def _pictures(tree: Element | None, depth: int) -> Iterator[Element]:
    for shape in branches(tree) if tree is not None else ():
        if shape.tag == P + "pic":
            yield shape
        elif shape.tag == P + "grpSp" and depth < MAX_DEPTH:
            yield from _pictures(shape, depth + 1)


def _bodies(tree: Element | None, depth: int) -> Iterator[Element]:
    for shape in branches(tree) if tree is not None else ():
        holder = placeholder(shape)
        if holder is not None and holder.get("type") in _NOT_NOTES:
            continue
        body = shape.find(P + "txBody")
        if body is not None:
            if not text.is_furniture(body):
                yield body
        elif shape.tag == P + "grpSp" and depth < MAX_DEPTH:
            yield from _bodies(shape, depth + 1)
        for cell in shape.iter(A + "tc"):
            found = cell.find(A + "txBody")
            if found is not None:
                yield found


def comment_blocks(scene: Scene) -> Iterator[Block]:
    """Yield each comment of a slide as a quote, with its replies."""
    people = scene.reading.people
    for link in scene.part.links.values():
        if link.kind not in _COMMENT_KINDS:
            continue
        part = scene.deck.fresh(link.target)
        if part is None:
            yield Loss("missing-part", f"the comments of slide {scene.number} cannot "
                       "be read", scene.where, partial=True)  # fmt: skip
            continue
        for comment in part.root:
            if comment.tag == P + "cm":
                words = inline.escape((comment.findtext(P + "text") or "").strip())
                answers = any(local(e.tag) == "parentCm" for e in comment.iter())
                kind = "Reply" if answers else "Comment"
                yield _quote(kind, comment, words, people)
            elif comment.tag == P188 + "cm":
                yield from _thread(scene, comment)
        if part.fault:
            yield Loss("damaged", f"the comments of slide {scene.number} are damaged: "
                       f"{part.fault}", scene.where, partial=True)  # fmt: skip


def _thread(scene: Scene, comment: Element) -> Iterator[Block]:
    people = scene.reading.people
    about = _about(scene, comment)
    kind = f'Comment on "{about}"' if about else "Comment"
    if comment.get("status") in ("resolved", "closed"):
        kind += ", resolved"
    yield _quote(kind, comment, _words(scene, comment), people)
    for reply in comment.iterfind(f"{P188}replyLst/{P188}reply"):
        yield _quote("Reply", reply, _words(scene, reply), people)


def _about(scene: Scene, comment: Element) -> str:
    """Return the words that a comment is on, escaped; empty if it is on a thing.

    They are told as a shape's id and a range of characters (``ac:txMk``).
    """
    marks = {local(e.tag): e for e in comment.iter() if local(e.tag) in _MARKS}
    if len(marks) < len(_MARKS):
        return ""
    wanted = marks["spMk"].get("id")
    start, count = (number(marks["txMk"].get(key)) for key in ("cp", "len"))
    for shape in scene.part.root.iter(P + "sp"):
        properties = non_visual(shape)
        if properties is not None and properties.get("id") == wanted and start >= 0:
            paragraphs = text.paragraphs(shape.find(P + "txBody"))
            runs = (
                "".join(s[0] for s in text.spans(p, scene.links)) for p in paragraphs
            )
            words = "\n".join(runs)[start : start + count]
            return inline.escape(" ".join(words.split())[:_ABOUT_CHARS])
    return ""


def _words(scene: Scene, comment: Element) -> str:
    return text.lines(comment.find(P188 + "txBody"), scene.links, Looks(scene.report))


def _quote(kind: str, comment: Element, words: str, people: dict[str, str]) -> Quote:
    author = people.get((comment.get("authorId") or "").lower(), "")
    date = (comment.get("dt") or comment.get("created") or "")[:10]
    by = ", ".join(inline.escape(part) for part in (author, date) if part)
    return Quote(f"{kind} ({by}): {words}" if by else f"{kind}: {words}")


def authors(deck: Deck) -> dict[str, str]:
    """Return the names of those who commented, by id in lower case."""
    found: dict[str, str] = {}
    for link in deck.main.links.values() if deck.main else ():
        if link.kind not in ("commentAuthors", "authors"):
            continue
        part = deck.part(link.target)
        for author in part.root if part else ():
            name = author.get("name") or author.get("initials") or ""
            found[(author.get("id") or "").lower()] = " ".join(name.split())
    return found

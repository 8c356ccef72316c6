"""What stands beside a slide: speaker notes and comments.

Source: ECMA-376 part 1, 13.3.5 (notes slide), 19.4 (comments); [MS-PPTX] 2.6.5
(threaded comments, p188).
"""

from __future__ import annotations

from kimi_read import inline
from kimi_read.blocks import Loss, Quote
from kimi_read.formats.pptx import text
from kimi_read.formats.pptx.deck import placeholder
from kimi_read.formats.pptx.links import Links
from kimi_read.formats.pptx.names import P188, A, P, branches

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


def notes_blocks(scene: Scene) -> Iterator[Block]:
    """Yield the speaker notes of a slide as one quote."""
    link = next(
        (r for r in scene.part.links.values() if r.kind == "notesSlide"), None
    )
    if link is None:
        return
    part = scene.deck.fresh(link.target)
    if part is None:
        yield Loss("missing-part", f"the notes of slide {scene.number} cannot be read",
                   scene.where, partial=True)  # fmt: skip
        return
    links = Links(part.links, scene.report, scene.deck.slides, scene.number)
    words = [
        text.lines(body, links)
        for body in _bodies(part.root.find(f"{P}cSld/{P}spTree"), 0)
    ]
    written = "\n".join(one for one in words if one)
    if written:
        yield Quote(f"Notes: {written}")
    if part.fault:
        yield Loss("damaged", f"the notes of slide {scene.number} are damaged: "
                   f"{part.fault}", scene.where, partial=True)  # fmt: skip


def _bodies(tree: Element | None, depth: int) -> Iterator[Element]:
    for shape in branches(tree) if tree is not None else ():
        holder = placeholder(shape)
        if holder is not None and holder.get("type") in _NOT_NOTES:
            continue
        body = shape.find(P + "txBody")
        if body is not None:
            yield body
        elif shape.tag == P + "grpSp" and depth < MAX_DEPTH:
            yield from _bodies(shape, depth + 1)
        for cell in shape.iter(A + "tc"):
            found = cell.find(A + "txBody")
            if found is not None:
                yield found


def comment_blocks(scene: Scene, authors: dict[str, str]) -> Iterator[Block]:
    """Yield each comment of a slide as a quote, with its replies.

    ``authors`` gives names by id, of both kinds of comment.
    """
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
                yield _quote("Comment", comment, words, authors)
            elif comment.tag == P188 + "cm":
                yield from _thread(scene, comment, authors)
        if part.fault:
            yield Loss("damaged", f"the comments of slide {scene.number} are damaged: "
                       f"{part.fault}", scene.where, partial=True)  # fmt: skip


def _thread(
    scene: Scene, comment: Element, authors: dict[str, str]
) -> Iterator[Block]:
    done = comment.get("status") in ("resolved", "closed")
    yield _quote("Comment, resolved" if done else "Comment", comment,
                 _words(scene, comment), authors)  # fmt: skip
    for reply in comment.iterfind(f"{P188}replyLst/{P188}reply"):
        yield _quote("Reply", reply, _words(scene, reply), authors)


def _words(scene: Scene, comment: Element) -> str:
    return text.lines(comment.find(P188 + "txBody"), scene.links)


def _quote(
    kind: str, comment: Element, words: str, authors: dict[str, str]
) -> Quote:
    author = authors.get((comment.get("authorId") or "").lower(), "")
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

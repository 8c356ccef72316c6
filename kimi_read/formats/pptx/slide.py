"""One slide from its part to blocks."""

from __future__ import annotations

from kimi_read.blocks import Break, Loss
from kimi_read.formats.pptx.deck import Chain, placeholder
from kimi_read.formats.pptx.links import Links
from kimi_read.formats.pptx.names import P, branches, flag
from kimi_read.formats.pptx.notes import comment_blocks, notes_blocks
from kimi_read.formats.pptx.paint import Paint
from kimi_read.formats.pptx.report import Report
from kimi_read.formats.pptx.scene import Reading, Scene
from kimi_read.formats.pptx.shapes import Shapes
from kimi_read.formats.pptx.text import is_furniture, raw_line
from kimi_read.ooxml.relations import first
from kimi_read.recover import attempt, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.blocks import Block
    from kimi_read.formats.pptx.deck import Part

_TREE = f"{P}cSld/{P}spTree"


def slide_blocks(reading: Reading, number: int) -> Iterator[Block]:
    """Yield the mark, the shapes, the notes and the comments of slide ``number``."""
    deck = reading.deck
    where = f"slide {number}"
    part, why = deck.load(deck.slides[number - 1])
    if part is None or part.root.tag != P + "sld":
        yield Break(f"Slide {number}")
        why = why or (part.fault if part else "") or "its part holds something else"
        yield Loss("unreadable", f"{where} could not be read: {why}", where,
                   partial=True)  # fmt: skip
        return
    hidden = _hidden(part)
    yield Break(f"Slide {number} (hidden)" if hidden else f"Slide {number}")
    if hidden:
        yield Loss("hidden-slide", f"{where} is hidden in the show", where, shown=False)
    scene = _scene(reading, part, number)
    tree = part.root.find(_TREE)
    if tree is not None:
        yield from attempt(where, lambda: Shapes(scene).blocks(tree))
    if part.fault:
        yield Loss("damaged", f"{where} is damaged, what follows is lost: {part.fault}",
                   where, partial=True)  # fmt: skip
    elif tree is None:
        yield Loss("unreadable", f"{where} could not be read: it has no shapes", where,
                   partial=True)  # fmt: skip
    yield from attempt(f"the notes of {where}", lambda: notes_blocks(scene))
    yield from attempt(f"the comments of {where}", lambda: comment_blocks(scene))
    yield from reading.report.unseen(where)
    _report_surroundings(scene)


def _hidden(part: Part) -> bool:
    return "show" in part.root.attrib and not flag(part.root.get("show"))


def _scene(reading: Reading, part: Part, number: int) -> Scene:
    deck = reading.deck
    links = Links(part.links, reading.report, deck.slides, number)
    chain = Chain(deck, part)
    return Scene(reading, part, number, chain, links, Paint(deck, part, chain))


def _report_surroundings(scene: Scene) -> None:
    """Keep what is shown on the slide and is not in its own part."""
    report = scene.report
    controls = scene.part.root.find(f"{P}cSld/{P}controls")
    for control in branches(controls) if controls is not None else ():
        name = control.get("name") or "without a name"
        report.controls.append(f"{name} on {scene.where}")
    if scene.chain.layout is None and first(scene.part.links, "slideLayout"):
        report.without_layout += 1
    shows = scene.part.root.get("showMasterSp")
    layouts = [] if shows is not None and not flag(shows) else [scene.chain.layout]
    if layouts and layouts[0] is not None:
        inherits = layouts[0].root.get("showMasterSp")
        if inherits is None or flag(inherits):
            layouts.append(scene.chain.master)
    for part in layouts:
        if part is not None and part.name not in report.seen:
            report.seen.add(part.name)
            report.master_texts += value(lambda part=part: _own_texts(part), [])  # type: ignore[misc]


def _own_texts(part: Part) -> list[str]:
    """Return the texts of a layout or master that are no placeholders."""
    tree = part.root.find(_TREE)
    links = Links({}, Report())
    texts = []
    for shape in branches(tree) if tree is not None else ():
        if placeholder(shape) is None:
            for body in shape.iter(P + "txBody"):
                words = "" if is_furniture(body) else raw_line(body, links)
                if words:
                    texts.append(words)
    return texts


def outline(reading: Reading) -> Iterator[dict[str, object]]:
    """Yield number and title of each slide, and whether it is hidden."""
    for number in range(1, len(reading.deck.slides) + 1):
        if reading.request.wants_page(number):
            yield _entry(reading, number)


def _entry(reading: Reading, number: int) -> dict[str, object]:
    entry: dict[str, object] = {"slide": number}
    part = reading.deck.fresh(reading.deck.slides[number - 1])
    tree = part.root.find(_TREE) if part is not None else None
    if part is None or tree is None:
        return entry
    shapes = Shapes(_scene(reading, part, number))
    title = value(lambda: shapes.title(tree), "")
    if title:
        entry["title"] = title
    if _hidden(part):
        entry["hidden"] = True
    return entry

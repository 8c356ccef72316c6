"""PowerPoint presentations (.pptx, .pptm, .potx, .ppsx), slide by slide.

    deck      the package: slides in order, what their placeholders inherit
    shapes    the shapes of a slide in reading order (``order``)
    text      runs, links, lists (``bullets``, ``links``)
    frames    tables, charts, diagrams, objects; ``pictures``; ``notes``, comments
    report    what is told at the end

Only the slide at hand is held in memory.
Source: ECMA-376 part 1, 13 and 19 (PresentationML).
"""

from __future__ import annotations

from kimi_read.blocks import Break, Facts, Loss
from kimi_read.recover import attempt, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.blocks import Block, Blocks
    from kimi_read.formats.pptx.deck import Deck
    from kimi_read.request import Request
    from kimi_read.source import Source


def prepare() -> None:
    """Import all that reading needs, before the worker is locked."""
    import encodings.cp437  # noqa: F401 - names in a ZIP file
    import encodings.utf_16  # noqa: F401 - XML parts may be in it
    import xml.etree.ElementTree  # noqa: F401

    from kimi_read.formats.pptx import slide  # noqa: F401


def read(source: Source, request: Request) -> Blocks:
    """Yield each slide when it is asked for, never earlier.

    For n slides: ``Break("Slide k")``, k counted from 1 in the order of the
    presentation, ``Slide k (hidden)`` for one that is not shown; its title as a
    heading (level 1 on the layouts of a title and a section, else 2), its shapes in
    reading order, its notes and comments. Warnings of the whole come last.

    Raises:
        Malformed: there is neither a presentation part nor a slide.
    """
    from kimi_read.formats.pptx.deck import Deck

    deck = Deck(source)
    yield Facts(_facts(deck, request))
    for fault in deck.faults:
        yield Loss("damaged", fault, shown=False)
    if not request.identify:
        yield from _slides(deck, request)


def _slides(deck: Deck, request: Request) -> Iterator[Block]:
    from kimi_read.formats.pptx.notes import authors
    from kimi_read.formats.pptx.report import Report
    from kimi_read.formats.pptx.slide import slide_blocks

    report = Report()
    pictured: set[str] = set()
    people = value(lambda: authors(deck), {})
    for number, name in enumerate(deck.slides, 1):
        if not request.wants_page(number):
            continue
        where = f"slide {number}"
        if not name or name not in deck.package:
            yield Break(f"Slide {number}")
            what = f"its part {name} is missing" if name else "it names no part"
            yield Loss("missing-part", f"{where} could not be read: {what}", where,
                       partial=True)  # fmt: skip
            continue
        yield from attempt(
            where,
            lambda number=number: slide_blocks(  # type: ignore[misc]
                deck, number, request, report, pictured, people
            ),
        )
    yield from _last(deck, request, report)


def _last(deck: Deck, request: Request, report: Report) -> Iterator[Block]:
    yield from report.losses()
    count = len(deck.slides)
    if not count:
        yield Loss("no-slides", "the presentation has no slides", shown=False)
    for first, _ in request.pages:
        if count and first > count:
            yield Loss("no-such-page", f"there is no slide {first}; it has {count}",
                       shown=False)  # fmt: skip
    if deck.orphans:
        yield Loss("orphan", "slides in the file that the presentation does not show "
                   f"are left out: {deck.orphans}", shown=False)  # fmt: skip
    macros = sum(n.lower().endswith("vbaproject.bin") for n in deck.package.names())
    if macros:
        yield Loss("macros", "the macros in it are not read", shown=False)


def _facts(deck: Deck, request: Request) -> dict[str, object]:
    from kimi_read.ooxml.properties import properties

    facts = value(lambda: properties(deck.package), {})
    facts["slides"] = len(deck.slides)
    sections = value(deck.sections, [])
    if sections:
        facts["sections"] = [{"title": s.title, "slide": s.first} for s in sections]
    if request.identify:
        from kimi_read.formats.pptx.slide import outline

        entries = list(outline(deck, request))
        facts["outline"] = entries
        facts["hiddenSlides"] = [e["slide"] for e in entries if e.get("hidden")]
    return facts


if TYPE_CHECKING:
    from kimi_read.formats.pptx.report import Report

    __all__ = ["Deck", "Report", "prepare", "read"]

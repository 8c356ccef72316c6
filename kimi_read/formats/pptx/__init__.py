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
    from kimi_read.formats.pptx.deck import Deck, Section
    from kimi_read.formats.pptx.scene import Reading
    from kimi_read.request import Request
    from kimi_read.source import Source

#: What few presentations have: charts and formulas.
LATER = (
    "kimi_read.ooxml.chart", "kimi_read.ooxml.chartnumbers",
    "kimi_read.ooxml.mathnames", "kimi_read.ooxml.mathtext", "kimi_read.ooxml.omml",
    "kimi_read.ooxml.symbols",
)  # fmt: skip


def prepare() -> None:
    """Import all that reading needs, before the worker is locked."""
    import codecs
    import unicodedata  # noqa: F401
    import xml.etree.ElementPath  # noqa: F401

    import kimi_read.formats.pptx.slide
    import kimi_read.ooxml.properties  # noqa: F401

    # names in a ZIP file may be in cp437, XML parts in UTF-16 or an old code page
    for codec in ("cp437", "cp1252", "utf-16", "utf-16-be", "utf-16-le"):
        codecs.lookup(codec)


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
    from kimi_read.formats.pptx.notes import authors
    from kimi_read.formats.pptx.report import Report
    from kimi_read.formats.pptx.scene import Reading

    deck = Deck(source)
    nobody: dict[str, str] = {}
    people = nobody if request.identify else value(lambda: authors(deck), nobody)
    reading = Reading(deck, request, Report(), people, set())
    yield Facts(_facts(reading))
    for fault in deck.faults:
        yield Loss("damaged", fault, shown=False)
    if not request.identify:
        yield from _slides(reading)


def _slides(reading: Reading) -> Iterator[Block]:
    from kimi_read.formats.pptx.slide import slide_blocks

    deck = reading.deck
    for number, name in enumerate(deck.slides, 1):
        if not reading.request.wants_page(number):
            continue
        where = f"slide {number}"
        if name in deck.package:
            yield from attempt(
                where,
                lambda number=number: slide_blocks(reading, number),  # type: ignore[misc]
            )
        else:
            yield Break(f"Slide {number}")
            what = f"its part {name} is missing" if name else "it names no part"
            message = f"{where} could not be read: {what}"
            yield Loss("missing-part", message, where, partial=True)
    yield from reading.report.losses()
    yield from _last(deck, reading.request)


def _last(deck: Deck, request: Request) -> Iterator[Block]:
    """Yield the warnings of the package."""
    count = len(deck.slides)
    found = []
    if not count:
        found.append(("no-slides", "the presentation has no slides"))
    for first, _ in request.pages:
        if count and first > count:
            found.append(("no-such-page", f"there is no slide {first}; it has {count}"))
    if deck.orphans:
        message = "slides in the file that the presentation does not show are left out"
        found.append(("orphan", f"{message}: {deck.orphans}"))
    if any(name.lower().endswith("vbaproject.bin") for name in deck.package.names()):
        found.append(("macros", "the macros in it are not read"))
    for code, message in found:
        yield Loss(code, message, shown=False)


def _facts(reading: Reading) -> dict[str, object]:
    from kimi_read.formats.pptx.slide import outline
    from kimi_read.ooxml.properties import properties

    deck = reading.deck
    nothing: dict[str, object] = {}
    facts = value(lambda: properties(deck.package), nothing)
    facts["slides"] = len(deck.slides)
    none: list[Section] = []
    sections = value(deck.sections, none)
    if sections:
        facts["sections"] = [{"title": s.title, "slide": s.first} for s in sections]
    if reading.request.identify:
        entries = list(outline(reading))
        facts["outline"] = entries
        hidden = [entry["slide"] for entry in entries if "hidden" in entry]
        if hidden:
            facts["hiddenSlides"] = hidden
    return facts

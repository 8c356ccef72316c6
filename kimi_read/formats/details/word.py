"""Sections, styles and objects of a Word document, by python-docx."""

from __future__ import annotations

from collections import Counter

from kimi_read.blocks import Facts
from kimi_read.recover import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kimi_read.blocks import Blocks
    from kimi_read.request import Request
    from kimi_read.source import Source

MOST = 20
_MAIN = (
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
)


def prepare() -> None:
    """Import python-docx, and what it imports while it reads."""
    import _strptime  # type: ignore[import-not-found]
    import calendar
    import encodings.cp437
    import heapq
    import locale

    import docx
    import docx.opc.parts.coreprops
    import docx.parts.document
    from docx.opc.part import PartFactory

    # macros and templates are documents under another type
    part = PartFactory.part_type_for[_MAIN]
    for kind in ("template.main+xml", "document.macroEnabled.main+xml"):
        PartFactory.part_type_for.setdefault(kind, part)
    docx.Document()  # loads its templates
    del _strptime, calendar, encodings, heapq, locale


def read(source: Source, request: Request) -> Blocks:
    """Yield the facts alone."""
    from docx.package import Package

    with source.open() as file:
        document = Package.open(file).main_document_part.document
        yield Facts({
            "sections": [_section(s) for s in [*document.sections][:MOST]],
            "styles": value(lambda: _styles(document), dict[str, int]()),
            "tables": value(lambda: len(document.tables), 0),
            "inlinePictures": value(lambda: len(document.inline_shapes), 0),
        })  # fmt: skip


def _section(section: Any) -> dict[str, object]:
    """Return the page of a section: its size and margins in millimetres."""
    width, height = section.page_width, section.page_height
    edges = (section.top_margin, section.right_margin, section.bottom_margin,
             section.left_margin)  # fmt: skip
    return {
        "page": f"{_mm(width)} x {_mm(height)} mm",
        "margins": " ".join(_mm(edge) for edge in edges) + " mm",
        "starts": str(section.start_type).partition(" ")[0].lower(),
    }


def _mm(length: Any) -> str:
    return "?" if length is None else f"{length.mm:.0f}"


def _styles(document: Any) -> dict[str, int]:
    """Return how many paragraphs have which style, the commonest first."""
    names = Counter(p.style.name for p in document.paragraphs if p.style is not None)
    return dict(names.most_common(MOST))

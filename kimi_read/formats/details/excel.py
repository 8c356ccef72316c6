"""What the sheets of a workbook are set up with, by openpyxl."""

from __future__ import annotations

from functools import partial

from kimi_read.blocks import Facts
from kimi_read.recover import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kimi_read.blocks import Blocks
    from kimi_read.request import Request
    from kimi_read.source import Source

MOST = 50


def prepare() -> None:
    """Import openpyxl, and what it imports while it reads."""
    import encodings.cp437
    import fractions
    import textwrap
    import traceback

    import openpyxl.reader.excel
    from PIL import Image

    Image.init()
    del encodings, fractions, textwrap, traceback, openpyxl


def read(source: Source, request: Request) -> Blocks:
    """Yield the facts alone."""
    from openpyxl import load_workbook

    with source.open() as file:
        book = load_workbook(file, keep_links=False)
    yield Facts({
        "active": value(lambda: book.active.title, ""),
        "sheetSetup": {
            sheet.title: value(partial(_sheet, sheet), dict[str, object]())
            for sheet in book.worksheets[:MOST]
        },
    })  # fmt: skip


def _sheet(sheet: Any) -> dict[str, object]:
    """Return what a sheet has besides its cells; nothing that it has not."""
    found = {
        "used": sheet.calculate_dimension(),
        "frozenAt": sheet.freeze_panes or "",
        "filter": sheet.auto_filter.ref or "",
        "printArea": str(sheet.print_area or ""),
        "landscape": sheet.page_setup.orientation == "landscape",
        "protected": sheet.protection.sheet,
        "mergedRanges": len(sheet.merged_cells.ranges),
        "conditionalFormats": len(sheet.conditional_formatting),
        "validations": len(sheet.data_validations.dataValidation),
        "tables": [*sheet.tables][:MOST],
    }
    return {key: item for key, item in found.items() if item}

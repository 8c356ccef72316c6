"""Answers for a person: colours, visible control characters, a pager."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.page import Page
    from kimi_read.settings import Settings
    from kimi_read.writers.output import Output


def write(page: Page, out: Output, settings: Settings, *, numbers: bool) -> None:
    """Write the window with every harmful character made visible."""
    from kimi_read.guard.control import visible
    from kimi_read.writers.text import numbered

    number = page.offset + 1
    for batch in page.batches():
        lines = [visible(line.decode("utf-8", "replace")).encode() for line in batch]
        out.write(numbered(lines, number) if numbers else b"\n".join(lines) + b"\n")
        number += len(batch)

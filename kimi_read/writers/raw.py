"""The bytes of a file as they are."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.page import Page
    from kimi_read.writers.output import Output

_CHUNK = 1 << 18


def write(page: Page, out: Output) -> None:
    """Copy the whole file, up to the size it had when it was opened."""
    position = 0
    source = page.source
    while chunk := source.read_at(position, min(_CHUNK, source.size - position)):
        out.write(chunk)
        position += len(chunk)

"""What is nested too deeply to be read, as plain text."""

from __future__ import annotations

from kimi_read.formats.docx.names import TEXT, P

TYPE_CHECKING = False
if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


def bare_text(element: Element) -> str:
    """Return all text of what is nested too deeply to be read, a line a paragraph."""
    parts = []
    for inner in element.iter():
        if inner.tag == TEXT:
            parts.append(inner.text or "")
        elif inner.tag == P:
            parts.append("\n")
    return "".join(parts).strip()

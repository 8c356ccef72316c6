"""Lines of code, which a document holds in a paragraph each."""

from __future__ import annotations

from kimi_read import inline
from kimi_read.blocks import Code, Paragraph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.blocks import Block
    from kimi_read.formats.docx.paragraph import Reading
    from kimi_read.ooxml.spans import Piece


class Listing:
    """A code block that may go on in the next paragraph; ``open`` if there is one.

    A single line that only its font makes code stays code in a paragraph.
    """

    def __init__(self) -> None:
        self.open = False
        self._lines: list[str] = []
        self._depth = 0
        self._kind = ""
        self._gap = 0
        self._sure = False

    def blank(self) -> None:
        """Take an empty line."""
        self._lines.append("")

    def parts_from(self, reading: Reading, text: str, depth: int) -> bool:
        """Whether a line of code begins a block of its own."""
        return self.open and (
            reading.style.whole
            or depth != self._depth
            or _kind(reading) != self._kind
            or "\n" in text
            or "\n" in self._lines[-1]
        )

    def add(self, reading: Reading, text: str, depth: int) -> bool:
        """Take a line; whether it is the last of its block."""
        if not self.open:
            self.open = True
            self._depth = depth
            self._kind = _kind(reading)
            self._sure = False
        self._lines.append(text.rstrip())
        if reading.style.role == "code" or reading.framed or "\n" in text:
            self._sure = True
        closes = reading.gap and not self._gap and len(self._lines) > 1
        self._gap = reading.gap
        return reading.style.whole or bool(closes)

    def end(self) -> Iterator[Block]:
        """Yield the block, if there is one."""
        if not self.open:
            return
        lines = "\n".join(self._lines).strip("\n")
        sure = self._sure or "\n" in lines
        self._lines.clear()
        self.open = False
        if sure:
            yield Code(lines, "", self._depth)
        elif lines.strip():
            yield Paragraph(inline.code(lines.strip()), self._depth)


def _kind(reading: Reading) -> str:
    return reading.style.name if reading.style.role == "code" else ""


def code_text(pieces: list[Piece]) -> str:
    """Return pieces as code has them, all blanks kept."""
    text = "".join([piece[0] for piece in pieces])
    return text.replace("\u2011", "-").replace("\u00a0", " ")

"""Blocks of a page in the making."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kimi_read import blocks as b
    from kimi_read.formats.pdf.grids import Grid
    from kimi_read.formats.pdf.marks import Line

_NONE: frozenset[int] = frozenset()


class Piece:
    """A block of the page in the making.

    ``kind`` is text, heading, item, code, quote, table, caption, note or figure.
    ``depth`` is that of a list item or of what lies in one; ``number`` and
    ``label`` are those of an item or a note; ``level`` is that of a heading.
    ``outline`` is the depth of its title in the outline, from 1 (0: not in it).
    ``artifact`` marks what the tags of a page leave out.
    ``alt`` is what is said in place of a figure, and ``pictured`` are its marks;
    ``after`` are blocks that follow it in the output.
    ``indent`` is where its label begins, ``right`` the edge of its column (0 where
    tags made the block).
    ``more`` marks an item without a label where others have one: it may be the rest
    of one on the page before.
    """

    __slots__ = (
        "after",
        "alt",
        "artifact",
        "depth",
        "grid",
        "indent",
        "kind",
        "label",
        "level",
        "lines",
        "more",
        "number",
        "outline",
        "pictured",
        "right",
        "text",
        "y0",
        "y1",
    )

    def __init__(self, kind: str, lines: Sequence[Line] = ()) -> None:
        self.kind = kind
        self.lines = list(lines)
        self.grid: Grid | None = None
        self.depth = 0
        self.number: int | None = None
        self.label = ""
        self.level = self.outline = 0
        self.more = False
        self.artifact = False
        self.indent = self.right = 0.0
        self.text = self.alt = ""
        self.pictured: frozenset[int] = _NONE
        self.after: list[b.Block] = []
        self.y0 = min((line.y0 for line in lines), default=0.0)
        self.y1 = max((line.y1 for line in lines), default=0.0)

    def add(self, line: Line) -> None:
        """Add a line below."""
        self.lines.append(line)
        self.y1 = max(self.y1, line.y1)

    def plain(self) -> str:
        """Return the letters of all lines, a blank between lines."""
        return " ".join(line.text for line in self.lines)

    def __repr__(self) -> str:
        return f"Piece({self.kind}, {self.label!r}, {self.plain()[:60]!r})"

"""How deep a list paragraph lies, from levels, lists and indents.

Word knows no nesting: a list inside another is only another list of a higher level,
or one that is indented further.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.docx.numbering import Label

#: An indent is another one if it differs by more than this, in twips (1/1440 inch).
_SLACK = 90
#: Lists deeper than this are shown at this depth.
DEPTH = 12


class Lists:
    """The items that are open, outermost first, while paragraphs pass by."""

    def __init__(self) -> None:
        self._open: list[tuple[str, int, int | None]] = []

    def close(self) -> None:
        """Forget all: a paragraph outside of any list came."""
        self._open.clear()

    @property
    def depth(self) -> int:
        """How many lists are open."""
        return len(self._open)

    def item(self, label: Label, indent: int | None) -> int:
        """Open an item and return its depth, counted from 0."""
        stack = self._open
        while stack and not self._holds(stack[-1], label, indent):
            stack.pop()
        depth = min(len(stack), DEPTH)
        del stack[depth:]
        stack.append((label.group, label.level, indent))
        return depth

    def _holds(
        self, outer: tuple[str, int, int | None], label: Label, indent: int | None
    ) -> bool:
        """Whether an open item can be the parent of this one."""
        group, level, left = outer
        if group == label.group or level != label.level:
            return level < label.level
        return left is not None and indent is not None and indent > left + _SLACK

    def inside(self, indent: int | None) -> int:
        """Return in how many open lists text with this left indent lies."""
        if not self._open or not indent or indent <= 0:
            return 0
        for depth in range(len(self._open), 0, -1):
            left = self._open[depth - 1][2]
            if left is not None and left > 0 and indent >= left - _SLACK:
                return depth
        return 0

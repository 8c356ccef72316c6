"""What was found on one page."""

from __future__ import annotations

from kimi_read.formats.pdf.marks import Shapes
from kimi_read.formats.pdf.shapes import Frame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.pdf.marks import Remark, Shot, Style, Word
    from kimi_read.formats.pdf.tags import Node


class Evidence:
    """One page, taken apart. ``words`` lie in the frame of most of its text.

    ``asides`` are the words of other directions, a list for each direction.
    """

    __slots__ = (
        "asides",
        "chars",
        "frame",
        "height",
        "hidden",
        "index",
        "left_out",
        "lost",
        "ocr",
        "pictures",
        "remarks",
        "shapes",
        "silent",
        "tree",
        "unmapped",
        "width",
        "words",
    )  # fmt: skip

    def __init__(self, index: int) -> None:
        self.index = index
        self.width = self.height = 0.0
        self.words: list[Word] = []
        self.asides: list[list[Word]] = []
        self.shapes = Shapes()
        self.hidden: dict[str, int] = {}
        self.ocr = False
        self.chars = self.unmapped = 0
        self.left_out = False
        #: How many text objects gave no character.
        self.silent = 0
        #: Fonts that are not in the file and whose text could not be had.
        self.lost: set[str] = set()
        self.frame = Frame((0.0, 0.0, 0.0, 0.0), 0)
        self.remarks: list[Remark] = []
        self.tree: Node | None = None
        self.pictures: list[Shot] = []

    @classmethod
    def bare(cls, seen: Evidence) -> Evidence:
        """Return the same page without its shaded areas."""
        page = cls(seen.index)
        page.width, page.height = seen.width, seen.height
        page.shapes.across, page.shapes.down = seen.shapes.across, seen.shapes.down
        return page


class Run:
    """Characters ``start`` to ``stop`` that look alike, on one baseline.

    ``owner`` is the text object of the first. ``parts`` are the stretches of it that
    hold no blank made up by PDFium.
    """

    __slots__ = (
        "hidden",
        "mode",
        "order",
        "origin",
        "owner",
        "parts",
        "size",
        "start",
        "stop",
        "style",
        "tag",
        "turn",
    )  # fmt: skip

    def __init__(
        self, owner: int, start: int, stop: int, tag: int, style: Style
    ) -> None:
        self.owner, self.tag, self.style = owner, tag, style
        self.start, self.stop = start, stop
        self.parts = [(start, stop)]
        self.size = 0.0
        self.origin = (0.0, 0.0)
        self.turn = 0
        self.mode = 0
        self.hidden = ""
        self.order = 0.0

    def extend(self, start: int, stop: int) -> None:
        """Add the characters that follow."""
        if start == self.stop:
            self.parts[-1] = self.parts[-1][0], stop
        else:
            self.parts.append((start, stop))
        self.stop = stop

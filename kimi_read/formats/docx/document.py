"""One Word document: its parts, and what is said about it as a whole."""

from __future__ import annotations

from kimi_read.blocks import Loss
from kimi_read.formats.docx.binding import Bindings
from kimi_read.formats.docx.changes import Changes
from kimi_read.formats.docx.grounds import TableStyles, covers_page
from kimi_read.formats.docx.notes import Notes
from kimi_read.formats.docx.numbering import Numbering
from kimi_read.formats.docx.paint import Page, Paint
from kimi_read.formats.docx.styles import Styles
from kimi_read.ooxml.colours import WHITE
from kimi_read.ooxml.parts import root_of, tree
from kimi_read.ooxml.relations import first, relations
from kimi_read.ooxml.spans import HIDDEN, PALE, TINY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from xml.etree.ElementTree import Element

    from kimi_read.blocks import Block
    from kimi_read.guard.zip import Package
    from kimi_read.ooxml.relations import Relation
    from kimi_read.request import Request

#: So many losses of one kind are told one by one; the others are counted.
TOLD = 20
#: A picture behind the text covers at most so many of the paragraphs that follow it.
COVERED = 60
_HIDDEN = {
    HIDDEN: "hidden text",
    PALE: "text of the colour of what is behind it",
    TINY: "text of 1 point or less",
}


class Document:
    """The parts that the text refers to, read when they are needed.

    ``losses`` and ``later`` wait to be yielded; ``imported`` reads an imported part.
    ``mono`` says that the body itself is set in a font of one width, so that such a
    font marks no code. ``main`` is the part of the text, ``paragraphs`` how many of
    it were read, those in cells included.
    """

    def __init__(self, package: Package, main: str, request: Request) -> None:
        self.package = package
        self.main = main
        self.request = request
        self.relations: dict[str, Relation] = relations(package, main)
        self.losses: list[Loss] = []
        self.tables = 0
        self.paragraphs = 0
        self.later: list[Block] = []
        self.imported: Callable[[str], Iterator[Block]] = lambda _part: iter(())
        self._told: dict[str, int] = {}
        self._used: set[str] = set()
        self._hidden = dict.fromkeys(_HIDDEN, 0)
        self.changes = Changes(request.changes)
        self.bindings = Bindings(package, self.relations)
        self.paint = Paint(package, self.part)
        self.page = Page(self._page)
        self.background = WHITE
        self._covered = 0
        self._headers_cover: bool | None = None
        self.table_styles = TableStyles(self.paint)
        self.styles = Styles(
            self._tree("styles", self.table_styles.cut_out), self.paint
        )
        self.numbering = Numbering(self._tree("numbering"), self.styles)
        self.notes = Notes(package, self.part, self.lose)
        self.mono = self.styles.mono

    def part(self, kind: str) -> str:
        """Return the part of a kind (``footnotes``), by relationship or usual name."""
        folder = self.main.rpartition("/")[0]
        usual = f"{folder}/{kind}.xml".lstrip("/")
        return first(self.relations, kind) or (usual if usual in self.package else "")

    def _tree(
        self, kind: str, without: Callable[[bytes], bytes] | None = None
    ) -> Element | None:
        part = self.part(kind)
        if not part:
            return None
        root, fault = tree(self.package, part, without)
        if fault:
            self.lose("damaged", f"{part}: {fault}", part, shown=False, partial=True)
        return root

    def lose(
        self,
        code: str,
        message: str,
        where: str = "",
        *,
        shown: bool = True,
        partial: bool = False,
    ) -> None:
        """Tell of a loss at the next block; of many of one kind only the first."""
        if where == self.main and self.paragraphs:
            where = f"paragraph {self.paragraphs}"
        count = self._told[code] = self._told.get(code, 0) + 1
        if count <= TOLD:
            self.losses.append(Loss(code, message, where, shown, partial))

    def untold(self) -> list[Loss]:
        """Return what is said at the end of losses that were only counted."""
        counted = [
            Loss(code, f"{count - TOLD} more of this kind", "", False, False)
            for code, count in self._told.items()
            if count > TOLD
        ]
        for bit, count in self._hidden.items():
            if count > 1:
                message = f"{count} runs of {_HIDDEN[bit]} in all"
                counted.append(Loss("hidden-text", message, "", False, False))
        return counted

    def hidden_text(self, flags: int) -> None:
        """Say of each kind of hidden text once that there is some, and count it."""
        bit = next(bit for bit in _HIDDEN if flags & bit)
        self._hidden[bit] += 1
        if self._hidden[bit] == 1:
            self.lose("hidden-text", f"{_HIDDEN[bit]} is kept, marked [hidden: ...]",
                      self.main, shown=False)  # fmt: skip

    def cover(self) -> None:
        """Say that something lies behind the text that follows."""
        self._covered = self.paragraphs + COVERED

    def new_page(self) -> None:
        """Say that a page begins, which nothing covers yet."""
        self._covered = 0

    def _page(self) -> tuple[int, ...]:
        """Return the colour of the page at this place, if it can be told."""
        if self._headers_cover is None:
            roots = (
                root_of(self.package, relation.target)
                for relation in self.relations.values()
                if relation.kind in ("header", "footer")
            )
            self._headers_cover = any(r is not None and covers_page(r) for r in roots)
        if self._headers_cover or self.paragraphs < self._covered:
            return ()
        return (self.background,) if self.background >= 0 else ()

    def too_deep(self) -> None:
        """Say that something is nested deeper than it is read."""
        self.lose("too-deep", "what is nested too deeply is shown as plain text",
                  shown=False)  # fmt: skip

    def first_use(self, part: str) -> bool:
        """Whether this is the first time that a part is used."""
        if part in self._used:
            return False
        self._used.add(part)
        return True

    def next_table(self) -> int:
        """Return the number of the next table, counted from 1."""
        self.tables += 1
        return self.tables

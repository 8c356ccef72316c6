"""The way of a PDF through the rooms of this folder."""

from __future__ import annotations

from kimi_read import blocks as b
from kimi_read.errors import Malformed
from kimi_read.formats.pdf import compose, document, evidence, facts, headings, layout
from kimi_read.formats.pdf import look as looks
from kimi_read.formats.pdf.marks import Line, Piece
from kimi_read.recover import attempt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.formats.pdf.look import Look
    from kimi_read.request import Request
    from kimi_read.source import Source


def prepare(request: Request | None = None) -> None:
    """Import what a request needs before the worker is locked."""
    import unicodedata  # noqa: F401


def read(source: Source, request: Request) -> b.Blocks:
    """Yield facts, losses of the whole, then page after page."""
    doc = document.load(source.bytes(), request.password)
    try:
        if doc.pages < 1:
            raise Malformed("it has no page")
        yield b.Facts(facts.gather(doc, request))
        pages = [n for n in range(doc.pages) if request.wants_page(n + 1)]
        reader = _Reader(doc, request, pages)
        for index in pages:
            yield b.Break(f"Page {index + 1}")
            yield from attempt(f"page {index + 1}", lambda i=index: reader.page(i))
    finally:
        doc.close()


class _Reader:
    def __init__(
        self, doc: document.Document, request: Request, pages: list[int]
    ) -> None:
        self.doc = doc
        self.request = request
        self.kept: dict[int, list[layout.Region]] = {}
        sample = looks.sample(pages, doc.pages)
        for index in sample:
            for _ in attempt("", lambda i=index: self._keep(i)):
                pass
        self.look = looks.learn(
            [[i for i in region if isinstance(i, Line)] for region in regions]
            for regions in self.kept.values()
        )
        self._rank()

    def _keep(self, index: int) -> Iterator[b.Block]:
        self.kept[index] = self._regions(index)
        return iter(())

    def _regions(self, index: int) -> list[layout.Region]:
        seen, page = evidence.gather(self.doc, index)
        page.close()
        return layout.regions(seen, layout.visible(seen), 10.0)

    def _rank(self) -> None:
        styles: dict[tuple[float, bool], int] = {}
        for regions in self.kept.values():
            for piece in self._pieces(regions):
                if piece.kind == "heading":
                    style = self.look.heading_style(piece.lines[0])
                    if style:
                        styles[style] = styles.get(style, 0) + 1
        self.look.ranks = sorted(styles, reverse=True)

    def _pieces(self, regions: list[layout.Region]) -> list[Piece]:
        out: list[Piece] = []
        for region in regions:
            out += layout.pieces(region, self.look)
        headings.mark(out, self.look)
        return out

    def page(self, index: int) -> Iterator[b.Block]:
        regions = self.kept.pop(index, None)
        if regions is None:
            regions = self._regions(index)
        for piece in self._pieces(regions):
            if piece.grid is not None:
                table = list(compose.rows(piece.grid, self.look, set()))
                yield b.Table(table[0], table[1:])
                continue
            block = compose.block(piece, self.look, set())
            if block is not None:
                yield block

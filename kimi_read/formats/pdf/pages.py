"""Pages as they are asked for, on what a sample of them has taught."""

from __future__ import annotations

from functools import partial

from kimi_read import blocks as b
from kimi_read.formats.pdf import (
    evidence,
    extras,
    furniture,
    headings,
    layout,
    notes,
    pictures,
    tagged,
    terms,
    titles,
    trust,
)
from kimi_read.formats.pdf import look as looks
from kimi_read.formats.pdf.grids import Grid
from kimi_read.formats.pdf.joins import go_on, join, table_over
from kimi_read.formats.pdf.marks import Line, apart
from kimi_read.formats.pdf.pieces import Piece
from kimi_read.recover import attempt, enter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kimi_read.formats.pdf.document import Document
    from kimi_read.formats.pdf.findings import Evidence
    from kimi_read.formats.pdf.layout import Region
    from kimi_read.formats.pdf.plumber import Plumber
    from kimi_read.request import Request
    from kimi_read.source import Source


class Sheet:
    """One page, ready for output. ``begun`` says that its mark was given."""

    __slots__ = ("begun", "index", "losses", "pieces")

    def __init__(self, index: int) -> None:
        self.index = index
        self.begun = False
        self.losses: list[b.Block] = []
        self.pieces: list[Piece] = []


class _Rough:
    """A page's items before their order is known."""

    __slots__ = ("edges", "furniture", "items", "regions", "remarks", "seen", "tagged",
                 "words")  # fmt: skip

    def __init__(self, seen: Evidence, other: Plumber | None) -> None:
        self.seen = seen
        self.remarks = extras.remarks(seen)
        self.words = layout.visible(seen)
        self.tagged = other is None and trust.trusted(seen.tree, self.words)
        self.words = apart(self.words) if other else self.words
        grids = other.tables(seen.index, self.words) if other else None
        items = layout.items(seen, self.words, tagged=self.tagged, grids=grids)
        self.items = items
        lines = [item for item in items if isinstance(item, Line)]
        self.edges = furniture.edges(lines, seen.index, seen.height)
        self.furniture: list[tuple[furniture.Edge, furniture.Pattern]] = []
        self.regions: list[Region] = []


class Pages:
    """The selected pages of a document."""

    def __init__(
        self,
        doc: Document,
        source: Source,
        request: Request,
        *,
        bombs: int = 0,
        other: Plumber | None = None,
    ) -> None:
        self.doc = doc
        self.source = source
        self.bombs = bombs
        self.other = other
        self.request = request
        self.numbers = [n for n in range(doc.pages) if request.wants_page(n + 1)]
        self.notes: set[str] = set()
        self.told: set[str] = set()
        self.kept: dict[int, _Rough] = {}
        self.patterns: list[furniture.Pattern] = []
        self.ready: dict[int, list[Piece]] = {}
        self.tag_heads = False
        self.look = looks.Look()
        self.outline = titles.Outline(doc)
        self.album = pictures.Album()
        self.dense = False
        self.terms: set[looks.HeadStyle] = set()
        sample = looks.sample(self.numbers, doc.pages)
        for index in sample:
            for _ in attempt("", partial(self._look_at, index)):
                pass
        self._learn()

    def _look_at(self, index: int) -> Iterator[b.Block]:
        self.kept[index] = self._rough(index)
        return iter(())

    def _rough(self, index: int) -> _Rough:
        enter(self.source, index + 1)
        seen, page = evidence.gather(self.doc, index)
        page.close()
        return _Rough(seen, self.other)

    def _learn(self) -> None:
        """Learn furniture, then body text, then headings from the sample."""
        roughs = list(self.kept.values())
        if self.request.furniture != "keep":
            letters = [
                sum(len(w.text) - w.blanks for w in rough.words) for rough in roughs
            ]
            self.patterns = furniture.learn([rough.edges for rough in roughs], letters)
        self._each(lambda index: self._ordered(self.kept[index]))
        roughs = list(self.kept.values())
        self.look = looks.learn(
            (
                [[i for i in region if isinstance(i, Line)] for region in rough.regions]
                for rough in roughs
            ),
            (
                word
                for rough in roughs
                for region in rough.regions
                for item in region
                if isinstance(item, Grid)
                for word in item.words()
            ),
        )
        self.tag_heads = any(
            rough.tagged
            and rough.seen.tree is not None
            and trust.heads(rough.seen.tree)
            for rough in roughs
        )
        self._each(self._make_ready)
        self.terms = terms.learn((self.ready[index] for index in self.kept), self.look)
        for index in self.kept:
            terms.take_back(self.ready[index], self.terms, self.look)
        heads: list[Piece] = []
        for index in self.kept:
            made = self.ready[index]
            heads += [p for p in made if p.kind == "heading" and not p.level]
        self._learn_levels(heads)

    def _learn_levels(self, heads: list[Piece]) -> None:
        """Learn the levels of headings: by style, by outline, by number."""
        look = self.look
        shown = [look.heading_style(piece.lines[0]) for piece in heads]
        look.capitals = {style for style in shown if style is not None and style[3]}
        known = [(look.rank_style(piece.lines[0]), piece) for piece in heads]
        styles = [style for style, _ in known if style is not None]
        look.ranks = looks.rank(styles, len(self.kept))
        named = [(s, p.outline) for s, p in known if p.outline and s]
        look.outlined = titles.levels([(s, n, look.level(s)) for s, n in named])
        if look.outlined:
            look.styled = titles.styled([(s, look.outlined[n]) for s, n in named])
        self.dense = self.outline.dense(self.kept, heads)
        if self.dense:
            headings.unnamed(heads, look)
        levels = [
            (piece.plain(), self._level(piece)) for piece in heads
            if piece.kind == "heading"
        ]  # fmt: skip
        look.numbered = headings.numbered_levels(levels)

    def _level(self, piece: Piece) -> int:
        """Return the level of a heading that no tag gives one."""
        if piece.outline and self.look.outlined:
            return self.look.outlined[piece.outline]
        deep = headings.depth(piece.plain())
        if deep in self.look.numbered:
            return self.look.numbered[deep]
        style = self.look.rank_style(piece.lines[0])
        if style is None:
            return min(2, len(self.look.ranks) + 1)
        return self.look.level(style)

    def _make_ready(self, index: int) -> None:
        self.ready[index] = self._pieces(self.kept[index])

    def _each(self, step: Callable[[int], None]) -> None:
        """Take a step with each page of the sample; one that fails is none of it.

        It is tried again in its turn, where the loss belongs.
        """

        def one(index: int) -> Iterator[b.Block]:
            step(index)
            return iter(())

        for index in [*self.kept]:
            if any(attempt("", partial(one, index))):
                del self.kept[index]

    def _ordered(self, rough: _Rough) -> None:
        """Take furniture out of the items and put the rest in reading order."""
        rough.furniture = furniture.find(self.patterns, rough.edges)
        gone = {id(edge.line) for edge, _ in rough.furniture}
        items = [item for item in rough.items if id(item) not in gone]
        rough.regions = layout.regions(items, rough.seen, self.look.size)

    def _pieces(self, rough: _Rough) -> list[Piece]:
        if rough.tagged:
            return self._by_tags(rough)
        out: list[Piece] = []
        height = rough.seen.height if self.doc.pages == 1 else 0.0
        for region in rough.regions:
            made = layout.pieces(region, self.look)
            headings.mark(made, self.look, height)
            if out and made and go_on(out[-1], made[0], self.look):
                join(out[-1], made[0])
                made = made[1:]
            elif out and made and table_over(out[-1], made[0]):
                made = made[1:]
            out += made
        if self.outline.titles:
            out = self.outline.mark(out, rough.seen.index, self.look)
        return out

    def _by_tags(self, rough: _Rough) -> list[Piece]:
        """Return the blocks that the tags make; what they leave out comes around."""
        words = rough.words
        for edge, _ in rough.furniture:
            words = [word for word in words if not edge.holds(word)]
        root = rough.seen.tree
        if root is None:
            return []
        out, rest = tagged.pieces(root, words, self.look)
        if not self.tag_heads:
            headings.mark(out, self.look)
            out = self.outline.mark(out, rough.seen.index, self.look)
        if not rest:
            return out
        before: list[Piece] = []
        after: list[Piece] = []
        top = min((p.y0 for p in out if p.lines or p.grid), default=0.0)
        items = layout.items(rough.seen, rest)
        for region in layout.regions(items, rough.seen, self.look.size):
            for piece in layout.pieces(region, self.look):
                piece.artifact = True
                (before if piece.y1 <= top else after).append(piece)
        return [*before, *out, *after]

    def sheet(self, index: int) -> Sheet:
        """Return one page; what cannot be read is a loss in its place."""
        sheet = Sheet(index)
        sheet.losses += attempt(f"page {index + 1}", lambda: self._fill(sheet))
        return sheet

    def _fill(self, sheet: Sheet) -> Iterator[b.Block]:
        index = sheet.index
        rough = self.kept.pop(index, None)
        if rough is None:
            rough = self._rough(index)
            self._ordered(rough)
            pieces = self._pieces(rough)
            terms.take_back(pieces, self.terms, self.look)
            if self.dense:
                headings.unnamed(pieces, self.look)
        else:
            pieces = self.ready.pop(index)
        for piece in pieces:
            if piece.kind == "heading" and not piece.level:
                piece.level = self._level(piece)
        notes.find(pieces, self.look, index + 1, self.notes)
        seen = rough.seen
        new = self.album.place(pieces, seen)
        before, after, told = self._furniture(rough)
        hidden = extras.shown_hidden(seen) if self.request.hidden == "show" else []
        beside = [*extras.sideways(seen), *hidden, *rough.remarks]
        sheet.pieces = [*before, *pieces, *after, *beside]
        lost: list[b.Block] = list(extras.losses(seen))
        if new and self.request.media:
            lost += attempt(f"page {index + 1}", partial(self._give, seen, new))
        if self.bombs and not seen.chars and not seen.shapes.images and not lost:
            what = f"page {index + 1}"
            told_ = f"{what} could not be read: it would inflate to too much"
            lost.append(b.Loss("too-large", told_, what, partial=True))
        return iter([*lost, *told])

    def _give(self, seen: Evidence, new: list[pictures.New]) -> Iterator[b.Block]:
        pictures.give(self.doc, seen.index, seen.frame, new)
        return iter(())

    def _furniture(
        self, rough: _Rough
    ) -> tuple[list[Piece], list[Piece], list[b.Block]]:
        """Return the first copies of running heads, and what is said of them."""
        before: list[Piece] = []
        after: list[Piece] = []
        told: list[b.Block] = []
        for edge, pattern in rough.furniture:
            text = edge.text if pattern.slot else pattern.text
            if text in self.told:
                continue
            self.told.add(text)
            counter = furniture.counts(pattern)
            place = "head" if edge.top else "foot"
            if counter:
                message = "page numbers are left out"
            elif self.request.furniture == "drop":
                message = f"the running {place} “{edge.text}” is left out"
            else:
                message = f"the running {place} “{edge.text}” stands once"
                piece = Piece("furniture", [edge.line])
                (before if edge.top else after).append(piece)
            where = f"page {edge.page + 1}"
            if len(self.told) <= 20:
                told.append(b.Loss("furniture", message, where, shown=False))
        return before, after, told

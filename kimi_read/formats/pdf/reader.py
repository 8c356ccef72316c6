"""The way of a PDF through the rooms of this folder."""

from __future__ import annotations

from kimi_read import blocks as b
from kimi_read.errors import Malformed
from kimi_read.formats.pdf import compose, document, facts, joins, lists, repair
from kimi_read.formats.pdf.bombs import MOST, defused
from kimi_read.formats.pdf.pages import Pages
from kimi_read.recover import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.formats.pdf.grids import Grid
    from kimi_read.formats.pdf.pages import Sheet
    from kimi_read.formats.pdf.pieces import Piece
    from kimi_read.request import Request
    from kimi_read.source import Source


#: Kinds of blocks that stand beside the text and do not end it.
_BESIDE = ("furniture", "aside", "note", "figure")


def read(source: Source, request: Request) -> b.Blocks:
    """Yield facts, losses of the whole, then page after page."""
    data = source.bytes()
    damage = value(lambda: repair.fault(data), "")
    data, bombs = value(lambda: defused(data), (data, 0))
    doc, found = _opened(data, request)
    try:
        if doc.pages < 1:
            raise Malformed("it has no page")
        yield b.Facts(facts.gather(doc, request))
        yield from _damages(damage, found, bombs)
        yield from facts.losses(doc, data)
        other = None
        if request.tables == "pdfplumber":
            from kimi_read.formats.pdf.plumber import Plumber

            other = Plumber(data, request.password)
        pages = Pages(doc, source, request, bombs=bombs, other=other)
        empty = True
        for block in _Stream(pages).blocks():
            empty = empty and isinstance(block, b.Break)
            yield block
        if empty and pages.numbers:
            told = "no page of it has a text or a picture"
            yield b.Loss("no-text", told, shown=False)
        for first, _ in request.pages:
            if first > doc.pages:
                told = f"there is no page {first}; it has {doc.pages}"
                yield b.Loss("no-such-page", told, shown=False)
    finally:
        doc.close()


def _damages(damage: str, found: int, bombs: int) -> Iterator[b.Block]:
    """Yield what was wrong with the file as a whole."""
    if found:
        pages = "pages were" if found > 1 else "page was"
        told = f"the file is damaged ({damage or 'no page tree'})"
        told = f"{told}: {found} {pages} found by a search"
        yield b.Loss("damaged", told, shown=False, partial=True)
    elif damage:
        told = f"the file is damaged ({damage}): it was repaired"
        yield b.Loss("damaged", told, shown=False)
    if bombs:
        told = f"{bombs} of its streams would come to more than {MOST >> 20} MiB"
        yield b.Loss("too-large", f"{told} and are left out", shown=False, partial=True)


def _opened(data: bytes, request: Request) -> tuple[document.Document, int]:
    """Open a document; a hopeless one after a search for its objects.

    The number is that of the pages found by the search, 0 where none was needed.
    """
    try:
        doc = document.load(data, request.password)
    except Malformed:
        again = value(lambda: repair.rebuilt(data), None)
        if again is None:
            raise
        return document.load(again[0], request.password), again[1]
    if doc.pages < 1:
        again = value(lambda: repair.rebuilt(data), None)
        if again is not None:
            doc.close()
            return document.load(again[0], request.password), again[1]
    return doc, 0


class _Stream:
    """Joins what goes on from one page to the next, one page ahead.

    ``held`` is the last piece of the pages given so far, if it may go on;
    ``after`` is what follows it in the output.
    """

    def __init__(self, pages: Pages) -> None:
        self.pages = pages
        self.look = pages.look
        self.numbers = iter(pages.numbers)
        self.pushed: Sheet | None = None
        self.held: Piece | None = None
        self.after: list[b.Block] = []
        #: The lists that are open at the end of the last page.
        self.stack: lists.Stack = []
        self.deep = False

    def blocks(self) -> Iterator[b.Block]:
        """Yield the blocks of all pages."""
        while True:
            sheet = self._next()
            if sheet is None:
                break
            pieces = sheet.pieces
            if self.held is not None:
                if not pieces:
                    self._mark(sheet, self.after)
                    continue
                rest = self._joined(self.held, pieces)
                if (
                    rest is not None
                    and not self._text(rest)
                    and joins.open_end(self.held)
                ):
                    self._mark(sheet, self.after)
                    for piece in rest:
                        self.after += self._made(piece)
                    continue  # it may go on over this page as well
                pieces = pieces if rest is None else rest
            yield from self._turn(sheet, pieces)
        yield from self._release()

    def _turn(self, sheet: Sheet, pieces: list[Piece]) -> Iterator[b.Block]:
        """Yield what the page before has left, then a page.

        What lies in its last list item comes before the mark of the page, since a
        mark ends all lists.
        """
        count = lists.go_on(self._text(pieces), self.stack, deep=self.deep)
        inner = self._text(pieces)[:count]
        if self.held is not None:
            yield from self._made(self.held)
            self.held = None
        for piece in inner:
            yield from self._made(piece)
        yield from self._release()
        yield from self._opening(sheet)
        self.stack, self.deep = lists.left_open(self._text(pieces), self.stack)
        yield from self._body([p for p in pieces if p not in inner])

    @staticmethod
    def _text(pieces: list[Piece]) -> list[Piece]:
        return [piece for piece in pieces if piece.kind not in _BESIDE]

    def _joined(self, held: Piece, pieces: list[Piece]) -> list[Piece] | None:
        """Join the first text of a page with what is held; return what is left.

        Pictures and running heads may stand above it. None says that it is another.
        """
        first = next((n for n, p in enumerate(pieces) if p.kind not in _BESIDE), -1)
        if first < 0 or not joins.over_page(held, pieces[first:], self.look):
            return None
        joins.join(held, pieces[first])
        return pieces[:first] + pieces[first + 1 :]

    def _next(self) -> Sheet | None:
        if self.pushed is not None:
            sheet, self.pushed = self.pushed, None
            return sheet
        number = next(self.numbers, None)
        return None if number is None else self.pages.sheet(number)

    def _opening(self, sheet: Sheet) -> Iterator[b.Block]:
        out: list[b.Block] = []
        self._mark(sheet, out)
        yield from out

    def _mark(self, sheet: Sheet, out: list[b.Block]) -> None:
        if sheet.begun:
            return
        out.append(b.Break(f"Page {sheet.index + 1}"))
        out += sheet.losses

    def _release(self) -> Iterator[b.Block]:
        if self.held is not None:
            yield from self._made(self.held)
        self.held = None
        after, self.after = self.after, []
        yield from after

    def _made(self, piece: Piece) -> Iterator[b.Block]:
        block = compose.block(piece, self.look, self.pages.notes)
        if block is not None:
            yield block
        yield from piece.after

    def _body(self, pieces: list[Piece]) -> Iterator[b.Block]:
        last = next((p for p in reversed(pieces) if p.kind not in _BESIDE), None)
        for at, piece in enumerate(pieces):
            if piece.kind == "table" and piece.grid is not None:
                rows = self._rows(piece.grid, open_end=piece is last)
                yield b.Table(next(rows, ["", ""]), rows, piece.depth)
            elif piece is last and joins.open_end(piece):
                self.held = piece
                for rest in pieces[at + 1 :]:
                    self.after += self._made(rest)
                return
            else:
                yield from self._made(piece)

    def _rows(self, grid: Grid, *, open_end: bool) -> Iterator[list[str]]:
        """Yield the rows of a table, on to the next pages if it goes on there."""
        head: list[str] | None = None
        last: list[str] | None = None  # a row may go on over the page's end
        for row in compose.rows(grid, self.look, self.pages.notes):
            head = head or row
            if last is not None:
                yield last
            last = row
        while open_end:
            sheet = self._next()
            if sheet is None:
                break
            repeated = joins.repeated_head(head or [], sheet.pieces)
            first = sheet.pieces[repeated] if len(sheet.pieces) > repeated else None
            if first is None or not joins.same_table(grid, first):
                self.pushed = sheet
                break
            sheet.pieces = sheet.pieces[repeated:]
            grid = first.grid  # type: ignore[assignment]
            rows = list(compose.rows(grid, self.look, self.pages.notes))
            if rows and rows[0] == head:
                rows = rows[1:]
            if rows and last is not None:
                if grid.rest:
                    last = [
                        f"{a} {b}".strip()
                        for a, b in zip(last, rows.pop(0), strict=False)
                    ]
                yield last
            yield from rows[:-1]
            last = rows[-1] if rows else last
            self._mark(sheet, self.after)
            rest = sheet.pieces[1:]
            open_end = not rest
            if rest:
                sheet.pieces = rest
                sheet.begun = True
                self.pushed = sheet
        if last is not None:
            yield last

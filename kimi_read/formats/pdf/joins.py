"""Whether a block goes on after a column's or a page's end."""

from __future__ import annotations

from kimi_read.formats.pdf.labels import numbered
from kimi_read.formats.pdf.paragraphs import ENDS, INDEXED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.pdf.grids import Grid
    from kimi_read.formats.pdf.look import Look
    from kimi_read.formats.pdf.pieces import Piece

MAX_LINES = 2_000
#: A page of one block with more lines than this goes on with none before it.
_WHOLE = 12
#: A line that is no wider, in sizes of its letters, does not fill a column.
_NARROW = 12
_TEXT = ("text", "item", "quote", "note")


def open_end(piece: Piece) -> bool:
    """Whether a piece may go on at all."""
    if piece.kind == "code":
        return len(piece.lines) < MAX_LINES
    return not (
        piece.kind not in _TEXT or not piece.lines or len(piece.lines) > MAX_LINES
    )


def go_on(piece: Piece, after: Piece, look: Look) -> bool:
    """Whether ``after``, first of its column or page, goes on with ``piece``."""
    if not piece.lines or not after.lines:
        return False
    last, first = piece.lines[-1], after.lines[0]
    if abs(last.size - first.size) > 0.08 * last.size + 0.3:
        return False
    if piece.kind == "code" or after.kind == "code":
        return piece.kind == after.kind == "code"
    bare = after.kind == "text" or (after.kind == "item" and after.more)
    if piece.kind not in _TEXT or not bare or after.label:
        return False
    if first.bold != last.bold or numbered(first.head):
        return False
    end, start = last.text[-1], first.text[0]
    if len(piece.lines) == 1 and end.isdigit() and INDEXED.search(last.text):
        return False
    if end in "-\u00ad\u2010":
        return start.islower()
    if start.islower():
        return end not in ".!?" or _wide(piece)
    if end in ENDS:
        return False
    if "\u2e80" <= start <= "\uffef":
        return _wide(piece)
    if after.y0 > piece.y1 and last.x1 - last.x0 < _NARROW * last.size:
        return False  # not at the top of a column: a line of an address, or a date
    return _wide(piece) and (piece.kind == "text" or start.isdigit())


def over_page(piece: Piece, page: list[Piece], look: Look) -> bool:
    """Whether the first block of a page goes on with the last of the page before.

    Text does only where its letters say so: a hyphen, or a small letter after a full
    line without an end. A letter that is neither small nor capital needs the full
    line alone. What fills a page would leave the next mark with nothing.
    """
    after = page[0]
    if not go_on(piece, after, look):
        return False
    if piece.kind == "code":
        return True
    end, start = piece.lines[-1].text[-1], after.lines[0].text[0]
    if len(page) == 1 and len(after.lines) > _WHOLE:
        return False
    if end in "-\u00ad\u2010":
        return True
    caseless = start.isalpha() and not start.isupper() and not start.islower()
    return (start.islower() or caseless) and _wide(piece) and end not in ENDS


def _wide(piece: Piece) -> bool:
    """Whether the last line is as long as the ones before it, or its column."""
    *others, last = piece.lines
    if piece.right and last.x1 > piece.right - 3 * last.size:
        return True
    if not others:
        return not piece.right and last.x1 - last.x0 > 30 * last.size
    return last.x1 > max(line.x1 for line in others) - 3 * last.size


def join(piece: Piece, after: Piece) -> None:
    """Add the lines of ``after`` to ``piece``."""
    piece.lines += after.lines


def same_table(grid: Grid, after: Piece) -> bool:
    """Whether a table at the top of a page is the one at the end of the last."""
    other = after.grid
    if after.kind != "table" or other is None or other.columns != grid.columns:
        return False
    if grid.tagged and other.tagged:
        return True
    if grid.tracks and other.tracks:
        near = sum(
            1 for a, b in zip(grid.tracks, other.tracks, strict=False) if abs(a - b) < 8
        )
        return near >= 0.6 * len(grid.tracks)
    return same_width(grid, other)


def table_over(piece: Piece, after: Piece) -> bool:
    """Let a table that goes on in the next column, its head repeated, go on.

    Return whether it did.
    """
    grid, other = piece.grid, after.grid
    if grid is None or other is None or not same_width(grid, other):
        return False
    head, again = (
        [c for c in sorted(g.cells, key=lambda c: (c.row, c.column)) if c.row == 0]
        for g in (grid, other)
    )
    texts = [
        [" ".join(w.text for w in c.words) for c in cells] for cells in (head, again)
    ]
    if texts[0] != texts[1] or not any(texts[0]) or any(c.high > 1 for c in again):
        return False
    rest = [c for c in other.cells if c.row]
    for cell in rest:
        cell.row += grid.rows - 1
    grid.cells += rest
    grid.rows += other.rows - 1
    return True


def same_width(grid: Grid, other: Grid) -> bool:
    """Whether two tables have as many columns and are about as wide."""
    width = max(grid.x1 - grid.x0, other.x1 - other.x0)
    return grid.columns == other.columns and (
        abs((grid.x1 - grid.x0) - (other.x1 - other.x0)) < 0.05 * width + 6
    )


def repeated_head(head: list[str], pieces: list[Piece]) -> int:
    """Return how many first blocks of a page only repeat the head of a table."""
    letters = _letters("".join(head))
    count = 0
    for piece in pieces:
        words = [word.text for line in piece.lines for word in line.words] + (
            [word.text for word in piece.grid.words()] if piece.grid else []
        )
        if not piece.artifact or not words:
            break
        if not all(_letters(word) in letters for word in words):
            break
        count += 1
    return count


def _letters(text: str) -> str:
    return "".join([char for char in text if char.isalnum()])

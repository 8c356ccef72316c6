"""How deep list items lie, by where their labels stand; also over a page's end."""

from __future__ import annotations

from kimi_read.formats.pdf.labels import number, numbered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.pdf.pieces import Piece

    #: The lists that are open: x of their labels and of their text, and the number
    #: of their last item; outermost first.
    Stack = list[tuple[float, float, int | None]]

_DEEPEST = 8
#: The most blocks at the head of a page that may belong to a list before it.
_MOST = 40


def nest(pieces: list[Piece]) -> None:
    """Give items their depth by where their labels stand.

    A block that is set in as far as the text of an item lies in it.
    """
    stack: Stack = []
    for piece in pieces:
        step(piece, stack)
        piece.depth = _depth(piece, stack)


def step(piece: Piece, stack: Stack) -> None:
    """Close the lists that end before a block, and open the one it begins."""
    size = piece.lines[0].size if piece.lines else 10.0
    if piece.kind != "item":
        left = min((line.left for line in piece.lines), default=0.0)
        while stack and left < stack[-1][1] - 0.6 * size:
            stack.pop()
        return
    reach = 0.5 * size
    while stack and piece.indent < stack[-1][0] - reach:
        stack.pop()
    text = piece.lines[0].x0 if piece.lines else piece.indent + 2 * reach
    if stack and piece.indent <= stack[-1][0] + reach:
        stack[-1] = stack[-1][0], text, piece.number
    else:
        stack.append((piece.indent, text, piece.number))


def _depth(piece: Piece, stack: Stack) -> int:
    return min(len(stack) - (piece.kind == "item"), _DEEPEST)


def go_on(pieces: list[Piece], stack: Stack, *, deep: bool) -> int:
    """Return how many blocks of a page lie in an item of the page before.

    ``stack`` are the lists that were open at its end; ``deep`` says that the last
    block was in one, as tags tell. Blocks get the depth that they have there. Where
    it is all of the page nothing is said to go on: its mark would come too late.
    """
    stack = list(stack)
    count = 0
    for piece in pieces[: _MOST + 1]:
        if piece.kind == "text" and stack and _next(piece, stack):
            itemize(piece)
        if piece.kind == "item" and piece.indent:
            if not stack or not _within(piece, stack):
                break
            step(piece, stack)
            piece.depth = _depth(piece, stack)
        elif piece.kind == "item" or (piece.depth and not stack):
            if not deep or not piece.depth:
                break
        elif stack and count and piece.kind in ("text", "code", "quote"):
            step(piece, stack)
            if not stack:
                break
            piece.depth = _depth(piece, stack)
        else:
            break
        count += 1
    return count if count <= _MOST and count < len(pieces) else 0


def itemize(piece: Piece) -> None:
    """Make a piece a list item: the label at its head leaves the text."""
    line = piece.lines[0]
    piece.kind = "item"
    line.sign = line.words[0]
    line.label, line.label_x = line.sign.text, line.sign.x0
    line.words = line.words[1:]
    line.measure()
    piece.label, piece.number = line.label, number(line.label)
    piece.indent = line.label_x


def _next(piece: Piece, stack: Stack) -> bool:
    """Whether a block begins with the number that follows, where the last one stood."""
    line = piece.lines[0] if piece.lines else None
    if line is None or line.single or not numbered(line.head):
        return False
    wanted = number(line.head)
    return any(
        last is not None and wanted == last + 1 and abs(line.x0 - x) < 0.5 * line.size
        for x, _, last in stack
    )


def _within(piece: Piece, stack: Stack) -> bool:
    """Whether an item lies deeper than the outermost open list, at a likely place."""
    reach = 0.5 * (piece.lines[0].size if piece.lines else 10.0)
    if piece.indent <= stack[0][0] + reach:
        return False
    near = any(abs(piece.indent - label) <= reach for label, _, _ in stack[1:])
    return near or piece.indent > stack[-1][0] + reach


def left_open(pieces: list[Piece], stack: Stack) -> tuple[Stack, bool]:
    """Return the lists that are open after the blocks of a page, and ``deep``."""
    deep = False
    for piece in pieces:
        deep = piece.kind == "item" or piece.depth > 0
        if not deep or not piece.lines or (piece.kind == "item" and not piece.indent):
            stack = []
        else:
            step(piece, stack)
    return stack, deep

"""A tagged page to blocks, where its tags can be trusted."""

from __future__ import annotations

from itertools import pairwise

from kimi_read import inline
from kimi_read.formats.pdf.grids import Cell, Grid
from kimi_read.formats.pdf.labels import BULLETS, bullet, number, numbered
from kimi_read.formats.pdf.marks import Line, Word, apart
from kimi_read.formats.pdf.pieces import Piece
from kimi_read.formats.pdf.tags import Node
from kimi_read.formats.pdf.trust import BLOCK
from kimi_read.formats.pdf.words import join, turned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kimi_read.formats.pdf.look import Look

#: Roles of content inside a line.
_INLINE = frozenset(
    ("Span", "Link", "Quote", "Code", "Em", "Strong", "Sub", "Reference", "Annot",
     "NonStruct", "Lbl", "Ruby", "RB", "RT", "RP", "Warichu", "WT", "WP", "BibEntry",
     "Form", "Formula")
)  # fmt: skip


class Tagged:
    """The blocks of one page, made from its structure."""

    def __init__(self, words: dict[int, list[Word]], look: Look) -> None:
        self.words = words
        self.look = look
        self.pieces: list[Piece] = []
        self.depth = -1
        #: Whether items have a label of their own in the tags.
        self.labels = False

    def flow(self, node: Node, kind: str = "text") -> None:
        """Add the blocks of a container; loose content of it is a block too."""
        loose: list[Node | int] = []
        for kid in node.kids:
            if isinstance(kid, int) or _is_inline(kid):
                loose.append(kid)
                continue
            self._text(loose, kind)
            loose = []
            self._block(kid, kind)
        self._text(loose, kind)

    def _block(self, node: Node, kind: str) -> None:
        role = node.role
        if role == "Table":
            self._table(node)
        elif role == "L":
            self._list(node)
        elif role in ("LI", "LBody") or role == "TOCI":
            self._item(node) if role == "LI" else self.flow(node, kind)
        elif role[:1] == "H" and (role == "H" or role[1:].isdigit()):
            level = int(role[1:]) if role[1:] else 2
            self._text([node], "heading", level)
        elif role == "Title":
            self._text([node], "heading", 1)
        elif role == "Code":
            self._text([node], "code")
        elif role in ("Note", "FENote"):
            self._note(node)
        elif role == "BlockQuote":
            self.flow(node, "quote" if kind == "text" else kind)
        elif role == "Figure" and not any(mark in self.words for mark in node.marks()):
            piece = Piece("figure")
            piece.alt, piece.pictured = node.alt, frozenset(node.marks())
            self.pieces.append(piece)
        elif role in ("TR", "TH", "TD") or not _has_blocks(node):
            self._text([node], kind)
        else:
            self.flow(node, kind)

    def _lines(self, nodes: Iterable[Node | int]) -> list[Line]:
        words: list[Word] = []
        for node in nodes:
            marks = [node] if isinstance(node, int) else node.marks()
            for mark in marks:
                words += self.words.pop(mark, ())
        return lines(words)

    def _text(self, nodes: list[Node | int], kind: str, level: int = 0) -> None:
        """Add a block of text; one in a fixed-width font is code."""
        code = kind in ("text", "quote") and _only_code(nodes)
        if code and len(nodes) > 1:
            for node in nodes:  # each may be a block of its own
                self._text([node], kind)
            return
        found = self._lines(nodes)
        if not found:
            return
        if code:
            kind = "code"
        if kind in ("text", "quote") and not self.look.mono:
            letters = [line for line in found if line.text.strip()]
            if letters and _fixed(letters):
                kind = "code"
        last = self.pieces[-1] if self.pieces else None
        if kind == "code" and last is not None and last.kind == "code":
            gap = found[0].base - last.lines[-1].base
            if -0.1 < gap < 1.7 * found[0].size:  # a paragraph for each line
                last.lines += found
                return
        piece = Piece(kind, found)
        piece.level = level
        piece.depth = self.depth + 1 if kind != "heading" else 0
        self.pieces.append(piece)

    def _list(self, node: Node) -> None:
        self.depth += 1
        for kid in node.kids:
            if isinstance(kid, int):
                self._text([kid], "text")
            elif kid.role == "LI":
                self._item(kid)
            elif kid.role == "L":
                self.depth -= 1  # a list in a list, not in its item
                self._list(kid)
                self.depth += 1
            else:
                self._block(kid, "text")
        self.depth -= 1

    def _item(self, node: Node) -> None:
        """Add a list item: its label, its first text, then what lies in it."""
        label = ""
        rest = Node("LBody")
        for kid in node.kids:
            if isinstance(kid, Node) and kid.role == "Lbl":
                label += "".join(line.text for line in self._lines([kid]))
            elif isinstance(kid, Node) and kid.role == "LBody":
                rest.kids += kid.kids
            else:
                rest.kids.append(kid)
        at = len(self.pieces)
        depth, self.depth = self.depth, max(self.depth, 0)
        self.flow(rest)
        self.depth = depth
        first = self.pieces[at] if at < len(self.pieces) else None
        if (
            first is None
            or first.kind not in ("text", "code")
            or first.depth != self.depth + 1
        ):
            if not label:
                return
            first = Piece("item")
            first.text = inline.escape(label)
            self.pieces.insert(at, first)
            first.depth = max(self.depth, 0)
            return
        first.depth = max(self.depth, 0)
        first.more = not at and not label and self.labels
        first.kind = "item"
        self._label(first, label.strip())

    def _note(self, node: Node) -> None:
        """Add a footnote: its label, then its text."""
        label = [k for k in node.kids if isinstance(k, Node) and k.role == "Lbl"]
        name = " ".join(line.text for line in self._lines(label)).strip()
        at = len(self.pieces)
        rest = Node("Note")
        rest.kids = [kid for kid in node.kids if kid not in label]
        depth, self.depth = self.depth, -1
        self.flow(rest)
        self.depth = depth
        for piece in self.pieces[at : at + 1]:
            if piece.kind == "text":
                piece.kind, piece.label = "note", name

    def _label(self, piece: Piece, label: str) -> None:
        line = piece.lines[0]
        if (
            not label
            and len(line.words) > 1
            and (line.words[0].text in BULLETS or numbered(line.words[0].text))
        ):
            label = line.words[0].text
            line.words = line.words[1:]
            line.measure()
        piece.label = label
        if label and not bullet(label):
            piece.number = number(label)
            if piece.number is None and label[-1] not in ".)" and len(label) > 1:
                piece.label = "" if len(label) > 8 else label + "."

    def _table(self, node: Node) -> None:
        """Add a table: rows are found below whatever groups them."""
        rows: list[Node] = []
        after: list[Node] = []

        def collect(item: Node) -> None:
            for kid in item.kids:
                if isinstance(kid, int):
                    after.append(_leaf(kid))
                elif kid.role == "TR":
                    rows.append(kid)
                elif kid.role in ("THead", "TBody", "TFoot", "NonStruct", "Div"):
                    collect(kid)
                else:
                    after.append(kid)

        collect(node)
        cells: list[Cell] = []
        taken: set[tuple[int, int]] = set()
        full = max((_width(row) for row in rows), default=0)
        short: list[int] = []
        for at, row in enumerate(rows):
            column = 0
            held = sum(1 for place in taken if place[0] == at)
            if held and _width(row) + held > full:
                # what spans this row by its tags ended on the page before
                taken = {place for place in taken if place[0] < at}
                for cell in cells:
                    cell.high = min(cell.high, at - cell.row)
            elif _width(row) + held < full:
                # its other cells are empty, or lie on the page before or after
                short.append(at)
                if not taken_below(taken, at) and not any(
                    _width(r) == full for r in rows[:at]
                ):
                    column = full - _width(row)
            for kid in row.kids:
                if isinstance(kid, int):
                    after.append(_leaf(kid))
                    continue
                if kid.role not in ("TH", "TD"):
                    after.append(kid)
                    continue
                while (at, column) in taken:
                    column += 1
                cell = Cell(at, column, min(kid.tall, len(rows) - at), kid.wide)
                for mark in kid.marks():
                    cell.words += apart(self.words.pop(mark, ()))
                taken.update(
                    (at + r, column + c)
                    for r in range(cell.high)
                    for c in range(cell.wide)
                )
                cells.append(cell)
                column += kid.wide
        for at in short:
            _by_place([cell for cell in cells if cell.row == at], cells, short)
        head = int(len(rows) > 2 and _heads(rows[0]) and _width(rows[0]) == full)
        few = head in short and len(rows) > 1 and _width(rows[head]) < 0.6 * full
        self._place(cells, rest=few)
        for item in after:
            self._text([item], "text")

    def _place(self, cells: list[Cell], *, rest: bool) -> None:
        words = [word for cell in cells for word in cell.words]
        if not words:
            return
        box = (
            min(w.x0 for w in words), min(w.y0 for w in words),
            max(w.x1 for w in words), max(w.y1 for w in words),
        )  # fmt: skip
        grid = Grid(box, cells, ruled=True)
        if grid.columns < 2:
            for cell in cells:
                found = lines(cell.words)
                if found:
                    self.pieces.append(Piece("text", found))
            return
        grid.tagged, grid.rest = True, rest
        piece = Piece("table")
        piece.grid, piece.y0, piece.y1 = grid, box[1], box[3]
        piece.depth = self.depth + 1
        self.pieces.append(piece)


def _by_place(row: list[Cell], cells: list[Cell], short: list[int]) -> None:
    """Give the cells of a short row the columns that they stand in."""
    spans: dict[int, tuple[float, float]] = {}
    for cell in cells:
        if cell.words and cell.wide == 1 and cell.row not in short:
            x0 = min(word.x0 for word in cell.words)
            x1 = max(word.x1 for word in cell.words)
            old = spans.get(cell.column, (x0, x1))
            spans[cell.column] = min(old[0], x0), max(old[1], x1)
    places: list[int] = []
    for cell in row:
        if not cell.words or not spans:
            return
        x0 = min(word.x0 for word in cell.words)
        x1 = max(word.x1 for word in cell.words)
        over = [
            (min(x1, right) - max(x0, left), -column)
            for column, (left, right) in spans.items()
        ]
        places.append(-max(over)[1])
    if all(a < b for a, b in pairwise(places)):
        for cell, column in zip(row, places, strict=True):
            cell.column = column


def _fixed(lines: list[Line]) -> bool:
    """Whether lines are of a fixed width, but for letters that its font lacks.

    Those are of another font, and no letters of English.
    """
    if all(line.mono for line in lines):
        return True
    units = [unit for line in lines for unit in line.units]
    if not any(unit.style.mono or unit.parts for unit in units):
        return False
    fixed = other = 0
    for word in (word for line in lines for word in line.words):
        for part, style, _ in word.parts or [(word.text, word.style, "")]:
            if style.mono:
                fixed += len(part)
            elif part.isascii():
                return False
            else:
                other += len(part)
    return fixed > other and len(lines) > 1


def _width(row: Node) -> int:
    """Return how many columns the cells of a row take."""
    return sum(
        kid.wide
        for kid in row.kids
        if isinstance(kid, Node) and kid.role in ("TH", "TD")
    )


def _heads(row: Node) -> bool:
    """Whether all cells of a row are head cells."""
    return all(kid.role == "TH" for kid in row.kids if isinstance(kid, Node))


def taken_below(taken: set[tuple[int, int]], row: int) -> bool:
    """Whether a cell above spans into a row."""
    return any(at >= row for at, _ in taken)


def _leaf(mark: int) -> Node:
    node = Node("Span")
    node.kids.append(mark)
    return node


def _is_inline(node: Node) -> bool:
    """Whether an element is content of a line, as far as its role and kids say."""
    return node.role in _INLINE and not _has_blocks(node)


def _only_code(nodes: list[Node | int]) -> bool:
    """Whether loose content is code and nothing else."""
    found = False
    for node in nodes:
        if isinstance(node, int):
            return False
        if node.role == "Code":
            found = True
        elif node.role != "NonStruct" or (node.kids and not _only_code(node.kids)):
            return False
    return found


def _has_blocks(node: Node) -> bool:
    return any(
        isinstance(kid, Node) and (kid.role in BLOCK or _has_blocks(kid))
        for kid in node.kids
    )


def lines(words: list[Word]) -> list[Line]:
    """Part words at the ends of lines, in the order that they were painted in."""
    out: list[Line] = []
    row: list[Word] = []
    mixed = {round(word.base) for word in words if turned([word])}
    for word in words:
        if row:
            last = row[-1]
            shift = abs(word.base - last.base)
            size = max(word.size, last.size)
            small = min(word.size, last.size) < 0.86 * size
            near = word.x0 > last.x0 - 0.1 * size
            if near and small and 0.1 * size < shift < 0.7 * size:
                if word.blanks or last.blanks:
                    return lines(apart(words))
                tiny = word if word.size < last.size else last
                tiny.rise = (
                    1 if tiny.base < (last.base if tiny is word else word.base) else -1
                )
            elif shift > 0.3 * size or (
                word.x0 < last.x1 - 1.5 * size and round(word.base) not in mixed
            ):
                out.append(_line(row))
                row = []
        row.append(word)
    if row:
        out.append(_line(row))
    return out


def _line(row: list[Word]) -> Line:
    """Return the line that words make; right to left it goes by their places."""
    if turned(row):
        row = sorted(row, key=lambda word: word.x0)
    return Line(join(row))


def pieces(root: Node, words: list[Word], look: Look) -> tuple[list[Piece], list[Word]]:
    """Return the blocks of a page and the words that no tag holds."""
    known = set(root.marks())
    by_mark: dict[int, list[Word]] = {}
    rest: list[Word] = []
    for word in words:
        if word.tag in known:
            by_mark.setdefault(word.tag, []).append(word)
        else:
            rest.append(word)
    tagged = Tagged(by_mark, look)
    tagged.labels = root.has("Lbl")
    tagged.flow(root)
    for left in tagged.words.values():
        rest += left
    return tagged.pieces, rest

"""Blocks to lines of Markdown. The only place that knows how Markdown looks.

Source: CommonMark 0.31, 4 (leaf blocks), 5 (containers); GFM 0.29, 4.10 (tables).
"""

from __future__ import annotations

import re

from kimi_read import blocks as b
from kimi_read.guard.control import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

#: What would begin another block at the start of a line of text.
_BLOCK_START = (
    r"(?:#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|=+\s*$|-{2,}\s*$|~~~|`{3}|\||:?-+:?\s*\|)"
)
_NUMBER_START = r"(\d{1,9})([.)])(?=\s|$)"
_FENCE = r"(?m)^\s*(`{3,})"


class Renderer:
    """Turns one block after the other into lines; remembers the last one.

    Lines never exceed ``line_chars`` characters where text can be wrapped (0 is
    no bound): paragraphs break at a blank, a long table cell goes on below its
    table. Every line is free of control characters.
    """

    def __init__(self, line_chars: int = 2000) -> None:
        self._chars = line_chars
        self._last: b.Block | None = None
        self._widths: list[int] = []
        self._number: dict[int, tuple[int, str]] = {}

    def lines(self, block: b.Block) -> Iterator[str]:
        """Yield the lines of ``block``, after a blank line where one is due."""
        if self._last is not None and not self._tight(block):
            yield ""
        self._last = block
        if not isinstance(block, b.Item) and not getattr(block, "depth", 0):
            self._widths.clear()
            self._number.clear()
        for line in self._block(block):
            yield visible(line)

    def _tight(self, block: b.Block) -> bool:
        """Whether no blank line is due: between items, as a rule.

        A list that does not begin at 1 cannot interrupt the text of an item.
        """
        if not (isinstance(block, b.Item) and isinstance(self._last, b.Item)):
            return False
        depth = min(block.depth, len(self._widths))
        return block.number in (None, 1) or depth in self._number

    def _block(self, block: b.Block) -> Iterable[str]:  # noqa: PLR0911 - a table
        if isinstance(block, b.Paragraph):
            return self._indented(block.depth, self._text(block.text))
        if isinstance(block, b.Item):
            return self._item(block)
        if isinstance(block, b.Heading):
            text = " ".join(block.text.split("\n"))
            return [f"{'#' * block.level} {_heading(text)}"]
        if isinstance(block, b.Table):
            return self._indented(block.depth, self._table(block))
        if isinstance(block, b.Break):
            return [f"<!-- {_comment(block.label)} -->"]
        if isinstance(block, b.Loss):
            return [f"<!-- {_comment(block.message)} -->"]
        if isinstance(block, b.Code):
            return self._indented(block.depth, _code(block))
        if isinstance(block, b.Quote):
            lines = (f"> {line}" for line in self._text(block.text))
            return self._indented(block.depth, lines)
        if isinstance(block, b.Note):
            return self._note(block)
        if isinstance(block, b.Math):
            return self._indented(block.depth, ["$$", *block.text.split("\n"), "$$"])
        raise TypeError(f"{type(block).__name__} is not a block that prints")

    def _indented(self, depth: int, lines: Iterable[str]) -> Iterable[str]:
        if not depth:
            return lines
        pad = " " * sum(self._widths[:depth])
        return (pad + line if line else "" for line in lines)

    def _item(self, item: b.Item) -> Iterator[str]:
        depth = min(item.depth, len(self._widths))
        for deeper in [d for d in self._number if d > depth - (item.number is None)]:
            del self._number[deeper]
        mark = "-" if item.number is None else self._ordered(depth, item.number)
        del self._widths[depth:]
        pad = " " * sum(self._widths)
        self._widths.append(len(mark) + 1)
        first, *rest = self._text(item.text) or [""]
        yield f"{pad}{mark} {first}".rstrip() if not first else f"{pad}{mark} {first}"
        pad += " " * (len(mark) + 1)
        for line in rest:
            yield pad + line

    def _ordered(self, depth: int, number: int) -> str:
        """Return a number mark; a list that does not go on gets another one.

        Markdown counts on by itself, so only a change of the delimiter tells two
        neighbouring lists apart.
        """
        last, delimiter = self._number.get(depth, (number - 1, "."))
        if number != last + 1:
            delimiter = ")" if delimiter == "." else "."
        self._number[depth] = (number, delimiter)
        return f"{number}{delimiter}"

    def _text(self, text: str) -> list[str]:
        """Return the lines of a paragraph: hard breaks, wrapped, starts escaped."""
        pieces = text.split("\n")
        out: list[str] = []
        for index, piece in enumerate(pieces):
            lines = [start(line.strip()) for line in self._wrap(piece)]
            if index + 1 < len(pieces) and lines[-1]:
                lines[-1] += "\\"
            out += [line for line in lines if line] or []
        return out

    def _wrap(self, text: str) -> list[str]:
        room = self._chars - 40  # for indentation, marks and escapes
        if not self._chars or len(text) <= room:
            return [text]
        lines = []
        while len(text) > room:
            cut = text.rfind(" ", room // 2, room)
            cut = cut if cut > 0 else room
            lines.append(text[:cut])
            text = text[cut:].lstrip(" ")
        return [*lines, text]

    def _note(self, note: b.Note) -> Iterator[str]:
        label = re.sub(r"[\s\]\[^]+", "-", note.label)
        first, *rest = self._text(note.text) or [""]
        yield f"[^{label}]: {first}".rstrip()
        for line in rest:
            yield f"    {line}"

    def _table(self, table: b.Table) -> Iterator[str]:
        rows = iter(table.rows)
        header = table.header or next(rows, ())
        width = len(header)
        if not width:
            return
        below: list[str] = []
        yield self._row(header, width, 0, below)
        yield "|" + " --- |" * width
        for number, cells in enumerate(rows, 1):
            yield self._row(cells, width, number, below)
        if below:
            yield ""
            yield from below

    def _row(self, cells: Sequence[str], width: int, row: int, below: list[str]) -> str:
        if len(cells) < width:
            cells = [*cells, *[""] * (width - len(cells))]
        line = f"| {' | '.join(cells)} |"
        if line.count("|") != len(cells) + 1 or "\n" in line:
            cells = [cell(text) for text in cells]
            line = f"| {' | '.join(cells)} |"
        if self._chars and len(line) > self._chars:
            line = f"| {' | '.join(self._short(cells, row, below))} |"
        return line

    def _short(self, cells: Sequence[str], row: int, below: list[str]) -> list[str]:
        """Return the cells with each long one cut; its rest goes ``below``."""
        out = []
        for column, text in enumerate(cells, 1):
            if len(text) <= self._chars:
                out.append(text)
                continue
            cut = text.rfind(" ", self._chars // 2, self._chars - 80)
            cut = cut if cut > 0 else self._chars - 80
            while cut and text[cut - 1] == "\\":
                cut -= 1
            place = f"row {row}, column {column}"
            out.append(f"{text[:cut].rstrip()} … *({place} goes on below)*")
            below += self._wrap(f"*{place}:* {text[cut:].strip()}")
        return out


def start(line: str) -> str:
    """Escape what would begin another block at the start of a line of text."""
    match = re.match(_BLOCK_START, line)
    if match:
        return "\\" + line
    match = re.match(_NUMBER_START, line)
    if match:
        return f"{match[1]}\\{line[len(match[1]) :]}"
    return line


def cell(text: str) -> str:
    """Return inline Markdown fit for one cell: no bare pipe, no line feed."""
    return text.replace("|", "\\|").replace("\n", "<br>")


def _heading(text: str) -> str:
    text = text.strip()
    if not text.endswith("#"):
        return text
    return re.sub(r"(^|\s)(#+)$", r"\1\\\2", text)


def _comment(text: str) -> str:
    return " ".join(text.replace("--", "- -").replace(">", "\u203a").split()) or " "


def _code(block: b.Code) -> Iterator[str]:
    longest = max((len(m) for m in re.findall(_FENCE, block.text)), default=2)
    fence = "`" * max(3, longest + 1)
    yield fence + block.language
    yield from block.text.split("\n")
    yield fence

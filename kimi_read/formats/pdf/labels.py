"""List labels: bullets, drawn or written, and numbers."""

from __future__ import annotations

import re

from kimi_read.formats.pdf.lines import merged
from kimi_read.formats.pdf.marks import Line, Word
from kimi_read.formats.pdf.words import leftward

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kimi_read.formats.pdf.grids import Grid
    from kimi_read.formats.pdf.marks import Area

BULLETS = frozenset(
    "•◦▪▫■□●○‣⁃∙·∗⋅⦁➢➤►▶▸❖◆◇✓✔✗☐☑☒➔→▲◾◽⚫⚪❑❒✦✧"  # noqa: RUF001
    "\uf0b7\uf0a7\uf0d8\uf06e\uf076\uf0fc\uf0e0\uf02d\uf0a8\uf075\uf071"
)
#: Bullets only with a hanging text after them: they are signs and letters too.
_WEAK = frozenset("-–—*o+»>¨§")  # noqa: RUF001
_NUMBER = re.compile(r"\(?(\d{1,3}|[a-zA-Z]|[ivxlIVXL]{1,6})([.)]|\.\))$")
_BARE = re.compile(r"\d{1,3}$")
_BOXES = {"☐": "[ ]", "☑": "[x]", "☒": "[x]", "\uf0a8": "[ ]", "\uf0fe": "[x]"}


def bullet(text: str) -> bool:
    """Whether a word is nothing but a bullet."""
    return len(text) == 1 and (text in BULLETS or text in _WEAK)


def numbered(text: str) -> bool:
    """Whether a word is a number label such as ``3.``, ``(a)`` or ``iv)``."""
    return text.endswith((")", ".")) and _NUMBER.match(text) is not None


def number(text: str) -> int | None:
    """Return the number of a decimal label, None for letters and bullets."""
    match = _NUMBER.match(text) or _BARE.match(text)
    if match is None:
        return None
    digits = match[0].strip("(.)")
    return int(digits) if digits.isdigit() else None


def box(text: str) -> str:
    """Return a check box bullet as a task mark, or nothing."""
    return _BOXES.get(text, "")


def attach(lines: list[Line], marks: list[Area]) -> list[Line]:
    """Give each line its label: a bullet apart, before, or drawn beside it.

    A label that stands alone in its row is joined with the text to its right.
    """
    out: list[Line] = []
    for line in lines:
        last = out[-1] if out else None
        if (
            last is not None
            and last.single
            and not last.label
            and _meets(last, line)
            and (bullet(last.text) or numbered(last.text))
            and not (last.mono and line.mono)
        ):
            out[-1] = _labelled(last, line)
        elif (
            last is not None
            and last.head.strip("().").isdigit()
            and _meets(last, line)
            and len(last.words) == 2
            and bullet(last.words[1].text)
        ):
            out[-1] = Line(last.words[:1])
            out.append(_labelled(Line(last.words[1:]), line))
        else:
            out.append(line)
    for line in out:
        if not line.label:
            _own(line)
    if marks:
        _drawn(out, marks)
    return out


def _meets(label: Line, line: Line) -> bool:
    """Whether a label stands just before a line, on its row."""
    near = abs(label.base - line.base) < 0.45 * max(line.size, label.size)
    return near and 0 < line.x0 - label.x1 < 4.5 * line.size


def _labelled(label: Line, line: Line) -> Line:
    if bullet(label.text):
        line.label, line.label_x = label.text, label.x0
        line.sign = label.words[0]
        line.words[0].gap = True
        return line
    return merged([label, line])


def _own(line: Line) -> None:
    """Take a bullet that is the first word of its line."""
    if not bullet(line.head):
        return
    words = line.words
    if len(words) < 2:
        return
    first, second = words[0], words[1]
    strong = first.text in BULLETS
    if first.style.mono and (second.style.mono or not strong):
        return  # a sign of the code
    if strong or second.x0 - first.x1 > 0.2 * line.size:
        if first.text in "-–—" and not strong and second.text[:1].isdigit():  # noqa: RUF001
            return
        line.label, line.label_x, line.sign = first.text, first.x0, first
        line.words = words[1:]
        line.measure()


def _drawn(lines: list[Line], marks: list[Area]) -> None:
    """Find the line that each small shape stands before."""
    back: list[Line] | None = None
    for mark in marks:
        middle = (mark.y0 + mark.y1) / 2
        best = None
        for line in lines:
            if line.y0 <= middle <= line.y1 and 1 < line.x0 - mark.x1 < 3 * line.size:  # noqa: SIM102
                if best is None or line.x0 < best.x0:
                    best = line
        if best is None:
            if back is None:
                back = [line for line in lines if leftward(line.words)]
            best = _before(back, mark)
        if best is not None and not best.label and mark.x1 - mark.x0 < best.size:
            best.label, best.label_x = "•", mark.x0
            best.sign = _sign(mark, best.first)


def bulleted(grids: Iterable[Grid], marks: list[Area]) -> None:
    """Put bullets that are drawn in a table into its cells, as words."""
    for grid in grids:
        inside = [
            mark for mark in marks
            if grid.y0 < mark.y0 < grid.y1 and grid.x0 < mark.x0 < grid.x1
        ]  # fmt: skip
        for mark in inside:
            middle = (mark.y0 + mark.y1) / 2
            near = [
                (word.x0, at, word)
                for at, cell in enumerate(grid.cells)
                for word in cell.words
                if word.y0 <= middle <= word.y1
                and 1 < word.x0 - mark.x1 < 3 * word.size
                and mark.x1 - mark.x0 < word.size
            ]
            if near:
                _, at, word = min(near, key=lambda n: n[:2])
                grid.cells[at].words.append(_sign(mark, word))


def _sign(mark: Area, word: Word) -> Word:
    """Return a bullet that is drawn before a word as one that is written close to it.

    So it is no column of its own in a table.
    """
    close = max(mark.x1, word.x0 - 0.3 * word.size)
    box = mark.x0, mark.y0, close, mark.y1
    return Word("•", box, word.base, word.size, word.style)


def labelled(lines: list[Line]) -> list[tuple[str, list[Line]]]:
    """Part the lines of a cell at the items of a list, each given its label.

    One line alone makes a list of bullets, but two or more one of anything else.
    """
    if len(lines) < 2 and lines[0].head not in BULLETS:
        return [("", lines)]
    first = [line for line in lines if line.head in BULLETS and not line.single]
    if not first:
        first = [line for line in lines if line.head in _WEAK and not line.single]
        first = first if len(first) > 1 else []
    if not first:
        counted = [n for n in lines if numbered(n.head) and not n.single]
        numbers = [number(line.head) for line in counted]
        if len(numbers) < 2 or numbers != [*range(1, len(numbers) + 1)]:
            return [("", lines)]
        first = counted
    out: list[tuple[str, list[Line]]] = []
    begun = set(map(id, first))
    for line in lines:
        if id(line) in begun:
            sign = line.head
            label = "- " if bullet(sign) else f"{number(sign)}. "
            out.append((label, [Line(line.words[1:])]))
        elif out:
            out[-1][1].append(line)
        else:
            out.append(("", [line]))
    return out


def _before(lines: list[Line], mark: Area) -> Line | None:
    """Return which of the lines from right to left begins behind a mark."""
    middle = (mark.y0 + mark.y1) / 2
    for line in lines:
        if line.y0 <= middle <= line.y1 and 1 < mark.x0 - line.x1 < 3 * line.size:
            return line
    return None

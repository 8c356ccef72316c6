"""Lines of one region to paragraphs, list items and blocks of code."""

from __future__ import annotations

import re

from kimi_read.formats.pdf.labels import bullet, number, numbered
from kimi_read.formats.pdf.lists import itemize, nest
from kimi_read.formats.pdf.marks import Line
from kimi_read.formats.pdf.pieces import Piece

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.pdf.look import Look

#: Ends of a sentence, after which a paragraph may end.
ENDS = frozenset('.!?:;。！？：；…"”’)]')  # noqa: RUF001
_CODE_GAP = 2.7
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
#: The pages at the end of an entry in an index.
INDEXED = re.compile(r"[^\W\d].?(, ?\d{1,4}([–-]\d{1,4})?)+$")  # noqa: RUF001
#: A page in a list of contents; a preface has Roman ones.
_PAGE = re.compile(r"\d+|[ivxl]{1,6}")
#: How many labels away the next of a list may be.
_FAR = 12
#: The end of an entry in a list of contents.
_ENTRY = re.compile(r"(?:\.\s?){4,}\s*[\divxlc]+$|…\s*\d+$")


def group(lines: list[Line], look: Look) -> list[Piece]:
    """Return the blocks of one region, in its order from top to bottom."""
    out: list[Piece] = []
    if not lines:
        return out
    right = max(line.x1 for line in lines)
    left = min(line.left for line in lines)
    last: Line | None = None
    indexed = _indexed(lines)
    for line in lines:
        piece = out[-1] if out else None
        if piece is None or last is None or (indexed and _entered(last, line)):
            out.append(_first(line, look))
        elif piece.kind != "code" and _inline(piece, last, line, right, look):
            piece.add(line)
        elif _code(line, look) or (piece.kind == "code" and line.mono):
            if (
                piece.kind == "code"
                and _same_code(line.base - last.base, line, look)
                and abs(line.size - last.size) < 0.15 * last.size
                and (line.bold == last.bold or line.base - last.base < 1.7 * line.size)
            ):
                piece.add(line)
            else:
                out.append(_first(line, look))
        elif _goes_on(piece, last, line, left, right, look):
            piece.add(line)
        else:
            out.append(_first(line, look))
        last = line
    if len(lines) > 2:
        for piece in out:
            piece.right = right
    _hanging(out, look)
    return out


def _code(line: Line, look: Look) -> bool:
    """Whether a line is code: of fixed width, and no larger than the text."""
    if not line.mono or look.mono or line.label:
        return False
    return line.size < 1.08 * look.size and not (line.bold and line.size > look.size)


def _same_code(step: float, line: Line, look: Look) -> bool:
    """Whether a line of code belongs to the one above: near, or empty lines below."""
    if step < _CODE_GAP * 1.2 * line.size:
        return True
    pitch = look.pitch(line.size)
    return (
        pitch < 2 * line.size
        and abs(step / pitch - round(step / pitch)) < 0.07
        and (step < 3.2 * pitch)
    )


def _inline(piece: Piece, last: Line, line: Line, right: float, look: Look) -> bool:
    """Whether a line of code goes on with the sentence above it."""
    if not _code(line, look) or last.mono or piece.kind not in ("text", "item"):
        return False
    if last.text[-1] in ":.!?" or line.base - last.base > 1.22 * look.pitch(last.size):
        return False
    word = line.words[0]
    first = piece.lines[0]
    left = piece.lines[-1].x0 if len(piece.lines) > 1 else first.x0
    return (
        abs(line.x0 - left) < 0.6 * last.size
        and right - last.x1 < word.x1 - word.x0 + 0.3 * last.size
    )


def _first(line: Line, look: Look) -> Piece:
    """Start a piece with its first line."""
    if _code(line, look):
        return Piece("code", [line])
    piece = Piece("text", [line])
    if _boxed(line):
        piece.kind, piece.label, piece.indent = "item", "•", line.x0
    elif line.label:
        piece.kind, piece.label, piece.indent = "item", line.label, line.label_x
        piece.number = number(line.label)
    elif _labelled(line):
        piece.label, piece.indent = line.head, line.x0
        piece.number = number(line.head)
        room = line.words[1].x0 - line.words[0].x1
        piece.more = room > 0.33 * line.size  # a label rather than a word
    return piece


def _boxed(line: Line) -> bool:
    """Whether a line begins with a check box or radio button that has a label."""
    first = line.units[0]
    return first.field and first.raw and not line.single


def _labelled(line: Line) -> bool:
    """Whether a line begins with a number that may be a label."""
    return (numbered(line.head) or _bare(line)) and not line.single


def _bare(line: Line) -> bool:
    """Whether a line begins with a number set apart, without a full stop."""
    head = line.head
    if not head.isdigit() or len(head) > 2 or len(line.words) < 2:
        return False
    first, second = line.words[:2]
    return 0.7 * line.size < second.x0 - first.x1 < 4 * line.size


def _goes_on(  # noqa: PLR0913, PLR0917
    piece: Piece, last: Line, line: Line, left: float, right: float, look: Look
) -> bool:
    """Whether ``line`` belongs to the piece that ends with ``last``."""
    if piece.kind == "code" or line.label or _entry(last) or _boxed(line):
        return False
    step = line.base - last.base
    size = last.size
    if step <= 0 or step > look.pitch(size) * 1.22 + 0.6:
        return False
    if abs(line.size - size) > 0.08 * size + 0.3:
        return False
    if line.bold != last.bold and _whole(piece, line):
        return False
    if look.heading_style(last) != look.heading_style(line):
        return False
    if _paged(last):
        return False
    first = piece.lines[0]
    if (
        _labelled(line)
        and abs(line.x0 - first.left) < 0.6 * size
        and (piece.label or not _full(last, line, right))
    ):
        return False
    if piece.kind == "item" or (piece.label and piece.more):
        text = first.x0 if piece.kind == "item" else first.words[1].x0
        if (
            numbered(line.head)
            and not line.single
            and line.x0 > text - 0.6 * size
            and (last.text[-1] in ":;" or not _full(last, line, right))
        ):
            return False  # the first item of a list in the item
        if line.x0 < text - 1.2 * size and line.x0 < piece.indent + 0.5 * size:
            return line.x0 > piece.indent - 1 and _full(last, line, right)
        if abs(line.x0 - text) < 0.8 * size:
            return True
    if line.x0 > last.x0 + 0.7 * size and len(piece.lines) > 0:
        # a first-line indent begins a paragraph, a hanging one goes on
        hanging = len(piece.lines) == 1 or abs(line.x0 - last.x0) < 0.7 * size
        if not hanging or (_ends(last) and not _full(last, line, right)):
            return False
        if len(piece.lines) == 1 and _ends(last) and line.x0 < last.x0 + 3 * size:
            return False
    return _full(last, line, right) or _centred(last, line, left, right)


def _entry(line: Line) -> bool:
    """Whether a line ends like an entry in a list of contents."""
    end = line.text[-1]
    return (end in "ivxlc" or end.isdigit()) and _ENTRY.search(line.text) is not None


def _indexed(lines: list[Line]) -> bool:
    """Whether most lines end with pages, as the entries of an index do."""
    ended = [n for n in lines if n.text[-1].isdigit() and INDEXED.search(n.text)]
    return len(ended) > 4 and len(ended) > 0.5 * len(lines)


def _entered(last: Line, line: Line) -> bool:
    """Whether a line of an index begins an entry: one that goes on is set in."""
    return line.x0 < last.x0 + 0.3 * last.size and bool(INDEXED.search(last.text))


def _paged(line: Line) -> bool:
    """Whether a line ends with a number far from its text, as in a list of contents."""
    if line.single or not _PAGE.fullmatch(line.units[-1].tail):
        return False
    before, last = line.words[-2:]
    far = last.x0 - before.x1 > 2.5 * line.size
    return far and any(map(str.isalpha, line.text))


def _whole(piece: Piece, line: Line) -> bool:
    """Whether the weight changes with the whole line, as at a run-in title's end."""
    return line.bold or all(part.bold for part in piece.lines)


def _ends(line: Line) -> bool:
    return line.text[-1] in ENDS


def _full(last: Line, line: Line, right: float) -> bool:
    """Whether ``last`` had no room for the first word of ``line``."""
    if "\u2e80" <= line.text[0] <= "\uffef":
        # broken anywhere, but for signs that may not end or begin a line
        return right - last.x1 < 3.2 * line.size
    if not (_ends(last) or line.text[0].isupper() or line.text[0].isdigit()):
        return True
    if last.text[-1] == "-":
        need = line.size
    else:
        need = line.first.x1 - line.first.x0 + 0.2 * line.size
    return right - last.x1 < need + 1.2 * last.size


def _centred(last: Line, line: Line, left: float, right: float) -> bool:
    middle = (left + right) / 2
    size = line.size
    return (
        abs((last.x0 + last.x1) / 2 - middle) < size
        and abs((line.x0 + line.x1) / 2 - middle) < size
        and last.x0 > left + size
    )


def _hanging(pieces: list[Piece], look: Look) -> None:
    """Decide which number labels begin list items.

    A label counts if its text hangs behind it, or if a neighbour's label is the
    number before or after it.
    """
    places = [n for n, p in enumerate(pieces) if p.label and p.kind == "text"]
    marked = [pieces[n] for n in places]
    for at, piece in enumerate(marked):
        line = piece.lines[0]
        text = line.words[1].x0
        hangs = any(
            abs(other.x0 - text) < 0.35 * line.size for other in piece.lines[1:]
        )
        near = (*marked[max(at - 1, 0) : at], *marked[at + 1 : at + 2])
        advances = any(_follows(other, piece) for other in near)
        advances = advances or _listed(pieces, places[at])
        heading = look.heading_style(line) is not None
        if not heading and (hangs or advances) and not bullet(line.words[0].text):
            itemize(piece)
    for at, piece in enumerate(pieces):
        if piece.kind == "text" and piece.label:
            piece.label, piece.number = "", None
        piece.more = False
        if at and _empty(piece, pieces[at - 1], pieces[at + 1 : at + 2]):
            piece.kind, piece.label = "item", piece.plain()
            piece.number = number(piece.label)
            piece.indent = piece.lines[0].x0
            piece.lines = []
    nest(pieces)


def _empty(piece: Piece, last: Piece, after: list[Piece]) -> bool:
    """Whether a number alone is the label of an item that holds but a list."""
    if piece.kind != "text" or not piece.plain().isdigit() or not after:
        return False
    below = after[0]
    return (
        last.kind == below.kind == "item"
        and last.number == int(piece.plain()) - 1
        and below.number is None
        and below.indent > piece.lines[0].x1
    )


def _listed(pieces: list[Piece], at: int) -> bool:
    """Whether the next label at the same indent is the one before or after.

    Nothing but items may stand between: they are of a list in the item.
    """
    piece = pieces[at]
    reach = 0.6 * piece.lines[0].size
    for others in (pieces[max(at - _FAR, 0) : at][::-1], pieces[at + 1 : at + _FAR]):
        for other in others:
            if not other.label:
                break
            if abs(other.indent - piece.indent) < reach:
                if _follows(other, piece) or _roman(other, piece):
                    return True
                break
    return False


def _follows(one: Piece, two: Piece) -> bool:
    if one.number is None or two.number is None:
        return one.label[-1] == two.label[-1] and (
            _rank(one.label) - _rank(two.label) in {1, -1}
        )
    return abs(one.number - two.number) == 1


def _rank(label: str) -> int:
    core = label.strip("(.)")
    return ord(core.lower()) if len(core) == 1 else -9


def _roman(one: Piece, two: Piece) -> bool:
    """Whether the labels are Roman numbers of which one is next to the other."""
    first, second = _value(one.label), _value(two.label)
    return bool(first and second) and abs(first - second) == 1


def _value(label: str) -> int:
    """Return what a label is worth as a Roman number, 0 for any other."""
    value = last = 0
    for char in reversed(label.strip("(.)").lower()):
        digit = _ROMAN.get(char, 0)
        if not digit:
            return 0
        value += digit if digit >= last else -digit
        last = max(last, digit)
    return value

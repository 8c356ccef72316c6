"""Runs of text to Markdown inside a line, merged so that no mark closes and reopens.

Source: CommonMark 0.31, 6.2 (emphasis: left- and right-flanking delimiter runs).
"""

from __future__ import annotations

import re
from itertools import groupby

from kimi_read import inline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    #: Text, its formats as bits, the target of its link, its tracked change.
    Piece = tuple[str, int, str, str]

#: Formats of text, as bits. ``HIDDEN`` text is not shown by its own statement, ``RAW``
#: text is Markdown already.
BOLD, ITALIC, STRIKE, CODE, SUPER, SUB, HIDDEN, RAW = (1 << n for n in range(8))
#: A formula that stands on its own; an inline formula, raw as well.
ALONE, MATH = 1 << 8, 1 << 9
#: Text of the colour of what is behind it, and text too small to be read.
PALE, TINY = 1 << 10, 1 << 11
UNSEEN = HIDDEN | PALE | TINY
_VISIBLE = BOLD | ITALIC | STRIKE
_MARKS = ((STRIKE, "~~", "del"), (BOLD, "**", "strong"), (ITALIC, "*", "em"))
#: Marks that stand alone at an edge of a run and would run into its own.
_LONE_MARK = r"(?<=^)[*_~](?=\s|$)|(?<=\s)[*_~](?=$|\s+$)|(?<=^\s)[*_~](?=\s)"
_MARK = {marks[0]: marks for marks in _MARKS}
_NO_LOOK = (-1, "", "")
#: Stands for a neighbour whose marks would run into those of a run.
_CROWDED = "\0"
_SOLITARY = frozenset("*_~")
_MARKUP = r"[\[\]`*<$~\\]"


class Spans:
    """The pieces of one paragraph, neighbours of one look joined."""

    def __init__(self) -> None:
        self._pieces: list[Piece] = []
        self._texts: list[str] = []
        self._look = _NO_LOOK

    def mark(self) -> tuple[int, int]:
        """Return what changes whenever text is added."""
        return len(self._pieces), len(self._texts)

    @property
    def pieces(self) -> list[Piece]:
        """The pieces so far."""
        self._end()
        return self._pieces

    def add(self, text: str, flags: int = 0, link: str = "", change: str = "") -> None:
        """Add text in its format, to the last piece if that looks the same."""
        look = (flags, link, change)
        if look != self._look or flags & ALONE:
            self._end()
            self._look = look
        elif not self._texts and self._pieces:  # it was ended by a look at it
            self._texts.append(self._pieces.pop()[0])
        self._texts.append(text)

    def _end(self) -> None:
        if self._texts:
            text = self._texts[0] if len(self._texts) == 1 else "".join(self._texts)
            self._pieces.append((text, *self._look))
            self._texts = []


def joined(pieces: Iterable[Piece]) -> list[Piece]:
    """Return pieces with neighbours of one look made one, and none that is empty."""
    spans = Spans()
    for text, flags, link, change in pieces:
        if text:
            spans.add(text, flags, link, change)
    return spans.pieces


def without(pieces: Sequence[Piece], flags: int) -> list[Piece]:
    """Return the pieces without the formats in ``flags``, joined anew."""
    spans = Spans()
    flags &= ~UNSEEN  # a mark of what is hidden always stays
    for text, own, link, change in pieces:
        spans.add(text, own if own & RAW else own & ~flags, link, change)
    return spans.pieces


def common(pieces: Sequence[Piece]) -> int:
    """Return the formats that all visible text shares."""
    bits = -1
    for text, flags, _, _ in pieces:
        if text.strip() and not flags & RAW:
            bits &= flags
    return bits & _VISIBLE if bits != -1 else 0


def markdown(pieces: Sequence[Piece]) -> str:
    """Return the pieces as inline Markdown."""
    if len(pieces) == 1:
        text, flags, link, change = pieces[0]
        if not flags and not link and not change:
            return inline.escape(text)
    elif not pieces:
        return ""
    bits = 0
    linked = changed = ""
    blank = False
    for text, flags, link, change in pieces:
        bits |= flags
        linked = linked or link
        changed = changed or change
        blank = blank or text.isspace()
    settled = _settled(pieces) if blank else [*pieces]
    if changed:
        return _changes(settled)
    if linked:
        return _links(settled)
    return _hidden(settled) if bits & UNSEEN else _marked(settled, 0)


def _settled(pieces: Sequence[Piece]) -> list[Piece]:
    """Give blanks the formats that both neighbours share, and no others."""
    spans = Spans()
    last = len(pieces) - 1
    for index, (text, flags, link, change) in enumerate(pieces):
        if text.isspace() and not flags & RAW:
            before = pieces[index - 1][1] if index else 0
            after = pieces[index + 1][1] if index < last else 0
            shared = before & after & ~(RAW | CODE | ALONE | MATH)
            spans.add(text, shared, link, change)
        else:
            spans.add(text, flags, link, change)
    return spans.pieces


def _changes(pieces: list[Piece]) -> str:
    parts: list[str] = []
    for change, group in groupby(pieces, key=lambda piece: piece[3]):
        text = _links([*group])
        parts.append(inline.changed(text, change) if change and text else text)
    return "".join(parts)


def _links(pieces: list[Piece]) -> str:
    parts: list[str] = []
    for target, group in groupby(pieces, key=lambda piece: piece[2]):
        text = _hidden([*group])
        if target and text.strip():
            end = _end(parts, "!")
            slashes = len(end[:-1]) - len(end[:-1].rstrip("\\"))
            if end.endswith("!") and not slashes % 2:
                end = f"{end[:-1]}\\!"  # or it would be a picture
            parts.append(end)
            text = inline.link(text, target)
        parts.append(text)
    return "".join(parts)


def _end(parts: list[str], more: str = "") -> str:
    """Take the last of ``parts`` away, as many as tell what its backslashes are for.

    ``more`` are characters that may stand behind the backslashes.
    """
    end = ""
    while parts and not end.strip(f"\\{more} "):
        end = parts.pop() + end
    return end


def _hidden(pieces: list[Piece]) -> str:
    parts: list[str] = []
    for hidden, group in groupby(pieces, key=lambda piece: bool(piece[1] & UNSEEN)):
        text = _marked([*group], 0)
        if hidden and text.strip():
            text = inline.hidden(text)
            parts.append(inline.closed(_end(parts)))
        parts.append(text)
    return "".join(parts)


def _marked(pieces: list[Piece], level: int, before: str = "", after: str = "") -> str:
    """Return the pieces in the marks from ``level`` on, outermost first.

    ``before`` and ``after`` are the characters that stand next to them.
    """
    bits = 0
    for piece in pieces:
        bits |= piece[1]
    while level < len(_MARKS) and not bits & _MARKS[level][0]:
        level += 1
    if level == len(_MARKS):
        return "".join([_plain(piece) for piece in pieces])
    if len(pieces) > 1 and _separate(pieces):
        return _one_by_one(pieces, before, after)
    bit = _MARKS[level][0]
    out = ""
    at = 0
    for index in range(1, len(pieces) + 1):
        key = pieces[at][1] & bit
        if index < len(pieces) and pieces[index][1] & bit == key:
            continue
        group = pieces[at:index]
        left = _edge(pieces[at - 1], -1, pieces[at]) if at else before
        right = (
            _edge(pieces[index], 0, pieces[index - 1]) if index < len(pieces) else after
        )
        if len(group) == 1 and not group[0][1] & _VISIBLE & ~bit:
            text = _plain(group[0])
        else:
            text = _marked(group, level + 1, left, right)
        if key:
            text = _wrapped(text, _MARKS[level], left, right)
        out += text
        at = index
    return out


def _separate(pieces: list[Piece]) -> bool:
    """Whether no piece has two marks, and no two neighbours share one."""
    last = 0
    for piece in pieces:
        bits = piece[1] & _VISIBLE
        if bits & last or bits & (bits - 1):
            return False
        last = bits
    return True


def _one_by_one(pieces: list[Piece], before: str, after: str) -> str:
    """Mark each piece by itself: the usual case, and quick."""
    out = []
    last = len(pieces) - 1
    for index, piece in enumerate(pieces):
        text = _plain(piece)
        bits = piece[1] & _VISIBLE
        if bits:
            left = _edge(pieces[index - 1], -1, piece) if index else before
            right = _edge(pieces[index + 1], 0, piece) if index < last else after
            text = _wrapped(text, _MARK[bits], left, right)
        out.append(text)
    return "".join(out)


def _edge(piece: Piece, at: int, other: Piece) -> str:
    """Return the first or last character that a piece shows to ``other``.

    It is ``_CROWDED`` where marks of both would meet at anything but letters.
    """
    text, flags = piece[0], piece[1]
    if flags & _VISIBLE and other[1] & _VISIBLE:
        both = text[at] + other[0][-1 - at]
        shared = flags & other[1] & _VISIBLE
        nested = shared in (flags & _VISIBLE, other[1] & _VISIBLE)
        apart = both[0].isspace() or both[1].isspace()
        if not apart and not (nested and both.isalnum()):
            return _CROWDED
    return "`" if flags & (CODE | SUPER | SUB) and not flags & RAW else text[at]


def _wrapped(text: str, marks: tuple[int, str, str], before: str, after: str) -> str:
    """Put marks round ``text`` where they will be read as such.

    A mark next to a letter on its outer side and to punctuation on its inner side
    does not open or close: plain punctuation then moves out, and text with marks of
    its own gets HTML tags.
    """
    _, mark, tag = marks
    stripped = text.strip()
    if not stripped:
        return text
    head = text[: len(text) - len(text.lstrip())]
    tail = text[len(text.rstrip()) :]
    stripped = inline.closed(stripped)
    longer = mark == "~~" and "~" in (before, after)  # another mark
    if longer or _CROWDED in (before, after):
        return f"{head}<{tag}>{stripped}</{tag}>{tail}"
    opens = head or not before.isalnum() or stripped.lstrip(mark[0])[:1].isalnum()
    closes = tail or not after.isalnum() or stripped.rstrip(mark[0])[-1:].isalnum()
    if opens and closes:
        return f"{head}{mark}{stripped}{mark}{tail}"
    if re.search(_MARKUP, stripped):
        return f"{head}<{tag}>{stripped}</{tag}>{tail}"
    start, end = 0, len(stripped)
    while not opens and start < end and not stripped[start].isalnum():
        start += 1
    while not closes and end > start and not stripped[end - 1].isalnum():
        end -= 1
    if start == end:
        return text
    inner = stripped[start:end]
    bare = inner.strip()
    at = start + inner.index(bare)
    first, last = stripped[:at], stripped[at + len(bare) :]
    return f"{head}{first}{mark}{bare}{mark}{last}{tail}"


def _plain(piece: Piece) -> str:
    text, flags = piece[0], piece[1]
    if flags & RAW:
        return text
    if flags & CODE:
        out = _code(text)
    else:
        out = inline.escape(text)
        if flags & _VISIBLE and _SOLITARY.intersection(out):
            out = re.sub(_LONE_MARK, r"\\\g<0>", out)
        if out.endswith("\\"):
            out += "\\"  # what follows may begin with a mark
    if flags & SUPER:
        return inline.superscript(out)
    return inline.subscript(out) if flags & SUB else out


def _code(text: str) -> str:
    """Return code spans, one for each line; blanks at the ends stay outside."""
    parts = []
    for line in text.split("\n"):
        bare = line.strip()
        if not bare:
            parts.append(line)
            continue
        at = line.index(bare)
        parts.append(f"{line[:at]}{inline.code(bare)}{line[at + len(bare) :]}")
    return "\n".join(parts)

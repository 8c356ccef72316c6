"""Chunks of UTF-8 to lines, each no longer than is shown.

Lines end at LF only, as for ``cat -n``. A line of any length passes through in
bounded memory: of a long one only the shown characters are kept.
"""

from __future__ import annotations

from codecs import utf_8_decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_GRAPHEME = 32


class Cutter:
    """Shows characters ``first`` to ``last`` of each line, at most ``most`` of them.

    Positions count from 0 and ``last`` is not included; None is no bound. ``cuts``
    collects the numbers of lines of which more would follow.
    """

    def __init__(self, first: int, last: int | None, most: int | None) -> None:
        self.cuts: list[int] = []
        self._first = first
        self._last = last
        bound = None if most is None else first + most
        # a selection is what was asked for; only the line limit cuts
        self._limited = bound is not None and (last is None or bound < last)
        self._end = bound if self._limited else last
        self._whole = first == 0 and last is None

    def lines(self, chunks: Iterator[bytes], number: int) -> Iterator[list[bytes]]:
        """Yield the lines of ``chunks`` in batches; the first has ``number``."""
        long: _Long | None = None
        carry = b""
        parts: list[bytes] = []  # of a line that is never cut
        room = self._end if self._whole and self._end is not None else None
        for chunk in filter(None, chunks):
            if long is not None:
                end = chunk.find(b"\n")
                if end < 0:
                    long.feed(chunk)
                    continue
                long.feed(chunk[:end])
                yield [self._finish(long, number)]
                number += 1
                long = None
                chunk = chunk[end + 1 :]  # noqa: PLW2901
            lines = chunk.split(b"\n")
            if self._end is None and len(lines) == 1:
                parts.append(chunk)
                continue
            if carry or parts:
                lines[0] = b"".join([carry, *parts, lines[0]])
                parts.clear()
            carry = lines.pop()
            if lines:
                if room is None or max(map(len, lines)) > room:
                    lines = self._shown(lines, number)
                yield lines
                number += len(lines)
            if len(carry) > 8192 and self._end is not None:
                long = _Long(self._first, self._end)
                long.feed(carry)
                carry = b""
        if long is not None:
            yield [self._finish(long, number)]
        elif carry or parts:
            yield self._shown([b"".join([carry, *parts])], number)

    def line(self, full: bytes, number: int) -> bytes:
        """Return what is shown of one line."""
        return self._shown([full], number)[0]

    def _shown(self, lines: list[bytes], number: int) -> list[bytes]:
        if self._end is None and self._first == 0:
            return lines
        out = []
        for index, line in enumerate(lines, number):
            if self._whole and self._end is not None and len(line) <= self._end:
                out.append(line)
                continue
            long = _Long(self._first, self._end)
            long.feed(line)
            out.append(self._finish(long, index))
        return out

    def _finish(self, long: _Long, number: int) -> bytes:
        text, more = long.text()
        if not (more and self._limited):
            return text.encode()
        self.cuts.append(number)
        shown = long.total - more
        return f"{text} … [+{more} chars; --columns {shown + 1}:]".encode()


class _Long:
    """One line, of which the characters ``first`` to ``end`` are kept."""

    def __init__(self, first: int, end: int | None) -> None:
        self.total = 0
        self._first = first
        self._end = end
        self._kept: list[str] = []
        self._tail = b""

    def feed(self, piece: bytes) -> None:
        if not self._tail and piece.isascii():
            self._keep_ascii(piece)
            return
        data = self._tail + piece
        text, used = utf_8_decode(data, "replace", False)
        self._tail = data[used:]
        self._keep(text)

    def _keep_ascii(self, piece: bytes) -> None:
        if self._end is not None and self.total >= self._end + _GRAPHEME:
            self.total += len(piece)
            return
        self._keep(piece.decode("ascii"))

    def _keep(self, text: str) -> None:
        start = max(0, self._first - self.total)
        end = None if self._end is None else max(0, self._end + 1 - self.total)
        self._kept.append(text[start:end])
        self.total += len(text)

    def text(self) -> tuple[str, int]:
        """Return the kept characters, and how many of the line follow them."""
        if self._tail:
            self._keep(self._tail.decode("utf-8", "replace"))
            self._tail = b""
        text = "".join(self._kept)
        if self._end is None:
            return text, 0
        room = max(0, self._end - self._first)
        if len(text) <= room:
            return text, 0
        text = text[: boundary(text, room)]
        return text, self.total - self._first - len(text)


def boundary(text: str, at: int) -> int:
    """Return the last place up to ``at`` where ``text`` may be cut.

    No user-perceived character of up to 32 code points is split. Source: Unicode
    UAX 29, 3.1.1 (GB9 to GB13), reduced to what stands before or after a join.
    """
    if at >= len(text) or text[max(0, at - 1) : at + 1].isascii():
        return at
    from unicodedata import category

    for place in range(at, max(0, at - _GRAPHEME), -1):
        if not _joined(text, place, category):
            return place
    return at


def _joined(text: str, at: int, category: object) -> bool:
    """Whether the characters before and after ``at`` belong together."""
    if at == 0:
        return False
    before, after = text[at - 1], text[at]
    if after in "\u200c\u200d" or "\U0001f3fb" <= after <= "\U0001f3ff":
        return True
    if category(after) in ("Mn", "Me", "Mc"):  # type: ignore[operator]
        return True
    if "\U000e0020" <= after <= "\U000e007f":
        return True
    if before == "\u200d":
        return True
    if "\u1100" <= before <= "\u11ff" and "\u1160" <= after <= "\u11ff":
        return True
    if _flag(before) and _flag(after):
        run = 0
        while run < at and _flag(text[at - 1 - run]):
            run += 1
        return run % 2 == 1
    return before == "\r" and after == "\n"


def _flag(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"

"""The characters of a page, asked of PDFium all at once.

A call through ``ctypes`` costs more than what PDFium does in it, and the conversion
of its arguments more than the call: they are made once, for all pages.
"""

from __future__ import annotations

import ctypes as C  # noqa: N812 - the usual short name for a page of C types
import re
from array import array
from bisect import bisect_left
from collections import deque
from itertools import compress, count, groupby, repeat
from operator import eq

from kimi_read.formats.pdf.pdfium import AT_ONCE, NUMBERS, calls

TYPE_CHECKING = False
if TYPE_CHECKING:
    #: text object, its first character here, the one after the last
    Span = tuple[int, int, int]

MAX_CHARS = 400_000
_BLOCK = 24
_SECOND = re.compile("[\udc00-\udfff]")
_TURNED = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_ROOM = (C.c_float * (4 * AT_ONCE))()
_PLACES = [C.byref(_ROOM, 16 * i) for i in range(AT_ONCE)]


class Glyphs:
    """The characters of a page in PDFium's order, each with its letter and box.

    A box is as wide as the advance of its glyph and as high as its font. ``spans``
    are characters of one text object that follow each other: the object, the first
    one, the one after the last. A blank that PDFium made up is in none.
    """

    __slots__ = ("bottom", "left", "letters", "right", "spans", "top")

    def __init__(self, text: int) -> None:
        size = min(max(0, calls["FPDFText_CountChars"](text)), MAX_CHARS) if text else 0
        self.letters = _letters(text, size) if size else ""
        boxes = _boxes(text, size)
        self.left, self.right = boxes[0::4].tolist(), boxes[2::4].tolist()
        self.top, self.bottom = boxes[1::4], boxes[3::4]
        for half in _SECOND.finditer(self.letters):
            # both halves of a letter have the box of the whole
            self.left[half.start()] = self.right[half.start()]
        self.spans = _spans(C.c_void_p(text), self)


def _letters(text: int, size: int) -> str:
    """Return one letter for each character; all at once where that is possible."""
    room = (C.c_ushort * (size + 1))()
    calls["FPDFText_GetText"](text, 0, size, room)
    letters = bytes(room)[: 2 * size].decode("utf-16-le", "surrogatepass")
    if len(letters) == size and "\0" not in letters:
        return letters
    handle, call = C.c_void_p(text), calls["FPDFText_GetUnicode"]
    codes = map(call, repeat(handle), range(size))
    return "".join([chr(code) if code < 0x110000 else "\ufffd" for code in codes])


def _boxes(text: int, size: int) -> array[float]:
    """Return left, top, right and bottom of each character, one after the other."""
    out = array("f")
    handle, call = C.c_void_p(text), calls["FPDFText_GetLooseCharBox"]
    for start in range(0, size, AT_ONCE):
        part = min(size - start, AT_ONCE)
        numbers = NUMBERS if start == 0 else range(start, size)
        C.memset(_ROOM, 0, 16 * part)
        deque(map(call, repeat(handle, part), numbers, _PLACES), maxlen=0)
        out.frombytes(memoryview(_ROOM).cast("B")[: 16 * part])
    return out


def _spans(handle: C.c_void_p, glyphs: Glyphs) -> list[Span]:
    """Return the stretches of characters that are of one text object.

    What PDFium makes up has no width: blanks, and the ends of lines, between which
    the characters are asked for together.
    """
    letters, made_up = glyphs.letters, calls["FPDFText_IsGenerated"]
    flat = compress(count(), map(eq, glyphs.left, glyphs.right))
    made = [at for at in flat if letters[at] in " \r\n" and made_up(handle, at)]
    out: list[Span] = []
    start = 0
    for stop in [*(at for at in made if letters[at] != " "), len(letters)]:
        if start < stop:
            out += _owned(handle, letters, start, stop)
        start = stop + 1
    blanks = [at for at in made if letters[at] == " "]
    return _without(out, blanks) if blanks else out


def _owned(handle: C.c_void_p, letters: str, start: int, stop: int) -> list[Span]:
    """Return the spans of one line.

    The characters of an object follow each other: where the ends of a line, or of a
    block of it, have the same, the others are not asked for. They may not where
    letters run from right to left, since PDFium has turned those around.
    """
    call = calls["FPDFText_GetTextObject"]
    turned = _TURNED.search(letters, start, stop) is not None
    first = call(handle, start)
    if first and not turned and first == call(handle, stop - 1):
        return [(first, start, stop)]
    owners: list[int | None] = []
    for at in range(start, stop, _BLOCK):
        end = min(at + _BLOCK, stop)
        first = None if turned else call(handle, at)
        if first and first == call(handle, end - 1):
            owners += [first] * (end - at)
        else:
            numbers = NUMBERS[at:end] if end <= AT_ONCE else range(at, end)
            owners += map(call, repeat(handle), numbers)
    out: list[Span] = []
    for owner, group in groupby(owners):
        at, start = start, start + len(list(group))
        if owner:
            out.append((owner, at, start))
    return out


def _without(spans: list[Span], blanks: list[int]) -> list[Span]:
    """Return spans parted at some of their characters, which are left out."""
    out: list[Span] = []
    for owner, first, stop in spans:
        start = first
        for at in blanks[bisect_left(blanks, start) : bisect_left(blanks, stop)]:
            if start < at:
                out.append((owner, start, at))
            start = at + 1
        if start < stop:
            out.append((owner, start, stop))
    return out


def unmapped(text: int, numbers: list[int]) -> int:
    """Return how many of these characters have no Unicode of their own."""
    call, handle = calls["FPDFText_HasUnicodeMapError"], C.c_void_p(text)
    return sum(1 for n in numbers if call(handle, n) == 1)

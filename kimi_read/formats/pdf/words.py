"""Characters to pieces of words, and pieces to words by a gap rule of our own.

PDFium's own blanks are not used: it glues words that are only moved apart and
tears those that are spaced. A blank that is drawn counts, and so does a gap that
stands out in its line.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from operator import sub

from kimi_read.formats.pdf.marks import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.pdf.findings import Run
    from kimi_read.formats.pdf.shapes import Frame

#: A gap over this, in units of the font size, may part words.
ATOM_GAP = 0.09
#: A step back over this starts something new.
_BACK = -0.55
_BLANKS = frozenset(
    " \xa0\t\n\r\u3000\u1680\u202f\u205f\u2028\u2029\ufeff"
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b"
)
_WORD = re.compile(f"[^{''.join(sorted(_BLANKS))}]+")
#: What PDFium makes of a hyphen that parts a word.
_HYPHEN_AT_END = re.compile("[\x02\ufffe]")
_RIGHT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_DOTS = frozenset("•◦▪■●○‣")
#: Scripts that have no blanks between words, or letters that hang together.
_WIDE = re.compile(
    "[\u2e80-\u2fdf\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff5e]"
)
_CURSIVE = re.compile("[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefc]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_ODD = re.compile(
    "[\x00-\x1a\x1c-\x1f\x7f-\x9f\xad\ud800-\udfff\ufb00-\ufb06\ufffe\uffff]"
)
_LIGATURES = {
    "\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl",
    "\ufb05": "st", "\ufb06": "st",
}  # fmt: skip
#: Letters of the fonts of signs that are more than a bullet.
_SIGNS = {
    "ü": "✓", "û": "✗", "þ": "☑", "ý": "☒", "¨": "☐", "o": "☐", "à": "→", "è": "➔",
}  # fmt: skip
#: Accents that old fonts draw apart from their letter, and how they combine.
_ACCENTS = {
    "`": "\u0300", "\u00b4": "\u0301", "\u02c6": "\u0302", "^": "\u0302",
    "\u02dc": "\u0303", "~": "\u0303", "\u00af": "\u0304", "\u02d8": "\u0306",
    "\u02d9": "\u0307", "\u00a8": "\u0308", "\u02da": "\u030a", "\u02dd": "\u030b",
    "\u02c7": "\u030c", "\u00b8": "\u0327", "\u02db": "\u0328",
}  # fmt: skip


def split(
    runs: list[Run],
    letters: str,
    owners: list[int],
    boxes: list[float],
    frame: Frame,
) -> list[Word]:
    """Return pieces of words, parted at every blank and at every small gap."""
    out: list[Word] = []
    starts, stops = _along(boxes, frame.turn)
    for run in runs:
        size = run.size or 1.0
        low, high = _BACK * size, ATOM_GAP * size
        first, stop = run.start, run.stop
        rooms = list(map(sub, starts[first + 1 : stop], stops[first:stop]))
        if 0 in owners[first:stop] or (
            rooms and (max(rooms) > high or min(rooms) <= low)
        ):
            spans = _slow(run, letters, owners, starts, stops)
        else:
            spans = [
                (first + m.start(), first + m.end(), m.start() > 0)
                for m in _WORD.finditer(letters[first:stop])
            ]
        made = [
            word
            for a, b, blank in spans
            if (word := _piece(run, letters, boxes, frame, (a, b), blank=blank)).text
        ]
        if made and letters[stop - 1] in _BLANKS and owners[stop - 1]:
            made[-1].trail = True
        out += made
    for order, word in enumerate(out):
        word.order = order
    return out


def _slow(
    run: Run, letters: str, owners: list[int], starts: list[float], stops: list[float]
) -> list[tuple[int, int, bool]]:
    """Return the pieces of a run with gaps: first, stop, whether a blank is before."""
    size = run.size or 1.0
    high, back = ATOM_GAP * size, _BACK * size
    out: list[tuple[int, int, bool]] = []
    blank, first, last = False, -1, -1
    for at in range(run.start, run.stop):
        if not owners[at]:
            continue  # made up by PDFium
        char = letters[at]
        if char in _BLANKS:
            if first >= 0:
                out.append((first, last + 1, blank))
            blank, first = True, -1
            continue
        if first >= 0:
            room = starts[at] - stops[last]
            if "\u0590" <= char <= "\u08ff" or "\ufb1d" <= char <= "\ufefc":
                room = max(room, starts[last] - stops[at])  # right to left
            if not back < room <= high:
                out.append((first, last + 1, blank))
                blank, first = False, -1
        if first < 0:
            first = at
        last = at
    if first >= 0:
        out.append((first, last + 1, blank))
    return out


def _along(boxes: list[float], turn: int) -> tuple[list[float], list[float]]:
    """Return where each character starts and stops along its line."""
    if turn == 0:
        return boxes[0::4], boxes[2::4]
    if turn == 1:
        return boxes[3::4], boxes[1::4]
    if turn == 2:
        return [-x for x in boxes[2::4]], [-x for x in boxes[0::4]]
    return [-y for y in boxes[1::4]], [-y for y in boxes[3::4]]


def _piece(  # noqa: PLR0913
    run: Run,
    letters: str,
    boxes: list[float],
    frame: Frame,
    span: tuple[int, int],
    *,
    blank: bool,
) -> Word:
    first, stop = span
    text = letters[first:stop]
    a, b = 4 * first, 4 * (stop - 1)
    if not text.isascii() or not text.isprintable():
        text = _plain(text) or ("•" if len(text) == 1 and run.style.signs else "")
        if len(text) > 1 and frame.turn == 0 and _mirrored(text, boxes[a : b + 1 : 4]):
            text = text[::-1]
    if run.style.signs and len(text) == 1 and (text.isalpha() or text in "¨§·"):
        text = _SIGNS.get(text, "•")
    left, right = boxes[a], boxes[b + 2]
    if frame.turn == 0 and left <= right:
        box = left - frame.left, frame.top - boxes[a + 1], right - frame.left, (
            frame.top - boxes[a + 3]
        )  # fmt: skip
        base = frame.top - run.origin[1]
    else:
        box = frame.box(
            min(left, boxes[b]), min(boxes[a + 3], boxes[b + 3]),
            max(boxes[a + 2], right), max(boxes[a + 1], boxes[b + 1]),
        )  # fmt: skip
        base = frame.point(*run.origin)[1]
    word = Word(text, box, base, run.size, run.style)
    word.tag, word.hidden, word.blank = run.tag, run.hidden, blank
    return word


def _mirrored(text: str, starts: list[float]) -> bool:
    """Whether letters that run from right to left are stored as they are seen."""
    return (
        not text.isascii()
        and starts[0] < starts[-1]
        and all(_RIGHT.match(char) and not unicodedata.combining(char) for char in text)
    )


def _plain(text: str) -> str:
    """Return text without ligatures, soft hyphens and stray controls."""
    text = _HYPHEN_AT_END.sub("-", text)
    if _SURROGATE.search(text):
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    text = _ODD.sub(_odd, text)
    return unicodedata.normalize("NFC", text)


def _odd(match: re.Match[str]) -> str:
    char = match[0]
    if char == "\u00ad":  # kept where it ends a line, until the lines are joined
        return char if match.end() == len(match.string) else ""
    return _LIGATURES.get(char, "")


def join(pieces: list[Word]) -> list[Word]:
    """Return the words that the pieces of one line make, given in order of x.

    They come in reading order, which is the other way for a line whose letters run
    from right to left. ``gap`` is set; pieces that are joined are copied, not
    changed.
    """
    if len(pieces) < 2:
        return pieces
    back = turned(pieces)
    if back:
        pieces = _ordered(pieces)
    limit = 0.0
    out = [pieces[0]]
    fresh = False
    for piece in pieces[1:]:
        last = out[-1]
        em = min(piece.size, last.size)
        room = max(piece.x0 - last.x1, last.x0 - piece.x1)
        if piece.field or last.field:
            apart = True
        elif piece.blank or last.trail:
            apart = room > -0.1 * em
        elif back and last.text in _DOTS:
            apart = True  # a bullet may touch the text to its left
        elif (
            _WIDE.match(piece.text)
            and _WIDE.match(last.text[-1])
            and not piece.style.mono
        ):
            apart = room > 0.5 * em
        elif _CURSIVE.match(piece.text) and _CURSIVE.match(last.text[-1]):
            apart = room > 0.2 * em
        elif room > 0.3 * em or room < ATOM_GAP * em:
            apart = room > 0.3 * em and not _spaced(pieces)
            if room > 0.3 * em and not apart:
                limit = limit or _limit(pieces)
                apart = room > limit * em
        else:
            limit = limit or _limit(pieces)
            apart = room > limit * em
        if apart:
            piece.gap = True
            out.append(piece)
        elif last.rise == piece.rise and not last.raw and not piece.raw:
            if not fresh:
                out[-1] = last = last.copy()
            _merge(last, piece)
            fresh = True
            continue
        else:
            piece.gap = False
            out.append(piece)
        fresh = False
    return out


def leftward(words: list[Word]) -> bool:
    """Whether a line is read from right to left, as most of its letters are.

    On a page of the other direction all of them must be.
    """
    letters = sum(len(_RIGHT.findall(w.text)) for w in words if not w.text.isascii())
    share = 0.95 if words and words[0].rightward else 0.5
    return bool(letters) and letters >= share * sum(
        sum(map(str.isalpha, word.text)) for word in words
    )


def turned(words: list[Word]) -> bool:
    """Whether a line has letters from right to left: it is not painted in order."""
    return any(not w.text.isascii() and _RIGHT.search(w.text) for w in words)


def direct(words: list[Word]) -> None:
    """Tell the words of a page that has some of both directions but reads rightward."""
    back = sum(len(_RIGHT.findall(w.text)) for w in words if not w.text.isascii())
    if back and back < 0.3 * sum(len(word.text) for word in words):
        for word in words:
            word.rightward = True


def _spaced(pieces: list[Word]) -> bool:
    """Whether most pieces are letters: then a wide gap may be one between letters."""
    return sum(len(piece.text) for piece in pieces) < 2 * len(pieces)


def _ordered(pieces: list[Word]) -> list[Word]:
    """Put a line in reading order that has letters from right to left.

    Words of the other direction keep their order among themselves.
    """
    if not leftward(pieces):
        return _embedded(pieces)
    out: list[Word] = []
    run: list[Word] = []
    for word in reversed(pieces):
        if _RIGHT.search(word.text) or not any(map(str.isalnum, word.text)):
            out += reversed(run)
            run = []
            out.append(word)
        else:
            run.append(word)
    return [*out, *reversed(run)]


def _embedded(pieces: list[Word]) -> list[Word]:
    """Turn each stretch of words from right to left, with the signs inside it."""
    out: list[Word] = []
    run: list[Word] = []
    signs: list[Word] = []
    for word in pieces:
        if _RIGHT.search(word.text):
            run += [*signs, word]
            signs = []
        elif run and not any(map(str.isalnum, word.text)):
            signs.append(word)
        else:
            out += [*reversed(run), *signs, word]
            run, signs = [], []
    return [*out, *reversed(run), *signs]


def _limit(pieces: list[Word]) -> float:
    """Return the gap that parts words in this line, in units of the font size.

    Letters may be spaced: then most gaps are small and alike, and those of words
    stand out by a jump.
    """
    gaps: list[float] = []
    drawn: list[float] = []
    letters = len(pieces[0].text)
    for last, piece in itertools.pairwise(pieces):
        letters += len(piece.text)
        gap = (piece.x0 - last.x1) / max(min(piece.size, last.size), 1.0)
        if piece.blank or last.trail:
            drawn.append(gap)
        elif ATOM_GAP < gap < 3:
            gaps.append(gap)
    spaced = len(gaps) >= 4 and len(gaps) + len(drawn) > 0.6 * (letters - 1)
    if not spaced:
        return 0.19 if drawn else 0.12
    gaps.sort()
    middle = gaps[len(gaps) // 2]
    jumps = [
        (high / low, (high + low) / 2)
        for low, high in itertools.pairwise(gaps)
        if low >= middle * 0.8
    ]
    best = max(jumps, default=(1.0, 0.0))
    if best[0] > 1.45:
        return best[1]
    if middle < 0.2:
        return middle * 1.6
    return 0.12 if letters > 2 * len(gaps) else max(gaps) + 0.01


def _merge(word: Word, piece: Word) -> None:
    if piece.style is not word.style or piece.link != word.link or word.parts:
        if not word.parts:
            word.parts = [(word.text, word.style, word.link)]
        word.parts += piece.parts or [(piece.text, piece.style, piece.link)]
    text = word.text
    if piece.text[0] != text[-1] and (text[-1] in _ACCENTS or piece.text in _ACCENTS):
        word.text = _accented(word, piece)
    else:
        word.text = text + piece.text
    if len(piece.text) > len(text):
        word.style, word.size = piece.style, piece.size
    word.x0, word.x1 = min(word.x0, piece.x0), max(word.x1, piece.x1)
    word.y0, word.y1 = min(word.y0, piece.y0), max(word.y1, piece.y1)
    word.order, word.trail = piece.order, piece.trail
    if word.tag < 0:
        word.tag = piece.tag


def _accented(word: Word, piece: Word) -> str:
    """Compose an accent that is drawn over its letter; else put them side by side."""
    over = word.x1 - piece.x0
    if over < 0.15 * word.size or word.parts:
        return word.text + piece.text
    if word.text[-1] in _ACCENTS:
        letter = piece.text[0] + _ACCENTS[word.text[-1]]
        return word.text[:-1] + unicodedata.normalize("NFC", letter) + piece.text[1:]
    letter = word.text[-1] + _ACCENTS[piece.text]
    return word.text[:-1] + unicodedata.normalize("NFC", letter)

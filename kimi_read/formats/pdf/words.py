"""Pieces of words to words by a gap rule of our own.

A blank that is drawn parts words, and so does a gap that stands out in its line.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from operator import attrgetter, or_, sub

from kimi_read.formats.pdf.marks import Word, apart

_TEXT, _LEFT, _RIGHT = attrgetter("text"), attrgetter("x0"), attrgetter("x1")
_BLANK, _TRAIL = attrgetter("blank"), attrgetter("trail")
#: A gap over this, in units of the font size, may part words.
ATOM_GAP = 0.09
#: A gap over this parts segments of a row where words of many rows begin behind one.
NARROW_GAP = 0.55
#: Letters that run from right to left.
RIGHT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_DOTS = frozenset("•◦▪■●○‣")
#: What a name may begin with: a file, a tag, an option.
_LEADING = ".@#/~_*$-"
#: What may end a sentence or a part of it, and what else may stand before it.
_ENDING = ".,:;!?"
_SIGNS = "+-*#%)]}\"'"
#: A stretch of this many words or more may be a sentence of its own.
_SENTENCE = 4
_OPENING = frozenset("([{")
_CLOSING = frozenset(")]}")
_BRACKETS = dict(zip("()[]{}", ")(][}{", strict=True))
#: Scripts that have no blanks between words, or letters that hang together.
_WIDE = re.compile(
    "[\u2e80-\u2fdf\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff5e]"
)
_CURSIVE = re.compile("[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefc]")
#: Accents that old fonts draw apart from their letter, and how they combine.
_ACCENTS = {
    "`": "\u0300", "\u00b4": "\u0301", "\u02c6": "\u0302", "^": "\u0302",
    "\u02dc": "\u0303", "~": "\u0303", "\u00af": "\u0304", "\u02d8": "\u0306",
    "\u02d9": "\u0307", "\u00a8": "\u0308", "\u02da": "\u030a", "\u02dd": "\u030b",
    "\u02c7": "\u030c", "\u00b8": "\u0327", "\u02db": "\u0328",
}  # fmt: skip


def join(pieces: list[Word]) -> list[Word]:
    """Return the words that the pieces of one line make, given in order of x.

    They come in reading order, which is the other way for a line whose letters run
    from right to left. ``gap`` is set; pieces that are joined are copied, not
    changed.
    """
    if len(pieces) < 2:
        return pieces
    back = turned(pieces)
    if not back and _clear(pieces):
        for piece in pieces[1:]:
            if not piece.gap:
                piece.gap = True
        return pieces
    pieces = apart(pieces)
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
            parted = True
        elif piece.blank or last.trail:
            parted = room > (0.05 if back else -0.1) * em
        elif back and last.text in _DOTS:
            parted = True  # a bullet may touch the text to its left
        elif (
            _WIDE.match(piece.text)
            and _WIDE.match(last.text[-1])
            and not piece.style.mono
        ):
            # the boxes of a nameless font are those of the ink
            parted = room > (0.5 if piece.style.font else 1.0) * em
        elif _CURSIVE.match(piece.text) and _CURSIVE.match(last.text[-1]):
            parted = room > 0.2 * em
        elif room > 0.3 * em or room < ATOM_GAP * em:
            parted = room > 0.3 * em and not _spaced(pieces)
            if room > 0.3 * em and not parted:
                limit = limit or _limit(pieces)
                parted = room > limit * em
        else:
            limit = limit or _limit(pieces)
            parted = room > limit * em or (room > 0.12 * em and _figure(last, piece))
        if parted:
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


def _figure(last: Word, piece: Word) -> bool:
    """Whether a number begins behind letters, as the cell behind a full one may."""
    return last.text[-1].isalpha() and piece.text[0].isdigit()


def _clear(pieces: list[Word]) -> bool:
    """Whether a blank is drawn between all pieces of a line, with room for it."""
    after = pieces[1:]
    if not all(map(or_, map(_BLANK, after), map(_TRAIL, pieces))):
        return False
    least: float = min(map(sub, map(_LEFT, after), map(_RIGHT, pieces)))
    return least > 0 or least > -0.1 * min(piece.size for piece in pieces)


def leftward(words: list[Word]) -> bool:
    """Whether a line is read from right to left, as most of its letters are.

    On a page of the other direction all of them must be, on one of this few; there
    a line that begins so at its right will do.
    """
    letters = sum(len(RIGHT.findall(w.text)) for w in words if not w.text.isascii())
    share = 0.5
    if words and (words[0].rightward or words[0].backward):
        share = 0.95 if words[0].rightward else 0.2
        if letters and words[0].backward and RIGHT.search(max(words, key=_RIGHT).text):
            return True
    return bool(letters) and letters >= share * sum(
        sum(map(str.isalpha, word.text)) for word in words
    )


def turned(words: list[Word]) -> bool:
    """Whether a line has letters from right to left: it is not painted in order."""
    texts = list(map(_TEXT, words))
    return not all(map(str.isascii, texts)) and any(map(RIGHT.search, texts))


def direct(words: list[Word]) -> None:
    """Tell the words of a page with letters of both directions which it reads in."""
    back = sum(len(RIGHT.findall(w.text)) for w in words if not w.text.isascii())
    if not back:
        return
    if back < 0.3 * sum(len(word.text) for word in words):
        for word in words:
            word.rightward = True
    elif back > 0.6 * sum(sum(map(str.isalpha, word.text)) for word in words):
        for word in words:
            word.backward = True


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
    signs: list[Word] = []
    arabic = any(_CURSIVE.search(word.text) for word in pieces)
    for piece in reversed(pieces):
        word = _percent(piece)
        if RIGHT.search(word.text):
            out += [*_closed(out, run), *signs, word]
            run, signs = [], []
        elif any(map(str.isalnum, word.text)):
            if signs and not (run and any(map(str.isalpha, run[-1].text))):
                out += [*_closed(out, run), *signs]
                run, signs = [], []
            run += [*signs, _signed(word, arabic=arabic)]
            signs = []
        elif run:
            signs.append(word)
        else:
            out.append(word)
    out += [*_closed(out, run), *signs]
    return _mirrored(out)


def _closed(out: list[Word], backward: list[Word]) -> list[Word]:
    """Return a stretch of words from left to right, given the other way.

    Signs between names are part of it. So is a bracket right of it, the last of
    ``out``, if one in it is open.
    """
    run = _named(backward[::-1])
    last = out[-1] if out else None
    opened = [word.text for word in run if word.text in _OPENING]
    closed = [word for word in run if word.text in _CLOSING]
    if last is None or len(opened) <= len(closed) or last.text not in _BRACKETS:
        return run
    out.pop()
    last = last.copy()
    last.text = _BRACKETS[opened[-1]]
    return [*run, last]


def _named(run: list[Word]) -> list[Word]:
    """Put the sign that is drawn right of a name before it.

    What ends a name is drawn left of it where the line is read from right to left
    (Unicode Standard Annex 9, N1), but for a stretch that is set apart, such as a
    sentence.
    """
    if not 0 < len(run) < _SENTENCE:
        return run
    last = run[-1]
    core = last.text.rstrip(_LEADING)
    signs = last.text[len(core) :]
    if not signs or not core or last.raw or last.parts or run[0].raw or run[0].parts:
        return run
    if not any(map(str.isalpha, core + run[0].text)):
        return run
    out = run[:]
    out[-1] = last.copy()
    out[-1].text = core
    first = out[0] = out[0].copy()
    first.text = signs[::-1] + first.text
    return out


def _signed(word: Word, *, arabic: bool) -> Word:
    """Put the signs that are drawn left of a number or name behind it.

    None begins with such a sign, but one that ends a sentence stands there where
    the line is read from right to left. So does the sign of a percentage after
    Arabic letters (Unicode Standard Annex 9, W2).
    """
    text = word.text
    core = text.lstrip(_ENDING + "%" * arabic)
    count = len(text) - len(core)
    if count and not core[0].isalnum():
        core = text.lstrip(_ENDING + _SIGNS)
        count = len(text) - len(core) if text[0] in _ENDING else 0
    if not count or word.raw or word.parts or not core or not core[0].isalnum():
        return word
    out = word.copy()
    out.text = core + text[count - 1 :: -1]
    return out


def _percent(word: Word) -> Word:
    """Put the Arabic sign of a percentage behind its number, as it is read."""
    number = word.text[1:]
    if word.text[0] != "\u066a" or not number or not number[0].isdecimal():
        return word
    out = word.copy()
    out.text = number + word.text[0]
    return out


def _mirrored(pieces: list[Word]) -> list[Word]:
    """Turn brackets where they close before they open.

    A font may name one glyph for both, and PDFium turns some of them around: where
    neither reading has pairs throughout, they open and close in turn.
    """
    found = [
        (at, n, char)
        for at, word in enumerate(pieces)
        if not word.raw and not word.parts
        for n, char in enumerate(word.text)
        if char in _BRACKETS
    ]
    if len(found) < 2:
        return pieces
    kinds = "".join(char for _, _, char in found)
    turned = "".join(map(_BRACKETS.__getitem__, kinds))
    best = max(kinds, turned, key=_matched)
    if 2 * _matched(best) < len(best) and len(best) % 2 == 0:
        best = _in_turn(best)
    if best == kinds:
        return pieces
    out = pieces[:]
    for (at, n, _), char in zip(found, best, strict=True):
        text = out[at].text
        if text[n] != char:
            out[at] = out[at].copy()
            out[at].text = text[:n] + char + text[n + 1 :]
    return out


def _in_turn(kinds: str) -> str:
    """Return an even number of brackets as pairs, one after the other."""
    out = ""
    for one, two in zip(kinds[::2], kinds[1::2], strict=True):
        if one not in (two, _BRACKETS[two]):
            return kinds
        opening = one if one in _OPENING else _BRACKETS[one]
        out += opening + _BRACKETS[opening]
    return out


def _matched(brackets: str) -> int:
    """Return how many pairs of brackets open and then close."""
    opened = count = 0
    for char in brackets:
        if char in _OPENING:
            opened += 1
        elif opened:
            opened -= 1
            count += 1
    return count


def _embedded(pieces: list[Word]) -> list[Word]:
    """Turn each stretch of words from right to left, with the signs inside it."""
    out: list[Word] = []
    run: list[Word] = []
    signs: list[Word] = []
    for word in pieces:
        if RIGHT.search(word.text):
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
        own = word.parts or [(word.text, word.style, word.link)]
        word.parts = [*own, *(piece.parts or [(piece.text, piece.style, piece.link)])]
    text = word.text
    if piece.text[0] != text[-1] and (text[-1] in _ACCENTS or piece.text in _ACCENTS):
        word.text = _accented(word, piece)
    else:
        word.text = text + piece.text
    if len(piece.text) > len(text):
        word.style, word.size = piece.style, piece.size
    word.x0, word.x1 = min(word.x0, piece.x0), max(word.x1, piece.x1)
    word.y0, word.y1 = min(word.y0, piece.y0), max(word.y1, piece.y1)
    word.trail = piece.trail
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

"""Characters to pieces of words.

PDFium's own blanks are not used: it glues words that are only moved apart and
tears those that are spaced. A blank that is drawn counts, and so does a small gap;
which of them parts words is told later, by what stands out in a line.
"""

from __future__ import annotations

import re
import unicodedata
from functools import partial
from itertools import chain, islice, starmap
from operator import neg, sub

from kimi_read.formats.pdf.marks import Phrase, Word
from kimi_read.formats.pdf.words import ATOM_GAP, NARROW_GAP, RIGHT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kimi_read.formats.pdf.findings import Run
    from kimi_read.formats.pdf.glyphs import Glyphs
    from kimi_read.formats.pdf.shapes import Frame

    #: first character, the one after the last, whether a blank is drawn before
    Span = tuple[int, int, bool]

#: A step back over this, in units of the font size, starts something new.
_BACK = -0.55
_BLANKS = frozenset(
    " \xa0\t\n\r\u3000\u1680\u202f\u205f\u2028\u2029\ufeff"
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b"
)
_WORD = re.compile(f"[^{''.join(sorted(_BLANKS))}]+")
#: What PDFium makes of a hyphen that parts a word.
_HYPHEN_AT_END = re.compile("[\x02\ufffe]")
_SURROGATE = re.compile("[\ud800-\udfff]")
#: Digits run from left to right between letters that do not.
_NUMBER = re.compile(r"\d+([.,\u066b\u066c]\d+)*")
#: Signs as they are drawn in vertical lines, and ideographs as parts of others: a
#: file may name these for a glyph where the text has the usual ones.
_FORMS = "\u2f00-\u2fd5\ufe10-\ufe19\ufe30-\ufe44"
_ODD = re.compile(
    f"[\x00-\x1a\x1c-\x1f\x7f-\x9f\xad\ud800-\udfff\ufb00-\ufb06\ufffe\uffff{_FORMS}]"
)
_LIGATURES = {
    "\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl",
    "\ufb05": "st", "\ufb06": "st",
}  # fmt: skip
_LIGATURES |= {chr(0xFE10 + n): char for n, char in enumerate("，、。：；！？〖〗…")}  # noqa: RUF001
_LIGATURES |= {
    chr(0xFE30 + n): char
    for n, char in enumerate("‥—–＿＿（）｛｝〔〕【】《》〈〉「」『』")  # noqa: RUF001
}
#: Printable letters that are not taken as they are: ligatures, right to left.
_UNUSUAL = re.compile(f"[\u0590-\u08ff\ufb00-\ufb06\ufb1d-\ufdff\ufe70-\ufefc{_FORMS}]")
#: Letters of the fonts of signs that are more than a bullet.
_SIGNS = {
    "ü": "✓", "û": "✗", "þ": "☑", "ý": "☒", "¨": "☐", "o": "☐", "à": "→", "è": "➔",
}  # fmt: skip


def split(
    runs: list[Run], glyphs: Glyphs, frame: Frame, *, whole: bool = False
) -> list[Word]:
    """Return pieces of words, parted at every blank and at every small gap.

    With ``whole`` those of a run may stay together, as a phrase.
    """
    out: list[Word] = []
    starts, stops = _along(glyphs, frame.turn)
    rooms = list(map(sub, islice(starts, 1, None), stops))
    for run in runs:
        text = glyphs.letters[run.start : run.stop]
        usual = frame.turn == 0 and _usual(run, text)
        made: list[Word] = []
        spans: list[Span] = []
        if _torn(run, rooms, text):
            odd = not run.style.font or (not text.isascii() and RIGHT.search(text))
            parted = _by_letters if odd else _by_gaps
            spans = parted(run, glyphs, starts, stops)
        elif usual and whole:
            made = _phrase(run, text, glyphs, frame)
        if not made:
            spans = spans or _by_blanks(run, glyphs)
            make = _usual_pieces if usual else _pieces
            made = make(run, glyphs, frame, spans)
        if made and text[-1] in _BLANKS:
            made[-1].trail = True
        if made and not run.style.font and _parted(run.start, glyphs, starts, stops):
            made[0].blank = True
        if run.tag >= 0:
            for word in made:
                word.tag = run.tag
        if run.hidden:
            for word in made:
                word.hidden = run.hidden
        out += made
    return out


def _torn(run: Run, rooms: list[float], text: str) -> bool:
    """Whether any gap in a word of a run may part it, or a blank was made up."""
    size = run.size or 1.0
    low, high = _BACK * size, ATOM_GAP * size
    inside = rooms[run.start : run.stop - 1]
    if len(run.parts) > 1:
        return True
    if not inside or (max(inside) <= high and min(inside) > low):
        return False
    return any(
        not low < room <= high and text[n] not in _BLANKS and text[n + 1] not in _BLANKS
        for n, room in enumerate(inside)
    )


def _parted(at: int, glyphs: Glyphs, starts: list[float], stops: list[float]) -> bool:
    """Whether PDFium puts a blank before a character, and there is room for one.

    A font of drawings (Type 3) has no name, and its own blanks, which draw nothing,
    are lost: those made up stand in for them.
    """
    if at < 2 or glyphs.letters[at - 1] != " " or glyphs.letters[at] > "\u2e00":
        return False
    room = starts[at] - stops[at - 2]
    return room > 0.03 * (glyphs.top[at] - glyphs.bottom[at])


def _usual(run: Run, text: str) -> bool:
    """Whether the letters of a run are to be taken as they are."""
    return (
        text.isprintable()
        and (text.isascii() or not _UNUSUAL.search(text))
        and not run.style.signs
        and unicodedata.is_normalized("NFC", text)
    )


def _phrase(run: Run, text: str, glyphs: Glyphs, frame: Frame) -> list[Word]:
    """Return a usual run as one phrase, if all its blanks have about a usual width."""
    parts = text.strip(" ").split(" ")
    if len(parts) < 2 or run.turn:
        return []
    left, right, top, bottom = glyphs.left, glyphs.right, glyphs.top, glyphs.bottom
    start = run.start + len(text) - len(text.lstrip(" "))
    upper, lower, most = top[start], bottom[start], NARROW_GAP * run.size
    stop = start + len(parts[0])
    for part in parts[1:]:
        at = stop + 1
        if not (0 < left[at] - right[stop - 1] <= most and part):
            return []
        if top[at] != upper or bottom[at] != lower:
            return []
        stop = at + len(part)
    box = (
        left[start] - frame.left, frame.top - upper,
        right[stop - 1] - frame.left, frame.top - lower,
    )  # fmt: skip
    base = frame.top - run.origin[1]
    phrase = Phrase(" ".join(parts), box, base, run.size, run.style)
    phrase.make = partial(_unmade, run, glyphs, frame)
    phrase.cut = right[start + len(parts[0]) - 1] - frame.left
    if start == run.start:
        phrase.blank = False
    return [phrase]


def _unmade(run: Run, glyphs: Glyphs, frame: Frame) -> list[Word]:
    """Return the words of a phrase."""
    return _usual_pieces(run, glyphs, frame, _by_blanks(run, glyphs))


def _usual_pieces(
    run: Run, glyphs: Glyphs, frame: Frame, spans: Sequence[Span]
) -> list[Word]:
    """Return the pieces that hold these characters, whose letters are usual."""
    out: list[Word] = []
    letters, edge, upper = glyphs.letters, frame.left, frame.top
    left, right, top, bottom = glyphs.left, glyphs.right, glyphs.top, glyphs.bottom
    base, size, style = upper - run.origin[1], run.size, run.style
    for at, stop, blank in spans:
        x0, x1 = left[at], right[stop - 1]
        box = x0 - edge, upper - top[at], x1 - edge, upper - bottom[at]
        word = Word(letters[at:stop], box, base, size, style)
        if x1 < x0:  # an accent that was set back
            word = _piece(run, glyphs, frame, (at, stop, blank))
        elif not blank:
            word.blank = False
        out.append(word)
    return out


def _pieces(
    run: Run, glyphs: Glyphs, frame: Frame, spans: Sequence[Span]
) -> list[Word]:
    """Return the pieces that hold these characters; one may come to nothing."""
    made = [_piece(run, glyphs, frame, span) for span in spans]
    return [word for word in made if word.text]


def _by_blanks(run: Run, glyphs: Glyphs) -> list[Span]:
    """Return the pieces of a run that its blanks part."""
    start = run.start
    found = _WORD.finditer(glyphs.letters, start, run.stop)
    return [(m.start(), m.end(), m.start() > start) for m in found]


def _by_gaps(
    run: Run, glyphs: Glyphs, starts: list[float], stops: list[float]
) -> list[Span]:
    """Return the pieces of a run that blanks and gaps part, read to the right.

    A blank that PDFium made up counts for nothing but the gap in which it stands.
    """
    size = run.size or 1.0
    low, high = _BACK * size, ATOM_GAP * size
    out: list[Span] = []
    blank = False
    for begin, end in run.parts:
        for match in _WORD.finditer(glyphs.letters, begin, end):
            at, stop = match.span()
            blank = blank or at > begin
            inside = list(map(sub, starts[at + 1 : stop], stops[at:stop]))
            if out and not blank and low < starts[at] - stops[out[-1][1] - 1] <= high:
                at, _, blank = out.pop()
            if inside and (max(inside) > high or min(inside) <= low):
                for n, room in enumerate(inside, match.start() + 1):
                    if not low < room <= high:
                        out.append((at, n, blank))
                        at, blank = n, False
            out.append((at, stop, blank))
            blank = False
        blank = blank or glyphs.letters[end - 1] in _BLANKS
    return out


def _by_letters(
    run: Run, glyphs: Glyphs, starts: list[float], stops: list[float]
) -> list[Span]:
    """Return the pieces of a run that is read to the left, or of a nameless font."""
    letters = glyphs.letters
    size = run.size or 1.0
    high, back = ATOM_GAP * size, _BACK * size
    out: list[Span] = []
    nameless = not run.style.font
    blank, first, last = False, -1, -1
    for at in chain.from_iterable(starmap(range, run.parts)):
        char = letters[at]
        if char in _BLANKS:
            if first >= 0:
                out.append((first, last + 1, blank))
            blank, first = True, -1
            continue
        if first >= 0:
            if nameless and at > last + 1 and _parted(at, glyphs, starts, stops):
                out.append((first, last + 1, blank))
                blank, first, last = True, at, at
                continue
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


def _along(glyphs: Glyphs, turn: int) -> tuple[list[float], list[float]]:
    """Return where each character starts and stops along its line."""
    if turn == 0:
        return glyphs.left, glyphs.right
    if turn == 1:
        return glyphs.bottom.tolist(), glyphs.top.tolist()
    if turn == 2:
        return list(map(neg, glyphs.right)), list(map(neg, glyphs.left))
    return list(map(neg, glyphs.top)), list(map(neg, glyphs.bottom))


def _piece(run: Run, glyphs: Glyphs, frame: Frame, span: Span) -> Word:
    first, stop, blank = span
    last = stop - 1
    text = glyphs.letters[first:stop]
    if not text.isascii() or not text.isprintable():
        text = cleaned(text) or ("•" if len(text) == 1 and run.style.signs else "")
        if len(text) > 1 and frame.turn == 0 and _mirrored(text, glyphs, first, last):
            text = _NUMBER.sub(lambda digits: digits[0][::-1], text[::-1])
    if run.style.signs and len(text) == 1 and (text.isalpha() or text in "¨§·"):
        text = _SIGNS.get(text, "•")
    left, right = glyphs.left[first], glyphs.right[last]
    upper, lower = glyphs.top[first], glyphs.bottom[first]
    if frame.turn == 0 and left <= right and glyphs.left[first] <= glyphs.left[last]:
        box = left - frame.left, frame.top - upper, right - frame.left, (
            frame.top - lower
        )  # fmt: skip
        base = frame.top - run.origin[1]
    else:
        box = frame.box(
            min(left, glyphs.left[last]), min(lower, glyphs.bottom[last]),
            max(glyphs.right[first], right), max(upper, glyphs.top[last]),
        )  # fmt: skip
        base = frame.point(*run.origin)[1]
    word = Word(text, box, base, run.size, run.style)
    word.blank = blank
    return word


def _mirrored(text: str, glyphs: Glyphs, first: int, last: int) -> bool:
    """Whether letters that run from right to left are stored as they are seen.

    The letters of one glyph have one place: those beside them tell their order.
    """
    if text.isascii() or not all(
        RIGHT.match(char) and not unicodedata.combining(char) for char in text
    ):
        return False
    left, letters = glyphs.left, glyphs.letters
    if left[first] == left[last]:
        first -= first > 0 and RIGHT.match(letters[first - 1]) is not None
        last += last + 1 < len(letters) and RIGHT.match(letters[last + 1]) is not None
    return left[first] < left[last]


def cleaned(text: str) -> str:
    """Return text without ligatures, forms, soft hyphens and stray controls."""
    text = _HYPHEN_AT_END.sub("-", text)
    if _SURROGATE.search(text):
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    text = _ODD.sub(_odd, text)
    return unicodedata.normalize("NFC", text)


def _odd(match: re.Match[str]) -> str:
    char = match[0]
    if char == "\u00ad":  # kept where it ends a line, until the lines are joined
        return char if match.end() == len(match.string) else ""
    if "\u2f00" <= char <= "\u2fd5":
        return unicodedata.normalize("NFKC", char)
    return _LIGATURES.get(char, "")

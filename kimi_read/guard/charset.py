"""Which encoding legacy bytes are in: a guess from those that are not ASCII.

For workers only, since the detector is compiled code fed by strangers. chardet is
asked on windows around the bytes that matter. What it says of few bytes is checked
against how letters and signs stand in words; cp1252 is the last resort.
"""

from __future__ import annotations

import codecs
from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.source import Source

_CHUNK = 1 << 18
#: Bytes beyond the first of characters of UTF-8 for each fault.
_MANY_MORE = 20
#: As many, and so many at least, where two encodings are mixed.
_MORE, _FEW = 2, 4
#: The error handler that reads the rest of UTF-8 as cp1252.
WINDOWS = "kread-windows"
_SAMPLE_BYTES = 64 << 10
#: What is looked at beside a byte that is not ASCII: more would drown it.
_AROUND = 24
#: Sister pages of cp1251 and KOI8 that few files are in, and what is taken off them.
_CENTRAL_ASIAN = frozenset({"kz1048", "koi8-t", "ptcp154"})
_SELDOM = 0.9
#: By how much less pages of Windows may be likely than others and still go first.
_TIE = 1.001
#: How near to the best answer of a Latin script cp1252 must come to be preferred.
_NEAR = 0.85
#: Of Latin scripts, and seldom met: code pages of DOS and of the old Macintosh, and
#: parts of ISO 8859. A few bytes are enough to be taken for one of them.
_RARE = frozenset({
    "cp437", "cp775", "cp850", "cp852", "cp857", "cp858", "cp860", "cp861",
    "cp863", "cp865", "hp-roman8", "mac-iceland", "mac-latin2", "mac-roman",
    "mac-turkish", "iso8859-3", "iso8859-4", "iso8859-10", "iso8859-14", "iso8859-15",
    "iso8859-16",
})  # fmt: skip
_LATIN = _RARE | {
    "cp1252", "cp1250", "cp1254", "cp1257", "cp1258", "iso8859-2", "iso8859-13",
}  # fmt: skip
#: Letters of scripts beside Latin that are written in words.
_OTHER = "\u0370-\u1dff\ufb1d-\ufdff\ufe70-\ufefc"
#: The share of letters beyond ASCII that may be capitals behind small ones.
_FLIPS = 0.1
#: Quotation marks, dashes and dots, which all code pages of Windows have in one place.
_MARKS = bytes((0x82, 0x84, 0x85, *range(0x91, 0x98)))
#: Where cp1252 has signs and no letters.
_SIGNS = frozenset((0x80, 0x86, 0x87, 0x89, 0x8B, 0x95, 0x98, 0x99, 0x9B,
                    *range(0xA0, 0xC0))) - {0xAA, 0xBA}  # fmt: skip
#: Code pages of DOS that draw frames with the bytes 0xB0 to 0xDF.
_DOS = frozenset({
    "cp437", "cp737", "cp775", "cp850", "cp852", "cp855", "cp857", "cp858", "cp860",
    "cp861", "cp862", "cp863", "cp865", "cp866", "cp1125",
})  # fmt: skip
_HIGH = bytes(range(128, 256))
#: Answers that say nothing of legacy text.
_DISCARDED = frozenset({"", "ascii", "utf-8", "utf-7"})
#: Signs of cp1252 that hardly a text holds, which many letters of others look like.
_UNUSUAL = frozenset("\xa4\xa5\xa6\xa8\xad\xaf\xb8\xb9\xde\xfe\u0192\u02c6\u02dc\u201a")
_OPENING = frozenset("\xa1\xab\xbf\u2018\u201c\u201e\u2039")
_CLOSING = frozenset("\xbb\u201d\u203a")
#: May stand between two letters: apostrophe, ellipsis, dashes, points, no-break space.
_BETWEEN = frozenset("\xa0\xb7\u2013\u2014\u2019\u2026")
_ORDINALS = frozenset("\xaa\xba")
#: Letters that are words of their own.
_WORDS = frozenset("\xe0\xe1\xe5\xe6\xe8\xe9\xf2\xf3\xf6\xf8")
#: High bytes that stand alone between ASCII letters are accents of a Latin script.
_ALONE_RUN = 1.25
_ALONE_SHARE = 0.2


#: What a label means in practice: a superset that real files use.
#: Source: WHATWG Encoding Standard, 4.2 (names and labels).
SUPERSETS = {
    "ascii": "utf-8",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "euc_kr": "cp949",
    "shift_jis": "cp932",
    "shift_jis_2004": "cp932",
    "tis-620": "cp874",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
}


def prepare() -> None:
    """Load the detector with its tables, and the codecs that it may name."""
    import chardet
    from chardet.registry import REGISTRY

    # a doubtful text and a clear one: each of the tables is loaded when one asks
    mixed = "déjà vu, Привет, naïve".encode("cp1251", "replace")
    clear = (
        "Широкая электрификация южных губерний даст мощный толчок подъёму "
        "сельского хозяйства "
    )
    for sample in (mixed, (clear * 2).encode("cp1251")):
        chardet.detect_all(sample, ignore_threshold=True)
    for name in REGISTRY:
        codecs.lookup(superset(name))


def guess(source: Source) -> str:
    """Return the name of a Python codec that decodes the whole file, or nothing."""
    sample = b"".join(_windows(source))
    if _only_signs(sample) and _western(sample) and fits(source, "cp1252"):
        return "cp1252"
    alone = _stand_alone(sample)
    drawn = _drawn(sample)
    for name in _candidates(sample):
        if name in _DISCARDED or (alone and name not in _LATIN):
            continue
        if drawn and name not in _DOS:
            continue
        if _controls(sample, name) or _odd_words(sample, name):
            continue
        if name in _RARE and not drawn and _western(sample):
            break
        if fits(source, name):
            return name
    last = "cp437" if drawn else "cp1252"
    return last if fits(source, last) else ""


def utf8_errors(source: Source) -> str:
    """Return the error handler to read text as UTF-8 with that is not all of it.

    ``replace`` where its characters far outnumber the faults: by chance, bytes of
    another encoding seldom follow each other as they do. ``WINDOWS`` where two
    encodings are mixed, as in a log of several writers; text of one legacy encoding
    has fewer characters of UTF-8 than places that are none. Else nothing.
    """
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    more = faults = position = 0
    while chunk := source.read_at(position, _CHUNK):
        position += len(chunk)
        text = decoder.decode(chunk)
        bad = text.count("\ufffd")
        more += len(text.encode()) - len(text) - 2 * bad
        faults += bad
    faults += bool(decoder.decode(b"", True))
    if more >= _MANY_MORE * faults:
        return "replace"
    return WINDOWS if more >= max(_FEW, _MORE * faults) else ""


def read_as(name: str, errors: str) -> str:
    """Return what is said of a guess."""
    return f"{name}, and as cp1252 where it is none" if errors == WINDOWS else name


def by_windows(error: UnicodeError) -> tuple[str, int]:
    """Decode bytes that are no UTF-8 as cp1252: an error handler for codecs."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    bad = error.object[error.start : error.end]
    return bad.decode("cp1252", "replace"), error.end


def _candidates(sample: bytes) -> list[str]:
    """Return the names of codecs, the likeliest first; those of Windows before others.

    Of Latin ones that are about as likely cp1252 is by far the most frequent.
    """
    import chardet

    found: dict[str, float] = {}
    for answer in chardet.detect_all(sample, ignore_threshold=True, compat_names=False):
        name = superset(str(answer.get("encoding") or ""))
        sure = float(answer.get("confidence") or 0)
        found.setdefault(name, sure * _SELDOM if name in _CENTRAL_ASIAN else sure)
    names = sorted(
        found, key=lambda name: -found[name] * (_TIE if name[:4] == "cp12" else 1)
    )
    first = next((at for at, name in enumerate(names) if name in _LATIN), 0)
    near = found.get("cp1252", 0) >= _NEAR * found[names[first]] if names else False
    if near and _western(sample):
        names.insert(first, "cp1252")
    return names


def _windows(source: Source) -> Iterator[bytes]:
    """Yield what stands around bytes that are not ASCII, up to the sample's size."""
    import re

    high = re.compile(rb"[\x80-\xff]")
    left = _SAMPLE_BYTES
    position = 0
    while left > 0 and (chunk := source.read_at(position, _CHUNK)):
        position += len(chunk)
        end = 0
        for match in high.finditer(chunk):
            start = match.start()
            if start < end:
                continue
            start = max(end, start - _AROUND)
            end = min(len(chunk), match.end() + _AROUND)
            yield chunk[start : min(end, start + left)]
            left -= end - start
            if left <= 0:
                return


def _only_signs(sample: bytes) -> bool:
    """Whether there are marks and signs only, as of currencies beside numbers.

    No detector can tell anything from them; among letters they may be letters.
    """
    import re

    runs = list(re.finditer(rb"[\x80-\xff]+", sample))
    for run in runs:
        if run[0].translate(None, _MARKS) == b"":
            continue
        beside = sample[max(0, run.start() - 1) : run.start()]
        beside += sample[run.end() : run.end() + 1]
        letters = any(chr(byte).isalpha() for byte in beside)
        if letters or len(set(run[0])) > 1 or run[0][0] not in _SIGNS:
            return False
    return bool(runs)


def _stand_alone(sample: bytes) -> bool:
    import re

    runs = re.findall(rb"[\x80-\xff]+", sample)
    high = sum(map(len, runs))
    letters = high + len(re.findall(rb"[A-Za-z]", sample))
    return bool(runs) and (
        high / len(runs) < _ALONE_RUN and high < _ALONE_SHARE * letters
    )


def _drawn(sample: bytes) -> bool:
    """Whether most of what is not ASCII are lines and blocks of DOS, in long runs."""
    import re

    high = len(sample) - len(sample.translate(None, _HIGH))
    runs = re.finditer(rb"([\xb0-\xdf])\1{3,}", sample)
    return sum(len(run[0]) for run in runs) * 2 > high


def _controls(sample: bytes, name: str) -> bool:
    """Whether ``sample`` would hold C1 control characters, as no text does."""
    try:
        text = sample.decode(name, "replace")
    except LookupError:
        return True
    return any("\x80" <= char <= "\x9f" and char != "\x85" for char in text)


def _odd_words(sample: bytes, name: str) -> bool:
    """Whether words would hold capitals in their midst, or letters of two scripts.

    The accents of a Latin text become such capitals in another Latin code page, and
    Cyrillic, Greek or Arabic letters elsewhere; Chinese and Japanese do stand beside
    ASCII letters, but not every character by itself between two.
    """
    import re

    text = sample.decode(name, "replace")
    if name in _LATIN:
        wide = sum(not char.isascii() and char.isalpha() for char in text)
        flips = sum(
            char.isupper() and before.islower()
            for before, char in pairwise(text)
            if not char.isascii()
        )
        return flips > wide * _FLIPS
    words = [w for w in re.findall(f"[A-Za-z{_OTHER}]+", text) if not w.isascii()]
    mixed = sum(any(map(str.isascii, word)) for word in words)
    runs = re.findall(r"[^\x00-\x7f]+", text)
    inside = re.findall(r"(?<=[A-Za-z])[^\x00-\x7f](?=[A-Za-z])", text)
    return 2 * mixed > len(words) or (bool(runs) and len(inside) == len(runs))


def _western(sample: bytes) -> bool:
    """Whether ``sample`` reads well as cp1252, with each letter and sign in its place.

    A letter of another code page comes out as a capital inside a word, as a sign
    between letters, or as a quotation mark on the wrong side.
    """
    try:
        text = f" {sample.decode('cp1252')} "
    except UnicodeDecodeError:
        return False
    return all(
        char.isascii() or _in_place(text[at - 1], char, text[at + 1])
        for at, char in enumerate(text)
    )


def _in_place(before: str, char: str, after: str) -> bool:
    if char in _UNUSUAL:
        return False
    if char in _ORDINALS:
        return before.isalnum() or before == "."
    if char.isalpha() and char != "\xb5":
        return _letter_in_place(before, char, after)
    if char in _OPENING:
        return not before.isalnum()
    if char in _CLOSING:
        return not after.isalpha()
    return char in _BETWEEN or not (before.isalpha() and after.isalpha())


def _letter_in_place(before: str, char: str, after: str) -> bool:
    if char.isupper():
        return not (before.islower() or (before.isalpha() and after.islower()))
    if before.isupper() and after.isupper():
        return False
    return before.isalpha() or after.isalpha() or char in _WORDS


def fits(source: Source, name: str) -> bool:
    """Whether the codec of that name decodes the whole file."""
    try:
        decoder = codecs.getincrementaldecoder(name)("strict")
    except LookupError:
        return False
    position = 0
    try:
        while chunk := source.read_at(position, _CHUNK):
            position += len(chunk)
            decoder.decode(chunk)
        decoder.decode(b"", True)
    except UnicodeDecodeError:
        return False
    return True


def superset(name: str) -> str:
    """Return the name under which Python decodes what files of ``name`` hold."""
    try:
        plain = codecs.lookup(name).name
    except LookupError:
        return ""
    return SUPERSETS.get(plain, plain)


codecs.register_error(WINDOWS, by_windows)

"""Which encoding legacy bytes are in: a guess from those that are not ASCII.

For workers only, since the detectors are C extensions fed by strangers. uchardet
(faust-cchardet) is asked first, on windows around the bytes that matter; where its
answer cannot be right, chardet 7 is; cp1252 is the last resort.
"""

from __future__ import annotations

import codecs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.source import Source

_CHUNK = 1 << 18
#: Bytes beyond the first of characters of UTF-8 for each fault.
_MANY_MORE = 20
_SAMPLE_BYTES = 64 << 10
_AROUND = 96
_LATIN = frozenset({
    "cp1252", "cp1250", "cp1254", "cp1257", "iso8859-2", "iso8859-3", "iso8859-4",
    "iso8859-10", "iso8859-13", "iso8859-15", "iso8859-16", "mac-roman", "cp850",
    "cp852", "cp858", "cp437", "mac-latin2",
})  # fmt: skip
#: Code pages of DOS and of the old Macintosh: they hold their letters in 0x80-0x9F,
#: where Windows and ISO 8859 hold signs and control characters.
_OLD = frozenset(
    {"cp437", "cp850", "cp852", "cp858", "mac-roman", "mac-latin2", "cp855", "cp866"}
)
_OLD_SHARE = 0.3
#: Answers that say nothing of legacy text, or that uchardet gives without ground.
_DISCARDED = frozenset({"", "ascii", "utf-8", "viscii"})
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
    "tis-620": "cp874",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
}


def prepare() -> None:
    """Load both detectors with their models, and the codecs they may name."""
    import cchardet
    import chardet

    # a doubtful text and a clear one: chardet loads each of its tables when one asks
    mixed = "déjà vu, Привет, naïve".encode("cp1251", "replace")
    clear = (
        "Широкая электрификация южных губерний даст мощный толчок подъёму "
        "сельского хозяйства "
    )
    for detector in (cchardet, chardet):
        detector.detect(mixed)
        detector.detect((clear * 2).encode("cp1251"))
    for name in (*_LATIN, "cp1251", "cp1253", "cp1255", "cp1256", "cp866", "koi8-r",
                 "cp932", "cp949", "gb18030", "big5", "euc-jp", "iso8859-5",
                 "iso8859-7", "iso8859-8", "cp874", "mac-cyrillic",
                 "big5hkscs", "euc-kr", "hz", "johab", "iso8859-6", "cp855",
                 "shift-jis", "iso2022-jp", "iso2022-kr", "gbk", "gb2312", "cp950",
                 "iso8859-1", "iso8859-9", "iso8859-11", "iso8859-14", "tis-620",
                 "cp737", "cp775", "cp857", "cp862", "cp864", "cp865", "cp1258",
                 "koi8-u", "kz1048", "mac-greek", "mac-turkish",
    ):  # fmt: skip
        codecs.lookup(name)


def guess(source: Source) -> str:
    """Return the name of a Python codec that decodes the whole file, or nothing."""
    sample = b"".join(_windows(source))
    alone = _stand_alone(sample)
    recent = _recent(sample)
    for name in _candidates(sample):
        if name in _DISCARDED or (alone and name not in _LATIN):
            continue
        if (recent and name in _OLD) or _controls(sample, name):
            continue
        if fits(source, name):
            return name
    return "cp1252" if fits(source, "cp1252") else ""


def nearly_utf8(source: Source) -> bool:
    """Whether characters of UTF-8 far outnumber the bytes that are none of it.

    By chance, bytes of another encoding seldom follow each other as its do.
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
    return more >= _MANY_MORE * faults


def _candidates(sample: bytes) -> Iterator[str]:
    import cchardet
    import chardet

    for detector in (cchardet, chardet):
        answer = detector.detect(sample)
        yield superset(str(answer.get("encoding") or ""))


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


def _stand_alone(sample: bytes) -> bool:
    import re

    runs = re.findall(rb"[\x80-\xff]+", sample)
    high = sum(map(len, runs))
    letters = high + len(re.findall(rb"[A-Za-z]", sample))
    return bool(runs) and (
        high / len(runs) < _ALONE_RUN and high < _ALONE_SHARE * letters
    )


def _controls(sample: bytes, name: str) -> bool:
    """Whether ``sample`` would hold C1 control characters, as no text does."""
    try:
        text = sample.decode(name, "replace")
    except LookupError:
        return True
    return any("\x80" <= char <= "\x9f" and char != "\x85" for char in text)


def _recent(sample: bytes) -> bool:
    """Whether the letters lie where Windows and ISO 8859 have them."""
    high = [byte for byte in sample if byte >= 0x80]
    old = sum(byte < 0xA0 for byte in high)
    return old < _OLD_SHARE * len(high)


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

"""The code page of names that a ZIP file declares none for.

The format says code page 437, and writers use whatever their system has. A page is
taken if nearly all of the odd letters are usual ones in it: letters of one alphabet,
or the common ideographs, standing together. Sources: the layouts of the code pages;
JIS X 0208 rows 16 to 47, GB 2312 rows 16 to 55 and Big5 A4 to C6 (common ideographs).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

DEFAULT = "cp437"
_LOCAL = b"PK\3\4"
#: The share of odd letters that must be usual in a page that is taken.
_ENOUGH = 0.85
_MOST_NAMES = 500
_SIGNS = "\u00b0\u00b2\u00b7\u00bc\u00bd\u00ab\u00bb\u2122\u20ac"
_DASHES = "\u2013\u2014\u2018\u2019\u201c\u201d\u2026"
#: So many letters of Korean make it unlikely that they are Chinese ones by chance.
_KOREAN_LETTERS = 6


#: The codecs that were loaded before the worker was locked.
_loaded: list[tuple[str, Callable[[str], list[bool]]]] = []


def prepare(head: bytes) -> None:
    """Load the codecs if a name in ``head``, the first bytes of a file, may need them.

    So they are where something else stands in front of the first member. Nothing can
    be loaded once the worker is locked; without them it is page 437.
    """
    import codecs

    if _loaded or (head.startswith(_LOCAL) and all(map(is_utf8, _undeclared(head)))):
        return
    for codec, usual in _CODECS:
        codecs.lookup(codec)
        _loaded.append((codec, usual))


def _undeclared(head: bytes) -> Iterator[bytes]:
    """Yield the names in ``head`` that are not declared to be UTF-8."""
    at = head.find(_LOCAL)
    while at >= 0:
        start = at + 30
        name = head[start : start + int.from_bytes(head[at + 26 : at + 28], "little")]
        if not head[at + 7 : at + 8] >= b"\x08":
            yield name
        at = head.find(_LOCAL, start + len(name))


def is_utf8(name: bytes) -> bool:
    """Whether ``name`` is valid UTF-8."""
    try:
        name.decode()
    except UnicodeDecodeError:
        return False
    return True


def guess(names: Iterable[bytes]) -> str:
    """Return the name of the codec that ``names`` are most likely in."""
    odd = [name for name in [*names][:_MOST_NAMES] if not name.isascii()]
    best, found = 0.0, DEFAULT
    for codec, usual in _loaded:
        share = _share(odd, codec, usual)
        if share >= _ENOUGH and share > best:
            best, found = share, codec
    return found


def _share(names: list[bytes], codec: str, usual: Callable[[str], list[bool]]) -> float:
    """Return the share of odd letters that are usual; 0 where one is impossible."""
    found: list[bool] = []
    for name in names:
        try:
            found += usual(name.decode(codec))
        except (UnicodeDecodeError, LookupError, OSError):
            return 0.0
    return sum(found) / len(found) if found else 0.0


def _japanese(text: str) -> list[bool]:
    """Kana and common kanji, beside others of them."""
    return _together(text, lambda char: _kana(char) or _common(char, "cp932", 0x88))


def _chinese(text: str) -> list[bool]:
    return _together(text, lambda char: _common(char, "gbk", 0xB0, 0xD7, 0xA1))


def _taiwanese(text: str) -> list[bool]:
    return _together(text, lambda char: _common(char, "big5", 0xA4, 0xC6))


def _korean(text: str) -> list[bool]:
    found = _together(text, lambda char: "\uac00" <= char <= "\ud7a3")
    return found if len(found) >= _KOREAN_LETTERS else [False]


def _russian(text: str) -> list[bool]:
    """Letters beside each other, and none of another alphabet beside them."""
    found = _together(text, lambda char: "\u0400" <= char <= "\u045f")
    odd = [at for at, char in enumerate(text) if not char.isascii()]
    return [
        good
        and not any(c.isascii() and c.isalpha() for c in text[max(0, at - 1) : at + 2])
        for good, at in zip(found, odd, strict=True)
    ]


def _latin(text: str) -> list[bool]:
    """Letters with marks, seldom more than two together; signs at the end of words."""
    found = []
    run = 0
    for char, following in zip(text, text[1:] + " ", strict=True):
        run = 0 if char.isascii() else run + 1
        if run:
            letter = char.isalpha() and "\u00c0" <= char <= "\u024f"
            sign = char in _DASHES or (char in _SIGNS and not following.isalpha())
            found.append((letter or sign) and run < 3)
    return found


def _together(text: str, usual: Callable[[str], bool]) -> list[bool]:
    """Tell for each odd letter whether it is usual and has a neighbour that is."""
    kinds = [not char.isascii() and usual(char) for char in text]
    return [
        kinds[at] and any(kinds[max(0, at - 1) : at] + kinds[at + 1 : at + 2])
        for at, char in enumerate(text)
        if not char.isascii()
    ]


def _kana(char: str) -> bool:
    return "\u3041" <= char <= "\u30fe"


def _common(
    char: str, codec: str, first: int, last: int = 0x97, least: int = 0x40
) -> bool:
    """Whether the lead byte of ``char`` is one of the common ideographs."""
    raw = char.encode(codec, "ignore")
    return len(raw) == 2 and first <= raw[0] <= last and raw[1] >= least


_CODECS: tuple[tuple[str, Callable[[str], list[bool]]], ...] = (
    ("cp932", _japanese),
    ("cp437", _latin),
    ("euc_kr", _korean),
    ("gbk", _chinese),
    ("big5", _taiwanese),
    ("cp866", _russian),
    ("cp1251", _russian),
    ("cp1252", _latin),
)

"""UTF-16 and UTF-32 without a byte order mark, told by their zero bytes.

Texts whose letters lie beyond U+00FF have few zero bytes; they are told by decoding:
nearly every code point must belong to a script, and some to a line or a phrase.
"""

from __future__ import annotations

#: Bytes that text seldom holds: C0 but bell, backspace, TAB, LF, VT, FF, CR, ESC and
#: the information separators.
CONTROLS = bytes(set(range(32)) - {*range(7, 14), *range(27, 32)})
_SAMPLE = 2000
#: Code points that text is made of, as inclusive ranges of the basic plane.
_LETTERS = (
    (0x20, 0x7E), (0xA0, 0x17FF), (0x1E00, 0x1FFF), (0x2010, 0x2027), (0x2030, 0x205E),
    (0x20A0, 0x20CF), (0x2100, 0x214F), (0x2190, 0x21FF), (0x2200, 0x22FF),
    (0x2460, 0x24FF), (0x2500, 0x27BF), (0x3000, 0x33FF), (0x4E00, 0x9FFF),
    (0xAC00, 0xD7A3), (0xF900, 0xFAFF), (0xFE30, 0xFE4F), (0xFF01, 0xFFEE),
)  # fmt: skip
_BREAKS = frozenset("\n\r\t ,.!?:;-\u3000\u3001\u3002\uff01\uff0c\uff1a\uff1b\uff1f")


def wide_encoding(head: bytes) -> str:
    """Return ``utf-16-le`` and the like for text of that form, else nothing."""
    return by_zeros(head) or (plausible(head) if b"\0" in head else "")


def by_zeros(head: bytes) -> str:
    """Return the encoding that the places of the zero bytes show."""
    count = len(head) // 4 * 4
    zeros = head.count(0)
    if count >= 4 and zeros >= count // 2 and _utf32(head[:count]):
        return _utf32(head[:count])
    half = len(head) // 2
    if half < 2 or not zeros:
        return ""
    even, odd = head[0 : half * 2 : 2].count(0), head[1 : half * 2 : 2].count(0)
    most = max(1.5, 0.05 * half)  # a surrogate or a sign of another block
    if odd > 0.4 * half and even < most:
        name = "utf-16-le"
    elif even > 0.4 * half and odd < most:
        name = "utf-16-be"
    else:
        return ""
    narrow = head[0 if name == "utf-16-le" else 1 : half * 2 : 2]
    return name if _few_controls(narrow) else ""


def plausible(head: bytes) -> str:
    """Return the UTF-16 in which ``head`` reads as text of some script, if any."""
    best, found = 0.97, ""
    for name in ("utf-16-le", "utf-16-be"):
        share = _share_of_letters(head, name)
        if share > best:
            best, found = share, name
    return found


def _utf32(data: bytes) -> str:
    for name in ("utf-32-le", "utf-32-be"):
        try:
            text = data.decode(name)
        except UnicodeDecodeError:
            continue
        if text.count("\0") <= len(text) * 0.01:
            return name
    return ""


def _few_controls(narrow: bytes) -> bool:
    return len(narrow) - len(narrow.translate(None, CONTROLS)) <= len(narrow) * 0.06


def _share_of_letters(head: bytes, name: str) -> float:
    data = head[: min(len(head) // 2, _SAMPLE) * 2]
    try:
        text = data.decode(name)
    except UnicodeDecodeError as error:
        if error.start < len(data) - 4:  # a surrogate pair may be cut at the end
            return 0.0
        text = data[: error.start].decode(name)
    if len(text) < 8:
        return 0.0
    breaks = sum(char in _BREAKS for char in text)
    if breaks < len(text) * (0.01 if len(text) > 100 else 0.0):
        return 0.0
    good = sum(char in "\n\r\t" or _letter(ord(char)) for char in text)
    return good / len(text)


def _letter(code: int) -> bool:
    if code > 0xFFFF:
        return code < 0x30000 or 0xE0100 <= code < 0xE01F0
    return any(first <= code <= last for first, last in _LETTERS)

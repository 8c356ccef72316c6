"""Characters in a text that a person does not see and a program obeys.

Bidirectional controls, tag characters, runs of zero-width characters and of
variation selectors stay as they are in a pipe; the lines that hold them are named.
Works on UTF-8 bytes, and imports nothing until it has found something.
Source: Unicode UAX 9, 2.1 to 2.4; UTR 36, 3.5; UTS 51, ED-14a (flag tags).
"""

from __future__ import annotations

_ZERO_WIDTH = ("\u200b", "\u200c", "\u200d", "\u2060", "\ufeff")
_BIDI = (*map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A)))
#: How tags and variation selectors begin in UTF-8.
_STARTS = (b"\xf3\xa0", b"\xef\xb8\x80", b"\xef\xb8\x81", b"\xef\xb8\x8f")
_NEEDLES = (*_STARTS, *(char.encode() for char in (*_BIDI, *_ZERO_WIDTH)))


def hidden(lines: list[bytes], first: int) -> list[int]:
    """Return the numbers of the lines that hold such characters."""
    whole = b"\n".join(lines)
    if whole.isascii() or not any(needle in whole for needle in _NEEDLES):
        return []
    return [
        number
        for number, line in enumerate(lines, first)
        if not line.isascii() and conceals(line.decode("utf-8", "replace"))
    ]


def conceals(text: str) -> bool:
    """Whether a text holds such characters; flags of regions are none."""
    import re

    zero = "".join(_ZERO_WIDTH)
    pattern = (
        f"[{''.join(_BIDI)}]|[{zero}]{{2,}}|(?<!\U0001f3f4)[\U000e0000-\U000e007f]+"
        "|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}"
    )
    bare = re.sub("\U0001f3f4[\U000e0020-\U000e007f]+", "", text)
    return re.search(pattern, bare) is not None

"""UTF-16 and UTF-32 without a byte order mark, told by their zero bytes."""

from __future__ import annotations


def wide_encoding(head: bytes) -> str:
    """Return ``utf-16-le`` and the like for text of that form, else nothing."""
    count = len(head) // 4 * 4
    if count < 4:
        return ""
    for name in ("utf-32-le", "utf-32-be"):
        try:
            head[:count].decode(name)
        except UnicodeDecodeError:
            continue
        return name
    even, odd = head[0:count:2].count(0), head[1:count:2].count(0)
    half = count // 2
    if odd > 0.4 * half and even < 0.05 * half:
        return "utf-16-le"
    if even > 0.4 * half and odd < 0.05 * half:
        return "utf-16-be"
    return ""

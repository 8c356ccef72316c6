"""Forms that draw forms that draw forms: counted before a page is loaded.

PDFium parses a form anew for each time that it is drawn.
Source: ISO 32000-2, 8.10 (form XObjects).
"""

from __future__ import annotations

import re
import zlib

#: The most forms that one form may come to draw, all levels counted.
MOST = 20_000
_FORM = re.compile(rb"/Subtype\s*/Form\b")
_XOBJECTS = re.compile(rb"/XObject\s*<<(.{0,2000}?)>>", re.DOTALL)
_NAMED = re.compile(rb"/([^\s/<>\[\]()]{1,60})\s+(\d{1,8})\s+\d{1,5}\s+R")
_DRAWN = re.compile(rb"/([^\s/<>\[\]()]{1,60})\s+Do\b")
_HEAD = re.compile(rb"(\d{1,8})\s+\d{1,5}\s+obj\b")
_DICT = 3000


def explosive(data: bytes) -> list[tuple[int, int]]:
    """Return where the streams lie of forms that would draw too much."""
    draws: dict[int, dict[int, int]] = {}
    places: dict[int, tuple[int, int]] = {}
    for match in _FORM.finditer(data):
        start = data.find(b"stream", match.end(), match.end() + _DICT)
        begin = data.rfind(b" obj", max(0, match.start() - _DICT), match.start())
        if start < 0 or begin < 0:
            continue
        head = data[max(0, begin - 14) : start]
        named = _XOBJECTS.search(head)
        number = _HEAD.search(head)
        if named is None or number is None:
            continue
        start += 8 if data[start + 6 : start + 8] == b"\r\n" else 7
        stop = data.find(b"endstream", start)
        places[int(number[1])] = start, max(start, stop)
        names = {m[1]: int(m[2]) for m in _NAMED.finditer(named[1])}
        count: dict[int, int] = {}
        for name in _DRAWN.findall(_content(data[start:stop], head)):
            if name in names:
                count[names[name]] = count.get(names[name], 0) + 1
        draws[int(number[1])] = count
    known: dict[int, int] = {}
    return [
        places[n] for n in draws if _total(n, draws, known, 0) > MOST and n in places
    ]


def _content(raw: bytes, head: bytes) -> bytes:
    if b"FlateDecode" not in head:
        return raw[:1_000_000]
    try:
        return zlib.decompressobj().decompress(raw, 1_000_000)
    except zlib.error:
        return b""


def _total(
    number: int, draws: dict[int, dict[int, int]], known: dict[int, int], depth: int
) -> int:
    """Return how many forms are drawn by one, itself counted."""
    if number in known or number not in draws or depth > 60:
        return known.get(number, 1)
    known[number] = 1  # a form that draws itself is drawn once
    total = 1
    for child, times in draws[number].items():
        total += times * _total(child, draws, known, depth + 1)
    known[number] = min(total, 1 << 60)
    return known[number]

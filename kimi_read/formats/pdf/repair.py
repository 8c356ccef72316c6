"""Damaged files: what is wrong with the cross-references, and a way round it.

PDFium repairs most faults by itself, without a word. Where it gives up, the
objects are searched for in the bytes and a new cross-reference table is appended,
with a page tree of all pages found if that of the file is gone.
Source: ISO 32000-2, 7.5.4 (cross-reference table), 7.5.5 (trailer), 7.5.7 (object
streams).
"""

from __future__ import annotations

import itertools
import re
import zlib

_OBJECT = re.compile(rb"(?<![\w.])(\d{1,8})[ \t\r\n]+(\d{1,5})[ \t\r\n]+obj\b")
_START = re.compile(rb"startxref\s+(\d{1,12})")
_ROOT = re.compile(rb"/Root\s+(\d{1,8}\s+\d{1,5}\s+R)")
_CATALOG = re.compile(rb"/Type\s*/Catalog\b")
_PAGE = re.compile(rb"/Type\s*/Page\b")
_PAGES = re.compile(rb"/Type\s*/Pages\b")
_STREAM_OF_OBJECTS = re.compile(rb"/Type\s*/ObjStm\b")
_ENCRYPT = re.compile(rb"/Encrypt\s+\d{1,8}\s+\d{1,5}\s+R|/ID\s*\[[^\]]{0,400}\]")
MAX_OBJECTS = 300_000
MAX_INFLATED = 64 << 20


def fault(data: bytes) -> str:
    """Return what is wrong with the end of a file; empty if nothing is seen."""
    tail = data[-2048:]
    places = list(_START.finditer(tail))
    if not places:
        last = data.rfind(b"startxref")
        return "" if last >= 0 and _points(data, data[last:]) else "its end is missing"
    return "" if _points(data, tail[places[-1].start() :]) else (
        "its cross-reference table is not where the file says"
    )  # fmt: skip


def _points(data: bytes, text: bytes) -> bool:
    match = _START.match(text)
    if match is None:
        return False
    place = int(match[1])
    header = max(0, data[:1024].find(b"%PDF-"))
    for start in {place, place + header}:
        found = data[start : start + 40].lstrip(b" \t\r\n\0")
        if found.startswith(b"xref") or _OBJECT.match(found):
            return True
    return place == 0  # a linearized file's first part


def rebuilt(data: bytes) -> tuple[bytes, int] | None:
    """Return a file that can be opened and the number of its pages, or None."""
    places: dict[int, tuple[int, int]] = {}
    ends: list[int] = []
    for match in _OBJECT.finditer(data):
        places[int(match[1])] = match.start(), int(match[2])
        ends.append(match.start())
        if len(places) > MAX_OBJECTS:
            break
    if not places:
        return None
    ends.append(len(data))
    heads = _heads(data, places, ends)
    extra = bytearray(b"\nendstream\nendobj\n")
    inner = _unpacked(data, places, heads)
    for number, body in inner.items():
        if number not in places:
            places[number] = len(data) + len(extra), 0
            heads[number] = body[:4000]
            extra += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    root, pages = _root(data, heads)
    top = max(places) + 1
    if root is None:
        kids = b" ".join(b"%d %d R" % (n, places[n][1]) for n in pages)
        places[top] = len(data) + len(extra), 0
        extra += b"%d 0 obj\n<</Type/Pages/Kids[%s]/Count %d>>\nendobj\n" % (
            top, kids, len(pages),
        )  # fmt: skip
        places[top + 1] = len(data) + len(extra), 0
        extra += b"%d 0 obj\n<</Type/Catalog/Pages %d 0 R>>\nendobj\n" % (top + 1, top)
        root = b"%d 0 R" % (top + 1)
    if not pages:
        return None
    start = len(data) + len(extra)
    extra += b"xref\n0 1\n0000000000 65535 f \n"
    for number in sorted(places):
        place, generation = places[number]
        extra += b"%d 1\n%010d %05d n \n" % (number, place, generation)
    keep = b" ".join(dict.fromkeys(m[0] for m in _ENCRYPT.finditer(data[-200_000:])))
    extra += b"trailer\n<</Size %d/Root %s %s>>\nstartxref\n%d\n%%%%EOF\n" % (
        top + 2, root, keep, start,
    )  # fmt: skip
    return data + bytes(extra), len(pages)


def _heads(
    data: bytes, places: dict[int, tuple[int, int]], ends: list[int]
) -> dict[int, bytes]:
    """Return the beginning of each object, up to its stream or its end."""
    stops = dict(itertools.pairwise(ends))
    out = {}
    for number, (place, _) in places.items():
        stop = min(stops.get(place, len(data)), place + 4000)
        head = data[place:stop]
        cut = head.find(b"stream")
        out[number] = head[:cut] if cut > 0 else head
    return out


def _root(data: bytes, heads: dict[int, bytes]) -> tuple[bytes | None, list[int]]:
    """Return a reference to the catalog, if its page tree is there, and the pages."""
    pages = [n for n, head in heads.items() if _PAGE.search(head)]
    trees = [n for n, head in heads.items() if _PAGES.search(head)]
    found = [m[1] for m in _ROOT.finditer(data)]
    roots = [int(ref.split()[0]) for ref in found]
    roots += [n for n, head in heads.items() if _CATALOG.search(head)]
    for number in reversed(roots):
        match = re.search(rb"/Pages\s+(\d{1,8})", heads.get(number, b""))
        if match and int(match[1]) in trees:
            return b"%d 0 R" % number, pages
    return None, pages


def _unpacked(
    data: bytes, places: dict[int, tuple[int, int]], heads: dict[int, bytes]
) -> dict[int, bytes]:
    """Return the objects that lie in object streams."""
    out: dict[int, bytes] = {}
    left = MAX_INFLATED
    for number, head in heads.items():
        if not _STREAM_OF_OBJECTS.search(head) or b"FlateDecode" not in head:
            continue
        start = data.find(b"stream", places[number][0]) + 6
        start += 2 if data[start : start + 2] == b"\r\n" else 1
        engine = zlib.decompressobj()
        try:
            body = engine.decompress(data[start:], min(left, 8 << 20))
        except zlib.error:
            continue
        left -= len(body)
        first = re.search(rb"/First\s+(\d{1,7})", head)
        if first is None or left <= 0:
            continue
        offset = int(first[1])
        values = [int(v) for v in re.findall(rb"\d{1,9}", body[:offset])]
        pairs = list(zip(values[::2], values[1::2], strict=False))
        for (item, at), after in zip(
            pairs, [*(p[1] for p in pairs[1:]), len(body) - offset], strict=True
        ):
            out[item] = body[offset + at : offset + after]
    return out

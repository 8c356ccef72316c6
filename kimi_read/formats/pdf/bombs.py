"""Streams that inflate beyond all measure, found and emptied before they are read.

PDFium cannot be interrupted while it inflates the content of a page, and the
memory that this takes ends the worker with all its pages. So a stream that could
hold too much is inflated here first, in pieces, and only counted.
Source: ISO 32000-2, 7.4 (filters).
"""

from __future__ import annotations

import re
import zlib

from kimi_read.formats.pdf.forms import explosive

#: The most bytes that a stream may inflate to.
MOST = 64 << 20
#: A shorter stream cannot reach that: deflate gains at most 1032 for 1.
_SHORT = MOST // 1032
_DICT = 1200
_CONTENTS = re.compile(rb"/Contents\s*(\d{1,8}\s+\d+\s+R|\[[^\]]{0,4000}\])")
_HEAD = re.compile(rb"(\d{1,8})\s+\d{1,5}\s+obj\b")
_FILTERS = re.compile(rb"/(FlateDecode|Fl|LZWDecode|LZW|RunLengthDecode|RL)\b")
_PIECE = 1 << 16


def defused(data: bytes) -> tuple[bytes, int]:
    """Return the file with its bombs emptied, and how many there were."""
    found: list[tuple[int, int]] = []
    contents: set[int] | None = None
    at = data.find(b"stream")
    while at >= 0:
        after = at + 6
        if data[at - 3 : at] != b"end" and data[after : after + 1] in (b"\r", b"\n"):
            start = after + (2 if data[after : after + 2] == b"\r\n" else 1)
            stop = data.find(b"endstream", start)
            stop = len(data) if stop < 0 else stop
            head = _dictionary(data, at)
            filters = _FILTERS.findall(head)
            if filters and (stop - start > _SHORT or len(filters) > 1):
                if b"/Image" in head:
                    contents = _contents(data) if contents is None else contents
                if b"/Image" not in head or _number(head) in contents:  # type: ignore[operator]  # noqa: SIM102
                    if _explodes(data, start, stop, filters):
                        found.append((start, stop))
            after = stop
        at = data.find(b"stream", after)
    found += explosive(data)
    if not found:
        return data, 0
    out = bytearray(data)
    for start, stop in found:
        size = min(stop - start, 1 << 16)
        out[start : start + size] = b" " * size
    return bytes(out), len(found)


def _dictionary(data: bytes, at: int) -> bytes:
    head = data[max(0, at - _DICT) : at]
    cut = head.rfind(b" obj")
    if cut < 0:
        return head
    return head[max(0, cut - 14) :]


def _number(head: bytes) -> int:
    match = _HEAD.search(head)
    return int(match[1]) if match else -1


def _contents(data: bytes) -> set[int]:
    """Return the numbers of the objects that pages name as their content."""
    out: set[int] = set()
    for match in _CONTENTS.finditer(data):
        out.update(int(n) for n in re.findall(rb"(\d{1,8})\s+\d+\s+R", match[1]))
    return out


def _explodes(data: bytes, start: int, stop: int, filters: list[bytes]) -> bool:
    """Whether the stream at ``start`` inflates to more than ``MOST`` bytes."""
    first, *rest = filters
    if first in (b"FlateDecode", b"Fl"):
        return _flate(data, start, stop, rest)
    if first in (b"LZWDecode", b"LZW"):
        return _lzw(data[start : start + (1 << 15)], stop - start) > MOST
    return (
        64 * (stop - start) > MOST
        and _runs(data[start : start + _PIECE]) * (stop - start) > MOST
    )


def _flate(data: bytes, start: int, stop: int, rest: list[bytes]) -> bool:
    engines = [zlib.decompressobj()]
    for name in rest:
        if name not in (b"FlateDecode", b"Fl"):
            break
        engines.append(zlib.decompressobj())
    tail = rest[len(engines) - 1 :]
    gain = 1.0
    total = 0
    for at in range(start, stop, _PIECE):
        for part in _through(engines, data[at : min(at + _PIECE, stop)], 0):
            if tail and not total:
                gain = (
                    _runs(part[:_PIECE])
                    if tail[0][:1] == b"R"
                    else _lzw(part[:_PIECE], len(part)) / (len(part) or 1)
                )
            total += len(part)
            if total * gain > MOST:
                return True
    return False


def _through(engines: list[zlib._Decompress], piece: bytes, level: int) -> list[bytes]:
    """Return what a piece gives after all engines, in parts of bounded size."""
    if level == len(engines):
        return [piece]
    out: list[bytes] = []
    engine = engines[level]
    size = 0
    while piece and size <= MOST and not engine.eof:
        try:
            part = engine.decompress(piece, 1 << 20)
        except zlib.error:
            break
        piece = engine.unconsumed_tail
        size += len(part)
        if part:
            inner = _through(engines, part, level + 1)
            size += sum(map(len, inner)) if level + 1 < len(engines) else 0
            out += inner
    return out


def _runs(data: bytes) -> float:
    """Return by how much run-length data grows, from its beginning (7.4.5)."""
    at = size = 0
    while at < len(data):
        code = data[at]
        if code == 128:
            break
        step = code + 2 if code < 128 else 2
        size += code + 1 if code < 128 else 257 - code
        at += step
    return size / at if at else 1.0


def _lzw(data: bytes, whole: int) -> float:
    """Return the size that LZW data of ``whole`` bytes has, from its beginning (7.4.4).

    Only lengths are followed, not bytes.
    """
    lengths = [1] * 256 + [0, 0]
    width, bits, held, size, last = 9, 0, 0, 0, 0
    for byte in data:
        held = (held << 8 | byte) & 0xFFFFFF
        bits += 8
        if bits < width:
            continue
        bits -= width
        code = held >> bits & ((1 << width) - 1)
        if code == 256:
            del lengths[258:]
            width, last = 9, 0
            continue
        if code == 257 or code > len(lengths):
            break
        length = lengths[code] if code < len(lengths) else last + 1
        if last and len(lengths) < 4096:
            lengths.append(last + 1)
        size += length
        last = length
        width = max(9, min(12, (len(lengths) + 1).bit_length()))
    return size * whole / (len(data) or 1)

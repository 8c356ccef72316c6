"""Data validations of binary workbooks, in the words of Office Open XML.

Source: [MS-XLS] 2.4.90 (Dv); [MS-XLSB] 2.4.355 (BrtDVal); ECMA-376 part 1, 18.3.1.32.
"""

from __future__ import annotations

import struct

from kimi_read.formats.xlsx.a1 import Area
from kimi_read.formats.xlsx.ptg import Formulas
from kimi_read.formats.xlsx.xlsb_records import wide

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kimi_read.formats.xlsx.ptg import Names, Parsed

MOST = 1000
_TYPES = ("none", "whole", "decimal", "list", "date", "time", "textLength", "custom")
_OPERATORS = ("between", "notBetween", "equal", "notEqual", "greaterThan", "lessThan",
              "greaterThanOrEqual", "lessThanOrEqual")  # fmt: skip
_COMPARED = _TYPES[1:3] + _TYPES[4:7]
_LISTED = 0x80  # the items stand in the formula, parted by zeros


def of_record(
    book: Names, data: bytes, at: int, text: Callable[[int], tuple[str, int]]
) -> dict[str, object]:
    """Return the validation in a record of BIFF8 at ``at`` of the stream.

    ``text`` reads a string of the stream and tells where it ends.
    """
    (flags,) = struct.unpack_from("<L", data, at)
    at += 4
    words = []
    for _ in range(4):
        found, at = text(at)
        words.append(found)
    parsed = []
    for _ in range(2):
        (length,) = struct.unpack_from("<H", data, at)
        parsed.append((data[at + 4 : at + 4 + length], b""))
        at += 4 + length
    (count,) = struct.unpack_from("<H", data, at)
    areas = [struct.unpack_from("<4H", data, at + 2 + 8 * n) for n in range(count)]
    keys = ("promptTitle", "errorTitle", "prompt", "error")
    return _entry(book, flags, areas, parsed, dict(zip(keys, words, strict=True)))


def of_part(book: Names, data: bytes) -> dict[str, object]:
    """Return the validation in a record of BIFF12."""
    flags, count = struct.unpack_from("<LL", data)
    areas = [struct.unpack_from("<4L", data, 8 + 16 * n) for n in range(count)]
    at = 8 + 16 * count
    words = []
    for _ in range(4):
        found, at = wide(data, at)
        words.append(found)
    parsed = []
    for _ in range(2):
        (length,) = struct.unpack_from("<L", data, at)
        tokens = data[at + 4 : at + 4 + length]
        at += 4 + length
        (more,) = struct.unpack_from("<L", data, at)
        parsed.append((tokens, data[at + 4 : at + 4 + more]))
        at += 4 + more
    keys = ("errorTitle", "error", "promptTitle", "prompt")
    return _entry(book, flags, areas, parsed, dict(zip(keys, words, strict=True)))


def _entry(
    book: Names, flags: int, areas: Sequence[tuple[int, int, int, int]],
    parsed: Sequence[Parsed], words: dict[str, str],
) -> dict[str, object]:  # fmt: skip
    what = _TYPES[flags & 0x0F if flags & 0x0F < len(_TYPES) else 0]
    cells = (
        str(Area(top + 1, left + 1, bottom + 1, right + 1))
        for top, bottom, left, right in areas
    )
    entry: dict[str, object] = {"cells": " ".join(cells), "type": what}
    operator = flags >> 20 & 0x0F
    if what in _COMPARED and 0 < operator < len(_OPERATORS):
        entry["operator"] = _OPERATORS[operator]
    for key in ("promptTitle", "prompt", "errorTitle", "error"):
        if words[key].strip("\0"):
            entry[key] = words[key].strip("\0")
    row, column = (areas[0][0], areas[0][2]) if areas else (0, 0)
    known = [text for one in parsed if (text := Formulas(book).text(one, row, column))]
    if flags & _LISTED and known:
        known[0] = known[0].replace("\0", ",")
    if known:
        entry["formulas"] = known
    return entry

"""Records of the binary workbook stream, BIFF2 to BIFF8.

Source: [MS-XLS] 2.1.4 (records), 2.4 (each record); the OpenOffice documentation of
the Excel file format, 5 (records of BIFF2 to BIFF7).
"""

from __future__ import annotations

import struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

BOF = frozenset((0x0009, 0x0209, 0x0409, 0x0809))
EOF, CONTINUE, FILEPASS, CODEPAGE, DATEMODE = 0x0A, 0x3C, 0x2F, 0x42, 0x22
OLD_NAME = 0x218
BOUNDSHEET, SST, NAME, EXTERNSHEET, SUPBOOK = 0x85, 0xFC, 0x18, 0x17, 0x1AE
EXTERNNAME = 0x23
FORMATS = frozenset((0x041E, 0x001E))
XFS = frozenset((0x00E0, 0x0443, 0x0243, 0x0043))
#: Records of cells begin with row and column, two bytes each.
LABELSST, RK, MULRK, RSTRING = 0xFD, 0x27E, 0xBD, 0xD6
NUMBERS, LABELS, BOOLERRS = (
    frozenset((0x203, 0x03)), frozenset((0x204, 0x04)), frozenset((0x205, 0x05))
)  # fmt: skip
INTEGER = 0x02
FORMULAS = frozenset((0x0006, 0x0206, 0x0406))
STRINGS = frozenset((0x207, 0x07))
CELLS = NUMBERS | LABELS | BOOLERRS | FORMULAS | {LABELSST, RK, MULRK, RSTRING, INTEGER}
ROWS = frozenset((0x208, 0x08))
COLINFO, MERGEDCELLS, HLINK, NOTE, OBJ, TXO = 0x7D, 0xE5, 0x1B8, 0x1C, 0x5D, 0x1B6
CONDFMT, CF = 0x1B0, 0x1B1
HEADER, FOOTER, HEADERFOOTER = 0x14, 0x15, 0x89C
MSODRAWINGGROUP, MSODRAWING = 0xEB, 0xEC
SHRFMLA, ARRAY, DV, SXVIEW, COLWIDTH, IXFE = 0x4BC, 0x221, 0x1BE, 0xB0, 0x24, 0x44
DIMENSIONS = frozenset((0x200, 0x00))
ERRORS = {0x00: "#NULL!", 0x07: "#DIV/0!", 0x0F: "#VALUE!", 0x17: "#REF!",
          0x1D: "#NAME?", 0x24: "#NUM!", 0x2A: "#N/A", 0x2B: "#GETTING_DATA",
          0x2C: "#SPILL!", 0x2E: "#CALC!", 0x31: "#FIELD!"}  # fmt: skip
_HEAD = struct.Struct("<HH")
_DOUBLE = struct.Struct("<d")


def records(data: bytes, at: int = 0) -> Iterator[tuple[int, int, int]]:
    """Yield identifier, place and size of each record from ``at`` to the end."""
    end = len(data)
    unpack = _HEAD.unpack_from
    while at + 4 <= end:
        kind, size = unpack(data, at)
        at += 4
        if at + size > end:
            return
        yield kind, at, size
        at += size


def spread(data: bytes, at: int, end: int, count: int) -> bytes:
    """Return bytes that go on in the records after the one that ends at ``end``."""
    raw = data[at : min(at + count, end)]
    if len(raw) < count:
        for kind, place, size in records(data, end):
            if kind != CONTINUE or len(raw) >= count:
                break
            raw += data[place : place + min(size, count - len(raw))]
    return raw


def rk(value: int) -> float:
    """Return the number that an RK value stands for ([MS-XLS] 2.5.217)."""
    if value & 2:
        number = float((value >> 2) - (1 << 30 if value & 0x80000000 else 0))
    else:
        number = _DOUBLE.unpack(b"\0\0\0\0" + struct.pack("<L", value & 0xFFFFFFFC))[0]
    return number / 100 if value & 1 else number


def text8(data: bytes, at: int, wide_length: bool) -> tuple[str, int]:
    """Return a string of BIFF8 that lies in one record, and where it ends."""
    if wide_length:
        count, flags = struct.unpack_from("<HB", data, at)
        at += 3
    else:
        count, flags = data[at], data[at + 1]
        at += 2
    runs = extra = 0
    if flags & 8:
        (runs,) = struct.unpack_from("<H", data, at)
        at += 2
    if flags & 4:
        (extra,) = struct.unpack_from("<L", data, at)
        at += 4
    size = count * 2 if flags & 1 else count
    raw = data[at : at + size]
    text = raw.decode("utf-16-le" if flags & 1 else "latin-1", "replace")
    return text, at + size + 4 * runs + extra

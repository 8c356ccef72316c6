"""The object of a hyperlink, as cells and shapes of a binary workbook hold it.

Source: [MS-OSHARED] 2.3.7.1 (Hyperlink Object), 2.3.7.2 to 2.3.7.6 (monikers).
"""

from __future__ import annotations

import struct

from kimi_read.recover import value

_URL = bytes.fromhex("e0c9ea79f9bace118c8200aa004ba90b")
_FILE = bytes.fromhex("0303000000000000c000000000000046")
_MOST_UP = 64


def target_of(raw: bytes) -> str:
    """Return the address of a hyperlink object that leads out of the workbook."""
    (flags,) = struct.unpack_from("<L", raw, 20)
    at = 24
    for bit in (0x14, 0x80):
        if flags & bit:
            at = _string(raw, at)[1]
    if not flags & 1:
        return ""
    if flags & 0x100:
        target, at = _string(raw, at)
    else:
        target, at = _moniker(raw, at)
    if target and flags & 8 and "#" not in target:
        place = value(lambda: _string(raw, at)[0], "")
        target += f"#{place}" if place else ""
    return target


def _string(raw: bytes, at: int) -> tuple[str, int]:
    (count,) = struct.unpack_from("<L", raw, at)
    end = at + 4 + 2 * count
    return raw[at + 4 : end].decode("utf-16-le", "replace").partition("\0")[0], end


def _moniker(raw: bytes, at: int) -> tuple[str, int]:
    """Return the address in a moniker, and where it ends; "" for another kind."""
    kind = raw[at : at + 16]
    at += 16
    if kind == _URL:
        (count,) = struct.unpack_from("<L", raw, at)
        end = at + 4 + count
        text = raw[at + 4 : end].decode("utf-16-le", "replace")
        return text.partition("\0")[0], end
    if kind != _FILE:
        return "", at
    up, count = struct.unpack_from("<HL", raw, at)
    at += 6
    path = raw[at : at + count].partition(b"\0")[0].decode("cp1252", "replace")
    at += count + 24
    more = int.from_bytes(raw[at : at + 4], "little")
    if more > 6:  # the path again, in Unicode
        wide = raw[at + 10 : at + 4 + more].decode("utf-16-le", "replace")
        path = wide.partition("\0")[0] or path
    return "../" * min(up, _MOST_UP) + path, at + 4 + more

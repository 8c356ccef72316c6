"""Title, author and dates of an OLE file, for ``Facts``.

Source: [MS-OLEPS] 2.21 (property set stream), 2.15 (typed values); [MS-OSHARED]
2.3.3.2.1 (summary information).
"""

from __future__ import annotations

import struct

from kimi_read.recover import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.guard.ole import Container

_STREAM = "\x05SummaryInformation"
_NAMES = {2: "title", 3: "subject", 4: "author", 5: "keywords", 6: "description",
          8: "lastModifiedBy", 12: "created", 13: "modified",
          18: "application"}  # fmt: skip
_CHARS = 1000
_UNIX = 116_444_736_000_000_000


def properties(container: Container) -> dict[str, object]:
    """Return what the summary information says; empty if there is none."""
    if _STREAM not in container:
        return {}
    raw = container.read(_STREAM, 1 << 20)
    found: dict[str, object] = {}
    value(lambda: _take(raw, found), None)
    return found


def _take(raw: bytes, found: dict[str, object]) -> None:
    (start,) = struct.unpack_from("<L", raw, 44)
    _, count = struct.unpack_from("<LL", raw, start)
    places = dict(
        struct.unpack_from("<LL", raw, start + 8 + 8 * n)
        for n in range(min(count, 100))
    )
    codec = "cp1252"
    if 1 in places:
        (page,) = struct.unpack_from("<H", raw, start + places[1] + 4)
        codec = {65001: "utf-8", 1200: "utf-16-le", 10000: "mac_roman"}.get(
            page, f"cp{page}"
        )
    for number, name in _NAMES.items():
        if number in places:
            text = value(lambda n=number: _value(raw, start + places[n], codec), "")  # type: ignore[misc]
            if text:
                found[name] = text


def _value(raw: bytes, at: int, codec: str) -> str:
    kind, size = struct.unpack_from("<LL", raw, at)
    if kind == 0x1E:
        text = raw[at + 8 : at + 8 + size].decode(codec, "replace")
        return " ".join(text.partition("\0")[0].split())[:_CHARS]
    if kind == 0x1F:
        text = raw[at + 8 : at + 8 + 2 * size].decode("utf-16-le", "replace")
        return " ".join(text.partition("\0")[0].split())[:_CHARS]
    if kind == 0x40:
        (ticks,) = struct.unpack_from("<Q", raw, at + 4)
        return _time((ticks - _UNIX) // 10_000_000) if ticks > _UNIX else ""
    return ""


def _time(seconds: int) -> str:
    import time

    if seconds > 253_402_300_799:
        return ""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))

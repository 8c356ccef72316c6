"""What can be had of a binary workbook whose container or list of sheets is damaged.

Programs write the stream of the workbook in one piece, so that it can be read on from
where it begins; a sheet begins with a record that seldom occurs by chance.
Source: [MS-XLS] 2.4.21 (BOF); [MS-CFB] 2.1 (sectors).
"""

from __future__ import annotations

import re

from kimi_read.blocks import Loss
from kimi_read.errors import Malformed
from kimi_read.guard.ole import Container

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from kimi_read.source import Source

_STREAMS = ("Workbook", "Book", "WORKBOOK", "BOOK")
#: The main streams of other documents, in which workbooks may be embedded.
_OTHERS = ("WordDocument", "PowerPoint Document", "VisioDocument", "EncryptedPackage",
           "__properties_version1.0")  # fmt: skip
_GLOBALS = re.compile(rb"\x09\x08[\x08\x10]\0\0[\x05\x06]\x05\0", re.DOTALL)
_SHEET = re.compile(rb"\x09\x08[\x08\x10]\0\0[\x05\x06]\x10\0", re.DOTALL)
#: How far from its place a sheet may be: what a few lost or doubled sectors move.
_FAR = 1 << 14
_MOST_SHEETS = 10_000


def stream(source: Source) -> tuple[Container | None, bytes, list[Loss]]:
    """Return the container of a workbook, the stream in it, and what is damaged.

    Raises:
        Malformed: there is no workbook.
    """
    try:
        container = Container(source)
    except Malformed:
        data = _from_its_start(source)
        if not data:
            raise
        return None, data, [_damaged("its directory of streams cannot be read")]
    name = next((n for n in _STREAMS if n in container), "")
    if name:
        data = container.read(name)
        whole = len(data) >= container.entries[name.lower()].size
        rest = b"" if whole else container.straight(name)
        if len(rest) > len(data) and rest.startswith(data):
            return container, rest, [_damaged("a chain of its sectors is broken")]
        return container, data, []
    data = b"" if any(n in container for n in _OTHERS) else _from_its_start(source)
    if not data:
        raise Malformed("the OLE file holds no workbook")
    return container, data, [_damaged("its workbook is not in the directory")]


def _damaged(why: str) -> Loss:
    message = (
        f"the OLE container is damaged: {why}; read from where the workbook begins"
    )
    return Loss("damaged-container", message, shown=False, partial=True)


def _from_its_start(source: Source) -> bytes:
    data = source.bytes()
    found = _GLOBALS.search(data)
    return data[found.start() :] if found else b""


def sheets(data: bytes) -> list[int]:
    """Return the places where worksheets begin."""
    return [m.start() for m, _ in zip(_SHEET.finditer(data), range(_MOST_SHEETS),
                                      strict=False)]  # fmt: skip


def moved(data: bytes, place: int, others: Collection[int]) -> int:
    """Return where a sheet begins that is not at its place; -1 if that is unknown."""
    start = max(0, place - _FAR)
    near = [start + m.start() for m in _SHEET.finditer(data[start : place + _FAR])]
    free = [found for found in near if found not in others]
    return min(free, key=lambda found: abs(found - place), default=-1)

"""Reads workbooks in this process, for tests."""

from __future__ import annotations

from kimi_read import blocks as b
from kimi_read.formats import xlsx
from kimi_read.request import Request
from kimi_read.source import in_memory
from kimi_read.stream import events


def read(data: bytes, name: str = "x.xlsx", **asked: object) -> list[b.Block]:
    """Return the blocks of a workbook."""
    return list(xlsx.read(in_memory(data, name), Request(**asked)))


def text(data: bytes, name: str = "x.xlsx", **asked: object) -> str:
    """Return a workbook as Markdown."""
    found = events(xlsx.read(in_memory(data, name), Request(**asked)))
    return "\n".join(
        line.decode() for event in found if isinstance(event, list) for line in event
    )


def losses(data: bytes, name: str = "x.xlsx", **asked: object) -> dict[str, b.Loss]:
    """Return what is told as lost, the last of each kind."""
    return {x.code: x for x in read(data, name, **asked) if isinstance(x, b.Loss)}


def facts(data: bytes, **asked: object) -> dict:
    """Return the metadata of a workbook."""
    return dict(read(data, **asked)[0].values)


def record_of(kind: int, data: bytes) -> bytes:
    """Return a record of a binary part ([MS-XLSB] 2.1.4)."""
    low = bytes((kind & 0x7F | 0x80, kind >> 7)) if kind > 0x7F else bytes((kind,))
    return low + bytes((len(data) & 0x7F | 0x80, len(data) >> 7)) + data

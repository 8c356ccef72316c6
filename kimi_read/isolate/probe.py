"""A reader that reads nothing and tries everything: what a worker cannot do here."""

from __future__ import annotations

import os

from kimi_read.blocks import Facts
from kimi_read.isolate.lock import possible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.blocks import Blocks
    from kimi_read.request import Request
    from kimi_read.source import Source

_PLENTY = 1 << 30


def prepare() -> None:
    """Load nothing: it is the house's own code."""


def read(source: Source, request: Request) -> Blocks:
    """Yield which of the forbidden things were possible, and the bound of memory."""
    boss = os.getppid() if os.name == "posix" else 0
    yield Facts({
        "possible": possible(boss if boss > 0 else 1),
        "memoryBounded": not _allocates(_PLENTY),
        "writes": _writes(source.descriptor),
    })  # fmt: skip


def _allocates(count: int) -> bool:
    try:
        return bool(bytearray(count))
    except MemoryError:
        return False


def _writes(descriptor: int) -> bool:
    try:
        return bool(os.write(descriptor, b"x"))
    except OSError:
        return False

"""What all rules are made of: integers in bytes, a common check, and their types.

Beyond the end of the bytes an integer is made of as many as there are. ``Found`` is
the name of a format and the reason; a ``Check`` looks at more of the file and answers
a name or nothing; a ``Rule`` is place, magic, name and check.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kimi_read.source import Source

    Check = Callable[[Source], str] | None
    Rule = tuple[int, bytes, str, Check]
    Found = tuple[str, str]


def u16(data: bytes, at: int) -> int:
    """Return the little-endian 16-bit number at ``at``."""
    return int.from_bytes(data[at : at + 2], "little")


def u16b(data: bytes, at: int) -> int:
    """Return the big-endian 16-bit number at ``at``."""
    return int.from_bytes(data[at : at + 2], "big")


def u32(data: bytes, at: int) -> int:
    """Return the little-endian 32-bit number at ``at``."""
    return int.from_bytes(data[at : at + 4], "little")


def u32b(data: bytes, at: int) -> int:
    """Return the big-endian 32-bit number at ``at``."""
    return int.from_bytes(data[at : at + 4], "big")


def u64(data: bytes, at: int) -> int:
    """Return the little-endian 64-bit number at ``at``."""
    return int.from_bytes(data[at : at + 8], "little")


def u64b(data: bytes, at: int) -> int:
    """Return the big-endian 64-bit number at ``at``."""
    return int.from_bytes(data[at : at + 8], "big")


def with_zeros(name: str, stop: int) -> Callable[[Source], str]:
    """Return a check for a zero byte in the first ``stop``, as prose has none."""

    def check(source: Source) -> str:
        return name if b"\0" in source.head[:stop] else ""

    return check

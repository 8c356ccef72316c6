"""Integers in bytes. Beyond the end they are read as far as there are bytes."""

from __future__ import annotations


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

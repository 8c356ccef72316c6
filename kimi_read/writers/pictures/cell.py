"""The size of a character cell, as a terminal tells it."""

from __future__ import annotations


def sane(width: int, height: int) -> tuple[int, int] | None:
    """Return the size of a cell in pixels if it can be one."""
    return (width, height) if 2 <= width <= 100 and 2 <= height <= 200 else None

"""Sizes, durations and rates in the words of a person."""

from __future__ import annotations


def size_words(count: int) -> str:
    """Return a number of bytes in decimal units: ``812 B``, ``3.1 MB``."""
    return _scaled(count, ("B", "kB", "MB", "GB", "TB"))


def rate_words(bits: int) -> str:
    """Return bits a second: ``128 kb/s``, ``1.4 Mb/s``."""
    return _scaled(bits, ("b/s", "kb/s", "Mb/s", "Gb/s"))


def clock(seconds: float, *, digits: int = 0) -> str:
    """Return a time as ``M:SS`` or ``H:MM:SS``, with ``digits`` decimals."""
    total = round(max(0.0, seconds) * 10**digits)
    whole, part = divmod(total, 10**digits)
    minutes, second = divmod(whole, 60)
    hours, minute = divmod(minutes, 60)
    text = f"{hours}:{minute:02d}:{second:02d}" if hours else f"{minute}:{second:02d}"
    return f"{text}.{part:0{digits}d}" if digits else text


def timestamp(seconds: float) -> str:
    """Return a time as subtitles write it: ``00:01:02.500``."""
    total = round(max(0.0, seconds) * 1000)
    whole, part = divmod(total, 1000)
    return f"{whole // 3600:02d}:{whole // 60 % 60:02d}:{whole % 60:02d}.{part:03d}"


def number(value: float, digits: int = 2) -> str:
    """Return ``value`` without zeros at the end of its decimals: ``29.97``, ``25``."""
    text = f"{value:.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _scaled(count: int, units: tuple[str, ...]) -> str:
    value = float(count)
    unit = units[0]
    for unit in units:
        if value < 999.5 or unit == units[-1]:
            break
        value /= 1000
    return (
        f"{value:.1f} {unit}"
        if value < 9.95 and unit != units[0]
        else (f"{value:.0f} {unit}")
    )

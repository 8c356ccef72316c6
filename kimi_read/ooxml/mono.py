"""Fonts of one width for all characters, in which code is set."""

from __future__ import annotations

_NAMES = {
    "anonymous pro", "fixedsys", "hack", "inconsolata", "iosevka", "letter gothic",
    "lucida console", "menlo", "monaco", "mono", "monospace", "monospaced",
    "ocr a extended", "osaka-mono", "profont", "sfmono-regular", "simsun-mono",
    "source code pro", "terminal", "terminus",
}  # fmt: skip
_BEGINNINGS = (
    "courier", "consolas", "fira code", "cascadia", "source code", "jetbrains",
    "andale mono", "lucida sans typewriter", "simplified arabic fixed", "nsimsun",
)  # fmt: skip
_ENDINGS = (" mono", " code", " typewriter", " monospace", " monospaced")


def is_mono(font: str) -> bool:
    """Whether ``font`` is the name of a fixed-width font."""
    name = font.strip().lower()
    return (
        name in _NAMES
        or name.startswith(_BEGINNINGS)
        or name.endswith(_ENDINGS)
        or " mono " in name
    )

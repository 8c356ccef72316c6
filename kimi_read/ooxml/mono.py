"""Fonts of one width for all characters, in which code is set."""

from __future__ import annotations

_MONO = frozenset(
    """andale mono|anonymous pro|cascadia code|cascadia mono|consolas|courier|courier new
    |courier prime|fira code|fira mono|fixedsys|hack|ibm plex mono|inconsolata
    |iosevka|jetbrains mono|letter gothic|lucida console|lucida sans typewriter|menlo
    |monaco|nimbus mono|noto mono|ocr a extended|operator mono|overpass mono|pt mono
    |roboto mono|sf mono|source code pro|space mono|terminal|terminus|ubuntu mono
    |victor mono|mono|monospace|monospaced|sfmono-regular|osaka-mono|ms gothic mono
    |simsun-mono""".replace("\n", "").replace("    ", "").split("|")
)
_ENDINGS = (" mono", " code", " typewriter", " monospace", " monospaced")


def is_mono(name: str) -> bool:
    """Whether ``name`` is a fixed-width font, as code is set in."""
    name = name.strip().lower()
    if name in _MONO or name.endswith(_ENDINGS):
        return True
    return " mono " in name or name.startswith(("courier", "consolas", "dejavu sans mono"))

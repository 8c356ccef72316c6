"""What the name of a font says: code, or symbols instead of letters."""

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


#: Code points of symbol fonts to Unicode; what is missing stays as it is.
_WINGDINGS = {
    0x22: "✂", 0x28: "☎", 0x29: "✆", 0x2A: "✉", 0x3A: "💻", 0x3F: "✍", 0x41: "✌",
    0x43: "👍", 0x44: "👎", 0x45: "☜", 0x46: "☞", 0x47: "☝", 0x48: "☟", 0x4A: "☺",
    0x4B: "😐", 0x4C: "☹", 0x4D: "💣", 0x4E: "☠", 0x50: "⚐", 0x52: "☼", 0x54: "❄",
    0x6C: "●", 0x6D: "❍", 0x6E: "■", 0x6F: "□", 0x71: "❑", 0x72: "❒", 0x73: "⬧",
    0x74: "⧫", 0x75: "◆", 0x76: "❖", 0x77: "⬥", 0x78: "☒", 0x7B: "❀", 0x80: "⓪",
    0x9F: "•", 0xA7: "▪", 0xA8: "◻", 0xAA: "✦", 0xAB: "★", 0xB6: "☆", 0xD7: "⌫",
    0xD8: "➢", 0xDB: "⇦", 0xDC: "➲", 0xDF: "←", 0xE0: "→", 0xE1: "↑", 0xE2: "↓",
    0xE3: "↖", 0xE4: "↗", 0xE5: "↙", 0xE6: "↘", 0xE8: "➔", 0xEF: "⇦", 0xF0: "⇨",
    0xF1: "⇧", 0xF2: "⇩", 0xF3: "⬄", 0xF4: "⇳", 0xFB: "✗", 0xFC: "✓", 0xFD: "☒",
    0xFE: "☑",
    **{0x81 + n: chr(0x2460 + n) for n in range(10)},
    **{0x8C + n: chr(0x2776 + n) for n in range(10)},
}  # fmt: skip
_SYMBOL = dict(zip(
    range(0x61, 0x7B), "αβχδεφγηιϕκλμνοπθρστυϖωξψζ", strict=True
)) | dict(zip(
    range(0x41, 0x5B), "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ", strict=True
)) | {
    0x22: "∀", 0x24: "∃", 0x27: "∋", 0x2D: "−", 0x40: "≅", 0x5C: "∴", 0x5E: "⊥",
    0xA3: "≤", 0xA5: "∞", 0xAB: "↔", 0xAC: "←", 0xAD: "↑", 0xAE: "→", 0xAF: "↓",
    0xB0: "°", 0xB1: "±", 0xB3: "≥", 0xB4: "×", 0xB5: "∝", 0xB6: "∂", 0xB7: "•",
    0xB8: "÷", 0xB9: "≠", 0xBA: "≡", 0xBB: "≈", 0xBC: "…", 0xC5: "⊕", 0xC6: "∅",
    0xC7: "∩", 0xC8: "∪", 0xC9: "⊃", 0xCA: "⊇", 0xCC: "⊂", 0xCD: "⊆", 0xCE: "∈",
    0xCF: "∉", 0xD0: "∠", 0xD1: "∇", 0xD5: "∏", 0xD6: "√", 0xD7: "⋅", 0xD8: "¬",
    0xD9: "∧", 0xDA: "∨", 0xDB: "⇔", 0xDC: "⇐", 0xDD: "⇑", 0xDE: "⇒", 0xDF: "⇓",
    0xE5: "∑", 0xF2: "∫",
}  # fmt: skip
_TABLES = {"wingdings": _WINGDINGS, "symbol": _SYMBOL}
_PRIVATE = range(0xF000, 0xF100)


def symbol_text(text: str, *fonts: str) -> str:
    """Return ``text`` with characters of symbol fonts as the signs they show.

    Symbol fonts sit at U+F000 to U+F0FF, whatever the keyboard gave. Without a
    known font Wingdings is meant: it is what Office inserts by itself.
    """
    if text.isascii() or not any(ord(char) in _PRIVATE for char in text):
        return text
    table = next((_TABLES[f.lower()] for f in fonts if f.lower() in _TABLES), _WINGDINGS)
    return "".join(
        table.get(ord(char) - 0xF000, char) if ord(char) in _PRIVATE else char
        for char in text
    )

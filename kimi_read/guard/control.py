"""Characters that must not reach a terminal, made visible.

C0 (but TAB and LF), DEL, C1, bidirectional embeddings, overrides and isolates,
zero-width and tag characters, line and paragraph separators, lone surrogates.
Joiners and direction marks stay where writing needs them: between letters of a
joining or right-to-left script, and in emoji sequences.
Source: Unicode 16, UAX 9 (2.1 to 2.4), UTS 51 (ZWJ sequences), UTR 36 (2.5).
"""

from __future__ import annotations

import re

HIDDEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_CONTROL = "\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f"
_SUSPECT = re.compile(
    f"[{_CONTROL}\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e0fff]"
)
#: Scripts whose letters join or run right to left, where ZWJ, ZWNJ, LRM and RLM
#: are spelling: Hebrew to Arabic Extended, the Indic scripts to Khmer, Mongolian.
_SCRIPT = re.compile("[\u0590-\u08ff\u0900-\u0dff\u0f00-\u17ff\u1800-\u18af\ufb1d-\ufefc]")
_EMOJI = re.compile("[\u203c-\u3299\ufe0f\U0001f000-\U0001faff\U000e0020-\U000e007f]")
_JOINERS = "\u200c\u200d\u200e\u200f"


def visible(text: str, *, line_feeds: bool = True) -> str:
    r"""Return ``text`` with every harmful character as an escape such as ``\x1b``.

    With ``line_feeds`` false (names) TAB and LF are escaped as well.
    """
    if text.isprintable():
        return text
    if not line_feeds:
        text = text.replace("\n", "\\n").replace("\t", "\\t")
    return _SUSPECT.sub(_escaped, text)


def visible_name(name: str) -> str:
    """Return a file or member name fit for one line of a terminal."""
    return visible(name, line_feeds=False)


def _escaped(match: re.Match[str]) -> str:
    char, text, at = match[0], match.string, match.start()
    if char in _JOINERS and _spelling(char, text, at):
        return char
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:  # a byte that was not UTF-8 (surrogateescape)
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _spelling(char: str, text: str, at: int) -> bool:
    before, after = text[max(0, at - 1) : at], text[at + 1 : at + 2]
    if char == "\u200d" and _EMOJI.match(before) and _EMOJI.match(after):
        return True
    return bool(_SCRIPT.match(before) or _SCRIPT.match(after))

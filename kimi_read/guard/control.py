"""Characters that must not reach a terminal, made visible.

C0 (but TAB and LF), DEL, C1, bidirectional embeddings, overrides and isolates,
zero-width characters and invisible operators, tag characters, the supplement of
the variation selectors and runs of the others, line and paragraph separators,
lone surrogates. Joiners and direction marks stay where writing needs them: by a
letter of a joining or right-to-left script, and in emoji sequences, one at a time.
Source: Unicode 16, UAX 9 (2.1 to 2.4), UAX 44 (Default_Ignorable_Code_Point), UTS
51 (ZWJ sequences), UTR 36 (2.5).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

_CONTROL = "\x00-\x08\x0b-\x1f\x7f-\x9f"
_FORMAT = (
    "\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_SUSPECT = f"[{_CONTROL}{_FORMAT}\ud800-\udfff]|(?<=[\ufe00-\ufe0f])[\ufe00-\ufe0f]"
#: Scripts that run from right to left: Hebrew to Arabic Extended-A, their
#: presentation forms, Cypriot to Chorasmian, Mende Kikakui to Arabic Mathematical.
_RIGHT_TO_LEFT = (
    "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
)
#: Scripts whose letters join or form clusters: the Indic ones to Myanmar, Khmer and
#: Mongolian to Batak, Phags-pa to Meetei Mayek, Brahmi and its daughters.
_JOINING = (
    "\u0900-\u109f\u1700-\u18af\u1900-\u1bff\ua800-\uabff\U00011000-\U00011fff"
    + _RIGHT_TO_LEFT
)
_LETTER = f"[{_JOINING}]"
_RTL_LETTER = f"[{_RIGHT_TO_LEFT}]"
_EMOJI = (
    "[\u2194-\u21aa\u231a-\u23ff\u2600-\u27bf\u2934\u2935\u2b05-\u2b55\ufe0f\u20e3"
    "\U0001f000-\U0001faff\U000e007f]"
)
_ZWNJ, _ZWJ, _LRM, _RLM = _JOINERS = "\u200c\u200d\u200e\u200f"
#: How far a direction mark may stand from the letter it is for: the length of a
#: bracket, a number or a few blanks.
_REACH = 8


#: Blanks that are what they seem, though Python counts them as not printable.
_BLANK = "\n\t\xa0\u3000"
#: How the variation selectors and their supplement begin in UTF-8.
_SELECTORS = b"\xef\xb8", b"\xf3\xa0"


def _compiled(pattern: str) -> re.Pattern[str]:
    """Compile a pattern when it is first needed: most texts never do."""
    import re

    return re.compile(pattern)  # which remembers it


def visible(text: str, *, line_feeds: bool = True) -> str:
    r"""Return ``text`` with every harmful character as an escape such as ``\x1b``.

    With ``line_feeds`` false (names) TAB and LF are escaped as well.
    """
    if text.isascii() and text.isprintable():
        return text
    if not line_feeds:
        text = text.replace("\n", "\\n").replace("\t", "\\t")
    if _plain(text):
        return text
    return _compiled(_SUSPECT).sub(_escaped, text)


def visible_name(name: str) -> str:
    """Return a file or member name fit for one line of a terminal."""
    return visible(name, line_feeds=False)


def _plain(text: str) -> bool:
    """Whether no character is suspect, by the tables that strings have in C."""
    for blank in _BLANK:
        text = text.replace(blank, "")
    if not text.isprintable():
        return False
    data = text.encode()
    return not any(start in data for start in _SELECTORS)


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
    """Whether writing needs this joiner or mark; never the second of two."""
    before, after = text[max(0, at - 1) : at], text[at + 1 : at + 2]
    if before and before in _JOINERS:
        return False
    if char in (_LRM, _RLM):
        around = text[max(0, at - _REACH) : at] + text[at + 1 : at + 1 + _REACH]
        return bool(_compiled(_RTL_LETTER).search(around))
    emoji, letter = _compiled(_EMOJI), _compiled(_LETTER)
    if char == _ZWJ and emoji.match(before) and emoji.match(after):
        return True
    return bool(letter.match(before) or letter.match(after))

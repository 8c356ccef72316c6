r"""The words of RTF that a document imports, paragraph by paragraph.

Formats are passed over; tables give a line a row. What ``\v`` hides is marked.
Source: Rich Text Format specification 1.9.1, "Document text", "Special characters".
"""

from __future__ import annotations

import re

from kimi_read import inline
from kimi_read.blocks import Paragraph
from kimi_read.ooxml.spans import HIDDEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kimi_read.blocks import Block

#: A word and its number, a byte, a sign, a brace, text.
_PIECE = (
    rb"(?s)"
    rb"\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\(.)|([{}])|([^\\{}]+)|."
)
_BREAKS = {"par": "\n", "sect": "\n", "page": "\n", "row": "\n", "line": " ",
           "tab": " ", "cell": " · ", "nestcell": " · ", "nestrow": "\n"}  # fmt: skip
_SIGNS = {"emdash": "—", "endash": "\u2013", "lquote": "\u2018", "rquote": "\u2019",
          "ldblquote": "“", "rdblquote": "”", "bullet": "•", "emspace": " ",
          "enspace": " "}  # fmt: skip
_CHARS = {b"~": "\u00a0", b"_": "\u2011", b"-": "", b"\\": "\\", b"{": "{", b"}": "}"}
#: Groups that hold no text of the document.
_LEFT_OUT = frozenset((
    "fonttbl", "colortbl", "stylesheet", "info", "pict", "object", "header", "footer",
    "headerl", "headerr", "headerf", "footerl", "footerr", "footerf", "fldinst",
    "listtable", "listoverridetable", "generator", "rsidtbl", "xmlnstbl", "themedata",
    "colorschememapping", "latentstyles", "datastore", "filetbl", "revtbl", "listtext",
    "nonesttables",
))  # fmt: skip
_MOST_GROUPS = 1000


class _State:
    """What a group says of its text."""

    __slots__ = ("hidden", "left_out", "skip")

    def __init__(self, left_out: bool, hidden: bool, skip: int) -> None:
        self.left_out = left_out
        self.hidden = hidden
        self.skip = skip


def blocks(data: bytes, hidden: Callable[[int], None]) -> Iterator[Block]:
    """Yield the paragraphs of RTF; ``hidden`` is told of what is not shown."""
    line = ""
    for text, unseen in _Texts().read(data):
        if unseen and not text.isspace():
            hidden(HIDDEN)
        first, *rest = text.split("\n")
        line += _shown(first, unseen)
        for following in rest:
            words = " ".join(line.split()).strip("· ")
            if words:
                yield Paragraph(words)
            line = _shown(following, unseen)
    words = " ".join(line.split()).strip("· ")
    if words:
        yield Paragraph(words)


def _shown(text: str, hidden: bool) -> str:
    escaped = inline.escape(text)
    return f"{inline.hidden(escaped.strip())} " if hidden and text.strip() else escaped


class _Texts:
    """Texts as they stand, a line feed for each paragraph, and whether hidden."""

    def __init__(self) -> None:
        self._stack = [_State(left_out=False, hidden=False, skip=1)]
        self._star = False
        #: So many characters still stand for one that was given as Unicode.
        self._left = 0
        self._held: list[str] = []
        self._hidden = False

    def read(self, data: bytes) -> Iterator[tuple[str, bool]]:
        """Yield the texts of ``data``."""
        for found in re.finditer(_PIECE, data):
            said = self._said(found)
            state = self._stack[-1]
            if said and not state.left_out:
                if self._held and self._hidden != state.hidden:
                    yield self._taken(), self._hidden
                self._held.append(said)
                self._hidden = state.hidden
        if self._held:
            yield self._taken(), self._hidden

    def _taken(self) -> str:
        text, self._held = "".join(self._held), []
        if not re.search("[\ud800-\udfff]", text):
            return text
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")

    def _said(self, found: re.Match[bytes]) -> str:
        """Return what one token says, and take note of what it changes."""
        word, sign, brace = found[1], found[4], found[5]
        star, self._star = self._star, sign == b"*"
        if brace:
            self._group(opens=brace == b"{")
            return ""
        if word:
            return self._word(word.decode("ascii"), found[2], star=star)
        if sign:
            return "\n" if sign in b"\r\n" else _CHARS.get(sign, "")
        data = bytes.fromhex(found[3].decode()) if found[3] else found[6] or b""
        data = data.replace(b"\r", b"").replace(b"\n", b"") if found[6] else data
        gone = min(self._left, len(data))
        self._left -= gone
        return data[gone:].decode("cp1252", "replace")

    def _group(self, *, opens: bool) -> None:
        state = self._stack[-1]
        if opens and len(self._stack) < _MOST_GROUPS:
            self._stack.append(_State(state.left_out, state.hidden, state.skip))
        elif not opens and len(self._stack) > 1:
            self._stack.pop()
            self._left = 0

    def _word(self, name: str, argument: bytes | None, *, star: bool) -> str:
        state = self._stack[-1]
        number = int(argument) if argument else None
        if star or name in _LEFT_OUT:
            state.left_out = True
        if name == "u" and number is not None:
            self._left = state.skip
            return chr(number & 0xFFFF) if number else ""
        if name == "uc":
            state.skip = max(0, number or 0)
        elif name == "v":
            state.hidden = number != 0
        elif name == "plain":
            state.hidden = False
        return _BREAKS.get(name) or _SIGNS.get(name, "")

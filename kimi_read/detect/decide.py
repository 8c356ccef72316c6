"""The road of a file: empty, plain text, or bytes to be asked.

Nothing heavy is imported for plain text.
"""

from __future__ import annotations

from kimi_read.detect.names import Verdict, of_binary, of_text
from kimi_read.detect.text import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.source import Source


def detect(source: Source) -> Verdict:
    """Choose the format of ``source``; unknown bytes are the format ``binary``.

    Raises:
        Mismatch: text, nothing or unknown bytes under the extension of another kind.
    """
    if not source.head:
        return of_text(source, "it is empty")
    if plain(source):
        if _maybe_more(source.head):
            from kimi_read.detect import binary

            found = binary.in_plain(source)
            if found:
                return of_binary(source, *found)
        return of_text(source, "ASCII text" if source.head.isascii() else "UTF-8 text")
    from kimi_read.detect import binary

    name, reason = binary.recognise(source)
    if name == "text":
        return of_text(source, reason)
    return of_binary(source, name, reason)


def unnamed(source: Source) -> Verdict:
    """Return what ``detect`` answers if the name says nothing."""
    from kimi_read.record import replace

    return detect(replace(source, name=""))


def _maybe_more(head: bytes) -> bool:
    """Whether clean text may be something that is written in ASCII: PDF, ar, PNM."""
    return head.startswith(_WRITTEN) or b"%PDF-" in head[:1029]


_WRITTEN = (b"!<arch>\n", b"!<thin>\n", b"P1", b"P2", b"P3")

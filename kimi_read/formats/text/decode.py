"""Text of any encoding as chunks of UTF-8."""

from __future__ import annotations

import codecs

from kimi_read.formats.text.encoding import strictly
from kimi_read.formats.text.scan import CHUNK
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.formats.text.encoding import Choice
    from kimi_read.source import Source


@record(frozen=True, slots=True)
class Count:
    """The lines of a decoded text, and how they end."""

    lines: int
    final: bool
    eol: str
    replaced: int


def utf8_chunks(source: Source, choice: Choice, errors: str) -> Iterator[bytes]:
    """Decode ``source`` after its mark and yield it as UTF-8, chunk by chunk.

    Raises:
        Encoding: ``errors`` is strict and the bytes are not in the encoding.
    """
    decoder = codecs.getincrementaldecoder(choice.name)(errors)
    position = choice.skip
    while chunk := source.read_at(position, CHUNK):
        position += len(chunk)
        yield _encoded(strictly(decoder, chunk, final=False))
    yield _encoded(strictly(decoder, b"", final=True))


def count(chunks: Iterator[bytes]) -> Count:
    """Count lines, line ends and replacement characters of UTF-8 ``chunks``."""
    newlines = crlf = cr = replaced = 0
    last = b""
    for chunk in chunks:
        if not chunk:
            continue
        newlines += chunk.count(b"\n")
        cr += chunk.count(b"\r")
        crlf += chunk.count(b"\r\n") + (last == b"\r" and chunk[:1] == b"\n")
        replaced += chunk.count(b"\xef\xbf\xbd")
        last = chunk[-1:]
    final = last in (b"", b"\n")
    if not newlines:
        eol = "cr" if cr else "none"
    elif crlf == newlines == cr:
        eol = "crlf"
    else:
        eol = "mixed" if cr else "lf"
    return Count(newlines + (not final), final, eol, replaced)


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "replace")

"""Text from a stream: shown as it comes, never stored.

The first 64 KiB decide the encoding; what does not fit it later becomes U+FFFD.
"""

from __future__ import annotations

import codecs
import os

from kimi_read.blocks import Facts, Verbatim
from kimi_read.errors import ReadWrite, TooLarge
from kimi_read.formats.text import cutter_of, encoding, replaced
from kimi_read.formats.text.scan import CHUNK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from kimi_read.blocks import Blocks
    from kimi_read.request import Request
    from kimi_read.source import Source


def choose(first: Source, request: Request) -> encoding.Choice | None:
    """Return the encoding of a stream that begins as ``first``, or None.

    None asks for the whole, since a guess needs more than the beginning.
    """
    if request.encoding:
        return encoding.asked(request.encoding)
    head = first.bytes()
    found = encoding.by_mark(head) or encoding.by_escapes(head)
    if found is not None:
        return found
    try:
        codecs.utf_8_decode(head, "strict", False)
    except UnicodeDecodeError:
        return None
    return None if b"\0" in head[:4096] else encoding.Choice("utf-8", "utf-8")


def read(
    first: Source, descriptor: int, choice: encoding.Choice, request: Request, most: int
) -> Blocks:
    """Yield ``first`` and the rest of ``descriptor``, at most ``most`` bytes.

    Raises:
        TooLarge: more bytes than that were consumed.
    """
    yield Facts({
        "encoding": choice.name,
        "encodingSource": choice.origin,
        "bom": choice.skip > 0,
    })  # fmt: skip
    cutter = cutter_of(request)
    count = [0]

    def lines(skip: int) -> Generator[list[bytes], None, int]:
        total = 0
        raw = _raw(first, descriptor, choice.skip, most)
        batches = cutter.lines(_decoded(raw, choice.name, count), 1)
        for batch in batches:
            total += len(batch)
            if total > skip:
                yield batch[max(0, skip - total + len(batch)) :]
        return total

    yield Verbatim(lines, cutter.cuts)
    if count[0]:
        yield replaced(count[0])


def _raw(first: Source, descriptor: int, skip: int, most: int) -> Iterator[bytes]:
    yield first.read_at(skip, first.size)
    total = first.size
    while True:
        try:
            chunk = os.read(descriptor, CHUNK)
        except OSError as error:
            raise ReadWrite(f"cannot be read: {error.strerror}") from None
        if not chunk:
            return
        total += len(chunk)
        if total > most:
            raise TooLarge(f"more than the {most} bytes allowed were read",
                           hint="raise the limit with --max-size")  # fmt: skip
        yield chunk


def _decoded(raw: Iterator[bytes], name: str, count: list[int]) -> Iterator[bytes]:
    decoder = codecs.getincrementaldecoder(name)("replace")
    for chunk in raw:
        text = decoder.decode(chunk)
        count[0] += text.count("\ufffd")
        yield text.encode("utf-8", "replace")
    yield decoder.decode(b"", True).encode("utf-8", "replace")

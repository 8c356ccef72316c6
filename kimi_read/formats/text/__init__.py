"""Text of any encoding, as lines; UTF-8 and what declares itself is read here.

``local`` answers None where only a statistical guess can tell the encoding: that
is made in a worker, by ``kimi_read.formats.text.guess``.
"""

from __future__ import annotations

from kimi_read.blocks import Facts, Loss, Verbatim
from kimi_read.formats.text import encoding
from kimi_read.formats.text.cut import Cutter
from kimi_read.formats.text.scan import CHUNK, scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from kimi_read.blocks import Blocks
    from kimi_read.formats.text.scan import Scan
    from kimi_read.request import Request
    from kimi_read.source import Source

GUESS = "kimi_read.formats.text.guess"


def local(source: Source, request: Request) -> Blocks | None:
    """Return the blocks of ``source``, or None if its encoding must be guessed.

    Raises:
        Usage: the encoding asked for does not exist.
        Encoding: the bytes are not in the encoding asked for.
    """
    choice: encoding.Choice | None
    if request.encoding:
        choice = encoding.asked(request.encoding)
        mark = encoding.by_mark(source.head)
        if mark and mark.name.startswith(choice.name.partition("_")[0]):
            choice = encoding.Choice(mark.name, "option", mark.skip)
        return decoded(source, request, choice)
    choice = encoding.by_mark(source.head) or encoding.by_escapes(source.head)
    if choice is None and b"\0" in source.head:
        from kimi_read.guard.wide import wide_encoding

        name = wide_encoding(source.head)
        choice = encoding.Choice(name, "zero bytes") if name else None
    if choice is not None and not choice.utf8:
        return decoded(source, request, choice, "replace")
    found = scan(source, choice.skip if choice else 0)
    if found.fault < 0 or encoding.nearly_utf8(found):
        return utf8(source, request, choice or encoding.Choice("utf-8", "utf-8"), found)
    choice = encoding.declared(source.head)
    if choice is not None and not choice.utf8 and _decodes(source, choice):
        return decoded(source, request, choice)
    return None


def utf8(
    source: Source, request: Request, choice: encoding.Choice, found: Scan
) -> Blocks:
    """Yield UTF-8 text: its bytes are passed on as they are."""
    yield Facts({
        **facts(choice, found.eol),
        "totalLines": found.lines,
        "finalNewline": found.size == 0 or found.last == 10,
        "ascii": found.ascii,
    })  # fmt: skip
    if found.faults:
        yield replaced(found.faults)
    cutter = cutter_of(request)

    def lines(skip: int) -> Generator[list[bytes], None, int]:
        if skip < found.lines:
            chunks = _from_line(source, choice.skip, found, skip)
            if found.faults:
                chunks = _repaired(chunks)
            yield from cutter.lines(chunks, skip + 1)
        return found.lines

    yield Verbatim(lines, cutter.cuts)


def decoded(
    source: Source, request: Request, choice: encoding.Choice, errors: str = "strict"
) -> Blocks:
    """Yield text of another encoding, decoded twice: to be counted, to be shown."""
    from kimi_read.formats.text.decode import count, utf8_chunks

    found = count(utf8_chunks(source, choice, errors))
    yield Facts({
        **facts(choice, found.eol),
        "totalLines": found.lines,
        "finalNewline": found.final,
    })  # fmt: skip
    if found.replaced:
        yield replaced(found.replaced)
    cutter = cutter_of(request)

    def lines(skip: int) -> Generator[list[bytes], None, int]:
        yield from _skipped(cutter.lines(utf8_chunks(source, choice, errors), 1), skip)
        return found.lines

    yield Verbatim(lines, cutter.cuts)


def facts(choice: encoding.Choice, eol: str) -> dict[str, object]:
    """Return what is told of a text's encoding and line ends."""
    return {
        "encoding": choice.name,
        "encodingSource": choice.origin,
        "bom": choice.skip > 0,
        "eol": eol,
    }


def replaced(count: int) -> Loss:
    """Return the warning that bytes were no text."""
    return Loss(
        "encoding-replaced",
        f"{count} {'place is' if count == 1 else 'places are'} not valid in its "
        "encoding and shown as U+FFFD",
        shown=False,
        partial=True,
    )


def cutter_of(request: Request) -> Cutter:
    """Return the cutter for the columns and the line limit of a request."""
    first, last = request.columns or (1, None)
    return Cutter(first - 1, last, request.limits.line_chars or None)


def _from_line(source: Source, start: int, found: Scan, skip: int) -> Iterator[bytes]:
    """Yield the bytes from line ``skip`` (counted from 0) on, in chunks."""
    index = 0
    if skip:
        while found.newlines[index + 1] < skip:
            index += 1
    position = start + index * CHUNK
    chunk = source.read_at(position, CHUNK)
    position += len(chunk)
    left = skip - found.newlines[index]
    if left:
        parts = chunk.split(b"\n", left)
        chunk = parts[left] if len(parts) > left else b""
    end = start + found.size
    while chunk or position < end:
        if chunk:
            yield chunk
        chunk = source.read_at(position, min(CHUNK, end - position))
        if not chunk:
            return
        position += len(chunk)


def _repaired(chunks: Iterator[bytes]) -> Iterator[bytes]:
    import codecs

    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    for chunk in chunks:
        yield decoder.decode(chunk).encode()
    yield decoder.decode(b"", True).encode()


def _skipped(batches: Iterator[list[bytes]], skip: int) -> Iterator[list[bytes]]:
    for batch in batches:
        if len(batch) <= skip:
            skip -= len(batch)
            continue
        yield batch[skip:]
        skip = 0


def _decodes(source: Source, choice: encoding.Choice) -> bool:
    from kimi_read.errors import Encoding
    from kimi_read.formats.text.decode import utf8_chunks

    try:
        for _ in utf8_chunks(source, choice, "strict"):
            pass
    except Encoding:
        return False
    return True

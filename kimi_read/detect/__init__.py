"""Which type is this? The bytes decide; the name only specialises.

    plain text      the quick road: its extension, or a sniff, says which text
    signatures      magic bytes whose structure holds too (``signatures``)
    containers      ZIP and OLE files by what is in them (``zipped``, ``ole``)
    text or not     other encodings, text with zero bytes (``text``, ``wide``)
    weak signs      a PDF or ZIP behind foreign bytes, audio without a header
    guests          formats of other packages

Only the first 8 KiB, the last bytes and a bounded number of positioned reads are
looked at, whatever the size of the file. ``forced`` is ``--from``; the strict rule
for images is ``detect.images``.
"""

from __future__ import annotations

from kimi_read.catalog import BY_NAME
from kimi_read.detect.text import plain
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.blocks import Loss
    from kimi_read.format import Format
    from kimi_read.source import Source


@record(frozen=True, slots=True)
class Verdict:
    """The format of a file, why, and what is odd about its name."""

    format: Format
    reason: str
    warnings: tuple[Loss, ...] = ()


def detect(source: Source) -> Verdict:
    """Choose the format of ``source``; unknown bytes are the format ``binary``.

    Raises:
        Mismatch: text, nothing or unknown bytes under the extension of another kind.
    """
    if not source.head:
        return _text(source, "it is empty")
    if plain(source):
        if _maybe_more(source.head):
            from kimi_read.detect import binary

            found = binary.in_plain(source)
            if found:
                return _binary(source, *found)
        return _text(source, "ASCII text" if source.head.isascii() else "UTF-8 text")
    from kimi_read.detect import binary

    name, reason = binary.recognise(source)
    if name == "text":
        return _text(source, reason)
    return _binary(source, name, reason)


def unnamed(source: Source) -> Verdict:
    """Return what ``detect`` answers if the name says nothing."""
    from kimi_read.record import replace

    return detect(replace(source, name=""))


def forced(source: Source, name: str, *, strict: bool = False) -> Verdict:
    """Return the verdict that ``--from NAME`` asks for.

    ``name`` is a format (``docx``), one of its extensions (``yml``), or a kind
    (``image``): of a kind the bytes still choose the format. For an image,
    ``strict`` demands that name and bytes agree (``detect.images``).

    Raises:
        Usage: there is no such format or kind; near names are suggested.
        Mismatch: the bytes are of another kind than the one asked for.
    """
    if strict and name == "image":
        from kimi_read.detect import images

        return images.strict(source)
    from kimi_read.detect import asked

    return asked.verdict(source, name)


def by_extension(extension: str) -> list[Format]:
    """Return the built-in formats that declare ``extension``."""
    if not extension:
        return []
    return [form for form in BY_NAME.values() if extension in form.extensions]


def _maybe_more(head: bytes) -> bool:
    """Whether clean text may be something that is written in ASCII: PDF, ar."""
    return head.startswith((b"!<arch>\n", b"!<thin>\n")) or b"%PDF-" in head[:1029]


def _text(source: Source, reason: str) -> Verdict:
    from kimi_read.detect import names

    return Verdict(*names.of_text(source, by_extension(source.extension), reason))


def _binary(source: Source, name: str, reason: str) -> Verdict:
    from kimi_read.detect import names

    return Verdict(
        *names.of_binary(source, by_extension(source.extension), name, reason)
    )

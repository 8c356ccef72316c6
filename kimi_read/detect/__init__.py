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

from kimi_read.detect.decide import detect, unnamed
from kimi_read.detect.names import Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.source import Source

__all__ = ["Verdict", "detect", "forced", "unnamed"]


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

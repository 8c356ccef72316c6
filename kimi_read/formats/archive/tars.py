"""tar in its dialects: v7, ustar, pax, GNU, star."""

from __future__ import annotations

from kimi_read.formats.archive.listing import Listing
from kimi_read.formats.archive.streams import FileStream
from kimi_read.formats.archive.tarwalk import Walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.blocks import Blocks
    from kimi_read.formats.archive.notes import Notes
    from kimi_read.formats.archive.streams import Stream
    from kimi_read.request import Request
    from kimi_read.source import Source


def read(source: Source, request: Request, notes: Notes) -> Blocks:
    """Yield the listing of a tar archive.

    Raises:
        Malformed: it has no sound header.
    """
    yield from listed(FileStream(source), request, notes, {})


def listed(
    stream: Stream, request: Request, notes: Notes, facts: dict[str, object]
) -> Blocks:
    """Yield the listing of the tar archive in ``stream``."""
    listing = Listing(request, notes, packed=False)
    listing.facts.update(facts)
    walk = Walk(stream, request, notes)
    walk.facts = listing.facts
    yield from listing.blocks(walk.batches())

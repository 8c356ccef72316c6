"""ZIP and what is built on it: jar, apk, wheel, Chrome extension.

The central directory is walked in pieces, never as a list of objects. Where it is
missing or cut, the members' own headers are walked instead.
"""

from __future__ import annotations

from kimi_read.errors import Malformed
from kimi_read.formats.archive import zipfind, zipscan
from kimi_read.formats.archive.listing import Listing
from kimi_read.formats.archive.ziptext import text_of
from kimi_read.formats.archive.zipwalk import HEAD, Walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.blocks import Blocks
    from kimi_read.formats.archive.notes import Notes
    from kimi_read.formats.archive.zipfind import Directory
    from kimi_read.request import Request
    from kimi_read.source import Source


def read(source: Source, request: Request, notes: Notes) -> Blocks:
    """Yield the listing of a ZIP file.

    Raises:
        Malformed: there is neither a directory nor a single member.
    """
    listing = Listing(request, notes, packed=True)
    directory = zipfind.find(source, notes)
    if directory is not None and directory.count and not _usable(source, directory):
        directory = None
    if directory is None:
        members = zipscan.scan(source, request)
        notes.say(
            "no-directory",
            "its directory is missing or damaged; members are listed from their own "
            "headers",
            partial=True,
        )
        first = next(members, None)
        if first is None:
            raise Malformed(
                "not a readable ZIP file: it has neither directory nor members"
            )
        listing.facts["members"] = "unknown"
        yield from listing.blocks(zipscan.batches(first, members, notes))
        return
    listing.total = min(directory.count, 1 << 53)
    listing.facts["members"] = listing.total
    listing.comment = text_of(directory.comment, 0, request.encoding)
    if not request.verify:
        yield from listing.blocks(Walk(source, request, notes, directory).batches())
        return
    from kimi_read.formats.archive.zipverify import Verifier

    listing.claimed = False
    verifier = Verifier(source, notes, directory.shift, request.password)
    walk = Walk(source, request, notes, directory, verifier.add)
    yield from listing.blocks(verifier.batches(walk))


def _usable(source: Source, directory: Directory) -> bool:
    """Whether the first record of a directory is whole."""
    head = source.read_at(directory.start, HEAD)
    lengths = [int.from_bytes(head[at : at + 2], "little") for at in (28, 30, 32)]
    return len(head) == HEAD and HEAD + sum(lengths) <= directory.size

"""What a format declares about itself: one record."""

from __future__ import annotations

from kimi_read.record import record


@record(frozen=True, slots=True)
class Signature:
    """Bytes that a file of a guest's format must show.

    ``magic`` begins within the first ``within`` bytes after ``at``.
    """

    magic: bytes
    at: int = 0
    within: int = 0

    def matches(self, head: bytes) -> bool:
        """Whether ``head``, the first bytes of a file, shows this signature."""
        stop = self.at + self.within + len(self.magic)
        return head.find(self.magic, self.at, stop) >= 0


@record(frozen=True, slots=True)
class Format:
    """A type of file, and the module that reads it.

    ``name`` is what ``--from`` takes and JSON shows as ``format``; ``kind`` one
    of text, document, image, video, audio, archive, binary. ``extensions`` are in
    lower case with their dot. ``reader`` is a module (``registry.Reader``); without
    one the format is recognised and refused, and ``advice`` says what would read it.
    ``markdown`` is a second such module, for a text format that ``--format markdown``
    turns into a document; ``details`` one that tells more under ``--identify``.
    ``signatures`` are for guests: the house's own detector knows its formats.
    """

    name: str
    kind: str
    media_type: str
    label: str
    extensions: tuple[str, ...] = ()
    reader: str = ""
    advice: str = ""
    markdown: str = ""
    details: str = ""
    isolated: bool = True
    max_bytes: int = 0
    signatures: tuple[Signature, ...] = ()

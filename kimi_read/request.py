"""What was asked, and what an answer may cost."""

from __future__ import annotations

from kimi_read.record import record

MIB = 1 << 20

#: The most bytes of a file of each kind, before any parsing.
MAX_BYTES = {
    "text": 100 * MIB,
    "image": 20 * MIB,
    "video": 100 * MIB,
    "audio": 100 * MIB,
    "document": 20 * MIB,
    "archive": 1024 * MIB,
}
#: The most memory of a worker. Decoding a large picture takes more than any document
#: should.
MEMORY_BYTES = 512 * MIB
PICTURE_MEMORY_BYTES = 768 * MIB
HASHLINE_BYTES = 8 * MIB
PAGE_TEXT_BYTES = MIB // 4
PAGE_IMAGE_BYTES = 5 * MIB
PATH_CHARS = 4096


@record(frozen=True, slots=True, kw_only=True)
class Limits:
    """Upper bounds, in the unit that each name ends with; 0 of ``line_chars`` is none.

    ``max_bytes`` of 0 means the limit of the file's kind (``MAX_BYTES``), and
    ``memory_bytes`` of 0 that of its worker (``MEMORY_BYTES``).
    """

    max_bytes: int = 0
    line_chars: int = 2000
    wall_seconds: float = 120.0
    cpu_seconds_per_1000_lines: float = 10.0
    memory_bytes: int = 0
    output_bytes: int = 256 * MIB


@record(frozen=True, slots=True, kw_only=True)
class Request:
    """One question: these lines of this file, in this shape.

    ``offset`` counts the lines to skip, ``limit`` the lines to show (0 is all).
    ``pages`` holds inclusive, 1-based ranges; ``columns`` one such range of
    characters. ``identify`` asks for the facts alone, ``media`` for the bytes of
    embedded pictures, ``pictures`` for the image or thumbnail itself, and
    ``entries`` for the records of an archive beside its tree. ``screen`` is the most
    pixels (width, height) that a terminal shows: the picture then comes as raw
    RGBA of at most that size. ``without`` holds parts that a worker has died of,
    with the reason. ``kind`` is what a user asked the file to be read as, and to a
    reader the name of the format that it was found to be.
    """

    offset: int = 0
    limit: int = 1000
    tail: int | None = None
    columns: tuple[int, int | None] | None = None
    pages: tuple[tuple[int, int | None], ...] = ()
    sheet: str = ""
    shape: str = "auto"
    kind: str = ""
    encoding: str = ""
    password: str = ""
    changes: str = "accept"
    values: str = "displayed"
    formulas: bool = False
    furniture: str = "once"
    hidden: str = "report"
    tables: str = "auto"
    media: bool = False
    pictures: bool = False
    screen: tuple[int, int] | None = None
    entries: bool = False
    verify: bool = False
    glob: str = ""
    member: str = ""
    fit: bool = False
    max_edge: int = 2000
    region: tuple[int, int, int, int] | None = None
    frames: int = 0
    subtitles: bool = False
    identify: bool = False
    strict: bool = False
    require_sandbox: bool = False
    without: tuple[tuple[int, str], ...] = ()
    limits: Limits = Limits()

    def wants_page(self, number: int) -> bool:
        """Whether page or slide ``number``, counted from 1, is selected."""
        return not self.pages or any(
            first <= number and (last is None or number <= last)
            for first, last in self.pages
        )


def whole(name: str, value: object, *, least: int = 0) -> int:
    """Return ``value`` if it may be the offset or the limit called ``name``.

    Raises:
        Usage: it is no whole number from ``least`` to 2**53.
    """
    from kimi_read.errors import Usage

    if isinstance(value, bool) or not isinstance(value, int):
        raise Usage(f"{name} takes a whole number")
    if not least <= value < 1 << 53:
        raise Usage(f"{name} takes a whole number from {least}")
    return value

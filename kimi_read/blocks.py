"""The words that a format speaks and the renderer understands.

A block is one visible thing in reading order. ``text`` fields and table cells are
inline Markdown, already escaped by ``kimi_read.inline``; a line feed in them is a
hard line break. Nothing here refers back or ahead, so that a reader may stop
after any block. ``depth`` of a paragraph, a code block, a quote or a table says in
how many lists it lies: 0 is none, 1 is the text of an item of depth 0.
"""

from __future__ import annotations

from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping, Sequence


@record(frozen=True, slots=True)
class Heading:
    """A title; ``level`` is 1 to 6. A ``mark`` names its line in ``marks``."""

    text: str
    level: int = 1
    mark: str = ""


@record(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    text: str
    depth: int = 0


@record(frozen=True, slots=True)
class Item:
    """One list entry; ``depth`` counts from 0, ``number`` is None for a bullet.

    A label that Markdown cannot number (``a)``, ``1.2``) stands at the head of
    ``text`` behind a bullet.
    """

    text: str
    depth: int = 0
    number: int | None = None


@record(frozen=True, slots=True)
class Table:
    """A header row and a stream of rows, read once and never stored.

    A merged cell gives its value once, then blanks: every row has as many cells
    as the header (shorter ones are filled, longer ones are a defect of the
    format). An empty ``header`` makes the first row the header.
    """

    header: Sequence[str]
    rows: Iterable[Sequence[str]]
    depth: int = 0


@record(frozen=True, slots=True)
class Code:
    """Text whose spacing matters; not escaped."""

    text: str
    language: str = ""
    depth: int = 0


@record(frozen=True, slots=True)
class Quote:
    """A paragraph quoted from elsewhere."""

    text: str
    depth: int = 0


@record(frozen=True, slots=True)
class Note:
    """A footnote, an endnote or a comment: ``[^label]: text``."""

    label: str
    text: str


@record(frozen=True, slots=True)
class Math:
    """A displayed formula in LaTeX, without its dollar signs."""

    text: str
    depth: int = 0


@record(frozen=True, slots=True)
class Break:
    """A mark in the text, such as ``Page 3``, ``A3:C9`` or ``chart: Sales``."""

    label: str


@record(frozen=True, slots=True)
class Picture:
    """Bytes beside the text; prints nothing.

    ``role`` is ``image`` (the file itself, as it is shown), ``thumbnail``, or
    ``media`` (embedded, for ``--media DIR``, under ``name``). A picture's place in
    the text is an ``inline.image`` of its own.
    """

    media_type: str
    data: bytes
    width: int = 0
    height: int = 0
    role: str = "media"
    name: str = ""


@record(frozen=True, slots=True)
class Facts:
    """Metadata: once, and before any other block. Values that JSON can hold."""

    values: Mapping[str, object]


@record(frozen=True, slots=True)
class Loss:
    """Something was left out, changed or could not be read.

    ``code`` is a stable word such as ``hidden-sheet``. With ``shown`` it is printed
    in place as a comment (a local loss); one of the whole document is not. Either
    way it is a warning. ``partial`` says that content is missing from the output,
    which makes the answer ``truncated``.
    """

    code: str
    message: str
    where: str = ""
    shown: bool = True
    partial: bool = False


@record(frozen=True, slots=True)
class Verbatim:
    """Lines as they are: UTF-8 without line ends, in batches of any size.

    ``lines(skip)`` starts after ``skip`` lines, cheaper than iterating there, and
    returns (as a generator does) how many lines there are in all, if they may be
    fewer than ``skip``. It appends to ``cuts`` the numbers of lines that it cut at
    the line limit.
    """

    lines: Callable[[int], Generator[list[bytes], None, int | None]]
    cuts: list[int] | None = None


@record(frozen=True, slots=True)
class Entries:
    """Records of an archive's members, for ``entries[]`` of the JSON answer."""

    records: Sequence[Mapping[str, object]]


@record(frozen=True, slots=True)
class Bytes:
    """A piece of a member that is taken out of an archive; prints nothing."""

    data: bytes


if TYPE_CHECKING:
    from collections.abc import Callable

    Block = (
        Heading
        | Paragraph
        | Item
        | Table
        | Code
        | Quote
        | Note
        | Math
        | Break
        | Picture
        | Facts
        | Loss
        | Verbatim
        | Entries
        | Bytes
    )
    Blocks = Generator[Block, None, None]

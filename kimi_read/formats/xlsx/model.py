"""What every kind of workbook is turned into before it is laid out.

A workbook is a ``Book`` of ``Sheet`` records; opening one gives a ``Grid``, whose
rows are read once, in order. Rows and columns count from 1.
"""

from __future__ import annotations

from kimi_read.blocks import Loss
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Protocol

    from kimi_read.blocks import Block
    from kimi_read.formats.xlsx.a1 import Area
    from kimi_read.request import Request

#: Row number, whether it is hidden, and its cells that show something: column
#: numbers (rising), texts (inline Markdown) and kinds. A plain tuple, since a sheet
#: has millions. Kinds: t text, n number, d date, b boolean, e error, f formula; a
#: second letter says why a person does not see it (``veil``).
Row = tuple[int, bool, "Sequence[int]", "Sequence[str]", "Sequence[str]"]

VISIBLE, HIDDEN, VERY_HIDDEN = "", "hidden", "very hidden"
STATES = (VISIBLE, HIDDEN, VERY_HIDDEN)


class SheetFault(Exception):
    """One sheet cannot be read; the others can."""


@record(frozen=True, slots=True)
class Sheet:
    """One sheet: its bare name, its visibility, its kind, and where it is kept."""

    name: str
    state: str = VISIBLE
    kind: str = "worksheet"
    key: object = None


@record(frozen=True, slots=True)
class Comment:
    """A note on a cell; ``author`` may be empty, ``text`` is inline Markdown."""

    row: int
    column: int
    author: str
    text: str


class Grid:
    """The contents of one opened sheet.

    ``rows`` is read once. What stands after the cells of a file may be known only
    when the rows are through: ``after()`` then gives charts, pictures and pivot
    tables, and ``problems`` holds what could not be shown. With ``late_comments``
    and ``late_links`` those of a row are put in just before it is given. Where cells
    are ``veiled``, ``dressed()`` gives the ranges whose colours are not those of
    their cells; ``concealed`` are cells whose number format shows nothing.
    """

    def __init__(self) -> None:
        self.rows: Iterator[Row] = iter(())
        self.hidden_columns: list[tuple[int, int]] = []
        self.merges: list[Area] = []
        self.links: dict[tuple[int, int], str] = {}
        self.link_areas: list[tuple[Area, str]] = []
        self.comments: list[Comment] = []
        self.late_comments = False
        self.late_links = False
        self.veiled = False
        self.dressed: Callable[[], Sequence[Area]] = lambda: ()
        self.concealed: list[tuple[int, int]] = []
        self.dimension: Area | None = None
        self.facts: dict[str, object] = {}
        self.uncalculated = 0
        self.problems: list[Loss] = []
        self.after: Callable[[], Iterator[Block]] = lambda: iter(())

    def end(self) -> None:
        """Read no further: ``problems`` are those of the rows that were read."""
        close = getattr(self.rows, "close", None)
        if close is not None:
            close()


def covered(count: int) -> Loss:
    """Return the loss of values that lie under merged cells."""
    what = "1 value under merged cells is" if count == 1 else (
        f"{count} values under merged cells are")  # fmt: skip
    return Loss("covered-cell", f"{what} left out", shown=False, partial=True)


def unsafe(count: int) -> Loss:
    """Return the loss of where links lead that would run a script."""
    return Loss("unsafe-link", "targets of links that run a script are left out: "
                f"{count}", shown=False)  # fmt: skip


def within(row: Row, left: int, right: int) -> Row | None:
    """Return what a row has in a range of columns, or None."""
    columns = row[2]
    if not columns or (columns[0] >= left and columns[-1] <= right):
        return row if columns else None
    keep = [index for index, column in enumerate(columns) if left <= column <= right]
    return picked(row, keep) if keep else None


def picked(row: Row, keep: Sequence[int]) -> Row:
    """Return a row with some of its cells, by their place among them."""
    columns, texts, kinds = row[2], row[3], row[4]
    return (
        row[0],
        row[1],
        [columns[i] for i in keep],
        [texts[i] for i in keep],
        [kinds[i] for i in keep],
    )


if TYPE_CHECKING:

    class Book(Protocol):
        """A workbook of any kind."""

        request: Request
        sheets: list[Sheet]
        losses: list[Loss]

        def facts(self) -> dict[str, object]:
            """Return metadata that JSON can hold."""

        def names(self) -> list[dict[str, object]]:
            """Return the defined names, each as ``name``, ``refersTo``, ``scope``."""

        def open(self, sheet: Sheet) -> Grid:
            """Open one sheet."""

"""Neighbouring words of one row, and the column that they lie in."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kimi_read.formats.pdf.marks import Word


class Chunk:
    """Neighbouring words of one row with no more than blanks between them."""

    __slots__ = ("words", "x0", "x1")

    def __init__(self, word: Word) -> None:
        self.words = [word]
        self.x0, self.x1 = word.x0, word.x1

    @property
    def text(self) -> str:
        """The words with blanks between."""
        return " ".join(word.text for word in self.words)


def chunks(row: Sequence[Word], gap: float, bare: float = 0.0) -> list[Chunk]:
    """Part a row of words, in order of x, where the room is more than ``gap``.

    Room of more than ``bare`` is enough where no blank is drawn; 0 is none.
    """
    out: list[Chunk] = []
    for word in row:
        room = word.x0 - out[-1].x1 if out else 0.0
        if (
            out
            and room < gap
            and not (
                bare and room > bare and not (word.blank or out[-1].words[-1].trail)
            )
        ):
            out[-1].words.append(word)
            out[-1].x1 = max(out[-1].x1, word.x1)
        else:
            out.append(Chunk(word))
    return out


def nearest(columns: list[tuple[float, float]], x: float) -> int:
    """Return the column that x lies in, or that is nearest to it."""

    def apart(n: int) -> float:
        left, right = columns[n]
        return 0.0 if left <= x <= right else min(abs(x - left), abs(x - right))

    return min(range(len(columns)), key=apart)

"""The outline of a document as evidence for its headings and their levels.

Source: ISO 32000-2, 12.3.3 (document outline).
"""

from __future__ import annotations

import re

from kimi_read.formats.pdf import document
from kimi_read.formats.pdf.pieces import Piece

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kimi_read.formats.pdf.document import Document
    from kimi_read.formats.pdf.look import HeadStyle, Look

#: The most lines that a title has.
MAX_LINES = 4
_MAX_CHARS = 300
#: What may stand before a title on the page and not in the outline, or the reverse.
_NUMBER = re.compile(
    r"(?:(?:chapter|part|section|appendix|kapitel|teil|abschnitt|anhang|chapitre|partie"
    r"|annexe|capítulo|parte|sección|capitolo|глава|раздел)\s*)?"
    r"(?:\d{1,3}(?:\.\d{1,3}){0,5}|[ivxlc]{1,6}|[a-z])[.):\s]+\s*",
    re.IGNORECASE,
)


class Outline:
    """The titles of an outline by the page that each leads to.

    ``depth`` of a title is 1 for those at the top; a page of 0 is not known.
    """

    def __init__(self, doc: Document) -> None:
        self.titles: dict[int, dict[str, int]] = {}
        self.counts: dict[int, int] = {}
        for depth, title, page in document.outline(doc):
            self.counts[page] = self.counts.get(page, 0) + 1
            table = self.titles.setdefault(page, {})
            for key in _keys(title):
                table.setdefault(key, depth + 1)

    def mark(self, pieces: list[Piece], index: int, look: Look) -> list[Piece]:
        """Make headings of the blocks of a page that the outline names.

        The block may be one line of a longer one, or several that follow each other.
        What stands out most is the title, where a page has the text more than once. A
        title may lead to the end of the page before: then it must stand out.
        """
        sure = self.titles.get(index + 1, {})
        near = self.titles.get(0, {}) | self.titles.get(index, {})
        wanted = near | sure
        if not wanted:
            return pieces
        found: dict[str, tuple[float, int, int, int]] = {}
        for at, piece in enumerate(pieces):
            for key, count, lines in _readings(pieces, at):
                if key not in wanted:
                    continue
                line = piece.lines[0]
                plain = look.heading_style(line) is None
                least = (0.88 if plain or not line.bold else 0.6) * look.size
                if line.size < least or (
                    plain
                    and piece.kind != "heading"
                    and (key not in sure or piece.kind == "item")
                ):
                    continue
                weight = line.size + (0.5 if line.bold else 0.0) - 0.001 * at
                if piece.kind == "heading":
                    weight += 1.0
                if key not in found or weight > found[key][0]:
                    found[key] = weight, at, count, lines
        at_once: dict[int, tuple[int, int, int]] = {}
        for key, (_, at, count, lines) in found.items():
            if at not in at_once or count > at_once[at][1]:
                at_once[at] = wanted[key], count, lines
        return _made(pieces, at_once)

    def dense(self, pages: Iterable[int], pieces: list[Piece]) -> bool:
        """Whether the outline names all headings, as far as these pages show.

        It leads to a title or more on each of them, and most of its titles are
        among the blocks.
        """
        pages = list(pages)
        wanted = sum(self.counts.get(n + 1, 0) for n in pages)
        found = sum(1 for piece in pieces if piece.outline)
        return found >= max(4, len(pages), 0.7 * wanted)


def _readings(pieces: list[Piece], at: int) -> Iterable[tuple[str, int, int]]:
    """Yield what the blocks from a place on may say as a title.

    Given are the key, how many blocks it takes, and how many lines of the first.
    """
    piece = pieces[at]
    if piece.kind == "code" and len(piece.lines) == 1:
        for key in _keys(piece.lines[0].text):
            yield key, 1, 0
    if piece.kind not in ("text", "heading", "item") or not piece.lines or piece.text:
        return
    said, style = "", piece.lines[0]
    for count in range(1, 4):
        if at + count > len(pieces):
            return
        part = pieces[at + count - 1]
        if part.kind not in ("text", "heading", "item") or not part.lines:
            return
        if count > 1 and (
            part.kind == "item" or abs(part.lines[0].size - style.size) > 0.3
        ):
            return
        for number, line in enumerate(part.lines[: MAX_LINES + 1], 1):
            said = f"{said} {line.label} {line.text}"
            if len(said) > _MAX_CHARS:
                return
            whole = number == len(part.lines)
            if whole or count == 1:
                for key in _keys(said):
                    yield key, count, 0 if whole else number
        if len(part.lines) > MAX_LINES:
            return


def _made(pieces: list[Piece], found: dict[int, tuple[int, int, int]]) -> list[Piece]:
    """Return the blocks with those found made headings, parted or joined."""
    out: list[Piece] = []
    skip = 0
    for at, piece in enumerate(pieces):
        if skip:
            skip -= 1
            continue
        if at not in found:
            out.append(piece)
            continue
        depth, count, lines = found[at]
        rest = None
        if lines:
            rest = Piece("text", piece.lines[lines:])
            rest.depth = piece.depth
            piece.lines = piece.lines[:lines]
        for more in pieces[at + 1 : at + count]:
            piece.lines += more.lines
        skip = count - 1
        first = piece.lines[0]
        if first.label and first.sign is not None:
            first.words = [first.sign, *first.words]
            first.label, first.sign = "", None
            first.measure()
        heading = Piece("heading", piece.lines)
        heading.outline = depth
        out.append(heading)
        if rest is not None:
            out.append(rest)
    return out


def _keys(title: str) -> list[str]:
    """Return the letters and digits of a title, and those behind its number."""
    title = title.strip()
    out = [_letters(title)]
    match = _NUMBER.match(title)
    if match is not None:
        out.append(_letters(title[match.end() :]))
    return [key for key in out if len(key) > 1]


def _letters(text: str) -> str:
    return "".join([char for char in text.casefold() if char.isalnum()])


def levels(titles: list[tuple[HeadStyle | None, int, int]]) -> dict[int, int]:
    """Return a level for each depth of the outline; none if its depths are wrong.

    Each title in order has style, depth, and the level that its style has. How far
    the outline lies below the title of the document is what most of them say; from
    there on each depth is a level. Titles that look like the two they are said to
    lie below speak against the depths.
    """
    votes: dict[int, int] = {}
    alike = below = 0
    stack: list[tuple[int, HeadStyle | None]] = []
    for style, depth, level in titles:
        base = max(0, min(level - depth, 2))
        votes[base] = votes.get(base, 0) + 1
        while stack and stack[-1][0] >= depth:
            stack.pop()
        if len(stack) > 1:
            below += 1
            alike += stack[-1][1] == stack[-2][1] == style
        stack.append((depth, style))
    if not votes or alike > 0.2 * below:
        return {}
    base = max(votes, key=lambda n: (votes[n], -n))
    return {depth: min(depth + base, 6) for depth in range(1, 22)}


def styled(titles: list[tuple[HeadStyle, int]]) -> dict[HeadStyle, int]:
    """Return the level that most titles of a style have in the outline."""
    votes: dict[HeadStyle, dict[int, int]] = {}
    for style, level in titles:
        table = votes.setdefault(style, {})
        table[level] = table.get(level, 0) + 1
    return {
        style: max(table, key=lambda n: (table[n], -n))
        for style, table in votes.items()
    }

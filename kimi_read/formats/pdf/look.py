"""What is known of the whole document before its first line is printed.

A bounded, deterministic sample of pages tells the size of its text, how far its
lines are apart, the styles of its headings and its words. The answer must not
depend on the window, so nothing is learnt after the sample.
"""

from __future__ import annotations

import itertools

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kimi_read.formats.pdf.marks import Line, Word

    #: size, bold, italic, all capitals
    HeadStyle = tuple[float, bool, bool, bool]

#: How many pages are looked at.
SAMPLE = 12
#: Text this much larger than the body may be a heading.
LARGER = 1.1


class Look:
    """The document's body text and what stands out from it."""

    __slots__ = (
        "bold",
        "capitals",
        "caps",
        "italic",
        "mono",
        "numbered",
        "outlined",
        "pitches",
        "ranks",
        "size",
        "styled",
        "trails",
        "words",
    )

    def __init__(self) -> None:
        self.size = 10.0
        self.bold = self.mono = self.italic = self.caps = False
        self.pitches: dict[float, float] = {}
        self.ranks: list[list[HeadStyle]] = []
        #: Styles of headings in capitals.
        self.capitals: set[HeadStyle] = set()
        self.words: dict[str, int] = {}
        #: Depth of a section number: level of its titles.
        self.numbered: dict[int, int] = {}
        #: Depth in the outline: level of its titles; and that of each style in it.
        self.outlined: dict[int, int] = {}
        self.styled: dict[HeadStyle, int] = {}
        #: Whether the blank at which a line is broken is drawn: where there is
        #: none, a word goes on.
        self.trails = False

    def pitch(self, size: float) -> float:
        """Return how far lines of this size are apart."""
        return self.pitches.get(round(size * 2) / 2, 1.2 * size)

    def heading_style(self, line: Line) -> HeadStyle | None:
        """Return the style of a line if it stands out from the body text."""
        larger = line.size >= self.size * LARGER and line.size - self.size > 0.7
        bold = line.bold and not self.bold
        near = line.size > 0.88 * self.size
        small = line.size > 0.6 * self.size
        size = line.size
        caps = not self.caps and _capitals(line.text)
        if caps and not near:  # small capitals are as large as their first letters
            size = max(word.size for word in line.words)
            caps = near = size > 0.88 * self.size
        italic = line.units[0].style.italic and _slanted(line)
        if larger or (bold and small) or caps or (italic and near and not self.italic):
            return round(size * 2) / 2, bold, italic, caps
        return None

    def rank_style(self, line: Line) -> HeadStyle | None:
        """Return the style of a heading: a short word may be in capitals as others.

        A word such as ``SKILLS`` is no more than an abbreviation by itself.
        """
        style = self.heading_style(line)
        if style is not None and not style[3] and line.text.isupper():
            size, bold, italic, _ = style
            upper = size, bold, italic, True
            return upper if upper in self.capitals else style
        return style

    def level(self, style: HeadStyle) -> int:
        """Return the level of a heading style, from 1.

        What the outline says of styles above and below it comes first.
        """
        if style in self.styled:
            return self.styled[style]
        level = self._ranked(style)
        above = [n for s, n in self.styled.items() if s[:2] > style[:2]]
        below = [n for s, n in self.styled.items() if s[:2] < style[:2]]
        if below:
            level = min(level, max(1, min(below) - 1))
        if above:
            level = max(level, max(above) + 1)
        return min(level, 6)

    def _ranked(self, style: HeadStyle) -> int:
        for level, group in enumerate(self.ranks, 1):
            if style in group:
                return level
        above = sum(1 for g in self.ranks if (g[-1][0], g[-1][1]) > style[:2])
        return above + 1


def _capitals(text: str) -> bool:
    """Whether a text is in capitals throughout, and more than an abbreviation."""
    if not text.isupper():
        return False
    letters = sum(1 for char in text if char.isalpha())
    large = sum(1 for char in text if char.isupper())
    return large > 4 and large > 0.7 * letters and (" " in text or large > 6)


def _slanted(line: Line) -> bool:
    return all(word.style.italic for word in line.units)


def rank(styles: list[HeadStyle], pages: int) -> list[list[HeadStyle]]:
    """Return heading styles by level, from the highest.

    The size decides, then the weight, then which comes first in the document.
    Sizes that differ by little are one level; so are those of styles that come but
    once and differ by less than a step of type, a longer step where one page is all
    that is known.
    """
    first: dict[HeadStyle, int] = {}
    count: dict[HeadStyle, int] = {}
    for at, style in enumerate(styles):
        first.setdefault(style, at)
        count[style] = count.get(style, 0) + 1
    out: list[list[HeadStyle]] = []
    for style in sorted(first, key=lambda s: (-s[0], not s[1], first[s])):
        last = out[-1][0] if out else None
        if last is not None and last[1:] == style[1:]:
            ratio = last[0] / style[0]
            rare = count[style] == 1 and all(count[s] == 1 for s in out[-1])
            if ratio < ((1.3 if pages == 1 else 1.12) if rare else 1.05):
                out[-1].append(style)
                continue
        out.append([style])
    return out


def sample(pages: list[int], total: int) -> list[int]:
    """Choose the pages (counted from 0) to look at, from those selected.

    Pairs of neighbours are taken, spread over the selection, since running heads
    are known by what two pages share.
    """
    if len(pages) <= SAMPLE:
        chosen = set(pages)
        if len(pages) <= 2 and total > len(pages):
            for page in pages:
                chosen.update(p for p in (page - 1, page + 1) if 0 <= p < total)
        return sorted(chosen)
    pairs = SAMPLE // 2
    chosen = set()
    for pair in range(pairs):
        at = pair * (len(pages) - 2) // (pairs - 1)
        chosen.update(pages[at : at + 2])
    return sorted(chosen)


def learn(pages: Iterable[list[list[Line]]], cells: Iterable[Word] = ()) -> Look:
    """Learn from the lines of some pages, given by region in reading order.

    ``cells`` are the words of their tables: they count where there is little else.
    """
    look = Look()
    sizes: dict[tuple[float, bool, bool], int] = {}
    steps: dict[float, dict[float, int]] = {}
    trails = [0, 0]
    for regions in pages:
        for lines in regions:
            _measure(lines, sizes, steps, look.words, trails)
    held: dict[tuple[float, bool, bool], int] = {}
    for word in cells:
        key = (round(word.size * 2) / 2, word.style.bold, False)
        held[key] = held.get(key, 0) + len(word.text)
    if sum(held.values()) > sum(sizes.values()):  # which weigh up to 4 a letter
        for key, count in held.items():
            sizes[key] = sizes.get(key, 0) + count
    look.trails = sum(trails) > 20 and trails[1] > 0.85 * sum(trails)
    if sizes:
        by_size: dict[float, int] = {}
        for (size, _, _), count in sizes.items():
            by_size[size] = by_size.get(size, 0) + count
        plain = {k: v for k, v in sizes.items() if not k[2]}
        pool = plain if sum(plain.values()) > 0.35 * sum(sizes.values()) else sizes
        best: dict[float, int] = {}
        for (size, _, _), count in pool.items():
            best[size] = best.get(size, 0) + count
        look.size = max(best, key=lambda s: (best[s], -s))
        total = sum(sizes.values())
        look.mono = sum(v for k, v in sizes.items() if k[2]) > 0.75 * total
        near = {k: v for k, v in pool.items() if abs(k[0] - look.size) < 0.6}
        look.bold = sum(v for k, v in near.items() if k[1]) > 0.6 * sum(near.values())
    for size, counts in steps.items():
        top = max(counts.values())
        common = [step for step, count in counts.items() if count >= 0.5 * top]
        look.pitches[size] = max(min(common), size)
    return look


def _measure(
    lines: list[Line],
    sizes: dict[tuple[float, bool, bool], int],
    steps: dict[float, dict[float, int]],
    words: dict[str, int],
    trails: list[int],
) -> None:
    last: Line | None = None
    for line in lines:
        weight = _weight(line)
        for word in line.words:
            style = word.style
            key = (round(word.size * 2) / 2, style.bold, style.mono)
            sizes[key] = sizes.get(key, 0) + weight * len(word.text)
        for word in line.words[:-1]:
            text = word.text.strip(".,;:!?()[]\"'“”‘’").lower()  # noqa: RUF001
            if len(text) > 3:
                words[text] = words.get(text, 0) + 1
        if last is not None and abs(last.size - line.size) < 0.3:
            step = round((line.base - last.base) * 2) / 2
            if 0.9 * line.size < step < 2.2 * line.size:
                table = steps.setdefault(round(line.size * 2) / 2, {})
                table[step] = table.get(step, 0) + 1
            if not line.mono and line.text[0].islower() and step < 1.5 * line.size:
                trails[last.words[-1].trail] += 1
        last = line


def _weight(line: Line) -> int:
    """Return how much a line says about the body text: rows of cells say little."""
    words = line.words
    wide = any(
        word.x0 - last.x1 > 1.6 * line.size for last, word in itertools.pairwise(words)
    )
    return 1 if wide or len(words) < 5 else 4

"""Cells that a person at the screen does not see and a program reads.

Their text has the colour of its ground or is too small, or their number format shows
nothing. The first are kept and marked, the last are counted: what is shown of them is
nothing.
Source: ECMA-376 part 1, 18.8.3 (bgColor), 18.8.19 (fgColor), 18.8.27 (indexedColors),
18.3.1.15 (color: theme and tint).
"""

from __future__ import annotations

import re
from itertools import islice

from kimi_read import inline
from kimi_read.blocks import Loss
from kimi_read.formats.xlsx.a1 import Area, column_name
from kimi_read.ooxml.colours import (
    BLACK,
    UNKNOWN,
    WHITE,
    close,
    darkened,
    hexadecimal,
    lightened,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kimi_read.formats.xlsx.model import Grid, Row

#: Points below which text cannot be read.
TINY = 2.0
#: Why a cell is not seen: the second letter of its kind.
COLOUR, SIZE, FORMAT = "c", "s", "z"
#: Kinds of cells that hold a number.
_NUMBERS = ("n", "d")
#: Noncharacters around the part of a text that is white, or too small, and its end.
PALE, SMALL, END = "\ufdd0", "\ufdd1", "\ufdd2"
_RUN = f"([{PALE}{SMALL}])(\\s*)([^{END}]*?)(\\s*){END}"
_STRAY = f"[{PALE}{SMALL}{END}]"
_PLACES = 10
_MOST_PLACES = 100_000
#: Ranges with colours of their own that a cell is compared with.
_MOST_DRESSED = 2000
#: The colours of the palette from 16 on; 0 to 7 and 8 to 15 are those of a cube.
_PALETTE = (
    "800000 008000 000080 808000 800080 008080 C0C0C0 808080 9999FF 993366 FFFFCC "
    "CCFFFF 660066 FF8080 0066CC CCCCFF 000080 FF00FF FFFF00 00FFFF 800080 800000 "
    "008080 0000FF 00CCFF CCFFFF CCFFCC FFFF99 99CCFF FF99CC CC99FF FFCC99 3366FF "
    "33CCCC 99CC00 FFCC00 FF9900 FF6600 666699 969696 003366 339966 003300 333300 "
    "993300 993366 333399 333333"
)
_CUBE = "000000 FFFFFF FF0000 00FF00 0000FF FFFF00 FF00FF 00FFFF"
_SYSTEM = {64: BLACK, 65: WHITE, 0x7FFF: BLACK}


def reason(ink: int, ground: int, points: float) -> str:
    """Return why text is not seen, or nothing."""
    if 0 < points < TINY:
        return SIZE
    return COLOUR if close(ink, ground) else ""


def rgb(text: str) -> int:
    """Return the colour of ``RRGGBB`` or ``AARRGGBB``."""
    return hexadecimal(text[-6:]) if len(text) in (6, 8) else UNKNOWN


def palette() -> list[int]:
    """Return the colours that files name by number alone."""
    return [int(word, 16) for word in f"{_CUBE} {_CUBE} {_PALETTE}".split()]


def indexed(number: int, colours: Sequence[int]) -> int:
    """Return a colour by its number, also those of the system."""
    if number in _SYSTEM:
        return _SYSTEM[number]
    return colours[number] if 0 <= number < len(colours) else UNKNOWN


def tinted(colour: int, tint: float) -> int:
    """Return a colour made darker (-1 to 0) or lighter (0 to 1)."""
    if colour < 0 or not -1 <= tint <= 1 or tint == 0:
        return colour
    return darkened(colour, 1 + tint) if tint < 0 else lightened(colour, 1 - tint)


def of_run(name: str, attributes: Mapping[str, str]) -> str:
    """Return how a part of a text begins that has such a size or colour of its own."""
    get = attributes.get
    if name == "sz":
        size = get("val", "")
        small = size.replace(".", "", 1).isdecimal() and float(size) < TINY
        return SMALL if small else ""
    if name != "color" or get("tint", "0") not in ("0", "0.0"):
        return ""
    named = get("theme") == "0" or get("indexed") in ("1", "9", "65")
    white = close(rgb(get("rgb", "")), WHITE) if get("rgb") else named
    return PALE if white else ""


def of_font(ink: int, points: float) -> str:
    """Return how a part of a text begins that has a font so pale or so small."""
    if 0 < points < TINY:
        return SMALL
    return PALE if close(ink, WHITE) else ""


def with_runs(text: str, starts: Sequence[tuple[int, str]]) -> str:
    """Put marks around the parts of a text that may not be seen.

    ``starts`` are where parts begin, in units of UTF-16, rising, and their marks.
    """
    raw = text.encode("utf-16-le", "surrogatepass")
    at, mark = 0, ""
    out: list[str] = []
    for start, following in (*starts, (len(raw) // 2, "")):
        piece = raw[2 * at : 2 * start].decode("utf-16-le", "replace")
        out.append(mark + piece + END if mark and piece else piece)
        at, mark = max(at, start), following
    return "".join(out)


def runs(text: str, *, white: bool) -> tuple[str, bool]:
    """Mark the parts of a text that are not seen; return also whether there are any.

    ``white`` says what the ground is.
    """
    any_hidden = False

    def mark(match: re.Match[str]) -> str:
        nonlocal any_hidden
        before, inner, after = match[2], match[3], match[4]
        if not inner or (match[1] == PALE and not white):
            return before + inner + after
        marked = inline.hidden(inner)
        any_hidden = any_hidden or marked != inner
        head = match.string[: match.start()] if not before else ""
        edge = inline.closed(head)[len(head) :] if head[-1:] == "\\" else ""
        return f"{before}{edge}{marked}{after}"

    shown = re.sub(_STRAY, "", re.sub(_RUN, mark, text))
    return shown, any_hidden


def conceal(
    places: list[tuple[int, int]],
    where: tuple[int, int],
    text: str,
    kind: str,
    value: str | float = "",
) -> None:
    """Add a cell to ``places`` if its number format shows nothing of its value.

    Of a number that is not 0, as some hide zeros, or of any.
    """
    if text or len(places) >= _MOST_PLACES:
        return
    if kind[1:] == FORMAT or (kind[:1] in _NUMBERS and _counts(value)):
        places.append(where)


def _counts(value: str | float) -> bool:
    try:
        return float(value) != 0
    except ValueError:
        return False


def marked(rows: Iterator[Row], grid: Grid, where: str) -> Iterator[Row]:
    """Mark the texts that are not seen, and say at the end how many there are."""
    places: dict[str, list[tuple[int, int]]] = {COLOUR: [], SIZE: []}
    dressed: Sequence[Area] | None = None
    for row in rows:
        number, hidden, columns, texts, kinds = row
        if len("".join(kinds)) == len(kinds):
            yield row
            continue
        if dressed is None:
            dressed = grid.dressed()[:_MOST_DRESSED]
        near = [area for area in dressed if area.top <= number <= area.bottom]
        shown = list(texts)
        for index, kind in enumerate(kinds):
            why, column = kind[1:], columns[index]
            if not shown[index] or why not in places:
                continue
            if why == COLOUR and any(a.left <= column <= a.right for a in near):
                continue  # a table style or a condition gives it other colours
            shown[index] = inline.hidden(shown[index])
            places[why].append((number, column))
        yield number, hidden, columns, shown, [kind[:1] for kind in kinds]
    said = ((COLOUR, "in the colour of the ground"), (SIZE, f"under {TINY:g} points"))
    for why, how in said:
        if places[why]:
            many = _many(len(places[why]), "cell")
            grid.problems.append(Loss(
                "hidden-text", f"{many} of {where} with text {how}, kept and marked "
                f"[hidden: ...]: {_names(places[why])}", where, shown=False
            ))  # fmt: skip


def concealed(grid: Grid, area: Area | None, where: str) -> Iterator[Loss]:
    """Yield a loss that counts the values which number formats hide."""
    places = grid.concealed
    if area is not None:
        places = [place for place in places if area.holds(*place)]
    if places:
        many = _many(len(places), "value")
        yield Loss(
            "hidden-value", f"{many} of {where} hidden by the number format, as by ;;; "
            f"(--values raw shows them): {_names(places)}", where,
            shown=False)  # fmt: skip


def of_runs(count: int, where: str) -> list[Loss]:
    """Return a loss that counts the texts with parts that are not seen."""
    if not count:
        return []
    return [Loss("hidden-text", f"{_many(count, 'text')} of {where} with parts in "
                 f"white or under {TINY:g} points, kept and marked [hidden: ...]",
                 where, shown=False)]  # fmt: skip


def _many(count: int, what: str) -> str:
    return f"1 {what}" if count == 1 else f"{count} {what}s"


def _names(places: Sequence[tuple[int, int]]) -> str:
    names = [f"{column_name(c)}{r}" for r, c in islice(places, _PLACES)]
    return ", ".join(names) + (" ..." if len(places) > _PLACES else "")

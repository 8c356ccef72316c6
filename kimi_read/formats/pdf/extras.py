"""What stands beside the text of a page: losses, hidden text, comments, asides."""

from __future__ import annotations

from kimi_read import blocks as b
from kimi_read import inline
from kimi_read.formats.pdf.lines import segments
from kimi_read.formats.pdf.marks import Style, Word
from kimi_read.formats.pdf.pieces import Piece

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.formats.pdf.findings import Evidence

#: A page with less text than this on a picture is a picture.
_FEW = 40
_SHARE = 0.05


def losses(seen: Evidence) -> Iterator[b.Loss]:
    """Yield what of a page cannot be shown, or was left out."""
    page = f"page {seen.index + 1}"
    words = 0
    for word in _all(seen):
        if not word.hidden and not word.raw:
            words += len(word.text) - word.blanks
            if words > _FEW:
                break
    covered = _covered(seen)
    if not words and (covered > 0.02 or len(seen.shapes.curves) > 20):
        what = "it is a picture" if covered > 0.02 else "it is a drawing"
        yield b.Loss("no-text-layer", f"{page} has no text layer: {what}", page,
                     partial=True)  # fmt: skip
    elif seen.ocr:
        yield b.Loss(
            "ocr-layer", f"{page} is a picture: its text is a recogniser's",
            page, shown=False,
        )  # fmt: skip
    elif words < _FEW and covered > 0.6:
        yield b.Loss("no-text-layer", f"most of {page} is a picture: text in it is not "
                     "read", page, partial=True)  # fmt: skip
    if seen.hidden:
        kinds = ", ".join(
            f"{count} characters {kind}" if kind != "invisible" else
            f"{count} invisible characters"
            for kind, count in sorted(seen.hidden.items())
        )  # fmt: skip
        yield b.Loss("hidden-text", f"{page} hides text: {kinds}", page, shown=False)
    if seen.unmapped > max(8, _SHARE * seen.chars):
        share = round(100 * seen.unmapped / max(1, seen.chars))
        yield b.Loss("unmapped-glyphs", f"{share} % of the characters of {page} "
                     "have no Unicode: their text may be wrong", page)  # fmt: skip
    if seen.lost:
        fonts = ", ".join(sorted(seen.lost)[:5])
        yield b.Loss("missing-font", f"{page} has text in fonts that the file does not "
                     f"hold and that is lost: {fonts}", page, partial=True)  # fmt: skip
    if seen.silent and not words and not seen.lost:
        yield b.Loss("unreadable", f"{page} has text that could not be read", page,
                     partial=True)  # fmt: skip
    if seen.left_out:
        yield b.Loss("too-much", f"{page} holds more than can be looked at: a part of "
                     "its drawings is left out", page)  # fmt: skip


def _all(seen: Evidence) -> list[Word]:
    return [*seen.words, *(word for aside in seen.asides for word in aside)]


def _covered(seen: Evidence) -> float:
    """Return the share of the page that pictures cover."""
    page = seen.width * seen.height
    total = sum(
        max(0.0, min(a.x1, seen.width) - max(a.x0, 0.0))
        * max(0.0, min(a.y1, seen.height) - max(a.y0, 0.0))
        for a in seen.shapes.images
    )
    return total / page if page > 0 else 0.0


def shown_hidden(seen: Evidence) -> list[Piece]:
    """Return the hidden text of a page, each kind marked as such."""
    kinds: dict[str, list[Word]] = {}
    for word in _all(seen):
        if word.hidden:
            kinds.setdefault(word.hidden, []).append(word)
    out = []
    for kind, words in kinds.items():
        text = " ".join(line.text for line in segments(words))
        piece = Piece("quote")
        piece.text = f"*hidden text ({kind}):* {inline.escape(text)}"
        out.append(piece)
    return out


def sideways(seen: Evidence) -> list[Piece]:
    """Return the text that runs in other directions, a block for each stretch."""
    out: list[Piece] = []
    for words in seen.asides:
        last = None
        for line in segments([word for word in words if not word.hidden]):
            near = last is not None and 0 < line.base - last.base < 1.6 * line.size
            if out and near:
                out[-1].add(line)
            else:
                out.append(Piece("aside", [line]))
            last = line
    return out


def remarks(seen: Evidence) -> list[Piece]:
    """Mark where comments stand in the text, and return them as notes."""
    out: list[Piece] = []
    shown = [word for word in seen.words if not word.hidden]
    for remark in seen.remarks:
        text = " ".join(remark.text.split())
        if remark.free:
            piece = Piece("text")
            piece.text = inline.escape(text)
            out.append(piece)
            continue
        label = f"p{seen.index + 1}-{len(out) + 1}"
        piece = Piece("note")
        who = f"{remark.author}: " if remark.author else ""
        piece.text, piece.label = inline.escape(who + text), label
        out.append(piece)
        area = remark.area
        x, y = area.x1, (area.y0 + area.y1) / 2
        near = min(
            shown, key=lambda w: (abs((w.y0 + w.y1) / 2 - y) * 3 + abs(w.x1 - x)),
            default=None,
        )  # fmt: skip
        if near is not None:
            box = near.x1, near.y0, near.x1 + 0.1, near.y1
            style = Style("", False, False, False, 0)
            mark = Word(f"[^{label}]", box, near.base, near.size, style)
            mark.raw, mark.blank, mark.tag = True, False, near.tag
            seen.words.insert(seen.words.index(near) + 1, mark)
    return out

"""Words to inline Markdown: emphasis, code, links, and the joins of lines."""

from __future__ import annotations

import re

from kimi_read import inline
from kimi_read.formats.pdf.marks import Line, Style, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from kimi_read.formats.pdf.look import Look

    #: bold, italic, code, link, rise (2: raw Markdown)
    Looks = tuple[bool, bool, bool, str, int]

HYPHENS = frozenset("-\u2010\u00ad")
_CJK = re.compile("[\u2e80-\u2fdf\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\ufe30-\ufe4f"
                  "\uff00-\uff60\U00020000-\U0003ffff]")  # fmt: skip
_SIGNS = re.compile(r"\w[/_.\\@=&?:#~-]\w|[/_]|\w[A-Z]")
_PLAIN: Looks = (False, False, False, "", 0)
_RAW = 2


def text(
    lines: Sequence[Line],
    look: Look,
    *,
    heading: bool = False,
    notes: Collection[str] = (),
) -> str:
    """Return lines as one paragraph of inline Markdown.

    A heading has no emphasis of its own. ``notes`` are the labels of footnotes
    whose marks become references.
    """
    runs: list[tuple[Looks, str]] = []
    for between, word, cut in _joined(lines, look):
        before = between
        parts = word.parts or [(word.text, word.style, word.link)]
        if cut:
            part, style, link = parts[-1]
            parts = [*parts[:-1], (part[:-1], style, link)]
        for part, style, link in parts:
            looks = _looks(word, style, link, look, heading=heading)
            if runs and runs[-1][0] == looks:
                runs[-1] = looks, runs[-1][1] + before + part
            else:
                raised = runs and looks[4] and runs[-1][0][:4] == looks[:4]
                raised = raised and not word.field
                if before and not raised:
                    runs.append((_PLAIN, " "))
                runs.append((looks, part))
            before = ""
    return _marked(_folded(runs), notes)


def plain(lines: Sequence[Line], look: Look) -> str:
    """Return lines as one paragraph of bare text."""
    return "".join(
        before + (word.text[:-1] if cut else word.text)
        for before, word, cut in _joined(lines, look)
    ).strip()


def _joined(lines: Sequence[Line], look: Look) -> list[tuple[str, Word, bool]]:
    """Return each word with what stands before it: a blank or nothing.

    The last says that the hyphen at the word's end is none and is left out.
    """
    out: list[tuple[str, Word, bool]] = []
    last: Word | None = None
    alone = False
    for line in lines:
        for at, word in enumerate(line.units):
            if last is None:
                out.append(("", word, False))
            elif at:
                apart = word.gap and not _ideographs(last, word)
                out.append((" " if apart else "", word, False))
            elif last.text[-1] in HYPHENS and _parted(last, word, look):
                out[-1] = out[-1][0], last, True
                out.append(("", word, False))
            elif (
                (last.text[-1] in HYPHENS and _compound(last, word))
                or (look.trails and not last.trail and _torn(last, word, alone))
                or (_CJK.match(last.text[-1]) and _CJK.match(word.text[0]))
            ):
                out.append(("", word, False))
            else:
                out.append((" ", word, False))
            last = word
        alone = line.single
    return out


def _ideographs(last: Word, word: Word) -> bool:
    """Whether the room between two words is that around a sign of ideographs."""
    return (
        _CJK.match(last.text[-1]) is not None
        and _CJK.match(word.text[0]) is not None
        and not word.blank
        and word.x0 - last.x1 < 0.75 * word.size
    )


def _parted(last: Word, word: Word, look: Look) -> bool:
    """Whether the hyphen at a line's end parts a word; evidence first.

    The joined word elsewhere in the document says yes, the hyphenated one says no;
    so do two halves that are words of their own. Else what follows in lower case
    is taken for the rest of a word.
    """
    if last.text[-1] == "\u00ad":
        return True
    head, tail = last.text[:-1], word.text
    if not head or not head[-1].isalpha() or not tail[0].islower():
        return False
    head = re.split(r"[^\w'’-]", head)[-1].lower()  # noqa: RUF001
    tail = re.split(r"[^\w'’]", tail)[0].lower()  # noqa: RUF001
    if head + tail in look.words:
        return True
    if f"{head}-{tail}" in look.words or "-" in head or len(head) < 2:
        return False
    return not (head in look.words and tail in look.words)


def _compound(last: Word, word: Word) -> bool:
    """Whether a hyphen at a line's end is one inside a word."""
    head = last.text[-2:-1]
    return head.isalnum() and word.text[0].isalnum()


def _torn(last: Word, word: Word, alone: bool) -> bool:
    """Whether a line ended inside a word that was too long for it.

    A word that has the line ``alone`` may be; else only one of signs, since a blank
    that has no room at the end of a line may be left out as well.
    """
    if not alone and not _SIGNS.search(last.tail + word.head):
        return False
    return (last.text[-1].isalnum() or last.text[-1] in "_/.") and (
        word.text[0].isalnum() or word.text[0] in "_/.*"
    )


def _looks(word: Word, style: Style, link: str, look: Look, *, heading: bool) -> Looks:
    if word.raw:
        return False, False, False, "", _RAW
    mono = style.mono and not look.mono
    if heading:
        return False, False, mono, link, word.rise
    bold = style.bold and not look.bold and not mono
    return bold, style.italic and not mono, mono, link, word.rise


def _folded(runs: list[tuple[Looks, str]]) -> list[tuple[Looks, str]]:
    """Give a blank between two runs that share looks to both, as one run."""
    out: list[tuple[Looks, str]] = []
    for looks, part in runs:
        if (
            part != " "
            and len(out) > 1
            and out[-1] == (_PLAIN, " ")
            and out[-2][0] == looks
        ):
            out.pop()
            out[-1] = looks, f"{out[-1][1]} {part}"
        else:
            out.append((looks, part))
    return out


def _marked(runs: list[tuple[Looks, str]], notes: Collection[str]) -> str:
    out: list[str] = []
    at = 0
    while at < len(runs):
        (_, _, _, link, _), _ = runs[at]
        stop = at + 1
        if link:
            while stop < len(runs) and (
                runs[stop][0][3] == link
                or (runs[stop][1] == " " and stop + 1 < len(runs)
                    and runs[stop + 1][0][3] == link)
            ):  # fmt: skip
                stop += 1
            out.append(_linked(runs, at, stop, link, notes))
        else:
            out.append(_mark(runs, at, notes))
        at = stop
    return "".join(out).strip()


def _linked(
    runs: list[tuple[Looks, str]], at: int, stop: int, link: str, notes: Collection[str]
) -> str:
    bare = "".join(part for _, part in runs[at:stop])
    if bare.rstrip("/") == link.rstrip("/") and inline.escape(bare) == bare:
        return bare
    inside = "".join(_mark(runs, n, notes, inside=True) for n in range(at, stop))
    return inline.link(inside, link)


def _mark(
    runs: list[tuple[Looks, str]],
    at: int,
    notes: Collection[str],
    *,
    inside: bool = False,
) -> str:
    (bold, italic, mono, _, rise), part = runs[at]
    if rise == _RAW:
        return part
    if rise > 0 and part.strip("()[]") in notes and not inside:
        return f"[^{part.strip('()[]')}]"
    if mono:
        return inline.code(part)
    out = inline.escape(part)
    if rise:
        wrap = inline.superscript if rise > 0 else inline.subscript
        return wrap(out) if len(part) < 12 and not inside else out
    if (bold or italic) and _flanked(runs, at, part):
        if italic:
            out = inline.italic(out)
        if bold:
            out = inline.bold(out)
    return out


def _flanked(runs: list[tuple[Looks, str]], at: int, part: str) -> bool:
    """Whether marks around this run will be taken for emphasis (CommonMark 6.2)."""
    core = part.strip()
    if not any(char.isalnum() for char in core):
        return False
    before = runs[at - 1][1][-1:] if at else ""
    after = runs[at + 1][1][:1] if at + 1 < len(runs) else ""
    if before.isalnum() or after.isalnum():
        return False
    if (
        after
        and not after.isspace()
        and not core[-1].isalnum()
        and after not in ".,;:!?)"
    ):
        return False
    return not ((before and before in "*_") or (after and after in "*_"))

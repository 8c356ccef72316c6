"""What one page shows: words with their looks, shapes, and what is hidden.

Words follow the page's own order of painting; lines and columns come later.
"""

from __future__ import annotations

import re

from kimi_read.formats.pdf import annots, drawn, hidden, pdfium, pictures, tags
from kimi_read.formats.pdf.findings import Evidence, Run
from kimi_read.formats.pdf.glyphs import Glyphs, unmapped
from kimi_read.formats.pdf.marks import Field, Link, Style, Word
from kimi_read.formats.pdf.shapes import Frame, collect
from kimi_read.formats.pdf.split import split
from kimi_read.formats.pdf.words import RIGHT, direct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.pdf.document import Document

_BOLD = re.compile(
    r"bold|black|heavy|demi|medi(?![a-z])|cmb|sfbx|cmssbx|-bd|[a-z]bd$|[-,]b$|poster",
    re.IGNORECASE,
)
_ITALIC = re.compile(
    r"ital|obli|slanted|[-,]it$|cmti|cmsl|sfti|[a-z]ti\d", re.IGNORECASE
)
_MONO = re.compile(
    r"mono|cour|consol|menlo|code|typewriter|cmtt|lmtt|sftt|terminal|fixed|inconsol"
    r"|andale|lucidacons|hack-|fira ?mono|sourcecode|tt\d+$",
    re.IGNORECASE,
)
_SIGNS = re.compile(r"wingding|webding|dingbat", re.IGNORECASE)
#: Flags of a font descriptor (ISO 32000-2, table 121).
_FIXED_PITCH, _ITALIC_FLAG, _FORCE_BOLD = 1, 1 << 6, 1 << 18
_HEAVY = 650


def gather(doc: Document, index: int) -> tuple[Evidence, drawn.Page]:
    """Take a page apart. The page is given too, to be asked more and closed.

    Raises:
        ValueError: the page cannot be loaded.
    """
    page = drawn.Page(doc, index)
    seen = Evidence(index)
    glyphs = Glyphs(page.text)
    runs = _runs(page, seen, glyphs)
    turn = _main_turn(runs)
    frame = seen.frame = Frame(page.box, turn)
    seen.width, seen.height = frame.width, frame.height
    items, places = drawn.objects(page)
    seen.left_out = len(items) + len(places) >= drawn.MAX_OBJECTS
    seen.shapes = collect(items, frame)
    if seen.shapes.images:
        seen.pictures = pictures.found(items, frame)
    for run in runs:
        run.order = places.get(run.owner, 0.0)
    owners = {owner for owner, _, _ in glyphs.spans}
    silent = [handle for handle in places.keys() - owners if handle]
    if silent:
        _silent(silent[:500], runs, glyphs, seen)
    hidden.mark(runs, glyphs, page, seen)
    groups: dict[int, list[Run]] = {}
    for run in runs:
        groups.setdefault(run.turn, []).append(run)
    links = annots.links(page, frame)
    fields, seen.remarks = annots.fields_and_remarks(page, frame)
    # phrases are enough where nothing asks for the place of a word
    ruled = bool(seen.shapes.across and seen.shapes.down)
    whole = not (
        ruled or links or fields or seen.remarks or RIGHT.search(glyphs.letters)
    )
    for key, group in groups.items():
        own = frame if key == turn else Frame(page.box, max(key, 0))
        words = split(group, glyphs, own, whole=whole and key == turn)
        if key == turn:
            direct(words)
            seen.words = words
        else:
            seen.asides.append(words)
    marked = {run.tag for run in runs if run.tag >= 0}
    if marked:
        seen.tree = tags.tree(page, marked)
    _link(seen.words, links)
    seen.words += [_field_word(field, seen) for field in fields]
    return seen, page


def _link(words: list[Word], links: list[Link]) -> None:
    """Give each word the target of the link that covers it."""
    if not links:
        return
    links = sorted(links, key=lambda link: link.area.y0)
    for word in words:
        x, y = (word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2
        for link in links:
            if link.area.y0 - 1 > y:
                break
            if link.area.y1 + 1 >= y and link.area.x0 - 1 <= x <= link.area.x1 + 1:
                word.link = link.target
                break


def _field_word(field: Field, seen: Evidence) -> Word:
    """Return the value of a form field as a word in its place."""
    area = field.area
    check = field.kind in ("check", "radio")
    text = f"[{field.value}]" if check else " ".join(field.value.split())
    size = min(max(area.y1 - area.y0, 6.0), 12.0)
    near = [w for w in seen.words if w.y0 < area.y1 and w.y1 > area.y0 and not w.hidden]
    middle = (area.y0 + area.y1) / 2
    beside = min(near, key=lambda w: abs((w.y0 + w.y1) / 2 - middle), default=None)
    style = beside.style if beside else Style("", False, False, False, 0)
    base = beside.base if beside else area.y1 - 0.25 * size
    size = beside.size if beside else size
    wide = min(area.x1, area.x0 + 0.5 * size * len(text))
    word = Word(text, (area.x0, area.y0, wide, area.y1), base, size, style)
    word.raw, word.field = check, True
    return word


def _runs(page: drawn.Page, seen: Evidence, glyphs: Glyphs) -> list[Run]:
    """Group the characters by look; one text object may be a glyph or a page."""
    letters, left, right = glyphs.letters, glyphs.left, glyphs.right
    firsts: dict[int, int] = {}
    for owner, start, _ in glyphs.spans:
        firsts.setdefault(owner, start)
    handles = list(firsts)
    fonts = drawn.each("FPDFTextObj_GetFont", handles)
    modes = drawn.each("FPDFTextObj_GetTextRenderMode", handles)
    tags = drawn.each("FPDFPageObj_GetMarkedContentID", handles)
    colours = pdfium.fill_colours(handles)
    looks = dict(
        zip(handles, zip(fonts, colours, modes, tags, strict=True), strict=True)
    )
    styles: dict[tuple[int, int], Style] = {}
    known: dict[int, tuple[str, bool, bool, bool]] = {}
    runs: list[Run] = []
    last: Run | None = None
    before: tuple[object, ...] = ()
    for owner, start, stop in glyphs.spans:
        look = looks[owner]
        key = (look, glyphs.bottom[start], glyphs.top[start])
        if last is not None and key == before and last.turn == 0:
            room = left[start] - right[last.stop - 1]
            if abs(room) < 3 * last.size:
                last.extend(start, stop)
                continue
        before = key
        font, colour, mode, tag = look
        if font not in known:
            known[font] = _font(font)
        name, bold, italic, mono = known[font]
        style = styles.get((font, colour))
        if style is None:
            style = styles[font, colour] = Style(
                name, bold, italic, mono, colour, _SIGNS.search(name) is not None
            )
        last = Run(owner, start, stop, tag, style)
        size, cosine, sine, x, y = drawn.text_shape(page, owner, start)
        last.size, last.origin, last.mode = size, (x, y), mode
        last.turn = _turn(cosine, sine)
        if last.turn == 0 and letters[start] > "\u2e00":
            if stop - start > 1:
                stacked = _vertical(glyphs, start, size)
            else:
                above = runs[-1] if runs and runs[-1].turn == 3 else None
                stacked = _stacked(glyphs, start, size) or (
                    above is not None and _under(glyphs, above.stop - 1, start, size)
                )
            if stacked:
                last.turn = 3
        runs.append(last)
    seen.chars = len(letters)
    probes = [firsts[handle] for handle in handles[:200]]
    if unmapped(page.text, probes):
        drawn_chars = [
            n
            for _, start, stop in glyphs.spans
            for n in range(start, stop)
            if letters[n] != " "
        ]
        seen.unmapped = unmapped(page.text, drawn_chars)
    return runs


def _silent(
    handles: list[int], runs: list[Run], glyphs: Glyphs, seen: Evidence
) -> None:
    """Judge text objects without characters: copies for weight, or lost text."""
    fonts = drawn.each("FPDFTextObj_GetFont", handles)
    near: dict[int, list[Run]] = {}
    for run in runs:
        near.setdefault(int(glyphs.left[run.start] / 8), []).append(run)
    known: dict[int, tuple[str, bool]] = {}
    for handle, font in zip(handles, fonts, strict=True):
        left, low, right, top = drawn.bounds(handle, drawn.IDENTITY)
        if max(right - left, top - low) < 0.5:
            continue
        blank = top - low < 0.5  # what has a width alone is blanks
        seen.silent += 1
        if font not in known:
            name, _, _, _, embedded = drawn.font(font)
            known[font] = name.rpartition("+")[2], embedded
        at = int(left / 8)
        twin = next(
            (
                run
                for place in (at - 1, at, at + 1)
                for run in near.get(place, ())
                if _over(run, glyphs, left, low, right)
            ),
            None,
        )
        if twin is not None:
            style = twin.style
            twin.style = Style(style.font, True, style.italic, style.mono, style.colour)
        elif not known[font][1] and not blank:
            seen.lost.add(known[font][0] or "unnamed")


def _over(run: Run, glyphs: Glyphs, left: float, low: float, right: float) -> bool:
    """Whether a run is drawn where a box lies, a little shifted at most."""
    reach = 0.35 * run.size
    return (
        abs(glyphs.left[run.start] - left) < reach
        and abs(glyphs.right[run.stop - 1] - right) < reach
        and abs(run.origin[1] - low) < reach
    )


def _stacked(glyphs: Glyphs, at: int, size: float) -> bool:
    """Whether a character that is drawn alone stands right over or under the next."""
    pairs = [n for n in (at - 1, at) if 0 <= n < len(glyphs.letters) - 1]
    if any(
        abs(glyphs.top[n] - glyphs.top[n + 1]) < 0.4 * size
        and abs(glyphs.left[n + 1] - glyphs.right[n]) < size
        for n in pairs
    ):
        return False  # it has a neighbour on its line
    return any(
        glyphs.letters[n + 1] > "\u2e00"
        and _vertical(glyphs, n, size)
        and glyphs.top[n] - glyphs.top[n + 1] < 1.25 * size
        for n in pairs
    )


def _under(glyphs: Glyphs, above: int, at: int, size: float) -> bool:
    """Whether a character, a full stop in its corner say, goes on with a column."""
    return (
        abs(glyphs.left[at] - glyphs.left[above]) < size
        and 0 < glyphs.top[above] - glyphs.top[at] < 2 * size
    )


def _vertical(glyphs: Glyphs, at: int, size: float) -> bool:
    """Whether two characters stand one below the other, as in vertical writing."""
    return (
        glyphs.letters[at] > "\u2e00"  # the scripts that are written so
        and abs(glyphs.left[at] - glyphs.left[at + 1]) < 0.3 * size
        and glyphs.top[at] - glyphs.top[at + 1] > 0.4 * size
    )


def _turn(cosine: float, sine: float) -> int:
    """Return the direction of text in quarter turns; -1 for any other."""
    if abs(sine) < 0.05:
        return 0 if cosine > 0 else 2
    if abs(cosine) < 0.05:
        return 1 if sine > 0 else 3
    return -1


def _main_turn(runs: list[Run]) -> int:
    counts: dict[int, int] = {0: 0}
    for run in runs:
        if run.turn >= 0:
            counts[run.turn] = counts.get(run.turn, 0) + run.stop - run.start
    return max(counts, key=counts.__getitem__)


def _font(handle: int) -> tuple[str, bool, bool, bool]:
    """Return name, bold, italic, fixed width.

    The name is asked first: the weight that PDFium guesses is often wrong.
    """
    name, flags, weight, angle, embedded = drawn.font(handle)
    short = name.rpartition("+")[2]
    bold = bool(_BOLD.search(short)) or bool(flags & _FORCE_BOLD)
    if not embedded and weight >= _HEAVY:
        bold = True
    italic = bool(_ITALIC.search(short)) or angle != 0 or bool(flags & _ITALIC_FLAG)
    mono = bool(_MONO.search(short)) or (
        bool(flags & _FIXED_PITCH) and not _wide(short)
    )
    return short, bold, italic, mono


def _wide(name: str) -> bool:
    """Whether a font is for ideographs, whose even pitch says nothing."""
    return bool(re.search(r"CJK|Song|Ming|Gothic|Hei|Kai|Mincho|Batang|Gulim", name))

"""Text bodies: runs, links, formulas and lists.

Source: ECMA-376 part 1, 21.1.2 (text), 21.1.2.3.5 (hlinkClick); [MS-ODRAWXML] 2.24
(a14:m); part 1, 22.9.2.19 (escapes in ST_Xstring).
"""

from __future__ import annotations

import re

from kimi_read.blocks import Code, Item, Math, Paragraph
from kimi_read.formats.pptx.bullets import (
    Bullet,
    Counters,
    bullet,
    label,
    level,
    margin,
    only_level,
)
from kimi_read.formats.pptx.names import A14, A, M, branches, number
from kimi_read.ooxml.fonts import is_symbol_font, shown
from kimi_read.ooxml.mono import is_mono
from kimi_read.ooxml.spans import (
    BOLD,
    CODE,
    ITALIC,
    MATH,
    RAW,
    STRIKE,
    SUB,
    SUPER,
    UNSEEN,
    joined,
    markdown,
    without,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from xml.etree.ElementTree import Element

    from kimi_read.blocks import Block
    from kimi_read.formats.pptx.links import Links
    from kimi_read.formats.pptx.looks import Looks
    from kimi_read.ooxml.spans import Piece

_BULLET = "• "
_PRIVATE = re.compile("[\uf020-\uf0ff]+")
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_RUN, _BREAK, _FIELD = A + "r", A + "br", A + "fld"
_PROPERTIES = A + "pPr"
_FORMULAS = {M + "oMath", M + "oMathPara"}
#: Fields that are furniture when nothing else stands in a shape.
_FURNITURE_FIELDS = ("slidenum", "datetime", "header", "footer")
_FURNITURE_KINDS = {"slid": "number", "date": "date", "head": "header",
                    "foot": "footer"}  # fmt: skip
#: How LibreOffice writes such a field that has no text.
_EMPTY_FIELDS = {"<number>": "slidenum", "<date/time>": "datetime",
                 "<footer>": "footer", "<header>": "header"}  # fmt: skip


def paragraphs(body: Element | None) -> list[Element]:
    """Return the ``a:p`` of a text body."""
    return body.findall(A + "p") if body is not None else []


def spans(
    paragraph: Element, links: Links, fallback: str = "", looks: Looks | None = None
) -> Iterator[Piece]:
    """Yield the runs of a paragraph; ``fallback`` is the link of its shape.

    ``looks`` tells which of them cannot be seen.
    """
    style = None
    if looks is not None:
        style = looks.style(level(paragraph.find(_PROPERTIES)))
    for child in branches(paragraph):
        if child.tag in (_RUN, _FIELD):
            text = child.find(A + "t")
            if text is not None and text.text:
                look = child.find(A + "rPr")
                piece = _span(text.text, look, links, fallback)
                if looks is not None and style is not None:
                    unseen = looks.unseen(piece[0], look, style)
                    if unseen:
                        piece = (piece[0], piece[1] | unseen, *piece[2:])
                yield piece
        elif child.tag == _BREAK:
            yield "\n", 0, "", ""
        elif child.tag == A14 + "m":
            for formula in child:
                yield from _formula(formula)
        elif child.tag in _FORMULAS:
            yield from _formula(child)


def _formula(element: Element) -> Iterator[Piece]:
    if element.tag == M + "oMathPara":
        for inner in element.iter(M + "oMath"):
            yield from _formula(inner)
        return
    from kimi_read.ooxml.omml import latex

    text = " ".join(latex(element).split())
    if text:
        yield f"${text}$", RAW | MATH, "", ""


def _span(text: str, look: Element | None, links: Links, fallback: str) -> Piece:
    text = _ESCAPE.sub(_unescaped, text).replace("\v", "\n").replace("\r", "\n")
    text = text.replace("\u2028", "\n").replace("\u2029", "\n").replace("\u00ad", "")
    if look is None:
        return text, 0, fallback, ""
    latin, symbols = (
        (found.get("typeface") or "") if found is not None else ""
        for found in (look.find(A + "latin"), look.find(A + "sym"))
    )
    get = look.get
    raised = number(get("baseline"))
    flags = SUPER if raised > 0 else SUB if raised < 0 else 0
    if get("b") in ("1", "true"):
        flags |= BOLD
    if get("i") in ("1", "true"):
        flags |= ITALIC
    if (get("strike") or "noStrike") != "noStrike":
        flags |= STRIKE
    if is_mono(latin) and text.strip():
        flags |= CODE
    return _seen(text, latin, symbols), flags, links.of(look) or fallback, ""


def _seen(text: str, latin: str, symbols: str) -> str:
    """Return text with the characters of symbol fonts as the signs they show.

    All of a run set in a symbol font is signs; ``a:sym`` is only for those that
    Office put at U+F000 to U+F0FF, whatever else the run holds. Without a font they
    are Wingdings, which Office inserts by itself.
    """
    if is_symbol_font(latin):
        return shown(text, latin)
    font = symbols if is_symbol_font(symbols) else "Wingdings"
    return _PRIVATE.sub(lambda match: shown(match[0], font), text)


def _unescaped(match: re.Match[str]) -> str:
    """Decode an escaped control character; other ``_x0041_`` may be meant."""
    code = int(match[1], 16)
    return chr(code) if code in (9, 10, 11, 13) else "" if code < 32 else match[0]


def one_line(body: Element | None, links: Links, looks: Looks | None = None) -> str:
    """Return a text body as one line without emphasis, for titles."""
    lines = (
        markdown(without([*spans(p, links, "", looks)], BOLD | ITALIC))
        for p in paragraphs(body)
    )
    return " ".join(" ".join(lines).split())


def _written(runs: Iterable[Piece]) -> str:
    """Return a paragraph as Markdown; a tab is a blank."""
    return markdown(joined(runs)).replace("\t", " ").strip()


def raw_line(body: Element | None, links: Links) -> str:
    """Return a text body as one line, not as Markdown."""
    found = (
        piece[0]
        for p in paragraphs(body)
        for piece in (*spans(p, links), (" ", 0, "", ""))
    )
    return " ".join("".join(found).split())


def lines(body: Element | None, links: Links, looks: Looks | None = None) -> str:
    """Return a text body as lines, for table cells, notes and comments.

    List marks are written out, since no list can stand there; one bullet alone is
    no list.
    """
    out: list[str] = []
    counters = Counters()
    for paragraph in paragraphs(body):
        text = _written(spans(paragraph, links, "", looks))
        if not text:
            continue
        properties = paragraph.find(_PROPERTIES)
        depth = level(properties)
        mark = bullet(properties, (), depth)
        count = counters.next(depth, mark)
        lead = _BULLET if mark.marked else ""
        if count:
            lead = (label(mark.scheme, count) or f"{count}.") + " "
        out.append(lead + text)
    return "\n".join(out) if len(out) > 1 else "".join(out).removeprefix(_BULLET)


def blocks(
    body: Element | None,
    looks: Looks,
    links: Links,
    fallback: str = "",
    *,
    listed: bool = False,
) -> Iterator[Block]:
    """Yield the paragraphs, items, formulas and code of a text body.

    ``fallback`` is the link of the whole shape; in one that is ``listed`` (a body)
    paragraphs that state nothing but their level are items.
    """
    styles = looks.styles
    listed = listed and any(
        (p.get("lvl") == "0" and only_level(p))
        for one in paragraphs(body)
        if (p := one.find(_PROPERTIES)) is not None
    )
    counters = Counters()
    open_levels: list[tuple[int, int]] = []  # level and margin of each open item
    code: list[str] = []
    for paragraph in paragraphs(body):
        runs = list(spans(paragraph, links, fallback, looks))
        properties = paragraph.find(_PROPERTIES)
        depth = level(properties)
        mark = bullet(properties, styles, depth)
        if listed and only_level(properties):
            mark = Bullet(marked=True)
        if not mark.marked and _is_code(runs):
            code.append("".join(run[0] for run in runs))
            continue
        text = _written(runs)
        if not text:
            continue
        if code:
            yield Code("\n".join(code))
            code.clear()
            open_levels.clear()
        inset = margin(properties, styles, depth)
        if mark.marked:
            while open_levels and open_levels[-1][0] >= depth:
                open_levels.pop()
            count = counters.next(depth, mark)
            written = label(mark.scheme, count) if count else ""
            text = f"{written} {text}" if written else text
            shown = count if count and not written else None
            yield Item(text, len(open_levels), shown)
            open_levels.append((depth, inset))
            continue
        counters.next(depth, mark)
        while open_levels and (not inset or open_levels[-1][1] > inset):
            open_levels.pop()
        if _is_formula(runs):
            from kimi_read.ooxml.mathtext import stacked

            formulas = stacked([run[0][1:-1] for run in runs if run[1] & RAW])
            yield Math(formulas, len(open_levels))
        else:
            yield Paragraph(text, len(open_levels))
    if code:
        yield Code("\n".join(code))


def _is_code(runs: Sequence[Piece]) -> bool:
    """Whether a paragraph is set in a fixed-width font throughout.

    Bold and italic words in it are coloured syntax; a single line all bold or all
    italic is a title or a remark in that font.
    """
    written = [run for run in runs if run[0].strip()]
    if any(run[1] & UNSEEN for run in written):
        return False
    if not written or not all(run[1] & CODE and not run[2] for run in written):
        return False
    some = any("\n" in run[0] for run in runs)
    return some or not any(
        all(run[1] & mark for run in written) for mark in (BOLD, ITALIC)
    )


def _is_formula(runs: Sequence[Piece]) -> bool:
    written = [run for run in runs if run[0].strip()]
    return bool(written) and all(run[1] & RAW for run in written)


def is_furniture(body: Element | None) -> str:
    """Return the kind of field that alone makes up a text body, or ``""``."""
    kinds = set()
    for paragraph in paragraphs(body):
        for child in branches(paragraph):
            text = child.find(A + "t")
            if text is None or not (text.text or "").strip():
                continue
            kind = child.get("type") or "" if child.tag == _FIELD else ""
            kind = _EMPTY_FIELDS.get((text.text or "").strip(), kind)
            if not kind.startswith(_FURNITURE_FIELDS):
                return ""
            kinds.add(_FURNITURE_KINDS[kind[:4]])
    return min(kinds, default="")

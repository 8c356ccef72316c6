"""Whether runs of text could be seen: their colour and size, by all they inherit.

Source: ECMA-376 part 1, 21.1.2.3.9 (rPr), 21.1.2.4.13 (lvl1pPr), 20.1.4.1.17
(fontRef), 21.1.2.1.3 (normAutofit).
"""

from __future__ import annotations

from kimi_read.formats.pptx.names import A, P, number
from kimi_read.guard.hidden import conceals
from kimi_read.ooxml.colours import UNKNOWN, drawn, sheer
from kimi_read.ooxml.spans import PALE, TINY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from xml.etree.ElementTree import Element

    from kimi_read.formats.pptx.paint import Paint
    from kimi_read.formats.pptx.report import Report

    #: What text has if its run says nothing: a colour, None if unsaid, and a size.
    Style = tuple[int | None, int]

#: Hundredths of a point: text of 1 point, the smallest offered, is read by nobody.
_TINY = 100
_SOLID, _NONE = A + "solidFill", A + "noFill"
_OTHERS = (A + "gradFill", A + "blipFill", A + "pattFill", A + "grpFill")
_LINE, _EFFECTS = A + "ln", (A + "effectLst", A + "effectDag")
_CLICK = A + "hlinkClick"
_STYLE = P + "style"
#: Text that nothing fills.
_CLEAR = -2


class Looks:
    """Tells of the runs of one text body what keeps them from being seen.

    ``styles`` are the list styles that its paragraphs follow, nearest first.
    """

    styles: Sequence[Element] = ()

    def __init__(self, report: Report) -> None:
        self._report = report

    def style(self, _depth: int) -> Style:
        """Return what paragraphs of a level inherit."""
        return None, 0

    def unseen(self, text: str, _look: Element | None, _style: Style) -> int:
        """Return ``PALE`` or ``TINY`` for a run that cannot be seen, else 0."""
        if not text.isascii() and not text.isprintable() and conceals(text):
            self._report.concealed += 1
        return 0


class Painted(Looks):
    """The looks of a text body on a ground; ``styles`` as ``Chain.styles`` has them.

    ``hides`` says whether text of a colour cannot be seen there, ``shape`` is its
    shape, None for a cell.
    """

    def __init__(
        self,
        report: Report,
        paint: Paint,
        hides: Callable[[int], bool],
        styles: Sequence[Element] = (),
        shape: Element | None = None,
    ) -> None:  # fmt: skip
        super().__init__(report)
        self._paint = paint
        self._hides = hides
        self._lost = {_CLEAR: True}
        self.styles = styles
        self._shape = shape
        self._made: dict[int, Style] = {}
        body = shape.find(P + "txBody") if shape is not None else None
        self._scale = _scale(body)
        own = body.find(A + "lstStyle") if body is not None else None
        self._own = own if own is not None and len(own) else None

    def style(self, depth: int) -> Style:
        """Return what paragraphs of a level inherit."""
        found = self._made.get(depth)
        if found is None:
            found = self._made[depth] = self._kept(depth)
        return found

    def _kept(self, depth: int) -> Style:
        """Return what is inherited; from layout and master alone it is kept."""
        shape = self._shape
        if shape is not None and (self._own is not None or
                                  shape.find(_STYLE) is not None):  # fmt: skip
            return self._inherited(depth)
        key = (depth, *map(id, self.styles), *self._paint.key())
        known = self._paint.deck.looks
        if key not in known:
            known[key] = self._inherited(depth)
        return known[key]

    def _inherited(self, depth: int) -> Style:
        ink: int | None = None
        size = 0
        shape = self._shape
        reference = shape.find(f"{_STYLE}/{A}fontRef") if shape is not None else None
        lists = [one.find(f"{A}lvl{depth + 1}pPr/{A}defRPr") for one in self.styles]
        near = 0 if self._own is None else 1
        for look in lists[:near]:
            ink = self._ink(look) if ink is None and look is not None else ink
        if ink is None and reference is not None and len(reference):
            ink = drawn(reference, self._paint.resolve)[0]
        for look in lists[near:]:
            ink = self._ink(look) if ink is None and look is not None else ink
        for look in lists:
            size = size or (number(look.get("sz")) if look is not None else 0)
        return ink, size

    def unseen(self, text: str, look: Element | None, style: Style) -> int:
        """Return ``PALE`` or ``TINY`` for a run that cannot be seen, else 0."""
        super().unseen(text, look, style)
        if text.isspace():
            return 0
        size = number(look.get("sz")) if look is not None else 0
        if 0 < (size or style[1]) * self._scale <= _TINY:
            self._report.hide(TINY)
            return TINY
        ink = self._ink(look) if look is not None and len(look) else None
        ink = style[0] if ink is None else ink
        if ink is None or ink == UNKNOWN:
            return 0
        hidden = self._lost.get(ink)
        if hidden is None:
            hidden = self._lost[ink] = self._hides(ink)
        if not hidden:
            return 0
        self._report.hide(PALE)
        return PALE

    def _ink(self, look: Element) -> int | None:
        """Return the colour that run properties give, None if they give none.

        ``UNKNOWN`` stands for text that an outline or an effect shows as well.
        """
        ink: int | None = None
        for child in look:
            tag = child.tag
            if tag == _SOLID:
                ink, opacity = drawn(child, self._paint.resolve)
                if sheer(opacity):
                    ink = _CLEAR
                elif opacity < 1:
                    ink = UNKNOWN
            elif tag == _NONE:
                ink = _CLEAR
            elif tag in _OTHERS:
                return UNKNOWN
            elif tag == _LINE:
                if len(child) and child.find(_NONE) is None:
                    return UNKNOWN
            elif tag in _EFFECTS and len(child):
                return UNKNOWN
            elif tag == _CLICK and not _own_colour(child):
                ink = self._paint.resolve("hlink")
        return ink


def _own_colour(click: Element) -> bool:
    """Whether a link is shown in the colour of its run ([MS-ODRAWXML] hlinkClr)."""
    return any(
        e.tag.endswith("}hlinkClr") and e.get("val") == "tx"
        for e in click.iter()
        if isinstance(e.tag, str)
    )


def _scale(body: Element | None) -> float:
    """Return the share to which PowerPoint has shrunk the text of a body."""
    properties = body.find(A + "bodyPr") if body is not None else None
    fit = properties.find(A + "normAutofit") if properties is not None else None
    share = fit.get("fontScale") if fit is not None else None
    if not share:
        return 1.0
    if share.endswith("%"):
        return number(share[:-1], 100) / 100
    return number(share, 100_000) / 100_000

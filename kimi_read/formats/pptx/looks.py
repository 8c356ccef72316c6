"""Whether runs of text could be seen: their colour and size, by all they inherit.

Source: ECMA-376 part 1, 21.1.2.3.9 (rPr), 21.1.2.4.13 (lvl1pPr), 20.1.4.1.17
(fontRef), 21.1.2.1.3 (normAutofit).
"""

from __future__ import annotations

from kimi_read.formats.pptx.names import A, P, number
from kimi_read.guard.hidden import conceals
from kimi_read.ooxml.colours import UNKNOWN, drawn, lost, sheer
from kimi_read.ooxml.spans import PALE, TINY
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from xml.etree.ElementTree import Element

    from kimi_read.formats.pptx.paint import Paint
    from kimi_read.formats.pptx.report import Report

#: Hundredths of a point: text of 1 point, the smallest offered, is read by nobody.
_TINY = 100
_SOLID, _NONE = A + "solidFill", A + "noFill"
_OTHERS = (A + "gradFill", A + "blipFill", A + "pattFill", A + "grpFill")
_LINE, _EFFECTS = A + "ln", (A + "effectLst", A + "effectDag")
_CLICK = A + "hlinkClick"
#: Text that nothing fills.
_CLEAR = -2


@record(frozen=True, slots=True)
class Style:
    """What text has if its run says nothing: a colour, None if unsaid, and a size."""

    ink: int | None = None
    size: int = 0


class Looks:
    """Tells of the runs of one text body what keeps them from being seen.

    ``styles`` are the list styles that its paragraphs follow, nearest first.
    """

    styles: Sequence[Element] = ()

    def __init__(self, report: Report) -> None:
        self._report = report

    def style(self, _depth: int) -> Style:
        """Return what paragraphs of a level inherit."""
        return _PLAIN

    def unseen(self, text: str, _look: Element | None, _style: Style) -> int:
        """Return ``PALE`` or ``TINY`` for a run that cannot be seen, else 0."""
        if not text.isascii() and not text.isprintable() and conceals(text):
            self._report.concealed += 1
        return 0


_PLAIN = Style()


class Painted(Looks):
    """The looks of a text body on a ground; ``styles`` as ``Chain.styles`` has them.

    ``behind`` gives the colours that may be behind the text, ``shape`` its shape.
    """

    def __init__(
        self,
        report: Report,
        paint: Paint,
        behind: Callable[[], tuple[int, ...]],
        styles: Sequence[Element] = (),
        shape: Element | None = None,
    ) -> None:  # fmt: skip
        super().__init__(report)
        self._paint = paint
        self._behind = behind
        self._grounds: tuple[int, ...] | None = None
        self.styles = styles
        self._shape = shape
        self._made: dict[int, Style] = {}
        self._scale = _scale(shape)

    def style(self, depth: int) -> Style:
        """Return what paragraphs of a level inherit."""
        found = self._made.get(depth)
        if found is None:
            found = self._made[depth] = self._inherited(depth)
        return found

    def _inherited(self, depth: int) -> Style:
        ink: int | None = None
        size = 0
        shape = self._shape
        own = shape.find(f"{P}txBody/{A}lstStyle") if shape is not None else None
        reference = shape.find(f"{P}style/{A}fontRef") if shape is not None else None
        lists = [one.find(f"{A}lvl{depth + 1}pPr/{A}defRPr") for one in self.styles]
        near = len(self.styles[:1]) if own in self.styles[:1] else 0
        for look in lists[:near]:
            ink = self._ink(look) if ink is None and look is not None else ink
        if ink is None and reference is not None and len(reference):
            ink = drawn(reference, self._paint.resolve)[0]
        for look in lists[near:]:
            ink = self._ink(look) if ink is None and look is not None else ink
        for look in lists:
            size = size or (number(look.get("sz")) if look is not None else 0)
        return Style(ink, size)

    def unseen(self, text: str, look: Element | None, style: Style) -> int:
        """Return ``PALE`` or ``TINY`` for a run that cannot be seen, else 0."""
        super().unseen(text, look, style)
        if text.isspace():
            return 0
        size = number(look.get("sz")) if look is not None else 0
        if 0 < (size or style.size) * self._scale <= _TINY:
            self._report.hide(TINY)
            return TINY
        ink = self._ink(look) if look is not None and len(look) else None
        ink = style.ink if ink is None else ink
        if ink is None or ink == UNKNOWN:
            return 0
        if ink != _CLEAR:
            if self._grounds is None:
                self._grounds = self._behind()
            if not lost(ink, self._grounds):
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


def _scale(shape: Element | None) -> float:
    """Return the share to which PowerPoint has shrunk the text of a shape."""
    fit = (
        shape.find(f"{P}txBody/{A}bodyPr/{A}normAutofit") if shape is not None else None
    )
    share = fit.get("fontScale") if fit is not None else None
    if not share:
        return 1.0
    if share.endswith("%"):
        return number(share[:-1], 100) / 100
    return number(share, 100_000) / 100_000

"""Stored values of cells to texts, shared by the readers of XML and binary parts."""

from __future__ import annotations

import re

from kimi_read.blocks import Loss
from kimi_read.formats.xlsx.numfmt import stored
from kimi_read.formats.xlsx.veil import FORMAT
from kimi_read.inline import code, escape, link

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kimi_read.formats.xlsx.links import OtherBook
    from kimi_read.formats.xlsx.numfmt import NumberFormat
    from kimi_read.formats.xlsx.ooxml_styles import Formats

_KEPT = 4096
_SHORT = 8
_ISO = (
    r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?)?"
    r"(?:Z|[+-]\d\d:?\d\d)?\Z"
)
_HYPERLINK = r"""(?i)HYPERLINK\(\s*"((?:https?|mailto|ftp):(?:[^"]|"")+)"\s*[,;)]"""


class Shown(dict[str, str]):
    """The texts of stored numbers under one format, computed once each.

    A lookup of a number seen before costs what a dictionary costs. What is kept is
    bounded. ``kind`` is that of numbers, ``words`` that of texts; ``veil`` says why
    neither is seen, ``white`` whether white parts of a text are not.
    """

    def __init__(
        self, form: NumberFormat, *, raw: bool = False, veil: str = ""
    ) -> None:
        super().__init__()
        self.form = form
        self.veil = veil
        self.white = True
        self.kind = ("d" if form.is_date else "n") + veil
        self.words = "t" + veil
        self.decorates = form.decorates and not raw
        if not raw and form.hides:
            self.kind = self.kind[0] + FORMAT
        if self.decorates and not form.text("x"):
            self.words = "t" + FORMAT
        self._show = form.raw if raw else form.number
        self._escapes = not (form.plain or raw)
        #: Whether every number shows something; nothing else tells it of a single one.
        self.never_blank = raw or form.never_blank
        self.solid = None
        #: Gives the text of a number without keeping it; ValueError for none.
        self.call = self.__getitem__ if self._escapes or raw else form.from_text

    def __missing__(self, value: str) -> str:
        try:
            text = self._show(float(value))
        except (ValueError, OverflowError):  # not a number, not finite: as it stands
            return escape(value)
        if self._escapes:
            text = escape(text)
        if len(value) <= _SHORT:  # longer ones seldom come again
            if len(self) >= _KEPT:
                self.clear()
            self[value] = text
        return text

    def text(self, text: str) -> str:
        """Return a text, which is Markdown already, as its format shows it."""
        if not text or not self.decorates:
            return text
        around = [escape(part) for part in self.form.text("\0").split("\0")]
        return text.join(around).strip()

    def by_value(self, number: float) -> str:
        """Return the text of a number that the file stores in binary."""
        try:
            text = self._show(number)
        except (ValueError, OverflowError):
            return "#NUM!"
        return escape(text) if self._escapes else text

    def cell(self, number: float) -> tuple[str, str]:
        """Return text and kind of a cell that holds a number in binary."""
        text = self.by_value(number)
        hidden = number and not text  # by the format, though it may show others
        return text, self.kind[0] + FORMAT if hidden else self.kind


class Styles(dict[str, Shown]):
    """``Shown`` by the style index as the file writes it; ``""`` is style 0."""

    def __init__(self, formats: Formats, *, raw: bool = False) -> None:
        super().__init__()
        self.formats = formats
        self.raw = raw
        self._by_number: dict[int, Shown] = {}

    def __missing__(self, style: str) -> Shown:
        number = int(style) if style.isascii() and style.isdigit() else 0
        veil = self.formats.veils.get(number, "")
        shown = Shown(self.formats.of(number), raw=self.raw, veil=veil)
        shown.white = number not in self.formats.filled and not veil
        self[style] = shown
        return shown

    def by_number(self, style: int) -> Shown:
        """Return what cells of a style index show."""
        found = self._by_number.get(style)
        if found is None:
            found = self._by_number[style] = self[str(style)]
        return found


def boolean(value: str) -> str:
    """Return TRUE or FALSE."""
    return "FALSE" if value.strip().lower() in ("0", "false", "") else "TRUE"


def iso_serial(text: str, *, date1904: bool = False) -> float | None:
    """Return the serial number of an ISO 8601 date, or None."""
    match = re.match(_ISO, text.strip())
    if not match:
        return None
    year, month, day = int(match[1]), int(match[2]), int(match[3])
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    a = (14 - month) // 12
    y, m = year + 4800 - a, month + 12 * a - 3
    julian = day + (153 * m + 2) // 5 + 365 * y + y // 4 - y // 100 + y // 400 - 32045
    serial = julian - 2_415_019 + (1 if julian >= 2_415_080 else 0) - 1
    if (year, month, day) == (1900, 2, 29):  # a day of Excel's own
        serial = 60
    if date1904:
        serial -= 1462
    seconds = int(match[4] or 0) * 3600 + int(match[5] or 0) * 60 + float(match[6] or 0)
    return serial + seconds / 86_400


def formula_text(
    formula: str,
    area: str = "",
    *,
    array: bool = False,
    others: Sequence[OtherBook] = (),
) -> str:
    """Return a formula as a code span, an array formula in braces with its range.

    ``others`` are the workbooks that it names by number.
    """
    from kimi_read.formats.xlsx.formula import displayed

    formula = displayed(formula, [other.prefix for other in others])
    formula = "=" + " ".join(formula.removeprefix("=").split())
    text = code(f"{{{formula}}}" if array else formula)
    return f"{text} ({area})" if ":" in area else text


def linked(text: str, formula: str) -> str:
    """Return the text as a link where its formula is one to a literal address."""
    match = re.match(_HYPERLINK, formula.lstrip("=").strip())
    return link(text, match[1].replace('""', '"')) if match else text


STALE = Loss("stale-values", "the workbook is to be calculated when it is opened; "
             "formulas show the values that were stored, which may be others",
             shown=False)  # fmt: skip


def lost_texts(many: int, name: str) -> list[Loss]:
    """Return the warning that texts are not among the shared strings."""
    if not many:
        return []
    message = (
        f"{many} text(s) of sheet '{name}' are lost: the shared strings are damaged"
    )
    return [Loss("damaged-strings", message, shown=False, partial=True)]


__all__ = [
    "STALE",
    "Shown",
    "Styles",
    "boolean",
    "formula_text",
    "iso_serial",
    "linked",
    "lost_texts",
    "stored",
]

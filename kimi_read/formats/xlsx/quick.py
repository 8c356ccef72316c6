"""Rows of a worksheet as Excel and its peers write them, taken apart quickly.

One regular expression finds the cells of a row; what it does not understand makes
the whole row go the general way. Rows of one sheet are much alike: which getter
turns the stored value of a cell into its text is looked up once for each run of
attributes, and the columns of a row are those of the last one as long as their
letters are the same.
"""

from __future__ import annotations

import re

from kimi_read.formats.xlsx.a1 import column_number
from kimi_read.formats.xlsx.cells import Shown, Styles, boolean, iso_serial
from kimi_read.formats.xlsx.ooxml_strings import Strings, markdown, plain, unescaped
from kimi_read.formats.xlsx.veil import END, FORMAT, runs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from kimi_read.formats.xlsx.rich_values import RichValues

    _Row = Sequence[str]
else:
    _Row = object  # what is iterable and has places is all that is asked for

#: Column letters, other attributes, formula element, value. What may be missing is an
#: empty alternative: that is the fastest, and a possessive group loses matches before
#: Python 3.11.5.
CELL = re.compile(
    r'<c r="([A-Z]++)[0-9]++"([^>]*+)>'
    r"(?:(<f[^>]*+>(?:[^<]*+</f>|)|)"
    r'(?:<(?:v>|is><t(?: xml:space="preserve"|)>)([^<]*+)</(?:v>|t></is>)|<v/>|)'
    r"</c>|)|<"
)
FORMULA = re.compile(r"<f([^>]*)>(?:([^<]*)</f>)?")
_ATTRIBUTE = re.compile(r'\b([a-z]+)="([^"]*)"')
_SHORT, _KEPT = 100, 20_000
_SHAPES = 4096
#: What a formula does not hold whose text is all that is wanted of it.
_NO_LINK = "(?![^<]*HYPERLINK)"
#: Rows in turn that are alike before an expression is made for them, how many are
#: made for a sheet, and for how many cells.
_ALIKE, _MOULDS, _MOST_CELLS = 32, 8, 64


class Texts(dict[str, str]):
    """Texts by the stored value of a cell, computed when first asked for."""

    def __init__(self, make: Callable[[str], str], kind: str) -> None:
        super().__init__()
        self.kind = kind
        self.never_blank = make is boolean
        #: Tells of most values, without making their text, that it is not blank.
        self.solid: Callable[[str], bool] | None = None
        self.call = self.__getitem__
        self._make = make

    def __missing__(self, value: str) -> str:
        text = self._make(value)
        if len(text) < _SHORT and len(value) < _SHORT:
            if len(self) >= _KEPT:
                self.clear()
            self[value] = text
        return text


class Getters(dict[str, Texts]):
    """What turns a stored value into a text, by the attributes of its cell.

    ``missing`` is told of shared strings that do not exist.
    """

    def __init__(
        self, styles: Styles, strings: Strings, rich: RichValues,
        missing: Callable[[], None], *, date1904: bool,
    ) -> None:  # fmt: skip
        super().__init__()
        self._styles = styles
        self._strings = strings
        self._rich = rich
        self._missing = missing
        self._date1904 = date1904
        self._raw = styles.raw
        #: How many texts have parts that are not seen, each counted when it is made.
        self.hidden = 0
        self._by_kind: dict[tuple[str, str], Texts] = {}

    def __missing__(self, attributes: str) -> Texts:
        found = dict(_ATTRIBUTE.findall(attributes))
        getter = self.of(found.get("s", ""), found.get("t", ""))
        if found.get("t") == "e" and "vm" in found:
            getter = self._richly(found["vm"], getter)
        if len(self) < _SHAPES:
            self[attributes] = getter
        return getter

    def _richly(self, number: str, plain: Texts) -> Texts:
        """Return what gives the value that stands behind an error, if it is known."""
        text = self._rich.text(number)
        return Texts(lambda _value: text, "t" + plain.kind[1:]) if text else plain

    def of(self, style: str, kind: str) -> Texts:
        """Return the getter of a style index and a type as the file writes them."""
        if kind in ("", "n"):
            return self._styles[style]  # type: ignore[return-value]
        getter = self._by_kind.get((style, kind))
        if getter is None:
            getter = self._by_kind[style, kind] = self._made(style, kind)
        return getter

    def _made(self, style: str, kind: str) -> Texts:
        shown = self._styles[style]
        if kind == "b":
            return Texts(boolean, "b" + shown.veil)
        if kind == "e":
            return Texts(markdown, "e" + shown.veil)
        if kind == "d":
            return Texts(lambda value: self._date(style, value), "d" + shown.veil)
        make = self._shared(shown) if kind == "s" else self._written(shown)
        if shown.decorates:
            return Texts(lambda value: shown.text(make(value)), shown.words)
        texts = Texts(make, shown.words)
        texts.solid = self._strings.solid if kind == "s" else _begins
        return texts

    def _written(self, shown: Shown) -> Callable[[str], str]:
        """Return what makes the texts that stand in cells themselves."""

        def make(value: str) -> str:
            text = _written(value)
            return self._runs(text, shown) if END in text else text

        return make

    def _runs(self, text: str, shown: Shown) -> str:
        """Mark what is not seen of a text, and remember that there is such a text."""
        text, hides = runs(text, white=shown.white)
        self.hidden += hides
        return text

    def _shared(self, shown: Shown) -> Callable[[str], str]:
        """Return what finds the texts that stand in the table of strings."""

        def find(value: str) -> str:
            number = int(value) if value.isascii() and value.strip().isdigit() else -1
            text = self._strings.get(number)
            if text is None:
                self._missing()
                return ""
            if self._strings.veiled and END in text:
                return self._runs(text, shown)
            return text

        return find

    def _date(self, style: str, value: str) -> str:
        serial = iso_serial(value, date1904=self._date1904)
        shown = self._styles[style]
        if serial is None or self._raw or not shown.form.is_date:
            return markdown(value)
        return shown[repr(serial)]


class Shape:
    """What gives the texts of a row (``calls``), and their kinds.

    ``hides`` says whether a kind may be that of a cell which shows nothing. ``early``
    are the places of the cells whose texts must be made to know that they are not
    blank, ``late`` the others; ``solid`` is what tells it of some of these.
    """

    def __init__(self, getters: Sequence[Texts]) -> None:
        self.getters = getters
        self.calls = [one.call for one in getters]
        self.kinds = [one.kind for one in getters]
        self.hides = any(kind[1:] == FORMAT for kind in self.kinds)
        self.early: list[int] = []
        self.late: list[int] = []
        self.solid: list[tuple[int, Callable[[str], bool]]] = []
        for place, one in enumerate(getters):
            if one.never_blank:
                self.late.append(place)
            elif one.solid is not None:
                self.late.append(place)
                self.solid.append((place, one.solid))
            else:
                self.early.append(place)


class Shapes(dict[tuple[str, ...], Shape]):
    """The shapes of rows by the attributes of all their cells."""

    def __init__(self, getters: Getters) -> None:
        super().__init__()
        self._getters = getters

    def __missing__(self, attributes: tuple[str, ...]) -> Shape:
        shape = Shape([self._getters[one] for one in attributes])
        if len(self) < _SHAPES:
            self[attributes] = shape
        return shape


class Later(_Row):
    """The texts of a row, of which some are made when the first is asked for.

    The layout is decided on many rows, of which few may be printed.

    Raises:
        ValueError: a text that is made at once is that of a number which is none.
        OverflowError: or which is too large.
    """

    def __init__(self, shape: Shape, values: Sequence[str]) -> None:
        calls = shape.calls
        self._shape = shape
        self._values = values
        self._known = known = [calls[place](values[place]) for place in shape.early]
        self._texts: list[str] = []
        #: Whether some text is empty.
        self.blank = "" in known
        for place, solid in shape.solid:
            if not solid(values[place]) and not calls[place](values[place]):
                self.blank = True

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[str]:
        return iter(self._made())

    def __getitem__(self, at: Any) -> Any:
        return self._made()[at]

    def _made(self) -> list[str]:
        if self._texts:
            return self._texts
        self._texts = texts = list(self._values)
        for place, text in zip(self._shape.early, self._known, strict=True):
            texts[place] = text
        for place in self._shape.late:
            value = texts[place]
            try:
                texts[place] = self._shape.calls[place](value)
            except (ValueError, OverflowError):  # a number that is none
                texts[place] = self._shape.getters[place][value]
        return texts


class Mould:
    """One expression for a whole row, made once many rows in turn are alike.

    That is, they have cells in the same columns and with the same attributes, each
    with a stored value, and formulas in the same of them.
    """

    def __init__(self) -> None:
        self.columns: Sequence[int] = ()
        self.shape = Shape(())
        self.row: Callable[[str], re.Match[str] | None] = lambda _: None
        self._made = 0
        self._alike = 0
        self._last: tuple[tuple[str, ...], tuple[str, ...]] = (), ()

    def learn(
        self, letters: tuple[str, ...], columns: Sequence[int], marks: tuple[str, ...],
        formulas: Sequence[str], shape: Shape,
    ) -> None:  # fmt: skip
        """Take notice of a row that is not of this make, but could be."""
        if (letters, marks) != self._last:
            self._last = letters, marks
            self._alike = 0
        self._alike += 1
        if self._alike == _ALIKE and self._made < _MOULDS and len(marks) <= _MOST_CELLS:
            self._made += 1
            self.columns, self.shape = columns, shape
            self.row = re.compile(
                '<row r="([0-9]{1,9})"([^>/]*)>'
                + "".join(map(_moulded, letters, marks, formulas))
            ).fullmatch


def _moulded(letters: str, mark: str, formula: str) -> str:
    """Return the expression for one cell."""
    value = r"<v>([^<]+)</v>"
    if 't="inlineStr"' in mark:
        value = r"<is><t>([^<]+)</t></is>"
    if formula:
        value = f"<f(?![^>]* ref=)[^>]*(?:/>|>{_NO_LINK}[^<]*</f>){value}"
    return f'<c r="{letters}[0-9]+"{re.escape(mark)}>{value}</c>'


class Columns(dict[tuple[str, ...], list[int]]):
    """Column numbers of a row by the letters of all its cells."""

    def __missing__(self, letters: tuple[str, ...]) -> list[int]:
        numbers = [column_number(one) for one in letters]
        if len(self) < _SHAPES:
            self[letters] = numbers
        return numbers


def _begins(value: str) -> bool:
    """Whether a text that stands in the cell itself begins with what is seen."""
    return value[0].isalnum()


def _written(value: str) -> str:
    """Return a text that stands in the cell itself."""
    if value.replace(" ", "").isalnum():  # letters and digits are what they are
        return value
    return markdown(unescaped(plain(value)))


def without_blanks(
    columns: Sequence[int], texts: Sequence[str], kinds: Sequence[str]
) -> tuple[list[int], list[str], list[str]]:
    """Leave out the cells that show nothing."""
    keep = [index for index, text in enumerate(texts) if text]
    return (
        [columns[i] for i in keep], [texts[i] for i in keep], [kinds[i] for i in keep]
    )  # fmt: skip

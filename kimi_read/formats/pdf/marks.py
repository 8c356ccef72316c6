"""The small values that the layout of a page is made of.

Coordinates are those of the page as it is read: points, x to the right, y down.
They are plain classes: a page makes some hundreds of each.
"""

from __future__ import annotations

from operator import attrgetter

from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

_BLANKS = attrgetter("blanks")


@record(frozen=True, slots=True)
class Style:
    """How a run of text looks; ``signs`` is a font of bullets and the like."""

    font: str
    bold: bool
    italic: bool
    mono: bool
    colour: int
    signs: bool = False


class Word:
    """Letters without a blank. ``base`` is the y of its baseline.

    ``parts`` holds (text, style, link) where one of them changes inside the word.
    ``tag`` is the marked-content identifier or -1. ``rise`` is 1 for a superscript
    and -1 for a subscript. ``raw`` text is Markdown already. ``blank`` says that a
    blank was drawn before it, ``trail`` behind it, ``gap`` that one stands before it
    in its line. ``rightward`` marks a page that is read from left to right though it
    has letters of the other direction, ``backward`` the reverse. ``field`` is the
    value of a form field.
    """

    __slots__ = (
        "__dict__",
        "base",
        "size",
        "style",
        "tag",
        "text",
        "x0",
        "x1",
        "y0",
        "y1",
    )

    # what hardly a word has stands here, and costs the others nothing
    parts: Sequence[tuple[str, Style, str]] = ()
    rise = 0
    link = hidden = ""
    blank = gap = True
    trail = raw = rightward = backward = field = False
    #: How many characters of the text are blanks, which a phrase alone has.
    blanks = 0

    def __init__(
        self,
        text: str,
        box: tuple[float, float, float, float],
        base: float,
        size: float,
        style: Style,
    ) -> None:
        self.text = text
        self.x0, self.y0, self.x1, self.y1 = box
        self.base = base
        self.size = size
        self.style = style
        self.tag = -1

    def copy(self) -> Word:
        """Return a word that can be changed without changing this one."""
        box = self.x0, self.y0, self.x1, self.y1
        word = Word(self.text, box, self.base, self.size, self.style)
        word.tag = self.tag
        word.__dict__.update(self.__dict__)
        return word

    def apart(self) -> list[Word]:
        """Return the words that it stands for."""
        return [self]

    @property
    def first(self) -> Word:
        """The first of them, to look at."""
        return self

    @property
    def head(self) -> str:
        """The text of the first of them."""
        return self.text

    @property
    def tail(self) -> str:
        """The text of the last of them."""
        return self.text

    def __repr__(self) -> str:
        return f"Word({self.text!r}, {self.x0:.0f}-{self.x1:.0f}, {self.base:.0f})"


class Phrase(Word):
    """Words of one look that nothing but blanks of usual width part.

    Most of a page is such, and costs little as long as nobody asks for its words:
    ``make`` gives them, once; the first of them ends at ``cut``.
    """

    __slots__ = ("_words", "blanks", "cut", "make")

    def __init__(
        self,
        text: str,
        box: tuple[float, float, float, float],
        base: float,
        size: float,
        style: Style,
    ) -> None:
        super().__init__(text, box, base, size, style)
        self.blanks = text.count(" ")
        self.cut = self.x1
        self.make: Callable[[], list[Word]] = list
        self._words: list[Word] = []

    def apart(self) -> list[Word]:
        """Return its words, which are the same each time."""
        if not self._words:
            self._words = words = self.make()
            words[0].blank, words[0].gap = self.blank, self.gap
            words[-1].trail = self.trail
            for word in words:
                word.tag, word.hidden = self.tag, self.hidden
        return self._words

    @property
    def first(self) -> Word:
        """The first of its words, to look at."""
        box = self.x0, self.y0, self.cut, self.y1
        return Word(self.head, box, self.base, self.size, self.style)

    @property
    def head(self) -> str:
        """The text of the first of its words."""
        return self.text.partition(" ")[0]

    @property
    def tail(self) -> str:
        """The text of the last of its words."""
        return self.text.rpartition(" ")[2]


def apart(units: Iterable[Word]) -> list[Word]:
    """Return words, each phrase among them taken apart."""
    return [word for unit in units for word in unit.apart()]


class Line:
    """Words side by side on one baseline, with no column gap between them.

    ``label`` is the list label that stands before its first word, if any; its
    text is not among the words. ``label_x`` is where it begins, ``sign`` the word
    that it was, unless it was drawn. ``boxed`` lines lie on a ground of their own.
    ``units`` are the words, or phrases until somebody asks for the words.
    """

    __slots__ = (
        "_whole",
        "base",
        "bold",
        "boxed",
        "label",
        "label_x",
        "mono",
        "sign",
        "size",
        "text",
        "units",
        "x0",
        "x1",
        "y0",
        "y1",
    )

    def __init__(self, units: Sequence[Word]) -> None:
        self.units = list(units)
        self._whole = any(map(_BLANKS, units))
        self.label = ""
        self.label_x = 0.0
        self.sign: Word | None = None
        self.boxed = False
        self.measure()

    @property
    def words(self) -> list[Word]:
        """The words, in reading order."""
        if self._whole:
            self.units = apart(self.units)
            self._whole = False
        return self.units

    @words.setter
    def words(self, words: list[Word]) -> None:
        self.units = words
        self._whole = False

    @property
    def first(self) -> Word:
        """The first word, to look at."""
        return self.units[0].first

    @property
    def head(self) -> str:
        """The text of the first word."""
        return self.units[0].head

    @property
    def single(self) -> bool:
        """Whether it is one word."""
        return len(self.units) == 1 and not self.units[0].blanks

    def measure(self) -> None:
        """Take extent, size and weight from the words."""
        words = self.units
        x0, x1 = words[0].x0, words[-1].x1
        y0, y1 = words[0].y0, words[0].y1
        weights: dict[float, int] = {}
        total = bold = mono = odd = 0
        base = None
        text = ""
        for word in words:
            # compared by hand: this runs for every word, and calls cost more
            if word.x0 < x0:  # noqa: PLR1730
                x0 = word.x0
            if word.x1 > x1:  # noqa: PLR1730
                x1 = word.x1
            if word.y0 < y0:  # noqa: PLR1730
                y0 = word.y0
            if word.y1 > y1:  # noqa: PLR1730
                y1 = word.y1
            count = len(word.text) - word.blanks
            total += count
            if word.parts:
                bold += sum(len(part) for part, look, _ in word.parts if look.bold)
                mono += sum(len(part) for part, look, _ in word.parts if look.mono)
                odd += sum(
                    len(part) for part, look, _ in word.parts
                    if not look.mono and not part.isascii()
                )  # fmt: skip
            else:
                style = word.style
                if style.bold:
                    bold += count
                if style.mono:
                    mono += count
                elif not word.text.isascii():
                    odd += count
            if not word.rise:
                weights[word.size] = weights.get(word.size, 0) + count
                if base is None:
                    base = word.base
            text += " " + word.text if word.gap and text else word.text
        if mono and odd and self._whole:
            self.words  # noqa: B018 - which of them are odd counts
            self.measure()
            return
        self.x0, self.y0, self.x1, self.y1 = x0, y0, x1, y1
        if len(weights) == 1:
            (self.size,) = weights
        else:
            self.size = max(weights, key=weights.__getitem__, default=words[0].size)
        self.bold = bold > 0.9 * total
        # a font of fixed width lacks some letters: another has a few of them
        self.mono = mono > 0.9 * (total - odd) and odd < 0.25 * total
        self.base = words[0].base if base is None else base
        self.text = text

    def all_words(self) -> list[Word]:
        """Return the words, the label's among them."""
        return [self.sign, *self.words] if self.sign else self.words

    @property
    def left(self) -> float:
        """Where the line begins, its label included."""
        return self.label_x if self.label else self.x0

    def __repr__(self) -> str:
        return f"Line({self.label}|{self.text!r}, {self.x0:.0f},{self.base:.0f})"


@record(frozen=True, slots=True)
class Rule:
    """A straight ruling: ``at`` across, from ``start`` to ``stop`` along.

    A horizontal one lies at y = ``at``. ``soft`` marks the edge of a shaded area
    that has no line of its own.
    """

    at: float
    start: float
    stop: float
    soft: bool = False


@record(frozen=True, slots=True)
class Area:
    """A filled rectangle, a picture or a small mark, with its painting order."""

    x0: float
    y0: float
    x1: float
    y1: float
    colour: int = -1
    order: float = 0.0

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in it."""
        return self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1


@record(frozen=True, slots=True)
class Link:
    """A link's rectangles are one ``Area`` each; ``target`` is its URI."""

    area: Area
    target: str


@record(frozen=True, slots=True)
class Field:
    """A form field: ``kind`` is text, choice, check or radio; ``x`` is a check."""

    area: Area
    kind: str
    name: str
    value: str


@record(frozen=True, slots=True)
class Remark:
    """A comment; a ``free`` one is text written on the page."""

    area: Area
    text: str
    author: str = ""
    free: bool = False


class Shot:
    """A picture on a page. ``parts`` are the places in painting order of its tiles.

    ``width`` and ``height`` are in pixels; ``form`` is the extension that its bytes
    have. Two with one ``key`` are the same picture.
    """

    __slots__ = ("area", "form", "height", "key", "parts", "tag", "width")

    def __init__(self, area: Area, tag: int, size: tuple[int, int], form: str) -> None:
        self.area = area
        self.tag = tag
        self.width, self.height = size
        self.form = form
        self.parts = [area.order]
        self.key: tuple[object, ...] = ()


class Shapes:
    """What is drawn besides text."""

    __slots__ = ("across", "curves", "down", "fills", "images", "marks")

    def __init__(self) -> None:
        self.across: list[Rule] = []
        self.down: list[Rule] = []
        self.fills: list[Area] = []
        self.images: list[Area] = []
        self.marks: list[Area] = []
        self.curves: list[Area] = []

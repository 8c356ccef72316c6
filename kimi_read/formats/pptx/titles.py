"""Which shape is the title of a slide.

The title placeholder, where one holds text. Programs that write slides out of plain
text boxes leave it out; then the one line at the top that is set clearly larger than
everything else on the slide is what a viewer takes for the title.
"""

from __future__ import annotations

from kimi_read.formats.pptx.deck import placeholder
from kimi_read.formats.pptx.names import A, P, branches, number
from kimi_read.formats.pptx.text import paragraphs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from xml.etree.ElementTree import Element

    from kimi_read.formats.pptx.order import Box

KINDS = ("title", "ctrTitle")
_MOST_CHARS = 120
_MOST_LINES = 2
_MOST_BOXES = 500
#: The part of a slide's height, from above, in which a title begins.
_TOP = 0.3
#: Sizes in hundredths of a point: the least of a title, what text has that states
#: none (in a placeholder it is larger), and how much smaller all other text must be.
_LEAST_SIZE = 2000
_USUAL_SIZE = 1800
_PLACEHOLDER_SIZE = 2800
_SMALLER = 0.85


def declared(tree: Element) -> Iterator[Element]:
    """Yield the title placeholders of a slide."""
    for shape in branches(tree):
        holder = placeholder(shape)
        if holder is not None and holder.get("type") in KINDS:
            yield shape


def guessed(
    tree: Element, height: int, box_of: Callable[[Element], Box | None]
) -> Element | None:
    """Return the text box that looks like the title, None if none does clearly."""
    sizes: list[tuple[int, Element]] = []
    for shape in tree.iter(P + "sp"):
        size = _size(shape)
        if size:
            sizes.append((size, shape))
    if len(sizes) < 2:
        return None
    sizes.sort(key=lambda one: -one[0])
    (largest, shape), (second, _) = sizes[:2]
    if largest < _LEAST_SIZE or second > _SMALLER * largest:
        return None
    own = {id(one) for one in branches(tree)}
    if id(shape) not in own or placeholder(shape) is not None:
        return None
    boxes = [box_of(one) for _, one in sizes[:_MOST_BOXES] if id(one) in own]
    box = boxes[0]
    if box is None or not 0 <= box.top < _TOP * height:
        return None
    middle = box.top + box.height / 2
    if any(one is not None and one.bottom <= middle for one in boxes):
        return None
    lines = [text for text in map(_words, paragraphs(shape.find(P + "txBody"))) if text]
    whole = " ".join(lines)
    short = len(lines) <= _MOST_LINES and len(whole) <= _MOST_CHARS
    return shape if short and any(map(str.isalpha, whole)) else None


def _words(paragraph: Element) -> str:
    return "".join(t.text or "" for t in paragraph.iter(A + "t")).strip()


def _size(shape: Element) -> int:
    """Return the size of the largest text in a shape; 0 if it has no text."""
    body = shape.find(P + "txBody")
    largest = 0
    usual = _USUAL_SIZE if placeholder(shape) is None else _PLACEHOLDER_SIZE
    if body is not None:
        style = body.find(f"{A}lstStyle/{A}lvl1pPr/{A}defRPr")
        usual = number(style.get("sz"), usual) if style is not None else usual
    for paragraph in paragraphs(body):
        for run in paragraph:
            text = run.find(A + "t")
            if text is not None and (text.text or "").strip():
                look = run.find(A + "rPr")
                size = number(look.get("sz"), usual) if look is not None else usual
                largest = max(largest, size)
    return largest

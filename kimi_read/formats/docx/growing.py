"""The body as a stream: elements are read when they are complete, then dropped.

Containers (content controls, tables, custom XML) are entered before their end has
been read, so that a document inside one control streams all the same.
"""

from __future__ import annotations

from kimi_read.errors import OutOfBounds
from kimi_read.formats.docx.names import BODY, SDT, SDT_CONTENT, TBL, W

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from xml.etree.ElementTree import Element

    from kimi_read.ooxml.parts import Growing

    Done = Callable[[], bool]
    Children = Callable[[Element, Done], Iterator[tuple[Element, Done]]]

#: One paragraph or table row must not take more bytes of XML than this.
MAX_BLOCK = 64 << 20
_CONTAINERS = frozenset((BODY, SDT, SDT_CONTENT, TBL, W + "customXml", W + "smartTag"))


def whole() -> bool:
    """Whether an element that is complete is complete."""
    return True


def still(parent: Element, _done: Done) -> Iterator[tuple[Element, Done]]:
    """Yield the children of an element of a part that was read as a whole."""
    for child in parent:
        yield child, whole


class Stream:
    """The children of elements that are still growing."""

    def __init__(self, growing: Growing) -> None:
        self._growing = growing
        self._ended = False

    def ended(self) -> bool:
        """Whether the part has been read to its end."""
        return self._ended

    def more(self) -> None:
        """Read on, one chunk."""
        if not self._growing.feed():
            self._ended = True

    def children(self, parent: Element, done: Done) -> Iterator[tuple[Element, Done]]:
        """Yield each child with a function that says whether it is complete.

        A child is complete, but for containers, which are yielded at once; they
        must be walked to their end before the next child is asked for. ``done``
        says whether ``parent`` is complete.
        """
        start = self._growing.fed
        while True:
            closed = done()
            if len(parent) > 1 or (closed and len(parent)):
                child = parent[0]
                yield child, whole
                parent.remove(child)
            elif len(parent) and parent[0].tag in _CONTAINERS:
                child = parent[0]
                yield child, lambda: len(parent) > 1 or done()
                parent.remove(child)
            elif closed:
                return
            else:
                self.more()
                if self._growing.fed - start > MAX_BLOCK:
                    raise OutOfBounds(
                        f"a paragraph takes more than {MAX_BLOCK >> 20} MiB of XML"
                    )
                continue
            start = self._growing.fed

"""Tracked changes: which text counts, and what is said about it.

Source: ECMA-376 part 1, 17.13.5 (revisions).
"""

from __future__ import annotations

from kimi_read.formats.docx.names import DEL, INS, MOVE_FROM, MOVE_TO, W
from kimi_read.ooxml.elements import Element

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

#: Formulas nested deeper than this keep the changes in them.
DEPTH = 60
_GONE = {"accept": (DEL, MOVE_FROM), "reject": (INS, MOVE_TO), "show": ()}
_WORDS = {
    INS: ("+", "inserted"),
    DEL: ("-", "deleted"),
    MOVE_TO: ("+", "moved here"),
    MOVE_FROM: ("-", "moved away"),
}
CHANGES = frozenset(_WORDS)


class Changes:
    """How the tracked changes of a document are read: accept, reject or show.

    ``first`` is called when the first of them is met.
    """

    def __init__(self, mode: str) -> None:
        self.mode = mode if mode in _GONE else "accept"
        self._gone = _GONE[self.mode]
        self._met = False
        self.first: Callable[[], None] = lambda: None

    def gone(self, tag: object) -> bool:
        """Whether the content of such a change is not part of the text."""
        if not self._met and tag in CHANGES:
            self.meet()
        return tag in self._gone

    def meet(self) -> None:
        """Call ``first``, once: there is a change."""
        if not self._met:
            self._met = True
            self.first()

    def mark(self, element: Element) -> str:
        """Return the sign of a change and who made it when; ``""`` unless shown."""
        if self.mode != "show" or element.tag not in _WORDS:
            return ""
        sign, verb = _WORDS[element.tag]
        return f"{sign}{verb}{_who(element)}"

    def paragraph_mark(self, properties: Element) -> tuple[bool, str]:
        """Whether the end of a paragraph does not count, and what is shown there.

        ``properties`` are the run properties of the paragraph mark.
        """
        for child in properties:
            if child.tag in CHANGES:
                self.meet()
                if child.tag in self._gone:
                    return True, ""
                if self.mode == "show":
                    sign, verb = _WORDS[child.tag]
                    return False, f"{sign}paragraph {verb}{_who(child)}"
        return False, ""

    def properties(self, properties: Element) -> Element:
        """Return properties, those before a change of format if it is rejected."""
        if self.mode == "reject" and len(properties):
            old = properties.find(f"{properties.tag}Change/{properties.tag}")
            return properties if old is None else old
        return properties

    def formulas(self, element: Element) -> list[tuple[Element, str]]:
        """Return a formula as it counts, with the mark of a change, if one shows.

        Where changes are shown, one that has some stands twice: as it was, as it is.
        """
        found = next((e for e in element.iter() if e.tag in CHANGES), None)
        if found is None:
            return [(element, "")]
        self.meet()
        if self.mode != "show":
            return [(_settled(element, self._gone, 0), "")]
        who = _who(found)
        return [
            (_settled(element, _GONE["reject"], 0), f"-deleted{who}"),
            (_settled(element, _GONE["accept"], 0), f"+inserted{who}"),
        ]

    def row(self, properties: Element | None) -> tuple[bool, str]:
        """Whether a table row or cell does not count, and what is shown in it."""
        for child in properties if properties is not None else ():
            tag = {W + "cellIns": INS, W + "cellDel": DEL}.get(child.tag, child.tag)
            if tag in (INS, DEL):
                self.meet()
                if tag in self._gone:
                    return True, ""
                if self.mode == "show":
                    sign, verb = _WORDS[tag]
                    what = "row" if child.tag == tag else "cell"
                    return False, f"{sign}{what} {verb}{_who(child)}"
        return False, ""


def _settled(element: Element, gone: tuple[str, ...], depth: int) -> Element:
    """Return a copy without what is gone; other changes leave their content."""
    if depth > DEPTH:
        return element
    made = Element(element.tag, dict(element.items()))
    made.text = element.text
    for child in element:
        if child.tag not in gone:
            inner = _settled(child, gone, depth + 1)
            made.extend(inner if child.tag in CHANGES else (inner,))
    return made


def _who(element: Element) -> str:
    """Return `` by NAME, DATE`` as far as it is known."""
    author = " ".join((element.get(W + "author") or "").split())
    date = (element.get(W + "date") or "")[:10]
    by = f" by {author}" if author else ""
    return f"{by}, {date}" if date else by

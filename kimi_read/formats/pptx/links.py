"""Where the links of a slide lead.

Source: ECMA-376 part 1, 21.1.2.3.5 (hlinkClick); [MS-OE376] 2.1.1203 (actions).
"""

from __future__ import annotations

from kimi_read.formats.pptx.names import A, R
from kimi_read.inline import is_script

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from xml.etree.ElementTree import Element

    from kimi_read.formats.pptx.report import Report
    from kimi_read.ooxml.relations import Relation

_JUMPS = {"firstslide": 1, "lastslide": -1}
_NOT_LINKS = ("ppaction://media", "ppaction://ole", "ppaction://noaction")
_RUNS = ("ppaction://macro", "ppaction://program")


class Links:
    """The links of one part, a slide or its notes.

    ``slides`` are the part names of all slides in order, ``number`` is the place of
    this one, counted from 1.
    """

    def __init__(
        self,
        relations: Mapping[str, Relation],
        report: Report,
        slides: Sequence[str] = (),
        number: int = 0,
    ) -> None:
        self.relations = relations
        self._report = report
        self._slides = slides
        self._number = number

    def target(self, relation: str) -> str:
        """Return the part name, or the URL of a relationship; empty if broken."""
        found = self.relations.get(relation)
        return found.target if found else ""

    def of(self, look: Element | None) -> str:
        """Return the link in run or shape properties, ``""`` for none.

        A slide of the presentation is ``#slide-N``. What a click would run is
        reported and never a link.
        """
        if look is None:
            return ""
        found = look.find(A + "hlinkClick")
        if found is None:
            found = look.find(A + "hlinkMouseOver")
        if found is None:
            return ""
        action = found.get("action") or ""
        if action.startswith(_NOT_LINKS):
            return ""
        if action.startswith(_RUNS):
            self._report.actions += 1
            return ""
        if action.startswith("ppaction://hlinkshowjump"):
            return self._jump(action.partition("jump=")[2])
        relation = found.get(R + "id") or ""
        if not relation:
            return ""
        link = self.relations.get(relation)
        if link is None:
            self._report.broken_links += 1
            return ""
        if link.external and is_script(link.target):
            self._report.actions += 1
            return ""
        if link.external:
            return link.target
        place = self._place(link.target)
        return f"#slide-{place}" if place else link.target

    def _jump(self, where: str) -> str:
        last = len(self._slides)
        if where in _JUMPS:
            place = _JUMPS[where] if _JUMPS[where] > 0 else last
        elif where in ("nextslide", "previousslide"):
            place = self._number + (1 if where == "nextslide" else -1)
        else:
            return ""
        return f"#slide-{place}" if 0 < place <= last else ""

    def _place(self, part: str) -> int:
        wanted = part.lower()
        places = (n for n, name in enumerate(self._slides, 1) if name.lower() == wanted)
        return next(places, 0)

"""The package of a presentation: its slides in order, layouts and masters.

Source: ECMA-376 part 1, 13.3 (parts), 19.2.1.34 (sldIdLst); [MS-PPTX] 2.3
(sections).
"""

from __future__ import annotations

import re

from kimi_read.errors import Malformed
from kimi_read.formats.pptx.names import P14, A, P, R, flag, number
from kimi_read.guard.zip import Package
from kimi_read.ooxml.parts import root_of, tree
from kimi_read.ooxml.relations import first, main_part, relations
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from kimi_read.ooxml.relations import Relation
    from kimi_read.source import Source

#: Size of a slide where the file does not say: 10 x 7.5 inch, in EMU.
_USUAL_SIZE = (9_144_000, 6_858_000)
#: A smaller side is none that a slide can have (19.7, ST_SlideSizeCoordinate).
_LEAST_SIZE = 914_400
_SLIDE_FILE = re.compile(r"(?:.*/)?slides/slide(\d+)\.xml", re.IGNORECASE)
_TITLES = ("title", "ctrTitle")
_NVPR, _PH = P + "nvPr", P + "ph"
#: Placeholder types of a slide, and the type of the master that they follow.
_MASTER_TYPES = {"ctrTitle": "title", "title": "title", "dt": "dt", "ftr": "ftr",
                 "sldNum": "sldNum", "hdr": "hdr"}  # fmt: skip


@record(frozen=True, slots=True)
class Part:
    """An XML part that was read: its root, relationships, and what is wrong."""

    name: str
    root: Element
    links: dict[str, Relation]
    fault: str = ""


@record(frozen=True, slots=True)
class Section:
    """A named run of slides; ``first`` counts from 1."""

    title: str
    first: int


class Deck:
    """An opened presentation.

    ``slides`` holds part names in presentation order, ``""`` for one whose part
    cannot be told; ``orphans`` the slide parts that belong to no place in it.
    ``faults`` says what is wrong with the whole; ``schemes``, ``fills``
    and ``looks`` keep the colours of themes, of layouts, and of text by its styles.

    Raises:
        Malformed: there is neither a presentation part nor a slide.
    """

    def __init__(self, source: Source) -> None:
        self.package = Package(source)
        self.faults = list(self.package.faults)
        name = main_part(self.package, "ppt/presentation.xml", media="presentationml")
        self.main = self._main(name)
        self.slides = self._slides()
        self.orphans = len(_slide_parts(self.package, set(map(_key, self.slides))))
        size = self.main.root.find(P + "sldSz") if self.main else None
        sides = [
            number(size.get(key)) if size is not None else 0 for key in ("cx", "cy")
        ]
        self.width, self.height = sides if min(sides) >= _LEAST_SIZE else _USUAL_SIZE
        self.rtl = self.main is not None and flag(self.main.root.get("rtl"))
        self._parts: dict[str, Part | None] = {}
        self._themes: dict[str, Element | None] = {}
        self.schemes: dict[str, dict[str, int]] = {}
        self.fills: dict[tuple[object, ...], set[int]] = {}
        self.looks: dict[tuple[object, ...], tuple[int | None, int]] = {}

    def _main(self, name: str) -> Part | None:
        root, fault = tree(self.package, name) if name else (None, "")
        if root is not None and root.tag == P + "presentation":
            if fault:
                self.faults.append(f"{name} is damaged: {fault}")
            return Part(name, root, relations(self.package, name), fault)
        if not _slide_parts(self.package, set()):
            why = f"{name}: {fault}" if fault else "it has no presentation part"
            raise Malformed(f"not a readable presentation: {why}")
        self.faults.append(
            "the presentation part is missing or damaged; its slides are in the order "
            "of their file names"
        )
        return None

    def _slides(self) -> list[str]:
        if self.main is None:
            return _slide_parts(self.package, set())
        ids = self.main.root.findall(f"{P}sldIdLst/{P}sldId")
        found = [self.main.links.get(e.get(R + "id") or "") for e in ids]
        slides = [link.target if link and not link.external else "" for link in found]
        if self.main.fault and not slides:
            return _slide_parts(self.package, set())
        if slides and not self.main.links:
            parts = _slide_parts(self.package, set())
            self.faults.append(
                "the relationships of the presentation are missing; its slides are in "
                "the order of their file names"
            )
            return parts
        return slides

    def sections(self) -> list[Section]:
        """Return the named sections, in order."""
        if self.main is None:
            return []
        places = {
            e.get("id"): place
            for place, e in enumerate(
                self.main.root.findall(f"{P}sldIdLst/{P}sldId"), 1
            )
        }
        out = []
        for section in self.main.root.iter(P14 + "section"):
            inside = [places.get(e.get("id")) for e in section.iter(P14 + "sldId")]
            known = [place for place in inside if place]
            if known:
                out.append(Section(section.get("name") or "", min(known)))
        return out

    def part(self, name: str) -> Part | None:
        """Return a part of many slides (a layout, a master), read once."""
        key = _key(name)
        if key not in self._parts:
            self._parts[key] = self.fresh(name)
        return self._parts[key]

    def fresh(self, name: str) -> Part | None:
        """Return a part of one slide, read now; None if it cannot be used."""
        return self.load(name)[0]

    def load(self, name: str) -> tuple[Part | None, str]:
        """Return a part, or None and the reason in words."""
        if not name:
            return None, "it is not named"
        root, fault = tree(self.package, name)
        if root is None:
            return None, fault or "it is empty"
        return Part(name, root, relations(self.package, name), fault), ""

    def layout(self, slide: Part) -> Part | None:
        """Return the layout that a slide follows."""
        return self.part(first(slide.links, "slideLayout"))

    def master(self, layout: Part | None) -> Part | None:
        """Return the master that a layout follows."""
        return self.part(first(layout.links, "slideMaster")) if layout else None

    def theme(self, name: str) -> Element | None:
        """Return a theme, read once."""
        if name not in self._themes:
            self._themes[name] = root_of(self.package, name) if name else None
        return self._themes[name]

    def defaults(self) -> Element | None:
        """Return the text style of everything that is no placeholder."""
        return self.main.root.find(P + "defaultTextStyle") if self.main else None


def _key(name: str) -> str:
    return name.lower()


def _slide_parts(package: Package, known: set[str]) -> list[str]:
    """Return slide parts outside ``known``, by the number in their file names."""
    found = []
    for written in package.names():
        name = written.replace("\\", "/").lstrip("/")
        match = _SLIDE_FILE.fullmatch(name)
        if match and _key(name) not in known:
            found.append((int(match[1][:9]), name))
    return [name for _, name in sorted(found)]


class Chain:
    """What the placeholders of one slide inherit from its layout and master."""

    def __init__(self, deck: Deck, slide: Part) -> None:
        layout = deck.layout(slide)
        master = deck.master(layout)
        self.kind = (layout.root.get("type") or "") if layout else ""
        self.layout = layout
        self.master = master
        self._deck = deck
        self._styles = master.root.find(P + "txStyles") if master else None
        self._layout_shapes = _placeholders(layout)
        self._master_shapes = _placeholders(master)

    def shapes(self, placeholder: Element | None) -> list[Element]:
        """Return the shapes of layout and master that a placeholder follows.

        The layout's is found by ``idx`` (titles by type), the master's by type:
        everything that is no title, date, footer or number follows ``body``.
        Source: part 1, 19.3.1.36 (ph).
        """
        if placeholder is None:
            return []
        kind = placeholder.get("type") or "obj"
        out = []
        followed = _followed(placeholder, kind, self._layout_shapes)
        if followed is not None:
            out.append(followed[1])
            kind = (followed[0].get("type") or "obj") if kind == "obj" else kind
        wanted = _MASTER_TYPES.get(kind, "body")
        for ph, shape in self._master_shapes:
            if _MASTER_TYPES.get(ph.get("type") or "obj", "body") == wanted:
                out.append(shape)
                break
        return out

    def styles(self, shape: Element, placeholder: Element | None) -> list[Element]:
        """Return the list styles that a shape's paragraphs follow, nearest first."""
        out = []
        for one in (shape, *self.shapes(placeholder)):
            for body in (one.find(P + "txBody"), one.find(A + "txBody")):
                style = body.find(A + "lstStyle") if body is not None else None
                if style is not None and len(style):
                    out.append(style)
        if self._styles is not None:
            kind = (placeholder.get("type") or "obj") if placeholder is not None else ""
            name = "otherStyle" if not kind or kind in _FURNITURE else "bodyStyle"
            found = self._styles.find(P + ("titleStyle" if kind in _TITLES else name))
            if found is not None:
                out.append(found)
        defaults = self._deck.defaults()
        return [*out, defaults] if defaults is not None else out


_FURNITURE = {"dt", "ftr", "sldNum", "hdr"}


def _followed(
    placeholder: Element, kind: str, shapes: list[tuple[Element, Element]]
) -> tuple[Element, Element] | None:
    """Return the layout's placeholder and shape for one of a slide."""
    index = placeholder.get("idx") or "0"
    title = kind in _TITLES
    same = [
        one for one in shapes if ((one[0].get("type") or "obj") in _TITLES) == title
    ]
    if title:
        return same[0] if same else None
    by_index = [one for one in same if (one[0].get("idx") or "0") == index]
    by_type = [one for one in same if (one[0].get("type") or "obj") == kind]
    return next(iter([*by_index, *by_type]), None)


def _placeholders(part: Part | None) -> list[tuple[Element, Element]]:
    if part is None:
        return []
    out = []
    for shape in part.root.iterfind(f"{P}cSld/{P}spTree/*"):
        holder = placeholder(shape)
        if holder is not None:
            out.append((holder, shape))
    return out


def placeholder(shape: Element) -> Element | None:
    """Return the ``p:ph`` of a shape."""
    for child in shape:  # four times as quick as a path
        properties = child.find(_NVPR)
        if properties is not None:
            return properties.find(_PH)
    return None

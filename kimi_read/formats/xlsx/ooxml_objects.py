"""Controls and embedded objects of a sheet.

Their shapes are kept in a drawing of the older kind, in VML.
Source: ECMA-376 part 4, 19.4 (VML of spreadsheets: ClientData); part 1, 18.3.1.59
(oleObject), 18.3.1.19 (control).
"""

from __future__ import annotations

import re

from kimi_read.blocks import Break, Item, Loss, Paragraph
from kimi_read.formats.xlsx.ooxml_charts import looked_up
from kimi_read.formats.xlsx.ooxml_drawn import at
from kimi_read.formats.xlsx.ooxml_strings import markdown
from kimi_read.inline import escape
from kimi_read.ooxml.parts import local, root_of, tree
from kimi_read.record import record, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from xml.etree.ElementTree import Element

    from kimi_read.blocks import Block
    from kimi_read.formats.xlsx.model import Sheet
    from kimi_read.formats.xlsx.ooxml_charts import Packaged
    from kimi_read.formats.xlsx.ooxml_frame import Frame
    from kimi_read.ooxml.relations import Relation

_OTHER_THAN_NOTES = rb"""ObjectType\s*=\s*["'](?!Note["'])"""
_KINDS = {
    "Button": "button", "Checkbox": "check box", "Radio": "option button",
    "Drop": "drop-down list", "List": "list box", "GBox": "group box",
    "Label": "label", "Spin": "spin button", "Scroll": "scroll bar",
    "Edit": "text field", "Rect": "text box", "Shape": "text box",
}  # fmt: skip
#: What a box that is ticked, or partly so, is set to in the one and the other part.
_SET = ("1", "2", "Checked", "Mixed")
_NAMED = 10
_MOST_BYTES = 16 << 20


@record(frozen=True, slots=True)
class _Control:
    """A shape of the older drawing: its kind, text and place, and what it is set to."""

    kind: str
    text: str
    where: str
    settings: Mapping[str, str]


class Objects:
    """The controls and objects of one sheet, known when its rows are through.

    Without a ``frame`` they are those of the older drawing alone.
    """

    def __init__(
        self, book: Packaged, sheet: Sheet, own: Mapping[str, Relation],
        frame: Frame | None = None,
    ) -> None:  # fmt: skip
        self._book = book
        self._sheet = sheet
        self._own = own
        self._objects = frame.objects if frame else {}
        self._controls = frame.controls if frame else {}
        self._shapes: dict[str, _Control] = {}
        for relation in own.values():
            if relation.kind == "vmlDrawing" and self._is_small(relation.target):
                root, _ = tree(book.package, relation.target, _closed)
                for name, control in _controls(root) if root is not None else ():
                    unique = f"{name} {len(self._shapes)}"
                    self._shapes[unique if name in self._shapes else name] = control
        self._settle()

    def _is_small(self, part: str) -> bool:
        """Whether a drawing is read: one with very many notes is not."""
        part = part.lower()
        parts = self._book.package.parts
        return part in parts and parts[part].size <= _MOST_BYTES

    def _settle(self) -> None:
        """Take what controls are set to from their own parts, where they have some.

        They belong to the shapes of the same numbers, else to those of the same kind
        in turn.
        """
        rest = {name for name, one in self._shapes.items() if one.kind in _KINDS}
        later = []
        for number, (_, relation) in self._controls.items():
            found = self._own.get(relation)
            root = None
            if found is not None and found.kind == "ctrlProp":
                root = root_of(self._book.package, found.target)
            if root is None:
                continue
            settings = {key[:1].upper() + key[1:]: v for key, v in root.attrib.items()}
            name = f"_x0000_s{number}"
            if name in rest:
                rest.remove(name)
                self._shapes[name] = replace(self._shapes[name], settings=settings)
            else:
                later.append(settings)
        for settings in later:
            kind = settings.get("ObjectType", "").capitalize()
            same = (n for n in self._shapes if n in rest)
            name = next((n for n in same if self._shapes[n].kind == kind), "")
            if name:
                rest.remove(name)
                self._shapes[name] = replace(self._shapes[name], settings=settings)

    def names(self) -> set[str]:
        """Return by which names and numbers the drawing knows what is told here."""
        told = {name for name, one in self._shapes.items() if one.kind in _KINDS}
        return told | set(self._controls) if told else told

    def blocks(self) -> Iterator[Block]:
        """Yield controls with their state, then objects by name."""
        for control in self._shapes.values():
            if control.kind in _KINDS:
                yield from self._control(control)
        yield from self._embedded()
        named = [
            name for name, relation in self._controls.values()
            if (found := self._own.get(relation)) and found.kind == "control"
        ]  # fmt: skip
        if named:
            some = ", ".join(named[:_NAMED]) + (" ..." if len(named) > _NAMED else "")
            yield Loss("control", "ActiveX controls of sheet "
                       f"'{self._sheet.name}' are not read: {some}",
                       f"sheet '{self._sheet.name}'", shown=False)  # fmt: skip

    def _control(self, control: _Control) -> Iterator[Block]:
        settings = control.settings
        yield Break(f"{_KINDS[control.kind]}{control.where}")
        if control.kind in ("Checkbox", "Radio"):
            state = "[x]" if settings.get("Checked", "0") in _SET else "[ ]"
            yield Item(f"{state} {control.text}".strip())
        elif control.text:
            yield Paragraph(control.text)
        if control.kind in ("Drop", "List"):
            chosen = self._chosen(settings.get("FmlaRange", ""),
                                  settings.get("Sel", ""))  # fmt: skip
            if chosen:
                yield Paragraph(chosen)

    def _chosen(self, formula: str, number: str) -> str:
        """Return which item of a list is chosen; the items stand in cells."""
        at = int(number[:9]) if number.isascii() and number.isdigit() else 0
        texts = looked_up(self._book, formula, self._sheet.name) if at else []
        return markdown(texts[at - 1]) if at <= len(texts) and at else ""

    def _embedded(self) -> Iterator[Block]:
        names = []
        for shape, (program, relation, outside) in self._objects.items():
            found = self._own.get(relation)
            target = found.target.removeprefix("xl/") if found else ""
            kind = "linked" if outside or (found and found.external) else "embedded"
            name = f"{kind} {program or 'object'}" + (f": {target}" if target else "")
            place = self._shapes.get(f"_x0000_s{shape}")
            yield Break(f"{kind} object{place.where if place else ''}")
            yield Paragraph(escape(f"[{name}]"))
            names.append(name)
        if names:
            yield Loss("embedded-object", "objects are named, not read: "
                       + ", ".join(names[:_NAMED]), f"sheet '{self._sheet.name}'",
                       shown=False)  # fmt: skip


def _closed(data: bytes) -> bytes:
    """Return the XML of a drawing, without what breaks it; nothing if of notes alone.

    Excel writes ``<br>`` into it, which it closes nowhere.
    """
    if re.search(_OTHER_THAN_NOTES, data) is None:
        return b""
    return re.sub(rb"<br\s*>", b"<br/>", data)


def _controls(root: Element) -> Iterator[tuple[str, _Control]]:
    """Yield the shapes of a drawing that are no notes, and their names."""
    for shape in root.iter():
        data = next((e for e in shape if local(e.tag) == "ClientData"), None)
        if data is None or data.get("ObjectType") == "Note":
            continue
        body = next((e for e in shape if local(e.tag) == "textbox"), None)
        words = "".join(_words(body)) if body is not None else ""
        lines = [" ".join(line.split()) for line in words.split("\n")]
        settings = {local(e.tag): (e.text or "").strip() for e in data}
        corner = [*settings.get("Anchor", "").split(","), "", "", ""]
        spid = next((v for k, v in shape.attrib.items() if local(k) == "spid"), "")
        yield spid or shape.get("id") or "", _Control(
            data.get("ObjectType") or "", markdown("\n".join(filter(None, lines))),
            at(corner[0], corner[2]), settings,
        )  # fmt: skip


def _words(element: Element) -> Iterator[str]:
    """Yield the pieces of a text; its paragraphs are lines."""
    yield (element.text or "").replace("\n", " ")
    for child in element:
        if local(child.tag) in ("div", "br", "p"):
            yield "\n"
        yield from _words(child)
        yield (child.tail or "").replace("\n", " ")

"""Content controls that are bound to XML: what the XML says is what Word shows.

Programs that fill in templates change the bound XML alone; Word brings the control up
to date when it opens the file. Only plain text is taken: other controls form it.
Source: ECMA-376 part 1, 17.5.2.6 (dataBinding), 22.5 (custom XML parts), 17.5.2.34
(text controls).
"""

from __future__ import annotations

import re

from kimi_read.formats.docx.names import W
from kimi_read.ooxml.parts import local, root_of
from kimi_read.ooxml.relations import first, relations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from xml.etree.ElementTree import Element

    from kimi_read.guard.zip import Package
    from kimi_read.ooxml.relations import Relation

_STEP = r"(?:([\w.-]+):)?([\w.-]+)(?:\[(\d{1,6})\])?\Z"
_PREFIX = r"xmlns:([\w.-]+)\s*=\s*[\"']([^\"']*)[\"']"
#: Stores that every package has, by the names that Word gives them.
_PROPERTIES = {
    "{6C3C8BC8-F283-45AE-878A-BAB7291924A1}": "core-properties",
    "{6668398D-A668-4E3E-A5EB-62B293D839F1}": "extended-properties",
}
_MOST_STEPS = 40


class Bindings:
    """The bound XML of a document, read when a control first asks for it."""

    def __init__(self, package: Package, links: Mapping[str, Relation]) -> None:
        self._package = package
        self._links = links
        self._stores: dict[str, Element | None] | None = None

    def text(self, properties: Element | None) -> str:
        """Return what a control with ``w:sdtPr`` shows by its binding, or ``""``."""
        binding = properties.find(W + "dataBinding") if properties is not None else None
        if binding is None or properties is None or properties.find(W + "text") is None:
            return ""
        store = self._store((binding.get(W + "storeItemID") or "").upper())
        if store is None:
            return ""
        prefixes = dict(re.findall(_PREFIX, binding.get(W + "prefixMappings") or ""))
        return (_found(store, binding.get(W + "xpath") or "", prefixes) or "").strip()

    def _store(self, name: str) -> Element | None:
        if self._stores is None:
            self._stores = {}
            for link in self._links.values():
                if link.kind != "customXml" or link.external:
                    continue
                own = first(relations(self._package, link.target), "customXmlProps")
                root = root_of(self._package, own) if own else None
                for key, value in root.attrib.items() if root is not None else ():
                    if local(key) == "itemID":
                        self._stores[value.upper()] = root_of(
                            self._package, link.target
                        )
        if name in _PROPERTIES and name not in self._stores:
            part = first(relations(self._package), _PROPERTIES[name])
            self._stores[name] = root_of(self._package, part) if part else None
        return self._stores.get(name)


def _found(root: Element, path: str, prefixes: Mapping[str, str]) -> str | None:
    """Return the text at the end of a path of plain steps, None if there is none."""
    steps = path.strip().lstrip("/").split("/")
    if len(steps) > _MOST_STEPS:
        return None
    at: Element | None = None
    for place, step in enumerate(steps):
        if step == "text()" and at is not None:
            break
        if step.startswith("@"):
            name = step[1:].rpartition(":")[2]
            values = at.attrib.items() if at is not None else ()
            return next((v for key, v in values if local(key) == name), None)
        match = re.match(_STEP, step)
        if match is None:
            return None
        children = [root] if not place else list(at) if at is not None else []
        fitting = [e for e in children if _fits(e, match[1], match[2], prefixes)]
        index = int(match[3] or 1) - 1
        if not 0 <= index < len(fitting):
            return None
        at = fitting[index]
    return "".join(at.itertext()) if at is not None and not len(at) else None


def _fits(
    element: Element, prefix: str | None, name: str, prefixes: Mapping[str, str]
) -> bool:
    if not isinstance(element.tag, str) or local(element.tag) != name:
        return False
    space = element.tag.rpartition("}")[0][1:]
    if prefix is None:
        return not space
    return prefix not in prefixes or prefixes[prefix] == space

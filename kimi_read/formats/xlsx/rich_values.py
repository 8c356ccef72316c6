"""Values of newer kinds: pictures in cells, data types, the errors of dynamic arrays.

A cell holds ``#VALUE!`` for programs that do not know them, and a number (``vm``) that
leads through the metadata of the workbook to what Excel shows.
Source: ECMA-376 part 1, 18.9 (metadata); [MS-XLSX] 2.3.6 (rich values), 2.6.203 to
2.6.209 (their parts and structures).
"""

from __future__ import annotations

from kimi_read.inline import escape, image, link
from kimi_read.ooxml.parts import local, root_of
from kimi_read.ooxml.relations import first, relations
from kimi_read.recover import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from xml.etree.ElementTree import Element

    from kimi_read.guard.zip import Package
    from kimi_read.ooxml.relations import Relation

_ERRORS = {"8": "#SPILL!", "9": "#CONNECT!", "10": "#BLOCKED!", "11": "#UNKNOWN!",
           "12": "#FIELD!", "13": "#CALC!"}  # fmt: skip
_FOLDER = "xl/richData/"
#: Where Excel keeps the parts, by the kind of their relationship.
_PARTS = {
    "sheetMetadata": "xl/metadata.xml",
    "rdRichValue": f"{_FOLDER}rdrichvalue.xml",
    "rdRichValueStructure": f"{_FOLDER}rdrichvaluestructure.xml",
    "richValueRel": f"{_FOLDER}richValueRel.xml",
    "rdRichValueWebImage": f"{_FOLDER}rdRichValueWebImage.xml",
}
#: The number of the value that holds what a data type shows.
_CORE = "%cvi"
_LOCAL, _WEB = "_rvRel:LocalImageIdentifier", "WebImageIdentifier"


class RichValues:
    """What cells show by their ``vm``; the parts are read when one asks first."""

    def __init__(self, package: Package, own: Mapping[str, Relation]) -> None:
        self._package = package
        self._parts = {k: first(own, k) or usual for k, usual in _PARTS.items()}
        self._loaded = False
        #: The pictures that cells were found to hold.
        self.pictures: list[str] = []
        self._values: list[Element] = []
        self._structures: list[tuple[str, list[str]]] = []
        self._by_cell: list[int] = []

    def text(self, number: str) -> str:
        """Return what a value shows, as inline Markdown; empty for what is unknown."""
        if not self._loaded:
            self._loaded = True
            value(self._load, None)
        return value(lambda: self._text(int(number) - 1), "")

    def _root(self, kind: str) -> list[Element]:
        part = self._parts[kind]
        root = root_of(self._package, part) if part in self._package else None
        return list(root) if root is not None else []

    def _load(self) -> None:
        self._values = self._root("rdRichValue")
        self._structures = [
            (one.get("t") or "", [key.get("n") or "" for key in one])
            for one in self._root("rdRichValueStructure")
        ]
        parts = {}
        kinds: list[str] = []
        future: list[int] = []
        for element in self._root("sheetMetadata"):
            name = local(element.tag)
            parts[name] = element
            if name == "metadataTypes":
                kinds = [one.get("name") or "" for one in element]
            elif name == "futureMetadata" and element.get("name") == "XLRICHVALUE":
                future = [_index(block) for block in element]
        for block in parts.get("valueMetadata", ()):
            record = block[0] if len(block) else None
            at = -1
            if record is not None:
                kind = int(record.get("t") or 0) - 1
                if 0 <= kind < len(kinds) and kinds[kind] == "XLRICHVALUE":
                    at = future[int(record.get("v") or 0)]
            self._by_cell.append(at)

    def _text(self, number: int) -> str:
        at = self._by_cell[number]
        if number < 0 or at < 0:
            return ""
        kind, found = self._found(at)
        if _CORE in found:
            kind, found = self._found(int(found[_CORE]))
        if kind == "_error":
            return _ERRORS.get(found.get("errorType", ""), "")
        words = found.get("Text", "")
        if _LOCAL in found:
            target = self._target("richValueRel", int(found[_LOCAL]))
            if target not in self.pictures:
                self.pictures.append(target)
            return image(words, target.rpartition("/")[2])
        if _WEB in found:
            return link(escape(words) or "picture", self._web(int(found[_WEB])))
        return escape(found.get("_DisplayString", "") or words)

    def _found(self, at: int) -> tuple[str, dict[str, str]]:
        """Return the kind of a rich value and what it holds, by name."""
        rich = self._values[at]
        kind, keys = self._structures[int(rich.get("s") or 0)]
        stored = [one.text or "" for one in rich if local(one.tag) == "v"]
        return kind, dict(zip(keys, stored, strict=False))

    def _target(self, kind: str, number: int) -> str:
        """Return what the relation of an element of a part leads to."""
        part = self._parts[kind]
        return _target_of(self._root(kind)[number], relations(self._package, part))

    def _web(self, number: int) -> str:
        part = self._parts["rdRichValueWebImage"]
        own = relations(self._package, part)
        source = self._root("rdRichValueWebImage")[number]
        address = next(one for one in source if local(one.tag) == "address")
        return _target_of(address, own)


def _index(block: Element) -> int:
    """Return the number of the rich value that a block of metadata names."""
    found = next((one for one in block.iter() if local(one.tag) == "rvb"), None)
    return int(found.get("i") or 0) if found is not None else -1


def _target_of(element: Element, own: Mapping[str, Relation]) -> str:
    identifier = next(v for k, v in element.attrib.items() if local(k) == "id")
    return own[identifier].target

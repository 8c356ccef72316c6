"""A SmartArt diagram as the texts of its nodes.

Source: ECMA-376 part 1, 21.4.3 (data model: points and connections).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

MAX_NODES = 5000
_MAX_DEPTH = 8
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_DGM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"


def nodes(root: Element) -> Iterator[tuple[str, int]]:
    """Yield the texts of a diagram's nodes with their depth, in reading order."""
    texts: dict[str, str] = {}
    start = ""
    for point in root.iter(_DGM + "pt"):
        name, kind = _own(point, "modelId"), _own(point, "type") or "node"
        if kind == "doc":
            start = name
        elif kind != "pres":  # a node, or an arrow with words on it
            lines = ["".join(t.text or "" for t in paragraph.iter(_A + "t"))
                     for paragraph in point.iter(_A + "p")]  # fmt: skip
            texts[name] = " ".join(" ".join(lines).split())
    below: dict[str, list[tuple[int, str]]] = {}
    for arc in root.iter(_DGM + "cxn"):
        if (_own(arc, "type") or "parOf") == "parOf":
            order = _own(arc, "srcOrd")
            place = int(order[:9]) if order.isascii() and order.isdigit() else 0
            below.setdefault(_own(arc, "srcId"), []).append(
                (place, _own(arc, "destId"))
            )
    seen: set[str] = set()
    stack = [(name, 0) for _, name in sorted(below.get(start, ()), reverse=True)]
    while stack and len(seen) < MAX_NODES:
        name, depth = stack.pop()
        if name in seen:
            continue
        seen.add(name)
        if texts.get(name):
            yield texts[name], min(depth, _MAX_DEPTH)
        inner = sorted(below.get(name, ()), reverse=True)
        stack += [(child, depth + bool(texts.get(name))) for _, child in inner]
    for name, text in texts.items():  # nodes that no arc leads to
        if name not in seen and text:
            yield text, 0


def _own(element: Element, name: str) -> str:
    """Return an attribute, with or without a namespace."""
    return element.get(name) or element.get(_DGM + name) or ""

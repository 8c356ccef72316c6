"""The logical structure of a tagged page (ISO 32000-2, 14.7 and 14.8)."""

from __future__ import annotations

from itertools import repeat

from kimi_read.formats.pdf.pdfium import calls, number_attribute, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.pdf.drawn import Page

MAX_NODES = 30_000
MAX_DEPTH = 60


class Node:
    """A structure element: its role, and its children or their content marks."""

    __slots__ = ("alt", "kids", "role", "tall", "wide")

    def __init__(self, role: str) -> None:
        self.role = role
        self.kids: list[Node | int] = []
        self.alt = ""
        self.wide = self.tall = 1

    def marks(self) -> list[int]:
        """Return the content marks below, in order."""
        out: list[int] = []
        stack: list[Node | int] = [self]
        while stack:
            item = stack.pop()
            if isinstance(item, int):
                out.append(item)
            else:
                stack += reversed(item.kids)
        return out

    def __repr__(self) -> str:
        return f"Node({self.role}, {self.kids!r})"


def tree(page: Page) -> Node | None:
    """Return the structure of a page, None if it has none."""
    page.tree = calls["FPDF_StructTree_GetForPage"](page.handle) or 0
    if not page.tree:
        return None
    root = Node("Document")
    count = min(calls["FPDF_StructTree_CountChildren"](page.tree), MAX_NODES)
    child = calls["FPDF_StructTree_GetChildAtIndex"]
    budget = [MAX_NODES]
    for index in range(count):
        handle = child(page.tree, index)
        if handle:
            root.kids.append(_node(handle, budget, 0))
    return root if root.kids else None


def _node(handle: int, budget: list[int], depth: int) -> Node:
    node = Node(text("FPDF_StructElement_GetType", handle))
    budget[0] -= 1
    count = calls["FPDF_StructElement_CountChildren"](handle)
    if budget[0] <= 0 or depth > MAX_DEPTH or count <= 0:
        return node
    numbers = range(min(count, MAX_NODES))
    children = map(calls["FPDF_StructElement_GetChildAtIndex"], repeat(handle), numbers)
    mark = calls["FPDF_StructElement_GetChildMarkedContentID"]
    for index, child in enumerate(children):
        if child:
            node.kids.append(_node(child, budget, depth + 1))
        else:
            value = mark(handle, index)
            if value >= 0:
                node.kids.append(value)
    if node.role in ("TH", "TD"):
        node.wide = number_attribute(handle, b"ColSpan")
        node.tall = number_attribute(handle, b"RowSpan")
    elif node.role in ("Figure", "Formula"):
        node.alt = text("FPDF_StructElement_GetAltText", handle).strip()
    return node

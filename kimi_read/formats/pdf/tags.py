"""The logical structure of a tagged page (ISO 32000-2, 14.7 and 14.8)."""

from __future__ import annotations

from itertools import repeat

from kimi_read.formats.pdf.pdfium import (
    calls,
    children,
    content_marks,
    number_attribute,
    text,
)

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

    def has(self, role: str) -> bool:
        """Whether an element below has a role."""
        return any(
            isinstance(kid, Node) and (kid.role == role or kid.has(role))
            for kid in self.kids
        )

    def __repr__(self) -> str:
        return f"Node({self.role}, {self.kids!r})"


def tree(page: Page, wanted: set[int]) -> Node | None:
    """Return the structure of a page, None if it has none.

    ``wanted`` are the content marks of its text.
    """
    page.tree = calls["FPDF_StructTree_GetForPage"](page.handle) or 0
    if not page.tree:
        return None
    walk = _Walk(page.tree)
    root = walk.root()
    if walk.passed_over and not wanted <= set(root.marks()):
        root = _Walk(page.tree, crowd=MAX_NODES).root()
    return root if root.kids else None


class _Walk:
    """One walk through the structure of a page.

    An element of more kids than ``crowd`` holds those of other pages too, and is
    taken to hold elements alone: asking each whether it is a content mark costs more
    than all the rest. ``passed_over`` says that there was one.
    """

    def __init__(self, tree: int, crowd: int = 200) -> None:
        self.tree = tree
        self.crowd = crowd
        self.left = MAX_NODES
        self.passed_over = False

    def root(self) -> Node:
        """Return the whole."""
        root = Node("Document")
        count = min(calls["FPDF_StructTree_CountChildren"](self.tree), MAX_NODES)
        child = calls["FPDF_StructTree_GetChildAtIndex"]
        handles = map(child, repeat(self.tree, count), range(count))
        root.kids += [self.node(handle, 0) for handle in handles if handle]
        return root

    def node(self, handle: int, depth: int) -> Node:
        """Return an element with all that is below it."""
        node = Node(text("FPDF_StructElement_GetType", handle))
        self.left -= 1
        count = min(calls["FPDF_StructElement_CountChildren"](handle), MAX_NODES)
        if self.left <= 0 or depth > MAX_DEPTH or count <= 0:
            return node
        kids: dict[int, Node | int] = {
            at: self.node(kid, depth + 1) for at, kid in children(handle, count)
        }
        if count > self.crowd:
            self.passed_over = True
        elif len(kids) < count:
            others = [at for at in range(count) if at not in kids]
            kids.update(content_marks(handle, others))
        node.kids = [kids[at] for at in sorted(kids)]
        if node.role in ("TH", "TD"):
            node.wide = number_attribute(handle, b"ColSpan")
            node.tall = number_attribute(handle, b"RowSpan")
        elif node.role in ("Figure", "Formula"):
            node.alt = text("FPDF_StructElement_GetAltText", handle).strip()
        return node

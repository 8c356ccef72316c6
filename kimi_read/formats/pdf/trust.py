"""Whether the tags of a page can be trusted."""

from __future__ import annotations

from kimi_read.formats.pdf.tags import Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.formats.pdf.marks import Word

#: Roles of elements that stand alone.
BLOCK = frozenset(
    ("P", "H", "H1", "H2", "H3", "H4", "H5", "H6", "Title", "L", "LI", "LBody", "Table",
     "TR", "TH", "TD", "BlockQuote", "Caption", "TOC", "TOCI", "Figure", "Div", "Sect",
     "Art", "Part", "Index", "Document", "DocumentFragment", "Aside", "Note",
     "FENote")
)  # fmt: skip
#: The share of a page's text that must be tagged for its tags to be trusted.
COVERED = 0.6
_LONGEST = 6_000


def trusted(root: Node | None, words: list[Word]) -> bool:
    """Whether the tags of a page hold its text, in blocks of a likely size."""
    if root is None or not words:
        return False
    known = set(root.marks())
    sizes: dict[int, int] = {}
    for word in words:
        letters = len(word.text) - word.blanks
        sizes[word.tag] = sizes.get(word.tag, 0) + letters
    held = sum(sizes.get(mark, 0) for mark in known)
    if held < COVERED * sum(sizes.values()):
        return False
    return _largest(root, sizes) < _LONGEST and not _flat(root, held)


def _largest(node: Node, sizes: dict[int, int]) -> int:
    own = sum(sizes.get(kid, 0) for kid in node.kids if isinstance(kid, int))
    return max(
        [own, *(_largest(kid, sizes) for kid in node.kids if isinstance(kid, Node))]
    )


def _flat(root: Node, letters: int) -> bool:
    """Whether a page of some length is one block, or lines tagged as paragraphs."""
    roles: dict[str, int] = {}
    stack = [root]
    while stack:
        node = stack.pop()
        roles[node.role] = roles.get(node.role, 0) + 1
        stack += (kid for kid in node.kids if isinstance(kid, Node))
    blocks = sum(count for role, count in roles.items() if role in BLOCK)
    return blocks <= 2 and letters > 600


def heads(root: Node) -> bool:
    """Whether any element is a heading."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node.role == "Title" or (node.role[:1] == "H" and node.role[1:].isdigit()):
            return True
        stack += (kid for kid in node.kids if isinstance(kid, Node))
    return False

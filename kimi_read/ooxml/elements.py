"""Element trees without the module around them, which loads much that nobody needs.

The names are those of ``xml.etree.ElementTree``, and so are the types. Readers that
give ``find`` more than a tag, or call ``iterfind``, import ``xml.etree.ElementPath``
in their ``prepare``.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from xml.etree.ElementTree import (
        Element,
        ParseError,
        SubElement,
        TreeBuilder,
        XMLParser,
    )
else:
    from kimi_read.standin import StandIn, StandIns

    def _deepcopy(*given: object) -> object:
        from copy import deepcopy

        return deepcopy(*given)

    unasked = (
        StandIn("copy", {"deepcopy": _deepcopy}), StandIn("xml.etree.ElementPath")
    )  # fmt: skip
    try:
        with StandIns(unasked):
            from _elementtree import (
                Element,
                ParseError,
                SubElement,
                TreeBuilder,
                XMLParser,
            )
    except ImportError:  # another Python than CPython
        from xml.etree.ElementTree import (
            Element,
            ParseError,
            SubElement,
            TreeBuilder,
            XMLParser,
        )


def fromstring(data: bytes) -> Element:
    """Return the tree of ``data``; no document type has been declared in it.

    Raises:
        ParseError: it is not well formed.
    """
    parser = XMLParser()  # noqa: S314 - of parts that were checked
    parser.feed(data)
    return parser.close()


__all__ = [
    "Element",
    "ParseError",
    "SubElement",
    "TreeBuilder",
    "XMLParser",
    "fromstring",
]

"""Element trees without the module around them, which loads much that nobody needs.

The names are those of ``xml.etree.ElementTree``, and so are the types.
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
    try:
        from _elementtree import Element, ParseError, SubElement, TreeBuilder, XMLParser
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

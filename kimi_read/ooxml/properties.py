"""Title, author, dates and counts of an Office file, for ``Facts``.

Source: ECMA-376 part 2, 8 (core properties); part 1, 22.2 (extended), 22.3 (custom).
"""

from __future__ import annotations

from kimi_read.ooxml.parts import local, root_of
from kimi_read.ooxml.relations import first, relations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.guard.zip import Package

_CORE = {
    "title": "title",
    "subject": "subject",
    "creator": "author",
    "lastModifiedBy": "lastModifiedBy",
    "created": "created",
    "modified": "modified",
    "keywords": "keywords",
    "description": "description",
    "category": "category",
    "contentStatus": "status",
    "language": "language",
    "revision": "revision",
    "version": "version",
}
_EXTENDED = {
    "Application": "application",
    "Company": "company",
    "Manager": "manager",
    "Pages": "pages",
    "Words": "words",
    "Slides": "slides",
}
_COUNTS = {"pages", "words", "slides"}
_CHARS = 1000
_MOST_CUSTOM = 100


def properties(package: Package) -> dict[str, object]:
    """Return what the file says about itself; names as in JSON, absent if empty.

    Counts (``pages``, ``words``, ``slides``) are those of the last program that
    saved the file, as whole numbers. Values are cut to 1000 characters. ``custom`` are
    those that users and programs have added.
    """
    found = relations(package)
    values: dict[str, object] = {}
    for kind, usual, names in (
        ("core-properties", "docProps/core.xml", _CORE),
        ("extended-properties", "docProps/app.xml", _EXTENDED),
    ):
        strict = "".join(
            w.capitalize() if i else w for i, w in enumerate(kind.split("-"))
        )
        part = first(found, kind) or first(found, strict) or usual
        root = root_of(package, part)
        for element in root if root is not None else ():
            name = names.get(local(element.tag))
            text = " ".join("".join(element.itertext()).split())[:_CHARS]
            if not name or not text:
                continue
            if name not in _COUNTS:
                values.setdefault(name, text)
            elif text.isascii() and text.isdigit():
                values.setdefault(name, int(text[:15]))
    root = root_of(
        package,
        first(found, "custom-properties")
        or first(found, "customProperties")
        or "docProps/custom.xml",
    )
    custom = {
        name: " ".join("".join(element.itertext()).split())[:_CHARS]
        for element in list(root if root is not None else ())[:_MOST_CUSTOM]
        if (name := (element.get("name") or "")[:_CHARS])
    }
    return values | ({"custom": custom} if custom else {})

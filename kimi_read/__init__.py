"""Read any file: bounded, numbered, resumable, safe.

    from kimi_read import read

    page = read("/abs/report.pdf", offset=0, limit=1000)
    page.lines, page.next_offset, page.warnings, page.image

    with open_document("/abs/report.pdf") as doc:  # the next page costs only itself
        for page in doc.pages(limit=1000): ...

Failures are the classes of ``kimi_read.errors``.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike

    from kimi_read.document import Document, open_document
    from kimi_read.page import Page
    from kimi_read.request import Limits, Request

__version__ = "0.1.0"
__all__ = [
    "Document",
    "Limits",
    "Page",
    "Request",
    "__version__",
    "errors",
    "open_document",
    "read",
]

_HOMES = {
    "Document": "kimi_read.document",
    "open_document": "kimi_read.document",
    "Limits": "kimi_read.request",
    "Page": "kimi_read.page",
    "Request": "kimi_read.request",
    "errors": "kimi_read",
}


def read(
    path: str | PathLike[str],
    offset: int = 0,
    limit: int = 1000,
    *,
    request: Request | None = None,
) -> Page:
    """Return lines ``offset`` to ``offset + limit`` of the file at ``path``.

    A ``limit`` of 0 is no limit. ``request`` holds every other wish, such as
    ``Request(pages=((3, 7),))``; without one, a picture or a film comes with its
    ``image``, as with ``Request(pictures=True)``. The page is complete and the file
    closed. Safe to call from threads; never prints.

    Raises:
        kimi_read.errors.KreadError: with the codes of the command line. One that
            came after some output is ``page.error`` instead.
    """
    from os import fsdecode

    from kimi_read.engine import read as answer
    from kimi_read.engine import with_pictures
    from kimi_read.record import replace
    from kimi_read.request import Request, whole

    wish = replace(
        request or Request(),
        offset=whole("offset", offset),
        limit=whole("limit", limit),
    )
    adapt = None if request else with_pictures
    with answer(fsdecode(path), wish, adapt=adapt, spawn=True) as page:
        page.lines  # noqa: B018 - reads the window
    return page


def __dir__() -> list[str]:
    """Return the public face, whether it was imported yet or not."""
    return __all__


def __getattr__(name: str) -> object:
    """Import the rest of the public face when it is asked for."""
    if name not in _HOMES:  # also what ``from kimi_read import`` asks before it imports
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    if name == "errors":
        return import_module("kimi_read.errors")
    return getattr(import_module(_HOMES[name]), name)

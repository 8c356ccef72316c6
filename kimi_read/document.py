"""A file read page after page by one worker that is kept."""

from __future__ import annotations

import os

from kimi_read import engine
from kimi_read.errors import KreadError, Usage
from kimi_read.page import Page
from kimi_read.record import replace
from kimi_read.request import Request, whole
from kimi_read.stream import Cuts, End, Mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def open_document(
    path: str | os.PathLike[str], *, request: Request | None = None
) -> Document:
    """Open the file at ``path`` for reading in pages; use it in a ``with``.

    ``request`` holds what is wished of the whole; its window is not looked at.
    Without one, a picture or a film comes with its ``image``.

    Raises:
        kimi_read.errors.KreadError: with the codes of the command line.
    """
    return Document(os.fsdecode(path), request)


class Document:
    """An open file and, unless it is text, the worker that reads it."""

    def __init__(self, path: str, request: Request | None) -> None:
        self._closed = True  # until it is open
        wish = replace(request or Request(), offset=0, tail=None)
        self._opened = engine.opened(path, wish, spawn=True)
        if request is None:
            wish = engine.with_pictures(self._opened.format, wish)
        self._request = wish
        self.path = self._opened.source.path
        self.format = self._opened.format.name
        self.kind = self._opened.format.kind
        self.facts: dict[str, object] = {}
        self._events = engine.run(
            self._opened.source, self._opened.format, self._request,
            spawn=True, kept=True,
        )  # fmt: skip
        self._waiting: list[object] = []
        self._at = 0
        self._closed = self._ended = False

    def __del__(self) -> None:
        self.close()

    def pages(self, limit: int = 1000) -> Iterator[Page]:
        """Yield the next pages, of ``limit`` lines each, up to the end.

        Each is complete when it is given. A second call goes on where the first
        one stopped.

        Raises:
            kimi_read.errors.Usage: the document was closed before its end.
            kimi_read.errors.KreadError: the first page cannot be read; of a later
                one it is the page's ``error``.
        """
        whole("limit", limit)
        if self._closed and not self._ended:
            raise Usage("the document is closed", path=self.path)
        while not self._closed:
            page = self._page(limit)
            self._at += page.count
            if page.next_offset is None or page.error is not None:
                self._ended = True
                self.close()
            yield page

    def close(self) -> None:
        """Stop the worker and close the file."""
        if not self._closed:
            self._closed = True
            getattr(self._events, "close", lambda: None)()
            os.close(self._opened.source.descriptor)

    def __enter__(self) -> Document:  # noqa: PYI034 - Self would need typing
        """Return the document itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def _page(self, limit: int) -> Page:
        getattr(self._events, "renew", lambda: None)()
        request = replace(self._request, offset=self._at, limit=limit)
        source = replace(self._opened.source, descriptor=-1)  # it stays ours
        window = self._window(limit)
        page = Page(source, self._opened.format, request, window, self._opened.verdict)
        page.facts = dict(self.facts)
        try:
            page.lines  # noqa: B018 - reads the window
        except KreadError as error:
            if not self._at:
                self.close()
                raise
            page.error = error
        self.facts = page.facts
        return page

    def _window(self, limit: int) -> Iterator[object]:
        """Yield the events of the next ``limit`` lines, and of one more.

        That one, and what was told just before it, are kept for the next page.
        """
        left = limit + 1
        held: list[object] = []
        for event in self._next():
            if isinstance(event, list):
                if limit and len(event) >= left:
                    self._waiting[:0] = [*held, event[left - 1 :]]
                    yield event[:left]
                    return
                left -= len(event)
                yield event
            elif isinstance(event, End) or not limit:
                yield from held
                held.clear()
                yield event
            else:
                now, later = _parted(event, self._at + limit, full=left == 1)
                held += later
                yield from now

    def _next(self) -> Iterator[object]:
        while True:
            if self._waiting:
                yield self._waiting.pop(0)
                continue
            try:
                event = next(self._events)
            except StopIteration:
                return
            yield event


def _parted(
    event: object, last: int, *, full: bool
) -> tuple[list[object], list[object]]:
    """Return what of an event belongs to a page up to line ``last``, and what not.

    Marks and cuts name their lines and may come a little before them; of all else,
    what comes when the page is ``full`` is the next one's.
    """
    if isinstance(event, Mark):
        return ([event], []) if event.line <= last else ([], [event])
    if isinstance(event, Cuts):
        now = [line for line in event.lines if line <= last]
        later = [line for line in event.lines if line > last]
        return [Cuts(now)], [Cuts(later)]
    return ([], [event]) if full else ([event], [])

"""Which writer shows a page, by what was asked for and who looks."""

from __future__ import annotations

import os

from kimi_read.blocks import Loss
from kimi_read.record import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kimi_read.errors import KreadError
    from kimi_read.format import Format
    from kimi_read.page import Page
    from kimi_read.request import Request
    from kimi_read.settings import Settings
    from kimi_read.writers.output import Output
    from kimi_read.writers.pictures.screen import Screen

_SEEN = ("image", "video", "audio")


class Show:
    """Shows the pages of one command line, one after the other.

    ``count`` is the number of paths: of several, each has a head, and an image is a
    line of description.
    """

    def __init__(self, settings: Settings, out: Output, count: int) -> None:
        self._settings = settings
        self._out = out
        self._several = count > 1
        self._begun = False
        self._screen: Screen | None = None
        self._person = out.isatty()
        #: Gets each page before anything is read of it.
        self.watch: Callable[[Page], None] | None = None

    def adapted(self, form: Format, request: Request) -> Request:
        """Return the request with what this output needs of a file of that format."""
        settings = self._settings
        if settings.shape == "files-read":
            return replace(request, pictures=True)
        if form.kind == "image" and (request.fit or request.region):
            request = replace(request, pictures=True)
        drawn = self._person and form.kind in _SEEN and not request.identify
        if not drawn or settings.json or settings.thumbnail or settings.shape == "raw":
            return request
        from kimi_read.writers.pictures import screen

        self._screen = screen.find(settings.images, 1, os.environ)
        if self._screen is None:
            return request
        return replace(request, pictures=True, screen=self._screen.pixels)

    def page(self, page: Page) -> None:
        """Write ``page`` in the shape that was asked for."""
        settings, out = self._settings, self._out
        data = not settings.no_data
        early = bool(settings.thumbnail) and page.image is not None
        if early:  # a reader of the lines may go away
            _thumbnail(page, settings.thumbnail)
        if page.request.identify:
            self._identity(page)
        elif settings.json:
            from kimi_read.writers import json

            if page.kind == "text":
                from kimi_read.hashline import tag

                page.tag = tag(page.source.bytes())
            out.write_all(json.dumped(json.page_object(page, data=data)))
        elif settings.shape == "files-read":
            from kimi_read.writers import files_read, json

            out.write_all(json.dumped(files_read.page_object(page, data=data)))
        elif settings.shape == "raw":
            from kimi_read.writers import raw

            raw.write(page, out)
        else:
            self._lines(page)
        if settings.thumbnail and not early:
            _thumbnail(page, settings.thumbnail)
        if settings.media:
            _media(page, settings.media)

    def error(self, path: str, error: KreadError) -> None:
        """Write an error, where errors are objects on stdout."""
        if self._settings.json:
            from kimi_read.writers import json

            self._out.write_all(json.dumped(json.error_object(path, error)))

    def _lines(self, page: Page) -> None:
        """Write lines, or a picture: drawn, or its bytes if it is the only input."""
        settings, out = self._settings, self._out
        anchored = settings.shape == "hashline" and page.kind != "image"
        if anchored:
            from kimi_read.writers import hashline, notices

            anchored = hashline.check(page)
            if not anchored:
                notices.say(f"{page.path}: not writable, so it has no anchors")
        seen = self._person or settings.color == "always"
        head = self._head(page, seen=seen) if self._several else []
        drawn = self._screen is not None and page.kind in _SEEN
        if head and (drawn or not seen or (anchored and not self._person)):
            words = "\n".join([*head, ""])
            out.write(words.encode("utf-8", "backslashreplace"))
            head = []
        if anchored and not self._person:
            hashline.write(page, page.request, out)
            return
        bare = settings.numbers is None and settings.shape in ("auto", "hashline")
        if page.kind == "image" and bare and not (self._several or self._person):
            from kimi_read.writers import raw

            page.exhaust()
            if page.image is not None and (page.request.fit or page.request.region):
                out.write(page.image.data)
            else:
                raw.write(page, out)
            return
        numbers = page.kind == "text" if settings.numbers is None else settings.numbers
        if seen:
            if not self._drawn(page):
                from kimi_read.writers import terminal

                terminal.write(page, out, settings, numbers=numbers, head=head)
        else:
            from kimi_read.writers import text

            text.write(page, out, numbers=numbers)

    def _drawn(self, page: Page) -> bool:
        """Draw the picture of a page; True if there is nothing more to show."""
        if self._screen is None:
            return False
        from kimi_read.writers import pictures

        caption = page.lines[0] if page.kind == "image" and page.lines else ""
        shown = pictures.show(page.image, caption, self._out, self._screen)
        if caption and not shown:
            self._out.write(f"{caption}\n".encode("utf-8", "backslashreplace"))
        return page.kind == "image"

    def _head(self, page: Page, *, seen: bool) -> list[str]:
        """Return the lines that part ``page`` from the one before."""
        from kimi_read.guard.control import visible_name

        head = f"==> {visible_name(page.path)} <=="
        if seen:
            from kimi_read.writers import color, window

            colours = color.wanted(self._settings.color, terminal=self._person)
            head = window.title(head, bold=colours)
        gap = [""] if self._begun else []
        self._begun = True
        return [*gap, head]

    def _identity(self, page: Page) -> None:
        if self._settings.json:
            from kimi_read.writers import json

            self._out.write_all(json.dumped(json.identity_object(page)))
            return
        from kimi_read.writers.identity import lines

        self._out.write(lines(page).encode("utf-8", "backslashreplace"))


def _thumbnail(page: Page, target: str) -> None:
    if page.image is not None:
        _save(target, page.image.data)
    elif page.kind in _SEEN:
        page.warnings.append(
            Loss("no-thumbnail", "there is no picture to make a thumbnail of",
                 shown=False)
        )  # fmt: skip


def _save(target: str, data: bytes) -> None:
    from kimi_read.writers.output import File

    file = File(target)
    try:
        file.write(data)
        file.commit()
    finally:
        file.discard()


def _media(page: Page, folder: str) -> None:
    """Write embedded pictures under their own base names, never outside."""
    from kimi_read.errors import ReadWrite

    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise ReadWrite(f"cannot be made: {error.strerror}", path=folder) from None
    for picture in page.media:
        name = picture.name.replace("\\", "/").rpartition("/")[2]
        if name.strip(". ") and "\0" not in name:
            _save(os.path.join(folder, name), picture.data)

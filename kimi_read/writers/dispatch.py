"""Which writer shows a page, by what was asked for and who looks."""

from __future__ import annotations

from kimi_read.blocks import Loss
from kimi_read.record import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.errors import KreadError
    from kimi_read.page import Page
    from kimi_read.request import Request
    from kimi_read.settings import Settings
    from kimi_read.writers.output import Output


def fitted(
    request: Request, settings: Settings, out: Output, *, alone: bool
) -> Request:
    """Return the request with what only the chosen writer needs."""
    if settings.shape == "files-read":
        return replace(request, pictures=True, fit=True)
    return request


def write(
    page: Page,
    request: Request,
    settings: Settings,
    out: Output,
    several: tuple[int, int] | None,
) -> None:
    """Write ``page`` in the shape that was asked for."""
    if request.identify:
        _identity(page, settings, out)
    elif settings.json:
        from kimi_read.writers import json

        if page.kind == "text":
            page.tag = _tag(page)
        out.write(json.dumped(json.page_object(page, data=not settings.no_data)))
    elif settings.shape == "files-read":
        from kimi_read.writers import files_read, json

        out.write(json.dumped(files_read.page_object(page, data=not settings.no_data)))
    elif settings.shape == "raw":
        from kimi_read.writers import raw

        raw.write(page, out)
    else:
        _lines(page, request, settings, out, several)
    if settings.thumbnail:
        _thumbnail(page, settings.thumbnail)
    if settings.media:
        _media(page, settings.media)


def write_error(path: str, error: KreadError, out: Output) -> None:
    """Write an error as a JSON object."""
    from kimi_read.writers import json

    out.write(json.dumped(json.error_object(path, error)))


def _lines(
    page: Page,
    request: Request,
    settings: Settings,
    out: Output,
    several: tuple[int, int] | None,
) -> None:
    """Write lines, or the bytes of a picture that is the only input."""
    anchored = settings.shape == "hashline" and page.kind != "image"
    if anchored:
        from kimi_read.writers import hashline, notices

        anchored = hashline.check(page)
        if not anchored:
            notices.say(f"{page.path}: not writable, so it has no anchors")
    if several is not None:
        _head(page, out, first=several[0] == 0)
    person = out.isatty() or settings.color == "always"
    if anchored and not person:
        hashline.write(page, request, out)
        return
    bare = settings.numbers is None and settings.shape in ("auto", "hashline")
    if page.kind == "image" and several is None and bare and not out.isatty():
        for _ in page.batches():
            pass
        from kimi_read.writers import raw

        raw.write(page, out)
        return
    numbers = page.kind == "text" if settings.numbers is None else settings.numbers
    if person:
        from kimi_read.writers import terminal

        terminal.write(page, out, settings, numbers=numbers)
    else:
        from kimi_read.writers import text

        text.write(page, out, numbers=numbers)


def _head(page: Page, out: Output, *, first: bool) -> None:
    from kimi_read.guard.control import visible_name

    gap = "" if first else "\n"
    head = f"{gap}==> {visible_name(page.path)} <==\n"
    out.write(head.encode("utf-8", "backslashreplace"))


def _identity(page: Page, settings: Settings, out: Output) -> None:
    if settings.json:
        from kimi_read.writers import json

        out.write(json.dumped(json.identity_object(page)))
        return
    from kimi_read.writers.identity import lines

    out.write(lines(page).encode("utf-8", "backslashreplace"))


def _tag(page: Page) -> str:
    from kimi_read.hashline import tag

    return tag(page.source.bytes())


def _thumbnail(page: Page, target: str) -> None:
    if page.image is not None:
        _save(target, page.image.data)
    elif page.kind in ("image", "video", "audio"):
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
    import os

    from kimi_read.errors import ReadWrite

    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise ReadWrite(f"cannot be made: {error.strerror}", path=folder) from None
    for picture in page.media:
        name = picture.name.replace("\\", "/").rpartition("/")[2]
        if name.strip(". ") and "\0" not in name:
            _save(os.path.join(folder, name), picture.data)

"""The three strict shapes of ``--format files-read``, and no other key."""

from __future__ import annotations

import base64

from kimi_read.errors import Offset, TooLarge
from kimi_read.request import PAGE_IMAGE_BYTES, PAGE_TEXT_BYTES
from kimi_read.writers.json import named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.page import Page


def page_object(page: Page, *, data: bool) -> dict[str, object]:
    """Return a page of text, or an image with its data or its reference.

    A text ends at a whole line within 256 KiB, but holds at least a part of one.

    Raises:
        Offset: an image is read from offset 0 only.
        TooLarge: an image is over 5 MiB and could not be scaled down.
    """
    path = named(page.path)["path"]
    if page.kind == "image":
        return {"path": path, "image": _image(page, data=data)}
    lines, cut = _bounded(page)
    content = "\n".join(lines)
    last_lacks_feed = page.next_offset is None and (
        page.facts.get("finalNewline") is False
    )
    if lines and not last_lacks_feed:
        content += "\n"
    return {
        "path": path,
        "content": content,
        "offset": page.offset,
        "nextOffset": page.next_offset,
        "truncated": cut or page.truncated,
    }


def _bounded(page: Page) -> tuple[list[str], bool]:
    """Return the lines that fit, and whether the only one had to be cut."""
    kept: list[str] = []
    size = 0
    for batch in page.batches():
        for line in batch:
            size += len(line) + 1
            if size > PAGE_TEXT_BYTES and kept:
                page.next_offset = page.offset + len(kept)
                return kept, True
            kept.append(line[:PAGE_TEXT_BYTES].decode("utf-8", "ignore"))
    return kept, size > PAGE_TEXT_BYTES


def _image(page: Page, *, data: bool) -> dict[str, object]:
    page.exhaust()
    if page.offset:
        raise Offset("an image is read from offset 0 only", path=page.path)
    picture = page.image
    if picture is None or len(picture.data) > PAGE_IMAGE_BYTES:
        raise TooLarge(
            f"the image is over {PAGE_IMAGE_BYTES} bytes and cannot be scaled down",
            path=page.path,
        )
    shown: dict[str, object] = {"mimeType": picture.media_type}
    if data:
        shown["data"] = base64.b64encode(picture.data).decode()
    else:
        from hashlib import sha256

        shown = {"ref": f"sha256:{sha256(picture.data).hexdigest()}", **shown}
    return shown | {"bytes": len(picture.data)}

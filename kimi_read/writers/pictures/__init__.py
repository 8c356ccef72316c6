"""Pictures on a terminal.

Two steps, because hostile bytes are decoded in the worker only:

1. ``screen.find(choice, descriptor, environment)`` says how this terminal shows
   pictures, or None. Its ``pixels`` go into ``Request.screen``, with ``pictures``.
2. The worker answers with a ``Picture`` of the type ``image/x-rgba``: pixels and
   nothing to parse. ``show`` writes them, and a line of caption.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.blocks import Picture
    from kimi_read.writers.output import Output
    from kimi_read.writers.pictures.screen import Screen

PIXELS = "image/x-rgba"


def show(picture: Picture | None, caption: str, out: Output, screen: Screen) -> bool:
    """Write a picture and its caption; False, and nothing written, if it is none.

    What a worker sends is taken for what it is: so many bytes of pixels, no more
    than were asked for. The caption is made harmless here.
    """
    if picture is None or not fits(picture, screen):
        return False
    from kimi_read.guard.control import visible_name

    for part in _writer(screen.protocol)(
        picture.data, picture.width, picture.height, screen
    ):
        out.write(part)
    if caption:
        words = visible_name(caption).encode("utf-8", "backslashreplace")
        out.write(b"\x1b[2m" + words + b"\x1b[0m\n")
    return True


def fits(picture: Picture, screen: Screen) -> bool:
    """Whether ``picture`` is pixels of the size that it says, within the screen."""
    width, height = picture.width, picture.height
    across, down = screen.pixels
    return (
        picture.media_type == PIXELS
        and 0 < width <= across
        and 0 < height <= down
        and len(picture.data) == width * height * 4
    )


def _writer(protocol: str) -> Callable[[bytes, int, int, Screen], Iterator[bytes]]:
    if protocol == "kitty":
        from kimi_read.writers.pictures import kitty

        return kitty.encoded
    if protocol == "iterm2":
        from kimi_read.writers.pictures import iterm2

        return iterm2.encoded
    if protocol == "sixel":
        from kimi_read.writers.pictures import sixel

        return sixel.encoded
    from kimi_read.writers.pictures import blocks

    return blocks.encoded


if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

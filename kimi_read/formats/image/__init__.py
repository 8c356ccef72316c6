"""Pictures: what they are in one line, and the picture itself when it is asked for.

``read`` yields ``Facts``, then, with ``request.pictures``, one ``Picture`` of the
role ``image``, then one line of description as text. The picture is

- with ``request.screen`` its raw pixels for a terminal (``image/x-rgba``, eight bits
  a channel, rows from the top, no larger than that), decoded here because nobody
  else may touch hostile bytes;
- with ``fit`` or ``region`` a part of it brought within bounds, upright, in sRGB and
  without metadata;
- else its own bytes where viewers take them (PNG, JPEG, GIF, WebP), or a PNG or JPEG
  made of it (the first frame, upright).

Without ``pictures`` only the headers are read.
"""

from __future__ import annotations

from kimi_read.blocks import Facts, Verbatim
from kimi_read.formats.image import answer
from kimi_read.formats.image.look import facts, line, look
from kimi_read.guard.control import visible_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from kimi_read.blocks import Blocks
    from kimi_read.request import Request
    from kimi_read.source import Source


def prepare() -> None:
    """Import Pillow and the plug-ins of our formats, and forbid it to look for more."""
    import gc

    gc.disable()  # looking for garbage takes a tenth of the time of these imports
    import copy  # noqa: F401 - Pillow loads it late

    import PIL.AvifImagePlugin
    import PIL.BmpImagePlugin
    import PIL.CurImagePlugin
    import PIL.GifImagePlugin
    import PIL.IcoImagePlugin
    import PIL.Image
    import PIL.ImageCms
    import PIL.ImageOps
    import PIL.JpegImagePlugin
    import PIL.MpoImagePlugin
    import PIL.PngImagePlugin
    import PIL.TiffImagePlugin
    import PIL.WebPImagePlugin

    gc.freeze()  # else the first look would be at all that was imported
    gc.enable()
    PIL.AvifImagePlugin.DEFAULT_MAX_THREADS = 1
    # Pillow would import its forty other plug-ins where one of ours refuses.
    PIL.Image._initialized = 2  # noqa: SLF001
    PIL.Image.preinit()
    _quiet()


def _quiet() -> None:
    import warnings

    warnings.simplefilter("ignore")


def read(source: Source, request: Request) -> Blocks:
    """Yield the facts, the picture if asked for, and the line of description.

    Raises:
        Malformed: no picture is found, or its pixels cannot be decoded.
        TooLarge: it has over 100 megapixels and they are asked for.
    """
    seen = look(source, request.kind)
    found = facts(seen, source.size)
    if request.pictures and not request.identify:
        given = answer.give(source, seen, found, request)
        if request.fit:
            found.pop("gps", None)
        yield Facts({**found, **given.facts})
        yield from given.blocks
    else:
        yield Facts(found)
        if not request.identify:
            yield from answer.place_warning(found, request)
    yield from answer.damage_warning(seen)
    name = "standard input" if source.name == "-" else visible_name(source.name)
    words = line(seen, name, source.size, found)
    yield Verbatim(_one(words.encode("utf-8", "backslashreplace")))


def _one(words: bytes) -> Callable[[int], Generator[list[bytes], None, int]]:
    def lines(skip: int) -> Generator[list[bytes], None, int]:
        if not skip:
            yield [words]
        return 1

    return lines

"""HEIC and HEIF pictures: the reader of all pictures, with libheif beside Pillow."""

from __future__ import annotations

from kimi_read.formats import image
from kimi_read.formats.image import read

__all__ = ["THREADS", "prepare", "read"]

#: libde265 decodes in threads of its own and fails where none can be started.
THREADS = True


def prepare() -> None:
    """Import what ``formats.image`` needs, and libheif."""
    image.prepare()
    from pillow_heif import register_heif_opener

    register_heif_opener(thumbnails=False, decode_threads=1)

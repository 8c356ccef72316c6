"""Pictures met seldom: the reader of all pictures, with more plug-ins of Pillow."""

from __future__ import annotations

from kimi_read.formats import image
from kimi_read.formats.image import read

__all__ = ["prepare", "read"]


def prepare() -> None:
    """Import what ``formats.image`` needs, and the plug-ins of these formats."""
    import PIL.BlpImagePlugin
    import PIL.DcxImagePlugin
    import PIL.DdsImagePlugin
    import PIL.FliImagePlugin
    import PIL.IcnsImagePlugin
    import PIL.Jpeg2KImagePlugin
    import PIL.MspImagePlugin
    import PIL.PcxImagePlugin
    import PIL.PpmImagePlugin
    import PIL.PsdImagePlugin
    import PIL.QoiImagePlugin
    import PIL.SgiImagePlugin
    import PIL.SunImagePlugin
    import PIL.TgaImagePlugin  # noqa: F401 - each registers itself

    image.prepare()

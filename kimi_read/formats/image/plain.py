"""Pictures that are a short header and then bare samples.

Sources: pam(5) of Netpbm (the header's lines, the tuple types); farbfeld(5) (RGBA,
sixteen bits a channel, big-endian).
"""

from __future__ import annotations

from kimi_read.errors import Malformed, TooLarge
from kimi_read.formats.image.kinds import FARBFELD, Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from PIL import Image

#: The most pixels of such a picture, which is unpacked when it is opened.
MAX_PIXELS = 100_000_000
_HEADER_BYTES = 4096
_MODES = {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}


def opened(data: bytes, kind: Kind) -> Image.Image:
    """Return the picture; rows that are cut off are black.

    Raises:
        Malformed: its header is damaged, or of a kind that no viewer shows.
        TooLarge: it has more than ``MAX_PIXELS``.
    """
    if kind is FARBFELD:
        width, height = (int.from_bytes(data[at : at + 4], "big") for at in (8, 12))
        return _image(data[16:], (width, height), 4, 0xFFFF)
    fields, start = _pam(data)
    names = (b"WIDTH", b"HEIGHT", b"DEPTH", b"MAXVAL")
    if not all(fields.get(name, b"").isdigit() for name in names):
        raise Malformed(f"its {kind.label} header is damaged")
    width, height, depth, most = (int(fields[name]) for name in names)
    return _image(data[start:], (width, height), depth, most)


def _pam(data: bytes) -> tuple[dict[bytes, bytes], int]:
    """Return the fields of a header, and where the samples start."""
    end = data.find(b"ENDHDR\n", 0, _HEADER_BYTES)
    if end < 0:
        raise Malformed("its Netpbm header has no end")
    fields = {}
    for line in data[:end].split(b"\n")[1:]:
        name, _, words = line.strip().partition(b" ")
        if not name.startswith(b"#"):
            fields[name] = words.strip()
    return fields, end + 7


def _image(samples: bytes, size: tuple[int, int], depth: int, most: int) -> Image.Image:
    from PIL import Image

    width, height = size
    if not (width and height and depth in _MODES and 0 < most < 1 << 16):
        raise Malformed(
            f"its header is of no picture: {width}x{height}, {depth} channels"
        )
    if width * height > MAX_PIXELS:
        raise TooLarge(
            f"{width}x{height} pixels, over the {MAX_PIXELS // 10**6} megapixels that "
            "are decoded",
            hint="its bytes can still be passed on as they are: --raw",
        )
    wide = 2 if most > 255 else 1
    whole = width * height * depth
    samples = samples[: whole * wide]
    if wide == 2:
        most >>= 8
        samples = samples[::2]
    if 0 < most < 255:
        table = bytes(min(tone * 255 // most, 255) for tone in range(256))
        samples = samples.translate(table)
    return Image.frombytes(_MODES[depth], (width, height), samples.ljust(whole, b"\0"))

"""Which picture is this? Its first bytes, and the Pillow plug-ins that may see it.

Sources: PNG (W3C 2003) 5.2; JFIF 1.02; GIF89a 17; RFC 9649 (WebP) 2.4; TIFF 6.0
section 2 and BigTIFF; ISO 14496-12 4.3 (ftyp), ISO 23008-12 10 (HEIF brands), AVIF 1.1
section 7. A Targa, a PCX and most camera files begin with nothing that is theirs
alone: for those, what detection called them counts.
"""

from __future__ import annotations

from kimi_read.record import record

_HEIF_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")
_AVIF_BRANDS = (b"avif", b"avis")


@record(frozen=True, slots=True)
class Kind:
    """``plugins`` are Pillow's format names; ``passes`` that viewers take the bytes.

    Without plug-ins the house unpacks the pixels itself (``plain``), or FFmpeg's
    ``decoder`` does (``decoded``).
    """

    label: str
    media_type: str
    plugins: tuple[str, ...]
    passes: bool = False
    photo: bool = False
    decoder: str = ""


PNG = Kind("PNG", "image/png", ("PNG",), passes=True)
JPEG = Kind("JPEG", "image/jpeg", ("JPEG", "MPO"), passes=True, photo=True)
GIF = Kind("GIF", "image/gif", ("GIF",), passes=True)
WEBP = Kind("WebP", "image/webp", ("WEBP",), passes=True)
BMP = Kind("BMP", "image/bmp", ("BMP",))
DIB = Kind("BMP", "image/bmp", ("DIB",))
TIFF = Kind("TIFF", "image/tiff", ("TIFF",))
ICO = Kind("ICO", "image/vnd.microsoft.icon", ("ICO",))
CUR = Kind("CUR", "image/vnd.microsoft.icon", ("CUR",))
HEIC = Kind("HEIC", "image/heic", ("HEIF", "AVIF"), photo=True)
AVIF = Kind("AVIF", "image/avif", ("AVIF", "HEIF"), photo=True)
JP2 = Kind("JPEG 2000", "image/jp2", ("JPEG2000",), photo=True)
PSD = Kind("Photoshop", "image/vnd.adobe.photoshop", ("PSD",), photo=True)
RAW = Kind("camera raw", "image/x-dcraw", ("JPEG", "MPO"), photo=True)
NETPBM = Kind("Netpbm", "image/x-portable-anymap", ("PPM",))
PAM = Kind("Netpbm", "image/x-portable-arbitrarymap", ())
FARBFELD = Kind("farbfeld", "image/x-farbfeld", ())
#: Kinds by the name of their format, where that tells more than the first bytes.
_NAMED = {
    "blp": Kind("Blizzard texture", "image/x-blp", ("BLP",)),
    "camera-raw": RAW,
    "dds": Kind("DirectDraw texture", "image/vnd.ms-dds", ("DDS",)),
    "farbfeld": FARBFELD,
    "flic": Kind("Autodesk animation", "video/x-flic", ("FLI",)),
    "dpx": Kind("DPX", "image/x-dpx", (), photo=True, decoder="dpx"),
    "icns": Kind("Apple icon", "image/icns", ("ICNS",)),
    "jp2": JP2,
    "jpeg-ls": Kind("JPEG-LS", "image/jls", (), photo=True, decoder="jpegls"),
    "ms-paint": Kind("Microsoft Paint", "image/x-msp", ("MSP",)),
    "netpbm": NETPBM,
    "openexr": Kind("OpenEXR", "image/x-exr", (), photo=True, decoder="exr"),
    "pcx": Kind("PCX", "image/vnd.zbrush.pcx", ("PCX", "DCX")),
    "psd": PSD,
    "qoi": Kind("QOI", "image/qoi", ("QOI",)),
    "radiance": Kind("Radiance", "image/vnd.radiance", (), photo=True, decoder="hdr"),
    "sgi-image": Kind("SGI", "image/x-sgi", ("SGI",)),
    "sun-raster": Kind("Sun raster", "image/x-sun-raster", ("SUN",)),
    "tga": Kind("Targa", "image/x-tga", ("TGA",)),
    "xwd": Kind("X window dump", "image/x-xwindowdump", (), decoder="xwd"),
}

_STARTS = (
    (b"\x89PNG\r\n\x1a\n", PNG),
    (b"\xff\xd8\xff", JPEG),
    (b"GIF87a", GIF),
    (b"GIF89a", GIF),
    (b"BM", BMP),
    (b"II*\0", TIFF),
    (b"MM\0*", TIFF),
    (b"II+\0", TIFF),
    (b"MM\0+", TIFF),
    (b"\0\0\1\0", ICO),
    (b"\0\0\2\0", CUR),
    (b"(\0\0\0", DIB),
)


def kind_of(head: bytes, asked: str = "") -> Kind | None:
    """Return the kind that ``head``, the first bytes of a file, shows; else None.

    ``asked`` is the name of the format that the file was found to be.
    """
    if asked in _NAMED:
        return PAM if head.startswith(b"P7\n") else _NAMED[asked]
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return WEBP
    if head[4:8] == b"ftyp":
        return _heif(head)
    return next((kind for magic, kind in _STARTS if head.startswith(magic)), None)


def _heif(head: bytes) -> Kind | None:
    length = min(int.from_bytes(head[:4], "big"), 4096)
    brands = [head[8:12], *(head[i : i + 4] for i in range(16, length, 4))]
    if brands[0] in _AVIF_BRANDS:
        return AVIF
    if brands[0] in (b"mif1", b"msf1") and any(b in _AVIF_BRANDS for b in brands):
        return AVIF
    return HEIC if any(brand in _HEIF_BRANDS for brand in brands) else None

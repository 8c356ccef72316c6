"""Pictures by their signatures.

Sources: PNG 3rd edition 5.2; ITU T.81 B.1.1; GIF89a 17-20; TIFF 6.0 section 2; RIFF
(Multimedia Programming Interface 1.0); BITMAPINFOHEADER and its kin in MS-WMF 2.2.2.
"""

from __future__ import annotations

from kimi_read.detect.fields import u16, u16b, u32, u32b, with_zeros

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.detect.fields import Rule
    from kimi_read.source import Source

_DIB_SIZES = frozenset((12, 16, 40, 52, 56, 64, 108, 124))
_DEPTHS = frozenset((0, 1, 2, 4, 8, 15, 16, 24, 32))
_SUBFILE, _MAKER, _SUB_DIRECTORIES, _DNG_VERSION = 0xFE, 0x10F, 0x14A, 0xC612
_CAMERAS = (".nef", ".nrw", ".cr2", ".arw", ".pef", ".srw", ".3fr", ".dng")
_PLAIN_PNM = (".pbm", ".pgm", ".ppm", ".pnm")
#: Versions in the first record of Lotus 1-2-3 and Quattro sheets.
_LOTUS = frozenset((0x0404, 0x0405, 0x0406, 0x0600, 0x0602, 0x5120, 0x5121))
_RIFF = {
    b"WEBP": "webp", b"WAVE": "wav", b"AVI ": "avi", b"AVIX": "avi", b"RMID": "midi",
    b"ACON": "ani", b"sfbk": "soundfont", b"AMV ": "avi", b"QLCM": "qcelp",
}  # fmt: skip


def riff(source: Source) -> str:
    """Return the format of a RIFF file by its form type."""
    form = source.head[8:12]
    if form[:3] in (b"CDR", b"cdr") or form[:3] == b"CMX":
        return "coreldraw"
    return _RIFF.get(form, "")


def _jpeg(source: Source) -> str:
    marker = source.head[3] if len(source.head) > 3 else 0xE0
    if marker == 0xF7:
        return "jpeg-ls"
    return "jpeg" if 0xC0 <= marker < 0xFF else ""


def _gif(source: Source) -> str:
    """Tell a GIF from prose: what follows the colour table must be a block."""
    head = source.head
    flags = head[10] if len(head) > 10 else 0
    after = 13 + (3 << ((flags & 7) + 1) if flags & 0x80 else 0)
    if after < len(head):
        return "gif" if head[after] in b"!,;\0" and _unprintable(head[6:13]) else ""
    return "gif" if _unprintable(head[6:13]) or len(head) == 6 else ""


def _unprintable(data: bytes) -> bool:
    return any((byte < 32 and byte not in b"\t\n\r") or byte > 126 for byte in data)


def _bmp(source: Source) -> str:
    head = source.head
    sized = len(head) >= 18 and u32(head, 14) in _DIB_SIZES
    if sized and (u32(head, 10) >= 26 or u16(head, 26) == 1):
        return "bmp"
    # a broken header size is a damaged bitmap if the rest of the file header holds
    whole = u32(head, 2) == source.size and not u32(head, 6)
    return "bmp" if whole and 26 <= u32(head, 10) <= source.size else ""


def _tiff(source: Source) -> str:
    head = source.head
    if head[8:10] == b"CR" and head[:2] == b"II":
        return "camera-raw"
    order = u32 if head[:2] == b"II" else u32b
    if head[2:4] in (b"+\0", b"\0+"):
        return "tiff" if 8 in (u16(head, 4), u16b(head, 4)) else ""
    if len(head) >= 8 and order(head, 4) < 6:
        return ""
    return "camera-raw" if _of_camera(source) else "tiff"


def _of_camera(source: Source) -> bool:
    """Whether a TIFF is a digital negative, or one of a camera by its name as well.

    Those have a maker; their first directory is of a reduced picture that has others
    below it (TIFF 6.0, NewSubfileType; DNG 1.7, DNGVersion and SubIFDs).
    """
    head = source.head
    little = head[:2] == b"II"
    short, long = (u16, u32) if little else (u16b, u32b)
    at = long(head, 4)
    start = head[at:] if at + 2 <= len(head) else source.read_at(at, 6002)
    tags = {}
    for place in range(2, min(2 + 12 * short(start, 0), len(start) - 11), 12):
        tags[short(start, place)] = long(start, place + 8)
    if _DNG_VERSION in tags:
        return True
    reduced = tags.get(_SUBFILE, 0) & 1 == 1 and _SUB_DIRECTORIES in tags
    return _MAKER in tags and (reduced or source.extension in _CAMERAS)


def _icon(source: Source) -> str:
    """Check the first entry: count, reserved byte, planes, depth, size, place."""
    head = source.head
    if len(head) < 22 or not u16(head, 4) or head[9] not in (0, 255):
        return ""
    if head[2] == 1 and (u16(head, 10) > 1 or u16(head, 12) not in _DEPTHS):
        return ""
    return "ico" if u32(head, 14) and u32(head, 18) < max(source.size, 22) else ""


def _pnm(source: Source) -> str:
    """Check that width and height follow as numbers, past comments."""
    words: list[bytes] = []
    for line in source.head[2:512].split(b"\n"):
        words += line.partition(b"#")[0].split()
        if len(words) >= 2:
            break
    good = source.head[2:3].isspace() and len(words) >= 2
    if source.head[1:2] in b"123" and source.extension not in _PLAIN_PNM:
        return ""  # numbers that a person may have written
    return "netpbm" if good and words[0].isdigit() and words[1].isdigit() else ""


def _pam(source: Source) -> str:
    return "netpbm" if b"WIDTH" in source.head[:512] else ""


def _emf(source: Source) -> str:
    return "emf" if source.head.startswith(b" EMF", 40) else ""


def _dcx(source: Source) -> str:
    return "pcx" if 8 <= u32(source.head, 4) < max(source.size, 9) else ""


def _iff(source: Source) -> str:
    form = source.head[8:12]
    if form in (b"AIFF", b"AIFC"):
        return "aiff"
    if form in (b"ILBM", b"PBM ", b"ACBM", b"RGB8", b"DEEP"):
        return "ilbm"
    return {b"8SVX": "iff-sound", b"IFRS": "iff", b"DJVU": "djvu"}.get(form, "")


RULES: tuple[Rule, ...] = (
    (36, b"acsp", "icc", lambda source: "icc" * (
        u32b(source.head, 0) == source.size)),
    (0, b"\x89PNG\r\n\x1a\n", "png", None),
    (0, b"\x89PNG", "png", lambda source: "png" * (b"IHDR" in source.head[:32])),
    (0, b"\xff\xd8\xff", "jpeg", _jpeg),
    (0, b"GIF87a", "gif", _gif),
    (0, b"GIF89a", "gif", _gif),
    (0, b"RIFF", "riff", riff),
    (0, b"RIFX", "riff", riff),
    (0, b"RF64", "wav", riff),
    (0, b"BW64", "wav", riff),
    (0, b"BM", "bmp", _bmp),
    (0, b"II*\0", "tiff", _tiff),
    (0, b"MM\0*", "tiff", _tiff),
    (0, b"II+\0", "tiff", _tiff),
    (0, b"MM\0+", "tiff", _tiff),
    (0, b"IIRO", "camera-raw", None),
    (0, b"IIRS", "camera-raw", None),
    (0, b"MMOR", "camera-raw", None),
    (0, b"IIU\0", "camera-raw", None),
    (0, b"FUJIFILMCCD-RAW ", "camera-raw", None),
    (0, b"\0MRM", "camera-raw", None),
    (0, b"FOVb", "camera-raw", None),
    (0, b"II\xbc\x01", "jpeg-xr", None),
    (0, b"\0\0\2\0", "lotus", lambda source: "lotus" * (
        u16(source.head, 4) in _LOTUS and u16(source.head, 6) < 0x200)),
    (0, b"\0\0\1\0", "ico", _icon),
    (0, b"\0\0\2\0", "ico", _icon),
    (0, b"8BPS\0\1", "psd", None),
    (0, b"8BPS\0\2", "psb", None),
    (0, b"\0\0\0\x0cjP  \r\n\x87\n", "jp2", None),
    (0, b"\xff\x4f\xff\x51\0", "jp2", None),
    (0, b"\0\0\0\x0cJXL \r\n\x87\n", "jxl", None),
    (0, b"\xff\x0a", "jxl", lambda source: "jxl" * (source.size > 12)),
    (0, b"AT&TFORM", "djvu", None),
    (0, b"gimp xcf ", "xcf", None),
    (0, b"icns", "icns", lambda source: "icns" * (
        u32b(source.head, 4) == source.size)),
    (0, b"DDS \x7c\0\0\0", "dds", None),
    (0, b"v/1\1", "openexr", None),
    (0, b"qoif\0", "qoi", None),
    (0, b"FLIF", "flif", lambda source: "flif" * (source.head[4:5] > b"\x30")),
    (0, b"BPG\xfb", "bpg", None),
    (0, b"\xabKTX 1", "ktx", None),
    (0, b"\xabKTX 2", "ktx", None),
    (0, b"SDPX\0", "dpx", None),
    (0, b"XPDS", "dpx", None),
    (0, b"\x8aMNG\r\n\x1a\n", "mng", None),
    (0, b"\x8bJNG\r\n\x1a\n", "mng", None),
    (0, b"\xc5\xd0\xd3\xc6", "eps", None),
    (0, b"%!PS-AdobeFont", "font", None),
    (0, b"%!FontType1", "font", None),
    (0, b"%!PS", "postscript", None),
    (0, b"\x1b%-12345X@PJL", "printer-data", None),
    (0, b"\x1bE\x1b&l", "printer-data", None),
    (0, b"\xd7\xcd\xc6\x9a", "wmf", None),
    (0, b"\1\0\x09\0\0\3", "wmf", None),
    (0, b"\1\0\0\0", "emf", _emf),
    (0, b"FORM", "iff", _iff),
    (0, b"P1", "netpbm", _pnm),
    (0, b"P2", "netpbm", _pnm),
    (0, b"P3", "netpbm", _pnm),
    (0, b"P4", "netpbm", _pnm),
    (0, b"P5", "netpbm", _pnm),
    (0, b"P6", "netpbm", _pnm),
    (0, b"P7\n", "netpbm", _pam),
    (0, b"P7 332\n", "netpbm", None),
    (0, b"Pf\n", "netpbm", _pnm),
    (0, b"PF\n", "netpbm", _pnm),
    (0, b"BA\x28\0\0\0", "os2-bitmap", None),
    (0, b"\x97JB2\r\n\x1a\n", "jbig2", None),
    (0, b"DanM", "ms-paint", lambda source: "ms-paint" * (source.size >= 32)),
    (0, b"LinS", "ms-paint", lambda source: "ms-paint" * (source.size >= 32)),
    (0, b"farbfeld", "farbfeld", with_zeros("farbfeld", 16)),
    (0, b"\x59\xa6\x6a\x95", "sun-raster", None),
    (0, b"\x01\xda", "sgi-image", lambda source: "sgi-image" * (
        source.head[2:4] in (b"\0\1", b"\0\2", b"\1\1", b"\1\2"))),
    (0, b"\xb1\x68\xde\x3a", "pcx", _dcx),
    (0, b"BLP1", "blp", None),
    (0, b"BLP2", "blp", None),
    (4, b"\0\0\0\7\0\0\0\2", "xwd", lambda source: "xwd" * (
        100 <= u32b(source.head, 0) < 4096 and u32b(source.head, 12) <= 32)),
    (0, b"SIMPLE  =", "fits", None),
    (0, b"#?RADIANCE\n", "radiance", None),
    (0, b"#?RGBE\n", "radiance", None),
)  # fmt: skip


def unsigned(source: Source) -> str:
    """Tell pictures that have no signature at their start."""
    head = source.head
    if source.tail(18) == b"TRUEVISION-XFILE.\0":
        return "tga"
    if len(head) > 128 and head[0] == 10 and head[1] < 6 and head[2] < 2:
        good = head[3] in (1, 2, 4, 8) and u16(head, 8) >= u16(head, 4)
        return "pcx" if good else ""
    if u32(head, 0) in _DIB_SIZES and u16(head, 12) == 1 and u16(head, 14) in _DEPTHS:
        return "bmp"  # a bitmap without its file header
    if head[4:6] in (b"\x11\xaf", b"\x12\xaf") and len(head) >= 16:
        return "flic" if u16(head, 12) == 8 or u32(head, 0) == source.size else ""
    return "tga" if _targa(source) else ""


def _targa(source: Source) -> bool:
    """Check every field of a Targa header, which has no magic (TGA 2.0, 2.)."""
    head = source.head
    if len(head) < 18 or head[1] > 1 or head[2] not in (1, 2, 3, 9, 10, 11):
        return False
    mapped = head[2] in (1, 9)
    depths = (15, 16, 24, 32) if mapped else (0,)
    if mapped != (head[1] == 1) or head[7] not in depths:
        return False
    wide, high = u16(head, 12), u16(head, 14)
    if not wide or not high or head[16] not in (8, 15, 16, 24, 32) or head[17] & 0xC0:
        return False
    raw = wide * high * ((head[16] + 7) // 8)
    return head[2] > 3 or source.size >= 18 + head[0] + raw

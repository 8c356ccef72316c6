"""Video and audio by their signatures.

Sources: ISO/IEC 14496-12, 4.2 and 4.3 (boxes, brands); RFC 8794 and 9559 (EBML,
Matroska); RFC 3533 (Ogg); ISO/IEC 13818-1, 2.4.3 and 2.5.3 (transport and program
streams); ISO/IEC 11172-3, 2.4.1 and 13818-7, 6.2 (frame headers); ID3v2.4, 3.1.
"""

from __future__ import annotations

from kimi_read.detect.fields import u32b, u64b, with_zeros

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kimi_read.detect.fields import Rule
    from kimi_read.source import Source

_BRANDS = {
    "avif": "avif", "avis": "avif",
    "heic": "heic", "heix": "heic", "hevc": "heic", "hevx": "heic", "heim": "heic",
    "heis": "heic", "hevm": "heic", "hevs": "heic",
    "qt": "mov", "M4A": "m4a", "M4B": "m4a", "M4P": "m4a", "F4A": "m4a", "F4B": "m4a",
    "M4V": "m4v", "M4VH": "m4v", "M4VP": "m4v", "crx": "camera-raw",
    "jp2": "jp2", "jpx": "jp2", "jpm": "jp2", "mjp2": "jp2", "jph": "jp2", "jxl": "jxl",
    "aax": "m4a", "aaxc": "m4a",
}  # fmt: skip
_FIRST_BOXES = frozenset((
    b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip", b"pnot", b"uuid", b"udta",
    b"styp", b"moof", b"sidx", b"emsg",
))  # fmt: skip
#: A file without a brand is QuickTime, unless its name says what it came from.
_UNBRANDED = {
    ".mp4": "mp4", ".m4v": "m4v", ".m4a": "m4a", ".m4b": "m4a", ".3gp": "3gp",
    ".3g2": "3gp",
}  # fmt: skip
_SEGMENTS = frozenset((b"styp", b"moof", b"sidx", b"emsg"))
_INDEX_BYTES = 1 << 16
_MOST_BOXES = 12
#: How the first packets of Theora, OGM, Dirac, Kate and VP8 streams begin.
_PICTURES = (b"\x80theora", b"\1video", b"BBCD", b"\x80kate", b"OVP80")
_NO_BRAND = ("", "mif1", "msf1", "miaf", "mif2", "avio")
#: Kilobits a second by index: MPEG-1 layers I, II, III, then MPEG-2 layer I, others.
_RATES = (
    (0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448),
    (0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384),
    (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320),
    (0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256),
    (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160),
)
_HERTZ = (44100, 48000, 32000)
_AC3_RATES = (
    32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576,
    640,
)  # fmt: skip
_SEARCHED = 4096
_SYNC = 0x47


def boxes(source: Source) -> str:
    """Return the format of a file of boxes (MP4, QuickTime, HEIF, JPEG 2000)."""
    at, kind = 0, source.head[4:8]
    if kind not in _FIRST_BOXES:
        return ""
    for number in range(_MOST_BOXES):
        start = source.read_at(at, 16) if at else source.head[:16]
        size, kind = u32b(start, 0), start[4:8]
        if 1 < size < 8 or (number and kind not in _FIRST_BOXES):
            return ""
        if kind == b"ftyp":
            return _branded(source, source.read_at(at, min(size or 256, 256)))
        if kind in _SEGMENTS:
            return "mp4"
        after = at + (u64b(start, 8) if size == 1 else size)
        if kind in (b"moov", b"mdat") or size == 0 or after + 8 > source.size:
            return _UNBRANDED.get(source.extension, "mov")
        at = after
    return ""


def _branded(source: Source, box: bytes) -> str:
    brand = _brand(box, 8)
    if brand in _BRANDS:
        return _BRANDS[brand]
    others = [_brand(box, at) for at in range(16, len(box) - 3, 4)]
    if brand in _NO_BRAND:
        for name in ("avif", "avis", "heic", "heix", "hevc", "hevx"):
            if name in others:
                return _BRANDS[name]
        if brand:
            return "heic"
    if brand.startswith("3g"):
        return "3gp"
    return "m4a" if _sound_alone(source) else "mp4"


def _brand(head: bytes, at: int) -> str:
    return head[at : at + 4].rstrip(b"\0 ").decode("latin-1")


def _sound_alone(source: Source) -> bool:
    """Whether the index names sound handlers and no picture; unknown is no."""
    at = 0
    for _ in range(_MOST_BOXES):
        start = source.read_at(at, 16)
        size, kind = u32b(start, 0), start[4:8]
        if kind == b"moov":
            index = source.read_at(at, min(size or _INDEX_BYTES, _INDEX_BYTES))
            return b"soun" in index and b"vide" not in index
        size = u64b(start, 8) if size == 1 else size
        at += size
        if size < 8 or at >= source.size:
            return False
    return False


def _matroska(source: Source) -> str:
    """Return the format by DocType, and by whether a codec of pictures is named.

    Source: RFC 9559, 5.1.4.1.21 (codec identifiers start with V_, A_ or S_).
    """
    header = source.head[:128]
    at = header.find(b"\x42\x82")
    webm = b"webm" in header[at : at + 16]
    tracks = source.head[max(0, source.head.find(b"\x16\x54\xae\x6b")) :]
    if b"\x86" in tracks and b"A_" in tracks and b"V_" not in tracks:
        return "weba" if webm else "mka"
    return "webm" if webm else "mkv"


def _asf(source: Source) -> str:
    """Tell sound from video by the types of the streams (ASF 3.3)."""
    sound = bytes.fromhex("409e69f84d5bcf11a8fd00805f5c442b") in source.head
    picture = bytes.fromhex("c0ef19bc4d5bcf11a8fd00805f5c442b") in source.head
    return "wma" if sound and not picture else "asf"


def _stream(source: Source) -> str:
    """Tell a bare H.264 or HEVC stream by its first parameter set or delimiter."""
    first = source.head[4] if len(source.head) > 5 else 0
    if first == _SYNC and packets(source):
        return ""  # a transport packet behind its time stamp of 1
    if first & 0x80 == 0 and first & 0x1F in (7, 9) and first & 0x60:
        return "h264"
    return "hevc" if source.head[4:6] in (b"\x40\1", b"\x46\1") else ""


def _ogg(source: Source) -> str:
    """Tell video from sound by the first packets of all streams (RFC 3533, 6)."""
    head = source.head
    at = 0
    while head.startswith(b"OggS", at) and head[at + 5 : at + 6] in (b"\2", b"\6"):
        segments = head[at + 26] if len(head) > at + 26 else 0
        start = at + 27 + segments
        packet = head[start : start + 8]
        if packet.startswith(_PICTURES):
            return "ogv"
        at = start + sum(head[at + 27 : start])
    return "ogg"


def _flv(source: Source) -> str:
    return "flv" if source.head[4:5] in (b"\0", b"\1", b"\4", b"\5") else ""


def _program_stream(source: Source) -> str:
    mark = source.head[4] if len(source.head) > 4 else 0
    return "mpeg" if mark & 0xC0 == 0x40 or mark & 0xF0 == 0x20 else ""


def _tagged(source: Source) -> str:
    """Look behind an ID3 tag, of which there may be several, for what it tags."""
    at = 0
    for _ in range(4):
        tag = source.read_at(at, 10)
        if not tag.startswith(b"ID3") or len(tag) < 10 or max(tag[6:10]) > 127:
            break
        size = tag[6] << 21 | tag[7] << 14 | tag[8] << 7 | tag[9]
        at += 10 + size + (10 if tag[5] & 0x10 else 0)
    if not at or source.head[3] > 9:
        return ""
    start = source.read_at(at, 8)
    if start.startswith(b"fLaC"):
        return "flac"
    if start[:1] == b"\xff" and start[1:2] and start[1] & 0xF6 == 0xF0:
        return "aac"
    named = {b"MAC ": "ape", b"wvpk": "wavpack", b"TTA1": "tta", b"MPCK": "musepack"}
    return named.get(start[:4], "mp3")


RULES: tuple[Rule, ...] = (
    (0, b"\x1aE\xdf\xa3", "mkv", _matroska),
    (0, b"OggS\0", "ogg", _ogg),
    (0, b"FLV\1", "flv", _flv),
    (0, b"\0\0\1\xba", "mpeg", _program_stream),
    (0, b"\0\0\1\xb3", "mpeg", None),
    (0, b"\0\0\1\xb0", "mpeg", None),
    (0, b"\0\0\1\xb5", "mpeg", None),
    (0, b"\0\0\0\1", "h264", _stream),
    (0, b"\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\0\xaa\0\x62\xce\x6c", "asf", _asf),
    (0, b"ID3", "mp3", _tagged),
    (0, b"fLaC", "flac", None),
    (0, b"#!AMR\n", "amr", None),
    (0, b"#!AMR-WB\n", "amr", None),
    (0, b"#!AMR_MC1.0\n", "amr", None),
    (0, b"ADIF", "adif", None),
    (0, b"MThd\0\0\0\6", "midi", None),
    (0, b".snd\0\0\0", "au", None),
    (0, b"dns.\x18\0\0\0", "au", None),
    (0, b"caff\0\1", "caf", None),
    (0, b"wvpk", "wavpack", None),
    (0, b"MAC \x96\x0f", "ape", None),
    (0, b"MAC ", "ape", with_zeros("ape", 16)),
    (0, b"TTA1\1\0", "tta", None),
    (0, b"TTA1\2\0", "tta", None),
    (0, b"MPCK", "musepack", None),
    (0, b"tBaK", "tak", None),
    (0, b"OFR \x0f\0\0\0", "optimfrog", None),
    (0, b"OFR \x0c\0\0\0", "optimfrog", None),
    (0, b"ajkg", "shorten", with_zeros("shorten", 64)),
    (0, b"MP+", "musepack", with_zeros("musepack", 16)),
    (0, b".RMF\0\0\0", "realmedia", None),
    (0, b".ra\xfd\0", "realmedia", None),
    (0, b"Creative Voice File\x1a", "voc", None),
    (0, b"riff\x2e\x91\xcf\x11", "wave64", None),
    (0, b"DSD \x1c\0\0\0", "dsd", None),
    (0, b"FRM8\0\0\0\0", "dsd", None),
    (0, b"\x7f\xfe\x80\x01", "dts", None),
    (4, b"\xf8\x72\x6f\xba", "truehd", None),
    (0, b"\x06\x0e\x2b\x34\x02\x05\x01\x01\x0d\x01\x02\x01\x01", "mxf", None),
    (0, b"DKIF\0\0\x20\0", "ivf", None),
    (0, b"YUV4MPEG2 ", "y4m", None),
    (0, b"nut/multimedia container\0", "nut", None),
    (0, b"\x1f\x07\0", "dv", lambda source: "dv" * (
        source.head[80:82] == b"\x3f\x07")),
    (0, b"Extended Module: ", "tracker", None),
    (0, b"IMPM", "tracker", with_zeros("tracker", 64)),
    (44, b"SCRM", "tracker", None),
    (44, b"PTMF", "tracker", None),
    (1080, b"M.K.", "tracker", None),
    (1080, b"4CHN", "tracker", None),
    (1080, b"8CHN", "tracker", None),
)  # fmt: skip


def packets(source: Source) -> str:
    """Return mpegts if transport packets follow each other, from the start."""
    head = source.head
    for start, step in ((0, 188), (4, 192), (0, 204), (0, 208)):
        if _synchronous(source, start, step):
            return "mpegts"
    if _SYNC in head[:204]:
        for start in range(1, min(204, len(head))):
            if head[start] == _SYNC and _synchronous(source, start, 188, 8):
                return "mpegts"
    return ""


def _synchronous(source: Source, start: int, step: int, least: int = 4) -> bool:
    head = source.head
    marks = head[start::step]
    whole = (source.size - start) // step
    short = 2 <= whole <= len(marks) and source.size <= len(head)
    enough = len(marks) >= least or short
    return enough and marks.count(_SYNC) == len(marks)


def frames(source: Source) -> str:
    """Return mp3 or aac if frames follow each other from the first byte."""
    if source.head[0] != 0xFF:
        return ""
    if _chained(source, 0, _mpeg_frame, 3):
        return "mp3"
    return "aac" if _chained(source, 0, _adts_frame, 3) else ""


def loas(source: Source) -> str:
    """Return aac if LOAS frames follow each other (ISO/IEC 14496-3, 1.7.2)."""
    return "aac" if _chained(source, 0, _loas_frame, 4) else ""


def late_frames(source: Source) -> str:
    """Return mp3 if frames follow each other behind up to 4 KiB else; or ac3."""
    at = source.head.find(b"\xff", 1, _SEARCHED)
    while at >= 0:
        if _chained(source, at, _mpeg_frame, 6):
            return "mp3"
        at = source.head.find(b"\xff", at + 1, _SEARCHED)
    return "ac3" if _ac3_frame(source) else ""


def _ac3_frame(source: Source) -> bool:
    """Whether a frame of AC-3 is followed by another one or by the end (A/52, 5.3)."""
    head = source.head
    if not head.startswith(b"\x0b\x77") or len(head) < 6:
        return False
    if head[5] >> 3 > 10:  # E-AC-3
        length = ((head[2] & 7) << 8 | head[3]) * 2 + 2
        known = head[5] >> 3 <= 16
    else:
        code, hertz = head[4] & 63, head[4] >> 6
        known = code < 38 and hertz < 3
        rate = _AC3_RATES[code // 2] if known else 0
        words = (rate * 2, rate * 320 // 147 + code % 2, rate * 3)
        length = words[hertz] * 2 if known else 0
    following = source.read_at(length, 2)
    return known and (not following or following == b"\x0b\x77")


def _chained(
    source: Source, at: int, length: Callable[[bytes], int], least: int
) -> bool:
    """Whether ``least`` frames of one kind follow each other, or fewer up to the end.

    Version, layer and sampling rate (in the second and third byte) never change. One
    frame alone does for a file, but not where it begins with the mark of UTF-16.
    """
    kind = b""
    fewest = 2 if source.head.startswith(b"\xff\xfe") else 1
    for count in range(least):
        header = source.head[at : at + 8]
        if len(header) < 8:
            header = source.read_at(at, 8)
        if not header:
            return count >= fewest and at == source.size
        step = length(header)
        if not step:
            return count >= 2 and header[:3] in (b"TAG", b"APE", b"ID3")
        same = bytes((header[1] & 0xFE, header[2] & 0x0C))
        if length is not _loas_frame and same != (kind or same):
            return False
        kind = same
        at += step
    return True


def _mpeg_frame(header: bytes) -> int:
    """Return the length of a frame of MPEG audio, layers I to III; 0 if it is none."""
    if len(header) < 4 or header[0] != 0xFF or header[1] & 0xE0 != 0xE0:
        return 0
    version, layer = header[1] >> 3 & 3, 4 - (header[1] >> 1 & 3)
    rate, hertz, padding = header[2] >> 4, header[2] >> 2 & 3, header[2] >> 1 & 1
    if version == 1 or layer == 4 or rate in (0, 15) or hertz == 3:
        return 0
    first = version == 3
    row = layer - 1 if first else (3 if layer == 1 else 4)
    bits = _RATES[row][rate] * 1000
    samples = _HERTZ[hertz] >> (0 if first else 1 if version == 2 else 2)
    if layer == 1:
        return (12 * bits // samples + padding) * 4
    return (72 if layer == 3 and not first else 144) * bits // samples + padding


def _adts_frame(header: bytes) -> int:
    """Return the length of an ADTS frame; 0 if it is none."""
    if len(header) < 7 or header[0] != 0xFF or header[1] & 0xF6 != 0xF0:
        return 0
    if header[2] >> 2 & 15 > 12:
        return 0
    length = (header[3] & 3) << 11 | header[4] << 3 | header[5] >> 5
    return length if length >= 7 else 0


def _loas_frame(header: bytes) -> int:
    """Return the length of a LOAS frame; 0 if it is none."""
    if len(header) < 3 or header[0] != 0x56 or header[1] & 0xE0 != 0xE0:
        return 0
    return 3 + ((header[1] & 31) << 8 | header[2])

"""Which film or recording is this, and which of FFmpeg's demuxers reads it.

Sources: ISO 14496-12 4.2; EBML (RFC 8794) 11.2; RIFF (Microsoft, 1991); FLV 10.1 E.2;
ASF 3.1; Ogg (RFC 3533) 6; ISO 13818-1 2.4.3 and 2.5.3; ID3v2.4 3.1; ISO 11172-3
2.4.1.3; ISO 13818-7 6.2 (ADTS); FLAC (RFC 9639) 6; AIFF-C (1991); RFC 4867 5; Core
Audio Format 1.0; ATSC A/52, 5.3 and annex E.
"""

from __future__ import annotations

from kimi_read.errors import Malformed
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.source import Source

_SYNC = 0x47
_ASF = bytes.fromhex("3026b2758e66cf11a6d900aa0062ce6c")
_ISO_FIRST = (b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip", b"pnot", b"styp",
              b"moof", b"uuid", b"udta", b"sidx", b"emsg")  # fmt: skip


@record(frozen=True, slots=True)
class Kind:
    """``demuxer`` is FFmpeg's short name; ``label`` names the container."""

    demuxer: str
    label: str


MP4 = Kind("mov", "MP4")
MOV = Kind("mov", "QuickTime")
M4A = Kind("mov", "MPEG-4 audio")
MATROSKA = Kind("matroska", "Matroska")
WEBM = Kind("matroska", "WebM")
AVI = Kind("avi", "AVI")
WAV = Kind("wav", "WAV")
FLV = Kind("flv", "Flash video")
ASF = Kind("asf", "Windows Media")
OGG = Kind("ogg", "Ogg")
FLAC = Kind("flac", "FLAC")
MP3 = Kind("mp3", "MPEG audio")
AAC = Kind("aac", "AAC (ADTS)")
LOAS = Kind("loas", "AAC (LOAS)")
AIFF = Kind("aiff", "AIFF")
AMR = Kind("amr", "AMR")
PS = Kind("mpeg", "MPEG program stream")
TS = Kind("mpegts", "MPEG transport stream")
M1V = Kind("mpegvideo", "MPEG video stream")
M4V = Kind("m4v", "MPEG-4 video stream")
CAF = Kind("caf", "Core Audio")
AU = Kind("au", "Sun audio")
AC3 = Kind("ac3", "AC-3")
EAC3 = Kind("eac3", "E-AC-3")
DTS = Kind("dts", "DTS")
TRUEHD = Kind("truehd", "TrueHD")
TTA = Kind("tta", "True Audio")
WAVPACK = Kind("wv", "WavPack")
APE = Kind("ape", "Monkey's Audio")
MUSEPACK7 = Kind("mpc", "Musepack")
MUSEPACK8 = Kind("mpc8", "Musepack")
WAVE64 = Kind("w64", "Wave64")
DSF = Kind("dsf", "DSD")
IFF = Kind("iff", "IFF")
VOC = Kind("voc", "Creative voice")
TAK = Kind("tak", "TAK")
SHORTEN = Kind("shn", "Shorten")
QCELP = Kind("qcp", "QCELP")
REAL = Kind("rm", "RealMedia")
H264 = Kind("h264", "H.264 stream")
HEVC = Kind("hevc", "HEVC stream")
MXF = Kind("mxf", "MXF")
IVF = Kind("ivf", "IVF")
Y4M = Kind("yuv4mpegpipe", "YUV4MPEG")
DV = Kind("dv", "DV")
NUT = Kind("nut", "NUT")

_STARTS = (
    (b"\x1a\x45\xdf\xa3", MATROSKA),
    (b"FLV\x01", FLV),
    (_ASF, ASF),
    (b"OggS", OGG),
    (b"fLaC", FLAC),
    (b"#!AMR", AMR),
    (b"\0\0\1\xba", PS),
    (b"\0\0\1\xb3", M1V),
    (b"\0\0\1\xb0", M4V),
    (b"\0\0\1\xb5", M4V),
    (b"caff", CAF),
    (b".snd", AU),
    (b"dns.", AU),
    (b"TTA1", TTA),
    (b"TTA2", TTA),
    (b"wvpk", WAVPACK),
    (b"MAC ", APE),
    (b"MP+", MUSEPACK7),
    (b"MPCK", MUSEPACK8),
    (b"riff\x2e\x91\xcf\x11", WAVE64),
    (b"DSD ", DSF),
    (b"FRM8", IFF),
    (b"Creative Voice File", VOC),
    (b"tBaK", TAK),
    (b"ajkg", SHORTEN),
    (b".RMF", REAL),
    (b".ra\xfd", REAL),
    (b"DKIF", IVF),
    (b"YUV4MPEG2 ", Y4M),
    (b"nut/multimedia", NUT),
)
#: The kinds of formats by name: of what ``--from`` forces, and of bytes that show
#: too little where the detector saw more.
_FORCED = {
    "mp4": MP4, "m4v": MP4, "mov": MOV, "webm": WEBM, "mkv": MATROSKA, "avi": AVI,
    "mpeg": PS, "mpegts": TS, "flv": FLV, "asf": ASF, "ogg": OGG, "mp3": MP3,
    "m4a": M4A, "flac": FLAC, "wav": WAV, "aiff": AIFF, "aac": AAC, "amr": AMR,
    "dts": DTS, "truehd": TRUEHD, "iff-sound": IFF, "shorten": SHORTEN, "ape": APE,
    "qcelp": QCELP, "h264": H264, "hevc": HEVC, "mxf": MXF, "dv": DV,
    "tta": TTA, "wavpack": WAVPACK, "musepack": MUSEPACK8, "tak": TAK,
}  # fmt: skip


def kind_of(source: Source, asked: str = "") -> Kind:
    """Return the kind that the first bytes show, else the one asked for by name.

    ``asked`` is the format that the detector found, or that a user demands: it has
    looked further than at a sync word, which junk may show by chance.

    Raises:
        Malformed: they show no container that kread reads.
    """
    head = source.head
    found = _by_head(head)
    if found is None and head[:3] == b"ID3":
        found = _behind_tags(source) or _FORCED.get(asked) or MP3
    if found is None and asked == "ac3":
        found = EAC3 if len(head) > 5 and head[5] >> 3 > 10 else AC3
    if found is None and asked == "aac":
        found = _frames(head)
    found = found or _transport(head) or _FORCED.get(asked) or _frames(head)
    if found is None:
        raise Malformed("its first bytes are of no film or recording that kread knows")
    return found


def _behind_tags(source: Source) -> Kind | None:
    """Return the kind of what follows ID3 tags, of which there may be several."""
    at = 0
    head = source.head
    for _ in range(4):
        at += tag_size(head)
        head = source.read_at(at, 4096)
        if head[:3] != b"ID3":
            break
    return _by_head(head) or _frames(head)


def tag_size(head: bytes) -> int:
    """Return the length of an ID3v2 tag with its header (and footer)."""
    a, b, c, d = head[6:10] if len(head) >= 10 else b"\0\0\0\0"
    length = (a & 127) << 21 | (b & 127) << 14 | (c & 127) << 7 | d & 127
    return 10 + length + (10 if len(head) > 5 and head[5] & 0x10 else 0)


def _by_head(head: bytes) -> Kind | None:
    if head[:4] in (b"RIFF", b"RIFX", b"RF64", b"BW64"):
        return {
            b"AVI ": AVI,
            b"AVIX": AVI,
            b"AMV ": AVI,
            b"WAVE": WAV,
            b"QLCM": QCELP,
        }.get(head[8:12])
    if head[:4] == b"FORM" and head[8:12] == b"8SVX":
        return IFF
    if head[:4] == b"FORM" and head[8:12] in (b"AIFF", b"AIFC"):
        return AIFF
    if head[4:8] in _ISO_FIRST:
        return _iso(head)
    for magic, kind in _STARTS:
        if head.startswith(magic):
            webm = kind is MATROSKA and b"\x42\x82\x84webm" in head[:64]
            return WEBM if webm else kind
    return None


def _iso(head: bytes) -> Kind:
    if head[4:8] != b"ftyp":
        return MOV if head[4:8] in (b"moov", b"mdat", b"wide", b"pnot") else MP4
    brand = head[8:12].rstrip(b"\0 ")
    if brand == b"qt":
        return MOV
    return M4A if brand in (b"M4A", b"M4B", b"M4P") else MP4


def _frames(head: bytes) -> Kind | None:
    """Return the kind of a stream of frames that each begin with a sync word."""
    if len(head) < 4:
        return None
    if head[0] == 0xFF and head[1] & 0xF6 == 0xF0:
        return AAC
    if head[0] == 0xFF and head[1] & 0xE0 == 0xE0 and head[1] & 0x06:
        return MP3
    return LOAS if head[0] == 0x56 and head[1] & 0xE0 == 0xE0 else None


def _transport(head: bytes) -> Kind | None:
    for start, step in ((0, 188), (4, 192), (0, 204)):
        places = range(start, min(len(head), start + 8 * step), step)
        if len(places) > 1 and all(head[at] == _SYNC for at in places):
            return TS
    return None

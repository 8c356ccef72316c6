"""FFmpeg's short names and code points in the words of a person.

Source: ISO/IEC 23091-2 (CICP), tables 2 (primaries), 3 (transfer), 4 (matrix).
"""

from __future__ import annotations

CODECS = {
    "h264": "H.264", "hevc": "HEVC", "av1": "AV1", "vp8": "VP8", "vp9": "VP9",
    "vvc": "VVC", "mpeg1video": "MPEG-1", "mpeg2video": "MPEG-2", "mpeg4": "MPEG-4",
    "msmpeg4v1": "MS MPEG-4 v1", "msmpeg4v2": "MS MPEG-4 v2",
    "msmpeg4v3": "MS MPEG-4 v3", "h261": "H.261", "h263": "H.263", "h263p": "H.263+",
    "flv1": "Sorenson H.263", "vp6": "VP6", "vp6f": "VP6", "vp6a": "VP6 with alpha",
    "wmv1": "WMV 7", "wmv2": "WMV 8", "wmv3": "WMV 9", "vc1": "VC-1",
    "theora": "Theora", "prores": "ProRes", "dnxhd": "DNxHD", "mjpeg": "Motion JPEG",
    "dvvideo": "DV", "cinepak": "Cinepak", "indeo3": "Indeo 3", "rawvideo": "raw video",
    "svq1": "Sorenson 1", "svq3": "Sorenson 3", "rle": "QuickTime Animation",
    "qtrle": "QuickTime Animation", "ffv1": "FFV1", "huffyuv": "HuffYUV", "gif": "GIF",
    "png": "PNG", "webp": "WebP", "bmp": "BMP", "flashsv": "Flash Screen",
    "aac": "AAC", "aac_latm": "AAC", "mp1": "MP1", "mp2": "MP2", "mp3": "MP3",
    "ac3": "AC-3", "eac3": "E-AC-3", "ac4": "AC-4", "dts": "DTS", "truehd": "TrueHD",
    "mlp": "MLP", "opus": "Opus", "vorbis": "Vorbis", "flac": "FLAC", "alac": "ALAC",
    "ape": "Monkey's Audio", "wavpack": "WavPack", "tta": "TTA", "wmav1": "WMA 1",
    "wmav2": "WMA 2", "wmapro": "WMA Pro", "wmalossless": "WMA Lossless",
    "wmavoice": "WMA Voice", "amr_nb": "AMR-NB", "amr_wb": "AMR-WB", "speex": "Speex",
    "nellymoser": "Nellymoser", "gsm": "GSM", "gsm_ms": "GSM", "qdm2": "QDesign 2",
    "adpcm_ms": "MS ADPCM", "adpcm_ima_wav": "IMA ADPCM", "adpcm_ima_qt": "IMA ADPCM",
    "adpcm_swf": "Flash ADPCM", "pcm_mulaw": "PCM mu-law", "pcm_alaw": "PCM A-law",
    "subrip": "SubRip", "srt": "SubRip", "ass": "ASS", "ssa": "SSA",
    "webvtt": "WebVTT", "mov_text": "MPEG-4 timed text", "text": "plain text",
    "hdmv_pgs_subtitle": "PGS (pictures)", "dvd_subtitle": "VobSub (pictures)",
    "dvb_subtitle": "DVB (pictures)", "xsub": "XSUB (pictures)", "ttml": "TTML",
    "eia_608": "CEA-608", "dvb_teletext": "teletext", "bin_data": "data",
    "timed_id3": "timed ID3",
}  # fmt: skip

PRIMARIES = {
    1: "BT.709", 4: "BT.470M", 5: "BT.601 (625)", 6: "BT.601 (525)", 7: "SMPTE 240M",
    8: "film", 9: "BT.2020", 10: "XYZ", 11: "DCI-P3", 12: "Display P3",
}  # fmt: skip
TRANSFERS = {
    1: "BT.709", 4: "gamma 2.2", 5: "gamma 2.8", 6: "BT.601", 7: "SMPTE 240M",
    8: "linear", 11: "xvYCC", 13: "sRGB", 14: "BT.2020", 15: "BT.2020", 16: "PQ",
    17: "SMPTE 428", 18: "HLG",
}  # fmt: skip
MATRICES = {
    0: "RGB", 1: "BT.709", 4: "FCC", 5: "BT.601", 6: "BT.601", 7: "SMPTE 240M",
    8: "YCgCo", 9: "BT.2020", 10: "BT.2020 constant", 14: "ICtCp",
}  # fmt: skip
RANGES = {1: "limited", 2: "full"}
FIELD_ORDERS = {
    2: "top field first",
    3: "bottom field first",
    4: "top field first",
    5: "bottom field first",
}
#: FFmpeg's codes for the default, the dub and the other roles of a stream.
DISPOSITIONS = {
    0x1: "default", 0x2: "dub", 0x4: "original", 0x8: "commentary", 0x10: "lyrics",
    0x20: "karaoke", 0x40: "forced", 0x80: "for the hard of hearing",
    0x100: "for the visually impaired", 0x400: "attached picture",
    0x10000: "captions", 0x20000: "audio description",
}  # fmt: skip

#: Tags that repeat what the facts say, or say nothing.
NOISE = frozenset((
    "major_brand", "minor_version", "compatible_brands", "handler_name", "vendor_id",
    "language", "duration", "creation_time", "bps", "number_of_frames",
    "number_of_bytes", "_statistics_writing_app", "_statistics_writing_date_utc",
    "_statistics_tags", "title-eng", "location-eng", "rotate", "isvbr",
    "devicetype", "wm/encodingtime", "iscommentary", "audiodelay",
))  # fmt: skip

_LANGUAGES = {
    "eng": "English", "ger": "German", "deu": "German", "fre": "French",
    "fra": "French", "spa": "Spanish", "ita": "Italian", "por": "Portuguese",
    "dut": "Dutch", "nld": "Dutch", "jpn": "Japanese", "kor": "Korean",
    "chi": "Chinese", "zho": "Chinese", "rus": "Russian", "ara": "Arabic",
    "hin": "Hindi", "pol": "Polish", "tur": "Turkish", "swe": "Swedish",
    "nor": "Norwegian", "dan": "Danish", "fin": "Finnish", "cze": "Czech",
    "ces": "Czech", "hun": "Hungarian", "gre": "Greek", "ell": "Greek",
    "heb": "Hebrew", "tha": "Thai", "vie": "Vietnamese", "ukr": "Ukrainian",
    "rum": "Romanian", "ron": "Romanian", "ind": "Indonesian", "cat": "Catalan",
    "bul": "Bulgarian", "hrv": "Croatian", "srp": "Serbian", "slo": "Slovak",
    "slk": "Slovak", "slv": "Slovenian", "per": "Persian", "fas": "Persian",
}  # fmt: skip


def codec(name: str) -> str:
    """Return the common name of a codec."""
    if name in CODECS:
        return CODECS[name]
    if name.startswith("pcm_"):
        return "PCM float" if name[4] == "f" else "PCM"
    return name


def language(code: str) -> str:
    """Return the English name of an ISO 639-2 code, or the code itself."""
    return _LANGUAGES.get(code.lower(), code)


def depth_of_pcm(name: str) -> int:
    """Return the bits of a sample from a PCM codec's name (``pcm_s24le``), else 0."""
    digits = "".join(c for c in name.rsplit("_", maxsplit=1)[-1] if c.isdigit())
    return int(digits) if name.startswith("pcm_") and digits else 0

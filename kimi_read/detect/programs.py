"""Programs, data bases, fonts and other data by their signatures.

Sources: ELF gABI 4.1, figure 4-2; PE/COFF, "MS-DOS stub" and "COFF file header"; the
JVM specification 4.1; SQLite "Database File Format" 1.3; OpenType "Font file";
HDF5 III.A; pcap and pcapng drafts; MS-PST 2.2.2.6; MS-XLS 2.4.21 (BOF).
"""

from __future__ import annotations

from kimi_read.detect.fields import u16, u16b, u32, u32b, u64, with_zeros

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.detect.fields import Rule
    from kimi_read.source import Source

_FAT_ARCHITECTURES = 40
_HDF5 = b"\x89HDF\r\n\x1a\n"
#: Numbers of the BOF record of BIFF 2 to 5 with its lengths, and the types of a sheet.
_BOF = {b"\x09\0": (4, 6), b"\x09\2": (6, 8), b"\x09\4": (6, 8), b"\x09\x08": (8, 16)}
_SHEET_TYPES = (0x0005, 0x0006, 0x0010, 0x0020, 0x0040, 0x0100)


def _elf(source: Source) -> str:
    head = source.head
    return "elf" if len(head) < 6 or (head[4] < 3 and head[5] < 3) else ""


def _mz(source: Source) -> str:
    """Tell a DOS or Windows program by what the stub points at."""
    head = source.head
    if len(head) < 28 or b"\0" not in head[:64]:
        return ""
    new = source.read_at(u32(head, 60), 4)
    if new == b"PE\0\0" or new[:2] in (b"NE", b"LE", b"LX"):
        return "pe"
    pages, last = u16(head, 4), u16(head, 2)
    fits = pages > 0 and last < 512 and u16(head, 8) < 4096
    return "dos-program" if fits and (pages - 1) * 512 <= source.size else ""


def _cafebabe(source: Source) -> str:
    """Tell a Java class from a universal Mach-O: a version from a count."""
    number = u32b(source.head, 4)
    if number < _FAT_ARCHITECTURES:
        return "macho" if number else ""
    return "class" if 45 <= number & 0xFFFF < 200 else ""


def _macho(source: Source) -> str:
    return "macho" if len(source.head) < 16 or any(source.head[4:16]) else ""


def _pyc(source: Source) -> str:
    """Check the two-byte magic number of CPython 2.0 or later, then CR LF."""
    number, flags = u16(source.head, 0), u32(source.head, 4)
    if 3390 <= number < 3700:
        return "pyc" if flags < 4 else ""
    return "pyc" if 2900 < number < 3390 or 50000 < number < 63000 else ""


def _font(source: Source) -> str:
    """Check the table count and the first table's tag of an sfnt font."""
    head = source.head
    tag = head[12:16]
    tables = u16b(head, 4)
    plain = len(tag) == 4 and all(32 <= byte < 127 for byte in tag)
    return "font" if 0 < tables < 256 and plain else ""


def _woff(source: Source) -> str:
    return "font" if source.head[4:8] in (
        b"\0\1\0\0", b"OTTO", b"true", b"ttcf", b"typ1") else ""  # fmt: skip


def _font_collection(source: Source) -> str:
    return "font" if u16b(source.head, 4) in (1, 2) else ""


def _parquet(source: Source) -> str:
    return "parquet" if source.tail(4) in (b"PAR1", b"PARE") or source.size > 12 else ""


def _flash(source: Source) -> str:
    head = source.head
    return "swf" if len(head) > 8 and 0 < head[3] < 60 and u32(head, 4) > 8 else ""


def _biff(source: Source) -> str:
    """Tell a bare Excel 2 to 4 sheet: a BOF record with its known length and type."""
    head = source.head
    least, most = _BOF[head[:2]]
    good = least <= u16(head, 2) <= most and u16(head, 6) in _SHEET_TYPES
    return "xls" if good else ""


def _pcap(source: Source) -> str:
    head = source.head
    return "pcap" if 2 in (u16(head, 4), u16b(head, 4)) else ""


def _pcapng(source: Source) -> str:
    return "pcap" if source.head[8:12] in (
        b"\x4d\x3c\x2b\x1a", b"\x1a\x2b\x3c\x4d") else ""  # fmt: skip


def _plist(source: Source) -> str:
    return "plist" if source.head[6:8].isdigit() else ""


def _dbase(source: Source) -> str:
    """Check date, header and record length of a dBASE table."""
    head = source.head
    if len(head) < 33 or head[0] & 7 not in (3, 4, 5) or not 0 < head[2] < 13:
        return ""
    size, record = u16(head, 8), u16(head, 10)
    return "dbase" if 0 < head[3] < 32 and size >= 65 and size % 32 in (1, 0) and (
        record and not any(head[12:14])) else ""  # fmt: skip


def _device_tree(source: Source) -> str:
    return "device-tree" if u32b(source.head, 4) <= max(source.size, 40) else ""


def _git_pack(source: Source) -> str:
    return "git" if u32b(source.head, 4) in (2, 3, 4) else ""


def _old_word(source: Source) -> str:
    return "old-word" if source.size > 128 else ""


RULES: tuple[Rule, ...] = (
    (0, b"\x7fELF", "elf", _elf),
    (0, b"MZ", "pe", _mz),
    (0, b"ZM", "pe", _mz),
    (0, b"\xca\xfe\xba\xbe", "class", _cafebabe),
    (0, b"\xca\xfe\xd0\x0d", "pack200", None),
    (0, b"\0\5\x16\x07\0\2\0\0", "apple-double", None),
    (0, b"\0\5\x16\0\0\2\0\0", "apple-double", None),
    (8, b".FIT", "fit", None),
    (0, b"#~\x03", "racket", None),
    (0, b"\xfe\xed\xfa\xce", "macho", _macho),
    (0, b"\xfe\xed\xfa\xcf", "macho", _macho),
    (0, b"\xce\xfa\xed\xfe", "macho", _macho),
    (0, b"\xcf\xfa\xed\xfe", "macho", _macho),
    (0, b"\0asm\1\0\0\0", "wasm", None),
    (0, b"\0asm\x0d\0\1\0", "wasm", None),
    (0, b"BC\xc0\xde", "llvm", None),
    (0, b"\xde\xc0\x17\x0b", "llvm", None),
    (0, b"dex\n03", "dex", None),
    (0, b"dey\n03", "dex", None),
    (0, b"\x1bLua", "lua", None),
    (0, b"\x1bLJ", "lua", None),
    (2, b"\r\n", "pyc", _pyc),
    (0, b"FWS", "swf", _flash),
    (0, b"CWS", "swf", _flash),
    (0, b"ZWS", "swf", _flash),
    (0, b"SQLite format 3\0", "sqlite", None),
    (0, b"** This file contains an SQLite", "sqlite", None),
    (0, b"PAR1", "parquet", _parquet),
    (0, b"PARE", "parquet", _parquet),
    (0, b"ORC", "orc", lambda source: "orc" * (b"ORC" in source.tail(16))),
    (0, b"Obj\1", "avro", None),
    (0, b"ARROW1\0\0", "arrow", None),
    (0, b"FEA1", "arrow", lambda source: "arrow" * (source.tail(4) == b"FEA1")),
    (0, b"\x93NUMPY", "numpy", None),
    (0, b"MATLAB 5.0 MAT-file", "matlab", None),
    (0, _HDF5, "hdf5", None),
    (512, _HDF5, "hdf5", None),
    (1024, _HDF5, "hdf5", None),
    (2048, _HDF5, "hdf5", None),
    (0, b"CDF\1", "netcdf", None),
    (0, b"CDF\2", "netcdf", None),
    (0, b"CDF\5", "netcdf", None),
    (0, b"\x0e\x03\x13\x01", "hdf4", None),
    (0, b"GRIB", "grib", lambda source: "grib" * (source.head[7:8] in (b"\1", b"\2"))),
    (0, b"BUFR", "grib", lambda source: "grib" * (source.head[7:8] in (b"\3", b"\4"))),
    (0, b"\0\1\0\0Standard Jet DB\0", "access", None),
    (0, b"\0\1\0\0Standard ACE DB\0", "access", None),
    (0, b"$FL2@(#)", "spss", None),
    (0, b"$FL3@(#)", "spss", None),
    (0, b"<stata_dta><header><release>", "stata", None),
    (0, b"\0" * 12 + b"\xc2\xea\x81\x60\xb3\x14\x11\xcf", "sas", None),
    (0, b"RDX2\n", "r-data", None),
    (0, b"RDX3\n", "r-data", None),
    (0, b"X\n\0\0\0\2", "r-data", None),
    (0, b"X\n\0\0\0\3", "r-data", None),
    (0, b"\0\0\x27\x0a\0\0\0\0", "shapefile", None),
    (0, b"GGUF", "gguf", lambda source: "gguf" * (u32(source.head, 4) in (1, 2, 3))),
    (0, b"\0\1\0\0", "font", _font),
    (0, b"OTTO", "font", _font),
    (0, b"true", "font", _font),
    (0, b"typ1", "font", _font),
    (0, b"ttcf", "font", _font_collection),
    (0, b"wOFF", "font", _woff),
    (0, b"wOF2", "font", _woff),
    (0, b"\x80\1", "font", lambda source: "font" * (source.head[6:9] == b"%!P" or
                                                     source.head[6:10] == b"%!Fo")),
    (34, b"LP", "font", lambda source: "font" * (u32(source.head, 0) == source.size)),
    (0, b"\xd4\xc3\xb2\xa1", "pcap", _pcap),
    (0, b"\xa1\xb2\xc3\xd4", "pcap", _pcap),
    (0, b"\x4d\x3c\xb2\xa1", "pcap", _pcap),
    (0, b"\xa1\xb2\x3c\x4d", "pcap", _pcap),
    (0, b"\x0a\x0d\x0d\x0a", "pcap", _pcapng),
    (0, b"ITSF\3\0\0\0", "chm", None),
    (0, b"ITSF\4\0\0\0", "chm", None),
    (0, b"?_\3\0", "winhelp", None),
    (0, b"!BDN", "pst", lambda source: "pst" * (
        source.head[8:10] in (b"SM", b"SO", b"AB"))),
    (0, b"\x09\0", "xls", _biff),
    (0, b"\x09\2", "xls", _biff),
    (0, b"\x09\4", "xls", _biff),
    (0, b"\x09\x08", "xls", _biff),
    (0, b"\0\0\x1a\0", "lotus", lambda source: "lotus" * (
        u16(source.head, 4) < 0x2000)),
    (0, b"\xdb\xa5\x2d\0", "old-word", _old_word),
    (0, b"\x9b\xa5\x21\0", "old-word", _old_word),
    (0, b"\xfe\x37\0\x1c", "old-word", None),
    (0, b"\xfe\x37\0\x23", "old-word", None),
    (0, b"\x31\xbe\0\0\0\xab", "old-word", None),
    (0, b"\x32\xbe\0\0\0\xab", "old-word", None),
    (0, b"\xffWPC", "wordperfect", None),
    (60, b"BOOKMOBI", "mobi", None),
    (60, b"TEXtREAd", "mobi", None),
    (0, b"ITOLITLS", "lit", None),
    (0, b"\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d\xae\xb1\x53\x78\xd0\x29\x96\xd3", "onenote",
     None),
    (0, b"bplist", "plist", _plist),
    (0, b"\0\0\0\1Bud1\0", "ds-store", None),
    (0, b"\x4c\0\0\0\1\x14\2\0", "shortcut", None),
    (0, b"regf", "registry-hive", with_zeros("registry-hive", 32)),
    (0, b"ElfFile\0", "event-log", None),
    (0, b"\x30\0\0\0LfLe", "event-log", None),
    (0, b"MDMP\x93\xa7", "minidump", None),
    (0, b"PAGEDU", "minidump", None),
    (0, b"SCCA", "prefetch", None),
    (4, b"SCCA\x11\0\0\0", "prefetch", None),
    (0, b"AC10", "dwg", with_zeros("dwg", 32)),
    (0, b"BLENDER", "blender", lambda source: "blender" * (source.head[7:9] in (
        b"-v", b"_v", b"-V", b"_V"))),
    (0, b"glTF\1\0\0\0", "glb", None),
    (0, b"glTF\2\0\0\0", "glb", None),
    (0, b"Kaydara FBX Binary  \0", "fbx", None),
    (0, b"PACK", "git", _git_pack),
    (0, b"DIRC\0\0\0", "git", None),
    (0, b"\xfftOc\0\0\0\2", "git", None),
    (0, b"\xde\x12\x04\x95", "gettext", None),
    (0, b"\x95\x04\x12\xde", "gettext", None),
    (0, b"GOBJ\nMETADATA\r\n\x1a", "typelib", None),
    (0, b"GVariant", "gvariant", with_zeros("gvariant", 24)),
    (0, b"\xce\x9a\x57\x13", "gdbm", None),
    (0, b"\xcf\x9a\x57\x13", "gdbm", None),
    (12, b"\x62\x31\5\0", "berkeley-db", None),
    (12, b"\x61\x15\6\0", "berkeley-db", None),
    (0, b"\x1e\2", "terminfo", lambda source: "terminfo" * (
        2 <= u16(source.head, 2) < 256)),
    (0, b"TZif", "timezone", None),
    (0, b"\x1a\1", "terminfo", lambda source: "terminfo" * (
        2 <= u16(source.head, 2) < 256)),
    (0, b"\xfe\xed\xfe\xed\0\0\0", "keystore", None),
    (0, b"\xd0\x0d\xfe\xed", "device-tree", _device_tree),
    (0, b"\x27\x05\x19\x56", "u-boot", None),
    (0, b"ANDROID!", "android-boot", None),
    (0, b"FOR1", "beam", lambda source: "beam" * (source.head[8:12] == b"BEAM")),
    (0, b"NES\x1a", "rom", None),
    (0, b"UF2\n\x57\x51\x5d\x9e", "firmware", None),
    (0, b"EVF\x09\x0d\x0a\xff\0", "disk-image", None),
    (0, b"\x30\x82", "der", lambda source: "der" * (
        u16b(source.head, 2) + 4 == source.size)),
    (0, b"\x85\1\x0c\3", "pgp-message", None),
    (0, b"\x85\2\x0c\3", "pgp-message", None),
    (0, b"\x84\x5e\3", "pgp-message", None),
    (0, b"\xc1\xc0\x4c\3", "pgp-message", None),
    (0, b"\x8c\x0d\4", "pgp-message", None),
    (0, b"age-encryption.org/v1\n", "age", None),
    (0, b"Salted__", "openssl-salted", None),
    (0, b"\x03\xd9\xa2\x9a", "keepass", None),
    (4, b"TFL3", "tflite", None),
    (0, b"d8:announce", "torrent", None),
    (0, b"d10:created by", "torrent", None),
    (0, b"StarCalc", "staroffice", None),
    (0, b"HWP Document File V", "hwp", None),
)  # fmt: skip


def unsigned(source: Source) -> str:
    """Tell data whose headers are too weak to come first."""
    head = source.head
    size = u64(head, 0)
    if head[8:10] == b'{"' and 2 < size < min(source.size, 100 << 20):
        return "safetensors"
    if head[:1] == b"\x80" and head[1:2] in b"\2\3\4\5" and source.tail(1) == b".":
        return "pickle"
    group = head[:2] in (b"\x02\0", b"\x08\0", b"\0\2", b"\0\x08")
    named = source.extension == ".dcm" or head[4:6] in (b"UL", b"CS", b"UI", b"DA")
    if group and named:  # without the preamble (PS3.10, 7.1)
        return "dicom"
    if _pgp_key(head):
        return "pgp-key"
    if head[0] in _DBASE and _dbase(source):
        return "dbase"
    return "ebcdic" if _ebcdic(head) else ""


def _pgp_key(head: bytes) -> bool:
    """Check the first packet of keys: version, date, algorithm (RFC 9580 5.5)."""
    if len(head) < 16:
        return False
    if head[0] in (0x94, 0x98, 0xC5, 0xC6):
        body = head[2:16] if head[1] < 192 else head[3:16]
    elif head[0] in (0x95, 0x99):
        body = head[3:16]
    else:
        return False
    if len(body) < 8 or body[0] not in (2, 3, 4, 6):
        return False
    born = u32b(body, 1)
    return born > 0x26000000 and body[7 if body[0] < 4 else 5] in _PGP_ALGORITHMS


def _ebcdic(head: bytes) -> bool:
    """Whether nearly all bytes are letters, digits and blanks of EBCDIC (CP037)."""
    if len(head) < 64:
        return False
    rest = head.translate(None, _EBCDIC)
    return len(rest) < 0.15 * len(head) and head.count(0x40) > 0.02 * len(head)


#: Public key algorithms (RFC 9580, 9.1); a version 3 key has a validity before it.
_PGP_ALGORITHMS = frozenset((1, 2, 3, 16, 17, 18, 19, 20, 22, 25, 26, 27, 28))
#: Blank, new line, digits, letters and common marks in CP037.
_EBCDIC = bytes(
    (0x15, 0x25, 0x0D, 0x40, 0x4B, 0x4D, 0x5D, 0x60, 0x61, 0x6B, 0x7A, 0x7D, 0x7F,
     *range(0x81, 0x8A), *range(0x91, 0x9A), *range(0xA2, 0xAA), *range(0xC1, 0xCA),
     *range(0xD1, 0xDA), *range(0xE2, 0xEA), *range(0xF0, 0xFA))
)  # fmt: skip
_DBASE = frozenset(
    (0x02, 0x03, 0x04, 0x05, 0x30, 0x31, 0x32, 0x43, 0x63, 0x83, 0x8B, 0xF5)
)

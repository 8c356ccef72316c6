"""Archives and compressed streams by their signatures.

Sources: RFC 1952, 1950, 8878; the xz and LZ4 frame formats; 7zFormat.txt; RAR 1.4,
4 and 5 technotes; POSIX.1-2017 pax (ustar, cpio); ECMA-119, 8.4; MS-CAB, 2.1; the
RPM file format (lead); APPNOTE 6.3.10.
"""

from __future__ import annotations

from kimi_read.detect.fields import u16, u32, u32b, u64, with_zeros

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.detect.fields import Rule
    from kimi_read.source import Source

_BLOCK = 512
_MOST_SKIPS = 16


def _gzip(source: Source) -> str:
    head = source.head
    return "gz" if len(head) < 4 or not head[3] & 0xE0 else ""


def _bzip2(source: Source) -> str:
    head = source.head
    follows = head[4:10]
    blocks = follows in (b"1AY&SY", b"\x17\x72\x45\x38\x50\x90")
    return "bz2" if head[3:4] in b"123456789" and blocks else ""


def _skippable(source: Source) -> str:
    """Pass skippable frames, which Zstandard and LZ4 share, to a frame of either."""
    at = 0
    for _ in range(_MOST_SKIPS):
        frame = source.read_at(at, 8)
        if frame[1:4] != b"*M\x18" or not 0x50 <= frame[0] <= 0x5F:
            break
        at += 8 + u32(frame, 4)
    if at >= source.size:
        return "zst" if at == source.size else ""
    magic = source.read_at(at, 4)
    if magic == b"\x04\x22\x4d\x18":
        return "lz4"
    return "zst" if magic == b"\x28\xb5\x2f\xfd" else ""


def _lz4(source: Source) -> str:
    flags = source.head[4] if len(source.head) > 4 else 0x40
    return "lz4" if flags >> 6 == 1 else ""


def _ar(source: Source) -> str:
    first = source.head[8:24]
    return "deb" if first.startswith((b"debian-binary ", b"debian-binary/")) else "ar"


def _cpio_text(source: Source) -> str:
    octal = source.head.startswith(b"070707")
    digits = source.head[6 : 76 if octal else 110]
    allowed = b"01234567" if octal else b"0123456789abcdefABCDEF"
    return "cpio" if len(digits) > 60 and not digits.strip(allowed) else ""


def _cpio_binary(source: Source) -> str:
    head = source.head
    little = head[0] == 0xC7
    pick = u16 if little else _u16_swapped
    name, mode = pick(head, 20), pick(head, 6) >> 12
    ends = head[26 + name - 1 : 26 + name] == b"\0"
    good = 1 < name < 1025 and mode in (1, 2, 4, 6, 8, 10, 12)
    return "cpio" if good and ends else ""


def _u16_swapped(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 2], "big")


def _cab(source: Source) -> str:
    return "cab" if u32(source.head, 4) == 0 else ""


def _arj(source: Source) -> str:
    size = u16(source.head, 2)
    first = source.head[4] if len(source.head) > 4 else 0
    return "arj" if 30 <= size <= 2600 and 30 <= first <= 70 else ""


def _lha(source: Source) -> str:
    method = source.head[2:7]
    if method[3:4] not in b"0123456789dsx" or source.head[20:21] not in b"\0\1\2\3":
        return ""
    return "lha"


def _zoo(source: Source) -> str:
    return "zoo" * source.head.startswith(b"\xdc\xa7\xc4\xfd", 20)


def _compress(source: Source) -> str:
    bits = source.head[2] if len(source.head) > 2 else 0
    return "compress" if 9 <= bits & 0x1F <= 16 and not bits & 0x60 else ""


def _warc(source: Source) -> str:
    return "warc" if b"\nWARC-" in source.head[:1024] else ""


RULES: tuple[Rule, ...] = (
    (0, b"PK\5\6", "zip", lambda source: "zip" * (len(source.head) >= 22)),
    (0, b"PK\1\2", "zip", lambda source: "zip" * (b"PK\5\6" in source.tail(1024))),
    (0, b"PK\7\x08PK\3\4", "zip", None),
    (0, b"PK00PK\3\4", "zip", None),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "ole", None),
    (0, b"\x0e\x11\xfc\x0d\xd0\xcf\x11\x0e", "ole", None),
    (0, b"\x1f\x8b\x08", "gz", _gzip),
    (0, b"BZh", "bz2", _bzip2),
    (0, b"\xfd7zXZ\0", "xz", None),
    (0, b"\x28\xb5\x2f\xfd", "zst", None),
    *((0, bytes([0x50 + k]) + b"*M\x18", "zst", _skippable) for k in range(16)),
    *((0, bytes([k, 0xB5, 0x2F, 0xFD]), "old-zstd", None)
      for k in (0x1E, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27)),
    (0, b"\x37\xa4\x30\xec", "zstd-dictionary", None),
    (0, b"\x04\x22\x4d\x18", "lz4", _lz4),
    (0, b"\x02\x21\x4c\x18", "lz4", None),
    (0, b"7z\xbc\xaf\x27\x1c", "7z", None),
    (0, b"Rar!\x1a\x07\0", "rar", None),
    (0, b"Rar!\x1a\x07\1\0", "rar", None),
    (0, b"RE~^", "rar", with_zeros("rar", 24)),
    (0, b"MSCF", "cab", _cab),
    (0, b"ISc(", "installshield", with_zeros("installshield", 20)),
    (0, b"!<arch>\n", "ar", _ar),
    (0, b"!<thin>\n", "ar", None),
    (0, b"070701", "cpio", _cpio_text),
    (0, b"070702", "cpio", _cpio_text),
    (0, b"070707", "cpio", _cpio_text),
    (0, b"\xc7\x71", "cpio", _cpio_binary),
    (0, b"\x71\xc7", "cpio", _cpio_binary),
    (0, b"\xed\xab\xee\xdb", "rpm", None),
    (0, b"Cr24", "crx", lambda source: "crx" * (u32(source.head, 4) in (2, 3))),
    (0, b"\x60\xea", "arj", _arj),
    (2, b"-lh", "lha", _lha),
    (2, b"-lz", "lha", _lha),
    (2, b"-pm", "lha", _lha),
    (0, b"ZOO ", "zoo", _zoo),
    (7, b"**ACE**", "ace", None),
    (0, b"xar!", "xar", None),
    (0, b"BZ3v1", "bzip3", None),
    (0, b"DMS!", "dms", with_zeros("dms", 32)),
    (0, b"RZIP\2", "rzip", None),
    (0, b"BOMStore\0\0", "bom", None),
    (0, b"\x1f\x9d", "compress", _compress),
    (0, b"\x1f\x1e", "pack", lambda source: "pack" * (u32b(source.head, 2) < 1 << 30)),
    (0, b"\x1f\xa0", "compress", None),
    (0, b"LZIP\1", "lzip", None),
    (0, b"LZIP\0", "lzip", None),
    (0, b"\x89LZO\0\r\n\x1a\n", "lzop", None),
    (0, b"LRZI\0", "lrzip", None),
    (0, b"\xff\6\0\0sNaPpY", "snappy", None),
    (0, b"hsqs", "squashfs", with_zeros("squashfs", 32)),
    (0, b"sqsh", "squashfs", with_zeros("squashfs", 32)),
    (0, b"\x45\x3d\xcd\x28", "cramfs", None),
    (0, b"MSWIM\0\0\0", "wim", None),
    (0, b"QFI\xfb", "disk-image", None),
    (0, b"LUKS\xba\xbe", "disk-image", None),
    (0, b"KDMV", "disk-image", with_zeros("disk-image", 16)),
    (0, b"vhdxfile", "disk-image", None),
    (0, b"conectix", "disk-image", None),
    (64, b"\x7f\x10\xda\xbe", "disk-image", None),
    (0, b"SIT!", "stuffit", lambda source: "stuffit" * (source.head[10:14] == b"rLau")),
    (0, b"StuffIt (c)1997", "stuffit", None),
    (0, b"StuffIt!", "stuffit", None),
    (0, b"WARC/", "warc", _warc),
    (0, b"zPQ", "zpaq", lambda source: "zpaq" * (source.head[3:4] in b"\1\2")),
    (0, b"7kSt", "zpaq", None),
    (0, b"ALZ\1", "alz", None),
    (0, b"EGGA", "egg", with_zeros("egg", 16)),
    (0, b"SZDD\x88\xf0\x27\x33", "ms-compress", None),
    (0, b"KWAJ\x88\xf0\x27\xd1", "ms-compress", None),
)  # fmt: skip


def tar(source: Source) -> str:
    """Tell a tar archive by ustar or by the checksum of its first header (v7)."""
    head = source.head
    if head[257:262] == b"ustar":
        return "tar"
    if len(head) < _BLOCK or not head[0]:
        return ""
    digits = head[148:156].lstrip(b"\0 ").replace(b"\0", b" ").partition(b" ")[0]
    if not digits or digits.strip(b"01234567"):
        return ""
    block = head[:148] + b" " * 8 + head[156:_BLOCK]
    claimed = int(digits, 8)
    signed = sum(byte - 256 if byte > 127 else byte for byte in block)
    return "tar" if claimed in (sum(block), signed) else ""


def disk(source: Source) -> str:
    """Tell an image of a disk by what stands beyond the head, or at the end."""
    if source.size > 0x8806:
        mark = source.read_at(0x8001, 5)
        if mark in (b"CD001", b"BEA01", b"NSR02", b"NSR03"):
            return "iso"
    head = source.head
    if head[1080:1082] == b"\x53\xef" and u32(head, 1048) <= 6 and not any(head[:16]):
        return "disk-image"
    if head[510:512] == b"\x55\xaa" and head[0] in (0xEB, 0xE9, 0x33, 0xFA, 0):
        return "disk-image"
    if head[4086:4096] in (b"SWAPSPACE2", b"SWAP-SPACE"):
        return "disk-image"
    last = source.tail(_BLOCK) if source.size > 1024 else b""
    if last.startswith(b"koly\0\0\0\4"):
        return "dmg"
    return "disk-image" if last.startswith(b"conectix\0\0\0") else ""


def unsigned(source: Source) -> str:
    """Tell compressed streams whose headers are too weak to come first."""
    head = source.head
    if source.extension == ".tar" and not head.strip(b"\0") and len(head) >= 1024:
        return "tar"  # an archive without members is two blocks of zeros
    if _lzma(source):
        return "lzma"
    if len(head) > 8 and head[0] == 0x78 and u16(head[1::-1], 0) % 31 == 0:
        return "zlib" if _inflates(head) else ""
    return ""


def _lzma(source: Source) -> bool:
    """Check the 13-byte header of LZMA alone (lzma-file-format.txt, 1.1)."""
    head = source.head
    if len(head) < 14 or head[0] >= 225 or head[13]:
        return False
    dictionary, size = u32(head, 1), u64(head, 5)
    top = 1 << max(dictionary.bit_length() - 1, 0)
    regular = dictionary in (top, top | top >> 1, 0xFFFFFFFF) and dictionary >= 4096
    return regular and (size == (1 << 64) - 1 or 0 < size < 1 << 38)


def _inflates(head: bytes) -> bool:
    import zlib

    try:
        return bool(zlib.decompressobj().decompress(head, 1 << 16))
    except zlib.error:
        return False

"""What an OLE compound file is, by the entries directly under its root.

An object embedded in a workbook has streams of its own, but deeper down. Sectors
and entries are bounded, so that a cyclic chain ends.
Source: MS-CFB 2.2 (header), 2.3 (FAT), 2.6 (directory).
"""

from __future__ import annotations

from kimi_read.detect.fields import u16, u32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.detect.fields import Found
    from kimi_read.source import Source

_MOST_SECTORS = 128
_LAST_SECTOR = 0xFFFFFFFA
_NONE = 0xFFFFFFFF
_HEADER_FATS = 109
_MSI = bytes.fromhex("84100c0000000000c000000000000046")
#: Entries in lower case that decide, in the order of being asked.
_ENTRIES = (
    ("encryptedpackage", "encrypted-ooxml"),
    ("__properties_version1.0", "msg"),
    ("powerpoint document", "ppt"),
    ("pp97_dualstorage", "ppt"),
    ("pp40", "ppt"),
    ("visiodocument", "visio"),
    ("visioinformation", "visio"),
    ("quill", "publisher"),
    ("worddocument", "doc"),
    ("workbook", "xls"),
    ("book", "xls"),
    ("fileheader", "hwp"),
    ("hwpsummaryinformation", "hwp"),
    ("matost", "works"),
    ("starwriterdocument", "staroffice"),
    ("starcalcdocument", "staroffice"),
    ("stardrawdocument3", "staroffice"),
    ("starimpressdocument", "staroffice"),
    ("perfectoffice_main", "wordperfect"),
    ("perfectoffice_objects", "wordperfect"),
    ("nativecontent_main", "lotus"),
    ("catalog", "thumbs"),
)
_CLASSES = (
    (bytes.fromhex("0609020000000000c000000000000046"), "doc"),
    (bytes.fromhex("0009020000000000c000000000000046"), "doc"),
    (bytes.fromhex("2008020000000000c000000000000046"), "xls"),
    (bytes.fromhex("1008020000000000c000000000000046"), "xls"),
)


def kind(source: Source) -> Found:
    """Return what the root entries say; ``ole`` if they say nothing."""
    raw = _directory(source)
    names, whole = _root_names(raw)
    for entry, name in _ENTRIES:
        if entry in names:
            return _chosen(raw, names, name, entry)
    if any(name.startswith("__substg1.0_") for name in names):
        return "msg", "its root entries __substg1.0_..."
    if raw[80:96] == _MSI:
        return "msi", "the class of its root entry"
    if any(name.startswith(("props", "   1")) for name in names) and "compobj" in names:
        return "project", "its root entries"
    damaged = "" if whole else "; its directory is damaged"
    return "ole", "the signature of an OLE compound file" + damaged


def _chosen(raw: bytes, names: set[str], name: str, entry: str) -> Found:
    """Let the class of the root decide where entries of two kinds lie side by side."""
    if name == "doc" and names & {"workbook", "book"}:
        for value, other in _CLASSES:
            if raw[80:96] == value:
                return other, "the class of its root entry"
    return name, f"its root entry {entry}"


def _directory(source: Source) -> bytes:
    """Return the directory entries, 128 bytes each, as far as the chain leads."""
    head = source.head
    shift = u16(head, 30)
    size = 1 << shift if shift in (9, 12) else 512
    sector = u32(head, 48)
    parts: list[bytes] = []
    seen: set[int] = set()
    while sector < _LAST_SECTOR and sector not in seen and len(parts) < _MOST_SECTORS:
        seen.add(sector)
        part = source.read_at((sector + 1) * size, size)
        if not part:
            break
        parts.append(part)
        sector = _next(source, sector, size)
    return b"".join(parts)


def _next(source: Source, sector: int, size: int) -> int:
    index = sector // (size // 4)
    if index >= _HEADER_FATS:
        return _NONE
    table = u32(source.head, 76 + 4 * index)
    if table >= _LAST_SECTOR:
        return _NONE
    entry = source.read_at((table + 1) * size + 4 * (sector % (size // 4)), 4)
    return u32(entry, 0) if len(entry) == 4 else _NONE


def _root_names(raw: bytes) -> tuple[set[str], bool]:
    """Return the names under the root, and whether the tree could be walked.

    A tree that leads nowhere is replaced by all entries that look like streams.
    """
    names: set[str] = set()
    waiting = [u32(raw, 76)] if len(raw) >= 128 else []
    seen: set[int] = set()
    whole = bool(raw) and raw[66:67] == b"\5"
    while waiting:
        index = waiting.pop()
        if index == _NONE or index in seen:
            continue
        at = index * 128
        if at + 128 > len(raw):
            whole = False
            continue
        seen.add(index)
        names.add(_name(raw, at))
        waiting += [u32(raw, at + 68), u32(raw, at + 72)]
    if not whole or not names:
        for at in range(0, len(raw) - 127, 128):
            if raw[at + 66] in (1, 2):
                names.add(_name(raw, at))
    return names, whole


def _name(raw: bytes, at: int) -> str:
    length = u16(raw, at + 64)
    if not 2 <= length <= 64:
        return ""
    name = raw[at : at + length - 2].decode("utf-16-le", "replace")
    return name.strip("\x00\x01\x03\x05").lower()

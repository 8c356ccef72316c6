"""What a ZIP file is: an Office document, a book, a package, or an archive.

The central directory is searched as bytes and never built: of 100,000 members the
first and the last are looked at. A file without a usable directory is walked by its
local headers, within bounds, so that truncated and streamed packages are told too.
Sources: APPNOTE 6.3.10, 4.3 and 4.4; ECMA-376-2, 10.1.2 (content types) and 9.3
(relationships); OpenDocument 1.3 part 2, 3.3; EPUB 3.3, 4.2 (both: ``mimetype``).
"""

from __future__ import annotations

from kimi_read.detect.fields import u16, u32, u64

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.detect.signatures import Found
    from kimi_read.source import Source

_DIRECTORY_BYTES = 3 << 17
_DIRECTORY_END = 1 << 17
_WALKED_MEMBERS = 2000
_WALKED_BYTES = 4 << 20
_WINDOW = 1 << 16
_PACKED_BYTES = 1 << 18
_PART_BYTES = 1 << 21
_END = 22
_OOXML = b"application/vnd.openxmlformats-officedocument."
#: Content types of main parts, in lower case (ECMA-376-1, 11.3.10, 12.3.23, 13.3.6).
_MAIN = (
    (_OOXML + b"wordprocessingml.document.main+xml", "docx"),
    (_OOXML + b"wordprocessingml.template.main+xml", "dotx"),
    (b"application/vnd.ms-word.document.macroenabled.main+xml", "docm"),
    (b"application/vnd.ms-word.template.macroenabledtemplate.main+xml", "dotm"),
    (_OOXML + b"spreadsheetml.sheet.main+xml", "xlsx"),
    (_OOXML + b"spreadsheetml.template.main+xml", "xltx"),
    (b"application/vnd.ms-excel.sheet.macroenabled.main+xml", "xlsm"),
    (b"application/vnd.ms-excel.addin.macroenabled.main+xml", "xlsm"),
    (b"application/vnd.ms-excel.template.macroenabled.main+xml", "xltx"),
    (b"application/vnd.ms-excel.sheet.binary.macroenabled.main", "xlsb"),
    (_OOXML + b"presentationml.presentation.main+xml", "pptx"),
    (_OOXML + b"presentationml.template.main+xml", "potx"),
    (_OOXML + b"presentationml.slideshow.main+xml", "ppsx"),
    (b"application/vnd.ms-powerpoint.presentation.macroenabled.main+xml", "pptm"),
    (b"application/vnd.ms-powerpoint.addin.macroenabled.main+xml", "pptm"),
    (b"application/vnd.ms-powerpoint.template.macroenabled.main+xml", "potx"),
    (b"application/vnd.ms-powerpoint.slideshow.macroenabled.main+xml", "ppsx"),
)
_OTHER_OPC = (
    (b"application/vnd.ms-visio.", "visio"),
    (b"application/vnd.ms-package.xps-", "xps"),
    (b"application/oxps", "xps"),
)
#: Main parts by name, for packages whose content types cannot be read.
_MAIN_PARTS = (
    (b"word/document.xml", "docx"), (b"word/document2.xml", "docx"),
    (b"xl/workbook.xml", "xlsx"), (b"xl/workbook.bin", "xlsb"),
    (b"ppt/presentation.xml", "pptx"), (b"visio/document.xml", "visio"),
)  # fmt: skip
_ROOTS = ((b"workbook", "xlsx"), (b"presentation", "pptx"), (b"document", "docx"))
_OFFICE = (".doc", ".dot", ".xls", ".xlt", ".ppt", ".pot", ".pps")
_MIMETYPES = (
    (b"application/epub+zip", "epub"),
    (b"application/vnd.oasis.opendocument.text", "odt"),
    (b"application/vnd.oasis.opendocument.spreadsheet", "ods"),
    (b"application/vnd.oasis.opendocument.presentation", "odp"),
    (b"application/vnd.oasis.opendocument.graphics", "odg"),
    (b"application/vnd.oasis.opendocument.formula", "odf-formula"),
    (b"application/vnd.oasis.opendocument.chart", "odf-chart"),
    (b"application/vnd.oasis.opendocument.base", "odb"),
    (b"application/vnd.oasis.opendocument.database", "odb"),
    (b"application/vnd.sun.xml.", "staroffice"),
    (b"application/hwp+zip", "hwpx"),
    (b"application/vnd.adobe.indesign-idml-package", "idml"),
)
#: Members that only one kind of package has, in the order of being asked.
_MARKS = (
    (b"androidmanifest.xml", "apk"),
    (b"fixeddocseq.fdseq", "xps"),
    (b"index/document.iwa", "iwork"),
    (b"index.apxl", "iwork"),
    (b"buildversionhistory.plist", "iwork"),
    (b"metadata/buildversionhistory.plist", "iwork"),
    (b"install.rdf", "xpi"),
    (b"meta-inf/mozilla.rsa", "xpi"),
    (b"meta-inf/manifest.mf", "jar"),
)
_ENDINGS = (
    (b"/metadata/buildversionhistory.plist", "iwork"),
    (b".dist-info/wheel", "whl"),
    (b".app/info.plist", "ipa"),
)


def kind(source: Source) -> Found | None:
    """Return what the members say, or None if they can be found nowhere."""
    listing = _directory(source) or _walked(source)
    if listing is None:
        return None
    return _by_content(listing) or ("zip", "its signature")


def behind(source: Source) -> Found | None:
    """Return what a ZIP file is that stands behind foreign bytes (self-extracting)."""
    listing = _directory(source)
    if listing is None or not listing.raw:
        return None
    if source.read_at(listing.place(0), 4) != b"PK\3\4" and not listing.at_end:
        return None
    name, reason = _by_content(listing) or ("zip", "its directory")
    return name, f"{reason}; the ZIP data begins behind other bytes"


class _Listing:
    """The central directory as bytes. ``shift`` is the length of what stands before.

    ``cut`` says that there was none, and that it was put together from the local
    headers up to some place; ``at_end`` that it lies right before an end record with
    which the file ends.
    """

    def __init__(
        self,
        source: Source,
        raw: bytes,
        shift: int = 0,
        *,
        cut: bool = False,
        at_end: bool = False,
    ) -> None:
        self.source = source
        self.raw = raw
        self.low = raw.lower().replace(b"\\", b"/")
        self.shift = shift
        self.cut = cut
        self.at_end = at_end

    def find(self, name: bytes) -> int:
        """Return where the record of a member starts, or -1."""
        at = self.low.find(name)
        while at >= 0:
            for lead in (0, 1):
                start = at - 46 - lead
                if start >= 0 and self.low.startswith(b"pk\1\2", start):
                    length = u16(self.raw, start + 28)
                    if length == len(name) + lead and (not lead or self._slash(at)):
                        return start
            at = self.low.find(name, at + 1)
        return -1

    def __contains__(self, name: bytes) -> bool:
        return self.find(name) >= 0

    def ends(self, ending: bytes) -> bool:
        """Whether the name of some member ends so (first hundred hits)."""
        at = -1
        for _ in range(100):
            at = self.low.find(ending, at + 1)
            if at < 0:
                return False
            start = self.low.rfind(b"pk\1\2", max(0, at - _WINDOW), at)
            stop = start + 46 + u16(self.raw, start + 28)
            if start >= 0 and stop == at + len(ending):
                return True
        return False

    def place(self, start: int) -> int:
        """Return where the local header of the member at ``start`` is."""
        place = u32(self.raw, start + 42)
        if place == 0xFFFFFFFF:
            place = self._wide_place(start)
        return place + self.shift

    def read(self, name: bytes, limit: int = _PART_BYTES) -> bytes:
        """Return the first bytes of a member; nothing if it cannot be read."""
        start = self.find(name)
        if start < 0 or u16(self.raw, start + 8) & 1:
            return b""
        place = self.place(start)
        local = self.source.read_at(place, 30)
        if local[:4] != b"PK\3\4":
            return b""
        data = place + 30 + u16(local, 26) + u16(local, 28)
        size = u32(self.raw, start + 20) or _PACKED_BYTES
        packed = self.source.read_at(data, min(size, _PACKED_BYTES))
        method = u16(self.raw, start + 10)
        if method == 8:
            return _inflated(packed, limit)
        return b"" if method else packed[:limit]

    def _slash(self, at: int) -> bool:
        return self.low[at - 1 : at] == b"/"

    def _wide_place(self, start: int) -> int:
        """Return the 64-bit place from the extra field (APPNOTE 4.5.3)."""
        at = start + 46 + u16(self.raw, start + 28)
        stop = at + u16(self.raw, start + 30)
        while at + 4 <= stop:
            size = u16(self.raw, at + 2)
            if u16(self.raw, at) == 1:
                before = sum(u32(self.raw, start + k) == 0xFFFFFFFF for k in (20, 24))
                return u64(self.raw, at + 4 + 8 * before)
            at += 4 + size
        return 0


def _by_content(listing: _Listing) -> Found | None:
    mimetype = listing.read(b"mimetype", 256).strip()
    for value, name in _MIMETYPES:
        if mimetype.startswith(value):
            return name, f"its mimetype, {value.decode()}"
    return _opc(listing) or _unnamed(listing) or _marked(listing)


def _opc(listing: _Listing) -> Found | None:
    """Tell an Open Packaging document by the content type of its main part."""
    if b"[content_types].xml" not in listing:
        if not listing.cut and not _office_name(listing.source):
            return None
        return _main_part(listing, "it lacks [Content_Types].xml")
    types = listing.read(b"[content_types].xml").replace(b"\0", b"").lower()
    found = [pair for pair in _MAIN if pair[0] in types]
    if len(found) > 1:
        found = _related(listing, types) or found
    if found and (listing.cut or _present(listing, types, found[0][0])):
        return found[0][1], f"the content type of its main part, {found[0][0].decode()}"
    if found:
        part = _target(listing)
        name = _rooted(listing.read(part, 4096)) if part else ""
        return name or found[0][1], "its main part, which its content types do not name"
    for value, name in _OTHER_OPC:
        if value in types:
            return name, "its content types"
    return _main_part(listing, "its content types do not tell")


def _present(listing: _Listing, types: bytes, value: bytes) -> bool:
    """Whether the part exists that an Override gives this content type."""
    for element in types.split(b"<"):
        if value in element and element.startswith(b"override"):
            part = _attribute(element, b"partname=").lstrip(b"/").replace(b"\\", b"/")
            return part in listing
    return True  # a Default, or a prefix that is not looked at


def _attribute(element: bytes, name: bytes) -> bytes:
    """Return the quoted value behind ``name``, in an element without its ``<``."""
    value = element.partition(name)[2]
    return value[1:].partition(value[:1])[0] if value else b""


def _office_name(source: Source) -> bool:
    return source.extension[:4] in _OFFICE


def _main_part(listing: _Listing, why: str) -> Found | None:
    for part, name in _MAIN_PARTS:
        if part in listing:
            return name, f"its part {part.decode()}; {why}"
    return None


def _related(listing: _Listing, types: bytes) -> list[tuple[bytes, str]]:
    """Return the type of the part that the package calls its office document."""
    part = _target(listing)
    for override in types.split(b"<"):
        if part and b"/" + part in override.replace(b"'", b'"'):
            return [pair for pair in _MAIN if pair[0] in override]
    return []


def _target(listing: _Listing) -> bytes:
    """Return the part that the package's relationships call the office document."""
    for element in listing.read(b"_rels/.rels").replace(b"\0", b"").lower().split(b"<"):
        if b"/officedocument" in element.replace(b"/officedocument/", b""):
            return _attribute(element, b"target=").lstrip(b"/").replace(b"\\", b"/")
    return b""


def _rooted(part: bytes) -> str:
    """Return what the root element of a main part says."""
    for tag, name in _ROOTS:
        if b"<" + tag in part or b":" + tag + b" " in part:
            return name
    return ""


def _unnamed(listing: _Listing) -> Found | None:
    """Tell OpenDocument and EPUB files that lack their mimetype member."""
    if b"meta-inf/manifest.xml" in listing and b"content.xml" in listing:
        manifest = listing.read(b"meta-inf/manifest.xml", 1 << 16).lower()
        for value, name in _MIMETYPES[1:]:
            if b'"' + value in manifest:
                return name, "its META-INF/manifest.xml; it lacks a mimetype"
    if b"meta-inf/container.xml" in listing:
        container = listing.read(b"meta-inf/container.xml", 1 << 16).lower()
        if b"oebps-package" in container or listing.ends(b".opf"):
            return "epub", "its META-INF/container.xml; it lacks a mimetype"
    return None


def _marked(listing: _Listing) -> Found | None:
    for member, name in _MARKS:
        if member in listing:
            return name, f"its member {member.decode()}"
    for ending, name in _ENDINGS:
        if listing.ends(ending):
            return name, f"a member that ends in {ending.decode()}"
    if b"manifest.json" in listing and listing.source.extension == ".xpi":
        return "xpi", "its member manifest.json"
    return None


def _inflated(packed: bytes, limit: int) -> bytes:
    """Return up to ``limit`` bytes; of damaged data those before the damage."""
    import zlib

    inflate = zlib.decompressobj(-15)
    out = b""
    for at in range(0, len(packed), 4096):
        try:
            out += inflate.decompress(packed[at : at + 4096], limit - len(out))
        except zlib.error:
            break
        if inflate.eof or len(out) >= limit:
            break
    return out


def _directory(source: Source) -> _Listing | None:
    """Return the central directory, or None where there is none to be trusted."""
    tail = source.tail(_END)
    if not tail.startswith(b"PK\5\6"):
        tail = source.tail(_END + 0xFFFF)
    at = tail.rfind(b"PK\5\6")
    while at >= 0:
        listing = _ended(source, tail, at)
        if listing is not None:
            return listing
        at = tail.rfind(b"PK\5\6", 0, at)
        if at < len(tail) - 4096:
            break
    return None


def _ended(source: Source, tail: bytes, at: int) -> _Listing | None:
    if len(tail) - at < _END:
        return None
    end = source.size - len(tail) + at
    count, size, offset = u16(tail, at + 10), u32(tail, at + 12), u32(tail, at + 16)
    if count == 0xFFFF or 0xFFFFFFFF in (size, offset):
        locator = source.read_at(max(0, end - 20), 20)
        if locator.startswith(b"PK\6\7"):
            where = min(u64(locator, 8), source.size)
            wide = source.read_at(where, 56)
            if wide.startswith(b"PK\6\6"):
                count, size, offset = u64(wide, 32), u64(wide, 40), u64(wide, 48)
                end = where
    if not count:
        return _Listing(source, b"") if not size else None
    for start, shift in ((end - size, end - size - offset), (offset, 0)):
        if 0 <= start < source.size and source.read_at(start, 4) == b"PK\1\2":
            raw = _ends_of(source, start, min(size, source.size - start))
            ends = len(tail) - at == _END + u16(tail, at + 20)
            exact = ends and start + size == end
            return _Listing(source, raw, shift, at_end=exact)
    return None


def _ends_of(source: Source, start: int, size: int) -> bytes:
    """Return a directory, without the middle if it is long.

    [Content_Types].xml and mimetype stand first or last in what programs write.
    """
    raw = source.read_at(start, min(size, _DIRECTORY_BYTES))
    if size > len(raw) == _DIRECTORY_BYTES:
        last = max(start + len(raw), start + size - _DIRECTORY_END)
        end = source.read_at(last, start + size - last)
        raw += end[max(0, end.find(b"PK\1\2")) :]
    return raw


def _walked(source: Source) -> _Listing | None:
    """Make a directory from the local headers, as far as they can be followed."""
    at = max(0, source.head.find(b"PK\3\4"))
    records: list[bytes] = []
    budget = _WALKED_BYTES
    while at >= 0 and budget > 0 and len(records) < _WALKED_MEMBERS:
        header = source.read_at(at, 30)
        if len(header) < 30 or not header.startswith(b"PK\3\4"):
            break
        names, extras = u16(header, 26), u16(header, 28)
        name = source.read_at(at + 30, names)
        records.append(_record(header, name, at))
        packed = u32(header, 18)
        budget -= 30 + names
        after = at + 30 + names + extras
        if header[6] & 8 and not packed:
            at, used = _next_header(source, after, budget)
            budget -= used
        else:
            at = after + packed
    return _Listing(source, b"".join(records), cut=True) if records else None


def _record(header: bytes, name: bytes, at: int) -> bytes:
    """Return a directory record for a local header (APPNOTE 4.3.7, 4.3.12)."""
    return (
        b"PK\1\2\0\0" + header[4:26] + len(name).to_bytes(2, "little") + bytes(12)
        + min(at, 0xFFFFFFFE).to_bytes(4, "little") + name
    )  # fmt: skip


def _next_header(source: Source, start: int, budget: int) -> tuple[int, int]:
    """Return the next local header behind data of unknown length, and bytes read."""
    used = 0
    while used < budget:
        window = source.read_at(start + used, _WINDOW)
        found = window.find(b"PK\3\4")
        if found >= 0:
            return start + used + found, used + found
        if len(window) < _WINDOW:
            break
        used += _WINDOW - 3
    return -1, used

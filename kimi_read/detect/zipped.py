"""What a ZIP file is: an Office document, a book, a package, or an archive.

Sources: ECMA-376-2, 10.1.2 (content types) and 9.3
(relationships); OpenDocument 1.3 part 2, 3.3; EPUB 3.3, 4.2 (both: ``mimetype``).
"""

from __future__ import annotations

from kimi_read.detect.directory import directory, walked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.detect.directory import Listing
    from kimi_read.detect.fields import Found
    from kimi_read.source import Source

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
    listing = directory(source) or walked(source)
    if listing is None:
        return None
    return _by_content(listing) or ("zip", "the signature of a ZIP file")


def behind(source: Source) -> Found | None:
    """Return what a ZIP file is that stands behind foreign bytes (self-extracting)."""
    listing = directory(source)
    if listing is None or not listing.raw:
        return None
    if source.read_at(listing.place(0), 4) != b"PK\3\4" and not listing.at_end:
        return None
    name, reason = _by_content(listing) or ("zip", "its directory")
    return name, f"{reason}; the ZIP data begins behind other bytes"


def _by_content(listing: Listing) -> Found | None:
    mimetype = listing.read(b"mimetype", 256).strip()
    for value, name in _MIMETYPES:
        if mimetype.startswith(value):
            return name, f"its mimetype, {value.decode()}"
    return _opc(listing) or _unnamed(listing) or _marked(listing)


def _opc(listing: Listing) -> Found | None:
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


def _present(listing: Listing, types: bytes, value: bytes) -> bool:
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


def _main_part(listing: Listing, why: str) -> Found | None:
    for part, name in _MAIN_PARTS:
        if part in listing:
            return name, f"its part {part.decode()}; {why}"
    return None


def _related(listing: Listing, types: bytes) -> list[tuple[bytes, str]]:
    """Return the type of the part that the package calls its office document."""
    part = _target(listing)
    for override in types.split(b"<"):
        if part and b"/" + part in override.replace(b"'", b'"'):
            return [pair for pair in _MAIN if pair[0] in override]
    return []


def _target(listing: Listing) -> bytes:
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


def _unnamed(listing: Listing) -> Found | None:
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


def _marked(listing: Listing) -> Found | None:
    for member, name in _MARKS:
        if member in listing:
            return name, f"its member {member.decode()}"
    for ending, name in _ENDINGS:
        if listing.ends(ending):
            return name, f"a member that ends in {ending.decode()}"
    if b"manifest.json" in listing and listing.source.extension == ".xpi":
        return "xpi", "its member manifest.json"
    return None

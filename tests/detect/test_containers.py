"""ZIP and OLE files are told by what is in them, wherever it stands."""

from __future__ import annotations

import struct

import pytest
from verdicts import (
    NONE,
    SHEET,
    SLIDES,
    WORD,
    Memory,
    compound,
    content_types,
    docx,
    kind,
    streamed,
    verdict,
    zipped,
)  # fmt: skip

from kimi_read.detect import detect

MS = "application/vnd.ms-"
OOXML = "application/vnd.openxmlformats-officedocument."
MAIN = {
    WORD: "docx",
    f"{OOXML}wordprocessingml.template.main+xml": "dotx",
    f"{MS}word.document.macroEnabled.main+xml": "docm",
    f"{MS}word.template.macroEnabledTemplate.main+xml": "dotm",
    SHEET: "xlsx",
    f"{MS}excel.sheet.macroEnabled.main+xml": "xlsm",
    f"{MS}excel.sheet.binary.macroEnabled.main": "xlsb",
    f"{OOXML}spreadsheetml.template.main+xml": "xltx",
    SLIDES: "pptx",
    f"{MS}powerpoint.presentation.macroEnabled.main+xml": "pptm",
    f"{OOXML}presentationml.slideshow.main+xml": "ppsx",
    f"{OOXML}presentationml.template.main+xml": "potx",
}


@pytest.mark.parametrize(("value", "name"), MAIN.items(), ids=MAIN.values())
def test_the_content_type_of_the_main_part_decides(value, name):
    members = (("[Content_Types].xml", content_types(any__part=value)),
               ("any/part.xml", b"<x/>"))  # fmt: skip
    assert kind(zipped(*members)) == name


def test_the_order_of_the_members_does_not_matter():
    assert kind(zipped(*reversed(docx()))) == "docx"


def test_names_with_backslashes_a_leading_slash_or_other_case_are_the_same():
    parts = (("[CONTENT_TYPES].XML", content_types(word__document=WORD)),
             ("word\\document.xml", b"<w/>"))  # fmt: skip
    assert kind(zipped(*parts)) == "docx"
    slashed = tuple((f"/{name}", data) for name, data in docx())
    assert kind(zipped(*slashed)) == "docx"


def test_content_types_in_utf16_are_understood():
    types = content_types(word__document=WORD).decode().encode("utf-16")
    members = (("[Content_Types].xml", types), ("word/document.xml", b"<w/>"))
    assert kind(zipped(*members)) == "docx"


def test_folders_alone_make_no_document():
    assert kind(zipped(("word/readme.txt", b"x"), ("xl/notes.txt", b"y"))) == "zip"
    assert kind(zipped(("word/document.xml", b"<w/>"))) == "zip"


def test_the_name_fills_in_for_missing_content_types():
    data = zipped(("word/document.xml", b"<w/>"))
    assert kind(data, "a.docx") == "docx"


def test_an_embedded_workbook_does_not_make_a_document_a_workbook():
    types = content_types(word__document=WORD).replace(
        b"</Types>",
        b'<Default Extension="xlsx" ContentType="application/vnd.openxmlformats-'
        b'officedocument.spreadsheetml.sheet"/></Types>',
    )
    inner = zipped(("[Content_Types].xml", content_types(xl__workbook=SHEET)))
    data = zipped(
        ("[Content_Types].xml", types), ("word/document.xml", b"<w/>"),
        ("word/embeddings/a.xlsx", inner), ("xl/workbook.xml", b"<x/>"),
    )  # fmt: skip
    assert kind(data) == "docx"


def test_of_two_main_types_the_relationships_choose():
    types = content_types(xl__workbook=SHEET, word__document=WORD)
    rels = (
        b'<Relationships><Relationship Id="r" Type="http://schemas.openxmlformats.org/'
        b'officeDocument/2006/relationships/officeDocument" '
        b'Target="word/document.xml"/>'
        b"</Relationships>"
    )
    data = zipped(
        ("[Content_Types].xml", types), ("_rels/.rels", rels),
        ("word/document.xml", b"<w/>"), ("xl/workbook.xml", b"<x/>"),
    )  # fmt: skip
    assert kind(data) == "docx"


@pytest.mark.parametrize("cut", [0.5, 0.8, 0.95])
def test_a_truncated_document_is_still_one(cut):
    data = zipped(*docx(("word/media/a.bin", bytes(range(256)) * 20)), stored=True)
    assert kind(data[: int(len(data) * cut)]) == "docx"


def test_a_streamed_document_without_its_end_is_still_one():
    data = streamed(*reversed(docx()))
    assert kind(data[: data.rfind(b"PK\1\2") - 40]) == "docx"


def test_bytes_in_front_of_an_archive_do_not_hide_it():
    data = b"\x93junk\0\1" * 100 + zipped(*docx())
    assert kind(data) == "docx"


def test_a_mimetype_counts_wherever_it_stands():
    odt = ("mimetype", b"application/vnd.oasis.opendocument.text")
    rest = [("content.xml", b"<office:document-content/>"), ("styles.xml", b"<x/>")]
    assert kind(zipped(odt, *rest, stored=True)) == "odt"
    assert kind(zipped(*rest, odt)) == "odt"
    epub = ("mimetype", b"application/epub+zip\n")
    assert kind(zipped(("OEBPS/a.opf", b"<package/>"), epub)) == "epub"


@pytest.mark.parametrize(
    ("word", "name"),
    [("text", "odt"), ("spreadsheet", "ods"), ("presentation", "odp"),
     ("graphics", "odg"),
     ("text-template", "odt"), ("spreadsheet-template", "ods")],
)  # fmt: skip
def test_opendocument_without_a_mimetype_is_told_by_its_manifest(word, name):
    manifest = (
        '<manifest:file-entry manifest:full-path="/" manifest:media-type='
        f'"application/vnd.oasis.opendocument.{word}"/>'
    ).encode()
    members = (("content.xml", b"<x/>"), ("META-INF/manifest.xml", manifest))
    assert kind(zipped(*members)) == name


def test_an_epub_without_a_mimetype_is_told_by_its_container():
    members = (("META-INF/container.xml", b"<rootfile full-path='a.opf'/>"),
               ("a.opf", b"<package/>"))  # fmt: skip
    assert kind(zipped(*members)) == "epub"


PACKAGES = {
    "jar": [("META-INF/MANIFEST.MF", b"Manifest-Version: 1.0\n"), ("A.class", b"")],
    "apk": [
        ("META-INF/MANIFEST.MF", b""),
        ("AndroidManifest.xml", b""),
        ("c.dex", b""),
    ],
    "whl": [
        ("pkg/__init__.py", b""),
        ("pkg-1.0.dist-info/WHEEL", b"Wheel-Version: 1.0"),
    ],
    "ipa": [("Payload/App.app/Info.plist", b""), ("Payload/App.app/App", b"")],
    "xpi": [("install.rdf", b""), ("META-INF/manifest.mf", b"")],
    "xps": [("FixedDocSeq.fdseq", b"<x/>")],
    "iwork": [("Index/Document.iwa", b""), ("Data/a.png", b"")],
    "zip": [("a.txt", b"x"), ("b/c.txt", b"y")],
}


@pytest.mark.parametrize(("name", "members"), PACKAGES.items(), ids=PACKAGES)
def test_packages_are_told_by_a_member_of_their_own(name, members):
    assert kind(zipped(*members)) == name


def test_an_archive_takes_the_more_telling_name():
    plain = zipped(("a.txt", b"x"))
    assert kind(plain, "a.jar") == "jar"
    assert verdict(plain, "comic.cbz").warnings == ()


def test_a_hundred_thousand_members_cost_a_bounded_read():
    record = b"PK\1\2" + bytes(24) + struct.pack("<HHH", 9, 0, 0) + bytes(8)
    names = [b"d/%07d" % n for n in range(100_000)]
    entries = b"".join(record + bytes(4) + name for name in names)
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, len(entries), 0, 0)
    source = Memory(entries + end)
    assert detect(source).format.name == "zip"
    assert source.bytes_read < 1 << 20
    assert source.calls < 50


def test_a_bomb_is_not_inflated():
    types = content_types(word__document=WORD) + b" " * (64 << 20)
    source = Memory(zipped(("[Content_Types].xml", types), ("word/document.xml", b"x")))
    assert detect(source).format.name == "docx"
    assert source.bytes_read < 1 << 20


def test_a_walk_by_local_headers_is_bounded():
    header = b"PK\3\4" + bytes(22) + struct.pack("<HH", 1, 0) + b"a"
    source = Memory(header * 200_000)
    assert detect(source).format.name == "zip"
    assert source.calls < 10_000


STREAM, STORAGE = 2, 1
KINDS = {
    "doc": "WordDocument",
    "xls": "Workbook",
    "ppt": "PowerPoint Document",
    "msg": "__properties_version1.0",
    "encrypted-ooxml": "EncryptedPackage",
    "visio": "VisioDocument",
}


@pytest.mark.parametrize(("name", "entry"), KINDS.items(), ids=KINDS)
def test_ole_files_are_told_by_an_entry_under_the_root(name, entry):
    assert kind(compound((entry, STREAM, NONE, NONE, NONE))) == name
    assert kind(compound((entry.upper(), STREAM, NONE, NONE, NONE))) == name


def test_old_workbooks_call_their_stream_book():
    assert kind(compound(("Book", STREAM, NONE, NONE, NONE))) == "xls"


def test_an_object_embedded_deeper_does_not_decide():
    data = compound(
        ("MBD0001", STORAGE, NONE, 3, 2),
        ("WordDocument", STREAM, NONE, NONE, NONE),
        ("Workbook", STREAM, NONE, NONE, NONE),
    )
    assert kind(data) == "xls"


def test_the_class_of_the_root_decides_between_two_streams():
    excel = bytes.fromhex("2008020000000000c000000000000046")
    entries = (("WordDocument", STREAM, NONE, 2, NONE),
               ("Workbook", STREAM, NONE, NONE, NONE))  # fmt: skip
    assert kind(compound(*entries)) == "doc"
    assert kind(compound(*entries, root_class=excel)) == "xls"


def test_a_directory_whose_entries_lead_to_themselves_ends():
    data = compound(("Workbook", STREAM, 1, 1, 1), ("x", STREAM, 0, 0, 0))
    assert kind(data) == "xls"


def test_a_chain_of_sectors_that_goes_round_ends():
    data = bytearray(compound(("Workbook", STREAM, NONE, NONE, NONE)))
    struct.pack_into("<I", data, 512 + 4, 1)
    source = Memory(bytes(data))
    assert detect(source).format.name == "xls"
    assert source.calls < 20


def test_an_unknown_ole_file_is_named_as_such():
    assert kind(compound(("Contents", STREAM, NONE, NONE, NONE))) == "ole"


def test_an_ole_file_whose_directory_is_cut_off_goes_by_its_name():
    data = compound(("WordDocument", STREAM, NONE, NONE, NONE))[:900]
    assert kind(data) == "ole"
    assert kind(data, "letter.doc") == "doc"

"""An extension specialises text, or is reported, or refuses."""

from __future__ import annotations

import pytest
from samples import CASES, PNG, TS, box, ftyp, index
from verdicts import compound, docx, kind, verdict, zipped

from kimi_read.catalog import FORMATS
from kimi_read.detect import names
from kimi_read.errors import Mismatch

TEXTS = [(ext, f.name) for f in FORMATS if f.kind == "text" for ext in f.extensions]


@pytest.mark.parametrize(("extension", "name"), TEXTS, ids=[e for e, _ in TEXTS])
def test_every_extension_of_text_specialises_it(extension, name):
    assert kind(b"some text, no more\n", f"file{extension.upper()}") == name


def test_an_unknown_extension_leaves_text_text():
    for name in ("a.kt", "Makefile", ".bashrc", "notes.2024", "a.", "a b"):
        assert kind(b"one\n", name) == "text"
        assert verdict(b"one\n", name).warnings == ()


REFUSING = [
    (ext, f.name)
    for f in FORMATS
    if f.kind in ("image", "video", "audio", "archive")
    or f.name in ("docx", "xls", "pdf")
    for ext in f.extensions
    if ext not in names._SHARED | {".ts", ".mts"}
]


@pytest.mark.parametrize(("extension", "name"), REFUSING, ids=[e for e, _ in REFUSING])
def test_text_under_the_name_of_a_binary_kind_is_a_mismatch(extension, name):
    with pytest.raises(Mismatch, match=r"its name says .* but it is text") as caught:
        verdict(b"#EXTM3U\nfile:///etc/passwd\n", f"a{extension}")
    assert "--from text" in caught.value.hint
    with pytest.raises(Mismatch, match="but it is empty"):
        verdict(b"", f"a{extension}")


def test_a_web_page_named_as_a_picture_is_a_mismatch():
    with pytest.raises(Mismatch, match=r"PNG image \(\.png\), but it is HTML"):
        verdict(b"<!DOCTYPE html><p>404", "photo.png")


def test_unknown_bytes_under_the_name_of_a_readable_kind_are_a_mismatch():
    noise = bytes(range(1, 256)) * 3
    assert kind(noise, "a.png") == "mismatch"
    assert kind(noise, "a.docx") == "mismatch"
    assert kind(noise, "a.xyz") == "binary"
    assert kind(noise) == "binary"


@pytest.mark.parametrize("extension", sorted(names._SHARED))
def test_extensions_shared_with_text_take_text_without_a_word(extension):
    found = verdict(b'msgid "one"\nmsgstr "eins"\n', f"a{extension}")
    assert (found.format.name, found.warnings) == ("text", ())


def test_a_wrong_extension_is_reported_and_the_bytes_decide():
    found = verdict(PNG, "photo.jpg")
    assert found.format.name == "png"
    (warning,) = found.warnings
    assert warning.code == "extension-mismatch"
    assert not warning.shown
    assert "JPEG image (.jpg)" in warning.message
    assert "PNG image" in warning.message


def test_binary_under_the_name_of_a_text_is_what_it_is():
    assert kind(zipped(*docx()), "a.txt") == "docx"
    assert kind(zipped(*docx()), "a.csv") == "docx"
    assert [w.code for w in verdict(PNG, "a.md").warnings] == ["extension-mismatch"]


@pytest.mark.parametrize("name", CASES)
def test_the_right_extension_is_never_reported(name):
    form = next((f for f in FORMATS if f.name == name), None)
    for extension in form.extensions if form else ():
        for data in CASES[name]:
            assert verdict(data, f"a{extension}").warnings == ()


@pytest.mark.parametrize(
    ("data", "extension"),
    [
        (ftyp(b"isom") + index(b"soun"), ".mp4"),
        (ftyp(b"M4V "), ".mp4"),
        (TS, ".mpg"),
        (zipped(("META-INF/MANIFEST.MF", b"")), ".zip"),
        (compound(("WordDocument", 2, 2**32 - 1, 2**32 - 1, 2**32 - 1)), ".dot"),
        (PNG, ".apng"),
        (zipped(("a", b"x")), ".unknown"),
    ],
    ids=["sound.mp4", "m4v.mp4", "ts.mpg", "jar.zip", "dot", "apng", "unknown"],
)
def test_kin_of_the_same_container_are_not_reported(data, extension):
    assert verdict(data, f"a{extension}").warnings == ()


def test_a_brand_that_says_little_takes_the_more_telling_name():
    assert kind(ftyp(b"isom") + box(b"free"), "a.m4a") == "m4a"
    assert kind(ftyp(b"mp42"), "a.m4v") == "m4v"
    assert kind(ftyp(b"qt  "), "a.m4a") == "mov"
    assert kind(index(b"vide"), "a.mp4") == "mp4"
    assert kind(index(b"vide"), "a.mov") == "mov"


def test_text_under_the_name_of_a_written_document_is_text_and_reported():
    for extension in (".rtf", ".eml", ".mbox", ".fods"):
        found = verdict(b"just text\n", f"a{extension}")
        assert found.format.name == "text"
        assert [w.code for w in found.warnings] == ["extension-mismatch"]


def test_one_header_line_is_enough_for_a_file_named_as_mail():
    assert kind(b"Subject: hello\n\nHi\n", "a.eml") == "eml"
    assert kind(b"Subject: hello\n\nHi\n", "a.txt") == "text"
    page = b"MIME-Version: 1.0\nContent-Type: multipart/related; a=b\n\n"
    assert kind(page, "a.mht") == "mhtml"


def test_mail_saved_under_the_name_of_text_stays_text():
    mail = b"Received: from a\nMessage-ID: <1@a>\nFrom: a@b\nTo: c@d\n\nHi\n"
    assert kind(mail, "mail.txt") == "text"
    assert kind(mail, "mail.log") == "text"


def test_rich_text_is_itself_under_any_name():
    data = b"{\\rtf1\\ansi Hello}"
    assert kind(data, "a.rtf") == "rtf"
    assert kind(data, "a.doc") == "rtf"
    assert kind(data, "a.txt") == "rtf"
    assert [w.code for w in verdict(data, "a.doc").warnings] == ["extension-mismatch"]


def test_xml_takes_the_kind_of_its_root():
    book = b'<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>'
    assert kind(book, "a.xml") == "xml-spreadsheet"
    assert verdict(book, "a.xml").warnings == ()
    assert kind(b'<svg xmlns="http://www.w3.org/2000/svg"/>', "a.xml") == "svg"
    assert kind(b"<a/>", "a.xml") == "xml"


def test_a_declared_kind_of_text_is_not_second_guessed():
    assert kind(b"<p>Hello</p>\n", "a.md") == "markdown"
    assert kind(b'{"a": 1}', "a.py") == "python"
    assert kind(b'{"a": 1}', "a.txt") == "json"

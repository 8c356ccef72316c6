"""XML of strangers: no document type in any disguise, and a bounded depth."""

import io
from xml.etree.ElementTree import Element, SubElement, fromstring

import pytest

from kimi_read.errors import Malformed
from kimi_read.guard import xml
from kimi_read.guard.xml import checked, expat, refuse_doctype, too_deep

LAUGHS = '<!DOCTYPE a [<!ENTITY b "b"><!ENTITY c "&b;&b;">]>'
DECLARED = '<?xml version="1.0" encoding="{}"?>'

DISGUISES = {
    "plain": (LAUGHS + "<a/>").encode(),
    "after a declaration": ('<?xml version="1.0"?>\n' + LAUGHS + "<a/>").encode(),
    "after a mark": ("\ufeff" + LAUGHS + "<a/>").encode(),
    "after a comment": ("<!-- a --><?pi x?> " + LAUGHS + "<a/>").encode(),
    "after a comment that seems to end at once": (
        "<!--> <a/> -->" + LAUGHS + "<a/>"
    ).encode(),
    "after a comment of dashes": ("<!---->" + LAUGHS + "<a/>").encode(),
    "in UTF-16 with a mark": ("\ufeff" + LAUGHS + "<a/>").encode("utf-16-le"),
    "in UTF-16 big endian with a mark": ("\ufeff" + LAUGHS + "<a/>").encode(
        "utf-16-be"
    ),
    "in UTF-16 without a mark": (DECLARED.format("UTF-16") + LAUGHS + "<a/>").encode(
        "utf-16-le"
    ),
    "in UTF-16 big endian without a mark": (LAUGHS + "<a/>").encode("utf-16-be"),
    "in EBCDIC": DECLARED.format("cp037").encode() + (LAUGHS + "<a/>").encode("cp037"),
    "in another EBCDIC": DECLARED.format("cp500").encode()
    + (LAUGHS + "<a/>").encode("cp500"),
    "in UTF-7": DECLARED.format("utf-7").encode()
    + LAUGHS.replace("<", "+ADw-").encode(),
    "after 70,000 blanks": b'<?xml version="1.0"?>'
    + b" " * 70_000
    + (LAUGHS + "<a/>").encode(),
    "after a long comment": b"<!--"
    + b"x" * 70_000
    + b"-->"
    + (LAUGHS + "<a/>").encode(),
    "after many comments": b"<!-- x -->" * 7000 + (LAUGHS + "<a/>").encode(),
    "in lower case": b"<!doctype a><a/>",
    "cut by the end of the look": b" " * 65_535 + b"<!DOCTYPE a><a/>",
}


@pytest.mark.parametrize("disguise", DISGUISES)
def test_a_document_type_is_refused_in_every_disguise(disguise):
    with pytest.raises(Malformed):
        checked(io.BytesIO(DISGUISES[disguise]), "word/document.xml")


@pytest.mark.parametrize("disguise", DISGUISES)
def test_expat_refuses_it_as_well_or_calls_it_broken(disguise):
    from xml.parsers.expat import ExpatError

    with pytest.raises((Malformed, ExpatError, ValueError)):
        expat("part").Parse(DISGUISES[disguise], True)


class Dripping(io.BytesIO):
    """A stream that gives one byte at a time, as an inflater may."""

    def read(self, size=-1):
        return super().read(1 if size > 0 else size)


def test_a_stream_in_small_pieces_hides_nothing():
    with pytest.raises(Malformed):
        checked(Dripping(DISGUISES["after a declaration"]), "part")


@pytest.mark.parametrize(
    "encoding", ["utf-8", "UTF-16", "us-ascii", "iso-8859-1", "windows-1252", "koi8-r"]
)
def test_ordinary_encodings_pass(encoding):
    text = DECLARED.format(encoding) + "<!-- a --><a>text</a>"
    stream = checked(io.BytesIO(text.encode(encoding)), "part")
    assert fromstring(stream.read()).text == "text"


@pytest.mark.parametrize("size", [1, 5, 100_000, -1])
def test_the_bytes_come_through_unchanged(size):
    data = b"<a>" + b"x" * 200_000 + b"</a>"
    stream = checked(io.BytesIO(data), "part")
    got = stream.read(size)
    while piece := stream.read(size if size > 1 else 7777):
        got += piece
    assert got == data


def test_a_mention_of_a_document_type_is_no_declaration():
    refuse_doctype(b"<a><![CDATA[<!DOCTYPE x>]]></a>", "part")


def test_the_part_is_named():
    with pytest.raises(
        Malformed, match=r"^word/document\.xml declares a document type"
    ):
        checked(io.BytesIO(DISGUISES["plain"]), "word/document.xml")


def test_depth_is_measured_without_recursion():
    root = inner = Element("a")
    for _ in range(100_000):
        inner = SubElement(inner, "a")
    assert too_deep(root)
    assert too_deep(root, 100_000)
    assert not too_deep(root, 100_001)
    while len(inner := root):  # taken apart from the top: freeing it recurses too
        (root,) = inner


def test_codecs_can_be_loaded_beforehand():
    import codecs

    xml.prepare()
    assert all(codecs.lookup(name) for name in xml._CODECS)

"""--from NAME: a format, an extension, or a kind."""

from __future__ import annotations

import pytest
from samples import CASES, PNG
from verdicts import Memory, docx, zipped

from kimi_read import registry
from kimi_read.catalog import BY_NAME
from kimi_read.detect import detect, forced
from kimi_read.errors import Mismatch, Usage
from kimi_read.format import Format, Signature

PDF = b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\n"


@pytest.mark.parametrize("name", BY_NAME)
def test_every_format_can_be_asked_for_whatever_the_bytes(name):
    assert forced(Memory(b"anything", "a.bin"), name).format.name == name


def test_an_extension_stands_for_its_format():
    for asked, name in (("jpg", "jpeg"), (".md", "markdown"), ("YML", "yaml")):
        assert forced(Memory(b"x"), asked).format.name == name


def test_a_format_that_is_seldom_met_can_be_asked_for():
    assert forced(Memory(b"x"), "numpy").format.name == "numpy"


def test_of_a_kind_the_bytes_choose_the_format():
    assert forced(Memory(PNG, "a.txt"), "image").format.name == "png"
    assert forced(Memory(PDF, "a.png"), "document").format.name == "pdf"
    assert forced(Memory(CASES["mp3"][0]), "audio").format.name == "mp3"
    assert forced(Memory(CASES["mp3"][0]), "video").format.name == "mp3"


def test_an_office_document_can_be_listed_as_the_archive_it_is():
    assert forced(Memory(zipped(*docx()), "a.docx"), "archive").format.name == "zip"


def test_text_is_text_whatever_the_name():
    assert forced(Memory(b"#EXTM3U\n", "clip.mp4"), "text").format.name == "text"
    assert forced(Memory(PNG, "a.png"), "text").format.name == "text"


def test_bytes_of_another_kind_are_a_mismatch():
    with pytest.raises(Mismatch, match="PDF"):
        forced(Memory(PDF, "a.png"), "image")
    with pytest.raises(Mismatch):
        forced(Memory(b"text\n", "a.png"), "image")


def test_an_unknown_name_lists_near_ones():
    with pytest.raises(Usage, match="'docxx'") as caught:
        forced(Memory(b"x"), "docxx")
    assert "docx" in caught.value.suggestions
    assert "docx" in caught.value.hint
    with pytest.raises(Usage) as caught:
        forced(Memory(b"x"), "qqqqqqqq")
    assert "--list-formats" in caught.value.hint


GUEST = Format(
    "wobble", "document", "application/x-wobble", "Wobble file", (".wob",), "wobble",
    signatures=(Signature(b"WOB\0", at=4, within=8),),
)  # fmt: skip


def test_a_guest_is_asked_when_nothing_built_in_answers(monkeypatch):
    monkeypatch.setattr(registry, "guests", lambda: iter((GUEST,)))
    assert detect(Memory(b"\1\2\3\4\5\6WOB\0\xff", "a.wob")).format is GUEST
    assert detect(Memory(b"\1\2\3\4\5\6\7", "a.wob")).format.name == "binary"


def test_a_guest_never_changes_what_is_built_in(monkeypatch):
    monkeypatch.setattr(registry, "guests", lambda: 1 / 0)
    assert detect(Memory(PNG)).format.name == "png"
    assert detect(Memory(b"text\n")).format.name == "text"

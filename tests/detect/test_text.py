"""Text or not, in any encoding, and which text."""

# ruff: noqa: RUF001 - the letters of other scripts are the point

from __future__ import annotations

import pytest
from samples import SNIFFED
from verdicts import Memory, kind, verdict

from kimi_read.guard.wide import wide_encoding

RUSSIAN = "Все счастливые семьи похожи друг на друга, каждая несчастна по-своему.\n"
CHINESE = "学而时习之，不亦说乎？有朋自远方来，不亦乐乎？\n"
JAPANESE = "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。\n"
KOREAN = "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.\n"
GREEK = "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια.\n"
FRENCH = "Dès Noël, où un zéphyr haï me vêt de glaçons würmiens, je dîne.\n"
TEXTS = (RUSSIAN, CHINESE, JAPANESE, KOREAN, GREEK, FRENCH)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32", "utf-8-sig"])
@pytest.mark.parametrize("text", TEXTS)
def test_unicode_with_or_without_a_mark_is_text(text, encoding):
    assert kind(text.encode(encoding)) == "text"


@pytest.mark.parametrize(
    "encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"]
)
@pytest.mark.parametrize("text", TEXTS)
def test_unicode_without_a_mark_is_told_by_zeros_or_by_sense(text, encoding):
    assert kind((text * 3).encode(encoding)) == "text"


@pytest.mark.parametrize(
    "encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"]
)
def test_the_encoding_without_a_mark_is_named(encoding):
    assert wide_encoding("one line\n".encode(encoding)) == encoding
    assert wide_encoding((CHINESE * 9).encode(encoding)) == encoding


def test_bytes_that_are_no_text_have_no_wide_encoding():
    assert wide_encoding(bytes(64)) == ""
    assert wide_encoding(bytes(range(256)) * 8) == ""
    assert wide_encoding(b"") == ""


@pytest.mark.parametrize(
    ("text", "encoding"),
    [(FRENCH, "cp1252"), (FRENCH, "mac-roman"), (FRENCH, "cp850"), (RUSSIAN, "koi8-r"),
     (RUSSIAN, "cp1251"), (RUSSIAN, "cp866"), (JAPANESE, "shift-jis"),
     (JAPANESE, "euc-jp"), (JAPANESE, "iso2022_jp"), (CHINESE, "gb18030"),
     (CHINESE.replace("说", "").replace("时习", "").replace("来", "").replace("乐", "")
      .replace("远", "").replace("学", ""), "big5"),
     (KOREAN, "euc-kr"), (KOREAN, "iso2022_kr"), (GREEK, "iso8859-7")],
)  # fmt: skip
def test_old_encodings_are_text(text, encoding):
    assert kind(text.encode(encoding)) == "text"


def test_a_character_cut_by_the_end_of_the_sample_is_no_fault():
    for shift in range(4):
        data = b"x" * shift + "漢字".encode() * 4000
        assert verdict(data).reason == "UTF-8 text"


def test_a_few_zero_bytes_leave_text_text():
    data = b"name\0value\nname two\0value two\nand a long line without any\n" * 3
    assert kind(data) == "text"
    assert kind(b"ab\0\1\2\3\4\0" * 40) == "binary"


def test_a_hole_of_zeros_is_borne_where_the_name_says_text():
    data = b"10:00 started\n" + bytes(3000) + b"10:05 started again\n"
    assert kind(data, "server.log") == "text"
    assert kind(data) == "binary"
    assert kind(b"10:00 started\n" * 700 + bytes(9000), "server.log") == "text"


def test_control_characters_of_terminals_are_text():
    assert kind(b"\x1b[31mred\x1b[0m \x07bell\x08\n" * 5) == "text"
    assert kind(b"\x0c\npage two\n\x0b\x1c\x1d", "list.txt") == "text"


def test_a_text_head_with_a_binary_tail_is_binary():
    head = b"#!/bin/sh\nexit 0\n" * 700
    assert kind(head + bytes(range(256)) * 64) == "binary"
    assert kind(head + b"the end\n" * 2000) == "shell"


def test_the_tail_of_wide_text_is_no_binary():
    for encoding in ("utf-16", "utf-16-le", "utf-32-be"):
        assert kind(("line of text\n" * 3000).encode(encoding)) == "text"
        assert kind(("x" + CHINESE * 900).encode(encoding)) == "text"


def test_zeros_alone_are_binary():
    assert kind(bytes(100)) == "binary"
    assert kind(bytes(100_000), "a.txt") == "binary"


def test_nothing_is_text():
    assert kind(b"") == "text"
    assert verdict(b"").reason == "it is empty"
    assert kind(b"", "a.csv") == "csv"
    assert kind(b"\n") == "text"


def test_a_large_text_costs_its_tail_only():
    source = Memory(b"one line of many\n" * 1_000_000, "a.txt")
    from kimi_read.detect import detect

    assert detect(source).format.name == "text"
    assert source.bytes_read <= 4096


@pytest.mark.parametrize(
    ("name", "data"),
    [(name, data) for name, datas in SNIFFED.items() for data in datas],
    ids=[f"{name}-{n}" for name, datas in SNIFFED.items() for n in range(len(datas))],
)
def test_text_without_an_extension_is_asked_what_it_is(name, data):
    assert kind(data) == name


PLAIN = {
    "INI": b"[section]\nkey = value\n",
    "footnotes": b"[1] First note.\n[2] Second note, see [1]\n",
    "braces": b"{not json}\n",
    "template": b"{{ name }}\n{% if x %}{% endif %}\n",
    "memo": b"From: the boss\nTo: everyone\nSubject: lunch\nDate: today\n\nEat.\n",
    "HTTP": b"HTTP/1.1 200 OK\nContent-Type: text/html\nDate: x\nServer: y\n\n<html>",
    "package": b"Metadata-Version: 2.1\nName: x\nVersion: 1\nSummary: y\n",
    "debian": b"Package: x\nVersion: 1\nMaintainer: y\nDescription: z\n",
    "From in prose": b"From here on, all is text.\nSubject: matter\n",
    "less than": b"< 5 items\n> 6 items\n",
    "arrow": b"<- back\n",
    "JSON broken off": b'{"a": [1, 2\n',
    "two JSON values": b'{"a": 1} {"b": 2}',
    "YAML": b"---\na: 1\nb:\n  - c\n",
}


@pytest.mark.parametrize("data", PLAIN.values(), ids=PLAIN)
def test_other_text_stays_plain(data):
    assert kind(data) == "text"


def test_deep_json_is_only_looked_at_from_its_ends():
    assert kind(b"[" * 500_000 + b"]" * 500_000) == "json"

"""Names in ZIP files whose writers declared no encoding."""

from __future__ import annotations

import io
import zipfile

import pytest
from harness import kread

from kimi_read.formats.archive.zipnames import guess, prepare

#: A name and the code page that it was written in.
KNOWN = [
    ("\u30c6\u30b9\u30c8\u6587\u66f8.txt", "cp932"),
    ("\u30c6\u30b9\u30c8.txt", "cp932"),
    ("\u753b\u50cf\u30c7\u30fc\u30bf.png", "cp932"), ("\u6771\u4eac.txt", "cp932"),
    ("\u65b0\u3057\u3044\u30d5\u30a9\u30eb\u30c0/a.txt", "cp932"),
    ("\u4e2d\u6587\u6587\u6863\u8d44\u6599.txt", "gbk"), ("\u7b80\u5386.doc", "gbk"),
    ("\u7e41\u9ad4\u4e2d\u6587\u8aaa\u660e.txt", "big5"),
    ("\ud55c\uad6d\uc5b4 \ubb38\uc11c \ud30c\uc77c.txt", "euc_kr"),
    ("\u041f\u0440\u0438\u0432\u0435\u0442 \u043c\u0438\u0440.txt", "cp866"),
    ("\u041f\u0440\u0438\u0432\u0435\u0442 \u043c\u0438\u0440.txt", "cp1251"),
    ("\u0414\u041e\u041c.txt", "cp866"),
    ("Gr\u00fc\u00dfe aus K\u00f6ln.txt", "cp437"), ("ch\u00e2teau.txt", "cp437"),
    ("\u00e9t\u00e9 \u00e0 la plage.txt", "cp437"), ("El Ni\u00f1o.txt", "cp437"),
    ("100\u00b0.txt", "cp437"), ("a\u00bd.txt", "cp437"),
    ("Gr\u00fc\u00dfe aus K\u00f6ln.txt", "cp1252"), ("ch\u00e2teau.txt", "cp1252"),
    ("\u00e7\u00e3o.txt", "cp1252"), ("r\u00e9sum\u00e9\u2014final.txt", "cp1252"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "page"), KNOWN)
def test_the_code_page_is_told_by_what_reads_well(name, page):
    prepare(b"what stands in front of an archive")
    raw = name.encode(page)
    assert raw.decode(guess([raw])) == name


def test_what_reads_well_in_no_page_is_left_to_the_format():
    prepare(b"what stands in front of an archive")
    assert guess([bytes(range(0xB0, 0xE0))]) == "cp437"
    assert guess([]) == "cp437"


def zipped(*names: bytes) -> bytes:
    """Return a ZIP file of members with these names, and no flag of UTF-8."""
    store = io.BytesIO()
    with zipfile.ZipFile(store, "w") as made:
        for number, name in enumerate(names):
            made.writestr(f"{number:0{len(name)}d}", b"member %d\n" % number)
    data = store.getvalue()
    for number, name in enumerate(names):
        data = data.replace(b"%0*d" % (len(name), number), name)
    return data


def test_a_listing_and_a_member_go_by_the_same_names(make):
    names = ["\u753b\u50cf\u30c7\u30fc\u30bf.txt", "\u30c6\u30b9\u30c8.txt"]
    path = make("x.zip", zipped(*(name.encode("cp932") for name in names)))
    run = kread(path)
    assert all(name in run.text for name in names)
    assert "read as cp932; --encoding names another one" in run.err
    assert kread(f"{path}::{names[1]}").out == b"     1\tmember 1\n"


def test_names_that_are_utf8_stay_so_beside_others(make):
    path = make(
        "x.zip", zipped("gr\u00fcn.txt".encode(), "bl\u00e5.txt".encode("cp1252"))
    )
    text = kread(path).text
    assert "gr\u00fcn.txt" in text
    assert "bl\u00e5.txt" in text


def test_the_encoding_that_a_user_names_is_taken(make):
    path = make("x.zip", zipped("\u4e2d\u6587.txt".encode("gbk")))
    run = kread(path, "--encoding", "gbk")
    assert "\u4e2d\u6587.txt" in run.text
    assert run.err == ""
    assert "\u4e2d\u6587.txt" not in kread(path, "--encoding", "cp1252").text


def test_a_file_that_came_through_a_pipe_is_a_file(make):
    store = io.BytesIO()
    with zipfile.ZipFile(store, "w") as made:
        info = zipfile.ZipInfo("-")
        info.create_system, info.external_attr = 3, 0o010600 << 16
        made.writestr(info, "from a pipe\n")
    path = make("x.zip", store.getvalue())
    assert "1 file" in kread(path).text
    assert kread(f"{path}::-").out == b"     1\tfrom a pipe\n"

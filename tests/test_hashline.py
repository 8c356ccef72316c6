"""Tags and anchors: an editor elsewhere computes the same."""

from __future__ import annotations

import os

import pytest
from harness import kread
from hypothesis import given
from hypothesis import strategies as st

from kimi_read import hashline

LINES = {
    "": "zyb",
    "hello": "avr",
    "hello world": "vnd",
    "hello  \tworld": "vnd",
    "const value = 1;": "gzo",
    "alpha": "kop",
    "beta": "fln",
    "gamma": "gra",
    "}": "inw",
    "\u00a0": "sux",
    "\u3000": "xcc",
    "naïve café": "psh",
    "日本語 テキスト": "qij",
    "    return x + 1": "tbl",
    "x" * 61440: "tij",
}
FILES = {
    b"hello": ("LPJNul-w", "avr"),
    b"hello\n": ("WJG1tSLV", "avr zyb"),
    b"": ("47DEQpj8", "zyb"),
    b"\n": ("AbpHGcgL", "zyb zyb"),
    b"alpha\nbeta\ngamma\n": ("T9vEQep7", "kop fln gra zyb"),
    b"alpha\r\nbeta\r\ngamma\r\n": ("yNumiUUk", "kop fln gra zyb"),
    b"\xef\xbb\xbffirst\r\nsecond\r\n": ("fQAREASz", "aht mgz zyb"),
}


@pytest.mark.parametrize(("line", "anchor"), LINES.items())
def test_an_anchor_is_three_letters_of_the_line(line, anchor):
    assert hashline.anchor(line.encode()) == anchor


@pytest.mark.parametrize(("data", "known"), FILES.items())
def test_a_file_has_its_tag_and_its_lines(data, known, make):
    path = make("f.txt", data)
    run = kread(path.name, "--hashline", cwd=path.parent)
    head, *rows = run.text.splitlines()
    tag, anchors = known
    assert head == f"@file f.txt#{tag}"
    assert [row.partition("#")[2][:3] for row in rows] == anchors.split()
    assert [int(row.partition("#")[0]) for row in rows] == [*range(1, len(rows) + 1)]


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])), st.integers(0, 9))
def test_added_blanks_change_no_anchor(text, at):
    line = text.replace("\n", "").replace("\r", "")
    spaced = f"{line[:at]} \t{line[at:]}  "
    assert hashline.anchor(spaced.encode()) == hashline.anchor(line.encode())


def test_more_lines_are_announced_on_stdout(make):
    path = make("f.txt", "a\nb\nc\nd\n")
    run = kread(path, "--hashline", "--limit", "2", "--offset", "1")
    assert run.text.endswith(
        "\n3#" + run.text.splitlines()[2][2:] + "\n\n"
        "[2 more lines in file. Use offset=3 to continue.]\n"
    )  # fmt: skip


def test_a_cut_line_has_the_anchor_of_the_full_one(make):
    path = make("f.txt", "x" * 61440)
    row = kread(path, "--hashline").text.splitlines()[1]
    assert row.startswith("1#tij|xxx")
    assert row.endswith("… [+59440 chars; --columns 2001:]")


def test_what_is_not_utf8_is_refused(make):
    run = kread(make("f.txt", b"caf\xe9 au lait\n"), "--hashline")
    assert (run.status, run.out) == (65, b"")
    assert "UTF-8" in run.err


def test_over_8_mib_is_refused_and_8_mib_is_not(make):
    big = make("big.txt", b"a\n" * (4 << 20))
    assert kread(big, "--hashline", "--limit", "1").status == 0
    assert kread(make("b.txt", b"a\n" * (4 << 20) + b"a"), "--hashline").status == 65


def test_an_archive_has_no_anchors(make):
    run = kread(make("a.gz", b"\x1f\x8b\x08" + bytes(40)), "--hashline")
    assert run.status in (65, 69)
    assert run.out == b""


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_read_only_file_is_numbered_as_usual(make):
    path = make("f.txt", "a\n")
    path.chmod(0o444)
    run = kread(path, "--hashline")
    assert run.text == "     1\ta\n"
    assert "not writable" in run.err

"""From a path to an open file: what is refused, with which words and status."""

from __future__ import annotations

import os
import socket
import sys

import pytest
from harness import kread

from kimi_read import errors
from kimi_read.opening import absolute_path, begin_stream, finish_stream, open_path
from kimi_read.suggest import near_names

linux = pytest.mark.skipif(sys.platform != "linux", reason="these files are Linux's")


def refused(path, error: type[errors.KreadError]) -> errors.KreadError:
    """Return the error that opening ``path`` raises, which must be of that type."""
    with pytest.raises(error) as caught:
        os.close(open_path(os.fspath(path)).descriptor)
    return caught.value


def test_a_file_is_opened_once_with_its_head_and_size(make):
    source = open_path(str(make("a.txt", "hello\n" * 3000)))
    try:
        assert (source.size, source.name) == (18_000, "a.txt")
        assert source.head == (b"hello\n" * 3000)[:8192]
        assert not os.get_inheritable(source.descriptor)
    finally:
        os.close(source.descriptor)


def test_a_link_is_followed_and_names_the_link(make, tmp_path):
    make("a.txt", "x")
    (tmp_path / "link.txt").symlink_to("a.txt")
    source = open_path(str(tmp_path / "link.txt"))
    os.close(source.descriptor)
    assert source.name == "link.txt"


def test_what_is_no_regular_file_is_named_and_never_opened(tmp_path):
    """A FIFO without a writer would hang whoever opens it."""
    os.mkfifo(tmp_path / "fifo")
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(tmp_path / "socket"))
        assert refused(tmp_path / "socket", errors.NotRegular).reason.startswith(
            "a socket"
        )
    fifo = refused(tmp_path / "fifo", errors.NotRegular)
    assert fifo.reason.startswith("a named pipe")
    assert fifo.hint == "kread - < PATH reads what comes out of it"
    folder = refused(tmp_path, errors.NotRegular)
    assert (folder.reason, folder.hint) == (
        "a directory, not a regular file", "name a file in it"
    )  # fmt: skip


@linux
@pytest.mark.parametrize(
    "path", ["/dev/zero", "/dev/full", "/dev/urandom", "/dev/null"]
)
def test_devices_are_refused(path):
    assert "character device" in refused(path, errors.NotRegular).reason


@linux
def test_a_file_without_a_size_is_read_all_the_same():
    source = open_path("/proc/version")
    try:
        assert source.bytes().startswith(b"Linux")
        assert source.size == len(source.bytes())
    finally:
        os.close(source.descriptor)


@linux
def test_a_file_without_a_size_and_an_end_is_bounded():
    assert kread("/proc/self/pagemap").status == 65


def test_a_missing_file_has_near_names(make, tmp_path):
    make("report.txt", "x")
    error = refused(tmp_path / "reprot.txt", errors.NotFound)
    assert error.reason == "file not found"
    assert error.suggestions == (str(tmp_path / "report.txt"),)
    assert "did you mean" in error.hint


def test_a_link_that_leads_nowhere_or_round_says_so(tmp_path):
    (tmp_path / "gone").symlink_to("nothing")
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    assert "leads nowhere" in refused(tmp_path / "gone", errors.NotFound).reason
    assert "circle" in refused(tmp_path / "a", errors.NotFound).reason


def test_a_name_that_no_file_system_takes_is_not_found(tmp_path):
    assert "too long" in refused(tmp_path / ("y" * 300), errors.NotFound).reason


def test_a_path_below_a_file_is_not_found(make):
    assert refused(make("a.txt", "x") / "b.txt", errors.NotFound).exit_status == 66


@pytest.mark.parametrize(
    ("path", "words"),
    [("", "empty"), ("a\0b", "NUL"), ("x/" * 2500, "more than 4096")],
)
def test_paths_that_make_no_sense_are_usage_errors(path, words):
    with pytest.raises(errors.Usage, match=words):
        absolute_path(path)


def test_a_relative_path_is_joined_or_refused_as_strict_asks(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert absolute_path("a/../b.txt") == f"{tmp_path}/a/../b.txt"
    with pytest.raises(errors.Usage, match="not absolute"):
        absolute_path("b.txt", strict=True)


def test_a_tilde_is_left_to_the_shell():
    assert "expanded by a shell" in refused("~/nothing.txt", errors.NotFound).hint


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read all")
def test_an_unreadable_file_says_so(make):
    path = make("a.txt", "x")
    path.chmod(0)
    assert refused(path, errors.Permission).exit_status == 77


def piped(data: bytes) -> int:
    """Return the end of a pipe that gives ``data`` and then ends."""
    ours, theirs = os.pipe()
    if os.fork() == 0:
        os.close(ours)
        try:
            os.write(theirs, data)
        finally:
            os._exit(0)
    os.close(theirs)
    return ours


def test_a_stream_is_spooled_behind_its_beginning():
    data = bytes(range(256)) * 1000
    pipe = piped(data)
    first = begin_stream(pipe, name="x.bin")
    try:
        assert first.size == 65_536
        whole = finish_stream(first, pipe, most=1 << 20)
        assert (whole.bytes(), whole.name) == (data, "x.bin")
    finally:
        os.close(first.descriptor)
        os.close(pipe)
        os.wait()


def test_a_stream_over_its_limit_is_refused():
    pipe = piped(bytes(300_000))
    first = begin_stream(pipe, name="-")
    try:
        with pytest.raises(errors.TooLarge, match="100000 bytes"):
            finish_stream(first, pipe, most=100_000)
    finally:
        os.close(first.descriptor)
        os.close(pipe)
        os.wait()


def test_a_huge_sparse_file_costs_nothing(tmp_path):
    for name in ("a.txt", "a.pdf", "a.zip"):
        path = tmp_path / name
        path.write_bytes(
            {"pdf": b"%PDF-1.7\n", "zip": b"PK\3\4"}.get(name[2:], b"hi\n")
        )
        os.truncate(path, 100 << 30)
        run = kread(path)
        assert run.status == 65
        assert "over the" in run.err


def test_near_names_prefer_the_same_letters(tmp_path):
    for name in ("r\u00e9sum\u00e9.txt", "notes.txt", "Report  final.TXT"):
        (tmp_path / name).write_text("x")
    near = near_names(str(tmp_path / "re\u0301sume\u0301.txt"))
    assert near == (str(tmp_path / "r\u00e9sum\u00e9.txt"),)
    assert near_names(str(tmp_path / "report final.txt")) == (
        str(tmp_path / "Report  final.TXT"),
    )
    assert near_names(str(tmp_path / "nowhere" / "x")) == ()

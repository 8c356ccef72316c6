"""Standard input is told by its whole where its beginning does not tell."""

from __future__ import annotations

from harness import kread
from verdicts import NONE, compound, zipped

NOISE = bytes(range(1, 256)) * 400


def test_an_archive_behind_foreign_bytes_is_read_from_a_pipe():
    data = NOISE + zipped(("inside.txt", b"x"))
    assert "inside.txt" in kread("-", stdin=data).text
    assert "inside.txt" in kread("-", "--name", "a.zip", stdin=data).text


def test_an_ole_file_whose_directory_comes_late_is_told_from_a_pipe():
    short = compound(("VisioDocument", 2, NONE, NONE, NONE))
    table = bytearray(short[512:1024])
    late = 200  # the directory lies behind this many free sectors
    table[4:8] = b"\xff\xff\xff\xff"
    head = bytearray(short[:512])
    head[48:52] = (late).to_bytes(4, "little")
    data = bytes(head + table) + bytes(512) * (late - 1) + short[1024:]
    assert "application/vnd.visio" in kread("-", "--identify", stdin=data).text


def test_unknown_bytes_from_a_pipe_are_refused_in_the_end():
    run = kread("-", stdin=NOISE)
    assert run.status == 69
    assert "unknown binary data" in run.err
    assert kread("-", "--name", "a.png", stdin=NOISE).status == 65


def test_text_from_a_pipe_under_a_wrong_name_is_refused_at_once():
    run = kread("-", "--name", "clip.mp4", stdin=b"#EXTM3U\n" * 20_000)
    assert run.status == 65
    assert "--from text" in run.err

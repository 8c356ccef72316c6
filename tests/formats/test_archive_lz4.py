"""LZ4 streams of both kinds, and the frames that every reader skips."""

from __future__ import annotations

import struct

import lz4.block
import lz4.frame
import pytest
from harness import kread

SKIPPED = b"\x5f*M\x18\4\0\0\0wxyz"
LINES = b"a line of text\n" * 700_000  # more than one block of 8 MiB


def legacy(data, cut=0):
    """Return ``data`` as ``lz4 -l`` writes it."""
    out = b"\x02\x21\x4c\x18"
    for at in range(0, len(data), 8 << 20):
        block = lz4.block.compress(data[at : at + (8 << 20)], store_size=False)
        out += struct.pack("<I", len(block)) + block
    return out[: len(out) - cut]


@pytest.mark.parametrize(
    "data",
    [
        SKIPPED + lz4.frame.compress(b"one\ntwo\n"),
        SKIPPED + SKIPPED + lz4.frame.compress(b"one\n") + SKIPPED
        + lz4.frame.compress(b"two\n"),
        legacy(b"one\n") + lz4.frame.compress(b"two\n"),
        legacy(b"one\n") + legacy(b"two\n"),
    ],
)  # fmt: skip
def test_frames_that_follow_each_other_are_one(make, data):
    run = kread(f"{make('x.lz4', data)}::x")
    assert run.out == b"     1\tone\n     2\ttwo\n"
    assert run.status == 0


def test_the_older_kind_is_read_block_by_block(make):
    path = make("x.lz4", legacy(LINES))
    run = kread(f"{path}::x", "--tail", "1")
    assert run.out == b"700000\ta line of text\n"
    assert str(len(LINES)) in kread(path, "--verify").text


def test_a_cut_block_of_the_older_kind_is_told(make):
    run = kread(make("x.lz4", legacy(LINES, cut=9)), "--verify")
    assert "its last block is cut off" in run.err


def test_a_block_that_claims_too_much_is_damage(make):
    path = make("x.lz4", b"\x02\x21\x4c\x18" + b"\xff\xff\xff\x7f" + bytes(64))
    run = kread(path)
    assert run.status == 65
    assert "a block of 2147483647 bytes" in run.err

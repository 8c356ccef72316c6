"""Positioned reads that a hostile file asks for."""

import os

import pytest

from kimi_read.opening import open_path
from kimi_read.source import in_memory

CONTENT = b"0123456789" * 1000


@pytest.fixture(params=["file", "memory"])
def source(request, make):
    if request.param == "memory":
        yield in_memory(CONTENT, "a")
        return
    source = open_path(str(make("a", CONTENT)))
    yield source
    os.close(source.descriptor)


@pytest.mark.parametrize(
    "position", [-1, -(2**70), 10_000, 2**62, 2**63, 2**64, 10**30]
)
def test_there_is_nothing_outside_a_file(source, position):
    assert source.read_at(position, 10) == b""


@pytest.mark.parametrize("count", [20_000, 2**40, 2**64, 10**30])
def test_no_more_is_read_than_there_is(source, count):
    assert source.read_at(9_995, count) == b"56789"


@pytest.mark.parametrize("count", [0, -1, -(2**64)])
def test_no_count_is_nothing(source, count):
    assert source.read_at(0, count) == b""


def test_a_whole_file_is_one_read(source):
    assert source.bytes() == CONTENT
    assert source.tail(3) == b"789"

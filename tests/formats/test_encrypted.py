"""Encrypted Office files: read with a password, or said to need one."""

from __future__ import annotations

import pytest
from harness import FIXTURES

from kimi_read.blocks import Heading
from kimi_read.errors import Encrypted, Malformed
from kimi_read.formats import encrypted
from kimi_read.guard.ole import Container
from kimi_read.request import Request
from kimi_read.source import in_memory

FOLDER = FIXTURES / "encrypted" / "good"


def headings(name: str, password: str = "") -> list[str]:
    data = (FOLDER / name).read_bytes()
    blocks = encrypted.read(in_memory(data, name), Request(password=password))
    return [block.text for block in blocks if isinstance(block, Heading)]


def test_the_right_password_opens_it():
    """Agile encryption, decrypted in memory and read by the reader of its kind."""
    assert headings("password.xlsx", "Test001!!")[0] == "Sheet1"


@pytest.mark.parametrize("password", ["", "wrong"])
def test_without_the_right_password_it_is_said(password):
    """With the way to give one."""
    with pytest.raises(Encrypted) as caught:
        headings("password.xlsx", password)
    assert "--password-file FILE or KREAD_PASSWORD" in caught.value.hint


def test_the_password_that_excel_knows_needs_no_asking():
    """Files that are only protected against changes."""
    assert headings("known-password.xlsb") == ["Tabelle1"]


def test_a_container_with_a_cycle_ends():
    """Its chains are bounded by the size of the file."""
    data = (FIXTURES / "xls/hostile/cyclic-fat.xls").read_bytes()
    source = in_memory(data, "x")
    with pytest.raises(Malformed):
        next(encrypted.read(source, Request()))
    container = Container(source)
    streams = [n for n, entry in container.entries.items() if entry.is_stream]
    assert streams
    assert all(len(container.read(name)) <= 2 * len(data) for name in streams)

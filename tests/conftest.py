"""Shared fixtures."""

from __future__ import annotations

import pytest


@pytest.fixture
def make(tmp_path):
    """Return a function that writes a file and gives its path."""

    def write(name: str, content: bytes | str):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write

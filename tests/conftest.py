"""Shared fixtures, and an environment in which nobody has set anything."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")

#: What a person may have set, and what would change answers.
for name in ("KREAD_CONFIG", "KREAD_IMAGES", "KREAD_PAGER", "KREAD_THEME", "PAGER",
             "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLORFGBG",
             "COLUMNS", "LINES"):  # fmt: skip
    os.environ.pop(name, None)
os.environ["XDG_CONFIG_HOME"] = os.path.join(
    os.path.dirname(__file__), "no-such-folder"
)


@pytest.fixture
def make(tmp_path):
    """Return a function that writes a file and gives its path."""

    def write(name: str, content: bytes | str):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write

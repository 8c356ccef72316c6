"""What tests of formats share."""

from __future__ import annotations

import pytest
from pdf_maker import pdf
from reading import read


@pytest.fixture
def shown(make):
    """Return a function that reads pages of content and gives lines without marks."""

    def run(*pages: str, **asked) -> list[str]:
        answer = read(make("a.pdf", pdf(*pages)), "pdf", **asked)
        return [n for n in answer.lines if n and not n.startswith("<!--")]

    return run

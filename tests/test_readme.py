"""The README tells what the program does today."""

from __future__ import annotations

import pytest
from harness import KREAD, ROOT
from readme import README, commands, renewed

from kimi_read import errors
from kimi_read.options import OPTIONS

TEXT = README.read_text()


def test_every_console_block_prints_what_it_shows():
    assert renewed(TEXT).splitlines() == TEXT.splitlines()
    assert len(commands(TEXT)) > 5


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_option_is_in_the_readme(option):
    assert f"`--{option.name}" in TEXT


@pytest.mark.parametrize("error", errors.KreadError.__subclasses__(),
                         ids=lambda error: error.__name__)  # fmt: skip
def test_every_error_code_and_status_is_in_the_readme(error):
    assert f"| {error.exit_status} |" in TEXT
    assert f"`{error.code}`" in TEXT


def test_no_document_names_a_path_of_a_machine():
    for path in [README, *(ROOT / ".github").glob("*.md")]:
        assert str(ROOT) not in path.read_text()
    assert KREAD

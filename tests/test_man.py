"""The manual page: in step with the options, sound, and found after an install."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib

import pytest
from harness import KREAD, ROOT, kread
from manual import FILES, PAGE, main
from writers.terminal import typed

from kimi_read.config import SETTINGS
from kimi_read.errors import KreadError
from kimi_read.help import EXAMPLES
from kimi_read.man import text
from kimi_read.options import OPTIONS


def needs(program):
    return pytest.mark.skipif(not shutil.which(program), reason=f"no {program}")


def rendered(*words):
    env = {**os.environ, "MANWIDTH": "78", "LANG": "C.UTF-8"}
    run = subprocess.run(words, capture_output=True, check=True, text=True, env=env)
    return re.sub(".\x08", "", run.stdout), run.stderr


def test_the_page_in_the_repository_is_what_the_options_say():
    assert PAGE.read_text() == text()
    assert main([]) == 0


def test_the_command_prints_it_into_a_pipe():
    assert kread("--man").text == text()


def test_it_is_ascii_and_short_of_long_lines():
    assert text().isascii()
    assert max(map(len, text().splitlines())) <= 80
    assert "\n\n" not in text()


@needs("mandoc")
def test_mandoc_finds_no_fault_in_it():
    run = subprocess.run(["mandoc", "-T", "lint", PAGE], capture_output=True,
                         text=True, check=False)  # fmt: skip
    other = re.compile("makewhatis|manual not found|mandoc.db")  # of this machine
    said = (run.stdout + run.stderr).splitlines()
    assert [line for line in said if not other.search(line)] == []


@needs("groff")
def test_groff_warns_of_nothing():
    _, faults = rendered("groff", "-ww", "-mdoc", "-Tutf8", str(PAGE))
    assert faults == ""


@needs("man")
def test_every_option_variable_setting_status_and_example_is_told():
    shown, _ = rendered("man", "-l", str(PAGE))
    flat = " ".join(shown.replace("\u2010\n", "").split())
    for option in OPTIONS:
        assert f"--{option.name}" in flat
        assert all(choice in flat for choice in option.choices)
    for command, _ in EXAMPLES:
        assert command in flat
    for kind in KreadError.__subclasses__():
        assert kind.code in flat
    for name in SETTINGS:
        assert name in flat
    for variables in SETTINGS.values():
        assert all(v in flat for v in variables if v != "CLICOLOR_FORCE")


def test_the_wheel_carries_it_and_completion_where_they_are_looked_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    shared = project["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    assert shared == {"kimi_read/share": "share"}
    share = ROOT / "kimi_read" / "share"
    assert {path for path in share.rglob("*") if path.is_file()} == set(FILES)


@needs("man")
def test_on_a_terminal_it_is_shown_and_not_its_source():
    shown = typed([sys.executable, KREAD, "--man"], environment={"MANPAGER": "cat"})
    assert b".Sh NAME" not in shown
    assert b"DESCRIPTION" in re.sub(rb"\x1b\[[\d;]*m|.\x08", b"", shown)


def test_without_man_the_source_is_printed(tmp_path):
    shown = typed([sys.executable, KREAD, "--man"], environment={"PATH": str(tmp_path)})
    assert b".Sh NAME" in shown

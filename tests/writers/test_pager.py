"""The pager: when it comes, what it gets, and how it is left."""

from __future__ import annotations

import os
import re
import shutil
import sys

import pexpect
import pytest
from harness import FIXTURES, KREAD, kread
from writers.terminal import typed

TABLES = FIXTURES / "docx" / "good" / "tables.docx"
MARKED = "sed s/^/paged:/"

needs_less = pytest.mark.skipif(not shutil.which("less"), reason="no less")


@pytest.fixture
def lines(make):
    """Return what makes a text of so many lines."""
    return lambda count: make("t.txt", "".join(f"line {n}\n" for n in range(count)))


def shown(path, *words, size=(80, 24), environment=None):
    env = {"KREAD_PAGER": MARKED, "COLORFGBG": "15;0", **(environment or {})}
    command = [sys.executable, KREAD, str(path), "-q", *words]
    return typed(command, size=size, environment=env).decode()


@pytest.fixture
def less(tmp_path):
    """Return what starts kread with the real less on a terminal."""
    started = []

    def start(*words, **more):
        env = {"PATH": os.environ["PATH"], "TERM": "xterm", "COLORFGBG": "15;0",
               "LANG": "C.UTF-8", "HOME": str(tmp_path), **more}  # fmt: skip
        child = pexpect.spawn(
            sys.executable, [KREAD, *map(str, words)], env=env, dimensions=(24, 80),
            timeout=20, encoding="utf-8",
        )  # fmt: skip
        started.append(child)
        return child

    yield start
    for child in started:
        child.close(force=True)


@pytest.mark.parametrize(("count", "paged"), [(5, False), (21, False), (30, True)])
def test_a_pager_comes_where_there_is_more_than_the_screen(lines, count, paged):
    text = shown(lines(count))
    assert ("paged:" in text) is paged
    assert f"line {count - 1}" in text


def test_lines_are_counted_as_the_screen_shows_them(make):
    path = make("long.txt", ("x" * 790 + "\n") * 4)
    assert "paged:" in shown(path)
    assert "paged:" in shown(path, "-p")
    assert "paged:" not in shown(path, size=(1000, 24))


def test_a_table_that_is_drawn_higher_than_it_is_long_is_paged():
    assert "paged:" not in shown(TABLES, "--limit", "12")
    assert "paged:" in shown(TABLES, "--limit", "38", size=(20, 40))


def test_the_name_of_one_of_several_files_is_in_the_pager_with_it(lines, make):
    text = shown(lines(30), str(make("u.txt", "line\n" * 30)))
    heads = [line for line in text.splitlines() if "==>" in line]
    assert len(heads) == 2
    assert all("paged:" in head for head in heads)


@pytest.mark.parametrize(
    ("words", "environment", "paged"),
    [
        (["--paging", "never"], {}, False), (["--paging", "always"], {}, True),
        ([], {"TERM": "dumb"}, False), ([], {"KREAD_PAGER": ""}, False),
        ([], {"KREAD_PAGER": "", "PAGER": MARKED}, True),
        ([], {"KREAD_PAGER": "/no/such/pager"}, False),
        ([], {"PAGER": "/no/such/pager"}, True),
    ],
)  # fmt: skip
def test_who_pages_can_be_chosen(lines, words, environment, paged):
    path = lines(5 if "always" in words else 60)
    if environment == {"KREAD_PAGER": ""}:
        environment = {"KREAD_PAGER": "", "PAGER": "cat"}
    text = shown(path, *words, environment=environment)
    assert ("paged:" in text) is paged
    assert "line 4" in text


def test_a_pipe_is_never_paged(lines):
    run = kread(lines(100), "--paging", "always", env={"KREAD_PAGER": MARKED})
    assert "paged:" not in run.text


@needs_less
def test_less_shows_colours_and_is_left_with_success(less):
    child = less(FIXTURES.parent / "tests" / "test_cli.py")
    child.expect(re.compile(r"\x1b\[[\d;]+mimport"))
    child.send("q")
    child.expect(pexpect.EOF)
    child.wait()
    assert (child.exitstatus, child.signalstatus) == (0, None)


@needs_less
def test_a_pager_left_in_the_middle_is_no_failure(less, make):
    path = make("big.txt", "some words of a line\n" * 300_000)
    child = less(path, "--limit", "0")
    child.expect(":")
    child.send("q")
    child.expect(pexpect.EOF)
    child.wait()
    assert (child.exitstatus, child.signalstatus) == (0, None)
    assert "Traceback" not in child.before


@needs_less
def test_an_interrupt_leaves_less_to_its_reader(less, lines):
    child = less(lines(500))
    child.expect(":")
    child.sendintr()
    child.send("G")
    child.expect("line 499")
    child.send("q")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 0


@needs_less
def test_the_window_may_change_while_less_shows(less, lines):
    child = less(lines(500))
    child.expect(":")
    child.setwinsize(12, 40)
    child.send("G")
    child.expect("line 499")
    child.send("q")
    child.expect(pexpect.EOF)


@needs_less
def test_what_is_left_out_is_said_after_less(less, lines):
    child = less(lines(5000))
    child.expect(":")
    child.send("G")
    child.expect("line 999")
    child.send("q")
    child.expect("lines 1-1000 of 5000; continue with --offset 1000")


@pytest.mark.parametrize("command", ["'", '"less', " ", "a\\"])
def test_a_pager_that_is_no_command_is_done_without(lines, capfd, command):
    text = shown(lines(30), environment={"KREAD_PAGER": command})
    assert "line 29" in text
    said = capfd.readouterr().err
    assert said.startswith(f"kread: the pager '{command}' cannot be started: ")
    assert said.count("\n") == 1

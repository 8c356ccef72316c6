"""Completion, tried in the shells themselves."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pexpect
import pytest
from harness import FIXTURES, KREAD, kread

from kimi_read.catalog import FORMATS
from kimi_read.completion import candidates, script
from kimi_read.completion.install import SHELLS, install, shell_of
from kimi_read.completion.words import refused
from kimi_read.errors import Usage
from kimi_read.options import OPTIONS

BOOK = FIXTURES / "xlsx" / "good" / "hidden.xlsx"
ZIP = FIXTURES / "archive" / "good" / "office.zip"
NESTED = FIXTURES / "archive" / "good" / "nested.zip"
START = {
    "bash": ["--norc", "--noprofile", "-i"], "zsh": ["-f", "-i"],
    "fish": ["--no-config", "-i"],
}  # fmt: skip
SET_UP = {
    "bash": "PS1='READY> '; bind 'set enable-bracketed-paste off'; "
            'eval "$(kread --show-completion bash)"',
    "zsh": "PROMPT='READY> '; unset zle_bracketed_paste; setopt no_beep; "
           "autoload -Uz compinit; compinit -u -D; "
           'eval "$(kread --show-completion zsh)"',
    "fish": "function fish_prompt; echo 'READY> '; end; "
            "set fish_autosuggestion_enabled 0; kread --show-completion fish | source",
}  # fmt: skip

each_shell = pytest.mark.parametrize(
    "shell",
    [
        pytest.param(
            shell, marks=pytest.mark.skipif(not shutil.which(shell), reason="not here")
        )
        for shell in SHELLS
    ],
)


@pytest.fixture
def folder(tmp_path):
    """A folder with files of several kinds, and ``kread`` in the path."""
    bin_ = tmp_path / "bin"
    bin_.mkdir()
    (bin_ / "kread").write_text(f'#!/bin/sh\nexec "{sys.executable}" "{KREAD}" "$@"\n')
    (bin_ / "kread").chmod(0o755)
    here = tmp_path / "here"
    here.mkdir()
    for name in ("report.pdf", "report.exe", "only.dll", "with blank.docx", "Makefile"):
        (here / name).touch()
    (here / "sub.exe").mkdir()
    shutil.copy(BOOK, here / "book.xlsx")
    shutil.copy(ZIP, here / "office.zip")
    shutil.copy(NESTED, here / "nested.zip")
    return here


class Shell:
    """A shell at its prompt."""

    def __init__(self, shell, folder, set_up=None, home=None):
        self.shell = shell
        env = {
            "PATH": f"{folder.parent / 'bin'}:{os.environ['PATH']}", "TERM": "xterm",
            "HOME": str(home or folder.parent), "LANG": "C.UTF-8",
            "XDG_CONFIG_HOME": str((home or folder.parent) / ".config"),
        }  # fmt: skip
        words = START[shell] if home is None else ["-i"]
        self.child = pexpect.spawn(shutil.which(shell), words, env=env, timeout=20,
                                   cwd=str(folder), encoding="utf-8",
                                   dimensions=(50, 200))  # fmt: skip
        self.child.sendline(SET_UP[shell] if set_up is None else set_up)
        self.child.sendline("echo be''gun")
        self.child.expect("begun")

    def completed(self, line):
        """Return the words that ``line`` becomes by one TAB."""
        self.child.send(line + "\t")  # what follows waits until that is done
        self.child.send("\x01" + "printf '<%s>' \x05 '<en''d>'\r")
        self.child.expect("<<end>>")
        printed = re.findall(r"<([^<>\r\n]*)>", self.child.before)
        return printed[printed.index("kread") :] if "kread" in printed else printed

    def close(self):
        self.child.close(force=True)


@pytest.fixture
def at(folder):
    shells = []

    def start(shell, **more):
        shells.append(Shell(shell, folder, **more))
        return shells[-1]

    yield start
    for shell in shells:
        shell.close()


@each_shell
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("kread --ident", ["kread", "--identify"]),
        ("kread --format mark", ["kread", "--format", "markdown"]),
        ("kread -f hash", ["kread", "-f", "hashline"]),
        ("kread --theme ansi_l", ["kread", "--theme", "ansi_light"]),
        ("kread --from docx", ["kread", "--from", "docx"]),
        ("kread rep", ["kread", "report.pdf"]),
        ("kread onl", ["kread", "only.dll"]),
        ("kread wit", ["kread", "with blank.docx"]),
        ("kread Mak", ["kread", "Makefile"]),
        ("kread --json book", ["kread", "--json", "book.xlsx"]),
        ("kread book.xlsx --sheet No", ["kread", "book.xlsx", "--sheet", "Notes"]),
        ("kread office.zip::st", ["kread", "office.zip::straße.txt"]),
        ("kread office.zip::docs/rep", ["kread", "office.zip::docs/report.txt"]),
        ("kread nested.zip::box/inner.zip::i",
         ["kread", "nested.zip::box/inner.zip::inner.txt"]),
        ("kread --output Mak", ["kread", "--output", "Makefile"]),
        ("kread --media su", ["kread", "--media", "sub.exe"]),
    ],
    ids=lambda value: value[6:] if isinstance(value, str) else "",
)  # fmt: skip
def test_a_tab_completes(at, shell, line, words):
    assert [word.rstrip("/") for word in at(shell).completed(line)] == words


@pytest.mark.skipif(not shutil.which("bash"), reason="not here")
def test_a_value_behind_an_equals_sign_is_completed_in_bash(at):
    assert at("bash").completed("kread --format=mark") == ["kread", "--format=markdown"]


@each_shell
def test_a_folder_is_offered_whatever_its_name(at, shell):
    assert at(shell).completed("kread sub")[1].rstrip("/") == "sub.exe"


@each_shell
def test_every_option_is_in_the_script(shell):
    text = script(shell)
    for option in OPTIONS:
        assert f"--{option.name}" in text or f"-l {option.name} " in text
        assert all(choice in text for choice in option.choices)
    run = subprocess.run([shell, "-n"], input=text, text=True, capture_output=True,
                         check=False)  # fmt: skip
    assert (run.returncode, run.stderr) == (0, "")


def test_the_command_prints_the_scripts():
    for shell in SHELLS:
        assert kread("--show-completion", shell).text == script(shell)
    assert kread("--show-completion", "tcsh").status == 2


def test_what_is_refused_and_what_is_read_are_apart():
    for form in FORMATS:
        if form.reader:
            assert not {ending[1:] for ending in form.extensions} & set(refused())
    assert {"exe", "so", "pyc"} <= set(refused())


# names inside a file


def test_members_go_as_far_as_the_next_slash():
    assert f"{ZIP}::docs/\n" in candidates("members", [f"{ZIP}::"])
    assert candidates("members", [f"{ZIP}::docs/un"]) == f"{ZIP}::docs/units.csv\n"
    assert candidates("members", [f"{ZIP}::nothing"]) == ""


def test_sheets_are_those_of_the_workbook():
    assert candidates("sheets", [str(BOOK)]) == "Shown\nNotes\nKeys\n"
    assert candidates("sheets", [str(ZIP)]) == ""


@pytest.mark.parametrize("word", ["", "none.zip::", "::", "-x", "/dev/zero::a",
                                  str(FIXTURES)])  # fmt: skip
def test_what_cannot_be_read_offers_nothing_and_says_nothing(word):
    run = kread("--", word, env={"KREAD_COMPLETE": "members"})
    assert (run.status, run.out, run.err) == (0, b"", "")


def test_a_name_that_could_harm_is_offered_as_it_is_shown(tmp_path):
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as file:
        for name in ("good", "bad\x1b[31m", "two\nlines", "turn\u202ed"):
            file.writestr(name, "")
    names = candidates("members", [f"{path}::"])
    assert names.startswith(f"{path}::good\n")
    assert "\x1b" not in names
    assert "\u202e" not in names
    assert names.count("\n") == names.count("::")


HOSTILE = [
    "$(touch harm)", "`touch harm`", ";touch harm;", "x';touch harm;'",
    'x";touch harm;"', "x&touch harm", "|touch harm", "sp ace", "a\\b", "~root", "*",
    "{a,b}", "!x", "#h", "a:b", "x=y", "-rf", "$HOME", "\\`touch harm`", "(a)",
]  # fmt: skip


def archive(path, *names):
    with zipfile.ZipFile(path, "w") as file:
        for name in names:
            file.writestr(name, "")


@each_shell
def test_a_name_in_an_archive_is_never_a_command(at, folder, shell):
    """What is completed is the name and no more, and nothing of it is run."""
    started = at(shell)
    for number, name in enumerate(HOSTILE):
        archive(folder / f"a{number}.zip", name)
        words = started.completed(f"kread a{number}.zip::")
        assert words == ["kread", f"a{number}.zip::{name}"]
    assert not (folder / "harm").exists()


@each_shell
def test_the_name_of_a_sheet_is_never_a_command(at, folder, shell):
    started = at(shell)
    for number, name in enumerate(["$(touch harm)", "`touch harm`", ";touch harm"]):
        path = folder / f"b{number}.xlsx"
        with zipfile.ZipFile(BOOK) as old, zipfile.ZipFile(path, "w") as new:
            for info in old.infolist():
                data = old.read(info)
                if info.filename == "xl/workbook.xml":
                    data = data.replace(b'name="Notes"', f'name="{name}"'.encode())
                new.writestr(info, data)
        words = started.completed(f"kread b{number}.xlsx --sheet \\{name[0]}")
        assert words[-2:] == ["--sheet", name]
    assert not (folder / "harm").exists()


@pytest.mark.skipif(not shutil.which("bash"), reason="not here")
@pytest.mark.parametrize("quote", ["'", '"'])
def test_behind_a_quote_bash_offers_what_can_stand_there(folder, quote):
    archive(folder / "a.zip", *HOSTILE)
    code = """eval "$(kread --show-completion bash)"; COMP_CWORD=1 COMP_LINE="kread $1"
        COMP_POINT=${#COMP_LINE} COMP_WORDS=(kread "$1"); _kread kread
        printf '%s\n' "${COMPREPLY[@]}" """
    run = subprocess.run(
        ["bash", "-c", code, "bash", f"{quote}a.zip::"], cwd=folder, text=True,
        check=True, capture_output=True,
        env={**os.environ, "PATH": f"{folder.parent / 'bin'}:{os.environ['PATH']}"},
    )  # fmt: skip
    names = [name for name in HOSTILE if not set(name) & set("'\"`$!\\")]
    assert run.stdout.splitlines() == [f"a.zip::{name}" for name in names]


# setting it up


@each_shell
def test_after_an_installation_the_next_shell_completes(at, shell, folder, tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    others = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "ZDOTDIR", "BASH_COMPLETION_USER_DIR")
    env = dict.fromkeys(others, "") | {"HOME": str(home), "SHELL": f"/bin/{shell}"}
    run = kread("--install-completion", env=env)
    assert run.status == 0
    assert f"the next {shell}" in run.text
    if shell == "bash":  # the package that looks there may be missing here
        files = list(home.rglob("completions/kread"))
        set_up = f"PS1='READY> '; source {files[0]}"
    else:
        set_up = ""
    started = at(shell, home=home, set_up=set_up)
    assert started.completed("kread --ident") == ["kread", "--identify"]
    assert started.completed("kread rep")[-1].startswith("report")


def test_a_second_installation_changes_nothing(tmp_path):
    for shell in SHELLS:
        install(shell, {"HOME": str(tmp_path)})
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    for shell in SHELLS:
        install(shell, {"HOME": str(tmp_path)})
    after = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert before == after


def test_a_line_is_added_behind_what_is_there(tmp_path):
    (tmp_path / ".zshrc").write_bytes(b"alias x=y\xff")
    install("zsh", {"HOME": str(tmp_path)})
    assert (tmp_path / ".zshrc").read_bytes().startswith(b"alias x=y\xff\nfpath")


def test_a_shell_that_is_not_known_is_one_clear_line():
    with pytest.raises(Usage):
        shell_of({"SHELL": "/bin/tcsh"}, 0)
    assert shell_of({"SHELL": "/usr/bin/fish"}, 0) == "fish"
    run = kread("--install-completion", env={"SHELL": "/bin/tcsh"})
    assert run.status == 2
    assert "--show-completion" in run.err
    assert Path(KREAD).exists()

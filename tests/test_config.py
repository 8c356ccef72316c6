"""The config file: what it may set, what goes before it, what it never changes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest
from harness import FIXTURES, KREAD, kread
from writers.terminal import typed

from kimi_read import config
from kimi_read.options import BY_NAME
from kimi_read.settings import config_home, config_path

MODULE = FIXTURES / "text" / "good" / "module.py"
PICTURE = FIXTURES / "image" / "good" / "picture.bmp"
LINES = "".join(f"line {n}\n" for n in range(1, 51))


@pytest.fixture
def setting(tmp_path):
    """Return what writes a config file and gives the environment that finds it."""

    def write(text):
        folder = tmp_path / "config" / "kread"
        folder.mkdir(parents=True, exist_ok=True)
        data = text if isinstance(text, bytes) else text.encode()
        (folder / "config.toml").write_bytes(data)
        return {"XDG_CONFIG_HOME": str(tmp_path / "config")}

    return write


@pytest.fixture
def fifty(make):
    return make("fifty.txt", LINES)


def on_screen(path, *words, environment=None):
    command = [sys.executable, KREAD, str(path), *words]
    env = {"LANG": "C.UTF-8", "COLORFGBG": "15;0", **environment}
    return typed(command, environment=env).decode()


def test_a_limit_is_for_the_eye(fifty, setting):
    env = setting("limit = 3\npaging = 'never'\n")
    shown = on_screen(fifty, environment=env)
    assert "line 3" in shown
    assert "line 4\r" not in shown
    assert kread(fifty, "-p", env=env).text == LINES


@pytest.mark.parametrize("words", [["--limit", "5"], ["--lines", "1:5"], ["-l5"]])
def test_an_option_goes_before_the_file(fifty, setting, words):
    env = setting("limit = 3\npaging = 'never'\ncolor = 'never'\n")
    words = ["--limit", "5"] if words == ["-l5"] else words
    shown = on_screen(fifty, *words, "-q", environment=env)
    assert shown.count("line ") == 5
    assert "\x1b" not in shown
    assert "\x1b[" in on_screen(fifty, "--color", "always", environment=env)


@pytest.mark.parametrize(
    ("variable", "said", "text"),
    [
        ("NO_COLOR", "1", 'color = "always"'), ("CLICOLOR", "0", 'color = "always"'),
        ("KREAD_THEME", "light", 'theme = "dark"'), ("COLUMNS", "40", "width = 50"),
        ("PAGER", "true", 'pager = "cat"'), ("KREAD_PAGER", "true", 'pager = "cat"'),
        ("KREAD_IMAGES", "never", 'images = "blocks"'),
        ("FORCE_COLOR", "1", 'color = "never"'),
    ],
)  # fmt: skip
def test_the_environment_goes_before_the_file(
    monkeypatch, setting, variable, said, text
):
    path = setting(text)["XDG_CONFIG_HOME"] + "/kread/config.toml"
    for name in config.SETTINGS[text.split()[0]]:
        monkeypatch.delenv(name, raising=False)
    key = text.split()[0]
    assert key in config.merged({}, path, person=True)[0]
    monkeypatch.setenv(variable, said)
    assert key not in config.merged({}, path, person=True)[0]


def test_a_variable_that_decides_nothing_leaves_it_to_the_file(monkeypatch, setting):
    path = setting('color = "always"')["XDG_CONFIG_HOME"] + "/kread/config.toml"
    for name in config.SETTINGS["color"]:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("FORCE_COLOR", "0")
    assert config.merged({}, path, person=True)[0] == {"color": "always"}


def test_a_theme_of_the_file_is_used(setting):
    light = on_screen(MODULE, environment=setting('theme = "light"'))
    assert light == on_screen(MODULE, "--theme", "light", environment={})
    assert light != on_screen(MODULE, "--theme", "dark", environment={})


def test_a_pager_of_the_file_is_used(fifty, setting):
    env = setting("pager = \"sed 's/line/paged/'\"")
    assert "paged 50" in on_screen(fifty, environment=env)


def test_bounds_hold_in_a_pipe_as_well(fifty, setting):
    env = setting('max-size = "100"\n')
    run = kread(fifty, env=env)
    assert run.status == 65
    assert "over the 100 bytes allowed" in run.err
    assert kread(fifty, "--max-size", "1M", env=env).status == 0


@pytest.mark.parametrize(
    "words", [["--json"], ["--format", "files-read"], ["--hashline"], ["--raw"],
              ["--format", "raw"], ["--format", "hashline"]],
)  # fmt: skip
@pytest.mark.parametrize(
    "text", ['max-size = "10"\nlimit = 1\nmax-line-chars = 3\ncolor = "always"',
             "not toml at all", 'them = "x"', b"\xff\xfe"],
)  # fmt: skip
def test_formats_for_machines_never_look_at_it(fifty, setting, words, text):
    plain = kread(fifty, *words)
    run = kread(fifty, *words, env=setting(text))
    assert (run.out, run.err, run.status) == (plain.out, plain.err, plain.status)


def test_python_and_the_server_never_look_at_it(fifty, setting):
    code = "import sys, kimi_read; print(len(kimi_read.read(sys.argv[1]).lines))"
    run = subprocess.run(
        [sys.executable, "-c", code, str(fifty)], capture_output=True, text=True,
        check=True, env={**os.environ, **setting('limit = 1\nmax-size = "10"')},
    )  # fmt: skip
    assert run.stdout == "50\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('them = "dark"', ["no setting 'them'", "did you mean theme?"]),
        ('max_sise = "1M"', ["no setting 'max_sise'", "did you mean max-size?"]),
        ('color = "alway"', ["color takes one of auto", "did you mean always?"]),
        ("color = true", ["color takes one value"]),
        ("limit = -1", ["limit takes a whole number", "'-1'"]),
        ("limit = [1]", ["limit takes one value"]),
        ('theme = "monokia"', ["no theme 'monokia'", "did you mean monokai?"]),
        ('max-size = "lots"', ["max-size takes a size"]),
        ("timeout = 0", ["timeout takes more than 0"]),
        ("color = auto", ["not TOML", "line 1"]),
        ("strict = true", ["no setting 'strict'"]),
        ("[display]\ncolor = 'auto'", ["no setting 'display'"]),
        (b"\xff", ["not UTF-8"]),
        ("# " + "x" * 70_000, ["over the 16384 allowed"]),
        ("limit = " + "1" * 5000, ["not TOML", "4300 digits"]),
        ("limit = 0x" + "f" * 5000, ["limit takes no value as long as '0xfff"]),
        ("theme = '" + "x" * 5000 + "'", ["theme takes no value as long as 'xxx"]),
        ("x" * 5000 + " = 1", ["no setting 'xxx"]),
        ("x = " + "[" * 5000, ["not TOML"]),
    ],
)
def test_each_fault_is_one_line_and_stops_nothing(fifty, setting, text, words):
    env = setting(text)
    run = kread(fifty, "-p", env=env)
    assert (run.status, run.text) == (0, LINES)
    assert run.err.startswith(f"kread: {env['XDG_CONFIG_HOME']}/kread/config.toml: ")
    assert run.err.count("\n") == 1
    assert len(run.err) < 500
    assert all(word in run.err for word in words)
    assert kread(fifty, "-q", env=env).err == ""


def test_many_faults_are_told_in_few_lines(fifty, setting):
    run = kread(fifty, env=setting("".join(f"k{n} = 1\n" for n in range(1000))))
    assert run.err.count("\n") == 11
    assert run.err.endswith(": 990 more faults\n")


def test_a_fault_leaves_the_other_settings_in_force(fifty, setting):
    run = kread(fifty, env=setting('them = "x"\nmax-size = "10"\n'))
    assert run.status == 65


def test_an_escape_in_the_file_reaches_no_terminal(fifty, setting):
    run = kread(fifty, env=setting('"\\u001b[31mx" = 1\ncolor = "\\u001b[31m"\n'))
    assert run.err.count("\n") == 2
    assert "\x1b" not in run.err


def test_another_file_can_be_named_or_none_be_wanted(fifty, setting, tmp_path):
    env = setting('max-size = "10"')
    other = tmp_path / "other.toml"
    other.write_text('max-size = "20"')
    assert "over the 20 bytes" in kread(fifty, env={**env, "KREAD_CONFIG": other}).err
    for without in "", os.devnull:
        assert kread(fifty, env={**env, "KREAD_CONFIG": without}).status == 0
    assert kread(fifty, "--no-config", env=env).status == 0
    run = kread(fifty, env={**env, "KREAD_CONFIG": str(tmp_path / "none")})
    assert run.status == 0
    assert "file not found" in run.err


def test_a_file_that_could_block_is_not_opened(fifty, tmp_path):
    os.mkfifo(tmp_path / "fifo")
    run = kread(fifty, env={"KREAD_CONFIG": str(tmp_path / "fifo")})
    assert run.status == 0
    assert "named pipe" in run.err


@pytest.mark.parametrize(
    ("environment", "path"),
    [
        ({"XDG_CONFIG_HOME": "/x", "HOME": "/h"}, "/x/kread/config.toml"),
        ({"HOME": "/h"}, "/h/.config/kread/config.toml"),
        ({"XDG_CONFIG_HOME": "relative", "HOME": "/h"}, "/h/.config/kread/config.toml"),
        ({"APPDATA": "C:/a"}, "C:/a/kread/config.toml"),
        ({}, ""),
    ],
)
def test_the_file_lies_where_the_standard_puts_it(environment, path):
    assert config_home(environment) == path


def test_without_a_file_nothing_is_imported_for_it(fifty, tmp_path):
    code = (
        "import sys; from kimi_read import cli; cli.main(sys.argv[1:]);"
        "print([m for m in ('tomllib', 'kimi_read.config') if m in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(fifty), "-l", "1"], capture_output=True,
        text=True, check=True, env={**os.environ, "XDG_CONFIG_HOME": str(tmp_path)},
    )  # fmt: skip
    assert run.stdout.splitlines()[-1] == "[]"


def test_a_setting_is_no_option_that_could_be_unused(make, setting):
    run = kread(PICTURE, "--number", env=setting("max-line-chars = 100\nwidth = 70"))
    assert "does not apply" not in run.err


def test_doctor_shows_what_is_set_and_what_is_wrong(setting):
    shown = kread("--doctor", env=setting('theme = "light"\nthme = 1')).text
    assert re.search(r"config: .*/kread/config\.toml sets theme\n", shown)
    assert "no setting 'thme'; did you mean theme?" in shown
    assert "config: none" in kread("--doctor", env={"KREAD_CONFIG": ""}).text


def test_every_setting_is_an_option_or_the_pager_and_in_the_readme():
    from readme import README

    assert set(config.SETTINGS) - set(BY_NAME) == {"pager"}
    text = README.read_text()
    assert all(f"`{name}`" in text for name in config.SETTINGS)


def test_config_path_is_none_for_machines(monkeypatch):
    monkeypatch.setenv("KREAD_CONFIG", "/some/file")
    assert config_path({}) == "/some/file"
    assert config_path({"json": True}) == ""
    assert json.dumps(config_path({"format": "files-read"})) == '""'

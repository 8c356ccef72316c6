"""Themes: what can be read on which background, and which one is chosen."""

from __future__ import annotations

import re
import sys
import time

import pytest
from harness import FIXTURES, KREAD, kread
from pygments.token import Comment, Keyword, Name, String, Text, Token
from writers.terminal import ANSWERS, typed

from kimi_read.writers.terminal import background
from kimi_read.writers.terminal.theme import (
    DARK,
    LIGHT,
    Theme,
    depth,
    luminance,
    names,
    nearest,
    rgb,
    sgr,
)

MODULE = FIXTURES / "text" / "good" / "module.py"
GROUNDS = {
    "dark": ["#000000", "#1e1e1e", "#282c34"],
    "light": ["#ffffff", "#fdf6e3", "#f5f5f5"],
}
#: The sixteen colours of xterm, which a terminal may have changed.
XTERM = ["#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd",
         "#e5e5e5", "#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff",
         "#00ffff", "#ffffff"]  # fmt: skip
STEPS = (0, 95, 135, 175, 215, 255)
LOOKS = [
    (palette.name, ground, part, look)
    for palette in (DARK, LIGHT)
    for ground in GROUNDS[palette.name]
    for part, look in {**palette.document, **palette.tokens}.items()
]
#: A terminal's answer to OSC 11, before that to the question for its attributes.
GROUND = b"\x1b]11;rgb:%s\x1b\\\x1b[?62;c"
WHITE, BLACK = GROUND % b"ffff/fafa/f0f0", GROUND % b"1e1e/1e1e/1e1e"


def contrast(one, other):
    """Return the contrast of two colours, 1 to 21 (WCAG 2.2, 1.4.3)."""
    low, high = sorted(luminance(colour) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def of_256(number):
    if number >= 232:
        return (8 + 10 * (number - 232),) * 3
    number -= 16
    return STEPS[number // 36], STEPS[number // 6 % 6], STEPS[number % 6]


def colours(look):
    return [rgb(word) for word in look.partition("/")[0].split() if word[0] == "#"]


@pytest.mark.parametrize(("name", "ground", "part", "look"), LOOKS)
def test_each_colour_can_be_read_on_the_backgrounds_of_its_theme(
    name, ground, part, look
):
    for colour in colours(look):
        assert contrast(colour, rgb(ground)) >= 4.5
        assert contrast(of_256(nearest(colour)), rgb(ground)) >= 4.5


@pytest.mark.parametrize("palette", [DARK, LIGHT], ids=lambda p: p.name)
def test_sixteen_colours_can_be_read_in_those_of_xterm(palette):
    ground = rgb(GROUNDS[palette.name][0])
    for look in {**palette.document, **palette.tokens}.values():
        for code in map(int, re.findall(r"\d+", sgr(look, 16).removeprefix("\x1b["))):
            if code >= 30:
                colour = XTERM[code - 30 if code < 90 else code - 82]
                assert contrast(rgb(colour), ground) >= 4.5, look


def test_contrast_is_that_of_the_standard():
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast(rgb("#767676"), (255, 255, 255)) == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("number", range(16, 256))
def test_a_colour_of_the_256_is_its_own_nearest(number):
    assert of_256(nearest(of_256(number))) == of_256(number)


def test_a_colour_is_said_in_what_the_terminal_has():
    assert sgr("bold #74b9ff/96", 1 << 24) == "\x1b[1;38;2;116;185;255m"
    assert sgr("bold #74b9ff/bold 96", 256) == "\x1b[1;38;5;111m"
    assert sgr("#74b9ff/96", 16) == "\x1b[96m"
    assert sgr("", 256) == ""


@pytest.mark.parametrize(
    ("environment", "colours"),
    [
        ({"COLORTERM": "truecolor", "TERM": "xterm"}, 1 << 24),
        ({"TERM": "xterm-kitty"}, 1 << 24), ({"TERM": "xterm-256color"}, 256),
        ({"TERM": "screen-256color", "TMUX": "x"}, 256), ({"TERM": "linux"}, 16),
        ({}, 16),
    ],
)  # fmt: skip
def test_the_environment_tells_how_many_colours_there_are(environment, colours):
    assert depth(environment) == colours


def test_a_token_looks_like_its_nearest_kin():
    theme = Theme("dark", 256)
    assert theme.token(String.Double) == theme.token(String) != ""
    assert theme.token(Keyword.Reserved) == theme.token(Keyword)
    assert theme.token(Comment.Preproc) != theme.token(Comment)
    assert theme.token(Text) == theme.token(Token) == theme.token(Name) == ""


@pytest.mark.parametrize("name", [name for name in names() if name != "auto"])
def test_every_theme_has_looks_for_all_depths(name):
    for colours in (16, 256, 1 << 24):
        theme = Theme(name, colours)
        for kind in (Comment, Keyword, Name.Function, String, Token.Error):
            look = theme.token(kind)
            assert re.fullmatch(r"(\x1b\[[\d;]+m)?", look)
        assert theme.look("heading")


# which theme is chosen


def shown(answers, *words, environment=None, **more):
    command = [sys.executable, KREAD, str(MODULE), "--paging", "never", *words]
    return typed(command, answers=answers, environment=environment, **more).decode()


def is_light(text):
    return sgr(LIGHT.tokens["Keyword"], 256) in text


@pytest.mark.parametrize(
    ("environment", "light"),
    [
        ("15;0", False), ("0;15", True), ("0;default;15", True), ("0;7", True),
        ("15;8", False), ("7;default", None), ("", None), ("15", None), ("0;99", None),
        ("0;\u0663", None), ("0;-1", None), (";;", None),
    ],
)  # fmt: skip
def test_colorfgbg_tells_the_background(environment, light):
    assert background.of_environment({"COLORFGBG": environment}) is light


@pytest.mark.parametrize(
    ("reply", "light"),
    [
        (b"\x1b]11;rgb:ffff/ffff/ffff\x07", True),
        (b"\x1b]11;rgb:00/00/00\x1b\\", False),
        (b"\x1b]11;rgba:fdfd/f6f6/e3e3/ffff\x1b\\", True),
        (b"\x1b]11;rgb:28/2c/34\x1b\\\x1b[?1;2c", False), (b"\x1b[?62;c", None),
        (b"\x1b]11;rgb:f/f/f\x07", True), (b"\x1b]11;rgb:zz/00/00\x07", None),
        (b"", None),
    ],
)  # fmt: skip
def test_an_answer_tells_the_background(reply, light):
    assert background.of_reply(reply) is light


def test_the_terminal_is_asked_for_its_background():
    assert is_light(shown(WHITE))
    assert not is_light(shown(BLACK))
    assert not is_light(shown(ANSWERS["plain"]))


@pytest.mark.parametrize(
    ("words", "environment"),
    [
        (["--theme", "dark"], {}), ([], {"KREAD_THEME": "dark"}),
        ([], {"COLORFGBG": "15;0"}), ([], {"CI": "1"}), ([], {"TERM": "dumb"}),
        ([], {"TERM": "linux"}), ([], {"TERM": "screen.xterm"}),
        ([], {"NO_COLOR": "1"}), (["--color", "never"], {}),
    ],
)  # fmt: skip
def test_nothing_is_asked_where_the_answer_is_known_or_none_can_come(
    words, environment
):
    text = shown(WHITE, *words, environment=environment)
    assert "\x1b]11" not in text
    assert not is_light(text)


def test_a_theme_that_is_asked_for_goes_first():
    said = {"KREAD_THEME": "dark", "COLORFGBG": "15;0"}
    assert is_light(shown(BLACK, "--theme", "light", environment=said))
    said["KREAD_THEME"] = "light"
    assert is_light(shown(BLACK, environment=said))
    assert not is_light(shown(BLACK, "--theme", "monokai"))


def test_a_mute_terminal_costs_little():
    typed([sys.executable, "-c", "pass"])
    assert min(waited() for _ in range(3)) < 0.4


def waited():
    """Return how much longer an answer takes that no terminal helps with."""
    start = time.monotonic()
    shown("mute", "--theme", "dark")
    known = time.monotonic()
    assert not is_light(shown("mute"))
    return time.monotonic() - known - (known - start)


def test_in_the_background_nothing_is_asked():
    text = shown(WHITE, group="background")
    assert "\x1b]11" not in text
    assert "def" in text


def test_a_pipe_is_never_asked():
    assert b"\x1b]" not in kread(MODULE, "--color", "always").out


def test_an_unknown_theme_is_one_clear_line():
    run = kread(MODULE, "--color", "always", "--theme", "darkk")
    assert run.status == 2
    assert "darkk" in run.err
    assert "did you mean dark" in run.err


def test_an_unknown_theme_of_the_environment_stops_nothing():
    run = kread(MODULE, "--color", "always", env={"KREAD_THEME": "monokia"})
    assert run.status == 0
    assert "KREAD_THEME: there is no theme 'monokia'; did you mean monokai?" in run.err
    assert kread(MODULE, "--color", "always").out == run.out

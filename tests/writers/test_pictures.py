"""Pictures on terminals of several kinds, each played by a pty."""

from __future__ import annotations

import base64
import io
import os
import re
import shutil
import subprocess
import sys
import time
import zlib

import pytest
from harness import FIXTURES, KREAD, kread
from PIL import Image
from writers.terminal import shown, typed

from kimi_read.blocks import Picture
from kimi_read.writers import ask
from kimi_read.writers.output import File
from kimi_read.writers.pictures import blocks, fits, iterm2, kitty, show, sixel
from kimi_read.writers.pictures import probe as probing
from kimi_read.writers.pictures.screen import Screen, find, known
from kimi_read.writers.pictures.tmux import understood, wrapped

WIDTH, HEIGHT = 24, 13


@pytest.fixture
def chart():
    """A picture with a clear corner, and colours that differ."""
    image = Image.linear_gradient("L").resize((WIDTH, HEIGHT))
    image = Image.merge(
        "RGBA", (image, image.rotate(180), image, image.point(lambda _: 255))
    )
    image.paste((0, 0, 0, 0), (0, 0, 6, 6))
    return image


@pytest.fixture
def path(tmp_path):
    Image.new("RGB", (400, 200), (200, 30, 60)).save(tmp_path / "red.png")
    return tmp_path / "red.png"


@pytest.fixture
def note(tmp_path):
    return tmp_path / "note"


def test_kitty_is_found_by_its_answer(path, note):
    written, took, found = shown(path, note, answers="kitty")
    assert "protocol='kitty'" in found
    assert "cell=(10, 20)" in found
    assert took < 0.2
    keys, data = kitty_parts(written)
    assert keys["q"] == "2"
    assert len(zlib.decompress(data)) == 400 * 200 * 4
    assert b"red.png  PNG 400x200" in written


def test_a_sixel_terminal_is_found_by_its_attributes(path, note):
    written, _, found = shown(path, note, answers="sixel")
    assert "protocol='sixel'" in found
    assert b"\x1bP0;1q" in written


def test_iterm2_is_found_by_its_name(path, note):
    written, _, found = shown(path, note, answers="iterm2")
    assert "protocol='iterm2'" in found
    assert b"\x1b]1337;File=inline=1" in written


def test_a_terminal_without_graphics_gets_half_blocks(path, note):
    written, _, found = shown(path, note, answers="plain")
    assert "protocol='blocks'" in found
    assert "▀".encode() in written


def test_a_mute_terminal_costs_no_more_than_its_deadline(path, note):
    written, took, found = shown(path, note, answers="mute")
    assert took < 0.3
    assert "protocol='blocks'" in found
    assert "▀".encode() in written


def test_a_background_job_asks_nothing_and_goes_on(path, note):
    written, took, found = shown(path, note, answers="kitty", group="background")
    assert took < 0.2
    assert "protocol='blocks'" in found
    assert b"\x1b[c" not in written


@pytest.mark.parametrize(
    "environment", [{"TERM": "dumb"}, {"CI": "true"}, {"KREAD_IMAGES": "never"}]
)
def test_nothing_is_asked_or_shown_where_it_makes_no_sense(path, note, environment):
    written, _, found = shown(path, note, environment=environment)
    assert found == "None"
    assert b"\x1b" not in written


def test_an_option_is_stronger_than_the_terminal(path, note):
    written, _, found = shown(path, note, answers="kitty", choice="sixel")
    assert "protocol='sixel'" in found
    assert b"\x1b[c" not in written


def test_the_environment_spares_the_question(path, note):
    written, _, found = shown(path, note, environment={"TERM": "xterm-kitty"})
    assert "protocol='kitty'" in found
    assert b"\x1b[c" not in written


def test_a_pipe_is_shown_nothing():
    read_end, write_end = os.pipe()
    try:
        assert find("auto", write_end, {"TERM": "xterm-kitty"}) is None
    finally:
        os.close(read_end)
        os.close(write_end)


@pytest.mark.parametrize(
    ("environment", "protocol"),
    [
        ({"TERM": "xterm-kitty"}, "kitty"),
        ({"TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"}, "kitty"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "ghostty"}, "kitty"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, "iterm2"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, "iterm2"),
        ({"TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"}, "iterm2"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}, "blocks"),
        ({"TERM": "linux"}, "blocks"),
        ({"TERM": "xterm-256color"}, ""),
        ({"TERM": "tmux-256color", "TMUX": "x", "KITTY_WINDOW_ID": "1"}, ""),
    ],
)
def test_the_environment_names_terminals(environment, protocol):
    assert known(environment) == protocol


def test_a_picture_fits_the_window_and_leaves_room():
    screen = Screen(protocol="kitty", columns=100, rows=40, cell=(10, 20))
    assert screen.pixels == (990, 720)
    assert Screen(protocol="blocks", columns=100, rows=40).pixels == (99, 72)


def test_kitty_gets_all_pixels_in_chunks(chart):
    screen = Screen(protocol="kitty")
    noise = os.urandom(64 * 64 * 4)
    written = b"".join(kitty.encoded(noise, 64, 64, screen))
    chunks = re.findall(rb"\x1b_G([^;]*);([^\x1b]*)\x1b\\", written)
    assert len(chunks) > 1
    assert all(len(data) <= 4096 for _, data in chunks)
    assert [b"m=1" in keys for keys, _ in chunks] == [True] * (len(chunks) - 1) + [
        False
    ]
    keys, data = kitty_parts(written)
    assert zlib.decompress(data) == noise
    assert (keys["s"], keys["v"], keys["f"]) == ("64", "64", "32")


def test_kitty_inside_tmux_is_placed_by_characters(chart):
    screen = Screen(protocol="kitty", tmux=True, cell=(8, 16))
    written = b"".join(kitty.encoded(chart.tobytes(), WIDTH, HEIGHT, screen))
    inner = written.partition(b"\x1bPtmux;")[2].partition(b"\x1b\\\x1b[38")[0]
    assert b"U=1" in inner
    assert b"\x1b\x1b_G" in b"\x1bPtmux;" + inner
    lines = written.decode().rpartition("\x1b\\")[2].splitlines()
    assert len(lines) == 1
    assert lines[0].count("\U0010eeee") == 3


def test_iterm2_gets_a_png_of_the_pixels(chart):
    written = b"".join(
        iterm2.encoded(chart.tobytes(), WIDTH, HEIGHT, Screen(protocol="iterm2"))
    )
    data = base64.b64decode(written.partition(b":")[2].partition(b"\x07")[0])
    image = Image.open(io.BytesIO(data))
    assert image.tobytes() == chart.tobytes()


def test_sixels_draw_the_picture_and_leave_clear_what_is_clear(chart):
    written = b"".join(
        sixel.encoded(chart.tobytes(), WIDTH, HEIGHT, Screen(protocol="sixel"))
    )
    drawn = drawn_sixels(written)
    assert not any(x < 6 and y < 6 for x, y in drawn)
    assert len(drawn) == WIDTH * HEIGHT - 36
    for (x, y), colour in drawn.items():
        wanted = chart.getpixel((x, y))[:3]
        assert max(abs(a - b) for a, b in zip(colour, wanted, strict=True)) < 40


@pytest.mark.parametrize("true_colour", [True, False])
def test_half_blocks_are_two_pixels_high(chart, true_colour):
    screen = Screen(protocol="blocks", true_colour=true_colour)
    text = b"".join(blocks.encoded(chart.tobytes(), WIDTH, HEIGHT, screen)).decode()
    lines = text.splitlines()
    bare = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in lines]
    assert len(lines) == 7
    assert {len(line) for line in bare} == {WIDTH}
    assert bare[0][:6] == " " * 6
    assert ("48;2;" in text) == true_colour
    assert all(line.endswith("\x1b[0m") for line in lines)


def test_half_blocks_have_the_colours_of_the_pixels(chart):
    screen = Screen(protocol="blocks", true_colour=True)
    text = b"".join(blocks.encoded(chart.tobytes(), WIDTH, HEIGHT, screen)).decode()
    drawn = drawn_blocks(text)
    for y in range(HEIGHT):
        for x in range(WIDTH):
            pixel = chart.getpixel((x, y))
            assert drawn.get((x, y)) == (pixel[:3] if pixel[3] else None)


def test_the_nearest_of_256_colours_is_taken():
    assert blocks._indexed(38, (255, 0, 0)) == "38;5;196"
    assert blocks._indexed(48, (128, 128, 128)) == "48;5;244"
    assert blocks._indexed(48, (0, 0, 0)) == "48;5;16"


@pytest.mark.parametrize(
    "picture",
    [
        Picture("image/png", b"\x89PNG", 4, 4, "image"),
        Picture("image/x-rgba", bytes(63), 4, 4, "image"),
        Picture("image/x-rgba", bytes(4 * 5000), 5000, 1, "image"),
        Picture("image/x-rgba", b"", 0, 0, "image"),
    ],
)
def test_what_is_no_pixels_of_that_size_is_not_shown(picture, tmp_path):
    screen = Screen(protocol="kitty")
    assert not fits(picture, screen)
    out = File(str(tmp_path / "out"))
    assert not show(picture, "caption", out, screen)
    out.commit()
    assert (tmp_path / "out").read_bytes() == b""


def test_a_caption_is_made_harmless(tmp_path):
    out = File(str(tmp_path / "out"))
    picture = Picture("image/x-rgba", bytes(4), 1, 1, "image")
    assert show(picture, "evil\x1b]0;x\x07.png", out, Screen(protocol="blocks"))
    out.commit()
    assert rb"evil\x1b]0;x\x07.png" in (tmp_path / "out").read_bytes()


def test_the_terminal_is_left_as_it_was():
    import pty
    import termios

    master, slave = pty.openpty()
    before = termios.tcgetattr(slave)
    ask._asked(slave, b"\x1b[c", 0.05)
    assert termios.tcgetattr(slave) == before
    os.close(master)
    os.close(slave)


def test_a_sixel_attribute_is_a_whole_number():
    assert not probing.understood(b"\x1b[?64;14;41c").sixel
    assert not probing.understood(b"\x1b[?4c").sixel
    assert probing.understood(b"\x1b[?64;4c").sixel


def test_tmux_must_allow_it_and_the_client_must_draw_it():
    assert understood("on xterm-kitty 10 20\n").kitty
    assert not understood("off xterm-kitty 10 20\n").kitty
    assert not understood("on xterm-256color 10 20\n").kitty
    assert understood("on xterm-kitty 10 20\n").cell == (10, 20)
    assert understood("").cell is None


def test_tmux_names_the_version_of_the_terminal_outside():
    """Placeholders are letters of no font to a kitty before 0.28."""
    assert not understood("on xterm-kitty 10 20 kitty(0.26.5)\n").kitty
    assert not understood("on xterm-kitty 10 20 kitty(0.9.1)\n").kitty
    assert understood("on xterm-kitty 10 20 kitty(0.28.0)\n").kitty
    assert understood("on xterm-kitty 10 20 kitty(1.0)\n").kitty
    assert understood("on xterm-kitty 10 20 kitty\n").kitty
    assert understood("on xterm-256color 10 20 ghostty 1.1.3\n").kitty
    assert not understood("on xterm-256color 10 20 XTerm(379)\n").kitty


def test_tmux_passes_on_what_is_wrapped():
    assert wrapped(b"\x1b_Ga\x1b\\") == b"\x1bPtmux;\x1b\x1b_Ga\x1b\x1b\\\x1b\\"


@pytest.mark.skipif(not shutil.which("tmux"), reason="tmux is not installed")
def test_inside_tmux_nothing_is_asked_of_the_terminal(path, note, tmp_path):
    from writers.terminal import SHOW

    here = os.path.dirname(os.path.dirname(__file__))
    script = tmp_path / "show.py"
    script.write_text(SHOW)
    done = tmp_path / "done"
    command = f"{sys.executable} {script} auto {path} {note} {here}; touch {done}; cat"
    tmux = ["tmux", "-f", "/dev/null", "-S", str(tmp_path / "s")]
    environment = {k: v for k, v in os.environ.items() if k not in ("TMUX", "CI")}
    try:
        subprocess.run(
            [*tmux, "new-session", "-d", "-x", "90", "-y", "30", command],
            check=True, env={**environment, "TERM": "xterm-256color"},
        )  # fmt: skip
        end = time.monotonic() + 20
        while not done.exists() and time.monotonic() < end:
            time.sleep(0.05)
        pane = subprocess.run(
            [*tmux, "capture-pane", "-p"], capture_output=True, check=True, text=True
        ).stdout
    finally:
        subprocess.run([*tmux, "kill-server"], check=False)
    assert "protocol='blocks'" in note.read_text()
    assert "▀" in pane
    assert "red.png  PNG 400x200" in pane


def test_the_command_draws_a_picture_and_its_caption(path):
    written = typed([sys.executable, KREAD, str(path)], answers="kitty")
    keys, data = kitty_parts(written)
    assert (keys["s"], keys["v"]) == ("400", "200")
    assert zlib.decompress(data)[:4] == bytes((200, 30, 60, 255))
    assert b"red.png  PNG 400x200" in written


def test_the_command_draws_the_thumbnail_above_the_facts():
    film = FIXTURES / "media" / "good" / "clip.mp4"
    written = typed([sys.executable, KREAD, str(film)], answers="kitty")
    assert kitty_parts(written)[0]["s"] == "160"
    assert written.index(b"\x1b_Ga=T") < written.index(b"H.264")


def test_a_picture_that_cannot_be_drawn_is_still_described():
    bomb = FIXTURES / "image" / "hostile" / "gigapixel.gif"
    written = typed([sys.executable, KREAD, str(bomb)], answers="kitty")
    assert b"gigapixel.gif  GIF 65535x65535" in written
    assert b"\x1b_Ga=T" not in written


def test_a_fitted_picture_goes_into_a_pipe(path):
    run = kread(path, "--fit", "--max-edge", "100")
    assert Image.open(io.BytesIO(run.out)).size == (100, 50)
    assert "0.25 of its 400x200 pixels" in run.err


def kitty_parts(written):
    """Return the keys of the first chunk and the data of all."""
    chunks = re.findall(rb"\x1b_G([^;]*);([^\x1b]*)\x1b\\", written)
    chunks = [c for c in chunks if b"a=q" not in c[0]]
    keys = dict(pair.split("=") for pair in chunks[0][0].decode().split(","))
    return keys, base64.b64decode(b"".join(data for _, data in chunks))


def drawn_blocks(text):
    """Read half-blocks as a terminal does; return the colour of each pixel."""
    pixels = {}
    for row, line in enumerate(text.splitlines()):
        x, front, back = 0, None, None
        for match in re.finditer(r"\x1b\[([\d;]*)m|(.)", line):
            if match[2] is None:
                words = [int(word) for word in match[1].split(";")]
                if words[0] == 0:
                    front = back = None
                    words = words[1:]
                while words:
                    kind, colour, words = words[0], tuple(words[2:5]), words[5:]
                    front, back = (colour, back) if kind == 38 else (front, colour)
                continue
            above, below = {"▀": (front, back), "▄": (back, front)}.get(
                match[2], (back, back)
            )
            pixels[x, 2 * row], pixels[x, 2 * row + 1] = above, below
            x += 1
    return pixels


def drawn_sixels(written):
    """Draw a sixel sequence; return the colour of each pixel that is set."""
    body = written.partition(b"q")[2].partition(b"\x1b")[0].decode()
    body = body[re.match(r'"[\d;]+', body).end() :]
    colours, pixels = {}, {}
    x = y = 0
    now = None
    pattern = r"#(\d+)(?:;2;(\d+);(\d+);(\d+))?|!(\d+)([?-~])|([?-~])|(\$)|(-)"
    for match in re.finditer(pattern, body):
        register, red, green, blue, times, run, one, back, down = match.groups()
        if red is not None:
            rgb = (int(red), int(green), int(blue))
            colours[register] = tuple(round(part * 255 / 100) for part in rgb)
        elif register is not None:
            now = register
        elif back:
            x = 0
        elif down:
            x, y = 0, y + 6
        else:
            bits = ord(run or one) - 63
            rows = [row for row in range(6) if bits >> row & 1]
            for column in range(x, x + int(times or 1)):
                pixels.update({(column, y + row): colours[now] for row in rows})
            x += int(times or 1)
    return pixels

"""Pictures in the windows of real terminals, on a screen that is only memory.

Skipped where a terminal, Xvfb or ImageMagick's ``import`` is not installed.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import time

import pytest
from harness import KREAD
from PIL import Image

RED, GREEN = (230, 20, 30), (10, 200, 40)
#: A terminal, and the words that start it with a command; a cell is as large as it is.
TERMINALS = {
    "xterm": ["xterm", "-ti", "vt340", "-geometry", "100x40", "-bg", "black",
              "-fg", "white", "-e"],
    "kitty": ["kitty", "-o", "remember_window_size=no", "-o",
              "initial_window_width=800", "-o", "initial_window_height=640"],
    "mlterm": ["mlterm", "-g", "80x30", "-b", "black", "-f", "white", "-e"],
}  # fmt: skip
NEEDED = ("Xvfb", "import")

pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, NEEDED)), reason="Xvfb or import is not installed"
)


@pytest.fixture(scope="module")
def display():
    """The name of a display of 1000 x 800 pixels."""
    read_end, write_end = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "1000x800x24"],
        pass_fds=[write_end], stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(write_end)
    with os.fdopen(read_end) as told:
        number = told.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait()


@pytest.fixture
def path(tmp_path):
    """A picture that is red above and green below, and 300 x 120 pixels large."""
    image = Image.new("RGB", (300, 120), RED)
    image.paste(GREEN, (0, 60, 300, 120))
    image.save(tmp_path / "flag.png")
    return tmp_path / "flag.png"


@pytest.mark.parametrize("name", TERMINALS)
def test_a_picture_stands_upright_in_its_size_above_its_caption(
    name, display, path, tmp_path
):
    if not shutil.which(name):
        pytest.skip(f"{name} is not installed")
    seen = shot(TERMINALS[name], display, path, tmp_path)
    red, green = box(seen, RED), box(seen, GREEN)
    assert red, "no picture is seen"
    assert green, "the lower half is not seen"
    assert (red[2] - red[0], red[3] - red[1]) == (300, 60)
    assert (green[2] - green[0], green[3] - green[1]) == (300, 60)
    assert (green[0], green[1]) == (red[0], red[3])
    below = seen.crop((0, green[3], 400, green[3] + 50)).convert("L")
    written = below.point(lambda tone: 255 * (tone > 60)).getbbox()
    assert written, "no caption is seen"
    assert written[1] < 44, "the caption is far from the picture"


def shot(terminal, display, path, tmp_path):
    """Return the screen when ``kread path`` has run in a window of ``terminal``."""
    done = tmp_path / "done"
    script = tmp_path / "run.sh"
    script.write_text(f"{sys.executable} {KREAD} {path}; touch {done}; exec sleep 60\n")
    environment = {
        name: value for name, value in os.environ.items()
        if name not in ("CI", "TMUX", "KITTY_WINDOW_ID", "WAYLAND_DISPLAY", "TERM")
    }  # fmt: skip
    environment |= {
        "DISPLAY": display, "LIBGL_ALWAYS_SOFTWARE": "1", "HOME": str(tmp_path),
        "LC_ALL": "C.UTF-8", "XDG_RUNTIME_DIR": str(tmp_path),
    }  # fmt: skip
    window = subprocess.Popen(
        [*terminal, "sh", str(script)], env=environment, cwd=tmp_path,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        until = time.monotonic() + 30
        while not done.exists():
            assert time.monotonic() < until, "the terminal never ran the command"
            time.sleep(0.1)
        for _ in range(20):  # what is written is drawn a little later
            time.sleep(0.25)
            seen = taken(display)
            if box(seen, GREEN):
                break
        time.sleep(0.5)
        return taken(display)
    finally:
        window.terminate()
        window.wait()


def taken(display):
    done = subprocess.run(
        ["import", "-window", "root", "-display", display, "png:-"],
        capture_output=True, check=True,
    )  # fmt: skip
    return Image.open(io.BytesIO(done.stdout)).convert("RGB")


def box(seen, colour):
    """Return the rectangle of the pixels that have about that colour."""
    near = [
        band.point([255 * (abs(tone - wanted) < 12) for tone in range(256)])
        for band, wanted in zip(seen.split(), colour, strict=True)
    ]
    black = Image.new("L", seen.size)
    mask = near[0]
    for band in near[1:]:
        mask = Image.composite(mask, black, band)
    return mask.getbbox()

"""Modules that are held can be imported without their file."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

SCRIPT = """
import importlib, os, sys
sys.path.insert(0, sys.argv[1])
import room
from kimi_read.isolate.held import hold
hold(["room.lamp", "room.not_there", "no_such_room.lamp"])
for name in ("lamp.py", "__pycache__"):
    os.rename(os.path.join(sys.argv[1], "room", name), os.path.join(sys.argv[1], name))
importlib.invalidate_caches()
from room import lamp
print(lamp.light(), lamp.__name__, room.lamp is lamp)
try:
    import room.chair
except ImportError:
    print("no chair")
"""


def held(folder: Path, *options: str) -> str:
    done = subprocess.run(
        [sys.executable, *options, "-c", SCRIPT, str(folder)],
        capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    return done.stdout


@pytest.fixture
def room(tmp_path):
    """Return a folder with a package of one module, which was imported before."""
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "__init__.py").write_text("")
    (tmp_path / "room" / "lamp.py").write_text("def light():\n    return 'on'\n")
    (tmp_path / "room" / "chair.py").write_text("")
    subprocess.run(
        [sys.executable, "-m", "compileall", "-q", str(tmp_path / "room")], check=True
    )
    return tmp_path


def test_a_module_that_is_held_needs_no_file(room):
    """Others do."""
    (room / "room" / "chair.py").unlink()
    assert held(room) == "on room.lamp True\nno chair\n"


def test_what_was_compiled_before_a_change_is_not_taken(room):
    """The head of the compiled file says of which source it is."""
    lamp = room / "room" / "lamp.py"
    lamp.write_text("def light():\n    return 'bright'\n")
    assert held(room).startswith("bright ")


def test_a_source_that_was_never_compiled_is_held_as_well(room):
    """As where nothing may be written beside it."""
    for compiled in (room / "room" / "__pycache__").iterdir():
        compiled.unlink()
    assert held(room, "-B").startswith("on ")


def test_what_another_python_compiled_is_not_taken(room):
    """Its code could not be run."""
    (compiled,) = (room / "room" / "__pycache__").glob("lamp*")
    compiled.write_bytes(b"\0\0\r\n" + compiled.read_bytes()[4:16] + b"no code")
    assert held(room, "-B").startswith("on ")


def test_modules_of_an_archive_are_held_each_with_its_code(tmp_path):
    """One loader brings them all there."""
    archive = tmp_path / "rooms.zip"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("room/__init__.py", "")
        made.writestr("room/lamp.py", "light = 'on'\n")
        made.writestr("room/chair.py", "seats = 1\n")
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import room\n"
        "from kimi_read.isolate.held import hold\n"
        "hold(['room.lamp', 'room.chair'])\n"
        "from room import chair, lamp\n"
        "print(lamp.light, chair.seats)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(archive)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == "on 1\n"


def test_a_compiled_file_that_is_cut_is_not_taken(room):
    """The source is."""
    (compiled,) = (room / "room" / "__pycache__").glob("lamp*")
    compiled.write_bytes(compiled.read_bytes()[:9])
    assert held(room, "-B").startswith("on ")

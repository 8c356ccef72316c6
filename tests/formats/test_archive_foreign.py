"""What libarchive unpacks: RAR, LZX in cabinets, PPMd and BCJ2 in 7z."""

from __future__ import annotations

import ctypes
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from harness import FIXTURES, kread

from kimi_read.errors import MissingExtra
from kimi_read.formats.archive.inflate import LIBARCHIVE, optional

GOOD = FIXTURES / "archive" / "good"


def loads() -> bool:
    """Whether the package and the library are there."""
    if importlib.util.find_spec("libarchive") is None:
        return False
    try:
        ctypes.CDLL("libarchive.so.13")
    except OSError:
        return False
    return True


foreign = pytest.mark.skipif(not loads(), reason="libarchive is not installed")


@foreign
@pytest.mark.parametrize(
    ("name", "first"),
    [("quick-open-5.rar", b"000"), ("lzx.cab", b"More complete build documentation")],
)
def test_members_are_unpacked_whole(name, first):
    listed = kread(GOOD / name, "--json", "--limit", "0").json["entries"]
    members = [entry for entry in listed if not entry["name"].endswith("/")]
    assert members
    for entry in members:
        path = f"{GOOD / name}::{entry['name']}"
        run = kread(path, "--raw", "--require-sandbox")
        assert run.status == 0, run.err
        assert len(run.out) == entry["size"]
    shown = [kread(f"{GOOD / name}::{m['name']}", "--raw").out for m in members]
    assert any(data.startswith(first) for data in shown)


@foreign
@pytest.mark.parametrize("switches", [["-m0=PPMd"], ["-m0=PPMd", "-ms=on"],
                                      ["-mf=BCJ2"]])  # fmt: skip
def test_every_member_of_a_7z_file_is_the_file_it_was(tmp_path, switches):
    if not shutil.which("7z"):
        pytest.skip("7z is not installed")
    files = {
        "a.txt": b"first line\n" * 5000, "b/empty.txt": b"", "b/c.txt": b"third\n" * 99,
        "program": Path(shutil.which("true") or sys.executable).read_bytes(),
    }  # fmt: skip
    for name, data in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    subprocess.run(["7z", "a", *switches, "x.7z", "a.txt", "b", "program"],
                   cwd=tmp_path, check=True, capture_output=True)  # fmt: skip
    for name, data in files.items():
        run = kread(f"{tmp_path / 'x.7z'}::{name}", "--raw")
        assert run.out == data, (name, run.err)


@foreign
def test_damaged_bytes_are_told(tmp_path):
    data = bytearray((GOOD / "quick-open-5.rar").read_bytes())
    at = data.find(b"stest1.txt") + 40
    data[at : at + 20] = bytes(20)
    path = tmp_path / "x.rar"
    path.write_bytes(data)
    run = kread(f"{path}::stest1.txt", "--raw")
    assert run.status == 65
    assert run.out == b""


def test_the_package_is_named_where_it_is_missing():
    if LIBARCHIVE in sys.modules:
        pytest.skip("another test imported it")
    with pytest.raises(MissingExtra) as caught:
        optional(LIBARCHIVE)
    assert "kimi-read[archives]" in caught.value.hint

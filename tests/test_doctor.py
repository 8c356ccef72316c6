"""--doctor tells what was tried, and whether it held."""

import re
import sys
import tomllib
from pathlib import Path

import pytest

from kimi_read import doctor
from kimi_read.isolate import lock

linux = pytest.mark.skipif(sys.platform != "linux", reason="Landlock and seccomp")


@linux
@pytest.mark.parametrize("spawn", [False, True])
def test_a_worker_could_do_nothing_that_it_should_not(spawn):
    found = doctor.worker(spawn=spawn)
    assert found.possible == ()
    assert found.memory_bounded
    assert not found.error
    assert not found.refusal


@linux
def test_a_missing_layer_is_named(monkeypatch):
    from kimi_read.isolate import kernel

    monkeypatch.setattr(kernel, "seccomp", lambda **_: False)
    text = doctor.report()
    assert re.search(r"seccomp +MISSING ", text)
    assert "possible all the same: fork" in text
    assert "--require-sandbox refuses: the sandbox lacks seccomp, self-test" in text


@linux
@pytest.mark.parametrize(
    ("layer", "holds"),
    [
        ("landlock-2", "no file"),
        ("landlock-4", "no file, TCP port"),
        ("landlock-6", "no file, TCP port, signal to others"),
    ],
)
def test_landlock_is_said_to_hold_what_it_holds_on_this_kernel(layer, holds):
    lines = doctor._told("forked", doctor.Worker(layers=(layer,)), 200)
    line = next(line for line in lines if layer in line)
    assert line.split(maxsplit=3)[3] == holds


def test_every_layer_is_explained():
    names = {name for names in doctor._ON.values() for name in names}
    names |= {name for names in lock.REQUIRED.values() for name in names}
    assert names <= doctor.LAYERS.keys()


def test_a_worker_that_cannot_be_had_is_told(monkeypatch):
    from kimi_read.errors import Unsupported

    def refuse(*_args, **_options):
        raise Unsupported("no process can be started")

    monkeypatch.setattr(doctor, "isolated", refuse)
    assert "forked: none can be had: no process can be started" in doctor.report()


@pytest.mark.parametrize(("have", "floor", "low"), [
    ("6.16.0", "6.16.1", True), ("6.16.1", "6.16.1", False), ("7.0", "6.16.1", False),
    ("20251106", "20251107", True), ("12.3.0", "12.3", False), ("12.2.9", "12.3", True),
    ("6.0rc1", "6", False), ("5.4", "6", True), ("12.10", "12.3", False),
])  # fmt: skip
def test_a_library_below_its_floor_is_found(monkeypatch, have, floor, low):
    monkeypatch.setattr(doctor, "FLOORS", {"lxml": floor})
    monkeypatch.setattr("importlib.metadata.requires", lambda _: ["lxml>=1"])
    monkeypatch.setattr("importlib.metadata.version", lambda _: have)
    assert bool(doctor.libraries()["lxml"][1]) is low


def test_a_library_that_is_not_there_is_told(monkeypatch):
    monkeypatch.setattr(
        "importlib.metadata.requires", lambda _: ["no-such-thing>=1; extra == 'odd'"]
    )
    assert doctor.libraries() == {
        "no-such-thing": ("", "not installed (needed where extra == 'odd')")
    }


def test_the_declared_dependencies_keep_the_floors():
    project = Path(__file__).parent.parent / "pyproject.toml"
    declared = tomllib.loads(project.read_text())["project"]["dependencies"]
    bounds = dict(line.partition(";")[0].strip().split(">=") for line in declared)
    for name, floor in doctor.FLOORS.items():
        assert doctor._numbers(bounds[name]) >= doctor._numbers(floor)

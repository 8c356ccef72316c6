"""What stands in for parts of the standard library while PyAV is imported."""

from __future__ import annotations

import subprocess
import sys

import pytest

from kimi_read.formats.media.lean import unasked
from kimi_read.standin import StandIn, StandIns


def _fresh(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    return done.stdout


def test_the_reader_is_ready_without_modules_it_never_uses():
    """What PyAV imports in vain is not loaded."""
    shown = _fresh(
        "import sys; from kimi_read.formats import media; media.prepare();"
        "print([m for m in ('inspect', 'logging', 'typing', 'pathlib', 'dataclasses')"
        " if m in sys.modules])"
    )
    assert shown == "[]\n"


def test_a_later_import_gets_the_real_module():
    """Nothing of the stand-ins is left behind."""
    shown = _fresh(
        "from kimi_read.formats import media; media.prepare();"
        "import inspect, logging, traceback, typing, pathlib, dataclasses;"
        "print(logging.getLogger('x').name, inspect.signature(lambda a: a),"
        " pathlib.Path('x').name, typing.get_args(typing.Literal[1, 2]))"
    )
    assert shown == "x (a) x (1, 2)\n"


def test_the_numbers_of_inspect_are_those_of_the_library():
    """They are given without it, so they are compared with it."""
    import inspect

    flags = next(m for m in unasked() if m.__name__ == "inspect")
    known = {name: value for name, value in vars(flags).items() if name[:3] == "CO_"}
    assert len(known) == 7
    assert known == {name: getattr(inspect, name) for name in known}


def test_other_names_come_from_the_real_module(monkeypatch):
    """Another version of PyAV may ask for more."""
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    module = StandIn("colorsys")
    with StandIns([module]):
        import colorsys

        assert colorsys is module
        assert colorsys.rgb_to_hsv(0, 0, 0) == (0.0, 0.0, 0)
        assert sys.modules["colorsys"] is module
        with pytest.raises(AttributeError):
            _ = colorsys.nothing
    assert sys.modules.get("colorsys") is not module


def test_a_real_module_that_was_asked_stays_the_only_one(monkeypatch):
    """Its classes would not be the same in a second one."""
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    with StandIns([StandIn("colorsys")]):
        import colorsys

        assert colorsys.rgb_to_hls is colorsys.rgb_to_hls
        first = colorsys.rgb_to_hls
    assert sys.modules["colorsys"].rgb_to_hls is first


def test_a_module_that_is_loaded_keeps_its_place():
    """A stand-in is for what is not loaded yet."""
    import logging

    with StandIns(unasked()):
        assert sys.modules["logging"] is logging

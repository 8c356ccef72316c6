"""Modules that a locked worker can still import, since it holds their bytes.

A reader has many modules, of which most files need few, and each that is run costs
time before the first line. Those that a reader names in ``LATER`` are only read from
disk before the lock, and run when they are first imported.
Source: PEP 451 (module specs), PEP 552 (the head of a compiled file).
"""

from __future__ import annotations

import marshal
import os
import struct
import sys
from _frozen_importlib_external import MAGIC_NUMBER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.machinery import ModuleSpec

_HEAD = struct.Struct("<4sIII")


class Held:
    """A finder of the modules whose bytes are held, for ``sys.meta_path``."""

    def __init__(self) -> None:
        self._specs: dict[str, ModuleSpec] = {}

    def hold(self, name: str) -> None:
        """Read a module that is not loaded yet, if the package is that it is in."""
        spec = None if name in sys.modules else _spec(name)
        if spec is None or spec.loader is None:
            return
        compiled = _compiled(spec)
        if compiled:
            code = lambda _: marshal.loads(compiled)  # noqa: E731, S302 - as import does
        else:
            ready = spec.loader.get_code(name)  # type: ignore[attr-defined]
            code = lambda _: ready  # noqa: E731
        spec.loader.get_code = code  # type: ignore[attr-defined]
        self._specs[name] = spec

    def find_spec(
        self, name: str, _path: object = None, _target: object = None
    ) -> ModuleSpec | None:
        """Return how to make a module that is held."""
        return self._specs.get(name)


def hold(names: Iterable[str]) -> None:
    """Make modules importable without any file."""
    held = Held()
    for name in names:
        held.hold(name)
    sys.meta_path.insert(0, held)


def _spec(name: str) -> ModuleSpec | None:
    package = sys.modules.get(name.rpartition(".")[0])
    if package is None:
        return None
    found = (finder.find_spec(name, package.__path__) for finder in sys.meta_path)
    return next((spec for spec in found if spec is not None), None)


def _compiled(spec: ModuleSpec) -> bytes:
    """Return the code that is kept beside a module, if it is that of the module."""
    try:
        with open(spec.cached or "", "rb") as file:
            data = file.read()
        magic, kind, changed, size = _HEAD.unpack_from(data)
        now = os.stat(spec.origin or "")
    except (OSError, struct.error):
        return b""
    age, length = int(now.st_mtime) & 0xFFFFFFFF, now.st_size & 0xFFFFFFFF
    same = (magic, kind, changed, size) == (MAGIC_NUMBER, 0, age, length)
    return data[_HEAD.size :] if same else b""

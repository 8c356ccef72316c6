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
from _frozen_importlib_external import MAGIC_NUMBER, SourceFileLoader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.machinery import ModuleSpec
    from types import CodeType

_HEAD = struct.Struct("<4sIII")


class Held:
    """A finder of the modules whose bytes are held, for ``sys.meta_path``."""

    def __init__(self) -> None:
        self._specs: dict[str, ModuleSpec] = {}

    def hold(self, name: str) -> None:
        """Read a module that is not loaded yet, if its package is loaded or held."""
        spec = None if name in sys.modules else self._found(name)
        if spec is None or spec.loader is None:
            return
        code = _compiled(spec) or spec.loader.get_code(name)  # type: ignore[attr-defined]
        spec.loader = _Loader(name, spec.origin or "", code)
        self._specs[name] = spec

    def find_spec(
        self, name: str, _path: object = None, _target: object = None
    ) -> ModuleSpec | None:
        """Return how to make a module that is held."""
        return self._specs.get(name)

    def _found(self, name: str) -> ModuleSpec | None:
        parent = name.rpartition(".")[0]
        path = None
        if parent in self._specs:
            path = self._specs[parent].submodule_search_locations
        elif parent:
            path = getattr(sys.modules.get(parent), "__path__", [])
        found = (finder.find_spec(name, path) for finder in sys.meta_path)
        return next((spec for spec in found if spec is not None), None)


class _Loader(SourceFileLoader):
    """Makes a module of code that is at hand, compiled or in bytes."""

    def __init__(self, name: str, path: str, code: bytes | CodeType) -> None:
        super().__init__(name, path)
        self._code = code

    def get_code(self, _name: str) -> CodeType:
        """Return what is run when the module is imported."""
        if isinstance(self._code, bytes):
            self._code = marshal.loads(self._code)  # noqa: S302 - as import does
        return self._code  # type: ignore[return-value]


def hold(names: Iterable[str]) -> None:
    """Make modules importable without any file."""
    held = Held()
    for name in names:
        held.hold(name)
    sys.meta_path.insert(0, held)


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

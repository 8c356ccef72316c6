"""Import a package without the parts of the standard library that it asks in vain.

PyAV imports ``logging``, ``traceback``, ``dataclasses``, ``inspect``, ``typing`` and
``pathlib`` for what is never done here (passing FFmpeg's messages on, describing the
options of a codec, opening a path) or for a few numbers. With what these import in
turn they take a third of its import. So, while it is imported, a stand-in takes the
place of each that is not loaded yet, with the few names that are bound then; whatever
else is asked of it comes from the real module, now or later, so that another version
of PyAV finds all it wants.
"""

from __future__ import annotations

import sys
from types import ModuleType

from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType


#: What modules made by Cython ask ``inspect`` for, each of them.
_CODE_FLAGS: dict[str, object] = {
    "CO_OPTIMIZED": 1, "CO_NEWLOCALS": 2, "CO_VARARGS": 4, "CO_VARKEYWORDS": 8,
    "CO_GENERATOR": 32, "CO_COROUTINE": 128, "CO_ASYNC_GENERATOR": 512,
}  # fmt: skip


class StandIn(ModuleType):
    """A module that has some names, and knows where the others are."""

    def __getattr__(self, name: str) -> object:
        """Take a name that is not here from the real module."""
        from importlib import import_module

        own = sys.modules.pop(self.__name__, None)
        try:
            real = import_module(self.__name__)
        finally:
            if own is self:
                sys.modules[self.__name__] = self
        return getattr(real, name)


class StandIns:
    """A ``with`` block in which ``modules`` stand in for those not loaded yet."""

    def __init__(self, modules: Iterable[StandIn]) -> None:
        self._modules = [m for m in modules if m.__name__ not in sys.modules]

    def __enter__(self) -> None:
        for module in self._modules:
            sys.modules[module.__name__] = module

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for module in self._modules:
            if sys.modules.get(module.__name__) is module:
                del sys.modules[module.__name__]


class _Path:
    """No value is an instance: nothing is opened by its path."""


class _Literal:
    """``Literal[...]`` is the tuple of its values, which ``get_args`` returns."""

    def __class_getitem__(cls, values: object) -> object:
        return values if isinstance(values, tuple) else (values,)


class _Logger:
    """Takes a level, and no message: ``av.logging.set_level(None)`` sends none."""

    class manager:  # noqa: N801 - the name that ``logging`` has
        """Knows of no logger."""

        loggerDict: dict[str, object] = {}  # noqa: N815, RUF012 - as above

    def setLevel(self, _level: int) -> None:  # noqa: N802 - as above
        """Take it."""


def unasked() -> list[StandIn]:
    """Return the stand-ins that importing PyAV asks for."""
    names: dict[str, dict[str, object]] = {
        "dataclasses": {"dataclass": _dataclass},
        "inspect": _CODE_FLAGS,
        "logging": {"Logger": _Logger, "getLogger": lambda _: _Logger(), "WARNING": 30},
        "pathlib": {"Path": _Path},
        "traceback": {"print_exception": lambda *_: None},
        "typing": {"Literal": _Literal, "get_args": tuple},
    }
    modules = []
    for name, known in names.items():
        module = StandIn(name)
        vars(module).update(known)
        modules.append(module)
    return modules


def _dataclass(cls: type | None = None, **_options: object) -> object:
    return record()(cls) if cls else record()

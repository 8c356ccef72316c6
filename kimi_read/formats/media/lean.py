"""What stands in for parts of the standard library while PyAV is imported.

PyAV imports ``logging``, ``traceback``, ``dataclasses``, ``inspect``, ``typing`` and
``pathlib`` for what is never done here (passing FFmpeg's messages on, describing the
options of a codec, opening a path) or for a few numbers. With what these import in
turn they take a third of its import.
"""

from __future__ import annotations

from kimi_read.record import record
from kimi_read.standin import StandIn

#: What modules made by Cython ask ``inspect`` for, each of them.
_CODE_FLAGS: dict[str, object] = {
    "CO_OPTIMIZED": 1, "CO_NEWLOCALS": 2, "CO_VARARGS": 4, "CO_VARKEYWORDS": 8,
    "CO_GENERATOR": 32, "CO_COROUTINE": 128, "CO_ASYNC_GENERATOR": 512,
}  # fmt: skip


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
    return [StandIn(name, known) for name, known in names.items()]


def _dataclass(cls: type | None = None, **_options: object) -> object:
    return record()(cls) if cls else record()

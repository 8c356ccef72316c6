"""Parts of the standard library, without what they load for little.

``re`` makes its flags an enumeration and keeps templates in a cache; for that it
imports ``enum``, ``functools``, ``collections`` and what these import in turn, which
takes twice as long as all the rest of it. ``array`` imports ``collections`` for one
class that is there already. In a worker, whose process is ours, the flags are plain
numbers and the cache is the one written in C.
"""

from __future__ import annotations

import sys
from _collections_abc import MutableSequence

from kimi_read.recover import value
from kimi_read.standin import StandIn, StandIns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

#: What is not loaded then, for whoever asks for it later.
SPARED = (
    "types", "operator", "keyword", "reprlib", "collections", "collections.abc",
    "functools", "enum",
)  # fmt: skip


def load_slim() -> None:
    """Import ``re`` and ``array``, unless somebody has.

    Where a part of them cannot be spared, whoever needs them imports them whole.
    """
    if "re" in sys.modules or value(_loaded, False):
        return
    for name in [name for name in sys.modules if name.partition(".")[0] == "re"]:
        del sys.modules[name]


def _loaded() -> bool:
    with StandIns(_unasked()):
        import array
        import re
    return bool(array and re)


def _unasked() -> list[StandIn]:
    return [
        StandIn("collections"),
        StandIn("collections.abc", {"MutableSequence": MutableSequence}),
        StandIn("enum", {
            "IntFlag": int, "KEEP": None, "global_enum": _named,
            "_simple_enum": lambda base, **_: lambda plan: _flags(base, plan),
        }),
        StandIn("functools", {"lru_cache": _lru_cache}),
    ]  # fmt: skip


def _lru_cache(most: int) -> Callable[..., object]:
    from _functools import _lru_cache_wrapper  # type: ignore[import-not-found]

    return lambda function: _lru_cache_wrapper(function, most, False, tuple)


def _flags(base: type, plan: type) -> type:
    """Return a class of plain numbers, with the flags as its attributes."""
    parts = {k: v for k, v in vars(plan).items() if isinstance(v, (int, str))}
    return type(plan.__name__, (base,), {**parts, "value": property(base)})


def _named(flags: type) -> type:
    """Give the module of the flags their names."""
    numbers = {k: v for k, v in vars(flags).items() if isinstance(v, int)}
    vars(sys.modules[flags.__module__]).update(numbers)
    return flags

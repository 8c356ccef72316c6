"""Modules that stand in for others while something is imported.

Libraries import much of the standard library for what is never asked of them here.
While one is imported, a stand-in takes the place of each such module that is not
loaded yet, with the few names that are bound then; whatever else is asked of it comes
from the real module, now or later, so that another version of the library finds all
it wants.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from types import ModuleType, TracebackType
else:
    ModuleType = type(sys)


class StandIn(ModuleType):
    """A module that has some names, and knows where the others are."""

    def __init__(self, name: str, known: Mapping[str, object] | None = None) -> None:
        super().__init__(name)
        vars(self).update(known or {})

    def __getattr__(self, name: str) -> object:
        """Take a name that is not here from the real module."""
        return getattr(self.real(), name)

    def real(self, *, loaded: bool = False) -> ModuleType | None:
        """Return the real module; with ``loaded`` only if something asked for it."""
        if "_real" not in vars(self) and not loaded:
            stands = sys.modules.get(self.__name__) is self
            if stands:
                del sys.modules[self.__name__]
            try:
                __import__(self.__name__)  # as in ``registry``, without importlib
                self._real: ModuleType = sys.modules[self.__name__]
            finally:
                if stands:
                    sys.modules[self.__name__] = self
        return vars(self).get("_real")


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
                real = module.real(loaded=True)
                if real is not None:
                    sys.modules[module.__name__] = real

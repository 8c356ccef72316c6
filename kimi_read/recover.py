"""Go on after a local loss, and say at that place what was lost.

The only broad ``except`` of the house. It never swallows a shortage of memory,
which is the worker's end and not a page's, nor a bound of the whole document.
"""

from __future__ import annotations

from kimi_read.blocks import Loss
from kimi_read.errors import Crashed, KreadError, OutOfBounds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeVar

    from kimi_read.blocks import Block
    from kimi_read.source import Source

    T = TypeVar("T")


class LeftOut(Exception):
    """A part that must not be read; its text says why."""


def enter(source: Source, number: int) -> None:
    """Announce that part ``number`` is read next.

    Raises:
        LeftOut: it was the end of a worker before.
    """
    reason = source.part(number)
    if reason:
        raise LeftOut(reason)


def attempt(what: str, make: Callable[[], Iterable[Block]]) -> Iterator[Block]:
    """Yield the blocks of ``make()``; where it fails, a ``Loss`` of the rest.

    ``what`` names the place: ``page 7``, ``sheet 'Costs'``.
    """
    try:
        yield from make()
    except (MemoryError, KreadError):
        raise
    except Exception as error:  # noqa: BLE001
        yield Loss("unreadable", f"{what} could not be read: {why(error)}", what,
                   partial=True)  # fmt: skip


def value(make: Callable[[], T], default: T) -> T:
    """Return ``make()``, or ``default`` where a detail cannot be had."""
    try:
        return make()
    except (MemoryError, KreadError):
        raise
    except Exception:  # noqa: BLE001
        return default


def defect(run: Callable[[], int]) -> int:
    """Return what ``run`` returns; a defect of our own becomes one line as well.

    Raises:
        Crashed: something was raised that no caller expects.
    """
    try:
        return run()
    except (KreadError, BrokenPipeError):
        raise
    except MemoryError:
        raise OutOfBounds("there is not enough memory for it") from None
    except Exception as error:
        raise Crashed(
            f"a defect of kread: {type(error).__name__}: {why(error)}",
            hint="please report it, with the file if you can",
        ) from error


def why(error: BaseException) -> str:
    """Return the first line of an exception's text, or its type."""
    return str(error).strip().partition("\n")[0][:200] or type(error).__name__

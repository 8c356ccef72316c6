"""The formats that exist: those of the house, then those of guests."""

from __future__ import annotations

import sys

from kimi_read.catalog import BY_NAME, FORMATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Protocol

    from kimi_read.blocks import Blocks
    from kimi_read.format import Format
    from kimi_read.request import Request
    from kimi_read.source import Source

    class Reader(Protocol):
        """A reader module."""

        LATER: tuple[str, ...]

        def prepare(self) -> None:
            """Import all that reading needs; called before the worker is locked.

            What ``LATER`` names may be left out: it can be imported afterwards.
            """

        def read(self, source: Source, request: Request) -> Blocks:
            """Yield the blocks of the file."""


ENTRY_POINTS = "kimi_read.formats"


def by_name(name: str) -> Format | None:
    """Return the format of that name, a guest's only if the house has none."""
    return BY_NAME.get(name) or next((g for g in guests() if g.name == name), None)


def by_extension(extension: str) -> tuple[Format, ...]:
    """Return the built-in formats that declare ``extension`` (``.docx``)."""
    return tuple(form for form in FORMATS if extension in form.extensions)


def guests() -> Iterator[Format]:
    """Load the formats of other packages; asked only when none of ours fits."""
    from importlib.metadata import entry_points

    for point in entry_points(group=ENTRY_POINTS):
        yield point.load()


def load(module: str) -> Reader:
    """Import a format's reader module."""
    __import__(module)  # without importlib, which costs more than a small reader
    return sys.modules[module]

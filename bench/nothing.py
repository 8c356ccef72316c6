"""A reader that reads nothing, and a job on it: what a worker costs by itself.

python bench/nothing.py inline|open|locked FILE

In this process; in a worker without its lock; in one as it is.
"""

from __future__ import annotations

import os
import sys

from kimi_read.blocks import Paragraph
from kimi_read.isolate import Job, isolated
from kimi_read.opening import open_path
from kimi_read.request import Request
from kimi_read.stream import events


def prepare() -> None:
    """Import nothing."""


def read(source, request):
    """Yield one line."""
    yield Paragraph("nothing")


def main(how: str, path: str) -> None:
    """Do the job in this process or in a worker."""
    from kimi_read.isolate import process, worker  # loaded either way

    if how == "open":  # no layer, and no libc, which only layers need
        worker.lock = lambda *_, **__: ()
        process._die_with = lambda _: None  # noqa: SLF001 - the point of this side
    source = open_path(path)
    request = Request()
    if how == "inline":
        found = list(events(read(source, request)))
    else:
        found = list(isolated(Job(module="nothing", source=source, request=request)))
    assert any(isinstance(event, list) for event in found)
    os.close(source.descriptor)
    os._exit(0)  # as the command does


if __name__ == "__main__":
    main(*sys.argv[1:])

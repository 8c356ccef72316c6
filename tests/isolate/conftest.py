"""Workers whose reader is one of the tests."""

import os
from itertools import count

import pytest

from kimi_read.isolate import Job, isolated
from kimi_read.opening import open_path
from kimi_read.request import MIB, Limits, Request

#: How many times slower a machine may be, such as an emulated one.
PATIENCE = float(os.environ.get("KREAD_TEST_PATIENCE", "1"))
TIGHT = Limits(
    wall_seconds=4 * PATIENCE,
    cpu_seconds_per_1000_lines=1 * PATIENCE,
    output_bytes=2 * MIB,
)
FIELDS = Request.__annotations__


@pytest.fixture
def patience():
    """How many times longer than usual something may take here."""
    return PATIENCE


@pytest.fixture(params=["fork", "spawn"])
def spawn(request):
    """Run the test with a forked worker, and with a spawned one."""
    return request.param == "spawn"


def most_memory(what):
    """Return the bound for a fault.

    An abort is told from a lack of memory by the worker's peak, which begins with
    that of this process: the bound must lie well above what the tests have used.
    """
    return (512 if "eat_and_abort" in what else 100) * MIB


@pytest.fixture
def start(tmp_path):
    """Return a function that starts a test reader and gives its events, lazily."""
    number = count()

    def start(what, *, module="readers.faulty", spawn=False, limits=TIGHT, **options):
        path = tmp_path / str(next(number)) / "input"  # threads must not share one
        path.parent.mkdir()
        path.write_text(what)
        asked = {name: options.pop(name) for name in [*options] if name in FIELDS}
        source = open_path(str(path))
        job = Job(
            module=module,
            source=source,
            request=Request(limits=limits, **asked),
            **{
                "progress_seconds": 1.5 * PATIENCE,
                "memory_bytes": most_memory(what),
                **options,
            },
        )
        return isolated(job, spawn=spawn)

    return start


@pytest.fixture
def run(start):
    """Return a function that runs a test reader to its end and lists its events."""
    return lambda *args, **options: list(start(*args, **options))

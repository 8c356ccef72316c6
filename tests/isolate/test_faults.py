"""Every way in which a worker can fail ends in its class, in time, without a trace."""

import errno
import os
import time

import pytest

from kimi_read.errors import Crashed, Encrypted, KreadError, Malformed, OutOfBounds
from kimi_read.isolate import Job, isolated
from kimi_read.request import Limits, Request
from kimi_read.source import Source

LONG = Limits(wall_seconds=60, cpu_seconds_per_1000_lines=1)
STATUS = {
    "throw": Malformed,
    "encrypted": Encrypted,
    "recurse": Malformed,
    "busy": OutOfBounds,
    "asleep": OutOfBounds,
    "eat": OutOfBounds,
    "abort": Crashed,
    "eat_and_abort": OutOfBounds,
    "leave": Crashed,
    "garbage": Crashed,
    "huge": Crashed,
    "unsent": Crashed,
    "negative": Crashed,
    "deep": Crashed,
    "nodes": Crashed,
    "flood": OutOfBounds,
    "fork": Malformed,
    "socket": Malformed,
    "write": Malformed,
    "create": Malformed,
    "open": Malformed,
    "exec": Malformed,
    "kill": Malformed,
    "import": Malformed,
    "stop": OutOfBounds,
    "closed": Crashed,
    "pictures 20": OutOfBounds,
}


@pytest.mark.parametrize("fault", STATUS)
def test_a_fault_ends_in_its_class_within_the_deadline(run, fault, spawn, patience):
    begun = time.monotonic()
    with pytest.raises(KreadError) as caught:
        run(fault, spawn=spawn)
    assert type(caught.value) is STATUS[fault]
    assert caught.value.path.endswith("input")
    assert time.monotonic() - begun < 20 * patience


@pytest.mark.parametrize("fault", STATUS)
def test_no_process_outlives_a_fault(run, fault):
    before = children()
    with pytest.raises(KreadError):
        run(fault)
    assert children() == before


@pytest.mark.parametrize("fault", ["throw", "busy", "eat", "abort", "leave", "huge"])
def test_what_came_before_a_fault_is_kept(start, fault):
    lines = []
    with pytest.raises(KreadError):  # noqa: PT012 - some way into the loop
        for event in start(fault):
            lines += event if type(event) is list else []
    assert b"before the fault" in lines


@pytest.mark.parametrize("how", ["busy", "asleep"])
def test_lines_that_were_held_back_come_before_a_hang(start, how):
    lines = []
    with pytest.raises(OutOfBounds):  # noqa: PT012 - some way into the loop
        for event in start(f"burst {how}"):
            lines += event if type(event) is list else []
    assert lines[-1] == b"line 49"


def test_a_stop_names_the_bound_and_the_place(run):
    with pytest.raises(
        OutOfBounds, match=r"1 s of CPU time, after line \d+ \(Page 1\)"
    ):
        run("busy", progress_seconds=30, limits=LONG)


def test_a_sleeper_is_stopped_for_want_of_progress(run):
    with pytest.raises(OutOfBounds, match=r"1.5 s without progress"):
        run("asleep")


def test_the_wall_deadline_holds_where_progress_is_made(run):
    with pytest.raises(OutOfBounds, match="4 s in all"):
        run("skip 1000000", skip=900_000)


def test_skipped_lines_are_progress(run):
    events = run("skip 20000", skip=15_000, stop=15_001)
    assert [e for e in events if type(e) is list] == [[b"| 14972 |"]]


def test_a_shortage_of_memory_is_said_in_megabytes(run):
    with pytest.raises(OutOfBounds, match="100 MiB of memory"):
        run("eat")


def test_an_exception_is_told_in_one_clean_line(run):
    with pytest.raises(Malformed) as caught:
        run("throw")
    assert caught.value.reason == r"it cannot be read: a \x1b[31mred\x1b[0m mistake"


def test_closing_the_events_ends_the_worker(start):
    before = children()
    events = start("asleep")
    next(events)
    assert children() > before
    events.close()
    assert children() == before


def test_a_pause_of_the_consumer_counts_against_no_deadline(start):
    events = start("lines 100000", verbatim=True)
    got = 0
    for count, event in enumerate(events):
        if count in (1, 3):
            time.sleep(
                2.5
            )  # longer than the deadline for progress, twice over the wall
        got += len(event) if type(event) is list else 0
    assert got > 100_000


def test_a_system_that_allows_no_process_is_told(start, monkeypatch):
    def refused():
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "fork", refused)
    with pytest.raises(Crashed, match="no worker can be started for it: Resource"):
        next(start("none"))


def test_a_spooled_file_cannot_be_changed_by_its_worker(spawn):
    store = os.memfd_create("spool")
    content = b"scribble over this"
    os.write(store, content)
    source = Source(
        path="-", name="-", descriptor=store, size=len(content), head=content
    )
    job = Job(module="readers.faulty", source=source, request=Request())
    with pytest.raises(Malformed):
        list(isolated(job, spawn=spawn))
    assert os.pread(store, 100, 0) == content
    os.close(store)


def test_the_bounds_begin_anew_with_each_window(start):
    """The whole would be over the bounds of time and of output; no window is."""
    events = start("paced 40", kept=True)
    got = 0
    for event in events:
        if type(event) is list:
            got += len(event)
            events.renew()
    assert got > 40 * 1000


def test_the_host_s_descriptors_are_closed_to_the_worker(run, tmp_path):
    with open(tmp_path / "other", "w") as other:
        os.set_inheritable(other.fileno(), True)
        with pytest.raises(Crashed):
            run("garbage")  # the first descriptor that can be written to is the pipe
        assert not (tmp_path / "other").stat().st_size


def children():
    """Return the ids of all live children of this process, zombies included."""
    with open(f"/proc/self/task/{os.getpid()}/children") as file:
        return set(file.read().split())

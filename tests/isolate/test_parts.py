"""A page that is the end of its worker costs itself: another worker reads the rest."""

import pytest

from kimi_read.blocks import Loss
from kimi_read.errors import Crashed, OutOfBounds
from kimi_read.isolate import watch
from kimi_read.request import MIB, Limits
from kimi_read.stream import End, Mark

LIMITS = Limits(wall_seconds=30)
REASONS = {
    "abort": "its worker was ended by SIGABRT",
    "leave": "its worker ended in the middle of its answer",
    "eat": "reading it takes more than 100 MiB of memory",
    "eat_and_abort": "it takes more than 512 MiB of memory",
    "busy": "it takes more than 0.6 s of CPU time",
}


@pytest.fixture(autouse=True)
def slice_of_time(monkeypatch):
    monkeypatch.setattr(watch, "PART_SECONDS", 0.6)


def lines_of(events):
    return [line.decode() for e in events if type(e) is list for line in e]


@pytest.mark.parametrize("fault", REASONS)
def test_the_pages_around_a_bad_one_are_read(run, fault, spawn):
    events = run(f"parts {fault} 3", limits=LIMITS, spawn=spawn)
    lines = lines_of(events)
    for number in (1, 2, 4, 5):
        assert lines.count(f"text of page {number}") == 1
    assert f"<!-- page 3 could not be read: {REASONS[fault]} -->" in lines
    assert isinstance(events[-1], End)


def test_several_bad_pages_are_left_out(run):
    lines = lines_of(run("parts abort 1,3,5", limits=LIMITS))
    assert [line for line in lines if "could not" in line] == [
        f"<!-- page {n} could not be read: {REASONS['abort']} -->" for n in (1, 3, 5)
    ]
    assert "text of page 4" in lines


def test_what_is_lost_makes_the_answer_partial(run):
    losses = [e for e in run("parts abort 3", limits=LIMITS) if isinstance(e, Loss)]
    assert [(loss.where, loss.partial) for loss in losses][-1] == ("page 3", True)


def test_a_warning_is_given_once(run):
    losses = [e for e in run("parts abort 2,3,4", limits=LIMITS) if isinstance(e, Loss)]
    assert [loss.code for loss in losses].count("odd") == 1


def test_marks_stay_with_their_lines(run):
    events = run("parts abort 3", limits=LIMITS)
    lines = lines_of(events)
    marks = {e.label: e.line for e in events if isinstance(e, Mark)}
    assert all(lines[line - 1] == f"<!-- {label} -->" for label, line in marks.items())
    assert "Page 5" in marks


@pytest.mark.parametrize("step", [1, 2, 7, 30])
def test_windows_make_the_whole_whatever_is_lost(run, step):
    whole = lines_of(run("parts abort 2,4", limits=LIMITS))
    joined = []
    for skip in range(0, len(whole), step):
        events = run("parts abort 2,4", limits=LIMITS, skip=skip, stop=skip + step)
        joined += lines_of(events)
    assert joined == whole


def test_a_page_that_has_begun_is_not_begun_again(run):
    with pytest.raises(Crashed, match="ended by SIGABRT, after line"):
        run("parts late 3", limits=LIMITS)


def test_a_deadline_of_the_whole_is_one(run):
    with pytest.raises(OutOfBounds, match="in all"):
        run("parts asleep 3", limits=Limits(wall_seconds=1))


def test_the_cpu_time_of_all_workers_is_one_allowance(run):
    limits = Limits(wall_seconds=30, cpu_seconds_per_1000_lines=1)
    with pytest.raises(OutOfBounds, match="1 s of CPU time"):
        run("parts busy 1,2,3,4", limits=limits, progress_seconds=20)


def test_there_is_an_end_to_new_workers(run, monkeypatch):
    monkeypatch.setattr(watch, "MOST_PARTS", 2)
    with pytest.raises(Crashed):
        run("parts abort 1,2,3", limits=LIMITS)


def test_reading_on_is_progress(run):
    """A worker that gives no line for long, but reads new bytes, is not stopped."""
    events = run("reads" + " " * MIB, progress_seconds=1, limits=LIMITS)
    assert "read all" in lines_of(events)

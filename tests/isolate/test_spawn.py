"""A worker in a fresh interpreter: for hosts with threads, and without fork."""

import gc
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from kimi_read.errors import Crashed, OutOfBounds, Unsupported
from kimi_read.isolate import Job, fresh
from kimi_read.isolate.pumped import Pumped
from kimi_read.isolate.watch import Watch
from kimi_read.record import replace
from kimi_read.request import Limits, Request
from kimi_read.source import Source

JOB = Job(
    module="readers.faulty",
    source=Source(path="/a\udcff\n", name="b", descriptor=5, size=3, head=b"\0\xff\n"),
    request=Request(
        pages=((1, 2), (5, None)), columns=(3, None), region=(1, 2, 3, 4),
        sheet="Ж\udc80", tail=3, limits=Limits(wall_seconds=1.5),
    ),
    skip=3, stop=9, verbatim=True, layers=("job-object",),
)  # fmt: skip


def test_a_job_arrives_as_it_was_sent():
    import json

    line = fresh.pack(JOB, 7)
    assert line.count(b"\n") == 1
    told = json.loads(line)
    assert fresh.unpack(told) == replace(JOB, source=replace(JOB.source, descriptor=7))


def test_the_worker_finds_what_the_host_can_import(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "path", ["", str(tmp_path)])
    import json

    path = json.loads(fresh.pack(JOB, 7))["path"]
    assert os.getcwd() in path
    assert any(os.path.exists(os.path.join(p, "kimi_read", "page.py")) for p in path)


def test_a_host_without_an_interpreter_is_told_so():
    with pytest.raises(Unsupported):
        fresh.command("")


def test_workers_run_in_many_threads(run):
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda n: run(f"lines {n}", spawn=True), range(8)))
    assert len(answers) == 8


def test_a_worker_outlives_the_thread_that_started_it(start):
    events = start("skip 5000", spawn=True, limits=Limits())
    thread = threading.Thread(target=next, args=(events,))
    thread.start()
    thread.join()
    time.sleep(0.2)
    assert sum(len(e) for e in events if type(e) is list) > 5000


def test_a_forgotten_worker_is_ended(start):
    before = children()
    events = start("asleep", spawn=True)
    next(events)
    del events
    gc.collect()
    assert children() == before


HOST = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in the background
from kimi_read.isolate import Job, isolated
from kimi_read.opening import open_path
from kimi_read.request import Request
source = open_path(sys.argv[1])
job = Job(module="readers.faulty", source=source, request=Request())
for event in isolated(job, spawn=sys.argv[2] == "spawn"):
    print("running", flush=True)
"""


@pytest.mark.parametrize("how", ["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"])
@pytest.mark.parametrize("fault", ["busy", "asleep", "stop"])
def test_a_worker_dies_with_its_host(tmp_path, how, fault, spawn):
    import signal

    path = tmp_path / "input"
    path.write_text(fault)
    host = subprocess.Popen(
        [sys.executable, "-c", HOST, str(path), "spawn" if spawn else "fork"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert host.stdout.readline() == b"running\n"
    (worker,) = children(host.pid)
    host.send_signal(getattr(signal, how))
    host.wait(5)
    host.stdout.close()
    deadline = time.monotonic() + 5
    while alive(worker) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not alive(worker)


def test_a_descriptor_past_a_thousand_can_be_waited_for(run, spawn):
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    many = [os.open(os.devnull, os.O_RDONLY) for _ in range(1100)]
    try:
        assert run("none", spawn=spawn)
    finally:
        for descriptor in many:
            os.close(descriptor)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def pumped(script, job=JOB):
    popen = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    return Pumped(popen), popen


def test_a_pipe_that_a_thread_reads_gives_the_same_frames():
    from kimi_read.isolate import frames
    from kimi_read.stream import End

    data = frames.encode([b"a", b"b"]) + frames.encode(End(2))
    process, _ = pumped(f"import os; os.write(1, {data!r})")
    events = list(Watch(replace(JOB, stop=None, skip=0), process).events())
    process.stop()
    assert events == [[b"a", b"b"], End(2)]


def test_a_thread_reads_no_further_than_a_paused_consumer_allows():
    process, popen = pumped(
        "import os, time\nfor n in range(64): os.write(1, b'x' * 65536)\ntime.sleep(60)"
    )
    time.sleep(0.5)
    assert process.wait(1)
    assert process._queue.qsize() <= 4
    process.stop()
    assert popen.returncode


def test_a_worker_that_a_thread_reads_is_stopped_in_time():
    process, popen = pumped("import time; time.sleep(60)")
    with pytest.raises(OutOfBounds):
        list(Watch(replace(JOB, progress_seconds=0.3), process).events())
    process.stop()
    assert popen.returncode


def test_a_worker_that_a_thread_reads_and_that_dies_is_told():
    process, _ = pumped("import os; os._exit(3)")
    with pytest.raises(Crashed, match="the status 0x3"):
        list(Watch(JOB, process).events())
    process.stop()


def children(pid=None):
    pid = pid or os.getpid()
    found = set()
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/children") as file:
            found |= set(file.read().split())
    return found


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False

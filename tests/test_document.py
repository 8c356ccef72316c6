"""One worker for all pages of a file, from any thread."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import pytest
from harness import FIXTURES, inputs

import kimi_read
from kimi_read import Request, errors, open_document, read

GOOD = [path for path in inputs() if path.parent.name == "good"]
SOME = [next(p for p in GOOD if p.parent.parent.name == name)
        for name in sorted({p.parent.parent.name for p in GOOD})]  # fmt: skip


@pytest.mark.parametrize("path", SOME, ids=lambda p: str(p.relative_to(FIXTURES)))
@pytest.mark.parametrize("limit", [1, 3, 1000, 0])
def test_pages_of_one_worker_join_up_to_the_whole(path, limit):
    whole = read(str(path), limit=0)
    with open_document(str(path)) as doc:
        pages = list(doc.pages(limit=limit))
    assert "".join(page.content for page in pages) == whole.content
    marks = [(m.line, m.label) for page in pages for m in page.marks]
    assert marks == [(m.line, m.label) for m in whole.marks]
    codes = sorted(w.code for page in pages for w in page.warnings)
    assert sorted({*codes}) == sorted({w.code for w in whole.warnings})
    assert pages[-1].next_offset is None
    assert pages[-1].total_lines == whole.total_lines


def test_reading_goes_on_where_it_stopped(make):
    path = make("f.txt", "".join(f"{n}\n" for n in range(10)))
    with open_document(str(path)) as doc:
        first = next(iter(doc.pages(limit=4)))
        second = next(iter(doc.pages(limit=3)))
    assert (first.lines, first.next_offset) == (["0", "1", "2", "3"], 4)
    assert (second.lines, second.offset, second.next_offset) == (["4", "5", "6"], 4, 7)


def test_a_document_that_was_closed_is_not_taken_for_an_empty_one(make):
    with open_document(str(make("f.txt", "a\nb\n"))) as doc:
        next(iter(doc.pages(limit=1)))
    with pytest.raises(errors.Usage, match="is closed"):
        list(doc.pages())


def test_a_document_that_was_read_to_its_end_has_no_more_pages(make):
    with open_document(str(make("f.txt", "a\nb\n"))) as doc:
        assert [page.lines for page in doc.pages()] == [["a", "b"]]
        assert list(doc.pages()) == []
    assert list(doc.pages()) == []


@pytest.mark.parametrize("closed", ["0", "1", "2", "012"])
@pytest.mark.parametrize("name", [
    "docx/good/lists-feature.docx", "pdf/good/running.pdf", "xlsx/good/extras.xlsx",
    "archive/good/office.zip::docs/report.txt",
])  # fmt: skip
def test_a_host_may_have_closed_its_standard_streams(closed, name, tmp_path):
    """What is opened next gets their numbers, which a worker gives to others."""
    path, told = str(FIXTURES / name), tmp_path / "told"
    code = (
        "import os, sys\n"
        f"for number in {closed!r}: os.close(int(number))\n"
        "from kimi_read import read\n"
        f"lines = read({path!r}, limit=2).lines\n"
        f"open({str(told)!r}, 'w').write(repr(lines))\n"
    )
    subprocess.run(
        [sys.executable, "-c", code], check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert told.read_text() == repr(read(path, limit=2).lines)


def test_a_file_that_cannot_be_opened_raises(tmp_path):
    with pytest.raises(errors.NotFound):
        open_document(str(tmp_path / "none"))


def test_many_threads_read_at_once(make):
    paths = [str(path) for path in SOME]
    wanted = {path: read(path, limit=0).content for path in paths}
    wrong = []

    def work(path):
        if read(path, limit=0).content != wanted[path]:
            wrong.append(path)

    threads = [threading.Thread(target=work, args=(path,)) for path in paths * 3]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_wishes_are_a_request():
    page = read(str(FIXTURES / "text/good/crlf.txt"), request=Request(columns=(1, 2)))
    assert page.lines == ["fi", "se", "th"]
    assert kimi_read.__version__


def test_a_path_may_be_any_path_of_python(make):
    path = make("f.txt", "a\n")
    assert read(path).lines == read(os.fsencode(path)).lines == ["a"]
    with open_document(path) as doc:
        assert doc.path == str(path)


@pytest.mark.parametrize("window", [{"offset": -1}, {"limit": -1}, {"limit": "5"}])
def test_a_window_that_makes_no_sense_is_a_usage_error(window, make):
    path = make("f.txt", "a\n")
    with pytest.raises(errors.Usage):
        read(path, **window)
    with open_document(path) as doc, pytest.raises(errors.Usage):
        next(iter(doc.pages(limit=window.get("limit", -1))))


def test_a_picture_comes_as_one_unless_something_else_is_asked_for():
    path = FIXTURES / "image/good/camera.jpg"
    assert read(path).image.media_type == "image/jpeg"
    assert read(path, request=Request()).image is None
    with open_document(path) as doc:
        assert next(iter(doc.pages())).image.data == path.read_bytes()


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="no /proc")
def test_a_forgotten_document_leaves_nothing_open():
    before = len(os.listdir("/proc/self/fd"))
    doc = open_document(FIXTURES / "pdf/good/ruled.pdf")
    next(iter(doc.pages(limit=2)))
    del doc
    assert len(os.listdir("/proc/self/fd")) == before

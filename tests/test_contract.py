"""What holds for every format, without naming one."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from golden import answer, recorded
from harness import FIXTURES, HARMFUL, inputs, kread, valid

from kimi_read.catalog import FORMATS
from kimi_read.errors import OutOfBounds

INPUTS = inputs()
IDS = [str(path.relative_to(FIXTURES)) for path in INPUTS]
#: The tests of a file run in one process, which keeps what it has read of it.
each = pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=name, marks=pytest.mark.xdist_group(name))
        for path, name in zip(INPUTS, IDS, strict=True)
    ],
)


@cache
def shown(path):
    """Return what is printed and said, as the golden answers have it."""
    return answer(path)


@cache
def whole(path):
    """Return the answer in JSON for the whole file."""
    return kread(path, "--json", "--no-data", "--limit", "0")


@cache
def identity(path):
    """Return what --identify says."""
    return kread(path, "--identify", "--json")


def test_there_are_fixtures():
    """The tests below say nothing without inputs."""
    assert len(INPUTS) > 50


@each
def test_a_fixture_reads_as_recorded(path):
    """What is printed and said is what somebody has looked at."""
    out, err = shown(path)
    wanted_out, wanted_err = recorded(path)
    assert out.decode("utf-8", "replace") == wanted_out.decode("utf-8", "replace")
    assert err == wanted_err


@each
def test_windows_join_up_to_the_whole(path):
    """Any steps give the lines of one whole read, and end."""
    run = whole(path)
    if "error" in run.json:
        valid(run.json, "page" if "content" in run.json else "error")
        assert run.status != 0
        return
    page = valid(run.json, "page")
    assert page["nextOffset"] is None
    step = max(2, page["lines"] // 3)
    content, offset = "", 0
    while offset is not None:
        run = kread(path, "--json", "--no-data", "--offset", offset, "--limit", step)
        part = valid(run.json, "page")
        assert run.status == 0
        assert part["nextOffset"] is None or part["nextOffset"] > offset
        assert part["truncated"] or part["nextOffset"] is None
        content += part["content"]
        offset = part["nextOffset"]
    assert content == page["content"]


@each
def test_the_tail_is_the_end_of_the_whole(path):
    """--tail gives the last lines under their own numbers."""
    page = whole(path).json
    if "error" in page:
        return
    part = kread(path, "--json", "--no-data", "--tail", "3").json
    assert part["offset"] == max(0, page["lines"] - 3)
    assert page["content"].endswith(part["content"])
    assert part["lines"] == min(3, page["lines"])


@each
def test_no_harmful_character_is_printed_or_said(path):
    """Converted documents, listings and messages are clean in a pipe as well."""
    out, err = shown(path)
    assert not HARMFUL.intersection(err)
    if identity(path).json.get("kind") in ("document", "archive", "video", "audio"):
        assert not HARMFUL.intersection(out.decode())


@each
def test_identity_is_told_without_reading(path):
    """--identify says kind, media type and why, of damaged files too."""
    run = identity(path)
    if run.status:
        valid(run.json, "error")
        return
    known = valid(run.json, "identity")
    assert known["reason"]


@each
def test_an_agent_gets_one_of_three_shapes(path):
    """--format files-read has these keys and no other, or stdout is empty.

    What came before a bound was hit is kept, as a page that says so.
    """
    run = kread(path, "--format", "files-read")
    if run.status:
        assert run.err
    if run.status == OutOfBounds.exit_status and run.out:
        assert valid(run.json, "files-read")["truncated"] is True
    elif run.status:
        assert run.out == b""
    else:
        valid(run.json, "files-read")


def test_every_reader_has_a_good_a_damaged_and_a_hostile_fixture():
    """A format that was never shown a broken file is not done."""
    folders: dict[str, set[str]] = {}
    for form in FORMATS:
        if form.reader:
            own = {form.name, form.reader.rpartition(".")[2]}
            folders.setdefault(form.reader, set()).update(own)
    missing = [
        f"{reader}: {kind}"
        for reader, names in sorted(folders.items())
        for kind in ("good", "damaged", "hostile")
        if not any(any((FIXTURES / name / kind).glob("*")) for name in names)
    ]
    assert missing == []


def test_the_origin_of_every_fixture_is_written_down():
    """A file whose licence nobody knows must not be shipped."""
    folders = {path.parent.parent for path in INPUTS}
    assert [f.name for f in folders if not (f / "ORIGIN.md").exists()] == []


def test_no_extension_is_claimed_twice():
    """But for .ts and .mts, which are source or video by their bytes."""
    claims = Counter(ext for form in FORMATS for ext in form.extensions)
    assert {ext for ext, n in claims.items() if n > 1} == {".ts", ".mts"}


def test_names_of_formats_are_unique():
    """--from must mean one thing."""
    assert len({form.name for form in FORMATS}) == len(FORMATS)

"""What holds for every format, without naming one."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from golden import answer, recorded
from harness import FIXTURES, HARMFUL, inputs, kread, valid

from kimi_read.catalog import FORMATS

INPUTS = inputs()
IDS = [str(path.relative_to(FIXTURES)) for path in INPUTS]
each = pytest.mark.parametrize("path", INPUTS, ids=IDS)


def test_there_are_fixtures():
    """The tests below say nothing without inputs."""
    assert len(INPUTS) > 50


@each
def test_a_fixture_reads_as_recorded(path):
    """What is printed and said is what somebody has looked at."""
    out, err = answer(path)
    wanted_out, wanted_err = recorded(path)
    assert out.decode("utf-8", "replace") == wanted_out.decode("utf-8", "replace")
    assert err == wanted_err


@each
def test_windows_join_up_to_the_whole(path):
    """Any steps give the lines of one whole read, and end."""
    whole = kread(path, "--json", "--no-data", "--limit", "0")
    if "error" in whole.json:
        valid(whole.json, "page" if "content" in whole.json else "error")
        assert whole.status != 0
        return
    page = valid(whole.json, "page")
    assert page["nextOffset"] is None
    step = max(2, page["lines"] // 4)
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
    whole = kread(path, "--json", "--no-data", "--limit", "0").json
    if "error" in whole:
        return
    part = kread(path, "--json", "--no-data", "--tail", "3").json
    assert part["content"] == "".join(whole["content"].splitlines(keepends=True)[-3:]) \
        or whole["kind"] == "text"  # fmt: skip
    assert part["offset"] == max(0, whole["lines"] - 3)
    assert whole["content"].endswith(part["content"])


@each
def test_no_harmful_character_is_printed_or_said(path):
    """Converted documents, listings and messages are clean in a pipe as well."""
    run = kread(path, "--limit", "0")
    assert not HARMFUL.intersection(run.err)
    kind = json.loads(kread(path, "--identify", "--json").out).get("kind")
    if kind in ("document", "archive", "video", "audio"):
        assert not HARMFUL.intersection(run.out.decode())


@each
def test_identity_is_told_without_reading(path):
    """--identify says kind, media type and why, of damaged files too."""
    run = kread(path, "--identify", "--json")
    if run.status:
        valid(run.json, "error")
        return
    known = valid(run.json, "identity")
    assert known["reason"]


@each
def test_an_agent_gets_one_of_three_shapes(path):
    """--format files-read has these keys and no other, or stdout is empty."""
    run = kread(path, "--format", "files-read")
    if run.status:
        assert run.out == b""
        assert run.err
    else:
        valid(run.json, "files-read")


def test_every_reader_has_a_good_a_damaged_and_a_hostile_fixture():
    """A format that was never shown a broken file is not done."""
    readers = {form.reader for form in FORMATS if form.reader}
    missing = [
        f"{reader.rpartition('.')[2]}/{kind}"
        for reader in sorted(readers)
        for kind in ("good", "damaged", "hostile")
        if not any((FIXTURES / reader.rpartition(".")[2] / kind).glob("*"))
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

"""No bytes make the detector fail, and plain text costs next to nothing."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import CASES, SNIFFED
from verdicts import NONE, Memory, compound, docx, zipped

from kimi_read import strangers
from kimi_read.catalog import BY_NAME, FORMATS
from kimi_read.detect import archives, detect, media, pictures, programs
from kimi_read.errors import Mismatch

SEEDS = [data for datas in (*CASES.values(), *SNIFFED.values()) for data in datas]
SEEDS += [
    zipped(*docx()), zipped(("mimetype", b"application/epub+zip"), stored=True),
    compound(("Workbook", 2, NONE, NONE, NONE), ("a", 1, 2, 0, 1)),
]  # fmt: skip
EXTENSIONS = sorted({ext for form in FORMATS for ext in form.extensions})
MAGICS = sorted(
    {
        rule[1]
        for module in (archives, media, pictures, programs)
        for rule in module.RULES
    }
)
NAMES = st.sampled_from(["", "a", ".x", *(f"a{ext}" for ext in EXTENSIONS)])


def ends_well(data: bytes, name: str) -> None:
    source = Memory(data, name)
    try:
        found = detect(source)
    except Mismatch as error:
        assert "\n" not in error.reason  # noqa: PT017 - some files are refused
    else:
        assert found.reason
        assert found.format.label
    assert source.calls < 6000
    assert source.bytes_read < 8 << 20


@given(st.binary(max_size=600), NAMES)
def test_random_bytes_never_raise(data, name):
    ends_well(data, name)


@given(st.sampled_from(MAGICS), st.binary(max_size=300), NAMES)
def test_random_bytes_behind_a_magic_never_raise(magic, data, name):
    ends_well(magic + data, name)


@given(st.data(), NAMES)
@settings(max_examples=400)
def test_mutated_files_never_raise(data, name):
    seed = bytearray(data.draw(st.sampled_from(SEEDS)))
    places = st.integers(0, max(0, len(seed) - 1))
    for at, value in data.draw(
        st.lists(st.tuples(places, st.integers(0, 255)), max_size=12)
    ):
        seed[at : at + 1] = bytes([value])
    cut = data.draw(st.integers(0, len(seed)))
    ends_well(bytes(seed[:cut] if cut % 3 else seed), name)


@pytest.mark.parametrize("seed", SEEDS, ids=range(len(SEEDS)))
def test_no_file_raises_when_cut_anywhere(seed):
    for stop in range(0, min(len(seed), 700), 3):
        ends_well(seed[:stop], "")


def test_every_rule_names_a_known_format():
    """A check's own answers are seen by the other tests; the rest are data."""
    derived = {"riff", "iff"}
    known = {*BY_NAME, *strangers.NAMES, "zip", "ole", *derived}
    rules = (*archives.RULES, *media.RULES, *pictures.RULES, *programs.RULES)
    assert {rule[2] for rule in rules} - known == set()


def test_strangers_share_no_name_with_the_catalog():
    assert len({*strangers.NAMES}) == len(strangers.NAMES)
    assert {*strangers.NAMES} & {*BY_NAME} == set()
    assert all(form.advice for form in strangers.everyone())


HEAVY = [
    "re", "struct", "zipfile", "typing", "dataclasses", "collections", "unicodedata",
    "zlib", "json", "pathlib", "importlib.metadata", "kimi_read.strangers",
    "kimi_read.detect.signatures",
]  # fmt: skip
SCRIPT = """
import os, sys
sys.path[:0] = {path!r}
from kimi_read.source import Source
from kimi_read.detect import detect
data = {data!r}
descriptor = os.memfd_create("x")
os.write(descriptor, data)
found = detect(Source(path="/x", name={name!r}, descriptor=descriptor,
                      size=len(data), head=data[:8192]))
print(found.format.name, *(m for m in {heavy!r} if m in sys.modules))
"""


@pytest.mark.skipif(not hasattr(__import__("os"), "memfd_create"), reason="Linux only")
@pytest.mark.parametrize(
    ("data", "name", "wanted"),
    [
        (b"one\ntwo\n", "a.txt", "text"),
        ("Füße\n".encode() * 3000, "a.md", "markdown"),
        (b"a,b\n1,2\n", "a.csv", "csv"),
        (b"#include <stdio.h>\n", "a.c", "c"),
        (b"all:\n\techo\n", "Makefile", "text"),
    ],
)  # fmt: skip
def test_plain_text_loads_nothing_heavy(data, name, wanted):
    script = SCRIPT.format(path=sys.path, data=data, name=name, heavy=HEAVY)
    command = [sys.executable, "-S", "-E", "-c", script]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout.split() == [wanted]


@pytest.mark.parametrize("offset", [0xFFFFFFF0, 0x7FFFFFFF, 1])
def test_a_directory_that_points_outside_the_file_is_no_trouble(offset):
    data = bytearray(zipped(*docx()))
    at = data.find(b"PK\1\2")
    data[at + 42 : at + 46] = offset.to_bytes(4, "little")
    ends_well(bytes(data), "a.docx")
    ends_well(b"junk" + bytes(data), "")


def test_a_box_that_claims_to_be_longer_than_any_file_is_no_trouble():
    brand = b"\0\0\0\x10ftypisom\0\0\2\0"
    for size in (2**63 - 1, 2**64 - 1, 2**63):
        ends_well(brand + b"\0\0\0\1free" + size.to_bytes(8, "big"), "a.mp4")
        ends_well(b"\0\0\0\1free" + size.to_bytes(8, "big") + brand, "a.mp4")

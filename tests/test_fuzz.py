"""The fuzzer itself: its mutations can be had again, and it finds what is wrong."""

import subprocess
import sys
from pathlib import Path
from random import Random

import mutate
import pytest

FUZZ = Path(__file__).parent / "fuzz.py"
FIXTURES = Path(__file__).parent.parent / "fixtures"
KINDS = {path.suffix: path for path in sorted(FIXTURES.glob("*/good/*"))
         if path.suffix in (".docx", ".pdf", ".xlsx", ".zip", ".png")}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_a_seed_makes_one_mutation(kind):
    data = KINDS[kind].read_bytes()
    for seed in range(30):
        once = mutate.mutated(data, Random(seed))
        assert once == mutate.mutated(data, Random(seed))


@pytest.mark.parametrize("kind", KINDS)
def test_mutations_differ(kind):
    data = KINDS[kind].read_bytes()
    made = {mutate.mutated(data, Random(seed)) for seed in range(40)}
    assert len(made) > 25


def fuzz(*arguments):
    command = [sys.executable, str(FUZZ), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_some_mutations_are_read_without_a_fault(tmp_path):
    done = fuzz("--count", 25, "--seconds", 100, "--keep", tmp_path / "kept")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[0].startswith("25 mutations of ")


def test_nothing_to_read_is_no_success(tmp_path):
    assert fuzz("--seconds", 1, tmp_path).returncode == 1

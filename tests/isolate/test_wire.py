"""JSON on the pipe is what the library makes of it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kimi_read.isolate.wire import dumps, loads

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text()
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)  # fmt: skip


@given(VALUES)
def test_a_value_crosses_as_with_the_library(value):
    """The text is the same, and so is what comes back of it."""
    text = dumps(value)
    assert text == json.dumps(value, separators=(",", ":"))
    assert loads(text) == value


@pytest.mark.parametrize("text", [
    "", " 1", "1 ", "[1", "{", "nul", '"open', "[1]]", '{"a":1,}', "\\u0000", "[1 2]",
])  # fmt: skip
def test_a_text_that_is_no_value_is_refused(text):
    """Also one with something behind the value."""
    with pytest.raises(ValueError, match=r".*"):
        loads(text)


def test_no_number_is_null_and_other_things_are_strings():
    """What JSON has no word for does not break an answer."""
    assert loads(dumps([float("nan"), float("inf"), {1, 2}.__class__])) == [
        None, None, "<class 'set'>"
    ]  # fmt: skip


def test_depth_is_bounded():
    """A text of brackets only ends in an error that the decoder expects."""
    with pytest.raises(RecursionError):
        loads("[" * 200_000)


def test_it_works_without_the_functions_in_c():
    """On another Python the library does it all."""
    code = (
        "import sys; sys.modules['_json'] = None\n"
        "from kimi_read.isolate.wire import dumps, loads\n"
        "print(dumps(loads('[1,NaN,\"é\"]')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout == '[1,null,"\\u00e9"]\n'

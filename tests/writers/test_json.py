"""JSON is written in pieces, and is the same JSON."""

from __future__ import annotations

import json

import pytest

from kimi_read.writers.json import dumped
from kimi_read.writers.output import Output

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

_LONG = 'a "quoted" \\ back\tslash é 中 \U0001f600\n' * 9000


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"content": _LONG},
        {"image": {"data": "QUJD" * 50_000, "bytes": 1}, "lines": 0, "none": None},
        {str(number): _LONG[:number] for number in range(200)},
        {"entries": [{"name": "a", "size": 1}] * 3000, "warnings": [], "facts": {}},
    ],
)
def test_the_pieces_are_the_object_whole(value: dict[str, object]) -> None:
    joined = b"".join(dumped(value))
    assert json.loads(joined) == value
    assert joined.count(b"\n") == 1


def test_no_piece_is_as_long_as_a_long_text() -> None:
    assert max(map(len, dumped({"content": _LONG}))) < len(_LONG) // 2


def test_what_is_not_unicode_is_escaped() -> None:
    assert (
        json.loads(b"".join(dumped({"path": "a\udcff" + _LONG})))["path"][1] == "\udcff"
    )


def test_pieces_are_written_in_their_order(tmp_path: Path) -> None:
    with open(tmp_path / "out", "wb") as file:
        Output(file.fileno()).write_all([b"a" * 70_000, b"b", b"", b"c" * 3])
    assert (tmp_path / "out").read_bytes() == b"a" * 70_000 + b"bccc"

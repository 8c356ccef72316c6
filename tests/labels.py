"""Measures detection against files whose kind is known.

python tests/labels.py LABELS.tsv [FOLDER]     exit status 1 below 99 %

``LABELS.tsv`` has a head line and the columns path (below FOLDER, or beside the
table) and kind: the name of a format, or its media type. The bytes are given without
their names. A template or a document with macros counts as its plain kin.
"""

from __future__ import annotations

import csv
import os
import sys
import time
from pathlib import Path

from kimi_read.catalog import BY_NAME
from kimi_read.detect import detect
from kimi_read.source import HEAD_BYTES, Source

WANTED = 0.99
KIN = {
    "docx": {"docm", "dotx", "dotm"},
    "xlsx": {"xlsm", "xltx"},
    "pptx": {"pptm", "potx", "ppsx"},
    "ods": {"fods"},
    "ogg": {"ogv"},
    "image/heif": {"heic"},
}


def found(path: Path) -> tuple[str, str]:
    """Return the format and the reason, from the bytes alone."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        size = os.fstat(descriptor).st_size
        source = Source(
            path=str(path), name="", descriptor=descriptor, size=size,
            head=os.pread(descriptor, HEAD_BYTES, 0),
        )  # fmt: skip
        verdict = detect(source)
    finally:
        os.close(descriptor)
    return verdict.format.name, verdict.reason


def right(answer: str, kind: str) -> bool:
    """Whether a format is the kind that was wanted."""
    form = BY_NAME.get(answer)
    same = answer == kind or (form is not None and form.media_type == kind)
    return same or answer in KIN.get(kind, ())


def main() -> int:
    """Print the misses and the share of right answers."""
    table = Path(sys.argv[1])
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else table.parent
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    start = time.process_time()
    answers = [(row, *found(folder / row["path"])) for row in rows]
    spent = (time.process_time() - start) * 1000 / len(rows)
    misses = [each for each in answers if not right(each[1], each[0]["kind"])]
    for row, name, reason in misses:
        print(f"{row['path']}: {row['kind']}, not {name} ({reason})")  # noqa: T201
    share = 1 - len(misses) / len(rows)
    print(f"{share:.2%} of {len(rows)} files, {spent:.3f} ms of CPU a file")  # noqa: T201
    return 0 if share >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main())

"""The main job on real files of several kinds: ``make demo``."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

FIXTURES = Path(__file__).parent.parent / "fixtures"
SAMPLES = (
    ("text/good", "--lines 1:6"),
    ("docx/good", "--limit 12"),
    ("xlsx/good", "--limit 10"),
    ("pptx/good", "--limit 10"),
    ("pdf/good", "--limit 12"),
    ("image/good", "--identify"),
    ("media/good", "--limit 12"),
    ("archive/good", "--limit 8"),
)


def main(command: str) -> int:
    """Read one file of each kind with ``command``; return how many failed."""
    failed = 0
    for folder, options in SAMPLES:
        files = sorted(p for p in (FIXTURES / folder).glob("*")
                       if p.suffix not in (".md", ".err"))  # fmt: skip
        if not files:
            continue
        path = files[0].relative_to(Path.cwd()) if files else files
        print(f"\n$ kread {path} {options}", flush=True)  # noqa: T201
        run = subprocess.run([command, str(path), *shlex.split(options)], check=False)
        failed += run.returncode != 0
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

"""The main job on real files of several kinds: ``make demo``."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

FIXTURES = Path(__file__).parent.parent / "fixtures"
SAMPLES = (
    ("text/good/module.py", ""),
    ("docx/good/lists-feature.docx", "--limit 12"),
    ("xlsx/good/x01_formats.xlsx", "--limit 10"),
    ("pptx/good/features.pptx", "--limit 10"),
    ("pdf/good/booktabs.pdf", "--limit 12"),
    ("image/good/camera.jpg", "--identify"),
    ("media/good/clip.mp4", "--limit 12"),
    ("archive/good/office.zip", "--limit 8"),
)


def main(command: str) -> int:
    """Read one file of each kind with ``command``; return how many failed."""
    failed = 0
    for name, options in SAMPLES:
        path = (FIXTURES / name).relative_to(Path.cwd())
        print(f"\n$ kread {path} {options}".rstrip(), flush=True)  # noqa: T201
        run = subprocess.run([command, str(path), *shlex.split(options)], check=False)
        failed += run.returncode != 0
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

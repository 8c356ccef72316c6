"""The manual page in step with the table of options: ``make check``, ``make docs``.

python tests/manual.py [--write]
"""

from __future__ import annotations

import sys
from pathlib import Path

from kimi_read.man import text

PAGE = Path(__file__).parent.parent / "man" / "kread.1"


def main(words: list[str]) -> int:
    """Compare or write the page; return 1 if it differs."""
    if "--write" in words:
        PAGE.parent.mkdir(exist_ok=True)
        PAGE.write_text(text())
    if PAGE.exists() and PAGE.read_text() == text():
        return 0
    sys.stderr.write("man/kread.1 is not what the options say: make docs\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

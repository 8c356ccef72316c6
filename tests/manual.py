"""The files of an installation in step with what they are made of.

python tests/manual.py [--write]

The manual page is made from the table of options; ``make check`` compares it and
``make docs`` writes it, as it does the completions.
"""

from __future__ import annotations

import sys
from pathlib import Path

from kimi_read.completion.install import BASH, FISH, ZSH
from kimi_read.man import text

ROOT = Path(__file__).parent.parent
SHARE = ROOT / "kimi_read" / "share"
PAGE = SHARE / "man/man1/kread.1"
FILES = {
    PAGE: text,
    SHARE / "bash-completion/completions/kread": lambda: BASH,
    SHARE / "zsh/site-functions/_kread": lambda: ZSH,
    SHARE / "fish/vendor_completions.d/kread.fish": lambda: FISH,
}


def main(words: list[str]) -> int:
    """Compare or write the files; return how many differ."""
    differing = 0
    for path, make in FILES.items():
        if "--write" in words:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(make())
        if not path.exists() or path.read_text() != make():
            sys.stderr.write(f"{path.relative_to(ROOT)} is out of date: make docs\n")
            differing += 1
    return differing


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The recorded answers of the fixtures: compare them, or accept new ones.

    python tests/golden.py [--accept] [PATH...]

``FILE.md`` holds what ``kread FILE --limit 0 --format text`` prints, ``FILE.err`` what
it says on stderr and a status other than 0. Look at each before accepting it: an
answer that records a defect is a defect.
"""

from __future__ import annotations

import difflib
import sys
from pathlib import Path

from harness import inputs, kread


def answer(path: Path) -> tuple[bytes, str]:
    """Return what is printed and what is said for ``path``, without its folder."""
    run = kread(path, "--limit", "0", "--format", "text")
    said = run.err.replace(f"{path.parent}/", "")
    if run.status:
        said += f"[exit {run.status}]\n"
    return run.out, said


def recorded(path: Path) -> tuple[bytes, str]:
    """Return the golden answer of ``path``; empty where there is none."""
    shown, said = golden(path)
    return (
        shown.read_bytes() if shown.exists() else b"",
        said.read_text() if said.exists() else "",
    )


def golden(path: Path) -> tuple[Path, Path]:
    """Return the two files that hold the answer of ``path``."""
    return path.with_name(path.name + ".md"), path.with_name(path.name + ".err")


def accept(path: Path) -> None:
    """Record the answer that ``path`` has now."""
    for file, content in zip(golden(path), answer(path), strict=True):
        data = content.encode() if isinstance(content, str) else content
        if data:
            file.write_bytes(data)
        else:
            file.unlink(missing_ok=True)


def main(words: list[str]) -> int:
    """Compare or accept the fixtures named, or all; return how many differ."""
    paths = [Path(word).resolve() for word in words if word != "--accept"] or inputs()
    changed = [path for path in paths if answer(path) != recorded(path)]
    for path in changed:
        old, new = recorded(path), answer(path)
        rows = difflib.unified_diff(
            (old[0].decode("utf-8", "replace") + old[1]).splitlines(),
            (new[0].decode("utf-8", "replace") + new[1]).splitlines(),
            f"recorded {path.name}",
            f"now {path.name}",
            lineterm="",
        )
        print("\n".join(list(rows)[:40]))  # noqa: T201
        if "--accept" in words:
            accept(path)
    print(f"{len(paths)} fixtures, {len(changed)} changed")  # noqa: T201
    return 0 if "--accept" in words else len(changed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Refuse dependencies with known advisories: ``make check``.

The floors are the first releases without a published advisory that a file from a
stranger could use; see the security notes of each project.
"""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, version

from packaging.version import Version

FLOORS = {
    "pypdf": "6.16.1",
    "pdfminer.six": "20251107",
    "pillow": "12.3",
    "lxml": "6",
}


def main() -> int:
    """Return how many dependencies are below their floor."""
    low = 0
    for name, floor in FLOORS.items():
        try:
            found = version(name)
        except PackageNotFoundError:
            continue
        if Version(found) < Version(floor):
            low += 1
            print(f"{name} {found} has a known advisory; {floor} or newer is needed")  # noqa: T201
    print(f"{len(FLOORS)} floors, {low} below")  # noqa: T201
    return low


if __name__ == "__main__":
    sys.exit(main())

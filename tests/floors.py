"""Refuse dependencies with known advisories: ``make check``."""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, version

from packaging.version import Version

from kimi_read.doctor import FLOORS


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

"""The command ``kread``: argv in, exit status out."""

from __future__ import annotations

import gc
import os
import sys

#: Objects made before garbage is looked for: what is imported is none, and a page
#: makes little.
_GARBAGE = 20_000


def main() -> None:
    """Run the command line and end the process with its status."""
    gc.set_threshold(_GARBAGE)
    from kimi_read import cli

    status = cli.main(sys.argv[1:])
    # nothing is left to flush or to close, and a quick end saves a tenth of a run
    os._exit(status)


if __name__ == "__main__":
    main()

"""Whether to use colours.

``--color``, then NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE, CLICOLOR, and last
whether a terminal that can show colours is looking.
"""

from __future__ import annotations

import os


def wanted(choice: str, *, terminal: bool) -> bool:
    """Return the answer for ``--color CHOICE`` and an output of that sort."""
    if choice != "auto":
        return choice == "always"
    env = os.environ
    if env.get("NO_COLOR"):
        return False
    if any(env.get(name, "0") not in ("", "0") for name in _FORCING):
        return True
    return terminal and env.get("CLICOLOR") != "0" and env.get("TERM") != "dumb"


_FORCING = ("FORCE_COLOR", "CLICOLOR_FORCE")

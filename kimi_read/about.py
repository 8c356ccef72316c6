"""What kread tells of itself: help, version, manual, formats, doctor, completion."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def told(given: Mapping[str, object]) -> str:
    """Return what one of the options of the group About asks for."""
    for key, make in (("help", _help), ("list_formats", _formats), ("doctor", _doctor)):
        if given.get(key):
            from kimi_read.writers import window

            return make(window.columns(), window.titled())
    if given.get("version"):
        from kimi_read import __version__

        return f"kread {__version__}\n"
    if given.get("man"):
        from kimi_read import man

        return "" if os.isatty(1) and man.shown() else man.text()
    if given.get("show_completion"):
        from kimi_read.completion import script

        return script(str(given["show_completion"]))
    from kimi_read.completion.install import installed

    return installed(os.environ, os.getppid())


def _help(columns: int, bold: bool) -> str:
    from kimi_read.help import text

    return text(columns, bold=bold)


def _formats(columns: int, bold: bool) -> str:
    from kimi_read.help import formats

    return formats(columns, bold=bold)


def _doctor(columns: int, bold: bool) -> str:
    from kimi_read.doctor import report

    return report(columns, bold=bold)

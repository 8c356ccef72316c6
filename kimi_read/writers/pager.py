"""A pager for what is longer than the screen."""

from __future__ import annotations

import os
import re
import shutil
import signal

from kimi_read.writers import notices
from kimi_read.writers.output import Output

TYPE_CHECKING = False
if TYPE_CHECKING:
    import subprocess
    from collections.abc import Sequence
    from types import TracebackType

_DEFAULT = "less -RFX"
_SEQUENCE = re.compile(r"\x1b\[[\d;]*m")


class Paged:
    """An output that starts a pager once it is sure to be needed.

    Up to a screenful is held back; what is longer goes to ``KREAD_PAGER``, ``PAGER``,
    ``command`` or less. Without any of them it is written straight through.
    """

    def __init__(self, out: Output, choice: str, command: str = "") -> None:
        self._out = out
        self._command = command or _DEFAULT
        self._always = choice == "always"
        dumb = choice == "auto" and os.environ.get("TERM", "") in ("", "dumb")
        self._started = dumb or choice == "never"
        self._left = False
        if not self._started:
            self._columns, rows = shutil.get_terminal_size()
            self._rows = rows - 2
        self._taken = 0
        self._held = b""
        self._pager: subprocess.Popen[bytes] | None = None

    def write(self, lines: Sequence[str]) -> bool:
        """Write lines, or hold them back while they may still fit.

        Returns whether anybody is still looking: a pager can be left.
        """
        data = ("\n".join(lines) + "\n").encode("utf-8", "backslashreplace")
        if self._started:
            self._put(data)
            return not self._left
        self._held += data
        self._taken += sum(self._height(line) for line in lines)
        if self._always or self._taken > self._rows:
            self._start()
        return not self._left

    def _height(self, line: str) -> int:
        """Return the rows that a line takes about: colours are not seen."""
        if len(line) <= self._columns:
            return 1
        seen = _SEQUENCE.sub("", line)
        return 1 + max(0, len(seen) - 1) // max(1, self._columns)

    def __enter__(self) -> Paged:  # noqa: PYI034 - Self would need typing
        """Return the output itself."""
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        """Show what was held back, or wait for the reader to leave the pager."""
        if self._pager is None:
            self._out.write(self._held)
            return
        assert self._pager.stdin is not None
        try:
            self._pager.stdin.close()
        except BrokenPipeError:
            pass
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        self._pager.wait()
        signal.signal(signal.SIGINT, before)

    def _start(self) -> None:
        import subprocess

        self._started = True
        if self._out.before is not None:
            self._out.before()
        command = (
            os.environ.get("KREAD_PAGER") or os.environ.get("PAGER") or self._command
        )
        env = {**os.environ, "LESS": os.environ.get("LESS", "-RFX"),
               "LESSCHARSET": "utf-8"}  # fmt: skip
        try:
            self._pager = subprocess.Popen(  # noqa: S603 - the user named it
                _words(command), stdin=subprocess.PIPE, env=env
            )
        except OSError:
            self._pager = None
        except ValueError as error:  # an open quote, or a NUL
            notices.say(f"the pager '{command}' cannot be started: {error}")
        held, self._held = self._held, b""
        self._put(held)

    def _put(self, data: bytes) -> None:
        if self._pager is None:
            self._out.write(data)
            return
        assert self._pager.stdin is not None
        try:
            self._pager.stdin.write(data)
        except BrokenPipeError:
            self._left = True


def _words(command: str) -> list[str]:
    """Return a command line as words.

    Raises:
        ValueError: there is none, or a quote is open.
    """
    import shlex

    words = shlex.split(command)
    if not words:
        raise ValueError("it names no program")
    return words

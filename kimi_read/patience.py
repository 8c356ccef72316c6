"""Has a line of progress shown where an answer takes longer than a second.

A timer of the system, no thread: until it fires, nothing is imported, and a worker
that is forked meanwhile does not have it.
Source: setitimer(2) (not inherited by a forked child).
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.page import Page
    from kimi_read.writers.output import Output

FIRST_SECONDS = 1.0
NEXT_SECONDS = 0.25


class Patience:
    """Watches over the paths of one command line, one after the other.

    The line goes before anything else is written to the screen, and comes back with
    the next path; never, if it is a pipe that is written to: who reads it may write
    to the screen as well. Output that goes into a file leaves it where it is.
    """

    def __init__(self, out: Output) -> None:
        self._path = ""
        self._page: Page | None = None
        self._since = 0.0
        self._drawn = False
        self._over = False
        self._person = out.isatty()
        if not out.is_file():
            out.before = self._output

    def begin(self, path: str) -> None:
        """Wait for the answer to ``path``."""
        import _signal  # type: ignore[import-not-found]  # what ``signal`` is made of
        import time

        typed = path == "-" and os.isatty(0)  # nobody waits but for himself
        if self._over or typed:
            return
        self._path, self._page, self._since = path, None, time.monotonic()
        _signal.signal(_signal.SIGALRM, self._tick)
        _signal.setitimer(_signal.ITIMER_REAL, FIRST_SECONDS, NEXT_SECONDS)

    def page(self, page: Page) -> None:
        """Take the page that tells how far it is."""
        self._page = page

    def end(self) -> None:
        """Stop waiting, and take the line away."""
        import _signal

        _signal.setitimer(_signal.ITIMER_REAL, 0)
        if self._drawn:
            from kimi_read.writers.progress import erase

            self._drawn = False
            erase()

    def _output(self) -> None:
        """Make room for what is written to the screen, or on its way there."""
        self.end()
        self._over = not self._person

    def _tick(self, *_: object) -> None:
        import time

        from kimi_read.writers.progress import draw

        self._drawn = True
        draw(self._path, self._page, time.monotonic() - self._since)

"""argv in, exit status out. The only module that knows the command line."""

from __future__ import annotations

import os
import sys

from kimi_read import quick
from kimi_read.errors import KreadError, Strict, Usage
from kimi_read.recover import defect
from kimi_read.settings import config_path, request_of, settings_of
from kimi_read.writers import notices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kimi_read.page import Page
    from kimi_read.patience import Patience
    from kimi_read.request import Request
    from kimi_read.settings import Settings
    from kimi_read.writers.dispatch import Show
    from kimi_read.writers.output import Output

#: Options by which kread tells of itself.
_ABOUT = frozenset((
    "help", "version", "man", "list_formats", "doctor", "show_completion",
    "install_completion",
))  # fmt: skip
INTERRUPTED = 130
#: Added to the number of a signal, as a shell does for a process that it ended.
_BY_SIGNAL = 128
CLOSED_PIPE = 141


def main(argv: Sequence[str]) -> int:
    """Run one command and return its exit status."""
    try:
        return defect(lambda: _main(argv))
    except KreadError as error:
        notices.error(error)
        return error.exit_status
    except BrokenPipeError:
        return CLOSED_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED


def _main(argv: Sequence[str]) -> int:
    _repair_descriptors()
    if os.environ.get("KREAD_COMPLETE"):
        from kimi_read.completion import candidates

        return _print(candidates(os.environ["KREAD_COMPLETE"], argv))
    parsed = quick.parse(argv)
    if parsed is None:
        parsed = explain(argv)
    return _run(*parsed)


def explain(argv: Sequence[str]) -> tuple[list[str], dict[str, object]]:
    """Parse with typer, which suggests and explains.

    Raises:
        Usage: the line cannot be parsed; the reason is typer's.
    """
    from kimi_read.full import parse

    return parse(argv)


def _run(paths: list[str], given: dict[str, object]) -> int:
    if not _ABOUT.isdisjoint(given):
        from kimi_read.about import told

        return _print(told(given))
    if not paths:
        raise Usage(
            "no path was given", hint="kread PATH reads a file; kread --help tells more"
        )
    wishes = _configured(given)
    settings = settings_of(wishes)
    notices.colours = settings.color
    request = request_of(wishes, settings)
    if len(paths) > 1 and settings.thumbnail:
        raise Usage("--thumbnail goes with one path")
    return _answer(paths, request, settings, given)


def _configured(given: dict[str, object]) -> dict[str, object]:
    """Return the options, and what the config file adds to them."""
    path = config_path(given)
    if not path:
        return given
    from kimi_read import config

    person = os.isatty(1) and not given.get("output")
    wishes, wrong = config.merged(given, path, person=person)
    if not given.get("quiet"):
        for fault in wrong:
            notices.say(fault)
    return wishes


def _print(text: str) -> int:
    from kimi_read.writers.output import Output

    Output(1).write(text.encode())
    return 0


def _answer(
    paths: list[str],
    request: Request,
    settings: Settings,
    given: dict[str, object],
) -> int:
    """Answer every path in turn; the highest status is the command's."""
    from kimi_read.writers.dispatch import Show
    from kimi_read.writers.output import File, Output

    if settings.output:
        _end_on_signals()
    out = File(settings.output) if settings.output else Output(1)
    patience = None
    status = 0
    try:
        show = Show(settings, out, len(paths))
        patience = _patience(settings, out)
        if patience is not None:
            show.watch = patience.page
        for path in paths:
            if patience is not None:
                patience.begin(path)
            status = max(status, _one(path, request, settings, show, given))
        if status == 0:
            out.commit()
    finally:
        if patience is not None:
            patience.end()
        out.discard()
    return status


def _patience(settings: Settings, out: Output) -> Patience | None:
    """Return what tells of a long wait, where somebody looks and wants to know."""
    machine = settings.json or settings.shape in ("files-read", "raw")
    if machine or settings.quiet or os.name == "nt" or not os.isatty(2):
        return None
    from kimi_read.patience import Patience

    patience = Patience(out)
    notices.before.append(patience.end)
    return patience


def _one(
    path: str,
    request: Request,
    settings: Settings,
    show: Show,
    given: dict[str, object],
) -> int:
    """Answer one path; an error is told, and its status returned."""
    from kimi_read import engine, unused

    try:
        with engine.read(
            path, request, name=settings.name, adapt=show.adapted, watch=show.watch
        ) as page:
            if given:
                page.warnings += unused.warnings(given, page, settings)
            show.page(page)
            if not settings.quiet:
                notices.page(page, verbose=settings.verbose)
            return _status(page, request, settings)
    except KreadError as error:
        error.path = error.path or path
        show.error(path, error)
        notices.error(error)
        return error.exit_status


def _status(page: Page, request: Request, settings: Settings) -> int:
    if page.error is not None:
        notices.error(page.error)
        return page.error.exit_status
    if request.strict and page.warnings:
        problem = Strict(
            f"{len(page.warnings)} warnings, which --strict takes for failures",
            path=page.path,
        )
        notices.error(problem)
        return problem.exit_status
    return 0


def _end_on_signals() -> None:
    """Unwind on SIGTERM, and where a terminal goes away: no half-written file stays."""
    import signal

    def end(number: int, _: object) -> None:
        raise SystemExit(_BY_SIGNAL + number)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:  # nohup
            signal.signal(number, end)


def _repair_descriptors() -> None:
    """Put something harmless where a standard stream is closed.

    A file opened later would get its number, and be written to.
    """
    for number, stream in enumerate((sys.stdin, sys.stdout, sys.stderr)):
        if stream is None:
            opened = os.open(os.devnull, os.O_RDONLY)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)

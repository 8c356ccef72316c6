"""What is said on stderr: continuation, warnings, errors. One line each."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kimi_read.blocks import Loss
    from kimi_read.errors import KreadError
    from kimi_read.page import Page


#: What takes a line of progress away before something is said.
before: list[Callable[[], None]] = []
#: The value of ``--color``, for a terminal that shows stderr.
colours = "auto"
_FAILED, _TOLD = "1;31", "2"


def say(text: str, look: str = _TOLD) -> None:
    """Write one line to stderr, if anybody listens; ``look`` is for its first word."""
    for clear in before:
        clear()
    name = "kread:"
    if os.isatty(2) and _coloured():
        name = f"\x1b[{look}m{name}\x1b[0m"
    _put(f"{name} {_clean(text)}\n")


def error(problem: KreadError) -> None:
    """Say what failed, and the way out on a line of its own."""
    say(str(problem), _FAILED)
    if problem.hint:
        _put(f"  {_clean(problem.hint)}\n")


def _put(text: str) -> None:
    try:
        os.write(2, text.encode("utf-8", "backslashreplace"))
    except OSError:
        pass


def _coloured() -> bool:
    """Whether the terminal that shows stderr is to have colours."""
    from kimi_read.writers import color

    return colours != "never" and color.wanted("auto", terminal=True)


def page(answer: Page, *, verbose: bool) -> None:
    """Say what is left out of a page, where it goes on, and what was odd."""
    for loss in answer.warnings:
        say(f"{answer.path}: {_warning(loss)}")
    if answer.cut_lines:
        say(f"{answer.path}: {_cut(answer.cut_lines)}")
    more = continuation(answer)
    if more:
        say(more)
    if verbose:
        for key in ("encoding", "encodingSource", "eol", "bom"):
            if key in answer.facts:
                say(f"{answer.path}: {key} {answer.facts[key]}")
        if answer.sandbox is not None:
            say(f"{answer.path}: worker locked by {', '.join(answer.sandbox)}")


def continuation(answer: Page) -> str:
    """Return the sentence that says how to read on, or nothing at the end."""
    if answer.next_offset is None:
        return ""
    first, last = answer.offset + 1, answer.next_offset
    total = f" of {answer.total_lines}" if answer.total_lines is not None else ""
    lines = f"lines {first}-{last}" if last > first else f"line {last}"
    return f"{lines}{total}; continue with --offset {answer.next_offset}"


def _warning(loss: Loss) -> str:
    where = f" ({loss.where})" if loss.where and loss.where not in loss.message else ""
    return f"warning: {loss.message}{where}"


def _cut(lines: list[int]) -> str:
    shown = ", ".join(map(str, lines[:5])) + (", ..." if len(lines) > 5 else "")
    lines_are = f"{len(lines)} lines ({shown}) are"
    what = f"line {shown} is" if len(lines) == 1 else lines_are
    return f"warning: {what} cut; --columns or --max-line-chars 0 shows the rest"


def _clean(text: str) -> str:
    if text.isascii() and text.isprintable():
        return text
    from kimi_read.guard.control import visible_name

    return visible_name(text)

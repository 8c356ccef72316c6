"""Open, detect, size, run, window: the whole story on one page."""

from __future__ import annotations

import os

from kimi_read import errors
from kimi_read.detect import detect
from kimi_read.opening import open_path, open_stream
from kimi_read.page import Page
from kimi_read.request import MAX_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.detect import Verdict
    from kimi_read.format import Format
    from kimi_read.request import Request
    from kimi_read.source import Source


def read(path: str, request: Request, *, name: str = "", spawn: bool = False) -> Page:
    """Answer one request with a page whose first lines have been read.

    ``path`` of ``-`` is standard input, ``name`` a hint for its type.

    Raises:
        KreadError: see ``kimi_read.errors`` for each.
    """
    source = _opened(path, request, name)
    try:
        verdict = _verdict(source, request)
        form = verdict.format
        check_size(source, form, request)
        page = Page(source, form, request, _events(source, verdict, request, spawn))
        page.start()
    except errors.KreadError as error:
        error.path = error.path or source.path
        raise
    return page


def check_size(source: Source, form: Format, request: Request) -> None:
    """Refuse a file that is over the limit of its kind, before any parsing.

    Raises:
        TooLarge: it is; the message names its size and the limit.
    """
    most = request.limits.max_bytes or form.max_bytes or MAX_BYTES.get(form.kind, 0)
    if most and source.size > most:
        raise errors.TooLarge(
            f"{source.size} bytes, over the {most} bytes allowed for {form.label}",
            hint="raise the limit with --max-size, or read a part with another tool",
        )


def _opened(path: str, request: Request, name: str) -> Source:
    if path == "-":
        most = request.limits.max_bytes or MAX_BYTES["archive"]
        return open_stream(0, name=name, most=most)
    return open_path(path, name=name, absolute=request.strict)


def _verdict(source: Source, request: Request) -> Verdict:
    return detect(source)


def _events(
    source: Source, verdict: Verdict, request: Request, spawn: bool
) -> Iterator[object]:
    form = verdict.format
    if not form.reader:
        raise errors.Unsupported(f"it is {form.label}", hint=form.advice)
    try:
        yield from verdict.warnings
        yield from run(source, form, request, spawn=spawn)
    finally:
        os.close(source.descriptor)


def run(
    source: Source, form: Format, request: Request, *, spawn: bool = False
) -> Iterator[object]:
    """Read in this process or in a worker, as the format wants; yield events."""
    stop = request.offset + request.limit + 1 if request.limit else None
    module = form.reader
    if not form.isolated:
        from kimi_read.formats import text
        from kimi_read.stream import events

        blocks = text.local(source, request)
        if blocks is not None:
            return events(
                blocks, skip=request.offset, stop=stop, tail=request.tail,
                line_chars=request.limits.line_chars,
            )  # fmt: skip
        module = text.GUESS
    from kimi_read.isolate import Job, isolated

    job = Job(
        module=module, source=source, request=request, skip=request.offset, stop=stop
    )
    return isolated(job, spawn=spawn)

"""Open, detect, size, run, window: the whole story on one page."""

from __future__ import annotations

import os

from kimi_read import errors
from kimi_read.blocks import Facts, Loss
from kimi_read.detect import detect, forced, unnamed
from kimi_read.opening import STREAM_BYTES, begin_stream, finish_stream, open_path
from kimi_read.page import Page
from kimi_read.record import record, replace
from kimi_read.request import MAX_BYTES, MEMORY_BYTES, PICTURE_MEMORY_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from kimi_read.detect import Verdict
    from kimi_read.format import Format
    from kimi_read.request import Request
    from kimi_read.source import Source

    Adapt = Callable[[Format, Request], Request]
    Watch = Callable[[Page], None]

#: What the beginning of a file may look like although its end would tell more.
_UNSURE = ("binary", "ole")


def read(  # noqa: PLR0913 - the last four are for who asks, not what is asked
    path: str,
    request: Request,
    *,
    name: str = "",
    adapt: Adapt | None = None,
    watch: Watch | None = None,
    spawn: bool = False,
) -> Page:
    """Answer one request with a page whose first lines have been read.

    ``path`` of ``-`` is standard input, ``name`` a hint for its type; ``adapt`` may
    ask for more once the format is known, and ``watch`` gets the page before anything
    is read. The caller closes the page.

    Raises:
        KreadError: see ``kimi_read.errors`` for each.
    """
    found = opened(path, request, name=name, spawn=spawn)
    return begun(found, request, adapt=adapt, watch=watch, spawn=spawn)


def begun(
    found: Opened,
    request: Request,
    *,
    adapt: Adapt | None = None,
    watch: Watch | None = None,
    spawn: bool = False,
) -> Page:
    """Return the page that ``request`` asks of an open file; it owns the file now.

    Raises:
        KreadError: nothing can be read of it; the file is closed.
    """
    try:
        request = adapt(found.format, request) if adapt is not None else request
        events = found.piped or run(found.source, found.format, request, spawn=spawn)
        page = Page(found.source, found.format, request, events, found.verdict)
        if watch is not None:
            watch(page)
        page.start()
        if request.identify and found.format.details:
            _tell_more(page, found, request, spawn=spawn)
    except BaseException as error:
        os.close(found.source.descriptor)
        if isinstance(error, errors.KreadError):
            error.path = error.path or found.source.path
        raise
    return page


def with_pictures(form: Format, request: Request) -> Request:
    """Ask for the picture of what is or holds one; given as an ``adapt``."""
    if form.kind in ("image", "video", "audio"):
        return replace(request, pictures=True)
    return request


def _tell_more(page: Page, found: Opened, request: Request, *, spawn: bool) -> None:
    """Add what a second reader knows of the file; that it fails is a warning."""
    form = replace(found.format, reader=found.format.details)
    try:
        for event in run(found.source, form, request, spawn=spawn):
            if isinstance(event, Facts):
                page.facts = {**page.facts, **_new(event.values, page.facts)}
    except errors.KreadError as error:
        page.warnings.append(
            Loss("no-details", f"more cannot be told of it: {error.reason}",
                 shown=False)
        )  # fmt: skip


def _new(more: Mapping[str, object], known: Mapping[str, object]) -> dict[str, object]:
    return {key: item for key, item in more.items() if key not in known and item}


@record(frozen=True, slots=True, kw_only=True)
class Opened:
    """A file whose type is known and whose size is within its limit.

    ``piped`` are the events of a text that is read as it comes.
    """

    source: Source
    verdict: Verdict
    format: Format
    piped: Iterator[object] | None = None


def opened(
    path: str, request: Request, *, name: str = "", spawn: bool = False
) -> Opened:
    """Open ``path``, tell its type, and hold its size against the limit.

    The caller owns the descriptor. A member of an archive is taken out of it here, by
    a worker that is forked, or started afresh with ``spawn``.

    Raises:
        KreadError: it cannot be opened, is of no type that is read, or is too large.
    """
    if request.strict and request.kind == "image":
        from kimi_read.detect import images

        images.refuse_name(path)
    source = _source(path, request, name, spawn=spawn)
    try:
        if path == "-" and source.size >= STREAM_BYTES:
            first = _beginning(source, request)
            if isinstance(first, Opened):
                return first
            source = _rest(source, first, request)
        verdict = identify(source, request)
        form = _reading(verdict, request)
        check_size(source, form, request)
    except BaseException as error:
        os.close(source.descriptor)
        if isinstance(error, errors.KreadError):
            error.path = error.path or source.path
        raise
    return Opened(source=source, verdict=verdict, format=form)


def _beginning(source: Source, request: Request) -> Opened | Format:
    """Return a text that is read as it comes, or what the first 64 KiB look like.

    What cannot be read whatever follows is refused without waiting for it.
    """
    try:
        verdict = identify(source, request)
    except errors.Mismatch:
        form = unnamed(source).format
        if form.kind == "text" or request.kind:
            raise
        return form
    if verdict.format.name in _UNSURE:
        return verdict.format
    form = _reading(verdict, request)
    piped = _piped(source, form, request)
    if piped is None:
        return form
    return Opened(source=source, verdict=verdict, format=form, piped=piped)


def _rest(source: Source, form: Format, request: Request) -> Source:
    """Return the whole of a stream whose beginning looks like ``form``."""
    if form.name not in _UNSURE:
        return finish_stream(source, 0, most=most_bytes(form, request))
    most = request.limits.max_bytes or MAX_BYTES["document"]
    try:
        return finish_stream(source, 0, most=most)
    except errors.TooLarge:
        raise errors.Unsupported(
            f"{form.label}, as far as {most} bytes tell", hint=form.advice
        ) from None


def identify(source: Source, request: Request) -> Verdict:
    """Return the type of ``source``: as asked for, or as its bytes say.

    Raises:
        Usage: the type asked for does not exist.
        Mismatch: the name declares a type that the bytes are not.
    """
    if request.kind:
        return forced(source, request.kind, strict=request.strict)
    return detect(source)


def check_size(source: Source, form: Format, request: Request) -> None:
    """Refuse a file that is over the limit of its kind, before any parsing.

    Raises:
        TooLarge: it is; the message names its size and the limit.
    """
    most = most_bytes(form, request)
    if source.size > most:
        raise errors.TooLarge(
            f"{source.size} bytes, over the {most} bytes allowed for {form.label}",
            hint="raise the limit with --max-size, or read a part with another tool",
        )


def most_bytes(form: Format, request: Request) -> int:
    """Return the most bytes that a file of this format may have."""
    kind = MAX_BYTES.get(form.kind, MAX_BYTES["archive"])
    return request.limits.max_bytes or form.max_bytes or kind


def _source(path: str, request: Request, name: str, *, spawn: bool) -> Source:
    if path == "-":
        return begin_stream(0, name=name)
    try:
        return open_path(path, name=name, absolute=request.strict)
    except errors.NotFound:
        if "::" not in path:
            raise
        from kimi_read.members import open_member

        return open_member(path, request, spawn=spawn)


def _reading(verdict: Verdict, request: Request) -> Format:
    """Return the format that reads it, in the shape that was asked for.

    Raises:
        Unsupported: none does; the hint says what would.
    """
    form = verdict.format
    if form.markdown and request.shape == "markdown":
        return replace(form, kind="document", reader=form.markdown, isolated=True)
    if not form.reader and not request.identify and request.shape != "raw":
        raise errors.Unsupported(f"{form.label}, which is not read", hint=form.advice)
    return form


def _piped(first: Source, form: Format, request: Request) -> Iterator[object] | None:
    """Return the events of a text that is read from the pipe as it comes."""
    if form.isolated or request.identify or request.shape in ("hashline", "raw"):
        return None
    from kimi_read.formats.text import piped
    from kimi_read.stream import events

    choice = piped.choose(first, request)
    if choice is None:
        return None
    blocks = piped.read(first, 0, choice, request, most_bytes(form, request))
    return events(
        blocks, skip=request.offset, stop=_stop(request), tail=request.tail,
        line_chars=request.limits.line_chars,
    )  # fmt: skip


def _stop(request: Request) -> int | None:
    """Return the line after the window, one more than is shown."""
    return request.offset + request.limit + 1 if request.limit else None


def run(
    source: Source,
    form: Format,
    request: Request,
    *,
    spawn: bool = False,
    kept: bool = False,
) -> Iterator[object]:
    """Read in this process or in a worker, as the format wants; return events.

    ``kept`` goes on behind the window, for whoever takes one after the other.
    """
    if not form.reader:
        return iter(())
    stop = None if kept else _stop(request)
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

    quiet = 5.0 if form.kind == "archive" else 30.0
    asked = replace(request, kind=form.name)  # some have no signature of their own
    job = Job(
        module=module, source=source, request=asked, skip=request.offset, stop=stop,
        progress_seconds=quiet, verbatim=form.kind == "text",
        paced=form.kind == "document",
        memory_bytes=request.limits.memory_bytes or _memory(form), kept=kept,
    )  # fmt: skip
    return isolated(job, spawn=spawn)


def _memory(form: Format) -> int:
    pictures = form.kind in ("image", "video")
    return PICTURE_MEMORY_BYTES if pictures else MEMORY_BYTES

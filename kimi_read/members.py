"""``ARCHIVE::MEMBER``: a member of an archive becomes a source of its own.

One worker finds and inflates the member; its bytes come through the pipe into an
anonymous file of this process, within bounds, and the next worker reads them there.
So ``a.tar.gz::b.zip::c.pdf`` takes three workers, each locked and blind to the rest.
"""

from __future__ import annotations

import os

from kimi_read import errors
from kimi_read.blocks import Bytes, Facts
from kimi_read.opening import absolute_path, open_path, storage, write_all
from kimi_read.record import replace
from kimi_read.request import MAX_BYTES
from kimi_read.source import HEAD_BYTES, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.request import Request

#: Archives within archives.
DEPTH = 8
_MEMBER = "kimi_read.formats.archive.member"
_FULL = "kimi_read.formats.archive.memberfull"


def open_member(path: str, request: Request, *, spawn: bool = False) -> Source:
    """Return the member that ``path`` names; the caller owns its descriptor.

    The longest part before a ``::`` that exists is the archive.

    Raises:
        NotFound: neither the archive nor the member exists; near names are told.
        NotRegular: it is a folder, here or in the archive.
        TooLarge: the member is over the limit of its kind.
        Unsupported: it is no archive.
        KreadError: the worker's, as its reader raised it.
    """
    archive, rest = _split(path, strict=request.strict)
    source = open_path(archive, absolute=request.strict)
    for _ in range(DEPTH):
        try:
            member, rest = _taken(source, rest, request, spawn=spawn)
        except errors.KreadError as error:
            error.path = f"{source.path}::{rest}"
            raise
        finally:
            os.close(source.descriptor)
        source = member
        if not rest:
            return source
    os.close(source.descriptor)
    raise errors.OutOfBounds(f"more than {DEPTH} archives within archives", path=path)


def _split(path: str, *, strict: bool) -> tuple[str, str]:
    full = absolute_path(path, strict=strict)
    shown = len(full) - len(path)
    cut = full.rfind("::")
    while cut > 0:
        if os.path.lexists(full[:cut]) and not os.path.isdir(full[:cut]):
            break
        cut = full.rfind("::", 0, cut)
    else:
        cut = full.find("::", max(0, shown))
    rest = full[cut + 2 :]
    if not rest:
        raise errors.Usage("no member is named after ::", path=full)
    return full[:cut], rest


def _taken(
    source: Source, wanted: str, request: Request, *, spawn: bool
) -> tuple[Source, str]:
    """Return a member as a source, and what of the path is left behind it."""
    module = _module(source)
    asked = replace(request, member=wanted, offset=0, limit=0, tail=None,
                    identify=False, entries=False, kind="")  # fmt: skip
    try:
        return _spooled(module, source, asked, spawn=spawn)
    except errors.MissingExtra:
        if module != _MEMBER:
            raise
    return _spooled(_FULL, source, asked, spawn=spawn)


def _module(source: Source) -> str:
    from kimi_read.detect import detect

    try:
        form = detect(source).format
    except errors.Mismatch:
        raise errors.Unsupported("it is no archive") from None
    if form.kind == "archive":
        return _MEMBER
    if source.head.startswith(b"PK"):  # documents that are packages
        return _MEMBER
    raise errors.Unsupported(
        f"it is {form.label}, not an archive", hint="only archives have members"
    )


def _spooled(
    module: str, source: Source, request: Request, *, spawn: bool
) -> tuple[Source, str]:
    from kimi_read.isolate import Job, isolated

    limits = replace(
        request.limits, cpu_seconds_per_1000_lines=request.limits.wall_seconds
    )
    most = request.limits.max_bytes or MAX_BYTES["archive"]
    job = Job(
        module=module, source=source, request=replace(request, limits=limits),
        progress_seconds=30.0, member_bytes=most + (1 << 20),
    )  # fmt: skip
    store = storage()
    try:
        return _filled(store, source, isolated(job, spawn=spawn), most, request)
    except BaseException:
        os.close(store)
        raise


def _filled(
    store: int, archive: Source, events: Iterator[object], most: int, request: Request
) -> tuple[Source, str]:
    """Write what comes into ``store``; stop what is over the limit of its kind."""
    found: dict[str, object] = {}
    head = b""
    size = 0
    for event in events:
        if isinstance(event, Facts):
            found.update(event.values)
        if not isinstance(event, Bytes):
            continue
        size += len(event.data)
        if len(head) < HEAD_BYTES:
            head += event.data[: HEAD_BYTES - len(head)]
        write_all(store, event.data)
        if size > 1 << 20 and not request.limits.max_bytes:
            most = min(most, _most(_source(archive, found, store, head, size)))
        if size > most:
            raise errors.TooLarge(
                f"the member has more than the {most} bytes allowed",
                hint="raise the limit with --max-size",
            )
    return _source(archive, found, store, head, size), str(found.get("rest") or "")


def _source(
    archive: Source, found: dict[str, object], store: int, head: bytes, size: int
) -> Source:
    name = str(found.get("name") or "")
    return Source(
        path=f"{archive.path}::{name}",
        name=name.rstrip("/").rpartition("/")[2] or archive.name,
        descriptor=store,
        size=size,
        head=head,
    )


def _most(partial: Source) -> int:
    """Return the limit of a member whose first bytes are known.

    What only its end tells apart (a package or a plain archive) has the larger one.
    """
    from kimi_read.detect import detect

    if partial.head.startswith(b"PK"):
        return MAX_BYTES["archive"]
    try:
        kind = detect(partial).format.kind
    except errors.KreadError:
        kind = "archive"
    return MAX_BYTES.get(kind, MAX_BYTES["archive"])

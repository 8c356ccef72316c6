"""A path, or standard input, becomes a Source: opened once, regular, bounded."""

from __future__ import annotations

import errno
import os
import stat

from kimi_read import errors
from kimi_read.record import replace
from kimi_read.request import MAX_BYTES, PATH_CHARS
from kimi_read.source import HEAD_BYTES, Source, lifted

STREAM_BYTES = 64 << 10
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
)
_KINDS = (
    (stat.S_ISDIR, "a directory"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a character device"),
    (stat.S_ISBLK, "a block device"),
)


def open_path(path: str, *, name: str = "", absolute: bool = False) -> Source:
    """Open the regular file at ``path``; the caller owns the descriptor.

    ``absolute`` refuses a relative path. Links are followed; nothing is ever
    opened that could block or act (FIFO, device, socket).

    Raises:
        Usage: the path is empty, too long, or has a NUL in it.
        NotFound, NotRegular, Permission, ReadWrite: as the system says.
    """
    full = absolute_path(path, strict=absolute)
    try:
        _refuse_special(full, os.stat(full))
        descriptor = lifted(os.open(full, _FLAGS))
    except OSError as error:
        raise _failure(path, full, error) from None
    try:
        info = os.fstat(descriptor)
        _refuse_special(full, info)
        head = os.read(descriptor, HEAD_BYTES)
        if head and not info.st_size:  # /proc: no size, yet there is content
            return _spooled(descriptor, head, full, name, MAX_BYTES["text"])
    except OSError as error:
        os.close(descriptor)
        raise _failure(path, full, error) from None
    except BaseException:
        os.close(descriptor)
        raise
    return Source(
        path=full,
        name=name or os.path.basename(full),
        descriptor=descriptor,
        size=info.st_size,
        head=head,
    )


def begin_stream(descriptor: int, *, name: str) -> Source:
    """Return the first 64 KiB of a stream (standard input) as a source.

    Raises:
        ReadWrite: it cannot be read.
    """
    parts = []
    size = 0
    try:
        while size < STREAM_BYTES:
            chunk = _read_waiting(descriptor, STREAM_BYTES - size)
            if not chunk:
                break
            parts.append(chunk)
            size += len(chunk)
    except OSError as error:
        raise errors.ReadWrite(f"cannot be read: {error.strerror}", path="-") from None
    data = b"".join(parts)
    store = storage()
    os.write(store, data)
    return Source(
        path="-", name=name or "-", descriptor=store, size=size, head=data[:HEAD_BYTES]
    )


def finish_stream(first: Source, descriptor: int, *, most: int) -> Source:
    """Spool the rest of a stream behind its beginning, up to ``most`` bytes.

    Raises:
        TooLarge: the stream goes on beyond ``most`` bytes.
        ReadWrite: it cannot be read.
    """
    size = first.size
    try:
        while chunk := _read_waiting(descriptor, 1 << 18):
            size += len(chunk)
            if size > most:
                raise errors.TooLarge(
                    f"more than the {most} bytes allowed",
                    hint="raise the limit with --max-size",
                )
            write_all(first.descriptor, chunk)
    except OSError as error:
        raise errors.ReadWrite(f"cannot be read: {error.strerror}", path="-") from None
    return replace(first, size=size)


def absolute_path(path: str, *, strict: bool = False) -> str:
    """Return ``path`` joined to the working directory, dots and links as they are."""
    if not path:
        raise errors.Usage("the path is empty", path="''")
    if "\0" in path:
        raise errors.Usage("the path has a NUL character in it", path=path)
    if len(path) > PATH_CHARS:
        raise errors.Usage(
            f"the path has {len(path)} characters, more than {PATH_CHARS}",
            path=path[:40] + "...",
        )
    if os.path.isabs(path):
        return path
    if strict:
        raise errors.Usage("the path is not absolute, as --strict asks", path=path)
    try:
        return os.path.join(os.getcwd(), path)
    except OSError:
        raise errors.NotFound("the working directory is gone", path=path) from None


def _refuse_special(path: str, info: os.stat_result) -> None:
    if stat.S_ISREG(info.st_mode):
        return
    what = next((words for test, words in _KINDS if test(info.st_mode)), "no file")
    hint = ""
    if what == "a directory":
        hint = "name a file in it"
    elif what in ("a named pipe", "a character device"):
        hint = "kread - < PATH reads what comes out of it"
    raise errors.NotRegular(f"{what}, not a regular file", path=path, hint=hint)


def _failure(path: str, full: str, error: OSError) -> errors.KreadError:
    if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENAMETOOLONG):
        return _missing(path, full, error)
    if error.errno in (errno.EACCES, errno.EPERM):
        return errors.Permission("no permission to read it", path=full)
    if error.errno in (errno.EAGAIN, errno.ENXIO):
        return errors.NotRegular("reading it would block: no plain file", path=full)
    return errors.ReadWrite(f"cannot be read: {error.strerror}", path=full)


def _missing(path: str, full: str, error: OSError) -> errors.KreadError:
    if error.errno == errno.ELOOP:
        return errors.NotFound("symbolic links go round in a circle", path=full)
    if error.errno == errno.ENAMETOOLONG:
        return errors.NotFound("file not found: the name is too long", path=full[:80])
    if os.path.islink(full):
        return errors.NotFound("the symbolic link leads nowhere", path=full)
    if path.startswith("~"):
        return errors.NotFound(
            "file not found", path=path,
            hint="~ is expanded by a shell, not by kread: write the path in full",
        )  # fmt: skip
    from kimi_read.suggest import near_names

    near = near_names(full)
    typed = near if os.path.isabs(path) else [os.path.relpath(name) for name in near]
    hint = f"did you mean {' or '.join(typed)}?" if near else ""
    return errors.NotFound("file not found", path=full, hint=hint, suggestions=near)


def _spooled(descriptor: int, head: bytes, path: str, name: str, most: int) -> Source:
    """Copy a file that has content but no size (``/proc``) into storage."""
    store = storage()
    size = 0
    chunk = head
    try:
        while chunk:
            size += len(chunk)
            if size > most:
                raise errors.TooLarge(f"more than the {most} bytes allowed", path=path)
            write_all(store, chunk)
            chunk = os.read(descriptor, 1 << 18)
    except BaseException:
        os.close(store)
        raise
    os.close(descriptor)
    base = name or os.path.basename(path)
    return Source(path=path, name=base, descriptor=store, size=size, head=head)


def _read_waiting(descriptor: int, count: int) -> bytes:
    """Read from a stream that may have been set not to block by somebody else."""
    while True:
        try:
            return os.read(descriptor, count)
        except BlockingIOError:
            import select

            select.select([descriptor], [], [])


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of ``data``, in as many calls as it takes."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


#: The newest storage: its size tells how far the taking of a stream is.
newest: list[int] = []


def storage() -> int:
    """Return a descriptor of unlinked storage: in memory, or a temporary file."""
    if hasattr(os, "memfd_create"):
        descriptor = os.memfd_create("kread", os.MFD_CLOEXEC)
    else:
        import tempfile

        with tempfile.TemporaryFile() as file:
            descriptor = os.dup(file.fileno())
    descriptor = lifted(descriptor)
    newest[:] = [descriptor]
    return descriptor

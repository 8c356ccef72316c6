"""Where an answer goes: a descriptor, or a file that appears whole or not at all."""

from __future__ import annotations

import os
import stat

from kimi_read.errors import ReadWrite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_BUFFER = 1 << 16


class Output:
    """Bytes to a descriptor, complete or with an error.

    Raises (every method):
        BrokenPipeError: the reader has gone.
        ReadWrite: the bytes cannot be written.
    """

    #: Called before anything is written, by whoever writes to the same screen.
    before: Callable[[], None] | None = None

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def write(self, data: bytes | bytearray) -> None:
        """Write all of ``data``; a descriptor that would block is waited for."""
        if self.before is not None:
            self.before()
        view = memoryview(data)
        while view:
            try:
                view = view[os.write(self._descriptor, view) :]
            except BlockingIOError:
                self._wait()
            except BrokenPipeError:
                raise
            except OSError as error:
                raise ReadWrite(f"cannot be written: {error.strerror}",
                                path=self.label) from None  # fmt: skip

    def write_all(self, pieces: Iterable[bytes]) -> None:
        """Write ``pieces``, joined to what is worth a system call."""
        held = bytearray()
        for piece in pieces:
            held += piece
            if len(held) >= _BUFFER:
                self.write(held)
                held = bytearray()
        self.write(held)

    @property
    def label(self) -> str:
        """What messages call it."""
        return "standard output"

    def isatty(self) -> bool:
        """Whether a person is looking."""
        return os.isatty(self._descriptor)

    def is_file(self) -> bool:
        """Whether it lands in a file, where nobody looks yet."""
        return stat.S_ISREG(os.fstat(self._descriptor).st_mode)

    def commit(self) -> None:
        """Make what was written final."""

    def discard(self) -> None:
        """Drop what was written, where that can be done."""

    def _wait(self) -> None:
        import select

        select.select([], [self._descriptor], [])


class File(Output):
    """A file written beside its target and renamed onto it by ``commit``.

    A target that is no regular file (a device, a pipe) is written directly.
    """

    def __init__(self, target: str) -> None:
        self._target = target
        self._temporary = ""
        try:
            super().__init__(self._open())
        except OSError as error:
            raise ReadWrite(f"cannot be written: {error.strerror}",
                            path=target) from None  # fmt: skip
        except BaseException:  # a signal
            self.discard()
            raise

    @property
    def label(self) -> str:
        """The path as it was given."""
        return self._target

    def isatty(self) -> bool:
        """Nobody looks at a file while it is written."""
        return False

    def commit(self) -> None:
        """Rename what was written onto the target."""
        try:
            os.close(self._descriptor)
            if self._temporary:
                os.replace(self._temporary, os.path.realpath(self._target))
        except OSError as error:
            raise ReadWrite(f"cannot be written: {error.strerror}",
                            path=self._target) from None  # fmt: skip
        self._temporary = ""

    def discard(self) -> None:
        """Remove what was written, unless it was committed."""
        if self._temporary:
            try:
                os.unlink(self._temporary)
            except FileNotFoundError:
                pass  # a signal came before it was made
            self._temporary = ""

    def _open(self) -> int:
        flags = os.O_WRONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
        try:
            mode = os.stat(self._target).st_mode
        except FileNotFoundError:
            mode = 0
        if mode and not stat.S_ISREG(mode):
            return os.open(self._target, flags)
        folder, name = os.path.split(os.path.realpath(self._target))
        self._temporary = os.path.join(folder, f".{name[:200]}.{os.getpid()}.part")
        created = os.open(self._temporary, flags | os.O_CREAT | os.O_EXCL, 0o666)
        if mode and hasattr(os, "fchmod"):
            os.fchmod(created, stat.S_IMODE(mode))
        return created

"""Every failure that kread reports, and nothing else.

    KreadError
    ├── Usage           the question makes no sense                       exit 2
    ├── TooLarge        over the size limit of its kind                   exit 65
    ├── Malformed       nothing at all could be recovered                 exit 65
    ├── Mismatch        the name declares one type, the bytes another     exit 65
    ├── Offset          the offset lies beyond the last line              exit 65
    ├── Encoding        the bytes are not in the demanded encoding        exit 65
    ├── NotFound        no such file, or a dangling link                  exit 66
    ├── NotRegular      a directory, FIFO, socket or device               exit 66
    ├── Unsupported     nothing here reads these bytes                    exit 69
    ├── MissingExtra    an optional package is not installed              exit 69
    ├── Crashed         the isolated worker died                          exit 70
    ├── ReadWrite       reading or writing failed                         exit 74
    ├── OutOfBounds     a time, memory, output or inflate bound was hit   exit 75
    ├── Permission      no right to read it                               exit 77
    └── Encrypted       a password is needed, or the given one is wrong   exit 77

Imports nothing from kread, so that everything may import it.
"""

from __future__ import annotations


class KreadError(Exception):
    """A failure with a stable code, an exit status and a way out.

    ``reason`` says what is wrong without naming the file; ``path`` is added by
    whoever knows it. ``suggestions`` are names that the user may have meant.
    """

    code = "error"
    exit_status = 70

    def __init__(
        self,
        reason: str,
        *,
        hint: str = "",
        path: str = "",
        suggestions: tuple[str, ...] = (),
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.hint = hint
        self.path = path
        self.suggestions = suggestions

    def __str__(self) -> str:
        """Return ``PATH: reason``, or the reason alone."""
        return f"{self.path}: {self.reason}" if self.path else self.reason


class Usage(KreadError):
    """The question makes no sense, whatever the file."""

    code = "usage"
    exit_status = 2


class TooLarge(KreadError):
    """The file is over the size limit of its kind; nothing was parsed."""

    code = "too-large"
    exit_status = 65


class Malformed(KreadError):
    """Nothing could be recovered. A partial loss is a ``blocks.Loss``."""

    code = "malformed"
    exit_status = 65


class Mismatch(KreadError):
    """The name declares one type and the bytes are another."""

    code = "mismatch"
    exit_status = 65


class Offset(KreadError):
    """The offset lies beyond the last line."""

    code = "offset"
    exit_status = 65


class Encoding(KreadError):
    """The bytes cannot be decoded with the demanded encoding."""

    code = "encoding"
    exit_status = 65


class Strict(KreadError):
    """A warning became a failure because ``--strict`` was given."""

    code = "malformed"
    exit_status = 65


class NotFound(KreadError):
    """There is no such file, or a link that leads nowhere."""

    code = "not-found"
    exit_status = 66


class NotRegular(KreadError):
    """A directory, FIFO, socket or device."""

    code = "not-regular"
    exit_status = 66


class Unsupported(KreadError):
    """No format here reads these bytes."""

    code = "unsupported"
    exit_status = 69


class MissingExtra(KreadError):
    """An optional package that this format needs is not installed."""

    code = "missing-extra"
    exit_status = 69


class Crashed(KreadError):
    """The isolated worker died; what came before is kept."""

    code = "crashed"
    exit_status = 70


class ReadWrite(KreadError):
    """A read or a write failed: full disk, closed stdout, broken medium."""

    code = "io"
    exit_status = 74


class OutOfBounds(KreadError):
    """A deadline, or a memory, output or inflate bound; what came before is kept."""

    code = "out-of-bounds"
    exit_status = 75


class Permission(KreadError):
    """The file may not be read by this user."""

    code = "permission"
    exit_status = 77


class Encrypted(KreadError):
    """A password is needed, or the given one is wrong."""

    code = "encrypted"
    exit_status = 77


BY_CODE: dict[str, type[KreadError]] = {
    cls.code: cls for cls in reversed(KreadError.__subclasses__())
}

"""The order in which the bytes are asked, once they are no plain text."""

from __future__ import annotations

from kimi_read.detect.names import by_extension
from kimi_read.detect.text import clean, nature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.detect.fields import Found
    from kimi_read.source import Source

#: The signature of a ZIP file that begins with a member.
_ZIP = b"PK\3\4"


def recognise(source: Source) -> Found:
    """Return the name of a format and the reason; ``text`` and ``binary`` included."""
    if source.head.startswith(_ZIP):  # so many are: without the rules for all others
        return _opened(source, "zip", f"the signature {_ZIP.hex(' ')} at byte 0")
    from kimi_read.detect import pdf, signatures

    found = signatures.strong(source)
    if found:
        return _opened(source, *found)
    found = pdf.found(source)
    if found:
        return found
    words = nature(source, named_text=_named_text(source))
    if words:
        return "text", words
    return (
        _appended_zip(source)
        or signatures.weak(source)
        or _guest(source)
        or ("binary", _unknown(source))
    )


def in_plain(source: Source) -> Found | None:
    """Return the format of a file that is clean text and yet no text file."""
    from kimi_read.detect import pdf, signatures

    found = pdf.found(source, plain=True)
    if found and found[1].endswith("bytes") and _named_text(source):
        return None  # a source file that quotes one
    return signatures.strong(source) or found


def _opened(source: Source, name: str, reason: str) -> Found:
    """Look into a container, and behind a program for the archive it unpacks."""
    if name == "zip":
        from kimi_read.detect import zipped

        return zipped.kind(source) or (name, reason)
    if name == "ole":
        from kimi_read.detect import ole

        return ole.kind(source)
    if name in ("pe", "elf", "macho"):
        return _appended_zip(source) or (name, reason)
    if source.extension in _ZIPPED:  # two signatures hold: the name breaks the tie
        return _appended_zip(source) or (name, reason)
    return name, reason


_ZIPPED = frozenset((
    ".zip", ".jar", ".war", ".ear", ".apk", ".whl", ".cbz", ".epub", ".docx", ".docm",
    ".xlsx", ".xlsm", ".xlsb", ".pptx", ".pptm", ".odt", ".ods", ".odp",
))  # fmt: skip


def _appended_zip(source: Source) -> Found | None:
    from kimi_read.detect import zipped

    return zipped.behind(source)


def _named_text(source: Source) -> bool:
    return any(form.kind == "text" for form in by_extension(source.extension))


def _guest(source: Source) -> Found | None:
    from kimi_read.registry import guests

    for form in guests():
        if any(signature.matches(source.head) for signature in form.signatures):
            return form.name, f"the signature of {form.label}"
    return None


def _unknown(source: Source) -> str:
    if clean(source.head):
        return "it begins as text, but its last bytes are none"
    if not source.head.strip(b"\0"):
        return "nothing but zero bytes at its start"
    return "no known signature, and not text"

"""The format that ``--from NAME`` asks for."""

from __future__ import annotations

from kimi_read import errors
from kimi_read.catalog import BY_NAME
from kimi_read.detect.names import Verdict, by_extension
from kimi_read.request import MAX_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.format import Format
    from kimi_read.source import Source

_KINDS = frozenset(MAX_BYTES) - {"text"}
_CONTAINERS = {b"PK\3\4": "zip", b"PK\5\6": "zip"}


def verdict(source: Source, name: str) -> Verdict:
    """Return the format called ``name``, or the one of that kind by the bytes.

    Raises:
        Usage: no format, extension or kind has that name.
        Mismatch: the bytes are of another kind.
    """
    wanted = name.lower().lstrip(".")
    if wanted in _KINDS:
        return _of_kind(source, wanted)
    form = named(wanted)
    if form is None:
        raise errors.Usage(
            f"there is no format or kind called {name!r}",
            hint=_hint(wanted),
            suggestions=near(wanted),
        )
    return Verdict(form, f"--from {wanted}")


def named(name: str) -> Format | None:
    """Return the format of that name, or else the one that declares it as extension."""
    if name in BY_NAME:
        return BY_NAME[name]
    from kimi_read import strangers
    from kimi_read.registry import by_name

    declared = by_extension("." + name)
    return declared[0] if declared else strangers.by_name(name) or by_name(name)


def near(name: str) -> tuple[str, ...]:
    """Return up to three names of formats or kinds that look like ``name``."""
    import difflib

    known = [*BY_NAME, *_KINDS]
    known += [ext[1:] for form in BY_NAME.values() for ext in form.extensions]
    return tuple(difflib.get_close_matches(name, dict.fromkeys(known), 3, 0.5))


def _hint(name: str) -> str:
    found = near(name)
    if found:
        return f"did you mean {' or '.join(found)}?"
    return "--list-formats shows the names"


def _of_kind(source: Source, kind: str) -> Verdict:
    from kimi_read.detect.decide import unnamed

    found = unnamed(source)
    if found.format.kind == kind:
        return found
    media = {"video", "audio"}
    if kind in media and found.format.kind in media:
        return found
    container = _CONTAINERS.get(source.head[:4], "")
    if kind == "archive" and container:
        return Verdict(BY_NAME[container], "--from archive, and its signature")
    raise errors.Mismatch(
        f"--from {kind} was asked for, but the bytes are {found.format.label} "
        f"({found.reason})"
    )

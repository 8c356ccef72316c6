"""Completion in bash, zsh and fish: options, their values, files by kind, members.

``script`` is made from the table of options each time a shell first needs it, so it
is never out of step; what ``install`` writes only asks for it. Names that are inside
a file (members, sheets) are asked of the command itself: see ``candidates``.
"""

from __future__ import annotations

from kimi_read.errors import KreadError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kimi_read.page import Page

MOST = 1000
SECONDS = 3.0


def script(shell: str) -> str:
    """Return the completion of ``shell``, made from the tables."""
    if shell == "bash":
        from kimi_read.completion.bash import made
    elif shell == "zsh":
        from kimi_read.completion.zsh import made
    else:
        from kimi_read.completion.fish import made
    return made()


def candidates(what: str, words: Iterable[str]) -> str:
    """Return a line for each name that could follow; nothing where none is known.

    ``members`` wants ``ARCHIVE::BEGINNING`` and goes as far as the next ``/``;
    ``sheets`` wants the path of a workbook.
    """
    from kimi_read.guard.control import visible_name

    found: list[str] = []
    for word in [word for word in words if not word.startswith("-")][-1:]:
        try:
            found = _members(word) if what == "members" else _sheets(word)
        except KreadError:
            continue
    plain = [name for name in found if visible_name(name) == name]
    return "".join(f"{name}\n" for name in plain[:MOST])


def _members(word: str) -> list[str]:
    archive, _, beginning = word.rpartition("::")
    page = _page(archive, entries=True)
    names: dict[str, None] = {}
    for entry in page.entries:
        name = str(entry.get("name", ""))
        if name.startswith(beginning):
            slash = name.find("/", len(beginning))
            names[name if slash < 0 else name[: slash + 1]] = None
    return [f"{archive}::{name}" for name in names]


def _sheets(path: str) -> list[str]:
    sheets = _page(path, identify=True).facts.get("sheets")
    if not isinstance(sheets, list):
        return []
    return [str(s.get("name", "") if isinstance(s, dict) else s) for s in sheets]


def _page(path: str, *, entries: bool = False, identify: bool = False) -> Page:
    from kimi_read import engine
    from kimi_read.request import Limits, Request

    limits = Limits(wall_seconds=SECONDS)
    request = Request(limits=limits, limit=0, entries=entries, identify=identify)
    with engine.read(path, request) as page:
        page.exhaust()
    return page

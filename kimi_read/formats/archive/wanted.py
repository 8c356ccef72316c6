"""Which member is meant by the text behind ``ARCHIVE::``.

The text may go on with further ``::`` into a member that is an archive itself, and
a name may hold ``::`` too; so every way to cut it is a candidate, the longest name
first. Names match as they stand in the archive or as the listing shows them
(escapes for control characters), with or without ``./`` or ``/`` in front.
"""

from __future__ import annotations

from kimi_read.blocks import Bytes, Facts
from kimi_read.errors import NotFound, NotRegular
from kimi_read.guard.control import visible_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kimi_read.blocks import Block

PIECE = 1 << 20
_NEAR = 3
_REMEMBERED = 20_000


class Wanted:
    """The member that is looked for, and the names passed on the way."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._rests: dict[str, str] = {}
        self._names: list[str] = []
        self._folder = False
        cut = len(text)
        while cut > 0:
            self._rests.setdefault(_key(text[:cut]), text[cut + 2 :])
            cut = text.rfind("::", 0, cut)

    def last(self, names: Iterable[str]) -> tuple[int, str] | None:
        """Return which of ``names`` is meant, and what follows it.

        Of members that share a name it is the last one, which is the one that is
        left on the disk when the archive is unpacked.

        Raises:
            NotRegular: it is a folder.
        """
        found: tuple[int, str] | None = None
        for number, name in enumerate(names):
            rest = self.rest(name)
            if rest is not None and (found is None or rest == found[1]):
                found = number, rest
        return found

    def usual(self) -> frozenset[str]:
        """Return the names that the member usually has in the archive."""
        keys = self._rests
        return frozenset(
            (*keys, *(f"./{key}" for key in keys), *(f"/{key}" for key in keys))
        )

    def rest(self, name: str) -> str | None:
        """Return what follows if ``name`` is the member, else None.

        Raises:
            NotRegular: it is a folder.
        """
        key = _key(name)
        found = self._rests.get(key)
        if found is None and not name.isprintable():
            found = self._rests.get(_key(visible_name(name)))
        if found is None:
            self._pass(name, key)
        elif name.endswith("/"):
            self._folder = True
            return None
        return found

    def _pass(self, name: str, key: str) -> None:
        if len(self._names) < _REMEMBERED:
            self._names.append(name)
        if not self._folder and any(key.startswith(want + "/") for want in self._rests):
            self._folder = True

    def missing(self) -> NotFound | NotRegular:
        """Return the error for a member that was not there."""
        if self._folder:
            return NotRegular("a folder of the archive", hint="name a file in it")
        near = nearest(self.text, self._names)
        hint = f"did you mean {' or '.join(near)}?" if near else ""
        if not near and len(self._names) == 1:
            hint = f"its only member is {visible_name(self._names[0])}"
        return NotFound("the archive has no such member", hint=hint)

    def broken(self) -> NotFound:
        """Return the error for the target of a link that was not there."""
        target = visible_name(self.text)
        return NotFound(f"it is a link to {target}, which the archive does not hold")


def nearest(wanted: str, names: Iterable[str]) -> list[str]:
    """Return up to three names that look like ``wanted``."""
    import difflib

    known = [visible_name(name) for name in names if not name.endswith("/")]
    text = wanted.partition("::")[0]
    base = text.rpartition("/")[2].casefold()
    same = [name for name in known if name.rpartition("/")[2].casefold() == base]
    near = difflib.get_close_matches(text, known, _NEAR, 0.6)
    return [*dict.fromkeys([*same[:_NEAR], *near])][:_NEAR]


def _key(name: str) -> str:
    name = name.replace("\\", "/")
    while name.startswith(("./", "/")):
        name = name[2:] if name.startswith("./") else name[1:]
    return name.rstrip("/")


def link_target(name: str, link: str, *, hard: bool) -> str:
    """Return the name of the member that a link leads to, or an empty text."""
    steps = [] if hard or link.startswith("/") else name.split("/")[:-1]
    for step in link.split("/"):
        if step == "..":
            if not steps:
                return ""
            steps.pop()
        elif step not in ("", "."):
            steps.append(step)
    return "/".join(steps)


def pieces(chunks: Iterator[bytes]) -> Iterator[Block]:
    """Yield chunks of any size as blocks that a frame can carry."""
    for chunk in chunks:
        for at in range(0, len(chunk), PIECE):
            yield Bytes(chunk[at : at + PIECE])


def which(name: str, rest: str, size: object = None) -> Facts:
    """Return the block that says which member was found."""
    return Facts({"name": name, "rest": rest, "size": size})

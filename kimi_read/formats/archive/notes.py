"""What looks wrong in an archive, counted by kind, said where it is first met.

A kind is said once for the batch of members that first shows it, and again with
its full count at the end of the archive if more came after. So a page that ends
early has its warnings, and a hundred thousand bad names are two lines.
"""

from __future__ import annotations

import re
from operator import gt

from kimi_read.blocks import Loss
from kimi_read.guard.control import visible_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kimi_read.errors import KreadError
    from kimi_read.formats.archive.rows import Batch

#: Code: words for one, words for many. ``{}`` is the count of many.
_WORDS = {
    "unsafe-name": (
        "a name leads out of the folder it is unpacked into",
        "{} names lead out of the folder they are unpacked into",
    ),
    "unsafe-link": (
        "a link leads out of the folder it is unpacked into",
        "{} links lead out of the folder they are unpacked into",
    ),
    "duplicate-name": ("a name occurs twice", "{} names occur again"),
    "hidden-characters": (
        "a name holds control or invisible characters, shown as escapes",
        "{} names hold control or invisible characters, shown as escapes",
    ),
    "overlap": (
        "a member lies over the bytes of another (as in a bomb)",
        "{} members lie over the bytes of others (as in a bomb)",
    ),
    "ratio": (
        "a member claims to be over 100 times its packed size",
        "{} members claim to be over 100 times their packed size",
    ),
    "encrypted": ("a member is encrypted", "{} members are encrypted"),
    "device": ("a member is a device or FIFO", "{} members are devices or FIFOs"),
    "bad-size": (
        "a size cannot be right and is taken as 0",
        "{} sizes cannot be right and are taken as 0",
    ),
    "bad-header": (
        "a header is damaged and was passed over",
        "{} headers are damaged and were passed over",
    ),
    "long-header": (
        "an extended header is too long and was cut",
        "{} extended headers are too long and were cut",
    ),
    "cut-folder": (
        "the list of a folder is cut off",
        "the lists of {} folders are cut off",
    ),
    "bad-pax": (
        "an extended header (pax) is damaged",
        "{} extended headers (pax) are damaged",
    ),
    "zero-block": (
        "a lone block of zeros stands between members",
        "{} lone blocks of zeros stand between members",
    ),
    "header-mismatch": (
        "a member's own header contradicts the directory",
        "{} members' own headers contradict the directory",
    ),
    "checksum": (
        "the bytes of a member do not match its checksum or size",
        "the bytes of {} members do not match their checksum or size",
    ),
    "unverified": ("a member was not verified", "{} members were not verified"),
    "long-name": (
        "a name is too long and was cut",
        "{} names are too long and were cut",
    ),
}
_SUMMED = frozenset({"bad-header", "cut-folder", "checksum", "bad-size"})
NAME_MOST = 65_535
SHOWN_NAME = 120
RATIO = 100
RATIO_FROM = 4096

_PLAIN = bytes(range(0x20, 0x7F)) + b"\n"
_CLIMBS = re.compile(r"(?:^|[/\\])\.\.(?:[/\\]|$)")
_UNSAFE = re.compile(r"(?:^|[/\\])\.\.(?:[/\\]|$)|^[/\\]|^[A-Za-z]:[/\\]")


class Notes:
    """Collects what looks wrong; ``stop`` is the bound that ended the walk."""

    def __init__(self) -> None:
        self.stop: KreadError | None = None
        self._counts: dict[str, int] = {}
        self._firsts: dict[str, str] = {}
        self._said: dict[str, int] = {}
        self._plain: list[Loss] = []

    def count(self, code: str, name: str, number: int = 1) -> None:
        """Count ``number`` more of a kind, ``name`` being the first of them."""
        self._counts[code] = self._counts.get(code, 0) + number
        self._firsts.setdefault(code, name)

    def say(self, code: str, message: str, *, partial: bool = False) -> None:
        """Say something that is no count."""
        self._plain.append(Loss(code, message, shown=False, partial=partial))

    def lost(self, at: int) -> None:
        """Say that a damaged header ends the list."""
        self.say("lost", f"a header at byte {at} is damaged: members may be missing",
                 partial=True)  # fmt: skip

    def cut(self, missing: int, name: str = "") -> None:
        """Say that the file ends too early, within ``name`` if that is known."""
        where = visible_name(name[:200]) or "a member"
        self.say("cut", f"it is cut within {where}, {missing} bytes before its end",
                 partial=True)  # fmt: skip

    def losses(self, *, end: bool = False) -> Iterator[Loss]:
        """Yield what has not been said yet."""
        yield from self._plain
        self._plain.clear()
        for code, number in self._counts.items():
            said = self._said.get(code)
            if said is None or (end and said != number):
                self._said[code] = number
                yield self._loss(code, number)

    def _loss(self, code: str, number: int) -> Loss:
        one, many = _WORDS[code]
        words = one if number == 1 else many.format(number)
        first = visible_name(self._firsts[code])
        if len(first) > SHOWN_NAME:
            first = first[:SHOWN_NAME] + " …"
        which = "" if number == 1 else "the first is "
        return Loss(code, f"{words}: {which}{first}" if first else words,
                    shown=False, partial=code in _SUMMED)  # fmt: skip


class Inspector:
    """Looks at names, links and claims, a batch at a time."""

    def __init__(self, notes: Notes, *, packed: bool, rooted: bool = False) -> None:
        self._notes = notes
        self._packed = packed
        self._unsafe = (_CLIMBS if rooted else _UNSAFE).search
        self._seen: set[int] = set()

    def look(self, batch: Batch) -> bool:
        """Count what is odd in a batch; True if all names are plain ASCII text."""
        names = batch.names
        text = "\n".join(names)
        one_line = text.count("\n") == len(names) - 1
        plain = (
            one_line and text.isascii() and not text.encode().translate(None, _PLAIN)
        )
        if not plain and not (one_line and text.replace("\n", "").isprintable()):
            self._each("hidden-characters", names, _hidden)
        if ".." in text or "\n/" in text or ":" in text or "\\" in text or (
            text[:1] == "/"
        ):  # fmt: skip
            self._each("unsafe-name", names, lambda name: bool(self._unsafe(name)))
        self._duplicates(names)
        if self._packed:
            self._ratios(batch)
        if batch.extras:
            self._extras(batch)
        for mode in set(batch.modes):
            if mode[0] in "bcp":
                at = batch.modes.index(mode)
                self._notes.count("device", names[at], batch.modes.count(mode))
        return plain

    def _each(
        self, code: str, names: Sequence[str], test: Callable[[str], bool]
    ) -> None:
        for name in names:
            if test(name):
                self._notes.count(code, name)

    def _duplicates(self, names: Sequence[str]) -> None:
        hashes = [*map(hash, names)]
        before = len(self._seen)
        if self._seen.isdisjoint(hashes):
            self._seen.update(hashes)
            if len(self._seen) - before == len(names):
                return
            self._seen.difference_update(hashes)
        for name, number in zip(names, hashes, strict=True):
            if number in self._seen:
                self._notes.count("duplicate-name", name)
            self._seen.add(number)

    def _ratios(self, batch: Batch) -> None:
        try:
            most = map(RATIO.__mul__, batch.packed)  # type: ignore[arg-type]
            if not any(map(gt, batch.sizes, most)):
                return
        except TypeError:  # an unknown size
            pass
        pairs = zip(batch.sizes, batch.packed, strict=True)
        for at, (size, packed) in enumerate(pairs):
            if isinstance(size, int) and isinstance(packed, int) and (
                size > RATIO * packed and size > RATIO_FROM
                and "split" not in batch.extras.get(at, ())
            ):  # fmt: skip
                self._notes.count("ratio", batch.names[at])

    def _extras(self, batch: Batch) -> None:
        for at, extra in batch.extras.items():
            link, letter, name = extra.get("link"), batch.modes[at][0], batch.names[at]
            if (
                isinstance(link, str)
                and letter in "lh"
                and _escapes(letter, name, link)
            ):
                self._notes.count("unsafe-link", f"{name} -> {link}")
            if extra.get("encrypted"):
                self._notes.count("encrypted", name)


def _hidden(name: str) -> bool:
    return visible_name(name) != name


def _escapes(letter: str, name: str, link: str) -> bool:
    """Whether a link's target lies above the folder that is unpacked into."""
    if link.startswith(("/", "\\")) or link[1:3] in (":\\", ":/"):
        return True
    if ".." not in link:
        return False
    folder = name.rpartition("/")[0] if letter == "l" else ""
    depth = 0
    for step in f"{folder}/{link}".replace("\\", "/").split("/"):
        if step == "..":
            depth -= 1
            if depth < 0:
                return True
        elif step not in ("", "."):
            depth += 1
    return False

"""Names that a user may have meant: near ones in the same folder."""

from __future__ import annotations

import os
import unicodedata

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MOST = 3
_SCANNED = 10_000
#: How much less like the name a further suggestion may be.
_WORSE = 0.07


def near_names(path: str) -> tuple[str, ...]:
    """Return up to three existing paths that look like ``path``, best first.

    First come the same letters in another Unicode form or with other blanks, then
    the same name with an ending or with another one, then similar names. Where the
    folder does not exist, a similar one that has the rest of the path.
    """
    folder, wanted = os.path.split(path)
    names = _names(folder)
    if names is None:
        return _other_folders(path)
    flat, stem = _folded(wanted), _folded(_stem(wanted))
    same = [name for name in names if _folded(name) == flat]
    kin = [name for name in names if _folded(_stem(name)) in (stem, flat)]
    found = list(dict.fromkeys([*same, *sorted(kin), *_similar(wanted, names)]))
    return tuple(os.path.join(folder, name) for name in found[:MOST])


def _similar(wanted: str, names: list[str]) -> list[str]:
    """Return names that are like ``wanted``, and hardly less than the best of them."""
    import difflib

    matcher = difflib.SequenceMatcher(None, "", wanted)
    scores = []
    for name in difflib.get_close_matches(wanted, names, MOST, 0.75):
        matcher.set_seq1(name)
        scores.append((matcher.ratio(), name))
    return [name for score, name in scores if score > scores[0][0] - _WORSE]


def _other_folders(path: str) -> tuple[str, ...]:
    """Return the path with one folder spelled as it exists."""
    import difflib

    rest, folder = [os.path.basename(path)], os.path.dirname(path)
    while folder and not os.path.isdir(folder):
        folder, name = os.path.split(folder)
        rest.insert(0, name)
        if not name:
            return ()
    others = difflib.get_close_matches(rest[0], _names(folder) or [], MOST, 0.6)
    found = [os.path.join(folder, other, *rest[1:]) for other in others]
    return tuple(path for path in found if os.path.exists(path))


def _names(folder: str) -> list[str] | None:
    try:
        with os.scandir(folder or ".") as entries:
            return [entry.name for entry, _ in zip(entries, range(_SCANNED))]  # noqa: B905
    except OSError:
        return None


def _stem(name: str) -> str:
    """Return a name without its ending, as long as something is left."""
    stem, _, ending = name.rpartition(".")
    return stem if stem and len(ending) < 6 else name


def meant(word: str, known: Iterable[str]) -> str:
    """Return ``; did you mean WORD?`` for a word that is like a known one."""
    import difflib

    near = difflib.get_close_matches(word.lower(), [*known], 1, 0.6)
    return f"; did you mean {near[0]}?" if near else ""


def _folded(name: str) -> str:
    flat = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(flat.replace("\u2019", "'").split())

"""Names that a user may have meant: near ones in the same folder."""

from __future__ import annotations

import os
import unicodedata

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MOST = 3
_SCANNED = 10_000


def near_names(path: str) -> tuple[str, ...]:
    """Return up to three existing paths that look like ``path``, best first.

    The same letters in another Unicode form or with other blanks come first.
    """
    import difflib

    folder, wanted = os.path.split(path)
    try:
        with os.scandir(folder or ".") as entries:
            names = [entry.name for entry, _ in zip(entries, range(_SCANNED))]  # noqa: B905
    except OSError:
        return ()
    same = [name for name in names if _folded(name) == _folded(wanted)]
    near = difflib.get_close_matches(wanted, names, MOST, 0.75)
    found = list(dict.fromkeys([*same, *near]))[:MOST]
    return tuple(os.path.join(folder, name) for name in found)


def meant(word: str, known: Iterable[str]) -> str:
    """Return ``; did you mean WORD?`` for a word that is like a known one."""
    import difflib

    near = difflib.get_close_matches(word.lower(), [*known], 1, 0.6)
    return f"; did you mean {near[0]}?" if near else ""


def _folded(name: str) -> str:
    flat = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(flat.replace("\u2019", "'").split())

"""The command line parsed by hand, for every run that has nothing to ask.

A plain read must not pay for a command line library: that takes several times as
long as reading the file does. Whatever is not plainly right here (an unknown or
abbreviated option, a missing value) is left to the full parser in ``cli``, which
knows how to explain it.
"""

from __future__ import annotations

from kimi_read.options import BY_NAME, BY_SHORT, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def parse(argv: Sequence[str]) -> tuple[list[str], dict[str, object]] | None:
    """Return paths and option values, or None if the full parser must look.

    Raises:
        Usage: an option has a value that it cannot have.
    """
    paths: list[str] = []
    given: dict[str, object] = {}
    words = iter(argv)
    for word in words:
        if word == "--":
            paths += words
        elif word == "-" or not word.startswith("-"):
            paths.append(word)
        else:
            name, equals, text = word.partition("=")
            if name.startswith("--"):
                option = BY_NAME.get(name[2:])
            else:
                option = BY_SHORT.get(name[1:])
            if option is None or (equals and option.kind == "flag"):
                return None
            if option.kind != "flag" and not equals:
                text = next(words, None)  # type: ignore[assignment]
                if text is None:
                    return None
            given[option.key] = value(option, text)
    return (paths, given) if paths or given else None

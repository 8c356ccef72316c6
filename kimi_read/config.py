"""The config file: what a person likes to see, and bounds; one setting a line.

    theme = "light"
    limit = 500
    max-size = "200M"

The names are those of options, plus ``pager``. An option goes first, then the
environment, then this file. Formats for machines never look at it: their answers
are the same for everybody. What is wrong in it is said and left out.
"""

from __future__ import annotations

import os

from kimi_read.errors import KreadError
from kimi_read.options import BY_NAME, value
from kimi_read.suggest import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MOST_BYTES = 16 << 10
#: So many faults are told of, and so much is repeated of what is wrong.
MOST_FAULTS, MOST_CHARS = 10, 100
#: What may be set, and the variables of the environment that go first.
SETTINGS = {
    "color": ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CLICOLOR"),
    "images": ("KREAD_IMAGES",),
    "paging": (),
    "pager": ("KREAD_PAGER", "PAGER"),
    "theme": ("KREAD_THEME",),
    "width": ("COLUMNS",),
    "limit": (),
    "max-size": (),
    "timeout": (),
    "max-line-chars": (),
}
#: Options that say where a page ends: beside one of them ``limit`` means nothing.
_WINDOW = ("limit", "lines", "tail")


def merged(
    given: Mapping[str, object], path: str, *, person: bool
) -> tuple[dict[str, object], list[str]]:
    """Return the options with what the file at ``path`` adds, and what is wrong in it.

    ``person`` says that somebody looks: ``limit`` is for the eye alone.
    """
    found, wrong = read(path)
    out = dict(given)
    for name, setting in found.items():
        key = name.replace("-", "_")
        if key in given or any(map(_is_set, SETTINGS[name])):
            continue
        if name == "limit" and not (person and given.keys().isdisjoint(_WINDOW)):
            continue
        out[key] = setting
    return out, wrong


def _is_set(variable: str) -> bool:
    """Whether the environment decides; ``FORCE_COLOR=0`` forces nothing."""
    said = os.environ.get(variable, "")
    return said not in ("", "0") or (said == "0" and variable == "CLICOLOR")


def read(path: str) -> tuple[dict[str, object], list[str]]:
    """Return the settings in the file at ``path``, and a sentence for each fault."""
    try:
        text = _text(path)
    except KreadError as error:
        return {}, [f"{path}: {error.reason}"]
    except UnicodeDecodeError:
        return {}, [f"{path}: it is not UTF-8"]
    import tomllib

    try:
        table = tomllib.loads(text)
    except RecursionError:
        return {}, [f"{path}: it is not TOML that can be read: nested too deep"]
    except ValueError as error:  # also a number of too many digits
        reason = str(error).partition(";")[0]
        return {}, [f"{path}: it is not TOML: {reason}"]
    found: dict[str, object] = {}
    wrong = [f"{path}: {fault}" for fault in _settings(table, found)]
    if len(wrong) > MOST_FAULTS:
        more = len(wrong) - MOST_FAULTS
        wrong[MOST_FAULTS:] = [f"{path}: {more} more faults"]
    return found, wrong


def _settings(table: Mapping[str, object], found: dict[str, object]) -> Iterator[str]:
    """Put what is right into ``found``; yield a sentence for what is not."""
    for key, setting in table.items():
        name = key.replace("_", "-")
        if name not in SETTINGS:
            yield f"there is no setting '{_short(key)}'{meant(name, SETTINGS)}"
            continue
        if isinstance(setting, bool) or not isinstance(setting, (str, int, float)):
            yield f"{name} takes one value in quotes, or a number"
            continue
        text = _text_of(setting)
        if len(text) > MOST_CHARS and name != "pager":
            yield f"{name} takes no value as long as '{_short(text)}'"
            continue
        try:
            found[name] = _checked(name, text)
        except KreadError as error:
            choices = BY_NAME[name].choices if name in BY_NAME else ()
            reason = error.reason.removeprefix(f"--{name} ")
            yield f"{name} {reason}{meant(text, choices)}"
        if name == "theme" and name in found:
            fault = _theme(text)
            if fault:
                del found[name]
                yield fault


def _text_of(setting: str | float) -> str:
    """Return a value as it would be typed; Python does not write every whole number."""
    huge = isinstance(setting, int) and abs(setting) >= 1 << 256
    return f"{setting:#x}" if huge else str(setting)


def _short(text: str) -> str:
    return text if len(text) <= MOST_CHARS else f"{text[:MOST_CHARS]}\u2026"


def _checked(name: str, text: str) -> object:
    return value(BY_NAME[name], text) if name in BY_NAME else text


def _theme(name: str) -> str:
    """Return what is wrong with the name of a theme."""
    from kimi_read.writers.terminal.theme import exists, names

    return "" if exists(name) else f"there is no theme '{name}'{meant(name, names())}"


def _text(path: str) -> str:
    from kimi_read.opening import open_path

    source = open_path(path)
    try:
        if source.size > MOST_BYTES:
            raise KreadError(f"{source.size} bytes, over the {MOST_BYTES} allowed")
        return source.bytes().decode("utf-8-sig")
    finally:
        os.close(source.descriptor)

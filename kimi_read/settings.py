"""What was typed becomes a request, and how its answer shall look."""

from __future__ import annotations

from kimi_read.errors import Usage
from kimi_read.record import record
from kimi_read.request import Limits, Request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

#: Options that are fields of ``Request`` under their own name.
_REQUEST = (
    "encoding", "changes", "values", "formulas", "furniture", "hidden", "tables",
    "fit", "max_edge", "region", "frames", "subtitles", "verify", "identify", "strict",
    "require_sandbox", "pages", "sheet", "columns",
)  # fmt: skip


@record(frozen=True, slots=True, kw_only=True)
class Settings:
    """How an answer is written. ``shape`` is a value of ``--format``."""

    shape: str = "auto"
    json: bool = False
    numbers: bool | None = None
    output: str = ""
    thumbnail: str = ""
    media: str = ""
    no_data: bool = False
    name: str = ""
    color: str = "auto"
    images: str = "auto"
    paging: str = "auto"
    theme: str = ""
    width: int = 0
    pager: str = ""
    quiet: bool = False
    verbose: bool = False


def config_path(given: Mapping[str, Any]) -> str:
    """Return the path of the config file that these options want read, if any.

    Costs a look at the environment and one at the disk, and no import.
    """
    import os

    machine = given.get("format") in _FOR_MACHINES
    if machine or any(
        given.get(key) for key in ("json", "hashline", "raw", "no_config")
    ):
        return ""
    path = os.environ.get("KREAD_CONFIG")
    if path is not None:
        return "" if path == os.devnull else path
    path = config_home(os.environ)
    return path if path and os.path.exists(path) else ""


def config_home(environment: Mapping[str, str]) -> str:
    """Return where the config file lies if it is not told (XDG base directories)."""
    folder = environment.get("XDG_CONFIG_HOME", "")
    if not folder.startswith("/"):
        home = environment.get("HOME", "")
        folder = environment.get("APPDATA") or (f"{home}/.config" if home else "")
    return f"{folder}/kread/config.toml" if folder else ""


#: Formats whose answers are the same for everybody.
_FOR_MACHINES = ("files-read", "hashline", "raw")


def settings_of(given: Mapping[str, Any]) -> Settings:
    """Return how the answer shall look.

    Raises:
        Usage: two options contradict each other.
    """
    shapes = [shape for shape in ("hashline", "raw") if given.get(shape)]
    if "format" in given and given["format"] not in shapes:
        shapes.append(str(given["format"]))
    if len(shapes) > 1:
        raise Usage(f"--{shapes[0]} and --{shapes[1]} exclude each other")
    shape = shapes[0] if shapes else "auto"
    if given.get("json") and shape not in ("auto", "text", "markdown"):
        raise Usage(f"--json wraps auto, text or markdown, not {shape}")
    if given.get("number") and given.get("plain"):
        raise Usage("--number and --plain exclude each other")
    numbers = True if given.get("number") else False if given.get("plain") else None
    same = {
        key: given[key]
        for key in ("json", "output", "thumbnail", "media", "no_data", "name", "color",
                    "images", "paging", "theme", "width", "pager", "quiet", "verbose")
        if key in given
    }  # fmt: skip
    return Settings(shape=shape, numbers=numbers, **same)


def request_of(given: Mapping[str, Any], settings: Settings) -> Request:
    """Return the request that the options describe.

    Raises:
        Usage: two options contradict each other.
    """
    limits = _limits(given)
    same = {key: given[key] for key in _REQUEST if key in given}
    fields: dict[str, Any] = {**_window(given), **same}
    return Request(
        **fields,
        kind=str(given.get("from", "")),
        glob=str(given.get("entries", "")),
        password=_password(str(given.get("password_file", ""))),
        media=bool(given.get("media")),
        entries=settings.json,
        pictures=settings.json or bool(given.get("thumbnail")),
        shape=settings.shape,
        limits=limits,
    )


def _window(given: Mapping[str, Any]) -> dict[str, int | None]:
    others = [key for key in ("offset", "limit", "tail") if key in given]
    if "lines" in given:
        if others:
            raise Usage(f"--lines sets the window; it goes without --{others[0]}")
        first, last = given["lines"]
        return {"offset": first - 1, "limit": 0 if last is None else last - first + 1}
    if "tail" in given and "offset" in given:
        raise Usage("--tail counts from the end; it goes without --offset")
    window: dict[str, int | None] = {
        key: given[key] for key in ("offset", "limit", "tail") if key in given
    }
    if "tail" in given and "limit" not in given:
        window["limit"] = 0
    return window


def _limits(given: Mapping[str, Any]) -> Limits:
    names = {
        "max_size": "max_bytes",
        "timeout": "wall_seconds",
        "max_line_chars": "line_chars",
    }
    return Limits(**{names[key]: given[key] for key in names if key in given})


def _password(path: str) -> str:
    import os

    if not path:
        return os.environ.get("KREAD_PASSWORD", "")
    from kimi_read.opening import open_path

    source = open_path(path)
    try:
        text = source.read_at(0, 4096).decode("utf-8", "replace")
    finally:
        os.close(source.descriptor)
    return text.partition("\n")[0].removesuffix("\r")

"""The command line parsed by typer: suggestions, explanations."""

from __future__ import annotations

import inspect
import os
from difflib import get_close_matches
from itertools import takewhile
from typing import Annotated

import typer

from kimi_read.errors import Usage
from kimi_read.options import BY_NAME, BY_SHORT, OPTIONS, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kimi_read.options import Option

_HELP = "kread --help shows all options"
#: The root of what the command line library raises (it is vendored in some versions).
_CliError: type[Exception] = typer.BadParameter.__mro__[2]


def parse(argv: Sequence[str]) -> tuple[list[str], dict[str, object]]:
    """Return paths and option values.

    Raises:
        Usage: what typer found wrong, in its words.
    """
    for word in takewhile(lambda word: word != "--", argv):
        if word[:1] == "-" and word[1:].partition("=")[0] in BY_NAME and word[2:]:
            raise Usage(f"there is no option {word}", hint=f"did you mean -{word}?")
    found: list[tuple[list[str], dict[str, object]]] = []
    command = typer.main.get_command(_app(found))
    try:
        command.main(args=list(argv), prog_name="kread", standalone_mode=False)
    except _CliError as error:
        name = str(getattr(error, "option_name", None) or "")
        known = BY_NAME if name.startswith("--") else BY_SHORT
        if name and name.lstrip("-") not in known:
            raise _unknown(name, argv) from None
        text = str(getattr(error, "format_message", error.__str__)())
        reason = " ".join(text.split()).rstrip(".")
        raise Usage(reason[:1].lower() + reason[1:], hint=_HELP) from None
    return found[0]


def _unknown(name: str, argv: Sequence[str]) -> Usage:
    """Return what is said of an option that does not exist."""
    from kimi_read.guard.control import visible_name

    reason = f"there is no option {visible_name(name)}"
    for file in argv:
        if file.startswith(name) and os.path.lexists(file):
            hint = f"./{visible_name(file)} is the file of that name"
            return Usage(reason, hint=hint)
    word = name.lstrip("-")
    begun = [known for known in BY_NAME if known.startswith(word)] if word else []
    near = begun[:3] or get_close_matches(word, [*BY_NAME], 1, 0.6)
    known = " or ".join(f"--{name}" for name in near)
    hint = f"did you mean {known}?" if near else _HELP
    return Usage(reason, hint=hint)


def _app(found: list[tuple[list[str], dict[str, object]]]) -> typer.Typer:
    app = typer.Typer(
        add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None
    )

    def kread(**words: object) -> None:
        paths = words.pop("paths") or []
        given = {
            option.key: value(option, str(words[f"{option.key}_"]))
            for option in OPTIONS
            if words[f"{option.key}_"] not in (None, False)
        }
        found.append(([*paths], given))  # type: ignore[misc]

    parameters = [_parameter(option) for option in OPTIONS]
    paths = Annotated[list[str] | None, typer.Argument()]
    parameters.append(
        inspect.Parameter("paths", inspect.Parameter.KEYWORD_ONLY, default=None,
                          annotation=paths)
    )  # fmt: skip
    kread.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    kread.__annotations__ = {p.name: p.annotation for p in parameters}
    app.command(add_help_option=False)(kread)
    return app


def _parameter(option: Option) -> inspect.Parameter:
    names = [f"--{option.name}", *([f"-{option.short}"] if option.short else [])]
    info = typer.Option(*names, help=option.help, metavar=option.meta or None)
    flag = option.kind == "flag"
    return inspect.Parameter(
        f"{option.key}_",  # ``from`` alone could not be a parameter
        inspect.Parameter.KEYWORD_ONLY,
        default=False if flag else None,
        annotation=Annotated[bool if flag else (str | None), info],
    )

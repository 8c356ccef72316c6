r"""The manual page ``kread(1)``, made from the tables that the command is made of.

Source: mdoc(7). Every ``-`` is written ``\-``, so that what is copied from the page
can be typed.
"""

from __future__ import annotations

from kimi_read.errors import KreadError
from kimi_read.help import EXAMPLES
from kimi_read.options import OPTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kimi_read.options import Option

#: The day of the last change to what is told here and in no table.
_DATE = "November 30, 2026"
_DESCRIPTION = """\
reads any file for a person at a terminal, a pipe, a script or a program:
text as numbered lines, Word, Excel, PowerPoint and PDF as Markdown,
pictures as pictures, video and audio as facts and a thumbnail,
archives as a listing.
Each
.Ar path
is a file,
.Sq -
for standard input, or
.Ar ARCHIVE Ns :: Ns Ar MEMBER
for a file inside an archive.
The bytes decide what a file is;
its extension only makes that more exact.
.Pp
An answer is a window:
.Fl \\-offset
lines are skipped and at most
.Fl \\-limit
are shown.
Where it ends early, a line on standard error says how to go on.
Content alone goes to standard output;
what was left out, changed or could not be read is said on standard error.
.Pp
Every format but plain text is read by a locked process of its own,
which can open no file and talk to nobody."""
_GROUPS = {
    "Window": "Lines end at a line feed only; their numbers are those of grep -n. "
              "Reading in steps of any size gives the lines of one whole read.",
    "Output": "Without any of these, text is numbered and a document is Markdown. "
              "A picture that is the only input of a pipe is its own bytes.",
    "Display": "These are for terminals. Tables are drawn in columns that fit the "
               "window; in a pipe the lines stay as they are.",
    "Bounds": "Each is enforced before it can hurt; what came before is kept.",
}  # fmt: skip
_ENVIRONMENT = (
    ("KREAD_CONFIG", "The config file, instead of the usual one; none if empty."),
    ("KREAD_IMAGES", "How pictures are drawn, as --images."),
    ("KREAD_PAGER , PAGER", "The pager, instead of less -RFX."),
    ("KREAD_PASSWORD", "The password of an encrypted file."),
    ("KREAD_THEME", "The theme, as --theme."),
    ("NO_COLOR , FORCE_COLOR , CLICOLOR", "Whether to use colours, in this order."),
    ("COLORFGBG", "The colours of the terminal, from which its theme is known."),
    ("COLUMNS", "The width to lay out for, instead of the window's."),
)
_CONFIG = """\
.It Pa $XDG_CONFIG_HOME/kread/config.toml
What a person likes to see, and bounds, by default in
.Pa ~/.config .
A line such as
.Ql theme = \\(dqlight\\(dq
sets one of
.Cm color , images , paging , pager , theme , width , limit ,
.Cm max\\-size , timeout
and
.Cm max\\-line\\-chars .
An option goes first, then the environment, then this file.
The formats for programs never look at it."""


def text() -> str:
    """Return the page as mdoc."""
    lines = [
        '.\\" Made by "make docs" from the table of options; do not edit.',
        f".Dd {_DATE}", ".Dt KREAD 1", ".Os",
        ".Sh NAME", ".Nm kread", ".Nd read any file as numbered lines or Markdown",
        ".Sh SYNOPSIS", ".Nm", ".Op Ar options", ".Ar path ...",
        ".Sh DESCRIPTION", ".Nm", *_DESCRIPTION.split("\n"),
        ".Sh OPTIONS", *_options(),
        ".Sh ENVIRONMENT", ".Bl -tag -width Ds",
        *(line for name, words in _ENVIRONMENT
          for line in (f".It Ev {name}", *_sentences(words))),
        ".El",
        ".Sh FILES", ".Bl -tag -width Ds", *_CONFIG.split("\n"), ".El",
        ".Sh EXIT STATUS", *_statuses(),
        ".Sh EXAMPLES", ".Bl -tag -width Ds", *_examples(), ".El",
        ".Sh SEE ALSO", ".Xr cat 1 ,", ".Xr less 1 ,", ".Xr man 1"
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def shown() -> bool:
    """Show the page as the system shows its own; False if it cannot."""
    import shutil
    import subprocess

    for words in (["man", "-l", "-"], ["mandoc", "-a"]):
        if shutil.which(words[0]):
            try:
                done = subprocess.run(words, input=text().encode(), check=False)  # noqa: S603 - fixed words
            except OSError:
                continue
            if done.returncode == 0:
                return True
    return False


def _options() -> Iterator[str]:
    group = ""
    for option in OPTIONS:
        if option.group != group:
            if group:
                yield ".El"
            group = option.group
            yield f".Ss {group}"
            if group in _GROUPS:
                yield from _sentences(_GROUPS[group])
            yield ".Bl -tag -width Ds"
        yield from _option(option)
    yield ".El"


def _option(option: Option) -> Iterator[str]:
    meta = option.noun if option.kind == "choice" else option.meta
    names = [f"Fl {option.short} ,"] if option.short else []
    words = [*names, f"Fl {_plain('--' + option.name)[2:]}"]
    if meta:
        words.append(f"Ar {_plain(meta)}")
    yield f".It {' '.join(words)}"
    told = option.help[:1].upper() + option.help[1:]
    if option.choices:
        told += f": one of {', '.join(option.choices)}"
    if option.default:
        told += f" (default {option.default})"
    yield from _sentences(f"{told}.")


def _statuses() -> Iterator[str]:
    yield ".Bl -tag -width Ds"
    yield from (".It 0", "Content was delivered, perhaps in part; see standard error.")
    kinds: dict[int, list[type[KreadError]]] = {}
    for kind in KreadError.__subclasses__():
        kinds.setdefault(kind.exit_status, []).append(kind)
    for status, here in sorted(kinds.items()):
        yield f".It {status}"
        yield ".Bl -tag -width out-of-bounds -compact"
        for kind in here:
            yield f".It Cm {_plain(kind.code)}"
            yield from _sentences(_told(kind))
        yield ".El"
    yield from (".It 130 , 143 , 141", "Ctrl\\-C, SIGTERM, a closed pipe.", ".El")


def _told(kind: type[KreadError]) -> str:
    """Return the first sentence on a kind of error."""
    words = " ".join((kind.__doc__ or "").split()).replace("``", "")
    return words.partition(". ")[0].rstrip(".") + "."


def _examples() -> Iterator[str]:
    for command, what in EXAMPLES:
        yield f".It Li {_quoted(command)}"
        yield from _sentences(f"{what[:1].upper()}{what[1:]}.")


def _quoted(words: str) -> str:
    return '"' + _plain(words).replace('"', "\\(dq").replace("'", "\\(aq") + '"'


def _sentences(words: str) -> Iterator[str]:
    """Yield lines of the source: each sentence begins one, and none is long."""
    for sentence in words.replace(". ", ".\n").split("\n"):
        line = ""
        for word in sentence.split():
            if line and len(line) + len(word) > 70:
                yield _plain(line)
                line = ""
            line += f" {word}" if line else word
        yield _plain(line)


def _plain(words: str) -> str:
    """Return ASCII text that no formatter takes for something else."""
    words = words.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{words}" if words[:1] in (".", "'") else words

"""The options of the command line, in one table.

The quick parser, the typer command, the help and the README are all made from it,
and so are the checks of values: an option exists here or nowhere.
"""

from __future__ import annotations

from kimi_read.errors import Usage
from kimi_read.record import record

_MOST = 1 << 53
_UNITS = {"": 1, "b": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


@record(frozen=True, slots=True, kw_only=True)
class Option:
    """One option: ``--name`` and a short letter, the kind of its value, its help.

    ``kind`` is flag, count, text, choice, range, ranges, size, seconds or region.
    """

    name: str
    group: str
    help: str
    kind: str = "flag"
    short: str = ""
    meta: str = ""
    choices: tuple[str, ...] = ()
    default: str = ""

    @property
    def key(self) -> str:
        """The name as an identifier."""
        return self.name.replace("-", "_")

    @property
    def noun(self) -> str:
        """What one of its choices is called."""
        return self.name.rpartition("-")[2].upper()


def _table(group: str, *rows: tuple[str, str, str, str, str]) -> tuple[Option, ...]:
    """Make options from rows of name, short, kind, meta (or choices) and help.

    A default is written behind the meta after ``=``.
    """
    out = []
    for name, short, kind, meta, text in rows:
        shown, _, default = meta.partition("=")
        out.append(Option(
            name=name, group=group, help=text, kind=kind, short=short, meta=shown,
            choices=tuple(shown.split("|")) if kind == "choice" else (),
            default=default,
        ))  # fmt: skip
    return tuple(out)


OPTIONS = (
    *_table(
        "Window",
        ("offset", "o", "count", "N=0", "lines to skip"),
        ("limit", "l", "count", "N=1000", "most lines to show; 0 is no limit"),
        ("lines", "", "range", "A:B", "lines A to B, counted from 1"),
        ("tail", "", "count", "N", "the last N lines"),
        ("columns", "", "range", "A:B", "characters A to B of each line"),
        ("pages", "", "ranges", "3-7,9", "pages of a PDF, slides of a presentation"),
        ("sheet", "", "text", "NAME", "a sheet: NAME, its number, or NAME!B2:F40"),
    ),
    *_table(
        "Output",
        ("format", "f", "choice", "auto|text|markdown|files-read|hashline|raw=auto",
         "shape of the answer"),
        ("json", "", "flag", "", "one JSON object a path"),
        ("hashline", "", "flag", "", "short for --format hashline"),
        ("raw", "", "flag", "", "short for --format raw: the bytes as they are"),
        ("number", "n", "flag", "", "number the lines of anything"),
        ("plain", "p", "flag", "", "number nothing"),
        ("output", "O", "text", "FILE", "write to FILE, whole or not at all"),
        ("thumbnail", "", "text", "FILE", "write the thumbnail of a video or picture"),
        ("no-data", "", "flag", "", "leave base64 data out of JSON"),
    ),
    *_table(
        "Input",
        ("from", "", "text", "KIND", "read it as KIND whatever its bytes say"),
        ("encoding", "", "text", "NAME", "encoding of a text"),
        ("name", "", "text", "NAME", "file name of standard input, for its type"),
        ("password-file", "", "text", "FILE",
         "file with the password (or set KREAD_PASSWORD)"),
    ),
    *_table(
        "Documents",
        ("changes", "", "choice", "accept|reject|show=accept",
         "tracked changes of a Word file"),
        ("media", "", "text", "DIR",
         "write the embedded pictures of what is shown into DIR"),
        ("values", "", "choice", "displayed|raw=displayed",
         "cells as displayed or as stored"),
        ("formulas", "", "flag", "", "the formula beside the value"),
        ("furniture", "", "choice", "once|keep|drop=once",
         "running heads and page numbers of a PDF"),
        ("hidden", "", "choice", "report|show=report", "hidden text of a PDF"),
        ("tables", "", "choice", "auto|pdfplumber=auto", "who finds tables in a PDF"),
    ),
    *_table(
        "Media and archives",
        ("fit", "", "flag", "", "bring a picture within what models take"),
        ("max-edge", "", "count", "N=2000", "longest edge for --fit, in pixels"),
        ("region", "", "region", "X,Y,W,H", "a part of a picture, in its pixels"),
        ("frames", "", "count", "N", "a contact sheet of N frames of a video"),
        ("subtitles", "", "flag", "", "the text track of a video"),
        ("entries", "", "text", "GLOB", "only members of an archive that match"),
        ("verify", "", "flag", "", "check an archive's headers and checksums"),
    ),
    *_table(
        "Display",
        ("color", "", "choice", "auto|always|never=auto", "colours"),
        ("images", "", "choice", "auto|kitty|iterm2|sixel|blocks|never=auto",
         "how pictures are drawn on a terminal"),
        ("paging", "", "choice", "auto|always|never=auto", "show through a pager"),
        ("theme", "", "text", "NAME=auto",
         "colour theme: auto, dark, light, or a Pygments style"),
        ("width", "", "count", "N", "columns to lay out for, if not the window's"),
        ("no-config", "", "flag", "", "leave the config file unread"),
    ),
    *_table(
        "Bounds",
        ("max-size", "", "size", "SIZE", "most bytes of a file, such as 50M"),
        ("timeout", "", "seconds", "SECONDS=120", "most seconds for a file"),
        ("max-line-chars", "", "count", "N=2000",
         "cut longer lines of text; 0 is never"),
        ("strict", "", "flag", "",
         "absolute paths, declared types, and any warning is a failure"),
        ("require-sandbox", "", "flag", "", "refuse to read without the full lock"),
    ),
    *_table(
        "About",
        ("identify", "", "flag", "", "say what it is, and what is known of it"),
        ("list-formats", "", "flag", "", "what can be read"),
        ("doctor", "", "flag", "", "what works on this machine"),
        ("quiet", "q", "flag", "", "no notices and warnings"),
        ("verbose", "v", "flag", "", "encoding, line ends, timing and lock as well"),
        ("version", "", "flag", "", "the version"),
        ("man", "", "flag", "", "the manual page"),
        ("install-completion", "", "flag", "", "completion for this shell"),
        ("show-completion", "", "choice", "bash|zsh|fish",
         "print the completion of a shell"),
        ("help", "h", "flag", "", "this help"),
    ),
)  # fmt: skip

BY_NAME = {option.name: option for option in OPTIONS}
BY_SHORT = {option.short: option for option in OPTIONS if option.short}


def value(option: Option, text: str) -> object:
    """Return the value of an option's text.

    Raises:
        Usage: the text is none of its values.
    """
    return _PARSERS[option.kind](option, text)


def _count(option: Option, text: str) -> int:
    if not (_digits(text) and len(text) < 17):
        raise _bad(option, text, "a whole number from 0, in plain digits")
    number = int(text)
    if number >= _MOST:
        raise _bad(option, text, "a number below 2^53")
    return number


def _text(option: Option, text: str) -> str:
    if not text:
        raise _bad(option, text, "some text")
    return text


def _choice(option: Option, text: str) -> str:
    if text not in option.choices:
        from kimi_read.suggest import meant

        error = _bad(option, text, "one of " + ", ".join(option.choices))
        error.hint = meant(text, option.choices).removeprefix("; ")
        raise error
    return text


def _range(option: Option, text: str) -> tuple[int, int | None]:
    """``A:B``, ``A:``, ``:B``; both counted from 1 and included."""
    first, colon, last = text.partition(":")
    if not colon or not _digits(first + last):
        raise _bad(option, text, "A:B, A: or :B")
    low = _count(option, first) if first else 1
    high = _count(option, last) if last else None
    if low < 1 or (high is not None and high < low):
        raise _bad(option, text, "a range that counts from 1 and does not end first")
    return low, high


def _ranges(option: Option, text: str) -> tuple[tuple[int, int | None], ...]:
    out = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        if not (first and _digits(first + last)):
            raise _bad(option, text, "ranges such as 3-7,9 that count from 1")
        low = _count(option, first)
        high = (_count(option, last) if last else None) if dash else low
        if low < 1 or (high is not None and high < low):
            raise _bad(option, text, "ranges such as 3-7,9 that count from 1")
        out.append((low, high))
    return tuple(out)


def _size(option: Option, text: str) -> int:
    digits = text.rstrip("bBkKmMgGiI")
    unit = text[len(digits) :].lower().replace("i", "")
    unit = unit[:-1] if len(unit) == 2 and unit.endswith("b") else unit
    if unit not in _UNITS or not _digits(digits):
        raise _bad(option, text, "a size such as 50M or 1G")
    size = _count(option, digits) * _UNITS[unit]
    if not 0 < size < _MOST:
        raise _bad(option, text, "a size of at least 1 byte and below 2^53")
    return size


def _seconds(option: Option, text: str) -> float:
    whole, _, part = text.partition(".")
    digits = whole + part
    if not (_digits(digits) and len(digits) < 10):
        raise _bad(option, text, "seconds, such as 10 or 2.5")
    seconds = float(text)
    if seconds <= 0:
        raise _bad(option, text, "more than 0 seconds")
    return seconds


def _region(option: Option, text: str) -> tuple[int, int, int, int]:
    words = [part.strip() for part in text.split(",")]
    if not all(map(_digits, words)):
        raise _bad(option, text, "X,Y,W,H in pixels")
    parts = [_count(option, word) for word in words]
    if len(parts) != 4 or not parts[2] or not parts[3]:
        raise _bad(option, text, "X,Y,W,H in pixels")
    return parts[0], parts[1], parts[2], parts[3]


def _digits(text: str) -> bool:
    return text.isascii() and text.isdecimal()


def _flag(_option: Option, _text: str) -> bool:
    return True


def _bad(option: Option, text: str, wanted: str) -> Usage:
    from kimi_read.guard.control import visible_name

    shown = visible_name(text if len(text) <= 40 else text[:40] + "…")
    return Usage(f"--{option.name} takes {wanted}, not '{shown}'")


_PARSERS = {
    "flag": _flag,
    "count": _count,
    "text": _text,
    "choice": _choice,
    "range": _range,
    "ranges": _ranges,
    "size": _size,
    "seconds": _seconds,
    "region": _region,
}

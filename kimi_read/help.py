"""The texts of ``--help`` and ``--list-formats``, made from the tables."""

from __future__ import annotations

from kimi_read.catalog import FORMATS
from kimi_read.options import OPTIONS
from kimi_read.writers.window import title

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.format import Format
    from kimi_read.options import Option

_HEAD = """\
kread reads any file: bounded, numbered, resumable, safe.

Usage: kread [OPTIONS] PATH...

  PATH is a file, - for standard input, or ARCHIVE::MEMBER.
"""
#: Commands, and what each shows.
EXAMPLES = (
    ("kread main.py --lines 120:160", "a part of a text, numbered as grep -n does"),
    ("kread big.log --offset 1199000", "far down, at once"),
    ("kread report.docx | head", "a document as Markdown"),
    ("kread scan.pdf --pages 2-4 --json", "pages of a PDF, for a program"),
    ("kread book.xlsx --sheet 'Costs!B2:F40'", "cells of one sheet"),
    ("kread photo.heic", "a picture, drawn on a terminal"),
    ("kread clip.mov --thumbnail t.jpg", "what is in a video, and a picture of it"),
    ("kread backup.tar.zst", "a tree of what is inside"),
    ("kread backup.zip::docs/a.docx", "a document inside an archive"),
    ("curl -s URL | kread - --name x.pdf", "standard input"),
)
_STATUS = (
    "0 read, 2 usage, 65 not acceptable, 66 no such file, 69 unsupported, 70 worker "
    "crashed, 74 input or output, 75 out of bounds, 77 permission or password."
)
_WIDTH = 30
#: Lines are made no longer than can be read at a glance.
_MOST = 110


def text(columns: int = 79, *, bold: bool = False) -> str:
    """Return the help, grouped as the table is, with examples."""
    room = min(columns, _MOST)
    out = [_HEAD]
    group = ""
    for option in OPTIONS:
        if option.group != group:
            group = option.group
            out.append(title(f"{group}:", bold=bold))
        out += _option(option, room)
        if option is OPTIONS[-1] or OPTIONS[OPTIONS.index(option) + 1].group != group:
            out.append("")
    out.append(title("Examples:", bold=bold))
    for command, what in EXAMPLES:
        line = f"  {command:<38}  {what}"
        out += [line] if len(line) <= room else [f"  {command}", f"      {what}"]
    out += ["", title("Exit status:", bold=bold)]
    out += [f"  {line}" for line in _wrapped(_STATUS, room - 2)]
    return "\n".join([*out, "", "The manual: kread --man", ""])


def _option(option: Option, room: int) -> list[str]:
    short = f"-{option.short}, " if option.short else "    "
    meta = option.noun if option.kind == "choice" else option.meta
    left = f"  {short}--{option.name}{' ' + meta if meta else ''}"
    right = option.help
    if option.kind == "choice":
        right += f": {', '.join(option.choices)}"
    if option.default:
        right += f" (default {option.default})"
    if room < 2 * _WIDTH:
        return [left, *("        " + line for line in _wrapped(right, room - 8))]
    lines = _wrapped(right, room - _WIDTH - 2)
    first = f"{left:<{_WIDTH + 2}}{lines[0]}"
    if len(left) > _WIDTH:
        return [left, *(" " * (_WIDTH + 2) + line for line in lines)]
    return [first, *(" " * (_WIDTH + 2) + line for line in lines[1:])]


def _wrapped(words: str, width: int) -> list[str]:
    lines = [""]
    for word in words.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] += f"{' ' if lines[-1] else ''}{word}"
    return lines


def formats(columns: int = 80, *, bold: bool = False) -> str:
    """Return a line for each format: name, label, extensions; kind after kind."""
    from kimi_read.writers import window

    kinds = ("text", "document", "image", "video", "audio", "archive", "binary")
    rows = {kind: [_format(form) for form in FORMATS if form.kind == kind]
            for kind in kinds}  # fmt: skip
    room = min(columns, _MOST)
    widths = window.widths([row for here in rows.values() for row in here], room)
    out = []
    for kind, here in rows.items():
        head = "recognised and refused" if kind == "binary" else kind
        out += ["", title(f"{head}:", bold=bold), *window.lines(here, widths)]
    return "\n".join(out[1:]) + "\n"


def _format(form: Format) -> tuple[str, str, str]:
    note = "" if form.reader or form.kind == "binary" else " (not read yet)"
    return form.name, form.label + note, " ".join(form.extensions)

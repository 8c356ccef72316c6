"""The texts of ``--help`` and ``--list-formats``, made from the tables."""

from __future__ import annotations

from kimi_read.catalog import FORMATS
from kimi_read.options import OPTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
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
    ("kread budget.xlsx --sheet 'Costs!B2:F40'", "cells of one sheet"),
    ("kread photo.heic", "a picture, drawn on a terminal"),
    ("kread clip.mov --thumbnail t.jpg", "what is in a video, and a picture of it"),
    ("kread backup.tar.zst", "a tree of what is inside"),
    ("kread backup.zip::docs/a.docx", "a document inside an archive"),
    ("curl -s URL | kread - --name x.pdf", "standard input"),
)
_STATUS = """\
Exit status: 0 read, 2 usage, 65 not acceptable, 66 no such file, 69 unsupported,
  70 worker crashed, 74 input or output, 75 out of bounds, 77 permission or password.
  kread --man is the manual.
"""
_WIDTH = 30


def text() -> str:
    """Return the help, grouped as the table is, with examples."""
    out = [_HEAD]
    group = ""
    for option in OPTIONS:
        if option.group != group:
            group = option.group
            out.append(f"{group}:")
        out += _option(option)
        if option is OPTIONS[-1] or OPTIONS[OPTIONS.index(option) + 1].group != group:
            out.append("")
    out.append("Examples:")
    out += [f"  {command:<36} {what}" for command, what in EXAMPLES]
    return "\n".join([*out, "", _STATUS])


def _option(option: Option) -> list[str]:
    short = f"-{option.short}, " if option.short else "    "
    meta = option.key.upper() if option.kind == "choice" else option.meta
    left = f"  {short}--{option.name}{' ' + meta if meta else ''}"
    right = option.help
    if option.kind == "choice":
        right += f": {', '.join(option.choices)}"
    if option.default:
        right += f" (default {option.default})"
    lines = _wrapped(right, 79 - _WIDTH - 2)
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


def formats() -> str:
    """Return a line for each format: name, media type, extensions, label."""
    out = []
    for kind in ("text", "document", "image", "video", "audio", "archive", "binary"):
        rows = [form for form in FORMATS if form.kind == kind]
        title = "recognised and refused" if kind == "binary" else kind
        out.append(f"{title}:")
        for form in rows:
            note = "" if form.reader or kind == "binary" else " (not read yet)"
            names = " ".join(form.extensions)
            out.append(f"  {form.name:<16} {form.label}{note}  {names}".rstrip())
    return "\n".join(out) + "\n"

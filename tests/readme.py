"""The README's console blocks and tables: run, compare, or write again.

    python tests/readme.py [--write]

In a block marked ``console`` each ``$ command`` is run in the root of the project,
and what follows it must be what it prints. Between ``<!-- NAME -->`` and
``<!-- /NAME -->`` stand tables made from the program's own.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys

from harness import KREAD, ROOT

README = ROOT / "README.md"
_BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
_HOME = "/home/you/kread"


def commands(text: str) -> list[str]:
    """Return the commands of all console blocks."""
    return [
        line[2:]
        for block in _BLOCK.findall(text)
        for line in block.splitlines()
        if line.startswith("$ ")
    ]


def output(command: str) -> str:
    """Return what ``command`` prints on both streams, in the root of the project."""
    path = os.pathsep.join([os.path.dirname(KREAD), os.environ["PATH"]])
    run = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, stdout=subprocess.PIPE, check=False,
        stderr=subprocess.STDOUT, env={**os.environ, "PATH": path}, timeout=120,
    )  # fmt: skip
    return run.stdout.decode().replace(str(ROOT), _HOME)


def renewed(text: str) -> str:
    """Return the README as it should be."""

    def block(match: re.Match[str]) -> str:
        rows = []
        for line in match[1].splitlines():
            if line.startswith("$ make "):
                return match[0]  # the set-up itself, which is tried elsewhere
            if line.startswith("$ "):
                rows += [line, *output(line[2:]).splitlines()]
        return "```console\n" + "\n".join(rows) + "\n```"

    text = _BLOCK.sub(block, text)
    for name, make in TABLES.items():
        pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
        text = pattern.sub(lambda m, make=make: m[1] + make() + m[2], text)
    return text


def options() -> str:
    """Return the options as a table for each group."""
    from kimi_read.options import OPTIONS

    rows = ["| option | what it does |", "| --- | --- |"]
    for option in OPTIONS:
        names = f"`--{option.name}{' ' + option.meta if option.meta else ''}`"
        names = names.replace("|", "\\|")
        short = f"`-{option.short}` " if option.short else ""
        default = f" (default {option.default})" if option.default else ""
        rows.append(f"| {short}{names} | {option.help}{default} |")
    return "\n".join(rows) + "\n"


def formats() -> str:
    """Return what is read, by kind."""
    from kimi_read.catalog import FORMATS

    rows = ["| kind | read | recognised, not read |", "| --- | --- | --- |"]
    for kind in ("text", "document", "image", "video", "audio", "archive", "binary"):
        here = [form for form in FORMATS if form.kind == kind]
        read = ", ".join(form.name for form in here if form.reader)
        other = ", ".join(form.name for form in here if not form.reader)
        rows.append(f"| {kind} | {read or '-'} | {other or '-'} |")
    return "\n".join(rows) + "\n"


TABLES = {"options": options, "formats": formats}


def main(words: list[str]) -> int:
    """Compare or write the README; return 1 if it differs."""
    old = README.read_text()
    new = renewed(old)
    if "--write" in words:
        README.write_text(new)
        return 0
    return int(old != new)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

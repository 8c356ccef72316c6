"""Lines with anchors for an editor: ``@file PATH#TAG``, then ``N#abc|text``."""

from __future__ import annotations

import os

from kimi_read import hashline
from kimi_read.errors import Offset, TooLarge, Unsupported
from kimi_read.formats.text.cut import Cutter
from kimi_read.guard.control import visible_name
from kimi_read.request import HASHLINE_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.page import Page
    from kimi_read.request import Request
    from kimi_read.writers.output import Output


def check(page: Page) -> bool:
    """Whether anchors can be given; False where the file may not be written.

    Raises:
        Unsupported: it is no text.
        TooLarge: it is over 8 MiB.
    """
    if page.kind != "text":
        raise Unsupported(
            f"{page.format} has no lines to anchor", path=page.path,
            hint="read it without --hashline",
        )  # fmt: skip
    if page.bytes > HASHLINE_BYTES:
        raise TooLarge(
            f"{page.bytes} bytes, over the {HASHLINE_BYTES} allowed for --hashline",
            path=page.path, hint="read it without --hashline",
        )  # fmt: skip
    return page.path != "-" and os.access(page.path, os.W_OK)


def write(page: Page, request: Request, out: Output) -> None:
    """Write the header and the window.

    Raises:
        Encoding: the file is not UTF-8.
        Offset: the window begins beyond the last line.
    """
    data = page.source.bytes()
    lines = hashline.split(data)
    total = len(lines)
    if request.tail is not None:
        page.offset = max(0, total - request.tail)
    first = page.offset
    if first > total:
        word = "line" if total == 1 else "lines"
        raise Offset(f"the offset {first} is beyond its {total} {word}", path=page.path)
    last = min(total, first + request.limit) if request.limit else total
    columns = request.columns or (1, None)
    cutter = Cutter(columns[0] - 1, columns[1], request.limits.line_chars or None)
    rows = [b"@file %b#%b" % (_name(page.path), hashline.tag(data).encode())]
    for number in range(first + 1, last + 1):
        full = lines[number - 1]
        rows.append(hashline.line(number, full, cutter.line(full, number)))
    if last < total:
        rest = f"[{total - last} more lines in file. Use offset={last} to continue.]"
        rows += [b"", rest.encode()]
        page.next_offset = last
    page.total_lines = total
    page.count = last - first
    page.cut_lines = cutter.cuts
    out.write(b"\n".join(rows) + b"\n")


def _name(path: str) -> bytes:
    """Return the path as the header shows it: relative where it lies below."""
    try:
        here = os.path.join(os.getcwd(), "")
    except OSError:
        here = "\0"
    shown = path.removeprefix(here) if path.startswith(here) else path
    return visible_name(shown).encode("utf-8", "backslashreplace")

"""Lines as ``cat -n`` prints them, or bare."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.page import Page
    from kimi_read.writers.output import Output

#: How the numbers of a thousand lines end; made when the first is numbered.
_TAILS: list[bytes] = []


def write(page: Page, out: Output, *, numbers: bool) -> None:
    """Write the window of ``page``; each line ends in one line feed.

    Only the last line of a text without a final line feed has none.
    """
    number = page.offset + 1
    held = b""
    for batch in page.batches():
        if held:
            out.write(held)
        held = numbered(batch, number) if numbers else b"\n".join(batch) + b"\n"
        number += len(batch)
    if page.next_offset is None and page.facts.get("finalNewline") is False:
        held = held[:-1]
    if held:
        out.write(held)


def numbered(lines: list[bytes], first: int) -> bytes:
    """Return ``lines`` behind their numbers, six columns wide and a tab.

    Prefixes are made a thousand at a time, since formatting each number would
    cost more than all the rest.
    """
    if not _TAILS:
        _TAILS.extend(b"%03d\t" % number for number in range(1000))
    parts = [b"\n"] * (3 * len(lines))
    prefixes: list[bytes] = []
    number, end = first, first + len(lines)
    while number < end:
        thousands, rest = divmod(number, 1000)
        count = min(1000 - rest, end - number)
        if thousands:
            head = b"%3d" % thousands
            prefixes += [head + tail for tail in _TAILS[rest : rest + count]]
        else:
            prefixes += [b"%6d\t" % n for n in range(number, number + count)]
        number += count
    parts[0::3] = prefixes
    parts[1::3] = lines
    return b"".join(parts)

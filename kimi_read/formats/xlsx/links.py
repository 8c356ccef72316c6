"""What a workbook refers to beside its own sheets: other workbooks, servers, add-ins.

Source: ECMA-376 part 1, 18.14 (external links); [MS-XLS] 2.4.271 (SupBook).
"""

from __future__ import annotations

import re

from kimi_read.blocks import Loss
from kimi_read.formats.xlsx.formula import BARE, in_quotes, quoted
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_ESCAPES = r"(?:%[0-9A-Fa-f]{2})+"


@record(frozen=True, slots=True)
class OtherBook:
    """What formulas refer to beside their sheets: a workbook, a server, add-ins.

    ``url`` is empty for this workbook; ``sheets`` are those that are known, ``names``
    its defined names, each with the number of its sheet (from 1; 0 is the whole
    workbook). A server of DDE has an application, a topic and items for names.
    """

    url: str = ""
    sheets: Sequence[str] = ()
    names: Sequence[tuple[str, int]] = ()
    dde: bool = False

    def prefix(self, sheet: str = "") -> str:
        """Return what stands before a cell of a sheet, or before a name."""
        if self.dde:
            application, _, topic = self.url.partition("|")
            return f"{application}|'{topic}'!"
        if not self.url:
            return f"{quoted(sheet)}!" if sheet else ""
        file = self.url.rpartition("/")[2]
        if not sheet:
            return quoted(file) + "!"
        sheets = sheet.split(":")  # several may be meant
        bare = re.match(BARE, file) and all(quoted(one) == one for one in sheets)
        text = f"[{file}]{sheet}"
        return (text if bare else in_quotes(text)) + "!"


THIS_BOOK = OtherBook()


def mention(others: Iterable[OtherBook]) -> list[Loss]:
    """Return what a person must know of the workbooks that one refers to."""
    books: dict[str, None] = {}
    servers: dict[str, None] = {}
    for other in others:
        if other.dde:
            servers[other.url[:100]] = None
        elif other.url not in ("", "?"):
            books[other.url.rpartition("/")[2][:100]] = None
    said = (
        ("it refers to other workbooks, whose stored values are shown", books),
        (
            "it asks another program for values (DDE), whose stored ones are shown",
            servers,
        ),
    )
    return [
        Loss("external-link", f"{message}: {', '.join(names)}", shown=False)
        for message, names in said
        if names
    ]


def plain_url(target: str) -> str:
    """Return the address of another workbook without escapes."""
    return re.sub(_ESCAPES, _decoded, target).replace("\\", "/")


def _decoded(match: re.Match[str]) -> str:
    return bytes.fromhex(match[0].replace("%", "")).decode("utf-8", "replace")

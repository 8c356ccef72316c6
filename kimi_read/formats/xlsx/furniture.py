"""Headers and footers of printed sheets, which are no part of what a sheet holds.

Source: ECMA-376 part 1, 18.3.1.46 (headerFooter), 18.3.1.39 (the codes in them).
"""

from __future__ import annotations

import re

from kimi_read.blocks import Loss

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_SECTION = r"&[LCR]"
_PAGE = r"&[PN](?:[+-]\d+)?"
#: Fonts, sizes, colours, looks; then dates, names and pictures that are put in.
_CODE = r'&(?:"[^"]*"|\d{1,3}|K[0-9A-Fa-f]{6}|K\d\d[+-]\d{3}|[A-Za-z])'
#: What is beside a page number is its label if it has no more words.
_LABEL_WORDS = 2
_MOST, _CHARS = 5, 200


def words(code: str) -> str:
    """Return the words of a header or footer; page numbers are none."""
    out = []
    for section in re.split(_SECTION, code.replace("&&", "\0")):
        plain, pages = re.subn(_PAGE, " ", section.replace("&G", " [picture] "))
        plain = " ".join(re.sub(_CODE, "", plain).replace("\0", "&").split())
        if pages and len(re.findall(r"\w+", plain)) <= _LABEL_WORDS:
            continue
        if any(map(str.isalnum, plain)):
            out.append(plain)
    return " · ".join(out)


def left_out(
    headers: Iterable[str], footers: Iterable[str], told: set[str], where: str
) -> Iterator[Loss]:
    """Yield losses that quote headers and footers which were not ``told`` before."""
    for kind, codes in (("headers", headers), ("footers", footers)):
        found = [text for code in codes if (text := words(code)[:_CHARS])]
        fresh = [text for text in dict.fromkeys(found) if text not in told]
        told.update(fresh)
        if fresh:
            quoted = ", ".join(f"“{text}”" for text in fresh[:_MOST])
            more = f" and {len(fresh) - _MOST} more" if len(fresh) > _MOST else ""
            yield Loss(kind, f"{kind} of {where} are left out: {quoted}{more}", where,
                       shown=False)  # fmt: skip

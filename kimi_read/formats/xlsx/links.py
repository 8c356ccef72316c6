"""Links from a workbook to others."""

from __future__ import annotations

from kimi_read.blocks import Loss

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_NAME_CHARS = 100


def mention(targets: Iterable[str]) -> list[Loss]:
    """Return the warning that names the workbooks referred to; none without any."""
    names = (t.replace("\\", "/").rpartition("/")[2][:_NAME_CHARS] for t in targets)
    known = ", ".join(dict.fromkeys(names))
    if not known:
        return []
    message = f"it refers to other workbooks, whose stored values are shown: {known}"
    return [Loss("external-link", message, shown=False)]

"""Which type is this? The bytes decide; the name only specialises."""

from __future__ import annotations

from kimi_read.catalog import BY_NAME, TEXT
from kimi_read.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.blocks import Loss
    from kimi_read.format import Format
    from kimi_read.source import Source


@record(frozen=True, slots=True)
class Verdict:
    """The format of a file, why, and what is odd about its name."""

    format: Format
    reason: str
    warnings: tuple[Loss, ...] = ()


def detect(source: Source) -> Verdict:
    """Choose the format of ``source``; unknown bytes are the format ``binary``."""
    head = source.head
    if head.startswith(b"PK\3\4"):
        for form in BY_NAME.values():
            if source.extension in form.extensions:
                return Verdict(form, "stub")
    if b"%PDF-" in head[:1024]:
        return Verdict(BY_NAME["pdf"], "stub")
    if b"\0" in head:
        for form in BY_NAME.values():
            if source.extension in form.extensions:
                return Verdict(form, "stub")
    return Verdict(TEXT, "stub")

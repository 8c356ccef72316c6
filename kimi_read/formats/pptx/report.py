"""What a presentation holds that its Markdown does not, told at the end."""

from __future__ import annotations

from kimi_read.blocks import Loss
from kimi_read.ooxml.spans import PALE, TINY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_TEXTS = 5
_UNSEEN = {PALE: "of the colour of what is behind it", TINY: "of 1 point or less"}
_CHARS = 80


class Report:
    """Counts over all slides that were read."""

    def __init__(self) -> None:
        self.actions = 0
        self.broken_links = 0
        self.without_layout = 0
        self.objects: list[str] = []
        self.controls: list[str] = []
        self.furniture: dict[str, int] = {}
        self.footers: list[str] = []
        self.master_texts: list[str] = []
        self.seen: set[str] = set()
        self.concealed = 0
        self._hidden: dict[int, int] = {}

    def leave(self, kind: str, text: str = "") -> None:
        """Count a footer, a date, a number or a header that was left out."""
        self.furniture[kind] = self.furniture.get(kind, 0) + 1
        if text and text not in self.footers:
            self.footers.append(text)

    def hide(self, kind: int) -> None:
        """Count a run of text that is there and cannot be seen."""
        self._hidden[kind] = self._hidden.get(kind, 0) + 1

    def unseen(self, where: str) -> Iterator[Loss]:
        """Yield what was hidden since the last call: that of one slide."""
        for kind, count in self._hidden.items():
            runs = "a run" if count == 1 else f"{count} runs"
            message = f"{runs} of text {_UNSEEN[kind]}: kept, marked [hidden: ...]"
            yield Loss("hidden-text", message, where, shown=False)
        if self.concealed:
            message = "characters that cannot be seen are shown as escapes"
            yield Loss("hidden-characters", message, where, shown=False)
        self._hidden.clear()
        self.concealed = 0

    def losses(self) -> Iterator[Loss]:
        """Yield the warnings of the whole document."""
        told = []
        if self.furniture:
            kinds = ", ".join(
                f"{count} {kind}{'s' if count > 1 else ''}"
                for kind, count in sorted(self.furniture.items())
            )
            message = f"left out of the slides: {kinds}{_quoted(self.footers)}"
            told.append(("furniture", message))
        if self.master_texts:
            message = "text that the slide master or a layout shows is left out"
            told.append(("master-text", message + _quoted(self.master_texts)))
        if self.without_layout:
            message = "slides without a readable layout, whose lists may lack bullets"
            told.append(("missing-part", f"{message}: {self.without_layout}"))
        if self.broken_links:
            told.append(("broken-link", f"links without a target: {self.broken_links}"))
        if self.actions:
            message = "actions that run a macro, a script or a program are left out"
            told.append(("action", f"{message}: {self.actions}"))
        if self.objects:
            message = f"objects that are named, not read: {len(self.objects)}"
            told.append(("embedded-object", message + _quoted(self.objects)))
        if self.controls:
            message = f"form controls that are not read: {len(self.controls)}"
            told.append(("control", message + _quoted(self.controls)))
        for code, message in told:
            yield Loss(code, message, shown=False)


def _quoted(texts: list[str]) -> str:
    shown = ", ".join(f"'{text[:_CHARS]}'" for text in texts[:_TEXTS])
    more = f" and {len(texts) - _TEXTS} more" if len(texts) > _TEXTS else ""
    return f" ({shown}{more})" if shown else ""

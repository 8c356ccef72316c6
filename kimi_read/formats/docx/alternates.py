"""Alternative content: one branch is read, never both.

Source: ECMA-376 part 3, 9.3 (processing AlternateContent).
"""

from __future__ import annotations

from kimi_read.formats.docx.names import MC

TYPE_CHECKING = False
if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_UNDERSTOOD = frozenset(
    (
        "wps", "wpg", "wpc", "wpi", "w14", "w15", "w16", "w16se", "w16cid", "wp14",
        "a14", "c14", "cx", "cx1", "cx2", "v", "o",
    )
)  # fmt: skip


def chosen(alternate: Element) -> Element | None:
    """Return the first choice that is understood, else the fallback."""
    choices = alternate.findall(MC + "Choice")
    for choice in choices:
        required = (choice.get("Requires") or "").split()
        if all(prefix in _UNDERSTOOD for prefix in required):
            return choice
    fallback = alternate.find(MC + "Fallback")
    return fallback if fallback is not None else next(iter(choices), None)

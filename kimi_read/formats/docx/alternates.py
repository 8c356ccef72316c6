"""Alternative content: one branch is read, never both.

Source: ECMA-376 part 3, 9.3 (processing AlternateContent).
"""

from __future__ import annotations

from kimi_read.formats.docx.names import MC

TYPE_CHECKING = False
if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

#: Beginnings of the prefixes of what is read; ink (wpi) and 3D models are not.
_UNDERSTOOD = (
    "w14", "w15", "w16", "wp14", "wps", "wpg", "wpc", "a14", "a16", "c14", "c16", "cx",
)  # fmt: skip
_EXACT = frozenset(("v", "o", "w", "r", "wp", "a", "pic", "m"))


def chosen(alternate: Element) -> Element | None:
    """Return the first choice that is understood, else the fallback."""
    choices = alternate.findall(MC + "Choice")
    for choice in choices:
        required = (choice.get("Requires") or "").split()
        if all(p.startswith(_UNDERSTOOD) or p in _EXACT for p in required):
            return choice
    fallback = alternate.find(MC + "Fallback")
    return fallback if fallback is not None else next(iter(choices), None)

"""What a file is, in a line and a few facts."""

from __future__ import annotations

from kimi_read.guard.control import visible_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.page import Page

_HIDDEN = ("ascii",)


def lines(page: Page) -> str:
    """Return ``PATH: kind  media type  (reason)`` and a line for each fact."""
    head = f"{page.path}: {page.kind}  {page.mime_type}  ({page.reason})"
    out = [visible_name(head)]
    for key, value in page.facts.items():
        if key not in _HIDDEN:
            out += _fact(key, value, "  ")
    return "\n".join(out) + "\n"


def _fact(key: str, value: object, pad: str) -> list[str]:
    if isinstance(value, dict):
        inner = [line for k, v in value.items() for line in _fact(k, v, pad + "  ")]
        return [f"{pad}{visible_name(key)}:", *inner]
    if isinstance(value, list) and value and isinstance(value[0], (dict, list)):
        inner = []
        for item in value:
            if isinstance(item, dict) and _nested(item):
                inner += _fact("-", item, pad + "  ")
            else:
                inner.append(f"{pad}  - {_plain(item)}")
        return [f"{pad}{visible_name(key)}:", *inner]
    return [f"{pad}{visible_name(key)}: {_plain(value)}"]


def _nested(item: dict[str, object]) -> bool:
    return any(isinstance(value, dict) for value in item.values())


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{_plain(key)}: {_plain(v)}" for key, v in value.items())
    if isinstance(value, list):
        return ", ".join(_plain(item) for item in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return visible_name(str(value))

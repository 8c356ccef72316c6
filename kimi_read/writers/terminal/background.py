"""Whether the terminal is light or dark: said, found in the environment, or asked.

``--theme`` and ``KREAD_THEME`` decide, then COLORFGBG, which some terminals set, and
last the terminal itself (OSC 11), within a quarter of a second and with the care of
any question to a terminal: see ``writers.ask``. What cannot be told is dark.
Sources: xterm control sequences (OSC 11, DA1); rxvt(1) (COLORFGBG).
"""

from __future__ import annotations

import re

from kimi_read.writers.terminal.theme import MIDDLE, luminance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_QUESTION = b"\x1b]11;?\x1b\\"
_REPLY = re.compile(
    rb"\x1b\]11;rgba?:([0-9A-Fa-f]{1,4})/([0-9A-Fa-f]{1,4})/([0-9A-Fa-f]{1,4})"
)


def light(environment: Mapping[str, str], *, ask: bool) -> bool:
    """Whether dark letters are wanted; ``ask`` allows a question to the terminal."""
    known = of_environment(environment)
    if known is not None:
        return known
    term = environment.get("TERM", "")
    # GNU screen hands the question on, and its answer comes after the others
    screen = term.startswith("screen") and not environment.get("TMUX")
    if not ask or environment.get("CI") or term in _NEVER or screen:
        return False
    try:
        from kimi_read.writers.ask import answer
    except ImportError:  # no termios: Windows
        return False
    return of_reply(answer(_QUESTION)) is True


#: Terminals that do not answer, or are dark.
_NEVER = ("", "dumb", "linux")


def of_environment(environment: Mapping[str, str]) -> bool | None:
    """Return what COLORFGBG says: foreground, perhaps more, and background."""
    words = environment.get("COLORFGBG", "").split(";")
    ground = words[-1]
    if len(words) < 2 or not (ground.isascii() and ground.isdecimal()):
        return None
    number = int(ground[:3])
    return number == 7 or 9 <= number <= 15 if number < 16 else None


def of_reply(reply: bytes) -> bool | None:
    """Return what an answer to OSC 11 says; None if it is none."""
    match = _REPLY.search(reply)
    if match is None:
        return None
    red, green, blue = (
        round(int(part, 16) * 255 / (16 ** len(part) - 1)) for part in match.groups()
    )
    return luminance((red, green, blue)) > MIDDLE

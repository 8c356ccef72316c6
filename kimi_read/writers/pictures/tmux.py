"""What tmux knows of the terminal outside, and how to speak through it.

Source: tmux(1), allow-passthrough, FORMATS.
"""

from __future__ import annotations

from kimi_read.record import record
from kimi_read.writers.pictures.cell import sane

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

SECONDS = 1.0
_FORMAT = (
    "#{allow-passthrough} #{client_termname} #{client_cell_width} #{client_cell_height}"
    " #{client_termtype}"
)
#: The first kitty with Unicode placeholders.
_PLACEHOLDERS = (0, 28)


@record(frozen=True, slots=True)
class Answer:
    """``kitty``: the client outside draws kitty's graphics and may be reached."""

    kitty: bool = False
    cell: tuple[int, int] | None = None


def ask(environment: Mapping[str, str]) -> Answer:
    """Ask tmux itself, by its own command; a missing or mute one says nothing."""
    import subprocess

    command = ["tmux", "display-message", "-p", _FORMAT]
    pane = environment.get("TMUX_PANE")
    if pane:
        command[2:2] = ["-t", pane]
    try:
        done = subprocess.run(  # noqa: S603 - fixed words, no shell
            command, capture_output=True, timeout=SECONDS, check=False,
            stdin=subprocess.DEVNULL, env=dict(environment),
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return Answer()
    return understood(done.stdout.decode("utf-8", "replace"))


def understood(words: str) -> Answer:
    """Return what one line of tmux's answer says."""
    parts = (words.strip("\n").split(" ", 4) + [""] * 5)[:5]
    allowed, client, width, height, kind = parts
    reached = allowed in ("on", "all", "1")
    name = f"{client} {kind}".lower()
    draws = "ghostty" in name or ("kitty" in name and not _old(kind))
    cell = None
    if width.isdigit() and height.isdigit():
        cell = sane(int(width), int(height))
    return Answer(reached and draws, cell)


def _old(kind: str) -> bool:
    """Whether ``kind`` is a kitty without placeholders, such as ``kitty(0.26.5)``."""
    name, _, rest = kind.partition("(")
    first, _, others = rest.rstrip(")").partition(".")
    second = others.partition(".")[0]
    if name != "kitty" or not (first.isdecimal() and second.isdecimal()):
        return False
    return (int(first), int(second)) < _PLACEHOLDERS


def wrapped(sequence: bytes) -> bytes:
    """Return an escape sequence that tmux passes on to the terminal outside."""
    return b"\x1bPtmux;" + sequence.replace(b"\x1b", b"\x1b\x1b") + b"\x1b\\"

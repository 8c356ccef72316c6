"""Which pictures this terminal can show, and how large.

The environment decides where it can, one probe of the terminal where it cannot, and
``--images`` or ``KREAD_IMAGES`` over both. Inside tmux nothing is probed: answers
come back out of order and land in the pane as typed text.
"""

from __future__ import annotations

from kimi_read.record import record
from kimi_read.writers.pictures.cell import sane

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from kimi_read.writers.pictures.probe import Reply

CHOICES = ("auto", "kitty", "iterm2", "sixel", "blocks", "never")
#: Rows that stay free for the caption and the next prompt.
SPARE_ROWS = 4
#: The longest edge of a picture that is sent, in pixels.
MAX_EDGE = 2000
_CELL = (8, 16)
_WINDOW = (80, 24)


@record(frozen=True, slots=True, kw_only=True)
class Screen:
    """How pictures are shown: the protocol, the window in cells, a cell in pixels.

    ``tmux`` wraps what is sent for the terminal outside; ``colours`` is 24 bits or
    the 256 of xterm, for half-blocks.
    """

    protocol: str
    columns: int = 80
    rows: int = 24
    cell: tuple[int, int] = _CELL
    tmux: bool = False
    true_colour: bool = True

    @property
    def pixels(self) -> tuple[int, int]:
        """The most pixels of a picture: width and height."""
        rows = max(1, self.rows - SPARE_ROWS)
        # In the last column the cursor would go on to the next line by itself.
        columns = max(1, self.columns - 1)
        if self.protocol == "blocks":
            return columns, 2 * rows
        across, down = columns * self.cell[0], rows * self.cell[1]
        return min(across, MAX_EDGE), min(down, MAX_EDGE)


def find(choice: str, descriptor: int, environment: Mapping[str, str]) -> Screen | None:
    """Return the screen behind ``descriptor``; None where no picture is to be shown.

    ``choice`` is one of ``CHOICES``; ``auto`` asks ``KREAD_IMAGES``, then the
    environment, then the terminal, for a quarter of a second at most.
    """
    import os

    choice = choice or "auto"
    if choice == "auto":
        wish = environment.get("KREAD_IMAGES", "")
        choice = wish if wish in CHOICES else "auto"
    if choice == "never":
        return None
    term = environment.get("TERM", "")
    if choice == "auto" and (
        not os.isatty(descriptor) or term in ("", "dumb") or environment.get("CI")
    ):
        return None
    columns, rows, cell = window(descriptor, environment)
    protocol, tmux = choice, False
    if choice == "auto":
        protocol = known(environment)
    inside = bool(environment.get("TMUX"))
    if inside and protocol in ("", "kitty"):
        from kimi_read.writers.pictures.tmux import ask

        answer = ask(environment)
        cell = cell or answer.cell
        tmux = answer.kitty
        protocol = "kitty" if tmux or choice == "kitty" else "blocks"
    elif not protocol:
        if term.startswith("screen"):
            protocol = "blocks"
        else:
            reply = probed()
            cell = reply.cell or cell
            protocol = best(reply)
    return Screen(
        protocol=protocol, columns=columns, rows=rows, cell=cell or _CELL, tmux=tmux,
        true_colour=_true_colour(environment),
    )  # fmt: skip


def known(environment: Mapping[str, str]) -> str:
    """Return the protocol that the environment names; empty where the probe must."""
    if environment.get("TMUX"):
        return ""
    term = environment.get("TERM", "")
    program = environment.get("TERM_PROGRAM", "")
    if term in ("xterm-kitty", "xterm-ghostty") or environment.get("KITTY_WINDOW_ID"):
        return "kitty"
    if environment.get("LC_TERMINAL") == "iTerm2":
        program = "iTerm.app"
    return {
        "ghostty": "kitty",
        "iTerm.app": "iterm2",
        "WezTerm": "iterm2",
        "Apple_Terminal": "blocks",
    }.get(program, "blocks" if term == "linux" else "")


def best(reply: Reply) -> str:
    """Return the best protocol of a terminal that answered."""
    if reply.kitty:
        return "kitty"
    if reply.name.startswith(("iTerm2", "WezTerm")):
        return "iterm2"
    return "sixel" if reply.sixel else "blocks"


def probed() -> Reply:
    """Ask the terminal, where this system has one to ask."""
    from kimi_read.writers.pictures.probe import Reply

    try:
        from kimi_read.writers.pictures.probe import probe

        return probe()
    except ImportError:  # no termios: Windows
        return Reply()


def window(
    descriptor: int, environment: Mapping[str, str]
) -> tuple[int, int, tuple[int, int] | None]:
    """Return columns, rows and, where the terminal tells it, the size of a cell."""
    columns, rows = _WINDOW
    cell = None
    try:
        import fcntl
        import struct
        import termios

        packed = fcntl.ioctl(descriptor, termios.TIOCGWINSZ, b"\0" * 8)
        lines, across, wide, high = struct.unpack("HHHH", packed)
        if lines and across:
            columns, rows = across, lines
            if wide >= across and high >= lines:
                cell = sane(wide // across, high // lines)
    except (ImportError, OSError):
        columns = _count(environment.get("COLUMNS"), columns)
        rows = _count(environment.get("LINES"), rows)
    return min(columns, 1000), min(rows, 1000), cell


def _true_colour(environment: Mapping[str, str]) -> bool:
    if environment.get("COLORTERM") in ("truecolor", "24bit"):
        return True
    term = environment.get("TERM", "")
    return term.endswith("-direct") or term.startswith(
        ("xterm-kitty", "xterm-ghostty", "foot", "alacritty", "wezterm", "contour")
    )


def _count(words: str | None, default: int) -> int:
    return int(words) if words and words.isascii() and words.isdigit() else default

"""Answers for a person: colours, visible control characters, a pager.

Pygments tells what is a keyword and what a string; rich knows how a style looks
in the colours that this terminal has.
"""

from __future__ import annotations

from kimi_read.errors import Usage
from kimi_read.guard.control import visible
from kimi_read.writers import color
from kimi_read.writers.pager import Paged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kimi_read.page import Page
    from kimi_read.settings import Settings
    from kimi_read.writers.output import Output

    Paint = Callable[[str], list[str]]

#: Beyond so many lines or characters, colouring takes longer than a person waits.
MOST_LINES = 2000
MOST_CHARS = 400_000
THEME = "ansi_dark"


def write(page: Page, out: Output, settings: Settings, *, numbers: bool) -> None:
    """Write the window with every harmful character made visible."""
    colors = color.wanted(settings.color, terminal=out.isatty())
    paint = _painter(page, settings.theme) if colors else None
    choice = settings.paging if out.isatty() else "never"
    number = page.offset + 1
    with Paged(out, choice) as paged:
        for batch in page.batches():
            text = "\n".join(visible(line.decode("utf-8", "replace")) for line in batch)
            lines = text.split("\n")
            if paint and len(batch) <= MOST_LINES and len(text) <= MOST_CHARS:
                lines = paint(text)
            paged.write(_rows(lines, number, numbers=numbers, dim=colors))
            number += len(batch)


def _rows(lines: list[str], first: int, *, numbers: bool, dim: bool) -> bytes:
    if not numbers:
        return ("\n".join(lines) + "\n").encode()
    before, after = ("\x1b[2m", "\x1b[0m") if dim else ("", "")
    rows = (
        f"{before}{number:6d}{after}\t{line}\n"
        for number, line in enumerate(lines, first)
    )
    return "".join(rows).encode()


def _painter(page: Page, theme: str) -> Paint | None:
    """Return what colours the text of a page, if anything can."""
    if page.kind == "text":
        return _source(page.source.name, theme)
    if page.kind in ("document", "video", "audio"):
        return _markdown()
    return None


def _source(name: str, theme: str) -> Paint | None:
    from pygments.lexers import get_lexer_for_filename
    from pygments.util import ClassNotFound
    from rich.console import Console
    from rich.syntax import Syntax

    try:
        lexer = get_lexer_for_filename(name, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None
    if theme:
        _check(theme)
    styles = Syntax.get_theme(theme or THEME)
    system = Console(force_terminal=True)._color_system  # noqa: SLF001 - not public
    looks: dict[object, Callable[..., str]] = {}

    def paint(text: str) -> list[str]:
        out = []
        for token, piece in lexer.get_tokens(text):
            look = looks.get(token)
            if look is None:
                look = looks[token] = styles.get_style_for_token(token).render
            out.append("\n".join(
                look(part, color_system=system) if part.strip() else part
                for part in piece.split("\n")
            ))  # fmt: skip
        return "".join(out).split("\n")

    return paint


def _check(theme: str) -> None:
    from pygments.styles import get_all_styles

    names = sorted([*get_all_styles(), "ansi_dark", "ansi_light"])
    if theme not in names:
        raise Usage(f"there is no theme '{theme}'", hint="one of " + ", ".join(names))


def _markdown() -> Paint:
    """Return a light colouring of Markdown: what is structure, not what is said."""
    from rich.console import Console
    from rich.style import Style

    system = Console(force_terminal=True)._color_system  # noqa: SLF001 - not public
    heading, mark, rule = Style.parse("bold cyan"), Style.parse("dim"), Style(dim=True)

    def line(text: str) -> str:
        if text.startswith("#"):
            return heading.render(text, color_system=system)
        if text.startswith("<!-- "):
            return mark.render(text, color_system=system)
        if text.startswith("|") and not text.strip("|- :"):
            return rule.render(text, color_system=system)
        return text

    return lambda text: [line(row) for row in text.split("\n")]

"""Legacy text, in the encoding that its bytes are most likely to be in."""

from __future__ import annotations

from kimi_read.blocks import Loss
from kimi_read.formats.text import decoded
from kimi_read.formats.text.encoding import Choice
from kimi_read.guard import charset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kimi_read.blocks import Blocks
    from kimi_read.request import Request
    from kimi_read.source import Source


def prepare() -> None:
    """Load the detectors, and what decodes."""
    from kimi_read.formats.text import decode  # noqa: F401
    from kimi_read.guard import wide  # noqa: F401

    charset.prepare()


def read(source: Source, request: Request) -> Blocks:
    """Yield the text in the encoding that is most likely.

    A warning says that it is a guess.
    """
    errors = charset.utf8_errors(source)
    name = "utf-8" if errors else charset.guess(source)
    errors = errors or ("strict" if name else "replace")
    name = name or "cp1252"
    yield from decoded(source, request, Choice(name, "guess"), errors)
    yield Loss("encoding-guessed", "its encoding is not declared; read as "
               f"{charset.read_as(name, errors)}", shown=False)  # fmt: skip

"""The XML of one file, fed to a parser a piece at a time."""

from __future__ import annotations

from kimi_read.guard.xml import BrokenXml, expat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kimi_read.guard.xml import Reader

_CHUNK = 1 << 16


class Feed:
    """Feeds a stream to handlers; ``fault`` says why it ended before its end.

    Start and end handlers are those of expat with namespaces: ``URI NAME``.
    """

    def __init__(
        self,
        stream: Reader,
        name: str,
        start: Callable[[str, dict[str, str]], None],
        end: Callable[[str], None],
        text: Callable[[str], None],
    ) -> None:
        self._stream = stream
        self._parser = expat(name)
        self.fault = ""
        self.ended = False
        self._parser.StartElementHandler = start
        self._parser.EndElementHandler = end
        self._parser.CharacterDataHandler = text

    def more(self) -> bool:
        """Read on; False at the end of the stream, or where its XML is broken."""
        if self.ended:
            return False
        data = self._stream.read(_CHUNK)
        try:
            self._parser.Parse(data, not data)
        except BrokenXml as error:
            self.fault = f"its XML is broken: {error}"
            self.ended = True
            return False
        self.ended = not data
        return bool(data)

"""XML parts of an Office package as element trees, as far as they are well-formed.

Strict documents (ISO/IEC 29500-1) use other namespace names than transitional ones
(29500-4) for the same elements; they are renamed on the way in, so that readers
know one set of names only.
"""

from __future__ import annotations

import io
import re

from kimi_read.errors import Encrypted, Malformed
from kimi_read.guard.xml import checked
from kimi_read.ooxml.elements import ParseError, TreeBuilder, XMLParser

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kimi_read.guard.xml import Reader
    from kimi_read.guard.zip import Package, PartReader
    from kimi_read.ooxml.elements import Element

_CHUNK = 1 << 15
_STRICT = b"http://purl.oclc.org/ooxml/"
_STRICT_NAME = rb"""(=\s*["'])http://purl\.oclc\.org/ooxml/(\w+)/"""
_RENAMED = rb"\1http://schemas.openxmlformats.org/\2/2006/"
_OPEN_NAME = 128  # a namespace name that a chunk ends in is shorter than this


class Transitional:
    """The bytes of a part with strict namespace names turned into transitional ones.

    Only attribute values that begin with a strict name change; a part that shows
    none in its first bytes passes through untouched.
    """

    def __init__(self, stream: Reader) -> None:
        self._stream = stream
        self._held = stream.read(_CHUNK)
        self._strict = _STRICT in self._held

    def read(self, size: int = _CHUNK, /) -> bytes:
        """Return about ``size`` bytes; empty at the end."""
        if not self._strict:
            if self._held:
                data, self._held = self._held, b""
                return data
            return self._stream.read(size)
        data = self._held + self._stream.read(size)
        self._held = b""
        if not data:
            return b""
        cut = data.rfind(b"=", len(data) - _OPEN_NAME)
        if cut > 0 and len(data) >= size:
            data, self._held = data[:cut], data[cut:]
        return transitional(data)


def transitional(data: bytes) -> bytes:
    """Return bytes of a part with strict namespace names turned into transitional."""
    return re.sub(_STRICT_NAME, _RENAMED, data)


class Growing:
    """A tree that grows as its part is read.

    ``feed()`` reads on and says whether more may come; ``root`` is the element
    built so far, or None. ``fault`` says why reading ended early. ``fed`` counts
    the bytes of XML. ``without`` cuts out what need not be parsed.

    Raises:
        Malformed: the part declares a document type.
        KeyError: there is no such part.
    """

    def __init__(
        self,
        package: Package,
        name: str,
        without: Callable[[bytes], bytes] | None = None,
    ) -> None:
        self.name = name
        self.fault = ""
        self.fed = 0
        self._part: PartReader = package.open(name)
        stream = checked(self._part, name)
        if without is not None:
            stream = io.BytesIO(without(stream.read()))
        self._stream = Transitional(stream)
        self._builder = TreeBuilder()
        self._parser = XMLParser(target=self._builder)
        self._more = True

    @property
    def root(self) -> Element | None:
        """The root element, growing; its last descendants may be incomplete."""
        # closing a TreeBuilder flushes and returns the root; building goes on
        return self._builder.close()

    def feed(self) -> bool:
        """Read one more chunk; False when there is none, or at a fault."""
        if not self._more:
            return False
        data = self._stream.read(_CHUNK)
        self.fed += len(data)
        try:
            if data:
                self._parser.feed(data)
                return True
            self._more = False
            if self._part.fault:
                self.fault = self._part.fault
            self._parser.close()
        except (ParseError, LookupError, ValueError) as error:
            self._more = False
            self.fault = self.fault or f"its XML is broken: {error}"
        return False


def tree(
    package: Package, name: str, without: Callable[[bytes], bytes] | None = None
) -> tuple[Element | None, str]:
    """Return the root of a whole part and what is wrong with it.

    A part that is missing or unusable gives None; one that breaks off gives what
    came before, with the fault in words.
    """
    try:
        growing = Growing(package, name, without)
        while growing.feed():
            pass
    except KeyError:
        return None, "it is missing"
    except Malformed as error:
        return None, error.reason
    return growing.root, growing.fault


def root_of(package: Package, name: str) -> Element | None:
    """Return the root of a part where its faults do not matter, or None."""
    try:
        return tree(package, name)[0]
    except Encrypted:
        return None


def alternative(properties: Element | None) -> str:
    """Return the alternative text of a drawing, with its title (20.1.2.2.8)."""
    if properties is None:
        return ""
    title, text = (
        " ".join((properties.get(name) or "").split()) for name in ("title", "descr")
    )
    return f"{title}: {text}" if text and title not in text else text or title


def local(tag: object) -> str:
    """Return the local part of ``{namespace}name``; empty for a comment."""
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""

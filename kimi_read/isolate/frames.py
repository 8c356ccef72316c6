"""What crosses the pipe between worker and parent: typed, bounded, validated.

A frame is a kind (one byte), a length (four bytes, big endian) and a payload. The
parent takes nothing on trust: a worker is assumed to be in a stranger's hands once
it has read the first byte of a file. Nothing is ever unpickled.
"""

from __future__ import annotations

import json
import struct

from kimi_read.blocks import Entries, Facts, Loss, Picture
from kimi_read.errors import BY_CODE, Crashed, KreadError
from kimi_read.stream import Cuts, End, Mark, Start

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HEAD = struct.Struct(">cI")
_MIB = 1 << 20
#: The most bytes of a payload, by kind of frame.
CAPS = {
    b"L": 64 * _MIB,  # lines
    b"M": 64 << 10,  # a mark
    b"S": 64,  # the start of a tail
    b"C": _MIB,  # cut lines
    b"Z": 64,  # the end
    b"F": 4 * _MIB,  # facts
    b"N": 16 * _MIB,  # archive entries
    b"W": 64 << 10,  # a warning
    b"P": 64 * _MIB,  # a picture
    b"E": 64 << 10,  # an error
    b"R": 4096,  # ready: which layers of the lock are in force
}
_COUNT = 1 << 53


def encode(event: object) -> bytes:
    """Return the frame of one event of ``stream.events``, or of an error."""
    if isinstance(event, list):
        return _frame(b"L", b"\n".join(event))
    if isinstance(event, Picture):
        head = [event.media_type, event.width, event.height, event.role, event.name]
        return _frame(b"P", json.dumps(head).encode() + b"\0" + event.data)
    if isinstance(event, KreadError):
        return _frame(b"E", _packed([event.code, event.reason, event.hint]))
    kind, value = _plain(event)
    return _frame(kind, _packed(value))


def ready(layers: list[str]) -> bytes:
    """Return the frame that says the worker is locked and about to read."""
    return _frame(b"R", _packed(layers))


def _plain(event: object) -> tuple[bytes, object]:
    if isinstance(event, Loss):
        return b"W", [
            event.code, event.message, event.where, event.shown, event.partial
        ]  # fmt: skip
    if isinstance(event, Mark):
        return b"M", [event.line, event.label]
    if isinstance(event, Facts):
        return b"F", dict(event.values)
    if isinstance(event, Entries):
        return b"N", [dict(record) for record in event.records]
    if isinstance(event, Cuts):
        return b"C", [*event.lines]
    if isinstance(event, Start):
        return b"S", event.offset
    if isinstance(event, End):
        return b"Z", event.total
    raise TypeError(f"{type(event).__name__} is no event")


def _packed(value: object) -> bytes:
    return json.dumps(value, default=str, separators=(",", ":")).encode()


def _frame(kind: bytes, payload: bytes) -> bytes:
    return HEAD.pack(kind, len(payload)) + payload


class Decoder:
    """Bytes of the pipe to events, as they come.

    ``layers`` is what the worker said of its lock. Any breach of the protocol is
    ``Crashed``: a worker that does not keep to it is broken or hostile.
    """

    def __init__(self) -> None:
        self.layers: list[str] | None = None
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[object]:
        """Yield the events that ``data`` completes; an error frame is raised."""
        self._buffer += data
        while len(self._buffer) >= HEAD.size:
            kind, length = HEAD.unpack_from(self._buffer)
            if length > CAPS.get(kind, -1):
                raise Crashed("its worker sent what is no answer and was stopped")
            if len(self._buffer) < HEAD.size + length:
                return
            payload = bytes(self._buffer[HEAD.size : HEAD.size + length])
            del self._buffer[: HEAD.size + length]
            event = self._event(kind, payload)
            if event is not None:
                yield event

    def _event(self, kind: bytes, payload: bytes) -> object:
        if kind == b"L":
            return payload.split(b"\n")
        try:
            if kind == b"P":
                head, _, data = payload.partition(b"\0")
                return _picture(json.loads(head), data)
            value = json.loads(payload)
            if kind == b"R":
                self.layers = [_text(layer) for layer in value]
                return None
            return _MAKE[kind](value)
        except (ValueError, TypeError, KeyError, RecursionError):
            raise Crashed("its worker sent a damaged answer and was stopped") from None


def _picture(head: list[object], data: bytes) -> Picture:
    media_type, width, height, role, name = head
    if role not in ("image", "thumbnail", "media"):
        raise ValueError(role)
    return Picture(
        _text(media_type), data, _count(width), _count(height), str(role), _text(name)
    )


def _loss(value: list[object]) -> Loss:
    code, message, where, shown, partial = value
    return Loss(
        _text(code), _text(message), _text(where), shown is True, partial is True
    )


def _mark(value: list[object]) -> Mark:
    line, label = value
    return Mark(_count(line), _text(label))


def _facts(value: dict[str, object]) -> Facts:
    return Facts(dict(value))


def _entries(value: list[dict[str, object]]) -> Entries:
    return Entries([dict(record) for record in value])


def _error(value: list[object]) -> KreadError:
    code, reason, hint = (_text(part) for part in value)
    raise BY_CODE.get(code, Crashed)(reason, hint=hint)


_MAKE: dict[bytes, Callable[[object], object]] = {
    b"M": _mark,
    b"F": _facts,
    b"N": _entries,
    b"W": _loss,
    b"C": lambda value: Cuts([_count(line) for line in value]),
    b"S": lambda value: Start(_count(value)),
    b"Z": lambda value: End(None if value is None else _count(value)),
    b"E": _error,
}


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < _COUNT:
        raise ValueError(value)
    return value
